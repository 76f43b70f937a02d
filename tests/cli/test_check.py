import json

import pytest
from small_game import FOOD, FRONT, change

from pnp.build import game_check

KEYS = ["code", "severity", "message", "hint", "file", "line", "column", "game", "piece"]


def with_picture(soup):
    (soup / "templates/soup/food.svg.j2").write_text(
        FRONT.replace("{{ line(", "{{ picture(piece.id, (4, 50, 20, 20)) }}{{ line(")
    )
    art = soup / "card_data/soup/art"
    art.mkdir()
    return art


def test_a_sound_game_has_no_findings(soup, pnp):
    outcome = pnp("check")
    assert (outcome.status, outcome.out, outcome.err) == (0, "Soup: 3 cards, no findings\n", "")
    assert sorted(path.name for path in soup.iterdir()) == ["card_data", "templates"]


def test_findings_go_to_standard_error_and_the_verdict_to_standard_output(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "title: Food", "titel: Food")
    outcome = pnp("check")
    assert outcome.status == 1
    assert "error PNP103" in outcome.err
    assert outcome.out.startswith("soup: cannot be read, ")


def test_json_holds_the_promised_keys_and_nothing_else_is_printed(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "copies: 2", "copies: two")
    outcome = pnp("check --format json")
    (finding,) = json.loads(outcome.out)
    assert [*finding] == KEYS
    assert (finding["code"], finding["severity"], finding["game"]) == ("PNP104", "error", "soup")
    assert (finding["file"], finding["line"], finding["column"]) == ("card_data/soup/food.yaml", 7, 36)
    assert (outcome.status, outcome.err) == (1, "")


def test_github_gets_annotations(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "copies: 2", "copies: two")
    (line,) = pnp("check --format github").out.splitlines()
    assert line.startswith("::error file=card_data/soup/food.yaml,line=7,col=36,title=PNP104::copies must")


def test_a_missing_picture_is_a_warning_and_a_placeholder(soup, pnp):
    with_picture(soup)
    outcome = pnp("check")
    assert outcome.status == 0
    assert "warning PNP309" in outcome.err
    assert outcome.out == "Soup: 3 cards, 2 warnings\n"
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
    """From now on a check may only remember."""
    return lambda: monkeypatch.setattr(game_check, "check_anew", None)


def test_a_check_of_what_has_not_changed_says_the_same_again(soup, pnp, nothing_read):
    with_picture(soup)
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
    "picture": lambda soup: (with_picture(soup) / "bread.svg").write_text("<svg>"),
}


@pytest.mark.parametrize("changed", CHANGED.values(), ids=CHANGED)
def test_a_check_of_what_has_changed_is_made_anew(soup, pnp, nothing_read, changed):
    assert pnp("check").err == ""
    changed(soup)
    assert pnp("check").err != ""
    nothing_read()
    assert pnp("check").err != ""
