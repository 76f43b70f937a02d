"""A folder for an artist: an artboard for each picture, a list of them, the game's colours, and a letter."""

import base64
import io
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PIL import Image

from pnp.art.slots import GameArt, Slot, status_of
from pnp.convert.renderers import convert_drawable, engine
from pnp.escaping import in_a_line, page_environment, table_text
from pnp.export.image_files import face_picture, page_picture, png
from pnp.files import write
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Face, face_key
from pnp.model.game import Component
from pnp.model.geometry import Size
from pnp.model.limits import SIMPLER, WALL_SECONDS
from pnp.render.faces import render
from pnp.render.proof_lines import piece_lines
from pnp.svg.images import pixels_for, shown
from pnp.templates.palette import channels
from pnp.templates.values import colours
from pnp.text import one_line
from pnp.typesetting.markup import Words, parse
from pnp.workers.pool import WorkerDied
from pnp.workers.tasks import workers as local_workers
from pnp.workers.worker import TaskLimits

LINES = {
    "bleed": ("#d43d2a", ""),
    "trim": ("#111111", ""),
    "safe": ("#1f78b4", "1.4 0.9"),
    "fold": ("#111111", "0.6 1"),
}
"""The colour and the dashes of each line around a piece."""

FAINT = 0.58  # How much of the card is hidden under white.
CARD_DPI = 150
_ENDING = re.compile(r"\.(svg|png|jpe?g|webp)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PictureBrief:
    """One art slot as an artist sees it, `name` and `stem` as files may have them. `status` says what is there now."""

    slot: Slot
    name: str
    stem: str
    title: str
    note: str
    game: str
    component: Component
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


def written(template: str, **values: object) -> str:
    """Return a template of this package filled in."""
    environment = page_environment("pnp.art")
    environment.filters["millimetres"] = shown
    return environment.get_template(template).render(values)


def artboard(wanted: PictureBrief, card: Image.Image | None) -> str:
    """Return a blank drawing as large as the picture, with the card on a locked layer that is left out in use.

    `card` is the picture of the whole face, bleed included, None when there is none.
    """
    component, main = wanted.component, wanted.slot.main
    bleed, size = component.bleed, wanted.slot.largest.size
    (left, top), (right, across), *_ = main.corners
    tilt = math.degrees(math.atan2(across - top, right - left))
    scale = size.width / main.size.width
    pale = ""
    if card is not None:
        faint = Image.blend(card.convert("RGB"), Image.new("RGB", card.size, "#ffffff"), FAINT)
        faint.save(out := io.BytesIO(), "JPEG", quality=85)
        pale = base64.b64encode(out.getvalue()).decode()
    return written(
        "artboard.svg.j2",
        wanted=wanted,
        size=size,
        card=pale,
        face=Size(component.size.width + 2 * bleed, component.size.height + 2 * bleed),
        bleed=bleed,
        onto_box=f"scale({scale:.5g}) rotate({-tilt:.5g}) translate({-left:.5g},{-top:.5g})",
        lines=[(data, *LINES[name]) for name, data in piece_lines(component).items()],
    )


HEAD = (
    "slot", "title", "note", "width_mm", "height_mm", "width_px_300", "height_px_300", "width_px_600",
    "height_px_600", "fit", "piece", "component", "game", "file", "now",
)  # fmt: skip

NOTES = ("art_note", "note", "flavour", "text")
"""The fields of a piece that tell an artist what it is about; the first that is there."""

DPI, MOST_PIXELS = 300, 24_000_000  # What the PNG of an artboard has; one as large as a game board has fewer.
CARD_SECONDS = 2.0  # Of a processor for the picture of a card as it is now: the artboard is of use without.

COLUMNS, WIDTH, HEIGHT, GAP, SWATCH_MARGIN = 5, 34.0, 22.0, 4.0, 12.0
"""The sheet of swatches: how many in a row, their size, the gaps and the margin in mm."""

Themes = Mapping[str, Mapping[str, str]]  # Colours "#rrggbb" by name and theme, "" for the normal look.


@dataclass(frozen=True, slots=True)
class BriefResult:
    """How many pictures a brief asks for, how many files it has, and the cards that its artboards cannot show."""

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
    return PictureBrief(
        slot=slot,
        name=one_line(slot.name),
        stem=stem,
        title=one_line(art.title(slot)),
        note="" if main.side == "back" else _note(piece.fields),
        game=art.game.title,
        component=component,
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
    drawn = [artboard(picture, cards.get(picture.slot.name)) for picture in wanted]
    boards = [
        Face(face_key(svg), svg, picture.slot.largest.size, 0.0)
        for svg, picture in zip(drawn, wanted, strict=True)
    ]
    pages = engine("typst").convert(boards, [])
    for picture, board in zip(wanted, boards, strict=True):
        dpi = _resolution(board)
        yield f"artboards/{picture.stem}.svg", board.svg.encode()
        yield f"artboards/{picture.stem}.png", png(face_picture(pages, board.key, dpi=dpi), dpi=dpi)
    themes = {theme: colours(game, theme) for theme in ("", *game.themes)}
    yield "palette.svg", swatches(game.title, themes, game.fonts).encode()
    # The mark at its beginning tells a spreadsheet that the table is UTF-8.
    yield "slots.csv", table(wanted).encode("utf-8-sig")
    name = in_a_line(" ".join(game.title.split()))
    letter = written(
        "letter.txt.j2",
        title=name,
        rule="=" * len(f"Pictures for {name}"),
        counted="One picture is" if len(wanted) == 1 else f"{len(wanted)} pictures are",
        example=wanted[0].deliver if wanted else "apple.svg",
        slot=wanted[0].name if wanted else "apple",
        game=game.id,
        pictures="\n".join(_line(picture) for picture in wanted),
    )
    yield "README.txt", letter.encode()


def _line(wanted: PictureBrief) -> str:
    across, down = wanted.pixels[300]
    size = f"{shown(wanted.slot.largest.size)}, {across} x {down} px"
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
                    partial(page_picture, dpi=dpi), pages.pdf(chunk), index, limits=limits
                )
    refused = {name for name, face in faces.items() if face.key not in drawn}
    reason = f"does not show the card: drawing it takes more than {CARD_SECONDS:g} s"
    notes = (
        Diagnostic("PNP505", f"the artboard of {slot.name} {reason}", place, SIMPLER, "warning", art.game.id)
        for slot in art.slots
        for place in (art.piece(slot.main)[1].place,)
        if slot.name in refused
    )
    return {name: drawn[face.key] for name, face in faces.items() if face.key in drawn}, tuple(notes)


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


def swatches(title: str, themes: Themes, fonts: Mapping[str, str]) -> str:
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
    width = 2 * SWATCH_MARGIN + COLUMNS * WIDTH + (COLUMNS - 1) * GAP
    return written(
        "palette.svg.j2",
        size=Size(width, y + SWATCH_MARGIN + (5 if fonts else 0)),
        title=title,
        themes=blocks,
        fonts=", ".join(f"{family} ({role})" for role, family in fonts.items()),
        foot=y + 4,
        margin=SWATCH_MARGIN,
        width=WIDTH,
        height=HEIGHT,
    )
