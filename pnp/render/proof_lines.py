"""The lines of a proof over a face: trim, bleed, safe area and folds, with sizes."""

from collections.abc import Iterable
from html import escape

from pnp.model.face import Face, face_key
from pnp.model.game import Component
from pnp.model.geometry import Point, Rect, Size, grown, is_convex, rounded
from pnp.text import decimal

FAMILY = "Lato"
WEIGHTS = (400, 700)
AROUND_MM = 16  # The room around the bleed for the sizes.
TRIM, BLEED, SAFE, FOLD = "#e00000", "#0060d0", "#008a3c", "#a000c0"
_COLOURS = {"bleed": BLEED, "safe": SAFE, "trim": TRIM, "fold": FOLD}
_DASHES = {TRIM: "", BLEED: "2 1", SAFE: "1 1", FOLD: "3 1 0.6 1"}


def proof_of(face: Face, component: Component, title: str) -> Face:
    """Return the face on a larger page, under the lines of its component."""
    bleed, page, trim = face.bleed, face.page, face.trim
    svg = face.svg
    inside = svg[svg.index(">", svg.index("<svg")) + 1 :].rpartition("</svg>")[0]
    whole = Size(max(page.width + 2 * AROUND_MM, 84), page.height + 2 * AROUND_MM)
    left = -(whole.width - trim.width) / 2
    view = f"{decimal(left)} {decimal(-bleed - AROUND_MM)} {decimal(whole.width)} {decimal(whole.height)}"
    box = f"{decimal(-bleed)} {decimal(-bleed)} {decimal(page.width)} {decimal(page.height)}"
    x, y, width, height = box.split()
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{decimal(whole.width)}mm" height="{decimal(whole.height)}mm" '
        f'viewBox="{view}"><svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{box}">{inside}</svg>'
        f"{''.join(_lines(component))}{''.join(_words(component, title, bleed, left))}</svg>"
    )
    return Face(face_key(drawn), drawn, whole, 0.0)


def _lines(component: Component) -> Iterable[str]:
    lines = piece_lines(component)
    return (_path(lines[name], colour) for name, colour in _COLOURS.items() if name in lines)


def piece_lines(component: Component) -> dict[str, str]:
    """Return lines of a front as SVG path data in mm by name: trim, bleed, safe, fold, as far as there."""
    size, net, bleed = component.size, component.net, component.bleed
    around = Rect(-bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed).corners
    trim = _data(net.cut if net else rounded(component.cut))
    trim += "".join(_data(slit, closed=False) for slit in (net.slits if net else ()))
    folds = net.folds if net else component.folds
    found = {
        "trim": trim,
        "bleed": _data(around) if bleed else "",
        "safe": _data(_safe(component)),
        "fold": "".join(_data(fold, closed=False) for fold in folds),
    }
    return {name: data for name, data in found.items() if data}


def _safe(component: Component) -> tuple[Point, ...]:
    """Return what should hold all that matters, () where nothing says so."""
    cut, safe = component.cut, component.safe
    if component.net or safe <= 0:
        return ()
    if cut.kind == "rectangle":
        return Rect(0, 0, component.size.width, component.size.height).grown(*[-safe] * 4).corners
    return grown(cut.points, [-safe] * len(cut.points)) if is_convex(cut.points) else ()


def _data(points: Iterable[Point], *, closed: bool = True) -> str:
    corners = "L".join(f"{decimal(x)} {decimal(y)}" for x, y in points)
    return f"M{corners}{'z' if closed else ''}" if corners else ""


def _path(data: str, colour: str) -> str:
    """Return a line that is seen on any ground: a white one lies below it."""
    dashes = f' stroke-dasharray="{_DASHES[colour]}"' if _DASHES[colour] else ""
    return (
        f'<path d="{data}" fill="none" stroke="#ffffff" stroke-width="0.5" stroke-opacity="0.8"/>'
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="0.2"{dashes}/>'
    )


def _words(component: Component, title: str, bleed: float, left: float) -> Iterable[str]:
    size = component.size
    sides = f"{_mm(size.width)} x {_mm(size.height)} mm"
    told = [("net" if component.net else "trim", sides, TRIM)]
    if bleed:
        told.append(("bleed", f"{_mm(bleed)} mm", BLEED))
    if _safe(component):
        told.append(("safe", f"{_mm(component.safe)} mm inside", SAFE))
    folds = component.net.folds if component.net else component.folds
    if folds:
        told.append(("folds", str(len(folds)), FOLD))
    x, top, foot = left + 3, -bleed - AROUND_MM + 7, size.height + bleed + 4.5
    yield _text(f"PROOF: {title}", (x, top), "#000000", size=3.4)
    yield _text("not to be printed and cut", (x, top + 4), "#000000", weight=400)
    for row, (name, what, colour) in enumerate(told):
        yield _text(f"{name}: {what}", (x + 7, foot + row * 3.4), colour)
        line = ((x, foot - 0.9 + row * 3.4), (x + 6, foot - 0.9 + row * 3.4))
        yield _path(_data(line, closed=False), colour)


def _text(words: str, at: Point, colour: str, *, size: float = 2.8, weight: int = 700) -> str:
    x, y = at
    bold = f' font-weight="{weight}"' if weight != WEIGHTS[0] else ""
    return (
        f'<text x="{decimal(x)}" y="{decimal(y)}" font-family="{FAMILY}" font-size="{size}"{bold} fill="{colour}">'
        f"{escape(words, quote=False)}</text>"
    )


def _mm(value: float) -> str:
    return decimal(round(value, 2))
