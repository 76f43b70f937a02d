"""Whether every text of a face can be read: large enough, and set off from what lies behind it.

The letters come from the SVG; what lies behind them is a picture of the same face without its letters.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring
from PIL import Image

from pnp.model.face import Face
from pnp.model.geometry import Rect
from pnp.render.fonts import FontBook, Style, weight_of
from pnp.render.palette import contrast
from pnp.render.svg_lint import Fault, declarations
from pnp.units import MM_PER_PT

# Where the letters of a face are: every text with its size, colour and the box it covers on the card.

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f as in SVG: x' = a x + c y + e, y' = b x + d y + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_SVG = "{http://www.w3.org/2000/svg}"
_STEP = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)")
_INHERITED = ("fill", "stroke", "font-family", "font-size", "font-weight", "font-style")


@dataclass(frozen=True, slots=True)
class Spot:
    """One text on a face. `size` in pt as printed; `box` in mm around cap height and width, on the face."""

    text: str
    size: float
    bold: bool
    fill: str
    stroke: str
    box: Rect


def spots(svg: str, fonts: FontBook) -> tuple[Spot, ...]:
    """Return the texts of a well-formed face in drawing order."""
    return tuple(_walk(fromstring(svg), IDENTITY, {}, fonts))


def without_text(svg: str) -> str:
    """Return the drawing with its letters taken out: what they stand on."""
    return re.sub(r"<text\b[^>]*>.*?</text>", "", svg, flags=re.DOTALL)


def _walk(element: Element, above: Matrix, style: Mapping[str, str], fonts: FontBook) -> Iterator[Spot]:
    here = multiply(above, transform(element.get("transform", "")))
    written = {**element.attrib, **dict(declarations(element.get("style", "")))}
    style = {**style, **{key: written[key] for key in _INHERITED if key in written}}
    if element.tag == f"{_SVG}text":
        spot = _spot(element, here, style, fonts)
        if spot is not None:
            yield spot
        return
    if element.tag in (f"{_SVG}symbol", f"{_SVG}defs"):
        return
    for child in element:
        yield from _walk(child, here, style, fonts)


def _spot(element: Element, here: Matrix, style: Mapping[str, str], fonts: FontBook) -> Spot | None:
    text = "".join(element.itertext())
    bold = Style(weight_of(style.get("font-weight", "400")), style.get("font-style", "normal") != "normal")
    font = fonts.find(style.get("font-family", "").split(",")[0].strip(" '\""), bold)
    if font is None or not text.strip():
        return None
    size, x, y = (_number(text) for text in (style.get("font-size"), element.get("x"), element.get("y")))
    width = font.width(text) * size
    left = x - width * {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", "start"), 0.0)
    corners = [apply(here, px, py) for px in (left, left + width) for py in (y - font.cap_height * size, y)]
    xs, ys = zip(*corners, strict=True)
    scale = math.sqrt(abs(here[0] * here[3] - here[1] * here[2]))
    return Spot(
        text=text,
        size=size * scale / MM_PER_PT,
        bold=bold.weight >= 700,
        fill=style.get("fill", "#000000"),
        stroke=style.get("stroke", "none"),
        box=Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)),
    )


def _number(text: str | None) -> float:
    """Return a length in mm; 0 for one with a unit, which no template needs."""
    try:
        return float(text or "0")
    except ValueError:
        return 0.0


def transform(text: str) -> Matrix:
    """Return the matrix of an SVG transform attribute.

    >>> transform("translate(3 4) scale(2)")
    (2.0, 0.0, 0.0, 2.0, 3.0, 4.0)
    """
    result = IDENTITY
    for name, numbers in _STEP.findall(text):
        values = [float(part) for part in numbers.replace(",", " ").split()]
        result = multiply(result, _step(name, values))
    return result


def _step(name: str, values: list[float]) -> Matrix:
    match name:
        case "translate":
            return (1.0, 0.0, 0.0, 1.0, values[0], values[1] if len(values) > 1 else 0.0)
        case "scale":
            return (values[0], 0.0, 0.0, values[1] if len(values) > 1 else values[0], 0.0, 0.0)
        case "rotate":
            cos, sin = math.cos(math.radians(values[0])), math.sin(math.radians(values[0]))
            x, y = (values[1], values[2]) if len(values) > 2 else (0.0, 0.0)
            return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
        case "skewX":
            return (1.0, 0.0, math.tan(math.radians(values[0])), 1.0, 0.0, 0.0)
        case "skewY":
            return (1.0, math.tan(math.radians(values[0])), 0.0, 1.0, 0.0, 0.0)
        case _:
            a, b, c, d, e, f = values
            return (a, b, c, d, e, f)


def multiply(one: Matrix, other: Matrix) -> Matrix:
    """Return the matrix that applies `other` first, then `one`."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return where the matrix takes a point."""
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


