"""Boards printed in parts to be glued together: every part of the board is there, and they meet with room for glue."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Component
from pnp.model.geometry import Rect, Size
from pnp.model.papers import TILE_OVERLAP
from pnp.verify.checked_file import CheckedFile, ReadPage
from pnp.verify.face_match import POSITION_MM
from pnp.verify.pdf_reader import PdfSheets, PlacedCard


def is_in_parts(file: PdfSheets, component: Component) -> bool:
    """Say whether pages show parts of the component, or its backs are pages to be glued on."""
    if component.parts or not component.kind.tiled:
        return False
    parted = any(not _shows_whole(card) for sheet in file.pages for card in sheet.cards)
    return parted or (file.flip == "none" and any(sheet.side == "back" for sheet in file.pages))


def _shows_whole(card: PlacedCard) -> bool:
    trim, clip = card.trim, card.clip.grown(*[POSITION_MM] * 4)
    return clip.x <= trim.x and clip.y <= trim.y and trim.right <= clip.right and trim.bottom <= clip.bottom


def in_parts(file: PdfSheets) -> PdfSheets:
    """Return the file with every card looked at only as far as it shows."""
    return replace(
        file,
        pages=tuple(
            replace(sheet, cards=tuple(replace(card, part=True) for card in sheet.cards))
            for sheet in file.pages
        ),
    )


def check_parts(checked: CheckedFile) -> Iterator[Diagnostic]:
    """Yield pages out of order, copies that are too many or too few, and boards with holes or without overlap."""
    component, deck, sheets = checked.component, checked.deck, checked.sheets.pages
    if checked.sheets.flip != "none":
        yield checked.finding("PNP552", "the file asks for two-sided printing of pages to be glued")
    for number, sheet in enumerate(sheets, start=1):
        if sheet.label != f"{number} {sheet.side}":
            yield checked.finding("PNP552", f'page {sheet.page} is not labelled as "{number} front" or back')
    shown = [("front", deck.fronts)]
    if any(sheet.side == "back" for sheet in sheets):
        shown.append(("back", deck.backs))
    for side, faces in shown:
        for face in dict.fromkeys(faces.values()):
            pieces = [piece for piece in component.pieces if faces.get(piece.id) == face]
            windows = _windows(checked.pages, side, face)
            copies = sum(piece.copies for piece in pieces)
            if not windows or len(windows) % copies:
                fact = f"{checked.face(face)}: {len(windows)} pages do not make {copies} of it"
                yield checked.finding("PNP557", fact, piece=pieces[0].id)
                continue
            each = len(windows) // copies
            for start in range(0, len(windows), each):
                for code, fact in _faults(windows[start : start + each], component):
                    yield checked.finding(code, f"{checked.face(face)}: {fact}", piece=pieces[0].id)


def _windows(pages: Sequence[ReadPage], side: str, face: str) -> list[Rect]:
    """Return which parts of a face the pages show, in mm from the top-left corner of the board, in page order."""
    cards = [each.card for sheet, seen in pages for each in seen if (sheet.side, each.face) == (side, face)]
    return [
        Rect(card.clip.x - card.trim.x, card.clip.y - card.trim.y, card.clip.width, card.clip.height)
        for card in cards
    ]


def _faults(parts: Sequence[Rect], component: Component) -> Iterator[tuple[str, str]]:
    hole = _hole(parts, component.size)
    if hole is not None:
        where = f"{hole.x:.2f}, {hole.y:.2f}"
        yield "PNP562", f"{hole.width:.2f} x {hole.height:.2f} mm at {where} are on no page"
    due = component.board.overlap if component.board else TILE_OVERLAP
    for which, spans in (
        ("columns", {(round(part.x, 2), round(part.right, 2)) for part in parts}),
        ("rows", {(round(part.y, 2), round(part.bottom, 2)) for part in parts}),
    ):
        for (_, end), (start, _) in pairwise(sorted(spans)):
            shared = end - start
            if shared < due - 2 * POSITION_MM:
                yield "PNP563", f"two {which} of pages share {shared:.2f} mm, they should share {due:.2f}"


def _hole(parts: Sequence[Rect], size: Size) -> Rect | None:
    """Return a part of the board that is on no page, or None."""
    xs = _lines([edge for part in parts for edge in (part.x, part.right)], size.width)
    ys = _lines([edge for part in parts for edge in (part.y, part.bottom)], size.height)
    for top, bottom in pairwise(ys):
        for left, right in pairwise(xs):
            cell = Rect(left, top, right - left, bottom - top)
            speck = min(cell.width, cell.height) <= POSITION_MM
            if not speck and not any(part.contains(cell, slack=POSITION_MM) for part in parts):
                return cell
    return None


def _lines(edges: Sequence[float], length: float) -> list[float]:
    return sorted({0.0, length, *(min(max(edge, 0.0), length) for edge in edges)})
