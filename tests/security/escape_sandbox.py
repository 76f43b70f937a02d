"""A project beside a neighbour whose files nobody may read, and a look at what commands did to them.

Everything is tried twice, with neighbours that differ in every file: whatever the commands print or write must not differ.
"""

import base64
import contextlib
import io
import os
import re
import select
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Self

import openpyxl
from PIL import Image

from tests.fuzz.font_files import font_of, name_table, small_font, tables_of
from tests.security.watching import watched

MARKS = ("QXCANARYAZ", "QXCANARYBZ")
"""What every file of the neighbour says, one for each try."""

COLOURS = ("#13c7a5", "#c713a5")
ALLOWED_PROGRAMS = {"git", Path(sys.executable).name}  # Python, for workers

GAME = """\
title: Soup
version: "1.2"
credits: Cooked by Ann
palette: {leaf: "#3f9b3a"}
themes: {low-ink: {palette: {leaf: "#ffffff"}}}
"""
FOOD = """\
kind: cards
title: Food cards
size: 40 x 40 mm
front: food.svg.j2
back: back.svg.j2
pieces:
  - {id: leek, name: Leek, text: "Boil **twice** {pea}."}
"""
FRONT = """\
{# Fields: name, text. #}
{% extends "base/card.svg.j2" %}
{% block body %}{{ line(piece.name, 20, 8, anchor="middle") }}{{ fit(piece.text, (4, 10, 32, 8), size=7) }}
{{ picture(piece.id, (4, 20, 32, 16)) }}{% endblock %}
"""
BACK = '{% extends "base/card.svg.j2" %}{% block background %}<rect width="46" height="46" fill="{{ palette.leaf }}"/>{% endblock %}\n'
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z" fill="#aa0000"/></svg>\n'
FILES = {
    "card_data/soup/game.yaml": GAME,
    "card_data/soup/food.yaml": FOOD,
    "card_data/soup/deck.yaml": "kind: cards\ntitle: Deck\nsize: 40 x 40 mm\nfront: food.svg.j2\nrows: deck.csv\n",
    "card_data/soup/deck.csv": "id,name,text\nant,Ant,Six legs\n",
    "card_data/soup/rules.yaml": 'object: {text: "Eat all {{ count(food) }} cards.", claim: S1}\nturn: ["Stir."]\n',
    "card_data/soup/claims.yaml": "claims:\n  - {id: S1, where: Object, says: A card., test: count(food) == 1}\n",
    "card_data/soup/art/leek.svg": ART,
    "card_data/soup/art/ant.svg": ART,
    "card_data/soup/i18n/fr/food.yaml": "Leek: Poireau\n",
    "templates/soup/food.svg.j2": FRONT,
    "templates/soup/back.svg.j2": BACK,
    "templates/soup/icons/pea.svg": ART,
}


