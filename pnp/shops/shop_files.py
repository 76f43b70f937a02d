"""The files that an export makes of a game for a shop or a table on a screen: their plan, and their list."""

import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import prod
from pathlib import Path
from shutil import copyfileobj
from typing import IO, BinaryIO
from urllib.parse import quote

from pnp.build.options import BuildOptions
from pnp.build.pipeline import DrawnGame, ImposedComponent
from pnp.escaping import table_text
from pnp.export.image_files import Canvas, FacePicture, PictureForm
from pnp.files import opened, read_bytes, temporary_file
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import BACK, FRONT, Side
from pnp.model.game import Piece, Value
from pnp.model.nets import Net, Panel

LIST = "files.csv"  # the list of an export's files, with how often each is wanted
COMMON = ""  # the piece of a picture that is the back of all of them
MOST_PIXELS = 150_000_000  # of one picture: a board of half a metre at 600 dpi; twice as fine takes gigabytes


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What of the games to export, how, and where to.

    `dpi` is the resolution of pictures, 0 for what the target takes; without `bleed` a PNG ends at the cut line. Where
    pictures are to be found on the web, `url_base` says. `icc` is the profile of what is printed on,
    into whose inks colours are made with `cmyk`. `workers` and `on` are as for a build.
    """

    components: tuple[str, ...] = ()
    only: str | None = None
    theme: str = ""
    out: Path | None = None
    dpi: int = 0
    bleed: bool = True
    url_base: str = ""
    icc: Path | None = None
    cmyk: bool = False
    workers: int = 1
    on: str = ""

    @property
    def build(self) -> BuildOptions:
        """What is drawn: faces and no sheets."""
        return BuildOptions(
            papers=(), components=self.components, only=self.only, theme=self.theme, out=self.out
        )


@dataclass(frozen=True, slots=True)
class PlannedPicture:
    """A picture of faces of a component, and the file it goes to; `copies` is how many of what it shows are wanted."""

    path: str
    component: str
    piece: str
    side: Side
    copies: int
    picture: FacePicture


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """Another file, which `write` writes, given the pictures' folder; it may show `copies` of a component."""

    path: str
    write: Callable[[Path, BinaryIO], None]
    component: str = ""
    copies: int = 0


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """The files of an export; what to know of them is in `notes`, what of the game is not among them in `left_out`.

    `packed_in` is the file that the pictures are in, beside which they are not kept; "" where they are files themselves.
    `held` returns what to know of the finished files in a folder, and what is not as the target asks for.
    """

    pictures: tuple[PlannedPicture, ...]
    files: tuple[PlannedFile, ...] = ()
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    packed_in: str = ""
    held: Callable[[Path], tuple[tuple[str, ...], tuple[Diagnostic, ...]]] | None = None

    def fitting(self) -> "ExportPlan":
        """Return the plan without pictures that are too large to be drawn."""
        large = {
            planned.component: planned.picture
            for planned in self.pictures
            if prod(planned.picture.pixels) > MOST_PIXELS
        }
        too_large = tuple(
            f"{name}: a picture of {picture.pixels[0]} × {picture.pixels[1]} pixels is too large,"
            f" write --dpi {int(picture.canvas.dpi * (MOST_PIXELS / prod(picture.pixels)) ** 0.5)} or less"
            for name, picture in large.items()
        )
        pictures = tuple(planned for planned in self.pictures if planned.component not in large)
        return replace(self, pictures=pictures, left_out=(*self.left_out, *too_large))


@dataclass(frozen=True, slots=True)
class ExportTarget:
    """A place that games are exported to: `plan` says which files it takes of a game, `takes_icc` whether for a certain press."""

    name: str
    title: str
    about: tuple[str, ...]
    plan: Callable[[DrawnGame, ExportOptions], ExportPlan]
    takes_icc: bool = False


def copies_of(drawn: ImposedComponent) -> Mapping[str, int]:
    """Return how many copies of each piece there are."""
    return {piece.id: piece.copies for piece in drawn.component.pieces}


def common_back(drawn: ImposedComponent) -> str | None:
    """Return the face that is the back of all pieces, None where they have none or several."""
    deck = drawn.rendered.deck
    backs = set(deck.backs.values())
    return next(iter(backs)) if len(backs) == 1 and deck.backs.keys() == deck.fronts.keys() else None


def sides_of(drawn: ImposedComponent) -> list[tuple[str, Side, str]]:
    """Return what is to be drawn of a component: piece, side and face; a back that all have in common comes once."""
    deck, common = drawn.rendered.deck, common_back(drawn)
    sides = [(piece, FRONT, face) for piece, face in deck.fronts.items()]
    if common is not None:
        return [*sides, (COMMON, BACK, common)]
    return [*sides, *((piece, BACK, face) for piece, face in deck.backs.items())]


