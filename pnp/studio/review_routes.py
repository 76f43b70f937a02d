"""Routes for reviewing a game: checks, opening a file in an editor, and comparison with an earlier version."""

import io
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from typing import Any, Literal

import click
from PIL import Image
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pnp.approval.record import DIGITS, Approvals, load_approvals
from pnp.build.build_cache import open_cache
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, fonts_of
from pnp.convert.engines import convert_drawable
from pnp.export.image_files import face_picture
from pnp.export.manifest import fingerprint
from pnp.files import is_file, is_within, real_path, temporary_folder
from pnp.history.approved_pictures import SnapshotFolder
from pnp.history.compare import (
    Address,
    Kind,
    PrintedPiece,
    SideChange,
    Version,
    WordChange,
    compare,
    word_changes,
)
from pnp.history.pictures import compare_pictures, lossless_png
from pnp.history.revision import branches_and_tags, commit_of, why_no_git
from pnp.history.store import Unreadable, read_version
from pnp.history.versions import RELEASES, VersionContext, find_version, games_in, manifest_at, releases
from pnp.load.project import Project
from pnp.load.source_excerpts import TEXTS
from pnp.model.errors import CannotUse, UnknownName
from pnp.model.face import BACK, FRONT, Face, PieceSide, Side
from pnp.render.face_content import face_content, in_a_line
from pnp.studio.face_files import FaceFiles
from pnp.studio.live_game import Look, ShownFace, side_called
from pnp.studio.request_body import object_of
from pnp.studio.security import FOR_EVER, PICTURE_POLICY
from pnp.studio.state import StudioState
from pnp.svg.lint import lint
from pnp.typesetting.fonts import font_book
from pnp.units import MM_PER_UNIT

APPROVED = "approved"
"""What the state of a game is called that was found right; a release or a branch of that name gives way to it."""

State = Literal["changed", "new", "gone"]


@dataclass(frozen=True, slots=True)
class EarlierState:
    """A state that a game can be compared with: its name, and whether that is of a release, a revision or what was approved."""

    name: str
    kind: Literal["release", "revision", "approved"]


@dataclass(frozen=True, slots=True)
class SideBefore:
    """A side that looks different: the key of its old face where that is known, and its words where they differ."""

    side: Side
    old: str | None
    words: tuple[WordChange, ...] = ()


@dataclass(frozen=True, slots=True)
class PieceBefore:
    """A piece that is not as it was, `copies` before and now; `kinds` of difference and `sides` of one that changed."""

    component: str
    id: str
    name: str
    state: State
    copies: tuple[int | None, int | None]
    kinds: tuple[Kind, ...] = ()
    sides: tuple[SideBefore, ...] = ()


def earlier_states(project: Project, game: str) -> tuple[EarlierState, ...]:
    """Return what a game can be compared with, the latest release first."""
    approved = load_approvals(project, game).approvals is not None
    kept = (name for name in reversed(releases(project)) if game in (games_in(project, name) or ()))
    revisions = ("HEAD", *branches_and_tags(project)) if commit_of(project, "HEAD") else ()
    return (
        *((EarlierState(APPROVED, "approved"),) if approved else ()),
        *(EarlierState(name, "release") for name in kept),
        *(EarlierState(name, "revision") for name in revisions),
    )


def present_version(look: Look) -> Version:
    """Return a game as it looks now; all of it must be drawn. A piece that cannot be drawn has no faces."""
    pieces: dict[Address, PrintedPiece] = {}
    faces = {}
    for component in look.game.components if look.game else ():
        for piece in component.pieces:
            shown = [look.shown.get(PieceSide(component.id, piece.id, side)) for side in (FRONT, BACK)]
            front, back = (each.face.key if each and each.current else None for each in shown)
            whole = front is not None and (back is not None or piece.back is None)
            faces.update({each.face.key: each.face for each in shown if each and whole})
            keys = (front, back) if whole else (None, None)
            sha256 = fingerprint(front, back) if whole and front else ""
            own = PrintedPiece(component.id, piece.id, piece.name, piece.copies, *keys, sha256)
            pieces[own.address] = own
    assert look.game is not None
    return Version(look.game.id, look.game.version, "now", pieces, faces)


