"""The page that says how to build a game: every component on it, on as many pages as it takes."""

from dataclasses import replace

import pytest

from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Place
from pnp.model.face import Face
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Rect, Size
from pnp.model.papers import Paper
from pnp.model.sheet import Placement, Sheet
from pnp.render.guide_page import Entry, PrintJob, guide

HERE = Place("card_data/small/cards.yaml", 1, 1)
A4 = Paper("a4", "A4", Size(210, 297), 6.35)
TRIM = Rect(10, 20, 63, 88)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94"><title>x</title><rect width="9" height="9"/></svg>'


def an_entry(name: str, *, sheets: int = 2, pages: int = 4) -> Entry:
    piece = Piece("one", 3, {}, "a.svg.j2", None, HERE)
    component = Component(name, KINDS["cards"], name.title(), Size(63, 88), 3, 3, 3, (piece,), HERE)
    face = Face("key", SVG, Size(63, 88), 3)
    return Entry(component, face, f"{name}.pdf", sheets, pages, "long-edge")


def rows_by_page(count: int) -> list[int]:
    game = Game("small", "Small", "1", (), HERE)
    made = guide(game, [an_entry(f"deck{number}") for number in range(count)], A4, PrintJob())
    return [len(piece.fields["rows"]) for piece in made.pieces]


@pytest.mark.parametrize(
    ("components", "rows"), [(1, [1]), (11, [11]), (12, [11, 1]), (26, [11, 15]), (27, [11, 15, 1])]
)
def test_components_fill_the_first_page_and_then_the_next(components, rows):
    assert rows_by_page(components) == rows


def test_a_component_is_shown_by_its_own_drawing_without_its_frame():
    game = Game("small", "Small", "1", (), HERE)
    (page,) = guide(game, [an_entry("food")], A4, PrintJob()).pieces
    (row,) = page.fields["rows"]
    assert row["drawing"] == '<title>x</title><rect width="9" height="9"/>'
    assert (row["sides"], row["where"], row["file"]) == (2, "pages 1 to 4", "food.pdf")


@pytest.mark.parametrize(
    ("kind", "changes", "said"),
    [
        ("cards", {"flip": "gutterfold"}, "Plain paper: folded and glued, it is twice as thick."),
        ("discs", {}, "Plain paper, glued on 1.5 mm grey board."),
    ],
)
def test_what_is_said_of_the_paper_suits_how_it_is_printed(kind, changes, said):
    entry = an_entry("chips")
    entry = replace(entry, component=replace(entry.component, kind=KINDS[kind]), **changes)
    (row,) = guide(Game("small", "Small", "1", (), HERE), [entry], A4, PrintJob()).pieces[0].fields["rows"]
    assert row["stock_text"] == said


@pytest.mark.parametrize(("flip", "size"), [("glued", "210 × 297"), ("gutterfold", "210 × 148.5")])
def test_what_is_folded_round_a_board_needs_half_of_it(flip, size):
    chips = replace(an_entry("chips").component, kind=KINDS["discs"])
    places = [Rect(10, y, 63, 88) for y in (20, 189)][: 2 if flip == "gutterfold" else 1]
    placements = tuple(Placement("one", 1, "k", place, place) for place in places)
    sheet = Sheet("chips", "a4", A4.size, "front", flip, 1, 1, 1, placements)
    entry = replace(an_entry("chips"), component=chips, flip=flip, shown=(sheet,))
    (page,) = guide(Game("small", "Small", "1", (), HERE), [entry], A4, PrintJob()).pieces
    (board,) = (need for need in page.fields["needs"] if need["symbol"] == "board")
    assert board["text"] == f"**1 ×** grey board, 1.5 mm thick, {size} mm"
    assert page.fields["rows"][0]["stock_text"] == "Plain paper, glued on 1.5 mm grey board."


def test_what_is_needed_is_counted_once_and_nothing_else_is_named():
    """Two decks share a file of two sheets; a third has one of its own."""
    shared = [replace(an_entry(name), file="packed.pdf") for name in ("food", "bids")]
    (page,) = guide(
        Game("small", "Small", "1", (), HERE), [*shared, an_entry("aids", sheets=1)], A4, PrintJob()
    ).pieces
    assert [need["text"] for need in page.fields["needs"]] == ["**3 ×** card, 200 to 250 g/m²"]


def test_needs_are_papers_boards_things_and_tools_in_this_order():
    sheet = Sheet(
        "boards", "a4", A4.size, "front", "long-edge", 1, 1, 1, (Placement("one", 1, "k", TRIM, TRIM),)
    )
    board = replace(an_entry("boards").component, kind=KINDS["tiles"])
    labels = replace(an_entry("bids"), labels="Maker 12")
    entries = [labels, replace(an_entry("boards"), component=board, shown=(sheet,))]
    game = Game("small", "Small", "1", (), HERE, facts={"supply": ("a pencil",)})
    (page,) = guide(game, entries, A4, PrintJob()).pieces
    needs = [(need["symbol"], need["text"]) for need in page.fields["needs"]]
    assert [symbol for symbol, _ in needs][:4] == ["labels", "paper", "board", "pen"]
    assert needs[0][1] == "**2 ×** label sheet Maker 12"
    assert needs[3][1] == "a pencil"
    assert dict(needs[4:]).keys() >= {"knife", "spray", "book"}
