"""Where a text may be parted into lines: at its blanks, and by Unicode's line breaking algorithm (UAX 14).

Latin, Greek and Cyrillic letters part at blanks alone, in any company: "well-known" and "1-2" stay whole. Scripts that
part elsewhere follow the rules of ICU in their strict form: no line begins with a closing mark or a small kana, none
ends with an opening bracket, and Thai, Lao, Khmer and Burmese part between the words of a dictionary.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

BLANKS = " \t\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f\u3000"
"""Blanks at which a line may end; a no-break space is none."""

BREAK = "\u200b"
SOFT_HYPHEN = "\u00ad"
IDEOGRAPHIC_SPACE = "\u3000"

_RULED = re.compile(
    "[\u00ad\u200b\u2060"  # soft hyphen, break and no break without a blank
    "\u0590-\u08ff"  # Hebrew to Arabic
    "\u0900-\u11ff\u1700-\u18af\u1950-\u1aaf\u1b00-\u1c7f"  # scripts of India and South East Asia, Hangul letters
    "\u2e80-\ua4cf\ua8e0-\ua8ff\ua960-\uabff\uac00-\ud7ff"  # Chinese, Japanese, Korean, Yi
    "\uf900-\ufaff\ufb1d-\ufdff\ufe10-\ufe4f\ufe70-\ufeff\uff00-\uffef"
    "\U00010800-\U00010fff\U00011000-\U000123ff\U00016800-\U0001ffff\U00020000-\U0003ffff"
    "\u2000-\u2006\u2008-\u200a\u205f]"
)
"""Characters beside which a line may end without a blank, and blanks of a width of their own."""

_INVISIBLE = str.maketrans("", "", "\u00ad\u200b\u2060\ufeff")


def parts_at_blanks_only(text: str) -> bool:
    """Say whether nothing but blanks parts this text."""
    return text.isascii() or _RULED.search(text) is None


def visible(text: str) -> str:
    r"""Return a text without what only says where a line may end.

    >>> visible("hand\u00adker\u00adchief")
    'handkerchief'
    """
    return text.translate(_INVISIBLE)


@lru_cache(maxsize=4096)
def unbreakable(text: str) -> tuple[tuple[int, int, int], ...]:
    """Return the unbreakable parts of a text in order, each as its start, the end of its letters, and the end of its blanks.

    >>> [text[a:b] for text in ["山札、「赤」x-y"] for a, b, _ in unbreakable(text)]
    ['山', '札、', '「赤」', 'x-y']
    """
    return tuple(_parts(text))


def _parts(text: str) -> Iterator[tuple[int, int, int]]:
    start = 0
    for end in _opportunities(text):
        if (
            end == len(text)
            or text[end - 1] in BLANKS
            or _RULED.match(text, end - 1)
            or _RULED.match(text, end)
        ):
            core = len(text[start:end].rstrip(BLANKS + BREAK))
            yield start, start + core, end
            start = end


def _opportunities(text: str) -> list[int]:
    """Return all places at which a line may end, the end of the text too."""
    from icu4py.breakers import LineBreaker  # noqa: PLC0415 - most games are in Latin letters

    # English stands for the rules without any language's exceptions: those of Japanese let small kana begin a line.
    plain = text.encode("utf-8", "replace").decode()
    return list(accumulate(map(len, LineBreaker(plain, "en"))))
