"""A rules summary as one HTML file: no other file, no script; it reads on a phone and prints."""

import base64
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape, unescape
from importlib.resources import files
from pathlib import Path

from pnp.export import svg
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
    Picture,
    RulesDocument,
    Run,
    Section,
    Table,
    Term,
    Text,
)
from pnp.render.fonts import subset
from pnp.rules.pictures import inside, shown_in
from pnp.text import decimal

_FLOWS = {Part: "parts", Entry: "entries", Term: "terms", Chart: "charts", IndexLine: "lines"}
"""Blocks that stand in a group of their own, and the class of that group."""


def write(document: RulesDocument, *, fonts: str = "") -> str:
    """Return the page; `fonts` are the style rules that declare the fonts of its pictures."""
    language = escape(document.language)
    body = "\n".join(_section(section, document) for section in document.sections)
    links = "".join(
        f'<li><a href="#{each.anchor}">{escape(each.title)}</a></li>' for each in document.sections
    )
    rights = "".join(f"<p>{escape(words)}</p>" for words in (document.credits, document.notice) if words)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(document.title)} – rules summary</title>\n<style>\n{_style()}{fonts}\n</style>\n</head>\n"
        f"<body>\n{_symbols(document)}\n<header><h1>{escape(document.title)}</h1></header>\n"
        f"<nav><ul>{links}</ul></nav>\n<main>\n{body}\n</main>\n<footer>{rights}</footer>\n</body>\n</html>\n"
    )


def _style() -> str:
    return files("pnp.rules").joinpath("page.css").read_text(encoding="utf-8")


def _symbols(document: RulesDocument) -> str:
    """Return each drawing that is shown, once; the page repeats it by name."""
    pictures = [(f"p-{key}", picture) for key, picture in shown_in(document).items()]
    icons = [(f"i-{name}", picture) for name, picture in document.icons.items()]
    symbols = "\n".join(_symbol(name, picture) for name, picture in (*icons, *pictures))
    return f'<svg class="store" aria-hidden="true" width="0" height="0">\n{symbols}\n</svg>'


def _symbol(name: str, picture: Picture) -> str:
    view = _view(picture)
    return f'<symbol id="{escape(name)}" viewBox="{view}">{inside(picture.svg)}</symbol>'


def _view(picture: Picture) -> str:
    """Return the view box of a picture, as its SVG has it.

    >>> from pnp.model.geometry import Size
    >>> _view(Picture('<svg viewBox="0 0 63 88"/>', Size(63, 88), "Kale"))
    '0 0 63 88'
    """
    _, _, rest = picture.svg.partition('viewBox="')
    return rest.partition('"')[0]


def _section(section: Section, document: RulesDocument) -> str:
    parts = [f'<section id="{section.anchor}">', f"<h2>{escape(section.title)}</h2>"]
    group = ""
    for block in section.blocks:
        wanted = _FLOWS.get(type(block), "")
        if wanted != group:
            parts += ["</div>"] if group else []
            parts += [f'<div class="{wanted}">'] if wanted else []
            group = wanted
        parts += _block(block, document)
    parts += ["</div>"] if group else []
    return "\n".join((*parts, "</section>"))


def _block(block: Block, document: RulesDocument) -> Iterator[str]:
    text = _Writer(document.icons).text
    match block:
        case Paragraph() | Heading():
            tag = "h3" if isinstance(block, Heading) else "p"
            yield f"<{tag}>{text(block.text)}</{tag}>"
        case Listing():
            kind = "ol" if block.numbered else "ul"
            items = "".join(f"<li>{text(item)}</li>" for item in block.items)
            yield f"<{kind}>{items}</{kind}>"
        case Table():
            yield _table(block, text=_Writer(document.icons))
        case Part():
            picture = _thumb(block.picture, block.title, document)
            note = f"<p>{text(block.note)}</p>" if block.note else ""
            yield f'<article class="part" id="{block.anchor}">{picture}<div><h3>{escape(block.title)}</h3><p class="count">{escape(block.count)}</p>{note}</div></article>'
        case Entry():
            yield _entry(block, document)
        case Case():
            yield _case(block, _Writer(document.icons))
        case Term():
            icon = _Writer(document.icons).icon(block.icon, block.title) if block.icon else ""
            yield f'<p class="term"><b>{icon} {escape(block.title)}</b> {text(block.meaning)}</p>'
        case Chart():
            said = f"{block.title}. {block.words}"
            yield f'<figure id="{block.anchor}">{_thumb(block.picture, said, document)}</figure>'
        case IndexLine():
            places = ", ".join(text((place,)) for place in block.places)
            yield f'<p class="line">{escape(block.word)}: {places}</p>'


