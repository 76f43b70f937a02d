"""`pnp build`: what it leaves, selections, papers that are too small, drafts and proofs."""

import pikepdf
import pypdfium2
import pytest
from small_game import FOOD, TOOLS, change, contents, manifest, prepared, words, write_game

from pnp.convert.renderers import convert_chunk
from pnp.model.diagnostics import CannotRender
from pnp.workers.tasks import Workers

built = prepared(write_game, "build")


def test_a_build_leaves_this_tree_and_says_what_is_new(built, pnp):
    assert {*contents(built / "output/soup")} == {
        *("manifest.json", "contact-sheet.png", "svg/fonts/FredokaOne-Regular.ttf"),
        *(f"{paper}/{name}.pdf" for paper in ("a4", "letter") for name in ("build", "food", "print")),
        *(f"svg/food/{piece}.{side}.svg" for piece in ("leek", "pea") for side in ("front", "back")),
    }
    *files, last, advice = pnp("build").out.splitlines()
    assert advice.startswith("Now print output/soup/a4/print.pdf, or another print.pdf: its page 1 says ")
    assert files == [
        f"output/soup/{paper}/print.pdf: 2 sheets (1 plain, 1 card), 4 pages, unchanged"
        for paper in ("a4", "letter")
    ]
    assert last.startswith("no findings; 3 faces (all reused), 4 sheets in 6 PDFs (all unchanged), ")
    assert pnp("build --verbose --paper a4").out.splitlines()[:3] == [
        "output/soup/a4/print.pdf: 2 sheets (1 plain, 1 card), 4 pages, unchanged",
        "output/soup/a4/food.pdf: 1 sheet, 2 pages, unchanged",
        "output/soup/a4/build.pdf: 1 sheet, 1 page, unchanged",
    ]
    said = words(built / "output/soup/a4/build.pdf")
    assert "print.pdf, 3 sheets of A4: 1 for this guide + 1 for the game + 1 to test" in said
    assert "Cooked by Ann. Version 1.2." in said


def test_the_manifest_has_the_promised_keys_and_places(built):
    found = manifest(built)
    assert (found["game"], found["version"]) == ("soup", "1.2")
    leek, pea = found["pieces"]
    assert {key: leek[key] for key in ("component", "id", "copies", "front", "back")} == {
        "component": "food",
        "id": "leek",
        "copies": 2,
        "front": "svg/food/leek.front.svg",
        "back": "svg/food/leek.back.svg",
    }
    assert len(pea["sha256"]) == 64
    front, back = (sheet for sheet in found["sheets"] if sheet["paper"] == "a4")
    assert [*front] == ["file", "page", "paper", "side", "component", "flip", "placements"]
    assert (front["file"], front["page"], front["side"]) == ("a4/food.pdf", 1, "front")
    placed = [(each["piece"], each["copy"]) for each in front["placements"]]
    assert placed == [("leek", 1), ("leek", 2), ("pea", 1)]
    place = front["placements"][0]
    assert (place["width_mm"], place["height_mm"], place["rotation"]) == (63, 88, 0)
    # Behind the first card of the row, seen from the back, lies the last place of the row.
    mirrored = 210 - place["x_mm"] - place["width_mm"]
    assert (back["side"], round(back["placements"][0]["x_mm"], 4)) == ("back", round(mirrored, 4))


@pytest.mark.parametrize(
    ("chosen", "printed"),
    [
        ("--only p*", ["pea"]),
        ("--pieces food/leek", ["leek", "leek"]),
        ("--only leek --copies 3", ["leek", "leek", "leek"]),
        ("--copies 1", ["leek", "pea"]),
    ],
)
def test_a_selection_has_a_folder_of_its_own_and_the_whole_game_stays_as_it_is(chosen, printed, built, pnp):
    soup = built
    before = contents(soup / "output/soup")
    assert pnp(f"build --paper a4 {chosen}").status == 0
    found = manifest(soup, "output/soup/selection")
    assert [each["piece"] for each in found["sheets"][0]["placements"]] == printed
    after = contents(soup / "output/soup")
    assert before.items() <= after.items()
    assert "selection/a4/print.pdf" in after
    assert pnp("verify").status == 0


def test_a_component_can_be_built_alone_and_the_rest_stays_in_the_manifest(tmp_path, monkeypatch, pnp):
    monkeypatch.chdir(write_game(tmp_path, food=FOOD, tools=TOOLS))
    pnp("build")
    change(tmp_path / "card_data/soup/food.yaml", "name: Leek", "name: Big leek")
    change(tmp_path / "card_data/soup/tools.yaml", "name: Pot", "name: Big pot")
    before = contents(tmp_path / "output/soup")
    outcome = pnp("build --component food --paper a4")
    assert outcome.status == 0
    assert (
        "Soup: print.pdf does not include a selection of pieces: pnp build soup makes it"
        in outcome.out.splitlines()
    )
    after = contents(tmp_path / "output/soup")
    pieces = [(each["component"], each["id"]) for each in manifest(tmp_path)["pieces"]]
    assert pieces == [("food", "leek"), ("food", "pea"), ("tools", "lid"), ("tools", "pot")]
    assert {sheet["file"] for sheet in manifest(tmp_path)["sheets"]} == {
        f"{paper}/{name}.pdf" for paper in ("a4", "letter") for name in ("food", "packed-cards", "tools")
    }
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"manifest.json", "a4/food.pdf", "svg/food/leek.front.svg"}


