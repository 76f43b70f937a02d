"""What a press would refuse is found and named by page and piece; a file that is right has no findings."""

import io
import itertools
import zlib
from pathlib import Path
from types import SimpleNamespace

import font_lato
import pikepdf
import pytest
import reportlab
from icc import cmyk_profile
from pikepdf import Array, Dictionary, Name, String
from PIL import Image
from press_file import press_pdf, sides_of
from reportlab.lib.colors import CMYKColor, CMYKColorSep
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

import pnp
from pnp.export.press_colours import read_condition
from pnp.model.diagnostics import CannotUse
from pnp.preflight.ink import fullest
from pnp.preflight.pdf_faults import PreflightOptions, preflight_file
from pnp.workers.worker import TaskLimits

PT = 72 / 25.4

USUAL = PreflightOptions(safe=0.1)
"""The backs of the deck have letters near their edge."""


@pytest.fixture(scope="module")
def made() -> bytes:
    return press_pdf(sides=[*sides_of("a"), *sides_of("b")])


@pytest.fixture
def spoil(tmp_path, made):
    def spoiled(change, options=None, **saving):
        path = tmp_path / "food.pdf"
        with pikepdf.open(io.BytesIO(made)) as pdf:
            change(pdf)
            pdf.save(path, **saving)
        found = preflight_file(path, options or USUAL).diagnostics
        return [f"{each.severity} {each.code} {each.message.removeprefix(f'{path}: ')}" for each in found]

    return spoiled


def add(pdf: pikepdf.Pdf, operators: str, number: int = 3, **resources) -> None:
    page = pdf.pages[number - 1]
    page.contents_add(operators.encode())
    for kind, more in resources.items():
        known = page.Resources.get(f"/{kind}", Dictionary())
        page.Resources[f"/{kind}"] = Dictionary({**known.as_dict(), **more})


def picture(
    pdf: pikepdf.Pdf, width: int, height: int, space: Name = Name.DeviceGray, pixel: bytes = b"x"
) -> pikepdf.Object:
    return pdf.make_stream(
        pixel * width * height,
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=width,
        Height=height,
        BitsPerComponent=8,
        ColorSpace=space,
    )


def form(pdf: pikepdf.Pdf, operators: str, **more: object) -> pikepdf.Object:
    shown = {"BBox": Array([0, 0, 1, 1]), **more}
    return pdf.make_stream(operators.encode(), Type=Name.XObject, Subtype=Name.Form, **shown)


def test_a_press_file_is_right_and_says_what_is_in_it(tmp_path, made):
    path = tmp_path / "food.pdf"
    path.write_bytes(made)
    result = preflight_file(path, USUAL)
    assert result.diagnostics == ()
    assert [line.strip() for line in result.summary] == [
        f"{path}: 4 pages, PDF/X-4",
        "cut to 20.00 × 30.00 mm, 3.00 mm of bleed",
        "colours: Gray, RGB, for sRGB as an RGB printing condition",
        "spot colours: CutContour",
        "1 font, transparency: no",
        "thinnest line: 0.25 pt",
        "ink: none in RGB; --icc FILE computes it with the CMYK profile of a press",
        "no findings",
    ]


def in_a_form(pdf):
    """A picture of 100 pixels on 1 inch, by way of two forms that make it smaller, on two pages."""
    image = picture(pdf, 100, 100)
    inner = form(pdf, "q 720 0 0 720 0 0 cm /I Do Q", Resources=Dictionary(XObject=Dictionary(I=image)))
    outer = form(pdf, "q .5 0 0 .5 0 0 cm /In Do Q", Resources=Dictionary(XObject=Dictionary(In=inner)))
    outer.Matrix = Array([0.2, 0, 0, 0.2, 0, 0])
    for number in (1, 3):
        add(pdf, "/Out Do", number, XObject={"/Out": outer})


def unembedded(pdf):
    add(
        pdf,
        "BT /He 9 Tf (a) Tj ET",
        Font={"/He": Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)},
    )


