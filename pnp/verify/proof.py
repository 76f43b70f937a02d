"""Which cards show their face and nothing else, proved by what is written in the file, so that nobody has to look.

A card is proved when its form is what converting its face gives, and nothing else on its page is drawn there. What is drawn
over the cards is looked at without them, for all pages at once that have their cards in the same places.
"""

import io
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import pypdfium2
from pikepdf import Dictionary, Name, Object, Page, Pdf
from PIL import Image, ImageChops

from pnp.export.form_xobjects import SHARED_MARKS
from pnp.export.image_files import draw_ink
from pnp.model.geometry import Outline, Polygon, edges_of
from pnp.units import MM_PER_PT
from pnp.verify.face_match import mask, outline_of, outside, window
from pnp.verify.object_digests import ObjectDigests
from pnp.verify.pdf_reader import PdfPage, PlacedCard
from pnp.verify.piece_forms import PieceForms
from pnp.verify.placing import faults, is_on_paper
from pnp.verify.plain_pages import PlainPage

RIM_MM = MM_PER_PT
"""Along the trim that others may reach into: as much as is not looked at in a picture."""

LARGEST = 50_000_000
"""Points of a page that is drawn; the largest board that is printed in one piece has 10 million."""

Numbers = frozenset[int]
"""Of the cards of a page, from 0."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The cards that are proved, by page, and whether every form on every page is what it should be."""

    cards: tuple[Numbers, ...]
    complete: bool

    @classmethod
    def nothing(cls, sheets: Sequence[PdfPage]) -> Self:
        """Return that nothing is proved."""
        return cls(tuple(Numbers() for _ in sheets), complete=False)


def prove(
    sheets: Sequence[PdfPage], forms: PieceForms, faces: Mapping[str, bytes], digests: ObjectDigests
) -> Proof:
    """Return which cards of the sheets are proved to show the faces they name; `faces` are the digests of those."""
    right = [_right_forms(sheet, faces, digests) for sheet in sheets]
    stacks: dict[object, list[PdfPage]] = defaultdict(list)
    for sheet, sound in zip(sheets, right, strict=True):
        if sheet.plain and sound and sheet.size.width * sheet.size.height < LARGEST * MM_PER_PT**2:
            fonts = digests.of(sheet.plain.fonts)
            stacks[sheet.layout, sheet.plain.shared.objgen, fonts].append(sheet)
    clear: dict[int, Numbers] = {}
    for stack, ink in zip(stacks.values(), _ink(list(stacks.values())), strict=True):
        found = _clear(stack[0], ink, forms)
        clear |= {sheet.page: found for sheet in stack}
    proved = (sound & clear.get(sheet.page, frozenset()) for sheet, sound in zip(sheets, right, strict=True))
    complete = all(
        sheet.plain and len(sound) == len(sheet.cards) and _has_only_fonts(sheet.plain.shared)
        for sheet, sound in zip(sheets, right, strict=True)
    )
    return Proof(tuple(proved), complete)


def _has_only_fonts(form: Object) -> bool:
    return Name.Resources in form and form.Resources.keys() <= {"/Font", "/ProcSet"}


def _right_forms(sheet: PdfPage, faces: Mapping[str, bytes], digests: ObjectDigests) -> Numbers:
    """Return the cards whose form is what converting the face it names gives."""
    forms = sheet.plain.forms if sheet.plain else ()
    return frozenset(
        number
        for number, (card, form) in enumerate(zip(sheet.cards, forms, strict=False))
        if card.named_face in faces and digests.of(form) == faces[card.named_face]
    )


def _ink(stacks: Sequence[Sequence[PdfPage]]) -> Iterator[Image.Image]:
    """Yield for each stack of pages where anything but cards is drawn on any of them: one pixel a point, 0 for nothing."""
    if not stacks:
        return
    out = io.BytesIO()
    with Pdf.new() as pdf:
        for stack in stacks:
            plain = [sheet.plain for sheet in stack if sheet.plain]
            pdf.pages.append(Page(pdf.make_indirect(_overlay(pdf, stack[0], plain))))
        pdf.save(out, compress_streams=False)
    with pypdfium2.PdfDocument(out.getvalue()) as document:
        for page in document:
            yield draw_ink(page)


def _overlay(pdf: Pdf, sheet: PdfPage, plain: Sequence[PlainPage]) -> Dictionary:
    """Return a page of `pdf` that draws upon each other what is drawn over the cards of several pages."""
    fonts = {name: pdf.copy_foreign(font) for name, font in plain[0].fonts.items()}
    forms = {SHARED_MARKS: pdf.copy_foreign(plain[0].shared)}
    drawn = dict.fromkeys(each.own for each in plain)
    content = b"\n".join((f"{SHARED_MARKS} Do".encode(), *(b"q %b Q" % own for own in drawn)))
    width, height = sheet.size.width / MM_PER_PT, sheet.size.height / MM_PER_PT
    return Dictionary(
        Type=Name.Page,
        MediaBox=[0, 0, round(width, 4), round(height, 4)],
        Resources=Dictionary(XObject=Dictionary(forms), Font=Dictionary(fonts)),
        Contents=pdf.make_stream(content),
    )


def _clear(sheet: PdfPage, ink: Image.Image, forms: PieceForms) -> Numbers:
    """Return the cards of a page that are placed as they should be and that nothing else is drawn upon or below."""
    return frozenset(
        number
        for number, (card, form) in enumerate((each, forms.of(each)) for each in sheet.cards)
        if next(faults(card, form.size, form.cut), None) is None
        and is_on_paper(card, sheet)
        and not _is_reached(number, sheet.cards, form.cut)
        and not _has_ink(ink, card, form.cut)
    )


def _is_reached(number: int, cards: Sequence[PlacedCard], cut: Outline) -> bool:
    """Say whether another card may be seen in the place of one."""
    card = cards[number]
    inside = card.in_view.grown(*[-RIM_MM] * 4)
    near = [other for each, other in enumerate(cards) if each != number and inside.overlaps(other.clip)]
    return bool(near) and (card.part or not _has_a_side_free_of_each(outline_of(card, cut), near))


def _has_a_side_free_of_each(outline: Polygon, others: Sequence[PlacedCard]) -> bool:
    """Say whether each other card lies on the outer side of one of the sides, or no deeper than its rim."""
    sides = edges_of(outline)
    return all(
        any(all(outside(side, corner) > -RIM_MM for corner in _corners(other)) for side in sides)
        for other in others
    )


def _corners(card: PlacedCard) -> Polygon:
    """Return points around what a card shows."""
    left, top, right, bottom = card.clip.x, card.clip.y, card.clip.right, card.clip.bottom
    return card.edge or ((left, top), (right, top), (right, bottom), (left, bottom))


def _has_ink(ink: Image.Image, card: PlacedCard, cut: Outline) -> bool:
    frame = window(card.in_view)
    place = (frame.left, frame.top, frame.left + frame.width, frame.top + frame.height)
    seen = ink.crop(place).crop(frame.inside)
    if seen.getbbox() is None:
        return False
    own = mask(card, cut)
    return own is None or own.size != seen.size or ImageChops.multiply(seen, own).getbbox() is not None
