"""One page held against what a press asks for: boxes and bleed, pictures, lines, fonts, what is not printed."""

from collections.abc import Iterator
from typing import Any

from pikepdf import Array, Dictionary, Name, Stream

from pnp.preflight.contents import Contents
from pnp.preflight.rules import Fault, PreflightOptions
from pnp.preflight.streams import dictionary
from pnp.units import MM_PER_PT

SLACK_PT = 0.02
"""Of edges: less than a hundredth of a millimetre."""

SLACK_LINE_PT = 0.005
"""Of widths: 0.25 pt is 0.088 mm, and may be written as 0.09."""

Box = tuple[float, float, float, float]

FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")


def box_of(page: Any, name: str) -> Box | None:
    """Return a box of a page in pt, as it or the page tree has it; None where there is none, or no box."""
    holder = page
    for _ in range(50):  # a page tree that leads to itself
        box = holder.get(name) if isinstance(holder, Dictionary) else None
        if box is not None or name not in ("/MediaBox", "/CropBox"):
            break
        holder = holder.get(Name.Parent) if isinstance(holder, Dictionary) else None
    if not isinstance(box, Array) or len(box) != 4:
        return None
    try:
        x1, y1, x2, y2 = (float(each) for each in box.as_list())
    except (ValueError, TypeError):
        return None
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def size_in_mm(box: Box) -> str:
    """Return "63.00 × 88.00 mm"."""
    return f"{(box[2] - box[0]) * MM_PER_PT:.2f} × {(box[3] - box[1]) * MM_PER_PT:.2f} mm"


def bleed_of(page: Any) -> float | None:
    """Return the least bleed around the trim in mm, None without a trim box."""
    trim = box_of(page, "/TrimBox") or box_of(page, "/ArtBox")
    bleed = box_of(page, "/BleedBox") or box_of(page, "/CropBox") or box_of(page, "/MediaBox")
    if trim is None or bleed is None:
        return None
    return min(_margins(bleed, trim)) * MM_PER_PT


def _margins(outer: Box, inner: Box) -> tuple[float, float, float, float]:
    return inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3]


def box_faults(page: Any, options: PreflightOptions) -> Iterator[Fault]:
    """Yield what is wrong with the boxes of a page."""
    media, trim = box_of(page, "/MediaBox"), box_of(page, "/TrimBox")
    if media is None:
        yield Fault("PNP581", "there is no MediaBox", "export the file again")
        return
    if trim is None and box_of(page, "/ArtBox") is None:
        yield Fault(
            "PNP581", "there is no TrimBox, which says where it is cut", "export the file with trim and bleed"
        )
        return
    bleed = box_of(page, "/BleedBox") or media
    nested = (("BleedBox", bleed, "MediaBox", media), ("TrimBox", trim, "BleedBox", bleed))
    for name, inner, outer_name, outer in nested:
        if inner is not None and min(_margins(outer, inner)) < -SLACK_PT:
            yield Fault("PNP581", f"the {name} reaches beyond the {outer_name}", "export the file again")
            return
    least = bleed_of(page)
    if least is not None and least < options.bleed - SLACK_PT * MM_PER_PT:
        fact = f"there are {max(least, 0):.2f} mm of bleed around the trim, not {options.bleed:g}"
        yield Fault("PNP582", fact, f"draw {options.bleed:g} mm beyond the cut on every side")


def content_faults(found: Contents, options: PreflightOptions) -> Iterator[Fault]:
    """Yield what is wrong with what is drawn on a page."""
    for picture in found.pictures.values():
        if picture.dpi < options.dpi - 0.5:
            severe = picture.dpi < options.least_dpi
            fact = f"a picture of {picture.width} × {picture.height} pixels has {picture.dpi:.0f} dpi where it is placed"
            hint = f"use one with at least {options.dpi:g} dpi at this size"
            yield Fault("PNP584", fact, hint, "error" if severe else "warning")
    if found.thinnest is not None and found.thinnest < options.line - SLACK_LINE_PT:
        zero = found.thinnest < SLACK_LINE_PT
        width = (
            "has no width: each device draws it as thin as it can"
            if zero
            else f"is {found.thinnest:.2f} pt wide"
        )
        hint = f"draw it at least {options.line:g} pt wide"
        yield Fault("PNP585", f"a line {width}", hint, "error" if zero else "warning")
    for font in found.fonts.values():
        yield from _font_faults(font)
    for what in sorted(found.unread):
        yield Fault("PNP580", what, "look at the page itself", "warning")


def _font_faults(font: Any) -> Iterator[Fault]:
    name = str(font.get(Name.BaseFont, "/without a name"))[1:]
    if font.get(Name.Subtype) == Name.Type3:
        hint = "use a font in a file of its own, or make outlines of the letters"
        yield Fault("PNP583", "a font is of Type 3, which presses draw badly or not at all", hint, "warning")
        return
    holder = font
    if font.get(Name.Subtype) == Name.Type0:
        inner = font.get(Name.DescendantFonts)
        holder = inner[0] if isinstance(inner, Array) and len(inner) else font
    descriptor = dictionary(holder, "/FontDescriptor")
    if not any(isinstance(descriptor.get(key), Stream) for key in FONT_FILES):
        hint = "embed it: another font would be printed instead"
        yield Fault("PNP583", f"the font {name} is not embedded", hint)


def extra_faults(page: Any) -> Iterator[Fault]:
    """Yield what is on a page and does not belong into print: notes, links, fields, actions."""
    if Name.AA in page:
        yield Fault("PNP587", "the page does something when it is opened", "remove its actions")
    notes = page.get(Name.Annots)
    trim = box_of(page, "/TrimBox") or box_of(page, "/MediaBox")
    for note in notes.as_list() if isinstance(notes, Array) else ():
        box = box_of(note, "/Rect")
        inside = box is None or trim is None or _meet(box, trim)
        if (
            isinstance(note, Dictionary)
            and note.get(Name.Subtype) not in (Name.TrapNet, Name.PrinterMark)
            and inside
        ):
            kind = str(note.get(Name.Subtype, "/unknown"))[1:]
            yield Fault(
                "PNP587", f"there is an annotation ({kind}) on what is printed", "remove it", "warning"
            )


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
