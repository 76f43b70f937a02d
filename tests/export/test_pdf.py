"""Sheets become a PDF: every face in its place, once in the file, at exact size."""

import io
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from tiny import (
    BACK,
    CARD,
    COLOURS,
    FACES,
    FONT,
    FRONT,
    META,
    PAPER,
    duplex,
    face,
    opened,
    pages,
    seen,
    sheet,
    written,
)

from pnp.convert.renderers import engine
from pnp.export import sheet_pdf as pdf
from pnp.export.image_files import page_picture
from pnp.export.marks_layer import MarksPage, draw, measure
from pnp.export.pdf_objects import PdfMetadata, source_date
from pnp.export.sheet_pdf import write_pdf
from pnp.model.diagnostics import PnpError
from pnp.model.face import Face, FacePages
from pnp.model.geometry import Rect, Size
from pnp.model.line_styles import Contour, Stroke
from pnp.model.sheet import Caption, Placement
from pnp.text import decimal


def bare(*placements, contours=()):
    return replace(
        sheet(FRONT, flip="none"), placements=placements, strokes=(), captions=(), contours=contours
    )


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return written(tmp_path_factory.mktemp("pdf") / "food.pdf")


def test_each_side_shows_its_cards_where_they_were_placed(tiny):
    assert seen(tiny, 1) == FRONT
    assert seen(tiny, 2) == "W W W\n. K K"


@pytest.mark.parametrize(
    ("turn", "corner"), [(0, "top left"), (90, "top right"), (180, "bottom right"), (270, "bottom left")]
)
def test_a_face_turns_clockwise_within_its_trim(tmp_path, turn, corner):
    lying = turn % 180 != 0
    trim = Rect(20, 25, 30, 20) if lying else Rect(20, 25, 20, 30)
    one = bare(Placement("a", 1, FACES["a"].key, trim, trim, turn))
    path = written(tmp_path / "turned.pdf", [one])
    picture = page_picture(path, 0, dpi=254)
    scale = picture.width / 80
    spots = {
        "top left": (trim.x + 3, trim.y + 3),
        "top right": (trim.right - 3, trim.y + 3),
        "bottom right": (trim.right - 3, trim.bottom - 3),
        "bottom left": (trim.x + 3, trim.bottom - 3),
    }
    white = [
        name
        for name, (x, y) in spots.items()
        if picture.getpixel((int(x * scale), int(y * scale))) == (255, 255, 255)
    ]
    assert white == [corner]


def test_bleed_shows_as_far_as_the_clip_and_no_further(tiny):
    picture = page_picture(tiny, 0, dpi=254)
    across = [
        picture.getpixel((int(x * picture.width / 80), int(20 * picture.width / 80)))
        for x in (7, 9, 29.5, 30.5, 71, 73)
    ]
    paper, red, green, blue = (255, 255, 255), (208, 0, 0), (0, 160, 0), (0, 0, 208)
    assert across == [paper, red, red, green, blue, paper]


def test_boxes_are_exact(tiny):
    with opened(tiny) as pdf:
        for page, trim in zip(pdf.pages, ("28.3465 28.3465 198.4252 198.4252",) * 2, strict=True):
            words = [
                " ".join(decimal(float(edge)) for edge in each)
                for each in (page.mediabox, page.cropbox, page.trimbox)
            ]
            assert words == ["0 0 226.7717 226.7717"] * 2 + [trim]
            assert [round(float(edge) * 25.4 / 72, 3) for edge in page.bleedbox] == [8, 8, 72, 72]


def test_the_printer_is_asked_for_true_size_and_the_right_flip(tmp_path):
    asked = {}
    for flip in ("long-edge", "short-edge", "gutterfold", "none"):
        with opened(written(tmp_path / "flip.pdf", [sheet(FRONT, flip=flip)])) as pdf:
            wishes = pdf.Root.ViewerPreferences
            assert (wishes.PrintScaling, wishes.PickTrayByPDFSize, wishes.DisplayDocTitle) == (
                "/None",
                True,
                True,
            )
            asked[flip] = str(wishes.Duplex)
    assert asked == {
        "long-edge": "/DuplexFlipLongEdge",
        "short-edge": "/DuplexFlipShortEdge",
        "gutterfold": "/Simplex",
        "none": "/Simplex",
    }


