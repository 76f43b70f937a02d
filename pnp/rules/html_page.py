"""A rules summary as one HTML file that needs no other: its pictures and its fonts are in it."""

import re
from collections.abc import Container, Iterator
from dataclasses import replace
from html import escape

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pnp.escaping import visible_words
from pnp.export.svg_files import declared_font
from pnp.model.game import Game
from pnp.model.rules import Entry, RulesDocument, Run, Text, plain
from pnp.rules.embedded_fonts import (
    PRIVATE,
    embedded_fonts,
    font_rule,
    letters_of,
    private_families,
    text_families,
    text_fonts,
)
from pnp.rules.pictures import inside, view_box, with_own_ids
from pnp.text import decimal
from pnp.typesetting.fonts import FontBook

_FONTS = "/* fonts */\n</style>"
"""Where the template wants the fonts; no text of a game can say so, for it has no tags."""

WIDE = 90
"""An entry of more letters needs the width of half a page."""

_CLOSING = re.compile(r"[.,;:!?…)\]}’”»]+")
"""Punctuation that belongs to what stands before it."""


def as_html(document: RulesDocument, game: Game, book: FontBook) -> str:
    """Return one page that reads on a phone and prints: no other file, no script.

    Its text has the fonts of the game, with every letter of the page. The pictures have fonts of their own, by names
    that the text does not ask for: a font with half of the letters would leave the other half to another face.
    """
    fonts = embedded_fonts(document.fonts)
    pictures = {
        key: private_families(with_own_ids(picture.svg, key), fonts.families)
        for key, picture in document.shown_pictures.items()
    }
    page = (
        _environment()
        .get_template("page.html.j2")
        .render(
            document=document,
            symbols=[
                *(
                    (f"i-{name}", with_own_ids(each.svg, f"icon-{name}"))
                    for name, each in document.icons.items()
                ),
                *((f"p-{key}", svg) for key, svg in pictures.items()),
            ],
        )
    )
    rules = [*_text_rules(game, book, letters_of(page)), fonts.rules(pictures.values(), prefix=PRIVATE)]
    before, _, behind = page.partition(_FONTS)
    return "".join((before, "\n".join(rules), "\n</style>", behind))


def _in_html(value: object) -> Markup:
    return value if isinstance(value, Markup) else Markup(escape(visible_words(str(value))))  # noqa: S704 - escaped


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("pnp.rules", "."),
        autoescape=True,
        finalize=_in_html,
        keep_trailing_newline=True,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
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
    """Yield the style rules that declare the fonts of the page's text."""
    for name, families in zip(("page title", "page text"), text_families(game, book), strict=True):
        for family in reversed(families):  # the last rule goes before the others
            for path in text_fonts(book, family):
                yield font_rule(declared_font(path), letters, name)
