"""print.pdf: everything to print on one paper, in the order of printing."""

import json
import re
from itertools import product

import pikepdf
import pytest
from small_game import FOOD, change, manifest, write_game

from pnp.workers.worker import TaskLimits

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
    numbers = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}

    def lines(items, level):
        for item in items:
            yield level, item.title, numbers[item.destination[0].objgen]
            yield from lines(item.children, level + 1)

    with pdf.open_outline() as bookmarks:
        return list(lines(bookmarks.root, 0))


def drawn(page):
    contents = page.obj.Contents
    streams = contents if isinstance(contents, pikepdf.Array) else [contents]
    return b"".join(stream.read_bytes() for stream in streams)


def test_stock_by_stock_with_guide_and_rules_in_front(table, pnp):
    """Plain paper, that for board too, card, label paper; every page is that of the component's own file."""
    pnp("build --paper a4")
    folder = table / "output/soup/a4"
    with pikepdf.open(folder / "print.pdf") as pdf:
        assert outline(pdf) == [
            (0, "Read this first", 1),
            (1, "How to print and build it", 1),
            (0, "Plain paper", 3),
            (1, "Score sheet", 3),
            (0, "Paper for gray board", 5),
            (1, "Coins", 5),
            (0, "Card", 7),
            (1, "Food cards", 7),
            (0, "Label paper", 9),
            (1, "Dots", 9),
        ]
        pages = [drawn(page) for page in pdf.pages]
        assert "/PageLabels" not in pdf.Root  # a range typed into a print window counts pages
        assert (pdf.Root.ViewerPreferences.PrintScaling, len(pdf.Root.OCProperties.OCGs)) == ("/None", 2)
    own = []
    for name in ("build", "score", "coins", "food", "dots"):
        with pikepdf.open(folder / f"{name}.pdf") as pdf:
            own += [drawn(page) for page in pdf.pages]
    assert [page for page in pages if page] == own
    assert [number for number, page in enumerate(pages, 1) if not page] == [2, 4, 6, 10]


def test_margins_name_the_pages_of_the_whole_file(table, pnp):
    """On the only sheet of a component as on one of several; the component's own file counts its sheets."""
    change(table / "card_data/soup/food.yaml", "name: Pea", "name: Pea, copies: 12")
    pnp("build --paper a4")
    said = {}
    for name in ("print", "food", "score"):
        with pikepdf.open(table / f"output/soup/a4/{name}.pdf") as pdf:
            shared = [page.get("/Resources", {}).get("/XObject", {}).get("/M") for page in pdf.pages]
            texts = [drawn(page) for page in pdf.pages] + [form.read_bytes() for form in shared if form]
        said[name] = re.findall(rb"(?:page|sheet) \d+ of \d+", b" ".join(texts))
    assert said["food"] == [b"sheet %d of 2" % number for number in (1, 1, 2, 2)]
    assert said["score"] == [b"sheet 1 of 1"]
    assert sorted(said["print"]) == sorted(b"page %d of 12" % number for number in (3, 5, 7, 8, 9, 10, 11))


def test_coins_on_card_have_their_backs_behind_them(table, pnp):
    """On the next page, the mirrored place; grey board has them on sheets of their own."""
    coins = table / "card_data/soup/coins.yaml"
    change(coins, "diameter: 20mm", "diameter: 20mm\nback: coin.svg.j2\nstock: card")
    assert pnp("build --paper a4 --component coins").status == 0
    sheets = [(sheet["side"], sheet["flip"], sheet["page"]) for sheet in manifest(table)["sheets"]]
    assert sheets == [("front", "long-edge", 1), ("back", "long-edge", 2)]
    change(coins, "stock: card", "stock: felt")
    assert 'there is no stock called "felt"' in pnp("check").err


def test_a_score_sheet_alone_has_no_marks_for_empty_rows(table, pnp):
    """Four rows of strips of 60 mm fit; beside the sheet, marks end with the first."""
    change(table / "card_data/soup/score.yaml", "size: a5", "size: 190mm x 60mm")
    pnp("build --paper a4 --component score")
    with pikepdf.open(table / "output/soup/a4/score.pdf") as pdf:
        marks = pdf.pages[0].Resources.XObject.M.read_bytes().decode()
    lines = re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l", marks)
    level = {float(y) for _, y, _, end in lines if y == end and float(y) < 270}
    assert len(level) == 2
    assert max(level) - min(level) == pytest.approx(60)


def test_a_second_build_leaves_it_alone_and_a_new_text_changes_it(table, pnp):
    pnp("build --paper a4")
    path = table / "output/soup/a4/print.pdf"
    before, written = path.read_bytes(), path.stat().st_mtime_ns
    change(table / "card_data/soup/food.yaml", "name: Pea", "name: Pea ")
    said = pnp("build --paper a4").out
    assert "print.pdf: 5 sheets (3 plain, 1 card, 1 label), 10 pages, unchanged" in said
    assert path.stat().st_mtime_ns == written
    change(table / "card_data/soup/food.yaml", "name: Pea ", "name: Bean")
    pnp("build --paper a4")
    assert path.read_bytes() != before
    assert pnp("verify").status == 0


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (lambda path: path.unlink(), "PNP550: a4/print.pdf is missing"),
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


