"""Tables in pages of the docs: written anew where something was measured, left as they are elsewhere."""

import re
from collections.abc import Mapping, Sequence

from benchmarks.stopwatch import ROOT

DOCS = ROOT / "docs"
PAGE, SCALE_PAGE = DOCS / "benchmarks.md", DOCS / "scale.md"
PICTURE, SCALE_PICTURE = DOCS / "pictures" / "build-time.svg", DOCS / "pictures" / "scale.svg"

Lines = Mapping[str, Sequence[str | None]]
"""The first cell of each line -> the others, None where nothing was measured."""


def markdown(head: Sequence[str], lines: Lines) -> str:
    """Return a table; its first column has no name."""
    rows = [
        ["", *head],
        ["---"] * (1 + len(head)),
        *([first, *(cell or "" for cell in cells)] for first, cells in lines.items()),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def with_table(page: str, name: str, head: Sequence[str], lines: Lines) -> str:
    """Return the page with a table in its place; what was not measured now keeps what stood there."""
    before = _cells(_block(name).search(page)[2])
    kept = {
        first: [old if new is None else new for new, old in zip(cells, before.get(first, cells), strict=True)]
        for first, cells in lines.items()
    }
    return with_text(page, name, markdown(head, kept))


def with_text(page: str, name: str, text: str) -> str:
    """Return the page with a text in its place."""
    return _block(name).sub(lambda found: f"{found[1]}{text}\n{found[3]}", page)


def _block(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- measured: {name} -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def _cells(table: str) -> dict[str, list[str]]:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return {first: cells for first, *cells in rows}
