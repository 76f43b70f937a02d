"""`pnp approve`: record approved texts and faces, and with --pictures the faces themselves.

snapshots/<game>/manifest.json, faces/<key>.svg
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from pnp import approval
from pnp.build.games import check_games
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext
from pnp.build.result import CheckOptions
from pnp.export.manifest import fingerprint
from pnp.files import leads_outside, write
from pnp.history import versions
from pnp.history.changed_faces import GameChanges, PrintedPiece, Version
from pnp.history.diff_report import paragraph
from pnp.load.project import APPROVED, Project
from pnp.model.diagnostics import CannotWrite, Diagnostic, UnknownName, has_errors
from pnp.model.face import BACK, FRONT, PieceSide
from pnp.model.game import Game
from pnp.text import counted, suggest


def _keep_faces(
    context: BuildContext, game: Game, asked: Callable[[PieceSide], bool]
) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """Keep the faces that are asked for as they are now; return what to say, and what was found. Raises CannotWrite."""
    now, drawn = versions.draw_version(context, game)
    if has_errors(drawn.diagnostics):
        return (), drawn.diagnostics
    project, folder = context.project, versions.approved_folder(context.project, game.id)
    before = versions.approved_version(project, game.id)
    if not any(asked(side) for side in (*before.sides, *now.sides)):
        return (), drawn.diagnostics
    if outside := leads_outside(folder, project.root):
        raise CannotWrite(outside, "remove that link")
    first, approved = not versions.keeps_faces(project, game.id), _approved(before, now, asked)
    versions.write_version(folder, approved, root=project.root)
    changes = GameChanges.between(game, before, approved)
    lines = () if first or not changes.changes else tuple(paragraph(changes))[:-1]
    summary = "" if first else f"{changes.summary}; "
    kept = f"{counted(len(approved.faces), 'face')} kept in {folder.relative_to(project.root).as_posix()}"
    return (*lines, f"{game.title}: {summary}{kept}"), drawn.diagnostics


def _approved(before: Version, now: Version, asked: Callable[[PieceSide], bool]) -> Version:
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


# `pnp approve`: writes approved.yaml and, where they are kept, the approved faces.


@dataclass(frozen=True, slots=True)
class ApproveResult:
    """What approving came to, in lines; or the `diagnostics` for which nothing was approved."""

    lines: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def approve_game(
    project: Project,
    game: str,
    names: Sequence[str] = (),
    *,
    anew: bool = False,
    pictures: bool = False,
    cache: bool = True,
) -> ApproveResult:
    """Write down in approved.yaml that the game is right as it is; or only what `names` are about.

    A name is the id of a claim or a ruling, a section of the rules, a component, a piece, "credits" or "sources". `anew`
    forgets what was approved before, also a file that is damaged. With `pictures`, or where some are kept, the approved
    faces are kept too. A game with other errors is not approved.
    Raises UnknownName, CannotWrite and CannotRender.
    """
    record, diagnostics = open_record(project, game, anew=anew, cache=cache)
    if record is None:
        return ApproveResult((), diagnostics)
    record.refuse_unknown(names)
    chosen = approval.named(names)
    lines: tuple[str, ...] = ()
    if pictures or versions.keeps_faces(project, game):
        with versions.open_versions(project, BuildOptions(), cache=cache) as context:
            lines, diagnostics = _keep_faces(
                context.build, record.present.game, record.present.says_of(chosen)
            )
        if has_errors(diagnostics):
            return ApproveResult((), diagnostics)
    return ApproveResult((record.write(chosen), *lines))


@dataclass(frozen=True, slots=True)
class Record:
    """The approved.yaml of a game, `before` as it was read if there is one, and what is there to approve."""

    project: Project
    path: Path
    present: approval.Present
    before: approval.Approvals | None

    @property
    def unapproved(self) -> tuple[approval.Unapproved, ...]:
        return approval.not_approved(self.present, self.before or approval.Approvals())

    def refuse_unknown(self, names: Sequence[str]) -> None:
        """Raise UnknownName for a name that nothing has, now or in the record."""
        before = self.before or approval.Approvals()
        known = {word for text in self.present.texts for word in text.words}
        known.update(word for face in self.present.faces or () for word in face.words)
        known.update(word for text in before.texts for word in approval.recorded_words(text))
        known.update(word for face in before.faces for word in approval.recorded_words(face))
        for name in names:
            if name not in known and not any(fnmatchcase(word, name) for word in known):
                game = self.present.game.id
                message = f'nothing in {game} is called "{name}": no claim, section, component or piece'
                raise UnknownName(message, suggest(name, known, what="names"))

    def write(self, chosen: approval.Chosen) -> str:
        """Write what is chosen as it is now; return what to say. Raises CannotWrite."""
        game = self.present.game
        approvals, *changes = approval.approve(self.present, self.before or approval.Approvals(), chosen)
        write(self.path, approvals.as_yaml(game.id).encode(), root=self.project.root)
        total = _counted(len(approvals.texts), len(approvals.faces))
        changed = "all of it" if self.before is None else _counted(*changes)
        shown = self.path.relative_to(self.project.root).as_posix()
        return f"{game.title}: {changed} approved anew; {total} in {shown}"


def _counted(texts: int, faces: int) -> str:
    return f"{counted(texts, 'text')} and {counted(faces, 'face')}"


def open_record(
    project: Project, game: str, *, anew: bool = False, cache: bool = True
) -> tuple[Record | None, tuple[Diagnostic, ...]]:
    """Check a game; return what can be approved of it, None when other things are wrong, and what those are."""
    (result,) = check_games(project, (game,), CheckOptions(cache=cache, approving=True))
    found = tuple(finding for finding in result.diagnostics if finding.code not in approval.FINDINGS)
    if anew:
        found = tuple(
            state for state in found if not state.place or not state.place.file.endswith(f"/{APPROVED}")
        )
    path = approval.record_of(project, game)
    if has_errors(found) or result.present is None or path is None:
        return None, found
    return Record(project, path, result.present, None if anew else result.approvals), found