def test_pages_are_labelled_and_bookmarked_by_sheet(tmp_path):
    four = [sheet(FRONT), sheet(BACK, page=2), sheet(FRONT, page=3), sheet(BACK, page=4)]
    with opened(written(tmp_path / "food.pdf", four)) as pdf:
        assert [page.label for page in pdf.pages] == ["1 front", "1 back", "2 front", "2 back"]
        with pdf.open_outline() as outline:
            (top,) = outline.root
            assert (top.title, [child.title for child in top.children]) == ("Food", ["Sheet 1", "Sheet 2"])
            pages_ = [page.objgen for page in pdf.pages]
            assert [pages_.index(child.destination[0].objgen) for child in top.children] == [0, 2]


def test_cards_and_marks_are_layers_a_print_shop_can_hide(tiny):
    with opened(tiny) as pdf:
        layers = pdf.Root.OCProperties
        assert [str(each.Name) for each in layers.OCGs] == ["Cards", "Marks"]
        layers.D.OFF = pikepdf.Array([layers.OCGs[1]])
        hidden = io.BytesIO()
        pdf.save(hidden)

    def mark(content):
        with pypdfium2.PdfDocument(content) as document:
            picture = document[0].render(scale=8).to_pil().convert("L")
        return picture.crop((210, 25, 250, 85)).getextrema()[0]

    assert (mark(tiny.read_bytes()) < 100, mark(hidden.getvalue())) == (True, 255)


def test_each_font_is_there_once_embedded_and_subset(tmp_path):
    four = [sheet(FRONT), sheet(BACK, page=2), sheet(FRONT, page=3), sheet(BACK, page=4)]
    with opened(written(tmp_path / "food.pdf", four)) as pdf:
        held = {}
        for each in [*pdf.pages, *(form for page in pdf.pages for form in page.resources.XObject.values())]:
            resources = each.resources if isinstance(each, pikepdf.Page) else each.Resources
            held |= {font.objgen: str(font.BaseFont) for font in resources.get("/Font", {}).values()}
        files = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor"
        ]
    assert sorted(name.partition("+")[2] for name in held.values()) == ["FredokaOne-Regular", "Lato-Regular"]
    assert len(files) == 2
    assert all("/FontFile2" in each or "/FontFile3" in each for each in files)


def test_ten_copies_cost_next_to_nothing(tmp_path):
    art = "".join(
        f'<path d="M{i % 17} {i % 23}L{i * 7 % 20}.{i} {i * 11 % 30}.{i * 3}z" fill="#{i * 997:06x}"/>'
        for i in range(1, 1500)
    )
    rich = {name: face(name, more=art.replace("M1", f"M{ord(name) % 7}")) for name in "abcde"}
    converted = engine().convert([*rich.values(), FACES["W"], FACES["K"]], [FONT])

    def size(sheets):
        swapped = [
            replace(
                side,
                placements=tuple(
                    replace(card, face=rich[card.piece].key if side.side == "front" else card.face)
                    for card in side.placements
                ),
            )
            for side in sheets
        ]
        return written(tmp_path / "food.pdf", swapped, converted).stat().st_size

    one = size(duplex())
    ten = size([sheet(FRONT if page % 2 else BACK, page=page) for page in range(1, 21)])
    assert ten < one * 1.03


def test_a_face_with_a_soft_mask_is_a_transparency_group(tmp_path):
    mask = '<mask id="m"><rect width="9" height="9" fill="#888888"/></mask><rect width="9" height="9" mask="url(#m)"/>'
    masked = face("a", more=mask)
    converted = engine().convert([masked, *FACES.values()], [FONT])
    trim = Rect(10, 10, CARD.width, CARD.height)
    both = (
        Placement("a", 1, masked.key, trim, trim),
        Placement("b", 1, FACES["b"].key, Rect(30, 10, 20, 30), trim),
    )
    with opened(written(tmp_path / "food.pdf", [bare(*both)], converted)) as pdf:
        forms = pdf.pages[0].resources.XObject
        assert forms["/C1"].Group.S == "/Transparency"
        assert "/Group" not in forms["/C2"]


