"""PDFs for print shops: one side of a piece on each page, which has the size of the piece with its bleed.

A press file is PDF/X-4, with cut lines and folds in spot colours, each on a layer of its own: what a die, a plotter or a
creasing machine follows.
"""

import io
import uuid
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, BinaryIO

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, Stream, String
from PIL import Image, ImageChops, ImageCms, ImageMath

from pnp.export import press_colours
from pnp.export.cut_files import CutLine, CutLines, cut_lines
from pnp.export.image_files import page_picture
from pnp.export.pdf_objects import (
    FaceForm,
    PdfMetadata,
    add_bookmarks,
    add_labels,
    add_layers,
    add_words,
    describe,
    face_forms,
    matrix,
    numbers,
    page_boxes,
    point,
    save_pdf,
)
from pnp.model.face import FRONT, FacePages, Side
from pnp.model.game import Component
from pnp.model.geometry import MM_PER_PT, SLACK, Point, Rect, Size
from pnp.model.sheet import Placement, Sheet, pages_of_one


@dataclass(frozen=True, slots=True)
class CardSide:
    """A side of a card: the face it shows, turned clockwise by 0, 90, 180 or 270 degrees; "" shows nothing."""

    piece: str
    face: str
    rotation: int = 0
    side: Side = FRONT


def card_pages(component: str, sides: Sequence[CardSide], page: Size, trim: Size) -> tuple[Sheet, ...]:
    """Return a page for each side, each cut to `trim` about its middle."""
    whole = Rect(0, 0, page.width, page.height)
    cut = Rect((page.width - trim.width) / 2, (page.height - trim.height) / 2, trim.width, trim.height)
    placements = [Placement(side.piece, 1, side.face, cut, whole, side.rotation) for side in sides]
    return pages_of_one(component, "card", page, placements, [side.side for side in sides])


def write_card_pages(
    stream: BinaryIO, sheets: Sequence[Sheet], pages: FacePages, meta: PdfMetadata, *, for_inks: bool = False
) -> None:
    """Write the PDF of pages with one placement each, dark text in gray if it is `for_inks`. Raises OSError when the stream cannot be written."""
    with Pdf.new() as pdf, face_forms(pdf, pages, _faces_on(sheets)) as forms:
        for face in forms.values() if for_inks else ():
            press_colours.print_dark_text_in_black(face.form)
        contents: dict[tuple[Size, Placement], Object] = {}
        for sheet in sheets:
            (placement,) = sheet.placements
            look = (sheet.size, replace(placement, piece=""))
            if look not in contents:
                contents[look] = pdf.make_stream(_face_content(sheet, forms.get(placement.face)))
            _add_page(pdf, sheet, _shown(placement, forms), contents[look])
        describe(pdf, sheets, meta)
        save_pdf(pdf, stream)


def _faces_on(sheets: Iterable[Sheet]) -> list[str]:
    return list(dict.fromkeys(filter(None, (sheet.placements[0].face for sheet in sheets))))


def _add_page(
    pdf: Pdf,
    sheet: Sheet,
    shown: Mapping[str, Object],
    content: Object,
    *,
    resources: Mapping[str, Any] | None = None,
    group: Object | None = None,
) -> None:
    """Add the page of a sheet, with what is `shown` on it by name: all of it may carry ink, the trim is what is cut out."""
    whole = Rect(0, 0, sheet.size.width, sheet.size.height)
    boxes = page_boxes(sheet, whole, sheet.placements[0].trim)
    page = {
        "/Type": Name.Page,
        "/Resources": Dictionary({**(resources or {}), "/XObject": Dictionary(shown)}),
        "/Contents": content,
        **{name: Array(edges) for name, edges in boxes.items()},
    }
    if group is not None:
        page["/Group"] = group
    pdf.pages.append(Page(pdf.make_indirect(Dictionary(page))))


def _shown(placement: Placement, forms: Mapping[str, FaceForm]) -> dict[str, Object]:
    return {"/F": forms[placement.face].form} if placement.face else {}


def _face_content(sheet: Sheet, face: FaceForm | None, *, continued: bool = True) -> bytes:
    """Return the operators that show a face; one that ends before the page is `continued` with what is at its edge."""
    if face is None:
        return b""
    (placement,) = sheet.placements
    shown = (*(_beyond(placement, face.size, sheet.size) if continued else ()), placement)
    return "\n".join(
        f"q {numbers(matrix(place, face.size, sheet.size))} cm /F Do Q" for place in shown
    ).encode()


