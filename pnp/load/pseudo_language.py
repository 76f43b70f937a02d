"""A language nobody speaks: the same texts with accents and a third longer, to find what cannot be translated."""

import re

PSEUDO = "pseudo"
"""What it is called where a language is named."""

LONGER = 0.3
"""So much more room do texts need that were short in English."""

_ACCENTED = str.maketrans("AEIOUCNaeiouycn", "ÀÉÎÖÛÇÑàéîöûÿçñ")
_KEPT = re.compile(
    r"\\.|\*+|\[\[(?:(?!\[\[).)*?\]\]|\{\{(?:(?!\{\{).)*?\}\}|\{[A-Za-z_][\w-]*\|?|[|}]", re.DOTALL
)
"""What is no words: escapes, stars, links, expressions, icons, and the signs between the choices of a phrase."""


def pseudo_text(text: str) -> str:
    r"""Return the text in the language nobody speaks; what stands in braces stays, and so do marks and line ends.

    >>> pseudo_text("Add {n|one|{n}} to any **bid**.")
    '[Àdd {n|öñé|{n}} tö àñÿ **bîd**. ~~~]'
    """
    end = len(text.rstrip())
    letters = len(_KEPT.sub("", text))
    at, said = 0, list[str]()
    for kept in _KEPT.finditer(text, 0, end):
        said += [text[at : kept.start()].translate(_ACCENTED), kept[0]]
        at = kept.end()
    said.append(text[at:end].translate(_ACCENTED))
    more = " ".join("~" * min(5, left) for left in range(max(1, round(letters * LONGER) - 3), 0, -6))
    return f"[{''.join(said)} {more}]{text[end:]}"


def is_pseudo(text: str) -> bool:
    """Say whether a text that was drawn comes from one in that language: whoever sees a part of it sees an accent."""
    return any(ord(sign) > 127 for sign in text) or "~" in text
