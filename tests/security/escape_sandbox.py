"""A project beside a neighbour whose files nobody may read, and a look at what commands did to them."""

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
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import pytest
from PIL import Image

from tests.fuzz import projects
from tests.security.watching import watched

MARK = "QXCANARYAZ"
"""What every file of the neighbour says, or is called."""

COLOUR = "#13c7a5"
ALLOWED_PROGRAMS = {"git", Path(sys.executable).name}  # Python, for workers

FILES = {
    **projects.cards(),
    "card_data/soup/deck.yaml": projects.DECK,
    "card_data/soup/deck.csv": projects.CSV,
    "card_data/soup/i18n/fr/food.yaml": projects.FRENCH,
    "templates/soup/plain.svg": projects.PLAIN,
}


@dataclass
class Sandbox:
    """The folder of one try: project, neighbour, home and more are folders in it."""

    folder: Path
    port: int

    def __post_init__(self) -> None:
        self.project, self.neighbour, self.home = (
            self.folder / name for name in ("project", "neighbour", "home")
        )

    def filled(self, text: str) -> str:
        places = {"@NEIGHBOUR": self.neighbour, "@RAN": self.folder / "ran", "@PROJECT": self.project}
        for name, place in {**places, "@URL": f"http://127.0.0.1:{self.port}"}.items():
            text = text.replace(name, str(place))
        return text

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            path.unlink()
        path.write_bytes(content if isinstance(content, bytes) else self.filled(content).encode())
        return path

    def change(self, name: str, old: str, new: str) -> None:
        text = (self.project / name).read_text(encoding="utf-8")
        assert old in text, (name, old)
        self.write(name, text.replace(old, new))

    def link(self, name: str, target: str) -> None:
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.symlink_to(self.filled(target))

    def environment(self) -> dict[str, str]:
        places = {"TMPDIR": "tmp", "PNP_CACHE_DIR": "cache", "PNP_CONFIG_DIR": "settings", "HOME": "home"}
        places |= {"XDG_CONFIG_HOME": "home/.config", "XDG_CACHE_HOME": "home/.cache"}
        return {name: str(self.folder / place) for name, place in places.items()}


def canaries() -> dict[str, bytes]:
    picture = io.BytesIO()
    Image.new("RGB", (8, 8), COLOUR).save(picture, "PNG")
    drawing = projects.ART.replace("<path", f"<title>{MARK}</title><path").replace("#aa0000", COLOUR)
    component = projects.FOOD.replace("Leek", MARK).replace("Boil", MARK)
    texts = {
        "secret": MARK,
        "secret.txt": f"{MARK}: {MARK}\n",
        "secret.json": f'{{"{MARK}": "{MARK}"}}',
        "secret.csv": f"id,name,text\nspy,{MARK},{MARK}\n",
        "folder/manifest.json": f'{{"game": "soup", "version": "{MARK}", "pieces": []}}',
        "card_data/soup/game.yaml": projects.GAME.replace("Soup", MARK),
        **dict.fromkeys(("secret.yaml", "card_data/soup/food.yaml"), component),
        **dict.fromkeys(("secret.svg", "secret.svg.j2", "templates/soup/food.svg.j2"), drawing),
    }
    return {name: text.encode() for name, text in texts.items()} | {"secret.png": picture.getvalue()}


def filled_sandbox(folder: Path, port: int) -> Sandbox:
    box = Sandbox(folder, port)
    for name, text in FILES.items():
        box.write(name, text)
    for name, content in canaries().items():
        for place in (box.neighbour / name, *([box.home / name] if "/" not in name else ())):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    for name in ("tmp", "cache", "settings", "home/.ssh", "home/.config", "home/.cache"):
        (folder / name).mkdir(exist_ok=True, parents=True)
    (box.folder / "cache").chmod(0o700)
    (box.home / ".ssh/id_rsa").write_text(MARK, encoding="utf-8")
    return box


def state_of(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return everything in a folder with what would show that it was touched."""
    found: dict[str, tuple[object, ...]] = {}
    for path in folder.rglob("*"):
        now = path.lstat()
        link = str(path.readlink()) if stat.S_ISLNK(now.st_mode) else ""
        when = 0 if stat.S_ISDIR(now.st_mode) else now.st_mtime_ns
        found[str(path.relative_to(folder))] = (now.st_mode, now.st_ino, now.st_size, when, link)
    return found


_OWN = re.compile(r"home/\.(c|reportlab)")
"""What libraries look at in the home folder for themselves."""


def holes(box: Sandbox, act: Callable[[], None]) -> list[str]:
    """Do something in the project of a sandbox; return what went through."""
    before = {name: state_of(box.folder / name) for name in ("neighbour", "home")}
    names = {each.name for each in box.folder.iterdir()}
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)
    secret = (box.neighbour, box.home, Path("/etc/passwd"), Path("/proc/self/environ"))
    with pytest.MonkeyPatch.context() as patch:
        for name, place in box.environment().items():
            patch.setenv(name, place)
        patch.setattr(tempfile, "tempdir", None)
        patch.chdir(box.project)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), watched(None, *secret) as seen:
            act()
    printed = out.buffer.getvalue()
    read = [(event, path.removeprefix(f"{box.folder}/")) for event, path in seen.read]
    found = [f"{event} {path}" for event, path in read if not _OWN.match(path)]
    found += [f"connected to {address}" for address in seen.connections]
    found += [f"started {name}" for name in seen.programs if name not in ALLOWED_PROGRAMS]
    for name, old in before.items():
        changed = old.items() ^ state_of(box.folder / name).items()
        found += [f"touched {name}/{path}" for path, _ in changed if not _OWN.match(f"{name}/{path}")]
    found += [f"made {each.name}" for each in box.folder.iterdir() if each.name not in names]
    found += [f"left {each.name} in the temporary folder" for each in (box.folder / "tmp").iterdir()]
    found += ["the screen has what the neighbour has"] * (MARK.encode() in printed)
    for place in ("project", "cache", "settings"):
        files = (path for path in (box.folder / place).rglob("*") if path.is_file() and not path.is_symlink())
        found += [
            f"{path} has what the neighbour has" for path in files if MARK.encode() in path.read_bytes()
        ]
    if b"Traceback" in printed:
        found.append(printed.decode(errors="replace").strip().splitlines()[-1][:150])
    return list(dict.fromkeys(found))


class Server:
    def __enter__(self) -> Self:
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=16)
        self.port = int(self._socket.getsockname()[1])
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def asked(self) -> bool:
        found = False
        while select.select([self._socket], [], [], 0)[0]:
            self._socket.accept()[0].close()
            found = True
        return found


def git(folder: Path, *words: str) -> str:
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
