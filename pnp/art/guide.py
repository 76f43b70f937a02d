"""The guide for one picture: the card at true size, faint, with its bleed, trim and safe lines and the box to fill.

Beside it stands in words what to deliver. The SVG has a layer (a group) for each part; the PNG is the same at 300 dpi.
"""

import base64
import io
import math
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import svgwrite
from PIL import Image
from svgwrite.container import Group
from svgwrite.drawing import Drawing

from pnp.export.cut_files import rounded
from pnp.model.face import Face, face_key
from pnp.model.game import Component
from pnp.model.geometry import Point, Size, grown

# A picture that an artist is asked for: what it is of, where on the card it goes, how large it must be.


@dataclass(frozen=True, slots=True)
class Wanted:
    """One art slot as an artist sees it. Lengths in mm, points on the face of the piece.

    `corners` are those of the box, from the picture's own top left clockwise; `size` that of the box; `largest` the
    size of the largest box that shows the picture anywhere. `where` names the pieces that show it like this, `also`
    those that show it elsewhere. `status` says what is there now.
    """

    slot: str
    stem: str
    title: str
    note: str
    game: str
    component: Component
    piece: str
    where: str
    corners: tuple[Point, ...]
    size: Size
    largest: Size
    fit: str
    also: str
    status: str

    @property
    def deliver(self) -> str:
        """The file name to deliver; any ending will do unless the card names one."""
        own = self.slot.rpartition("/")[2]
        return own if _ENDING.search(own) else f"{own}.svg"

    @property
    def pixels(self) -> Mapping[int, tuple[int, int]]:
        """The pixels that fill the largest box at 300 and at 600 dpi."""
        size = self.largest
        return {
            dpi: (max(1, round(size.width / 25.4 * dpi)), max(1, round(size.height / 25.4 * dpi)))
            for dpi in (300, 600)
        }


_ENDING = re.compile(r"\.(svg|png|jpe?g|webp)$", re.IGNORECASE)
_ODD = re.compile(r"[^A-Za-z0-9_-]+")


def stems(slots: Iterable[str]) -> dict[str, str]:
    """Return for each slot a file name without ending that is safe everywhere, and no other slot's.

    >>> stems(["apple", "ants/red", "ants-red", "../x"])
    {'apple': 'apple', 'ants/red': 'ants-red', 'ants-red': 'ants-red-2', '../x': 'x'}
    """
    taken: set[str] = set()
    found = {}
    for slot in slots:
        plain = _ODD.sub("-", _ENDING.sub("", slot)).strip("-")[:80] or "picture"
        stem, number = plain, 1
        while stem.lower() in taken:
            number += 1
            stem = f"{plain}-{number}"
        taken.add(stem.lower())
        found[slot] = stem
    return found


def millimetres(size: Size) -> str:
    """Return a size as it is written everywhere.

    >>> millimetres(Size(56.6, 47.2))
    '56.6 × 47.2 mm'
    """
    return f"{round(size.width, 1):g} × {round(size.height, 1):g} mm"


FONT = "Lato"
INK, QUIET, RULE = "#222222", "#6a6a6a", "#d9d9d9"
BLEED, TRIM, SAFE, BOX = "#d43d2a", "#111111", "#1f78b4", "#c2188f"
PAPER = "#ffffff"

MARGIN, GUTTER, COLUMN = 9.0, 8.0, 66.0
"""In mm: around everything, between card and words, the words' width."""
DASHES, FOLD = "1.4 0.9", "0.6 1"
FAINT = 0.58
"""How much of the card is hidden under white."""
GHOST_DPI = 150
LETTERS = 40
"""Letters of 3 mm that surely fit the column."""


