"""Attempts of a project to read, write, reach or run what is outside of it: none succeeds.

python -m tests.security.escapes                 all of them, as a table
python -m tests.security.escapes "links"         those with these letters in their names
"""

import os
import pickle
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.__main__ import run
from pnp.cli.app import COMMANDS, command_named
from tests.security.escape_sandbox import MARKS, Sandbox, Server, Tried, filled_sandbox, tried, unlike

SECONDS = 120
LOOK = ("check", "build --paper a4", "rules --format html", "verify")
"""What somebody does with a game that was downloaded."""

ART = ("art list --format json", "art brief")
KEEP = ("approve soup --pictures", "diff approved", "release v2", "diff v2")


@dataclass(frozen=True)
class Escape:
    """One attempt: what is put into a project, and the commands that run then; the suite makes the `quick` ones."""

    name: str
    prepare: Callable[[Sandbox], object]
    commands: tuple[str, ...] = LOOK
    quick: bool = False

    def act(self, box: Sandbox) -> None:
        """Run the commands."""
        for line in self.commands:
            print(f"$ pnp {line}")  # noqa: T201 - part of what is compared
            status = run(box.filled(line).split())
            print(status)  # noqa: T201
            box.finished |= status == 0


def holes_of(
    escape: Escape, server: Server, trial: Callable[[Sandbox, Callable[[Sandbox], None]], Tried]
) -> list[str]:
    """Try it beside two neighbours; return what went through, each once."""
    found: list[str] = []
    with tempfile.TemporaryDirectory(prefix="escape-") as top:
        folder, results = Path(top).resolve() / "all", []
        for number in range(len(MARKS)):
            folder.mkdir()
            box = filled_sandbox(folder, number, server.port)
            escape.prepare(box)
            results.append(trial(box, escape.act))
            shutil.rmtree(folder)  # the next has the same name: what is printed may tell it
            if server.asked():
                found.append("connected to the server")
            if not results[0].finished:  # refused: what it says has been looked at
                break
        found += [hole for each in results for hole in each.holes]
        if not found and len(results) > 1:
            found += unlike(*results)
    return list(dict.fromkeys(found))


def in_a_fork(box: Sandbox, act: Callable[[Sandbox], None]) -> Tried:
    """Try it in a copy of this process, which may end in any way."""
    answer = box.folder / "answer"
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        try:
            answer.write_bytes(pickle.dumps(tried(box, act)))
        except BaseException:  # noqa: BLE001 - the parent is told
            answer.write_bytes(pickle.dumps(Tried(b"", (f"broken: {traceback.format_exc()}",))))
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    if not answer.is_file():
        return Tried(b"", (f"the process ended with status {status}",))
    return pickle.loads(answer.read_bytes())


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(words: Sequence[str]) -> int:
    """Try what the words name, or everything; print a table and what went through."""
    from tests.security.escape_cases import ESCAPES  # noqa: PLC0415 - they are made of what is here

    counts, holes = Counter[str](), Counter[str]()
    for each in COMMANDS:  # imported once, without starting a thread
        command_named(each)
    with tempfile.TemporaryDirectory() as folder:
        tried(filled_sandbox(Path(folder), 0, 0), Escape("", lambda _: None, ("check",)).act)
    with Server() as server:
        for escape in (each for each in ESCAPES if not words or any(word in each.name for word in words)):
            kind = escape.name.partition(":")[0]
            counts[kind] += 1
            if found := holes_of(escape, server, in_a_fork):
                holes[kind] += 1
                say("\n    ".join([escape.name, *(each[:300] for each in found[:6])]))
    for kind, count in counts.items():
        say(f"{kind:24} {count:6} tried {holes[kind]:6} succeeded")
    say(f"{'all':24} {counts.total():6} tried {holes.total():6} succeeded")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
