"""Routes for pictures: the slots of a card, a preview of a placement, and uploads into slots."""

import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path, PurePath
from threading import RLock
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from pnp.art.add import (
    PictureForSlot,
    added_pictures,
    files_of,
    ready_picture,
    reckoning,
    remarks,
    usable_picture,
)
from pnp.art.credits_and_placement import checked_placement, moved_picture, placed_slot
from pnp.art.slots import GameArt, Slot, dpi_of, piece_slots, status_of
from pnp.edit.undo import FileChange, current_content
from pnp.files import is_file, read_bytes, remove, temporary_folder, write
from pnp.load.pieces import picture_name
from pnp.model.art_placement import FITS, ROTATIONS, ZOOMS, Placement
from pnp.model.diagnostics import CannotUse, UnknownName
from pnp.model.face import PieceSide
from pnp.model.game import Component, Piece
from pnp.render.faces import PieceDrawer
from pnp.studio.content import attributes_of, finding_content
from pnp.studio.live_game import Look, ShownFace
from pnp.studio.routing import Json, face_file, json_route, route, theme_of, upload_route
from pnp.studio.state import StudioState
from pnp.svg.images import UnsafeDrawing, pixels_for
from pnp.templates.sources import ENDINGS
from pnp.text import counted, one_line, suggest_argument

MOST_KEPT = 300
MOST_BYTES = 1_000_000_000  # What is kept at once; of more, the oldest is forgotten.
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Upload:
    """A file under its number; `name` is what it is called where it comes from, to be shown and never to be a path."""

    number: str
    name: str
    size: int
    path: Path

    @property
    def data(self) -> bytes:
        return read_bytes(self.path, limit=max(self.size, 1))


class Uploads:
    """The files that were sent; several threads may use it."""

    def __init__(self) -> None:
        self._lock, self._folder = RLock(), temporary_folder("studio")
        self._kept: dict[str, Upload] = {}

    def keep(self, name: str, data: bytes) -> Upload:
        """Keep a file."""
        number = secrets.token_hex(8)
        with self._lock:
            path = Path(self._folder.name) / number
            write(path, data, durable=False)
            plain = one_line(name.replace("\\", "/").rpartition("/")[2])[-LONGEST_NAME:] or "picture"
            upload = self._kept[number] = Upload(number, plain, len(data), path)
            while len(self._kept) > MOST_KEPT or sum(each.size for each in self._kept.values()) > MOST_BYTES:
                self.forget(next(iter(self._kept)))
            return upload

    def find(self, number: str) -> Upload:
        """Return a file. Raises UnknownName for one that was forgotten."""
        with self._lock:
            if number not in self._kept:
                raise UnknownName("that file is no longer here", "drop it again")
            return self._kept[number]

    def forget(self, number: str) -> None:
        """Drop a file, if it is there."""
        with self._lock:
            if upload := self._kept.pop(number, None):
                remove(upload.path, root=upload.path.parent)

    def close(self) -> None:
        """Drop all."""
        with self._lock:
            self._kept.clear()
            self._folder.cleanup()


# What is added to the names of files: numbers before them, and the words of a second one after them.
_ADDED = re.compile(r"^\d+[ _.-]+|(?:[ _-]*(?:\(\d+\)|copy|final|new|v\d+))+$", re.IGNORECASE)