def cmyk(pdf):
    pdf.Root.OutputIntents[0].DestOutputProfile = pdf.make_stream(cmyk_profile(), N=4)
    add(pdf, "1 .9 .8 .6 k 0 0 9 9 re f")


def multiplied(pdf):
    cmyk(pdf)
    shown = form(pdf, "1 .9 0 0 k 0 0 9 9 re f /M gs 0 0 .9 .9 k 0 0 9 9 re f", BBox=Array([0, 0, 9, 9]))
    shown.Resources = Dictionary(ExtGState=Dictionary(M=Dictionary(BM=Name.Multiply)))
    add(pdf, "/In Do", XObject={"/In": shown})


def cmyk_picture(pdf):
    pdf.Root.OutputIntents[0].DestOutputProfile = pdf.make_stream(cmyk_profile(), N=4)
    pixels = picture(pdf, 400, 400, Name.DeviceCMYK, b"\xff\xff\xcc\xff")
    add(pdf, "q 72 0 0 72 0 0 cm /I Do Q", XObject={"/I": pixels})


def boxes(**edges):
    def change(pdf):
        for name, box in edges.items():
            if box is None:
                del pdf.pages[2].obj[f"/{name}"]
            else:
                pdf.pages[2].obj[f"/{name}"] = Array([each * PT for each in box])

    return change


def root(**entries):
    def change(pdf):
        for name, value in entries.items():
            pdf.Root[f"/{name}"] = value

    return change


def spot(name):
    tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0] * 4), C1=Array([0, 1, 1, 0]), N=1)
    space = Array([Name.Separation, Name(f"/{name}"), Name.DeviceCMYK, tint])
    return lambda pdf: add(pdf, "/S cs 1 scn 0 0 9 9 re f", ColorSpace={"/S": space})


def page_key(name, value):
    return lambda pdf: pdf.pages[2].obj.__setitem__(f"/{name}", value)


def hidden(pdf):
    default = pdf.Root.OCProperties.D
    default.OFF = Array([pdf.Root.OCProperties.OCGs[-1]])


def note(pdf):
    inside, outside = Array([20, 20, 30, 30]), Array([0, 0, 5, 5])
    notes = [Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=box) for box in (inside, outside)]
    pdf.pages[2].obj.Annots = Array(notes)


def transfer(pdf):
    curve = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([1]), C1=Array([0]), N=1)
    add(
        pdf,
        "/Usual gs /Curved gs",
        ExtGState={"/Usual": Dictionary(TR2=Name.Default), "/Curved": Dictionary(TR=curve)},
    )


def postscript(pdf):
    add(pdf, "/Ps Do", XObject={"/Ps": pdf.make_stream(b"showpage", Type=Name.XObject, Subtype=Name.PS)})


def thin_in_a_form(pdf):
    add(pdf, "1 w /In Do .1 w /In Do", XObject={"/In": form(pdf, "0 0 m 9 9 l S", BBox=Array([0, 0, 9, 9]))})


def stencilled(pdf):
    pdf.Root.OutputIntents[0].DestOutputProfile = pdf.make_stream(cmyk_profile(), N=4)
    stencil = picture(pdf, 8, 1, pixel=b"\0")
    stencil.ImageMask, stencil.BitsPerComponent = True, 1
    over = {"/Over": Dictionary(op=True, OP=True)}
    operators = "q /Over gs 1 0.8 0 0 k 0 0 60 90 re f 0 0 0.8 1 k 60 0 0 90 0 0 cm /Stencil Do Q"
    add(pdf, operators, ExtGState=over, XObject={"/Stencil": stencil})


def without(name):
    def change(pdf):
        del pdf.docinfo[name]

    return change