def guide(wanted: Wanted, card: Image.Image | None) -> Face:
    """Return the guide; `card` is the picture of the whole face, bleed included, None when there is none."""
    face = _face_size(wanted.component)
    words = list(_words(wanted))
    height = MARGIN * 2 + max(face.height, sum(step for _, step, _, _ in words) + LEGEND_HEIGHT)
    width = MARGIN * 2 + face.width + GUTTER + COLUMN
    drawing = svgwrite.Drawing(
        size=(f"{width:.2f}mm", f"{height:.2f}mm"), viewBox=f"0 0 {width:.2f} {height:.2f}"
    )
    drawing.add(drawing.rect((0, 0), (round(width, 2), round(height, 2)), fill=PAPER))
    bleed = wanted.component.bleed
    origin = f"translate({MARGIN + bleed:g},{MARGIN + bleed:g})"
    drawing.add(_card(drawing, card, face))
    drawing.add(_box(drawing, wanted, origin))
    drawing.add(_lines(drawing, wanted.component, origin))
    drawing.add(_column(drawing, words, wanted.component, MARGIN + face.width + GUTTER, height))
    out = io.StringIO()
    drawing.write(out)
    svg = out.getvalue()
    return Face(face_key(svg), svg, Size(round(width, 2), round(height, 2)), 0.0)


def _face_size(component: Component) -> Size:
    size, bleed = component.size, component.bleed
    return Size(size.width + 2 * bleed, size.height + 2 * bleed)


def _card(drawing: Drawing, card: Image.Image | None, face: Size) -> Group:
    """Return the card as it is now, faint."""
    layer = Group(id="card")
    if card is not None:
        pale = Image.blend(card.convert("RGB"), Image.new("RGB", card.size, PAPER), FAINT)
        out = io.BytesIO()
        pale.save(out, "JPEG", quality=85)
        link = f"data:image/jpeg;base64,{base64.b64encode(out.getvalue()).decode()}"
        image = drawing.image(link, insert=(MARGIN, MARGIN), size=(face.width, face.height))
        image["preserveAspectRatio"] = "none"
        layer.add(image)
    return layer


def _lines(drawing: Drawing, component: Component, origin: str) -> Group:
    layer = Group(id="lines", transform=origin, fill="none")
    for points, colour, dashes in _outlines(component):
        line = drawing.polygon(points=_near(points), stroke=colour, stroke_width=0.25)
        if dashes:
            line["stroke-dasharray"] = dashes
        layer.add(line)
    if component.net is not None:
        for fold in component.net.folds:
            layer.add(
                drawing.polyline(points=_near(fold), stroke=TRIM, stroke_width=0.2, stroke_dasharray=FOLD)
            )
    return layer


def _outlines(component: Component) -> Iterator[tuple[Sequence[Point], str, str]]:
    """Yield bleed, trim and safe line as points, colour and dashes."""
    size, bleed, safe = component.size, component.bleed, component.safe
    width, height = size.width, size.height
    if bleed > 0:
        around = (
            (-bleed, -bleed),
            (width + bleed, -bleed),
            (width + bleed, height + bleed),
            (-bleed, height + bleed),
        )
        yield around, BLEED, ""
    if component.net is not None:
        yield component.net.cut, TRIM, ""
        return
    yield rounded(component.cut), TRIM, ""
    inside = grown(component.cut.points, [-safe] * len(component.cut.points))
    if 0 < safe < min(width, height) / 2:
        yield inside, SAFE, DASHES


def _box(drawing: Drawing, wanted: Wanted, origin: str) -> Group:
    """Return the box to fill, with a tag at its foot that says which slot it is and how large."""
    layer = Group(id="picture", transform=origin)
    layer.add(
        drawing.polygon(
            points=_near(wanted.corners), fill="none", stroke=BOX, stroke_width=0.7, stroke_linejoin="round"
        )
    )
    _, _, right, left = wanted.corners
    tilt = math.degrees(math.atan2(right[1] - left[1], right[0] - left[0]))
    words = f"{wanted.slot}   {millimetres(wanted.size)}"
    size = min(3.0, wanted.size.height / 4, (wanted.size.width - 1) / (0.56 * len(words) + 1))
    wide, high = (0.56 * len(words) + 1) * size, 1.7 * size
    if wide > 0.8 * wanted.size.width:  # a tag that ends just before the edge looks like a mistake
        wide = wanted.size.width
    tag = Group(transform=f"translate({left[0]:.3f},{left[1]:.3f}) rotate({tilt:.2f})")
    tag.add(drawing.rect((0, round(-high, 2)), (round(wide, 2), round(high, 2)), fill=BOX))
    name = _text(drawing, wanted.slot, (0.6 * size, -0.5 * size), size, PAPER, weight=700)
    name.add(drawing.tspan(millimetres(wanted.size), dx=[round(0.8 * size, 2)], font_weight=400))
    tag.add(name)
    layer.add(tag)
    return layer


