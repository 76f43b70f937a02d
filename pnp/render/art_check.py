"""What is wrong with where things lie on a finished face: art on the cut, letters on lines, what nobody will see."""

from functools import lru_cache
from typing import NamedTuple

from pnp.model.diagnostics import Severity
from pnp.model.geometry import Outline, Rect, Size, rectangle
from pnp.render.face_texts import FaceText, face_texts
from pnp.render.fonts import FontBook
from pnp.render.lost_check import Lost, lost_art, lost_texts, named
from pnp.render.svg_lint import KnownPart, without_parts
from pnp.render.svg_shapes import ON_PURPOSE, Drawn, FaceShapes
from pnp.render.touch_check import Touch, touches
from pnp.render.trim_check import NEAR_MM, Stop, is_near, stops_at_trim
from pnp.text import decimal

_MEANT = f'if it is meant so, say why: {ON_PURPOSE}="the reason"'


class ArtFault(NamedTuple):
    """A finding about a face. `text` is what it says there, `picture` the box of the picture it is in, as written."""

    code: str
    message: str
    hint: str
    words: str = ""
    text: str = ""
    picture: str = ""
    severity: Severity = "warning"


@lru_cache(maxsize=64)
def art_faults(
    svg: str,
    fonts: FontBook,
    cut: Outline | None,
    bleed: float,
    known: frozenset[KnownPart] = frozenset(),
    *,
    size: Size | None = None,
) -> tuple[ArtFault, ...]:
    """Return what is wrong with a well-formed face, each once; without a `cut` or a bleed, art may end where it likes.

    A piece without a `cut` lies in a box of that `size`. What is `known` holds no letters, and is only read where it
    matters. The few backs of a deck are drawn again for each of its cards; each is looked at once.
    """
    face = FaceShapes(without_parts(svg, known))
    texts = list(face_texts(face, fonts))
    found = [_of_touch(touch) for touch in touches(face, texts)]
    edge = cut or (rectangle(size) if size else None)
    whole = FaceShapes(svg) if known and _matter(face, texts, cut, bleed) else face
    if edge is not None:
        found += [_of_lost(lost) for lost in (*lost_texts(whole, texts, edge), *lost_art(face, edge, bleed))]
    if cut is not None and bleed > NEAR_MM:
        found += [_of_stop(stop, bleed) for stop in stops_at_trim(whole, cut, bleed)]
    return tuple(dict.fromkeys(found))


def _matter(face: FaceShapes, texts: list[FaceText], cut: Outline | None, bleed: float) -> bool:
    """Say whether a picture comes near the cut, or lies over a text."""
    for number, drawn in enumerate(face.drawn):
        if drawn.kind == "picture":
            if cut is not None and bleed > NEAR_MM and is_near(drawn, cut):
                return True
            box: Rect | None = drawn.box
            if box is not None and any(text.number < number and box.contains(text.box) for text in texts):
                return True
    return False


def _of_lost(lost: Lost) -> ArtFault:
    written = lost.thing.element.attrib
    words = " ".join(f'{key}="{written[key]}"' for key in ("x", "y") if key in written) or _words(lost.thing)
    severity: Severity = "error" if lost.code == "PNP460" else "warning"
    return ArtFault(lost.code, lost.message, f"{lost.hint}; {_MEANT}", words, severity=severity)


def _of_stop(stop: Stop, bleed: float) -> ArtFault:
    shape, (x, y) = stop.shape, stop.at
    if stop.is_on_the_cut:
        code, where = (
            "PNP412",
            f"ends on {stop.edge}, at ({decimal(round(x, 1))}, {decimal(round(y, 1))})",
        )
        hint = f"draw it {decimal(bleed)} mm beyond the edge, or end it 1 mm inside; {_MEANT}"
    else:
        code, where = "PNP413", f"ends {decimal(round(stop.out, 1))} mm beyond {stop.edge}"
        hint = f"draw it on to the end of the bleed, {decimal(bleed)} mm beyond the edge; {_MEANT}"
    return ArtFault(code, f"{named(shape)} {where}", hint, words=_words(shape), picture=_picture(shape))


def _of_touch(touch: Touch) -> ArtFault:
    x, y = (decimal(round(value, 1)) for value in touch.at)
    code = "PNP415" if touch.other else "PNP414"
    message = f'"{touch.text}" touches {touch.what} at ({x}, {y})'
    return ArtFault(code, message, f"move one of them by half a millimetre; {_MEANT}", text=touch.text)


def _words(shape: Drawn) -> str:
    """Return what to look for in the template: the longest of what is written about the place of a shape."""
    written = (f'{key}="{value}"' for key, value in shape.element.items() if key not in ("fill", "stroke"))
    return max(written, key=len, default="")


def _picture(shape: Drawn) -> str:
    if shape.picture is None:
        return ""
    written = shape.picture.element
    return " ".join(written.get(name, "") for name in ("x", "y", "width", "height"))
