"""A rules summary as one HTML file that contains its pictures and fonts."""

import base64
import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from html import escape, unescape
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from pnp.escaping import css_string, page_environment, visible_words
from pnp.export.svg_files import DeclaredFont, declared_font, declared_fonts
from pnp.model.game import Game
from pnp.model.rules_document import Entry, RulesDocument, Run, Text, plain
from pnp.rules.pictures import inside, view_box, with_own_ids
from pnp.svg.vocabulary import attribute_value
from pnp.text import decimal
from pnp.typesetting.fonts import FontBook, Style, subset

# The fonts of a rules summary: those of its text, and those that go into files with their pictures.

DEFAULT_FONT = "Source Sans Pro"  # The font of a game that names none for its texts.

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


PRIVATE = "picture "  # Begins names of fonts for pictures alone, which have their letters only.


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


def font_rules(fonts: Iterable[DeclaredFont], drawings: Iterable[str], prefix: str = "") -> str:
    """Return the style rules that declare the fonts which the drawings name, with the letters of these drawings."""
    everything = "".join(drawings)
    letters = letters_of(everything)
    used = (font for font in fonts if attribute_value(font.family) in everything)
    return "\n".join(font_rule(font, letters, prefix + font.family) for font in used)


def font_rule(font: DeclaredFont, letters: Iterable[int], family: str) -> str:
    """Return the style rule that declares a font as `family`, cut down to these letters."""
    data = base64.b64encode(subset(font.path, letters)).decode()
    slant = "italic" if font.italic else "normal"
    return (
        f"@font-face{{font-family:{css_string(family)};font-weight:{font.weight};font-style:{slant};"
        f"src:url(data:font/ttf;base64,{data})}}"
    )


_FONTS = "/* fonts */\n</style>"  # Where the template wants the fonts; no text of a game can say so.
WIDE = 90  # An entry of more letters needs the width of half a page.
_CLOSING = re.compile(r"[.,;:!?…)\]}’”»]+")  # Punctuation that belongs to what stands before it.


def as_html(document: RulesDocument, game: Game, book: FontBook) -> str:
    """Return one page that reads on a phone and prints: no other file, no script.

    Its text has the fonts of the game, with every letter of the page. The pictures have fonts of their own, by names
    that the text does not ask for: a font with half of the letters would leave the other half to another face.
    """
    fonts = declared_fonts(document.fonts)
    families = dict.fromkeys(font.family for font in fonts)
    pictures = {
        key: private_families(with_own_ids(picture.svg, key), families)
        for key, picture in document.shown_pictures.items()
    }
    icons = {f"i-{name}": with_own_ids(icon.svg, f"icon-{name}") for name, icon in document.icons.items()}
    symbols = [*icons.items(), *((f"p-{key}", svg) for key, svg in pictures.items())]
    page = _environment().get_template("page.html.j2").render(document=document, symbols=symbols)
    rules = [*_text_rules(game, book, letters_of(page)), font_rules(fonts, pictures.values(), PRIVATE)]
    before, _, behind = page.partition(_FONTS)
    return "".join((before, "\n".join(rules), "\n</style>", behind))


def _in_html(value: object) -> Markup:
    return value if isinstance(value, Markup) else Markup(escape(visible_words(str(value))))  # noqa: S704 - escaped


def _environment() -> Environment:
    environment = page_environment("pnp.rules", _in_html)
    environment.filters |= {
        "decimal": decimal,
        "inside": inside,
        "unbroken": unbroken,
        "view_box": view_box,
        "with_quotes": lambda words: Markup(escape(visible_words(words), quote=False)),  # noqa: S704 - escaped
    }
    environment.tests["wide"] = lambda blocks: any(map(_has_much_to_say, blocks))
    return environment


def unbroken(text: Text, icons: Container[str]) -> Iterator[Text]:
    """Yield a text in parts between which a line may break: an icon and the punctuation after it are one part.

    >>> pay = (Run("Pay "), Run("coin", icon="coin"), Run(". Draw."))
    >>> [plain(part) for part in unbroken(pay, {"coin"})]
    ['Pay ', 'coin.', ' Draw.']
    """
    icon: Run | None = None
    for run in text:
        closing = _CLOSING.match(run.words) if icon and not run.icon and not run.to else None
        if icon:
            yield (icon, replace(run, words=closing[0])) if closing else (icon,)
        icon = run if run.icon in icons else None
        rest = run.words[closing.end() :] if closing else run.words
        if not icon and rest:
            yield (replace(run, words=rest),)
    if icon:
        yield (icon,)


def _has_much_to_say(entry: Entry) -> bool:
    texts = (*entry.texts, *(text for _, text in entry.facts))
    return sum(len(plain(text)) for text in texts) > WIDE


def _text_rules(game: Game, book: FontBook, letters: set[int]) -> Iterator[str]:
    for name, families in zip(("page title", "page text"), text_families(game, book), strict=True):
        for family in reversed(families):  # the last rule goes before the others
            for path in text_fonts(book, family):
                yield font_rule(declared_font(path), letters, name)
