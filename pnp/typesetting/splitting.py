"""Splitting a text that is too long for its box: the words that go in, and the rest, with their styles."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.typesetting.markup import Words
from pnp.typesetting.structure import Paragraph, Part, Runs

_WORD = re.compile(r"\s*\S{1,24}\s*")
"""Of letters without blanks, as of Chinese, so many count as a word."""

ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class TextRest:
    """The end of a text for which there was no room. It is false when nothing is left."""

    parts: tuple[Part, ...] = ()

    def __bool__(self) -> bool:
        """Say whether anything is left."""
        return bool(self.parts)


def longest_that_fits(
    parts: Sequence[Part], fits: Callable[[Sequence[Part]], bool]
) -> tuple[tuple[Part, ...], TextRest]:
    """Return as many words of a text as fit, and the rest of it."""
    low, high = 0, sum(map(_words_in, parts))
    while low < high:
        middle = (low + high + 1) // 2
        if fits(_first(parts, middle)):
            low = middle
        else:
            high = middle - 1
    first = _first(parts, low)
    return first, TextRest(_without_first(parts, low))


def _words_in(part: Part) -> int:
    """Return how many words a part has; a table, which is not split, counts as one."""
    if not isinstance(part, Paragraph):
        return 1
    return sum(len(_WORD.findall(run.text)) if isinstance(run, Words) else 1 for run in part.runs)


def _first(parts: Sequence[Part], words: int) -> tuple[Part, ...]:
    return tuple(part for part, _ in _split(parts, words) if part is not None)


def _without_first(parts: Sequence[Part], words: int) -> tuple[Part, ...]:
    return tuple(part for _, part in _split(parts, words) if part is not None)


def _split(parts: Sequence[Part], words: int) -> Iterator[tuple[Part | None, Part | None]]:
    """Yield what of each part is among the first words, and what is not."""
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
        found = _WORD.findall(run.text)
        head, tail = "".join(found[: max(0, words)]), "".join(found[max(0, words) :])
        before += [replace(run, text=head)] if head else []
        after += [replace(run, text=tail)] if tail else []
        words -= len(found)
    return tuple(before), tuple(after)  # type: ignore[arg-type]
