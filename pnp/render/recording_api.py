"""Functions of a template that note what they draw: objects get the names of the fields that they show."""

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import chain
from typing import Any
from xml.etree.ElementTree import Element

from markupsafe import Markup

from pnp.files import read_xml
from pnp.load.role_guesses import value_as_text
from pnp.model.card_looks import Design
from pnp.model.game import Component
from pnp.model.geometry import MM_PER_PT
from pnp.templates.api import TemplateApi
from pnp.templates.design_deck import MOST_LETTERS, kind_words
from pnp.templates.values import as_box
from pnp.text import decimal
from pnp.typesetting.justify import DrawnText
from pnp.typesetting.paragraphs_and_tables import Paragraph, TextRest

NAME = "data-name"  # The attribute that has the name of an object until the drawing is written.
PLACEHOLDER_FILL = "#d9d9d9"
LOW_MM_PER_PT = 1.25 * MM_PER_PT  # How high a rectangle is that holds one line, for each pt of its letters.


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


def field_of(value: object, said: Callable[[str], str] = str) -> str | None:
    """Return the field that a value is from, or words with fields in braces, as `said` of lines; None when nobody knows."""
    if isinstance(value, FieldText | FieldNumber | FieldDecimal):
        return value.field
    lines = list[str]()
    for each in value if isinstance(value, list) else ():
        words, style = each if isinstance(each, tuple) else (each, "")
        path = field_of(words) or field_of(said(words))
        if words and path is None:
            return None
        gap = path if path and "{" in path else f"{{{path}}}"
        lines += [f"*{gap}*" if style == "italic" else gap] if words else []
    return (
        lines[0].strip("{}") if len(lines) == 1 and _ONE_GAP.fullmatch(lines[0]) else "\n".join(lines) or None
    )


def as_shared(card: Mapping[str, Any], component: Component) -> dict[str, Any]:
    """Return the values of a design for a drawing of all cards: one text, and room for the longest number of the deck."""
    assert component.design is not None
    texts = (
        value_as_text(piece.fields.get(name))
        for piece in component.pieces
        for name in component.design.roles.numbers
    )
    widest = max((len(text) for text in texts if len(text) <= MOST_LETTERS["number"]), default=1)
    text = "\n\n".join([card["text"], *card["notes"]])
    paragraphs = (*card["paragraphs"], *chain.from_iterable(card["note_paragraphs"]))
    notes = {"text": text, "paragraphs": paragraphs, "notes": (), "note_paragraphs": ()}
    return {**card, **notes, "widest": widest, "shared": True}


def with_roles(
    card: Mapping[str, Any], design: Design, fields: Mapping[str, Any]
) -> tuple[dict[str, Any], Callable[[str], str]]:
    """Return the values of a design, of which those that say what fields do know which; and what knows that of a line of them."""
    roles = design.roles
    kinds = {
        name: kind_words(value_as_text(fields.get(name)), design.suits if name == roles.suit else ())
        for name in (*roles.subtitle, roles.suit)
    }
    names = {role: list(each) for role, each in roles.fields.items()}
    names |= {"epithet": list(roles.subtitle)}
    names["footer"] = [*roles.footer, *roles.subtitle, roles.suit]
    names["subtitle"] = [*roles.subtitle, roles.suit, *roles.footer, *roles.text]
    left, numbers = list(roles.numbers), list[tuple[Any, ...]]()
    for label, value, *rest in card["numbers"]:
        name = next((each for each in left if value_as_text(fields.get(each)) == value), "")
        left = [each for each in left if each != name]
        numbers.append((label, _known(value, name) if name else value, *rest))
    known = {
        role: _known_words(value, role, names[role], fields, kinds)
        if role in names and isinstance(value, str)
        else value
        for role, value in card.items()
    }
    facts = [*roles.subtitle, roles.suit, *roles.numbers]
    return known | {"numbers": tuple(numbers)}, lambda line: _known_words(line, "", facts, fields, kinds)


def _known_words(
    words: str, role: str, names: Sequence[str], fields: Mapping[str, Any], kinds: Mapping[str, str]
) -> str:
    """Return words as a text that knows which of the fields they say, unless they say none; a text has those of its role.

    `kinds` is how a line of types says the values of its fields.
    """
    said = {name: value_as_text(fields.get(name)) for name in dict.fromkeys(names) if name}
    if role != "text":
        said |= {name: kinds[name] for name in said if kinds.get(name) and kinds[name] in words}
    path, longest_first = words, sorted(filter(said.get, said), key=lambda each: -len(said[each]))
    for number, name in enumerate(longest_first):
        value = re.compile(rf"(?<!\w){re.escape(said[name])}(?!\w)", re.IGNORECASE)
        path = value.sub(chr(_OPEN + number), path, count=1)
    if path == words and role != "text":
        return words
    apart = sum(map(str.isalpha, _PLACED.sub("", path)))
    if role == "text" and apart > _LABELS:  # a design may set it as the field does not have it
        path = "\n".join(f"{{{name}}}" for name in names if said.get(name)) or words
    for number, name in enumerate(longest_first):
        path = path.replace(chr(_OPEN + number), f"{{{name}}}")
    known: str = _known(words, path.strip("{}") if _ONE_GAP.fullmatch(path) else path)
    return known