FAULTS = [
    (boxes(TrimBox=None), "error PNP581 page 3 (b front): there is no TrimBox, which says where it is cut"),
    (boxes(BleedBox=(4, 0, 26, 36)), "error PNP581 page 3 (b front): the TrimBox reaches beyond the BleedBox"),
    (boxes(BleedBox=(1, 0, 26, 36)), "error PNP582 page 3 (b front): there are 2.00 mm of bleed around the trim, not 3"),
    (in_a_form, "error PNP584 page 1 (a front), page 3 (b front): a picture of 100 × 100 pixels has 100 dpi where it is placed"),
    (lambda pdf: add(pdf, "q 9 0 0 9 0 0 cm BI /W 30 /H 30 /CS /G /BPC 8 ID " + "x" * 900 + " EI Q"), "warning PNP584 page 3 (b front): a picture of 30 × 30 pixels has 240 dpi where it is placed"),
    (lambda pdf: add(pdf, "q .1 0 0 .1 0 0 cm 2 w 0 0 m 9 9 l S Q"), "warning PNP585 page 3 (b front): a line is 0.20 pt wide"),
    (lambda pdf: add(pdf, "0 w 0 0 m 9 9 l S"), "error PNP585 page 3 (b front): a line has no width: each device draws it as thin as it can"),
    (thin_in_a_form, "warning PNP585 page 3 (b front): a line is 0.10 pt wide"),
    (unembedded, "error PNP583 page 3 (b front): the font Helvetica is not embedded"),
    (cmyk, "warning PNP586 page 3 (b front): up to 330% of ink in one place"),
    (multiplied, "warning PNP586 page 3 (b front): up to 369% of ink in one place"),
    (stencilled, "warning PNP586 page 3 (b front): up to 360% of ink in one place"),
    (cmyk_picture, "warning PNP586 page 3 (b front): up to 380% of ink in one place"),
    (spot("PANTONE 185 C"), "warning PNP586 page 3 (b front): it prints in PANTONE 185 C, which needs an ink of its own"),
    (spot("All"), "warning PNP586 page 3 (b front): the art is drawn in the colour of register marks (All), which prints all inks in full"),
    (page_key("UserUnit", Name.Two), "warning PNP580 page 3 (b front): the page is damaged"),
    (boxes(CropBox=(4, 0, 26, 36)), "error PNP581 page 3 (b front): the TrimBox reaches beyond the CropBox"),
    (transfer, "warning PNP587 page 3 (b front): it has a transfer curve, which changes its colours"),
    (postscript, "warning PNP587 page 3 (b front): it has PostScript, which is no longer printed"),
    (page_key("UserUnit", 2), "error PNP581 page 3 (b front): its unit is 2 points (UserUnit), which many programs ignore"),
    (page_key("Contents", Array([])), "warning PNP581 page 3 (b front): nothing is drawn on it"),
    (page_key("Rotate", 90), "warning PNP581 pages are cut to 2 sizes: 20.00 × 30.00 mm and 30.00 × 20.00 mm"),
    (lambda pdf: pdf.Root.OCProperties.D.__setitem__("/OFF", Array([1])), 'warning PNP587 the layer "" is hidden: some presses print it'),
    (hidden, 'warning PNP587 the layer "CutContour" is hidden: some presses print it'),
    (note, "warning PNP587 page 3 (b front): there is an annotation (Text) on what is printed"),
    (root(OpenAction=Dictionary(S=Name.JavaScript, JS=String("app.beep()"))), "error PNP587 it runs something when it is opened"),
    (root(AcroForm=Dictionary(Fields=Array([Dictionary()]))), "error PNP587 it has form fields"),
    (root(OutputIntents=Array([])), "error PNP588 it claims to be PDF/X-4, but has 0 output intents, not one"),
    (without("/CreationDate"), None),  # XMP has it too
    (lambda pdf: pdf.docinfo.__setitem__("/ModDate", String("D:20200101000000Z")), "error PNP588 it claims to be PDF/X-4, but has two dates, ModDate and ModifyDate, that differ"),
    (lambda pdf: add(pdf, "1 0 0 0 k 0 0 9 9 re f"), "error PNP588 it claims to be PDF/X-4, but uses device colours (CMYK) that its printing condition does not have"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "finding"), FAULTS)
