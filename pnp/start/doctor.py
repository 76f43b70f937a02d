"""`pnp doctor`: check Python, libraries, renderer, fonts and folders of this computer."""

import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from pnp import __version__
from pnp.cache import VARIABLE as CACHE_VARIABLE
from pnp.cache import cache_folder
from pnp.convert.renderers import engine
from pnp.files import not_private
from pnp.load.game import load_games
from pnp.load.project import find_project
from pnp.model.diagnostics import PnpError, ProjectNotFound, tally
from pnp.model.face import Face, face_key
from pnp.model.geometry import Size
from pnp.printers import VARIABLE as CONFIG_VARIABLE
from pnp.printers import config_folder
from pnp.text import counted, readable_size
from pnp.typesetting.fonts import font_book

State = Literal["works", "optional", "fault"]
PACKAGE = "pnp-cards"
NAMESAKE = "pnp"  # Another distribution on the index, which also brings a package and a command called pnp.
LEAST_PYTHON = (3, 11)
LEAST_FREE_BYTES = 200_000_000  # A large game takes some tens of megabytes, its cache twice as much.

EXTRAS = {
    "cairo": ("cairosvg", "a second renderer, --renderer cairo; it needs the system library libcairo, too"),
    "dxf": ("ezdxf", "cut files as DXF"),
    "thai": ("icu4py", "line breaks in Thai, Lao, Khmer and Burmese"),
    "cjk": ("justmytype_intl_cjk", "fonts for Chinese, Japanese and Korean"),
    "dask": ("distributed", "work shared among several computers"),
}
"""Extra of the package -> the module it brings, and what it is for."""


@dataclass(frozen=True, slots=True)
class Examined:
    """One thing that was looked at: `fact` says how it is, `remedy` what to do where it does not work."""

    what: str
    state: State
    fact: str
    remedy: str = ""


def examine(here: Path) -> tuple[Examined, ...]:
    """Look at everything that pnp needs, and at the project around the folder `here`; nothing is written."""
    of_computer = (*_python(), *_libraries(), *_renderer(), *_fonts(here), *_folders())
    return (*of_computer, *_project(here), *_extras())


def _python() -> Iterator[Examined]:
    found = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    least = ".".join(map(str, LEAST_PYTHON))
    good = sys.version_info >= LEAST_PYTHON
    remedy = "" if good else f"install Python {least} or newer, and pnp with it"
    state: State = "works" if good else "fault"
    yield Examined("Python", state, f"{found}, {counted(os.cpu_count() or 1, 'core')}", remedy)
    coded = (sys.stdout.encoding or "").lower().replace("-", "")
    if coded != "utf8":
        fact = f"shows {coded}, not UTF-8: some letters may be lost"
        yield Examined("terminal", "optional", fact, "set PYTHONUTF8=1")


def _libraries() -> Iterator[Examined]:
    if _is_installed(NAMESAKE):
        remedy = f"pip uninstall {NAMESAKE} && pip install --force-reinstall {PACKAGE}"
        yield Examined(
            "name", "fault", f"the package {NAMESAKE} by somebody else overwrites this one", remedy
        )
    try:
        needed = [require for require in requires(PACKAGE) or () if "extra ==" not in require]
    except PackageNotFoundError:
        yield Examined("pnp", "works", f"{__version__}, run from its source")
        return
    names = (found[0] for requirement in needed if (found := re.match(r"[A-Za-z0-9._-]+", requirement)))
    missing = [name for name in names if not _is_installed(name)]
    if missing:
        remedy = f"pip install --force-reinstall {PACKAGE}"
        yield Examined("pnp", "fault", f"{__version__}; {', '.join(missing)} not installed", remedy)
    else:
        yield Examined("pnp", "works", f"{__version__} with {counted(len(needed), 'library', 'libraries')}")


def _is_installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def _renderer() -> Iterator[Examined]:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"><circle r="4"/></svg>'
    try:
        engine().convert([Face(face_key(svg), svg, Size(9, 9), 0)], [])
    except (PnpError, ImportError, OSError) as error:
        yield Examined("renderer", "fault", str(error), f"pip install --force-reinstall {PACKAGE}")
        return
    yield Examined("renderer", "works", "draws")


def _fonts(here: Path) -> Iterator[Examined]:
    try:
        folder = find_project(here).fonts
    except PnpError:
        folder = here / "fonts"
    book = font_book(folder)
    if book.families:
        families = f"{counted(len(book.families), 'family', 'families')}: {', '.join(book.families)}"
        yield Examined("fonts", "works", families)
    else:
        yield Examined("fonts", "fault", "there are none", f"pip install --force-reinstall {PACKAGE}")
    for path, why in sorted(book.refused.items()):
        if path.parent == folder:
            remedy = "put another file in its place, or delete it"
            yield Examined("fonts", "fault", f"fonts/{path.name} {why}", remedy)


def _folders() -> Iterator[Examined]:
    for what, folder, variable in (
        ("cache", cache_folder(), CACHE_VARIABLE),
        ("settings", config_folder(), CONFIG_VARIABLE),
    ):
        yield _folder(what, folder, f"name another folder in the environment variable {variable}")


def _folder(what: str, folder: Path, remedy: str) -> Examined:
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    if not there.is_dir():
        return Examined(what, "fault", f"{there} is a file, not a folder", remedy)
    if not os.access(there, os.W_OK | os.X_OK):
        return Examined(what, "fault", f"{folder} cannot be written", remedy)
    reason, way_out = not_private(folder)
    if reason:
        use = ": it is not used" if what == "cache" else ""
        return Examined(what, "fault", reason + use, way_out)
    free = shutil.disk_usage(there).free
    if free < LEAST_FREE_BYTES:
        fact = f"{folder}: only {readable_size(free)} free"
        return Examined(what, "fault", fact, "free some space on the disk")
    return Examined(what, "works", f"{folder}, {readable_size(free)} free")


def _project(here: Path) -> Iterator[Examined]:
    try:
        project = find_project(here)
    except ProjectNotFound:
        remedy = 'go to the folder of a game, or make one: pnp new "My Game"'
        yield Examined("project", "optional", f"none in {here}", remedy)
        return
    except PnpError as error:
        yield Examined("project", "fault", str(error), error.hint or "")
        return
    yield _folder("output", project.output, "choose another folder with --out")
    try:
        loaded = load_games(project)
    except PnpError as error:
        yield Examined("project", "fault", str(error), error.hint or "")
        return
    for name, each in loaded.by_name.items():
        state: State = "fault" if each.game is None else "works"
        remedy = f"pnp check {name}" if each.game is None else ""
        yield Examined(f"game {name}", state, tally(each.diagnostics), remedy)


def _extras() -> Iterator[Examined]:
    for extra, (module, purpose) in EXTRAS.items():
        if find_spec(module) is None:
            remedy = f'pip install "{PACKAGE}[{extra}]"'
            yield Examined(extra, "optional", f"not installed: {purpose}", remedy)
            continue
        try:
            import_module(module)
        except (ImportError, OSError) as error:  # its system library is missing
            fact = f"{module} cannot be loaded: {str(error).splitlines()[0]}"
            yield Examined(extra, "optional", fact, f"install what it needs; it is for {purpose}")
        else:
            yield Examined(extra, "works", purpose)
