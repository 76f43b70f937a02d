"""What a PDF says about itself: title, rights, how it wants to be printed, page labels, bookmarks, layers."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from pikepdf import Array, Dictionary, Name, Object, OutlineItem, Pdf, String

from pnp.escaping import in_a_line, visible_words
from pnp.model.errors import PnpError
from pnp.model.game import Component, Game
from pnp.model.papers import Paper
from pnp.model.sheet import Backs, Sheet

DUPLEX: Mapping[Backs, str] = {
    "long-edge": "/DuplexFlipLongEdge",
    "short-edge": "/DuplexFlipShortEdge",
    "gutterfold": "/Simplex",
    "glued": "/Simplex",
    "none": "/Simplex",
}
"""How the sheets are turned -> the value of ViewerPreferences /Duplex (ISO 32000-1, table 150)."""

CARDS, MARKS = "Cards", "Marks"
"""The layers, which a print shop can switch off: what is cut out, and what is printed around it."""


_STAMP = "D:%Y%m%d%H%M%SZ"


@dataclass(frozen=True, slots=True)
class PdfMetadata:
    """The words a PDF carries. `heading` is the first bookmark; `date` is in UTC, None writes no date at all."""

    title: str
    heading: str
    credits: str = ""
    rights: str = ""
    licence_url: str = ""
    language: str = "en"
    producer: str = "pnp"
    date: datetime | None = None


def metadata_of(game: Game, component: Component, paper: Paper, *, producer: str = "pnp") -> PdfMetadata:
    """Return the words for the PDF of one component on one paper; dated only by SOURCE_DATE_EPOCH."""
    title = f"{game.title} – {component.title} ({paper.title})"
    words = words_of(game, title, heading=component.title)
    return replace(words, producer=producer, date=source_date(os.environ))


def words_of(game: Game, title: str, *, heading: str) -> PdfMetadata:
    """Return the words for a PDF of the game, with its credits and rights and without a date."""
    return PdfMetadata(
        title=in_a_line(title),
        heading=in_a_line(heading),
        credits=visible_words(game.credits),
        rights=visible_words(" ".join(filter(None, (game.licence, game.notice)))),
        licence_url=in_a_line(game.licence_url),
        language=game.language,
    )


def source_date(environment: Mapping[str, str]) -> datetime | None:
    """Return the moment SOURCE_DATE_EPOCH names (reproducible-builds.org), None when it is not set.

    Raises PnpError when it is set to something else than seconds since 1970.

    >>> source_date({"SOURCE_DATE_EPOCH": "86400"}).isoformat()
    '1970-01-02T00:00:00+00:00'
    """
    seconds = environment.get("SOURCE_DATE_EPOCH", "").strip()
    if not seconds:
        return None
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError) as error:
        hint = "unset it, or set it to seconds since 1970 such as 1735689600"
        raise PnpError(f'SOURCE_DATE_EPOCH is no number of seconds: "{seconds}"', hint) from error


def describe(pdf: Pdf, sheets: Sequence[Sheet], meta: PdfMetadata) -> None:
    """Write the words; label each page with its sheet and side, "3 back"; add a bookmark for each sheet.

    The print dialogue is asked for the flip the backs were laid out for.
    """
    add_labels(pdf, (f"{sheet.number} {sheet.side}" for sheet in sheets))
    pages = [page.obj for page in pdf.pages]  # looking a page up by its number goes through all of them
    first = sorted({sheet.number: index for index, sheet in reversed(list(enumerate(sheets)))}.items())
    add_bookmarks(pdf, [(meta.heading, [(f"Sheet {number}", pages[index]) for number, index in first])])
    add_words(pdf, meta, flip=sheets[0].flip)


def add_words(pdf: Pdf, meta: PdfMetadata, *, flip: Backs | None = None) -> None:
    """Write the words into the XMP packet and the document information; ask the print dialogue for 100 %, the paper and the flip."""
    pdf.Root.Lang = String(meta.language)
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as xmp:
        for key, value in _xmp(meta).items():
            xmp[key] = value
    information = {"/Title": meta.title, "/Author": meta.credits, "/Producer": meta.producer}
    if meta.date:
        stamp = meta.date.strftime(_STAMP)
        information |= {"/CreationDate": stamp, "/ModDate": stamp}
    for key, value in information.items():
        if value:
            pdf.docinfo[key] = String(value)
    pdf.Root.ViewerPreferences = Dictionary(
        PrintScaling=Name("/None"), PickTrayByPDFSize=True, DisplayDocTitle=True
    )
    if flip:
        pdf.Root.ViewerPreferences.Duplex = Name(DUPLEX[flip])


def moment_in(pdf: Pdf) -> datetime | None:
    """Return the date that a file of ours gives, None for none."""
    try:
        return datetime.strptime(str(pdf.docinfo["/CreationDate"]), _STAMP).replace(tzinfo=UTC)
    except (KeyError, ValueError):
        return None


def _xmp(meta: PdfMetadata) -> dict[str, str | list[str]]:
    words: dict[str, str | list[str]] = {
        "dc:title": meta.title,
        "dc:creator": [meta.credits] if meta.credits else [],
        "dc:rights": meta.rights,
        "dc:language": [meta.language],
        "dc:format": "application/pdf",
        "pdf:Producer": meta.producer,
        "xmpRights:WebStatement": meta.licence_url,
    }
    if meta.date:
        moment = meta.date.strftime("%Y-%m-%dT%H:%M:%SZ")
        words |= {"xmp:CreateDate": moment, "xmp:ModifyDate": moment}
    return {key: value for key, value in words.items() if value}


def add_labels(pdf: Pdf, labels: Iterable[str]) -> None:
    """Label the pages in order."""
    entries: list[Object | int] = []
    for index, label in enumerate(labels):
        entries += [index, Dictionary(P=String(label))]
    pdf.Root.PageLabels = Dictionary(Nums=Array(entries))


Bookmark = tuple[str, Object]
"""A title and the page it leads to."""


def add_bookmarks(pdf: Pdf, groups: Iterable[tuple[str, Sequence[Bookmark]]]) -> None:
    """Add a bookmark for each group, given with its title, and below it one for each of its pages."""
    with pdf.open_outline() as outline:
        for title, bookmarks in groups:
            heading = OutlineItem(title, Array([bookmarks[0][1], Name.Fit]))
            heading.children.extend(OutlineItem(name, Array([page, Name.Fit])) for name, page in bookmarks)
            outline.root.append(heading)


SHEET_LAYERS: Mapping[str, str] = {CARDS: CARDS, MARKS: MARKS}


def add_layers(
    pdf: Pdf, names: Mapping[str, str] = SHEET_LAYERS, title: str = "Cards and marks"
) -> Dictionary:
    """Declare layers, given by the resources that stand for them; return the Properties under which content refers to them."""
    layers = {
        key: pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name))) for key, name in names.items()
    }
    every = Array(list(layers.values()))
    pdf.Root.OCProperties = Dictionary(
        OCGs=every, D=Dictionary(Name=String(title), BaseState=Name.ON, Order=every)
    )
    return Dictionary({f"/{key}": layer for key, layer in layers.items()})