def pieces_since(old: Version, new: Version) -> tuple[PieceBefore, ...]:
    """Return the pieces that are not as they were, in the order of the new version, those that are gone last."""
    changes = compare(old, new)
    looks = {each.new.address: each for each in changes.changed}
    copies = {each.new.address: each for each in changes.copies}
    added = {each.address for each in changes.added}

    def told() -> Iterator[PieceBefore]:
        for address, piece in new.pieces.items():
            change = looks.get(address)
            before = change.old if change else copies[address].old if address in copies else None
            if address in added:
                yield _piece(piece, "new", copies=(None, piece.copies))
            elif before is not None:
                sides = tuple(_side(each) for each in change.sides) if change else ()
                kinds = change.kinds if change else ()
                copied = (before.copies, piece.copies)
                yield _piece(piece, "changed", copies=copied, kinds=kinds, sides=sides)
        for piece in changes.removed:
            yield _piece(
                piece, "gone", copies=(piece.copies, None), sides=(SideBefore("front", piece.front),)
            )

    return tuple(told())


def _piece(piece: PrintedPiece, state: State, **about: Any) -> PieceBefore:
    return PieceBefore(piece.component, piece.id, piece.name, state, **about)


def _side(change: SideChange) -> SideBefore:
    words = word_changes(change) if change.was or change.now else ()
    return SideBefore(change.side, change.old, words)


def pieces_since_approval(project: Project, look: Look, new: Version) -> tuple[PieceBefore, ...]:
    """Return the pieces whose faces are not as approved; how they looked is known where pictures of them are kept."""
    assert look.game is not None
    approvals = load_approvals(project, look.game.id).approvals or Approvals()
    approved = {face.at: face for face in approvals.faces}
    kept = SnapshotFolder.of(project, look.game.id).read(lambda _: True)
    found: list[PieceBefore] = []
    for piece in new.pieces.values():
        sides: list[SideBefore] = []
        states: set[State] = set()
        for side, key in ((FRONT, piece.front), (BACK, piece.back)):
            name = f"{piece.component}/{piece.id} {side}"
            before = approved.get(name) or approved.get(f"{piece.component} {side}")
            if key is not None and before is None:
                states.add("new")
            elif key is not None and before and before.drawings.get(look.theme, "") != key[:DIGITS]:
                states.add("changed")
                words = _words_since(before.text, side, new.faces[key].svg)
                sides.append(SideBefore(side, kept.get(PieceSide(*piece.address, side)), words))
        if states:
            kinds: tuple[Kind, ...] = ("text",) if any(each.words for each in sides) else ("face",)
            state: State = "changed" if sides else "new"
            copies = (piece.copies, piece.copies)
            found.append(
                _piece(piece, state, copies=copies, kinds=kinds if sides else (), sides=tuple(sides))
            )
    return (*found, *_gone(approvals, new))


def _words_since(before: str, side: Side, svg: str) -> tuple[WordChange, ...]:
    content = face_content(svg)
    now = content.words if content else ()
    if before == in_a_line(now):
        return ()
    return word_changes(SideChange(side, None, None, ("text",), tuple(before.split()), tuple(now)))


def _gone(approvals: Approvals, new: Version) -> Iterator[PieceBefore]:
    """Yield the pieces that were approved and are in the game no more."""
    names = dict.fromkeys(face.at.partition(" ")[0] for face in approvals.faces if "/" in face.at)
    for name in names:
        component, _, piece = name.partition("/")
        if (component, piece) not in new.pieces:
            yield PieceBefore(component, piece, piece, "gone", (None, None))


