"""A build that is killed, wherever it stands, leaves every file as it was or as it was to be; the next one goes on."""

import random
import re

import pytest
from small_game import BACK, FOOD, TOOLS, contents, in_a_process, write_game

from pnp.__main__ import run

# Python tells a hook of every file it opens, renames, makes or removes; at the given one the process is killed.
HOOK = """
import atexit, os, signal, sys
left, seen = {left}, 0
def hook(event, args):
    global seen
    if event in ("open", "os.rename", "os.remove", "os.mkdir") and "kill-me" in os.fsdecode(args[0] or ""):
        seen += 1
        if seen == left:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(lambda event, args: hook(event, args) if isinstance(args[0] if args else 0, (str, bytes)) else None)
atexit.register(lambda: print("moments:", seen))
"""


BUILD = ("build", "--paper", "a4", "--jobs", "1")


def build(project, left=0):
    return in_a_process(
        project,
        *BUILD,
        code=HOOK.format(left=left),
        PNP_CACHE_DIR=str(project / "cache"),
    )


@pytest.fixture(scope="module")
def soup(tmp_path_factory):
    return write_game(tmp_path_factory.mktemp("kill-me"), food=FOOD, tools=TOOLS)


def paint(project, colour):
    """Give all backs this colour."""
    path = project / "templates/soup/back.svg.j2"
    path.write_text(BACK.replace("{{ palette.leaf }}", colour))


@pytest.fixture(scope="module")
def states(soup):
    """The output in red and in blue, each from a build of nothing, and how many moments a build has."""
    found = {}
    for colour in ("#aa0000", "#0000aa"):
        paint(soup, colour)
        done = build(soup)
        assert done.status == 0, done.err
        found[colour] = contents(soup / "output")
    return found, int(re.search(r"moments: (\d+)", done.out)[1])


def test_there_are_many_moments_to_be_killed_at(states):
    assert states[1] > 40


@pytest.mark.parametrize("number", range(3))
def test_a_killed_build_leaves_old_or_new_files_and_the_next_one_is_whole(soup, states, number, monkeypatch):
    monkeypatch.chdir(soup)
    monkeypatch.setenv("PNP_CACHE_DIR", str(soup / "cache"))
    looks, moments = states
    (old, before), (new, after) = sorted(looks.items(), reverse=bool(number % 2))
    paint(soup, old)
    assert run(BUILD) == 0
    assert contents(soup / "output") == before
    paint(soup, new)
    if number % 3 == 0:
        (soup / "cache/work.sqlite3").unlink()  # a build from nothing has other moments
    assert build(soup, left=random.Random(number).randint(1, moments)).status == -9
    for name, content in contents(soup / "output").items():
        if not name.endswith(".pnp-tmp"):
            assert content in (before.get(name), after.get(name)), name
    assert run(BUILD) == 0
    assert contents(soup / "output") == after
