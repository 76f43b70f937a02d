"""Attempts of a project to read, write, reach or run what is outside of it: none succeeds.

python -m tests.security.escapes                 all of them, as a table
python -m tests.security.escapes --kind links    one kind
"""

import argparse
import os
import pickle
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.security import escape_files, escape_links, escape_markup
from tests.security.escape_case import Escape
from tests.security.escape_sandbox import (
    MARKS,
    Sandbox,
    Server,
    Tried,
    filled_sandbox,
    run_line,
    tried,
    unlike,
)

SECONDS = 120


def every_escape() -> tuple[Escape, ...]:
    """Return all attempts."""
    modules = (escape_links, escape_markup, escape_files)
    found = tuple(each for module in modules for each in module.escapes())
    names = [f"{each.kind}: {each.name}" for each in found]
    assert len(names) == len(set(names)), sorted({each for each in names if names.count(each) > 1})
    return found


def act_of(escape: Escape) -> Callable[[Sandbox], None]:
    """Return what is done with a prepared sandbox."""

    def act(box: Sandbox) -> None:
        for line in escape.commands:
            print(f"$ pnp {line}")  # noqa: T201 - part of what is compared
            status = run_line(box.filled(line).split())
            print(status)  # noqa: T201
            box.finished |= status == 0
        if escape.act is not None:
            escape.act(box)

    return act


def holes_of(
    escape: Escape, server: Server, run: Callable[[Callable[[Sandbox], None], Sandbox], Tried]
) -> list[str]:
    """Try it beside two neighbours; return what went through, "" and so on for nothing."""
    found: list[str] = []
    with tempfile.TemporaryDirectory(prefix="escape-") as top:
        folder, results = Path(top).resolve() / "all", []
        for number in range(len(MARKS)):
            folder.mkdir()
            box = filled_sandbox(folder, number, server.port)
            escape.prepare(box)
            results.append(run(act_of(escape), box))
            shutil.rmtree(folder)  # the next has the same name: what is printed may tell it
            if server.asked():
                found.append("connected to the server")
            if not results[0].finished:  # refused: what it says has been looked at
                break
        found += dict.fromkeys(hole for each in results for hole in each.holes)
        if not found and len(results) > 1:
            found += unlike(*results)
    return list(dict.fromkeys(found))


def in_a_fork(act: Callable[[Sandbox], None], box: Sandbox) -> Tried:
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


@dataclass
class Count:
    """How many attempts of a kind there were, and how many succeeded."""

    tried: int = 0
    holes: int = 0


def main() -> int:
    """Try everything, print a table and what went through."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", default="", help="only this kind")
    parser.add_argument("--name", default="", help="only those with this in their names")
    asked = parser.parse_args()
    counts: dict[str, Count] = {}
    start = time.monotonic()
    _load_everything()
    with Server() as server:
        for escape in _chosen(asked.kind, asked.name):
            count = counts.setdefault(escape.kind, Count())
            count.tried += 1
            if holes := holes_of(escape, server, in_a_fork):
                count.holes += 1
                _tell(f"{escape.kind}: {escape.name}")
                for each in holes[:6]:
                    _tell(f"    {each[:300]}")
    _tell("")
    _tell(f"{'kind':24} {'tried':>6} {'succeeded':>10}")
    for kind, count in counts.items():
        _tell(f"{kind:24} {count.tried:6} {count.holes:10}")
    total = sum(each.tried for each in counts.values())
    holes = sum(each.holes for each in counts.values())
    _tell(f"{'all':24} {total:6} {holes:10}   {time.monotonic() - start:.0f} s")
    return 1 if holes else 0


def _chosen(kind: str, name: str) -> Iterator[Escape]:
    return (each for each in every_escape() if each.kind.startswith(kind) and name in each.name)


def _load_everything() -> None:
    """Import once what every attempt needs, without starting a thread."""
    from pnp.cli.app import COMMANDS, command_named  # noqa: PLC0415

    for each in COMMANDS:
        command_named(each)
    with tempfile.TemporaryDirectory() as folder:
        tried(filled_sandbox(Path(folder), 0, 0), lambda _: print(run_line(["check"])))  # noqa: T201


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
