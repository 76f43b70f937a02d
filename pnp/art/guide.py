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
from functools import cache
from itertools import accumulate
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup
from PIL import Image

from pnp.art.slots import Slot
from pnp.escaping import visible_words
from pnp.model.curves import moved_outwards
from pnp.model.face import Face, face_key
from pnp.model.game import Component
from pnp.model.geometry import Point, Size, grown, rounded
from pnp.svg.images import pixels_for
from pnp.svg.writer import attribute_value

BLEED, TRIM, SAFE, BOX = "#d43d2a", "#111111", "#1f78b4", "#c2188f"
DASHES, FOLD = "1.4 0.9", "0.6 1"

MARGIN, GUTTER, COLUMN, LEGEND = 9.0, 8.0, 66.0, 44.0
"""In mm: around everything, between card and words, the words' width, the height of the lines at their foot."""

FAINT = 0.58
"""How much of the card is hidden under white."""

CARD_DPI = 150
LETTERS = 40
"""Letters of 3 mm that surely fit the column."""

_ENDING = re.compile(r"\.(svg|png|jpe?g|webp)$", re.IGNORECASE)
_ODD = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class PictureBrief:
    """One art slot as an artist sees it, `name` and `stem` as files may have them. `status` says what is there now.

    `where` names the pieces that show the picture as the one it is drawn for does, `also` those that show it elsewhere.
    """

    slot: Slot
    name: str
    stem: str
    title: str
    note: str
    game: str
    component: Component
    where: str
    also: str
    status: str

    @property
    def deliver(self) -> str:
        """The file name to deliver; any ending will do unless the card names one."""
        own = self.name.rpartition("/")[2]
        return own if _ENDING.search(own) else f"{own}.svg"

    @property
    def pixels(self) -> Mapping[int, tuple[int, int]]:
        """The pixels that fill the largest box at 300 and at 600 dpi."""
        return {dpi: pixels_for(self.slot.largest.size, dpi) for dpi in (300, 600)}


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


@cache
def _template(name: str) -> Template:
    """Return a template of this package; in an SVG every text is escaped as XML needs it."""
    environment = Environment(  # noqa: S701 - what is not a drawing is a letter to read
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_in_svg if name.endswith(".svg.j2") else lambda value: value,
    )
    environment.filters |= {
        "points": lambda points: " ".join(f"{round(x, 3) + 0.0},{round(y, 3) + 0.0}" for x, y in points),
        "round2": lambda value: round(value, 2),
        "millimetres": millimetres,
    }
    return environment.get_template(name)


def _in_svg(value: object) -> object:
    """Return a value as a drawing has it; attributes that were put together here come as Markup."""
    is_words = isinstance(value, str) and not isinstance(value, Markup)
    return attribute_value(visible_words(str(value))) if is_words else value


def written(template: str, **values: object) -> str:
    """Return a template of this package filled in."""
    return _template(template).render(values)


def svg_face(template: str, size: Size, **values: object) -> Face:
    """Return the drawing that a template makes, without the line breaks between its parts."""
    head, rest = written(template, size=size, **values).split("\n", 1)
    svg = f"{head}\n" + "".join(line.strip() for line in rest.splitlines())
    return Face(face_key(svg), svg, size, 0.0)


def guide(wanted: PictureBrief, card: Image.Image | None) -> Face:
    """Return the guide; `card` is the picture of the whole face, bleed included, None when there is none."""
    component = wanted.component
    bleed = component.bleed
    face = Size(component.size.width + 2 * bleed, component.size.height + 2 * bleed)
    lines = list(_words(wanted))
    width = MARGIN * 2 + face.width + GUTTER + COLUMN
    height = MARGIN * 2 + max(face.height, sum(step for _, step, _, _ in lines) + LEGEND)
    x, foot, ruler = MARGIN + face.width + GUTTER, height - MARGIN - LEGEND + 8, height - MARGIN - 3.6
    steps = accumulate((step for _, step, _, _ in lines), initial=MARGIN)
    legend = list(_legend(component))
    legend_steps = accumulate((5.2 for _ in legend), initial=foot)
    next(steps), next(legend_steps)
    return svg_face(
        "guide.svg.j2",
        Size(round(width, 2), round(height, 2)),
        wanted=wanted,
        card=_faint(card),
        face=face,
        origin=f"translate({MARGIN + bleed:g},{MARGIN + bleed:g})",
        tag=_tag(wanted),
        outlines=list(_outlines(component)),
        folds=component.net.folds if component.net else (),
        words=[(text, y, size, weight) for (text, _, size, weight), y in zip(lines, steps, strict=True)],
        legend=[(*each, y) for each, y in zip(legend, legend_steps, strict=True)],
        ruler=((x, ruler - 1.5), (x, ruler), (x + 50, ruler), (x + 50, ruler - 1.5)),
        x=x,
        foot=foot,
        margin=MARGIN,
        column=COLUMN,
        font=_font,
        dashed=_dashed,
        BOX=BOX,
        TRIM=TRIM,
        FOLD=FOLD,
    )


