"""A folder for an artist: a guide for each picture, a list of them, the game's colours, and a letter."""

import base64
import io
import math
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup
from PIL import Image

from pnp.art.slots import GameArt, Slot, status_of, uses_in_words
from pnp.convert.engines import convert_drawable, engine
from pnp.escaping import in_a_line, table_text, visible_words
from pnp.export.image_files import face_picture, page_picture, png
from pnp.export.marks_layer import font_file
from pnp.files import write
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Face, face_key
from pnp.model.game import Component
from pnp.model.geometry import Point, Size, grown, moved_outwards, rounded
from pnp.model.limits import SIMPLER, WALL_SECONDS
from pnp.render.faces import render
from pnp.svg.images import pixels_for
from pnp.svg.vocabulary import attribute_value
from pnp.templates.palette import channels
from pnp.templates.values import colours
from pnp.text import one_line
from pnp.typesetting.markup import Words, parse
from pnp.workers.pool import WorkerDied
from pnp.workers.tasks import workers as local_workers
from pnp.workers.worker import TaskLimits

BLEED, TRIM, SAFE, BOX = "#d43d2a", "#111111", "#1f78b4", "#c2188f"
DASHES, FOLD = "1.4 0.9", "0.6 1"

MARGIN, GUTTER, COLUMN, LEGEND = 9.0, 8.0, 66.0, 44.0
"""In mm: around everything, between card and words, the words' width, the height of the lines at their foot."""

FAINT = 0.58  # How much of the card is hidden under white.
CARD_DPI = 150
LETTERS = 40  # Letters of 3 mm that surely fit the column.
_ENDING = re.compile(r"\.(svg|png|jpe?g|webp)$", re.IGNORECASE)


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
        name = self.name.rpartition("/")[2]
        return name if _ENDING.search(name) else f"{name}.svg"

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
    problems = {}
    for slot in slots:
        plain = re.sub(r"[^A-Za-z0-9_-]+", "-", _ENDING.sub("", slot)).strip("-")[:80] or "picture"
        stem, number = plain, 1
        while stem.lower() in taken:
            number += 1
            stem = f"{plain}-{number}"
        taken.add(stem.lower())
        problems[slot] = stem
    return problems


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
        legend=[(*entry, y) for entry, y in zip(legend, legend_steps, strict=True)],
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
    """Return a blank drawing as large as the picture, with the card on a locked layer that is left out in use."""
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
    if card is None:
        return ""
    pale = Image.blend(card.convert("RGB"), Image.new("RGB", card.size, "#ffffff"), FAINT)
    out = io.BytesIO()
    pale.save(out, "JPEG", quality=85)
    return base64.b64encode(out.getvalue()).decode()


def _outlines(component: Component) -> Iterator[tuple[Sequence[Point], str, str]]:
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
    if component.bleed > 0:
        yield BLEED, "", 0.3, "bleed: colour to here; it is cut off"
    yield TRIM, "", 0.3, "trim: the piece is cut here"
    if component.net is not None:
        yield TRIM, FOLD, 0.3, "fold: the piece is folded here"
    elif component.safe > 0:
        yield SAFE, DASHES, 0.3, "safe area: keep words inside"
    yield BOX, "", 0.7, "the box of your picture"


# A folder for an artist: a guide for each picture, a list of them, the game's colours, and a letter.


HEAD = (
    "slot", "title", "note", "width_mm", "height_mm", "width_px_300", "height_px_300", "width_px_600",
    "height_px_600", "fit", "piece", "component", "game", "file", "now",
)  # fmt: skip

NOTES = ("art_note", "note", "flavour", "text")
"""The fields of a piece that tell an artist what it is about; the first that is there."""

DPI, MOST_PIXELS = 300, 24_000_000  # What a PNG guide has; a guide as large as a game board has fewer.
CARD_SECONDS = 2.0  # Of a processor for the picture of a card as it is now: the guide is of use without.

COLUMNS, WIDTH, HEIGHT, GAP, SWATCH_MARGIN = 5, 34.0, 22.0, 4.0, 12.0
"""The sheet of swatches: how many in a row, their size, the gaps and the margin in mm."""

Themes = Mapping[str, Mapping[str, str]]  # Colours "#rrggbb" by name and theme, "" for the normal look.


@dataclass(frozen=True, slots=True)
class BriefResult:
    """How many pictures a brief asks for, how many files it has, and the cards that its guides cannot show."""

    pictures: int
    files: int
    diagnostics: tuple[Diagnostic, ...] = ()