def _beyond(placement: Placement, face: Size, page: Size) -> Iterator[Placement]:
    size = face.turned if placement.rotation in (90, 270) else face
    missing = [max(0.0, (page.width - size.width) / 2), max(0.0, (page.height - size.height) / 2)]
    if max(missing) <= SLACK:
        return
    trim = placement.trim
    for x, y in ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1), (0, 1)):
        left, top = trim.x + x * missing[0], trim.y + y * missing[1]
        yield replace(placement, trim=Rect(left, top, trim.width, trim.height))


# PDF/X-4.

VERSION = "PDF/X-4"
PDF_VERSION = "1.6"  # Of which PDF/X-4 is a part.
UNDATED = datetime(1980, 1, 1, tzinfo=UTC)  # PDF/X wants a date: that of today would make each file another.
PDFX_IDS = "http://www.npes.org/pdfx/ns/id/"  # The XMP namespace in which a file says that it is PDF/X.


@dataclass(frozen=True, slots=True)
class PressFile:
    """What a press gets of a component: a page for each side of each copy, in order, printed under a condition.

    With `cmyk`, colours are made into the inks of the condition, which are CMYK then.
    """

    component: Component
    sheets: tuple[Sheet, ...]
    condition: press_colours.PrintingCondition
    cmyk: bool = False


def write_press_pages(stream: BinaryIO, file: PressFile, pages: FacePages, meta: PdfMetadata) -> None:
    """Write the PDF. Raises OSError when the stream cannot be written."""
    faces = _faces_on(file.sheets)
    with Pdf.new() as pdf, face_forms(pdf, pages, faces) as forms:
        for face in forms.values():
            press_colours.widen_hairlines(face.form)
        if file.condition.colours == "CMYK":  # gray becomes black ink at least
            inks = press_colours.InkColours(file.condition.profile) if file.cmyk else None
            for face in forms.values():
                press_colours.print_dark_text_in_black(face.form)
                (inks.convert if inks else press_colours.print_gray_in_black)(face.form)
        _add_press_pages(pdf, file, forms, press_colours.add_output_intent(pdf, file.condition))
        add_labels(pdf, (f"{sheet.placements[0].piece} {sheet.side}" for sheet in file.sheets))
        names = {piece.id: piece.name for piece in file.component.pieces}
        first: dict[str, Object] = {}
        for sheet, page in zip(file.sheets, pdf.pages, strict=True):
            first.setdefault(sheet.placements[0].piece, page.obj)
        bookmarks = [(names[piece], page) for piece, page in first.items()]
        add_bookmarks(pdf, [(file.component.title, bookmarks)])
        say_it_is(VERSION, pdf, meta, faces)
        save_pdf(pdf, stream, force_version=PDF_VERSION)


def _add_press_pages(pdf: Pdf, file: PressFile, forms: Mapping[str, FaceForm], profile: Object) -> None:
    spot_lines = {sheet: _spot_layers(cut_lines(file.component, sheet)) for sheet in file.sheets}
    spots = [spot for spot in SPOTS if any(spot in used for used in spot_lines.values())]
    names = {ARTWORK: ARTWORK, **{spot.resource: spot.name for spot in spots}}
    over = Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1)
    resources = {
        "/Properties": add_layers(pdf, names, "Artwork and cut lines"),
        "/ColorSpace": Dictionary({f"/{spot.resource}": _separation(pdf, spot) for spot in spots}),
        "/ExtGState": Dictionary(Overprint=pdf.make_indirect(over)),
    }
    # Pages with transparency blend in inks where these are known, else as they were designed.
    spaces = (
        space
        for face in forms.values()
        for space in face.form.Resources.get(Name.ColorSpace, Dictionary()).values()
        if press_colours.is_icc(space, 3)
    )
    designed = next(spaces, None) or Array([Name.ICCBased, profile])
    space = Name.DeviceCMYK if file.condition.colours == "CMYK" else designed
    blending = Dictionary(Type=Name.Group, S=Name.Transparency, CS=space)
    streams: dict[bytes, Object] = {}
    for sheet in file.sheets:
        (placement,) = sheet.placements
        form = forms.get(placement.face)
        shown = []
        for spot, lines in spot_lines[sheet].items():
            shown.append(f"/OC /{spot.resource} BDC q /Overprint gs /{spot.resource} CS 1 SCN {LINE_PT} w")
            shown += [" ".join(_path(line, sheet.size)) + " S" for line in lines]
            shown.append("Q EMC")
        content = "\n".join(shown).encode()
        if content not in streams:
            streams[content] = pdf.make_stream(content)
        flat = file.component.net is None  # beyond the outline of a net there is nothing to continue
        face = _face_content(sheet, form, continued=flat)
        art = pdf.make_stream(b"\n".join((f"/OC /{ARTWORK} BDC".encode(), face, b"EMC")))
        group = blending if form and _is_transparent(form.form) else None
        contents = Array([art, streams[content]])
        _add_page(pdf, sheet, _shown(placement, forms), contents, resources=resources, group=group)


