"""A game of two cards, as small as a game can be, written into a folder of its own."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import pypdfium2
import pytest
from openpyxl import Workbook

from pnp.__main__ import run

ROOT = Path(__file__).parents[2]

GAME = """\
title: Soup
version: "1.2"
credits: Cooked by Ann
fonts: {title: Fredoka One, body: Source Sans Pro}
palette: {leaf: "#3f9b3a"}
themes:
  low-ink:
    palette: {leaf: "#ffffff"}
"""

FOOD = """\
kind: cards
title: Food cards
size: standard
front: food.svg.j2
back: back.svg.j2
pieces:
  - {id: leek, name: Leek, copies: 2}
  - {id: pea, name: Pea}
"""

TOOLS = FOOD.replace("Food", "Tool").replace("leek", "pot").replace("Leek", "Pot").replace("pea", "lid")

FRONT = """\
{# A name and nothing else. Fields: name. #}
{% extends "base/card.svg.j2" %}
{% block body %}{{ line(piece.name, 31.5, 44, anchor="middle") }}{% endblock %}
"""

BACK = """\
{# A plain back. #}
{% extends "base/card.svg.j2" %}
{% block background %}<rect x="-3" y="-3" width="69" height="94" fill="{{ palette.leaf }}"/>{% endblock %}
"""


def write_files(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def write_game(root: Path, game: str = "soup", **components: str) -> Path:
    """Write the game below `root`; components are food.yaml unless given by name."""
    files = {
        f"card_data/{game}/game.yaml": GAME,
        f"templates/{game}/food.svg.j2": FRONT,
        f"templates/{game}/back.svg.j2": BACK,
        **{f"card_data/{game}/{name}.yaml": text for name, text in (components or {"food": FOOD}).items()},
    }
    return write_files(root, files)


class DictStore(dict):
    put = dict.__setitem__


def workbook(rows: Iterable[Iterable[object]]) -> bytes:
    book, stream = Workbook(), BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(stream)
    return stream.getvalue()


def change(path: Path, old: str, new: str) -> None:
    """Replace a text that stands once in the file, at once: a studio that looks just then sees no half of it."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    whole = path.with_name(f".{path.name}.new")
    whole.write_text(text.replace(old, new), encoding="utf-8")
    whole.replace(path)


class Prepared:
    """A project on which pnp has run, to be copied for each test of a file; the copies share its cache."""

    def __init__(self, root: Path, *lines: str) -> None:
        self.root, self.cache = root, root.with_name("cache")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PNP_CACHE_DIR", str(self.cache))
            patch.chdir(root)
            assert [run(line.split()) for line in lines] == [0] * len(lines)

    def copy(self, to: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        shutil.copytree(self.root, to)
        monkeypatch.setenv("PNP_CACHE_DIR", str(self.cache))
        monkeypatch.chdir(to)
        return to


def prepared(write: Callable[[Path], Path], *lines: str) -> Any:
    """Return a fixture: a copy, for each test, of a project that `write` makes and pnp has run on, once for the file."""
    made: list[Prepared] = []

    @pytest.fixture
    def copy(tmp_path_factory: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        if not made:
            made.append(Prepared(write(tmp_path_factory.mktemp("prepared") / "soup"), *lines))
        return made[0].copy(tmp_path / "soup", monkeypatch)

    return copy


@dataclass(frozen=True)
class Outcome:
    status: int
    out: str
    err: str


INTERRUPTIBLE = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""Ctrl-C reaches a process of ours although whoever runs the tests ignores it, as nohup does."""


def in_a_process(cwd: Path, *arguments: str, code: str = "", **environment: str) -> Outcome:
    program = f"{INTERRUPTIBLE}{code}\nimport sys\nfrom pnp.__main__ import run\nsys.exit(run())"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        check=False,
        timeout=60,
    )
    return Outcome(
        done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    )


class RunningPnp:
    """pnp in a process of its own that goes on; `said` has the lines that it has printed so far."""

    def __init__(self, cwd: Path, *arguments: str, code: str = "", **environment: str) -> None:
        program = f"{INTERRUPTIBLE}{code}\nimport sys\nfrom pnp.__main__ import run\nsys.exit(run())"
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
        )
        self.said: list[str] = []
        self._seen = 0
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with self.process.stdout as lines:
            self.said.extend(line.rstrip("\n") for line in lines)

    def until(self, words: str, patience_s: float = 60) -> str:
        """Return the next line with these words; a tenth of a second is usual."""
        end = time.monotonic() + patience_s
        while time.monotonic() < end and (self._reader.is_alive() or self._seen < len(self.said)):
            for line in self.said[self._seen :]:
                self._seen += 1
                if words in line:
                    return line
            time.sleep(0.02)
        raise AssertionError(f"nothing about {words} in\n" + "\n".join(self.said))

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGINT)
        status = self.process.wait(60)
        self._reader.join(10)
        return status

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join(10)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def manifest(root: Path, folder: str = "output/soup") -> dict[str, Any]:
    return json.loads((root / folder / "manifest.json").read_text(encoding="utf-8"))


def words(pdf: Path) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return " ".join("".join(page.get_textpage().get_text_range() for page in document).split())