def test_the_theme_changes_the_colours(soup, pnp):
    pnp("build --theme low-ink")
    assert 'fill="#ffffff"' in (soup / "output/soup/svg/food/pea.back.svg").read_text()
    pnp("build")
    assert 'fill="#3f9b3a"' in (soup / "output/soup/svg/food/pea.back.svg").read_text()


def test_a_paper_of_any_size_is_built_for_and_verified(soup, pnp):
    assert pnp("build --paper 6x4in --paper a4-letter").status == 0
    assert {"4x6in/print.pdf", "a4_letter/print.pdf"} <= contents(soup / "output/soup").keys()
    with pypdfium2.PdfDocument(soup / "output/soup/4x6in/food.pdf") as document:
        assert sorted(round(side) for side in document[0].get_size()) == [288, 432]
    outcome = pnp("verify")
    assert (outcome.status, outcome.out) == (
        0,
        "Soup: a4_letter and 4x6in, 3 cards, every one in its place\n",
    )
    pnp("build --paper 4x6in --no-pack")
    (soup / "card_data/soup/food.yaml").rename(soup / "card_data/soup/meals.yaml")
    pnp("build --paper 4x6in")
    assert not (soup / "output/soup/4x6in/food.pdf").exists()


def test_out_is_written_to_instead(soup, pnp):
    outcome = pnp("build --out elsewhere --paper a4 --jobs 1")
    assert outcome.out.startswith("elsewhere/soup/a4/print.pdf: 2 sheets (1 plain, 1 card), 4 pages\n")
    assert not (soup / "output").exists()
    assert (soup / "elsewhere/soup/manifest.json").is_file()


@pytest.mark.parametrize(
    ("line", "said", "hint"),
    [
        ("build soap", 'there is no game "soap"', "did you mean soup?"),
        ("build --component fod", 'there is no component "fod"', "did you mean food?"),
        ("build --skip-first 3", "this build has no labels to skip", "name stickers with --component"),
        ("build --only tools/*", 'no piece is called "tools/*"', "the pieces are leek, pea"),
        ("build --only pea,leak", 'no piece is called "leak"', "did you mean leek?"),
        ("build --theme low", 'Soup has no theme "low"', "did you mean low-ink?"),
        ("build --paper leter", 'no paper is called "leter"', "did you mean letter or a4_letter?"),
        ("build --cut plotter", 'there is no "plotter" to cut with', "write svg, dxf or laser for a kind of cut files"),
        ("build --renderer typest", 'there is no renderer "typest"', "did you mean typst?"),
    ],
)  # fmt: skip
def test_an_unknown_name_is_told_the_near_one_and_nothing_is_written(line, said, hint, soup, pnp):
    outcome = pnp(line)
    assert (outcome.status, outcome.out) == (2, "")
    assert f"pnp: {said}\n  hint: {hint}" in outcome.err
    assert not (soup / "output").exists()


def test_a_mistake_in_the_data_is_shown_and_nothing_is_written(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "copies: 2", "copies: two")
    outcome = pnp("build")
    assert outcome.status == 1
    assert outcome.err.splitlines()[:3] == [
        'card_data/soup/food.yaml:7:36: error PNP104: copies must be a whole number, got "two"',
        "  7 |   - {id: leek, name: Leek, copies: two}",
        "    |                                    ^^^",
    ]
    assert not (soup / "output").exists()


def test_one_broken_game_does_not_keep_another_from_being_built(soup, pnp):
    write_game(soup, "stew")
    change(soup / "templates/stew/food.svg.j2", "piece.name", "piece.nmae")
    outcome = pnp("build --paper a4")
    assert outcome.status == 1
    assert "error PNP302" in outcome.err
    assert "Soup: not built, see the errors above" in outcome.out
    assert (soup / "output/soup/a4/food.pdf").is_file()
    assert not (soup / "output/stew").exists()


def test_a_face_the_renderer_refuses_is_a_finding_on_its_card(soup, pnp, monkeypatch):
    usual = Workers.run

    def run(self, task, *arguments, **limits):
        if task is convert_chunk and arguments[1][0].trim.width == 63:
            face = arguments[1][0].key
            raise CannotRender(f"the drawing {face} cannot be rendered: too round", face=face)
        return usual(self, task, *arguments, **limits)

    monkeypatch.setattr(Workers, "run", run)
    outcome = pnp("build")
    assert outcome.status == 1
    assert "card_data/soup/food.yaml:7:" in outcome.err
    assert "error PNP501: the front of food/leek was refused: it cannot be rendered: too round" in outcome.err


