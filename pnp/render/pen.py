"""What a template draws with: text that fits, single lines, icons, pictures. One pen per face.

A pen never fails: what cannot be drawn becomes a finding that names the box, and drawing goes on.
"""

from collections.abc import Callable, Mapping
from html import escape
from typing import Literal

from markupsafe import Markup

from pnp.model.length import MM_PER_PT
from pnp.render.art import Gallery, TooLarge
from pnp.render.icons import IconMissing, Icons
from pnp.render.numbers import mm
from pnp.render.text.draw import Drawn, draw_line
from pnp.render.text.fit import Fitted, Frame, Metrics, fit
from pnp.render.text.fonts import FontBook, FontFile, Style
from pnp.render.text.markup import Run, Words, parse
from pnp.render.text.measure import Atom, atoms
from pnp.render.text.wrap import line_width
from pnp.render.vector import UnsafeDrawing

Box = tuple[float, float, float, float]
Report = Callable[..., None]
"""Called with (code, message, hint) and, for warnings, severity="warning"."""

_ANCHORS = {"left": "start", "center": "middle", "right": "end"}
BOLD = 700


class Pen:
    """Draws for one face; collects the icons it used and the fonts it needed."""

    def __init__(
        self,
        *,
        fonts: FontBook,
        roles: Mapping[str, str],
        icons: Icons,
        gallery: Gallery,
        language: str,
        report: Report,
    ) -> None:
        self._fonts = fonts
        self._roles = roles
        self._icons = icons
        self._gallery = gallery
        self._language = language
        self._report = report
        self._symbols: dict[str, str] = {}
        self.used: set[FontFile] = set()

    def fit(
        self,
        text: object,
        box: Box,
        *,
        font: str = "body",
        size: float = 9,
        min: float = 7,  # noqa: A002 - the template author's word
        weight: int = 400,
        italic: bool = False,
        align: Literal["left", "center", "right"] = "left",
        valign: Literal["top", "middle", "bottom"] = "top",
        leading: float = 1.2,
        fill: str = "#000000",
        max_lines: int | None = None,
        hyphenate: bool = True,
    ) -> Markup:
        """Wrap `text` into box (x, y, width, height in mm), as large as fits between `size` and `min` pt."""
        paragraphs = [tuple(line) for line in parse(str(text))]
        picker = self._picker(font, Style(weight, italic), paragraphs)
        if picker is None:
            return Markup()
        x, y, width, height = box
        main = picker[False, False]
        metrics = Metrics(main.ascent, main.descent, leading)
        rows = [atoms(line, picker) for line in paragraphs]
        language = self._language if hyphenate else None
        done = fit(rows, Frame(width, height, metrics, max_lines), size=size, smallest=min, language=language)
        self._complain(str(text), done, box)
        left = x + width * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        top = _first_baseline(done, main, leading=leading, y=y, height=height, valign=valign)
        step = leading * done.size * MM_PER_PT
        drawn = [
            draw_line(line, left, top + step * number, size=done.size, anchor=_ANCHORS[align], fill=fill)
            for number, line in enumerate(done.lines)
        ]
        return self._with_icons(drawn, fill)

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
        max_width: float | None = None,
        min: float | None = None,  # noqa: A002
    ) -> Markup:
        """Set one line with its baseline at y; with `max_width` it shrinks down to `min` pt to fit."""
        (runs, *_) = parse(str(text).replace("\n", " "))
        picker = self._picker(font, Style(weight, italic), [runs])
        if picker is None:
            return Markup()
        row: tuple[Atom, ...] = atoms(runs, picker)
        wide = line_width(row) * MM_PER_PT
        used = size
        if max_width is not None and wide * size > max_width:
            used = max(min if min is not None else size, max_width / wide)
            over = wide * used - max_width
            if over > 0.005:
                shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * max_width
                box = (x - shift, y - size * MM_PER_PT, max_width, size * MM_PER_PT)
                self._complain(str(text), Fitted((row,), used, over_width=over), box)
        return self._with_icons([draw_line(row, x, y, size=used, anchor=anchor, fill=fill)], fill)

    def icon(self, name: object, x: float, y: float, size: float, color: str | None = None) -> Markup:
        """Place an icon in the square with top-left (x, y) and side `size` mm; `color` is its currentColor."""
        symbol = self._symbol(str(name))
        if symbol is None:
            return Markup()
        tint = "" if color is None else f' color="{escape(color)}"'
        return Markup(  # noqa: S704 - built from numbers, escaped text and a checked drawing
            f'<use href="#{symbol}" x="{mm(x)}" y="{mm(y)}" width="{mm(size)}" height="{mm(size)}"{tint}/>'
        )

    def picture(self, slot: object, box: Box, *, fit: Literal["contain", "cover"] = "contain") -> Markup:
        """Fill box with the art of `slot`: wholly inside it ("contain") or covering it ("cover")."""
        path = self._gallery.find(str(slot))
        drawing = None
        if path is None:
            self._report(
                "PNP309",
                f'there is no picture for "{slot}"; a placeholder is drawn',
                f"put one at art/{slot}.svg (or .png, .jpg)",
                severity="warning",
            )
        else:
            try:
                drawing = self._gallery.read(path)
            except UnsafeDrawing as error:
                code = "PNP311" if isinstance(error, TooLarge) else "PNP310"
                self._report(
                    code, f"the picture cannot be used: {error}", error.hint, file=path, line=error.line
                )
        drawing = drawing or self._gallery.placeholder()
        x, y, width, height = (mm(value) for value in box)
        view = " ".join(
            mm(v) for v in (drawing.view.x, drawing.view.y, drawing.view.width, drawing.view.height)
        )
        slice_ = ' preserveAspectRatio="xMidYMid slice"' if fit == "cover" else ""
        return Markup(  # noqa: S704
            f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{view}"{slice_}>{drawing.inner}</svg>'
        )

    def symbols(self) -> str:
        """Return the definitions of the icons used so far."""
        return "".join(self._symbols[name] for name in sorted(self._symbols))

    def _symbol(self, name: str) -> str | None:
        try:
            drawing = self._icons.get(name)
        except IconMissing as error:
            self._report("PNP308", f'there is no icon "{name}"', "near it: " + ", ".join(error.near))
            return None
        except UnsafeDrawing as error:
            self._report("PNP310", f'the icon "{name}" cannot be used: {error}', error.hint)
            return None
        view = " ".join(
            mm(v) for v in (drawing.view.x, drawing.view.y, drawing.view.width, drawing.view.height)
        )
        self._symbols.setdefault(name, f'<symbol id="icon-{name}" viewBox="{view}">{drawing.inner}</symbol>')
        return f"icon-{name}"

    def _with_icons(self, drawn: list[Drawn], fill: str) -> Markup:
        parts = [each.svg for each in drawn]
        parts += [str(self.icon(i.name, i.x, i.y, i.size, fill)) for each in drawn for i in each.icons]
        return Markup("".join(parts))  # noqa: S704

    def _picker(
        self, role: str, style: Style, lines: list[tuple[Run, ...]]
    ) -> dict[tuple[bool, bool], FontFile] | None:
        """Return the files this text needs, by (bold, italic), after checking that they have its glyphs."""
        family = self._roles.get(role, role)
        picker: dict[tuple[bool, bool], FontFile] = {}
        needed = {(False, False): ""}
        for line in lines:
            for run in line:
                if isinstance(run, Words):
                    key = (run.bold, run.italic)
                    needed[key] = needed.get(key, "") + run.text
        for (bold, slant), text in needed.items():
            wanted = Style(max(style.weight, BOLD) if bold else style.weight, style.italic ^ slant)
            found = self._fonts.find(family, wanted)
            if found is None:
                message, hint = self._fonts.explain(family, wanted)
                self._report("PNP306", message, hint)
                return None
            self._check_glyphs(found, text)
            picker[bold, slant] = found
        self.used.update(picker.values())
        return picker

    def _check_glyphs(self, font: FontFile, text: str) -> None:
        missing = font.missing(text)
        if missing:
            names = ", ".join(f'"{c}" (U+{ord(c):04X})' for c in missing)
            others = [family for family in self._fonts.with_glyphs(missing) if family != font.family]
            hint = (
                f"these fonts have it: {', '.join(others)}"
                if others
                else "use another character, or add a font to fonts/"
            )
            self._report("PNP307", f'the font "{font.family}" has no glyph for {names}', hint)

    def _complain(self, text: str, done: Fitted, box: Box) -> None:
        if done.over_width <= 0.005 and done.over_height <= 0.005:
            return
        sides = []
        if done.over_height > 0.005:
            sides.append(f"{done.over_height:.1f} mm too tall")
        if done.over_width > 0.005:
            sides.append(f"{done.over_width:.1f} mm too wide")
        x, y, width, height = box
        short = text if len(text) <= 40 else text[:37] + "..."
        self._report(
            "PNP401",
            f'"{short}" is {" and ".join(sides)} at its smallest size ({done.size:g} pt) '
            f"for the box {width:g} x {height:g} mm at ({x:g}, {y:g})",
            "shorten the text, or give it a larger box or a smaller `min` in the template",
            text=text,
        )


def _first_baseline(
    done: Fitted, font: FontFile, *, leading: float, y: float, height: float, valign: str
) -> float:
    """Return the y of the first baseline; "middle" centres between cap height and last baseline, as eyes do."""
    em = done.size * MM_PER_PT
    between = (len(done.lines) - 1) * leading * em
    if valign == "top":
        return y + font.ascent * em
    if valign == "bottom":
        return y + height - font.descent * em - between
    return y + (height - between + font.cap_height * em) / 2
