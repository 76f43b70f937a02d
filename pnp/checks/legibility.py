"""The check of texts for size and contrast with their background.

The letters come from the SVG; what lies behind them is a picture of the same face without its letters.
"""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PIL import Image

from pnp.model.face import Face
from pnp.model.geometry import Rect
from pnp.model.limits import SMALLEST_TEXT_PT, UNREADABLE_PT
from pnp.model.svg_geometry import around_points
from pnp.svg.refused_features import Fault
from pnp.svg.shapes import ANCHORS, Drawn, FaceShapes, number
from pnp.templates.palette import contrast, is_colour
from pnp.typesetting.direction import unmarked
from pnp.typesetting.fonts import FontBook, asked_for
from pnp.units import MM_PER_PT


@dataclass(frozen=True, slots=True)
class TextBox:
    """One text on a face. `size` in pt as printed; `box` in mm around cap height and width, on the face."""

    text: str
    size: float
    bold: bool
    fill: str
    stroke: str
    box: Rect


def text_boxes(svg: str, fonts: FontBook) -> tuple[TextBox, ...]:
    """Return the texts of a well-formed face in drawing order, those inside its pictures too."""
    face = FaceShapes(svg)
    return tuple(box for drawn in _texts(face, face.drawn) if (box := _text_box(drawn, fonts)))


def without_text(svg: str) -> str:
    """Return the drawing with its letters taken out: what they stand on."""
    return re.sub(r"<text\b[^>]*>.*?</text>", "", svg, flags=re.DOTALL)


def _texts(face: FaceShapes, drawn: Iterable[Drawn]) -> Iterator[Drawn]:
    for shape in drawn:
        if shape.kind == "text":
            yield shape
        elif shape.kind == "picture":
            yield from _texts(face, face.inside(shape))


def _text_box(drawn: Drawn, fonts: FontBook) -> TextBox | None:
    element, style, here = drawn.element, drawn.setting.style, drawn.setting.here
    text = "".join(element.itertext())
    family, wanted = asked_for(style)
    font = fonts.find(family, wanted)
    if font is None or not text.strip():
        return None
    size, x, y = (
        number(value, 0.0) for value in (style.get("font-size"), element.get("x"), element.get("y"))
    )
    width = font.width(text) * size
    left = x - width * ANCHORS.get(style.get("text-anchor", "start"), 0.0)
    corners = [here.apply(px, py) for px in (left, left + width) for py in (y - font.cap_height * size, y)]
    return TextBox(
        text=unmarked(text),
        size=size * math.sqrt(abs(here.a * here.d - here.b * here.c)) / MM_PER_PT,
        bold=wanted.weight >= 700,
        fill=style.get("fill", "#000000"),
        stroke=style.get("stroke", "none"),
        box=around_points(corners),
    )


CONTRAST = 4.5
LARGE_CONTRAST = 3.0
"""WCAG 2.1, success criterion 1.4.3; large is 18 pt, or 14 pt in bold."""

WORST_SHARE = 0.15
"""So much of the ground behind a text may fall short: a line it crosses, the rim of a picture."""

_SLACK_PT = 0.05


def too_small(face: Face, fonts: FontBook, smallest: float = SMALLEST_TEXT_PT) -> Iterator[Fault]:
    """Yield a fault for every text that is printed below `smallest`, in pt; what nobody can read is found on every face."""
    for text in text_boxes(face.svg, fonts):
        if UNREADABLE_PT - _SLACK_PT <= text.size < smallest - _SLACK_PT:
            yield Fault(
                "PNP410",
                f'"{text.text}" is printed at {text.size:.1f} pt',
                f"make it at least {smallest:g} pt: give it more room or fewer words",
                text.text,
            )


def too_faint(face: Face, ground: Image.Image, fonts: FontBook) -> Iterator[Fault]:
    """Yield a fault for every text with too little contrast; `ground` shows the whole face without its letters."""
    letters = text_boxes(face.svg, fonts)
    page = Rect(-face.bleed, -face.bleed, face.page.width, face.page.height)
    for order, text in enumerate(letters):
        shown = is_colour(text.fill) and page.overlaps(text.box)
        if not shown or _is_shadow(text, letters[order + 1 :]):
            continue
        large = text.size >= 18 or (text.bold and text.size >= 14)
        needed = LARGE_CONTRAST if large else CONTRAST
        found, behind = _contrast(text, text.fill, face, ground)
        if is_colour(text.stroke):  # an outline sets letters off by itself, or stands out in their place
            found = max(
                found, contrast(text.fill, text.stroke), _contrast(text, text.stroke, face, ground)[0]
            )
        if found < needed:
            yield Fault(
                "PNP411",
                f'"{text.text}" ({text.fill}) has a contrast of {found:.2f} : 1 to {behind}; it needs {needed:g} : 1',
                "make the letters darker or the background lighter",
                text.text,
            )


def _is_shadow(text: TextBox, above: tuple[TextBox, ...]) -> bool:
    """Say whether the same text is drawn again almost on top: the lower one is only its shadow."""
    return any(
        other.text == text.text
        and abs(other.box.x - text.box.x) < 2
        and abs(other.box.y - text.box.y) < 2
        and abs(other.size - text.size) < 0.1
        for other in above
    )


def _contrast(text: TextBox, colour: str, face: Face, ground: Image.Image) -> tuple[float, str]:
    """Return the contrast that all but the worst share of the ground has, and the colour found there."""
    scale, bleed, box = ground.width / face.page.width, face.bleed, text.box
    left, right = (int(_within((x + bleed) * scale, ground.width)) for x in (box.x, box.right))
    top, bottom = (int(_within((y + bleed) * scale, ground.height)) for y in (box.y, box.bottom))
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


def _within(place: float, most: int) -> float:
    return min(max(place, 0), most)
