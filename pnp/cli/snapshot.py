"""`pnp snapshot`: the faces of a game held against those that were approved."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.build.build_cache import BuildCache, open_cache
from pnp.build.options import BuildOptions, refuse_unknown
from pnp.cli.progress import progress_bar
from pnp.cli.report import FORMATS, as_text, show
from pnp.files import display_path
from pnp.load.project import chosen_games, open_project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import NothingApproved
from pnp.model.game import Game
from pnp.model.progress import stepping

if TYPE_CHECKING:
    from pnp.history.snapshot import Approvals, Verdict
    from pnp.load.project import Project

FOLDER = "snapshots"
"""Where the approved faces of a project lie."""


@click.command("snapshot")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--update", is_flag=True, help="Approve the faces as they are now.")
@click.option(
    "--component", "components", multiple=True, metavar="ID", help="Only this component; may be repeated."
)
@click.option("--only", metavar="PIECE-GLOB", help='Only these pieces, such as "apple" or "bids/red-*".')
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--approved",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where the approved faces lie, instead of snapshots/.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Write pictures here instead of output/."
)
@click.option("--cache/--no-cache", default=True, help="Reuse what earlier builds worked out (the default).")
def command(
    games: tuple[str, ...],
    components: tuple[str, ...],
    only: str | None,
    form: str,
    *,
    update: bool,
    cache: bool,
    approved: Path | None,
    out: Path | None,
) -> int:
    """Compare every face with the one you approved.

    The approved faces are pictures in snapshots/, to be kept with the game. A face that looks different, is new or is
    missing is a finding; pictures in output/<game>/snapshot/ show what changed.

    Example: pnp snapshot yes_broccoli --update
    """
    from pnp.history.snapshot import Approvals  # noqa: PLC0415 - stages are imported when the command runs

    project = open_project(games)
    top = approved or project.root / FOLDER
    approvals = Approvals(top, (approved or project.root).resolve(), update)
    names = chosen_games(project, games)
    loaded, found = _loaded(project, names)
    order = _order(components, only, out)
    if not has_errors(found):  # a game that cannot be read may be the one that has the component
        refuse_unknown(order, loaded)
        if not update and not any(approvals.has(name) for name in names):
            raise _nothing_approved(games, top)
    with open_cache(wanted=cache) as reused:
        verdicts = _verdicts(project, loaded, order, approvals, reused)
    faults = in_reading_order([*found, *(each for verdict in verdicts for each in verdict.faults)])
    differences = [each for verdict in verdicts for each in verdict.differences]
    _tell(faults, differences, project.root, form)
    if form == "text":
        for line in (line for verdict in verdicts for line in verdict.lines):
            click.echo(line)
    return 1 if has_errors([*faults, *differences]) else 0


def _loaded(project: "Project", names: Sequence[str]) -> tuple[list[Game], list[Diagnostic]]:
    from pnp.load.game import load_game  # noqa: PLC0415

    loaded = [load_game(project, name) for name in names]
    found = [finding for one in loaded for finding in one.diagnostics]
    return [one.game for one in loaded if one.game is not None], found


def _order(components: tuple[str, ...], only: str | None, out: Path | None) -> BuildOptions:
    return BuildOptions(
        papers=(),
        backs="none",
        components=components,
        only=only,
        theme="",
        out=out,
        renderer="typst",
        jobs=2,
        svg=False,
        cut=False,
    )


def _verdicts(
    project: "Project", games: Sequence[Game], order: BuildOptions, approvals: "Approvals", reused: BuildCache
) -> list["Verdict"]:
    from pnp.build.stages import fonts_of  # noqa: PLC0415
    from pnp.history.snapshot import likeness, unapproved  # noqa: PLC0415

    fonts = fonts_of(project)
    verdicts = []
    with progress_bar() as progress:
        step = stepping(progress, len(games))
        for game in games:
            step(f"compare {game.id}")
            known = approvals.update or approvals.has(game.id)
            verdicts.append(
                likeness(project, game, fonts, order, approvals, reused=reused) if known else unapproved(game)
            )
    return verdicts


def _tell(faults: Sequence[Diagnostic], differences: Sequence[Diagnostic], root: Path, form: str) -> None:
    """Show what was found: mistakes with their lines, differences in a line each."""
    if form != "text":
        show([*faults, *differences], root, form=form)
        return
    show(faults, root)
    for each in differences:
        click.echo(as_text(each, root, lambda _: ()).splitlines()[0], err=True)


def _nothing_approved(games: Sequence[str], top: Path) -> NothingApproved:
    named = "".join(f" {game}" for game in games)
    return NothingApproved(
        f"no face was approved yet: there is no snapshot.json in {display_path(top)}",
        f"look at the cards, and if they are as they should be: pnp snapshot{named} --update",
    )
