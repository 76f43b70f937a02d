"""A rules summary in each of its formats, with the fonts and pictures that format wants."""

import os
from collections.abc import Iterator
from pathlib import Path

from pnp.cli.booklet import Booklet
from pnp.export.atomic import write
from pnp.model.rules import Chart, Entry, Part, RulesDocument


def as_markdown(document: RulesDocument, made: Booklet, path: Path | None) -> str:
    """Return the document as Markdown; beside `path` its pictures are written, without a path it has none."""
    from pnp.export.rules import markdown  # noqa: PLC0415 - each format loads what it needs

    if path is None:
        return markdown.write(document)
    folder = path.with_name(f"{path.stem}-pictures")
    for name, svg in _pictures(document, made):
        write(folder / f"{name}.svg", svg.encode(), root=path.parent, durable=False)
    return markdown.write(document, pictures=folder.name)


def _pictures(document: RulesDocument, made: Booklet) -> Iterator[tuple[str, str]]:
    """Yield the drawings that the document shows, by anchor; each carries the letters it needs."""
    from pnp.export.rules.embedded import font_rules  # noqa: PLC0415
    from pnp.export.rules.pictures import inside  # noqa: PLC0415

    for section in document.sections:
        for block in section.blocks:
            picture = (
                document.pictures.get(block.picture) if isinstance(block, Entry | Part | Chart) else None
            )
            if isinstance(block, Entry | Part | Chart) and picture is not None:
                style = f"<style>{font_rules(made.picture_fonts, [picture.svg])}</style>"
                drawn = inside(picture.svg)
                yield block.anchor, picture.svg.replace(drawn, style + drawn, 1)


def as_html(document: RulesDocument, made: Booklet) -> str:
    """Return the document as one page of HTML."""
    from pnp.export.rules import html  # noqa: PLC0415
    from pnp.export.rules.embedded import font_rules  # noqa: PLC0415
    from pnp.export.rules.pictures import shown_in  # noqa: PLC0415

    drawings = [picture.svg for picture in shown_in(document).values()]
    return html.write(document, fonts=font_rules(made.picture_fonts, drawings))


def as_pdf(document: RulesDocument, made: Booklet, paper: str) -> bytes:
    """Return the document as a PDF, dated by SOURCE_DATE_EPOCH alone."""
    from pnp.export.metadata import source_date  # noqa: PLC0415
    from pnp.export.rules import pdf  # noqa: PLC0415

    files = tuple(sorted({*made.text_fonts, *made.picture_fonts}))
    fonts = pdf.Fonts(made.title_font, made.body_font, files)
    return pdf.write(document, fonts=fonts, paper=paper, date=source_date(os.environ))