# Pieces that are no rectangles: what shows of a face ends at its line, and the line to cut along is thin and grey.

TRIM = Rect(30, 25, 20, 30)
PAPER_WHITE, RED = (255, 255, 255), tuple(bytes.fromhex(COLOURS["a"][1:]))


def page(path, *, edge=(), contours=()):
    xs, ys = zip(*edge, strict=True) if edge else ((TRIM.x, TRIM.right), (TRIM.y, TRIM.bottom))
    clip = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    one = bare(Placement("a", 1, FACES["a"].key, TRIM, clip, 0, tuple(edge)), contours=tuple(contours))
    with pypdfium2.PdfDocument(written(path / "food.pdf", [one])) as document:
        picture = document[0].render(scale=20 * 72 / 25.4 / 72 * 2.54).to_pil().convert("RGB")
    scale = picture.width / PAPER.size.width
    return lambda x, y: picture.getpixel((int(x * scale), int(y * scale)))


def test_a_face_shows_within_its_edge_and_nowhere_else(tmp_path):
    seen = page(tmp_path, edge=[(40, 25), (50, 55), (30, 55)])
    #       40
    #       /\        the corner of the box at 31, 26 is paper,
    #      /  \       the middle of the base is the face
    #   30 ---- 50
    assert seen(31, 26) == seen(49, 26) == PAPER_WHITE
    assert seen(33, 50) == seen(47, 50) == RED
    assert seen(32, 40) == PAPER_WHITE


@pytest.mark.parametrize(
    ("contour", "on", "off"),
    [
        (Contour(Rect(5, 5, 16, 16)), (13, 5), (5, 5)),
        (Contour(Rect(5, 5, 16, 16), ((5, 5), (21, 5), (5, 21))), (13, 13), (20, 20)),
    ],
    ids=["circle", "polygon"],
)
def test_the_line_to_cut_along_is_thin_and_grey(tmp_path, contour, on, off):
    seen = page(tmp_path, contours=[contour])
    near = [seen(on[0] + dx / 20, on[1] + dy / 20) for dx in range(-3, 4) for dy in range(-3, 4)]
    darkest = min(near)
    assert darkest[0] == darkest[1] == darkest[2]
    assert 130 < darkest[0] < 230
    assert seen(*off) == PAPER_WHITE
    assert seen(13, 9) == PAPER_WHITE


def test_the_stated_date_is_in_the_file(tmp_path):
    write_pdf(
        tmp_path / "food.pdf",
        duplex(),
        pages(),
        meta=replace(META, date=datetime(2024, 2, 29, 12, tzinfo=UTC)),
    )
    with opened(tmp_path / "food.pdf") as pdf:
        assert str(pdf.docinfo["/CreationDate"]) == "D:20240229120000Z"
        with pdf.open_metadata() as xmp:
            assert xmp["xmp:CreateDate"] == "2024-02-29T12:00:00Z"


@pytest.mark.parametrize("value", ["yesterday", "1.5", "9" * 30])
def test_a_date_that_is_none_is_refused(value):
    with pytest.raises(PnpError) as refusal:
        source_date({"SOURCE_DATE_EPOCH": value})
    assert "SOURCE_DATE_EPOCH is not a number of seconds" in str(refusal.value)
    assert source_date({}) is None


def in_parts(shown: Mapping[str, Face] = FACES) -> FacePages:
    faces = list(shown.values())[::-1]
    parts = [engine().convert(faces[start : start + 2], [FONT]) for start in range(0, len(faces), 2)]
    where = {face.key: divmod(index, 2) for index, face in enumerate(faces)}
    return FacePages(tuple(part.chunks[0] for part in parts), where)


