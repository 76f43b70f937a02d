"""`pnp build --changed-since`: exactly what looks different, with its own backs, and what to throw away."""

from pathlib import Path

import pypdfium2
import pytest
from small_game import Prepared, change, contents, prepared, write_game

from pnp.export.image_files import page_picture

# A game of six cards, each side of one colour, and pages of it as letters: a for the front of a, A for its back.


COLOURS = {
    "a": "#c00000", "b": "#00a000", "c": "#0000c0", "d": "#a08000",
    "A": "#ff8080", "B": "#80ff80", "C": "#8080ff", "D": "#ffff80", "X": "#808080",
}  # fmt: skip

CARDS = """\
kind: cards
title: Colour cards
size: standard
front: card.svg.j2
back: card-back.svg.j2
pieces:
  - {id: a, name: Ant, copies: 2, colour: "#c00000", behind: "#ff8080"}
  - {id: b, name: Bee, copies: 3, colour: "#00a000", behind: "#80ff80"}
  - {id: c, name: Cat, copies: 1, colour: "#0000c0", behind: "#8080ff"}
"""

FACE = """\
{# A colour and a name. Fields: name, colour, behind. #}
{% extends "base/card.svg.j2" %}
{% block background %}<rect x="-3" y="-3" width="69" height="94" fill="{{ piece.FIELD }}"/>{% endblock %}
"""
DATA = "card_data/soup/cards.yaml"


def colour_cards(root: Path) -> Path:
    write_game(root, cards=CARDS)
    (root / "templates/soup/card.svg.j2").write_text(FACE.replace("FIELD", "colour"))
    (root / "templates/soup/card-back.svg.j2").write_text(FACE.replace("FIELD", "behind"))
    return root


printed = prepared(colour_cards, "release v1", "build --paper a4")


def recolour(root, letter, colour="#808080", side="colour"):
    old = COLOURS[letter]
    change(root / DATA, f'{side}: "{old}"', f'{side}: "{colour}"')


def seen(pdf: Path) -> list[str]:
    """The nine places of every A4 page, as one sees them: "a a b / . . . / . . ."; a dot for any other colour."""
    letters = {tuple(bytes.fromhex(colour[1:])): letter for letter, colour in COLOURS.items()}
    with pypdfium2.PdfDocument(pdf) as document:
        count = len(document)
    pages = [page_picture(pdf, number, dpi=25.4) for number in range(count)]  # a pixel is a millimetre
    return [
        " / ".join(
            " ".join(letters.get(page.getpixel((40 + 65 * x, 58 + 90 * y)), ".") for x in range(3))
            for y in range(3)
        )
        for page in pages
    ]


def throw_away(root):
    return (root / "output/soup/reprint/throw-away.txt").read_text(encoding="utf-8")


def test_only_what_looks_different_is_printed_with_its_own_back(printed, pnp):
    recolour(printed, "b", COLOURS["X"])
    outcome = pnp("build --changed-since v1 --paper a4")
    assert (outcome.status, outcome.err) == (0, "")
    assert seen(printed / "output/soup/reprint/a4/cards.pdf") == [
        "X X X / . . . / . . .",
        "B B B / . . . / . . .",
    ]
    assert outcome.out.splitlines()[:-1] == [
        "output/soup/reprint/a4/print.pdf: 1 sheet (1 card), 2 pages",
        "Soup: since v1, 3 pieces to put in, 3 pieces to take out; output/soup/reprint/throw-away.txt names them",
    ]


def test_a_back_that_changed_brings_its_card_and_lies_behind_it(printed, pnp):
    recolour(printed, "A", COLOURS["X"], side="behind")
    recolour(printed, "c", COLOURS["d"])
    pnp("build --changed-since v1 --paper a4")
    front, back = seen(printed / "output/soup/reprint/a4/cards.pdf")
    assert (front, back) == ("a a d / . . . / . . .", "C X X / . . . / . . .")
    assert "layout of the back changed" in throw_away(printed)


@pytest.mark.parametrize(
    ("old", "new", "fronts", "put_in", "take_out"),
    [
        ("copies: 3", "copies: 5", "b b . / . . . / . . .", "2 x Bee (b)  5 in the box instead of 3", None),
        ("copies: 3", "copies: 1", None, None, "2 x Bee (b)  1 in the box instead of 3"),
        (
            "id: c, name: Cat",
            "id: e, name: Cat",
            "c . . / . . . / . . .",
            "1 x Cat (e)  new",
            "1 x c  no longer in the game",
        ),
        (
            '#0000c0"',
            '#808080"',
            "X . . / . . . / . . .",
            "1 x Cat (c)  layout changed",
            "1 x Cat (c)  layout changed",
        ),
    ],
    ids=["more copies", "fewer copies", "another piece", "another look"],
)
def test_what_goes_in_and_what_comes_out(old, new, fronts, put_in, take_out, printed, pnp):
    change(printed / DATA, old, new)
    assert pnp("build --changed-since v1 --paper a4").status == 0
    pdf = printed / "output/soup/reprint/a4/cards.pdf"
    assert (seen(pdf)[0] if pdf.is_file() else None) == fronts
    out, into = throw_away(printed).split("\nPut in, ")
    for text, line in ((out, take_out), (into, put_in)):
        assert (line in text) if line else (": nothing" in text), text
    assert pnp("verify").err.count("reprint/") == 0  # the build beside it is older, the reprint is not


