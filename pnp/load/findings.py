"""Where the loader writes down what it finds, so that one run shows every mistake."""

from pnp.model.diagnostics import Diagnostic, Place, in_reading_order


class Findings:
    """A growing list of diagnostics about one game."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []
        self._seen: set[tuple[str, str, Place | None]] = set()

    def error(self, code: str, message: str, place: Place | None, *, hint: str) -> None:
        """Note one error; the same thing said of the same place twice counts once."""
        self.add(Diagnostic(code, message, place, hint))

    def add(self, finding: Diagnostic) -> None:
        """Note a diagnostic that somebody else made."""
        key = (finding.code, finding.message, finding.place)
        if key not in self._seen:
            self._seen.add(key)
            self._found.append(finding)

    def __len__(self) -> int:
        return len(self._found)

    def name_piece(self, piece: str | None, *, since: int) -> None:
        """Say that what was found after the first `since` findings concerns `piece`."""
        self._found[since:] = [finding.about(piece=piece) for finding in self._found[since:]]

    def ordered(self, *, game: str | None = None) -> tuple[Diagnostic, ...]:
        """Return what was found in reading order, each about `game`."""
        return in_reading_order(finding.about(game=game) for finding in self._found)