class ReviewRoutes:
    """The addresses of these requests, and what answers at each."""

    def __init__(self, state: StudioState) -> None:
        self._state, self._earlier, self._files = state, EarlierFaces(state), FaceFiles()

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses, and what answers at each."""
        return [
            Route("/api/games/{game}/check", self.check, methods=["POST"]),
            Route("/api/games/{game}/states", self.states),
            Route("/api/games/{game}/since", self.since),
            Route("/before/{game}/{key}.svg", self.old_face),
            Route("/before/{game}/{side:path}.png", self.approved_picture),
            Route("/difference/{game}/{side:path}.png", self.difference),
            Route("/api/open", self.open_file, methods=["POST"]),
        ]

    def close(self) -> None:
        """Remove what was taken out of git."""
        self._earlier.close()

    def check(self, request: Request) -> Response:
        """Say how far the check of a game is, which goes on after every save from now on."""
        checked = self._state.check(request.path_params["game"])
        return JSONResponse({"state": checked.state, "trouble": checked.trouble})

    def states(self, request: Request) -> Response:
        """Return what a game can be compared with."""
        with self._state.looking(request.path_params["game"]) as look:
            game = look.name
        project = self._state.project
        known = [asdict(each) for each in earlier_states(project, game)]
        return JSONResponse({"states": known, "no_git": why_no_git(project)})

    def since(self, request: Request) -> Response:
        """Return the pieces that are not as they were."""
        pieces = self._earlier.since(*_asked(request))
        return JSONResponse([asdict(each) for each in pieces])

    def old_face(self, request: Request) -> Response:
        """Return a face as it was; it never changes."""
        shown = self._earlier.face(*_asked(request), request.path_params["key"])
        headers = {"content-security-policy": PICTURE_POLICY, "cache-control": FOR_EVER}
        return Response(self._files.svg(shown), media_type="image/svg+xml", headers=headers)

    def approved_picture(self, request: Request) -> Response:
        """Return the picture of a face as it was approved."""
        side = side_called(request.path_params["side"])
        picture = self._earlier.approved_picture(request.path_params["game"], side)
        return Response(png_of(picture), media_type="image/png")

    def difference(self, request: Request) -> Response:
        """Return a picture of a side with what differs from the face `was` marked."""
        side, was = side_called(request.path_params["side"]), request.query_params.get("was", "")
        return Response(self._earlier.difference(*_asked(request), side, was), media_type="image/png")

    async def open_file(self, request: Request) -> Response:
        """Open a file in the user's editor."""
        file, line = await _file_and_line(request)
        program = await run_in_threadpool(open_in_editor, self._state.project.root, file, line)
        return JSONResponse({"program": program})


def _asked(request: Request) -> tuple[str, str, str]:
    """Return the game, the theme and the name of the earlier state that a request is about."""
    query = request.query_params
    return request.path_params["game"], query.get("theme", ""), query.get("since", "")


async def _file_and_line(request: Request) -> tuple[str, int]:
    """Return what is to be opened. Raises CannotUse."""
    asked = await object_of(request)
    file, line = asked.get("file"), asked.get("line", 1)
    if not isinstance(file, str) or not isinstance(line, int):
        raise CannotUse("the file to open was not named")
    return file, line


SETTINGS = ("VISUAL", "EDITOR")
"""What names the user's editor, the first that is set."""

AT_LINE: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"), ("--goto", "{file}:{line}")
    ),
    **dict.fromkeys(("subl", "sublime_text", "zed", "zeditor", "lapce", "pulsar"), ("{file}:{line}",)),
    **dict.fromkeys(
        ("idea", "idea64", "pycharm", "pycharm64", "webstorm", "phpstorm", "kate", "kwrite"),
        ("--line", "{line}", "{file}"),
    ),
    **dict.fromkeys(("gedit", "pluma", "xed", "gvim", "mvim", "emacs", "bbedit"), ("+{line}", "{file}")),
    **dict.fromkeys(("mate", "geany"), ("-l", "{line}", "{file}")),
    "mousepad": ("--line={line}", "{file}"),
    "emacsclient": ("-n", "+{line}", "{file}"),
    "notepad++": ("-n{line}", "{file}"),
    **dict.fromkeys(("gnome-text-editor", "notepad", "textedit", "featherpad", "leafpad"), ("{file}",)),
}
"""The editors with a window of their own, by the names of their programs, and how each is told a file and a line."""

OTHERS = (".xlsx", ".ods", ".png", ".jpg", ".jpeg", ".webp", ".md", ".pdf")
"""Endings of what the system's own program is asked to open beside texts; of anything else it might run what is in it."""

SOON = 0.4
"""In s: an editor that cannot begin has ended by then."""

_OF_COMMAND_FILES = frozenset('&|<>^%!"')
"""What cmd.exe takes for more than a letter, even in quotes."""


