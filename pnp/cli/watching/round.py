"""One round: from the first save to the files that are right again, and the line that tells of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pnp.cli.watching.differences import Spot, in_words
from pnp.cli.watching.trees import Changes
from pnp.model.errors import PnpError
from pnp.model.game import Component


@dataclass(slots=True)
class Round:
    """What was saved since files were last right, and which games have to be built for it.

    `since` is when the last save was noticed, `seen` how long after it the last new picture was written, in s. `files`
    counts the PDFs written for the games that are `built`; `anew` are those saved again since the last job was given
    out, and it is `in_hand` until that is done; `troubles` stop a game from being shown or built.
    """

    since: float
    games: dict[str, None] = field(default_factory=dict)
    spots: dict[str, dict[Spot, None]] = field(default_factory=dict)
    saved: dict[Path, None] = field(default_factory=dict)
    removed: dict[Path, None] = field(default_factory=dict)
    seen: float | None = None
    opening: bool = False
    in_hand: bool = False
    interruptions: int = 0
    anew: set[str] = field(default_factory=set)
    built: set[str] = field(default_factory=set)
    files: int = 0
    troubles: dict[str, PnpError] = field(default_factory=dict)

    def concern(self, game: str) -> None:
        """Add a game that has to be built, again if it was."""
        self.games[game] = None
        self.anew.add(game)
        self.built.discard(game)
        self.troubles.pop(game, None)

    def save(self, changes: Changes, at: float) -> None:
        """Add files that were saved or removed."""
        self.since, self.opening = at, False
        for path in sorted(changes.added | changes.modified):
            self.saved[path] = None
            self.removed.pop(path, None)
        for path in sorted(changes.removed):
            self.removed[path] = None
            self.saved.pop(path, None)

    def renew(self) -> None:
        """Forget what was saved and shown; what has to be built for it stays."""
        self.in_hand = False
        self.seen = None
        for told in (self.spots, self.saved, self.removed):
            told.clear()

    def show(self, game: str, spots: Iterable[Spot]) -> None:
        """Add sides that changed."""
        self.spots.setdefault(game, {}).update(dict.fromkeys(spots))

    def subject(self, components: Mapping[str, Sequence[Component]], root: Path) -> str:
        """Return what the round was about: the faces that changed, or else the files that were saved."""
        if self.opening:
            return next(iter(components)) if len(components) == 1 else f"{len(components)} games"
        said = [
            f"{game} {words}" if len(components) > 1 else words
            for game, spots in self.spots.items()
            if (words := in_words(spots, components.get(game, ())))
        ]
        return "; ".join(said) or self._files(root)

    def _files(self, root: Path) -> str:
        paths = {**dict.fromkeys(self.saved, "saved"), **dict.fromkeys(self.removed, "removed")}
        if len(paths) != 1:
            words = sorted(set(paths.values()), reverse=True)
            return f"{len(paths)} files {' or '.join(words)}"
        [(path, word)] = paths.items()
        return f"{path.relative_to(root).as_posix() if path.is_relative_to(root) else path} {word}"


def early_line(subject: str, at: Round) -> str:
    """Return the line of a round whose build was given up for a newer save."""
    return f"{subject}: {', '.join(_shown(at))}"


def line(subject: str, at: Round, *, errors: str, took: float) -> str:
    """Return the line of a round that `took` so many seconds.

    >>> line("food/leek front", Round(0, spots={"soup": {Spot("food", "leek", "front"): None}}, seen=0.12), errors="1 error", took=0)
    'food/leek front: seen after 0.12 s, not built (1 error)'
    >>> line("food.yaml saved", Round(0, files=2), errors="", took=0.91)
    'food.yaml saved: no face changed, 2 PDFs after 0.9 s'
    """
    said = [] if at.opening or (errors and not any(at.spots.values())) else list(_shown(at))
    if errors:
        said.append(f"not built ({errors})")
    elif at.files:
        said.append(f"{at.files} PDF{'' if at.files == 1 else 's'} after {took:.1f} s")
    else:
        said.append("no PDF changed")
    return f"{subject}: {', '.join(said)}"


def _shown(at: Round) -> Iterator[str]:
    if not any(at.spots.values()):
        yield "no face changed"
    elif at.seen is not None:
        yield f"seen after {at.seen:.2f} s"