class SlotFinder:
    """Finds slots; what was found is kept as long as the context is the same. One thread at a time."""

    def __init__(self, look: Look) -> None:
        self.look, self.context = look, look.context
        self._found: dict[tuple[str, str], tuple[Slot, ...]] = {}

    def art(self, *slots: Slot) -> GameArt:
        """Return the game with these slots alone."""
        return GameArt((self.context,), slots, ())

    def of_piece(self, component: Component, piece: Piece) -> tuple[Slot, ...]:
        """Return the slots that a piece shows, its own before those that it has in common with others."""
        key = component.id, piece.id
        if key not in self._found:
            name = str(piece.fields.get("art") or piece.id)
            seen = piece_slots(self.context, component, piece)
            own_first = sorted(seen, key=lambda slot: (slot.name != name, slot.main.side != "front"))
            self._found[key] = tuple(own_first)
        return self._found[key]

    def meant_by(self, file: str) -> Slot | None:
        """Return the slot that the name of a file means, None when it means none or several."""
        stem = PurePath(file).stem
        for name in dict.fromkeys((stem, _ADDED.sub("", stem))):
            slots = self._called(name)
            if slots:
                return slots[0] if len({slot.name for slot in slots}) == 1 else None
        naming = (
            piece
            for piece in self.context.game.pieces
            if any(isinstance(text, str) and picture_name(text) == file for text in piece[1].fields.values())
        )
        return next(iter(self._first_slots(naming)), None)

    def named(self, name: str) -> Slot:
        """Return the first slot that a name means: an id, component/piece, a card's name, a slot. Raises UnknownName."""
        for slot in self._called(name):
            return slot
        for _, piece in self._pieces_called(name):
            hint = "add a picture to its layout in Design, or have its template ask for one"
            raise UnknownName(f"{piece.name} ({piece.id}) shows no picture", hint)
        hint = suggest_argument(name.rpartition("/")[2], self.names(), "slots")
        raise UnknownName(f'no piece or art slot is called "{name}"', hint)

    def slot_of(self, component: Component, piece: Piece, name: str) -> Slot:
        """Return a slot of a piece. Raises UnknownName."""
        slots = self.of_piece(component, piece)
        for slot in slots:
            if slot.name == name:
                return slot
        hint = suggest_argument(name, [slot.name for slot in slots], "slots")
        raise UnknownName(f'{component.id}/{piece.id} shows no picture called "{name}"', hint)

    def names(self) -> list[str]:
        """Return what a picture may be said to be for: the pieces, and the slots that pieces have in common."""
        pieces = {piece.id for _, piece in self.context.game.pieces}
        return sorted(pieces | {slot.name for slot in self._shared()})

    def _pieces_called(self, name: str) -> list[tuple[Component, Piece]]:
        pieces, wanted = self.context.game.pieces, "" if "/" in name else _plain(name)
        exact = [
            piece
            for piece in pieces
            if name in (piece[1].id, f"{piece[0].id}/{piece[1].id}", piece[1].fields.get("art"))
        ]
        return exact or [
            each for each in pieces if wanted and wanted in (_plain(each[1].id), _plain(each[1].name))
        ]

    def _called(self, name: str) -> list[Slot]:
        plain = "" if "/" in name else _plain(name)
        return self._first_slots(self._pieces_called(name)) or [
            slot
            for slot in self._shared()
            if slot.name == name or (plain and _plain(PurePath(slot.name).stem) == plain)
        ]

    def _first_slots(self, pieces: Iterable[tuple[Component, Piece]]) -> list[Slot]:
        return [slots[0] for piece in pieces if (slots := self.of_piece(*piece))]

    def _shared(self) -> list[Slot]:
        for component in self.context.game.components:
            self.of_piece(component, component.pieces[0])
        slots_by_name = {slot.name: slot for slots in self._found.values() for slot in slots}
        return list(slots_by_name.values())


def _plain(text: str) -> str:
    """Return a name as it is compared.

    >>> _plain("Red Apple"), _plain("red_apple"), _plain("RedApple")
    ('redapple', 'redapple', 'redapple')
    """
    return re.sub(r"[\W_]+", "", text.casefold())


CARD = "/api/games/{game}/cards/{component}/{piece}/art"
WORDS = ("credit", "licence", "source")
MOST_AT_ONCE = 200


