"""Icons spoken: a sentence of a rules summary in words alone."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from pnp.model.rules import Run, Term, Text, plain

_WORD = re.compile(r"\w+")
_SENTENCE_ENDS = re.compile(r"(?:^|[.!?])\s*$")


def icon_words(glossary: Iterable[Term]) -> Mapping[str, tuple[str, ...]]:
    """Return what the icons are called, by name: first the word that stands for one, then its title in the glossary.

    >>> icon_words([Term("Computation unit", (), "cu", "CU"), Term("Coin", (), "coin")])
    {'cu': ('CU', 'Computation unit'), 'coin': ('coin', 'Coin')}
    """
    return {term.icon: (term.word or spoken_name(term.icon), term.title) for term in glossary if term.icon}


def spoken_name(icon: str) -> str:
    """Return the name of an icon as words.

    >>> spoken_name("after_own-pick")
    'after own pick'
    """
    return icon.replace("-", " ").replace("_", " ")


def without_icons(text: Text, words: Mapping[str, tuple[str, ...]]) -> Text:
    """Return a text with words in place of its icons.

    An icon whose word stands beside it is left out, as is one before a sentence that begins without it.

    >>> cu = {"cu": ("CU", "Computation unit")}
    >>> plain(without_icons((Run("Supplies 6 "), Run("", icon="cu"), Run(".")), cu))
    'Supplies 6 CU.'
    >>> plain(without_icons((Run("All the computation units "), Run("", icon="cu"), Run(" and the rest.")), cu))
    'All the computation units and the rest.'
    >>> plain(without_icons((Run("", icon="cu"), Run(" begin at 2.")), cu))
    'CU begin at 2.'
    """
    runs: list[Run] = []
    for place, run in enumerate(text):
        if run.icon is None:
            runs.append(run)
            continue
        names = words.get(run.icon, (spoken_name(run.icon),))
        before, after = plain(tuple(runs)), plain(text[place + 1 :])
        starts = bool(after.strip()) and _SENTENCE_ENDS.search(before) is not None
        if _is_said(names, before, after) or (starts and after.lstrip()[:1].isupper()):
            _close_gap(runs, after)
            continue
        word = names[0][:1].upper() + names[0][1:] if starts else names[0]
        runs.append(replace(run, words=word, icon=None))
    return tuple(_trimmed(runs))


def _is_said(names: Iterable[str], before: str, after: str) -> bool:
    """Say whether one of the names, or its plural, is the last word before an icon or the first one after it."""
    ends, starts = (_WORD.findall(part.casefold()) for part in (before, after))
    for name in names:
        letters = _WORD.findall(name.casefold())
        near = (ends[-len(letters) :], starts[: len(letters)])
        if letters and any(_same(letters, each) for each in near):
            return True
    return False


def _same(name: list[str], found: list[str]) -> bool:
    plural = [*name[:-1], name[-1] + "s"]
    return found in (name, plural)


def _close_gap(runs: list[Run], after: str) -> None:
    """Take away one of the two spaces that an icon leaves."""
    if runs and runs[-1].words.endswith(" ") and (not after or after[0] in " .,;:!?)"):
        runs[-1] = replace(runs[-1], words=runs[-1].words[:-1])


def _trimmed(runs: list[Run]) -> Iterable[Run]:
    """Yield the runs, the first one without spaces before it."""
    for number, run in enumerate(run for run in runs if run.words):
        yield replace(run, words=run.words.lstrip()) if number == 0 else run
