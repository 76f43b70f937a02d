"""Markup in a text: **bold**, *italic*, ~~struck~~, [words]{.style}, {icon}, and line breaks."""

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html.entities import html5
from typing import NamedTuple

from pnp.model.card_looks import PLAIN, USUAL_STYLES, TextStyle
from pnp.model.diagnostics import Fault
from pnp.text import listed, suggest

NAME = r"[A-Za-z][A-Za-z0-9_-]*"
ESCAPE = r"\\[!-/:-@\[-`{-~]"
_TOKEN = re.compile(rf"(\*\*|\*|~~|\{{{NAME}\}}|\[|\]\{{\.{NAME}\}}|\]|{ESCAPE}|\n)")
_SIGNS = re.compile(r"[\\*~_`\[\]{}]")
_MARKS = ("**", "*", "~~")


class Words(NamedTuple):
    """Letters of one style; `bold` and `italic` say what stars and styles together make of them."""

    text: str
    bold: bool = False
    italic: bool = False
    style: TextStyle = PLAIN


class Icon(NamedTuple):
    """A picture that stands in the line like a letter, `wide` in parts of its height."""

    name: str
    style: TextStyle = PLAIN
    wide: float = 1.0


Run = Words | Icon


@lru_cache(maxsize=1024)
def without_marks(text: str) -> str:
    r"""Return what to write so that `text` is printed as it stands, whatever signs it has.

    >>> without_marks("*x* {{ 2 }}")
    '\\*x\\* \\{\\{ 2 \\}\\}'
    """
    return _SIGNS.sub(r"\\\g<0>", text)


_CODE = re.compile(r"(`[^`\n]+`|\\.)")
_TYPED = (
    (re.compile(r"\.\.\."), "…"),
    (re.compile(r"(?<=[\w*})]) (?=[,.](?:\s|$))"), ""),
    (re.compile(r"(?<=[^\s-]) --? (?=\S)"), " – "),
    (re.compile(r"(?<![^\s(/])-(?=\d)"), "−"),
    (re.compile(r"(?<=\w )x(?=(?:1?\d|20)\b)"), "×"),
    (re.compile(r"^((?:[^\"]*\"[^\"]*\")*[^\"]*\d)\"(?!\w)(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)"), r"\1″"),
    (re.compile(r"(?<![^\W_])'(?=\d\ds?\b|(?:cause|em|til|tis|twas)\b)", re.IGNORECASE), "’"),
    (re.compile(r"(?<![^\W_])'(?=[\w*])((?:[^'\"\n]|(?<=\w)'(?=\w))*[^\s'])'(?!\w)"), r"‘\1’"),
    (re.compile("'"), "’"),
)
"""What is typed on a keyboard, and what a printer sets for it: dashes, inches, apostrophes, quotation marks."""

_OPENING = re.compile(r"(?<![^\s([{/«“‘—–*~-])([*~]*)\"(?=\S)")
_QUOTES = {
    **dict.fromkeys(("de", "cs", "sk", "da", "sl"), ("„", "“")),
    **dict.fromkeys(("pl", "hu", "ro"), ("„", "”")),
    "fr": ("«\xa0", "\xa0»"),
}
"""Quotation marks of languages that have others than English."""


@lru_cache(maxsize=4096)
def typographic(text: str, language: str = "") -> str:
    r"""Return a text with the quotation marks of a language, apostrophes and dashes for those typed; code between ` stays.

    >>> typographic('"Don\'t" - **\'Stop\'** ... `a\'b`'), typographic('"Ja , so" 3 x2 x86', "de")
    ("“Don’t” – **‘Stop’** … `a'b`", '„Ja, so“ 3 ×2 x86')
    """
    opening, closing = _QUOTES.get(language.partition("-")[0], ("“", "”"))
    parts = _CODE.split(text)
    for at in range(0, len(parts), 2):
        for typed, made in _TYPED:
            parts[at] = typed.sub(made, parts[at])
        parts[at] = _OPENING.sub(rf"\1{opening}", parts[at]).replace('"', closing)
    return "".join(parts)


