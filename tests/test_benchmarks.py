"""The benchmark names what there is, counts every sample once, and keeps what it did not measure."""

import importlib
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from benchmarks.flame_graph import flame_graph
from benchmarks.numbers import AIMS, HEAD, Measured, number_table, over
from benchmarks.page import PAGE, PICTURE, SCALE_PAGE, SCALE_PICTURE, with_table
from benchmarks.parts import SAMPLED
from benchmarks.race import RACE_HEAD
from benchmarks.sampler import CALL_TYPST
from benchmarks.scale import SCALE_HEAD, Scaling, scale_picture, scale_table, straight
from benchmarks.stages import (
    IMPORTS,
    STAGES,
    by_function,
    by_stage,
    function_table,
    over_the_rest,
    stage_of,
    stage_table,
)
from benchmarks.stopwatch import Run

SAMPLES = {
    ("pnp.cli.build:command", "pnp.render.faces:render", "jinja2.environment:Template.render"): 600_000,
    ("pnp.cli.build:command", "pnp.render.faces:render", "pnp.svg.refused_features:lint"): 300_000,
    ("pnp.cli.build:command", "_frozen_importlib:_find_and_load", "pikepdf:<module>"): 100_000,
}


@pytest.mark.parametrize(
    "name", sorted({*CALL_TYPST, *(name for names in STAGES.values() for name in names)})
)
def test_what_has_a_stage_is_there(name):
    module, _, function = name.partition(":")
    found = importlib.import_module(module)
    assert not function or callable(getattr(found, function))


@pytest.mark.parametrize(
    ("stack", "stage"),
    [
        (("pnp.render.faces:render",), "templates"),
        (("pnp.render.faces:render", "pnp.svg.refused_features:lint", "xml.sax:parse"), "lint"),
        (("pnp.load.game:load_game", "pnp.model.geometry:Size.__init__"), "load"),
        (("pnp.export.pdf:write_pdf", "pnp.files:write"), "write"),
        (("pnp.load.game:load_game", "pnp.files:read_text"), "load"),
        (("__main__:<module>", "pnp.render.faces:render", "typst:<module>", "re:compile"), IMPORTS),
        (("__main__:<module>", "threading:Thread.join"), "other"),
    ],
)
def test_the_innermost_module_that_has_a_stage_decides(stack, stage):
    assert stage_of(stack) == stage


def test_every_sample_counts_once():
    found = by_stage(SAMPLES)
    assert found == {"templates": 600_000, "lint": 300_000, IMPORTS: 100_000}
    assert over_the_rest(SAMPLES, "pnp.render") == pytest.approx(9)
    table = stage_table({"a": found}, ["a", "b"])
    assert table["templates"] == ["0.60 (60 %)", None]
    assert table["**all**"] == ["1.00", None]


def test_a_function_has_what_it_calls_of_libraries():
    table = function_table({"a": by_function(SAMPLES)}, ["a", "b"], most=2)
    assert table == {
        "`render.faces:render`": ["60.0 %", None],
        "`svg.refused_features:lint`": ["30.0 %", None],
    }


def test_a_box_is_as_wide_as_its_share():
    picture = ET.fromstring(flame_graph(SAMPLES, "<sampled>"))
    boxes = {
        group.findtext("{*}title").partition(":  ")[0].rpartition(": ")[0]: float(
            group.find("{*}rect").get("width")
        )
        for group in picture.iter("{http://www.w3.org/2000/svg}g")
    }
    whole = boxes["pnp build"] + 0.5
    assert boxes["refused_features.lint"] + 0.5 == pytest.approx(0.3 * whole, abs=0.1)
    assert boxes["pikepdf"] + 0.5 == pytest.approx(0.1 * whole, abs=0.1)


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="no clock of another thread")
def test_the_time_of_a_command_is_found_in_what_took_it(tmp_path):
    (tmp_path / "busy.py").write_text(
        "import threading, time\n"
        "def burn():\n"
        "    while time.thread_time() < 0.2: pass\n"
        "thread = threading.Thread(target=burn); thread.start(); thread.join(); time.sleep(0.1)\n"
    )
    samples = tmp_path / "samples"
    command = [sys.executable, "-m", "benchmarks.sampler", str(samples), "busy"]
    root = Path(__file__).parent.parent
    subprocess.run(command, check=True, cwd=tmp_path, env={"PYTHONPATH": f"{root}:{tmp_path}"})
    taken = {
        line.rpartition(" ")[0]: int(line.rpartition(" ")[2]) for line in samples.read_text().splitlines()
    }
    burnt = sum(used for stack, used in taken.items() if stack.endswith(":burn"))
    assert 0.15e6 < burnt < 0.25e6
    assert sum(taken.values()) - burnt < 0.4e6


def test_a_figure_is_held_against_its_aim():
    found = over([Run(3, 4, 10), Run(2, 4, 10)], [Run(1, 1, 10), Run(1, 1, 10)])
    assert found == Measured(2.5, " (2.00..3.00)", "4.00 x", "2.50 / 1.00")
    table = number_table({"typst": found, "cairosvg": found, "squib": "needs Ruby"})
    assert table[AIMS["typst"].what][-1] == "met"
    assert table[AIMS["cairosvg"].what][-1] == "**not met**"
    assert table[AIMS["squib"].what][0] == "not measured: needs Ruby"
    assert table[AIMS["verify"].what] == [None] * 5


def test_what_was_not_measured_keeps_its_place_on_the_page():
    page = "<!-- measured: a -->\n<!-- end -->\nmore"
    page = with_table(page, "a", ["s"], {"x": ["1"], "y": ["2"], "z": ["3"]})
    page = with_table(page, "a", ["s"], {"x": ["4"], "y": [None], "z": [""]})
    table = "|  | s |\n| --- | --- |\n| x | 4 |\n| y | 2 |\n| z |  |\n"
    assert page == f"<!-- measured: a -->\n{table}<!-- end -->\nmore"


def test_a_million_cards_are_on_the_line_through_the_others():
    decks = [
        Scaling(cards, Run(seconds, seconds, 300), Run(seconds / 2, seconds, 200))
        for cards, seconds in ((1_000, 15), (3_000, 35), (10_000, 105))
    ]
    assert straight([(each.cards, each.one.seconds) for each in decks]) == pytest.approx((5, 0.01))
    table = scale_table(decks)
    assert table["3,000 cards"] == ["35.0", "17.5", "5.8", "200"]
    assert table["1,000,000 cards, by the model"] == ["10,005", "5,002", "5.0", ""]
    picture = ET.fromstring(scale_picture(decks))
    assert [len(line.get("points").split()) for line in picture.iterfind(".//{*}polyline")] == [3, 3, 3]


def test_the_pages_have_a_place_for_every_table_and_their_pictures_are_small():
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page, "numbers", HEAD, number_table({})) == page
    assert with_table(page, "stages", SAMPLED, stage_table({}, SAMPLED)) == page
    assert f"| {' | '.join(RACE_HEAD)} |" in page
    assert f"| {' | '.join(SCALE_HEAD)} |" in SCALE_PAGE.read_text(encoding="utf-8")
    for where, picture in ((PAGE, PICTURE), (SCALE_PAGE, SCALE_PICTURE)):
        assert f"pictures/{picture.name}" in where.read_text(encoding="utf-8")
        assert picture.stat().st_size < 200_000