@pytest.mark.processes
def test_verify_says_why_the_files_beside_it_cannot_be_joined(table, pnp, monkeypatch):
    pnp("build --paper a4")
    monkeypatch.setattr("pnp.verify.comparison.LIMITS", TaskLimits(wall=0.001))
    assert "cannot be compared with the files beside it: " in (told := pnp("verify").err)
    assert "takes more than 10 s of CPU time" in told


def test_a_game_that_has_grown_too_long_for_it_loses_it(table, pnp, monkeypatch):
    pnp("build")
    monkeypatch.setattr("pnp.build.print_pdf.MANY", 1)
    change(table / "card_data/soup/food.yaml", "name: Pea", "name: Bean")
    outcome = pnp("build --paper a4")
    assert (outcome.status, outcome.err) == (0, "")
    said = "Soup: print.pdf is not made for so many cards; print the files one by one"
    assert said in outcome.out.splitlines()
    assert not (table / "output/soup/a4/print.pdf").exists()
    assert "print" not in manifest(table)


# A printer turns a stack of pages into sheets of paper, each (what is on one side, what is on the other).


def duplex(pages):
    return [(front, back) for front, back in zip(pages[::2], [*pages[1::2], ""], strict=False)]


def by_hand(pages, *, face_up, turned):
    """Odd pages, then even ones on the back of the pile; the person tries a sheet with two sides first, and may choose reverse order.

    face up: the last sheet lies on top      face down: the first one does, once the pile is turned over
    """
    pile = pages[::2]
    fed = pile[::-1] if face_up != turned else pile
    ways = [evens := pages[1::2], evens[::-1]]
    tried = next((number for number, back in enumerate(evens) if back), 0)
    right = next(way for way in ways if dict(zip(fed, way, strict=True))[pages[2 * tried]] == evens[tried])
    return list(zip(fed, right, strict=True))


WAYS = {
    "duplex": [duplex],
    "manual": [
        lambda pages, up=up, turned=turned: by_hand(pages, face_up=up, turned=turned)
        for up, turned in product((True, False), repeat=2)
    ],
    "single": [lambda pages: [(page, "") for page in pages]],
}


def but_numbers(page):
    """What is drawn on a page and what its cards are, without its number: in print.pdf that is of the whole file."""
    cards = (f.read_raw_bytes() for name, f in page.Resources.get("/XObject", {}).items() if name != "/M")
    return re.sub(rb"(?:page|sheet) \d+ of \d+", b"", b"".join((drawn(page), *cards)))


def wrong_sheets(folder, paper, way):
    """The sheets that come out of a printer with another back than the manifest says; each front lies in one file."""
    entries = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["sheets"]
    own, due = {}, {}
    here = [entry for entry in entries if entry["paper"] == paper]
    places = [place["piece"].partition("/") for entry in here for place in entry["placements"]]
    packed = {component for component, is_shared, _ in places if is_shared}
    for entry in (entry for entry in here if entry["component"] not in packed):
        own[entry["component"], entry["page"]] = entry
    for (name, page), entry in own.items():
        behind = own.get((name, page + 1))
        turned = behind and behind["side"] == "back" and behind["flip"] in {"long-edge", "short-edge"}
        if entry["side"] == "front" or entry["flip"] not in {"long-edge", "short-edge"}:
            due[name, page] = (name, page + 1) if turned else None
    looks = {}
    for name in {name for name, _ in own}:
        with pikepdf.open(folder / paper / f"{name}.pdf") as pdf:
            looks |= {(name, number): but_numbers(page) for number, page in enumerate(pdf.pages, 1)}
    with pikepdf.open(folder / paper / "print.pdf") as pdf:
        sheets = way([but_numbers(page) for page in pdf.pages])
    printed = dict(sheets) | {back: front for front, back in sheets if back}
    wanted = {looks[front]: looks[back] if back else "" for front, back in due.items()}
    return [front for front, back in wanted.items() if (printed[front] or "") != back]


@pytest.mark.parametrize("printer", list(WAYS))
@pytest.mark.parametrize("backs", ["long-edge", "gutterfold", "none"])
def test_each_card_has_its_own_back_however_it_is_printed(table, pnp, printer, backs):
    pnp(f"build --paper a4 --backs {backs} --printer-type {printer}")
    assert not any(wrong_sheets(table / "output/soup", "a4", way) for way in WAYS[printer])
    assert pnp("verify").status == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("paper", "backs", "printer"),
    [
        ("a4", "long-edge", "duplex"),
        ("letter", "short-edge", "manual"),
        ("a4", "none", "duplex"),
        ("letter", "long-edge", "single"),
    ],
)
def test_in_the_five_games_too(pnp, tmp_path, printer, backs, paper):
    printing = f"--paper {paper} --backs {backs} --printer-type {printer}"
    pnp(f"build {printing} --no-svg --no-rules --out {tmp_path}")
    assert len(games := list(tmp_path.iterdir())) == 5
    assert not [found for game in games for way in WAYS[printer] if (found := wrong_sheets(game, paper, way))]