def write_brief(art: GameArt, folder: Path, root: Path) -> BriefResult:
    """Write the folder. No link leads out of `root`. Raises CannotWrite."""
    names = stems(slot.name for slot in art.slots)
    wanted = [_picture_brief(art, slot, names[slot.name]) for slot in art.slots]
    cards, found = _cards(art)
    files = 0
    for name, content in _files(art, wanted, cards):
        write(folder / name, content, root=root, durable=False)
        files += 1
    return BriefResult(len(wanted), files, found)


def slot_artboard(art: GameArt, slot: Slot) -> tuple[str, str]:
    """Return the blank drawing for one slot, with the name that its file is to have."""
    (stem,) = stems([slot.name]).values()
    wanted = _picture_brief(art, slot, stem)
    cards, _ = _cards(replace(art, slots=(slot,)))
    return f"{stem}.svg", artboard(wanted, cards.get(slot.name))


def _picture_brief(art: GameArt, slot: Slot, stem: str) -> PictureBrief:
    main = slot.main
    component, piece = art.piece(main)
    place = (main.component, main.side, main.corners)
    alike = [use for use in slot.uses if (use.component, use.side, use.corners) == place]
    return PictureBrief(
        slot=slot,
        name=one_line(slot.name),
        stem=stem,
        title=one_line(art.title(slot)),
        note="" if main.side == "back" else _note(piece.fields),
        game=art.game.title,
        component=component,
        where=uses_in_words(alike, slot.themes),
        also=uses_in_words([use for use in slot.uses if use not in alike]),
        status=status_of(art, slot).status,
    )


def _note(fields: Mapping[str, object]) -> str:
    texts = (fields.get(name) for name in NOTES)
    text = next((text for text in texts if isinstance(text, str) and text.strip()), "")
    lines = (
        "".join(run.text if isinstance(run, Words) else run.name.replace("_", " ") for run in line)
        for line in parse(text)
    )
    return one_line(" ".join(lines))


def _files(
    art: GameArt, wanted: Sequence[PictureBrief], cards: Mapping[str, Image.Image]
) -> Iterator[tuple[str, bytes]]:
    game = art.game
    guides = [guide(size, cards.get(slot.name)) for slot, size in zip(art.slots, wanted, strict=True)]
    themes = {theme: colours(game, theme) for theme in ("", *game.themes)}
    sheet = swatches(game.title, themes, game.fonts)
    regular = font_file()
    pages = engine("typst").convert([*guides, sheet], [regular, regular.with_name("Lato-Bold.ttf")])
    for picture in wanted:
        yield f"artboards/{picture.stem}.svg", artboard(picture, cards.get(picture.slot.name)).encode()
    for size, face in zip(wanted, guides, strict=True):
        dpi = _resolution(face)
        yield f"guides/{size.stem}.svg", face.svg.encode()
        yield f"guides/{size.stem}.png", png(face_picture(pages, face.key, dpi=dpi), dpi=dpi)
    palettes = {
        "palette.svg": sheet.svg.encode(),
        "palette.png": png(face_picture(pages, sheet.key, dpi=150), dpi=150),
    }
    for theme, named in themes.items():
        title = f"{game.title}, {theme}" if theme else game.title
        palettes[f"palette-{theme}.gpl" if theme else "palette.gpl"] = gimp_palette(title, named).encode()
    yield from palettes.items()
    # The mark at its beginning tells a spreadsheet that the table is UTF-8.
    yield "slots.csv", table(wanted).encode("utf-8-sig")
    name = in_a_line(" ".join(game.title.split()))
    letter = written(
        "letter.txt.j2",
        title=name,
        rule="=" * len(f"Pictures for {name}"),
        counted="One picture is" if len(wanted) == 1 else f"{len(wanted)} pictures are",
        palettes=", ".join(palettes),
        example=wanted[0].deliver if wanted else "apple.svg",
        slot=wanted[0].name if wanted else "apple",
        game=game.id,
        pictures="\n".join(_line(picture) for picture in wanted),
    )
    yield "README.txt", letter.encode()


def _line(wanted: PictureBrief) -> str:
    across, down = wanted.pixels[300]
    size = f"{millimetres(wanted.slot.largest.size)}, {across} × {down} px"
    return f"{wanted.name:<24} {wanted.title:<28} {size:<34} {wanted.status}"


