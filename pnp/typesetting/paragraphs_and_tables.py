"""The structure of a text: paragraphs, list items, table rows.

A list is two or more lines that begin with "- ", or with numbers that count up; a table, two or more between bars.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from pnp.model.card_looks import TextStyle
from pnp.typesetting.markup import Run, Words, parse, parse_lines

Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A line of a text. With a `marker`, a bullet or "2.", an item of a list; one without goes on with the item before it.

    `level` counts how deep a list is inside others, from 1; 0 is no list. What `follows` closely is no new paragraph.
    """

    runs: Runs
    marker: Runs = ()
    level: int = 0
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, as many in each; `aligned` are the columns: start, left, center or right. The first row may be the `head`."""

    rows: tuple[tuple[Runs, ...], ...]
    aligned: tuple[str, ...]
    head: bool = False


Part = Paragraph | Table
_MAY_BE_MORE = re.compile(r"^[ \t]*(?:[-*•–][ \t]|\d{1,2}[.)][ \t]|\|)|\\$", re.MULTILINE)
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?P<marker>[-*•–]|(?P<number>\d{1,2})[.)])[ \t]+(?=\S)")
_ROW = re.compile(r"[ \t]*\|(.*)\|[ \t]*")
_BAR = re.compile(r"(?:[^|\\]|\\.)*")
_RULE = re.compile(r"[ \t]*(:?)-+(:?)[ \t]*")


def runs_of(part: Part) -> list[Runs]:
    """Return all that is printed of a part."""
    if isinstance(part, Paragraph):
        return [part.runs, part.marker]
    return _cells_of(part)


def with_runs(part: Part, lines: Iterator[Runs]) -> Part:
    """Return a part with the next of `lines` in place of what is printed of it."""
    if isinstance(part, Paragraph):
        return Paragraph(next(lines), next(lines), part.level, part.follows)
    return replace(part, rows=tuple(tuple(next(lines) for _ in row) for row in part.rows))


BULLET: Runs = (Words("•"),)


def structure(text: str, styles: Mapping[str, TextStyle], bullet: Runs = BULLET) -> tuple[Part, ...]:
    """Return the parts of a text in order; items that begin with "-" or "*" have the `bullet` as their marker."""
    if _MAY_BE_MORE.search(text) is None:
        return tuple(Paragraph(runs) for runs in parse(text, styles))
    drafts = list(_drafts(text.replace("\r\n", "\n").strip("\n").split("\n")))
    # All at once: a style may reach from one line to the next.
    texts = [
        runs for draft in drafts for runs in (_cells_of(draft) if isinstance(draft, Table) else [draft.runs])
    ]
    written = iter(parse_lines("\n".join(_letters(runs) for runs in texts), styles))
    return tuple(
        with_runs(draft, written)
        if isinstance(draft, Table)
        else replace(
            draft, runs=next(written), marker=bullet if _letters(draft.marker) in ("-", "*") else draft.marker
        )
        for draft in drafts
    )


def _cells_of(table: Table) -> list[Runs]:
    return [cell for row in table.rows for cell in row]


def _letters(runs: Runs) -> str:
    return "".join(run.text for run in runs if isinstance(run, Words))


def _plain(text: str) -> Runs:
    return (Words(text),)


def _drafts(lines: Sequence[str]) -> Iterator[Part]:
    at, goes_on = 0, False
    while at < len(lines):
        table, items = _rows_from(lines, at), _items_from(lines, at)
        if table is not None:
            yield table[0]
            at, goes_on = table[1], False
        elif items:
            yield from items
            at, goes_on = at + len(items), False
        else:
            line = lines[at]
            ends_open = line.endswith("\\") and not line.endswith("\\\\")
            yield Paragraph(_plain(line[:-1] if ends_open else line), follows=goes_on)
            at, goes_on = at + 1, ends_open


def _items_from(lines: Sequence[str], start: int) -> list[Paragraph]:
    items: list[Paragraph] = []
    indents: list[int] = []
    numbers: dict[int, int] = {}
    for line in lines[start:]:
        match = _ITEM.match(line)
        indent = len(line) - len(line.lstrip())
        if match is None:
            if not items or indent < 2 or not line.strip():
                break
            items.append(Paragraph(_plain(line.strip()), level=items[-1].level, follows=True))
            continue
        while indents and indent < indents[-1]:
            numbers.pop(len(indents), None)
            indents.pop()
        if not indents or indent > indents[-1] + 1:
            indents.append(indent)
        level = len(indents)
        if match["number"] and int(match["number"]) != numbers.get(level, int(match["number"])):
            break
        numbers[level] = int(match["number"] or 0) + 1
        item = Paragraph(_plain(line[match.end() :]), _plain(match["marker"]), level, follows=bool(items))
        items.append(item)
    markers = [item.marker for item in items if item.marker]
    return items if len(markers) > 1 or markers == [BULLET] else []


def _rows_from(lines: Sequence[str], start: int) -> tuple[Table, int] | None:
    end, rows = start, []
    while end < len(lines) and (row := _ROW.fullmatch(lines[end])) is not None:
        rows.append([cell.strip() for cell in _cells(row[1])])
        end += 1
    if len(rows) < 2:
        return None
    rules = [_RULE.fullmatch(cell) for cell in rows[1]]
    head = all(rules)
    if head:
        del rows[1]
    most = max(map(len, rows))
    sides = [_side(rule[1], rule[2]) if rule else "left" for rule in rules] if head else []
    aligned = (*sides, *["start"] * most)[:most]
    cells = (tuple(map(_plain, (*row, *[""] * (most - len(row))))) for row in rows)
    return Table(tuple(cells), aligned, head), end


def _cells(row: str) -> Iterator[str]:
    at = 0
    while at <= len(row):
        cell = _BAR.match(row, at)
        assert cell is not None
        yield cell[0]
        at = max(cell.end(), at) + 1


def _side(left: str, right: str) -> str:
    if left and right:
        return "center"
    return "right" if right else "left" if left else "start"


# A text that is too long for its box: the words that go in, and the rest, with their styles.

_WORD = re.compile(r"\s*\S{1,24}\s*")  # Of letters without blanks, as of Chinese, so many count as a word.


class TextRest(tuple[Part, ...]):
    """The end of a text for which there was no room. It is false when nothing is left."""

    __slots__ = ()


NO_REST = TextRest()
_MOST_LOST = 0.5  # Of the words that fit, so many stay at least where a text ends after a whole part.


def longest_that_fits(
    parts: Sequence[Part], fits: Callable[[Sequence[Part]], bool], *, whole: bool = False
) -> tuple[tuple[Part, ...], TextRest]:
    """Return as many words of a text as fit, and the rest of it; `whole` ends after a part where that loses little."""
    low, high = 0, sum(map(_words_in, parts))
    while low < high:
        middle = (low + high + 1) // 2
        if fits(_first(parts, middle)):
            low = middle
        else:
            high = middle - 1
    if whole:
        ends = list(zip(accumulate(map(_words_in, parts)), [*parts[1:], None], strict=True))
        near = [(end, part) for end, part in ends if _MOST_LOST * low <= end <= low]
        named = [neighbour for neighbour in near if _has_heading(neighbour[1])]
        low = (named or near or [(low, None)])[-1][0]
    return _first(parts, low), TextRest(part for _, part in _split(parts, low) if part is not None)


def _has_heading(part: Part | None) -> bool:
    runs = part.runs if isinstance(part, Paragraph) else ()
    return bool(runs) and isinstance(runs[0], Words) and runs[0].bold


def _words_in(part: Part) -> int:
    if not isinstance(part, Paragraph):
        return 1
    return sum(len(_WORD.findall(run.text)) if isinstance(run, Words) else 1 for run in part.runs)


def _first(parts: Sequence[Part], words: int) -> tuple[Part, ...]:
    return tuple(part for part, _ in _split(parts, words) if part is not None)


def _split(parts: Sequence[Part], words: int) -> Iterator[tuple[Part | None, Part | None]]:
    for part in parts:
        count = _words_in(part)
        if words >= count:
            yield (part, None) if count or words else (None, part)
        elif words <= 0 or not isinstance(part, Paragraph):
            yield None, part
        else:
            before, after = _split_runs(part.runs, words)
            yield replace(part, runs=before), replace(part, runs=after, marker=(), follows=False)
        words -= count


def _split_runs(runs: Runs, words: int) -> tuple[Runs, Runs]:
    before, after = list[object](), list[object]()
    for run in runs:
        if not isinstance(run, Words):
            (before if words > 0 else after).append(run)
            words -= 1
            continue
        match = _WORD.findall(run.text) or [run.text]
        head, tail = "".join(match[: max(0, words)]), "".join(match[max(0, words) :])
        before += [run._replace(text=head)] if head else []
        after += [run._replace(text=tail)] if tail else []
        words -= len(match) if run.text.strip() else 0
    return tuple(before), tuple(after)  # type: ignore[arg-type]
