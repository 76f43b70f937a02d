"""What lies where in a finished PDF, read from its pages apart from all that made them, and held against manifest and data.

Every face in the place that the manifest names, at true size; every piece as often as the data say; behind every front its back.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pikepdf import Page, Pdf

from pnp.export.pdf_objects import FACE_KEY
from pnp.model.calibration import MOST_MM
from pnp.model.face import Deck, Face
from pnp.model.game import Component
from pnp.model.geometry import Point, Rect, Size, placed
from pnp.model.sheet import Axis, Backs, Matrix, Sheet, behind, rotation_behind, turning_axis
from pnp.text import counted
from pnp.units import MM_PER_PT
from pnp.verify.page_contents import forms_on

POSITION_MM = 0.01
"""Of edges and sizes; a hundredth is what a good plotter repeats, and two hundred times what rounding does here."""

SAME_LINE_MM = 2.0
"""Cards less apart than that are in one row or column when their places are named."""

Entry = Mapping[str, Any]
"""A sheet or a placement, as the manifest has it."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What is wrong, and the piece it is about, "" for none."""

    code: str
    fact: str
    piece: str = ""


def name_of(deck: Deck, piece: str) -> str:
    """Return "food/apple"."""
    return piece if "/" in piece else f"{deck.component}/{piece}"


def place_of(sheet: Sheet, trim: Rect) -> str:
    """Return in words where a card lies: "sheet 2 front, row 1 column 3"."""
    row = _rank(trim.y, [each.trim.y for each in sheet.placements])
    column = _rank(trim.x, [each.trim.x for each in sheet.placements])
    return f"sheet {sheet.number} {sheet.side}, row {row} column {column}"


def _rank(value: float, values: Sequence[float]) -> int:
    """Return which of the lines the value lies on, from 1."""
    rank, last = 0, -1e9
    for each in sorted(values):
        if each - last > SAME_LINE_MM:
            rank, last = rank + 1, each
        if each >= value - 1e-6:
            break
    return rank


# The file against the manifest.


def misplaced(pdf: Pdf, entries: Sequence[Entry], deck: Deck) -> Iterator[Fact]:
    """Yield where pages show other faces, or show them elsewhere, than the manifest has them; `entries` are in order.

    Faces that are not of the deck are of older data, and passed over. Raises Unreadable.
    """
    for page, entry in zip(pdf.pages, entries, strict=False):
        where = f"page {entry['page']}"
        forms = [(str(form[FACE_KEY]), form, m) for form, m in forms_on(pdf, page) if FACE_KEY in form]
        if len(forms) != len(entry["placements"]):
            count = counted(len(forms), "face")
            yield Fact("PNP561", f"{where} shows {count}, manifest.json lists {len(entry['placements'])}")
            continue
        for (key, form, matrix), place in zip(forms, entry["placements"], strict=True):
            face, piece = deck.faces.get(key), place["piece"]
            if face is None:
                continue
            if key not in (deck.fronts.get(piece), deck.backs.get(piece)):
                shown = next((name for name, own in deck.fronts.items() if own == key), "another back")
                fact = f"{where} shows {shown} where manifest.json has {name_of(deck, piece)}"
                yield Fact("PNP561", fact, piece)
                continue
            off = _distance(_corners(form, matrix, face), _due_corners(page, entry, place))
            if off > POSITION_MM:
                fact = f"{where}: {name_of(deck, piece)} has a corner {off:.2f} mm from where manifest.json has it"
                yield Fact("PNP554", fact, piece)


def _corners(form: Any, matrix: Sequence[float], face: Face) -> tuple[Point, ...]:
    """Return the corners of the trim of a face on the page, in points, the top left one first."""
    left, bottom, right, top = (float(edge) for edge in form.BBox.as_list())
    bleed = face.bleed / MM_PER_PT
    a, b, c, d, e, f = matrix
    inner = (left + bleed, bottom + bleed, right - bleed, top - bleed)
    points = ((inner[0], inner[3]), (inner[2], inner[3]), (inner[2], inner[1]), (inner[0], inner[1]))
    return tuple((a * x + c * y + e, b * x + d * y + f) for x, y in points)


def _due_corners(page: Page, entry: Entry, place: Entry) -> Iterator[Point]:
    """Yield the corners of a placement on the page, in points, the top left one of the upright face first."""
    height = float(page.mediabox[3])
    trim, turn = rect_of(place), place["rotation"]
    size = trim.size if turn % 180 == 0 else trim.size.turned
    square = ((0, 0), (size.width, 0), (size.width, size.height), (0, size.height))
    a, b, c, d, e, f = _six(entry["correction"]) if "correction" in entry else (1, 0, 0, 1, 0, 0)
    for across, down in placed(square, size, trim, turn):
        x, y = across / MM_PER_PT, height - down / MM_PER_PT
        yield a * x + c * y + e, b * x + d * y + f