def parse(text: str, styles: Mapping[str, TextStyle] = USUAL_STYLES) -> tuple[tuple[Run, ...], ...]:
    """Return the lines of `text`, each a tuple of runs.

    A mark means something only in pairs, the first before a letter and the second after one: "3 * 4" and "see
    below*" keep their stars. Square brackets mean something only with a style behind them. A backslash takes its
    meaning from any sign.
    """
    return parse_lines(text.replace("\r\n", "\n").strip("\n"), styles)


def parse_lines(text: str, styles: Mapping[str, TextStyle]) -> tuple[tuple[Run, ...], ...]:
    """Return as many lines as `text` has, the empty ones at its ends too."""
    tokens = _TOKEN.split(text)
    marks = _paired(tokens)
    spans = _spans(tokens, styles) if "[" in text else {}
    bold = italic = strike = False
    inside = [PLAIN]
    lines: list[list[Run]] = [[]]
    for place, part in enumerate(tokens):
        if place in marks:
            bold ^= part == "**"
            italic ^= part == "*"
            strike ^= part == "~~"
        elif place in spans:
            entered = spans[place]
            if entered is None:
                inside.pop()
            else:
                inside.append(entered.within(inside[-1]))
        elif part == "\n":
            lines.append([])
        elif part:
            style = inside[-1]
            if strike:
                style = USUAL_STYLES["strike"].within(style)
            if part.startswith("{") and place % 2:
                lines[-1].append(Icon(part[1:-1], style))
            else:
                letters = part[1:] if place % 2 and part.startswith("\\") else part
                _append(lines[-1], Words(letters, bold or style.bold, italic or style.italic, style))
    return tuple(tuple(line) for line in lines)


def styled(runs: tuple[Run, ...], style: TextStyle) -> tuple[Run, ...]:
    """Return runs in a text that has a style as a whole."""
    if style is PLAIN or style == PLAIN:
        return runs
    return tuple(
        run._replace(
            style=run.style.within(style), bold=run.bold or style.bold, italic=run.italic or style.italic
        )
        if isinstance(run, Words)
        else run._replace(style=run.style.within(style))
        for run in runs
    )


def _append(line: list[Run], words: Words) -> None:
    last = line[-1] if line else None
    alike = isinstance(last, Words) and (last.bold, last.italic) == (words.bold, words.italic)
    if isinstance(last, Words) and alike and last.style == words.style:
        line[-1] = last._replace(text=last.text + words.text)
    else:
        line.append(words)


def _spans(tokens: list[str], styles: Mapping[str, TextStyle]) -> dict[int, TextStyle | None]:
    spans: dict[int, TextStyle | None] = {}
    open_at: list[int] = []
    for place in range(1, len(tokens), 2):
        token = tokens[place]
        if token == "[":  # noqa: S105 - no secret
            open_at.append(place)
        elif token.startswith("]") and open_at:
            start = open_at.pop()
            if len(token) > 1:
                spans |= {start: styles.get(token[3:-1], PLAIN), place: None}
    return spans


def _paired(tokens: list[str]) -> frozenset[int]:
    pairs: set[int] = set()
    for mark in _MARKS:
        opening: int | None = None
        for place in range(1, len(tokens), 2):
            if tokens[place] != mark:
                continue
            if opening is None:
                opening = place if _touches(tokens[place + 1 :], 0) else None
            elif _touches(tokens[place - 1 :: -1], -1):
                pairs |= {opening, place}
                opening = None
    return frozenset(pairs)


def _touches(tokens: list[str], end: int) -> bool:
    text = next((token for token in tokens if token and token not in _MARKS), " ")
    return not text[end].isspace()


# Emoji in a text, drawn as pictures in the line, and the names of their files.