def open_in_editor(root: Path, file: str, line: int = 1, settings: Mapping[str, str] = os.environ) -> str:
    """Open a file of the project in `root`, named as findings name it; return the name of the program.

    Raises UnknownName for what is no file there, and CannotUse where no program can be started.
    """
    path = _file_in(root, file)
    if path.suffix.lower() in TEXTS:
        command = _editor(root, settings)
        if command is not None and _is_safe(command[0], path):
            how = AT_LINE[_name(command[0])]
            _start([*command, *(each.format(file=path, line=max(1, line)) for each in how)])
            return _name(command[0])
    elif path.suffix.lower() not in OTHERS:
        raise CannotUse(f"the studio opens no files that end in {path.suffix}", "open it from its folder")
    _launch(path, file, settings)
    return ""


def _file_in(root: Path, file: str) -> Path:
    """Return the file of that name; raises UnknownName."""
    parts = PurePosixPath(file)
    path = root / parts
    whole = file.isprintable() and not parts.is_absolute() and not {"..", "\\"} & {*parts.parts, *file}
    if not whole or not is_within(path, root) or not is_file(path):
        raise UnknownName(
            f'there is no file "{file}" in {root.name}', "it may have been moved, or come with pnp"
        )
    return real_path(path)


def _editor(root: Path, settings: Mapping[str, str]) -> list[str] | None:
    """Return the user's editor and its options, None where it is not set, not known, not there, or lies in the project."""
    said = next((settings[each] for each in SETTINGS if settings.get(each, "").strip()), "")
    try:
        words = shlex.split(said, posix=os.name == "posix")
    except ValueError:  # a quote that is not closed
        return None
    program = shutil.which(words[0].strip('"'), path=settings.get("PATH")) if words else None
    if program is None or _name(program) not in AT_LINE or is_within(Path(program), root):
        return None
    return [program, *words[1:]]


def _name(program: str) -> str:
    """Return what an editor is called, whatever its program ends in.

    >>> _name("/usr/local/bin/code"), _name("Notepad++.exe")
    ('code', 'notepad++')
    """
    path = Path(program)
    return (path.stem if path.suffix.lower() in {".exe", ".cmd", ".bat"} else path.name).lower()


def _is_safe(program: str, path: Path) -> bool:
    """Say whether a program gets the path as it is: Windows hands one in a command file to cmd.exe, which reads more into it."""
    return not program.lower().endswith((".cmd", ".bat")) or not _OF_COMMAND_FILES.intersection(str(path))


def _start(command: Sequence[str]) -> None:
    """Start a program that goes on by itself. Raises CannotUse when it cannot be, or ends at once with an error."""
    name = _name(command[0])
    quiet = subprocess.DEVNULL
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's editor; the file is one argument
            command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
        )
        status = process.wait(SOON)
    except subprocess.TimeoutExpired:
        Thread(target=process.wait, daemon=True).start()
        return
    except OSError as error:
        raise CannotUse(f"{name} cannot be started: {error.strerror or error}", _HINT) from error
    if status:
        raise CannotUse(f"{name} ended at once, with status {status}", _HINT)


_HINT = "set VISUAL to the command of your editor, such as code, and start pnp studio again"


def _launch(path: Path, file: str, settings: Mapping[str, str]) -> None:
    """Open a file with the system's program for it. Raises CannotUse."""
    has_screen = (
        sys.platform in {"win32", "darwin"} or settings.get("DISPLAY") or settings.get("WAYLAND_DISPLAY")
    )
    if not has_screen or click.launch(str(path)):
        raise CannotUse(f"no program was found to open {file}", _HINT)


MOST_FACES = 5_000
"""So many old faces are kept, those that were asked about latest."""

DPI, LONGEST_SIDE = 150, 1_500
"""How fine pictures of what differs are, and how many pixels they have at most."""


