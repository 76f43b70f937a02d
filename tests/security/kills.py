"""Writing commands killed at each of their system calls: nothing is torn, and the next run leaves nothing lying about.

python -m tests.security.kills                            all commands, with strace
python -m tests.security.kills --command release          one of them
python -m tests.security.kills --every 10 --seed 7        one call of ten, with strace
python -m tests.security.kills --hook                     as the suite does, without strace
"""

import argparse
import functools
import importlib
import os
import pkgutil
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pnp
from pnp import cache
from pnp.__main__ import run
from tests.security.writing_commands import COMMANDS, WritingCommand, write_world

CALLS = (
    *("openat", "open", "creat", "write", "pwrite64", "writev", "rename", "renameat", "renameat2"),
    *("unlink", "unlinkat", "rmdir", "mkdir", "mkdirat", "link", "linkat", "symlink", "symlinkat"),
    *("ftruncate", "truncate", "fallocate", "fsync", "fdatasync", "chmod", "fchmod", "fchmodat", "utimensat"),
    *("copy_file_range", "sendfile"),
)
"""System calls that change files; of those that open them, the ones that may make one."""

_LINE = re.compile(r"(?P<thread>\d+) +(?P<call>\w+)\((?P<rest>.*)")
_EVENTS = {
    "os.rename",
    "os.remove",
    "os.mkdir",
    "os.rmdir",
    "os.link",
    "os.symlink",
    "os.truncate",
    "os.chmod",
}
_TEMPORARY = re.compile(r"(^|/)(\.[^/]*\.pnp-(tmp|old)|pnp-[a-z]+-[^/]*)(/|$)")

Moment = tuple[str, int]
"""The name of a system call, and the how many-th of a thread; without strace, what Python tells a hook of."""

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


@dataclass
class Figures:
    """What came of the kills of a command: how many there were at each call, and what was wrong."""

    killed: Counter[str] = field(default_factory=Counter)
    torn: list[str] = field(default_factory=list)
    not_healed: list[str] = field(default_factory=list)


