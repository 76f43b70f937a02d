"""print.pdf: everything to print on one paper, in the order of printing."""

import json

import pikepdf
import pytest
from small_game import FOOD, change, write_game

SHEET = """\
kind: sheet
title: Score sheet
size: a5
front: coin.svg.j2
pieces:
  - {id: score, name: Score}
"""


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A game with cards, coins, stickers, and a score sheet: one component for each stock."""
    coins = (
        "kind: discs\ntitle: Coins\ndiameter: 20mm\nfront: coin.svg.j2\npieces:\n  - {id: one, name: One}\n"
    )
    stickers = coins.replace("discs", "stickers").replace("Coins", "Dots")
    root = write_game(tmp_path / "table", food=FOOD, coins=coins, dots=stickers, score=SHEET)
    blank = '{# Nothing. #}\n{% extends "base/disc.svg.j2" %}\n'
    (root / "templates/soup/coin.svg.j2").write_text(blank, encoding="utf-8")
    monkeypatch.chdir(root)
    return root


def outline(pdf):
    """The bookmarks, each as (level, title, page)."""
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}

    def lines(items, level):
        for item in items:
            yield level, item.title, numbers[item.destination[0].objgen]
            yield from lines(item.children, level + 1)

    with pdf.open_outline() as bookmarks:
        return list(lines(bookmarks.root, 0))


def drawn(page):
    """What a page draws, without the layers it draws on."""
    contents = page.obj.Contents
    streams = contents if isinstance(contents, pikepdf.Array) else [contents]
    return b"".join(stream.read_bytes() for stream in streams)


def test_stock_by_stock_with_guide_and_rules_in_front(table, pnp):
    """plain paper, card, label paper, board; every page is that of the component's own file."""
    pnp("build --paper a4")
    folder = table / "output/soup/a4"
    with pikepdf.open(folder / "print.pdf") as pdf:
        assert outline(pdf) == [
            (0, "Read this first", 1),
            (1, "How to print and build it", 1),
            (0, "Plain paper", 2),
            (1, "Score sheet", 2),
            (0, "Card", 3),
            (1, "Food cards", 3),
            (0, "Label paper", 5),
            (1, "Dots", 5),
            (0, "Paper for grey board", 6),
            (1, "Coins", 6),
        ]
        pages = [drawn(page) for page in pdf.pages]
        assert "/PageLabels" not in pdf.Root  # a range typed into a print window counts pages
        assert (pdf.Root.ViewerPreferences.PrintScaling, len(pdf.Root.OCProperties.OCGs)) == ("/None", 2)
    own = []
    for name in ("build", "score", "food", "dots", "coins"):
        with pikepdf.open(folder / f"{name}.pdf") as pdf:
            own += [drawn(page) for page in pdf.pages]
    assert pages == own


def test_a_second_build_leaves_it_alone_and_a_new_text_changes_it(table, pnp):
    pnp("build --paper a4")
    path = table / "output/soup/a4/print.pdf"
    before, written = path.read_bytes(), path.stat().st_mtime_ns
    change(table / "card_data/soup/food.yaml", "name: Pea", "name: Pea ")
    assert "print.pdf: 5 sheets, 6 pages, unchanged" in pnp("build --paper a4").out
    assert path.stat().st_mtime_ns == written
    change(table / "card_data/soup/food.yaml", "name: Pea ", "name: Bean")
    pnp("build --paper a4")
    assert path.read_bytes() != before
    assert pnp("verify").status == 0


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (lambda path: path.unlink(), "PNP550: a4/print.pdf is not there"),
        (lambda path: path.write_bytes(path.read_bytes() + b"%"), "PNP535: a4/print.pdf is not as it was"),
        (lambda path: path.write_bytes(path.with_name("food.pdf").read_bytes()), "PNP565: a4/print.pdf"),
    ],
)
def test_verify_holds_it_against_the_files_beside_it(table, pnp, spoil, found):
    pnp("build --paper a4")
    spoil(table / "output/soup/a4/print.pdf")
    outcome = pnp("verify")
    assert outcome.status == 1
    assert found in outcome.err
    assert "hint: run: pnp build soup --paper a4" in outcome.err


def test_a_game_that_has_grown_too_long_for_it_loses_it(table, pnp, monkeypatch):
    pnp("build")
    monkeypatch.setattr("pnp.build.print_files.MANY", 1)
    change(table / "card_data/soup/food.yaml", "name: Pea", "name: Bean")
    outcome = pnp("build --paper a4")
    assert (outcome.status, outcome.err) == (0, "")
    said = "Soup: there is no print.pdf for so many cards, print the files one by one"
    assert said in outcome.out.splitlines()
    assert not (table / "output/soup/a4/print.pdf").exists()
    assert "print" not in json.loads((table / "output/soup/manifest.json").read_text(encoding="utf-8"))


def test_a_build_of_some_pieces_has_none(table, pnp):
    pnp("build --paper a4 --component food")
    assert not (table / "output/soup/a4/print.pdf").exists()


def test_files_of_somebody_else_beside_a_selection_are_not_taken_in(table, pnp):
    folder = table / "output/soup/selection/a4"
    folder.mkdir(parents=True)
    (folder / "build.pdf").write_bytes(b"mine")
    assert pnp("build --paper a4 --only pea").status == 0
    with pikepdf.open(folder / "print.pdf") as pdf:
        assert outline(pdf) == [(0, "Card", 1), (1, "Food cards", 1)]
