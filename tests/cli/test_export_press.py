"""Press files from the command line: a PDF for each component, for the printing condition that a profile describes."""

import pikepdf
import pytest
from icc import cmyk_profile
from small_game import change

from pnp.model.sheet import PRESS_BLEED


@pytest.fixture
def profile(soup):
    path = soup / "paper.icc"
    path.write_bytes(cmyk_profile())
    return path


def test_every_copy_has_a_page_for_each_side_with_3_mm_of_bleed(soup, pnp, profile):
    change(soup / "card_data/soup/food.yaml", "size: standard", "size: standard\nbleed: 1mm")
    outcome = pnp(f"export press --icc {profile.name}")
    assert "Food cards: drawn with 1 mm of bleed; its edge is continued to 3 mm" in outcome.out
    assert "Made for FOGRA39; colours are sRGB" in outcome.out
    assert "colours are CMYK" in pnp(f"export press --cmyk --icc {profile.name} --out other").out
    with pikepdf.open(soup / "output/soup/export/press/food.pdf") as pdf:
        sizes = {tuple(round(float(edge) / 72 * 25.4, 2) for edge in page.MediaBox) for page in pdf.pages}
        intent = pdf.Root.OutputIntents[0]
        assert (len(pdf.pages), sizes) == (6, {(0, 0, 63 + 2 * PRESS_BLEED, 88 + 2 * PRESS_BLEED)})
        assert str(intent.RegistryName) == "http://www.color.org"
        assert bytes(intent.DestOutputProfile.read_bytes()) == cmyk_profile()


def test_a_profile_that_cannot_be_used_is_told_before_anything_is_written(soup, pnp, profile):
    profile.write_bytes(b"no profile")
    outcome = pnp(f"export press --icc {profile.name}")
    assert (outcome.status, "paper.icc is not an ICC profile" in outcome.err) == (2, True)
    assert "PSOcoated_v3.icc" in outcome.err
    assert not (soup / "output/soup/export").exists()
    outcome = pnp(f"export png --icc {profile.name}")
    assert (outcome.status, "leave out --icc and --cmyk, which are for press" in outcome.err) == (2, True)
    outcome = pnp("export press --cmyk")
    assert (outcome.status, "give the profile that the print shop names" in outcome.err) == (2, True)
