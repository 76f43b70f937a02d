"""One game as it is now held against an earlier edition of it."""

from dataclasses import dataclass
from pathlib import Path

from pnp.cli.changes.editions import edition_now, find_edition
from pnp.cli.reuse import NOTHING, Reuse
from pnp.export.changes.account import GameChanges
from pnp.load.project import Project
from pnp.model.changes import compare
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.edition import Edition
from pnp.model.game import Game
from pnp.render.text.fonts import FontBook


@dataclass(frozen=True, slots=True)
class Compared:
    """The two editions of a game, and what is different between them."""

    old: Edition
    new: Edition
    account: GameChanges


def compared(
    project: Project,
    game: Game,
    name: str,
    fonts: FontBook,
    *,
    theme: str,
    shelf: Path,
    reused: Reuse = NOTHING,
) -> tuple[Compared | None, tuple[Diagnostic, ...]]:
    """Return what became of a game since the edition `name`, None when it has errors; and what was found.

    Fonts of a revision stay in the folder `shelf`; faces `reused` are not drawn again. Raises as find_edition does.
    """
    now, found = edition_now(project, game, fonts, theme=theme, reused=reused)
    if has_errors(found):
        return None, found
    old = find_edition(project, name, game.id, fonts, theme=theme, against=now, shelf=shelf, reused=reused)
    before = old or Edition(game.id, "", name, {}, {})
    titles = {component.id: component.title for component in game.components}
    account = GameChanges(game.id, game.title, name, titles, compare(before, now), existed=old is not None)
    return Compared(before, now, account), found