def pictures(path: Path) -> list[bytes]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.render(scale=2).to_pil().tobytes() for page in document]


def kinds(path: Path) -> list[str]:
    with opened(path) as found:
        assert found.check_pdf_syntax() == []
        return sorted(repr(sorted(e.keys())) for e in found.objects if isinstance(e, pikepdf.Dictionary))


def test_a_long_file_looks_and_reads_like_one_written_at_once(tmp_path, monkeypatch):
    short = written(tmp_path / "short.pdf", converted=in_parts())
    monkeypatch.setattr(pdf, "MANY", 0)
    long = written(tmp_path / "long.pdf", converted=in_parts())
    assert pictures(long) == pictures(short)
    assert kinds(long) == kinds(short)
    with opened(long) as one, opened(short) as other:
        assert one.docinfo == other.docinfo
        assert one.Root.keys() == other.Root.keys()


def test_objects_that_are_kept_are_those_of_their_numbers():
    class Kept(dict[str, bytes]):
        put = dict.__setitem__

    chunk, faces, kept = (
        in_parts().chunks[0],
        [(FACES["a"].key, 0), (FACES["b"].key, 1)],
        pdf.SegmentMakers(store=Kept()),
    )
    assert [kept.segment(chunk, faces, first) for first in (9, 20)] == [
        pdf.face_segment(chunk, faces, first) for first in (9, 20)
    ]


def test_a_title_that_looks_like_an_object_is_a_title(tmp_path, monkeypatch):
    monkeypatch.setattr(pdf, "MANY", 0)
    odd = "5 0 R (a) << /PnpFace (x) /PnpLater 1 >> \\ endobj\nstream\n /Type /Catalog >>"
    path = tmp_path / "odd.pdf"
    pdf.write_pdf(path, duplex(), in_parts(), meta=PdfMetadata(odd, odd))
    with opened(path) as found:
        assert found.check_pdf_syntax() == []
        assert str(found.docinfo.Title) == odd
        with found.open_outline() as outline:
            assert outline.root[0].title == odd
    assert seen(path, 1) == FRONT


def picture_of(*pages, dots=8):
    return page_picture(draw(pages)[0], 0, dpi=25.4 * dots).convert("L")


@pytest.mark.parametrize(("rotation", "way"), [(0, "right"), (90, "down"), (180, "left"), (270, "up")])
def test_a_caption_runs_from_its_start_in_its_direction(rotation, way):
    page = Size(40, 40)
    picture = picture_of(MarksPage(page, (), (Caption("running", 20, 20, 12, rotation),)))
    picture = picture.point(lambda grey: 255 - grey)
    left, top, right, bottom = (edge * 40 / picture.width for edge in picture.getbbox())
    reach = {"left": 20 - left, "right": right - 20, "up": 20 - top, "down": bottom - 20}
    assert max(reach, key=reach.get) == way
    assert reach[way] == pytest.approx(measure("running", 12), abs=0.6)


def test_a_halo_parts_a_mark_from_the_art_it_crosses(tmp_path):
    halo, plain = Stroke(20, 4, 20, 30, 0.4, halo=True), Stroke(40, 4, 40, 30, 0.4)
    path = written(tmp_path / "food.pdf", [replace(sheet("a b"), strokes=(halo, plain))])
    picture = page_picture(path, 0, dpi=254)
    beside = [picture.getpixel((int(x * 10), 200)) for x in (19.65, 20, 20.35, 39.6, 40)]
    assert beside == [(255, 255, 255), (0, 0, 0), (255, 255, 255), (0, 160, 0), (0, 0, 0)]


def test_nothing_is_set_that_nothing_is_drawn_with():
    """Programs that save a file again leave such colours out; the file is the same page for all that."""
    page = MarksPage(Size(40, 40), (Stroke(4, 4, 30, 4),), ())
    with pikepdf.open(io.BytesIO(draw([page])[0])) as pdf:
        pdf.pages[0].contents_coalesce()
        assert b".6 G" not in pdf.pages[0].obj.Contents.read_bytes()
