"""The PDFs, made on another thread while saves are listened to; given up when something newer is shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pnp.cli.builds.making import STEPS, make
from pnp.cli.builds.order import Order
from pnp.cli.progress import Step
from pnp.cli.reuse import Reuse
from pnp.load.game import load_game
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic
from pnp.model.errors import PnpError
from pnp.model.game import Game
from pnp.render.text.fonts import FontBook


class Superseded(Exception):
    """Something newer was saved while a game was being built."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of building a game: what was found, how many PDFs were written, and what kept it from being built."""

    found: tuple[Diagnostic, ...] = ()
    written: int = 0
    trouble: PnpError | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """Games to build, as they are found on disk when their turn comes."""

    project: Project
    games: Mapping[str, Game]
    fonts: FontBook
    order: Order
    reused: Reuse

    @property
    def steps(self) -> int:
        """How many steps of a progress bar it takes."""
        return STEPS * sum(len(self.order.components_of(game)) for game in self.games.values())

    def run(self, step: Step, superseded: Callable[[], bool]) -> dict[str, Outcome]:
        """Build the games; return what came of those that were finished before it was `superseded`."""

        def watchful(name: str) -> None:
            if superseded():
                raise Superseded
            step(name)

        done: dict[str, Outcome] = {}
        for name in self.games:
            try:
                done[name] = self._built(name, watchful)
            except Superseded:
                break
            except (PnpError, OSError) as error:
                done[name] = Outcome(trouble=as_trouble(error))
        return done

    def _built(self, name: str, step: Step) -> Outcome:
        loaded = load_game(self.project, name)  # anew, for what only the data can tell
        if loaded.game is None:
            return Outcome(loaded.diagnostics)
        made = make(self.project, loaded.game, self.fonts, self.order, step, reused=self.reused)
        return Outcome((*loaded.diagnostics, *made.findings), made.count.written)


def as_trouble(error: PnpError | OSError) -> PnpError:
    """Return what to tell of an error; a file may go between looking and reading, a folder may not be readable."""
    if isinstance(error, PnpError):
        return error
    return PnpError(f"{error.filename}: {error.strerror}" if error.filename else str(error))
