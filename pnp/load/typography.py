"""Typographic rules of a language, such as the no-break spaces of French."""

import re

NO_BREAK = "\u00a0"

_EXPRESSION = re.compile(r"\{\{.*?\}\}|\[\[.*?\]\]", re.DOTALL)
_HELD = "\ue000"
"""Stands for an expression meanwhile."""

_FRENCH = (
    (re.compile(r"(?<=[^\s({\[*|?!:;])[ \u202f]?(?=[;:!?»]+(?:[\s\u00a0.,)*|}…]|$))"), NO_BREAK),
    (re.compile(r"(?<=«)[ \u202f]?(?=\S)"), NO_BREAK),
    (re.compile(r"(?<=\d) (?=\d{3}(?!\d)|%)"), NO_BREAK),
    (re.compile(r"(?<=[^\W\d_])'(?=[^\W_]|[{*\ue000])"), "’"),
)


def well_set(text: str, language: str) -> str:
    """Return a translation with the spaces and apostrophes of its language; expressions in it stay as they are.

    >>> well_set("C'est fini ! Comptez : {{ list(food, 'name') }}", "fr").replace(NO_BREAK, "~")
    "C’est fini~! Comptez~: {{ list(food, 'name') }}"
    """
    if language.partition("-")[0] != "fr":
        return text
    expressions = _EXPRESSION.findall(text)
    said = _EXPRESSION.sub(_HELD, text)
    for pattern, sign in _FRENCH:
        said = pattern.sub(sign, said)
    for expression in expressions:
        said = said.replace(_HELD, expression, 1)
    return said
