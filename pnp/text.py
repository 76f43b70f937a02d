"""Text of messages: suggestions ("did you mean"), plurals, lists, decimals, percentages; lists and numbers in other languages; signs of costs; texts of cells compared."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import isfinite
from unicodedata import east_asian_width, normalize

SHORT = 4  # in names this short one edit makes another word (art, part), so only swapped letters count
_LONG_CELL = 30  # Letters of a cell that a formula joins with others.
MOST_LISTED = 12  # Names that a hint lists before it says how many more there are.


def near_names(name: str, known: Iterable[str], *, most: int = 3, cutoff: float = 0.6) -> list[str]:
    """Return the known names most like `name`, whatever its case, the best first.

    >>> near_names("Yogre", ["yes_broccoli", "yogire"])
    ['yogire']
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only who mistypes a name waits for it

    by_folded = {candidate.casefold(): candidate for candidate in sorted(known, reverse=True)}
    return [
        by_folded[match] for match in get_close_matches(name.casefold(), by_folded, n=most, cutoff=cutoff)
    ]


def nearest(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """Return the known name most like `name`, whatever its case, or None when none is like it.

    >>> nearest("bid_icon", ["bid_icons", "foods"])
    'bid_icons'
    """
    return next(iter(near_names(name, known, most=1, cutoff=cutoff)), None)


def suggest(name: str, known: Iterable[str], *, what: str, also: str = "") -> str:
    """Return a hint for a data file: the nearest name, or the list of `what` there is (a plural); then `also`.

    >>> suggest("rde", ["red", "blue"], what="colours")
    'did you mean "red"?'
    >>> suggest("x", ["red", "blue"], what="colours", also="see line 3")
    'the colours are: blue, red; see line 3'
    """
    names = sorted(known)
    near = nearest(name, names)
    if near is not None:
        return f'did you mean "{near}"?' + (f" {also}" if also else "")
    more = len(names) - MOST_LISTED
    shown = ", ".join(names[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
    hint = f"the {what} are: {shown}" if names else f"there are no {what} here"
    return f"{hint}; {also}" if also else hint


def plain_ascii(text: str) -> str:
    """Return the letters without their accents, and without what ASCII has not.

    >>> plain_ascii("Crème № 5 ✓")
    'Creme No 5 '
    """
    return normalize("NFKD", text).encode("ascii", "ignore").decode()


def without_brackets(cost: str) -> str:
    r"""Return a cost whose signs stand in brackets as their letters, any other as it is.

    >>> [without_brackets(cost) for cost in (r"\{2\}\{r\}", "(G)(G/W)", r"\{\}", "(free)", "2 (3)")]
    ['2R', 'GG/W', '', '(free)', '2 (3)']
    """
    return cost if _SIGNS.fullmatch(cost) is None else re.sub(r"[^\w/]", "", cost).upper()


_OPEN, _CLOSE = r"\\?[{(\[]", r"\\?[})\]] ?"
_SIGNS = re.compile(rf"(?:\d\d?|{_OPEN}\d\d?{_CLOSE})?(?:{_OPEN}(?:[A-Za-z](?:/[A-Za-z])?)?{_CLOSE})*")


def slug(name: str) -> str:
    """Return the id most like a name: small letters a to z, digits and _, a letter first; "" when it has no letter.

    >>> slug("Crème brûlée, 2nd edition")
    'creme_brulee_2nd_edition'
    """
    plain = plain_ascii(name).lower()
    words = "".join(sign if sign.isalnum() else " " for sign in plain.replace("'", "")).split()
    return "_".join(words).lstrip("_0123456789")


def suggest_argument(name: str, known: Sequence[str], what: str, *, most: int = 3) -> str:
    """Return a hint for the command line: names like `name`, or those there are, all ready to be typed.

    >>> suggest_argument("Yogre", ["yes_broccoli", "yogire"], "games")
    'did you mean yogire?'
    >>> suggest_argument("chess", ["yes_broccoli", "yogire"], "games")
    'the games are yes_broccoli, yogire'
    """
    near = near_names(name, known, most=most)
    if near:
        return f"did you mean {' or '.join(near)}?"
    if not known:
        return f"there are no {what}"
    return f"the {what} are {', '.join(known[:MOST_LISTED])}{' ...' if len(known) > MOST_LISTED else ''}"


def is_typo(written: str, meant: str) -> bool:
    """Say whether `written` is `meant` with one letter wrong, missing, added, or two swapped.

    In names of up to four letters only a swap counts.

    >>> is_typo("sorce", "source"), is_typo("bakc", "back"), is_typo("pack", "back")
    (True, True, False)
    """
    if abs(len(written) - len(meant)) > 1 or written == meant:
        return False
    if sorted(written) == sorted(meant):
        return sum(one != other for one, other in zip(written, meant, strict=True)) == 2
    shorter, longer = sorted((written, meant), key=len)
    alike = next(
        (at for at, (one, other) in enumerate(zip(shorter, longer, strict=False)) if one != other),
        len(shorter),
    )
    rest = shorter[alike + 1 :] if len(shorter) == len(longer) else shorter[alike:]
    return len(meant) > SHORT and longer[alike + 1 :] == rest


def letters_of(word: str) -> int:
    """Return how many letters a word is wide: one of Chinese is as wide as two of Latin."""
    return len(word) + (0 if word.isascii() else sum(east_asian_width(letter) in "WF" for letter in word))


def bare(words: Sequence[str]) -> list[str]:
    """Return words without what differs in copies of them: capitals, accents, signs and marks."""
    plain = (normalize("NFKD", word).casefold().replace("\u0131", "i") for word in words)
    return [re.sub(r"<[^<>]*>|\W|_", "", word) for word in plain]


def is_joined(cells: Sequence[str], text: str) -> bool:
    """Say whether a text is made of some of these cells, given the longest first."""
    if not cells or len(cells[0]) < _LONG_CELL or cells[0] not in text:
        return False
    joined = 0
    for cell in cells:
        joined += cell in text
        text = text.replace(cell, " ", 1)
    return joined > 1 and not text.strip()


def is_within(words: Sequence[str], longer: Sequence[str]) -> bool:
    """Say whether nearly all words stand in the longer text of their row."""
    filled = [word in other for word, other in zip(words, longer, strict=True) if word]
    return sum(filled) > 0.8 * len(filled)


def are_alike(words: Sequence[str], others: Sequence[str], same: float = 0.9) -> bool:
    """Say whether words are the same as others in this share of the rows, and filled in as many."""
    filled = [(word, other) for word, other in zip(words, others, strict=False) if word]
    enough = len(filled) > 0.9 * sum(bool(other) for other in others)
    return enough and sum(word == other for word, other in filled) >= same * len(filled)


def are_of(words: Sequence[str], kinds: Sequence[str]) -> bool:
    """Say whether each word stands beside one kind, of which there are fewer."""
    return len({*zip(words, kinds, strict=True)}) == len({*words}) > len({*kinds})


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return the words as a sentence has them, with "and" or another word before the last.

    >>> listed(["a4", "letter"]), listed(["a3", "a4", "letter"], "or")
    ('a4 and letter', 'a3, a4 or letter')
    """
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def counted(count: int, one: str, many: str = "") -> str:
    """Return a number with its noun, whose plural takes an s unless `many` says otherwise.

    >>> counted(1, "card"), counted(2, "card"), counted(0, "die", "dice")
    ('1 card', '2 cards', '0 dice')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


@lru_cache(maxsize=8192)
def decimal(value: float) -> str:
    """Return a number as files have it: four decimals at most, never -0; raises ValueError for what is none.

    >>> decimal(63.0), decimal(1 / 3), decimal(-0.00001)
    ('63', '0.3333', '0')
    """
    if isinstance(value, str) or not isfinite(value):
        raise ValueError(f'"{value}" is not a number')
    text = f"{float(value):.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Return a text as attributes of SVG have it. Most need no change, which is sooner seen than replaced.

    >>> escaped("M0 0"), escaped("'a' < b")
    ('M0 0', '&#x27;a&#x27; &lt; b')
    """
    plain = "&" not in text and "<" not in text and ">" not in text and '"' not in text and "'" not in text
    if plain:
        return text
    from html import escape  # noqa: PLC0415 - its table of all entities takes long to load

    return escape(text)


@cache
def column_letters(number: int) -> str:
    """Return what a spreadsheet calls the column of that number, counted from 1.

    >>> [column_letters(number) for number in (1, 26, 27, 702, 703)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def one_line(text: str) -> str:
    r"""Return a text in one line, without letters that nobody sees.

    >>> one_line(" a\tred \n\x07apple")
    'a red apple'
    """
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def in_percent(share: float) -> str:
    """Return a share as people say it, never 0 for something and never 100 for less than all.

    >>> in_percent(0.0234), in_percent(0.00001), in_percent(0.9999), in_percent(1), in_percent(0)
    ('2.3 %', 'less than 0.1 %', '99.9 %', '100 %', '0 %')
    """
    if share in (0, 1):
        return f"{share * 100:.0f} %"
    return "less than 0.1 %" if share < 0.001 else f"{min(share * 100, 99.9):.1f} %"


def readable_size(count: int) -> str:
    """Return a number of bytes as people say it.

    >>> readable_size(999), readable_size(22_400), readable_size(3_210_000), readable_size(1_000_000_000)
    ('1 kB', '22 kB', '3.2 MB', '1.0 GB')
    """
    if count >= 1_000_000_000:
        return f"{count / 1e9:.1f} GB"
    return f"{count / 1e6:.1f} MB" if count >= 1_000_000 else f"{max(1, round(count / 1000))} kB"


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

        >>> Speech().filled("{low} minutes", low=3)
        '3 minutes'
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


def is_encoding(name: str) -> bool:
    """Say whether text can be encoded so: a name that Python knows.

    >>> is_encoding("windows-1252"), is_encoding("rot13"), is_encoding("")
    (True, False, False)
    """
    try:
        return "a".encode(name) != b"" if name else False
    except (LookupError, UnicodeError):
        return False


def of_one(label: str) -> str:
    """Return the name of a number that is 1."""
    label = re.sub(r"(?<=[a-z]{2})ies$", "y", re.sub(r"(ss|sh|tch)es$", r"\1", label))
    return re.sub(r"(?<=[a-z][^\W\dciosu])(?<!che)s$", "", label)