class ArtRoutes:
    """Pictures of the games of a studio."""

    def __init__(self, state: StudioState) -> None:
        self._state, self._uploads = state, Uploads()
        self._finders: dict[tuple[str, str], SlotFinder] = {}
        self.routes: list[BaseRoute] = [
            route(CARD, self.card),
            json_route(f"{CARD}/trial", self.trial),
            json_route(f"{CARD}/placement", self.place),
            route(f"{CARD}/artboard", self.artboard),
            route("/api/games/{game}/art/names", self.names),
            json_route("/api/games/{game}/art/match", self.match),
            json_route("/api/games/{game}/art/add", self.add),
            json_route("/api/games/{game}/art/icons", self.add_icons),
            upload_route("/upload/art/{game}", self.upload),
        ]

    def close(self) -> None:
        """Forget the files that were sent and not used."""
        self._uploads.close()

    def card(self, request: Request) -> Json:
        """Return the slots of a card."""
        with self._card(request) as (finder, component, piece):
            slots = finder.of_piece(component, piece)
            return {"slots": [slot_content(finder.art(slot), slot) for slot in slots], "limits": LIMITS}

    def trial(self, request: Request, body: Json) -> Json:
        """Return how the card would look, and how the picture would lie; nothing is written."""
        placement = _placement(body)
        with self._card(request) as (finder, component, piece):
            slot = finder.slot_of(component, piece, str(body.get("slot", "")))
            lies = lies_content(finder.art(slot), slot, placement)
            side, context = slot.main.side, finder.context.for_screen({slot.name: placement})
            wanted = frozenset((PieceSide(component.id, piece.id, side),))
            (drawn,) = PieceDrawer(component, context).draw((piece,), sides=wanted)
        if side not in drawn.sides:
            raise CannotUse(f"the {side} of {component.id}/{piece.id} cannot be drawn", "pnp check says why")
        done = drawn.sides[side]
        shown = ShownFace(done.face, context.sources.fonts.of_digests(done.fonts))
        findings = [*map(finding_content, drawn.found)]
        return {"svg": face_file(shown).decode(), "lies": lies, "findings": findings}

    def place(self, request: Request, body: Json) -> Json:
        """Keep where a picture lies, unless that was changed meanwhile."""
        placement, before = _placement(body), _placement({"placement": body.get("was")})
        self._state.look_again()  # a file may just have been saved, or seen while it was half written
        self._state.own_folder(request.path_params["game"])
        with self._card(request) as (finder, component, piece):
            slot = finder.slot_of(component, piece, str(body.get("slot", "")))
            if checked_placement(slot.main.placement) != before:
                hint = "look at its current placement, then place it again"
                raise CannotUse(f"the placement of {slot.name} was changed meanwhile", hint)
            change = moved_picture(finder.art(slot), slot, placement)
            content = slot_content(finder.art(slot), placed_slot(slot, placement))
        what = f"{piece.name}: picture moved"
        return self._state.write(request.path_params["game"], what, (change,)) | {"slot": content}

    def artboard(self, request: Request) -> Response:
        """Return a blank drawing as large as a slot, with the card around it on a locked layer."""
        from pnp.art.brief import slot_artboard  # noqa: PLC0415 - it takes long to load, and few ask for it

        with self._card(request) as (finder, component, piece):
            slot = finder.slot_of(component, piece, request.query_params.get("slot", ""))
            name, svg = slot_artboard(finder.art(slot), slot)
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    def names(self, request: Request) -> list[str]:
        """Return what a picture may be said to be for."""
        with self._finder(request) as finder:
            return finder.names()

    def upload(self, request: Request, data: bytes) -> Json:
        """Take a file and say which slot its name means; nothing of the game is changed."""
        if not data:
            raise CannotUse("the file is empty", "export it again")
        upload = self._uploads.keep(request.query_params.get("name", ""), data)
        wanted = request.query_params.get("for", "")
        with self._finder(request) as finder:
            slot = finder.named(wanted) if wanted else finder.meant_by(upload.name)
            art = finder.art(*((slot,) if slot else ()))
        return upload_content(upload, art, slot)

    def match(self, request: Request, body: Json) -> Json:
        """Return what becomes of a file that was sent when it is for another slot."""
        upload = self._uploads.find(str(body.get("id", "")))
        with self._finder(request) as finder:
            slot = self._slot(finder, body)
            art = finder.art(slot)
        return upload_content(upload, art, slot)

    def add(self, request: Request, body: Json) -> Json:
        """Put files that were sent into their slots, all of them or none."""
        files: Any = body.get("files")
        named = isinstance(files, list) and all(isinstance(file, dict) for file in files)
        if not named or not 0 < len(files) <= MOST_AT_ONCE:
            raise CannotUse("no files are chosen", f"choose up to {MOST_AT_ONCE} at once")
        words = {name: str(body[name]) for name in WORDS if body.get(name)}
        self._state.own_folder(request.path_params["game"])
        with self._finder(request) as finder:
            slots = [self._slot(finder, file) for file in files]
            art = finder.art(*slots)
            _, piece = art.piece(slots[0].main)
        uploads = [self._uploads.find(str(file.get("id", ""))) for file in files]
        pictures: list[PictureForSlot] = [
            (slot, ready_picture(each.data, each.name, slot, finder.art(slot)))
            for slot, each in zip(slots, uploads, strict=True)
        ]
        what = f"picture of {piece.name}" if len(slots) == 1 else counted(len(slots), "picture")
        answer = self._state.write(request.path_params["game"], what, added_pictures(art, pictures, words))
        for upload in uploads:
            self._uploads.forget(upload.number)
        return answer | {"added": len(slots)}

    def add_icons(self, request: Request, body: Json) -> Json:
        """Keep files that were sent as icons of the game, named as they are; each takes the place of the one of its name."""
        numbers, game = body.get("files"), request.path_params["game"]
        if not isinstance(numbers, list) or not 0 < len(numbers) <= MOST_AT_ONCE:
            raise CannotUse("no files are chosen", f"choose up to {MOST_AT_ONCE} at once")
        uploads = [self._uploads.find(str(number)) for number in numbers]
        self._state.own_folder(game)
        with self._finder(request) as finder:
            pictures = [
                usable_picture(each.data, each.name, finder.context, keep_png=True) for each in uploads
            ]
        folder, after = self._state.project.root / f"templates/{game}/icons", dict[Path, bytes | None]()
        for upload, picture in zip(uploads, pictures, strict=True):
            name = re.sub(r"[^\w -]", "_", PurePath(upload.name).stem)
            others = (folder / f"{name}{ending}" for ending in ENDINGS)
            after |= {path: None for path in others if is_file(path)}
            after[folder / f"{name}{picture.ending}"] = picture.data
        changes = [FileChange(path, current_content(path), data) for path, data in after.items()]
        return self._state.write(game, counted(len(uploads), "icon"), changes)

    @staticmethod
    def _slot(finder: SlotFinder, body: Json) -> Slot:
        name, piece = str(body.get("slot", "")), str(body.get("piece", ""))
        if not piece:
            return finder.named(name)
        for component, one in finder.context.game.pieces:
            if f"{component.id}/{one.id}" == piece:
                return finder.slot_of(component, one, name)
        raise UnknownName(f'there is no piece "{piece}"', "reload the page")

    @contextmanager
    def _finder(self, request: Request) -> Iterator[SlotFinder]:
        game, theme = request.path_params["game"], theme_of(request)
        with self._state.looking(game, theme) as look:
            finder = self._finders.get((game, theme))
            if finder is None or finder.context is not look.context:
                finder = self._finders[game, theme] = SlotFinder(look)
            yield finder

    @contextmanager
    def _card(self, request: Request) -> Iterator[tuple[SlotFinder, Component, Piece]]:
        component, piece = request.path_params["component"], request.path_params["piece"]
        with self._finder(request) as finder:
            yield finder, finder.look.component(component), finder.look.piece(component, piece)


