"""Routes for reviewing a game: its checks, and comparison with an earlier version."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from threading import Lock
from typing import Literal

from PIL import Image
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from pnp.approval import DIGITS, Approvals, load_approvals
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, fonts_of
from pnp.convert.renderers import convert_drawable
from pnp.export.image_files import face_picture
from pnp.files import temporary_folder
from pnp.history import versions
from pnp.history.changed_faces import (
    Address,
    Kind,
    PrintedPiece,
    SideChange,
    Version,
    WordChange,
    compare,
    word_changes,
)
from pnp.history.diff_report import compare_pictures, lossless_png
from pnp.history.git_revision import commit_of
from pnp.load.project import Project
from pnp.model.diagnostics import CannotUse, UnknownName
from pnp.model.face import BACK, FRONT, Face, PieceSide, Side
from pnp.model.geometry import MM_PER_UNIT
from pnp.render.face_content import face_content, in_a_line
from pnp.studio.content import attributes_of
from pnp.studio.live_game import Look, ShownFace
from pnp.studio.print_choice import KnownVersion, known_versions
from pnp.studio.routing import Json, face_file, route, svg_response, theme_of
from pnp.studio.state import StudioState
from pnp.svg.refused_features import lint
from pnp.typesetting.fonts import font_book


def earlier_states(project: Project, game: str) -> Iterator[KnownVersion]:
    """Yield what a game can be compared with: what was approved, its releases, revisions in git."""
    if load_approvals(project, game).approvals is not None:
        yield KnownVersion(versions.APPROVED, "approved")
    for version in known_versions(project):
        if version.kind == "revision" or (
            version.kind == "release" and game in (versions.games_in(project, version.name) or ())
        ):
            yield version


def present_version(look: Look) -> Version:
    """Return a game as it looks now; all of it must be drawn. A piece that cannot be drawn has no faces."""
    pieces: dict[Address, PrintedPiece] = {}
    faces = {}
    assert look.game is not None
    for component, piece in look.game.pieces:
        shown = [look.shown.get(PieceSide(component.id, piece.id, side)) for side in (FRONT, BACK)]
        keys = (card.face.key if card and card.current else None for card in shown)
        printed = PrintedPiece.of(component.id, piece, *keys)
        faces.update({card.face.key: card.face for card in shown if card and printed.front})
        pieces[printed.address] = printed
    return Version(look.game.id, look.game.version, "now", pieces, faces)


def pieces_since(old: Version, new: Version) -> Iterator[Json]:
    """Yield the pieces that are not as they were, in the order of the new version, those that are gone last.

    They have `copies` before and now, the `kinds` of difference, and `sides`: each with the key of its old face where that is
    known, and its words where they differ.
    """
    changes = compare(old, new)
    looks = {change.new.address: change for change in changes.changed}
    differing = looks.keys() | {copy.new.address for copy in changes.copies}
    for address, piece in new.pieces.items():
        if address not in old.pieces:
            yield _piece(piece, "new", (None, piece.copies))
        elif address in differing:
            kinds, shown = (looks[address].kinds, looks[address].sides) if address in looks else ((), ())
            sides = [_side(each.side, each.old, word_changes(each)) for each in shown]
            yield _piece(piece, "changed", (old.pieces[address].copies, piece.copies), kinds, sides)
    for piece in changes.removed:
        yield _piece(piece, "gone", (piece.copies, None), sides=[_side(FRONT, piece.front)])


def _piece(
    piece: PrintedPiece,
    state: Literal["changed", "new", "gone"],
    copies: tuple[int | None, int | None],
    kinds: Sequence[Kind] = (),
    sides: Sequence[Json] = (),
) -> Json:
    known = attributes_of(piece, "component id name")
    return known | {"state": state, "copies": copies, "kinds": kinds, "sides": sides}


def _side(side: Side, old: str | None, words: Sequence[WordChange] = ()) -> Json:
    return {"side": side, "old": old, "words": [*map(asdict, words)]}


def pieces_since_approval(project: Project, look: Look, new: Version) -> Iterator[Json]:
    """Yield the pieces whose faces are not as approved; how they looked is not known."""
    assert look.game is not None
    approvals = load_approvals(project, look.game.id).approvals or Approvals()
    approved = {face.at: face for face in approvals.faces}
    for piece in new.pieces.values():
        sides, is_new = list[Json](), False
        for side, key in ((FRONT, piece.front), (BACK, piece.back)):
            before = approved.get(f"{piece.component}/{piece.id} {side}") or approved.get(
                f"{piece.component} {side}"
            )
            if key is not None and before is None:
                is_new = True
            elif key is not None and before and before.drawings.get(look.theme, "") != key[:DIGITS]:
                sides.append(_side(side, None, _words_since(before.text, side, new.faces[key].svg)))
        copies = (piece.copies, piece.copies)
        if sides:
            kind: Kind = "text" if any(side["words"] for side in sides) else "face"
            yield _piece(piece, "changed", copies, (kind,), sides)
        elif is_new:
            yield _piece(piece, "new", copies)
    for name in dict.fromkeys(face.at.partition(" ")[0] for face in approvals.faces if "/" in face.at):
        component, _, gone = name.partition("/")
        if (component, gone) not in new.pieces:
            yield _piece(PrintedPiece(component, gone, gone, 0, None, None, ""), "gone", (None, None))


def _words_since(before: str, side: Side, svg: str) -> tuple[WordChange, ...]:
    content = face_content(svg)
    now = content.words if content else ()
    if before == in_a_line(now):
        return ()
    return word_changes(SideChange(side, None, None, ("text",), tuple(before.split()), tuple(now)))


MOST_FACES = 5_000  # Old faces that are kept, those that were asked about latest.

DPI, LONGEST_SIDE = 150, 1_500
"""How fine pictures of what differs are, and how many pixels they have at most."""


class ReviewRoutes:
    """Checks the games of a studio and compares them with what they were."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self._lock = Lock()
        self._folder = temporary_folder("studio")
        self._drawn: dict[tuple[str, str, str], Version] = {}
        self._faces: dict[str, tuple[Face, Path | None]] = {}
        self.routes: list[BaseRoute] = [
            route("/api/games/{game}/check", self.check, "POST"),
            route("/api/games/{game}/states", self.states),
            route("/api/games/{game}/since", lambda request: self._since(*_compared(request))),
            route("/before/{game}/{key}.svg", self.before),
            route("/difference/{game}/{side:path}.png", self.difference),
        ]

    def close(self) -> None:
        """Remove what was taken out of git."""
        self._folder.cleanup()

    def check(self, request: Request) -> Json:
        """Return how far the check of a game is, which goes on after every save from now on."""
        checked = self._state.check(request.path_params["game"])
        return {"state": checked.state, "trouble": checked.trouble}

    def states(self, request: Request) -> Json:
        """Return what a game can be compared with."""
        game = self._state.known(request.path_params["game"])
        return {"states": [asdict(state) for state in earlier_states(self._state.project, game)]}

    def before(self, request: Request) -> Response:
        """Return an old face; one of that key never changes."""
        shown = self._old_face(*_compared(request), request.path_params["key"])
        return svg_response(face_file(shown), kept=True)

    def difference(self, request: Request) -> Response:
        """Return a picture of a side, pale, with what differs from the face `was` marked."""
        game, theme, name = _compared(request)
        new = self._state.face_called(game, theme, request.path_params["side"])
        page = new.face.page
        dpi = min(DPI, LONGEST_SIDE / max(page.width, page.height) * MM_PER_UNIT["in"])
        old = self._old_face(game, theme, name, request.query_params.get("was", ""))
        marked, _ = compare_pictures(self._picture(old, dpi), self._picture(new, dpi))
        return Response(lossless_png(marked), media_type="image/png")

    def _is_approval(self, name: str) -> bool:
        return name == versions.APPROVED and name not in versions.releases(self._state.project)

    def _since(self, game: str, theme: str, name: str) -> list[Json]:
        """Return the pieces of a game that are not as they were in the state of that name.

        Raises UnknownName, and PnpError for what cannot be read or drawn.
        """
        with self._state.whole(game, theme) as look:
            new = present_version(look)
            if self._is_approval(name) and (theme or not versions.keeps_faces(self._state.project, game)):
                return [*pieces_since_approval(self._state.project, look, new)]
        with self._lock:
            old = self._version(game, theme, name, new)
            pieces = [*pieces_since(old, new)]
            for key in (side["old"] for piece in pieces for side in piece["sides"]):
                if key in old.faces:
                    self._faces.pop(key, None)
                    self._faces[key] = old.faces[key], old.fonts
            while len(self._faces) > MOST_FACES:
                del self._faces[next(iter(self._faces))]
        return pieces

    def _version(self, game: str, theme: str, name: str, new: Version) -> Version:
        project = self._state.project
        nothing = Version(game, "", name, {}, {})
        if self._is_approval(name):
            return versions.approved_version(project, game, against=new)
        if name in versions.releases(project):
            if theme:
                raise CannotUse(f"the release {name} contains only the normal look", "choose the normal look")
            path = versions.manifest_at(project.root / versions.RELEASES / name, game)
            return (versions.read_version(path, name, against=new) if path else None) or nothing
        commit = commit_of(project, name)
        if commit is None:
            raise UnknownName(f'there is no release and no revision in git "{name}"')
        if (game, theme, commit) not in self._drawn:
            options, cache = BuildOptions(theme=theme), self._state.cache
            build = BuildContext(project, fonts_of(project), options, cache)
            context = versions.VersionContext(build, Path(self._folder.name))
            version = versions.find_version(context, commit, game)
            self._drawn = {(game, theme, commit): version or nothing}  # the latest alone: it has all faces
        return self._drawn[game, theme, commit]

    def _old_face(self, game: str, theme: str, name: str, key: str) -> ShownFace:
        """Return an old face of a game. Raises UnknownName for one that no piece had that is different now."""
        if key not in self._faces:
            self._since(game, theme, name)
        with self._lock:
            face, fonts = self._faces.get(key, (None, None))
            if face is not None:
                # It may have come with somebody's download: it is looked through as fresh drawings are.
                project = self._state.project
                reading = lint(face.svg, font_book(*filter(None, (project.fonts, fonts))))
                if not reading.faults:
                    return ShownFace(Face(face.key, reading.svg, face.trim, face.bleed), reading.fonts)
        raise UnknownName(f"that face of {game} is not known as it was at {name}")

    def _picture(self, shown: ShownFace, dpi: float) -> Image.Image:
        fonts = sorted(font.path for font in shown.fonts)
        pages = convert_drawable([shown.face], fonts, self._state.workers)
        if shown.face.key not in pages.where:
            raise CannotUse("that face cannot be drawn any more")
        return face_picture(pages, shown.face.key, dpi=dpi)


def _compared(request: Request) -> tuple[str, str, str]:
    return request.path_params["game"], theme_of(request), request.query_params.get("since", "")
