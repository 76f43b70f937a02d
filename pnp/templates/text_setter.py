"""The texts of one side of a piece: their markup, their fonts, and the findings about them."""

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html.entities import html5
from typing import NamedTuple

from markupsafe import Markup

from pnp.model.diagnostics import Diagnostic, Severity
from pnp.model.text_styles import PLAIN, TextStyle
from pnp.templates.arguments import Box, one_of, positive, shortened
from pnp.templates.context import RenderContext, Reporter
from pnp.text import listed, suggest
from pnp.typesetting.direction import RIGHT_TO_LEFT_LANGUAGES, base_level
from pnp.typesetting.fit import SLACK_MM, Fitted
from pnp.typesetting.font_choice import ChosenFonts, Lines, choose_fonts
from pnp.typesetting.fonts import FontFile, Style
from pnp.typesetting.markup import (
    ESCAPE,
    NAME,
    Icon,
    Run,
    Words,
    emoji_name,
    loose_marks,
    parse,
    with_pictures,
    with_symbols,
)
from pnp.typesetting.structure import (
    BULLET,
    Paragraph,
    Part,
    TextRest,
    runs_of,
    structure,
    styled_part,
    with_runs,
)

VARIATIONS = "\ufe0e\ufe0f\u200d"
"""Variation selectors and the joiner, which make one sign of several."""

_LINE_ENDS = dict.fromkeys(map(ord, "\u2028\u2029\u0085"), "\n")
"""Rare ends of lines, which the renderer cannot set."""

_DIRECTIONS = {"ltr": 0, "rtl": 1}


class Given(NamedTuple):
    """A text as a template gives it, and its parts."""

    text: str
    parts: Sequence[Part]


