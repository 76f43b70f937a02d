"""`pnp check`: findings, promises of claims.yaml, and texts that can be read."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from galleries import with_pictures
from small_game import FOOD, change, write_files

from pnp.build import game_check
from pnp.build.build_cache import open_cache
from pnp.build.game_check import hard_texts
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, draw_game, fonts_of
from pnp.load.game import load_game
from pnp.load.project import find_project, game_ids
from pnp.load.translation_files import languages_of


def test_a_sound_game_has_no_findings(soup, pnp):
    outcome = pnp("check")
    assert (outcome.status, outcome.out, outcome.err) == (0, "Soup: 3 cards, no findings\n", "")
    assert sorted(path.name for path in soup.iterdir()) == ["card_data", "templates"]


def test_findings_go_to_standard_error_and_the_verdict_to_standard_output(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "title: Food", "titel: Food")
    outcome = pnp("check")
    assert "error PNP103" in outcome.err
    assert outcome.out.startswith("soup: cannot be read, ")


def test_json_holds_the_promised_keys_and_nothing_else_is_printed(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "copies: 2", "copies: two")
    outcome = pnp("check --format json")
    (finding,) = json.loads(outcome.out)
    assert [*finding] == ["code", "severity", "message", "hint", "file", "line", "column", "game", "piece"]
    assert (finding["code"], finding["severity"], finding["game"]) == ("PNP104", "error", "soup")
    assert (finding["file"], finding["line"], finding["column"]) == ("card_data/soup/food.yaml", 7, 36)
    assert (outcome.status, outcome.err) == (1, "")


def test_github_gets_annotations(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "copies: 2", "copies: two")
    (line,) = pnp("check --format github").out.splitlines()
    assert line.startswith("::error file=card_data/soup/food.yaml,line=7,col=36,title=PNP104::copies must")


def test_a_missing_picture_is_a_warning_and_a_placeholder(soup, pnp):
    with_pictures(soup)
    outcome = pnp("check")
    assert "warning PNP309" in outcome.err
    assert (outcome.status, outcome.out) == (0, "Soup: 3 cards, 3 warnings\n")
    assert pnp("build --paper a4").status == 0


def test_what_is_wrong_in_many_lines_is_told_once_in_words_and_line_by_line_to_programs(soup, pnp):
    rows = "".join(f"  - {{id: bean-{n}, name: Bean, colour: x}}\n" for n in range(9))
    (soup / "card_data/soup/food.yaml").write_text(FOOD + rows)
    change(
        soup / "templates/soup/food.svg.j2", "{{ line(", "{{ icon(piece.colour or 'y', 9, 9, 9) }}{{ line("
    )
    outcome = pnp("check")
    assert outcome.err.count('there is no icon "x"') == 1
    assert "\n  and 8 more, such as card_data/soup/food.yaml:10:38: food/bean-1\n" in outcome.err
    assert outcome.err.endswith("some lines are hidden: --all prints all, --format json has each finding\n")
    assert pnp("check --all").err.count('there is no icon "x"') == 9
    found = [each for each in json.loads(pnp("check --format json").out) if each["code"] == "PNP308"]
    assert [each["line"] for each in found] == [*range(9, 18)]


@pytest.fixture
def nothing_read(monkeypatch):
    return lambda: monkeypatch.setattr(game_check, "check_anew", None)


def test_a_check_of_what_has_not_changed_says_the_same_again(soup, pnp, nothing_read):
    with_pictures(soup)
    first = pnp("check")
    assert "warning PNP309" in first.err
    nothing_read()
    assert pnp("check") == first
    with pytest.raises(TypeError):
        pnp("check --legible")


CHANGED = {
    "data": lambda soup: change(soup / "card_data/soup/food.yaml", "copies: 2", "copies: two"),
    "template": lambda soup: change(soup / "templates/soup/food.svg.j2", "{{ line(", "{{ lines("),
    "approval": lambda soup: (soup / "card_data/soup/approved.yaml").write_text("approved: 3\n"),
    "font": lambda soup: (soup / "fonts").mkdir() or (soup / "fonts/bad.ttf").write_text("no font"),
    "picture": lambda soup: write_files(with_pictures(soup), {"bread.svg": "<svg>"}),
}


@pytest.mark.parametrize("changed", CHANGED.values(), ids=CHANGED)
def test_a_check_of_what_has_changed_is_made_anew(soup, pnp, nothing_read, changed):
    assert pnp("check").err == ""
    changed(soup)
    assert pnp("check").err != ""
    nothing_read()
    assert pnp("check").err != ""


CLAIMS = """\
claims:
  - id: S1
    says: The box holds three food cards.
    where: Contents
    test: count(food) == 3
  - id: S2
    says: There are two leeks and one pea.
    where: Contents
    test: values(food, 'copies') == dict(leek=2, pea=1)
  - id: S3
    says: The hungriest begins.
    where: How to play
    judged: a rule of play; nothing printed can break it
rulings:
  - id: X1
    about: [S1]
    conflict: The title speaks of four cards.
    ruling: Three.
    reason: The list has three.
  - {id: X2, about: S3, conflict: Nobody is hungry., ruling: The cook begins.}
