"""Reading a finished PDF: its pages, their boxes and labels, and the cards placed on them."""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pikepdf import Array, Dictionary, Matrix, Name, NumberTree, Page, Pdf, parse_content_stream

from pnp.export.pdf_objects import FACE_KEY
from pnp.model.face import Side
from pnp.model.geometry import Point, Rect, Size
from pnp.model.sheet import Backs
from pnp.units import MM_PER_PT
from pnp.verify.exported_pages import PlainPage, PlainPages

SAME_LINE_MM = 2.0
"""Cards less apart than that are in one row or column when their places are named."""


# What was read out of a finished PDF, in mm from the top-left corner of the page.


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card on a page. `named_face` is the face its form says it draws; what it really shows is for the eye to tell.

    `turn` is clockwise in degrees, `scale` is (width, height) against the form's own size. `edge` is the line that
    bounds what shows within `clip`, where that is no rectangle. A `part` is not meant to show whole.
    """

    trim: Rect
    clip: Rect
    form: Size
    turn: float
    scale: tuple[float, float]
    named_face: str = ""
    edge: tuple[Point, ...] = ()
    part: bool = False

    @property
    def in_view(self) -> Rect:
        """Where it is to be seen: its trim, or as much of it as a part shows."""
        return self.trim.common(self.clip) if self.part else self.trim

    @property
    def rotation(self) -> int:
        """The turn as a quarter turn."""
        return round(self.turn / 90) % 4 * 90


@dataclass(frozen=True, slots=True)
class Boxes:
    """The page boxes as they are written."""

    media: Rect
    crop: Rect
    bleed: Rect
    trim: Rect


@dataclass(frozen=True, slots=True)
class PdfPage:
    """One page. `number` and `side` are what its label says, or what its place in the file suggests.

    Pages of one `layout` have their cards in the same places, whichever they are; a page of its own has none.
    """

    page: int
    label: str
    number: int
    side: Side
    size: Size
    boxes: Boxes
    turned: bool
    cards: tuple[PlacedCard, ...]
    layout: int | None = None
    plain: PlainPage | None = None

    def place(self, card: PlacedCard) -> str:
        """Return in words where a card lies: "sheet 2 front, row 1 column 3"."""
        if card.part:
            return str(self)
        row = _rank(card.trim.y, [each.trim.y for each in self.cards])
        column = _rank(card.trim.x, [each.trim.x for each in self.cards])
        return f"{self}, row {row} column {column}"

    def __str__(self) -> str:
        """Return which sheet and side: "sheet 2 front"."""
        return f"sheet {self.number} {self.side}"


@dataclass(frozen=True, slots=True)
class PdfSheets:
    """One PDF. `flip` is how it asks to be printed; for one-sided printing it is "none"."""

    pages: tuple[PdfPage, ...]
    flip: Backs
    scaling: str


def _rank(value: float, values: Sequence[float], *, apart: float = SAME_LINE_MM) -> int:
    """Return which of the lines, at least `apart` mm from each other, the value lies on, from 1."""
    rank, last = 0, -1e9
    for each in sorted(values):
        if each - last > apart:
            rank, last = rank + 1, each
        if each >= value - 1e-6:
            break
    return rank


_LABEL = re.compile(r"(\d{1,9}) (front|back)")
_FLIPS: Mapping[str, Backs] = {"/DuplexFlipLongEdge": "long-edge", "/DuplexFlipShortEdge": "short-edge"}


def read_file(pdf: Pdf, bleed_of: Callable[[str], float], plain: PlainPages) -> PdfSheets:
    """Return what lies on the pages of a PDF; `bleed_of` gives for a face how many mm of bleed it has on every side."""
    wishes = pdf.Root.get(Name.ViewerPreferences, Dictionary())
    flip = _FLIPS.get(str(wishes.get(Name.Duplex)), "none")
    tree = NumberTree(pdf.Root.PageLabels) if Name.PageLabels in pdf.Root else {}
    labels = {index: str(label.get(Name.P, "")) for index, label in tree.items()}
    layouts = _Layouts(bleed_of)
    sheets = tuple(
        _sheet(page, index, labels.get(index, ""), flip, layouts.read(page, plain.read(page)))
        for index, page in enumerate(pdf.pages)
    )
    return PdfSheets(sheets, flip, str(wishes.get(Name.PrintScaling, "")))


def _sheet(page: Page, index: int, label: str, flip: Backs, shown: "_Shown") -> PdfPage:
    media = [float(edge) for edge in page.mediabox.as_list()]
    boxes = (page.mediabox, page.cropbox, page.bleedbox, page.trimbox)
    said = _LABEL.fullmatch(label)
    guess: Side = "front" if flip == "none" or index % 2 == 0 else "back"
    side: Side = guess if said is None else "front" if said[2] == "front" else "back"
    return PdfPage(
        page=index + 1,
        label=label,
        number=int(said[1]) if said else index + 1 if flip == "none" else index // 2 + 1,
        side=side,
        size=Size((media[2] - media[0]) * MM_PER_PT, (media[3] - media[1]) * MM_PER_PT),
        boxes=Boxes(*(_rect(box, media) for box in boxes)),
        turned=bool(page.obj.get(Name.Rotate, 0)) or page.obj.get(Name.UserUnit, 1) != 1,
        cards=shown.cards,
        layout=shown.layout,
        plain=shown.plain,
    )


def _rect(box: Array, media: list[float]) -> Rect:
    left, bottom, right, top = (float(edge) for edge in box.as_list())
    edges = (left - media[0], media[3] - top, right - left, top - bottom)
    return Rect(*(edge * MM_PER_PT for edge in edges))


_Shape = tuple[tuple[float, ...], tuple[float, ...]]
"""The corners of a form, and its own matrix."""


def _shape(form: Any) -> _Shape:
    matrix = form.get(Name.Matrix)
    corners = tuple(float(edge) for edge in form.BBox.as_list())
    return corners, (1, 0, 0, 1, 0, 0) if matrix is None else tuple(float(each) for each in matrix.as_list())


@dataclass(frozen=True, slots=True)
class _Shown:
    """The cards of a page in the order they are drawn; for a plain page also which layout it has."""

    cards: tuple[PlacedCard, ...]
    layout: int | None = None
    plain: PlainPage | None = None


class _Layouts:
    """The ways in which the pages of a PDF place their cards; those of plain pages are read once."""

    def __init__(self, bleed_of: Callable[[str], float]) -> None:
        self._bleed_of = bleed_of
        self._known: dict[Any, tuple[int, tuple[PlacedCard, ...]]] = {}
        self._forms: dict[int, tuple[str, _Shape]] = {}

    def read(self, page: Page, plain: PlainPage | None) -> _Shown:
        """Return what a page shows."""
        media = [float(edge) for edge in page.mediabox.as_list()]
        if plain is None:
            return _Shown(tuple(self._placed(page, media)))
        named = [self._form(form) for form in plain.forms]
        bleeds = [self._bleed_of(face) for face, _ in named]
        key = (id(plain.placed), tuple(media), tuple(shape for _, shape in named), tuple(bleeds))
        if key not in self._known:
            whole = _Clip(media)
            cards = tuple(
                _card(shape, Matrix(*each.matrix), whole.within(each.path), media, bleed)
                for (_, shape), each, bleed in zip(named, plain.placed, bleeds, strict=True)
            )
            self._known[key] = (len(self._known), cards)
        layout, cards = self._known[key]
        shown = (replace(card, named_face=face) for card, (face, _) in zip(cards, named, strict=True))
        return _Shown(tuple(shown), layout, plain)

    def _placed(self, page: Page, media: list[float]) -> Iterator[PlacedCard]:
        """Yield the cards of a page of any kind."""
        forms = page.resources.get(Name.XObject, Dictionary())
        for name, matrix, clip in _drawn(page, media):
            form = forms.get(name)
            if form is not None and FACE_KEY in form:
                face = str(form[FACE_KEY])
                yield replace(_card(_shape(form), matrix, clip, media, self._bleed_of(face)), named_face=face)

    def _form(self, form: Any) -> tuple[str, _Shape]:
        number = form.objgen[0]
        if number not in self._forms:
            self._forms[number] = (str(form[FACE_KEY]), _shape(form))
        return self._forms[number]


@dataclass(frozen=True, slots=True)
class _Clip:
    """What may show, in points: a box (left, bottom, right, top), and the corners of the line within it, if any."""

    box: list[float]
    edge: tuple[Point, ...] = ()

    def within(self, path: Sequence[Point]) -> "_Clip":
        """Return what may show within a closed path too."""
        xs, ys = [x for x, _ in path], [y for _, y in path]
        box = [*map(max, self.box[:2], (min(xs), min(ys))), *map(min, self.box[2:], (max(xs), max(ys)))]
        straight = {*xs} == {min(xs), max(xs)} and {*ys} == {min(ys), max(ys)}
        return _Clip(box, self.edge if straight else tuple(path))


def _drawn(page: Page, media: list[float]) -> Iterator[tuple[str, Matrix, _Clip]]:
    """Yield each XObject drawn: its name, its matrix, and what of it may show."""
    matrix = Matrix()
    clip, saved = _Clip(media), []
    path: list[Point] = []
    for operation in parse_content_stream(page, "q Q cm re m l W W* n Do"):
        operands: list[Any] = list(operation.operands)
        match str(operation.operator):
            case "q":
                saved.append((matrix, clip))
            case "Q" if saved:
                matrix, clip = saved.pop()
            case "cm":
                matrix = Matrix(*(float(value) for value in operands)) @ matrix
            case "re":
                x, y, width, height = (float(value) for value in operands)
                corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
                path += [matrix.transform(corner) for corner in corners]
            case "m" | "l":
                path.append(matrix.transform((float(operands[0]), float(operands[1]))))
            case "W" | "W*" if path:
                clip = clip.within(path)
            case "n":
                path = []
            case "Do":
                yield str(operands[0]), matrix, clip
            case _:
                pass


def _card(shape: _Shape, matrix: Matrix, clip: _Clip, media: list[float], bleed: float) -> PlacedCard:
    (left, bottom, right, top), inner = shape
    matrix = Matrix(*inner) @ matrix
    a, b, c, d, _, _ = matrix.shorthand
    scale = (math.hypot(a, b), math.copysign(math.hypot(c, d), a * d - b * c))
    size = Size((right - left) * MM_PER_PT, (top - bottom) * MM_PER_PT)
    turn = math.degrees(math.atan2(-b, a)) % 360
    middle_x, middle_y = matrix.transform(((left + right) / 2, (bottom + top) / 2))
    x, y = (middle_x - media[0]) * MM_PER_PT, (media[3] - middle_y) * MM_PER_PT
    width, height = (size.width - 2 * bleed) * scale[0], (size.height - 2 * bleed) * abs(scale[1])
    if round(turn / 90) % 2:
        width, height = height, width
    trim = Rect(x - width / 2, y - height / 2, width, height)
    edge = tuple(((x - media[0]) * MM_PER_PT, (media[3] - y) * MM_PER_PT) for x, y in clip.edge)
    return PlacedCard(trim, _rect(Array(clip.box), media), form=size, turn=turn, scale=scale, edge=edge)
