"""Writing commands killed at each change of a file: nothing is torn, and the next run leaves nothing lying about."""

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
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pnp
from pnp import cache
from pnp.__main__ import run
from tests.security.writing_commands import COMMANDS, WritingCommand, write_world

_TEMPORARY = re.compile(r"(^|/)(\.[^/]*\.pnp-(tmp|old)|pnp-[a-z]+-[^/]*)(/|$)")
_CHANGES = {
    f"os.{name}" for name in ("rename", "remove", "mkdir", "rmdir", "link", "symlink", "truncate", "chmod")
}

Tree = dict[str, bytes | None]
"""Every file of a world by its path, and every folder, which has no content."""


@dataclass
class World:
    """A project with a folder for the cache, the settings and temporary files beside it."""

    root: Path

    def copy(self, to: Path) -> "World":
        """Return a copy of all of it, in place of what lies there."""
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(self.root, to, symlinks=True)
        return World(to)

    def tree(self) -> Tree:
        """Return what is in it, without what the cache holds: that may be there or not."""
        found: Tree = {}
        for top, folders, files in os.walk(self.root):
            below = Path(top).relative_to(self.root)
            found |= {(below / name).as_posix(): None for name in folders}
            found |= {(below / name).as_posix(): (Path(top) / name).read_bytes() for name in files}
        return {name: data for name, data in found.items() if not re.match("cache/work.sqlite3", name)}

    def enter(self) -> None:
        """Make this process work in it."""
        for variable, folder in (("PNP_CACHE_DIR", "cache"), ("PNP_CONFIG_DIR", "config"), ("TMPDIR", "tmp")):
            os.environ[variable] = str(self.root / folder)
        os.environ["GIT_CEILING_DIRECTORIES"] = str(self.root)
        tempfile.tempdir = None
        os.chdir(self.root / "project")

    def says(self) -> str:
        """Return the last lines that commands have printed here."""
        return " / ".join((self.root / "said").read_text(errors="replace").strip().splitlines()[-3:])


def done(act: Callable[[], int], world: World) -> int:
    """Do something in a world, in a silent copy of this process; return its status, -9 for one that was killed."""
    child = os.fork()
    if child == 0:
        status = 99
        try:
            os.setsid()
            nowhere = os.open(world.root / "said", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            world.enter()
            status = act()
            sys.stdout.flush()
            sys.stderr.flush()
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


def moments(act: Callable[[], int], world: World) -> tuple[int, list[str]]:
    """Return how many changes of files a command makes, and the files that it does not write beside their places."""
    log = world.root.with_name("changes")

    def logged() -> int:
        seen: list[str] = []
        status = on_change(seen.append, act)
        told = json.dumps(seen)
        log.write_text(told)
        return status

    done(logged, world)
    seen = json.loads(log.read_text())
    log.unlink()
    own = f"{world.root}/project/"
    return len(seen), [name for name in seen if name.startswith(own) and not _TEMPORARY.search(name)]


def kill(act: Callable[[], int], world: World, moment: int) -> int:
    """Run a command until its how many-th change of a file."""
    left = [moment]

    def count(_: str) -> None:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return done(lambda: on_change(count, act), world)


# What a kill leaves behind.


def torn(now: Tree, before: Tree, after: Tree, report: str = "") -> Iterator[str]:
    """Yield every file that is neither as it was before the command nor as the command makes it, temporary ones aside.

    A report tells of workers that were killed.
    """
    for name in sorted(now.keys() | before.keys() | after.keys()):
        if _TEMPORARY.search(name) or name in ("said", report):
            continue
        allowed = [tree.get(name, b"nothing") for tree in (before, after)]
        if now.get(name, b"nothing") not in allowed and now.get(name, b"") is not None:
            yield name


def lying_about(now: Tree, after: Tree, report: str = "") -> Iterator[str]:
    """Yield every file and folder that is not as the command leaves it when nobody kills it.

    A report is there, and tells of a run for which another had done a part.
    """
    if report in now:
        now = {**now, report: after.get(report, b"nothing")}
    for name in sorted(now.keys() | after.keys()):
        if name != "said" and now.get(name, b"nothing") != after.get(name, b"nothing"):
            what = "is missing" if name not in now else "was left" if name not in after else "is another"
            yield f"{name} {what}"


@dataclass
class Figures:
    """What came of the kills of a command: how many there were, and what was wrong."""

    killed: int = 0
    torn: list[str] = field(default_factory=list)
    not_healed: list[str] = field(default_factory=list)


def kill_everywhere(command: WritingCommand, place: Path, *, every: int = 1, seed: int = 1) -> Figures:
    """Kill a command at all moments, or some; after each, look at what is there, run it again and look again."""
    figures, ready, trial = Figures(), World(place / "ready"), place / "world"
    for folder in ("project", "cache", "config", "tmp"):
        (ready.root / folder).mkdir(parents=True)

    def prepare() -> int:
        write_world(Path())
        run(["check"])  # templates are compiled once
        for each in command.before:
            each()
        return 0

    assert done(prepare, ready) == 0, command.name
    before = ready.copy(trial).tree()
    status = done(command.act, World(trial))
    after = World(trial).tree()
    count, in_place = moments(command.act, ready.copy(trial))
    figures.torn += [f"{command.name}: {name} is written where it is" for name in in_place]
    for moment in sorted(random.Random(seed).sample(range(1, count + 1), -(-count // every))):
        world = ready.copy(trial)
        if kill(command.act, world, moment) != -signal.SIGKILL:
            continue  # another thread was quicker this time, and all is done
        figures.killed += 1
        at = f"{command.name}, moment {moment}"
        left = world.tree()
        figures.torn += [f"{at}: {name}" for name in torn(left, before, after, command.report)]
        refused = command.once and not list(lying_about(left, after, command.report))
        again = done(command.act, world)
        if again != status and not refused:
            figures.not_healed.append(f"{at}: status {again} instead of {status}: {world.says()}")
        figures.not_healed += [f"{at}: {each}" for each in lying_about(world.tree(), after, command.report)]
    return figures


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def load_modules() -> None:
    """Load all modules of pnp, and look at its files once: each copy of this process then has."""
    cache.program = functools.cache(cache.program)
    cache.program()
    for each in pkgutil.walk_packages(pnp.__path__, "pnp."):
        if not each.name.endswith(("__main__", "dask_cluster")):
            importlib.import_module(each.name)
    for name in ("typst", "pikepdf", "pypdfium2", "openpyxl", "reportlab.pdfgen.canvas"):
        importlib.import_module(name)


def main() -> int:
    """Kill each command at some moments, one of so many as the first word says; 1 when something was torn or left."""
    load_modules()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        for number, command in enumerate(COMMANDS):
            figures = kill_everywhere(command, Path(folder, str(number)), every=int(sys.argv[1]))
            say(f"{command.name}: {figures.killed} kills")
            wrong += (*figures.torn, *figures.not_healed)
    say("\n".join(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
