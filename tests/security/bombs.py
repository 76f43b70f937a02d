"""Small files that are endless work: each ends within seconds and memory, with findings and without a traceback.

python -m tests.security.bombs [WORDS ...]
"""

import ctypes
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.security.bomb_drawings import DRAWINGS, HTTP
from tests.security.bomb_projects import PLAIN, PROJECTS, SHOWN, Files, game
from tests.security.bomb_templates import TEMPLATES
from tests.security.escapes import say

ROOT = Path(__file__).parents[2]
SECONDS = 10
BYTES = 1_000_000_000
STOPPED_AFTER = 12
"""Seconds of processor time after which a bomb has gone off for sure."""

COMMANDS = (
    ("check", "check"),
    ("build", "build", "--paper", "a4"),
    ("rules", "rules"),
    ("verify", "verify"),
    ("art brief", "art", "brief"),
)
"""What is run one after the other, as far as there is something to do: what follows an error finds it again."""

PASSED_ON = {"check": ("build",), "build": ("verify",)}


def as_art(drawing: Callable[[], str]) -> Files:
    """Return a card that shows a drawing."""
    svg = f'<svg xmlns="{HTTP}/2000/svg" viewBox="0 0 100 100">{drawing()}</svg>'
    return game(front=SHOWN) | {"card_data/g/art/x.svg": svg}


def as_face(drawing: Callable[[], str]) -> Files:
    """Return a card whose template draws it."""
    inside = "{% raw %}" + drawing() + "{% endraw %}"
    return game(front=PLAIN.replace("</svg>", f"{inside}</svg>"))


def as_drawing(drawing: Callable[[], str]) -> Files:
    """Return a card whose template is a drawing of Inkscape."""
    files = game()
    svg = f'<svg xmlns="{HTTP}/2000/svg" viewBox="-3 -3 69 94" width="69mm" height="94mm">{drawing()}</svg>'
    files["card_data/g/cards.yaml"] = str(files["card_data/g/cards.yaml"]).replace(".svg.j2", ".svg")
    return files | {"templates/g/front.svg": svg}


def by_template(body: str) -> Files:
    """Return a card whose template does something."""
    return game(front=PLAIN.replace("</svg>", f"{body}</svg>"))


BOMBS: Mapping[str, Callable[[], Files]] = {
    **{f"art: {name}": partial(as_art, drawing) for name, drawing in DRAWINGS.items()},
    **{f"face: {name}": partial(as_face, drawing) for name, drawing in DRAWINGS.items()},
    **{f"drawn template: {name}": partial(as_drawing, drawing) for name, drawing in DRAWINGS.items()},
    **{f"template: {name}": partial(by_template, body) for name, body in TEMPLATES.items()},
    **{f"project: {name}": files for name, files in PROJECTS.items()},
}


def write(files: Files, folder: Path) -> None:
    """Write the files of a project."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


class Run(NamedTuple):
    """What came of one command: its exit code, seconds of processor time, bytes at its highest, and what is wrong."""

    command: str
    code: int
    seconds: float
    memory: int
    wrong: str


def run(command: Sequence[str], folder: Path) -> Run:
    """Run a command in a project and measure it, what it starts included."""
    name, *arguments = command
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PNP_CACHE_DIR": str(folder / "cache")}
    others = _children()
    with (folder / "said").open("w+b") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "pnp", *arguments],
            cwd=folder,
            env=environment,
            stdout=said,
            stderr=said,
            stdin=subprocess.DEVNULL,
            preexec_fn=_bounded,  # noqa: PLW1509 - nothing here has threads
            start_new_session=True,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        ended = [used, *_left_behind(others)]
        said.seek(0)
        words = said.read().decode(errors="replace")
    seconds = sum(each.ru_utime + each.ru_stime for each in ended)
    memory = max(each.ru_maxrss for each in ended) * 1024
    return Run(name, code, seconds, memory, _wrong(code, words, seconds, memory))


def _children() -> set[int]:
    """Return the numbers of the processes that this one would have to wait for."""
    found = Path("/proc/self/task").glob("*/children")
    return {int(number) for path in found for number in path.read_text().split()}


def _left_behind(others: set[int]) -> Iterator[resource.struct_rusage]:
    """Wait for the processes that a command did not wait for, `others` apart, and yield what each has used."""
    while left := _children() - others:
        yield os.wait4(min(left), 0)[2]


def _adopt_what_is_left() -> None:
    """Have the system give this process those whose parents ended."""
    child_subreaper = 36  # PR_SET_CHILD_SUBREAPER
    ctypes.CDLL(None).prctl(child_subreaper, 1, 0, 0, 0)


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (STOPPED_AFTER, STOPPED_AFTER))
    resource.setrlimit(resource.RLIMIT_AS, (6 * BYTES, 6 * BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _wrong(code: int, words: str, seconds: float, memory: int) -> str:
    faults = []
    if code not in (0, 1, 2):
        faults.append(f"exit {code}")
    if "Traceback" in words:
        faults.append(f"traceback: {words.strip().splitlines()[-1][:90]}")
    if code and not any(f"{kind} PNP" in words for kind in ("error", "warning")) and "PNP" not in words:
        faults.append(f"no finding: {words.strip()[-90:]}")
    if seconds > SECONDS:
        faults.append(f"{seconds:.0f} s")
    if memory > BYTES:
        faults.append(f"{memory / 1e6:.0f} MB")
    return ", ".join(faults)


def runs(name: str) -> Iterator[Run]:
    """Run the commands on a bomb: what has errors is not built, what is not built not verified."""
    folder = Path(tempfile.mkdtemp(prefix="pnp-bomb-"))
    try:
        write(BOMBS[name](), folder)
        by_name = {each[0]: each for each in COMMANDS}
        waiting = ["check", *(("rules", "art brief") if name.startswith(("project", "art:")) else ())]
        while waiting:
            command = waiting.pop(0)
            done = run(by_name[command], folder)
            yield done
            if done.code == 0:
                waiting += PASSED_ON.get(command, ())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main(words: Sequence[str]) -> int:
    """Print a row for each bomb, and return 1 when one goes off."""
    chosen = [name for name in BOMBS if not words or any(word in name for word in words)]
    _adopt_what_is_left()
    bad = 0
    for name in chosen:
        done = list(runs(name))
        wrong = "; ".join(f"{each.command}: {each.wrong}" for each in done if each.wrong)
        bad += bool(wrong)
        seconds, memory = max(each.seconds for each in done), max(each.memory for each in done)
        codes = "/".join(str(each.code) for each in done)
        say(f"{name:60.60} {codes:9} {seconds:6.1f} s {memory / 1e6:6.0f} MB  {wrong}")
    say(f"{len(chosen)} bombs, {bad} went off")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