def _is_transparent(form: Object) -> bool:
    resources = form.get(Name.Resources, Dictionary())
    for state in resources.get(Name.ExtGState, Dictionary()).values():
        opaque = state.get(Name.ca, 1) == 1 and state.get(Name.CA, 1) == 1
        if not opaque or state.get(Name.SMask, Name("/None")) != Name("/None") or Name.BM in state:
            return True
    shown = resources.get(Name.XObject, Dictionary()).values()
    streams = (thing for thing in shown if isinstance(thing, Stream))
    return any(Name.SMask in thing or _is_transparent(thing) for thing in streams)


def say_it_is(standard: str, pdf: Pdf, meta: PdfMetadata, faces: Iterable[str]) -> None:
    """Write the words, the dates and the name of the standard, as PDF/X wants them."""
    dated = replace(meta, date=meta.date or UNDATED)
    add_words(pdf, dated)
    moment = f"{dated.date:%Y-%m-%dT%H:%M:%SZ}"
    identity = uuid.uuid5(uuid.NAMESPACE_URL, " ".join((meta.title, *faces)))
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as xmp:
        xmp.register_xml_namespace(PDFX_IDS, "pdfxid")
        xmp["pdfxid:GTS_PDFXVersion"] = standard
        xmp["pdf:Trapped"] = "False"
        xmp["xmp:MetadataDate"] = moment
        xmp["xmpMM:DocumentID"] = f"uuid:{identity}"
        xmp["xmpMM:VersionID"] = "1"
        xmp["xmpMM:RenditionClass"] = "default"
    pdf.docinfo[Name.Trapped] = Name("/False")
    pdf.docinfo[Name.GTS_PDFXVersion] = String(standard)
    pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)


# Cut lines and folds as spot colours.

