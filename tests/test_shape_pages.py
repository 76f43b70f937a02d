"""docs/kinds/: what the pages on tiles, discs and stickers show is built, and their tables list what pnp knows."""

import re
from contextlib import chdir
from pathlib import Path

import pytest

from pnp.__main__ import run
from pnp.load import component
from pnp.load.kinds import READERS, stickers
from pnp.load.kinds.tiles import SHAPES
from pnp.model.bought_sheets import CARD_SHEETS, LABEL_SHEETS
from pnp.model.geometry import Size
from pnp.model.papers import PAPERS, find_paper

KINDS = Path(__file__).parent.parent / "docs" / "kinds"
PAGES = {name: (KINDS / f"{name}.md").read_text(encoding="utf-8") for name in ("tiles", "discs", "stickers")}
FILES = {
    name: text
    for page in PAGES.values()
    for name, text in re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```\n", page, flags=re.DOTALL)
}
KEYS = {name: READERS[name].keys for name in ("tiles", "discs", "stickers")}


@pytest.fixture(scope="module")
def harbour(tmp_path_factory):
    root = tmp_path_factory.mktemp("harbour")
    folder, templates = root / "card_data" / "harbour", root / "templates" / "harbour"
    folder.mkdir(parents=True)
    templates.mkdir(parents=True)
    (folder / "game.yaml").write_text(
        'title: Harbour\nfonts: {title: Manrope, body: Source Sans Pro}\npalette: {sea: "#1769b5"}\n'
    )
    for name, text in FILES.items():
        (templates if name.endswith(".j2") else folder).joinpath(name).write_text(text, encoding="utf-8")
    plain = {
        "rock": "tile",
        "coast-back": "tile",
        "good-sticker": "sticker",
    }
    for name, base in plain.items():
        (templates / f"{name}.svg.j2").write_text(f'{{% extends "base/{base}.svg.j2" %}}')
    return root


@pytest.mark.long
def test_everything_shown_is_built_without_a_finding_and_verified(harbour, capsys):
    with chdir(harbour):
        assert run(["build", "harbour", "--paper", "a4", "--verbose"]) == 0
        out, err = capsys.readouterr()
        assert run(["verify", "harbour"]) == 0
    assert err == ""
    sheets = dict(re.findall(r"a4/(\w+)\.pdf: (.*)", out))
    assert sheets == {
        "barrels": "1 sheet, 1 page",
        "build": "3 sheets, 3 pages",
        "coast": "2 sheets, 2 pages",
        "coins": "1 sheet, 1 page",
        "dominoes": "1 sheet, 1 page",
        "goods_stickers": "1 sheet, 1 page",
        "print": "11 sheets, 11 pages",
        "rocks": "1 sheet, 1 page",
        "sailors": "1 sheet, 1 page",
        "shields": "1 sheet, 1 page",
    }


@pytest.mark.parametrize("page", PAGES)
def test_every_block_of_code_is_a_file_that_is_built(page):
    assert PAGES[page].count("```") == 2 * len(re.findall(r"<!-- \S+ -->\n```", PAGES[page]))


@pytest.mark.parametrize("page", PAGES)
def test_the_first_table_and_the_line_below_it_list_every_key(page):
    section = PAGES[page].split("\n## A file\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|", section, flags=re.MULTILINE)
    common = re.findall(
        r"`(\w+)`", section.rsplit("\n\n`front`", maxsplit=1)[1].split(" are as for cards")[0]
    )
    expected = set(KEYS[page]) - ({"back"} if page == "stickers" else set())
    assert {*rows, "front", *common} == expected
    assert set(component.KEYS) - {"back"} <= {"front", *common}


def test_every_shape_is_named():
    (row,) = re.findall(r"^\| `shape` \| (.*?) \|", PAGES["tiles"], flags=re.MULTILINE)
    assert tuple(re.findall(r"`(\w+)`", row)) == SHAPES


def test_the_table_of_label_sheets_is_the_table_of_pnp():
    row = re.compile(
        r"^\| `([\w.]+)` \| (\w+) \| (\w+) \| ([\d.]+) (in|mm) \| (\d+) × (\d+) \|$", re.MULTILINE
    )
    shown = [
        (
            name,
            f"{maker} {name}",
            paper,
            float(diameter) * {"in": 25.4, "mm": 1}[unit],
            int(columns),
            int(rows),
        )
        for name, maker, paper, diameter, unit, columns, rows in row.findall(PAGES["stickers"])
    ]
    assert shown == [
        (name, sheet.title, PAPERS[sheet.paper].title, sheet.diameter, sheet.columns, sheet.rows)
        for name, sheet in LABEL_SHEETS.items()
    ]


def test_the_table_of_card_sheets_is_the_table_of_pnp():
    row = re.compile(
        r"^\| `(\w+)` \| (\w+) \| (\w+) \| ([\d.]+) × ([\d.]+) (in|mm) \| (\d) × (\d) \| (.*)\|$",
        re.MULTILINE,
    )
    shown = row.findall((KINDS.parent / "printing.md").read_text(encoding="utf-8"))
    assert [each[0] for each in shown] == list(CARD_SHEETS)
    for name, maker, paper, width, height, unit, columns, rows, others in shown:
        sheet, scale = CARD_SHEETS[name], {"in": 25.4, "mm": 1}[unit]
        assert (sheet.title, PAPERS[sheet.paper].title) == (f"{maker} {name}", paper)
        assert (sheet.columns, sheet.rows) == (int(columns), int(rows))
        assert sheet.size.is_like(Size(float(width) * scale, float(height) * scale), within=1e-6)
        assert all(find_paper(other).sheet is sheet for other in re.findall(r"`(.+?)`", others))


def test_the_keys_of_a_measured_sheet_are_listed():
    section = PAGES["stickers"].split("\n## A sheet of your own\n")[1]
    rows = re.findall(r"^\| (`.*?`) \|", section, flags=re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(stickers.SHEET_KEYS)
