"""The art slots of a game, found by drawing every face and noting which pictures its template requests."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from xml.etree.ElementTree import Element

from pnp.files import is_within, read_xml, real_path, walk
from pnp.load.art_files import REPLACED, STRAY, UNREAD
from pnp.load.game import load_game
from pnp.load.pieces import PICTURES
from pnp.load.project import Project, chosen_games
from pnp.model.art_placement import AS_ASKED, Fit, Placement
from pnp.model.diagnostics import CannotWrite, Diagnostic, PnpError, UnknownName, has_errors, in_reading_order
from pnp.model.face import Side
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Point, Size
from pnp.model.svg_geometry import Affine, transform
from pnp.render.faces import Rendered, render_each
from pnp.render.worker_tasks import DrawElsewhere
from pnp.svg import images
from pnp.svg.images import UnsafeDrawing
from pnp.templates.context import RenderContext
from pnp.templates.sources import ArtRequest, sources_of
from pnp.text import counted, decimal, suggest_argument
from pnp.typesetting.fonts import FontBook, font_book
from pnp.workers.tasks import Workers

_SVG = "{http://www.w3.org/2000/svg}"
_NOT_SEEN = (f"{_SVG}defs", f"{_SVG}symbol")
SEEN_IN_SLOTS = ("PNP309", "PNP313")  # Told by the slots themselves: a picture missing, or too coarse.


@dataclass(frozen=True, slots=True)
class SlotUse:
    """One place where a slot is seen.

    `corners` of its box in mm on the face, from the picture's own top left clockwise; `size` is that of the box as
    printed. `theme` is the first in which it is seen, `asked` the fit of the template.
    """

    component: str
    piece: str
    side: Side
    theme: str
    corners: tuple[Point, ...]
    size: Size
    asked: Fit
    placement: Placement = AS_ASKED

    @property
    def fit(self) -> Fit:
        return self.placement.fit_of(self.asked)


@dataclass(frozen=True, slots=True)
class Slot:
    """A name that templates ask for a picture by, where it is seen, and the file that fills it now, if any.

    `themes` are those that ask for it, "" for the normal look. Without a file it is `drawn` by the templates, if they can.
    """

    name: str
    uses: tuple[SlotUse, ...]
    path: Path | None
    themes: tuple[str, ...]
    drawn: bool = False

    @property
    def names_file(self) -> bool:
        return self.name.lower().endswith(PICTURES)

    @property
    def largest(self) -> SlotUse:
        return max(self.uses, key=lambda us: us.size.width * us.size.height)

    @property
    def main(self) -> SlotUse:
        """The use an artist draws for: on the piece of that name; failing that, the largest."""
        name = Path(self.name).stem if self.names_file else self.name
        return next((use for use in self.uses if use.piece == name), self.largest)


@dataclass(frozen=True, slots=True)
class GameArt:
    """A game drawn with `contexts`, one for each theme, the normal look first: its slots, and what was found."""

    contexts: tuple[RenderContext, ...]
    slots: tuple[Slot, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def context(self) -> RenderContext:
        return self.contexts[0]

    @property
    def game(self) -> Game:
        return self.context.game

    @property
    def folder(self) -> Path:
        return self.context.sources.art

    def shown(self, path: Path) -> str:
        """Return a path as messages name it."""
        return self.context.sources.shown(path)

    def piece(self, use: SlotUse) -> tuple[Component, Piece]:
        """Return the component and the piece that show a slot."""
        wanted = (use.component, use.piece)
        return next(piece for piece in self.game.pieces if (piece[0].id, piece[1].id) == wanted)

    def title(self, slot: Slot) -> str:
        """Return what to call a picture: the name of the piece it is for; else what the slot's own name says."""
        component, piece = self.piece(slot.main)
        if slot.main.side == "back":
            return f"{component.title}, back"
        pieces = {use.piece for use in slot.uses if use.component == component.id}
        if pieces == {piece.id} and (piece.id in slot.name or piece.fields.get("art") == slot.name):
            return piece.name
        words = slot.name.rpartition("/")[2].partition(".")[0].replace("_", " ")
        return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class ArtResult:
    """What was done, what is not quite right, and the command to go on with; or why nothing was done.

    That is diagnostics of the games, and that there is no slot for the picture or that it cannot be used.
    """

    lines: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    next: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    refused: PnpError | None = None


