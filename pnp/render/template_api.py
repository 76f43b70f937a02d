"""What a template draws with: text that fits, single lines, icons, pictures.

What is wrong with the data (a text too long, an icon that is not there) becomes a finding, and drawing goes on. What
is wrong with the call itself (a box of three numbers) is a ValueError: the template's line is at fault.
"""

from collections.abc import Collection
from html import escape
from pathlib import Path
from typing import Literal, TypeGuard

from jinja2 import Undefined
from markupsafe import Markup

from pnp.model.diagnostics import Diagnostic, Severity
from pnp.model.geometry import Rect, Size
from pnp.render import images
from pnp.render.context import RenderContext, Reporter
from pnp.render.emoji import with_pictures
from pnp.render.font_choice import ChosenFonts, Lines, choose_fonts
from pnp.render.fonts import FontFile, Style
from pnp.render.foreign_markup import markup_faults
from pnp.render.images import PictureTooLarge, UnsafeDrawing
from pnp.render.lightening import lightened
from pnp.render.sources import ArtRequest, symbol_id
from pnp.render.svg_lint import KnownPart
from pnp.render.svg_sanitizer import SafeDrawing
from pnp.render.template_values import FieldProxy
from pnp.render.text_direction import RIGHT_TO_LEFT_LANGUAGES, base_level
from pnp.render.text_drawing import DrawnLine, Ink, draw_line
from pnp.render.text_fit import SLACK_MM, Fitted, Frame, fit
from pnp.render.text_layout import atoms, line_width
from pnp.render.text_markup import Words, parse
from pnp.text import decimal
from pnp.units import MM_PER_PT

Box = tuple[float, float, float, float]
_SIDES = ("x", "y", "width", "height")


def as_box(value: object) -> Box:
    """Return (x, y, width, height) in mm, also of a box such as face.safe_box; raises ValueError for anything else.

    >>> as_box([5, 5, 53, 20])
    (5.0, 5.0, 53.0, 20.0)
    """
    parts = value if isinstance(value, list | tuple) else ()
    if isinstance(value, FieldProxy):
        parts = tuple(value[side] for side in _SIDES if side in value)
    if len(parts) != 4 or not all(_is_number(part) for part in parts):
        raise ValueError(f"a box is four numbers in mm, (x, y, width, height); got {shown(value)}")
    x, y, width, height = (float(part) for part in parts)
    if width < 0 or height < 0:
        raise ValueError(f"a box cannot be {width:g} mm wide and {height:g} mm high")
    return (x, y, width, height)


def number(name: str, value: object) -> float:
    """Return a number; raises ValueError, naming the option, for anything else."""
    if not _is_number(value):
        raise ValueError(f"{name} is a number; got {shown(value)}")
    return float(value)


def positive(name: str, value: object) -> float:
    """Return a number above zero; raises ValueError, naming the option, for anything else."""
    found = number(name, value)
    if found <= 0:
        raise ValueError(f"{name} is a number above 0; got {shown(value)}")
    return found


def one_of(name: str, value: object, allowed: Collection[str]) -> str:
    """Return a word out of `allowed`; raises ValueError, naming the option and the words, for any other."""
    if not isinstance(value, str) or value not in allowed:
        *most, last = (f'"{each}"' for each in allowed)
        raise ValueError(f"{name} is {', '.join(most)} or {last}; got {shown(value)}")
    return value


def shown(value: object) -> str:
    """Return a value the way a template writes it, shortened; raises what is due when it is not there at all."""
    if isinstance(value, FieldProxy):
        return "a group of values"
    if isinstance(value, str):
        return _shortened(f'"{value}"')
    return _shortened(str(value) if _is_plain(value) else type(value).__name__)


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _is_plain(value: object) -> bool:
    if isinstance(value, Undefined):
        str(value)  # raises, naming the field
    if isinstance(value, list | tuple):
        return all(_is_plain(each) for each in value)
    return value is None or isinstance(value, bool | int | float | str)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6


_LEFT, _RIGHT = ("start", 0.0), ("end", 1.0)
_ALIGN = {"start": _LEFT, "left": _LEFT, "center": ("middle", 0.5), "right": _RIGHT, "end": _RIGHT}
_ALIGN_TURNED = _ALIGN | {"start": _RIGHT, "end": _LEFT}
_DIRECTIONS = {"ltr": 0, "rtl": 1}
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


