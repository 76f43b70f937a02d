"""What a designer may write inside a text: **bold**, *italic*, ~~struck~~, [words]{.style}, {icon}, and a line break."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pnp.model.text_styles import PLAIN, USUAL_STYLES, TextStyle

NAME = r"[A-Za-z][A-Za-z0-9_-]*"
ESCAPE = r"\\[!-/:-@\[-`{-~]"
_TOKEN = re.compile(rf"(\*\*|\*|~~|\{{{NAME}\}}|\[|\]\{{\.{NAME}\}}|\]|{ESCAPE}|\n)")
_SIGNS = re.compile(r"[\\*~_`\[\]{}]")
_MARKS = ("**", "*", "~~")


@dataclass(frozen=True, slots=True)
class Words:
    """Letters of one style; `bold` and `italic` say what stars and styles together make of them."""

    text: str
    bold: bool = False
    italic: bool = False
    style: TextStyle = PLAIN


@dataclass(frozen=True, slots=True)
class Icon:
    """A picture that stands in the line like a letter."""

    name: str
    style: TextStyle = PLAIN


Run = Words | Icon


def without_marks(text: str) -> str:
    r"""Return what to write so that `text` is printed as it stands, whatever signs it has.

    >>> without_marks("*x* {{ 2 }}")
    '\\*x\\* \\{\\{ 2 \\}\\}'
    """
    return _SIGNS.sub(r"\\\g<0>", text)


def parse(text: str, styles: Mapping[str, TextStyle] = USUAL_STYLES) -> tuple[tuple[Run, ...], ...]:
    """Return the lines of `text`, each a tuple of runs.

    A mark means something only in pairs, the first before a letter and the second after one: "3 * 4" and "see
    below*" keep their stars. Square brackets mean something only with a style behind them. A backslash takes its
    meaning from any sign.
    """
    return parse_lines(text.replace("\r\n", "\n").strip("\n"), styles)


def parse_lines(text: str, styles: Mapping[str, TextStyle]) -> tuple[tuple[Run, ...], ...]:
    """Return as many lines as `text` has, the empty ones at its ends too."""
    tokens = _TOKEN.split(text)
    marks = _paired(tokens)
    spans = _spans(tokens, styles) if "[" in text else {}
    bold = italic = strike = False
    inside = [PLAIN]
    lines: list[list[Run]] = [[]]
    for place, part in enumerate(tokens):
        if place in marks:
            bold ^= part == "**"
            italic ^= part == "*"
            strike ^= part == "~~"
        elif place in spans:
            _enter_or_leave(inside, spans[place])
        elif part == "\n":
            lines.append([])
        elif part:
            style = inside[-1]
            if strike:
                style = USUAL_STYLES["strike"].within(style)
            if part.startswith("{") and place % 2:
                lines[-1].append(Icon(part[1:-1], style))
            else:
                letters = part[1:] if place % 2 and part.startswith("\\") else part
                _append(lines[-1], Words(letters, bold or style.bold, italic or style.italic, style))
    return tuple(tuple(line) for line in lines)


def styled(runs: tuple[Run, ...], style: TextStyle) -> tuple[Run, ...]:
    """Return runs in a text that has a style as a whole."""
    if style == PLAIN:
        return runs
    return tuple(
        replace(
            run, style=run.style.within(style), bold=run.bold or style.bold, italic=run.italic or style.italic
        )
        if isinstance(run, Words)
        else replace(run, style=run.style.within(style))
        for run in runs
    )


def _enter_or_leave(inside: list[TextStyle], style: TextStyle | None) -> None:
    """Note that a part with a style begins here, or that the innermost one ends."""
    if style is None:
        inside.pop()
    else:
        inside.append(style.within(inside[-1]))


def _append(line: list[Run], words: Words) -> None:
    """Add letters to a line, to the run before them when it has their style, so that they are shaped as one."""
    last = line[-1] if line else None
    alike = isinstance(last, Words) and (last.bold, last.italic) == (words.bold, words.italic)
    if isinstance(last, Words) and alike and last.style == words.style:
        line[-1] = replace(last, text=last.text + words.text)
    else:
        line.append(words)


def _spans(tokens: list[str], styles: Mapping[str, TextStyle]) -> dict[int, TextStyle | None]:
    """Return which tokens begin a part with a style, and which end one (None); `tokens` has the signs at its odd places."""
    found: dict[int, TextStyle | None] = {}
    open_at: list[int] = []
    for place in range(1, len(tokens), 2):
        token = tokens[place]
        if token == "[":  # noqa: S105 - no secret
            open_at.append(place)
        elif token.startswith("]") and open_at:
            start = open_at.pop()
            if len(token) > 1:
                found |= {start: styles.get(token[3:-1], PLAIN), place: None}
    return found


def _paired(tokens: list[str]) -> frozenset[int]:
    """Return which tokens are marks that open or close a style; `tokens` has the signs at its odd places."""
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


def loose_marks(text: str) -> list[tuple[int, str]]:
    """Return the marks that open or close nothing, each with its place in the text."""
    tokens = _TOKEN.split(text)
    marks = _paired(tokens)
    found, at = [], 0
    for place, token in enumerate(tokens):
        if token in _MARKS and place % 2 and place not in marks:
            found.append((at, token))
        at += len(token)
    return found


def _touches(tokens: list[str], end: int) -> bool:
    """Say whether something other than a blank stands at that end of the tokens, marks aside."""
    text = "".join(token for token in tokens if token not in _MARKS)
    return bool(text) and not text[end].isspace()
