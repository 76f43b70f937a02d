"""What every component of a game is read with."""

from dataclasses import dataclass

from pnp.load.findings import Findings
from pnp.load.folder import GameFolder
from pnp.load.header import Header


@dataclass(frozen=True, slots=True)
class Context:
    """The game's folder, what its game.yaml says, and where findings go."""

    folder: GameFolder
    header: Header
    findings: Findings
