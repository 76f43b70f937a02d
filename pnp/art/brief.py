"""A folder for an artist: a guide for each picture, a list of them, the game's colours, and a letter."""

import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from pnp.art.guide import CARD_DPI, PictureBrief, artboard, guide, millimetres, stems, svg_face, written
from pnp.art.slots import GameArt, Slot, uses_in_words
from pnp.art.status import status_of
from pnp.convert.engines import convert_drawable, engine
from pnp.escaping import in_a_line, table_text
from pnp.export.image_files import face_picture, page_picture, png
from pnp.export.marks_layer import font_file
from pnp.files import write
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.model.limits import SIMPLER, WALL_SECONDS
from pnp.processes.pool import WorkerDied
from pnp.processes.worker import TaskLimits
from pnp.render.faces import render
from pnp.templates.palette import channels
from pnp.templates.values import colours
from pnp.text import one_line
from pnp.typesetting.markup import Words, parse
from pnp.workers import workers as local_workers

HEAD = (
    "slot", "title", "note", "width_mm", "height_mm", "width_px_300", "height_px_300", "width_px_600",
    "height_px_600", "fit", "piece", "component", "game", "file", "now",
)  # fmt: skip

NOTES = ("art_note", "note", "flavour", "text")
"""The fields of a piece that tell an artist what it is about; the first that is there."""

DPI, MOST_PIXELS = 300, 24_000_000
"""What a PNG guide has; a guide as large as a game board has fewer."""

CARD_SECONDS = 2.0
"""Of a processor for the picture of a card as it is now: the guide is of use without."""

COLUMNS, WIDTH, HEIGHT, GAP, MARGIN = 5, 34.0, 22.0, 4.0, 12.0
"""The sheet of swatches: how many in a row, their size, the gaps and the margin in mm."""

Themes = Mapping[str, Mapping[str, str]]
"""Colours by name and theme; "" is the normal look. Colours are "#rrggbb"."""


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
    alike = [each for each in slot.uses if (each.component, each.side, each.corners) == place]
    return PictureBrief(
        slot=slot,
        name=one_line(slot.name),
        stem=stem,
        title=one_line(art.title(slot)),
        note="" if main.side == "back" else _note(piece.fields),
        game=art.game.title,
        component=component,
        where=uses_in_words(alike, slot.themes),
        also=uses_in_words([each for each in slot.uses if each not in alike]),
        status=status_of(art, slot).status,
    )


def _note(fields: Mapping[str, object]) -> str:
    """Return what the data tell about the subject, in plain words."""
    texts = (fields.get(name) for name in NOTES)
    text = next((each for each in texts if isinstance(each, str) and each.strip()), "")
    lines = (
        "".join(run.text if isinstance(run, Words) else run.name.replace("_", " ") for run in line)
        for line in parse(text)
    )
    return one_line(" ".join(lines))


