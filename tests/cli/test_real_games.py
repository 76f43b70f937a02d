"""The two games that come with pnp, built once and read back by others' eyes."""

import functools
import re

import pikepdf
import pypdfium2
import pytest
from small_game import ROOT, in_a_process

from pnp.load.game import load_game
from pnp.load.project import find_project

pytestmark = pytest.mark.long

COUNTS = {
    ("yes_broccoli", "food"): (47, 0),
    ("yes_broccoli", "bids"): (45, 0),
    ("yes_broccoli", "powers"): (16, 0),
    ("yogire", "cards"): (53, 1),
}
"""What the boxes hold: cards of the game, and reference cards besides."""

GAMES = ("yes_broccoli", "yogire")


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("real")
    outcome = in_a_process(ROOT, "build", *GAMES, "--paper", "a4", "--out", str(folder), PYTHONHASHSEED="1")
    assert (outcome.status, outcome.err) == (0, "")
    return folder


@functools.cache
def load(game):
    loaded = load_game(find_project(ROOT), game)
    assert loaded.diagnostics == ()
    return loaded.game


def component_of(game, component):
    (found,) = [each for each in load(game).components if each.id == component]
    return found


@pytest.mark.parametrize(("game", "component"), COUNTS)
def test_the_pages_show_as_many_fronts_and_as_many_backs(game, component, built):
    shown = {0: 0, 1: 0}
    with pikepdf.open(built / game / "a4" / f"{component}.pdf") as pdf:
        for number, page in enumerate(pdf.pages):
            drawn = [
                str(operands[0]) for operands, op in pikepdf.parse_content_stream(page) if str(op) == "Do"
            ]
            shown[number % 2] += sum(re.fullmatch(r"/C\d+", name) is not None for name in drawn)
    assert shown == {0: sum(COUNTS[game, component]), 1: sum(COUNTS[game, component])}


@pytest.mark.parametrize(
    ("game", "component", "count"),
    [("yes_broccoli", "food", 18), ("yes_broccoli", "powers", 14), ("yogire", "cards", 53)],
)
def test_every_card_can_be_found_by_its_name(game, component, count, built):
    with pypdfium2.PdfDocument(built / game / "a4" / f"{component}.pdf") as pdf:
        text = plain("".join(page.get_textpage().get_text_range() for page in pdf))
    pieces = [each for each in component_of(game, component).pieces if not each.extra]
    names = {piece.name for piece in pieces if not piece.id.startswith("blank")}
    assert len(names) == count
    assert {name for name in names if plain(name) not in text} == set()


def plain(text: str) -> str:
    """The letters alone: lines are broken where they fit, capitals are the designer's choice."""
    return "".join(text.casefold().split())
