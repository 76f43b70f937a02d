"""Markup of other programs, and markup that was begun and not ended: what a text prints as it stands, unmeant.

Only what is surely meant as markup is told: "3 * 4", "<3", "5 > 3", "[sic]" and a footnote's star are words.
"""

import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html.entities import html5

from pnp.model.diagnostics import Severity
from pnp.model.text_styles import TextStyle
from pnp.render.text_markup import ESCAPE, NAME, loose_marks
from pnp.text import listed, suggest


@dataclass(frozen=True, slots=True)
class Foreign:
    """Some letters of a text that are surely no words, and what to write instead.

    With an `icon` they are so only if there is an icon of that name.
    """

    written: str
    hint: str
    icon: str = ""


@lru_cache(maxsize=4096)
def foreign_markup(text: str) -> tuple[Foreign, ...]:
    """Return what in a text is, or may be, markup that pnp does not know, each once."""
    if _SIGNS.search(text) is None:
        return ()
    # A sign behind a backslash is meant; a no-break space keeps the others where they are.
    plain = re.sub(ESCAPE, "\u00a0\u00a0", text)
    finders = (_tags, _entities, _letters_for_signs, _brackets, _icon_codes, _braces, _underscores)
    found = [each for find in finders for each in find(plain)]
    found += _unclosed(text)
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class MarkupFault:
    """What is to be told of the markup in a text; `words` are the letters it is about."""

    code: str
    severity: Severity
    message: str
    hint: str
    words: str


def markup_faults(
    text: str, styles: Mapping[str, TextStyle], is_icon: Callable[[str], bool]
) -> Iterator[MarkupFault]:
    """Yield a fault for each kind of markup in a text that pnp does not know, and for each style that is not there."""
    by_hint: dict[str, list[str]] = {}
    for each in foreign_markup(text):
        if not each.icon or is_icon(each.icon):
            by_hint.setdefault(each.hint, []).append(each.written)
    for hint, written in by_hint.items():
        those = listed([f'"{each}"' for each in written])
        how = "is printed as it stands" if len(written) == 1 else "are printed as they stand"
        told = f"{hint}; a backslash before a sign prints the sign itself"
        yield MarkupFault("PNP430", "warning", f"{those} {how}", told, written[0])
    for style in dict.fromkeys(_STYLE.findall(text)) if "]{." in text else ():
        if style not in styles:
            hint = suggest(style, styles, what="styles")
            yield MarkupFault("PNP431", "error", f'there is no style "{style}"', hint, f"{{.{style}}}")


_STYLE = re.compile(rf"\]\{{\.({NAME})\}}")
_SIGNS = re.compile(r"[<\[{}&\\*_~%:#$@]|\(\(")

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
_OTHER = "leave it out"
_TAG = re.compile(
    rf"<(?:/\s*(?P<end>[A-Za-z][\w-]*)|(?P<empty>[A-Za-z][\w-]*)\s*/|(?P<set>[A-Za-z][\w-]*)\s*=[^<>\n]+"
    rf"|(?P<with>[A-Za-z][\w-]*)\s+[\w-]+\s*=[^<>\n]+|(?P<known>{'|'.join(_ADVICE)}))\s*>",
    re.IGNORECASE,
)
_CLOSED_IN_BRACKETS = re.compile(
    r"\[/([A-Za-z]+)\]|\[(br)\]|\[(colou?r|size|font|img)=[^\]\n]*\]", re.IGNORECASE
)


def _tags(text: str) -> Iterator[Foreign]:
    for pattern in (_TAG, _CLOSED_IN_BRACKETS):
        for tag in pattern.finditer(text):
            name = next(each for each in tag.groups() if each).lower()
            yield Foreign(tag[0], _ADVICE.get(name, _OTHER))


def _entities(text: str) -> Iterator[Foreign]:
    """Yield &amp; and its like; AT&T; and R&D; stay."""
    for entity in re.finditer(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,5}|[A-Za-z]\w{1,8});", text):
        if entity[0].startswith("&#") or entity[0][1:] in html5:
            sign = html.unescape(entity[0])
            shown = f"U+{ord(sign[0]):04X}" if sign.isspace() or not sign.isprintable() else f'"{sign}"'
            yield Foreign(entity[0], f"write the sign itself: {shown}")


def _letters_for_signs(text: str) -> Iterator[Foreign]:
    for letter in re.finditer(r"\\([nrt])", text):
        yield Foreign(letter[0], "press Tab, or write a blank" if letter[1] == "t" else _BREAK)


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
            yield Foreign(brace[0], f"write {{{name[0]}}} for an icon, without blanks")
        else:
            yield Foreign(brace[0], "the name of an icon is a letter, then letters, digits, _ and -")


_UNDERSCORES = re.compile(r"(?<![\w_])(__?)(?=[^\W_])[^_\n]*(?<=[^\s_])\1(?![\w_])")


def _underscores(text: str) -> Iterator[Foreign]:
    for found in _UNDERSCORES.finditer(text):
        yield Foreign(found[0], _BOLD if len(found[1]) == 2 else _ITALIC)


_CLOSE = {"**": "close it: **bold**", "*": "close it: *italic*", "~~": "close it: ~~struck~~"}


def _unclosed(text: str) -> Iterator[Foreign]:
    """Yield marks that begin a style which never ends; one that takes up a mark before it begins a footnote."""
    behind_words: set[str] = set()
    for at, mark in loose_marks(text):
        before = text[:at].rstrip("*~")[-1:]
        if before == "\\":
            continue
        after = text[at + len(mark) :].lstrip("*~")
        if before and not before.isspace() and not re.match(r"[\w{\[]", after):
            behind_words.add(mark)
        opens = re.match(r"[^\W_]|[{\[]", after) and not before.isalnum()
        at_start_of_line = not text[:at].rpartition("\n")[2].strip(" \t*~")
        if opens and mark not in behind_words and not (mark == "*" and at_start_of_line):
            yield Foreign(mark + re.split(r"[\s*~]", after, maxsplit=1)[0], _CLOSE[mark])