def games_of(project: Project, name: str | None) -> tuple[list[Game], tuple[Diagnostic, ...]]:
    """Return the game of that name, or all that can be read, and what was found; no game where that one has mistakes."""
    loaded = [load_game(project, game) for game in chosen_games(project, (name,) if name else ())]
    findings = in_reading_order(finding for one in loaded for finding in one.diagnostics)
    games = [one.game for one in loaded if one.game is not None]
    return [] if name and has_errors(findings) else games, findings


def project_art(project: Project, names: Iterable[str]) -> tuple[list[GameArt], tuple[Diagnostic, ...]]:
    """Return the art of each game that can be read, and what was found beside stray files, which have a list of their own."""
    fonts = font_book(project.fonts)
    drawn: list[GameArt] = []
    diagnostics: list[Diagnostic] = []
    for name in names:
        loaded = load_game(project, name)
        diagnostics += loaded.diagnostics
        if loaded.game is not None:
            drawn.append(game_art(project, loaded.game, fonts))
            diagnostics += drawn[-1].diagnostics
    return drawn, in_reading_order(finding for finding in diagnostics if finding.code != STRAY)


def game_art(project: Project, game: Game, fonts: FontBook) -> GameArt:
    """Return the art of one game."""
    sources = sources_of(project, game.id, fonts)
    drawn_by = DrawElsewhere(Workers(), project)
    contexts = [RenderContext(game, sources, theme, drawn_by=drawn_by) for theme in ("", *game.themes)]
    for context in contexts:  # templates and pictures are the same in every theme, and take long to read
        context.templates, context.gallery = contexts[0].templates, contexts[0].gallery
    return find_slots(contexts)


def find_slots(contexts: Sequence[RenderContext]) -> GameArt:
    """Return the art of one game; `contexts` are for each of its themes, none with a face cache.

    Every piece is drawn by itself: the shortcut for backs that are the same for all would hide who shows them.
    """
    findings = list(contexts[0].unusable_fonts())

    def seen() -> Iterator[_Seen]:
        for context in contexts:
            for component in context.game.components:
                for piece, rendered, asked in render_each(component, context):
                    findings.extend(
                        finding for finding in rendered.diagnostics if finding.code not in SEEN_IN_SLOTS
                    )
                    yield from _uses(asked, rendered, component, piece, context)

    slots = sorted(_slots_of(seen()), key=lambda slot: slot.name)
    game = contexts[0].game.id
    return GameArt(
        tuple(contexts), tuple(slots), in_reading_order(finding.about(game=game) for finding in findings)
    )


def piece_slots(context: RenderContext, component: Component, piece: Piece) -> tuple[Slot, ...]:
    """Return the slots that one piece shows in the look of a context, in the order of drawing."""
    ((_, rendered, asked),) = render_each(component, context.for_screen(), (piece,))
    return tuple(_slots_of(_uses(asked, rendered, component, piece, context)))


# A picture asked for, where it came to lie, drawn with what.
_Seen = tuple[ArtRequest, SlotUse, RenderContext]


def _slots_of(seen: Iterable[_Seen]) -> Iterator[Slot]:
    by_name: dict[str, list[_Seen]] = {}
    for each in seen:
        by_name.setdefault(each[0].slot, []).append(each)
    for name, some in by_name.items():
        uses: dict[object, SlotUse] = {}
        for _, use, _ in some:
            uses.setdefault((use.component, use.piece, use.side, use.corners), use)
        themes = tuple(dict.fromkeys(context.theme for _, _, context in some))
        drawn = all(request.drawn for request, _, _ in some)
        yield Slot(name, tuple(uses.values()), some[-1][2].gallery.find(name), themes, drawn)


_Place = tuple[Side, tuple[str, ...], Affine]
"""Where a nested drawing is: the side, its box and fit as written, and the matrix that places it on the face."""


def _nested(element: Element, above: Affine) -> Iterator[tuple[tuple[str, ...], Affine]]:
    for child in element:
        here = above @ transform(child.get("transform", ""))
        if child.tag == f"{_SVG}svg":
            fit = "cover" if child.get("preserveAspectRatio", "").endswith("slice") else "contain"
            yield (*(child.get(side, "") for side in ("x", "y", "width", "height")), fit), here
        elif child.tag not in _NOT_SEEN:
            yield from _nested(child, here)