def test_the_list_is_in_plain_words(printed, pnp):
    recolour(printed, "b", COLOURS["X"])
    change(printed / DATA, "copies: 2", "copies: 4")
    change(printed / DATA, "copies: 3", "copies: 2")
    change(printed / DATA, "id: c, name: Cat", "id: cow, name: Cow")
    change(printed / "card_data/soup/game.yaml", 'version: "1.2"', 'version: "1.3"')
    pnp("build --changed-since v1 --paper a4")
    assert (
        throw_away(printed)
        == """\
Soup: from v1 (version 1.2) to version 1.3

Take out of the old box: 4 pieces
=================================
Colour cards
    3 x Bee (b)  layout changed
    1 x c        no longer in the game

Put in, from the sheets in this folder: 5 pieces
================================================
Colour cards: cards.pdf
    2 x Ant (a)    4 in the box instead of 2
    2 x Bee (b)    layout changed
    1 x Cow (cow)  new
"""
    )


def test_another_version_footer_or_comment_reprints_nothing_and_removes_an_older_reprint(printed, pnp):
    recolour(printed, "b", COLOURS["X"])
    pnp("build --changed-since v1 --cut --cut dxf --cut laser")
    recolour_back = (f'colour: "{COLOURS["X"]}"', f'colour: "{COLOURS["b"]}"')
    change(printed / DATA, *recolour_back)
    change(printed / "card_data/soup/game.yaml", 'version: "1.2"', 'version: "9"')
    change(printed / "card_data/soup/game.yaml", "credits: Cooked by Ann", "credits: Cooked by Bob")
    change(
        printed / "templates/soup/card.svg.j2",
        "{% block background %}",
        "{% block background %}<!-- plain -->",
    )
    own = printed / "output/soup/reprint/a4/notes.txt"
    own.write_text("mine")
    outcome = pnp("build --changed-since v1")
    assert outcome.status == 0
    assert outcome.out.startswith("Soup: nothing to reprint since v1; output/soup/reprint is removed\n")
    assert set(contents(printed / "output/soup/reprint")) == {"a4/notes.txt"}
    own.unlink()
    assert pnp("build --changed-since v1").out.startswith("Soup: nothing to reprint since v1\n")


def test_what_cannot_be_done_is_said(printed, pnp, tmp_path):
    outcome = pnp("build --changed-since v7")
    assert (outcome.status, outcome.out) == (2, "")
    assert "v1" in outcome.err
    recolour(printed, "b", COLOURS["X"])
    pnp("build --changed-since v1")
    outcome = pnp("build --changed-since output/soup/reprint")
    assert outcome.status == 2
    assert "is the manifest of a reprint" in outcome.err
    change(printed / "templates/soup/card.svg.j2", "piece.colour", "piece.color")
    outcome = pnp("build --changed-since v1")
    assert (outcome.status, "PNP302" in outcome.err) == (1, True)
    assert "Soup: not built, see the errors above" in outcome.out


def changed_cards(root: Path) -> Path:
    """Cards that were released, and two of them changed since."""
    Prepared(colour_cards(root), "release v1")
    recolour(root, "b", COLOURS["X"])
    recolour(root, "c", COLOURS["d"])
    return root


again = prepared(changed_cards, "build --paper a4", "build --changed-since v1 --paper a4")


@pytest.fixture
def reprint(again) -> Path:
    return again / "output/soup/reprint"


def test_after_a_sound_reprint_the_older_sheets_are_told_apart(printed, pnp):
    recolour(printed, "b", COLOURS["X"])
    pnp("build --changed-since v1 --paper a4")
    outcome = pnp("verify")
    assert outcome.status == 1
    assert outcome.out.endswith("the reprint is correct; pnp build soup renews the other sheets\n")
    (printed / "output/soup/reprint/a4/cards.pdf").unlink()
    assert "as it should be" not in pnp("verify").out


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (
            lambda folder: (folder / "manifest.json").write_text("{"),
            "manifest.json is missing, or is not from pnp",
        ),
        (lambda folder: (folder / "a4/cards.pdf").unlink(), "a4/cards.pdf: the file is missing"),
        (
            lambda folder: change(folder / "manifest.json", '"copies": 1', '"copies": 99'),
            "cards/c is not in the data",
        ),
    ],
)
def test_a_reprint_that_is_not_whole_is_a_finding(spoil, said, reprint, pnp):
    spoil(reprint)
    outcome = pnp("verify")
    assert outcome.status == 1
    assert f"reprint/{said}" in outcome.err.replace("manifest.json: cards", "cards")


def test_a_reprint_older_than_the_data_is_said_once_for_each_card(reprint, pnp):
    change(reprint.parents[2] / DATA, COLOURS["X"], "#123456")
    pnp("build --paper a4")
    outcome = pnp("verify")
    assert outcome.err.count("error") == 1
    assert (
        "error PNP561: reprint/manifest.json: cards/b looks different now than when the reprint was made"
        in outcome.err
    )
