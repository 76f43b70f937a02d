"""What a pen notices, as diagnostics that name the card and the line in the data."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.model.diagnostics import Diagnostic, Place, Severity, in_reading_order
from pnp.model.face import Side
from pnp.model.game import Piece
from pnp.render.sources import Sources


@dataclass(slots=True)
class Reporter:
    """Collects the findings on one side of one piece."""

    component: str
    piece: Piece
    side: Side
    sources: Sources
    found: list[Diagnostic]

    def __call__(
        self,
        code: str,
        message: str,
        hint: str,
        *,
        severity: Severity = "error",
        file: Path | None = None,
        line: int = 0,
        text: str | None = None,
    ) -> None:
        """Note one finding; `file` and `line` say where when it is not in the data."""
        place = self._place(text) if file is None else Place(self.sources.shown(file), max(line, 1), 1)
        self.add(Diagnostic(code, message, place, hint, severity))

    def add(self, finding: Diagnostic) -> None:
        """Note a finding made elsewhere, naming the card and the side."""
        name = f"{self.component}/{self.piece.id}"
        self.found.append(replace(finding, message=f"{name}, {self.side}: {finding.message}", piece=name))

    def _place(self, text: str | None) -> Place:
        """Return where the text was written: the field that holds it, or else the piece."""
        for name, value in self.piece.fields.items():
            if text and isinstance(value, str) and value.strip() == text.strip():
                return self.piece.places.get(name, self.piece.place)
        return self.piece.place


def grouped(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the findings in reading order, one for each fault: a template's mistake on 45 cards is one mistake."""
    groups: dict[tuple[str, str], list[Diagnostic]] = {}
    for each in found:
        _, _, what = each.message.partition(": ")
        groups.setdefault((each.code, what), []).append(each)
    return in_reading_order(
        replace(group[0], message=f"{group[0].message} (and on {len(group) - 1} more faces)")
        if len(group) > 1
        else group[0]
        for group in groups.values()
    )
