"""Commands that write, killed at changes of files: nothing is torn, and the next run leaves nothing lying about."""

import functools
import importlib
import json
import os
import pkgutil
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from PIL import Image

import pnp
from pnp import cache
from pnp.__main__ import run
from pnp.edit.card_change import changed_card
from pnp.edit.file_change import EditHistory
from pnp.load.project import find_project

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))

from small_game import FOOD, TOOLS, change, write_game

EVERY = 24
"""One of so many changes of files is the last."""

_TEMPORARY = re.compile(r"(^|/)(\.[^/]*\.pnp-(tmp|old)|pnp-[a-z]+-[^/]*)(/|$)")
_CHANGES = {
    f"os.{name}" for name in ("rename", "remove", "mkdir", "rmdir", "link", "symlink", "truncate", "chmod")
}
FRONT = """\
{# A picture and a name. #}
{% extends "base/card.svg.j2" %}
{% block body %}{{ picture(piece.id, (1.5, 10, 60, 40)) }}{{ line(piece.name, 31.5, 70, anchor="middle") }}{% endblock %}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 4"><rect width="6" height="4" fill="#3f9b3a"/></svg>'

Tree = Mapping[str, bytes | None]
"""Every file of a world by its path, and every folder, which has no content."""


def write_project() -> None:
    write_game(Path(), food=FOOD, tools=TOOLS)
    Path("templates/soup/food.svg.j2").write_text(FRONT)
    Path("card_data/soup/rules.yaml").write_text("object:\n  - \"Cook {{ list(food, 'name') }}.\"\n")
    Path("card_data/soup/art").mkdir()
    Path("card_data/soup/art/leek.svg").write_text(SVG)
    Path("card_data/soup/art/credits.yaml").write_text("leek.svg: {credit: Ann, licence: CC0-1.0}\n")
    Image.new("RGB", (60, 40), "#3f9b3a").save("leek.png", dpi=(300, 300))


def build() -> int:
    return run(["build", "--paper", "a4", "--jobs", "1"])


def take_out() -> None:
    build()
    change(Path("card_data/soup/food.yaml"), "name: Pea", "name: Split pea")
    Path("card_data/soup/tools.yaml").unlink()


def add_art() -> int:
    return run(["art", "add", "leek.png"])


def repaint() -> None:
    add_art()
    Image.new("RGB", (60, 40), "#aa0000").save("leek.png", dpi=(300, 300))


def save_in_studio() -> int:
    project = find_project(Path())
    changed = changed_card(project, "soup", "food", "pea", {"name": "Split pea"})
    EditHistory(project.root).write(changed.what, changed.files)
    return 0


COMMANDS: Mapping[str, tuple[Callable[[], int], Callable[[], object]]] = {
    "build after a removed component": (build, take_out),
    "release": (lambda: run(["release", "v1"]), lambda: write_game(Path(), "stew")),
    "art add again": (add_art, repaint),
    "save in the studio": (save_in_studio, lambda: None),
}
"""One of each way to write, and what goes before: many files, a folder as a whole, a file in place of another, a change in place."""


def copied(ready: Path, to: Path) -> Path:
    shutil.rmtree(to, ignore_errors=True)
    return shutil.copytree(ready, to, symlinks=True)


def tree(world: Path) -> Tree:
    """Return what is in a world, without what the cache holds: that may be there or not."""
    found: dict[str, bytes | None] = {}
    for top, folders, files in os.walk(world):
        below = Path(top).relative_to(world)
        found |= {(below / name).as_posix(): None for name in folders}
        found |= {(below / name).as_posix(): (Path(top) / name).read_bytes() for name in files}
    return {name: data for name, data in found.items() if not re.match("cache/work.sqlite3|said$", name)}


def done(act: Callable[[], object], world: Path) -> int:
    """Do something in a world, in a silent copy of this process; return its status, -9 for one that was killed."""
    child = os.fork()
    if child == 0:
        status = 99
        try:
            os.setsid()
            nowhere = os.open(world / "said", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            for variable, folder in (
                ("PNP_CACHE_DIR", "cache"),
                ("PNP_CONFIG_DIR", "config"),
                ("TMPDIR", "tmp"),
            ):
                os.environ[variable] = str(world / folder)
            os.environ["GIT_CEILING_DIRECTORIES"] = str(world)
            tempfile.tempdir = None
            os.chdir(world / "project")
            status = int(act() or 0)  # type: ignore[call-overload]
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    patience = time.monotonic() + 10  # for the processes that it has started
    with suppress(ProcessLookupError):
        while time.monotonic() < patience:
            os.killpg(child, 0)
            time.sleep(0.005)
        os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(status)


def on_change(tell: Callable[[str], object], act: Callable[[], int]) -> int:
    """Do something; before Python opens a file to write, renames or removes one, tell the file that is opened, or ""."""

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        flags = arguments[2] if event == "open" else 0
        if event in _CHANGES:
            tell("")
        elif isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            tell(str(arguments[0]))

    sys.addaudithook(hook)
    return act()


def changes(act: Callable[[], int], world: Path) -> list[str]:
    """Return the changes of files that a command makes: the file that is opened to write, or ""."""
    log = world.with_name("changes")

    def logged() -> None:
        seen: list[str] = []
        on_change(seen.append, act)
        told = json.dumps(seen)
        log.write_text(told)

    done(logged, world)
    return [str(name) for name in json.loads(log.read_text())]


def kill(act: Callable[[], int], world: Path, moment: int) -> int:
    """Run a command until its how many-th change of a file."""
    left = [moment]

    def count(_: str) -> None:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return done(lambda: on_change(count, act), world)


def differing(now: Tree, *allowed: Tree) -> Iterator[str]:
    """Yield every path at which there is something else than in any of the allowed trees."""
    for name in sorted(now.keys() | {key for each in allowed for key in each}):
        if now.get(name, b"nothing") not in [each.get(name, b"nothing") for each in allowed]:
            yield name


def faults(act: Callable[[], int], before: Callable[[], object], place: Path) -> Iterator[str]:
    """Kill a command at some moments; after each, look at what is there, run it again and look again."""
    ready, world = place / "ready", place / "world"
    for folder in ("project", "cache", "config", "tmp"):
        (ready / folder).mkdir(parents=True)

    def prepare() -> None:
        write_project()
        run(["check"])  # templates are compiled once
        before()

    assert done(prepare, ready) == 0
    first = tree(ready)
    status = done(act, copied(ready, world))
    last = tree(world)
    seen = changes(act, copied(ready, world))
    for name in seen:
        if name.startswith(f"{world}/project/") and not _TEMPORARY.search(name):
            yield f"{name} is written where it is"
    for moment in sorted(random.Random(1).sample(range(1, len(seen) + 1), -(-len(seen) // EVERY))):
        if kill(act, copied(ready, world), moment) != -signal.SIGKILL:
            continue  # another thread was quicker this time, and all is done
        now = tree(world)
        torn = [name for name in differing(now, first, last) if not _TEMPORARY.search(name)]
        yield from (f"moment {moment}: {name} is torn" for name in torn if now.get(name, b"") is not None)
        if done(act, world) != status:
            yield f"moment {moment}, again: {(world / 'said').read_text(errors='replace')[-300:]}"
        yield from (f"moment {moment}: {name} is not as ever" for name in differing(tree(world), last))


def load_modules() -> None:
    """Load all modules of pnp, and look at its files once: each copy of this process then has."""
    cache.program = functools.cache(cache.program)
    cache.program()
    for each in pkgutil.walk_packages(pnp.__path__, "pnp."):
        if not each.name.endswith(("__main__", "dask_cluster")):
            importlib.import_module(each.name)
    for name in ("typst", "pikepdf", "pypdfium2", "openpyxl", "reportlab.pdfgen.canvas"):
        importlib.import_module(name)


if __name__ == "__main__":
    load_modules()
    with tempfile.TemporaryDirectory(prefix="kills-") as top:
        wrong = {
            name: list(faults(*each, Path(top, str(number))))
            for number, (name, each) in enumerate(COMMANDS.items())
        }
    print(json.dumps(wrong))  # noqa: T201
