"""One state of a game as it is printed: which pieces there are, how many copies of each, and what they look like.

Two editions of a game are compared by pnp.model.changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.model.face import Face

Address = tuple[str, str]
"""Component and id: what a piece goes by in all editions of its game."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A piece as it is printed. `sha256` is that of the manifest: it changes when and only when a face does.

    `front` and `back` are keys of faces. Both are None when only the `sha256` is known; `back` alone is None for a
    piece without a back. `sha256` is "" for a piece that could not be drawn.
    """

    component: str
    id: str
    name: str
    copies: int
    front: str | None
    back: str | None
    sha256: str

    @property
    def address(self) -> Address:
        """Component and id."""
        return self.component, self.id


@dataclass(frozen=True, slots=True)
class Edition:
    """All pieces of a game in one state, and as many of their `faces`, by key, as are known.

    `label` is what the user calls the state: a release, a revision, a file; "now" for the present one. `fonts` is the
    folder of those that the faces need beside the installed ones, None for the project's own.
    """

    game: str
    version: str
    label: str
    pieces: Mapping[Address, Printed]
    faces: Mapping[str, Face]
    fonts: Path | None = None