@dataclass
class Sandbox:
    """The folder of one try: project, neighbour, home and more are folders in it."""

    folder: Path
    port: int
    number: int = 0
    finished: bool = False

    def __post_init__(self) -> None:
        self.project, self.neighbour, self.home = (
            self.folder / name for name in ("project", "neighbour", "home")
        )
        self.mark = MARKS[self.number]

    def filled(self, text: str) -> str:
        """Return a text with the places of this sandbox for @NEIGHBOUR, @PROJECT, @URL and @RAN."""
        places = {"@NEIGHBOUR": self.neighbour, "@RAN": self.folder / "ran", "@PROJECT": self.project}
        for name, place in {**places, "@URL": f"http://127.0.0.1:{self.port}"}.items():
            text = text.replace(name, str(place))
        return text

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a file of the project, in the place of what is there."""
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            path.unlink()
        path.write_bytes(content if isinstance(content, bytes) else self.filled(content).encode())
        return path

    def change(self, name: str, old: str, new: str) -> None:
        """Replace a text that stands in a file of the project."""
        text = (self.project / name).read_text(encoding="utf-8")
        assert old in text, (name, old)
        self.write(name, text.replace(old, new))

    def link(self, name: str, target: str) -> None:
        """Put a link into the project, in the place of what is there."""
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.symlink_to(self.filled(target))

    def environment(self) -> dict[str, str]:
        """Return what commands find in their environment."""
        places = {"TMPDIR": "tmp", "PNP_CACHE_DIR": "cache", "PNP_CONFIG_DIR": "settings", "HOME": "home"}
        places |= {"XDG_CONFIG_HOME": "home/.config", "XDG_CACHE_HOME": "home/.cache"}
        return {name: str(self.folder / place) for name, place in places.items()}


def canaries(mark: str, colour: str) -> dict[str, bytes]:
    """Return what lies in the folder of the neighbour: each file says so, or shows it."""
    picture, book = io.BytesIO(), io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(picture, "PNG")
    table = openpyxl.Workbook()
    table.active.append(["id", "name", "text"])
    table.active.append(["spy", mark, mark])
    table.save(book)
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>{mark}</title><path d="M0 0h9v9z" fill="{colour}"/></svg>'
    component, game = FOOD.replace("Leek", mark).replace("Boil", mark), GAME.replace("Soup", mark)
    texts = {
        "secret": mark,
        "secret.txt": f"{mark}: {mark}\n",
        "secret.yaml": component,
        "secret.json": f'{{"{mark}": "{mark}"}}',
        "secret.csv": f"id,name,text\nspy,{mark},{mark}\n",
        "secret.css": f"rect{{fill:{colour}}} /* {mark} */",
        "folder/manifest.json": f'{{"game": "soup", "version": "{mark}", "pieces": []}}',
        **dict.fromkeys(("folder/game.yaml", "card_data/soup/game.yaml"), game),
        **dict.fromkeys(("folder/food.yaml", "card_data/soup/food.yaml"), component),
        **dict.fromkeys(("secret.svg", "secret.svg.j2", "templates/soup/back.svg.j2"), drawing),
        **{f"folder/{name}.svg": drawing for name in ("secret", "pea", "leek")},
        **{f"{folder}/food.svg.j2": drawing for folder in ("folder", "templates/soup")},
    }
    files = {name: text.encode() for name, text in texts.items()}
    files |= {"secret.xlsx": book.getvalue(), "secret.png": picture.getvalue()}
    return files | dict.fromkeys(("secret.ttf", "folder/secret.ttf"), _font(mark))


@cache
def _font(mark: str) -> bytes:
    """Return a font that is called so."""
    return font_of(tables_of(small_font()) | {b"name": name_table({1: mark, 2: "Regular"})})


def filled_sandbox(folder: Path, number: int, port: int) -> Sandbox:
    """Write the project and its neighbour into an empty folder."""
    box = Sandbox(folder, port, number)
    for name, text in FILES.items():
        box.write(name, text)
    for name, content in canaries(MARKS[number], COLOURS[number]).items():
        for place in (box.neighbour / name, *([box.home / name] if "/" not in name else ())):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    for name in ("tmp", "cache", "settings", "home/.ssh", "home/.config", "home/.cache"):
        (folder / name).mkdir(exist_ok=True, parents=True)
    (box.folder / "cache").chmod(0o700)
    (box.home / ".ssh/id_rsa").write_text(box.mark, encoding="utf-8")
    (box.home / ".netrc").write_text(f"machine {box.mark}\n", encoding="utf-8")
    return box


# What lies where, to see whether it was touched, and whether something says what the neighbour has.


def state_of(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return everything in a folder with what would show that it was touched."""
    found: dict[str, tuple[object, ...]] = {}
    for top, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = Path(top, name)
            now = path.lstat()
            link = str(path.readlink()) if stat.S_ISLNK(now.st_mode) else ""
            when = 0 if stat.S_ISDIR(now.st_mode) else now.st_mtime_ns
            found[str(path.relative_to(folder))] = (now.st_mode, now.st_ino, now.st_size, when, link)
    return found


def texts_in(content: bytes) -> Iterator[bytes]:
    """Yield a file as it is, and what is packed in it."""
    yield content
    if content[:2] == b"PK":
        with contextlib.suppress(Exception), zipfile.ZipFile(io.BytesIO(content)) as packed:
            for name in packed.namelist():
                yield from texts_in(packed.read(name))
    if content[:5] == b"%PDF-":
        for found in re.finditer(rb"stream\r?\n(.*?)endstream", content, re.DOTALL):
            with contextlib.suppress(zlib.error):
                yield zlib.decompressobj().decompress(found[1])


def says(content: bytes, mark: str) -> bool:
    """Say whether a file has the mark in it, in letters or in base64."""
    spellings = [mark.encode(), mark.encode("utf-16-le"), mark.encode().hex().encode()]
    spellings += [base64.b64encode(b"x" * lead + mark.encode())[2 + lead : -4] for lead in range(3)]
    return any(each in part for part in texts_in(content) for each in spellings)


