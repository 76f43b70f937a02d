import json
from decimal import Decimal
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Name
from PIL import Image
from small_game import TOOLS, change, prepared, write_files, write_game

from pnp.cache import Cache
from pnp.verify import comparison


def test_without_output_there_is_nothing_to_verify(soup, pnp):
    outcome = pnp("verify soup")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.endswith("  hint: run: pnp build soup\n")


def test_one_game_that_was_not_built_is_not_passed_over(soup, pnp):
    pnp("build")
    write_game(soup, "stew")
    outcome = pnp("verify")
    assert outcome.status == 2
    assert "hint: run: pnp build stew" in outcome.err


def test_a_card_changed_after_the_build_is_named(soup, pnp):
    pnp("build --paper a4")
    change(soup / "card_data/soup/food.yaml", "name: Leek", "name: Leeks")
    outcome = pnp("verify")
    assert outcome.status == 1
    assert "error PNP556: a4/food.pdf:" in outcome.err
    assert "food/leek" in outcome.err
    assert outcome.out.startswith("Soup: a4, ")
    assert "in its place" not in outcome.out


def test_a_copy_added_after_the_build_is_missed(soup, pnp):
    pnp("build --paper a4")
    change(soup / "card_data/soup/food.yaml", "copies: 2", "copies: 3")
    outcome = pnp("verify --format json")
    assert outcome.status == 1
    found = json.loads(outcome.out)
    assert "PNP561" in {each["code"] for each in found}
    assert {each["game"] for each in found} == {"soup"}


def test_a_build_of_one_component_in_a_folder_of_its_own_verifies(tmp_path, monkeypatch, pnp):
    monkeypatch.chdir(write_game(tmp_path, food=TOOLS, tools=TOOLS))
    assert pnp("build --paper a4 --component tools --out own").status == 0
    outcome = pnp("verify --out own")
    assert (outcome.status, outcome.err) == (0, "")
    (tmp_path / "own/soup/a4/tools.pdf").unlink()
    (tmp_path / "own/soup/a4/food.pdf").write_bytes(b"%PDF")
    assert "error PNP550: a4/tools.pdf: the file is missing" in pnp("verify --out own").err


def test_every_way_of_backs_and_every_theme_verifies(soup, pnp):
    for backs in ("long-edge", "short-edge", "gutterfold", "none"):
        pnp(f"build --paper a4 --backs {backs} --theme low-ink")
        asked = "verify" if "edge" in backs else "verify --theme low-ink"
        assert pnp(asked).out == "Soup: a4, 3 cards, every one in its place\n"


def test_two_looks_in_one_folder_are_told_in_one_sentence(soup, pnp):
    pnp("build --paper a4 --theme low-ink")
    pnp("build --paper letter")
    outcome = pnp("verify")
    assert outcome.status == 1
    assert outcome.err.splitlines() == [
        "error PNP561: the sheets have different looks: letter as usual and a4 in low-ink",
        "  hint: run: pnp build soup, for all of them; or keep a theme apart with --out",
    ]
    assert pnp("build").status == 0
    assert pnp("verify").status == 0


def test_of_all_that_the_cache_keeps_only_the_code_of_templates_is_used(soup, pnp, monkeypatch):
    pnp("build --workers 1")
    asked = []
    known = Cache.get

    def get(cache, key):
        asked.append(key.split()[0])
        return known(cache, key)

    monkeypatch.setattr(Cache, "get", get)
    assert pnp("verify --workers 1").status == 0
    assert set(asked) <= {"templates"}  # which workers ask for


def test_a_fresh_build_is_proved_without_a_look_at_pictures(soup, pnp, monkeypatch):
    pnp("build --workers 1 --pack")
    monkeypatch.setattr(comparison, "compare", None)
    assert pnp("verify --workers 1").status == 0


def test_explain_draws_a_page_that_differs_until_nothing_differs_any_more(soup, pnp):
    pnp("build --paper a4")
    path = soup / "output/soup/a4/food.pdf"
    whole = path.read_bytes()
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].contents_add(b"q 0.5 g 300 8 9 9 re f Q")
        pdf.save(path)
    found = json.loads(pnp("verify --explain --format json").out)
    assert "a4/food.pdf: page 1 is drawn beside the expected page in verify/a4-food-page-1.png" in [
        each["message"] for each in found
    ]
    picture = soup / "output/soup/verify/a4-food-page-1.png"
    with Image.open(picture) as drawn:
        colours = {colour for _, colour in drawn.convert("RGB").getcolors(maxcolors=100_000)}
    assert {(230, 0, 180), (127, 127, 127)} <= colours or {(230, 0, 180), (128, 128, 128)} <= colours
    assert pnp("verify").status == 1
    assert picture.is_file()
    path.write_bytes(whole)
    assert pnp("verify").status == 0
    assert not picture.parent.exists()


