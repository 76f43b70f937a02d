"""What a designer may write inside a text: **bold**, *italic*, {icon}, and a line break."""

import re
from dataclasses import dataclass, replace

_TOKEN = re.compile(r"(\*\*|\*|\{[A-Za-z][A-Za-z0-9_-]*\}|\\[*{}\\]|\n)")
_MARKS = ("**", "*")


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
    """Return the lines of `text`, each a tuple of runs.

    A star means something only in pairs, the first before a letter and the second after one: "3 * 4" and "see
    below*" keep theirs. A backslash takes the meaning from * { } and itself.
    """
    tokens = _TOKEN.split(text.replace("\r\n", "\n").strip("\n"))
    marks = _paired(tokens)
    bold = italic = False
    lines: list[list[Run]] = [[]]
    for place, part in enumerate(tokens):
        if place in marks:
            bold ^= part == "**"
            italic ^= part == "*"
        elif part == "\n":
            lines.append([])
        elif part.startswith("{") and place % 2:
            lines[-1].append(Icon(part[1:-1]))
        elif part:
            letters = part[1:] if place % 2 and part.startswith("\\") else part
            _append(lines[-1], Words(letters, bold, italic))
    return tuple(tuple(line) for line in lines)


def _append(line: list[Run], words: Words) -> None:
    """Add letters to a line, to the run before them when it has their style, so that they are shaped as one."""
    last = line[-1] if line else None
    if isinstance(last, Words) and (last.bold, last.italic) == (words.bold, words.italic):
        line[-1] = replace(last, text=last.text + words.text)
    else:
        line.append(words)


def _paired(tokens: list[str]) -> frozenset[int]:
    """Return which tokens are stars that open or close a style; `tokens` has the marks at its odd places."""
    pairs: set[int] = set()
    for mark in _MARKS:
        opening: int | None = None
        for place in range(1, len(tokens), 2):
            if tokens[place] != mark:
                continue
            if opening is None:
                opening = place if _touches(tokens[place + 1 :], 0) else None
            elif _touches(tokens[:place], -1):
                pairs |= {opening, place}
                opening = None
    return frozenset(pairs)


def _touches(tokens: list[str], end: int) -> bool:
    """Say whether something other than a blank stands at that end of the tokens, stars aside."""
    text = "".join(token for token in tokens if token not in _MARKS)
    return bool(text) and not text[end].isspace()