class TemplateApi:
    """Draws for one side of one piece.

    It collects the fonts it `used`, what it `asked` for as (kind, name), what was `shown` of it, and the slots of the
    pictures it `placed`, by box.
    """

    def __init__(self, context: RenderContext, report: Reporter) -> None:
        self._context = context
        self.report = report
        self._symbols: dict[str, str] = {}
        self.placed: dict[str, str] = {}
        self.used: set[FontFile] = set()
        self.asked: set[tuple[str, str]] = set()
        self.shown: set[KnownPart] = set()

    def fit(
        self,
        text: object,
        box: object,
        *,
        font: str = "body",
        size: float = 9,
        min: float | None = None,  # noqa: A002 - the template author's word
        weight: int = 400,
        italic: bool = False,
        align: Literal["start", "left", "center", "right", "end"] = "start",
        valign: Literal["top", "middle", "bottom"] = "top",
        leading: float = 1.2,
        fill: str = "#000000",
        max_lines: int | None = None,
        hyphenate: bool = True,
        direction: Literal["auto", "ltr", "rtl"] = "auto",
    ) -> Markup:
        """Wrap `text` into box (x, y, width, height in mm), as large as fits between `size` and `min` pt.

        The theme may say that no text is smaller than it allows.
        """
        one_of("align", align, _ALIGN)
        one_of("valign", valign, ("top", "middle", "bottom"))
        x, y, width, height = as_box(box)
        words = _as_text(text)
        paragraphs = self._parsed(words)
        chosen = self._fonts(font, Style(weight, italic), paragraphs, words)
        if not chosen.files:
            return Markup()
        frame = Frame(width, height, chosen.files[False, False, ""], positive("leading", leading), max_lines)
        level = self._level(direction, paragraphs)
        rows = [atoms(line, chosen.files, level=level) for line in chosen.lines]
        language = self._context.game.language if hyphenate else None
        used, smallest = self._sizes(size, self._context.smallest_text if min is None else min)
        done = fit(rows, frame, size=used, smallest=smallest, language=language)
        self._complain(words, done, (x, y, width, height))
        anchor, share = _ALIGN[align] if level == 0 else _ALIGN_TURNED[align]
        top, left = y + frame.first_baseline(done, valign), x + share * width
        step = leading * done.size * MM_PER_PT
        drawn = [
            draw_line(line, left, top + step * place, size=done.size, anchor=anchor, ink=Ink(fill))
            for place, line in enumerate(done.lines)
        ]
        return self._with_icons(drawn, words)

    def line(
        self,
        text: object,
        x: float,
        y: float,
        *,
        font: str = "title",
        size: float = 12,
        weight: int = 400,
        italic: bool = False,
        anchor: Literal["start", "middle", "end"] = "start",
        fill: str = "#000000",
        outline: str | None = None,
        outline_width: float = 0.0,
        max_width: float | None = None,
        min: float | None = None,  # noqa: A002
        direction: Literal["auto", "ltr", "rtl"] = "auto",
    ) -> Markup:
        """Set one line with its baseline at y; with `max_width` it shrinks down to `min` pt to fit."""
        shift = _ANCHORS[one_of("anchor", anchor, _ANCHORS)]
        x, y = number("x", x), number("y", y)
        used, smallest = self._sizes(size, size if min is None else min)
        words = _as_text(text)
        (runs, *_) = self._parsed(words.replace("\n", " "))
        chosen = self._fonts(font, Style(weight, italic), [runs], words)
        if not chosen.files:
            return Markup()
        row = atoms(chosen.lines[0], chosen.files, level=self._level(direction, [runs]))
        wide = line_width(row) * MM_PER_PT
        if max_width is not None and wide * used > number("max_width", max_width):
            largest, used = used, max(_lower(smallest, used), max_width / wide)
            tall = largest * MM_PER_PT
            done = Fitted((row,), used, over_width=wide * used - max_width)
            self._complain(words, done, (x - shift * max_width, y - tall, max_width, tall))
        ink = Ink(fill, outline, outline_width)
        return self._with_icons([draw_line(row, x, y, size=used, anchor=anchor, ink=ink)], words)

    def icon(self, name: object, x: float, y: float, size: float, color: str | None = None) -> Markup:
        """Place an icon in the square with top-left (x, y) and side `size` mm; `color` is its currentColor."""
        left, top, side = number("x", x), number("y", y), positive("size", size)
        return Markup(self._icon(str(name), (left, top, side), color, str(name)))  # noqa: S704 - all of it checked

    def picture(
        self,
        slot: object,
        box: object,
        *,
        fit: Literal["contain", "cover"] = "contain",
        otherwise: Markup | None = None,
    ) -> Markup:
        """Fill box with the art of `slot`: wholly inside it ("contain") or covering it ("cover").

        A piece with a field `art` shows that picture in the place of its own. Where nobody has put a picture,
        `otherwise`, what a macro of the template draws, stands in for it.
        """
        one_of("fit", fit, ("contain", "cover"))
        if otherwise is not None and not isinstance(otherwise, Markup):
            raise TypeError(f"otherwise must be what a macro draws, not {shown(otherwise)}")
        piece = self.report.piece
        if slot == piece.id and piece.fields.get("art") is not None:
            slot = piece.fields["art"]
        asked = ArtRequest(str(slot), Rect(*as_box(box)), fit, drawn=otherwise is not None)
        self._context.gallery.on_request(asked)
        x, y, width, height = (decimal(value) for value in as_box(box))
        slice_ = ' preserveAspectRatio="xMidYMid slice"' if fit == "cover" else ""
        if otherwise is not None and self._context.gallery.find(asked.slot) is None:
            self.asked.add(("art", asked.slot))
            return Markup(  # noqa: S704 - built from numbers and what the template drew
                f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}"{slice_} '
                f'overflow="visible">{otherwise}</svg>'
            )
        self.placed[f"{x} {y} {width} {height}"] = asked.slot
        found = self._drawing("art", asked.slot, asked.slot)
        if found is not None and found.raster is not None:
            self._warn_if_coarse(found, found.raster, asked)
        drawing = found or self._context.gallery.placeholder()
        self.shown.add(drawing.checked)
        return Markup(  # noqa: S704 - built from numbers and a checked drawing
            f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{_view(drawing)}"{slice_}>'
            f"{drawing.inner}</svg>"
        )

    def symbols(self) -> str:
        """Return the definitions of the icons used so far."""
        return "".join(self._symbols[name] for name in sorted(self._symbols))

    def _drawing(self, kind: Literal["art", "icon"], name: str, text: str) -> SafeDrawing | None:
        """Return the picture or the icon of a name, or None after reporting why there is none."""
        gallery, icons = self._context.gallery, self._context.icons
        self.asked.add((kind, name))
        path = (gallery if kind == "art" else icons).find(name)
        if path is None and kind == "art":
            message = f'there is no picture for "{name}"; a placeholder is drawn'
            hint = f"put one at {gallery.folder}/{name}.svg (or .png, .jpg)"
            self.report("PNP309", message, hint, severity="warning", text=text)
        elif path is None:
            self.report("PNP308", f'there is no icon "{name}"', icons.near(name), text=text)
        if path is None:
            return None
        try:
            drawing = (gallery if kind == "art" else icons).read(path)
            self._warn_of_changes(drawing, path)
            share = self._context.look.lighten
            return lightened(drawing, share) if share else drawing
        except UnsafeDrawing as error:
            code = "PNP311" if isinstance(error, PictureTooLarge) and kind == "art" else "PNP310"
            what = "picture" if kind == "art" else "icon"
            for each in error.every:
                self.report(code, f"the {what} cannot be used: {each}", each.hint, file=path, line=each.line)
            return None

    def _warn_of_changes(self, drawing: SafeDrawing, path: Path) -> None:
        """Warn of a drawing that is printed unlike its editor shows it."""
        for change in drawing.changes:
            if change.is_seen:
                hint = (
                    "compare the preview with your drawing; docs/art.md, SVG from any editor, says what to do"
                )
                self.report("PNP440", f"in the drawing, {change}", hint, severity="warning", file=path)

    def _warn_if_coarse(self, drawing: SafeDrawing, pixels: Size, asked: ArtRequest) -> None:
        """Warn of a picture whose dots will be seen."""
        box = asked.box.size
        resolution = images.dpi(pixels, box, asked.fit)
        if not images.is_finer(resolution, images.COARSE):
            message = f"the picture is coarse: {images.in_words(pixels, box, asked.fit)}"
            hint = f"export it with {images.advice(box)} ({images.FINE} dpi)"
            if not drawing.pixels:
                message = (
                    f"a picture inside the drawing is coarse: {resolution:.0f} dpi in {images.shown(box)}"
                )
                times = images.FINE / max(resolution, 1)
                hint = f"put it into the drawing with {times:.1f} times as many pixels a side ({images.FINE} dpi)"
            file = self._context.gallery.find(asked.slot)
            self.report("PNP313", message, hint, severity="warning", file=file)

    def _icon(self, name: str, square: tuple[float, float, float], color: str | None, text: str) -> str:
        """Return one use of an icon, and see to it that the face defines it; "" when there is none."""
        if name not in self._symbols:
            drawing = self._drawing("icon", name, text)
            if drawing is None:
                return ""
            self.shown.add(drawing.checked)
            self._symbols[name] = (
                f'<symbol id="{symbol_id(name)}" viewBox="{_view(drawing)}">{drawing.inner}</symbol>'
            )
        x, y, side = (decimal(value) for value in square)
        tint = "" if color is None else f' color="{escape(str(color))}"'
        return f'<use href="#{symbol_id(name)}" x="{x}" y="{y}" width="{side}" height="{side}"{tint}/>'

    def _with_icons(self, drawn: list[DrawnLine], text: str) -> Markup:
        parts = [each.svg for each in drawn]
        parts += [
            self._icon(i.name, (i.x, i.y, i.size), i.colour, text) for each in drawn for i in each.icons
        ]
        return Markup("".join(parts))  # noqa: S704 - letters are escaped where they are set

    def _sizes(self, size: float, smallest: float) -> tuple[float, float]:
        """Return the largest and the smallest size of a text, neither below what the theme allows."""
        least = self._context.look.smallest_text
        return max(positive("size", size), least), max(positive("min", smallest), least)

    def _level(self, direction: str, lines: Lines) -> int:
        """Return 1 for a text that runs from right to left: as it is told, as its first letter does, as its language does."""
        if one_of("direction", direction, ("auto", *_DIRECTIONS)) != "auto":
            return _DIRECTIONS[direction]
        language = (self._context.game.language or "").partition("-")[0]
        letters = "".join(run.text for line in lines for run in line if isinstance(run, Words))
        return base_level(letters, otherwise=int(language in RIGHT_TO_LEFT_LANGUAGES))

    def _fonts(self, role: str, style: Style, lines: Lines, text: str) -> ChosenFonts:
        """Return the lines of a text with the files they are set in, none when the font is missing; report what is."""
        game = self._context.game
        chosen = choose_fonts(lines, game, self._context.sources.fonts, role, style)
        for fault in chosen.faults:
            if fault.is_lack:
                severity: Severity = "warning" if fault.code == "PNP420" else "error"
                self.report.add(Diagnostic(fault.code, fault.message, game.place, fault.hint, severity))
            else:
                told = text if fault.code == "PNP307" else None
                self.report(fault.code, fault.message, fault.hint, text=told)
        self.used.update(chosen.files.values())
        return chosen

    def _parsed(self, text: str) -> Lines:
        """Return the lines of a text, after telling of markup in it that means nothing."""
        styles = self._context.text_styles
        for fault in markup_faults(text, styles, self._is_icon):
            self.report(
                fault.code, fault.message, fault.hint, severity=fault.severity, text=text, words=fault.words
            )
        return with_pictures(parse(text, styles), self._is_icon)

    def _is_icon(self, name: str) -> bool:
        self.asked.add(("icon", name))
        return self._context.icons.find(name) is not None

    def _complain(self, text: str, done: Fitted, box: Box) -> None:
        sides = [
            f"{over:.1f} mm too {which}"
            for over, which in ((done.over_height, "tall"), (done.over_width, "wide"))
            if over > SLACK_MM
        ]
        if not sides:
            return
        x, y, width, height = (f"{round(value, 2):g}" for value in box)
        short = _shortened(" ".join(text.split()))
        room = "or give it a larger box or a smaller `min` in the template"
        if self._context.look.smallest_text:
            room = f"or give it a larger box in the theme {self._context.theme}: docs/templates.md, Themes"
        self.report(
            "PNP401",
            f'"{short}" is {" and ".join(sides)} at its smallest size ({round(done.size, 2):g} pt) '
            f"for the box {width} x {height} mm at ({x}, {y})",
            f"shorten the text, {room}",
            text=text,
        )


_lower = min  # two functions above have an option of that name


def _as_text(value: object) -> str:
    """Return what is to be set: nothing for an empty field, plain letters for text a template has put together."""
    if value is None:
        return ""
    return value.unescape() if isinstance(value, Markup) else str(value)


def _view(drawing: SafeDrawing) -> str:
    view = drawing.view
    return " ".join(decimal(value) for value in (view.x, view.y, view.width, view.height))
