"""Drafts of games with errors, and proofs with the lines of each face."""

import pikepdf
import pypdfium2
import pytest
from small_game import FOOD, TOOLS, change, contents


def words_of(path) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]


ORANGE = (217, 72, 15)


def marked_faces(root) -> int:
    """How many marks the first sheet has, each 5 mm wide and high at most."""
    page = pypdfium2.PdfDocument(root / "output/soup/draft/a4/food.pdf")[0]
    picture = page.render(scale=2).to_pil().convert("RGB")
    most = 5 / 25.4 * 72 * 2 + 1
    marks = []
    for y in range(picture.height):
        for x in range(picture.width):
            near = any(abs(x - left) <= most and 0 <= y - top <= most for left, top in marks)
            if picture.getpixel((x, y)) == ORANGE and not near:
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
    for words in ("PROOF: food/leek, front", "trim: 63 x 88 mm", "bleed: 3 mm", "safe: 3 mm inside"):
        assert words in pages[0]
    with pikepdf.open(path) as pdf:
        _, _, width, height = (float(side) * 25.4 / 72 for side in pdf.pages[0].mediabox)
    assert (round(width), round(height)) == (101, 126)
