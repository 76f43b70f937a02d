"""How a game looks: the styles of its texts, its design, and the roles of fields (headline, cost, text ...) by which a design places them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

DESIGNS = ("classic", "full-art", "minimal", "fantasy", "science-fiction", "children")
"""The designs of cards that are shipped; tiles and discs have one each."""

USUAL_DESIGN = "classic"

LAYOUTS = ("window", "picture", "text", "rail", "words")
"""How a deck arranges its cards: evenly, or for short texts, long texts, many numbers, long headlines alone."""

ROLES = (
    *("headline", "subtitle", "cost", "corner", "numbers", "suit"),
    *("symbol", "text", "flavour", "back", "footer"),
)
ONE_FIELD = ("headline", "cost", "corner", "suit", "symbol")  # Roles of one field; others have any number.


@dataclass(frozen=True, slots=True)
class Roles:
    """The fields of each role, "" or none where there is no such field. A field without a role is not printed.

    The values of `suit` choose the colour of a card, the words of `symbol` what is drawn where it has no picture.
    `corner` is what a playing card has in its corners; what `back` names stands on the other side.
    """

    headline: str = "name"
    subtitle: tuple[str, ...] = ()
    cost: str = ""
    corner: str = ""
    numbers: tuple[str, ...] = ()
    suit: str = ""
    symbol: str = ""
    text: tuple[str, ...] = ()
    flavour: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()

    @classmethod
    def of(cls, fields: Mapping[str, Sequence[str]]) -> Self:
        """Return the roles of fields; of several for a role that one field has, the first has it."""
        values: dict[str, Any] = {
            role: next(iter(names), "") if role in ONE_FIELD else tuple(names)
            for role, names in fields.items()
        }
        return cls(**{"headline": ""} | values)

    @property
    def fields(self) -> dict[str, tuple[str, ...]]:
        values = {role: getattr(self, role) for role in ROLES}
        return {role: (each,) if isinstance(each, str) else each for role, each in values.items() if each}

    @property
    def texts(self) -> tuple[str, ...]:
        """The fields that may be long."""
        return (*self.text, *self.flavour)


@dataclass(frozen=True, slots=True)
class CardWords:
    """The words of a card that say what is drawn where it has no picture; `kinds` are its types, the last of them first."""

    headline: str
    symbol: str = ""
    kinds: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Design:
    """How pieces without a template of their own are drawn: the name of the design, and the roles of their fields.

    `suits` are the values of the suit in the order in which the pieces have them, `kinds` what pieces have in their subtitle and
    suit, each with how many have it; `centred` says that the texts of most are short. `cards` are those of the first headlines,
    `layout` is one of LAYOUTS. Three in four cards have at most so many `letters`. No 0 is printed of the numbers in `quiet`; the
    texts in `worded` are no answers of yes or no, those in `brief` a word or two. `together` are those that cards have together,
    with how many do. `cost_letters` stand in costs for what is paid. The values of `deck` part cards of one suit into `decks`, with
    their colours. `headings` are what a table calls fields whose names cannot say it. In a `fixed` one a number has one place.
    Nearly all values of a field have at most as many letters as `longest` says, and of "" the names of what is true of a card.
    """

    name: str = USUAL_DESIGN
    roles: Roles = Roles()
    suits: tuple[str, ...] = ()
    kinds: tuple[tuple[tuple[str, ...], int], ...] = ()
    cards: tuple[CardWords, ...] = field(default=(), repr=False)
    centred: bool = False
    layout: str = LAYOUTS[0]
    quiet: tuple[str, ...] = ()
    worded: tuple[str, ...] = ()
    brief: tuple[str, ...] = ()
    together: tuple[tuple[tuple[str, ...], int], ...] = ()
    letters: int = 0
    cost_letters: str = ""
    deck: str = ""
    decks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    headings: tuple[tuple[str, str], ...] = ()
    fixed: bool = False
    longest: tuple[tuple[str, int], ...] = ()

    def __hash__(self) -> int:
        """Return the hash of what is short: that of all words of a deck would be asked for on each card."""
        return hash((self.name, self.roles, self.layout, len(self.cards)))


@dataclass(frozen=True, slots=True)
class TextStyle:
    """What differs from the letters around: `font` a role or a family, `colour` a name or "#rrggbb", `size` a factor."""

    font: str = ""
    colour: str = ""
    size: float = 1.0
    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False

    def within(self, outer: "TextStyle") -> "TextStyle":
        """Return the style of a part that has this one inside a part that has another."""
        return TextStyle(
            self.font or outer.font,
            self.colour or outer.colour,
            self.size * outer.size,
            self.bold or outer.bold,
            self.italic or outer.italic,
            self.underline or outer.underline,
            self.strike or outer.strike,
        )


PLAIN = TextStyle()
USUAL_STYLES: Mapping[str, TextStyle] = {
    "bold": TextStyle(bold=True),
    "italic": TextStyle(italic=True),
    "underline": TextStyle(underline=True),
    "strike": TextStyle(strike=True),
    "small-capitals": TextStyle(bold=True, size=0.84),
    "small-italic": TextStyle(italic=True, size=0.86),
}
"""The styles that every game has."""


def text_styles(styles: Mapping[str, TextStyle], colours: Mapping[str, str]) -> dict[str, TextStyle]:
    """Return all styles of a game by name, its colours among them; a style's own colour becomes "#rrggbb".

    >>> text_styles({"cost": TextStyle(colour="sea", size=2)}, {"sea": "#1769b5"})["cost"].colour
    '#1769b5'
    """
    named = {name: TextStyle(colour=colour) for name, colour in colours.items()}
    resolved = {
        name: replace(style, colour=colours.get(style.colour, style.colour)) for name, style in styles.items()
    }
    return {**USUAL_STYLES, **named, **resolved}


_DESCRIBES = re.compile(r"_?(?:desc|description|text|effect|texto|texte|testo|tekst|efeito|efecto|effet)$")
"""What the name of a field ends with that says more of the one without it: level_up1, level_up1desc."""
TRIGGERS = re.compile(r"triggers?(?=_?\d+$)")  # When an effect happens: it stands before that of its number.


def paired(fields: Sequence[str]) -> dict[str, str]:
    """Return the fields that say more of another, by that other.

    >>> paired(["text", "level_up1", "level_up1desc", "bite_name", "bite_text", "triggers2", "effect2"])
    {'level_up1': 'level_up1desc', 'bite_name': 'bite_text', 'triggers2': 'effect2'}
    >>> paired(["ability_name", "ability"])
    {'ability_name': 'ability'}
    """
    stems = {name: _DESCRIBES.sub("", name) for name in fields}
    pairs = (
        (named, name)
        for name, stem in stems.items()
        for named in (stem, *(f"{stem}_{word}" for word in ("name", "nome", "nombre", "nom")))
        if named != name
    )
    effects = ((name, TRIGGERS.sub("effect", name)) for name in fields if TRIGGERS.match(name))
    return {named: name for named, name in (*pairs, *effects) if {named, name} <= stems.keys()}


_BACK = r"(?:back|backside|reverse|verso|ruckseite)"
_BEHIND = re.compile(rf"{_BACK}_(?P<begun>\w+)|(?P<ended>\w+)_{_BACK}|{_BACK}")
"""The name of a field of the other side of a card, with that of its like on the front."""


def behind(name: str) -> str:
    """Return what a field of the other side of a card is called on the front, "" for one of the front.

    >>> behind("back_text"), behind("name_back"), behind("back"), behind("backpack")
    ('text', 'name', 'back', '')
    """
    named = _BEHIND.fullmatch(name)
    return (named["begun"] or named["ended"] or name) if named else ""


def is_quiet(numbers: Sequence[str]) -> bool:
    """Say whether 0 is nothing that a card says, as two in three of the numbers are."""
    return numbers.count("0") * 3 >= sum(map(bool, numbers)) * 2  # 0T says of what there is none


_FIGHTS = re.compile("at(k|tack|tacco|taque|aque)|def(en[cs]e)?|health|hp|life|power|toughness|vi(da|e|ta)")


def quiet_ones(numbers: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the numbers of which no 0 is printed: in a fight only one that stands alone, not power 0 beside health 2."""
    quiet = {name: texts for name, texts in numbers.items() if "0" in texts and is_quiet(texts)}
    loud = [numbers[name] for name in numbers if _FIGHTS.fullmatch(name) and name not in quiet]
    alone = {n for n in quiet if all(("0", "") in zip(quiet[n], each, strict=True) for each in loud)}
    return tuple(name for name in quiet if name in alone or not _FIGHTS.fullmatch(name))