def test_what_a_press_refuses_is_found(spoil, change, finding):
    assert spoil(change, force_version="1.6") == ([] if finding is None else [finding])


def test_a_locked_file_is_told_and_a_protected_one_is_read(spoil):
    locked = pikepdf.Encryption(owner="o", user="u")
    assert spoil(lambda _: None, encryption=locked) == ["error PNP580 it is locked with a password"]
    protected = pikepdf.Encryption(owner="o", user="")
    assert "error PNP587 it is encrypted" in spoil(lambda _: None, encryption=protected)


def test_limits_are_those_that_are_asked_for(spoil):
    strict = PreflightOptions(bleed=5, dpi=600, line=1, safe=0.1)
    found = spoil(
        lambda pdf: add(pdf, "q 72 0 0 72 0 0 cm /I Do Q", XObject={"/I": picture(pdf, 400, 400)}),
        strict,
        force_version="1.6",
    )
    assert [each.split()[1] for each in found] == ["PNP582", "PNP585", "PNP584"]
    assert (
        "page 1 (a front), page 2 (a back), page 3 (b front) and 1 more page: there are 3.00 mm" in found[0]
    )


def test_ink_is_reckoned_from_rgb_with_a_profile(tmp_path, made):
    path, profile = tmp_path / "food.pdf", tmp_path / "paper.icc"
    path.write_bytes(press_pdf(condition=read_condition(cmyk_profile()), sides=sides_of("a")))
    with_its_own = preflight_file(path, PreflightOptions(ink=50, safe=0.1)).summary
    path.write_bytes(made)
    profile.write_bytes(cmyk_profile())
    with_another = preflight_file(path, PreflightOptions(ink=50, icc=profile, safe=0.1))
    assert with_its_own[-2] == with_another.summary[-2]
    assert "computed from RGB" in with_its_own[-2]
    assert {each.code for each in with_another.diagnostics} == {"PNP586"}


# A card of 60 x 40 mm from another program, with 3 mm of bleed; 1 unit is 1 mm, from the lower left corner of the bleed.


@pytest.fixture
def drawn(tmp_path):
    def preflighted(content, pages=1, **sizes):
        path = tmp_path / "card.pdf"
        canvas = Canvas(str(path))
        for number in range(pages):
            width = 66 + number * sizes.get("wider", 0)
            canvas.setPageSize((width * PT, 46 * PT))
            canvas.setTrimBox((3 * PT, 3 * PT, (width - 3) * PT, 43 * PT))
            canvas.setBleedBox((0, 0, width * PT, 46 * PT))
            canvas.scale(PT, PT)
            content(canvas)
            canvas.showPage()
        canvas.save()
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            for page in pdf.pages:
                page.rotate(sizes.get("rotation", 0), relative=False)
            pdf.save()
        return [
            f"{each.severity} {each.code} {each.message.removeprefix(f'{path}: ').removeprefix('page 1: ')}"
            for each in preflight_file(path).diagnostics
        ]

    return preflighted


@pytest.fixture(scope="module", autouse=True)
def lato():
    registerFont(TTFont("Lato", str(Path(font_lato.__file__).parent / "files/Lato-Regular.ttf")))


def card(x=0.0, width=66.0, *texts):
    """Green from x on, so wide, and texts: (x, y, pt, ink)."""

    def draw(canvas):
        canvas.setFillColorCMYK(1, 0, 0.4, 0)
        canvas.rect(x, 0, width, 46, stroke=0, fill=1)
        for left, low, size, ink in texts:
            canvas.setFont("Lato", size / PT)
            canvas.setFillColorCMYK(*ink)
            canvas.drawString(left, low, "Leek")

    return draw


BLACK, BROWN = (0, 0, 0, 1), (0.4, 0.6, 0.7, 0.3)


