"""A rules summary as Markdown to paste elsewhere, as one HTML file, and as a PDF booklet."""

import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import datetime
from html import escape
from importlib.resources import files
from pathlib import Path

import typst
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pnp.model.errors import CannotRender
from pnp.model.game import Game
from pnp.model.geometry import Size
from pnp.model.rules import (
    Block,
    Case,
    Chart,
    Entry,
    Heading,
    IndexLine,
    Listing,
    Paragraph,
    Part,
    RulesDocument,
    Run,
    Table,
    Term,
    Text,
)
from pnp.render.fonts import FontBook, Style
from pnp.rules.pictures import font_rules, inside, view_box
from pnp.text import decimal

PAPERS: Mapping[str, Size] = {"a5": Size(148, 210), "half-letter": Size(139.7, 215.9)}
"""Pages of the PDF by name, in mm: A5 by ISO 216; half of 8.5 x 11 inches."""

DEFAULT_FONT = "Source Sans Pro"
"""The font of a game that names none for its texts."""

STYLES = (Style(400), Style(700), Style(400, italic=True), Style(700, italic=True))
"""What running text needs."""

_SIGNS = re.compile(r"([\\`*_{}\[\]<>|~])")
_FIRST = re.compile(r"^(\s*)(?:(\d+)(?=[.)])|(?=[#+=-]))")


def as_html(document: RulesDocument) -> str:
    """Return one page that reads on a phone and prints: no other file, no script."""
    environment = Environment(
        loader=PackageLoader("pnp.rules", "."),
        autoescape=True,
        finalize=lambda value: value if isinstance(value, Markup) else Markup(escape(str(value))),  # noqa: S704 - escaped
        keep_trailing_newline=True,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "decimal": decimal,
        "inside": inside,
        "view_box": view_box,
        "with_quotes": lambda words: Markup(escape(words, quote=False)),  # noqa: S704 - escaped
    }
    pictures = document.shown_pictures
    return environment.get_template("page.html.j2").render(
        document=document,
        fonts=font_rules(document.fonts, [each.svg for each in pictures.values()]),
        symbols=[
            *((f"i-{name}", each) for name, each in document.icons.items()),
            *((f"p-{key}", each) for key, each in pictures.items()),
        ],
    )


def as_pdf(
    document: RulesDocument, game: Game, book: FontBook, *, paper: str = "a5", date: datetime | None = None
) -> bytes:
    """Return a PDF in the fonts of the game; the same document gives the same bytes. `date` is the only date it bears.

    It is a PDF/UA-1 (ISO 14289-1), readable aloud: what is not, such as a letter that no font has, is refused.
    Raises CannotRender.
    """
    named = [game.fonts.get(role, DEFAULT_FONT) for role in ("title", "body")]
    title, body = (family if family in book.families else DEFAULT_FONT for family in named)
    language, _, region = document.language.partition("-")
    content = {
        "title": document.title,
        "author": document.credits or document.title,
        "credits": document.credits,
        "notice": document.notice,
        "language": language,
        "region": region or None,
        "dated": date is not None,
        "fonts": {"title": [title, body], "body": body},
        "page": [PAPERS[paper].width, PAPERS[paper].height],
        "sections": [
            {
                "title": section.title,
                "anchor": section.anchor,
                "groups": [[kind, [asdict(block) for block in blocks]] for kind, blocks in section.groups],
            }
            for section in document.sections
        ],
    }
    pictures = {key: picture.svg for key, picture in document.shown_pictures.items()}
    pictures |= {f"icon:{name}": picture.svg for name, picture in document.icons.items()}
    with tempfile.TemporaryDirectory(prefix="pnp-fonts-") as folder:
        fonts = {*_text_fonts(book, title), *_text_fonts(book, body), *document.fonts}
        for number, font in enumerate(sorted(fonts)):
            shutil.copyfile(font, Path(folder) / f"{number:03}{font.suffix}")
        known = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[folder])
        try:
            pdf = typst.Compiler(font_paths=known).compile(
                input=files("pnp.rules").joinpath("book.typ").read_bytes(),
                format="pdf",
                sys_inputs={"doc": json.dumps(content), "pictures": json.dumps(pictures)},
                timestamp=0 if date is None else int(date.timestamp()),
                pdf_standards="ua-1",
            )
        except typst.TypstError as error:
            message = f"the rules of {document.title} cannot be typeset: {error.message}"
            hint = "use other characters, or fonts in game.yaml that have them; --format html needs none"
            raise CannotRender(message, hint) from error
    assert isinstance(pdf, bytes)
    return pdf


def _text_fonts(book: FontBook, family: str) -> list[Path]:
    """Return the files of a family that running text needs; all it has when it has none of these."""
    for styles in (STYLES, book.styles(family)):
        found = [file.path for style in styles if (file := book.find(family, style))]
        if found:
            return found
    return []


