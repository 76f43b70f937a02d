"""How a language writes lists and numbers, and the words of the interface in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Speech:
    """What stands between the items of a list and before the last one, the sign before decimals, and words.

    `words` are those of templates and of pnp itself, by the words they stand for.
    """

    comma: str = ", "
    last: str = " and "
    decimal: str = "."
    words: Mapping[str, str] = field(default_factory=dict)

    def said(self, words: str) -> str:
        """Return what stands for words of a template or of pnp, the words themselves where nothing does."""
        return self.words.get(words, words)

    def listed(self, items: Sequence[str]) -> str:
        """Return items as a sentence has them.

        >>> Speech().listed(["a", "b", "c"])
        'a, b and c'
        """
        return self.last.join(filter(None, (self.comma.join(items[:-1]), *items[-1:])))

    def filled(self, words: str, **values: object) -> str:
        """Return words of pnp with these values in their places.

        >>> Speech().filled("{number} different", number=3)
        '3 different'
        """
        said = self.said(words)
        for name, value in values.items():
            said = said.replace(f"{{{name}}}", str(value))
        return said

    def counted(self, count: int, one: str, many: str) -> str:
        """Return a number with its noun, such as "2 cards".

        >>> Speech().counted(2, "card", "cards")
        '2 cards'
        """
        return f"{count}{self.said(' ')}{self.said(one if count == 1 else many)}"


ENGLISH = Speech()

SPEECHES: Mapping[str, Speech] = {
    "de": Speech(last=" und ", decimal=","),
    "es": Speech(last=" y ", decimal=","),
    "fr": Speech(last=" et ", decimal=","),
    "it": Speech(last=" e ", decimal=","),
    "ja": Speech(comma="、", last="と"),
    "ko": Speech(last=", "),
    "nl": Speech(last=" en ", decimal=","),
    "pl": Speech(last=" i ", decimal=","),
    "pt": Speech(last=" e ", decimal=","),
    "sv": Speech(last=" och ", decimal=","),
    "zh": Speech(comma="、", last="和"),
}
"""Languages whose ways are known; a game's language.yaml may say otherwise, and teach others."""


def speech_of(language: str) -> Speech:
    """Return the ways of a language such as "fr" or "fr-CA"; one that is not known says lists and numbers as English does."""
    return SPEECHES.get(language.partition("-")[0], ENGLISH)
