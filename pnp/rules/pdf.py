"""A rules summary as a PDF of small pages, typeset in the fonts of the game."""

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name, Object, Pdf

from pnp.cache import digest
from pnp.convert.typst_pages import Document, document_pages
from pnp.export.pdf_objects import DUPLEX, form_of
from pnp.files import read_package
from pnp.model.diagnostics import CannotRender
from pnp.model.game import Game
from pnp.model.geometry import Size
from pnp.model.limits import SIMPLER, WALL_SECONDS, raised
from pnp.model.papers import PAPERS
from pnp.model.rules_document import Block, EntryTable, Figure, RulesDocument
from pnp.model.sheet import TURNED, Backs
from pnp.rules.html_page import text_families, text_fonts
from pnp.text import ENGLISH, Speech
from pnp.typesetting.font_choice import script_fonts_for
from pnp.typesetting.fonts import FontBook, Style
from pnp.workers.pool import WorkerDied
from pnp.workers.tasks import Workers
from pnp.workers.tasks import workers as local_workers
from pnp.workers.worker import TaskLimits

PAGES: Mapping[str, Size] = {"a5": PAPERS["a5"].size, "half-letter": Size(139.7, 215.9)}
"""Pages of the PDF by name, in mm: A5, and half of 8.5 x 11 inches."""

SIZES = (9.0, 8.8, 8.6, 8.4, 8.2, 8.2)
"""Of the letters in pt: the largest with as few leaves as the last has, where passages may break across pages, too."""

SMALLEST = 8.0  # Of all letters, in pt; a theme may ask for larger ones, and all become larger then.


def source_of(document: RulesDocument) -> str:
    """Return what stands for all that a document says and shows; its PDF has it as a keyword."""
    larger = (document.smallest_text,) if document.smallest_text else ()
    said = (repr(document.speech),) if document.speech != ENGLISH else ()
    pictures = [*document.shown_pictures.items(), *document.icons.items()]
    drawn = [(key, picture.svg, picture.size.width, picture.size.height) for key, picture in pictures]
    return f"pnp-rules-{digest(_words_of(document), drawn, *larger, *said)}"


def _words_of(document: RulesDocument) -> str:
    return repr(replace(document, fonts=(), pictures={}, icons={}))


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value) if field.repr}


def _data(block: Block, speech: Speech) -> dict[str, Any]:
    if isinstance(block, EntryTable):
        return _fields(block) | dict(zip(("caption", "head", "rows"), block.columns(speech), strict=True))
    if isinstance(block, Figure):
        return _fields(block) | {"alt": block.words}
    return _fields(block)


def as_pdf(
    document: RulesDocument,
    game: Game,
    book: FontBook,
    *,
    paper: str = "a5",
    date: datetime | None = None,
    workers: Workers | None = None,
) -> bytes:
    """Return a PDF in the fonts of the game; the same document gives the same bytes. `date` is the only date it bears.

    It is a PDF/UA-1 (ISO 14289-1), readable aloud: what is not, such as a letter that no font has, is refused.
    Raises CannotRender.
    """
    content = json.dumps(_content(document, paper, date), default=_fields)
    pictures = {key: picture.svg for key, picture in document.shown_pictures.items()}
    pictures |= {f"icon:{name}": picture.svg for name, picture in document.icons.items()}
    families = _families(document, game, book)
    fonts = {font for role in families.values() for family in role for font in text_fonts(book, family)}
    larger = max(1.0, document.smallest_text / SMALLEST)
    tried = SIZES if document.edition == "rulebook" else SIZES[2:3]
    looks = [
        {"fonts": families, "size": size * larger, "larger": larger, "loose": tries == len(SIZES)}
        for tries, size in enumerate(tried, 1)
    ]
    files = sorted({*fonts, *document.fonts})
    told = Document(read_package("pnp.rules", "book.typ"), content, pictures, files)
    limits = TaskLimits(game.limits.slow_seconds, game.limits.memory, WALL_SECONDS)
    with nullcontext(workers) if workers else local_workers() as typesetting:
        try:
            return typesetting.run(document_pages, told, looks, date, limits=limits)
        except CannotRender as error:
            message = f"the rules of {document.title} cannot be typeset: {error}"
            hint = "use other characters, or fonts in game.yaml that have them; --format html needs none"
            raise CannotRender(message, hint) from error
        except WorkerDied as died:
            message = f"the rules of {document.title} cannot be typeset: that {died.reason}"
            more = raised("slow_seconds", game.limits.slow_seconds * 5)
            raise CannotRender(message, f"{SIMPLER}{more}") from died


