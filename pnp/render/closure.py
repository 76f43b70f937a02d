"""What a template is made of: itself and all it extends, includes and imports, as one digest."""

import re
from collections.abc import Callable, Iterator

from pnp.model.store import digest

_TAG = re.compile(
    r"""\{%[-+]?\s*(?:extends|include|import|from)\b\s*
    (?:(?P<quote>["'])(?P<name>[^"'\\]+)(?P=quote)\s*(?=[-+]?%\}|ignore\b|with\b|without\b|as\b|import\b))?""",
    re.VERBOSE,
)


def closure(name: str, text_of: Callable[[str], str | None], everything: Callable[[], Iterator[str]]) -> str:
    """Return the digest of template `name` and of all templates that it can reach.

    `text_of` gives the text of a template, None when there is none. A name that is worked out while drawing may be
    any of `everything`.
    """
    texts: dict[str, str | None] = {}
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if each in texts:
            continue
        texts[each] = text_of(each)
        for other in _named(texts[each] or ""):
            waiting += everything() if other is None else [other]
    return digest(sorted(texts.items()))


def _named(text: str) -> Iterator[str | None]:
    r"""Yield the names of the templates that a text asks for, None for one that is worked out or written with escapes.

    >>> list(_named('{% extends "a.j2" %}{%- from "b.j2" import c %}{% include "d" ~ e %}{% import f as g %}'))
    ['a.j2', 'b.j2', None, None]
    >>> list(_named(r'{% include "\x61.j2" %}'))
    [None]
    """
    return (found["name"] for found in _TAG.finditer(text))
