"""A template run once more, with what it draws of the fields of a card named after them."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from xml.etree.ElementTree import Element

from markupsafe import Markup

from pnp.render.drawn_text import DrawnText
from pnp.render.template_api import TemplateApi
from pnp.render.template_arguments import as_box
from pnp.text import decimal
from pnp.units import MM_PER_PT
from pnp.xml_reader import read_xml

NAME = "data-name"
"""The attribute that has the name of an object until the drawing is written."""

PLACEHOLDER_FILL = "#d9d9d9"
LOW_MM_PER_PT = 1.25 * MM_PER_PT
"""How high a rectangle is that holds one line, for each pt of its letters."""


class FieldText(str):
    """A text of a card that knows the field it is from."""

    __slots__ = ("field",)
    field: str


class FieldNumber(int):
    """A whole number of a card that knows the field it is from."""

    field: str


class FieldDecimal(float):
    """A number of a card that knows the field it is from."""

    __slots__ = ("field",)
    field: str


def with_sources(fields: Mapping[str, object], before: str = "") -> dict[str, Any]:
    """Return the fields of a card as values that know where they are from."""
    return {name: _known(value, before + name) for name, value in fields.items()}


def _known(value: object, path: str) -> Any:
    known: FieldText | FieldNumber | FieldDecimal
    if isinstance(value, Mapping):
        return with_sources(value, f"{path}.")
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return value
    kind = FieldText if isinstance(value, str) else FieldNumber if isinstance(value, int) else FieldDecimal
    known = kind(value)
    known.field = path
    return known


def field_of(value: object) -> str | None:
    """Return the field that a value is from, None when nobody knows."""
    return value.field if isinstance(value, FieldText | FieldNumber | FieldDecimal) else None


class RecordingApi(TemplateApi):
    """Draws as a template is used to, and gives what it draws of a field the name of that."""

    def fit(self, text: object, box: object, **options: Any) -> DrawnText:
        """Return a text in a box: a group of a rectangle and the text."""
        drawn, path = super().fit(text, box, **options), field_of(text)
        lines = _lines(drawn)
        if path is None or not lines:
            return drawn
        x, y, width, height = as_box(box)
        asked = {
            "valign": options.get("valign", "top"),
            "leading": options.get("leading", 1.2),
            "lines": options.get("max_lines"),
            **self._sizes_asked(lines, options.get("size", 9), options.get("min")),
            "hyphenate": None if options.get("hyphenate", True) else "no",
        }
        anchor = {"center": "middle", "right": "end", "end": "end"}.get(
            options.get("align", "start"), "start"
        )
        left = x + {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
        return drawn.redrawn(
            _group(path, asked, (x, y, width, height), _sample(lines, left, anchor, options))
        )

    def line(self, text: object, x: float, y: float, **options: Any) -> DrawnText:
        """Return a line: a text, in a group with a rectangle where its width is limited."""
        drawn, path = super().line(text, x, y, **options), field_of(text)
        lines = _lines(drawn)
        if path is None or not lines:
            return drawn
        size, most = options.get("size", 12), options.get("max_width")
        asked = self._sizes_asked(lines, size, options.get("min"))
        anchor = options.get("anchor", "start")
        if most is None:
            return drawn.redrawn(_sample(lines, x, anchor, options, _name(path, asked)))
        sample = _sample(lines, x, anchor, options)
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * most
        height = LOW_MM_PER_PT * size
        return drawn.redrawn(_group(path, asked, (left, y - 0.8 * height, most, height), sample))

    def _sizes_asked(
        self, lines: Sequence["_Line"], size: float, smallest: float | None
    ) -> dict[str, object]:
        """Return the size of a text that is set smaller here, and how small it may be where that is not the usual."""
        drawn = float(lines[0][2]["font-size"]) / MM_PER_PT
        usual = self._context.smallest_text
        return {
            "size": _points(size) if drawn < size - 0.01 else None,
            "min": None if smallest in (None, usual, size) else _points(smallest),
        }

    def icon(self, name: object, x: float, y: float, size: float, color: str | None = None) -> Markup:
        """Return an icon: a rectangle with the name of the field that says which."""
        drawn, path = super().icon(name, x, y, size, color), field_of(name)
        if path is None:
            return drawn
        return _rectangle(f"icon: {path}", (x, y, size, size), color or "#000000")

    def picture(self, slot: object, box: object, **options: Any) -> Markup:
        """Return a picture: a rectangle with the name of the slot. What a template draws itself stays."""
        drawn = super().picture(slot, box, **options)
        if options.get("otherwise") is not None and self._context.gallery.find(str(slot)) is None:
            return drawn
        path = field_of(slot)
        name = "art" if str(slot) == self.report.piece.id else f"art: {path or slot}"
        return _rectangle(f"{name} fit: {options.get('fit', 'contain')}", as_box(box), PLACEHOLDER_FILL)


def _points(value: float | None) -> str | None:
    return None if value is None else f"{value:g}pt"


_USUAL = {"valign": "top", "leading": 1.2}


def _name(path: str, asked: Mapping[str, object]) -> str:
    """Return the name of an object: a field, and what differs from the usual."""
    said = (
        f"{key}: {value}" for key, value in asked.items() if value is not None and value != _USUAL.get(key)
    )
    return " ".join((path, *said))


def _group(
    path: str, asked: Mapping[str, object], box: tuple[float, float, float, float], sample: str
) -> Markup:
    return Markup(  # noqa: S704 - all of it escaped
        f'<g {NAME}="{escape(_name(path, asked))}"><rect {_place(box)} fill="none"/>{sample}</g>'
    )


def _rectangle(name: str, box: tuple[float, float, float, float], fill: str) -> Markup:
    return Markup(f'<rect {NAME}="{escape(name)}" {_place(box)} fill="{escape(fill)}"/>')  # noqa: S704


def _place(box: Sequence[float]) -> str:
    return " ".join(
        f'{key}="{decimal(float(value))}"'
        for key, value in zip(("x", "y", "width", "height"), box, strict=True)
    )


_Line = tuple[float, str, Mapping[str, str]]
"""A line as it is drawn: its baseline, its words, and the attributes of its first letters."""


def _lines(drawn: str) -> list[_Line]:
    """Return the lines of what was drawn."""
    found: dict[str, list[Element]] = {}
    for text in read_xml(f"<g>{drawn}</g>").iter("text"):
        found.setdefault(text.get("y", "0"), []).append(text)
    return [
        (float(y), " ".join("".join(each.itertext()) for each in texts), texts[0].attrib)
        for y, texts in found.items()
    ]


_KEPT = ("font-family", "font-size")


def _sample(lines: Sequence[_Line], x: float, anchor: str, options: Mapping[str, Any], name: str = "") -> str:
    """Return the lines as one text, in the style that the template asks for."""
    _, _, first = lines[0]
    attributes = {NAME: name} if name else {}
    attributes |= {key: first[key] for key in _KEPT}
    attributes |= {
        "font-weight": str(options.get("weight", 400)),
        "font-style": "italic" if options.get("italic") else "normal",
        "fill": options.get("fill", "#000000"),
        "text-anchor": anchor,
    }
    if options.get("outline") is not None and options.get("outline_width"):
        attributes |= {
            "stroke": options["outline"],
            "stroke-width": decimal(2.0 * options["outline_width"]),
            "stroke-linejoin": "round",
            "paint-order": "stroke",
        }
    written = "".join(f' {key}="{escape(str(value))}"' for key, value in attributes.items())
    spans = "".join(
        f'<tspan x="{decimal(x)}" y="{decimal(y)}">{escape(words)}</tspan>' for y, words, _ in lines
    )
    return f'<text x="{decimal(x)}" y="{decimal(lines[0][0])}"{written}>{spans}</text>'
