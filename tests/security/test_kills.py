"""Writing commands, killed at some of their changes of files: nothing is torn, and the next run leaves nothing about."""

import os
import random
import re
import shutil
import signal
from pathlib import Path

import pytest
from PIL import Image
from small_game import FOOD, TOOLS, Prepared, change, in_a_process, write_game

EVERY = 24
"""One of so many changes of files is the last."""

TEMPORARY = re.compile(r"(^|/)(\.[^/]*\.pnp-(tmp|old)|pnp-[a-z]+-[^/]*)(/|$)")
FRONT = """\
{# A picture and a name. #}
{% extends "base/card.svg.j2" %}
{% block body %}{{ picture(piece.id, (1.5, 10, 60, 40)) }}{{ line(piece.name, 31.5, 70, anchor="middle") }}{% endblock %}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 4"><rect width="6" height="4" fill="#3f9b3a"/></svg>'

HOOK = """
import os, sys
events = "rename remove mkdir rmdir link symlink truncate chmod".split()
seen = []
def hook(event, arguments):
    flags = arguments[2] if event == "open" else 0
    if event.removeprefix("os.") in events or isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        seen.append(event)
        os.write(2, f"@{{arguments[0] if event == 'open' else ''}}\\n".encode())
        if len(seen) == {moment}:
            os.kill(os.getpid(), {signal})
sys.addaudithook(hook)
"""
"""Before Python opens a file to write, renames or removes one, it is told; the how many-th such change is the last."""

SAVE = """
from pathlib import Path
from pnp.edit.card_change import changed_card
from pnp.edit.undo import EditHistory
from pnp.load.project import find_project
project = find_project(Path())
changed = changed_card(project, "soup", "food", "pea", {"name": "Split pea"})
EditHistory(project.root).write(changed.what, changed.files)
sys.exit()
"""


def write_project(root: Path) -> None:
    write_game(root, food=FOOD, tools=TOOLS)
    (root / "templates/soup/food.svg.j2").write_text(FRONT)
    (root / "card_data/soup/rules.yaml").write_text("object:\n  - \"Cook {{ list(food, 'name') }}.\"\n")
    (root / "card_data/soup/art").mkdir()
    (root / "card_data/soup/art/leek.svg").write_text(SVG)
    (root / "card_data/soup/art/credits.yaml").write_text("leek.svg: {credit: Ann, licence: CC0-1.0}\n")
    paint(root, "#3f9b3a")


def paint(root: Path, colour: str) -> None:
    Image.new("RGB", (60, 40), colour).save(root / "leek.png", dpi=(300, 300))


def take_out(root: Path) -> None:
    change(root / "card_data/soup/food.yaml", "name: Pea", "name: Split pea")
    (root / "card_data/soup/tools.yaml").unlink()


BUILD = "build --paper a4 --jobs 1"
COMMANDS = {
    "build after a removed component": (BUILD, (BUILD,), take_out),
    "release": ("release v1", (), lambda root: write_game(root, "stew")),
    "art add again": ("art add leek.png", ("art add leek.png",), lambda root: paint(root, "#aa0000")),
    "save in the studio": ("", (), lambda _: None),
}
"""One of each way to write: many files, a folder as a whole, a file in place of another, a change in place.

The command (or SAVE), what has run before, and what was changed since.
"""


def tree(world: Path) -> dict[str, bytes | None]:
    """Return every file of a world and every folder; what the cache holds may be there or not."""
    found = {path.relative_to(world).as_posix(): path for path in world.rglob("*")}
    return {
        name: path.read_bytes() if path.is_file() else None
        for name, path in found.items()
        if not name.startswith("cache/work.sqlite3")
    }


def done(world: Path, command: str, moment: int = 0):
    places = {"PNP_CACHE_DIR": "cache", "PNP_CONFIG_DIR": "config", "TMPDIR": "tmp"}
    environment = {name: str(world / folder) for name, folder in places.items()}
    code = HOOK.format(moment=moment, signal=int(signal.SIGKILL)) + ("" if command else SAVE)
    more = {"GIT_CEILING_DIRECTORIES": str(world), "PYTHONDONTWRITEBYTECODE": "1"}
    return in_a_process(world / "project", *command.split(), code=code, **environment, **more)


def differing(now, *allowed):
    names = now.keys() | {name for each in allowed for name in each}
    return [name for name in names if now.get(name, b"-") not in [each.get(name, b"-") for each in allowed]]


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_killed_command_tears_nothing_and_the_next_run_sweeps_up(name, tmp_path):
    command, before, edit = COMMANDS[name]
    ready, world = tmp_path / "ready", tmp_path / "world"
    for folder in ("project", "cache", "config", "tmp"):
        (ready / folder).mkdir(parents=True)
    write_project(ready / "project")
    Prepared(ready / "project", "check", *before)
    edit(ready / "project")
    shutil.copytree(ready, world)
    usual = done(world, command)
    first, last = tree(ready), tree(world)
    seen = [line.removeprefix("@") for line in usual.err.splitlines() if line.startswith("@")]
    in_place = [path for path in seen if path.startswith(f"{world}/project/") and not TEMPORARY.search(path)]
    assert (in_place, differing(last, first) != []) == ([], True)
    for moment in sorted(random.Random(1).sample(range(1, len(seen) + 1), -(-len(seen) // EVERY))):
        shutil.rmtree(world)
        shutil.copytree(ready, world)
        if done(world, command, moment).status != -signal.SIGKILL:
            continue  # another thread was quicker this time, and all is done
        now = tree(world)
        torn = [path for path in differing(now, first, last) if not TEMPORARY.search(path)]
        assert [path for path in torn if now.get(path, b"") is not None] == [], moment
        assert done(world, command).status == usual.status
        assert differing(tree(world), last) == [], moment
