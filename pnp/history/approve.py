"""`pnp approve`: writes approved.yaml and, where they are kept, the approved faces."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

from pnp.approval.changes import FINDINGS, Unapproved, not_approved
from pnp.approval.present import Chosen, Present, approve, named, recorded_words
from pnp.approval.record import Approvals, record_of
from pnp.build.check import CheckOptions, check_games
from pnp.build.options import BuildOptions
from pnp.files import write
from pnp.history.approved_faces import SnapshotFolder, keep_faces
from pnp.history.versions import open_versions
from pnp.load.project import APPROVED, Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import UnknownName
from pnp.text import counted, suggest


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
    record, found = open_record(project, game, anew=anew, cache=cache)
    if record is None:
        return ApproveResult((), found)
    record.refuse_unknown(names)
    chosen, folder = named(names), SnapshotFolder.of(project, game)
    lines: tuple[str, ...] = ()
    if pictures or folder.exists:
        asked, path_text = record.present.says_of(chosen), partial(_display_path, project)
        with open_versions(project, BuildOptions(), cache=cache) as context:
            lines, found = keep_faces(context.build, record.present.game, folder, asked, path_text=path_text)
        if has_errors(found):
            return ApproveResult((), found)
    return ApproveResult((record.write(chosen), *lines))


@dataclass(frozen=True, slots=True)
class Record:
    """The approved.yaml of a game, `before` as it was read if there is one, and what is there to approve."""

    project: Project
    path: Path
    present: Present
    before: Approvals | None

    @property
    def unapproved(self) -> tuple[Unapproved, ...]:
        """What is not as it was approved: everything, where there is no record."""
        return not_approved(self.present, self.before or Approvals())

    def refuse_unknown(self, names: Sequence[str]) -> None:
        """Raise UnknownName for a name that nothing has, now or in the record."""
        before = self.before or Approvals()
        known = {word for text in self.present.texts for word in text.words}
        known.update(word for face in self.present.faces or () for word in face.words)
        known.update(word for text in before.texts for word in recorded_words(text))
        known.update(word for face in before.faces for word in recorded_words(face))
        for name in names:
            if name not in known and not any(fnmatchcase(word, name) for word in known):
                game = self.present.game.id
                message = f'nothing in {game} is called "{name}": no claim, section, component or piece'
                raise UnknownName(message, suggest(name, known, what="names"))

    def write(self, chosen: Chosen, *, only_faces: bool = False) -> str:
        """Write what is chosen as it is now; return what to say. Raises CannotWrite."""
        game = self.present.game
        approved = approve(self.present, self.before or Approvals(), chosen, only_faces=only_faces)
        write(self.path, approved.approvals.as_yaml(game.id).encode(), root=self.project.root)
        total = _counted(len(approved.approvals.texts), len(approved.approvals.faces))
        changed = "all of it" if self.before is None else _counted(approved.texts, approved.faces)
        return f"{game.title}: {changed} approved anew; {total} in {_display_path(self.project, self.path)}"


def _display_path(project: Project, path: Path) -> str:
    return path.relative_to(project.root).as_posix()


def _counted(texts: int, faces: int) -> str:
    return f"{counted(texts, 'text')} and {counted(faces, 'face')}"


def open_record(
    project: Project, game: str, *, anew: bool = False, cache: bool = True
) -> tuple[Record | None, tuple[Diagnostic, ...]]:
    """Check a game; return what can be approved of it, None when other things are wrong, and what those are."""
    (result,) = check_games(project, (game,), CheckOptions(cache=cache, approving=True))
    found = tuple(finding for finding in result.diagnostics if finding.code not in FINDINGS)
    if anew:
        found = tuple(
            finding
            for finding in found
            if not (finding.place and finding.place.file.endswith(f"/{APPROVED}"))
        )
    path = record_of(project, game)
    if has_errors(found) or result.present is None or path is None:
        return None, found
    return Record(project, path, result.present, None if anew else result.approvals), found


def has_record(project: Project, game: str) -> bool:
    """Say whether a game has an approved.yaml, which may be damaged."""
    path = record_of(project, game)
    return path is not None and path.exists()