FOLDER = "emoji"
_AS_PICTURE = "\ufe0f"
_JOINER = "\u200d"
_ALONE = (  # shown as pictures unless told
    "\u231a\u231b\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f\u2693\u26a1\u26aa\u26ab\u26bd\u26be"
    "\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a\u270b\u2728\u274c\u274e\u2753-\u2755\u2757"
    "\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\U0001f004\U0001f0cf\U0001f18e\U0001f191-\U0001f19a\U0001f201"
    "\U0001f21a\U0001f22f\U0001f232-\U0001f236\U0001f238-\U0001f23a\U0001f250\U0001f251\U0001f300-\U0001f3fa"
    "\U0001f400-\U0001f6ff\U0001f7e0-\U0001f7f0\U0001f900-\U0001faff"
)
_IF_TOLD = "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f100-\U0001f2ff"
_TONE = "[\U0001f3fb-\U0001f3ff]"
_TAGS = "[\U000e0020-\U000e007f]+"
_ONE = rf"(?:[{_ALONE}](?:{_AS_PICTURE}|{_TONE})?(?:{_TAGS})?|[{_IF_TOLD}](?:{_AS_PICTURE}|{_TONE}))"
_EMOJI = re.compile(
    rf"[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]{_AS_PICTURE}?\u20e3|"
    rf"{_ONE}(?:{_JOINER}(?:{_ONE}|[{_IF_TOLD}]{_AS_PICTURE}?))*"
)
_MAY_BE = re.compile(f"[{_ALONE}{_AS_PICTURE}\u20e3\U0001f1e6-\U0001f1ff]|{_TONE}")


def emoji_in(text: str) -> list[str]:
    """Return the emoji in a text, in order.

    >>> [len(each) for each in emoji_in("a \U0001f44d\U0001f3fd b \U0001f1ef\U0001f1f5 \u2764\ufe0f \u2605 1\ufe0f\u20e3")]
    [2, 2, 2, 3]
    """
    return _EMOJI.findall(text) if not text.isascii() and _MAY_BE.search(text) else []


def emoji_name(emoji: str) -> str:
    """Return the name by which the icons of a game know an emoji.

    >>> emoji_name("\U0001f600")
    'emoji/1f600'
    """
    return f"{FOLDER}/{'-'.join(f'{ord(letter):x}' for letter in emoji)}"


def file_stems(name: str) -> Iterator[str]:
    """Yield what the file of an emoji of that name may be called, without its ending.

    >>> list(file_stems("emoji/2764-fe0f"))
    ['2764-fe0f', '2764-FE0F', 'emoji_u2764_fe0f', '2764', 'emoji_u2764']
    """
    code = name.removeprefix(f"{FOLDER}/")
    plain = "-".join(part for part in code.split("-") if part != "fe0f")
    for stem in dict.fromkeys((code, plain)):
        yield stem
        if stem.upper() != stem:
            yield stem.upper()
        yield f"emoji_u{stem.replace('-', '_')}"


def with_pictures(
    lines: Sequence[tuple[Run, ...]], has: Callable[[str], bool]
) -> tuple[tuple[Run, ...], ...]:
    """Return the lines with an icon in the place of each emoji that `has` a picture of its name."""
    if not any(isinstance(run, Words) and emoji_in(run.text) for line in lines for run in line):
        return tuple(lines)
    return tuple(tuple(part for run in line for part in _parts(run, _EMOJI, has)) for line in lines)


def with_symbols(lines: Sequence[tuple[Run, ...]], letters: str) -> list[tuple[Run, ...]]:
    """Return the lines with an icon in the place of each of some letters."""
    signs = re.compile(f"[{re.escape(letters)}]")
    return [tuple(part for run in line for part in _parts(run, signs, lambda _: True)) for line in lines]


def _parts(run: Run, signs: re.Pattern[str], has: Callable[[str], bool]) -> Iterator[Run]:
    if isinstance(run, Icon):
        yield run
        return
    start = 0
    for sign in signs.finditer(run.text):
        name = emoji_name(sign[0])
        if has(name):
            if sign.start() > start:
                yield run._replace(text=run.text[start : sign.start()])
            yield Icon(name, run.style)
            start = sign.end()
    if start < len(run.text):
        yield run._replace(text=run.text[start:])


# Markup of other programs, which means nothing here.


@dataclass(frozen=True, slots=True)
class Foreign:
    """Letters that are surely no words, or only if there is an `icon` of that name; and what to write instead."""

    written: str
    hint: str
    icon: str = ""


