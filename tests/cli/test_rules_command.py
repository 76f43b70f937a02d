"""`pnp rules`: sentences change with the data, figures show pieces, and nobody's words become code."""

import re
from pathlib import Path

import pypdfium2
import pytest
from small_game import change, manifest, prepared, words, write_files, write_game

from pnp.typesetting.fonts import Style, font_book

RULES = """\
params: {rounds: 3}
object:
  - "Cook for {{ params.rounds }} rounds with {{ count(food) }} foods: {{ list(food, 'name') }}. {{ card(food.leek) }} has {{ food.leek.copies|plural('copy', 'copies') }}."
"""


@pytest.fixture
def rules(soup):
    path = soup / "card_data/soup/rules.yaml"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_a_changed_card_changes_the_sentence(soup, rules, pnp):
    before = pnp("rules soup --format md --out - --section object").out
    assert "Cook for 3 rounds with 3 foods: Leek and Pea. Leek has 2 copies." in before
    change(soup / "card_data/soup/food.yaml", "name: Leek, copies: 2", "name: Chard, copies: 1")
    after = pnp("rules soup --format md --out - --section object").out
    assert "Cook for 3 rounds with 2 foods: Chard and Pea. Chard has 1 copy." in after


def test_a_game_without_rules_is_written_from_its_data(soup, pnp):
    outcome = pnp("rules soup --format md --out -")
    assert outcome.status == 0
    assert "## Components" in outcome.out
    assert "#### Leek (2 copies)" in outcome.out
    assert "## Object" not in outcome.out


def test_a_dangling_reference_stops_it_where_it_stands(soup, rules, pnp):
    change(rules, "food.leek.copies", "food.leak.copies")
    outcome = pnp("rules soup --format md --out -")
    assert (outcome.status, outcome.out) == (1, "")
    assert "card_data/soup/rules.yaml:3:" in outcome.err
    assert 'error PNP171: food has no piece "leak"' in outcome.err
    assert 'did you mean "leek"?' in outcome.err


WORDS = 'x #panic("a") $y$ <script>z</script> @ref [b](c) `d` \\\\ **'


