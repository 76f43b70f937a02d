"""The texts of one side of a piece: their markup, their fonts, and the findings about them."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from pnp.model.card_looks import PLAIN
from pnp.model.diagnostics import Diagnostic, Severity
from pnp.templates.context import RenderContext, Reporter
from pnp.templates.values import Box, one_of, positive, shortened
from pnp.typesetting.fit import SLACK_MM, Fitted
from pnp.typesetting.font_choice import ChosenFonts, Lines, choose_fonts
from pnp.typesetting.fonts import FontFile, Style
from pnp.typesetting.markup import (
    Run,
    Words,
    emoji_name,
    markup_faults,
    parse,
    styled,
    typographic,
    with_pictures,
    with_symbols,
)
from pnp.typesetting.paragraphs_and_tables import (
    BULLET,
    Paragraph,
    Part,
    TextRest,
    runs_of,
    structure,
    with_runs,
)
from pnp.typesetting.right_to_left import RIGHT_TO_LEFT_LANGUAGES, base_level

VARIATIONS = "\ufe0e\ufe0f\u200d"  # Variation selectors and the joiner, which make one sign of several.

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
        """A `lenient` one prints marks that mean nothing as letters, leaves out letters that no font has, and sets typographic quotation marks."""
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
                run.text for part in value for line in runs_of(part) for run in line if isinstance(run, Words)
            )
            return [Given("".join(words), value)]
        if not isinstance(value, list | tuple):
            text = self._as_text(value)
            return [Given(text, structure(self._set(text), styles, mark))]
        texts: list[Given] = []
        for item in value:
            given, style = item if isinstance(item, list | tuple) and len(item) == 2 else (item, None)
            text_style = styles[one_of("the style", style, styles)] if style else PLAIN
            if text := self._as_text(given):
                parts = structure(self._set(text), styles, mark)
                lines = [(part, [styled(runs, text_style) for runs in runs_of(part)]) for part in parts]
                texts.append(Given(text, [with_runs(part, iter(runs)) for part, runs in lines]))
        return texts or [Given("", [Paragraph(())])]

    def read_line(self, value: object) -> Given:
        """Return a text as a paragraph of one line."""
        text = self._as_text(value)
        runs = parse(self._set(text).replace("\n", " "), self._context.text_styles)[0]
        return Given(text, [Paragraph(runs)])

    def _as_text(self, value: object) -> str:
        text = as_text(value)
        for fault in markup_faults(text, self._context.text_styles, self._is_icon):
            severity = "warning" if self._lenient else fault.severity
            self._report(
                fault.code, fault.message, fault.hint, severity=severity, text=text, words=fault.words
            )
        return text

    def _set(self, text: str) -> str:
        return typographic(text, self._context.game.language or "") if self._lenient else text

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
            chosen = self._chosen(lines, role, style)
            if drawn := "".join(letter for letter in chosen.missing if self._is_icon(emoji_name(letter))):
                chosen = self._chosen(with_symbols(chosen.lines, drawn), role, style)
            if self._lenient and (arrows := _alike(chosen.missing)):
                chosen = self._chosen([_translated(line, arrows) for line in chosen.lines], role, style)
            for fault in chosen.faults:
                if fault.is_lack:
                    severity: Severity = "warning" if fault.code == "PNP420" else "error"
                    place = self._context.game.place
                    self._report.add(Diagnostic(fault.code, fault.message, place, fault.hint, severity))
                else:
                    at_text = given.text if fault.code == "PNP307" else None
                    message, left_out = fault.message, fault.letters and self._lenient
                    if left_out:
                        count, first = len(fault.letters), fault.letters[0]
                        some = f'{count} letters that no font has are left out, such as "{first}"'
                        message = some if count > 1 else f'"{first}" is left out, as no font has it'
                    severity = "warning" if left_out else "error"
                    self._report(fault.code, message, fault.hint, text=at_text, severity=severity)
            if self._lenient and chosen.missing:
                gone = dict.fromkeys(map(ord, chosen.missing + VARIATIONS))
                chosen = self._chosen([_translated(line, gone) for line in chosen.lines], role, style)
            if not chosen.files:
                return list(given.parts), {}
            files |= chosen.files
            set_lines = iter(chosen.lines)
            parts += [with_runs(part, set_lines) for part in given.parts]
        self._used.update(files.values())
        return parts, files

    def _chosen(self, lines: Lines, role: str, style: Style) -> ChosenFonts:
        if self._lenient:
            lines = [self._with_known_icons(line) for line in lines]
        game, book = self._context.game, self._context.sources.fonts
        return choose_fonts(lines, game, book, role, style, lenient=self._lenient)

    def _with_known_icons(self, runs: Sequence[Run]) -> tuple[Run, ...]:
        """Return a line with icons as wide as they are, and the names of those that are not there as they are written."""
        return tuple(
            run
            if isinstance(run, Words)
            else run._replace(wide=self._context.icons.wide(run.name))
            if self._is_icon(run.name)
            else Words(f"{{{run.name}}}", style=run.style)
            for run in runs
        )

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


def _translated(runs: Sequence[Run], letters: Mapping[int, str | None]) -> tuple[Run, ...]:
    return tuple(
        run._replace(text=run.text.translate(letters)) if isinstance(run, Words) else run for run in runs
    )


_ARROWS = {"RIGHTWARDS": "→", "LEFTWARDS": "←", "UPWARDS": "↑", "DOWNWARDS": "↓"}
_ALIKE = {"☉": "☀", "⊕": "\U0001f728"}  # Verdigris has the sign of the earth.


def _alike(letters: str) -> dict[int, str | None]:
    """Return the plain arrow for each ornamental one among letters, and signs that are drawn as others are.

    >>> _alike("x➪⬅⊕")
    {8853: '🜨', 10154: '→', 11013: '←'}
    """
    signs: dict[int, str | None] = {ord(letter): _ALIKE[letter] for letter in letters if letter in _ALIKE}
    return signs | {
        ord(letter): arrow
        for letter, words in ((each, unicodedata.name(each, "").split()) for each in letters)
        for direction, arrow in _ARROWS.items()
        if "ARROW" in words and direction in words and letter != arrow
    }


def as_text(value: object) -> str:
    """Return what is to be set: nothing for an empty field, plain letters for text a template has put together."""
    if value is None:
        return ""
    text = value.unescape() if isinstance(value, Markup) else str(value)
    return text if text.isascii() else text.translate(_LINE_ENDS)
