"""What an attempt to get out of a project is: what is put into it, and what is done with it then."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.security.escape_sandbox import Sandbox

LOOK = ("check", "build --paper a4", "rules --format html", "verify")
"""What somebody does with a game that was downloaded."""

ART = ("art list --format json", "art brief")
KEEP = ("approve soup --pictures", "snapshot", "release v2", "diff v2")
WRITING = ("build --paper a4", "rules", "art brief", "release v2", "approve soup --pictures", "stats soup")


@dataclass(frozen=True)
class Escape:
    """One attempt; `act` is what is done beside the commands."""

    kind: str
    name: str
    prepare: Callable[[Sandbox], object]
    commands: tuple[str, ...] = LOOK
    act: Callable[[Sandbox], None] | None = None
    quick: bool = False


def nothing(_: Sandbox) -> None:
    """Prepare nothing."""
