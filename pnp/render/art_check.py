"""What a finished face would show of a knife that slips and of ink that runs: art on the cut, letters on lines."""

from functools import lru_cache
from typing import NamedTuple

from pnp.model.geometry import Outline
from pnp.render.fonts import FontBook
from pnp.render.svg_lint import KnownPart, without_parts
from pnp.render.svg_shapes import ON_PURPOSE, Drawn, FaceShapes
from pnp.render.touch_check import Touch, touches
from pnp.render.trim_check import NEAR_MM, Stop, is_near, stops_at_trim
from pnp.text import decimal

_NAMES = {"rect": "rectangle", "image": "picture", "path": "shape", "polyline": "line"}
_MEANT = f'if it is meant so, say why: {ON_PURPOSE}="the reason"'


class ArtFault(NamedTuple):
    """A warning about a face. `text` is what it says there, `picture` the box of the picture it is in, as written."""

    code: str
    message: str
    hint: str
    words: str = ""
    text: str = ""
    picture: str = ""


@lru_cache(maxsize=64)
def art_faults(
    svg: str, fonts: FontBook, cut: Outline | None, bleed: float, known: frozenset[KnownPart] = frozenset()
) -> tuple[ArtFault, ...]:
    """Return the warnings about a well-formed face, each once; without a `cut` or a bleed, only those about letters.

    What is `known` holds no letters, and is only read where it comes near the cut. The few backs of a deck are drawn
    again for each of its cards; each is looked at once.
    """
    face = FaceShapes(without_parts(svg, known))
    found = [_of_touch(touch) for touch in touches(face, fonts)]
    if cut is not None and bleed > NEAR_MM:
        if known and any(is_near(drawn, cut) for drawn in face.drawn if drawn.kind == "picture"):
            face = FaceShapes(svg)
        found += [_of_stop(stop, bleed) for stop in stops_at_trim(face, cut, bleed)]
    return tuple(dict.fromkeys(found))


def _of_stop(stop: Stop, bleed: float) -> ArtFault:
    shape, (x, y) = stop.shape, stop.at
    colour = shape.stroke or shape.fill
    what = f"a {_NAMES.get(shape.kind, shape.kind)}{f' of {colour}' if shape.kind != 'image' else ''}"
    if stop.is_on_the_cut:
        code, where = (
            "PNP412",
            f"ends on {stop.edge}, at ({decimal(round(x, 1))}, {decimal(round(y, 1))})",
        )
        hint = f"draw it {decimal(bleed)} mm beyond the edge, or end it 1 mm inside; {_MEANT}"
    else:
        code, where = "PNP413", f"ends {decimal(round(stop.out, 1))} mm beyond {stop.edge}"
        hint = f"draw it on to the end of the bleed, {decimal(bleed)} mm beyond the edge; {_MEANT}"
    return ArtFault(code, f"{what} {where}", hint, words=_words(shape), picture=_picture(shape))


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