def _distance(points: Sequence[Point], due: Iterator[Point]) -> float:
    """Return by how many mm two rows of points are apart at the most, across or down."""
    pairs = zip(points, due, strict=True)
    return max(max(abs(x - u), abs(y - v)) for (x, y), (u, v) in pairs) * MM_PER_PT


def rect_of(place: Entry) -> Rect:
    """Return the trim of a placement."""
    return Rect(place["x_mm"], place["y_mm"], place["width_mm"], place["height_mm"])


# The manifest against the data.


def wrong_pieces(
    entries: Sequence[Entry], component: Component, deck: Deck, sizes: Sequence[Size]
) -> Iterator[Fact]:
    """Yield the pieces that are on the sheets too often or too rarely, and those without their own back behind them.

    `sizes` are those of the pages.
    """
    if not entries:
        return
    flip: Backs = entries[0]["flip"]
    fronts, backs = _sides(entries, flip)
    parted = component.kind.tiled  # a board lies on several pages
    for piece in component.pieces:
        numbers = [copy for name, copy, _ in fronts if name == piece.id]
        count = len(set(numbers) if parted else numbers)
        if count != piece.copies:
            name = name_of(deck, piece.id)
            fact = f"{name}: {counted(count, 'copy', 'copies')} on the sheets, {piece.copies} in the data"
            yield Fact("PNP557", fact, piece.id)
    if parted or flip == "none":
        return
    behind_of: dict[tuple[str, int], list[tuple[int, Entry]]] = defaultdict(list)
    for name, copy, at in backs:
        behind_of[name, copy].append(at)
    for name, copy, (number, front) in fronts:
        back = behind_of[name, copy]
        if name in deck.backs and (fault := _back_fault((number, front), back, sizes[number - 1], flip)):
            yield Fact("PNP558", f"page {number}: {name_of(deck, name)}, copy {copy}: {fault}", name)


_Side = list[tuple[str, int, tuple[int, Entry]]]
"""The piece and the copy of each placement, its page and itself."""


def _sides(entries: Sequence[Entry], flip: Backs) -> tuple[_Side, _Side]:
    """Return the fronts and the backs; on a page to be folded the backs of all copies come after their fronts."""
    fronts: _Side = []
    backs: _Side = []
    for entry in entries:
        seen = Counter[tuple[str, int]]()
        for place in entry["placements"]:
            copy = (place["piece"], place["copy"])
            is_back = entry["side"] == "back" or (flip == "gutterfold" and seen[copy] > 0)
            (backs if is_back else fronts).append((*copy, (entry["page"], place)))
            seen[copy] += 1
    return fronts, backs


def _back_fault(front: tuple[int, Entry], backs: Sequence[tuple[int, Entry]], page: Size, flip: Backs) -> str:
    """Return what is wrong with what lies behind a front, "" for nothing."""
    due_page = front[0] if flip == "gutterfold" else front[0] + 1
    place = next((place for number, place in backs if number == due_page), None)
    if place is None:
        return "its back is not behind it"
    axes: tuple[Axis, ...] = (
        ("vertical", "horizontal") if flip == "gutterfold" else (turning_axis(page, flip),)
    )
    trim = rect_of(place)
    for axis in axes:
        due = behind(rect_of(front[1]), page, axis)
        if max(abs(trim.x - due.x), abs(trim.y - due.y)) <= POSITION_MM:
            upright = place["rotation"] == rotation_behind(axis, front[1]["rotation"])
            return "" if upright else "its back is the wrong way up"
    due = behind(rect_of(front[1]), page, axes[0])
    return f"its back lies {trim.x - due.x:+.2f} mm across and {trim.y - due.y:+.2f} mm down from where it should"


# A correction for a printer.

_NUMBER = r"-?\d{1,5}(?:\.\d{1,12})?"
_MATRIX = re.compile(rf"{_NUMBER}(?: {_NUMBER}){{5}}")


def _six(matrix: str) -> Matrix:
    a, b, c, d, e, f = map(float, matrix.split())
    return (a, b, c, d, e, f)


def correction_in_mm(said: object, page: Size) -> Matrix | None:
    """Return a correction that a manifest lists as a sheet has it; None for one that no printer needs."""
    if not isinstance(said, str) or not _MATRIX.fullmatch(said):
        return None
    a, b, c, d, e, f = _six(said)
    corners = ((x, y) for x in (0, page.width) for y in (0, page.height))
    across, down = e * MM_PER_PT, f * MM_PER_PT
    moved = max(max(abs(a * x + c * y + across - x), abs(b * x + d * y + down - y)) for x, y in corners)
    if moved > 2 * MOST_MM:
        return None
    height = page.height
    return (a, -b, -c, d, across + c * height, height - d * height - down)
