"""Which role each column of a stranger's table gets: by its name, by what it holds, by how its values vary."""

from pathlib import Path

import pytest
import yaml

from pnp.load.rows.headings import guess_roles

ROWS = range(12)
_FILE = yaml.safe_load(Path(__file__).with_name("roles.yaml").read_text(encoding="utf-8"))
NAMES, TEXTS, CASES = _FILE["names"], _FILE["texts"], _FILE["cases"]


def numbered(form: str) -> list[str]:
    return [form.format(n) for n in ROWS]


@pytest.mark.parametrize("case", CASES)
def test_a_column_has_the_role_of_its_name_or_its_values(case):
    columns, roles, shown = (CASES[case].get(key, ()) for key in ("columns", "roles", "shown"))
    columns = {name: values * (len(ROWS) // len(values)) for name, values in columns.items()}
    roles = {role: tuple(each) if isinstance(each, list) else each for role, each in roles.items()}
    guessed = guess_roles(columns, shown=shown).roles
    assert {role: getattr(guessed, role) for role in roles} == roles


LEFT_OUT = {
    "not for players": numbered("x{}"),
    "addresses": numbered("https://example.org/{}"),
    "files": numbered("pictures/{}.eps"),
    "timestamps": ["2026-01-31 12:00"] * 12,
    "codes": numbered("0100{}a"),
    "for screens": ["-43px -34px", "(B=13,G=0,R=1,A=255)", "rgba(1, 2, 3, 0.5)"] * 4,
    "for programs": [
        "card:01006, size:30",
        "{'op': 'hit'}",
        "onPlay[pp>=7]: draw(2)",
        "org.fox.Beast",
        "ON_PLAY · 2 · true",
    ]
    * 3,
    "the same on nearly all cards": ["x1.2"] * 12,
    "a copy of name": [name.upper() for name in NAMES],
    "empty": [""] * 12,
    "for the picture": numbered("A wide view of the old mill number {}, clean vector, soft lighting"),
}


@pytest.mark.parametrize("reason", LEFT_OUT)
def test_what_is_not_for_a_card_is_left_out_with_a_reason(reason):
    name = "octgn_id" if reason == "not for players" else "c9"
    guessed = guess_roles({"name": NAMES, name: LEFT_OUT[reason], "color": ["#123456", "#aabbcc"] * 6})
    assert guessed.left_out == {name: reason, "color": "the colours of the cards"}


@pytest.mark.parametrize(
    "codes",
    [["L001, L002", "L003"] * 6, ["102030405060", "102030405061"] * 6, numbered("AB/C-1-{:03}"), numbered("00{:04}-001")],
)  # fmt: skip
def test_codes_that_cards_of_another_table_have_are_left_out(codes):
    columns = {
        "name": NAMES,
        "c9": codes,
        "path_sea_sky_fog": ["sea", "sky, fog"] * 6,
        "day_night": ["Day", "Night"] * 6,
    }
    assert guess_roles(columns).left_out == {"c9": "codes", "path_sea_sky_fog": "for programs"}


def test_a_number_of_its_own_for_each_card_stands_at_the_foot():
    """The copies of a card share it; a number that two cards have is one of the game."""
    columns = {"title": [*NAMES, *NAMES], "class": [str(7 * at % 31) for at in range(len(NAMES))] * 2}
    columns["roster"] = ["North", "South"] * len(NAMES)
    assert guess_roles(columns).roles.footer == ("class",)
    columns["class"] = [str(at % 9) for at in range(len(NAMES))] * 2
    assert guess_roles(columns).roles.numbers == ("class",)
