"""What strangers write into files and names cannot take over a terminal, a build log or a command's status."""

import json
import os
import subprocess
import sys

import pytest
from small_game import ROOT, change, in_a_process

from pnp.cli.report import as_text, show
from pnp.model.diagnostics import Diagnostic, Place

pytestmark = pytest.mark.long

HOSTILE = "leek\x1b]0;owned\x07\x9b31m\u202egnp.exe"


def hostile_controls(text):
    return {letter for letter in text if letter in "\x1b\x07\x9b\u202e\u2066"}


@pytest.mark.parametrize(
    "line", ["list --pieces", "list --format json", "check", "build", "diff v1", "art list", "stats soup"]
)
def test_no_name_in_a_file_reaches_the_terminal_as_a_control_sequence(line, soup, pnp):
    if line.startswith("diff"):
        pnp("release v1")
    escaped = HOSTILE.encode("unicode_escape").decode()
    food = soup / "card_data/soup/food.yaml"
    change(food, "name: Leek", f'name: "{escaped}"')
    change(food, "title: Food cards", f'title: "{escaped}"')
    change(soup / "card_data/soup/game.yaml", "title: Soup", f'title: "{escaped}"')
    outcome = pnp(line)
    assert not hostile_controls(outcome.out + outcome.err)


def test_no_name_of_a_game_reaches_the_terminal_as_a_control_sequence(soup, pnp):
    (soup / "card_data/soup").rename(soup / "card_data" / HOSTILE)
    assert not hostile_controls("".join(map(str, (pnp("check").err, pnp("build nosuch").err))))


def test_names_in_a_manifest_reach_no_terminal_as_control_sequences(soup, pnp):
    pnp("release v1")
    change(soup / "releases/v1/soup/manifest.json", '"id": "leek"', f'"id": {json.dumps(HOSTILE)}')
    outcome = pnp("diff v1")
    assert not hostile_controls(outcome.out + outcome.err)


def test_an_escape_in_json_means_the_same(capsys):
    show([Diagnostic("PNP104", HOSTILE)], None, form="json")
    said = capsys.readouterr().out
    assert not hostile_controls(said)
    assert json.loads(said)[0]["message"] == HOSTILE


def test_a_file_name_cannot_add_commands_to_a_build_log(capsys):
    show([Diagnostic("PNP104", "wrong", Place("a\n::set-env name=X,y:z%.yaml", 3, 1))], None, form="github")
    assert capsys.readouterr().out == (
        "::error file=a%0A%3A%3Aset-env name=X%2Cy%3Az%25.yaml,line=3,col=1,title=PNP104::wrong\n"
    )


@pytest.mark.parametrize("name", ["link.yaml", "../secret", "card_data/../../secret"])
def test_no_line_of_a_file_outside_the_project_is_shown(name, soup):
    (soup.parent / "secret").write_text("password: hunter2")
    (soup / "link.yaml").symlink_to(soup.parent / "secret")
    assert "hunter2" not in as_text(Diagnostic("PNP104", "wrong", Place(name, 1, 1)), soup)


def test_a_large_file_is_not_read_to_show_a_line(soup, monkeypatch):
    with (soup / "large.svg").open("wb") as stream:
        stream.write(b"<svg>\n")
        stream.truncate(300_000_000)
    monkeypatch.setattr("pathlib.Path.read_text", lambda *_args, **_kind: pytest.fail("it is read whole"))
    finding = Diagnostic("PNP104", "wrong", Place("large.svg", 1, 1))
    assert as_text(finding, soup) == "large.svg:1:1: error PNP104: wrong"


def test_a_pipe_is_not_read_to_show_a_line(soup):
    os.mkfifo(soup / "pipe.yaml")
    assert as_text(Diagnostic("PNP104", "wrong", Place("pipe.yaml", 1, 1)), soup).count("\n") == 0


def status(arguments, cwd, **streams):
    return subprocess.run(
        [sys.executable, "-m", "pnp", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        timeout=60,
        **streams,
    ).returncode


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device there")  # noqa: PTH110
@pytest.mark.parametrize("arguments", [["list", "nosuch"], ["list", "--nosuch"], ["check"]])
def test_errors_that_cannot_be_told_are_status_2(arguments, soup):
    change(soup / "card_data/soup/food.yaml", "copies: 2", "copies: two")
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        assert status(arguments, soup, stdout=subprocess.DEVNULL, stderr=full) == 2
    reading, writing = os.pipe()
    os.close(reading)
    assert status(arguments, soup, stdout=subprocess.DEVNULL, stderr=writing) == 2
    os.close(writing)


def test_an_answer_that_cannot_be_told_is_status_2(soup):
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        assert status(["list"], soup, stdout=full, stderr=subprocess.DEVNULL) == 2


def test_ctrl_c_while_pnp_is_loaded_is_no_traceback(soup):
    code = "import sys, os, signal\n"
    code += "class Stop:\n    def find_spec(self, name, path=None, target=None):\n"
    code += "        if name == 'click': os.kill(os.getpid(), signal.SIGINT)\n"
    code += "sys.meta_path.insert(0, Stop())"
    outcome = in_a_process(soup, "list", code=code)
    assert (outcome.status, outcome.out) == (130, "")
    assert outcome.err == "pnp: stopped; every file is whole, as it was or as it is now\n"


@pytest.mark.parametrize(
    "arguments", [["rules", "soup", "--format", "md", "--out", "/"], ["build", "--out", "\udcff"]]
)
def test_an_odd_place_to_write_to_is_no_traceback(arguments, soup):
    outcome = in_a_process(soup, *arguments)
    assert "Traceback" not in outcome.err
    assert outcome.status in {0, 2}


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("output", "build --no-svg"),
        ("output/soup", "verify"),
        ("releases", "release v1"),
        ("releases", "diff v1"),
        ("snapshots", "snapshot --update"),
        ("templates/soup/food.svg.j2", "check"),
        ("card_data/soup/art", "check"),
        ("card_data/soup/art", "art list"),
    ],
)
def test_links_in_a_circle_are_no_traceback(place, line, soup, pnp):
    path = soup / place
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(path.with_name(f"{path.name}-2"))
    path.with_name(f"{path.name}-2").symlink_to(path)
    assert pnp(line).status in {0, 1, 2}
