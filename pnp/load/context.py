"""What every component of a game is read with."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.load.findings import Findings
from pnp.load.folder import GameFolder
from pnp.load.header import Header
from pnp.model.game import Component


@dataclass(frozen=True, slots=True)
class Context:
    """The game's folder, what its game.yaml says, where findings go, and the components read before this one.

    `unread` names the components that are there but could not be read: what is wrong with them has been said.
    """

    folder: GameFolder
    header: Header
    findings: Findings
    siblings: Mapping[str, Component] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()