SMALLEST_PT = 7.0
"""Below this, print-and-play makers report unreadable text from home printers."""

CONTRAST = 4.5
LARGE_CONTRAST = 3.0
"""WCAG 2.1, success criterion 1.4.3; large is 18 pt, or 14 pt in bold."""

WORST_SHARE = 0.15
"""So much of the ground behind a text may fall short: a line it crosses, the rim of a picture."""

_SLACK_PT = 0.05


def too_small(face: Face, fonts: FontBook) -> Iterator[Fault]:
    """Yield a fault for every text that is printed below 7 pt."""
    for spot in spots(face.svg, fonts):
        if spot.size < SMALLEST_PT - _SLACK_PT:
            yield Fault(
                "PNP410",
                f'"{spot.text}" is printed at {spot.size:.1f} pt',
                f"make it at least {SMALLEST_PT:g} pt: give it more room or fewer words",
                spot.text,
            )


def too_faint(face: Face, ground: Image.Image, fonts: FontBook) -> Iterator[Fault]:
    """Yield a fault for every text with too little contrast; `ground` shows the whole face without its letters."""
    letters = spots(face.svg, fonts)
    for number, spot in enumerate(letters):
        if not spot.fill.startswith("#") or _is_shadow(spot, letters[number + 1 :]):
            continue
        large = spot.size >= 18 or (spot.bold and spot.size >= 14)
        needed = LARGE_CONTRAST if large else CONTRAST
        found, behind = _contrast(spot, spot.fill, face, ground)
        if spot.stroke.startswith("#"):  # an outline sets letters off by itself, or stands out in their place
            found = max(
                found, contrast(spot.fill, spot.stroke), _contrast(spot, spot.stroke, face, ground)[0]
            )
        if found < needed:
            yield Fault(
                "PNP411",
                f'"{spot.text}" ({spot.fill}) stands out {found:.2f} : 1 from {behind}, it should be {needed:g} : 1',
                "make the letters darker or what lies behind them lighter",
                spot.text,
            )


def _is_shadow(spot: Spot, above: tuple[Spot, ...]) -> bool:
    """Say whether the same text is drawn again almost on top: the lower one is only its shadow."""
    return any(
        other.text == spot.text
        and abs(other.box.x - spot.box.x) < 2
        and abs(other.box.y - spot.box.y) < 2
        and abs(other.size - spot.size) < 0.1
        for other in above
    )


def _contrast(spot: Spot, colour: str, face: Face, ground: Image.Image) -> tuple[float, str]:
    """Return the contrast that all but the worst share of the ground has, and the colour found there."""
    scale = ground.width / face.page.width
    box = Rect(spot.box.x + face.bleed, spot.box.y + face.bleed, spot.box.width, spot.box.height)
    left, top = max(0, int(box.x * scale)), max(0, int(box.y * scale))
    right, bottom = (
        min(ground.width, int(box.right * scale) + 1),
        min(ground.height, int(box.bottom * scale) + 1),
    )
    patch = ground.crop((left, top, max(right, left + 1), max(bottom, top + 1))).quantize(16).convert("RGB")
    shades = sorted(
        (contrast(colour, shade), shade, count)
        for count, pixel in _colours(patch)
        for shade in ("#" + "".join(f"{channel:02x}" for channel in pixel),)
    )
    left_over = WORST_SHARE * patch.width * patch.height
    for ratio, shade, count in shades:
        left_over -= count
        if left_over < 0:
            return ratio, shade
    return 21.0, "#ffffff"


def _colours(patch: Image.Image) -> Iterator[tuple[int, tuple[int, ...]]]:
    for count, pixel in patch.getcolors(patch.width * patch.height) or []:
        assert isinstance(pixel, tuple)
        yield count, pixel
