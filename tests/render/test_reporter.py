from dataclasses import replace
from pathlib import Path

from workbench import DATA, a_piece, fonts

from pnp.model.diagnostics import Diagnostic, Place
from pnp.templates.context import Reporter, grouped
from pnp.templates.sources import Sources

LINE = Place("templates/g/card.svg.j2", 7, 1)
PIECE = a_piece(name="Ant", text="Take one coin from the bank", steps=("Draw a card", {"then": "Discard it"}))


def place_of(text: str | None, template_line: Place | None = LINE) -> Place | None:
    found: list[Diagnostic] = []
    sources = Sources(Path("/p"), (), Path("/p/art"), fonts())
    Reporter("cards", PIECE, "front", sources, found, lambda: template_line)(
        "PNP401", "too long", "cut", text=text
    )
    return found[0].place


def test_a_text_is_found_in_the_field_it_was_written_in():
    assert place_of("Ant") == Place(DATA, 11, 11)
    assert place_of(" Take one coin from the bank\n") == Place(DATA, 12, 11)
    assert place_of("Discard it") == Place(DATA, 13, 11)
    assert place_of("Ant" + " " * 20) == Place(DATA, 11, 11)


def test_a_text_put_together_is_found_by_its_longest_part():
    assert place_of("**Ant**: Take one coin from the bank") == Place(DATA, 12, 11)


def a_finding(card: str, place: Place, what: str = "x is missing") -> Diagnostic:
    return Diagnostic("PNP302", f"cards/{card}, front: {what}", place, piece=f"cards/{card}")


def test_a_picture_that_is_missing_is_missing_once():
    places = [Place(DATA, line, 1) for line in (20, 30)]
    found = (replace(a_finding(str(at.line), at, "no picture"), code="PNP309") for at in places)
    assert [each.place for each in grouped(found)] == [Place(DATA, 20, 1)]


def test_mistakes_in_different_lines_of_the_data_stay_apart_in_reading_order():
    places = [Place(DATA, line, 1) for line in (30, 20)]
    assert [each.place for each in grouped(a_finding(str(p.line), p) for p in places)] == places[::-1]