ARTWORK = "Artwork"  # The layer of what is printed.
LINE_PT = 0.25  # Width of the lines, which are not printed.
ROUND = 0.5522847  # How far the handles of a quarter of a circle reach, as a share of its radius.


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot colour: its name, which is that of its layer too, and how a screen shows it, in CIE Lab."""

    name: str
    lab: tuple[int, int, int]
    resource: str


CUT = Spot("CutContour", (48, 74, -3), "Cut")
CREASE = Spot("Crease", (55, -37, -50), "Crease")
SPOTS = (CREASE, CUT)  # In the order of work. Lab is that of magenta and cyan on coated paper (ISO 12647-2).
SpotLines = Mapping[Spot, Sequence[CutLine]]


def _spot_layers(lines: CutLines) -> SpotLines:
    wanted = {CREASE: lines.folds, CUT: (*lines.slits, *lines.outlines)}
    return {spot: paths for spot, paths in wanted.items() if paths}


def _separation(pdf: Pdf, spot: Spot) -> Object:
    white = Array([0.9642, 1, 0.8249])
    lab = Array([Name.Lab, Dictionary(WhitePoint=white, Range=Array([-128, 127, -128, 127]))])
    tint = Dictionary(
        FunctionType=2, Domain=Array([0, 1]), C0=Array([100, 0, 0]), C1=Array(list(spot.lab)), N=1
    )
    return pdf.make_indirect(Array([Name.Separation, Name(f"/{spot.name}"), lab, tint]))


def _path(line: CutLine, page: Size) -> Iterator[str]:
    def at(*points: Point) -> str:
        return " ".join(numbers(point(x, y, page)) for x, y in points)

    sides = line.sides
    yield f"{at(sides[0].start)} m"
    for side in sides[:-1] if line.closed and not sides[-1].radius else sides:
        if not side.radius:
            yield f"{at(side.end)} l"
            continue
        (x1, y1), (x2, y2) = side.start, side.end
        flat_first = (x2 > x1) == (y2 > y1)  # clockwise: from top to right, and from bottom to left
        corner = (x2, y1) if flat_first else (x1, y2)
        near, far = (
            (end[0] + (corner[0] - end[0]) * ROUND, end[1] + (corner[1] - end[1]) * ROUND)
            for end in (side.start, side.end)
        )
        yield f"{at(near, far, side.end)} c"
    if line.closed:
        yield "h"


# PDF/X-1a for shops that take neither RGB nor transparency: each page is one picture in the inks of a press, no place with more ink than the paper takes, what is gray in black alone.


FLAT_VERSION = "PDF/X-1a:2003"
FLAT_PDF_VERSION = "1.4"  # Of which PDF/X-1a:2003 is a part.
DPI = 600  # So fine that letters of 5 pt have smooth edges.


def write_flat_pages(
    stream: BinaryIO,
    sheets: Sequence[Sheet],
    pages: FacePages,
    meta: PdfMetadata,
    *,
    condition: press_colours.PrintingCondition,
    ink: float,
) -> None:
    """Write the PDF of sheets with one placement each, no place with more than so many percent of ink. Raises OSError."""
    drawn = io.BytesIO()
    write_card_pages(drawn, sheets, pages, meta, for_inks=True)
    inks = press_colours.inks_of_srgb(condition.profile)
    pictures: dict[tuple[float, float, Placement], Object] = {}
    with Pdf.new() as pdf:
        for index, sheet in enumerate(sheets):
            look = (sheet.size.width, sheet.size.height, replace(sheet.placements[0], piece=""))
            if look not in pictures:
                picture = in_inks(page_picture(drawn.getvalue(), index, dpi=DPI), inks, ink)
                image = pdf.make_stream(
                    b"",
                    Type=Name.XObject,
                    Subtype=Name.Image,
                    Width=picture.width,
                    Height=picture.height,
                    BitsPerComponent=8,
                    ColorSpace=Name.DeviceCMYK,
                )
                image.write(zlib.compress(picture.tobytes()), filter=Name.FlateDecode)
                pictures[look] = image
            width, height = (side / MM_PER_PT for side in (sheet.size.width, sheet.size.height))
            content = pdf.make_stream(f"q {width:.4f} 0 0 {height:.4f} 0 0 cm /P Do Q".encode())
            _add_page(pdf, sheet, {"/P": pictures[look]}, content)
        press_colours.add_output_intent(pdf, condition)
        add_labels(pdf, (f"{sheet.placements[0].piece} {sheet.side}" for sheet in sheets))
        say_it_is(FLAT_VERSION, pdf, meta, (sheet.placements[0].face for sheet in sheets))
        save_pdf(pdf, stream, force_version=FLAT_PDF_VERSION)


def in_inks(picture: Image.Image, inks: ImageCms.ImageCmsTransform, most: float) -> Image.Image:
    """Return a picture in CMYK: gray in black alone, the rest by the transform, at most so many percent of ink."""
    converted = ImageCms.applyTransform(picture, inks)
    assert converted is not None
    cyan, magenta, yellow, black = converted.split()
    room = ImageMath.lambda_eval(lambda of: round(most * 2.55) - of["k"], k=black)
    coloured = ImageMath.lambda_eval(
        lambda of: of["max"](of["float"](of["c"]) + of["m"] + of["y"], 1), c=cyan, m=magenta, y=yellow
    )
    inked = [_within(band, room, coloured) for band in (cyan, magenta, yellow)]
    red, green, blue = picture.split()
    tinted = ImageChops.lighter(ImageChops.difference(red, green), ImageChops.difference(green, blue))
    is_gray = tinted.point(lambda difference: 255 * (difference == 0))
    nothing = Image.new("L", picture.size, 0)
    gray = Image.merge("CMYK", (nothing, nothing, nothing, ImageChops.invert(red)))
    return Image.composite(gray, Image.merge("CMYK", (*inked, black)), is_gray)


def _within(band: Image.Image, room: Any, coloured: Any) -> Image.Image:
    """Return the ink of one colour, less of it where the `coloured` inks together have more than there is `room` for."""
    less = ImageMath.lambda_eval(
        lambda of: of["convert"](
            of["min"](of["float"](of["ink"]), of["ink"] * of["room"] / of["coloured"]), "L"
        ),
        ink=band,
        room=room,
        coloured=coloured,
    )
    assert isinstance(less, Image.Image)
    return less
