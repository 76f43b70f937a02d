"""Games built one after the other; what would come out as it is already there is left alone."""

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

from pnp.cli.builds.made import Made
from pnp.cli.builds.order import Order, refuse_unknown
from pnp.cli.builds.stamp import Stamps
from pnp.cli.progress import progress
from pnp.cli.reuse import Reuse
from pnp.load.project import Project
from pnp.model.diagnostics import has_errors
from pnp.model.game import Game


def built(project: Project, names: Sequence[str], order: Order, reused: Reuse, *, quiet: bool) -> list[Made]:
    """Return what came of each game; one with errors does not keep the others from being built.

    Raises UnknownName for a component, piece or theme that is not there, CannotRender and CannotWrite.
    """
    stamps = Stamps(project, order, reused)
    started = perf_counter()
    inputs = {name: stamps.inputs(name) for name in names}
    made: dict[str, Made] = {}
    for name in names:
        stamp = stamps.find(name, inputs[name])
        if stamp is not None:
            seconds = perf_counter() - started
            made[name] = replace(stamp, game=name, seconds=seconds)
    rest = [name for name in names if name not in made]
    for each in _anew(project, rest, order, reused, quiet=quiet):
        made[each.game] = each
        if not has_errors(each.findings):
            stamps.leave(each.game, inputs[each.game], each)
    return [made[name] for name in names]


def _anew(project: Project, names: Sequence[str], order: Order, reused: Reuse, *, quiet: bool) -> list[Made]:
    if not names:
        return []
    from pnp.load.game import load_game  # noqa: PLC0415 - where nothing has changed, nothing is loaded

    loaded = {name: load_game(project, name) for name in names}
    games = {name: each.game for name, each in loaded.items() if each.game is not None}
    if len(games) == len(loaded):  # a game that cannot be read may be the one that has the component
        refuse_unknown(order, list(games.values()))
    made = {name: Made((), (), game=name) for name in names}
    made |= {each.game: each for each in _made(project, list(games.values()), order, reused, quiet=quiet)}
    return [
        replace(made[name], findings=(*each.diagnostics, *made[name].findings))
        for name, each in loaded.items()
    ]


def _made(project: Project, games: Sequence[Game], order: Order, reused: Reuse, *, quiet: bool) -> list[Made]:
    if not games:
        return []
    from pnp.cli.builds.making import STEPS, make  # noqa: PLC0415
    from pnp.cli.pipeline import fonts_of  # noqa: PLC0415

    fonts = fonts_of(project)
    steps = STEPS * sum(len(order.components_of(game)) for game in games)
    made = []
    with progress(steps, quiet=quiet) as step:
        for game in games:
            started = perf_counter()
            done = make(project, game, fonts, order, step, reused=reused)
            made.append(replace(done, game=game.id, seconds=perf_counter() - started))
    return made