def artboard(wanted: PictureBrief, card: Image.Image | None) -> str:
    """Return a blank drawing exactly as large as the picture, with the card around it on a locked layer of guides.

    That layer is left out when the drawing is used.
    """
    component, main = wanted.component, wanted.slot.main
    bleed, size = component.bleed, wanted.slot.largest.size
    (left, top), (right, across), *_ = main.corners
    tilt = math.degrees(math.atan2(across - top, right - left))
    scale = size.width / main.size.width
    return written(
        "artboard.svg.j2",
        wanted=wanted,
        size=size,
        card=_faint(card),
        face=Size(component.size.width + 2 * bleed, component.size.height + 2 * bleed),
        bleed=bleed,
        onto_box=f"scale({scale:.5g}) rotate({-tilt:.5g}) translate({-left:.5g},{-top:.5g})",
        outlines=list(_outlines(component)),
        dashed=_dashed,
        BOX=BOX,
    )


def _font(size: float, weight: int) -> Markup:
    return Markup('font-family="Lato" font-size="{}" font-weight="{}"').format(round(size, 2), weight)


def _dashed(dashes: str) -> Markup:
    return Markup(' stroke-dasharray="{}"').format(dashes) if dashes else Markup("")


def _faint(card: Image.Image | None) -> str:
    """Return the card as it is now, faint, as JPEG in base 64; "" for none."""
    if card is None:
        return ""
    pale = Image.blend(card.convert("RGB"), Image.new("RGB", card.size, "#ffffff"), FAINT)
    out = io.BytesIO()
    pale.save(out, "JPEG", quality=85)
    return base64.b64encode(out.getvalue()).decode()


def _outlines(component: Component) -> Iterator[tuple[Sequence[Point], str, str]]:
    """Yield bleed, trim and safe line as points, colour and dashes."""
    width, height, bleed, safe = component.size.width, component.size.height, component.bleed, component.safe
    if bleed > 0:
        right, bottom = width + bleed, height + bleed
        yield ((-bleed, -bleed), (right, -bleed), (right, bottom), (-bleed, bottom)), BLEED, ""
    if component.net is not None:
        yield component.net.cut, TRIM, ""
        return
    yield rounded(component.cut), TRIM, ""
    if 0 < safe < min(width, height) / 2:
        points = component.cut.points
        shaped = component.cut.kind == "curve"
        yield moved_outwards(points, -safe) if shaped else grown(points, [-safe] * len(points)), SAFE, DASHES


def _tag(wanted: PictureBrief) -> dict[str, float]:
    """Return the tag at the foot of the box, which says which slot it is and how large."""
    _, _, right, left = wanted.slot.main.corners
    letters = 0.56 * len(f"{wanted.name}   {millimetres(wanted.slot.main.size)}") + 1
    box = wanted.slot.main.size
    size = min(3.0, box.height / 4, (box.width - 1) / letters)
    width = letters * size
    if width > 0.8 * box.width:  # a tag that ends just before the edge looks like a mistake
        width = box.width
    tilt = math.degrees(math.atan2(right[1] - left[1], right[0] - left[0]))
    return {"x": left[0], "y": left[1], "tilt": tilt, "size": size, "width": width, "height": 1.7 * size}


def _words(wanted: PictureBrief) -> Iterator[tuple[str, float, float, int]]:
    """Yield the lines of the column: the words, the step to them, the size of their letters in mm, their weight."""
    for number, line in enumerate(textwrap.wrap(wanted.title, 22)[:3]):
        yield line, 6.0 if number == 0 else 7.0, 6.2, 700
    yield from _paragraph(f"{wanted.game} · {wanted.component.title}", step=6.0)
    yield from _paragraph(wanted.where, step=4.2)
    if wanted.note:
        yield from _paragraph(wanted.note, step=6.5)
    yield "Please deliver", 8.5, 3.2, 700
    stem, _, ending = wanted.deliver.rpartition(".")
    yield from _paragraph(f"{stem}.svg, .png, .jpg or .webp" if ending == "svg" else wanted.deliver)
    yield from _paragraph(millimetres(wanted.slot.largest.size), step=4.4)
    for dpi, (across, down) in wanted.pixels.items():
        yield from _paragraph(f"{across} × {down} px at {dpi} dpi", step=4.4)
    if wanted.slot.main.fit == "contain":
        yield from _paragraph("The whole picture is shown, as large as fits into the box.", step=6.0)
    else:
        yield from _paragraph("The picture fills the box; what sticks out is cut off.", step=6.0)
    if wanted.also:
        yield from _paragraph(f"Also on {wanted.also}.", step=6.0)


def _paragraph(text: str, *, step: float = 5.0) -> Iterator[tuple[str, float, float, int]]:
    lines = textwrap.wrap(text, LETTERS)
    for number, line in enumerate(lines[:9]):
        more = " …" if number == 8 and len(lines) > 9 else ""
        yield line + more, step if number == 0 else 4.2, 3.2, 400


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
