"""The picture of docs/edges.md: cards whose cut slipped, drawn wrong and drawn right, with what pnp says of them."""  # noqa: INP001

from pathlib import Path

from PIL import Image, ImageDraw

from pnp.checks.trim_and_overlap import art_faults
from pnp.convert.renderers import engine
from pnp.export.image_files import face_picture
from pnp.model.face import Face
from pnp.model.geometry import Size, rectangle, rounded
from pnp.typesetting.fonts import FontBook, Style, font_book

SIZE, BLEED = Size(42, 58), 3
SLIP = (0.9, 0.7)
"""mm by which the cut lies too far right and down."""

DPI, FINER = 100, 3
SEA, SAND, INK = "#1769b5", "#f6e7c4", "#1c2430"

GROUND = '<rect x="{0}" y="{0}" width="{1}" height="{2}" fill="{3}"/>'
TO_THE_END, TO_THE_CUT = (
    (-BLEED, SIZE.width + 2 * BLEED, SIZE.height + 2 * BLEED),
    (0, SIZE.width, SIZE.height),
)
SHIP = """<g transform="translate(21 30)" stroke="#1c2430" stroke-width="0.7" stroke-linejoin="round">
<path d="M0 -13V8" fill="none"/><path d="M1 -12Q11 -6 11 5H1Z" fill="#ffffff"/><path d="M-1 -9Q-8 -4 -9 5H-1Z" fill="#ffffff"/>
<path d="M-13 8H13L9 14H-9Z" fill="#c0533a"/></g>"""


def stripes(first: float) -> str:
    """Return a ground with upright stripes 6 mm wide."""
    data = "".join(f"M{first + 12 * number} -3h6v64h-6Z" for number in range(5))
    return f'{GROUND.format(*TO_THE_END, SAND)}<path d="{data}" fill="#e5cf9a"/>'


def title(rule: float) -> str:
    """Return a name with a line below it, at that height."""
    letters = (
        f'<text x="21" y="9" text-anchor="middle" font-family="Source Sans Pro" font-weight="700" '
        f'font-size="6" fill="{INK}">Yawl</text>'
    )
    return f'{letters}<path d="M6 {rule}H36" stroke="{INK}" stroke-width="0.4"/>'


PAIRS = (
    (GROUND.format(*TO_THE_CUT, SEA) + SHIP, GROUND.format(*TO_THE_END, SEA) + SHIP),
    (stripes(-12) + SHIP, stripes(-9) + SHIP),
    (
        GROUND.format(*TO_THE_END, SAND) + SHIP + title(9.2),
        GROUND.format(*TO_THE_END, SAND) + SHIP + title(11.6),
    ),
)
"""Each wrong drawing with the right one."""


def faces() -> list[tuple[Face, bool]]:
    """Return the drawings in order, and whether each is right; raises ValueError where the check says otherwise."""
    view = f'viewBox="{-BLEED} {-BLEED} {SIZE.width + 2 * BLEED} {SIZE.height + 2 * BLEED}"'
    shown = []
    for number, pair in enumerate(PAIRS):
        for is_right, inner in zip((False, True), pair, strict=True):
            size = f'width="{SIZE.width + 2 * BLEED}mm" height="{SIZE.height + 2 * BLEED}mm"'
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view}>{inner}</svg>'
            if bool(art_faults(svg, fonts(), rectangle(SIZE), BLEED)) == is_right:
                raise ValueError(f"drawing {number} is not what it should show: {inner}")
            shown.append((Face(f"{number}{is_right}", svg, SIZE, BLEED), is_right))
    return shown


def fonts() -> FontBook:
    """Return the fonts that come with pnp."""
    return font_book(Path("no-such-folder"))


def edges() -> list[Image.Image]:
    """Return the cards as the slipped cut leaves them, the wrong ones crossed out."""
    drawn = faces()
    bold = fonts().find("Source Sans Pro", Style(700))
    assert bold is not None
    pages = engine("typst").convert([face for face, _ in drawn], [bold.path])
    return [cut(face_picture(pages, face.key, dpi=DPI * FINER), is_right) for face, is_right in drawn]


def cut(picture: Image.Image, is_right: bool) -> Image.Image:  # noqa: FBT001
    """Return a card as it is cut, with a sign below it: a tick or a cross."""
    scale = DPI * FINER / 25.4
    left, top = ((BLEED + slip) * scale for slip in SLIP)
    width, height = round(SIZE.width * scale), round(SIZE.height * scale)
    card = picture.crop((round(left), round(top), round(left) + width, round(top) + height)).convert("RGBA")
    mask = Image.new("L", card.size, 0)
    outline = rounded(rectangle(SIZE, radius=3))
    ImageDraw.Draw(mask).polygon([(x * scale, y * scale) for x, y in outline], fill=255)
    card.putalpha(mask)
    shown = Image.new("RGBA", (width, height + round(8 * scale)), (0, 0, 0, 0))
    shown.paste(card, (0, 0))
    pen, thick = ImageDraw.Draw(shown), round(0.9 * scale)
    x, y, arm = width / 2, height + 4.6 * scale, 2 * scale
    if is_right:
        pen.line([(x - arm, y), (x - arm / 3, y + arm * 0.8), (x + arm, y - arm)], "#2a7d3a", thick, "curve")
    else:
        pen.line([(x - arm, y - arm), (x + arm, y + arm)], "#b3261e", thick)
        pen.line([(x - arm, y + arm), (x + arm, y - arm)], "#b3261e", thick)
    return shown.resize((shown.width // FINER, shown.height // FINER), Image.Resampling.LANCZOS)