def _uses(
    requests: Iterable[ArtRequest],
    rendered: Rendered,
    component: Component,
    piece: Piece,
    context: RenderContext,
) -> Iterator[_Seen]:
    faces = ((of.side, read_xml(rendered.deck.faces[key].svg)) for of, key in rendered.deck.sides.items())
    places = [(side, box, matrix) for side, face in faces for box, matrix in _nested(face, Affine())]
    for request in requests:
        yield request, _use(request, places, component, piece, context.theme), context


def _use(
    request: ArtRequest, places: list[_Place], component: Component, piece: Piece, theme: str
) -> SlotUse:
    """Return where a picture came to lie, and strike that off `places`; one not drawn is where it was asked for."""
    box = request.box
    wanted = (*(decimal(value) for value in (box.x, box.y, box.width, box.height)), request.fit)
    place = next((place for place in places if place[1] == wanted), None)
    if place is not None:
        places.remove(place)
    side, _, matrix = place or ("front", (), Affine())
    moved = (matrix.apply(x, y) for x, y in box.corners)
    corners = tuple((round(x, 4) + 0.0, round(y, 4) + 0.0) for x, y in moved)
    width, height = math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)
    size = Size(box.width * width, box.height * height)
    return SlotUse(component.id, piece.id, side, theme, corners, size, request.asked, request.placement)


def uses_in_words(uses: Sequence[SlotUse], themes: Sequence[str]) -> str:
    """Return who shows a slot, in a few words: "food/apple, box/box", "bids: 45 backs (theme low-ink)"."""
    groups: dict[tuple[str, str], dict[str, None]] = {}
    for use in uses:
        groups.setdefault((use.component, use.side), {})[use.piece] = None
    said = (
        f"{component}: {len(pieces)} {side}s"
        if len(pieces) > 1
        else f"{component}/{next(iter(pieces))}{' (back)' if side == 'back' else ''}"
        for (component, side), pieces in groups.items()
    )
    return ", ".join(said) + ("" if "" in themes else f" (theme {', '.join(themes)})")


# Which art slot somebody means by the name of a slot, a piece, or a component and a piece.


def own_games(project: Project, games: Sequence[Game]) -> list[Game]:
    """Return the games that lie in the project itself; raises CannotWrite when none does."""
    inside = [game for game in games if is_within(folder_of(project, game), project.root)]
    if not inside and games:
        raise CannotWrite(
            f"{games[0].title} is not in this project but in {real_path(folder_of(project, games[0]))}",
            "copy card_data and templates of the game into a project of your own, and work there",
        )
    return inside


def folder_of(project: Project, game: Game) -> Path:
    """Return the folder of a game that was read from it."""
    folder = project.game_folder(game.id)
    assert folder is not None  # the game has been read from it
    return folder


def next_command(art: GameArt, slot: Slot) -> str:
    """Return the command that builds what shows a slot."""
    main = slot.main
    alone = {use.piece for use in slot.uses if use.component == main.component} == {main.piece}
    what = f"--only {main.component}/{main.piece}" if alone else f"--component {main.component}"
    return f"pnp build {art.game.id} {what}"


def find_slot(project: Project, games: Sequence[Game], name: str) -> tuple[GameArt, Slot]:
    """Return the slot that a slot's name, a piece or component/piece means; raises UnknownName unless it is one."""
    fonts, arts = font_book(project.fonts), list[GameArt]()
    matching: list[tuple[GameArt, Slot]] = []
    having = [game for game in games if _pieces(game, name)]
    for some in (having, [game for game in games if game not in having]):
        if not matching:
            arts += (drawn := [game_art(project, game, fonts) for game in some])
            matching = [(art, slot) for art in drawn for slot in _slots(art, name)]
    if len(matching) == 1:
        return matching[0]
    if not matching and having:
        hint = "its template must draw one: {{ picture(piece.id, (x, y, width, height)) }}"
        raise UnknownName(f"{name} shows no picture", hint)
    if not matching:
        pieces = {piece.id for game in games for _, piece in game.pieces}
        known = sorted(pieces | {slot.name for art in arts for slot in art.slots})
        hint = suggest_argument(name.rpartition("/")[2], known, "slots")
        raise UnknownName(f'no piece or art slot is called "{name}"', hint)
    ids = list(dict.fromkeys(art.game.id for art, _ in matching))
    if len(ids) > 1:
        raise UnknownName(f'{" and ".join(ids)} both have a picture "{name}"', f"add --game {ids[0]}")
    slots = ", ".join(slot.name for _, slot in matching)
    raise UnknownName(f'"{name}" shows several pictures', f"name one of them: --for {slots}")