def as_markdown(document: RulesDocument, pictures: str | None = None) -> str:
    """Return Markdown that pastes into another document: plain tables, and an anchor for every card.

    `pictures` is where its pictures lie, relative to the text, None to leave them out; each is called as its block.
    """
    parts = [f"# {escaped(document.title)}"]
    for section in document.sections:
        parts.append(f'<a id="{section.anchor}"></a>\n\n## {escaped(section.title)}')
        for block in section.blocks:
            written = "\n\n".join(_paragraphs(block, pictures))
            if written.startswith("- ") and parts[-1].startswith("- "):  # lines of one list
                parts[-1] += f"\n{written}"
            else:
                parts.append(written)
    parts += [f"*{escaped(words)}*" for words in (document.credits, document.notice) if words]
    return "\n\n".join(parts) + "\n"


def markdown_pictures(document: RulesDocument) -> dict[str, bytes]:
    """Return the drawings that the document shows, by file name; each carries the letters it needs."""
    found: dict[str, bytes] = {}
    for block in (block for section in document.sections for block in section.blocks):
        picture = document.pictures.get(block.picture) if isinstance(block, Entry | Chart) else None
        if isinstance(block, Entry | Chart) and picture is not None:
            drawn = inside(picture.svg)
            style = f"<style>{font_rules(document.fonts, [picture.svg])}</style>"
            found[f"{block.anchor}.svg"] = picture.svg.replace(drawn, style + drawn, 1).encode()
    return found


def escaped(words: str) -> str:
    r"""Return words that mean nothing to Markdown.

    >>> print(escaped("2 * 3 [see] <b>"), escaped("1. # no"))
    2 \* 3 \[see\] \<b\> 1\. # no
    """
    return _escaped_start(_escaped_signs(words))


def _escaped_signs(words: str) -> str:
    return _SIGNS.sub(r"\\\1", words.replace("&", "&amp;"))


def _escaped_start(words: str) -> str:
    r"""Return a paragraph whose beginning is no heading, list or rule.

    >>> print(_escaped_start("- not a list"), _escaped_start("**bold** stays"))
    \- not a list **bold** stays
    """
    return _FIRST.sub(r"\1\2\\", words)


def _marked(runs: Text) -> str:
    """Return runs as Markdown.

    >>> _marked((Run("Add "), Run("3", bold=True), Run(" to "), Run("it", to="card-x")))
    'Add **3** to [it](#card-x)'
    """
    return "".join(_run(run) for run in runs)


def _run(run: Run) -> str:
    words = _escaped_signs(run.words)
    inner = words.strip()
    if not inner:
        return words
    mark = ("**" if run.bold else "") + ("*" if run.italic else "")
    marked = f"{mark}{inner}{mark[::-1]}"
    return words.replace(inner, f"[{marked}](#{run.to})" if run.to else marked, 1)


def _links(runs: Text) -> str:
    return ", ".join(map(_run, runs))


def _paragraphs(block: Block, pictures: str | None) -> Iterator[str]:
    match block:
        case Paragraph() | Heading():
            text = _marked(block.text)
            yield f"### {text}" if isinstance(block, Heading) else _escaped_start(text)
        case Listing():
            signs = [f"{n}." if block.numbered else "-" for n in range(1, len(block.items) + 1)]
            yield "\n".join(f"{sign} {_marked(item)}" for sign, item in zip(signs, block.items, strict=True))
        case Table():
            head, *rows = (f"| {' | '.join(map(_marked, row))} |" for row in (block.head, *block.rows))
            yield "\n".join([head, f"|{'---|' * len(block.head)}", *rows])
        case Part():
            yield f'<a id="{block.anchor}"></a>\n\n### {escaped(block.title)}'
            yield from _picture(block, pictures)
            yield f"{_escaped_start(block.count)}. {' '.join(map(_marked, block.texts))}".strip()
        case Entry():
            yield f'<a id="{block.anchor}"></a>\n\n#### {escaped(block.title)} ({escaped(block.count)})'
            yield from _picture(block, pictures)
            facts = [f"- {escaped(label)}: {_marked(text)}" for label, text in block.facts]
            facts += [f"- See also: {_links(block.see)}"] if block.see else []
            yield from ["\n".join(facts)] if facts else []
            yield from (_escaped_start(_marked(text)) for text in block.texts)
        case Case():
            yield f'<a id="{block.anchor}"></a>\n\n**{escaped(block.title)}.** {_marked(block.question)}'
            reason = f" *Why:* {_marked(block.reason)}" if block.reason else ""
            see = f" See {_links(block.see)}." if block.see else ""
            yield f"**Ruling:** {_marked(block.ruling)}{reason}{see}"
        case Chart():
            yield f'<a id="{block.anchor}"></a>\n\n**{escaped(block.title)}**'
            yield from _picture(block, pictures, width=420)
            yield escaped(block.words)
        case Term():
            yield f"- **{escaped(block.title)}:** {_marked(block.meaning)}"
        case IndexLine():
            yield f"- {escaped(block.word)}: {_links(block.places)}"


def _picture(block: Entry | Chart, pictures: str | None, *, width: int = 110) -> Iterator[str]:
    if block.picture and pictures is not None:
        words = block.title.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        yield f'<img src="{pictures}/{block.anchor}.svg" alt="{words}" width="{width}">'