def _cards(art: GameArt) -> tuple[Mapping[str, Image.Image], tuple[Diagnostic, ...]]:
    """Return for each slot the face it is drawn for, as it is now; a worker draws it, and what that cannot is told."""
    contexts = {context.theme: context for context in art.contexts}
    faces: dict[str, Face] = {}
    fonts: set[Path] = set()
    for slot in art.slots:
        component, piece = art.piece(slot.main)
        rendered = render(component, contexts[slot.main.theme], only=frozenset((piece.id,)))
        keys = rendered.deck.fronts if slot.main.side == "front" else rendered.deck.backs
        if piece.id in keys:
            faces[slot.name] = rendered.deck.faces[keys[piece.id]]
            fonts.update(rendered.fonts)
    distinct = {face.key: face for face in faces.values()}
    limits = TaskLimits(CARD_SECONDS, art.game.limits.memory, WALL_SECONDS)
    drawn: dict[str, Image.Image] = {}
    with local_workers() as workers:
        pages = convert_drawable(list(distinct.values()), sorted(fonts), workers)
        for key, (chunk, index) in pages.where.items():
            dpi = min(CARD_DPI, _resolution(distinct[key]) / 2)
            with suppress(WorkerDied):
                drawn[key] = workers.run(
                    partial(page_picture, dpi=dpi), pages.chunks[chunk], index, limits=limits
                )
    refused = {name for name, face in faces.items() if face.key not in drawn}
    notes = (_not_shown(art, slot) for slot in art.slots if slot.name in refused)
    return {name: drawn[face.key] for name, face in faces.items() if face.key in drawn}, tuple(notes)


def _not_shown(art: GameArt, slot: Slot) -> Diagnostic:
    _, piece = art.piece(slot.main)
    reason = f"drawing it takes more than {CARD_SECONDS:g} s"
    message = f"the guide of {slot.name} does not show the card: {reason}"
    return Diagnostic("PNP505", message, piece.place, SIMPLER, "warning", art.game.id)


def _resolution(face: Face) -> float:
    area = face.page.width * face.page.height / 25.4**2
    return DPI if area * DPI**2 <= MOST_PIXELS else DPI / 2


def table(wanted: Sequence[PictureBrief]) -> str:
    """Return the pictures as CSV; a text that a spreadsheet would take for a formula stands behind an apostrophe."""
    rows: list[Sequence[object]] = [HEAD]
    for picture in wanted:
        main, size, pixels = picture.slot.main, picture.slot.largest.size, picture.pixels
        cells = (
            picture.name, picture.title, picture.note, f"{size.width:g}", f"{size.height:g}", *pixels[300], *pixels[600],
            main.fit, main.piece, picture.component.id, picture.game, picture.deliver, picture.status,
        )  # fmt: skip
        rows.append(cells)
    return table_text(rows)


def swatches(title: str, themes: Themes, fonts: Mapping[str, str]) -> Face:
    """Return the sheet of colours: a block of swatches for each theme, and the fonts of the game."""
    blocks, y = [], SWATCH_MARGIN + 8.0
    for theme, named in themes.items():
        y += 11
        placed = [
            (
                name.replace("_", " "),
                colour,
                channels(colour),
                SWATCH_MARGIN + number % COLUMNS * (WIDTH + GAP),
                y + number // COLUMNS * (HEIGHT + 13),
            )
            for number, (name, colour) in enumerate(named.items())
        ]
        blocks.append((theme, y - 3, placed))
        y += -(-len(named) // COLUMNS) * (HEIGHT + 13)
    return svg_face(
        "palette.svg.j2",
        Size(
            2 * SWATCH_MARGIN + COLUMNS * WIDTH + (COLUMNS - 1) * GAP, y + SWATCH_MARGIN + (5 if fonts else 0)
        ),
        title=title,
        themes=blocks,
        fonts=", ".join(f"{family} ({role})" for role, family in fonts.items()),
        foot=y + 4,
        margin=SWATCH_MARGIN,
        width=WIDTH,
        height=HEIGHT,
    )


def gimp_palette(title: str, named: Mapping[str, str]) -> str:
    """Return the colours as a .gpl file, which GIMP, Inkscape, Krita and Scribus open.

    >>> print(gimp_palette("Soup", {"leaf_green": "#3f9b3a"}))
    GIMP Palette
    Name: Soup
    Columns: 5
    #
     63 155  58 leaf green
    <BLANKLINE>
    """
    rows = (
        "{:3} {:3} {:3} {}".format(*channels(colour), name.replace("_", " "))
        for name, colour in named.items()
    )
    head = ("GIMP Palette", f"Name: {in_a_line(' '.join(title.split()))}", f"Columns: {COLUMNS}", "#")
    return "\n".join((*head, *rows, ""))