class TextSetter:
    """Reads texts and finds fonts for them; reports what is wrong. It adds to the fonts `used` and the icons `asked` for."""

    def __init__(
        self,
        context: RenderContext,
        report: Reporter,
        used: set[FontFile],
        asked: set[tuple[str, str]],
        *,
        lenient: bool = False,
    ) -> None:
        """A `lenient` one prints marks that mean nothing as letters, and leaves out letters that no font has."""
        self._lenient = lenient
        self._context = context
        self._report = report
        self._used = used
        self._asked = asked

    def read(self, value: object, bullet: str) -> list[Given]:
        """Return the texts of a value with their parts: one text, or a list of texts and of (text, style) pairs.

        The `bullet` is what is printed for the "-" of a list.
        """
        styles = self._context.text_styles
        mark = BULLET if bullet == "•" else parse(bullet, styles)[0]
        if isinstance(value, TextRest):
            words = (
                run.text
                for part in value.parts
                for line in runs_of(part)
                for run in line
                if isinstance(run, Words)
            )
            return [Given("".join(words), value.parts)]
        if not isinstance(value, list | tuple):
            text = self._as_text(value)
            return [Given(text, structure(text, styles, mark))]
        found: list[Given] = []
        for each in value:
            given, style = each if isinstance(each, list | tuple) and len(each) == 2 else (each, None)
            own = styles[one_of("the style", style, styles)] if style else PLAIN
            if text := self._as_text(given):
                found.append(Given(text, [styled_part(part, own) for part in structure(text, styles, mark)]))
        return found or [Given("", [Paragraph(())])]

    def read_line(self, value: object) -> Given:
        """Return a text as a paragraph of one line."""
        text = self._as_text(value)
        runs = parse(text.replace("\n", " "), self._context.text_styles)[0]
        return Given(text, [Paragraph(runs)])

    def _as_text(self, value: object) -> str:
        """Return a value as text, after telling of markup in it that means nothing."""
        text = as_text(value)
        self._tell_foreign(text)
        return text

    def _tell_foreign(self, text: str) -> None:
        """Tell of markup in a text that means nothing."""
        for fault in markup_faults(text, self._context.text_styles, self._is_icon):
            severity = "warning" if self._lenient else fault.severity
            self._report(
                fault.code, fault.message, fault.hint, severity=severity, text=text, words=fault.words
            )

    def _is_icon(self, name: str) -> bool:
        self._asked.add(("icon", name))
        return self._context.icons.find(name) is not None

    def level(self, direction: str, lines: Lines) -> int:
        """Return 1 for a text that runs from right to left: as it is told, as its first letter does, as its language does."""
        if one_of("direction", direction, ("auto", *_DIRECTIONS)) != "auto":
            return _DIRECTIONS[direction]
        language = (self._context.game.language or "").partition("-")[0]
        letters = "".join(run.text for line in lines for run in line if isinstance(run, Words))
        return base_level(letters, otherwise=int(language in RIGHT_TO_LEFT_LANGUAGES))

    def sizes(self, size: float, smallest: float) -> tuple[float, float]:
        """Return the largest and the smallest size of a text, neither below what the theme allows."""
        least = self._context.look.smallest_text
        return max(positive("size", size), least), max(positive("min", smallest), least)

    def with_fonts(
        self, texts: Iterable[Given], role: str, style: Style
    ) -> tuple[list[Part], dict[tuple[bool, bool, str], FontFile]]:
        """Return the parts of all texts, and the files they are set in: none when the font is missing, which is told."""
        parts: list[Part] = []
        files: dict[tuple[bool, bool, str], FontFile] = {}
        for given in texts:
            lines: Lines = with_pictures(
                [runs for part in given.parts for runs in runs_of(part)], self._is_icon
            )
            if self._lenient:
                lines = [self._with_known_icons(line) for line in lines]
            chosen = self._chosen(lines, role, style)
            if drawn := "".join(each for each in chosen.missing if self._is_icon(emoji_name(each))):
                chosen = self._chosen(with_symbols(chosen.lines, drawn), role, style)
            self._tell_of_fonts(chosen, given.text)
            if self._lenient and chosen.missing:
                lines = [_without_letters(line, chosen.missing) for line in chosen.lines]
                chosen = self._chosen(lines, role, style)
            if not chosen.files:
                return list(given.parts), {}
            files |= chosen.files
            set_lines = iter(chosen.lines)
            parts += [with_runs(part, set_lines) for part in given.parts]
        self._used.update(files.values())
        return parts, files

    def _chosen(self, lines: Lines, role: str, style: Style) -> ChosenFonts:
        game, book = self._context.game, self._context.sources.fonts
        return choose_fonts(lines, game, book, role, style, lenient=self._lenient)

    def _with_known_icons(self, runs: Sequence[Run]) -> tuple[Run, ...]:
        """Return a line with the names of icons that are not there as they are written."""
        return tuple(
            Words(f"{{{run.name}}}", style=run.style)
            if isinstance(run, Icon) and not self._is_icon(run.name)
            else run
            for run in runs
        )

    def _tell_of_fonts(self, chosen: ChosenFonts, text: str) -> None:
        for fault in chosen.faults:
            if fault.is_lack:
                severity: Severity = "warning" if fault.code == "PNP420" else "error"
                place = self._context.game.place
                self._report.add(Diagnostic(fault.code, fault.message, place, fault.hint, severity))
            else:
                told = text if fault.code == "PNP307" else None
                message, left_out = fault.message, fault.letters and self._lenient
                if left_out:
                    message = f'{len(fault.letters)} letters that no font has are left out, such as "{fault.letters[0]}"'
                severity = "warning" if left_out else "error"
                self._report(fault.code, message, fault.hint, text=told, severity=severity)

    def tell_lost(self, text: str, done: Fitted, box: Box, *, cut: bool = False) -> None:
        """Tell that the end of a text is not printed, or by how much it does not fit its box."""
        if not self._lenient:
            self._tell_overflow(text, done, box)
        elif cut:
            short = shortened(" ".join(text.split()))
            hint = "shorten it, or leave out other fields: see roles in the component"
            message = f'there is no room for all of "{short}": its end is left out'
            self._report("PNP421", message, hint, severity="warning", text=text)

    def _tell_overflow(self, text: str, done: Fitted, box: Box) -> None:
        """Tell by how much a text does not fit its box."""
        sides = [
            f"{over:.1f} mm too {which}"
            for over, which in ((done.over_height, "tall"), (done.over_width, "wide"))
            if over > SLACK_MM
        ]
        if not sides:
            return
        x, y, width, height = (f"{round(value, 2):g}" for value in box)
        short = shortened(" ".join(text.split()))
        room = "or give it a larger box or a smaller `min` in the template"
        if self._context.look.smallest_text:
            room = f"or give it a larger box in the theme {self._context.theme}: docs/templates.md, Themes"
        self._report(
            "PNP401",
            f'"{short}" is {" and ".join(sides)} at its smallest size ({round(done.size, 2):g} pt) '
            f"for the box {width} x {height} mm at ({x}, {y})",
            f"shorten the text, {room}",
            text=text,
        )


def _without_letters(runs: Sequence[Run], letters: str) -> tuple[Run, ...]:
    """Return a line without some letters, and without the signs that say how they look."""
    gone = dict.fromkeys(map(ord, letters + VARIATIONS))
    return tuple(
        replace(run, text=run.text.translate(gone)) if isinstance(run, Words) else run for run in runs
    )


def as_text(value: object) -> str:
    """Return what is to be set: nothing for an empty field, plain letters for text a template has put together."""
    if value is None:
        return ""
    text = value.unescape() if isinstance(value, Markup) else str(value)
    return text if text.isascii() else text.translate(_LINE_ENDS)


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