_OPEN = 0xE000
_PLACED = re.compile("[\ue000-\uf8ff]")
_LABELS = 20  # So many letters beside fields are what the design calls them.
GAP = re.compile(r"\{(\w+)\}")
_ONE_GAP = re.compile(r"\{\w+\}")
_LEAST_PT = 5.4  # The smallest size in which a design sets a long text.


class RecordingApi(TemplateApi):
    """Draws as usual and names what it draws of a field; if `shared`, with places of pictures on all cards."""

    is_shared = is_bare = False
    said: Callable[[str], str] = str  # See with_roles.
    footer = ""  # What stands at the foot of a card of a design, which puts it together in a macro.

    def has_picture(self, slot: object) -> bool:
        """Say whether there is a picture in a slot, or a place for one."""
        return super().has_picture(slot) or (self.is_shared and not self.is_bare)

    def fit(self, text: object, box: object, **options: Any) -> DrawnText:
        """Return a text in a box: a group of a rectangle and the text."""
        drawn, path = super().fit(text, box, **options), field_of(text, self.said)
        lines = _lines(drawn)
        if path is None or not lines:
            return drawn
        most = options.get("max_lines")
        if self.is_shared and most == 1 and "spill" in options:
            # The design tries whether one line will do: for the texts of some cards it will not.
            drawn.rest = TextRest((Paragraph(()),))
            return drawn
        x, y, width, height = as_box(box)
        if self.is_shared and most == 1 and options.get("valign") == "middle":  # air around two lines
            y, height = y + 0.1 * height, 0.8 * height
        asked = {
            "valign": options.get("valign", "top"),
            "leading": options.get("leading", 1.2),
            # Of a design it is of the headline of one card; a longer one has more lines.
            "lines": max(2, most) if self.is_shared and most else most,
            **self._sizes_asked(lines, options.get("size", 9), options.get("min")),
            "hyphenate": None if options.get("hyphenate", True) else "no",
        }
        anchor = {"center": "middle", "right": "end", "end": "end"}.get(
            options.get("align", "start"), "start"
        )
        left = x + {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
        return drawn.redrawn(
            _group(path, asked, (x, y, width, height), _sample(_said(lines, path), left, anchor, options))
        )

    def line(self, text: object, x: float, y: float, **options: Any) -> DrawnText:
        """Return a line: a text, in a group with a rectangle where its width is limited."""
        drawn, path = super().line(text, x, y, **options), field_of(text)
        path = path or (field_of(self.footer) if text and str(text) == self.footer else None)
        lines = _lines(drawn)
        if path is None or not lines:
            return drawn
        lines = _said(lines, path)
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
        drawn = float(lines[0][2]["font-size"]) / MM_PER_PT
        usual = self._context.smallest_text
        # A design tries sizes; a longer text than this one is smaller.
        if self.is_shared and smallest == size:
            smallest = min(size, _LEAST_PT)
        return {
            "size": f"{size:g}pt" if drawn < size - 0.01 else None,
            "min": None if smallest is None or smallest in (usual, size) else f"{smallest:g}pt",
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


_USUAL = {"valign": "top", "leading": 1.2}


def _name(path: str, asked: Mapping[str, object]) -> str:
    said = (
        f"{key}: {value}" for key, value in asked.items() if value is not None and value != _USUAL.get(key)
    )
    return " ".join((path, *said))


def _group(
    path: str, asked: Mapping[str, object], box: tuple[float, float, float, float], sample: str
) -> Markup:
    first = GAP.search(path)
    name = _name(first[1] if first else path, asked)
    return Markup(  # noqa: S704 - all of it escaped
        f'<g {NAME}="{escape(name)}"><rect {rect_of(box)} fill="none"/>{sample}</g>'
    )


def _rectangle(name: str, box: tuple[float, float, float, float], fill: str) -> Markup:
    return Markup(f'<rect {NAME}="{escape(name)}" {rect_of(box)} fill="{escape(fill)}"/>')  # noqa: S704


def rect_of(box: Sequence[float]) -> str:
    """Return the attributes of a rectangle of x, y, width and height in mm."""
    return " ".join(
        f'{key}="{decimal(float(value))}"'
        for key, value in zip(("x", "y", "width", "height"), box, strict=True)
    )


_Line = tuple[float, str, Mapping[str, str]]  # A line drawn: baseline, words, attributes of first letters.


def _lines(drawn: str) -> list[_Line]:
    found: dict[str, list[Element]] = {}
    for text in read_xml(f"<g>{drawn}</g>").iter("text"):
        found.setdefault(text.get("y", "0"), []).append(text)
    return [
        (float(y), " ".join("".join(line.itertext()) for line in texts), texts[0].attrib)
        for y, texts in found.items()
    ]


def _said(lines: list[_Line], path: str) -> list[_Line]:
    """Return the lines of a sample: those that were drawn, or words with fields in braces."""
    if "{" not in path:
        return lines
    (y, _, look), high = lines[0], float(lines[0][2]["font-size"]) * 1.2
    return [(y + at * high, words, look) for at, words in enumerate(path.split("\n"))]


def _sample(lines: Sequence[_Line], x: float, anchor: str, options: Mapping[str, Any], name: str = "") -> str:
    _, _, first = lines[0]
    attributes = {NAME: name} if name else {}
    attributes |= {key: first[key] for key in ("font-family", "font-size")}
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
