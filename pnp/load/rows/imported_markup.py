"""Markup of other programs in the texts of a table, converted to that of pnp."""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pnp.load.role_guesses import pattern, table_words
from pnp.load.rows import NOTATIONS

_NAME = r"[A-Za-z][A-Za-z0-9_-]{0,40}"
_LETTERS_PAID = r"[A-Za-z]|\d{1,2}|[A-Z\d]/[A-Z]"  # {R}, {2} and {2/W}, of what is paid
_KINDS = table_words("tags")
_STYLES = {tag: style for style in ("bold", "italic", "strike", "underline") for tag in _KINDS[style]}
_ENDS_A_LINE = _KINDS["ends_a_line"]
_TAGS = "|".join(sorted({tag for tags in _KINDS.values() for tag in tags}, key=lambda tag: (-len(tag), tag)))
_PATTERNS = {
    "html": rf"</?(?P<tag>{_TAGS})(?:\s[^<>]*)?/?>|(?P<entity>&(?:#\d{{1,6}}|#[xX][0-9a-fA-F]{{1,5}}|[A-Za-z]\w{{1,20}});|&[lg]t(?!\w*;))",
    "markdown": r"(?m:^#{1,6} +(?P<title>.*[^\n#\s])[ #]*$)|(?P<stars>(?P<sign>\*\*|(?<!_)__(?!_)|~~|(?<!\w)_(?=[^\s_])|(?<![\w*])\*(?!\*))(?=\S)(?P<marked>[^\n]*?[^\s\\])(?:(?P=sign)(?!\w)|(?<![+$=/>])(?P=sign)(?!\w(?<=_\w))))",
    "brackets": r"\[\[(?P<strong>[^\[\]\n]+)\]\]|\[(?P<in_brackets>[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9_-]{0,40})\]",
    "braces": rf"\{{(?P<token>{_LETTERS_PAID})\}}|\{{(?:\w+:)?(?P<in_braces>{_NAME})\}}|\{{\{{ ?(?:icon[_-])?(?P<in_double>{_NAME})(?::\w+)? ?\}}\}}",
    "colons": rf"(?<![\w:]):(?P<in_colons>{_NAME}(?: {_NAME})?):(?![\w:])",
    "breaks": r"(?P<break>(?<![0-9])%n|\\[nr])",
}  # fmt: skip
_MAY_NEED = re.compile(r"[<&*_~\[{}:%\\#]|//")
_COST = re.compile(rf"(?:\d|\[(?:\d\d?|[A-Za-z])(?:/[A-Za-z])?\]|\{{(?:{_LETTERS_PAID})\}})+")
"""A text that is a cost and nothing else: a design takes its brackets off."""
_UNKNOWN_TAG = re.compile(r"</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>|(?<![:/\w])//(?=[\w\"'])")
_UNKNOWN_PAIR = re.compile(rf"<(?P<pair>(?!(?:{_TAGS})>)[A-Za-z][\w-]{{0,40}})>([^<>]{{1,2000}})</(?P=pair)>")
"""A tag around letters that says nothing here: they are printed without it."""
_OPEN = re.compile(r"<(b|i|em|strong|u)(?=[A-Z][^<>]*</\1>)")  # A tag that lacks its end.


class _Run(NamedTuple):
    """Some letters, or an icon, and the styles they are in."""

    text: str
    styles: frozenset[str]
    icon: bool = False


@lru_cache(maxsize=64)
def _pattern(notations: tuple[str, ...]) -> re.Pattern[str]:
    parts = [_PATTERNS[notation] for notation in NOTATIONS if notation in notations]
    return re.compile("|".join(parts) or r"(?!)", re.IGNORECASE)


