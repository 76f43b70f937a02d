"""docs/kinds/: what the pages show is built, their tables list what pnp knows, and every mistake is told as they say."""

import re
from contextlib import chdir
from pathlib import Path

import pytest

from pnp.__main__ import run
from pnp.load import component
from pnp.load.keys import FORMATS
from pnp.load.kinds import READERS, board, box, flat, stickers
from pnp.load.kinds.dice import DICE
from pnp.load.kinds.tiles import SHAPE
from pnp.model.geometry import Size
from pnp.model.papers import CARD_SHEETS, LABEL_SHEETS, PAPERS, find_paper

KINDS = Path(__file__).parent.parent / "docs" / "kinds"
GAMES = {
    "shapes": ("tiles", "discs", "stickers"),
    "nets": ("dice", "markers", "box"),
    "boards": ("board", "sheet"),
}
"""The pages whose files are those of one game."""

PAGES = {n: (KINDS / f"{n}.md").read_text(encoding="utf-8") for names in GAMES.values() for n in names}
KEYS = {name: READERS[name].keys for name in PAGES}
PLAIN = {"rock": "tile", "coast-back": "tile", "good-sticker": "sticker", "crate": "card", "plans": "board"}
"""Templates that the pages name and do not show."""

SLIPS = [
    slip
    for page in PAGES.values()
    for slip in re.findall(r"<!-- slip (\S+): (.*?) -> (.*?) -->\n```\n(.*?)```\n", page, flags=re.DOTALL)
]


def write_harbour(root: Path, game: str) -> Path:
    folder, templates = root / "card_data" / "harbour", root / "templates" / "harbour"
    folder.mkdir(parents=True)
    templates.mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "title: Harbour\ncredits: Game by Ada Example, 2024.\n"
        'fonts: {title: Manrope, body: Source Sans Pro}\npalette: {sea: "#1769b5"}\n'
    )
    for page in GAMES[game]:
        files = re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```\n", PAGES[page], flags=re.DOTALL)
        for name, text in files:
            (templates if name.endswith(".j2") else folder).joinpath(name).write_text(text, encoding="utf-8")
    for name, base in PLAIN.items():
        (templates / f"{name}.svg.j2").write_text(f'{{% extends "base/{base}.svg.j2" %}}')
    return root


@pytest.fixture
def harbour(tmp_path) -> Path:
    return write_harbour(tmp_path, "nets")


BUILT = {
    "shapes": """
        a4/barrels 1 1, a4/build 3 3, a4/coast 2 2, a4/coins 1 1, a4/dominoes 1 1, a4/goods_stickers 1 1,
        a4/packed-discs 2 2, a4/print 10 20, a4/rocks 1 1, a4/sailors 1 1, a4/shields 1 1""",
    "nets": """
        a4/box 1 1, a4/build 3 3, a4/buoys 1 1, a4/cargo 6 6, a4/dice 1 1, a4/packed-box 1 1, a4/packed-dice 1 1,
        a4/print 11 22, a4/ships 1 1, a4/sleeved_box 1 1, a4/wheel 1 1, a4/wind 1 1""",
    "boards": """
        a4/build 3 3, a4/market 4 4, a4/plans 2 2, a4/print 10 20, a4/score_pad 2 2,
        full-size/market 1 1, full-size/plans 1 1""",
}
"""The files of each game, with their sheets and pages."""


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_everything_shown_is_built_without_a_finding_and_verified(game, tmp_path, capsys):
    with chdir(write_harbour(tmp_path, game)):
        assert run(["build", "harbour", "--paper", "a4", "--verbose"]) == 0
        out, err = capsys.readouterr()
        assert run(["verify", "harbour"]) == 0
    assert err == ""
    files = re.findall(r"harbour/(\S+)\.pdf: (\d+) sheets?(?: \(.*?\))?, (\d+) pages?", out)
    assert {" ".join(each) for each in files} == {each.strip() for each in BUILT[game].split(",")}


def section(page: str, heading: str) -> str:
    return PAGES[page].split(f"\n## {heading}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("page", PAGES)
def test_every_block_of_code_is_built_or_is_a_mistake_that_is_told(page):
    shown = re.findall(r"<!-- (?:\S+|slip .*?) -->\n```", PAGES[page])
    assert PAGES[page].count("```") == 2 * len(shown)