def overprinting(*ink):
    def draw(canvas):
        card()(canvas)
        canvas.setFillOverprint(True)
        canvas.setFillColor(CMYKColorSep(0, 0, 0, 1, spotName=ink[0]) if len(ink) == 1 else CMYKColor(*ink))
        canvas.rect(20, 20, 20, 20, stroke=0, fill=1)

    return draw


def blended(canvas):
    card()(canvas)
    canvas.linearGradient(20, 20, 40, 40, (CMYKColor(0, 0, 0, 0), CMYKColor(1, 1, 1, 0.5)))


def photo(canvas):
    content = io.BytesIO()
    Image.new("CMYK", (200, 200), (255, 230, 230, 102)).save(content, "JPEG")
    card()(canvas)
    canvas.drawImage(ImageReader(content), 20, 20, 15, 15)


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        (card(0, 66, (20, 20, 9, BLACK), (20, 30, 12, BROWN)), []),
        (card(3, 63), ["error PNP582 the art stops at the trim (left), nothing is drawn in the bleed beyond it"]),
        (card(3, 60), ["error PNP582 the art stops at the trim (left, right), nothing is drawn in the bleed beyond it"]),
        (card(20, 10), []),
        (card(0, 66, (3.2, 20, 9, BLACK)), ["warning PNP589 a text lies 0.5 mm from the trim"]),
        (card(0, 66, (20, 20, 3, BLACK)), ["warning PNP589 a text of 3.0 pt is too small to be printed"]),
        (card(0, 66, (20, 20, 7, BROWN)), ["warning PNP589 a text of 7.0 pt is printed in several inks, which never align exactly"]),
        (card(0, 66, (20, 20, 5.5, (0, 0, 0, 0))), ["warning PNP589 a white text of 5.5 pt fills with ink where it is printed"]),
        (card(0, 66, (20, 20, 12, (0, 0, 0, 0))), []),
        (overprinting(0, 0, 0, 0), ["error PNP589 something white overprints, and so vanishes"]),
        (overprinting(0, 0.8, 0.4, 0.8), []),
        (overprinting(0, 1, 1, 0.8), ["warning PNP586 up to 380% of ink in one place"]),
        (overprinting("Black"), []),
        (blended, ["warning PNP586 up to 349% of ink in one place"]),
        # An older ReportLab writes the inks of a JPEG inverted.
        pytest.param(photo, ["warning PNP586 up to 320% of ink in one place"], marks=pytest.mark.skipif(reportlab.__version__ < "5", reason="ReportLab 5")),
    ],
)  # fmt: skip
def test_what_a_shop_sees_on_the_page(drawn, content, finding):
    assert drawn(content) == finding


def bomb(pdf):
    packed = zlib.compress(b" " * 40_000_000)
    pdf.pages[2].obj.Contents = pdf.make_stream(b"")
    pdf.pages[2].obj.Contents.write(packed, filter=Name.FlateDecode)


def shows_itself(pdf):
    own = form(pdf, "0 w 1 1 m 9 9 l S /F Do")
    own.Resources = Dictionary(XObject=Dictionary(F=own))
    add(pdf, "/Own Do", XObject={"/Own": own})


def too_large(pdf):
    large = picture(pdf, 400, 400)
    large.ColorSpace, large.Width, large.Height = Name.DeviceCMYK, 60_000, 60_000
    add(pdf, "q 72 0 0 72 0 0 cm /I Do Q", XObject={"/I": large})


def chain(pdf, deep=50):
    """Each form shows the next one twice: a thousand million million times in all, or half a million with 19 forms."""
    last = form(pdf, "1 1 m 9 9 l S")
    for _ in range(deep):
        last = form(pdf, "q 2 w /F Do Q q 3 w /F Do Q", Resources=Dictionary(XObject=Dictionary(F=last)))
    add(pdf, "/F Do", XObject={"/F": last})