@lru_cache(maxsize=4096)
def foreign_markup(text: str) -> tuple[Foreign, ...]:
    """Return what in a text is, or may be, markup that pnp does not know, each once."""
    if _MAY_BE_FOREIGN.search(text) is None:
        return ()
    # A sign behind a backslash is meant; a no-break space keeps the others where they are.
    plain = re.sub(ESCAPE, "\u00a0\u00a0", text)
    finders = (_tags, _entities, _letters_for_signs, _brackets, _icon_codes, _braces, _underscores)
    foreign = [match for find in finders for match in find(plain)]
    behind_words: set[str] = set()
    tokens = _TOKEN.split(text)
    marks = _paired(tokens)
    loose, at = [], 0
    for place, token in enumerate(tokens):
        if token in _MARKS and place % 2 and place not in marks:
            loose.append((at, token))
        at += len(token)
    for at, mark in loose:
        before = text[:at].rstrip("*~")[-1:]
        if before == "\\":
            continue
        after = text[at + len(mark) :].lstrip("*~")
        if before and not before.isspace() and not re.match(r"[\w{\[]", after):
            behind_words.add(mark)
        opens = re.match(r"[^\W_]|[{\[]", after) and not before.isalnum()
        at_start_of_line = not text[:at].rpartition("\n")[2].strip(" \t*~")
        if opens and mark not in behind_words and not (mark == "*" and at_start_of_line):
            foreign.append(Foreign(mark + re.split(r"[\s*~]", after, maxsplit=1)[0], _CLOSE[mark]))
    return tuple(dict.fromkeys(foreign))


def markup_faults(
    text: str, styles: Mapping[str, TextStyle], is_icon: Callable[[str], bool]
) -> Iterator[Fault]:
    """Yield a fault for each kind of markup in a text that pnp does not know, and for each style that is not there."""
    by_hint: dict[str, list[str]] = {}
    for foreign in foreign_markup(text):
        if not foreign.icon or is_icon(foreign.icon):
            by_hint.setdefault(foreign.hint, []).append(foreign.written)
    for hint, written in by_hint.items():
        those = listed([f'"{words}"' for words in written])
        how = "is printed as it stands" if len(written) == 1 else "are printed as they stand"
        hint_and_escape = f"{hint}; a backslash before a character prints the character itself"
        yield Fault("PNP430", f"{those} {how}", hint_and_escape, "warning", written[0])
    for style in dict.fromkeys(_STYLE.findall(text)) if "]{." in text else ():
        if style not in styles:
            hint = suggest(style, styles, what="styles")
            yield Fault("PNP431", f'there is no style "{style}"', hint, words=f"{{.{style}}}")


_STYLE = re.compile(rf"\]\{{\.({NAME})\}}")
_MAY_BE_FOREIGN = re.compile(r"[<\[{}&\\*_~%:#$@]|\(\(")
_STYLED = "[words]{.style}, with a style of game.yaml"
_BREAK = 'for a line break press Enter ("text: |" in YAML, Alt+Enter in a spreadsheet)'
_BOLD, _ITALIC, _STRUCK, _UNDERLINED = (
    "write **bold**", "write *italic*", "write ~~struck~~", "write [words]{.underline}"
)  # fmt: skip
_ADVICE = {
    **dict.fromkeys(("b", "strong"), _BOLD),
    **dict.fromkeys(("i", "em"), _ITALIC),
    **dict.fromkeys(("s", "del", "strike"), _STRUCK),
    **dict.fromkeys(("u", "ins"), _UNDERLINED),
    **dict.fromkeys(("br", "p", "div"), _BREAK),
    **dict.fromkeys(("ul", "ol", "li"), 'begin each line of a list with "- "'),
    **dict.fromkeys(("color", "colour", "size", "font", "span", "small", "big", "sup", "sub", "mark", "center"), f"write {_STYLED}"),
    **dict.fromkeys(("sym", "sprite", "img", "icon"), "write {name} for an icon"),
    **dict.fromkeys(("hr", "nobr", "tt", "code", "table", "tr", "td", "a", "url"), "leave it out"),
}  # fmt: skip
_FOREIGN_TAG = re.compile(
    rf"<(?:/\s*(?P<end>[A-Za-z][\w-]*)|(?P<empty>[A-Za-z][\w-]*)\s*/|(?P<set>[A-Za-z][\w-]*)\s*=[^<>\n]+"
    rf"|(?P<with>[A-Za-z][\w-]*)\s+[\w-]+\s*=[^<>\n]+|(?P<known>{'|'.join(_ADVICE)}))\s*>",
    re.IGNORECASE,
)
_CLOSED_IN_BRACKETS = re.compile(
    r"\[/([A-Za-z]+)\]|\[(br)\]|\[(colou?r|size|font|img)=[^\]\n]*\]", re.IGNORECASE
)