def _files(
    art: GameArt, wanted: Sequence[PictureBrief], cards: Mapping[str, Image.Image]
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the brief by name."""
    game = art.game
    guides = [guide(each, cards.get(slot.name)) for slot, each in zip(art.slots, wanted, strict=True)]
    themes = {theme: colours(game, theme) for theme in ("", *game.themes)}
    sheet = swatches(game.title, themes, game.fonts)
    regular = font_file()
    pages = engine("typst").convert([*guides, sheet], [regular, regular.with_name("Lato-Bold.ttf")])
    for each in wanted:
        yield f"artboards/{each.stem}.svg", artboard(each, cards.get(each.slot.name)).encode()
    for each, face in zip(wanted, guides, strict=True):
        dpi = _resolution(face)
        yield f"guides/{each.stem}.svg", face.svg.encode()
        yield f"guides/{each.stem}.png", png(face_picture(pages, face.key, dpi=dpi), dpi=dpi)
    palettes = {
        "palette.svg": sheet.svg.encode(),
        "palette.png": png(face_picture(pages, sheet.key, dpi=150), dpi=150),
    }
    for theme, named in themes.items():
        title = f"{game.title}, {theme}" if theme else game.title
        palettes[f"palette-{theme}.gpl" if theme else "palette.gpl"] = gimp_palette(title, named).encode()
    palettes["palette.ase"] = swatch_exchange(themes)
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
        pictures="\n".join(_line(each) for each in wanted),
    )
    yield "README.txt", letter.encode()


def _line(wanted: PictureBrief) -> str:
    across, down = wanted.pixels[300]
    size = f"{millimetres(wanted.slot.largest.size)}, {across} × {down} px"
    return f"{wanted.name:<24} {wanted.title:<28} {size:<34} {wanted.status}"


def _cards(art: GameArt) -> tuple[Mapping[str, Image.Image], tuple[Diagnostic, ...]]:
    """Return for each slot the face it is drawn for, as it is now; a worker draws it, and what that cannot is told."""
    contexts = {each.theme: each for each in art.contexts}
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
                drawn[key] = workers.run(_picture_of, pages.chunks[chunk], index, dpi, limits=limits)
    refused = {name for name, face in faces.items() if face.key not in drawn}
    found = (_not_shown(art, slot) for slot in art.slots if slot.name in refused)
    return {name: drawn[face.key] for name, face in faces.items() if face.key in drawn}, tuple(found)


def _picture_of(pdf: bytes, index: int, dpi: float) -> Image.Image:
    """Return the picture of a page: a task for another process."""
    return page_picture(pdf, index, dpi=dpi)


def _not_shown(art: GameArt, slot: Slot) -> Diagnostic:
    _, piece = art.piece(slot.main)
    reason = f"no picture of it can be made within {CARD_SECONDS:g} s"
    message = f"the guide of {slot.name} does not show the card: {reason}"
    return Diagnostic("PNP505", message, piece.place, SIMPLER, "warning", art.game.id)


def _resolution(face: Face) -> float:
    area = face.page.width * face.page.height / 25.4**2
    return DPI if area * DPI**2 <= MOST_PIXELS else DPI / 2


def table(wanted: Sequence[PictureBrief]) -> str:
    """Return the pictures as CSV; a text that a spreadsheet would take for a formula stands behind an apostrophe."""
    rows: list[Sequence[object]] = [HEAD]
    for each in wanted:
        main, size, pixels = each.slot.main, each.slot.largest.size, each.pixels
        cells = (
            each.name, each.title, each.note, f"{size.width:g}", f"{size.height:g}", *pixels[300], *pixels[600],
            main.fit, main.piece, each.component.id, each.game, each.deliver, each.status,
        )  # fmt: skip
        rows.append(cells)
    return table_text(rows)


def swatches(title: str, themes: Themes, fonts: Mapping[str, str]) -> Face:
    """Return the sheet of colours: a block of swatches for each theme, and the fonts of the game."""
    blocks, y = [], MARGIN + 8.0
    for theme, named in themes.items():
        y += 11
        placed = [
            (
                name.replace("_", " "),
                colour,
                channels(colour),
                MARGIN + number % COLUMNS * (WIDTH + GAP),
                y + number // COLUMNS * (HEIGHT + 13),
            )
            for number, (name, colour) in enumerate(named.items())
        ]
        blocks.append((theme, y - 3, placed))
        y += -(-len(named) // COLUMNS) * (HEIGHT + 13)
    return svg_face(
        "palette.svg.j2",
        Size(2 * MARGIN + COLUMNS * WIDTH + (COLUMNS - 1) * GAP, y + MARGIN + (5 if fonts else 0)),
        title=title,
        themes=blocks,
        fonts=", ".join(f"{family} ({role})" for role, family in fonts.items()),
        foot=y + 4,
        margin=MARGIN,
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


def swatch_exchange(themes: Themes) -> bytes:
    """Return the colours as an .ase file (Adobe Swatch Exchange), which Adobe's programs and Affinity open."""
    blocks = []
    for theme, named in themes.items():
        blocks.append((0xC001, _ase_name(theme or "normal look")))
        for name, colour in named.items():
            shares = struct.pack(">3fH", *(value / 255 for value in channels(colour)), 0)
            blocks.append((1, _ase_name(name.replace("_", " ")) + b"RGB " + shares))
        blocks.append((0xC002, b""))
    body = b"".join(struct.pack(">HI", kind, len(content)) + content for kind, content in blocks)
    return b"ASEF" + struct.pack(">HHI", 1, 0, len(blocks)) + body


def _ase_name(name: str) -> bytes:
    letters = name.encode("utf-16-be") + b"\0\0"
    return struct.pack(">H", len(letters) // 2) + letters
