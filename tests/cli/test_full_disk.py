"""A disk that is full is told in a sentence, and leaves the old files whole."""

import os

import pytest
from small_game import FRONT, contents, in_a_process

from pnp.__main__ import run

FULL = """
import resource
from pnp.export import pdf
def save(*given, whole=pdf.save_pdf):
    resource.setrlimit(resource.RLIMIT_FSIZE, ({0}, {0}))
    return whole(*given)
pdf.save_pdf = save
"""


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
@pytest.mark.parametrize("room", [100, 8_000])
def test_a_full_disk_ends_a_build_in_a_sentence(soup, room):
    line = ("build", "-q", "--paper", "a4", "--no-svg", "--no-cache")
    assert run(line) == 0
    before = contents(soup / "output")
    (soup / "templates/soup/food.svg.j2").write_text(FRONT.replace("31.5", "30"))
    outcome = in_a_process(soup, *line, code=FULL.format(room))
    assert outcome.status == 2
    assert "cannot be written: File too large\n  hint: free some space" in outcome.err
    after = contents(soup / "output")
    assert after.keys() == before.keys()
    assert after["soup/a4/food.pdf"] == before["soup/a4/food.pdf"]