def listing(plan: ExportPlan) -> bytes:
    """Return the list of the files that show pieces as CSV: what each shows, how many are wanted, and its size."""
    rows: list[list[object]] = [["file", "component", "piece", "side", "copies", "width", "height", "dpi"]]
    for planned in plan.pictures:
        canvas = planned.picture.canvas
        shown = (planned.component, planned.piece, planned.side, planned.copies)
        path = f"{plan.packed_in}/{planned.path}" if plan.packed_in else planned.path
        rows.append([path, *shown, *planned.picture.pixels, f"{canvas.dpi:g}"])
    rows += [
        [file.path, file.component, "", "", file.copies, "", "", ""] for file in plan.files if file.component
    ]
    return table_text(rows, "\n").encode()


def panel_canvas(canvas: Canvas, net: Net, panel: Panel) -> Canvas:
    """Return a canvas as large as one side of a solid, set on that side of its net so that what it shows is upright."""
    x, y = panel.centre
    middle = (x - net.size.width / 2, y - net.size.height / 2)
    return replace(canvas, middle=middle, turn=round(-panel.angle) % 360)


FOLDED = "boxes for storing the game are left out"


def is_container(net: Net | None) -> bool:
    """Say whether something folds up to neither a die nor a marker with a front and a back."""
    if net is None or net.is_die:
        return False
    return len(net.panels) != 3 or not {FRONT, BACK} <= {panel.id for panel in net.panels}


def die_values(piece: Piece, net: Net) -> Sequence[Value]:
    """Return what is rolled with each side of a die, in the order of its panels: what its data say, or 1, 2, 3."""
    sides, count = piece.fields.get("sides"), len(net.panels)
    return sides if isinstance(sides, tuple) and len(sides) == count else range(1, count + 1)


@dataclass
class TablePictures:
    """The pictures of a virtual table, each planned once; their paths begin with `start`.

    `base` is the address of the table's files, "" where the table finds them by their names alone.
    """

    start: str
    base: str
    planned: dict[str, PlannedPicture] = field(default_factory=dict)

    def add(self, name: str, imposed: ImposedComponent, side: Side, copies: int, picture: FacePicture) -> str:
        """Plan a picture, unless it is there already, as PNG where a part of it is transparent; return its address."""
        form: PictureForm = "png" if picture.canvas.outline else "jpeg"
        path = f"{self.start}{name}.{'png' if form == 'png' else 'jpg'}"
        if path not in self.planned:
            shown = replace(picture, form=form)
            self.planned[path] = PlannedPicture(path, imposed.component.id, COMMON, side, copies, shown)
        return self.address(path)

    def address(self, path: str) -> str:
        """Return what the table calls a file of that path."""
        return self.base + quote(path) if self.base else path.rpartition("/")[2]

    def of_piece(
        self, imposed: ImposedComponent, piece: Piece, faces: tuple[str, ...], canvas: Canvas, end: str = ""
    ) -> str:
        """Plan the picture of faces of a piece, side by side; "-back" at the `end` of its name says that it is a back."""
        name, side = f"{imposed.component.id}-{piece.id}{end}", BACK if end == "-back" else FRONT
        return self.add(name, imposed, side, piece.copies, FacePicture(faces, canvas, len(faces)))


LARGEST_FILE = 1_000_000_000  # bytes of one picture: more than any has that is drawn


def pictures_in(folder: Path, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures of a folder, one at a time."""
    return ((path, read_bytes(folder / path, limit=LARGEST_FILE)) for path in paths)


EARLIEST = (1980, 1, 1, 0, 0, 0)  # The earliest time a ZIP file knows: none says when it was made.
READ_AT_ONCE = 1 << 16
_PACKED = (".png", ".jpg", ".pdf", ".zip")  # Endings of files that packing makes no smaller.


def write_zip(stream: IO[bytes], contents: Iterable[tuple[str, bytes]]) -> None:
    """Write a ZIP of files, given by name, that everybody may read."""
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in contents:
            archive.writestr(_entry(name), content, compresslevel=9)


def zip_in_parts(files: Iterable[tuple[str, Path]]) -> Iterator[bytes]:
    """Yield a ZIP of files, given by name, in parts; it waits on the disk, and none of them is held whole. Raises OSError."""
    with temporary_file("zip") as packed:
        with zipfile.ZipFile(packed, "w") as archive:
            for name, path in files:
                entry = _entry(name)
                entry.file_size = path.stat().st_size
                with opened(path) as source, archive.open(entry, "w") as stream:
                    copyfileobj(source, stream)
        packed.seek(0)
        yield from iter(partial(packed.read, READ_AT_ONCE), b"")


def _entry(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, EARLIEST)
    info.create_system = 3  # as Unix writes it
    info.external_attr = 0o644 << 16
    info.compress_type = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
    return info