def converted(text: str, notations: tuple[str, ...], is_icon: Callable[[str], bool]) -> str:
    r"""Return what pnp prints as another program prints `text`; `notations` are those that it is written in.

    >>> converted("<b>Play: </b><iDraw</i>&nbsp;2 &amp; *stay* [coin] [díc]", ("html", "brackets"), "coin".__eq__)
    '**Play:** *Draw*\xa02 & \\*stay\\* {coin} [DÍC]{.small-capitals}'
    >>> converted("[1][R] or [R][Y]", ("brackets",), "".__eq__)
    '[1]\xa0[R]{.small-capitals} or [R, Y]{.small-capitals}'
    >>> converted("Pay {r}.", ("braces",), "token-r".__eq__), converted("{R}", ("braces",), "token-r".__eq__)
    ('Pay {token-r}.', '\\{R\\}')
    >>> converted("So far. <cite>Ann</cite>", ("html",), "".__eq__), converted("* **A**\n* 2*3", ("markdown",), "".__eq__)
    ('So far.\n— *Ann*', '- **A**\n- 2\\*3')
    """
    is_cost = _COST.fullmatch(text) and not any(map(is_icon, text))
    if _MAY_NEED.search(text) is None or (is_cost and "{" not in text):
        return text
    if is_cost:
        is_icon = "".__eq__  # no name is one
    if "html" in notations:
        text = _UNKNOWN_PAIR.sub(r"\2", _OPEN.sub(r"<\1>", text))
    lines: list[list[_Run]] = [[]]
    for run in _runs(text, notations, is_icon, frozenset()):
        for number, part in enumerate((run.text,) if run.icon else run.text.split("\n")):
            if number:
                lines.append([])
            lines[-1].append(run._replace(text=part))
    written = "\n".join("".join(_written(line)).rstrip() for line in lines)
    written = written.replace(f"{_SIGNS[_SIGN][1]}[", f"{_SIGNS[_SIGN][1]} [")
    return re.sub(r"\n{3,}", "\n\n", written).strip("\n")


def _runs(
    text: str, notations: tuple[str, ...], is_icon: Callable[[str], bool], styles: frozenset[str]
) -> Iterator[_Run]:
    end = 0
    opened: list[str] = []
    while mark := _pattern(notations).search(text, end):
        now = styles | {*opened}
        yield _Run(text[end : mark.start()], now)
        end = mark.end()
        found = mark.groupdict()
        sign = next((found[kind] for kind in _SIGNS_OF_OTHERS if found.get(kind)), None)
        icon = sign or found.get("token") or ""
        icon = next(filter(is_icon, (token_icon(icon), icon, icon.lower())), icon)
        if tag := found.get("tag"):
            yield from _line_end(mark[0], tag.lower(), now)
            if (
                mark[0].casefold() == "<cite>"
                and (before := text[: mark.start()].rstrip(" "))[-1:] in _QUOTED
            ):
                yield _Run("\n— " if before[-1:] not in "\n>" else "— " * bool(before), now)
            if tag.lower() == "q":
                yield _Run("”" if mark[0][1] == "/" else "“", now)
            _open_or_close(opened, mark[0], _STYLES.get(tag.lower()))
        elif found.get("entity"):
            yield _Run(_unescaped(mark[0]), now)
        elif found.get("break"):
            yield _Run("\n", now)
        elif inner := found.get("strong") or found.get("marked") or found.get("title"):
            style = {"*": "italic", "_": "italic", "~~": "strike"}.get(found.get("sign") or "", "bold")
            yield from _runs(inner, notations, is_icon, now | {style})
        else:
            shown = is_icon(icon)
            if sign and not shown:
                word, end = _said_for(sign, mark, text)
                yield _Run(word, now | {_SIGN})
            else:
                yield _Run(icon if shown else mark[0], now, icon=shown)
    yield _Run(text[end:], styles | {*opened})


