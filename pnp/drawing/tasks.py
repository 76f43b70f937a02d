"""The tasks of a build that another process can do: functions of values, which give values."""

import io
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

from pnp.cache import Cache, Store, cache_folder
from pnp.files import is_file, is_within, lasting_folder, make_folder, read_bytes, walk, write
from pnp.load.game_files import LARGEST, READ
from pnp.load.project import Project, find_project
from pnp.load.translation_files import font_folders
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Face, PieceSide, Side
from pnp.model.game import Game, Piece
from pnp.processes.values import unpickled
from pnp.processes.worker import received
from pnp.render.context import FaceCache, RenderContext
from pnp.render.drawn_pieces import DrawnPiece
from pnp.render.faces import PieceDrawer
from pnp.render.fonts import font_book
from pnp.render.sources import ArtRequest, sources_of


@dataclass(frozen=True, slots=True)
class DrawnWith:
    """What faces are drawn with in another process, beside the game: `program` is the digest of what draws.

    `keeps_code`: templates are kept compiled. `files` stands for the files as they are: what was read of others is read anew.
    """

    project: Project
    theme: str
    program: str
    any_size: bool
    on_screen: bool
    asking: bool
    checks_art: bool
    keeps_code: bool
    files: int


@dataclass(frozen=True, slots=True)
class SentSide:
    """A drawn side on its way back; its fonts are named by their digests."""

    face: Face
    fonts: tuple[str, ...]
    found: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class SentPieces:
    """Drawn pieces on their way back, and what the cache is to keep of them."""

    pieces: tuple[tuple[dict[Side, SentSide], tuple[Diagnostic, ...], tuple[ArtRequest, ...]], ...]
    kept: dict[str, bytes]


class RecordingStore:
    """Knows nothing of before, and holds what is put until it is taken away."""

    def __init__(self) -> None:
        self._content: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        """Return what was put since the last time."""
        return self._content.get(key)

    def put(self, key: str, content: bytes) -> None:
        """Hold `content`."""
        self._content[key] = content

    def take(self) -> dict[str, bytes]:
        """Return all that was put, and hold it no more."""
        content, self._content = self._content, {}
        return content


WantedSides = tuple[tuple[str, ...], frozenset[PieceSide]]
"""The ids of some pieces, and those of their sides that are to be drawn."""

_DRAWING = Lock()
"""Templates are drawn by one thread at a time; a worker of a cluster may have several."""


def draw_pieces(
    game: object, files: object, component: object, drawn_with: DrawnWith, run: "WantedSides"
) -> SentPieces:
    """Return some sides of some pieces, drawn in this process.

    `game`, `component` and `files`, None where this process has the project's files, are as `pickled` and `files_of` made
    them; a component of the game goes by its id.
    """
    pieces, sides = run
    with _DRAWING:
        drawer, store, known, code = _drawer(game, files, drawn_with, component)
        drawn = drawer.draw([known[piece] for piece in pieces], sides=sides)
        if isinstance(code, Cache):
            code.let_go()  # nothing waits in a worker, which may end at any time
        return SentPieces(tuple((_sent(each), each.found, each.asked) for each in drawn), store.take())


def _sent(drawn: DrawnPiece) -> dict[Side, SentSide]:
    return {
        side: SentSide(each.face, tuple(font.digest for font in each.fonts), each.found)
        for side, each in drawn.sides.items()
    }


@lru_cache(maxsize=8)
def _drawer(
    game: object, files: object, drawn_with: DrawnWith, component: object
) -> tuple[PieceDrawer, RecordingStore, dict[str, Piece], Store | None]:
    """Return what draws the pieces of a component, where it keeps what it drew, the pieces by id, and the store of code."""
    context, store = _rendering(game, files, drawn_with)
    if isinstance(component, str):
        whole = next(each for each in context.game.components if each.id == component)
    else:
        whole = unpickled(component)
    return PieceDrawer(whole, context), store, {piece.id: piece for piece in whole.pieces}, context.code


@lru_cache(maxsize=4)
def _rendering(game: object, files: object, drawn_with: DrawnWith) -> tuple[RenderContext, RecordingStore]:
    store, project = RecordingStore(), drawn_with.project
    loaded: Game = unpickled(game)
    if files is not None:
        project = _unpacked(received(files))
    sources = sources_of(project, loaded.id, font_book(*font_folders(project)))
    code = Cache(cache_folder()) if drawn_with.keeps_code else None
    context = RenderContext(loaded, sources, drawn_with.theme, FaceCache(store, drawn_with.program), code)
    context.asking, context.checks_art = drawn_with.asking, drawn_with.checks_art
    if drawn_with.any_size:
        context = context.at_any_size()
    return (context.for_screen() if drawn_with.on_screen else context), store


def files_of(project: Project, game: str) -> bytes:
    """Return the files that a game of the project is drawn with, as a ZIP archive, for a machine that has none of them."""
    content = io.BytesIO()
    own = project.game_folder(game) or project.root
    with zipfile.ZipFile(content, "w") as archive:
        folders = ((own, f"card_data/{game}"), (project.templates[0], "templates"), (project.fonts, "fonts"))
        for folder, name in folders:
            for top, inside, files in walk(folder):
                inside.sort()
                for path in sorted(Path(top, file) for file in files):
                    if path.suffix.lower() in READ and is_within(path, folder) and is_file(path):
                        entry = zipfile.ZipInfo(f"{name}/{path.relative_to(folder).as_posix()}")
                        archive.writestr(entry, read_bytes(path, limit=LARGEST))
    return content.getvalue()


@lru_cache(maxsize=2)
def _unpacked(archive: bytes) -> Project:
    """Return a project of the files that were sent, in a temporary folder that goes with this process."""
    root = lasting_folder("project")
    make_folder(root / "card_data")
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        for name in files.namelist():
            write(root / name, files.read(name), root=root, durable=False)
    return find_project(root)