def _tags(text: str) -> Iterator[Foreign]:
    for sign, pattern in (("<", _FOREIGN_TAG), ("[", _CLOSED_IN_BRACKETS)):
        for tag in pattern.finditer(text) if sign in text else ():
            name = next(group for group in tag.groups() if group).lower()
            yield Foreign(tag[0], _ADVICE.get(name, "leave it out"))


def _entities(text: str) -> Iterator[Foreign]:
    """Yield &amp; and its like; AT&T; and R&D; stay."""
    for entity in re.finditer(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,5}|[A-Za-z]\w{1,8});", text):
        if entity[0].startswith("&#") or entity[0][1:] in html5:
            sign = html.unescape(entity[0])
            shown = f"U+{ord(sign[0]):04X}" if sign.isspace() or not sign.isprintable() else f'"{sign}"'
            yield Foreign(entity[0], f"write the sign itself: {shown}")


def _letters_for_signs(text: str) -> Iterator[Foreign]:
    for letter in re.finditer(r"\\([nrt])", text):
        yield Foreign(letter[0], "press Tab, or type a space" if letter[1] == "t" else _BREAK)


_IN_BRACKETS = re.compile(r"\[([a-z][a-z_-]{1,30})\](?!\{)")


def _brackets(text: str) -> Iterator[Foreign]:
    """Yield [click] and its like: sure where a number or another one touches it, or a colon follows."""
    for code in _IN_BRACKETS.finditer(text):
        before, after = text[code.start() - 1 : code.start()], text[code.end() : code.end() + 1]
        is_sure = before.isdigit() or before == "]" or after in ("[", ":")
        yield Foreign(code[0], f"write {{{code[1]}}} for an icon", "" if is_sure else code[1])


_AROUND_A_NAME = re.compile(rf"([:%#$@])({NAME})\1|<({NAME})>|\(\(({NAME})\)\)")


def _icon_codes(text: str) -> Iterator[Foreign]:
    for code in _AROUND_A_NAME.finditer(text):
        name = code[2] or code[3] or code[4]
        if code[3] is None or name.lower() not in _ADVICE:
            yield Foreign(code[0], f"write {{{name}}} for an icon", name)


_BRACE = re.compile(
    rf"\{{\{{[^{{}}]*\}}\}}|\{{(?P<icon>{NAME})\}}|\](?P<style>\{{\.{NAME}\}})|\{{(?P<inside>[^{{}}\n]*)(?P<end>\}}?)|(?P<last>{NAME})\}}"
)


def _braces(text: str) -> Iterator[Foreign]:
    """Yield braces that are around no name of an icon: {cloud, { cloud }, {2}, {.style} without words."""
    for brace in _BRACE.finditer(text):
        inside, last = brace["inside"], brace["last"]
        name = re.match(NAME, (inside or "").strip())
        if last is not None:
            yield Foreign(brace[0], f"write {{{last}}} for an icon")
        elif inside is None:
            continue
        elif re.fullmatch(rf"\.{NAME}", inside):
            yield Foreign(brace[0], f"write [words]{{{inside}}}")
        elif name and not brace["end"]:
            yield Foreign("{" + name[0], f"write {{{name[0]}}} for an icon")
        elif name and name[0] == inside.strip():
            yield Foreign(brace[0], f"write {{{name[0]}}} for an icon, without spaces")
        else:
            yield Foreign(brace[0], "the name of an icon is a letter, then letters, digits, _ and -")


_UNDERSCORES = re.compile(r"(?<![\w_])(__?)(?=[^\W_])[^_\n]*(?<=[^\s_])\1(?![\w_])")


def _underscores(text: str) -> Iterator[Foreign]:
    for match in _UNDERSCORES.finditer(text):
        yield Foreign(match[0], _BOLD if len(match[1]) == 2 else _ITALIC)


_CLOSE = {"**": "close it: **bold**", "*": "close it: *italic*", "~~": "close it: ~~struck~~"}
