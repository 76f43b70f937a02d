"""A desk to watch: saves as plain calls, and what pnp says of them as text, without a file system's events."""

import re
from contextlib import nullcontext
from pathlib import Path

from PIL import Image
from small_game import change

from pnp.build.build_cache import BuildCache
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, fonts_of
from pnp.build.result import silent
from pnp.cli.watch import tell
from pnp.load.project import find_project
from pnp.model.papers import find_paper
from pnp.watch.session import Report, Session

PICTURE = "{% block body %}{{ picture(piece.id, (15.5, 21, 32, 32)) }}"


class Shelf(dict):
    """A store in memory."""

    put = dict.__setitem__


def paint(path: Path, colour: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (400, 400), colour).save(path)
    return path


def with_pictures(root: Path) -> Path:
    """Let the food of the small game have pictures, all green."""
    change(root / "templates/soup/food.svg.j2", "{% block body %}", PICTURE)
    for piece in ("leek", "pea"):
        paint(root / f"card_data/soup/art/{piece}.png", "green")
    return root


class Desk:
    """A session in a project, begun and built."""

    def __init__(
        self,
        root: Path,
        capfd,
        *,
        games=(),
        components=(),
        theme="",
        out=None,
        previews=True,
        built=True,
        shelf=None,
    ):
        a4 = (find_paper("a4"),)
        order = BuildOptions(
            a4, components=components, theme=theme, out=out, renderer="typst", workers=1, svg=False
        )
        self.root, self._capfd = root, capfd
        self.output = root / "output"
        self.reused = BuildCache(Shelf() if shelf is None else shelf, "this")
        project = find_project(root)
        context = BuildContext(project, fonts_of(project), order, self.reused)
        self.session = Session(context, games=games, previews=previews)
        self.session.begin()
        self.first = self.build() if built else ""

    def look(self) -> frozenset[str]:
        """Notice what was saved; return the names of the files."""
        return frozenset(path.name for path in self.session.look(0.0, lambda: False))

    def build(self, superseded=lambda: False) -> str:
        """Build what is due; return what was said, without times."""
        report = self.run(superseded)
        self._capfd.readouterr()
        if report is None:
            return ""
        tell(report, self.root)
        out, err = self._capfd.readouterr()
        return err + "".join(f"{untimed(line)}\n" for line in out.splitlines())

    def run(self, superseded=lambda: False) -> Report | None:
        """Build what is due; return what there is to say."""
        return self.session.build(lambda: nullcontext(silent), superseded)

    def saved(self) -> str:
        """Notice, show, build; return what was said."""
        self.look()
        return self.build()

    def change(self, path: str, old: str, new: str) -> str:
        change(self.root / path, old, new)
        return self.saved()

    def pixel(self, where: str) -> tuple[int, int, int]:
        """The colour in the middle of a card's picture, in a preview of soup."""
        with Image.open(self.output / "soup/preview" / where) as picture:
            return picture.getpixel((round(34.5 / 69 * picture.width), round(40 / 94 * picture.height)))

    def previews(self, game: str = "soup") -> list[str]:
        folder = self.output / game / "preview"
        return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.png"))


def untimed(line: str) -> str:
    """Return a line without its clock and its seconds: "food/leek front: seen, 1 PDF"."""
    return re.sub(r" after [\d.]+ s", "", re.sub(r"^\d\d:\d\d:\d\d  ", "", line))
