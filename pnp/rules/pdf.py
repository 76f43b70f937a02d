"""A rules summary typeset as a small booklet: PDF/UA with bookmarks, fonts embedded, pictures as vectors.

The words go to typst as data, never as code: book.typ is the whole program.
"""

import json
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Literal

import typst

from pnp.model.errors import CannotRender
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
    Section,
    Table,
    Term,
    Text,
    plain,
)
from pnp.rules.pictures import shown_in

PAPERS: Mapping[str, Size] = {"a5": Size(148, 210), "half-letter": Size(139.7, 215.9)}
"""Pages by name, in mm: A5 by ISO 216; half of 8.5 x 11 inches."""

STANDARD: Literal["ua-1"] = "ua-1"
"""PDF/UA-1 (ISO 14289-1): readable aloud; typst refuses what is not, such as a letter that no font has."""

NARROW = 110
"""Entries of up to so many characters stand in two columns."""

SHORT = 24
"""Labelled texts of up to so many characters share a line."""

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Fonts:
    """The families for headings and for text, and the files in which they and those of the pictures are."""

    title: str
    body: str
    files: tuple[Path, ...]


def write(document: RulesDocument, *, fonts: Fonts, paper: str = "a5", date: datetime | None = None) -> bytes:
    """Return the PDF; the same document gives the same bytes. `date` is the only date it bears.

    Raises CannotRender.
    """
    inputs = {
        "doc": json.dumps(_document(document, fonts, PAPERS[paper], dated=date is not None)),
        "pictures": json.dumps(_pictures(document)),
    }
    stamp = 0 if date is None else int(date.timestamp())
    with tempfile.TemporaryDirectory(prefix="pnp-fonts-") as folder:
        for number, font in enumerate(sorted(set(fonts.files))):
            shutil.copyfile(font, Path(folder) / f"{number:03}{font.suffix}")
        known = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[folder])
        program = files("pnp.rules").joinpath("book.typ").read_bytes()
        try:
            pdf = typst.Compiler(font_paths=known).compile(
                input=program, format="pdf", sys_inputs=inputs, timestamp=stamp, pdf_standards=STANDARD
            )
        except typst.TypstError as error:
            message = f"the rules of {document.title} cannot be typeset: {error.message}"
            hint = "use other characters, or fonts in game.yaml that have them; --format html needs none"
            raise CannotRender(message, hint) from error
    assert isinstance(pdf, bytes)
    return pdf


def _document(document: RulesDocument, fonts: Fonts, page: Size, *, dated: bool) -> Json:
    language, _, region = document.language.partition("-")
    return {
        "title": document.title,
        "author": document.credits or document.title,
        "credits": document.credits,
        "notice": document.notice,
        "language": language,
        "region": region or None,
        "dated": dated,
        "fonts": {"title": [fonts.title, fonts.body], "body": fonts.body},
        "page": [page.width, page.height],
        "sections": [_section(section) for section in document.sections],
    }


def _pictures(document: RulesDocument) -> dict[str, str]:
    pictures = {key: picture.svg for key, picture in shown_in(document).items()}
    return {**pictures, **{f"icon:{name}": picture.svg for name, picture in document.icons.items()}}


def _section(section: Section) -> Json:
    return {"title": section.title, "anchor": section.anchor, "blocks": list(_blocks(section.blocks))}


def _blocks(blocks: Sequence[Block]) -> Iterator[Json]:
    """Yield the blocks; entries in a row, and lines of the index, become one."""
    at = 0
    while at < len(blocks):
        kind = type(blocks[at])
        end = at + 1
        while end < len(blocks) and type(blocks[end]) is kind:
            end += 1
        group = blocks[at:end]
        if kind in (Entry, Part):
            yield _entries([each for each in group if isinstance(each, Entry | Part)])
        elif kind is Chart:
            yield {"kind": "charts", "items": [_chart(each) for each in group if isinstance(each, Chart)]}
        elif kind is IndexLine:
            yield {"kind": "index", "lines": [_line(each) for each in group if isinstance(each, IndexLine)]}
        elif kind is Paragraph and end < len(blocks) and isinstance(blocks[end], Entry):
            yield from ({**_block(each), "kind": "intro"} for each in group)
        else:
            yield from (_block(each) for each in group)
        at = end


