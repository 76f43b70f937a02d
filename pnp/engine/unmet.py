"""What play needs and the box does not have, as findings."""

from collections.abc import Iterable

from pnp.engine.needs import Need, component
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Game


def unmet(needs: Iterable[Need], game: Game) -> tuple[Diagnostic, ...]:
    """Return an error for every need that is not met, placed at the component it is about."""
    return tuple(_unmet(each, game) for each in needs if not each.holds)


def _unmet(need: Need, game: Game) -> Diagnostic:
    about = component(game, need.component)
    return Diagnostic(
        "PNP521",
        f"play needs it ({need.id}): {need.says.rstrip('.')}; found: {need.found}",
        about.place if about else game.place,
        f"pnp list {game.id} --pieces shows what there is",
        game=game.id,
    )