MAT = """\
kind: cards
title: Mat
size: 120mm x 160mm
front: food.svg.j2
pieces:
  - {id: mat, name: Mat}
"""


@pytest.fixture
def matted(tmp_path, monkeypatch):
    monkeypatch.chdir(write_game(tmp_path / "soup", food=FOOD, mats=MAT))
    return tmp_path / "soup"


def test_the_rest_is_built_and_the_status_says_that_something_is_on_no_paper(matted, pnp):
    for _ in range(2):  # the second build finds all of it there
        outcome = pnp("build --paper a6")
        assert outcome.status == 1
        assert (
            "error PNP402: Mat: 120 × 160 mm is larger than A6 (105 × 148 mm, of which a printer reaches "
            "92.3 × 135.3 mm); the rest is printed without it" in outcome.err
        )
        assert "hint: print it with --paper a5, a4_letter, a4, letter, legal, a3" in outcome.err
        made = [name for name in contents(matted / "output/soup") if name.endswith(".pdf")]
        assert (made, manifest(matted)["left_out"]) == (["a6/food.pdf", "a6/print.pdf"], ["a6/mats.pdf"])
    checked = pnp("verify")
    assert checked.status == 0
    assert "every one in its place; a6 is without Mat" in checked.out


def test_the_first_page_names_what_is_missing_and_where_it_has_room(matted, pnp):
    change(matted / "card_data/soup/mats.yaml", "120mm x 160mm", "250mm x 320mm")
    assert pnp("build --paper a4").status == 1
    assert "Not on this paper: Mat (needs A3)" in words(matted / "output/soup/a4/print.pdf")


def words_of(path) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]


def marked_faces(root) -> int:
    page = pypdfium2.PdfDocument(root / "output/soup/draft/a4/food.pdf")[0]
    picture = page.render(scale=2).to_pil().convert("RGB")
    most = 5 / 25.4 * 72 * 2 + 1
    marks = []
    for y in range(picture.height):
        for x in range(picture.width):
            near = any(abs(x - left) <= most and 0 <= y - top <= most for left, top in marks)
            if picture.getpixel((x, y)) == (217, 72, 15) and not near:
                marks.append((x, y))
    return len(marks)


@pytest.fixture
def faulty(soup):
    wrong = '{% if piece.id == "leek" %}{{ icon("no", 9, 9, 9) }}{% endif %}{{ line('
    change(soup / "templates/soup/food.svg.j2", "{{ line(", wrong)
    (soup / "card_data/soup/tools.yaml").write_text(TOOLS)
    return soup


@pytest.mark.long
def test_a_draft_prints_what_is_sound_and_marks_the_rest(faulty, pnp):
    outcome = pnp("build --paper a4 --draft")
    assert outcome.status == 1
    assert "error PNP308" in outcome.err
    assert "Soup: a draft, with a mark in the corner of each face that has an error" in outcome.out
    (front, *_) = words_of(faulty / "output/soup/draft/a4/food.pdf")
    assert (front.count("Leek"), front.count("Pea"), front.count("DRAFT: food")) == (2, 1, 0)
    assert marked_faces(faulty) == 2
    assert "1.2 DRAFT" in front.replace("\u00a0", " ")
    assert "Pot" in words_of(faulty / "output/soup/draft/a4/tools.pdf")[0]


def test_a_draft_leaves_the_real_print_alone(faulty, pnp):
    change(faulty / "templates/soup/food.svg.j2", '{{ icon("no", 9, 9, 9) }}', "")
    assert pnp("build --paper a4").status == 0
    before = contents(faulty / "output/soup")
    assert pnp("build --paper a4 --draft").status == 0
    after = contents(faulty / "output/soup")
    assert {name: after[name] for name in before} == before
    assert {name.partition("/")[0] for name in after.keys() - before.keys()} == {"draft"}


def test_a_component_that_cannot_be_read_does_not_keep_the_others_from_a_draft(faulty, pnp):
    (faulty / "card_data/soup/food.yaml").write_text(FOOD.replace("copies: 2", "copies: two"))
    outcome = pnp("build --paper a4 --draft")
    assert outcome.status == 1
    assert "PNP104" in outcome.err
    assert [path.name for path in (faulty / "output/soup/draft/a4").iterdir()].count("tools.pdf") == 1
    assert not (faulty / "output/soup/draft/a4/food.pdf").exists()


def test_a_proof_has_a_page_for_each_face_with_its_lines(soup, pnp):
    outcome = pnp("build --proof")
    assert outcome.status == 0
    assert [path.name for path in (soup / "output/soup").iterdir()] == ["proof"]
    path = soup / "output/soup/proof/food.pdf"
    pages = words_of(path)
    assert len(pages) == 3
    for line in ("PROOF: food/leek, front", "trim: 63 x 88 mm", "bleed: 3 mm", "safe: 3 mm inside"):
        assert line in pages[0]
    with pikepdf.open(path) as pdf:
        _, _, width, height = (float(side) * 25.4 / 72 for side in pdf.pages[0].mediabox)
    assert (round(width), round(height)) == (101, 126)
