"""The check for invisible texts and pictures: beyond the trim, covered, without colour, too small."""

import base64
import binascii
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.model.diagnostics import Severity
from pnp.model.geometry import MM_PER_PT, Outline, Point, Rect, distance_to_edge, edges_of, is_inside
from pnp.model.limits import UNREADABLE_PT
from pnp.svg.shapes import NO_PAINT, ON_PURPOSE, OPAQUE, Drawn, FaceShapes, FaceText, number
from pnp.text import decimal

NEAR_MM = 0.3
"""What lies so near to the cut ends on it, as nobody cuts more exactly; so little room between letters and a line closes up in print."""

LARGE_MM = 5.0
"""A smaller shape beyond the bleed is one of many that a pattern scatters."""

_NAMES = {"rect": "rectangle", "image": "picture", "path": "shape", "polyline": "line"}


class ArtFault(NamedTuple):
    """A finding about a face. `text` is what it says there, `picture` the box of the picture it is in, as written."""

    code: str
    message: str
    hint: str
    words: str = ""
    text: str = ""
    picture: str = ""
    severity: Severity = "warning"


MEANT = f'if this is intended, give the reason: {ON_PURPOSE}="the reason"'


def words_of(shape: Drawn) -> str:
    """Return what to look for in the template: the longest of what is written about the place of a shape."""
    written = (f'{key}="{value}"' for key, value in shape.element.items() if key not in ("fill", "stroke"))
    return max(written, key=len, default="")


def lost_texts(face: FaceShapes, texts: Sequence[FaceText], cut: Outline) -> Iterator[ArtFault]:
    """Yield the texts that cannot be read for where they lie or for their size, each with its worst fault."""
    piece = _box(cut)
    room = piece.grown(*[NEAR_MM] * 4)
    hiding = [pair for pair in enumerate(face.drawn) if _may_hide(pair[1])] if texts else []
    for text in texts:
        if is_meant(text.drawn):
            continue
        is_whole = cut.kind == "rectangle" and room.contains(text.box)
        beyond = None if is_whole else _beyond(text, cut, piece)
        if found := beyond or _unseen(text, hiding) or _tiny(text):
            yield found


def is_meant(drawn: Drawn) -> bool:
    """Say whether a text may lie as it likes: letters without any colour are there to be found, not to be seen."""
    style = drawn.setting.style
    if drawn.reason or style.get("visibility") in ("hidden", "collapse"):
        return True
    return style.get("fill", "#000000") in NO_PAINT and style.get("stroke", "none") in NO_PAINT


def lost_art(face: FaceShapes, cut: Outline, bleed: float) -> Iterator[ArtFault]:
    """Yield the pictures that lie outside their piece or have no size, and the shapes that lie outside its bleed."""
    piece = _box(cut)
    page = piece.grown(*[bleed] * 4)
    for drawn in face.drawn:
        is_picture = drawn.kind in ("picture", "image")
        if is_picture and not drawn.reason:
            sides = [number(drawn.element.get(side), 1.0) for side in ("width", "height")]
            if min(sides) <= 0:
                message = f"a picture has a box of {' x '.join(map(decimal, sides))} mm"
                yield _lost("PNP462", message, "give the box a width and a height", drawn)
                continue
        box = drawn.box
        if box is None or drawn.reason or box.overlaps(piece if is_picture else page):
            continue
        if box.width and box.height and not _is_scattered(drawn, face):
            message = f"{named(drawn)} at {_at((box.x, box.y))} is outside the piece"
            hint = f"move it onto the piece, which ends at {_at((piece.right, piece.bottom))}"
            yield _lost("PNP462", message, hint, drawn)


def _is_scattered(shape: Drawn, face: FaceShapes) -> bool:
    """Say whether a shape is not seen anyway, or small, or one of several that a pattern scatters."""
    if shape.kind in ("picture", "image"):
        return False
    box, paint = shape.box, (shape.kind, shape.fill, shape.stroke)
    if box is None or not (shape.fill or shape.stroke) or max(box.width, box.height) < LARGE_MM:
        return True
    return sum((shape.kind, shape.fill, shape.stroke) == paint for shape in face.drawn) > 1


def named(shape: Drawn) -> str:
    """Return what to call a shape: "a rectangle of #aa0000"."""
    what = f"a {_NAMES.get(shape.kind, shape.kind)}"
    return what if shape.kind in ("image", "picture") else f"{what} of {shape.stroke or shape.fill}"


# Beyond the cut.


