"""The page of a drawing made a face: as large as the piece with its bleed, in millimetres from the corner of the trim."""

import re
from collections.abc import Mapping

from pnp.model.geometry import Rect, Size
from pnp.svg.lint import Fault
from pnp.svg.reader.geometry import view_box
from pnp.svg.vocabulary import SVG
from pnp.text import decimal
from pnp.units import MM_PER_UNIT, LengthError, parse_length

_ROOT = re.compile(r"""<svg\b((?:[^>"']|"[^"]*"|'[^']*')*)>""")
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_NEAR_MM = 0.05
"""A page that is off by no more prints as it should: drawing programs round."""


def on_its_page(svg: str, trim: Size, bleed: float) -> str | Fault:
    """Return a well-formed drawing in millimetres from the corner of the trim, or what is wrong with its page.

    One of the right size in other units, or from another corner, as drawing programs save it, is moved there.
    """
    root = _ROOT.search(svg)
    attributes = root[1] if root else ""
    page = Size(trim.width + 2 * bleed, trim.height + 2 * bleed)
    width, height, start = decimal(page.width), decimal(page.height), decimal(-bleed)
    wanted = f'width="{width}mm" height="{height}mm" viewBox="{start} {start} {width} {height}"'
    if wanted in attributes or root is None:
        return svg
    written = {key: one or other for key, one, other in _ATTRIBUTE.findall(attributes)}
    size, view = _page(written)
    if view is not None and (size or view.size).is_like(page, within=_NEAR_MM):
        scale = page.width / view.width
        if abs(view.height * scale - page.height) <= _NEAR_MM:
            dx, dy = -bleed - view.x * scale, -bleed - view.y * scale
            if max(abs(dx), abs(dy), abs(scale - 1) * page.height) <= _NEAR_MM:
                return svg
            others = "".join(
                f' {key}="{value}"'
                for key, value in written.items()
                if key not in ("width", "height", "viewBox")
            )
            moved = f"translate({decimal(dx)} {decimal(dy)}) scale({scale:.7g})"
            inside = svg[root.end() :].rpartition("</svg>")[0]
            return f'{svg[: root.start()]}<svg{others} {wanted}><g transform="{moved}">{inside}</g></svg>'
    said = f"the page of the drawing is {_in_words(size, view)}, that of the face is {width} x {height} mm"
    hint = f'begin with {{% extends "base/card.svg.j2" %}}, or write <svg xmlns="{SVG}" {wanted}>'
    return Fault("PNP464", said, hint, "<svg")


def _page(written: Mapping[str, str]) -> tuple[Size | None, Rect | None]:
    """Return the size that a drawing is printed at, None where it says none, and its view box."""
    sides = [_millimetres(written.get(side, "")) for side in ("width", "height")]
    size = Size(sides[0], sides[1]) if sides[0] and sides[1] else None
    view = view_box(written.get("viewBox"))
    return size, view if view and min(view.width, view.height) > 0 else None


def _millimetres(text: str) -> float:
    """Return a length in mm, 0 for none; a plain number is in CSS pixels, 96 to the inch."""
    try:
        return float(text.removesuffix("px")) * MM_PER_UNIT["in"] / 96
    except ValueError:
        pass
    try:
        return parse_length(text)
    except LengthError:
        return 0.0


def _in_words(size: Size | None, view: Rect | None) -> str:
    parts = []
    if size is not None:
        parts.append(f"{_rounded(size.width)} x {_rounded(size.height)} mm")
    parts.append(f"{_rounded(view.width)} x {_rounded(view.height)} units" if view else "without a viewBox")
    return ", ".join(parts)


def _rounded(value: float) -> str:
    return decimal(round(value, 1))
