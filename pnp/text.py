"""Which of the known names somebody probably meant."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from math import isfinite

SHORT = 4  # in names this short one edit makes another word (art, part), so only swapped letters count


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `name`, whatever its case, or None when none is like it.

    >>> nearest("bid_icon", ["bid_icons", "foods"])
    'bid_icons'
    """
    by_folded = {candidate.casefold(): candidate for candidate in sorted(known, reverse=True)}
    close = get_close_matches(name.casefold(), sorted(by_folded), n=1, cutoff=0.6)
    return by_folded[close[0]] if close else None


def suggest(name: str, known: Iterable[str], *, what: str, also: str = "") -> str:
    """Return a hint: the nearest name, or the list of `what` there is (a plural); then `also`.

    >>> suggest("rde", ["red", "blue"], what="colours")
    'did you mean "red"?'
    >>> suggest("x", ["red", "blue"], what="colours", also="see line 3")
    'the colours are: blue, red; see line 3'
    """
    names = sorted(known)
    near = nearest(name, names)
    if near is not None:
        return f'did you mean "{near}"?' + (f" {also}" if also else "")
    shown = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    hint = f"the {what} are: {shown}" if names else f"there are no {what} here"
    return f"{hint}; {also}" if also else hint


def is_slip(written: str, meant: str) -> bool:
    """Say whether `written` is `meant` with one letter wrong, missing, added, or two swapped.

    In names of up to four letters only a swap counts.

    >>> is_slip("sorce", "source"), is_slip("bakc", "back"), is_slip("pack", "back")
    (True, True, False)
    """
    if written == meant:
        return False
    if _swapped(written, meant):
        return True
    return len(meant) > SHORT and _one_letter(written, meant)


def _swapped(a: str, b: str) -> bool:
    if len(a) != len(b):
        return False
    wrong = [index for index in range(len(a)) if a[index] != b[index]]
    return (
        len(wrong) == 2
        and wrong[1] == wrong[0] + 1
        and a[wrong[0]] == b[wrong[1]]
        and a[wrong[1]] == b[wrong[0]]
    )


def _one_letter(a: str, b: str) -> bool:
    if abs(len(a) - len(b)) > 1:
        return False
    short, long = sorted((a, b), key=len)
    for index in range(len(long)):
        rest = long[index + 1 :]
        if short[:index] == long[:index] and rest in (short[index:], short[index + 1 :]):
            return len(short) == len(long) or rest == short[index:]
    return False


# The one way numbers are written into SVG: four decimals at most, no trailing zeros, never -0.


def mm(value: float) -> str:
    """Return `value` as an SVG number; raises ValueError for what is none.

    >>> mm(63.0), mm(1 / 3), mm(-0.00001)
    ('63', '0.3333', '0')
    """
    if isinstance(value, str) or not isfinite(value):
        raise ValueError(f'"{value}" is not a number')
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def hint_of_names(name: str, known: Sequence[str], what: str) -> str:
    """Return a hint with the names most like `name`, or with some of them when none is like it.

    >>> near("Yogre", ["yes_broccoli", "yogire"], "games")
    'did you mean yogire?'
    >>> near("chess", ["yes_broccoli", "yogire"], "games")
    'the games are yes_broccoli, yogire'
    """
    close = get_close_matches(name.lower(), known, n=3, cutoff=0.6)
    if close:
        return "did you mean " + " or ".join(close) + "?"
    if not known:
        return f"there are no {what}"
    return f"the {what} are {', '.join(list(known)[:12])}{' ...' if len(known) > 12 else ''}"


def listed(words: Sequence[str]) -> str:
    """Return the words as a sentence has them.

    >>> listed(["a4", "letter"]), listed(["a3", "a4", "letter"])
    ('a4 and letter', 'a3, a4 and letter')
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
