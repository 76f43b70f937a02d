"""A PDF/X-4 for a print shop: a side of a piece on each page with its trim box and bleed, cut lines in spot colours."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import BinaryIO

from pikepdf import Array, Dictionary, Name, Object, ObjectStreamMode, OutlineItem, Page, Pdf, Stream, String

from pnp.export.card_pages import face_content, page_boxes
from pnp.export.cut_lines import cut_lines
from pnp.export.form_xobjects import FaceForm, face_forms
from pnp.export.hairlines import widen_hairlines
from pnp.export.ink_colours import InkColours, is_icc
from pnp.export.output_intent import PrintingCondition, add_output_intent
from pnp.export.pdf import deferred_errors
from pnp.export.pdf_metadata import PdfMetadata, add_words
from pnp.export.spot_lines import SPOTS, add_spot_layers, artwork_content, spot_content, spot_layers
from pnp.model.face import FacePages
from pnp.model.game import Component
from pnp.model.sheet import Sheet

VERSION = "PDF/X-4"
PDF_VERSION = "1.6"
"""Of which PDF/X-4 is a part."""

UNDATED = datetime(1980, 1, 1, tzinfo=UTC)
"""The date of files that nobody has dated, of which PDF/X wants one: the time of day would make each file another."""

PDFX_IDS = "http://www.npes.org/pdfx/ns/id/"
"""The XMP namespace in which a file says that it is PDF/X."""


@dataclass(frozen=True, slots=True)
class PressFile:
    """What a press gets of a component: a page for each side of each copy, in order, printed under a condition."""

    component: Component
    sheets: tuple[Sheet, ...]
    condition: PrintingCondition
    cmyk: bool = False
    """Whether colours are made into the inks of the condition, which are CMYK then."""


def write_press_pages(stream: BinaryIO, file: PressFile, pages: FacePages, meta: PdfMetadata) -> None:
    """Write the PDF. Raises OSError when the stream cannot be written."""
    keys = dict.fromkeys(each.placements[0].face for each in file.sheets if each.placements[0].face)
    with Pdf.new() as pdf, face_forms(pdf, pages, list(keys)) as forms, deferred_errors(stream) as deferring:
        for each in forms.values():
            widen_hairlines(each.form)
        _prepare_colours(file, forms.values())
        profile = add_output_intent(pdf, file.condition)
        _add_pages(pdf, file, forms, profile)
        _add_labels(pdf, file)
        _describe(pdf, meta, keys)
        packed = ObjectStreamMode.generate
        pdf.save(deferring, force_version=PDF_VERSION, object_stream_mode=packed, deterministic_id=True)


def _add_pages(pdf: Pdf, file: PressFile, forms: dict[str, FaceForm], profile: Object) -> None:
    """Add a page for each side; those with the same lines share them."""
    layers = {sheet: spot_layers(cut_lines(file.component, sheet)) for sheet in file.sheets}
    used = [spot for spot in SPOTS if any(spot in each for each in layers.values())]
    shared = add_spot_layers(pdf, used)
    blending = _blending(file.condition, profile, forms)
    lines: dict[bytes, Object] = {}
    for sheet in file.sheets:
        key = sheet.placements[0].face
        content = spot_content(layers[sheet], sheet.size)
        if content not in lines:
            lines[content] = pdf.make_stream(content)
        flat = file.component.net is None  # beyond the outline of a net there is nothing to continue
        art = pdf.make_stream(artwork_content(face_content(sheet, forms.get(key), continued=flat)))
        shown = Dictionary({"/F": forms[key].form} if key else {})
        resources = Dictionary({**shared.as_dict(), "/XObject": shown})
        page = {
            "/Type": Name.Page,
            "/Resources": resources,
            "/Contents": Array([art, lines[content]]),
            **page_boxes(sheet),
        }
        if key and is_transparent(forms[key].form):
            page["/Group"] = blending
        pdf.pages.append(Page(pdf.make_indirect(Dictionary(page))))


def _prepare_colours(file: PressFile, forms: Iterable[FaceForm]) -> None:
    """Make the colours of forms into inks, or only what is gray into black ink, where the press prints in CMYK."""
    if file.condition.colours != "CMYK":
        return
    inks = InkColours(file.condition.profile) if file.cmyk else None
    for each in forms:
        if inks is not None:
            inks.convert(each.form)
        else:
            print_gray_in_black(each.form)


def _blending(condition: PrintingCondition, profile: Object, forms: dict[str, FaceForm]) -> Object:
    """Return the group of pages with transparency: they blend in inks where these are known, else as they were designed."""
    found = (_icc_rgb(each.form) for each in forms.values())
    known = next((each for each in found if each is not None), None) or Array([Name.ICCBased, profile])
    space = Name.DeviceCMYK if condition.colours == "CMYK" else known
    return Dictionary(Type=Name.Group, S=Name.Transparency, CS=space)


def print_gray_in_black(form: Object) -> None:
    """Have what is gray in a form, and in those within it, printed in black ink and no other: text is sharp then."""
    resources = form.get(Name.Resources, Dictionary())
    spaces = resources.get(Name.ColorSpace, Dictionary())
    for name, space in dict(spaces.items()).items():
        if is_icc(space, 1):
            spaces[name] = Name.DeviceGray
    for shown in resources.get(Name.XObject, Dictionary()).values():
        if shown.get(Name.Subtype) == Name.Form:
            print_gray_in_black(shown)


def _icc_rgb(form: Object) -> Object | None:
    """Return the RGB space that a form is drawn in, None where it has none."""
    spaces = form.Resources.get(Name.ColorSpace, Dictionary())
    return next((each for each in spaces.values() if is_icc(each, 3)), None)


def is_transparent(form: Object) -> bool:
    """Say whether a form, or one it shows, lets through what lies below."""
    resources = form.get(Name.Resources, Dictionary())
    for state in resources.get(Name.ExtGState, Dictionary()).values():
        opaque = state.get(Name.ca, 1) == 1 and state.get(Name.CA, 1) == 1
        if not opaque or state.get(Name.SMask, Name("/None")) != Name("/None") or Name.BM in state:
            return True
    shown = resources.get(Name.XObject, Dictionary()).values()
    return any(Name.SMask in each or is_transparent(each) for each in shown if isinstance(each, Stream))


def _add_labels(pdf: Pdf, file: PressFile) -> None:
    """Label each page with its piece and side, "apple front", and add a bookmark for each piece."""
    names = {piece.id: piece.name for piece in file.component.pieces}
    labels: list[Object | int] = []
    first: dict[str, int] = {}
    for index, sheet in enumerate(file.sheets):
        piece = sheet.placements[0].piece
        labels += [index, Dictionary(P=String(f"{piece} {sheet.side}"))]
        first.setdefault(piece, index)
    pdf.Root.PageLabels = Dictionary(Nums=Array(labels))
    pages = [page.obj for page in pdf.pages]
    with pdf.open_outline() as outline:
        top = OutlineItem(file.component.title, Array([pages[0], Name.Fit]))
        top.children.extend(
            OutlineItem(names[piece], Array([pages[index], Name.Fit])) for piece, index in first.items()
        )
        outline.root.append(top)


def _describe(pdf: Pdf, meta: PdfMetadata, faces: Iterable[str]) -> None:
    """Write the words, the dates and the name of the standard, as PDF/X wants them."""
    dated = replace(meta, date=meta.date or UNDATED)
    add_words(pdf, dated)
    moment = f"{dated.date:%Y-%m-%dT%H:%M:%SZ}"
    identity = uuid.uuid5(uuid.NAMESPACE_URL, " ".join((meta.title, *faces)))
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as xmp:
        xmp.register_xml_namespace(PDFX_IDS, "pdfxid")
        xmp["pdfxid:GTS_PDFXVersion"] = VERSION
        xmp["pdf:Trapped"] = "False"
        xmp["xmp:MetadataDate"] = moment
        xmp["xmpMM:DocumentID"] = f"uuid:{identity}"
        xmp["xmpMM:VersionID"] = "1"
        xmp["xmpMM:RenditionClass"] = "default"
    pdf.docinfo[Name.Trapped] = Name("/False")
    pdf.docinfo[Name.GTS_PDFXVersion] = String(VERSION)
    pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