def test_what_a_file_was_made_with_is_known_from_the_manifest_and_no_lie_hides_a_fault(soup, pnp):
    pytest.importorskip("cairosvg")
    pnp("build --paper a4 --marks none --margin 4mm --backs none --renderer cairo")
    manifest = soup / "output/soup/manifest.json"
    said = json.loads(manifest.read_text())
    made = {"backs": "none", "marks": "none", "renderer": "cairo", "margin_mm": 4}
    assert said["made_with"] == dict.fromkeys(("a4/build.pdf", "a4/food.pdf"), made)
    assert pnp("verify").status == 0
    for lie in ({**made, "marks": "full"}, {"marks": ["none"], "margin_mm": 1e9}):
        said["made_with"]["a4/food.pdf"] = lie
        manifest.write_text(json.dumps(said))
        outcome = pnp("verify")
        assert outcome.status == 1
        assert "error PNP53" in outcome.err or "error PNP55" in outcome.err


def cut_short(path):
    path.write_bytes(path.read_bytes()[:-2000])


def locked(path):
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(owner="", user="a"))


def reversed_pages(path):
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages.reverse()
        pdf.save(path)


FAULTS = [
    ("a4/food.pdf", cut_short), ("a4/food.pdf", locked), ("a4/food.pdf", reversed_pages), ("a4/print.pdf", locked),
    ("a4/print.pdf", reversed_pages), ("a4/build.pdf", locked), ("a4/build.pdf", Path.unlink), ("rules.pdf", cut_short),
    ("rules.pdf", locked), ("manifest.json", lambda path: path.write_text(path.read_text().replace('"copies": 2', '"copies": 3'))), ("svg/food/leek.front.svg", Path.unlink),
    ("manifest.json", Path.unlink), ("manifest.json", lambda path: path.write_text("[]")),
]  # fmt: skip


RULES = {"card_data/soup/rules.yaml": 'turn: ["Stir."]\n'}
built = prepared(lambda root: write_files(write_game(root), RULES), "build --paper a4")


@pytest.mark.parametrize(("file", "spoil"), FAULTS, ids=lambda each: getattr(each, "__name__", each))
def test_a_file_that_is_not_as_it_was_built_is_found(file, spoil, built, pnp):
    spoil(built / "output/soup" / file)
    outcome = pnp("verify")
    assert outcome.status == 1
    assert file != "manifest.json" or "error PNP561" in outcome.err


def test_a_guide_with_endless_pages_is_no_work(built, pnp):
    path = built / "output/soup/a4/build.pdf"
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.Root.Pages.Kids = pikepdf.Array([pdf.Root.Pages.Kids[0]] * 2001)
        pdf.Root.Pages.Count = 2001
        pdf.save(path)
    said = "a4/build.pdf: this is not a complete PDF from pnp (it has 2001 pages, more than 2000)"
    assert said in pnp("verify").err


def shortened_numbers(path):
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for holder in (each for each in pdf.objects if isinstance(each, pikepdf.Dictionary | pikepdf.Array)):
            for key in range(len(holder)) if isinstance(holder, pikepdf.Array) else list(holder.keys()):
                if isinstance(holder[key], Decimal):
                    holder[key] *= Decimal("1.0000001")
        pdf.save(path)


def device_colours(path):
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for form in (
            each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/Resources" in each
        ):
            for name, space in dict(form.Resources.get("/ColorSpace", {})).items():
                form.Resources.ColorSpace[name] = {1: Name.DeviceGray, 3: Name.DeviceRGB}[int(space[1].N)]
        pdf.save(path)


@pytest.mark.parametrize(
    ("file", "save"), [("rules.pdf", shortened_numbers), ("a4/food.pdf", device_colours)]
)
def test_what_mutool_writes_its_own_way_is_as_it_was(file, save, built, pnp):
    save(built / "output/soup" / file)
    assert pnp("verify").status == 0