class EarlierFaces:
    """Compares the games of a studio with what they were."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self._lock = Lock()
        self._folder: TemporaryDirectory[str] | None = None
        self._drawn: dict[tuple[str, str, str], Version] = {}
        self._faces: dict[str, tuple[Face, Path | None]] = {}

    def close(self) -> None:
        """Remove what was taken out of git."""
        if self._folder is not None:
            self._folder.cleanup()

    def since(self, game: str, theme: str, name: str) -> tuple[PieceBefore, ...]:
        """Return the pieces of a game that are not as they were in the state of that name.

        Raises UnknownName, and PnpError for what cannot be read or drawn.
        """
        with self._state.whole(game, theme) as look:
            new = present_version(look)
            if name == APPROVED and name not in releases(self._state.project):
                return pieces_since_approval(self._state.project, look, new)
        with self._lock:
            old = self._version(game, theme, name, new)
            found = pieces_since(old, new)
            for side in (side for piece in found for side in piece.sides):
                if side.old is not None and side.old in old.faces:
                    self._faces.pop(side.old, None)
                    self._faces[side.old] = old.faces[side.old], old.fonts
            while len(self._faces) > MOST_FACES:
                del self._faces[next(iter(self._faces))]
        return found

    def _version(self, game: str, theme: str, name: str, new: Version) -> Version:
        project = self._state.project
        nothing = Version(game, "", name, {}, {})
        if name in releases(project):
            if theme:
                raise CannotUse(f"the release {name} is kept in the usual look", "choose the usual look")
            path = manifest_at(project.root / RELEASES / name, game)
            return (read_version(path, name, against=new) if path else None) or nothing
        commit = commit_of(project, name)
        if commit is None:
            raise UnknownName(f'there is no release and no revision in git "{name}"')
        if (game, theme, commit) not in self._drawn:
            self._folder = self._folder or temporary_folder("studio")
            options = BuildOptions(theme=theme)
            with open_cache() as cache:
                build = BuildContext(project, fonts_of(project), options, cache)
                found = find_version(VersionContext(build, Path(self._folder.name)), commit, game)
            self._drawn = {(game, theme, commit): found or nothing}  # the latest alone: it has all faces
        return self._drawn[game, theme, commit]

    def face(self, game: str, theme: str, name: str, key: str) -> ShownFace:
        """Return an old face of a game. Raises UnknownName for one that no piece had that is different now."""
        if key not in self._faces:
            self.since(game, theme, name)
        with self._lock:
            face, fonts = self._faces.get(key, (None, None))
            if face is not None:
                # It may have come with somebody's download: it is looked through as fresh drawings are.
                project = self._state.project
                reading = lint(face.svg, font_book(*filter(None, (project.fonts, fonts))))
                if not reading.faults:
                    return ShownFace(Face(face.key, reading.svg, face.trim, face.bleed), reading.fonts)
        raise UnknownName(f"that face of {game} is not known as it was at {name}")

    def approved_picture(self, game: str, side: PieceSide) -> Image.Image:
        """Return the picture of a face as it was approved. Raises UnknownName."""
        try:
            return SnapshotFolder.of(self._state.project, game).picture(side)
        except Unreadable as error:
            raise UnknownName(f"{side.title}, has no picture as it was approved: {error}") from error

    def difference(self, game: str, theme: str, name: str, side: PieceSide, key: str) -> bytes:
        """Return a PNG of a side, pale, with what differs from the old face marked. Raises PnpError."""
        new = self._state.face(game, theme, side)
        if new is None:
            raise UnknownName(f"{side.title}, cannot be drawn", "the findings of the game say why")
        page = new.face.page
        dpi = min(DPI, LONGEST_SIDE / max(page.width, page.height) * MM_PER_UNIT["in"])
        if name == APPROVED and name not in releases(self._state.project):
            picture = self.approved_picture(game, side)
            dpi = DPI  # as the pictures are
        else:
            picture = self._picture(self.face(game, theme, name, key), dpi)
        found = compare_pictures(picture, self._picture(new, dpi))
        assert found.marked is not None
        return lossless_png(found.marked)

    def _picture(self, shown: ShownFace, dpi: float) -> Image.Image:
        fonts = sorted(font.path for font in shown.fonts)
        pages = convert_drawable([shown.face], fonts, self._state.workers)
        if shown.face.key not in pages.where:
            raise CannotUse("that face cannot be drawn any more")
        return face_picture(pages, shown.face.key, dpi=dpi)


def png_of(picture: Image.Image) -> bytes:
    """Return a picture as a PNG file."""
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
