"""docs/kinds/: what the pages on boards and sheets show is built, and their tables list what pnp knows."""

import re
from contextlib import chdir
from pathlib import Path

import pytest

from pnp.__main__ import run
from pnp.load import board_spaces, component
from pnp.load.kinds import READERS
from pnp.load.sizes import FORMATS

KINDS = Path(__file__).parent.parent / "docs" / "kinds"
PAGES = {name: (KINDS / f"{name}.md").read_text(encoding="utf-8") for name in ("board", "sheet")}
FILES = {
    name: text
    for page in PAGES.values()
    for name, text in re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```\n", page, flags=re.DOTALL)
}
KEYS = {name: READERS[name].keys for name in ("board", "sheet")}


@pytest.fixture(scope="module")
def harbour(tmp_path_factory):
    root = tmp_path_factory.mktemp("harbour")
    folder, templates = root / "card_data" / "harbour", root / "templates" / "harbour"
    folder.mkdir(parents=True)
    templates.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: Harbour\nfonts: {title: Manrope, body: Source Sans Pro}\n")
    for name, text in FILES.items():
        (folder if name.endswith(".yaml") else templates).joinpath(name).write_text(text, encoding="utf-8")
    (templates / "plans.svg.j2").write_text('{% extends "base/board.svg.j2" %}')
    return root


def test_everything_shown_is_built_without_a_finding_and_verified(harbour, capsys):
    with chdir(harbour):
        assert run(["build", "harbour", "--paper", "a4", "--verbose"]) == 0
        out, err = capsys.readouterr()
        assert run(["verify", "harbour"]) == 0
    assert err == ""
    assert dict(re.findall(r"harbour/(\S+\.pdf): (.*)", out)) == {
        "a4/build.pdf": "2 sheets, 2 pages",
        "a4/market.pdf": "4 sheets, 4 pages",
        "a4/plans.pdf": "2 sheets, 2 pages",
        "a4/print.pdf": "10 sheets, 10 pages",
        "a4/score_pad.pdf": "2 sheets, 2 pages",
        "full-size/market.pdf": "1 sheet, 1 page",
        "full-size/plans.pdf": "1 sheet, 1 page",
    }


@pytest.mark.parametrize("page", PAGES)
def test_every_block_of_code_is_a_file_that_is_built(page):
    assert PAGES[page].count("```") == 2 * len(re.findall(r"<!-- \S+ -->\n```", PAGES[page]))


def section(page, heading):
    return PAGES[page].split(f"\n## {heading}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("page", PAGES)
def test_the_first_table_and_the_line_below_it_list_every_key(page):
    found = section(page, "A file")
    rows = re.findall(r"^\| `(\w+)` \|", found, flags=re.MULTILINE)
    common = re.findall(r"`(\w+)`", found.rsplit("\n\n`front`", maxsplit=1)[1].split(" are as for cards")[0])
    assert {*rows, "front", *common} == set(KEYS[page])
    assert set(component.KEYS) <= {"front", *common}


def test_the_table_of_spaces_lists_every_key():
    rows = re.findall(r"^\| `(\w+)` \|", section("board", "Spaces"), flags=re.MULTILINE)
    assert set(rows) == set(board_spaces.RESERVED)


def test_the_fields_that_no_space_may_have_are_those_of_the_template():
    rows = re.findall(r"^\| (`.*?) \|", section("board", "Drawing one"), flags=re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert named - set(board_spaces.RESERVED) == set(board_spaces.TAKEN)


def test_every_format_is_named():
    named = section("sheet", "A file").split("The formats are ")[1].split(", which")[0]
    words = {*re.findall(r"`([a-z0-9 ]+)`", named), *(f"a{n}" for n in range(1, 8))}
    assert words == set(FORMATS)
