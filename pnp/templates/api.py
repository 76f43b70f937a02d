"""What a template draws with: text that fits, single lines, icons, pictures.

What is wrong with the data (a text too long, an icon that is not there) becomes a finding, and drawing goes on. What
is wrong with the call itself (a box of three numbers) is a ValueError: the template's line is at fault.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial, wraps
from html import escape
from typing import Literal, TypeVar, cast

from markupsafe import Markup

from pnp.load.role_guesses import OF_FIELDS
from pnp.model.art_placement import AS_ASKED, Fit
from pnp.model.geometry import MM_PER_PT, Rect
from pnp.svg import images
from pnp.svg.images import PictureTooLarge, UnsafeDrawing
from pnp.svg.refused_features import KnownPart
from pnp.svg.sanitizer import SafeDrawing
from pnp.templates.context import RenderContext, Reporter
from pnp.templates.design_sizes import high_of, size_tries
from pnp.templates.palette import lightened
from pnp.templates.sources import ArtRequest, symbol_id
from pnp.templates.text_setter import TextSetter
from pnp.templates.values import as_box, number, one_of, positive, shown
from pnp.text import decimal
from pnp.typesetting.fit import BlockBuilder, Fitted, Fitting, Frame, SetLine, fit
from pnp.typesetting.fonts import FontFile, Style
from pnp.typesetting.justify import ALIGNMENTS, DrawnLine, DrawnText, Ink, TextPlace, draw_line, draw_lines
from pnp.typesetting.line_layout import Atom, FontPicker, Row, atoms, line_width
from pnp.typesetting.paragraphs_and_tables import NO_REST, Part, Runs, TextRest, longest_that_fits, runs_of

_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}

_NO_ICON = "#b3261e"  # The colour of the mark for a missing icon.
MOST_SET = 4_000
"""So many texts are remembered: six in seven of a deck of imported cards are labels and numbers that others have too."""

_PLAIN = frozenset({str, int, float, bool, type(None), Markup})
_NUMBERS = frozenset({int, float})
_Setter = TypeVar("_Setter", bound=Callable[..., Markup])

_ReadText = tuple[str, Sequence[Part], FontPicker, int, Callable[[Runs], Row]]
"""The letters of a text, its parts, its fonts, its level, and what makes atoms of runs: the same in all sizes."""


def _is_plain(value: object) -> bool:
    return type(value) in _PLAIN or (isinstance(value, (tuple, list)) and all(map(_is_plain, value)))


def _as_key(value: object) -> object:
    """Return what stands for a value that a text is set with. Raises TypeError for one that may change."""
    if type(value) in _PLAIN or (type(value) is tuple and _NUMBERS.issuperset(map(type, value))):
        return value
    if _is_plain(value):
        return repr(value)
    raise TypeError


def _set_once(method: _Setter) -> _Setter:
    """Have a text set once for all cards that have it in the same place, unless it has findings or icons."""

    @wraps(method)
    def set_text(api: "TemplateApi", *given: object, **options: object) -> Markup:
        known, look = api._context.texts_set, api._context.look  # noqa: SLF001 - it is a method of the class
        # 1 and 1.0 are the same place, and not the same text.
        kind = type(given[0] if given else options.get("text"))
        try:
            values = tuple(map(_as_key, given)), tuple(options), tuple(map(_as_key, options.values()))
        except TypeError:
            return method(api, *given, **options)
        key = method.__name__, api.lenient, look.smallest_text, kind, values
        if key not in known:
            used, asked, findings = set(api.used), set(api.asked), len(api.report.found)
            api.used.clear()
            api.asked.clear()
            drawn = method(api, *given, **options)
            fonts, is_alone = frozenset(api.used), not (api.asked or api.symbols())
            api.used |= used
            api.asked |= asked
            if findings != len(api.report.found) or not is_alone:
                return drawn
            if len(known) >= MOST_SET:
                known.clear()
            known[key] = drawn, fonts
        drawn, fonts = known[key]
        api.used |= fonts
        return drawn

    return cast("_Setter", set_text)


class TemplateApi:
    """Draws for one side of one piece.

    It collects the fonts it `used`, what it `asked` for as (kind, name), what was `shown` of it, and the slots of the
    pictures it `placed`, by box.
    """

    def __init__(self, context: RenderContext, report: Reporter, *, lenient: bool = False) -> None:
        """A `lenient` one makes do with any text: it shrinks and cuts what does not fit, and tells of it as a warning."""
        self._context = context
        self.lenient = lenient
        self.report = report
        self._symbols: dict[str, str] = {}
        self.placed: dict[str, str] = {}
        self.used: set[FontFile] = set()
        self.asked: set[tuple[str, str]] = set()
        self.shown: set[KnownPart] = set()
        self._known: dict[tuple[object, ...], tuple[object, _ReadText]] = {}
        self._texts = TextSetter(context, report, self.used, self.asked, lenient=lenient)

    @_set_once
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
        align: Literal["start", "left", "center", "right", "end", "justify"] = "start",
        valign: Literal["top", "middle", "bottom"] = "top",
        leading: float = 1.2,
        fill: str = "#000000",
        max_lines: int | None = None,
        hyphenate: bool = True,
        direction: Literal["auto", "ltr", "rtl"] = "auto",
        paragraph_gap: float | None = None,
        bullet: str = "•",
        spill: Literal[False, True, "whole"] = False,
    ) -> DrawnText:
        """Wrap `text` into box (x, y, width, height in mm), as large as fits between `size` and `min` pt.

        It may be a list of texts and of (text, style) pairs, which are set below each other. The theme may say that no text is smaller than it allows.
        In a design, what does not go in is left out and told; with `spill`, it is the `rest` of what is returned. With
        `spill="whole"` a text that does not go in is not drawn: all of it is the rest.
        """
        one_of("align", align, ALIGNMENTS)
        one_of("valign", valign, ("top", "middle", "bottom"))
        x, y, width, height = as_box(box)
        gap = None if paragraph_gap is None else number("paragraph_gap", paragraph_gap) / leading
        words, parts, fonts, level, row_of = self._read(text, font, Style(weight, italic), bullet, direction)
        if not fonts:
            return _no_text(x, y, size)
        frame = Frame(width, height, fonts[False, False, ""], positive("leading", leading), max_lines)
        used, smallest = self._texts.sizes(size, self._context.smallest_text if min is None else min)
        builder = BlockBuilder(row_of, gap)
        # The texts of a design fill their lines; headlines, which have a number of lines, are even.
        filled = align == "justify" or (self.lenient and align == "start" and max_lines is None)
        how = Fitting(smallest, self._context.game.language if hyphenate else "", not filled, self.lenient)
        done, rest = _fitted(parts, builder, frame, used, how, spill=spill)
        if rest and spill == "whole":
            return _no_text(x, y, size, rest)
        self._texts.tell_lost(words, done, (x, y, width, height), cut=bool(rest) and not spill)
        first = y + frame.first_baseline(done, valign)
        place = TextPlace(x, first, width, align, Ink(fill), turned=level == 1)
        drawn = self._drawn(list(draw_lines(done, frame, place)), words, frame.extent(done, first), done)
        drawn.rest = rest
        return drawn

    def _read(self, text: object, role: str, style: Style, bullet: str, direction: str) -> _ReadText:
        """Return the letters of a text, its parts, its fonts and its level; a design tries one text, or lists alike, at several sizes."""
        content = (type(text), repr(text)) if _is_plain(text) else id(text)
        key = content, role, style.weight, style.italic, bullet, direction
        if key not in self._known:
            findings = len(self.report.found)
            given = self._texts.read(text, bullet)
            parts, fonts = self._texts.with_fonts(given, role, style)
            level = self._texts.level(direction, [runs for part in parts for runs in runs_of(part)])
            row_of = cache(partial(atoms, fonts=fonts, level=level))
            known: _ReadText = "\n".join(each.text for each in given), parts, fonts, level, row_of
            if findings != len(self.report.found) or self.asked:
                return known
            self._known[key] = text, known
        _, known = self._known[key]
        self.used.update(known[2].values())
        return known

    @_set_once
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
    ) -> DrawnText:
        """Set one line with its baseline at y; with `max_width` it shrinks down to `min` pt to fit."""
        shift = _ANCHORS[one_of("anchor", anchor, _ANCHORS)]
        x, y = number("x", x), number("y", y)
        used, smallest = self._texts.sizes(size, size if min is None else min)
        given = self._texts.read_line(text)
        (part,), fonts = self._texts.with_fonts([given], font, Style(weight, italic))
        if not fonts:
            return _no_text(x, y, size)
        level = self._texts.level(direction, [runs_of(part)[0]])

        def set_row(parts: Sequence[Part]) -> tuple[Atom, ...]:
            return tuple(atom for part in parts for atom in atoms(runs_of(part)[0], fonts, level=level))

        row = set_row([part])
        most = math.inf if max_width is None else max_width / (_lower(smallest, used) * MM_PER_PT)
        if self.lenient and line_width(row) > most:
            row = set_row(longest_that_fits([part], lambda some: line_width(set_row(some)) <= most)[0])
            self._texts.tell_lost(given.text, Fitted((), (), used), (x, y, 0, 0), cut=True)
        wide = line_width(row) * MM_PER_PT
        done = Fitted((SetLine(row, wide),), (0.0,), used)
        if max_width is not None and wide * used > number("max_width", max_width):
            largest, used = used, max(_lower(smallest, used), max_width / wide)
            tall = largest * MM_PER_PT
            done = replace(done, size=used, over_width=wide * used - max_width)
            self._texts.tell_lost(given.text, done, (x - shift * max_width, y - tall, max_width, tall))
        ink = Ink(fill, outline, outline_width)
        drawn = draw_line(row, (x, y), size=used, share=shift, ink=ink)
        frame = Frame(wide, 0, fonts[False, False, ""], 1)
        return self._drawn([drawn], given.text, frame.extent(done, y), done)

    def icon(self, name: object, x: float, y: float, size: float, color: str | None = None) -> Markup:
        """Place an icon in the square with top-left (x, y) and side `size` mm; `color` is its currentColor."""
        left, top, side = number("x", x), number("y", y), positive("size", size)
        return Markup(self._icon(str(name), (left, top, side), color, str(name)))  # noqa: S704 - all of it checked

    def icon_of_drawing(self, name: str, square: tuple[float, float, float], color: str) -> Markup:
        """Place an icon in a square (left, top, side); where there is none of that name, a mark stands in for it, with a warning."""
        if self._context.icons.find(name) is not None:
            return self.icon(name, *square, color)
        self.asked.add(("icon", name))
        hint = self._context.icons.near(name)
        message = f'there is no icon "{name}"; a placeholder is drawn'
        self.report("PNP308", message, hint, severity="warning", text=name)
        x, y, side = (decimal(value) for value in square)
        look = f'fill="{_NO_ICON}" fill-opacity="0.25" stroke="{_NO_ICON}" stroke-width="0.3" stroke-dasharray="1 0.6"'
        return Markup(f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="0.8" {look}/>')  # noqa: S704 - numbers

    def picture(
        self, slot: object, box: object, *, fit: Fit = "contain", otherwise: Markup | None = None
    ) -> Markup:
        """Fill box with the art of `slot`: wholly inside it ("contain") or covering it ("cover").

        A piece with a field `art` shows that picture in the place of its own. Where nobody has put a picture,
        `otherwise`, what a macro of the template draws, stands in for it.
        """
        one_of("fit", fit, ("contain", "cover"))
        if otherwise is not None and not isinstance(otherwise, Markup):
            raise TypeError(f"otherwise must be what a macro draws, not {shown(otherwise)}")
        name, drawn = self._slot(slot), otherwise is not None
        has_file = self._context.gallery.find(name) is not None
        placement = self._context.game.placements.get(name, AS_ASKED) if has_file else AS_ASKED
        asked = ArtRequest(name, Rect(*as_box(box)), fit, drawn=drawn, placement=placement)
        self._context.gallery.on_request(asked)
        x, y, width, height = (decimal(value) for value in as_box(box))
        slice_ = ' preserveAspectRatio="xMidYMid slice"' if asked.fit == "cover" else ""
        if otherwise is not None and not has_file:
            self.asked.add(("art", asked.slot))
            return Markup(  # noqa: S704 - built from numbers and what the template drew
                f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}"{slice_} '
                f'overflow="visible">{otherwise}</svg>'
            )
        self.placed[f"{x} {y} {width} {height}"] = asked.slot
        art = self._drawing("art", asked.slot, asked.slot)
        if art is not None and art.raster is not None:
            box = asked.box.size
            how = asked.fit, asked.placement
            resolution = images.dpi(art.raster, box, *how)
            if not images.is_finer(resolution, images.COARSE):
                message = f"the picture is coarse: {images.in_words(art.raster, box, *how)}"
                hint = f"export it with {images.needed(art.raster, box, *how)} ({images.FINE} dpi)"
                if not art.pixels:
                    message = (
                        f"a picture inside the drawing is coarse: {resolution:.0f} dpi in {images.shown(box)}"
                    )
                    times = images.FINE / max(resolution, 1)
                    hint = f"put it into the drawing with {times:.1f} times as many pixels a side ({images.FINE} dpi)"
                file = self._context.gallery.find(asked.slot)
                self.report("PNP313", message, hint, severity="warning", file=file)
        drawing = art or self._context.gallery.placeholder()
        self.shown.add(drawing.checked)
        view, inner = view_of(drawing), drawing.inner
        if art is not None and placement.moves and min(asked.box.width, asked.box.height) > 0:
            view, inner = f"0 0 {width} {height}", _placed(drawing, asked)
        return Markup(  # noqa: S704 - built from numbers and a checked drawing
            f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{view}"{slice_}>{inner}</svg>'
        )

    def goes_on_behind(self) -> Markup:
        """Tell that a text of the front goes on on the back; nothing is drawn."""
        message = "the text continues on the back: this gives the card away in a shuffled deck"
        self.report("PNP422", message, "shorten the text, or make the cards larger", severity="warning")
        return Markup()

    @_set_once
    def figure(
        self,
        box: tuple[float, float, float, float],
        number: tuple[str, ...],
        widest: float,
        fonts: tuple[str, int, str, int],
        *,
        ink: str,
        label_ink: str,
    ) -> Markup:
        """Draw a number of a design with its symbol at its left and its name below, in the middle of a box.

        The `widest` number of its card has so many digits; `fonts` are family and weight of numbers, then of names.
        """
        x, y, width, height = box
        (label, *_), value, outline = number[0].partition(" •"), *number[1:3]
        if label and not any(map(str.isalnum, label)):  # an icon, beside its number
            label, value = "", f"{value}\u2009{label}"
        smallest = self._context.smallest_text
        is_high = height > 6
        is_narrow = width < _NARROW
        most = width - (2.6 if is_narrow else 1.2) if outline or width < 11 else width
        most /= widest + (1.35 if outline or width < 11 else 0.6)
        size = max(min(height * (1.9 if is_high else 1.75), 22, most * 4.5), smallest)
        digit = size * 0.215
        sign = digit * 1.35 if outline and width > digit * (len(value) + 1.5) else 0
        base = y + height * (0.5 if not label else 0.34 if is_high else 0.27) + size * 0.125
        middle = x + width / 2 + sign * 0.55 - digit * 0.35 * ("•" in number[0])
        symbol = _pips(number[0].count("•"), middle + digit * (len(value) / 2 + 0.4), base, digit, label_ink)
        if sign:
            left, top = middle - digit * len(value) / 2 - sign * 1.12, base - size * 0.123 - sign / 2
            place = f"translate({decimal(left)} {decimal(top)}) scale({decimal(sign / 24)})"
            symbol += f'<path d="{outline}" transform="{place}" fill="{escape(label_ink)}"/>'
        title, heavy, body, strong = fonts
        row = partial(self.line, min=5, anchor="middle")
        most = width - 0.8 - sign
        drawn = row(value, middle, base, font=title, size=size, weight=heavy, max_width=most, fill=ink)
        beside = 1.6 if number[4] else 1.4  # its box, or the line between two
        most = width - (0.6 if is_narrow or (width > _NARROW + 2 and not number[4]) else beside)
        size = 6 if is_narrow else max(min(7, height * 0.76), height * 0.64, smallest)
        is_whole = label and self._wide(label, body, strong) * 5 < most
        name = label if is_whole else _shortened_label(label, int(max(most / 0.93, 3)))
        low = 0.9 if is_high else 0.93
        named = partial(row, font=body, size=size, weight=strong, max_width=most, fill=label_ink)
        below = named(name, x + width / 2, y + height * low) if label else ""
        return Markup(f"{symbol}{drawn}\n{below}")  # noqa: S704 - built from numbers, a symbol and lines

    def _wide(self, text: str, font: str, weight: int) -> float:
        """Return how wide a line is in mm, in letters of 1 pt."""
        (part,), fonts = self._texts.with_fonts([self._texts.read_line(text)], font, Style(weight))
        return line_width(atoms(runs_of(part)[0], fonts)) * MM_PER_PT if fonts else 0

    high_of = staticmethod(high_of)
    size_tries = staticmethod(size_tries)

    def has_picture(self, slot: object) -> bool:
        """Say whether somebody has put a picture into `slot`, or may now: a layout may depend on it."""
        name, context = self._slot(slot), self._context
        self.asked.add(("art", name))
        return (context.asking and context.on_screen) or context.gallery.find(name) is not None

    def _slot(self, slot: object) -> str:
        piece = self.report.piece
        is_shared = slot == piece.id and piece.fields.get("art") is not None
        return str(piece.fields["art"] if is_shared else slot)

    def symbols(self) -> str:
        """Return the definitions of the icons used so far."""
        return "".join(self._symbols[name] for name in sorted(self._symbols))

    def _drawing(self, kind: Literal["art", "icon"], name: str, text: str) -> SafeDrawing | None:
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
            for change in drawing.changes:
                if change.is_seen:
                    hint = "compare the preview with your drawing; docs/art.md, SVG from any editor, says what to do"
                    self.report("PNP440", f"in the drawing, {change}", hint, severity="warning", file=path)
            if kind == "art" and (blank := gallery.blank_reason(path)):
                self.report("PNP465", blank[0], blank[1], severity="warning", file=path)
            self.used |= drawing.fonts
            share = self._context.look.lighten
            return lightened(drawing, share) if share else drawing
        except UnsafeDrawing as error:
            code = "PNP311" if isinstance(error, PictureTooLarge) and kind == "art" else "PNP310"
            what = "picture" if kind == "art" else "icon"
            for fault in error.every:
                self.report(
                    code, f"the {what} cannot be used: {fault}", fault.hint, file=path, line=fault.line
                )
            return None

    def _icon(self, name: str, square: tuple[float, float, float], color: str | None, text: str) -> str:
        if name not in self._symbols:
            drawing = self._drawing("icon", name, text)
            if drawing is None:
                return ""
            self.shown.add(drawing.checked)
            self._symbols[name] = (
                f'<symbol id="{symbol_id(name)}" viewBox="{view_of(drawing)}">{drawing.inner}</symbol>'
            )
        x, y, side = (decimal(value) for value in square)
        tint = "" if color is None else f' color="{escape(str(color))}"'
        return f'<use href="#{symbol_id(name)}" x="{x}" y="{y}" width="{side}" height="{side}"{tint}/>'

    def _drawn(
        self, drawn: list[DrawnLine], text: str, upright: tuple[float, float], done: Fitted
    ) -> DrawnText:
        """Return a text with its icons; it reaches `upright` from its top so far down."""
        parts = [line.svg for line in drawn]
        parts += [
            self._icon(i.name, (i.x, i.y, i.size), i.colour, text) for line in drawn for i in line.icons
        ]
        top, height = upright
        left = _lower((line.left for line in drawn), default=0.0)
        right = max((line.left + line.width for line in drawn), default=0.0)
        lines = len(set(done.places)) if height else 0
        # Letters are escaped where they are set.
        return DrawnText.at(
            "".join(parts), Rect(left, top, right - left, height), size=done.size, lines=lines
        )


def _fitted(
    parts: Sequence[Part],
    builder: BlockBuilder,
    frame: Frame,
    size: float,
    how: Fitting,
    *,
    spill: bool | str,
) -> tuple[Fitted, TextRest]:
    done = fit(builder.build(parts), frame, size, how)
    if not (how.anywhere and done.overflows):
        return done, NO_REST
    if spill == "whole":
        return done, TextRest(parts)
    first, rest = longest_that_fits(
        parts,
        lambda some: not fit(builder.build(some), frame, how.smallest, how).overflows,
        whole=bool(spill),
    )
    return fit(builder.build(first), frame, how.smallest, how), rest


def _no_text(x: float, y: float, size: float, rest: TextRest = NO_REST) -> DrawnText:
    drawn = DrawnText.at("", Rect(x, y, 0, 0), size=size, lines=0)
    drawn.rest = rest
    return drawn


def _pips(count: int, x: float, y: float, digit: float, fill: str) -> str:
    """Return dots above each other beside the middle of a number of digits so wide, whose baseline is at y."""
    heights = (digit * (0.57 + 0.5 * (nth - (count - 1) / 2)) for nth in range(count))
    places = (f'cx="{decimal(x)}" cy="{decimal(y - high)}"' for high in heights)
    return "".join(f'<circle {place} r="{decimal(digit * 0.19)}" fill="{escape(fill)}"/>' for place in places)


def _shortened_label(label: str, letters: int) -> str:
    """Return a name of a number in about so many letters: longer words are shorter ones, or cut, then words left out, but not behind a short one.

    >>> [_shortened_label(label, 8) for label in ("Strong arms", "Hit points", "A long name", "Willpower", "Initiatives")]
    ['Strong', 'Hit points', 'A long', 'Will', 'Initiat.']
    """
    words = [
        word if len(word) <= letters else _SHORTER.get(word.casefold()) or word[: letters - 1] + "."
        for word in label.split(" ")
    ]
    name = " ".join(words)
    if len(name) <= letters:
        return name
    return words[0] if len(words[0]) > 3 or len(words) < 2 else " ".join(words[:2])


_SHORTER = dict(pair.split("=") for pair in OF_FIELDS["shorter"])  # Words for those that have no room.
_NARROW = 9.6  # mm of a number of six in a row; names are rather small than cut.
_lower = min  # two functions above have an option of that name


def _placed(drawing: SafeDrawing, asked: ArtRequest) -> str:
    view, inner = drawing.view, drawing.inner
    matrix = asked.placement.matrix(view, asked.box.size, asked.fit)
    if not drawing.pixels:
        x, y, width, height = (decimal(value) for value in (view.x, view.y, view.width, view.height))
        inner = f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{view_of(drawing)}">{inner}</svg>'
    return f'<g transform="{matrix}">{inner}</g>'


def view_of(drawing: SafeDrawing) -> str:
    """Return the view box of a drawing as an attribute has it."""
    view = drawing.view
    return " ".join(decimal(value) for value in (view.x, view.y, view.width, view.height))
