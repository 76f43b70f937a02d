"""The checks for texts and pictures that nobody sees (beyond the trim, covered, without colour, too small) or can read (size, contrast).

The letters come from the SVG; what lies behind them is a picture of the same face without its letters.
"""

import base64
import binascii
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from pnp.model.diagnostics import Fault, Severity
from pnp.model.face import Face
from pnp.model.geometry import MM_PER_PT, Outline, Point, Rect, distance_to_edge, edges_of, is_inside
from pnp.model.limits import SMALLEST_TEXT_PT, UNREADABLE_PT
from pnp.svg.reader.notes import link_of
from pnp.svg.shapes import NO_PAINT, ON_PURPOSE, OPAQUE, Drawn, FaceShapes, FaceText, face_texts, number
from pnp.templates.palette import contrast, is_colour
from pnp.text import decimal
from pnp.typesetting.fonts import FontBook, asked_for

NEAR_MM = 0.3  # What is so near to the cut ends on it; so little room beside a line closes up in print.
LARGE_MM = 5.0  # A smaller shape beyond the bleed is one of many that a pattern scatters.
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
        if fault := beyond or _unseen(text, hiding) or _tiny(text):
            yield fault


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
    link = link_of(image.element)
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


def texts_of(svg: str, fonts: FontBook) -> tuple[FaceText, ...]:
    """Return the texts of a well-formed face in drawing order, those inside its pictures too."""
    face = FaceShapes(svg)
    return tuple(face_texts(_with_pictures(face, face.drawn), fonts))


def _with_pictures(face: FaceShapes, shapes: Iterable[Drawn]) -> Iterator[Drawn]:
    for shape in shapes:
        yield shape
        if shape.kind == "picture":
            yield from _with_pictures(face, face.inside(shape))


CONTRAST = 4.5
LARGE_CONTRAST = 3.0  # WCAG 2.1, success criterion 1.4.3; large is 18 pt, or 14 pt in bold.
WORST_SHARE = 0.15  # So much of the ground behind a text may fall short: a line, the rim of a picture.
_SLACK_PT = 0.05


def too_small(face: Face, fonts: FontBook, smallest: float = SMALLEST_TEXT_PT) -> Iterator[Fault]:
    """Yield a fault for every text that is printed below `smallest`, in pt; what nobody can read is found on every face."""
    for text in texts_of(face.svg, fonts):
        points = text.size / MM_PER_PT
        if UNREADABLE_PT - _SLACK_PT <= points < smallest - _SLACK_PT:
            message = f'"{text.text}" is printed at {points:.1f} pt'
            hint = f"make it at least {smallest:g} pt: give it more room or fewer words"
            yield Fault("PNP410", message, hint, words=text.text)


def too_faint(face: Face, ground: Image.Image, fonts: FontBook) -> Iterator[Fault]:
    """Yield a fault for every text with too little contrast; `ground` shows the whole face without its letters."""
    texts = texts_of(face.svg, fonts)
    page = Rect(-face.bleed, -face.bleed, face.page.width, face.page.height)
    for order, text in enumerate(texts):
        style, points = text.drawn.setting.style, text.size / MM_PER_PT
        fill, stroke = style.get("fill", "#000000"), style.get("stroke", "none")
        # The same text drawn again almost on top has its shadow below it.
        if not (is_colour(fill) and page.overlaps(text.box)) or any(
            other.text == text.text
            and abs(other.box.x - text.box.x) < 2
            and abs(other.box.y - text.box.y) < 2
            and abs(other.size - text.size) < 0.1
            for other in texts[order + 1 :]
        ):
            continue
        is_bold = asked_for(style)[1].weight >= 700
        needed = LARGE_CONTRAST if points >= (14 if is_bold else 18) else CONTRAST
        ratio, behind = _contrast(text, fill, face, ground)
        if is_colour(stroke):  # an outline sets letters off by itself, or stands out in their place
            ratio = max(ratio, contrast(fill, stroke), _contrast(text, stroke, face, ground)[0])
        if ratio < needed:
            message = f'"{text.text}" ({fill}) has a contrast of {ratio:.2f} : 1 to {behind}; it needs {needed:g} : 1'
            yield Fault(
                "PNP411", message, "make the letters darker or the background lighter", words=text.text
            )


def _contrast(text: FaceText, colour: str, face: Face, ground: Image.Image) -> tuple[float, str]:
    scale, bleed, box = ground.width / face.page.width, face.bleed, text.box
    left, right = (int(min(max((x + bleed) * scale, 0), ground.width)) for x in (box.x, box.right))
    top, bottom = (int(min(max((y + bleed) * scale, 0), ground.height)) for y in (box.y, box.bottom))
    edges = (left, top, min(ground.width, right + 1), min(ground.height, bottom + 1))
    patch = ground.crop(edges).quantize(16).convert("RGB")
    shades = []
    for count, pixel in patch.getcolors(patch.width * patch.height) or []:
        assert isinstance(pixel, tuple)
        shade = "#" + bytes(pixel).hex()
        shades.append((contrast(colour, shade), shade, count))
    left_over = WORST_SHARE * patch.width * patch.height
    for ratio, shade, count in sorted(shades):
        left_over -= count
        if left_over < 0:
            return ratio, shade
    return 21.0, "#ffffff"
