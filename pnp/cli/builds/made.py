"""What came of building one game."""

from dataclasses import dataclass

from pnp.cli.builds.count import NOTHING_COUNTED, Count
from pnp.model.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Made:
    """What to say about a game: a line for each file, what was found, and at the very end what packing saved."""

    lines: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    savings: tuple[str, ...] = ()
    count: Count = NOTHING_COUNTED
    game: str = ""
    seconds: float = 0.0
