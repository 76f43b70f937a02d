"""The designs take any fields, in any size and shape, and print all that they are given."""

import re

import pypdfium2
import pytest

import pnp
from pnp.build.check import CheckOptions, check_games
from pnp.checks.art import art_faults
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.roles import DESIGNS
from pnp.typesetting.fonts import font_book

LONG = (
    "Whoever comes to the well first draws one bucket for each lantern that is lit, then passes the rope. "
    * 14
)
DECK = f"""\
Name,Cost,Type,Card Text,Attack,Flavor Text,Tags,Rare,Notes,A,B,C,D,E,F,G,Speed of the wind,Artist
Ember Fox,2,Creature,"When it enters, **deal 1 damage** to any target.",2,"Small fires travel fast.",beast|fire,yes,ask,1,2,3,4,5,6,7,80,A. Painter
Lantern Keeper,3,Creature,"Look at the top card of your deck. If it is a Lantern, draw it.",1,,human,no,,,,,,,,,,
The Long Way Around the Mountain and Down Again to the Sea,11,Spell,Draw a {{card}} or *two [three].,+2,,,,,,,,,,,,,B. Drawer
Donaudampfschifffahrtsgesellschaftskapitänswitwenrente,X+1,Spell,{"Donaudampfschifffahrtsgesellschaft" * 4},,,,,,,,,,,,,,
The Well,1,Place,"{LONG}",,"{LONG[:300]}",,,,,,,,,,,,
Seven,7,,,,,,,,,,,,,,,,
"""
SIZES = {
    "standard": "kind: cards",
    "mini": "kind: cards\nsize: mini",
    "jumbo": "kind: cards\nsize: jumbo",
    "square": "kind: cards\nsize: 40mm x 40mm",
    "wide": "kind: cards\nsize: 88mm x 63mm",
}
PIECES = {
    "hexagon": "kind: tiles\nshape: hexagon\nside: 40mm",
    "triangle": "kind: tiles\nshape: triangle\nside: 90mm",
    "square_tile": "kind: tiles\nshape: square\nside: 50mm",
    "token": "kind: discs\ndiameter: 25mm",
}


def component_of(design: str) -> str:
    return design.replace("-", "_")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A game with the deck in every design, and one in every size and shape."""
    folder = tmp_path_factory.mktemp("designs") / "card_data/deck"
    (folder / "art").mkdir(parents=True)
    (folder / "game.yaml").write_text("title: The Long Deck\n", encoding="utf-8")
    (folder / "deck.csv").write_text(DECK, encoding="utf-8")
    (folder / "art/lantern-keeper.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="3"/></svg>',
        encoding="utf-8",
    )
    decks = {component_of(name): f"kind: cards\ndesign: {name}" for name in DESIGNS} | SIZES | PIECES
    for name, kind in decks.items():
        (folder / f"{name}.yaml").write_text(f"{kind}\nrows: deck.csv\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def checked(folder):
    (result,) = check_games(find_project(folder), ("deck",), CheckOptions(cache=False))
    return result


@pytest.mark.long
def test_no_data_is_an_error_in_any_design_size_or_shape(checked):
    assert [each for each in checked.diagnostics if each.severity == "error"] == []


def test_what_is_left_out_is_told(checked):
    """The long text does not go into the smallest pieces, not even on both sides; nowhere else is a word lost."""
    cut = {each.piece.partition("/")[0] for each in checked.diagnostics if each.code == "PNP421"}
    assert cut <= {"mini", "square", *PIECES}
    assert cut >= {"token"}


def letters(text: str) -> str:
    """The letters and digits of a text alone: lines are broken and words hyphenated as they must."""
    return re.sub(r"[\W_]", "", text).casefold()


@pytest.mark.parametrize("design", DESIGNS)
def test_every_headline_and_text_is_in_the_pdf(folder, design):
    project = find_project(folder)
    options = pnp.BuildOptions(papers=(pnp.find_paper("a4"),), components=(component_of(design),))
    pnp.build_games(project, ["deck"], options)
    with pypdfium2.PdfDocument(folder.parents[1] / f"output/deck/a4/{component_of(design)}.pdf") as pdf:
        printed = letters("".join(page.get_textpage().get_text_range() for page in pdf))
    for words in (
        "Ember Fox",
        "Lantern Keeper",
        "Down Again to the Sea",
        "kapitänswitwenrente",
        "The Well",
        "Seven",
    ):
        assert letters(words) in printed
    assert "smallfirestravelfast" in printed
    assert "Lookatthetopcardofyourdeck".casefold() in printed
    assert printed.count("passestherope") >= 14, "a long text goes on on the back"


@pytest.mark.parametrize("design", DESIGNS)
def test_no_two_texts_touch_and_nothing_ends_at_the_cut(folder, design):
    """No face of a design is looked at for this when it is drawn, as its shapes are known."""
    project = find_project(folder)
    component = next(
        each for each in load_game(project, "deck").game.components if each.id == component_of(design)
    )
    drawn = (project.root / f"output/deck/svg/{component.id}").glob("*.svg")
    for svg in drawn:
        text, cut = svg.read_text(encoding="utf-8"), component.cut
        faults = art_faults(text, font_book(), cut, component.bleed, frozenset(), size=component.size)
        assert [
            each.message for each in faults if each.code in {"PNP412", "PNP413", "PNP415", "PNP460"}
        ] == []
