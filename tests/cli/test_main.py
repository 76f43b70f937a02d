"""What happens at the edge: nothing that can be typed, and nothing the world does meanwhile, is a traceback."""

import os
import signal
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_game import ROOT, contents, in_a_process

from pnp.__main__ import run
from pnp.build import pipeline

WORDS = st.sampled_from(
    [
        *(
            "build",
            "check",
            "list",
            "verify",
            "soup",
            "soap",
            "a4",
            "food",
            "leek",
            "low-ink",
            "json",
            "text",
        ),
        *(
            "--paper",
            "--backs",
            "--component",
            "--only",
            "--theme",
            "--jobs",
            "--out",
            "--format",
            "--pieces",
        ),
        *(
            "--help",
            "-h",
            "--version",
            "--no-svg",
            "-q",
            "--renderer",
            "typst",
            "gutterfold",
            "0",
            "-1",
            "",
            "--",
        ),
    ]
)
# No dot and no slash: a word after --out must stay below the working directory.
JUNK = st.text(st.characters(exclude_characters="./\\\0", exclude_categories=["Cs"]), max_size=8)


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(WORDS | JUNK, max_size=6))
def test_any_command_line_ends_with_a_status_and_no_traceback(soup, capfd, arguments):
    capfd.readouterr()
    status = run(arguments)
    said = capfd.readouterr()
    assert status in {0, 1, 2}
    assert "Traceback" not in said.out + said.err
    if status == 2:
        assert said.err, "who cannot run says why"


def test_an_empty_folder_is_told_the_way_out(tmp_path, monkeypatch, pnp):
    monkeypatch.chdir(tmp_path)
    for command in ("build", "check", "list", "verify"):
        outcome = pnp(command)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.startswith(
            f"pnp: there is no card_data folder in {tmp_path} or in any folder above it\n"
        )
        assert "hint: go to the folder of your game" in outcome.err
        assert {"yes_broccoli,", "yogire"} <= set(outcome.err.split())
    assert list(tmp_path.iterdir()) == []


def test_a_shipped_game_is_built_in_an_empty_folder_when_it_is_named(tmp_path, monkeypatch, pnp):
    monkeypatch.chdir(tmp_path)
    outcome = pnp("build yes_broccoli --only apple --paper a4")
    assert outcome.status == 0
    assert outcome.out.startswith("output/yes_broccoli/selection/a4/print.pdf: 1 sheet")


def test_ctrl_c_stops_with_a_sentence(soup, pnp, monkeypatch):
    def interrupted(*args, **options):
        raise KeyboardInterrupt

    pnp("build --paper a4")
    before = contents(soup / "output")
    monkeypatch.setattr(pipeline, "render", interrupted)
    outcome = pnp("build")
    assert (outcome.status, outcome.out) == (130, "")
    assert outcome.err == "pnp: stopped; every file is whole, as it was or as it is now\n"
    assert contents(soup / "output") == before


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals are another matter there")
def test_ctrl_c_from_outside_is_no_traceback(soup):
    code = "import os, signal\nfrom pnp.build.pipeline import Conversion as c\n"
    code += "real = c.pages\n"
    code += "c.pages = lambda *a, **b: (os.kill(os.getpid(), signal.SIGINT), real(*a, **b))[1]"
    outcome = in_a_process(soup, "build", code=code)
    assert outcome.status == 130
    assert "Traceback" not in outcome.err
    assert "pnp: stopped" in outcome.err


def test_a_folder_that_cannot_be_written_is_said_with_the_way_out(soup, pnp):
    (soup / "file").write_text("in the way")
    outcome = pnp("build --out file/below")
    assert outcome.status == 2
    assert "file is a file; move it away or choose another folder with --out" in outcome.err
    assert pnp("build --out file").status == 2


def test_output_that_leads_elsewhere_is_not_followed(soup, pnp):
    away = soup.parent / "away"
    away.mkdir()
    (soup / "output/soup").mkdir(parents=True)
    (soup / "output/soup/a4").symlink_to(away)
    outcome = pnp("build --paper a4")
    assert outcome.status == 2
    assert f"leads to {away}, outside of " in outcome.err
    assert list(away.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently there")
@pytest.mark.parametrize("arguments", [("list", "--pieces"), ("list", "--format", "json"), ("--help",)])
def test_a_reader_that_has_seen_enough_is_no_error(arguments, soup):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "pnp", *arguments],
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=soup,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_without_the_letters_still_gets_the_answer(soup):
    (soup / "card_data/soup/food.yaml").write_text(
        (soup / "card_data/soup/food.yaml")
        .read_text()
        .replace("name: Pea", "name: 東, source: reconstructed"),
        encoding="utf-8",
    )
    outcome = in_a_process(soup, "list", "--pieces", PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert outcome.status == 0
    assert outcome.out.endswith("pea\N{REPLACEMENT CHARACTER}  \\u6771\n")


def test_a_wrong_source_date_is_said(soup, pnp, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    outcome = pnp("build")
    assert outcome.status == 2
    assert 'SOURCE_DATE_EPOCH is no number of seconds: "yesterday"' in outcome.err


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
def test_a_build_killed_while_it_writes_leaves_every_file_whole(soup, tmp_path, pnp):
    pnp("build --paper a4")
    old = contents(soup / "output")
    food = soup / "card_data/soup/food.yaml"
    food.write_text(food.read_text().replace("Leek", "Big leek").replace("Pea", "Small pea"))
    pnp(f"build --paper a4 --out {tmp_path / 'new'}")
    new = contents(tmp_path / "new")
    for number in (1, 4):
        killed = in_a_process(soup, "build", "--paper", "a4", code=KILLED.format(number=number))
        assert killed.status == -signal.SIGKILL
        found = contents(soup / "output")
        whole = {name: data for name, data in found.items() if not name.endswith(".pnp-tmp")}
        assert whole.keys() < found.keys()
        assert whole.keys() == old.keys()
        assert [name for name in whole if whole[name] not in (old[name], new[name])] == []
    pnp("build --paper a4")
    assert contents(soup / "output") == new, "the next build mends it and sweeps up"


KILLED = """
import os, signal
left = {number}
real = os.fdopen
def opened(file, mode="r", *args, **options):
    global left
    stream = real(file, mode, *args, **options)
    if mode == "wb" and (left := left - 1) == 0:
        stream.write(b"half a f")
        stream.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    return stream
os.fdopen = opened
"""
