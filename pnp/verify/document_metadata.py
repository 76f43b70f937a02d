"""What a finished PDF has beside the pictures on its pages, held against a list of what pnp writes: nothing else is let pass.

Wishes for the print window, layers, labels, bookmarks, words, and the keys of pages. Drawings that are not proved to be those
of the data are looked through for settings too.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Any
from xml.sax.saxutils import escape

from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream, parse_content_stream

from pnp.export.pdf_metadata import DUPLEX, PdfMetadata, add_layers, add_words, first_pages, labels
from pnp.verify.exported_pages import PAGE_KEYS, RESOURCE_KEYS, ROOT_KEYS, TREE_KEYS
from pnp.verify.object_digests import ObjectDigests
from pnp.verify.pdf_reader import PdfPage, PdfSheets

Fact = tuple[str, str]
"""The code of a finding, and what is wrong."""

STRANGE, SETTINGS, WORDS, ON_PAGE = "PNP536", "PNP540", "PNP537", "PNP538"

_TRAILER = {
    *("/Root", "/Info", "/ID", "/Size", "/Prev"),
    *("/Type", "/W", "/Index", "/Filter", "/DecodeParms", "/Length"),
}
"""The last ones are of a table that is packed; /Prev is that of a file whose first page comes first."""

_TITLE = "@title@"
_DATE = "D:%Y%m%d%H%M%SZ"


def wrong_document(
    pdf: Pdf, sheets: PdfSheets, words: PdfMetadata, objects: ObjectDigests, faces: Mapping[str, bytes] | None
) -> Iterator[Fact]:
    """Yield what the file of some sheets has that pnp does not write, or lacks.

    `faces` are the digests of the drawings it may show; without them drawings are not looked into.
    """
    yield from _wrong_keys(pdf)
    yield from _wrong_settings(pdf, sheets, objects)
    yield from _wrong_words(pdf, sheets, words)
    settings = cache_of_settings()
    for sheet in sheets.pages:
        yield from _wrong_page(pdf, sheet)
        if sheet.plain is not None and faces is not None:
            for card, form in zip(sheet.cards, sheet.plain.forms, strict=False):
                if objects.of(form) != faces.get(card.named_face, b""):
                    found = settings(form)
                    yield from ((STRANGE, f"{sheet}: a drawing has {what}") for what in found)


def cache_of_settings() -> Callable[[Object], tuple[str, ...]]:
    """Return what looks each drawing of one file through once."""
    known: dict[tuple[int, int], tuple[str, ...]] = {}

    def found(form: Object) -> tuple[str, ...]:
        if form.objgen not in known:
            known[form.objgen] = tuple(wrong_settings(form))
        return known[form.objgen]

    return found


def listed(keys: Any) -> str:
    """Return keys of a dictionary as they are written."""
    return " ".join(sorted(map(str, keys)))


def _wrong_keys(pdf: Pdf) -> Iterator[Fact]:
    if pdf.is_encrypted:
        yield STRANGE, "it is encrypted"
    for what, found, known in (
        ("the file", pdf.trailer, _TRAILER),
        ("the catalogue", pdf.Root, ROOT_KEYS),
        ("the list of pages", pdf.Root.Pages, TREE_KEYS),
    ):
        if more := found.keys() - known:
            yield STRANGE, f"{what} has {listed(more)}, which pnp does not write"


def _wrong_settings(pdf: Pdf, sheets: PdfSheets, objects: ObjectDigests) -> Iterator[Fact]:
    root = pdf.Root
    due = Dictionary(
        PrintScaling=Name("/None"),
        PickTrayByPDFSize=True,
        DisplayDocTitle=True,
        Duplex=Name(DUPLEX[sheets.flip]),
    )
    if root.get(Name.ViewerPreferences) != due:
        yield SETTINGS, f"it asks the print window for something else than {due.unparse().decode()}"
    if Name.OCProperties not in root or objects.of(root.OCProperties) != _layers():
        yield SETTINGS, "its layers are not the two that are both shown and printed"


@cache
def _layers() -> bytes:
    with Pdf.new() as pdf:
        add_layers(pdf)
        return ObjectDigests(pdf).of(pdf.Root.OCProperties)


# Words: title and rights, labels of pages, bookmarks.


def _wrong_words(pdf: Pdf, sheets: PdfSheets, words: PdfMetadata) -> Iterator[Fact]:
    root, dated = pdf.Root, replace(words, date=date_in(pdf))
    if root.get(Name.Lang) != words.language:
        yield WORDS, f"it does not say that it is in the language {words.language}"
    said = {key: str(value) for key, value in pdf.docinfo.items()}
    if said != _information(dated):
        yield WORDS, "its title, its author or what else it says of itself is not that of the game"
    stream = root.get(Name.Metadata)
    if not isinstance(stream, Stream) or stream.keys() - {"/Length", "/Type", "/Subtype", "/Filter"}:
        yield WORDS, "it has no metadata, or not as pnp writes them"
    elif stream.read_bytes() != _metadata(dated):
        yield WORDS, "its metadata are not those of the game"
    if root.get(Name.PageLabels, Dictionary()).unparse(resolved=True) != labels(sheets.pages):  # type: ignore[arg-type]  # have number and side
        yield WORDS, "its pages are not labelled with sheet and side alone"
    if not _bookmarks_are(root, pdf, sheets, words.heading):
        yield WORDS, "its bookmarks are not one for each sheet"


def date_in(pdf: Pdf) -> datetime | None:
    """Return the date that a file gives, which no build has to agree with."""
    try:
        return datetime.strptime(str(pdf.docinfo["/CreationDate"]), _DATE).replace(tzinfo=UTC)
    except (KeyError, ValueError):
        return None


def _information(words: PdfMetadata) -> dict[str, str]:
    found = {"/Title": words.title, "/Author": words.credits, "/Producer": words.producer}
    if words.date:
        found |= dict.fromkeys(("/CreationDate", "/ModDate"), words.date.strftime(_DATE))
    return {key: value for key, value in found.items() if value}


def _metadata(words: PdfMetadata) -> bytes:
    """Return the XMP packet; the files of a game differ in nothing but the title."""
    packet = _packet(replace(words, title=_TITLE, heading=""))
    return packet.replace(_TITLE.encode(), escape(words.title).encode())


@lru_cache(maxsize=16)
def _packet(words: PdfMetadata) -> bytes:
    with Pdf.new() as pdf:
        add_words(pdf, words)
        stream = pdf.Root.Metadata
        return stream.read_bytes()


def _bookmarks_are(root: Object, pdf: Pdf, sheets: PdfSheets, heading: str) -> bool:
    """Say whether there is a bookmark for the heading, and one for each sheet below it."""
    outlines = root.get(Name.Outlines)
    if outlines is None or outlines.keys() - {"/Type", "/First", "/Last", "/Count"}:
        return False
    firsts = first_pages(sheets.pages)  # type: ignore[arg-type]  # have numbers
    tops = list(_bookmarks(outlines, 1))
    if len(tops) != 1:
        return False
    below = list(_bookmarks(tops[0], len(firsts)))
    pages = list(pdf.pages)
    due = [(heading, 0), *((f"Sheet {number}", page) for number, page in firsts.items())]
    found = [*tops, *below]
    return len(found) == len(due) and all(
        _is_bookmark(each, title, pages[page].obj) for each, (title, page) in zip(found, due, strict=True)
    )


def _bookmarks(parent: Object, most: int) -> Iterator[Object]:
    """Yield the bookmarks below another, and one more at the most than there should be."""
    each = parent.get(Name.First)
    while each is not None and most >= 0:
        yield each
        each, most = each.get(Name.Next), most - 1


def _is_bookmark(each: Object, title: str, page: Object) -> bool:
    known = {"/Title", "/Dest", "/Parent", "/First", "/Last", "/Next", "/Prev", "/Count"}
    target = each.get(Name.Dest)
    return (
        each.keys() <= known
        and each.get(Name.Title) == title
        and isinstance(target, Array)
        and len(target) == 2
        and target[0].objgen == page.objgen
        and target[1] == Name.Fit
    )


# Pages.


def _wrong_page(pdf: Pdf, sheet: PdfPage) -> Iterator[Fact]:
    """Yield what a page has that is neither its cards nor its marks."""
    if sheet.plain is not None:
        return
    page = pdf.pages[sheet.page - 1].obj
    resources = page.get(Name.Resources, Dictionary())
    if more := page.keys() - PAGE_KEYS:
        yield ON_PAGE, f"{sheet}: the page has {listed(more)}, which pnp does not write"
    elif more := resources.keys() - RESOURCE_KEYS:
        yield ON_PAGE, f"{sheet}: the page uses {listed(more)}, which no page of pnp does"
    else:
        yield ON_PAGE, f"{sheet}: the page does more than show its cards and its marks"


DEEPEST = 20
"""Forms in forms that are followed."""

_STREAM = {"/Length", "/Filter", "/DecodeParms", "/Type", "/Subtype"}
_FORM = {*_STREAM, "/BBox", "/Matrix", "/Resources", "/Group", "/PnpFace", "/FormType"}
_IMAGE = {
    *(*_STREAM, "/Width", "/Height", "/ColorSpace", "/BitsPerComponent", "/SMask", "/Interpolate"),
    *("/Matte", "/ImageMask"),
}
_RESOURCES = {"/ColorSpace", "/ExtGState", "/Font", "/Pattern", "/ProcSet", "/Shading", "/XObject"}
_STATE = {"/Type", "/CA", "/ca", "/SMask", "/BM"}
_MASK = {"/Type", "/S", "/G"}
_GROUP = {"/Type", "/S", "/CS", "/I", "/K"}
_PATTERN = {
    *(*_STREAM, "/PatternType", "/PaintType", "/TilingType", "/BBox", "/XStep", "/YStep", "/Resources"),
    *("/Matrix", "/Shading"),
}
_OPERATORS = frozenset(
    [
        "q",
        "Q",
        "cm",
        "w",
        "J",
        "j",
        "M",
        "d",
        "gs",
        "m",
        "l",
        "c",
        "v",
        "y",
        "h",
        "re",
        "S",
        "s",
        "f",
        "F",
        "f*",
        "B",
        "B*",
        "b",
        "b*",
        "n",
        "W",
        "W*",
        "BT",
        "ET",
        "Td",
        "TD",
        "Tm",
        "T*",
        "Tj",
        "TJ",
        "Tf",
        "TL",
        "Tr",
        "Tc",
        "Tw",
        "Ts",
        "Tz",
        "CS",
        "cs",
        "SC",
        "SCN",
        "sc",
        "scn",
        "G",
        "g",
        "RG",
        "rg",
        "K",
        "k",
        "sh",
        "Do",
        "BDC",
        "BMC",
        "EMC",
    ]
)
_SHOWN = range(3)
"""How letters are drawn: filled, in outline, or both."""


def wrong_settings(form: Object, depth: int = 0) -> Iterator[str]:
    """Yield what a form has, or what it shows has, that no renderer of ours writes."""
    if depth > DEEPEST:
        yield "forms within forms without end"
        return
    yield from _more("a form", form, _FORM)
    yield from _more("a group", form.get(Name.Group, Dictionary()), _GROUP)
    yield from _wrong_operators(form)
    yield from _wrong_resources(form.get(Name.Resources, Dictionary()), depth + 1)


def _more(what: str, found: Object, known: set[str]) -> Iterator[str]:
    if more := found.keys() - known:
        yield f"{what} with {' '.join(sorted(more))}"


def _wrong_operators(drawing: Object) -> Iterator[str]:
    for each in parse_content_stream(drawing):
        operator = str(each.operator)
        if operator not in _OPERATORS:
            yield f'the operator "{operator}"'
        elif operator == "Tr" and each.operands[0] not in _SHOWN:
            yield "letters that are not seen"


def _wrong_resources(resources: Object, depth: int) -> Iterator[str]:
    yield from _more("resources", resources, _RESOURCES)
    for state in resources.get(Name.ExtGState, Dictionary()).values():
        yield from _more("a state", state, _STATE)
        mask = state.get(Name.SMask)
        if isinstance(mask, Dictionary):
            yield from _more("a mask", mask, _MASK)
            yield from wrong_settings(mask.G, depth)
    for shown in resources.get(Name.XObject, Dictionary()).values():
        if shown.get(Name.Subtype) == Name.Form:
            yield from wrong_settings(shown, depth)
        else:
            yield from _more("a picture", shown, _IMAGE)
    for pattern in resources.get(Name.Pattern, Dictionary()).values():
        yield from _more("a pattern", pattern, _PATTERN)
        if isinstance(pattern, Stream):
            yield from _wrong_operators(pattern)
            yield from _wrong_resources(pattern.get(Name.Resources, Dictionary()), depth + 1)
