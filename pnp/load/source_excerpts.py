"""The line of a file that a finding is about, as much of it as is shown, and where the mistake is in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.escaping import blanked
from pnp.files import MAX_TEXT_BYTES, is_within, read_bytes
from pnp.model.diagnostics import Place

TEXTS = (".yaml", ".yml", ".csv", ".tsv", ".txt", ".json", ".j2", ".svg")
"""Endings of the files that a designer writes: of no other a line is shown."""

WIDEST = 110
"""Letters of a line that are shown."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line, or the part of a long one around a mistake: `length` letters from `start`, counted from 0, are wrong."""

    text: str
    start: int
    length: int


def source_lines(path: Path, root: Path) -> tuple[str, ...]:
    """Return the lines of a text of the project as YAML counts them, () for any other file."""
    if path.suffix.lower() not in TEXTS or not is_within(path, root):
        return ()
    try:
        text = read_bytes(path, limit=MAX_TEXT_BYTES).decode("utf-8-sig", errors="replace")
    except (OSError, ValueError):
        return ()
    if "\0" in text:  # a picture, not a text
        return ()
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def excerpt(place: Place, source: Sequence[str]) -> Excerpt | None:
    """Return what to show of the line of a place in those of its file, None when there is no such line."""
    if not 0 < place.line <= len(source):
        return None
    line = blanked(source[place.line - 1])
    start = max(0, min(place.column - 1, len(line)))
    cut = max(0, min(start - WIDEST // 3, len(line) - WIDEST))
    return Excerpt(line[cut : cut + WIDEST], start - cut, max(1, place.length))
