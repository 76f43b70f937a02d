"""The faces of a game as they were approved: where they are kept, and how they are renewed.

snapshots/<game>/manifest.json, faces/<key>.svg
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.approval.record import APPROVED_FACES
from pnp.build.pipeline import BuildContext
from pnp.export.manifest import NAME, fingerprint
from pnp.files import is_within, leads_outside, real_path, remove
from pnp.history.compare import GameChanges, PrintedPiece, Version
from pnp.history.diff import paragraph
from pnp.history.store import read_version, write_version
from pnp.history.versions import draw_version
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import CannotWrite
from pnp.model.face import BACK, FRONT, PieceSide
from pnp.model.game import Game
from pnp.text import counted

PAGE = "snapshot.html"
"""The page, in a game's output, that shows what is not as approved."""


@dataclass(frozen=True, slots=True)
class SnapshotFolder:
    """The approved faces of a game, in `path`; no link may lead out of `root`."""

    path: Path
    root: Path

    @classmethod
    def of(cls, project: Project, game: str = "", elsewhere: Path | None = None) -> "SnapshotFolder":
        """Return where the faces of a game lie, or those of all games; `elsewhere` instead of in the project."""
        name = f"{game}-{project.language}" if game and project.language else game
        folder = elsewhere or project.root / APPROVED_FACES
        return cls(folder / name, real_path(elsewhere or project.root))

    @property
    def exists(self) -> bool:
        """Whether faces of the game are kept."""
        return is_within(self.path, self.root) and self.path.is_dir()

    def read(self, game: str, *, against: Version | None = None) -> Version:
        """Return what was approved, as much of it as can be read; see `read_version`."""
        kept = read_version(self.path / NAME, "you approved", against=against) if self.exists else None
        return kept or Version(game, "", "you approved", {}, {})


def keep_faces(
    context: BuildContext,
    game: Game,
    folder: SnapshotFolder,
    asked: Callable[[PieceSide], bool],
    *,
    path_text: Callable[[Path], str] = str,
) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """Keep the faces that are asked for as they are now; return what to say, and what was found. Raises CannotWrite."""
    now, drawn = draw_version(context, game)
    if has_errors(drawn.diagnostics):
        return (), drawn.diagnostics
    before = folder.read(game.id)
    if not any(asked(side) for side in (*before.sides, *now.sides)):
        return (), drawn.diagnostics
    if outside := leads_outside(folder.path, folder.root):
        raise CannotWrite(outside, "remove that link, or choose the real folder with --approved")
    first, approved = not folder.exists, _approved(before, now, asked)
    try:
        write_version(folder.path, approved, root=folder.root)
    except CannotWrite as error:
        raise CannotWrite(str(error), (error.hint or "").replace("--out", "--approved") or None) from error
    page = context.output(game.id) / PAGE
    remove(page, root=page.parent)  # it showed what is approved now
    changes = GameChanges.between(game, before, approved)
    lines = () if first or not changes.changes else tuple(paragraph(changes))[:-1]
    summary = "" if first else f"{changes.summary}; "
    kept = f"{counted(len(approved.faces), 'face')} kept in {path_text(folder.path)}"
    return (*lines, f"{game.title}: {summary}{kept}"), drawn.diagnostics


def _approved(before: Version, now: Version, asked: Callable[[PieceSide], bool]) -> Version:
    """Return what is approved when the sides that are asked for are as they are now, and the others as before."""
    sides: Mapping[PieceSide, str] = {
        **{side: key for side, key in before.sides.items() if not asked(side)},
        **{side: key for side, key in now.sides.items() if asked(side)},
    }
    pieces = {}
    for address in dict.fromkeys(side[:2] for side in sides):
        piece = now.pieces.get(address) or before.pieces[address]
        front, back = (sides.get(PieceSide(*address, which)) for which in (FRONT, BACK))
        sha256 = fingerprint(front or "", back)
        pieces[address] = PrintedPiece(*address, piece.name, piece.copies, front, back, sha256)
    faces = {key: now.faces.get(key) or before.faces[key] for key in sides.values()}
    return Version(now.game, now.version, now.label, pieces, faces)