def in_a_child(act: Callable[[], int], world: World, *, before: Callable[[], object] = lambda: None) -> int:
    """Start a copy of this process that does something in a world, silent and in a group of its own; return its number."""
    child = os.fork()
    if child:
        return child
    status = 99
    try:
        os.setsid()
        nowhere = os.open(world.root / "said", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        world.enter()
        before()
        status = act()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def ended(child: int) -> int:
    """Wait for a child and all that it has started; return its status, -9 for one that was killed."""
    _, status = os.waitpid(child, 0)
    patience = time.monotonic() + 10
    with suppress(ProcessLookupError):
        while time.monotonic() < patience:
            os.killpg(child, 0)
            time.sleep(0.005)
        os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(status)


def done(act: Callable[[], int], world: World) -> int:
    """Do something in a world to its end; return the status."""
    return ended(in_a_child(act, world))


# The moments of a command, and a command that is killed at one of them: by strace, or by a hook of Python.


class Strace:
    """Kills at system calls, those of workers included."""

    def moments(self, act: Callable[[], int], world: World) -> list[Moment]:
        """Return every call that changes files in the world, as this command makes them."""
        log = world.root.with_name("strace.log")
        self._run(act, world, "-y", "-s", "0", "-e", f"trace={','.join(CALLS)}", "-o", str(log))
        counts: Counter[tuple[str, str]] = Counter()
        found: set[Moment] = set()
        for line in log.read_text(errors="replace").splitlines():
            made = _LINE.match(line)
            if made and not made["rest"].startswith(" resumed"):
                counts[made["thread"], made["call"]] += 1
                if _changes_files(made["call"], made["rest"], world):
                    found.add((made["call"], counts[made["thread"], made["call"]]))
        log.unlink()
        return sorted(found)

    def kill(self, act: Callable[[], int], world: World, moment: Moment) -> int:
        """Run the command until that moment."""
        call, number = moment
        inject = f"inject={call}:signal=SIGKILL:when={number}"
        return self._run(act, world, "-e", f"trace={call}", "-e", inject, "-o", os.devnull)

    def _run(self, act: Callable[[], int], world: World, *options: str) -> int:
        child = in_a_child(act, world, before=lambda: os.kill(os.getpid(), signal.SIGSTOP))
        os.waitpid(child, os.WUNTRACED)
        words = ["strace", "-f", "-p", str(child), *options]
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as tracer:
            assert tracer.stderr is not None
            said = tracer.stderr.readline()
            assert "attached" in said, said
            os.kill(child, signal.SIGCONT)
            status = ended(child)
            tracer.communicate()
        return status


def _changes_files(call: str, rest: str, world: World) -> bool:
    if call in ("openat", "open"):
        return "O_CREAT" in rest
    if call in ("write", "pwrite64", "writev", "fsync", "fdatasync", "ftruncate", "fallocate", "fchmod"):
        return f"<{world.root}/" in rest.partition(",")[0] and f"<{world.root}/said>" not in rest
    return True


class Hook:
    """Kills when Python is about to open a file to write, to rename or to remove one: on every system with SIGKILL."""

    def moments(self, act: Callable[[], int], world: World) -> list[Moment]:
        """Return how many such moments a command has."""
        count = world.root.with_name("count")
        done(lambda: _counted(act, count), world)
        seen = int(count.read_text())
        count.unlink()
        return [("event", number) for number in range(1, seen + 1)]

    def kill(self, act: Callable[[], int], world: World, moment: Moment) -> int:
        """Run the command until that moment."""

        def killed() -> int:
            left = moment[1]

            def hook(event: str, arguments: tuple[object, ...]) -> None:
                nonlocal left
                if _is_change(event, arguments) and (left := left - 1) == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

            sys.addaudithook(hook)
            return act()

        return done(killed, world)


def _counted(act: Callable[[], int], count: Path) -> int:
    seen = 0

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        seen += _is_change(event, arguments)

    sys.addaudithook(hook)
    status = act()
    total = seen
    count.write_text(str(total))
    return status


def _is_change(event: str, arguments: tuple[object, ...]) -> bool:
    if event == "open":
        flags = arguments[2] if len(arguments) > 2 else 0
        return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
    return event in _EVENTS


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


def kill_everywhere(
    command: WritingCommand, place: Path, killer: Strace | Hook, *, every: int = 1, seed: int = 1
) -> Figures:
    """Kill a command at all moments, or some; after each, look at what is there, run it again and look again."""
    figures = Figures()
    ready = World(place / "ready")
    for folder in ("project", "cache", "config", "tmp"):
        (ready.root / folder).mkdir(parents=True)

    def prepare() -> int:
        write_world(Path())
        run(["check"])  # templates are compiled once
        for each in command.before:
            each()
        return 0

    assert done(prepare, ready) == 0, command.name
    trial = place / "world"
    before = ready.copy(trial).tree()
    whole = World(trial)
    status = done(command.act, whole)
    after = whole.tree()
    moments = killer.moments(command.act, ready.copy(trial))
    some = random.Random(seed).sample(moments, -(-len(moments) // every))
    for moment in sorted(some):
        world = ready.copy(trial)
        if killer.kill(command.act, world, moment) != -signal.SIGKILL:
            continue  # another thread was quicker this time, and all is done
        figures.killed[moment[0]] += 1
        at = f"{command.name}, {moment[0]} {moment[1]}"
        left = world.tree()
        figures.torn += [f"{at}: {name}" for name in torn(left, before, after, command.report)]
        refused = command.once and not list(lying_about(left, after, command.report))
        again = done(command.act, world)
        if again != status and not refused:
            figures.not_healed.append(f"{at}: status {again} instead of {status}: {world_says(world)}")
        figures.not_healed += [f"{at}: {each}" for each in lying_about(world.tree(), after, command.report)]
    return figures


def world_says(world: World) -> str:
    """Return the last line that the commands in a world have printed."""
    said = (world.root / "said").read_text(errors="replace").strip().splitlines()
    return " / ".join(said[-3:])


def load_modules() -> None:
    """Load all modules of pnp, and look at its files once: each copy of this process then has."""
    cache.program = functools.cache(cache.program)
    cache.program()
    for each in pkgutil.walk_packages(pnp.__path__, "pnp."):
        if not each.name.endswith(("__main__", "dask_cluster")):
            importlib.import_module(each.name)
    for name in ("typst", "pikepdf", "pypdfium2", "openpyxl", "reportlab.pdfgen.canvas"):
        importlib.import_module(name)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Kill what the command line asks for and print a table; 1 when something was torn or left."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--command", action="append", help="only this one; may be repeated")
    parser.add_argument("--every", type=int, default=1, help="one moment of so many, taken at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hook", action="store_true", help="a hook of Python instead of strace")
    options = parser.parse_args()
    killer = Hook() if options.hook or shutil.which("strace") is None else Strace()
    load_modules()
    total: dict[str, int] = defaultdict(int)
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        for number, command in enumerate(COMMANDS):
            if options.command and command.name not in options.command:
                continue
            place = Path(folder, str(number))
            figures = kill_everywhere(command, place, killer, every=options.every, seed=options.seed)
            calls = ", ".join(f"{name} {count}" for name, count in sorted(figures.killed.items()))
            kills, bad = figures.killed.total(), (len(figures.torn), len(figures.not_healed))
            say(f"| {command.name} | {kills} | {calls} | {bad[0]} | {bad[1]} |")
            for each in (*figures.torn, *figures.not_healed)[:12]:
                say(f"    {each}")
            total["kills"] += kills
            total["torn"] += bad[0]
            total["left"] += bad[1]
            shutil.rmtree(place)
    say(f"{total['kills']} kills, {total['torn']} torn, {total['left']} not healed")
    return 1 if total["torn"] or total["left"] else 0


if __name__ == "__main__":
    sys.exit(main())