def _slots(art: GameArt, name: str) -> list[Slot]:
    exact = [slot for slot in art.slots if slot.name == name]
    shown = (
        slot for component, piece in _pieces(art.game, name) for slot in _shown_by(art, component, piece)
    )
    return exact or list({slot.name: slot for slot in shown}.values())


def _shown_by(art: GameArt, component: Component, piece: Piece) -> list[Slot]:
    """Return the slot of the piece's own picture; failing that, all on its front; failing that, all it shows."""
    name = str(piece.fields.get("art") or piece.id)
    seen = [
        (slot, use)
        for slot in art.slots
        for use in slot.uses
        if (use.component, use.piece) == (component.id, piece.id)
    ]
    return (
        [slot for slot, _ in seen if slot.name == name]
        or [slot for slot, use in seen if use.side == "front" and "" in slot.themes]
        or [slot for slot, use in seen if use.side == "front"]
        or [slot for slot, _ in seen]
    )


def _pieces(game: Game, name: str) -> list[tuple[Component, Piece]]:
    return [piece for piece in game.pieces if name in (piece[1].id, f"{piece[0].id}/{piece[1].id}")]


Status = Literal["drawn", "supplied", "too small", "wrong shape", "placeholder", "unusable"]
HEAD = ("slot", "mm", "px at 300 dpi", "at 600 dpi", "picture", "shown on")


@dataclass(frozen=True, slots=True)
class SlotStatus:
    """The status in two words, remarks in sentences, and the dots to the inch of pixels where they are fewest."""

    status: Status
    remarks: tuple[str, ...] = ()
    dpi: float | None = None


def status_of(art: GameArt, slot: Slot) -> SlotStatus:
    """Return what the file in a slot is worth."""
    if slot.path is None and slot.drawn:
        return SlotStatus("drawn")
    if slot.path is None:
        return SlotStatus("placeholder", (f"deliver {images.advice(slot.largest.size)}, or an SVG",))
    try:
        drawing = art.context.gallery.read(slot.path)
    except UnsafeDrawing as error:
        return SlotStatus("unusable", tuple(f"{problem}; {problem.hint}" for problem in error.every))
    raster = drawing.raster
    resolution = dpi_of(raster, coarsest(raster, slot)) if raster else None
    if not slot.path.is_relative_to(art.folder):
        return SlotStatus("drawn", (), resolution)
    wrong = slot_remarks(slot, drawing.view.size, raster)
    status: Status = next(iter(wrong), "supplied")
    return SlotStatus(status, (*wrong.values(), *map(str, drawing.changes)), resolution)


def slot_remarks(slot: Slot, size: Size, raster: Size | None) -> dict[Status, str]:
    """Return what is not quite right with a picture of that size in a slot; `raster` are its pixels, None without any."""
    coarse = coarse_remark(raster, coarsest(raster, slot)) if raster else ""
    wrong: dict[Status, str] = {"too small": coarse, "wrong shape": shape_remark(size, slot.main)}
    return {status: remark for status, remark in wrong.items() if remark}


def coarsest(pixels: Size, slot: Slot) -> SlotUse:
    """Return the use in which a picture of pixels has the fewest dots to the inch."""
    return min(slot.uses, key=lambda us: dpi_of(pixels, us))


def dpi_of(pixels: Size, use: SlotUse) -> float:
    """Return how many dots to the inch a picture of pixels has where it is seen."""
    return images.dpi(pixels, use.size, use.fit, use.placement)


def coarse_remark(pixels: Size, use: SlotUse) -> str:
    """Return the reckoning for a picture below 300 dpi, "" for a finer one.

    >>> corners = ((0, 0), (70, 0), (70, 46), (0, 46))
    >>> coarse_remark(Size(600, 400), SlotUse("food", "pea", "front", "", corners, Size(70, 46), "cover"))
    '600 x 400 px is 218 dpi in 70 x 46 mm; it needs 827 x 543 px or more'
    """
    if images.is_finer(dpi_of(pixels, use), images.FINE):
        return ""
    whole = Size(round(pixels.width), round(pixels.height))
    how = use.size, use.fit, use.placement
    return f"{images.in_words(whole, *how)}; it needs {images.needed(whole, *how)}"


