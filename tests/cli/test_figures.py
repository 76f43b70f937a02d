"""Figures in rules.yaml: pieces where they lie, stacks, labels with lines, and what is wrong with them told in place."""

import re

import pytest
from small_game import change

FIGURE = """\
setup:
  - figure:
      title: The table
      size: [200, 100]
      things:
        - {show: [food/leek, food/pea], at: [40, 50], step: [70, 0], stack: "{{ count(food) }}", turn: 90}
      captions:
        - {text: "**Foods:** {{ count(food) }}", at: [150, 20], to: [110, 50]}
        - {text: On the left, at: [20, 90]}
      arrows: [[130, 50, 160, 90]]
  - glance: [Cook, Eat]
  - choices: [Salt, Pepper]
"""


@pytest.fixture
def rules(soup):
    path = soup / "card_data/soup/rules.yaml"
    path.write_text(FIGURE, encoding="utf-8")
    return path


def test_pieces_lie_where_the_figure_says_with_the_cards_of_their_stacks(soup, rules, pnp):
    assert pnp("rules soup --format md --section setup").status == 0
    (drawing,) = (soup / "output/soup/rules-pictures").glob("figure-*.svg")
    svg = drawing.read_text(encoding="utf-8")
    assert 'viewBox="0 0 200 100"' in svg
    assert re.findall(r'<g transform="translate\(([^)]+)\) rotate\(90\)">', svg) == ["40 50", "110 50"]
    assert svg.count('fill="#ffffff" stroke="#8c8c8c"') == 2 * 2  # three cards: two below the face
    assert 'd="M150 20L110 50"' in svg
    assert svg.count('<path transform="translate(130 50) rotate(53.13)"') == 1
    text = (soup / "output/soup/rules.md").read_text(encoding="utf-8")
    assert "**The table**\n\n- **Foods:** 3\n- On the left\n\nCook → Eat\n\nSalt · Pepper" in text


def test_the_page_has_words_beside_the_drawing_and_tells_all_to_those_who_cannot_see_it(soup, rules, pnp):
    assert pnp("rules soup --format html --section setup").status == 0
    page = (soup / "output/soup/rules.html").read_text(encoding="utf-8")
    assert 'aria-label="The table. Foods: 3. On the left"' in page
    assert re.findall(r'<li class="(\w+)" style="--x:([\d.]+);--y:([\d.]+);', page) == [
        ("above", "75", "20"),
        ("below", "10", "90"),
    ]
    assert '<ol class="glance"><li>Cook</li><li>Eat</li></ol>' in page
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
def test_what_is_wrong_with_a_figure_is_told_where_it_stands(rules, pnp, old, new, finding):
    change(rules, old, new)
    told = pnp("check soup").err
    assert finding in told
    assert "rules.yaml:" in told
