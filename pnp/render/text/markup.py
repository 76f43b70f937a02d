"""What a designer may write inside a text: **bold**, *italic*, {icon}, and a line break.

>>> [(run.text, run.bold) for line in parse("Pay **2** {cu}") for run in line if isinstance(run, Words)]
[('Pay ', False), ('2', True), (' ', False)]
"""

import re
from dataclasses import dataclass

_TOKEN = re.compile(r"(\*\*|\*|\{[a-z][a-z0-9_-]*\}|\\[*{}\\])")


@dataclass(frozen=True, slots=True)
class Words:
    """Letters of one style."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Icon:
    """A picture that stands in the line like a letter."""

    name: str


Run = Words | Icon


def parse(text: str) -> tuple[tuple[Run, ...], ...]:
    """Return the lines of `text`, each a tuple of runs. A backslash takes the meaning from * { } and itself."""
    bold = italic = False
    lines: list[tuple[Run, ...]] = []
    for line in text.strip("\n").split("\n"):
        runs: list[Run] = []
        for part in _TOKEN.split(line):
            if part == "**":
                bold = not bold
            elif part == "*":
                italic = not italic
            elif part.startswith("{") and len(part) > 2:
                runs.append(Icon(part[1:-1]))
            elif part:
                letters = part[1:] if part[0] == "\\" and len(part) == 2 else part
                runs.append(Words(letters, bold, italic))
        lines.append(tuple(runs))
    return tuple(lines)