def shape_remark(picture: Size, use: SlotUse) -> str:
    """Return what an ill-matched shape costs, "" when nobody would notice.

    >>> corners = ((0, 0), (60, 0), (60, 50), (0, 50))
    >>> shape_remark(Size(100, 100), SlotUse("food", "pea", "front", "", corners, Size(60, 50), "contain"))
    'its shape leaves 17 % of the box of 60 x 50 mm empty'
    """
    if use.placement.moves:  # what is cut off was chosen
        share = use.placement.empty_share(picture, use.size, use.fit)
        empty = f"placed so, it leaves {share * 100:.0f} % of the box of {images.shown(use.size)} empty"
        return empty if share > images.NOTICED else ""
    share = images.lost(picture, use.size)
    if share <= images.NOTICED:
        return ""
    percent = f"{share * 100:.0f} %"
    if use.fit == "cover":
        return f"its shape is not that of the box of {images.shown(use.size)}: {percent} of it is cut off"
    return f"its shape leaves {percent} of the box of {images.shown(use.size)} empty"


def unused_files(art: GameArt) -> tuple[Path, ...]:
    """Return the pictures below the user's art folder that fill no slot.

    Replaced ones are not among them, nor what a picture that fills one was made of, such as apple.kra beside apple.png.
    """
    if not is_within(art.folder, art.folder.parent):
        return ()
    used = {slot.path for slot in art.slots}
    made = {path.with_suffix("") for path in used if path}
    aside = art.folder / REPLACED
    files = sorted(Path(top, name) for top, _, names in walk(art.folder) for name in names)
    return tuple(
        path
        for path in files
        if (
            path.suffix.lower() in PICTURES
            or (path.suffix.lower() in UNREAD and path.with_suffix("") not in made)
        )
        and path not in used
        and path.is_file()
        and aside not in path.parents
        and not any(part.startswith(".") for part in path.relative_to(art.folder).parts)
    )


def list_as_text(art: GameArt) -> Iterator[str]:
    """Yield the lines of the list of slots."""
    statuses = [status_of(art, slot) for slot in art.slots]
    tally = sorted(Counter(status.status for status in statuses).items())
    head = f"{art.game.title} ({art.game.id}): {counted(len(statuses), 'art slot')}"
    yield "; ".join(filter(None, (head, ", ".join(f"{count} {status}" for status, count in tally))))
    rows = [HEAD, *map(_row, art.slots, statuses)] if statuses else []
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    for row, remarks in zip(rows, ((), *(status.remarks for status in statuses)), strict=False):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  " + "  ".join((*cells, row[-1]))
        yield from (f"  {'':<{widths[0]}}  {remark}" for remark in remarks)
    for path in unused_files(art):
        yield f"  unused file: {art.shown(path)}"


def _row(slot: Slot, status: SlotStatus) -> tuple[str, ...]:
    size = slot.largest.size
    millimetres = f"{round(size.width, 1):g} x {round(size.height, 1):g}"
    pixels = ("{} x {}".format(*images.pixels_for(size, resolution)) for resolution in (300, 600))
    return slot.name, millimetres, *pixels, status.status, uses_in_words(slot.uses, slot.themes)


def list_as_json(art: GameArt) -> Iterator[dict[str, object]]:
    """Yield the slots as objects that scripts rely on."""
    for slot in art.slots:
        size, status = slot.largest.size, status_of(art, slot)
        yield {
            "game": art.game.id,
            "slot": slot.name,
            "title": art.title(slot),
            "status": status.status,
            "remarks": list(status.remarks),
            "file": None if slot.path is None else art.shown(slot.path),
            "dpi": None if status.dpi is None else round(min(status.dpi, 1e6)),
            **_millimetres(size),
            "px_300": list(images.pixels_for(size, 300)),
            "px_600": list(images.pixels_for(size, 600)),
            "fit": slot.main.fit,
            "themes": list(slot.themes),
            "shown_on": [
                {"component": use.component, "piece": use.piece, "side": use.side, **_millimetres(use.size)}
                for use in slot.uses
            ],
        }
    for path in unused_files(art):
        yield {"game": art.game.id, "slot": None, "status": "unused file", "file": art.shown(path)}


def _millimetres(size: Size) -> dict[str, float]:
    return {"width_mm": round(size.width, 2), "height_mm": round(size.height, 2)}
