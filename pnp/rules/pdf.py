"""A rules summary as a PDF of small pages, typeset in the fonts of the game."""

import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import typst

from pnp.cache import digest
from pnp.model.errors import CannotRender
from pnp.model.game import Game
from pnp.model.geometry import Size
from pnp.model.rules import Block, EntryTable, RulesDocument
from pnp.render.fonts import FontBook
from pnp.rules.embedded_fonts import text_families, text_fonts

PAPERS: Mapping[str, Size] = {"a5": Size(148, 210), "half-letter": Size(139.7, 215.9)}
"""Pages of the PDF by name, in mm: A5 by ISO 216; half of 8.5 x 11 inches."""


def source_of(document: RulesDocument) -> str:
    """Return what stands for all that a document says and shows; its PDF has it as a keyword."""
    return f"pnp-rules-{digest(repr(replace(document, fonts=())))}"


def _data(block: Block) -> dict[str, Any]:
    """Return what a block says as plain data."""
    if isinstance(block, EntryTable):
        rows = [[[asdict(run) for run in cell] for cell in row] for row in block.rows]
        return asdict(block) | {"caption": block.caption, "head": block.head, "rows": rows}
    return asdict(block)


def as_pdf(
    document: RulesDocument, game: Game, book: FontBook, *, paper: str = "a5", date: datetime | None = None
) -> bytes:
    """Return a PDF in the fonts of the game; the same document gives the same bytes. `date` is the only date it bears.

    It is a PDF/UA-1 (ISO 14289-1), readable aloud: what is not, such as a letter that no font has, is refused.
    Raises CannotRender.
    """
    title, body = text_families(game, book)
    language, _, region = document.language.partition("-")
    content = {
        "title": document.title,
        "author": document.credits or document.title,
        "credits": document.credits,
        "notice": document.notice,
        "language": language,
        "region": region or None,
        "source": source_of(document),
        "dated": date is not None,
        "fonts": {"title": [title, body], "body": body},
        "page": [PAPERS[paper].width, PAPERS[paper].height],
        "ratios": {
            key: picture.size.height / picture.size.width for key, picture in document.shown_pictures.items()
        },
        "sections": [
            {
                "title": section.title,
                "anchor": section.anchor,
                "groups": [[kind, [_data(block) for block in blocks]] for kind, blocks in section.groups],
            }
            for section in document.sections
        ],
    }
    pictures = {key: picture.svg for key, picture in document.shown_pictures.items()}
    pictures |= {f"icon:{name}": picture.svg for name, picture in document.icons.items()}
    with tempfile.TemporaryDirectory(prefix="pnp-fonts-") as folder:
        fonts = {*text_fonts(book, title), *text_fonts(book, body), *document.fonts}
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
