"""The style of part of a text, defined in game.yaml and used as [words]{.name}."""

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class TextStyle:
    """What differs from the letters around: "" and False are as they are, `size` is a factor.

    `font` is a role of game.yaml or a family, `colour` a name of the palette or "#rrggbb".
    """

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
}
"""The styles that every game has."""


def text_styles(own: Mapping[str, TextStyle], colours: Mapping[str, str]) -> dict[str, TextStyle]:
    """Return all styles of a game by name, its colours among them; a style's own colour becomes "#rrggbb".

    >>> text_styles({"cost": TextStyle(colour="sea", size=2)}, {"sea": "#1769b5"})["cost"].colour
    '#1769b5'
    """
    named = {name: TextStyle(colour=colour) for name, colour in colours.items()}
    resolved = {
        name: replace(style, colour=colours.get(style.colour, style.colour)) for name, style in own.items()
    }
    return {**USUAL_STYLES, **named, **resolved}