Line = tuple[str, float, float, int]
"""A line of the column: its words, the step to it, the size of its letters in mm, their weight."""


def _words(wanted: Wanted) -> Iterator[Line]:
    for number, line in enumerate(textwrap.wrap(wanted.title, 22)[:3]):
        yield line, 6.0 if number == 0 else 7.0, 6.2, 700
    yield from _paragraph(f"{wanted.game} · {wanted.component.title}", step=6.0)
    yield from _paragraph(wanted.where, step=4.2)
    if wanted.note:
        yield from _paragraph(wanted.note, step=6.5)
    size, pixels = wanted.largest, wanted.pixels
    yield "Please deliver", 8.5, 3.2, 700
    yield from _paragraph(_file_words(wanted))
    yield from _paragraph(f"{millimetres(size)}", step=4.4)
    for dpi, (across, down) in pixels.items():
        yield from _paragraph(f"{across} × {down} px at {dpi} dpi", step=4.4)
    shown = (
        "The whole picture is shown, as large as fits into the box."
        if wanted.fit == "contain"
        else "The picture fills the box; what sticks out is cut off."
    )
    yield from _paragraph(shown, step=6.0)
    if wanted.also:
        yield from _paragraph(f"Also on {wanted.also}.", step=6.0)


def _file_words(wanted: Wanted) -> str:
    stem, _, ending = wanted.deliver.rpartition(".")
    return f"{stem}.svg, .png, .jpg or .webp" if ending == "svg" else wanted.deliver


def _paragraph(text: str, *, step: float = 5.0) -> Iterator[Line]:
    lines = textwrap.wrap(text, LETTERS)
    for number, line in enumerate(lines[:9]):
        more = " …" if number == 8 and len(lines) > 9 else ""
        yield line + more, step if number == 0 else 4.2, 3.2, 400


LEGEND_HEIGHT = 44.0


def _legend(component: Component) -> Iterator[tuple[str, str, float, str]]:
    """Yield the lines there are: colour, dashes, width, meaning."""
    if component.bleed > 0:
        yield BLEED, "", 0.3, "bleed: colour up to here; it is cut off"
    yield TRIM, "", 0.3, "trim: here the piece is cut"
    if component.net is not None:
        yield TRIM, FOLD, 0.3, "here it is folded"
    elif component.safe > 0:
        yield SAFE, DASHES, 0.3, "safe: what matters stays inside"
    yield BOX, "", 0.7, "the box of your picture"


def _column(drawing: Drawing, words: Sequence[Line], component: Component, x: float, height: float) -> Group:
    """Return the words, and at the foot what the lines mean and a bar to check the scale."""
    layer = Group(id="words")
    y = MARGIN
    for text, step, size, weight in words:
        y += step
        layer.add(_text(drawing, text, (x, y), size, INK, weight=weight))
    y = height - MARGIN - LEGEND_HEIGHT + 8
    layer.add(drawing.line((x, y), (x + COLUMN, y), stroke=RULE, stroke_width=0.3))
    for colour, dashes, width, said in _legend(component):
        y += 5.2
        sample = drawing.line((x, y - 1.1), (x + 7, y - 1.1), stroke=colour, stroke_width=width)
        if dashes:
            sample["stroke-dasharray"] = dashes
        layer.add(sample)
        layer.add(_text(drawing, said, (x + 9.5, y), 3.0, QUIET))
    y = height - MARGIN - 3.6
    layer.add(
        drawing.polyline(
            _near(((x, y - 1.5), (x, y), (x + 50, y), (x + 50, y - 1.5))),
            fill="none",
            stroke=INK,
            stroke_width=0.3,
        )
    )
    layer.add(_text(drawing, "50 mm at true size (100 %)", (x, y + 3.6), 2.8, QUIET))
    return layer


def _text(
    drawing: Drawing,
    text: str,
    at: Point,
    size: float,
    fill: str,
    *,
    weight: int = 400,
    anchor: str = "start",
) -> svgwrite.text.Text:
    place = (round(at[0], 2), round(at[1], 2))
    return drawing.text(
        text,
        place,
        font_family=FONT,
        font_size=round(size, 2),
        font_weight=weight,
        text_anchor=anchor,
        fill=fill,
    )


def _near(points: Sequence[Point]) -> list[Point]:
    return [(round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in points]