def files_of(box: Sandbox) -> dict[str, bytes]:
    """Return the files that commands may write, links not followed."""
    paths = (
        Path(top, name)
        for place in ("project", "cache", "settings", "tmp")
        for top, _, names in os.walk(box.folder / place)
        for name in names
    )
    return {
        str(path.relative_to(box.folder)): path.read_bytes()
        for path in paths
        if not path.is_symlink() and path.is_file()
    }


# Running commands.

_TIMES = re.compile(rb"\d+\.\d s\b|(?<=Date\()D:\d+|\b\d\d:\d\d:\d\d\b")
_OWN = re.compile(r"/home/\.(c|reportlab)")
"""What libraries look at in the home folder for themselves."""


@dataclass(frozen=True)
class Tried:
    """What came of the commands: all that they printed, what was wrong, and the files that are there now."""

    printed: bytes
    holes: tuple[str, ...]
    files: dict[str, bytes] = field(default_factory=dict)
    finished: bool = False


def tried(box: Sandbox, act: Callable[[Sandbox], None]) -> Tried:
    """Do something with a sandbox; return what came of it."""
    before = {name: state_of(box.folder / name) for name in ("neighbour", "home")}
    names = {each.name for each in box.folder.iterdir()}
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)
    away, environment = Path.cwd(), dict(os.environ)
    os.environ.update(box.environment())
    tempfile.tempdir = None
    os.chdir(box.project)
    secret = (box.neighbour, box.home, Path("/etc/passwd"), Path("/proc/self/environ"))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), watched(None, *secret) as seen:
            act(box)
    finally:
        os.chdir(away)
        os.environ.clear()
        os.environ.update(environment)
        tempfile.tempdir = None
    printed, files = out.buffer.getvalue(), files_of(box)  # type: ignore[attr-defined]
    top = str(box.folder)
    holes = [
        f"{event} {path.removeprefix(top)}"
        for event, path in seen.read
        if not _OWN.match(path.removeprefix(top))
    ]
    holes += [f"connected to {address}" for address in seen.connections]
    holes += [f"started {name}" for name in seen.programs if name not in ALLOWED_PROGRAMS]
    holes += [
        f"touched {name}/{path}"
        for name, old in before.items()
        for path in sorted(set(old.items()) ^ set(state_of(box.folder / name).items()), key=str)
        if not str(path).startswith("('.c")
    ]
    holes += [f"made {each.name}" for each in box.folder.iterdir() if each.name not in names]
    holes += [f"left {each.name} in the temporary folder" for each in (box.folder / "tmp").iterdir()]
    told = [name for name, content in {"the screen": printed, **files}.items() if says(content, box.mark)]
    holes += [f"{name} has what the neighbour has" for name in told]
    if b"Traceback" in printed:
        holes.append("traceback: " + printed.decode(errors="replace").strip().splitlines()[-1][:150])
    return Tried(printed, tuple(dict.fromkeys(holes)), files, box.finished)


def unlike(first: Tried, second: Tried) -> Iterator[str]:
    """Yield what differs although only the neighbours do."""
    if _TIMES.sub(b"", first.printed) != _TIMES.sub(b"", second.printed):
        yield "what is printed depends on the neighbour"
    for name in sorted(first.files.keys() | second.files.keys()):
        one, other = (_TIMES.sub(b"", each.files.get(name, b"-")) for each in (first, second))
        if one != other and not name.startswith("cache/") and "/.git/" not in name:
            yield f"{name} depends on the neighbour"


class Server:
    """A place on this machine that nobody may connect to."""

    def __enter__(self) -> Self:
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=16)
        self.port = int(self._socket.getsockname()[1])
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def asked(self) -> bool:
        """Say whether somebody connected since the last time."""
        found = False
        while select.select([self._socket], [], [], 0)[0]:
            self._socket.accept()[0].close()
            found = True
        return found


def git(folder: Path, *words: str) -> str:
    """Run git without the settings of whoever runs this."""
    who = {
        f"GIT_{role}_{what}": "ann@example.org"
        for role in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    when = {f"GIT_{role}_DATE": "2024-01-01T00:00:00Z" for role in ("AUTHOR", "COMMITTER")}
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        env={**os.environ, **who, **when, **alone},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
