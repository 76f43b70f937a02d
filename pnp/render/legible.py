"""Whether every text of a face can be read: large enough, and set off from what lies behind it.

The letters come from the SVG; what lies behind them is a picture of the same face without its letters.
"""

from collections.abc import Iterator

from PIL import Image

from pnp.model.face import Face
from pnp.model.geometry import Rect
from pnp.render.lint import Fault
from pnp.render.palette import contrast
from pnp.render.spots import Spot, spots
from pnp.render.text.fonts import FontBook

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