@pytest.mark.parametrize("page", PAGES)
def test_the_first_table_and_the_line_below_it_list_every_key(page):
    text = section(page, "A file")
    rows = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?`) \|", text, flags=re.MULTILINE)))
    common = re.findall(r"`(\w+)`", text.rsplit("\n\n`front`", maxsplit=1)[1].split(" are as for cards")[0])
    unsaid = {"back"} if page == "stickers" else set()
    assert {*rows, "front", *common} == set(KEYS[page]) - unsaid
    assert set(component.KEYS) - {"back"} <= {"front", *common}


@pytest.mark.parametrize(("file", "right", "wrong", "said"), SLIPS)
def test_every_mistake_is_told_as_the_page_says(file, right, wrong, said, harbour, capsys):
    path = harbour / "card_data" / "harbour" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(right) == 1
    path.write_text(text.replace(right, wrong.replace(" / ", "\n")), encoding="utf-8")
    with chdir(harbour):
        assert run(["check", "harbour"]) == 1
    assert capsys.readouterr().err == said


def test_every_shape_is_named():
    (row,) = re.findall(r"^\| `shape` \| (.*?) \|", PAGES["tiles"], flags=re.MULTILINE)
    assert tuple(re.findall(r"`(\w+)`", row)) == SHAPE.words


SHEET_ROW = re.compile(
    r"^\| `([\w.]+)` \| (\w+) \| (\w+) \| ([\d.]+)(?: × ([\d.]+))? (in|mm) \| (\d+) × (\d+) \| (.*)\|$",
    re.MULTILINE,
)


@pytest.mark.parametrize(("page", "sheets"), [("kinds/stickers", LABEL_SHEETS), ("printing", CARD_SHEETS)])
def test_the_table_of_bought_sheets_is_the_table_of_pnp(page, sheets):
    shown = SHEET_ROW.findall((KINDS.parent / f"{page}.md").read_text(encoding="utf-8"))
    assert [each[0] for each in shown] == list(sheets)
    for name, maker, paper, width, height, unit, columns, rows, others in shown:
        sheet, scale = sheets[name], {"in": 25.4, "mm": 1}[unit]
        assert (sheet.title, PAPERS[sheet.paper].title) == (f"{maker} {name}", paper)
        assert (sheet.columns, sheet.rows) == (int(columns), int(rows))
        assert sheet.size.is_like(Size(float(width) * scale, float(height or width) * scale), within=1e-6)
        assert all(find_paper(other).sheet is sheet for other in re.findall(r"`(.+?)`", others))


def test_the_keys_of_a_measured_sheet_are_listed():
    rows = re.findall(r"^\| (`.*?`) \|", section("stickers", "A sheet of your own"), flags=re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(stickers.SHEET_KEYS)


def test_the_usual_sizes_are_as_told():
    told = dict(re.findall(r"\| `(d\d+)` \| `(\d+)mm` \|$", PAGES["dice"], re.MULTILINE))
    assert told == {name: f"{die['edge']:g}" for name, die in DICE.items()}
    assert f"`{flat.MARKER.width:g}mm x {flat.MARKER.height:g}mm`" in PAGES["markers"]
    assert f"`{flat.ROUND_BLEED_MM:g}mm`" in PAGES["markers"]
    assert f"`{box.THICKNESS_MM:g}mm`" in PAGES["box"]
    assert f"`{box.LEAST_DEPTH_MM:g}mm`" in PAGES["box"]


def test_the_table_of_spaces_lists_every_key():
    rows = re.findall(r"^\| `(\w+)` \|", section("board", "Spaces"), flags=re.MULTILINE)
    assert set(rows) == set(board.SPACE_KEYS)


def test_the_fields_that_no_space_may_have_are_those_of_the_template():
    rows = re.findall(r"^\| (`.*?) \|", section("board", "Drawing a board"), flags=re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert named - set(board.SPACE_KEYS) == set(board.TAKEN)


def test_every_format_is_named():
    named = section("sheet", "A file").split("The formats are ")[1].split(", which")[0]
    words = {*re.findall(r"`([a-z0-9 ]+)`", named), *(f"a{n}" for n in range(1, 8))}
    assert words == set(FORMATS)
