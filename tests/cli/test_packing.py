"""Components share their sheets in print.pdf, those of one form and others, and verify reads them back as strictly as ever."""

from fnmatch import fnmatch
from pathlib import Path

import pikepdf
import pytest
from small_game import FOOD, ROOT, TOOLS, change, contents, manifest, prepared, write_game

from pnp.build.options import BuildOptions
from pnp.build.pipeline import impose_on_papers, impose_packs, sheet_count
from pnp.load.game import load_games
from pnp.load.project import open_project
from pnp.model.face import Deck, Face
from pnp.model.papers import find_paper
from pnp.render.faces import Rendered

pytestmark = pytest.mark.long

COINS = """\
kind: markers
title: Coins
diameter: 20mm
front: food.svg.j2
pieces:
  - {id: one, name: One}
"""


def write_kitchen(root: Path) -> Path:
    coins = COINS.replace("food.svg.j2", "coin.svg.j2")
    write_game(root, food=FOOD, tools=TOOLS, coins=coins)
    coin = '{# A coin. #}\n{% extends "base/disc.svg.j2" %}\n'
    (root / "templates/soup/coin.svg.j2").write_text(coin, encoding="utf-8")
    return root


@pytest.fixture
def kitchen(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(write_kitchen(tmp_path / "kitchen"))
    return tmp_path / "kitchen"


packed = prepared(write_kitchen, "build --paper a4")


def pdfs(root: Path, paper: str = "a4") -> list[str]:
    return sorted(path.name for path in (root / "output/soup" / paper).glob("*.pdf"))


def test_two_decks_and_a_coin_take_one_sheet_instead_of_three(kitchen, pnp):
    outcome = pnp("build --paper a4 --verbose")
    assert (outcome.status, outcome.err) == (0, "")
    assert " ".join(pdfs(kitchen)) == "build.pdf coins.pdf food.pdf packed-cards.pdf print.pdf tools.pdf"
    assert outcome.out.splitlines()[:6] == [
        "output/soup/a4/print.pdf: 2 sheets (1 plain, 1 card), 4 pages",
        "output/soup/a4/coins.pdf: 1 sheet, 1 page",
        "output/soup/a4/food.pdf: 1 sheet, 2 pages",
        "output/soup/a4/tools.pdf: 1 sheet, 2 pages",
        "output/soup/a4/packed-cards.pdf: 1 sheet, 2 pages",
        "output/soup/a4/build.pdf: 1 sheet, 1 page",
    ]
    assert "\nSoup on A4: Food cards, Tool cards, Coins: 1 sheet instead of 3\n" in outcome.out


def test_without_packing_every_component_is_printed_from_its_own_sheets(packed, pnp):
    outcome = pnp("build --paper a4 --no-pack --verbose")
    assert outcome.out.splitlines()[0] == "output/soup/a4/print.pdf: 4 sheets (1 plain, 3 card), 8 pages"
    assert (
        "Soup on A4: Food cards, Tool cards, Coins: some are alone on sheets that they could share; leave out --no-pack: "
        "1 sheet instead of 3"
    ) in outcome.out.splitlines()
    assert pdfs(packed) == ["build.pdf", "coins.pdf", "food.pdf", "print.pdf", "tools.pdf"]
    assert pnp("verify").status == 0


def test_the_manifest_has_the_pieces_as_ever_and_says_on_the_sheets_whose_they_are(kitchen, pnp):
    pnp("build --paper a4 --no-pack")
    apart = manifest(kitchen)
    pnp("build --paper a4")
    packed = manifest(kitchen)
    assert packed["pieces"] == apart["pieces"]
    front, back = (sheet for sheet in packed["sheets"] if sheet["component"] == "packed-cards")
    assert (front["file"], front["page"], back["page"]) == ("a4/packed-cards.pdf", 1, 2)
    assert [(place["piece"], place["copy"]) for place in front["placements"]] == [
        ("food/leek", 1),
        ("food/leek", 2),
        ("food/pea", 1),
        ("tools/pot", 1),
        ("tools/pot", 2),
        ("tools/lid", 1),
        ("coins/one", 1),
    ]
    assert {sheet["component"] for sheet in packed["sheets"]} == {"coins", "food", "packed-cards", "tools"}


def test_a_back_that_another_deck_should_have_is_named(kitchen, pnp):
    other = (kitchen / "templates/soup/back.svg.j2").read_text(encoding="utf-8")
    (kitchen / "templates/soup/other.svg.j2").write_text(other.replace("palette.leaf", '"#112233"'))
    change(kitchen / "card_data/soup/tools.yaml", "back: back", "back: other")
    pnp("build --paper a4")
    assert pnp("verify").status == 0
    path = kitchen / "output/soup/a4/packed-cards.pdf"
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        shown = pdf.pages[1].Resources.XObject
        shown["/C1"], shown["/C4"] = shown["/C4"], shown["/C1"]
        pdf.save(path)
    found = pnp("verify --all").err
    for row, card in ((1, "food/leek"), (2, "tools/pot")):
        assert (
            f"PNP556: a4/packed-cards.pdf: sheet 1 back, row {row} column 3: the back of {card} differs from the current data"
            in found
        )


def test_shared_sheets_come_and_go_and_nothing_else_does(kitchen, pnp):
    pnp("build --no-pack")
    before = contents(kitchen / "output")
    for name in ("mine.pdf", "packed-by-hand.pdf", "packed-cards.txt"):
        (kitchen / "output/soup/a4" / name).write_bytes(b"mine")
    pnp("build")
    assert "packed-cards.pdf" in pdfs(kitchen)
    assert "packed-cards.pdf" in pdfs(kitchen, "letter")
    pnp("build --no-pack --paper a4")
    assert "packed-cards.pdf" not in pdfs(kitchen)
    assert "packed-cards.pdf" in pdfs(kitchen, "letter")
    told = pnp("verify --all").err
    assert [told.count(f"PNP542: a4/{name}.pdf") for name in ("mine", "packed-by-hand")] == [1, 1]
    assert told.count("error") == 2
    pnp("build --no-pack")
    after = contents(kitchen / "output")
    assert set(after) - set(before) == {
        f"soup/a4/{name}" for name in ("mine.pdf", "packed-by-hand.pdf", "packed-cards.txt")
    }
    assert {name: after[name] for name in before} == before


def test_the_longest_guide_has_room_for_its_words_on_letter(pnp, monkeypatch, tmp_path, shipped_games):
    monkeypatch.chdir(ROOT)
    assert "no findings" in pnp(f"build yoggity --paper letter --out {tmp_path}").out


def test_a_guide_asks_for_as_few_dice_as_the_rules_do():
    """Cards of RYB hand dice on and bring none: two players need no more than those that they begin with."""
    ryb, ours = (load_games(open_project(ROOT), [name]).games[0] for name in ("ryb", "ingeniators"))
    few_dice, dice = (next(each for each in game.components if each.id == "dice") for game in (ours, ryb))
    ((words, gone),) = ryb.facts["leave_out"].items()
    each = ryb.facts["players"]["from"] * ryb.facts["start_dice"]["red"]
    made = [f"dice/{die.id}/{copy + 1}" for die in dice.pieces for copy in range(die.copies)]
    left = [die for die in made if not any(fnmatch(die, pattern) for pattern in gone)]
    assert (words, len(left)) == (f"with 2 players, who need {each} dice of each color", 3 * each)
    said = " ".join((few_dice.instead, *ours.facts["leave_out"], *ours.facts["supply"]))
    ways = (f"{ours.facts['dice']['economy']} {words}" for words in ("will do", "paper dice", "dice: paper"))
    assert [said.count(words) for words in ways] == [1, 1, 1]


SHEETS = {"ingeniators": (7, 7), "ryb": (10, 11), "yes_broccoli": (13, 14)}
SHEETS |= {"yogire": (8, 8), "yoggity": (19, 19)}
"""What each game takes on A4 and on Letter, without build pages and rules: 57 sheets of A4, 59 of Letter."""


@pytest.mark.parametrize("game", SHEETS)
def test_the_games_take_few_sheets(game):
    (loaded,) = load_games(open_project(ROOT), [game]).games
    components = loaded.components
    options = BuildOptions(papers=(find_paper("a4"), find_paper("letter")))
    imposed = []
    for each in components:
        face = Face("f", "<svg/>", each.size, each.bleed)
        fronts = {piece.id: "f" for piece in each.pieces}
        backs = {piece.id: "f" for piece in each.pieces if piece.back}
        rendered = Rendered(Deck(each.id, {"f": face}, fronts, backs), (), ())
        imposed.append(impose_on_papers(loaded, each, rendered, options)[0])
    shared, found = impose_packs(loaded, imposed, options)
    assert found == []
    for paper, count in zip(options.papers, SHEETS[game], strict=True):
        apart = sum(sheet_count(each.sheets[paper.name]) for each in imposed)
        saved = [
            each.apart - sheet_count(each.whole.sheets[paper.name]) for each in shared if each.paper == paper
        ]
        assert apart - sum(saved) == count
    told = "| {} | {} | {} |".format(loaded.title, *SHEETS[game])
    assert told in (ROOT / "docs/printing.md").read_text(encoding="utf-8")