"""

S1 = """\
Soup S1: holds
  claim     The box holds three food cards.
  place     rulebook, "Contents" (stated); card_data/soup/claims.yaml:2
  test      count(food) == 3
  data      count(food): 3 in 2 different
              2 × leek, pea
  ruling    X1: Three.
"""

X1 = """\
Soup X1: a ruling
  conflict  The title speaks of four cards.
  about     S1: The box holds three food cards.
  ruling    Three.
  reason    The list has three.
"""


@pytest.fixture
def promising(soup):
    (soup / "card_data/soup/claims.yaml").write_text(CLAIMS)
    return soup


def test_kept_promises_and_rulings_are_told_in_a_line(promising, pnp):
    outcome = pnp("check")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == (
        "Soup: 2 of 2 claims hold, 1 judged, 2 rulings, 3 cards\n"
        "  2 rulings: pnp check soup --explain X1 (X1, X2)\n"
    )


def test_a_card_more_breaks_a_promise_at_its_place(promising, pnp):
    change(promising / "card_data/soup/food.yaml", "name: Pea", "name: Pea, copies: 2")
    outcome = pnp("check")
    assert outcome.status == 1
    assert outcome.err == (
        "card_data/soup/claims.yaml:2:9: error PNP520: S1 is broken, The box holds three food cards: "
        "count(food) is 4, not 3 (pieces: leek and pea)\n"
        "  2 |   - id: S1\n"
        "    |         ^^\n"
        "  hint: pnp check soup --explain S1 shows the data it looked at\n"
        "card_data/soup/claims.yaml:6:9: error PNP520: S2 is broken, There are two leeks and one pea: "
        "values(food, 'copies'): pea is 2, not 1 (pieces: pea)\n"
        "  6 |   - id: S2\n"
        "    |         ^^\n"
        "  hint: pnp check soup --explain S2 shows the data it looked at\n"
    )
    assert outcome.out.startswith("Soup: 0 of 2 claims hold, 1 judged, 2 rulings, 4 cards, 2 errors\n")
    explained = pnp("check --explain S1")
    assert (explained.status, explained.out.splitlines()[0]) == (1, "Soup S1: broken")
    assert "  broken    count(food) is 4, not 3\n" in explained.out


@pytest.mark.parametrize(
    ("many", "end"), [(4, "not 7 (pieces: leek and pea)"), (5, "not 7; and 1 more (pieces: ")]
)
def test_of_many_findings_the_first_are_told(many, end, promising, pnp):
    tests = ", ".join(f"count(food) == {4 + number}" for number in range(many))
    change(promising / "card_data/soup/claims.yaml", "test: count(food) == 3", f"test: [{tests}]")
    assert end in pnp("check").err


@pytest.mark.parametrize(("name", "shown"), [("S1", S1), ("X1", X1)])
def test_one_promise_or_ruling_is_explained(name, shown, promising, pnp):
    outcome = pnp(f"check soup --explain {name}")
    assert (outcome.status, outcome.out, outcome.err) == (0, shown, "")


def test_promises_can_be_tried_without_drawing(promising, pnp):
    (promising / "templates/soup/food.svg.j2").write_text("{{ nonsense")
    change(promising / "card_data/soup/food.yaml", "name: Pea", "name: Pea, copies: 2")
    outcome = pnp("check --no-faces")
    assert outcome.status == 1
    assert outcome.err.count("error PNP") == outcome.err.count("error PNP520") == 2


PROJECT = find_project(Path(__file__).parent)


@pytest.mark.long
@pytest.mark.usefixtures("shipped_games")
@pytest.mark.parametrize("game_id", game_ids(PROJECT))
def test_every_text_of_a_shipped_game_can_be_read(game_id):
    for language in ("", *languages_of(PROJECT.game_folder(game_id))):
        project = replace(PROJECT, language=language)
        game, fonts = load_game(project, game_id).game, fonts_of(project)
        for theme in ("", *game.themes):
            options = BuildOptions(papers=(), theme=theme)
            with open_cache() as cache:
                drawn = draw_game(BuildContext(project, fonts, options, cache), game, convert=False)
            findings = hard_texts(drawn, faint=theme != "large-print")  # which has the usual colours
            assert [finding.message for finding in (*findings, *drawn.diagnostics)] == []


def test_the_size_that_a_theme_promises_is_checked_without_being_asked_for(soup, pnp):
    game = soup / "card_data/soup/game.yaml"
    game.write_text(game.read_text() + "  large-print: {smallest_text: 9}\n")
    front = soup / "templates/soup/food.svg.j2"
    template = '{% extends "base/card.svg.j2" %}{% block body %}<text x="9" y="9" SIZE>{{ piece.name }}</text>{% endblock %}'
    size = 'font-family="Source Sans Pro" font-size="2.8"'  # 7.9 pt
    front.write_text(template.replace("SIZE", size))
    done = pnp("check")
    assert done.status == 1
    assert 'food/leek, front in the theme large-print: "Leek" is printed at 7.9 pt' in done.err
    assert "hint: make it at least 9 pt" in done.err
    (soup / "templates/soup/large-print").mkdir()
    large = front.with_name("large-print") / front.name
    large.write_text(template.replace("SIZE", size.replace("2.8", "3.2")))
    assert pnp("check").status == 0
