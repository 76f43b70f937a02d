"""docs/kinds/: what the pages on dice, markers and boxes show is built, and every mistake is deferring as they say."""

import re
from contextlib import chdir
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.__main__ import run
from pnp.impose.layouts import lay_out
from pnp.load import component
from pnp.load.dice_nets import DICE, die_net
from pnp.load.game import load_game
from pnp.load.kinds import READERS, box, flat
from pnp.load.project import find_project
from pnp.model.papers import PAPERS

KINDS = Path(__file__).parent.parent / "docs" / "kinds"
PAGES = {name: (KINDS / f"{name}.md").read_text(encoding="utf-8") for name in ("dice", "markers", "box")}
FILES = {
    name: text
    for page in PAGES.values()
    for name, text in re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```\n", page, flags=re.DOTALL)
}
KEYS = {name: READERS[name].keys for name in ("dice", "markers", "box")}
SLIPS = [
    slip
    for page in PAGES.values()
    for slip in re.findall(r"<!-- slip (\S+): (.*?) -> (.*?) -->\n```\n(.*?)```\n", page, flags=re.DOTALL)
]


@pytest.fixture
def harbour(tmp_path):
    folder, templates = tmp_path / "card_data" / "harbour", tmp_path / "templates" / "harbour"
    folder.mkdir(parents=True)
    templates.mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "title: Harbour\ncredits: Game by Ada Example, 2024.\n"
        'fonts: {title: Manrope, body: Source Sans Pro}\npalette: {sea: "#1769b5"}\n'
    )
    for name, text in FILES.items():
        (folder if name.endswith(".yaml") else templates).joinpath(name).write_text(text, encoding="utf-8")
    (templates / "crate.svg.j2").write_text('{% extends "base/card.svg.j2" %}')
    return tmp_path


@pytest.mark.long
def test_everything_shown_is_built_without_a_finding_and_verified(harbour, capsys):
    with chdir(harbour):
        assert run(["build", "harbour", "--paper", "a4", "--verbose"]) == 0
        out, err = capsys.readouterr()
        assert run(["verify", "harbour"]) == 0
    assert err == ""
    assert dict(re.findall(r"a4/(\w+)\.pdf: (.*)", out)) == {
        "box": "1 sheet, 1 page",
        "build": "3 sheets, 3 pages",
        "buoys": "1 sheet, 1 page",
        "cargo": "6 sheets, 6 pages",
        "dice": "1 sheet, 1 page",
        "print": "12 sheets, 12 pages",
        "ships": "1 sheet, 1 page",
        "sleeved_box": "1 sheet, 1 page",
        "wheel": "1 sheet, 1 page",
        "wind": "1 sheet, 1 page",
    }


@pytest.mark.parametrize("page", PAGES)
def test_every_block_of_code_is_built_or_is_a_mistake_that_is_told(page):
    shown = re.findall(r"<!-- (?:\S+|slip .*?) -->\n```", PAGES[page])
    assert PAGES[page].count("```") == 2 * len(shown)


@pytest.mark.parametrize(("file", "right", "wrong", "deferring"), SLIPS)
def test_every_mistake_is_told_as_the_page_says(file, right, wrong, deferring, harbour, capsys):
    path = harbour / "card_data" / "harbour" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(right) == 1
    path.write_text(text.replace(right, wrong.replace(" / ", "\n")), encoding="utf-8")
    with chdir(harbour):
        assert run(["check", "harbour"]) == 1
    assert capsys.readouterr().err == deferring


@pytest.mark.parametrize("page", PAGES)
def test_the_first_table_and_the_line_below_it_list_every_key(page):
    section = PAGES[page].split("\n## A file\n")[1].split("\n## ")[0]
    rows = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?`) \|", section, flags=re.MULTILINE)))
    common = re.findall(
        r"`(\w+)`", section.rsplit("\n\n`front`", maxsplit=1)[1].split(" are as for cards")[0]
    )
    assert {*rows, "front", *common} == set(KEYS[page])
    assert set(component.KEYS) <= {"front", *common}


@pytest.mark.parametrize("page", PAGES)
def test_every_part_of_a_net_is_named_where_it_is_drawn(page, harbour):
    loaded = load_game(find_project(harbour), "harbour")
    assert loaded.game is not None
    nets = [c.net for c in loaded.game.components if c.kind.name == page and c.net]
    section = PAGES[page].split("\n## Drawing one")[1].split("\n## ")[0]
    for panel in {panel.id for net in nets for panel in net.panels}:
        assert f"`{panel}`" in section or panel.isdigit()
    assert all(f"face.net.{part}" in section for part in ("panels", "cut", "folds", "tabs", "slits"))


def test_the_measures_of_the_box_are_those_it_has(harbour):
    loaded = load_game(find_project(harbour), "harbour")
    assert loaded.game is not None
    nets = {c.id: {panel.id: panel for panel in c.net.panels} for c in loaded.game.components if c.net}
    front, left = nets["box"]["front"], nets["box"]["left"]
    assert f"{front.width:g} × {front.height:g} × {left.width:g} mm" in PAGES["box"]


def test_as_many_dice_fit_on_a_page_as_told(harbour):
    loaded = load_game(find_project(harbour), "harbour")
    assert loaded.game is not None
    (found,) = (c for c in loaded.game.components if c.id == "dice")
    layout = lay_out(found, PAPERS["a4"], copies=99)
    assert layout is not None
    assert f"{len(layout.positions)} dice of 18 mm fit on A4" in PAGES["dice"]
    told = dict(re.findall(r"(\d+) (d\d+)", PAGES["dice"].partition("usual sizes")[2].partition(".")[0]))
    for count, die in told.items():
        net = die_net(die)
        layout = lay_out(replace(found, net=net, size=net.size), PAPERS["a4"], copies=99)
        assert len(layout.positions) == int(count), die


def test_the_usual_sizes_are_as_told():
    told = dict(re.findall(r"\| `(d\d+)` \| `(\d+)mm` \|$", PAGES["dice"], re.MULTILINE))
    assert told == {name: f"{die.edge:g}" for name, die in DICE.items()}
    assert f"`{flat.MARKER.width:g}mm x {flat.MARKER.height:g}mm`" in PAGES["markers"]
    assert f"`{flat.ROUND_BLEED_MM:g}mm`" in PAGES["markers"]
    assert (f"`{box.THICKNESS_MM:g}mm`", f"`{box.LEAST_DEPTH_MM:g}mm`") == ("`0.32mm`", "`8mm`")
    assert "`0.32mm`" in PAGES["box"]
    assert "`8mm`" in PAGES["box"]