def _placement(body: Json) -> Placement:
    given = body.get("placement")
    given = given if isinstance(given, dict) else {}
    focus = given.get("focus", [0.5, 0.5])
    numbers = [*(focus if isinstance(focus, list) and len(focus) == 2 else [None]), given.get("zoom", 1)]
    numbers.append(given.get("rotation", 0))
    if not all(isinstance(number, int | float) for number in numbers):
        raise CannotUse("a placement is a focus of two numbers, a zoom and a rotation", "reload the page")
    x, y, zoom, rotation = map(float, numbers)
    return checked_placement(Placement((x, y), zoom, rotation, given.get("fit") or None))


LIMITS: Json = {"zoom": list(ZOOMS), "rotation": list(ROTATIONS), "fits": list(FITS)}


def slot_content(art: GameArt, slot: Slot) -> Json:
    """Return a slot of a piece as its panel shows it."""
    status = status_of(art, slot)
    use = slot.main
    credit = art.game.art_credits.get(slot.name)
    words = {name: getattr(credit, name) if credit else "" for name in WORDS}
    is_own = slot.path is not None and slot.path.is_relative_to(art.folder)
    across, down = pixels_for(use.size, 300)
    remarks = status.remarks
    if slot.path is not None and status.status != "unusable":
        # The page reckons the size and the shape as the picture moves.
        remarks = tuple(map(str, art.context.gallery.read(slot.path).changes))
    return {
        **attributes_of(use, "side corners asked"),
        "name": slot.name,
        "title": art.title(slot),
        "status": status.status,
        "remarks": list(remarks),
        "dpi": _rounded(status.dpi),
        "file": art.shown(slot.path) if slot.path else None,
        "own": is_own,
        "wanted": [across, down],
        "credit": words,
        "width": use.size.width,
        "height": use.size.height,
        "placement": asdict(use.placement) | {"focus": list(use.placement.focus)},
        "lies": lies_content(art, slot, use.placement),
    }