def _families(document: RulesDocument, game: Game, book: FontBook) -> dict[str, list[str]]:
    """Return the families of titles and of running text, with those of script packages for letters that they lack."""
    title, body = text_families(game, book)
    letters = _words_of(document)
    missing = "".join(dict.fromkeys(letters))
    for family in (*title, *body):
        font = book.find(family, Style())
        missing = font.missing(missing) if font else missing
    scripts = script_fonts_for(missing, letters, game.language, book, Style()) if missing else ()
    body += [family for family in scripts if family not in body]
    return {"title": [*title, *body], "body": body}


_AS_IT_IS = ("title", "credits", "notice", "cover", "box", "marked", "accent", "edition")


def _content(document: RulesDocument, paper: str, date: datetime | None) -> dict[str, Any]:
    language, _, region = document.language.partition("-")
    return {
        **{name: getattr(document, name) for name in _AS_IT_IS},
        "author": document.credits or document.title,
        "language": language,
        "region": region or None,
        "source": source_of(document),
        "words": dict(document.speech.words),
        "dated": date is not None,
        "page": [PAGES[paper].width, PAGES[paper].height],
        "ratios": {
            key: shown.size.height / shown.size.width for key, shown in document.shown_pictures.items()
        },
        "sections": [
            {
                "id": section.id,
                "title": section.title,
                "anchor": section.anchor,
                "groups": [
                    [kind, [_data(block, document.speech) for block in blocks]]
                    for kind, blocks in section.groups
                ],
            }
            for section in document.sections
        ],
    }


# The pages of a PDF two by two on sheets: to print on both sides and fold once in the middle, or on one side.


def booklet(pages: bytes, paper: str, turn: Backs = "long-edge") -> bytes:
    """Return pages laid out two on a landscape sheet, sheets one in the other; "none" prints one side, in their order.

    Where the long edge turns them, as it does cards, every back is upside down.
    """
    size = PAPERS[paper].size
    width, height = (float(side) * 72 / 25.4 for side in (size.height, size.width))
    with Pdf.open(io.BytesIO(pages)) as source, Pdf.new() as target:
        forms = [target.copy_foreign(form_of(page)) for page in source.pages]
        for count, side in enumerate(spreads(len(forms), folded=turn in TURNED)):
            shown = {f"/P{number}": forms[number] for number in side if number is not None}
            page = target.add_blank_page(page_size=(width, height))
            if turn == "long-edge" and count % 2:
                page.Rotate = 180
            page.Resources = Dictionary(XObject=Dictionary(shown))
            page.Contents = target.make_stream(_beside_the_fold(side, forms, width, height))
        for key in ("/Title", "/Author", "/Keywords"):
            if key in source.docinfo:
                target.docinfo[key] = pikepdf.String(str(source.docinfo[key]))
        target.Root.ViewerPreferences = Dictionary(
            PrintScaling=Name("/None"),
            Duplex=Name(DUPLEX[turn]),
            PickTrayByPDFSize=True,
            DisplayDocTitle=True,
        )
        if "/Lang" in source.Root:
            target.Root.Lang = pikepdf.String(str(source.Root.Lang))
        out = io.BytesIO()
        target.save(
            out,
            min_version="1.7",
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            deterministic_id=True,
        )
    return out.getvalue()


def spreads(pages: int, *, folded: bool = True) -> Iterator[tuple[int | None, int | None]]:
    """Yield what lies left and right on each side of each sheet, pages counted from 0; None is blank.

    >>> list(spreads(4)), list(spreads(5)), list(spreads(3, folded=False))
    ([(3, 0), (1, 2)], [(None, 0), (1, None), (None, 2), (3, 4)], [(0, 1), (2, None)])
    """
    count = -(-pages // 4) * 4 if folded else pages + pages % 2
    for first in range(count // 2):
        last = count - 1 - first
        side = (last, first) if first % 2 == 0 else (first, last)
        side = side if folded else (2 * first, 2 * first + 1)
        left, right = (page if page < pages else None for page in side)
        yield left, right


def _beside_the_fold(
    side: tuple[int | None, int | None], forms: Sequence[Object], width: float, height: float
) -> bytes:
    shown = []
    for place, number in enumerate(side):
        if number is not None:
            across, up = (float(length) for length in list(forms[number].BBox)[2:])
            scale = min(1.0, width / 2 / across, height / up)
            x, y = width / 2 - (0 if place else across * scale), (height - up * scale) / 2
            shown.append(f"q {scale:.6f} 0 0 {scale:.6f} {x:.4f} {y:.4f} cm /P{number} Do Q")
    return "\n".join(shown).encode()
