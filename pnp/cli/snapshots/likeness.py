"""Whether a game looks as it was approved: what to say of it, and the pictures of what does not."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from pnp.cli.builds.order import Order
from pnp.cli.choice import matches
from pnp.cli.output import game_output
from pnp.cli.reuse import Reuse
from pnp.cli.shown import shown
from pnp.cli.snapshots.approving import approve
from pnp.cli.snapshots.looks import Approval, Comparison, Drawn, Look, draw
from pnp.cli.snapshots.pictures import DifferencePictures, clear, in_percent
from pnp.export.approved import NAME, Spot, Unreadable, read_approved
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.game import Game
from pnp.render.text.fonts import FontBook

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
    project: Project, game: Game, fonts: FontBook, order: Order, approvals: Approvals, *, reused: Reuse
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


def _asked(spot: Spot, order: Order) -> bool:
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
    seen = f"; see {shown(picture)}" if picture else ""
    return Diagnostic(
        code,
        f"{spot.title}: {said}{seen}",
        here.place if here else None,
        f"if that is meant: pnp snapshot {drawn.game.id} --update",
        game=drawn.game.id,
        piece=f"{spot.component}/{spot.piece}",
    )


def _no_record(game: Game, folder: Path, error: Unreadable) -> Diagnostic:
    message = f"{shown(folder / NAME)} cannot be used: {error}"
    hint = f"restore it, or approve the present faces: pnp snapshot {game.id} --update"
    return Diagnostic("PNP574", message, None, hint, game=game.id)


def _compared_line(drawn: Drawn, counts: Mapping[str, int], sheet: Path | None) -> str:
    """Return "Soup: 4 faces look as approved", or what is not so and where to see it."""
    game = drawn.game
    like = len(drawn.present) - sum(counts[state] for state in ("changed", "new", "damaged"))
    said = f"{like} face{' looks' if like == 1 else 's look'} as approved"
    if counts["same"]:
        said += f" ({counts['same']} drawn differently, looks the same)"
    words = (("changed", "changed"), ("new", "new"), ("gone", "gone"), ("damaged", "not to be compared"))
    unlike = ", ".join(f"{counts[state]} {word}" for state, word in words if counts[state])
    if not unlike:
        return f"{game.title}: {said}"
    side_by_side = f"; side by side in {shown(sheet)}" if sheet else ""
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
    count = len(drawn.present)
    faces = f"{count} face{'' if count == 1 else 's'}"
    return f"{drawn.game.title}: {said or 'nothing new'}; {faces} approved in {shown(folder)}"