def lies_content(art: GameArt, slot: Slot, placement: Placement) -> Json | None:
    """Return how a picture lies with a placement, None without one that can be read.

    `scale` has the mm that the whole picture takes across and down, before it is turned.
    """
    if slot.path is None:
        return None
    try:
        drawing = art.context.gallery.read(slot.path)
    except UnsafeDrawing:
        return None
    size, use = drawing.view.size, replace(slot.main, placement=placement)
    scale = placement.scale(size, use.size, use.fit)
    return {
        "focus": list(placement.shown_focus(size, use.size, use.fit)),
        "scale": [scale * size.width, scale * size.height],
        "empty": placement.empty_share(size, use.size, use.fit),
        "dpi": _rounded(dpi_of(drawing.raster, use) if drawing.raster else None),
    }


def _rounded(resolution: float | None) -> int | None:
    return None if resolution is None else round(min(resolution, 1e6))


def upload_content(upload: Upload, art: GameArt, slot: Slot | None) -> Json:
    """Return what is said of a file that was sent before it is put into a slot."""
    content: Json = {"id": upload.number, "name": upload.name, "bytes": upload.size}
    content["slot"] = slot.name if slot else ""
    if slot is None:
        return content
    content |= {"piece": f"{slot.main.component}/{slot.main.piece}", "title": art.title(slot)}
    content["replaces"] = [art.shown(path) for path in files_of(art, slot)]
    if not content["replaces"] and slot.names_file and slot.path and slot.path.is_relative_to(art.folder):
        content["replaces"] = [art.shown(slot.path)]
    try:
        picture = ready_picture(upload.data, upload.name, slot, art)
    except CannotUse as error:
        return content | {"refused": str(error), "hint": error.hint}
    size = [round(picture.size.width), round(picture.size.height)]
    return content | {
        "size": size if picture.pixels else None,
        "said": reckoning(picture, slot),
        "done": list(picture.done),
        "warnings": list(remarks(picture, slot)),
    }