class _Writer:
    """Writes runs with the icons of one document."""

    def __init__(self, icons: Mapping[str, Picture]) -> None:
        self._icons = icons

    def text(self, runs: Text) -> str:
        """Return runs as HTML."""
        return "".join(self._run(run) for run in runs)

    def icon(self, name: str, words: str) -> str:
        """Return an icon in the line; its name in words when there is no such icon."""
        if name not in self._icons:
            return escape(words)
        return (
            f'<svg class="icon" role="img" aria-label="{escape(words)}"><use href="#i-{escape(name)}"/></svg>'
        )

    def _run(self, run: Run) -> str:
        said = self.icon(run.icon, run.words) if run.icon else escape(run.words, quote=False)
        said = f"<b>{said}</b>" if run.bold else said
        said = f"<i>{said}</i>" if run.italic else said
        return f'<a href="#{escape(run.to)}">{said}</a>' if run.to else said


def _table(table: Table, text: _Writer) -> str:
    head = "".join(f'<th scope="col">{text.text(cell)}</th>' for cell in table.head)
    rows = "".join(f"<tr>{''.join(f'<td>{text.text(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _entry(entry: Entry, document: RulesDocument) -> str:
    text = _Writer(document.icons).text
    facts = "".join(f"<dt>{escape(label)}</dt><dd>{text(runs)}</dd>" for label, runs in entry.facts)
    see = ", ".join(text((run,)) for run in entry.see)
    facts += f"<dt>See also</dt><dd>{see}</dd>" if see else ""
    facts = f"<dl>{facts}</dl>" if facts else ""
    texts = "".join(f"<p>{text(runs)}</p>" for runs in entry.texts)
    picture = _thumb(entry.picture, entry.title, document)
    head = f'<h4>{escape(entry.title)}</h4><p class="count">{escape(entry.count)}</p>'
    return f'<article class="entry" id="{entry.anchor}">{picture}<div>{head}{facts}{texts}</div></article>'


def _case(case: Case, text: _Writer) -> str:
    reason = f' <span class="why">{text.text(case.reason)}</span>' if case.reason else ""
    see = f" See {', '.join(text.text((run,)) for run in case.see)}." if case.see else ""
    head = f"<p><b>{escape(case.title)}</b> {text.text(case.question)}</p>"
    return f'<article class="case" id="{case.anchor}">{head}<p class="ruling">{text.text(case.ruling)}{reason}{see}</p></article>'


def _thumb(key: str, title: str, document: RulesDocument) -> str:
    picture = document.pictures.get(key)
    if picture is None:
        return ""
    ratio = f"{decimal(picture.size.width)} / {decimal(picture.size.height)}"
    wide = " wide" if picture.size.width > picture.size.height * 1.2 else ""
    return (
        f'<svg class="thumb{wide}" viewBox="{_view(picture)}" style="aspect-ratio:{ratio}" role="img" '
        f'aria-label="{escape(title)}"><use href="#p-{escape(key)}"/></svg>'
    )


# Fonts small enough to travel inside a file: only the letters that its pictures use.

_TAG = re.compile(r"<[^>]*>")


def font_rules(fonts: Iterable[Path], drawings: Iterable[str]) -> str:
    """Return the style rules that declare those of `fonts` which the drawings name, with the letters they need."""
    drawings = tuple(drawings)
    everything = "".join(drawings)
    letters = {ord(letter) for each in drawings for letter in unescape(_TAG.sub("", each)) if letter >= " "}
    known = [svg.read(path) for path in sorted(set(fonts))]
    used = [font for font in known if escape(font.family) in everything]
    return "\n".join(_rule(font, letters) for font in used)


def _rule(font: svg.DeclaredFont, letters: set[int]) -> str:
    data = base64.b64encode(subset(font.path, letters)).decode()
    slant = "italic" if font.italic else "normal"
    return (
        f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-style:{slant};'
        f"src:url(data:font/ttf;base64,{data})}}"
    )
