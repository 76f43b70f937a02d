"""A rules summary as Markdown to paste into another document, with its pictures in files beside it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from pnp.escaping import visible_words
from pnp.export.svg_files import declared_fonts
from pnp.model import rules_document
from pnp.rules.html_page import font_rules
from pnp.rules.pictures import inside
from pnp.rules.rich_text import without_icons

RulesIcons = Literal["images", "words", "none"]  # What stands for an icon: its picture, its word, or nothing.
ICON_SIZE = 18  # In px, as high as a line.

WIDTHS, WIDTH = {"figure": 600, "chart": 420}, 110
"""Of pictures in px, by the first word of their name, and of all others."""

_LENGTHS = re.compile(r' (?:width|height)="[^"]*"')
_FIRST = re.compile(r"^(\s*)(?:(\d+)(?=[.)])|(?=[#+=-]))")


def as_markdown(
    document: rules_document.RulesDocument, pictures: str | None = None, icons: RulesIcons = "words"
) -> str:
    """Return Markdown that pastes into another document: plain tables, and an anchor for every card.

    A part of a document has neither its title nor its last lines. `pictures` is where the pictures lie, relative to the
    text, None to leave them out; each is called as its block, those of icons "icon-" and their name.
    """
    writer = _Writer(document, pictures, icons)
    parts = [] if document.part else [f"# {escaped(document.title)}"]
    for section in document.sections:
        parts.append(f'<a id="{section.anchor}"></a>\n\n## {escaped(section.title)}')
        for block in section.blocks:
            written = "\n\n".join(writer.paragraphs(block))
            if written.startswith("- ") and parts[-1].startswith("- "):  # lines of one list
                parts[-1] += f"\n{written}"
            else:
                parts.append(written)
    if not document.part:
        parts += [f"*{escaped(words)}*" for words in (document.credits, document.notice) if words]
    return "\n\n".join(parts) + "\n"


def markdown_pictures(
    document: rules_document.RulesDocument, icons: RulesIcons = "images"
) -> dict[str, bytes]:
    """Return the drawings that the document shows, by file name; each carries the letters it needs."""
    fonts = declared_fonts(document.fonts)
    found: dict[str, bytes] = {}
    for shown in document.shown:
        if f"{shown.anchor}.svg" not in found:
            width = WIDTHS.get(shown.anchor.partition("-")[0], WIDTH)
            root, end, rest = document.pictures[shown.picture].svg.partition(">")
            svg = _LENGTHS.sub("", root).replace("<svg", f'<svg width="{width}"') + end + rest
            drawn = inside(svg)
            style = f"<style>{font_rules(fonts, [svg])}</style>"
            found[f"{shown.anchor}.svg"] = svg.replace(drawn, style + drawn, 1).encode()
    if icons == "images":
        size = f'<svg width="{ICON_SIZE}" height="{ICON_SIZE}"'
        for name, picture in document.shown_icons.items():
            found[f"icon-{name}.svg"] = picture.svg.replace("<svg", size, 1).encode()
    return found


def escaped(words: str) -> str:
    r"""Return words that mean nothing to Markdown.

    >>> print(escaped("2 * 3 [see] <b>"), escaped("1. # no"))
    2 \* 3 \[see\] \<b\> 1\. # no
    """
    return _escaped_start(_escaped_signs(words))


def _escaped_signs(words: str) -> str:
    words = visible_words(words.replace("\n", " "))
    return re.sub(r"([\\`*_{}\[\]<>|~])", r"\\\1", words.replace("&", "&amp;"))


def _escaped_start(words: str) -> str:
    r"""Return a paragraph whose beginning is no heading, list or rule.

    >>> print(_escaped_start("- not a list"), _escaped_start("**bold** stays"))
    \- not a list **bold** stays
    """
    return _FIRST.sub(r"\1\2\\", words)


def _table(rows: Iterable[list[str]]) -> str:
    head, *others = rows
    for above, row in pairwise(others):
        row[0] = row[0] or above[0]  # an empty first cell belongs to the one above it
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *others))


@dataclass(frozen=True, slots=True)
class _Writer:
    document: rules_document.RulesDocument
    pictures: str | None
    icons: RulesIcons

    def marked(self, text: rules_document.Text) -> str:
        """Return a text with its marks."""
        words = self.document.icon_words
        if self.icons == "none":
            text = without_icons(tuple(run for run in text if run.icon is None), words)
        elif self.icons == "words" or self.pictures is None:
            text = without_icons(text, words)
        return "".join(map(self._run, text))

    def _run(self, run: rules_document.Run) -> str:
        if run.icon in self.document.icons:
            drawn = f"![{_escaped_signs(run.words)}]({self.pictures}/icon-{run.icon}.svg)"
            return f"[{drawn}](#{run.to})" if run.to else drawn
        words = _escaped_signs(run.words)
        inner = words.strip()
        if not inner:
            return words
        mark = ("**" if run.bold else "") + ("*" if run.italic else "")
        marked = f"{mark}{inner}{mark[::-1]}"
        return words.replace(inner, f"[{marked}](#{run.to})" if run.to else marked, 1)

    def _links(self, runs: rules_document.Text) -> str:
        return ", ".join(map(self._run, runs))

    def paragraphs(self, block: rules_document.Block) -> Iterator[str]:
        """Yield the paragraphs that a block is written as."""
        marked = self.marked
        match block:
            case rules_document.Paragraph():
                yield _escaped_start(marked(block.text))
            case rules_document.Heading():
                yield f'<a id="{block.anchor}"></a>\n\n### {marked(block.text)}'
            case rules_document.Listing():
                items = enumerate(map(_escaped_start, map(marked, block.items)), block.start)
                yield "\n".join(f"{n}. {item}" if block.numbered else f"- {item}" for n, item in items)
            case rules_document.Table():
                yield _table([*map(marked, row)] for row in (block.head, *block.rows))
            case rules_document.Term():
                yield f"- **{escaped(block.title)}:** {marked(block.meaning)}"
            case rules_document.IndexLine():
                yield f"- {escaped(block.word)}: {self._links(block.places)}"
            case rules_document.EntryTable():
                yield from self._rows(block)
            case rules_document.Pictures() | rules_document.Figure() | rules_document.Glance():
                yield from self._shown(block)
            case rules_document.Entry() | rules_document.Case() | rules_document.Chart():
                yield from self._with_anchor(block)

    def _shown(
        self, block: rules_document.Pictures | rules_document.Figure | rules_document.Glance
    ) -> Iterator[str]:
        match block:
            case rules_document.Pictures():
                for item in block.items if block.columns else ():
                    yield f'<a id="{item.anchor}"></a>{escaped(item.title)}'
                yield from self._pictures(block)
            case rules_document.Figure():
                yield from self._pictures(block)
                yield f"**{self.marked(block.title)}**"
                yield "\n".join(f"- {self.marked(label.text)}" for label in block.labels)
            case rules_document.Glance():
                yield (" → " if block.ordered else " · ").join(map(self.marked, block.items))

    def _rows(self, block: rules_document.EntryTable) -> Iterator[str]:
        said = self.document.speech.said
        caption, head, rows = block.columns(self.document.speech)
        if caption:
            yield f"{escaped(caption)}:"
        names = (f'<a id="{entry.anchor}"></a>{escaped(entry.title)}' for entry in block.entries)
        marked = ([name, *map(self.marked, row)] for name, row in zip(names, rows, strict=True))
        yield _table([[escaped(said("Name")), *map(escaped, head)], *marked])

    def _with_anchor(
        self, block: rules_document.Entry | rules_document.Case | rules_document.Chart
    ) -> Iterator[str]:
        marked, said = self.marked, self.document.speech.said
        anchor = f'<a id="{block.anchor}"></a>\n\n'
        match block:
            case rules_document.Part():
                yield f"{anchor}### {escaped(block.title)}"
                yield from self._pictures(block)
                yield f"{_escaped_start(block.count)}. {' '.join(map(marked, block.texts))}".strip()
            case rules_document.Entry():
                yield f"{anchor}#### {escaped(block.title)} ({escaped(block.count)})"
                yield from self._pictures(block)
                facts = [f"- {escaped(label)}: {marked(text)}" for label, text in block.facts]
                facts += [f"- {said('See also')}: {self._links(block.see)}"] if block.see else []
                yield from ["\n".join(facts)] if facts else []
                yield from (_escaped_start(marked(text)) for text in block.texts)
            case rules_document.Case():
                yield f"{anchor}**{escaped(block.title)}.** {marked(block.question)}"
                reason = f" *{said('Why')}:* {marked(block.reason)}" if block.reason else ""
                see = f" {said('See')} {self._links(block.see)}." if block.see else ""
                yield f"**{said('Ruling')}:** {marked(block.ruling)}{reason}{see}"
            case rules_document.Chart():
                yield f"{anchor}**{escaped(block.title)}**"
                yield from self._pictures(block)
                yield escaped(block.words)

    def _pictures(self, block: rules_document.Block) -> Iterator[str]:
        shown = [each for each in rules_document.shown_in(block) if each.picture in self.document.pictures]
        if shown and self.pictures is not None:
            yield " ".join(
                f"![{_escaped_signs(each.title)}]({self.pictures}/{each.anchor}.svg)" for each in shown
            )
