"""Whether a game looks as it was approved: what to say of it, and the pictures of what does not."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from PIL import Image

from pnp.build.build_cache import BuildCache
from pnp.build.options import BuildOptions, matches
from pnp.build.stages import game_output
from pnp.files import display_path, sweep, write
from pnp.history.drawing import BREAK, read
from pnp.history.snapshot_faces import Approval, Comparison, Drawn, Look, draw
from pnp.history.snapshot_pictures import DifferencePictures, clear
from pnp.history.snapshot_store import (
    NAME,
    Approved,
    Spot,
    Unreadable,
    lossless_png,
    read_approved,
    write_approved,
)
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import CannotWrite
from pnp.model.game import Game
from pnp.render.fonts import FontBook
from pnp.text import counted, in_percent

# The present faces of a game made the approved ones: only what changed is written, what is gone is removed.


@dataclass(frozen=True, slots=True)
class Written:
    """What an approval came to: a line for each face that is not as it was, and how many of each kind."""

    lines: tuple[str, ...]
    counts: Mapping[str, int]


def approve(
    drawn: Drawn, approval: Approval, comparison: Comparison, gone: Collection[Spot], *, whole: bool
) -> Written:
    """Write the faces as they are now; `whole` also removes pictures that belong to no face. Raises CannotWrite.

    Pictures come first, then the record of them, and what is gone goes last: stopped anywhere, what is there is true
    or is drawn and compared again.
    """
    if not approval.folder.resolve().is_relative_to(approval.root.resolve()):
        raise CannotWrite(
            f"{approval.folder} is a link that leads out to {approval.folder.resolve()}",
            "remove that link, or choose the real folder with --approved",
        )
    try:
        said, counts = _write_pictures(approval, comparison)
        lines = [said[spot] for spot in drawn.present if spot in said]
        here = {spot: _described(drawn, approval, spot) for spot in drawn.present}
        kept = {spot: face for spot, face in approval.faces.items() if spot not in gone}
        faces = {**kept, **here}
        sweep(approval.folder)
        write_approved(approval.folder, drawn.game.id, faces, root=approval.root)
        for spot in sorted(gone):
            lines.append(f"{spot.title}: no longer in the game")
            _remove(approval.folder / spot.file, approval)
        counts["gone"] += len(gone)
        for path in _strays(approval, faces) if whole else ():
            _remove(path, approval)
    except CannotWrite as error:
        raise CannotWrite(str(error), (error.hint or "").replace("--out", "--approved") or None) from error
    return Written(tuple(lines), counts)


def _write_pictures(approval: Approval, comparison: Comparison) -> tuple[dict[Spot, str], Counter[str]]:
    lines: dict[Spot, str] = {}
    counts: Counter[str] = Counter()
    last: tuple[Image.Image | None, bytes] = (None, b"")
    for look in comparison.looks():
        counts[look.state] += 1
        if look.state == "same" or look.new is None:  # the approved picture still shows how it looks
            continue
        if look.new is not last[0]:  # a common back comes fifty times, one after the other
            last = (look.new, lossless_png(look.new))
        write(approval.folder / look.spot.file, last[1], root=approval.root, durable=False)
        said = {"new": "new", "damaged": f"drawn again, {look.reason}"}.get(look.state, "")
        if look.found is not None:
            said = f"{in_percent(look.found.share)} changed"
        lines[look.spot] = f"{look.spot.title}: {said}"
    return lines, counts


def _described(drawn: Drawn, approval: Approval, spot: Spot) -> Approved:
    face, known = drawn.present[spot].face, approval.faces.get(spot)
    if known is not None and known.key == face.key:
        return replace(known, page=face.page)
    return Approved(face.key, face.page, _words(face.svg))


def _words(svg: str) -> str:
    drawing = read(svg)
    return " ".join(drawing.words).replace(BREAK, "") if drawing else ""


def _strays(approval: Approval, faces: Collection[Spot]) -> Iterator[Path]:
    """Yield the pictures of faces that the record does not have: it was lost, or two branches were joined."""
    for path in sorted(approval.folder.glob("*/*.png")):
        spot = Spot.read(f"{path.parent.name}/{path.stem}")
        if spot is not None and spot not in faces:
            yield path


def _remove(path: Path, approval: Approval) -> None:
    """Remove a picture, and its folder when it was the last; one behind a link that leads out is left alone."""
    try:
        if path.parent.resolve().is_relative_to(approval.root.resolve()):
            path.unlink(missing_ok=True)
            if path.parent.is_dir() and not path.parent.is_symlink() and not any(path.parent.iterdir()):
                path.parent.rmdir()
    except OSError as error:
        hint = f"make {path.parent} writable, or choose another folder with --out"
        raise CannotWrite(f"{path} cannot be removed: {error.strerror or error}", hint) from error


PICTURES = "snapshot"
"""The folder, in a game's output, of the pictures that show what changed."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in the game's own files, what does not look as approved, and what to say."""

    faults: tuple[Diagnostic, ...]
    differences: tuple[Diagnostic, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Approvals:
    """Where approved faces lie: `top`/<game>. `update` approves what is there now."""

    top: Path
    root: Path
    update: bool

    def has(self, game: str) -> bool:
        """Say whether anything of the game was ever approved."""
        path = self.top / game / NAME
        return path.is_file() or path.is_symlink()


def likeness(
    project: Project,
    game: Game,
    fonts: FontBook,
    order: BuildOptions,
    approvals: Approvals,
    *,
    reused: BuildCache,
) -> Verdict:
    """Hold the game against its approved faces, or approve it. Raises CannotWrite and CannotRender."""
    drawn, faults = draw(project, game, fonts, order, reused)
    if has_errors(faults):
        return Verdict(tuple(faults), (), (f"{game.title}: not compared, see the errors above",))
    folder = approvals.top / game.id
    lines: tuple[str, ...] = ()
    try:
        faces = read_approved(folder, game.id, root=approvals.root)
    except Unreadable as error:
        if not approvals.update:
            return Verdict(tuple(faults), (_no_record(game, folder, error),), ())
        lines, faces = (f"{game.title}: {NAME} is written anew: {error}",), {}
    approval = Approval(folder, approvals.root, faces)
    comparison = Comparison(drawn, approval, reused)
    if comparison.refused:
        return Verdict((*faults, *comparison.refused), (), ())
    gone = frozenset(spot for spot in faces if spot not in drawn.present and _asked(spot, order))
    pictures = game_output(project, order.out, game.id) / PICTURES
    if approvals.update:
        written = approve(drawn, approval, comparison, gone, whole=not order.partial)
        clear(pictures)
        said = written.lines if faces else ()
        return Verdict(tuple(faults), (), (*lines, *said, _approved_line(drawn, folder, written.counts)))
    kept = DifferencePictures(pictures, f"{game.title} {game.version}")
    counts: Counter[str] = Counter()
    differences = _findings(drawn, comparison, gone, kept, counts)
    sheet = kept.finish()
    return Verdict(tuple(faults), differences, (_compared_line(drawn, counts, sheet),))


def unapproved(game: Game) -> Verdict:
    """Return the verdict on a game of which no face was approved, beside others that were."""
    hint = f"pnp snapshot {game.id} --update"
    message = f"no face of {game.id} was approved yet; if they are as they should be: {hint}"
    return Verdict((), (Diagnostic("PNP572", message, game.place, hint, game=game.id),), ())


def _asked(spot: Spot, order: BuildOptions) -> bool:
    """Say whether an approved face that is there no more would have been asked for."""
    if order.components and spot.component not in order.components:
        return False
    return order.only is None or matches(order.only, spot.component, spot.piece)


def _findings(
    drawn: Drawn,
    comparison: Comparison,
    gone: frozenset[Spot],
    kept: DifferencePictures,
    counts: Counter[str],
) -> tuple[Diagnostic, ...]:
    """Return the findings in the order of the data, fronts before backs, what is gone last; keep their pictures."""
    order = {spot: number for number, spot in enumerate(drawn.present)}
    found: dict[Spot, Diagnostic] = {}
    for look in chain(comparison.looks(), comparison.gone(gone)):
        counts[look.state] += 1
        if look.state != "same":
            found[look.spot] = _finding(drawn, look, kept.keep(look))
    return tuple(found[spot] for spot in sorted(found, key=lambda spot: (order.get(spot, len(order)), spot)))


def _finding(drawn: Drawn, look: Look, picture: Path | None) -> Diagnostic:
    spot, here = look.spot, drawn.present.get(look.spot)
    share = in_percent(look.found.share) if look.found else ""
    code, said = {
        "changed": ("PNP571", f"{share} of it looks different"),
        "new": ("PNP572", "it was not approved yet"),
        "gone": ("PNP573", "it was approved and is no longer in the game"),
    }.get(look.state, ("PNP574", f"its approved picture cannot be used: {look.reason}"))
    seen = f"; see {display_path(picture)}" if picture else ""
    return Diagnostic(
        code,
        f"{spot.title}: {said}{seen}",
        here.place if here else None,
        f"if that is meant: pnp snapshot {drawn.game.id} --update",
        game=drawn.game.id,
        piece=f"{spot.component}/{spot.piece}",
    )


def _no_record(game: Game, folder: Path, error: Unreadable) -> Diagnostic:
    message = f"{display_path(folder / NAME)} cannot be used: {error}"
    hint = f"restore it, or approve the present faces: pnp snapshot {game.id} --update"
    return Diagnostic("PNP574", message, None, hint, game=game.id)


def _compared_line(drawn: Drawn, counts: Mapping[str, int], sheet: Path | None) -> str:
    """Return "Soup: 4 faces look as approved", or what is not so and where to see it."""
    game = drawn.game
    like = len(drawn.present) - sum(counts[state] for state in ("changed", "new", "damaged"))
    said = f"{counted(like, 'face looks', 'faces look')} as approved"
    if counts["same"]:
        said += f" ({counts['same']} drawn differently, looks the same)"
    words = (("changed", "changed"), ("new", "new"), ("gone", "gone"), ("damaged", "not to be compared"))
    unlike = ", ".join(f"{counts[state]} {word}" for state, word in words if counts[state])
    if not unlike:
        return f"{game.title}: {said}"
    side_by_side = f"; side by side in {display_path(sheet)}" if sheet else ""
    return f"{game.title}: {unlike}; {said}{side_by_side}; if that is meant: pnp snapshot {game.id} --update"


def _approved_line(drawn: Drawn, folder: Path, counts: Mapping[str, int]) -> str:
    """Return "Soup: 1 changed, 1 new; 4 faces approved in snapshots/soup"."""
    words = (
        ("changed", "changed"),
        ("new", "new"),
        ("gone", "gone"),
        ("damaged", "drawn again"),
        ("same", "drawn differently, looks the same"),
    )
    said = ", ".join(f"{counts[state]} {word}" for state, word in words if counts[state])
    faces = counted(len(drawn.present), "face")
    return f"{drawn.game.title}: {said or 'nothing new'}; {faces} approved in {display_path(folder)}"