def _block(block: Block) -> Json:
    match block:
        case Paragraph():
            return {"kind": "paragraph", "text": _text(block.text)}
        case Heading():
            return {"kind": "heading", "text": _text(block.text)}
        case Listing():
            return {
                "kind": "listing",
                "numbered": block.numbered,
                "items": [_text(item) for item in block.items],
            }
        case Table():
            cells = [_text(cell) for row in block.rows for cell in row]
            head = [_text(cell) for cell in block.head]
            columns = zip(*block.rows, strict=True) if block.rows else [() for _ in head]
            wide = [any(len(plain(cell)) > SHORT for cell in column) for column in columns]
            return {"kind": "table", "head": head, "cells": cells, "widths": wide}
        case Case():
            said = {name: _text(getattr(block, name)) for name in ("question", "ruling", "reason", "see")}
            return {"kind": "case", "anchor": block.anchor, "title": block.title, **said}
        case Term():
            icon = {"icon": block.icon} if block.icon else {}
            return {"kind": "term", "title": block.title, "meaning": _text(block.meaning), **icon}
        case _:  # entries and lines come in groups
            raise AssertionError(block)


def _entries(items: Sequence[Entry | Part]) -> Json:
    """Return the entries in two columns, or in one when they have much to say."""
    labelled = [fact for each in items if isinstance(each, Entry) for fact in each.facts]
    long = {
        label for label, text in labelled if len(label) + len(plain(text)) > SHORT and not _leads_on(text)
    }
    columns = 1 if max(map(_length, items)) > NARROW else 2
    return {"kind": "entries", "columns": columns, "items": [_entry(each, long) for each in items]}


def _leads_on(text: Text) -> bool:
    """Say whether a text is links and nothing else."""
    return all(run.to is not None or run.words == ", " for run in text)


def _length(block: Entry | Part) -> int:
    if isinstance(block, Part):
        return len(plain(block.note))
    labelled = sum(len(label) + len(plain(text)) for label, text in block.facts)
    return labelled + sum(len(plain(text)) for text in block.texts)


def _entry(block: Entry | Part, long: Collection[str]) -> Json:
    """Return an entry; short facts in a row share a line, those labelled as in `long` have one of their own."""
    shared: Json = {
        "anchor": block.anchor,
        "title": block.title,
        "count": block.count,
        "picture": block.picture,
    }
    if isinstance(block, Part):
        texts = [_text(block.note)] if block.note else []
        return {**shared, "level": 2, "lines": [], "texts": texts, "see": []}
    lines: list[list[Json]] = []
    before = ""
    for label, text in block.facts:
        fact: Json = {"label": label, "text": _text(text)}
        if lines and not {before, label} & set(long):
            lines[-1].append(fact)
        else:
            lines.append([fact])
        before = label
    texts = [_text(text) for text in block.texts]
    return {**shared, "level": 3, "lines": lines, "texts": texts, "see": _text(block.see)}


def _chart(chart: Chart) -> Json:
    return {"anchor": chart.anchor, "words": f"{chart.title}. {chart.words}", "picture": chart.picture}


def _line(line: IndexLine) -> Json:
    return {"word": line.word, "places": [place.to for place in line.places]}


def _text(text: Text) -> list[Json]:
    return [_run(run) for run in text]


def _run(run: Run) -> Json:
    looks: Json = {name: True for name in ("bold", "italic") if getattr(run, name)}
    if run.icon:
        looks["icon"] = run.icon
    if run.to:
        looks["to"] = run.to
    return {"words": run.words, **looks}
