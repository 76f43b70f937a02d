"""The parts of a drawing that differ from card to card: texts, pictures, icons, colours, and what is shown at all."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.geometry import Rect
from pnp.templates.api import TemplateApi
from pnp.templates.svg_template.object_names import Condition, as_words
from pnp.templates.svg_template.setting import Framed, TextLook
from pnp.templates.values import FieldProxy
from pnp.text import escaped, suggest
from pnp.units import MM_PER_PT

GAP = re.compile(r"(?<!\\)\{([A-Za-z][\w.]*)\}")
"""A field in a text: {cost}, {enemy.strength}, {game.title}."""

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


@dataclass(slots=True)
class Card:
    """What a drawing is filled with: the values of one side of a card, and the functions that draw.

    `fields` are those of all cards of the component; `now` is the name of the object that is being drawn.
    """

    values: Mapping[str, object]
    api: TemplateApi
    fields: frozenset[str]
    place_of: Callable[[str], Place]
    now: str = ""

    def value(self, path: str) -> object:
        """Return what a field holds, None for nothing; dots lead into groups."""
        first, *rest = path.split(".")
        value: object = self.values[first] if rest and first in ("game", "component") else self._field(first)
        for step in rest:
            value = value[step] if isinstance(value, FieldProxy) and step in value else None
        return value

    def _field(self, name: str) -> object:
        piece = self.values["piece"]
        assert isinstance(piece, FieldProxy)
        return piece[name] if name in self.fields and name in piece else None

    def words(self, path: str) -> str:
        """Return what a field holds as letters."""
        value = self.value(path)
        if isinstance(value, FieldProxy):
            first = next(iter(value), "name")
            self.fault(
                "PNP454", f'"{path}" is a group of values', f"name one of them, such as {path}.{first}"
            )
            return ""
        return as_words(value)

    def filled(self, text: str, is_field: Callable[[str], bool]) -> str:
        """Return a text with its fields filled in; what is no field is left: {coin} may be an icon."""
        return GAP.sub(lambda found: self.words(found[1]) if is_field(found[1]) else found[0], text)

    def colour(self, written: str) -> str:
        """Return the colour that a field, or a name of the palette, means."""
        palette = self.values["palette"]
        assert isinstance(palette, FieldProxy)
        name = GAP.sub(lambda found: self.words(found[1]), written)
        if name.split(".")[0] in self.fields and name == written:
            name = self.words(name)
        if name in palette:
            return str(palette[name])
        if not name or _COLOUR.fullmatch(name):
            return name or "none"
        hint = suggest(name, palette, what="colours of the palette", also='or write one as "#rrggbb"')
        self.fault("PNP455", f'"{name}" is no colour', hint)
        return "#000000"

    def fault(self, code: str, message: str, hint: str) -> None:
        """Report a fault of the object that is being drawn."""
        self.api.report.add(Diagnostic(code, message, self.place_of(self.now), hint))

    def line_in_use(self) -> Place | None:
        """Return the line of the object that is being drawn."""
        return self.place_of(self.now) if self.now else None


class Part(Protocol):
    """A part that differs from card to card."""

    def drawn(self, card: Card) -> str:
        """Return it as SVG."""


Parts = tuple["Part | str", ...]


def drawn_parts(parts: Parts, card: Card) -> str:
    """Return parts as SVG."""
    return "".join([part if isinstance(part, str) else part.drawn(card) for part in parts])


@dataclass(frozen=True, slots=True)
class Shown:
    """Parts that are there when something holds."""

    conditions: tuple[Condition, ...]
    inside: Parts

    def drawn(self, card: Card) -> str:
        """Return the parts, or nothing."""
        holds = all(each.holds(card.value(each.field)) for each in self.conditions)
        return drawn_parts(self.inside, card) if holds else ""


@dataclass(frozen=True, slots=True)
class Coloured:
    """An attribute whose colour a field says."""

    object: str
    attribute: str
    colour: str

    def drawn(self, card: Card) -> str:
        """Return the attribute."""
        card.now = self.object
        return f' {self.attribute}="{escaped(card.colour(self.colour))}"'


@dataclass(frozen=True, slots=True)
class Text:
    """Letters of a card: what they say, how they look (in mm), and the instructions for them."""

    object: str
    words: str
    look: TextLook
    fields: frozenset[str]
    colour: str = ""
    smallest: float | None = None
    """In pt."""

    def words_on(self, card: Card) -> str:
        """Return what is said on a card."""
        card.now = self.object
        return self.look.cased(card.filled(self.words, self.fields.__contains__))

    def look_on(self, card: Card) -> TextLook:
        """Return how it looks on a card."""
        return replace(self.look, fill=card.colour(self.colour)) if self.colour else self.look

    def least(self, card: Card) -> float:
        """Return the size in pt below which it is not set."""
        smallest = float(str(card.values["smallest"])) if self.smallest is None else self.smallest
        return min(smallest, self.size)

    @property
    def size(self) -> float:
        """The size of its letters in pt."""
        return self.look.size / MM_PER_PT


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a card, with its place in mm and the room that it has."""

    text: Text
    x: float
    y: float
    room: float | None
    frame: Framed

    def drawn(self, card: Card) -> str:
        """Return the line, set smaller where it is too long."""
        words = self.text.words_on(card)
        if not words.strip():
            return ""
        look = self.text.look_on(card)
        svg = card.api.line(
            words,
            self.x,
            self.y,
            font=look.font,
            size=self.text.size,
            weight=look.style.weight,
            italic=look.style.italic,
            anchor=look.anchor,  # type: ignore[arg-type]
            fill=look.fill,
            outline=look.outline,
            outline_width=look.outline_width,
            max_width=self.room,
            min=self.text.least(card),
        )
        return self.frame.around(svg)