def _said_for(sign: str, mark: re.Match[str], text: str) -> tuple[str, int]:
    """Return the word that is printed for a picture of another program, and where the text goes on; several are counted."""
    word, end = re.sub("[_-]|(?<=[a-z])(?=[A-Z])", " ", sign), mark.end()
    said = re.escape(word)
    around = (rf"\b{said}\s+$", text[: mark.start()]), (rf"^\s+{said}\b", text[end:])
    if any(re.search(found, part, re.IGNORECASE) for found, part in around):  # the text says the word itself
        return "", end + text[end : end + 1].isspace()
    same = re.compile(rf"(?:\s*{re.escape(mark[0])})+").match(text, end)
    if same:
        word, end = f"{same[0].count(mark[0]) + 1} {word}", same.end()
    last = text[: mark.start()][-1:]
    is_amount = re.search(r"[\[{]\d+[\]}]$", text[: mark.start()])  # [2][red]
    return ("\xa0" if last.isalnum() or is_amount else ", " * (last in ("]", "}"))) + word.upper(), end


def _line_end(written: str, tag: str, styles: frozenset[str]) -> Iterator[_Run]:
    if tag in _ENDS_A_LINE and (
        tag[0] == "h" or tag in ("br", "p", "div", "n", "line") or not written.startswith("</")
    ):
        yield _Run("\n- " if tag == "li" else "\n", frozenset() if tag == "li" else styles)


def _open_or_close(opened: list[str], written: str, style: str | None) -> None:
    if style is not None and not written.startswith("</"):
        opened.append(style)
    elif style in opened:
        del opened[len(opened) - 1 - opened[::-1].index(style)]


_SIGNS_OF_OTHERS = ("in_brackets", "in_double", "in_braces", "in_colons")
_QUOTED = (*".!?…\"”»’'>\n",)  # What stands before the source of a quotation.
_SIGN = "small-capitals"
_SIGNS = {
    "bold": ("**", "**"),
    "italic": ("*", "*"),
    "strike": ("~~", "~~"),
    "underline": ("[", "]{.underline}"),
    _SIGN: ("[", f"]{{.{_SIGN}}}"),
}


def _written(line: Iterable[_Run]) -> Iterator[str]:
    """Yield the runs of a line in pnp's marks: blanks stand outside of them, letters that might be marks are escaped."""
    joined: list[_Run] = []
    for run in line:
        if joined and not run.icon and not joined[-1].icon and joined[-1].styles == run.styles:
            joined[-1] = run._replace(text=joined[-1].text + run.text)
        elif run.text:
            joined.append(run)
    if joined and not joined[0].styles and joined[0].text.startswith("* "):
        yield "- "
        joined[0] = joined[0]._replace(text=joined[0].text[2:])
    for run in joined:
        inner = run.text.strip()
        before, after = run.text.partition(inner)[::2] if inner else (run.text, "")
        styles = (_SIGN, "underline", "strike", "bold", "italic")
        signs = [_SIGNS[style] for style in styles if style in run.styles]
        escaped = _LETTERS.sub(lambda sign: "".join(f"\\{letter}" for letter in sign[0]), inner)
        shown = f"{{{inner}}}" if run.icon else escaped
        if inner and not run.icon:
            shown = "".join(sign[0] for sign in signs) + shown + "".join(sign[1] for sign in signs[::-1])
        yield f"{before}{shown}{after}"


_LETTERS = pattern("signs_to_keep")


def notations_in(texts: Iterable[str]) -> tuple[tuple[str, ...] | None, dict[str, int]]:
    """Return the notations that texts are written in, None for that of pnp itself; and unknown tags with their number.

    One that stands around letters, which are printed without it, ends in "…".

    >>> notations_in(["**Play**: draw {card}.", "//Pay// [gold]<sym x>"])
    (('markdown', 'brackets', 'braces'), {'//': 1, '<sym x>': 1})
    >>> notations_in(["<trace>Trace 4</trace>"])
    (('html',), {'<trace>…': 1})
    >>> notations_in(["**bold**, *italic*"])
    (None, {})
    """
    found: set[str] = set()
    unknown: dict[str, int] = {}
    is_loose = False
    for text in texts:
        if _MAY_NEED.search(text) is None:
            continue
        marks = {notation: _pattern((notation,)).finditer(text) for notation in NOTATIONS}
        known = {notation for notation in marks if any(map(_is_meant, marks[notation]))}
        found |= known
        if "</" in text:
            for name, _ in _UNKNOWN_PAIR.findall(text):
                found.add("html")
                unknown[f"<{name}>…"] = unknown.get(f"<{name}>…", 0) + 1
        if "<" in text or "//" in text:
            for tag in _UNKNOWN_TAG.findall(_pattern(("html",)).sub("", _UNKNOWN_PAIR.sub("", text))):
                unknown[tag] = unknown.get(tag, 0) + 1
        is_loose |= bool(re.search("__|# ", text) or _LETTERS.search(_pattern(("markdown",)).sub("", text)))
    if not is_loose and found <= {"markdown"}:
        return None, unknown
    return tuple(notation for notation in NOTATIONS if notation in found), unknown


