"""What the page may ask about pictures: a card's slots, how a picture would lie, and files put into their slots."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pnp.art.add import ready_picture
from pnp.art.place import checked_placement, placed_slot
from pnp.art.placed_face import placed_face
from pnp.art.slot_names import own_games
from pnp.art.slots import Slot
from pnp.edit.file_change import FileChange
from pnp.edit.picture_change import PictureForSlot, added_pictures, moved_picture
from pnp.model.errors import CannotUse, UnknownName
from pnp.model.game import Component, Piece
from pnp.model.placement import Placement
from pnp.studio.art_content import LIMITS, lies_content, slot_content, upload_content
from pnp.studio.content import Json, finding_content
from pnp.studio.face_files import FaceFiles
from pnp.studio.form_content import history_content
from pnp.studio.looks import Look, ShownFace
from pnp.studio.request_body import object_of
from pnp.studio.slot_finder import SlotFinder
from pnp.studio.state import StudioState
from pnp.studio.uploads import Uploads
from pnp.text import counted

CARD = "/api/games/{game}/cards/{component}/{piece}/art"
WORDS = ("credit", "licence", "source")
MOST_AT_ONCE = 200


class ArtRoutes:
    """Pictures of the games of a studio."""

    def __init__(self, state: StudioState) -> None:
        self._state, self._files, self._uploads = state, FaceFiles(most=4), Uploads()
        self._finders: dict[tuple[str, str], SlotFinder] = {}

    def close(self) -> None:
        """Forget the files that were sent and not used."""
        self._uploads.close()

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses, and what answers at each."""
        return [
            Route(CARD, self.card),
            Route(f"{CARD}/trial", self.trial, methods=["POST"]),
            Route(f"{CARD}/placement", self.place, methods=["POST"]),
            Route(f"{CARD}/artboard", self.artboard),
            Route("/api/games/{game}/art/names", self.names),
            Route("/api/games/{game}/art/match", self.match, methods=["POST"]),
            Route("/api/games/{game}/art/add", self.add, methods=["POST"]),
            Route("/upload/art/{game}", self.upload, methods=["POST"]),
        ]

    def card(self, request: Request) -> Response:
        """Answer with the slots of a card."""
        with self._card(request) as (finder, _, component, piece):
            slots = finder.of_piece(component, piece)
            told = [slot_content(finder.art(slot), slot) for slot in slots]
        return JSONResponse({"slots": told, "limits": LIMITS})

    async def trial(self, request: Request) -> Response:
        """Answer with how the card would look, and how the picture would lie; nothing is written."""
        return await run_in_threadpool(self._tried, request, await object_of(request))

    def _tried(self, request: Request, asked: Json) -> Response:
        placement = _placement(asked)
        with self._card(request) as (finder, _, component, piece):
            slot = finder.slot_of(component, piece, str(asked.get("slot", "")))
            lies = lies_content(finder.art(slot), slot, slot.main, placement)
            side = slot.main.side
            drawn = placed_face(finder.context, component, piece, side, slot=slot.name, placement=placement)
        svg = self._files.svg(ShownFace(drawn.face, drawn.fonts)).decode()
        found = [finding_content(each) for each in drawn.diagnostics]
        return JSONResponse({"svg": svg, "lies": lies, "findings": found})

    async def place(self, request: Request) -> Response:
        """Keep where a picture lies, unless that was changed meanwhile."""
        return await run_in_threadpool(self._placed, request, await object_of(request))

    def _placed(self, request: Request, asked: Json) -> Response:
        placement, before = _placement(asked), _placement({"placement": asked.get("was")})
        with self._card(request) as (finder, look, component, piece):
            self._refuse_others(look)
            slot = finder.slot_of(component, piece, str(asked.get("slot", "")))
            if checked_placement(slot.main.placement) != before:
                hint = "look at it as it is now, then place it again"
                raise CannotUse(f"the placement of {slot.name} was changed meanwhile", hint)
            change = moved_picture(finder.art(slot), slot, placement)
            told = slot_content(finder.art(slot), placed_slot(slot, placement))
        return self._written(f"{slot.name}: placement", (change,), {"slot": told})

    def artboard(self, request: Request) -> Response:
        """Send a blank drawing as large as a slot, with the card around it on a locked layer."""
        from pnp.art.brief import slot_artboard  # noqa: PLC0415 - it takes long to load, and few ask for it

        with self._card(request) as (finder, _, component, piece):
            slot = finder.slot_of(component, piece, request.query_params.get("slot", ""))
            name, svg = slot_artboard(finder.art(slot), slot)
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    def names(self, request: Request) -> Response:
        """Answer with what a picture may be said to be for."""
        with self._finder(request) as (finder, _):
            return JSONResponse(finder.names())

    async def upload(self, request: Request) -> Response:
        """Take a file and say which slot its name means; nothing of the game is changed."""
        data = await request.body()
        if not data:
            raise CannotUse("the file is empty", "export it again")
        return await run_in_threadpool(self._uploaded, request, data)

    def _uploaded(self, request: Request, data: bytes) -> Response:
        upload = self._uploads.keep(request.query_params.get("name", ""), data)
        asked = request.query_params.get("for", "")
        with self._finder(request) as (finder, _):
            slot = finder.named(asked) if asked else finder.meant_by(upload.name)
            art = finder.art(*((slot,) if slot else ()))
        return JSONResponse(upload_content(upload, art, slot))

    async def match(self, request: Request) -> Response:
        """Say what becomes of a file that was sent when it is for another slot."""
        return await run_in_threadpool(self._matched, request, await object_of(request))

    def _matched(self, request: Request, asked: Json) -> Response:
        upload = self._uploads.find(str(asked.get("id", "")))
        with self._finder(request) as (finder, _):
            slot = self._slot(finder, asked)
            art = finder.art(slot)
        return JSONResponse(upload_content(upload, art, slot))

    async def add(self, request: Request) -> Response:
        """Put files that were sent into their slots, all of them or none."""
        return await run_in_threadpool(self._added, request, await object_of(request))

    def _added(self, request: Request, asked: Json) -> Response:
        files: Any = asked.get("files")
        named = isinstance(files, list) and all(isinstance(each, dict) for each in files)
        if not named or not 0 < len(files) <= MOST_AT_ONCE:
            raise CannotUse("no files are chosen", f"choose up to {MOST_AT_ONCE} at once")
        words = {name: str(asked[name]) for name in WORDS if asked.get(name)}
        with self._finder(request) as (finder, look):
            self._refuse_others(look)
            slots = [self._slot(finder, each) for each in files]
            art = finder.art(*slots)
        uploads = [self._uploads.find(str(each.get("id", ""))) for each in files]
        pictures: list[PictureForSlot] = [
            (slot, ready_picture(each.data, each.name, slot, finder.art(slot)))
            for slot, each in zip(slots, uploads, strict=True)
        ]
        what = f"picture of {slots[0].name}" if len(slots) == 1 else counted(len(slots), "picture")
        answer = self._written(what, added_pictures(art, pictures, words), {"added": len(slots)})
        for each in uploads:
            self._uploads.forget(each.number)
        return answer

    @staticmethod
    def _slot(finder: SlotFinder, asked: Json) -> Slot:
        """Return the slot that is asked for, as one of a piece where that is named."""
        name, piece = str(asked.get("slot", "")), str(asked.get("piece", ""))
        if not piece:
            return finder.named(name)
        component, _, own = piece.partition("/")
        for each in finder.context.game.components:
            for one in each.pieces:
                if (each.id, one.id) == (component, own):
                    return finder.slot_of(each, one, name)
        raise UnknownName(f'there is no piece "{piece}"', "load the page again")

    def _refuse_others(self, look: Look) -> None:
        """Raise CannotWrite for a game that does not lie in the project."""
        own_games(self._state.project, [look.context.game])

    def _written(self, what: str, changes: tuple[FileChange, ...], about: Json) -> Response:
        edit = self._state.history.write(what, changes)
        history = history_content(self._state.history)
        self._state.events.send("edits", **history, saved=True)
        return JSONResponse({"what": edit.what, **about, **history})

    @contextmanager
    def _finder(self, request: Request) -> Iterator[tuple[SlotFinder, Look]]:
        game, theme = request.path_params["game"], request.query_params.get("theme", "")
        with self._state.looking(game, theme) as look:
            finder = self._finders.get((game, theme))
            if finder is None or finder.context is not look.context:
                finder = self._finders[game, theme] = SlotFinder(look.context)
            yield finder, look

    @contextmanager
    def _card(self, request: Request) -> Iterator[tuple[SlotFinder, Look, Component, Piece]]:
        given = request.path_params
        with self._finder(request) as (finder, look):
            yield (
                finder,
                look,
                look.component(given["component"]),
                look.piece(given["component"], given["piece"]),
            )


def _placement(asked: Json) -> Placement:
    """Return the placement in a request. Raises CannotUse."""
    said = asked.get("placement")
    said = said if isinstance(said, dict) else {}
    focus = said.get("focus", [0.5, 0.5])
    numbers = [*(focus if isinstance(focus, list) and len(focus) == 2 else [None]), said.get("zoom", 1)]
    numbers.append(said.get("rotation", 0))
    if not all(isinstance(each, int | float) for each in numbers):
        raise CannotUse("a placement is a focus of two numbers, a zoom and a rotation", "load the page again")
    x, y, zoom, rotation = map(float, numbers)
    return checked_placement(Placement((x, y), zoom, rotation, said.get("fit") or None))