def test_words_that_look_like_code_are_words_in_every_format(soup, rules, pnp):
    rules.write_text(f"object:\n  - '{WORDS}'\n", encoding="utf-8")
    for form in ("md", "html", "pdf"):
        assert pnp(f"rules soup --section object --format {form}").status == 0
    page = (soup / "output/soup/rules.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert '#panic("a") $y$ &lt;script&gt;z&lt;/script&gt; @ref [b](c) `d`' in page
    assert r"\<script\>z\</script\> @ref \[b\](c) \`d\`" in (soup / "output/soup/rules.md").read_text()
    with pypdfium2.PdfDocument(soup / "output/soup/rules.pdf") as pdf:
        said = pdf[0].get_textpage().get_text_range()
    assert '#panic("a") $y$ <script>z</script> @ref [b](c) `d`' in said


def test_pages_are_those_of_each_paper(soup, rules, pnp):
    for paper, width in (("a5", 148), ("half-letter", 139.7)):
        assert pnp(f"rules soup --paper {paper}").status == 0
        with pypdfium2.PdfDocument(soup / "output/soup/rules.pdf") as pdf:
            assert pdf[0].get_width() * 25.4 / 72 == pytest.approx(width, abs=0.1)


def test_pictures_lie_beside_the_markdown(soup, rules, pnp):
    assert pnp("rules soup --format md").out == "output/soup/rules.md\n"
    text = (soup / "output/soup/rules.md").read_text(encoding="utf-8")
    assert "![Leek](rules-pictures/card-food-leek.svg)" in text
    drawing = (soup / "output/soup/rules-pictures/card-food-leek.svg").read_text(encoding="utf-8")
    assert drawing.startswith('<svg width="110" ')
    assert "Leek" in drawing


def test_what_cannot_be_asked_for_is_said(soup, rules, pnp):
    outcome = pnp("rules soup --section cadrs")
    assert outcome.status == 2
    assert 'there is no section "cadrs"' in outcome.err
    assert "did you mean cards?" in outcome.err
    assert pnp("rules soup --out -").status == 2
    assert "did you mean soup?" in pnp("rules soop").err


def test_a_damaged_font_is_told_of_and_the_rules_are_written_all_the_same(soup, rules, pnp):
    whole = font_book(Path("none")).find("Source Sans Pro", Style(400)).path.read_bytes()
    (soup / "fonts").mkdir()
    (soup / "fonts/Damaged.ttf").write_bytes(whole[: len(whole) // 2])
    for form in ("html", "md", "pdf"):
        outcome = pnp(f"rules soup --section object,cards --format {form}")
        assert (outcome.status, outcome.out) == (0, f"output/soup/rules.{form}\n")
        assert "warning PNP314: Damaged.ttf" in outcome.err


# Figures in rules.yaml: pieces where they lie, stacks, labels with lines, and what is wrong with them told in place.


FIGURE = """\
setup:
  - figure:
      title: The table
      size: [200, 100]
      things:
        - {show: [food/leek, food/pea], at: [40, 50], step: [70, 0], stack: "{{ count(food) }}", turn: 90, scale: 0.5, faint: true}
      captions:
        - {text: "**Foods:** {{ count(food) }}", at: [150, 20], to: [110, 50]}
        - {text: On the left, at: [20, 90]}
      arrows: [[130, 50, 160, 90], [10, 80, 10, 60, 40, 60]]
  - glance: [← Cook, Eat]
  - choices: [Salt, Pepper]
"""


@pytest.fixture
def figure(soup):
    path = soup / "card_data/soup/rules.yaml"
    path.write_text(FIGURE, encoding="utf-8")
    return path


def test_pieces_lie_where_the_figure_says_with_the_cards_of_their_stacks(soup, figure, pnp):
    assert pnp("rules soup --format md --section setup").status == 0
    (drawing,) = (soup / "output/soup/rules-pictures").glob("figure-*.svg")
    svg = drawing.read_text(encoding="utf-8")
    assert 'viewBox="0 0 200 100"' in svg
    pale = r'<g transform="translate\(([^)]+)\) rotate\(90\) scale\(0\.5\)" opacity="0.4">'
    assert re.findall(pale, svg) == ["40 50", "110 50"]
    assert svg.count('fill="#ffffff" stroke="#8c8c8c"') == 2 * 2  # three cards: two below the face
    assert 'd="M150 20L110 50"' in svg
    assert svg.count('<path transform="translate(130 50) rotate(53.13)"') == 1
    assert re.search('d="M10 80L10 60"[^>]*/><path transform="translate\\(10 60\\) rotate\\(0.00\\)"', svg)
    text = (soup / "output/soup/rules.md").read_text(encoding="utf-8")
    assert "**The table**\n\n- **Foods:** 3\n- On the left\n\n← Cook → Eat\n\nSalt · Pepper" in text


@pytest.mark.parametrize(("how", "said"), [("faint", 2), ("plain", 0)])
def test_a_plain_piece_has_no_small_print(soup, figure, pnp, how, said):
    template = soup / "templates/soup/food.svg.j2"
    small = template.read_text(encoding="utf-8").replace('anchor="middle"', "size=9")
    template.write_text(small, encoding="utf-8")
    figure.write_text(FIGURE.replace("faint: true", f"{how}: true"), encoding="utf-8")
    assert pnp("rules soup --format md --section setup").status == 0
    (drawing,) = (soup / "output/soup/rules-pictures").glob("figure-*.svg")
    assert len(re.findall(r">(Leek|Pea)<", drawing.read_text(encoding="utf-8"))) == said


def test_the_page_has_words_beside_the_drawing_and_tells_all_to_those_who_cannot_see_it(soup, figure, pnp):
    assert pnp("rules soup --format html --section setup").status == 0
    page = (soup / "output/soup/rules.html").read_text(encoding="utf-8")
    assert 'aria-label="The table. Foods: 3. On the left"' in page
    assert re.findall(r'<li class="(\w+)" style="--x:([\d.]+);--y:([\d.]+);', page) == [
        ("above", "75", "20"),
        ("below", "10", "90"),
    ]
    assert '<ol class="glance"><li>← Cook</li><li>Eat</li></ol>' in page
    assert '<ul class="glance"><li>Salt</li><li>Pepper</li></ul>' in page


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("food/pea", "food/peach", 'PNP171: food has no piece "peach"'),
        ("size: [200, 100]", "size: [200]", "PNP104: size must be 2 numbers"),
        ("at: [20, 90]", "at: near", "PNP104: at must be 2 numbers"),
        ("step:", "steps:", "PNP103"),
        ("at: [40, 50], ", "", "PNP105"),
        ("turn: 90", "turn: left", "PNP104"),
    ],
)
def test_what_is_wrong_with_a_figure_is_told_where_it_stands(figure, pnp, old, new, finding):
    change(figure, old, new)
    told = pnp("check soup").err
    assert finding in told
    assert "rules.yaml:" in told


# The rules that come with a build: written with the sheets, left alone when nothing has changed, verified, left out.


SHORT = "object: Cook with {{ count(food) }} foods.\n"
FILES = ("rules.pdf", "reference.pdf", "a4/rules-booklet.pdf", "letter/rules-booklet.pdf")


ready = prepared(
    lambda root: write_files(write_game(root), {"card_data/soup/rules.yaml": SHORT}), "build soup"
)


@pytest.fixture
def cooked(ready):
    return ready / "output/soup"


def test_a_build_brings_the_rules_to_read_and_to_fold(cooked, ready, pnp):
    for name in set(FILES) - {"reference.pdf"}:
        assert "Cook with 3 foods." in words(cooked / name)
    assert sorted(manifest(ready)["rules"]) == sorted(FILES)
    how, plan = words(cooked / "a4/build.pdf").split("Pages 3-4 first")
    assert "pages 3-4 1 sheet, both sides, flip on long edge (or as ticked) the rules Card" in plan, how
    assert "Every card and piece" in words(cooked / "reference.pdf")
    assert "Every card and piece" not in words(cooked / "rules.pdf")
    pnp("build soup --paper a4 --printer-type manual")
    assert "Feed the other edge first. Blank pages are intended." in words(cooked / "a4/build.pdf")


def test_rules_that_did_not_change_are_left_alone(cooked, pnp, ready):
    template = ready / "templates/soup/food.svg.j2"
    template.write_text(template.read_text() + "{# nothing that is seen #}", encoding="utf-8")
    pnp("build soup")
    template.write_text(template.read_text() + " ", encoding="utf-8")
    said = pnp("build soup -v").out
    for name in FILES:
        assert f"{name}: " in said
    assert all(line.endswith(", unchanged") for line in said.splitlines() if "rules" in line)
    change(ready / "card_data/soup/rules.yaml", "Cook", "Boil")
    said = pnp("build soup -v").out
    assert not any(line.endswith(", unchanged") for line in said.splitlines() if "rules" in line)
    assert "Boil with 3 foods." in words(cooked / FILES[2])


def test_verify_knows_the_rules(cooked, pnp, ready):
    assert pnp("verify soup").status == 0
    (cooked / FILES[2]).unlink()
    told = pnp("verify soup").err
    assert "error PNP550: a4/rules-booklet.pdf is missing, or is not a complete PDF" in told
    assert "error PNP565: a4/print.pdf" in told
    pnp("build soup")
    change(ready / "card_data/soup/rules.yaml", "Cook", "Boil")
    told = pnp("verify soup --all").err
    assert told.count("error PNP564: ") == 3
    assert "rules.pdf does not match the current data" in told


def test_rules_with_an_error_keep_the_game_from_being_built(cooked, pnp, ready):
    change(ready / "card_data/soup/rules.yaml", "count(food)", "count(fod)")
    told = pnp("build soup")
    assert told.status == 1
    assert 'rules.yaml:1:28: error PNP171: there is no component "fod"' in told.err
    assert "Soup: not built" in told.out
    assert pnp("build soup --no-rules").status == 0