@dataclass(frozen=True, slots=True)
class TextBox:
    """A text of a card that is broken into lines in a box, in mm."""

    text: Text
    box: Rect
    valign: str
    most_lines: int | None
    hyphenate: bool
    frame: Framed

    def drawn(self, card: Card) -> str:
        """Return the text, set smaller where it is too long."""
        words = self.text.words_on(card)
        if not words.strip():
            return ""
        look, box = self.text.look_on(card), self.box
        svg = card.api.fit(
            words,
            (box.x, box.y, box.width, box.height),
            font=look.font,
            size=self.text.size,
            min=self.text.least(card),
            weight=look.style.weight,
            italic=look.style.italic,
            align=look.align,  # type: ignore[arg-type]
            valign=self.valign,  # type: ignore[arg-type]
            leading=look.leading,
            fill=look.fill,
            max_lines=self.most_lines,
            hyphenate=self.hyphenate,
        )
        return self.frame.around(svg)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a box, in mm. `slot` is its name, which may have fields in it."""

    object: str
    slot: str
    fields: frozenset[str]
    box: Rect
    fit: str
    frame: Framed

    def drawn(self, card: Card) -> str:
        """Return the picture; nothing where the fields name none."""
        card.now = self.object
        slot = card.filled(self.slot, self.fields.__contains__)
        box = self.box
        if not slot:
            return ""
        svg = card.api.picture(slot, (box.x, box.y, box.width, box.height), fit=self.fit)  # type: ignore[arg-type]
        return self.frame.around(svg)


@dataclass(frozen=True, slots=True)
class IconPart:
    """An icon in the middle of a box, in mm."""

    object: str
    name: str
    fields: frozenset[str]
    box: Rect
    fill: str
    colour: str
    frame: Framed

    def drawn(self, card: Card) -> str:
        """Return the icon; nothing where the fields name none."""
        card.now = self.object
        name = card.filled(self.name, self.fields.__contains__)
        box, side = self.box, min(self.box.width, self.box.height)
        if not name:
            return ""
        colour = card.colour(self.colour) if self.colour else self.fill
        x, y = box.x + (box.width - side) / 2, box.y + (box.height - side) / 2
        return self.frame.around(card.api.icon(name, x, y, side, colour))