def nonsense(pdf):
    page = pdf.pages[2].obj
    page.Contents = pdf.make_stream(b"1 0 cm /X Do (a) w /P scn Q Q 5 Tr /F Tf sh [ [ <<")
    page.Resources = Dictionary(XObject=Array([]), Font=5, ExtGState=Name.X)
    page.Annots = Array([5, Dictionary()])
    pdf.Root.PageLabels = Array([])
    pdf.Root.OCProperties = 5
    pdf.Root.Names = String("a")


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        (bomb, "warning PNP580 page 3 (b front): a stream is too large to be read"),
        (shows_itself, "error PNP585 page 3 (b front): a line has no width: each device draws it as thin as it can"),
        (too_large, "warning PNP580 page 3 (b front): the ink of a picture of 60000 × 60000 pixels could not be measured"),
        (chain, "warning PNP580 page 3 (b front): forms are nested too deeply to be read"),
        (nonsense, "warning PNP580 page 3: an instruction cannot be read"),
        (lambda pdf: pdf.pages[2].obj.__setitem__("/Contents", pdf.make_stream(b"q " * 1_100_000)), "warning PNP580 page 3 (b front): there is too much in a stream to be read"),
    ],
)  # fmt: skip
def test_a_hostile_file_is_read_as_far_as_it_can_be(spoil, change, finding):
    assert finding in spoil(change, force_version="1.6", compress_streams=False)


@pytest.mark.processes
def test_a_page_that_takes_too_long_is_told_in_a_line(spoil, monkeypatch):
    monkeypatch.setattr("pnp.preflight.pdf_faults.LIMITS", TaskLimits(seconds=1, bytes=1_000_000_000))
    assert spoil(lambda pdf: chain(pdf, 19)) == ["error PNP580 page 3 of 4 takes more than 1 s of CPU time"]


def test_pages_that_there_is_no_time_for_are_named(tmp_path, made, monkeypatch):
    path = tmp_path / "food.pdf"
    path.write_bytes(made)
    clock = SimpleNamespace(process_time=itertools.count(0, 5).__next__)
    monkeypatch.setattr("pnp.preflight.pdf_faults.time", clock)
    result = preflight_file(path, USUAL)
    (found,) = result.diagnostics
    assert found.message == f"{path}: page 3 and those after it were not looked at: the others took 6 s"
    assert (found.severity, found.code) == ("error", "PNP580")
    assert result.summary[0].startswith(f"{path}: 4 pages, 2 of them looked at, ")


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b"GIF89a" * 99])
def test_what_is_no_pdf_is_told(tmp_path, content):
    path = tmp_path / "food.pdf"
    path.write_bytes(content)
    (found,) = preflight_file(path).diagnostics
    assert (found.code, found.message.startswith(f"{path}: it cannot be read as a PDF")) == ("PNP580", True)
    with pytest.raises(CannotUse, match="there is no file"):
        preflight_file(tmp_path / "none.pdf")


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_file_has_findings_and_no_accidents(tmp_path, made, seed):
    content = bytearray(made)
    for number in range(40):
        content[(seed * 7919 + number * 104729) % len(content)] = (seed * 31 + number) % 256
    path = tmp_path / "food.pdf"
    path.write_bytes(content)
    assert preflight_file(path).summary


def test_the_fullest_place_of_a_picture():
    inks = Image.new("CMYK", (40, 40), (51, 0, 0, 0))
    inks.paste((255, 255, 255, 102), (10, 10, 14, 14))
    inks.putpixel((1, 1), (255, 255, 255, 255))  # a speck
    assert fullest(inks) == pytest.approx(3.4, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ingeniators", "ryb", "yes_broccoli", "yoggity", "yogire"])
def test_a_game_has_no_findings(game, tmp_path):
    options = pnp.ExportOptions(out=tmp_path)
    (result,) = pnp.export_games(pnp.open_project((game,)), "press", (game,), options)
    files = sorted(result.folder.glob("*.pdf"))
    found = [each.message for file in files for each in pnp.preflight_file(file).diagnostics]
    assert (len(files), found) == (result.files - 1, [])