_SIGN_OF_A_WORD = pattern("signs_of_words")
_PAID = re.compile(rf"\{{({_LETTERS_PAID})\}}")
FEW_TOKENS, _A_SET = 3, 3  # In the texts of a table that uses them; words that are icons beside each other.


def token_icon(letters: str) -> str:
    """Return the name of the icon of letters that stand for what is paid.

    >>> token_icon("R"), token_icon("2/W")
    ('token-r', 'token-2-w')
    """
    return f"token-{letters.lower().replace('/', '-')}"


_PICTOGRAPH = re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]")


def icon_names_in(texts: Iterable[str], known: Container[str]) -> tuple[str, ...]:
    """Return the known emoji, and the words that stand for icons, in texts more than once; and tokens such as {R}.

    If more than one word in ten is unknown, only those that occur three times or more; if more than one in four is, no words.
    Beside three known words also one that comes once, and unknown ones that the texts say in letters as well.

    >>> icon_names_in(["Pay [gold] or {gold}.", "Lose [life]."], ["gold", "life"])
    ('gold',)
    >>> icon_names_in(["[Gold], [wood] or [ore]", "[gold] [wood] [gold] \U0001f525\U0001f525"], ["gold", "wood", "\U0001f525"])
    ('🔥', 'gold')
    >>> icon_names_in(["[gold], [ore] or [tin]", "[gold] [gold]"], ["gold"])
    ()
    >>> icon_names_in(["{2}{R}", "Pay {2}{R}, {T}: it deals {0} damage."], [])
    ('token-2', 'token-r', 'token-t', 'token-0')
    >>> icon_names_in(["Ore ([ore]): [sun]", "[sun] [ore] [sea] [egg] [sea]", "[gold]" * 20], ["gold", "sun", "sea", "egg"])
    ('sun', 'sea', 'gold', 'ore', 'egg')
    """
    words, signs, tokens = Counter[str](), Counter[str](), Counter[str]()
    for text in texts:
        if "{" in text and not _COST.fullmatch(text):
            tokens.update(_PAID.findall(text))
        if _MAY_NEED.search(text):
            words.update(mark[mark.lastindex or 0].lower() for mark in _SIGN_OF_A_WORD.finditer(text))
        if not text.isascii():
            signs.update(_PICTOGRAPH.findall(text))
    unknown = sum(times for name, times in words.items() if name not in known)
    if unknown * 10 > words.total():
        words = Counter({each: n for each, n in words.items() if n > 2 and unknown * 4 <= words.total()})
    shown = [name for name, times in (signs + words).items() if times > 1 and name in known]
    if len(words.keys() & {*shown}) >= _A_SET:
        said = {*re.findall(r"(?<![\[{:\w-])[\w-]+(?![\w:}\]-])", " ".join(texts).lower())}
        others = [name for name in words if name not in shown]
        shown += [name for name in others if name in known or (name in said and words[name] > 1)]
    if tokens.total() >= FEW_TOKENS and any(map(str.isalpha, tokens)):  # {0} alone is a gap to be filled
        shown += map(token_icon, tokens)
    return tuple(shown)


def _unescaped(entity: str) -> str:
    from html import unescape  # noqa: PLC0415 - its table of all entities takes long to load

    return unescape(entity)


def _is_meant(mark: re.Match[str]) -> bool:
    entity = mark.groupdict().get("entity")
    return entity is None or _unescaped(entity) != entity
