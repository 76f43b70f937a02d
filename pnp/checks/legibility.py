"""The check of texts for size and contrast with their background.

The letters come from the SVG; what lies behind them is a picture of the same face without its letters.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from PIL import Image

from pnp.model.face import Face
from pnp.model.geometry import MM_PER_PT, Rect
from pnp.model.limits import SMALLEST_TEXT_PT, UNREADABLE_PT
from pnp.svg.refused_features import Fault
from pnp.svg.shapes import Drawn, FaceShapes, FaceText, face_texts
from pnp.templates.palette import contrast, is_colour
from pnp.typesetting.fonts import FontBook, asked_for


def texts_of(svg: str, fonts: FontBook) -> tuple[FaceText, ...]:
    """Return the texts of a well-formed face in drawing order, those inside its pictures too."""
    face = FaceShapes(svg)
    return tuple(face_texts(_with_pictures(face, face.drawn), fonts))


def _with_pictures(face: FaceShapes, shapes: Iterable[Drawn]) -> Iterator[Drawn]:
    for shape in shapes:
        yield shape
        if shape.kind == "picture":
            yield from _with_pictures(face, face.inside(shape))


def without_text(svg: str) -> str:
    """Return the drawing with its letters taken out: what they stand on."""
    return re.sub(r"<text\b[^>]*>.*?</text>", "", svg, flags=re.DOTALL)


CONTRAST = 4.5
LARGE_CONTRAST = 3.0
"""WCAG 2.1, success criterion 1.4.3; large is 18 pt, or 14 pt in bold."""

WORST_SHARE = 0.15
"""So much of the ground behind a text may fall short: a line it crosses, the rim of a picture."""

_SLACK_PT = 0.05


def too_small(face: Face, fonts: FontBook, smallest: float = SMALLEST_TEXT_PT) -> Iterator[Fault]:
    """Yield a fault for every text that is printed below `smallest`, in pt; what nobody can read is found on every face."""
    for text in texts_of(face.svg, fonts):
        points = text.size / MM_PER_PT
        if UNREADABLE_PT - _SLACK_PT <= points < smallest - _SLACK_PT:
            message = f'"{text.text}" is printed at {points:.1f} pt'
            hint = f"make it at least {smallest:g} pt: give it more room or fewer words"
            yield Fault("PNP410", message, hint, text.text)


def too_faint(face: Face, ground: Image.Image, fonts: FontBook) -> Iterator[Fault]:
    """Yield a fault for every text with too little contrast; `ground` shows the whole face without its letters."""
    texts = texts_of(face.svg, fonts)
    page = Rect(-face.bleed, -face.bleed, face.page.width, face.page.height)
    for order, text in enumerate(texts):
        style, points = text.drawn.setting.style, text.size / MM_PER_PT
        fill, stroke = style.get("fill", "#000000"), style.get("stroke", "none")
        if not (is_colour(fill) and page.overlaps(text.box)) or _is_shadow(text, texts[order + 1 :]):
            continue
        is_bold = asked_for(style)[1].weight >= 700
        needed = LARGE_CONTRAST if points >= (14 if is_bold else 18) else CONTRAST
        ratio, behind = _contrast(text, fill, face, ground)
        if is_colour(stroke):  # an outline sets letters off by itself, or stands out in their place
            ratio = max(ratio, contrast(fill, stroke), _contrast(text, stroke, face, ground)[0])
        if ratio < needed:
            message = f'"{text.text}" ({fill}) has a contrast of {ratio:.2f} : 1 to {behind}; it needs {needed:g} : 1'
            yield Fault("PNP411", message, "make the letters darker or the background lighter", text.text)


def _is_shadow(text: FaceText, above: Sequence[FaceText]) -> bool:
    """Say whether the same text is drawn again almost on top: the lower one is only its shadow."""
    return any(
        other.text == text.text
        and abs(other.box.x - text.box.x) < 2
        and abs(other.box.y - text.box.y) < 2
        and abs(other.size - text.size) < 0.1
        for other in above
    )


def _contrast(text: FaceText, colour: str, face: Face, ground: Image.Image) -> tuple[float, str]:
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
