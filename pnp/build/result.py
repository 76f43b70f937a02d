"""What came of building one game."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields

from pnp.model.diagnostics import Diagnostic
from pnp.text import counted

# How much a build made and how much of it was there before.


@dataclass(frozen=True, slots=True)
class BuildCount:
    """Distinct faces and how many of them were drawn; sheets of paper; PDFs, how many were written, their bytes."""

    faces: int = 0
    drawn: int = 0
    sheets: int = 0
    pdfs: int = 0
    written: int = 0
    bytes: int = 0

    def __add__(self, other: "BuildCount") -> "BuildCount":
        """Return both together."""
        return BuildCount(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def as_json(self) -> dict[str, int]:
        """Return the numbers by name."""
        return asdict(self)

    def unchanged(self) -> "BuildCount":
        """Return the count of the next build when nothing has changed."""
        return BuildCount(self.faces, 0, self.sheets, self.pdfs, 0, self.bytes)

    def __str__(self) -> str:
        """Say it in a line.

        >>> print(BuildCount(faces=47, drawn=1, sheets=22, pdfs=8, written=2, bytes=1_234_567))
        47 faces (1 drawn, 46 reused), 22 sheets in 8 PDFs (2 written, 6 unchanged), 1.2 MB
        >>> print(BuildCount(faces=2, drawn=2, sheets=1, pdfs=1, written=1, bytes=22_000))
        2 faces, 1 sheet in 1 PDF, 22 kB
        """
        drawn = _parts(self.faces, self.drawn, "drawn", "reused")
        written = _parts(self.pdfs, self.written, "written", "unchanged")
        files = f"{counted(self.sheets, 'sheet')} in {counted(self.pdfs, 'PDF')}{written}"
        return f"{counted(self.faces, 'face')}{drawn}, {files}, {size(self.bytes)}"


NOTHING_COUNTED = BuildCount()


def total(counts: Iterable[BuildCount]) -> BuildCount:
    """Return the sum."""
    return sum(counts, NOTHING_COUNTED)


def size(number: int) -> str:
    """Return a number of bytes as people say it.

    >>> size(999), size(22_400), size(3_210_000), size(1_000_000_000)
    ('1 kB', '22 kB', '3.2 MB', '1.0 GB')
    """
    if number >= 1_000_000_000:
        return f"{number / 1e9:.1f} GB"
    return f"{number / 1e6:.1f} MB" if number >= 1_000_000 else f"{max(1, round(number / 1000))} kB"


def _parts(whole: int, new: int, made: str, before: str) -> str:
    if new == whole:
        return ""
    return f" ({new} {made}, {whole - new} {before})" if new else f" (all {before})"


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What to say about a game: a line for each file, what was found, and at the very end what packing saved."""

    lines: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    savings: tuple[str, ...] = ()
    count: BuildCount = NOTHING_COUNTED
    game: str = ""
    seconds: float = 0.0
