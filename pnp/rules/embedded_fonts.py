"""The fonts of a rules summary: those of its text, and those that go into files with their pictures."""

import base64
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from pnp.escaping import css_string
from pnp.export.svg_files import DeclaredFont, declared_font
from pnp.model.game import Game
from pnp.svg.writer import attribute_value
from pnp.typesetting.fonts import FontBook, Style, subset

DEFAULT_FONT = "Source Sans Pro"
"""The font of a game that names none for its texts."""

STYLES = (Style(400), Style(700), Style(400, italic=True), Style(700, italic=True))
"""What running text needs."""

_TAG = re.compile(r"<[^>]*>")


def text_families(game: Game, book: FontBook) -> tuple[list[str], list[str]]:
    """Return the families of titles and of running text, each with those that stand in for letters it lacks."""
    title, body = (_families_of(role, game, book) for role in ("title", "body"))
    return title, body


def _families_of(role: str, game: Game, book: FontBook) -> list[str]:
    first = game.fonts.get(role, DEFAULT_FONT)
    others = (family for family in game.fallback_fonts.get(role, ()) if family in book.families)
    return [first if first in book.families else DEFAULT_FONT, *others]


def text_fonts(book: FontBook, family: str) -> list[Path]:
    """Return the files of a family that running text needs; all it has when it has none of these."""
    for styles in (STYLES, book.styles(family)):
        found = [file.path for style in styles if (file := book.find(family, style))]
        if found:
            return found
    return []


def letters_of(drawing: str) -> set[int]:
    """Return the code points of the letters between the tags of a drawing or a page.

    >>> sorted(map(chr, letters_of("<b>A &amp; B</b>")))
    [' ', '&', 'A', 'B']
    """
    return {ord(letter) for letter in unescape(_TAG.sub("", drawing)) if letter >= " "}


PRIVATE = "picture "
"""What the names of fonts begin with that only pictures ask for: such a font has their letters and no others."""


def private_families(svg: str, families: Iterable[str]) -> str:
    """Return a drawing whose fonts of these families go by names of their own.

    >>> private_families('<text font-family="Lato">font-family="Lato"</text>', ["Lato"])
    '<text font-family="picture Lato">font-family="Lato"</text>'
    """
    names = "|".join(re.escape(attribute_value(family)) for family in families)
    asked = re.compile(
        rf"(font-family\s*(?:=\s*[\"']|:)\s*(?:&quot;|&apos;|['\"])?)(?=(?:{names})\s*[;,&'\"])"
    )
    return _TAG.sub(lambda tag: asked.sub(rf"\1{PRIVATE}", tag[0]), svg) if names else svg


@dataclass(frozen=True, slots=True)
class EmbeddedFonts:
    """Font files that drawings may name."""

    fonts: tuple[DeclaredFont, ...]

    @property
    def families(self) -> tuple[str, ...]:
        """The names of the families, each once."""
        return tuple(dict.fromkeys(font.family for font in self.fonts))

    def rules(self, drawings: Iterable[str], *, prefix: str = "") -> str:
        """Return the style rules that declare the fonts which the drawings name, with the letters of these drawings."""
        everything = "".join(drawings)
        letters = letters_of(everything)
        used = [font for font in self.fonts if attribute_value(font.family) in everything]
        return "\n".join(font_rule(font, letters, prefix + font.family) for font in used)


def embedded_fonts(paths: Iterable[Path]) -> EmbeddedFonts:
    """Return these font files, ready to go into drawings."""
    return EmbeddedFonts(tuple(declared_font(path) for path in sorted(set(paths))))


def font_rule(font: DeclaredFont, letters: Iterable[int], family: str) -> str:
    """Return the style rule that declares a font as `family`, cut down to these letters."""
    data = base64.b64encode(subset(font.path, letters)).decode()
    slant = "italic" if font.italic else "normal"
    return (
        f"@font-face{{font-family:{css_string(family)};font-weight:{font.weight};font-style:{slant};"
        f"src:url(data:font/ttf;base64,{data})}}"
    )