def _beyond(text: FaceText, cut: Outline, around: Rect) -> ArtFault | None:
    box = text.box
    lost = sum(not _is_on(letter, cut) for letter in text.letters)
    if not lost:
        return None
    hint = "keep it inside face.safe_box: fit() takes a box, line() a max_width"
    if not box.overlaps(around):
        message = f'"{text.text}" at {_at((box.x, box.y))} is outside the piece'
        hint = f"the piece ends at {_at((around.right, around.bottom))}; {hint}"
        return _lost("PNP460", message, hint, text.drawn)
    outs = (around.x - box.x, around.y - box.y, box.right - around.right, box.bottom - around.bottom)
    out, side = max(zip(outs, ("left", "top", "right", "bottom"), strict=True))
    where = f"the {side} edge, {decimal(round(out, 1))} mm beyond it" if out > NEAR_MM else "the edge"
    return _lost("PNP460", f'"{text.text}" is cut off at {where}', hint, text.drawn)


def _is_on(letter: Rect, cut: Outline) -> bool:
    """Say whether a letter lies on the piece; the corners of its box, which have little ink, may lie beyond a slant."""
    if cut.kind == "rectangle":
        return _box(cut).grown(*[NEAR_MM] * 4).contains(letter)
    across, down = letter.width / 2, letter.height / 2
    x, y = letter.x + across, letter.y + down
    sides = ((x - across, y), (x + across, y), (x, y - down), (x, y + down))
    edges = edges_of(cut.points)
    return all(
        is_inside(point, cut.points) or any(distance_to_edge(point, *edge) <= NEAR_MM for edge in edges)
        for point in sides
    )


def _box(cut: Outline) -> Rect:
    return Rect(0, 0, cut.size.width, cut.size.height)


# Not seen where it lies.


def _unseen(text: FaceText, hiding: Iterable[tuple[int, Drawn]]) -> ArtFault | None:
    drawn = text.drawn
    setting = drawn.setting
    if not drawn.leaves_ink:
        message = f'"{text.text}" is invisible: its opacity is 0'
        return _lost("PNP461", message, "increase its opacity, or remove it", drawn)
    if setting.clip is not None:
        hidden = sum(not setting.clip.grown(*[NEAR_MM] * 4).contains(letter) for letter in text.letters)
        if hidden:
            much = "is hidden by a clip path" if hidden == len(text.letters) else "is cut off by a clip path"
            hint = "make the clip path larger, or move the text"
            return _lost("PNP461", f'"{text.text}" {much}', hint, drawn)
    box = text.box
    above = (
        shape for order, shape in hiding if order > text.number and shape.box and shape.box.contains(box)
    )
    cover = next((shape for shape in above if _covers(shape, text)), None)
    if cover is None:
        return None
    return _lost("PNP461", f'"{text.text}" is hidden by {named(cover)}', "draw the text after it", drawn)


def _may_hide(shape: Drawn) -> bool:
    return shape.box is not None and shape.is_opaque and not shape.fill.startswith("url(")


def _covers(shape: Drawn, text: FaceText) -> bool:
    if shape.box is None or not shape.box.contains(text.box):
        return False
    if shape.kind == "picture":
        return any(_covers(inner, text) for inner in shape.face.inside(shape))
    if shape.kind == "image":
        return shape.opacity > OPAQUE and _is_opaque(shape)
    return _may_hide(shape) and all(
        shape.covers(x, y)
        for letter in text.letters
        for x in (letter.x, letter.right)
        for y in (letter.y, letter.bottom)
    )


def _is_opaque(image: Drawn) -> bool:
    """Say whether nothing shows through a picture of pixels: a JPEG, or a PNG of a kind that has no opacity."""
    link = next((value for key, value in image.element.items() if key.rpartition("}")[2] == "href"), "")
    if "preserveAspectRatio" in image.element.attrib or not link.startswith("data:image/"):
        return False
    if not link.startswith("data:image/png"):
        return True
    try:
        head = base64.b64decode(link.partition(",")[2][:64])
    except binascii.Error:
        return False
    return len(head) > 25 and head[25] in (0, 2)


def _tiny(text: FaceText) -> ArtFault | None:
    points = text.size / MM_PER_PT
    if not 0 < points < UNREADABLE_PT - 0.05:
        return None
    hint = f"text below {UNREADABLE_PT} pt is unreadable: give it more room or fewer words"
    return _lost("PNP463", f'"{text.text}" is printed at {points:.1f} pt', hint, text.drawn)


def _lost(code: str, message: str, hint: str, thing: Drawn) -> ArtFault:
    written = thing.element.attrib
    words = " ".join(f'{key}="{written[key]}"' for key in ("x", "y") if key in written) or words_of(thing)
    severity: Severity = "error" if code == "PNP460" else "warning"
    return ArtFault(code, message, f"{hint}; {MEANT}", words, severity=severity)


def _at(point: Point) -> str:
    x, y = (decimal(round(value, 1)) for value in point)
    return f"({x}, {y})"
