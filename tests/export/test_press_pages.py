"""PDF for a press: every rule of PDF/X-4 that a file of ours can break, the boxes, and the cut lines as spot colours."""

import base64
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest
from icc import cmyk_profile
from pikepdf import Name
from PIL import Image
from press_file import press_pdf
from tiny import BLEED, FACES, FONT, component, face

from pnp.convert.renderers import engine
from pnp.export.press_colours import (
    InkColours,
    condition_of,
    print_dark_text_in_black,
    print_gray_in_black,
    read_condition,
    rgb_condition,
)
from pnp.export.press_pages import CardSide
from pnp.load.kinds import KINDS
from pnp.load.kinds.dice import die_net
from pnp.model.diagnostics import CannotUse
from pnp.model.geometry import Size, circle
from pnp.verify.page_contents import ContentReader

PT = 72 / 25.4


@pytest.fixture(scope="module", params=["RGB", "CMYK"])
def pdf(request) -> Iterator[pikepdf.Pdf]:
    look = "opacity:0.5" if request.param == "RGB" else "mix-blend-mode:multiply"
    veil = face("a", more=f'<rect x="4" y="4" width="9" height="9" fill="#00f" style="{look}"/>')
    converted = engine().convert((*FACES.values(), veil), [FONT])
    condition = read_condition(cmyk_profile()) if request.param == "CMYK" else rgb_condition()
    sides = [CardSide("a", veil.key), CardSide("b", FACES["b"].key), CardSide("b", FACES["W"].key, 0, "back")]
    with pikepdf.open(io.BytesIO(press_pdf(condition=condition, converted=converted, sides=sides))) as opened:
        yield opened


def everything(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    found, waiting = [], list(pdf.objects)
    while waiting:
        each = waiting.pop()
        if isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
            found.append(each)
            waiting += [each[key] for key in each.keys() if not getattr(each[key], "is_indirect", False)]  # noqa: SIM118
        elif isinstance(each, pikepdf.Array):
            waiting += [one for one in each if not getattr(one, "is_indirect", False)]
    return found


def spots_are_separations_on_layers(pdf):
    states = [each for each in everything(pdf) if each.get("/OP") is True]
    layers = [str(each.Name) for each in pdf.Root.OCProperties.OCGs]
    spaces = {repr(each) for page in pdf.pages for each in page.Resources.ColorSpace.values()}
    return (
        layers == ["Artwork", "CutContour"]
        and all(state.op is True and state.OPM == 1 for state in states)
        and len(states) == len(spaces) == 1
        and "/Separation" in spaces.pop()
    )


def blends_in_known_colours(pdf):
    groups = [page.obj.get("/Group") for page in pdf.pages]
    space = groups[0].CS
    known = space == Name.DeviceCMYK if intended(pdf) == 4 else space[0] == Name.ICCBased
    return known and groups[1:] == [None, None]


def intended(pdf):
    return pdf.Root.OutputIntents[0].DestOutputProfile.N


def gray_is_black_ink(pdf):
    """Where inks are known; else black would be mixed of all of them, and small text blurred."""
    gray = {
        space == Name.DeviceGray
        for each in everything(pdf)
        if each.get("/Subtype") == Name.Form
        for space in each.get("/Resources", {}).get("/ColorSpace", {}).values()
        if isinstance(space, pikepdf.Name) or space[1].N == 1
    }
    return gray == {intended(pdf) == 4}


NAMES = ("TR", "TR2", "HTP", "OPI", "JS", "JavaScript", "AA", "OpenAction", "Annots", "AS", "PS")
FORBIDDEN = {f"/{name}" for name in NAMES}
REQUIREMENTS = {
    "blends in known colours": blends_in_known_colours,
    "prints black in black": gray_is_black_ink,
    "has nothing forbidden": lambda pdf: not [key for each in everything(pdf) for key in FORBIDDEN & set(each.keys())],
    "has cut lines as a spot colour": spots_are_separations_on_layers,
    "has no filters that are out": lambda pdf: not [each for each in everything(pdf) if "LZW" in str(each.get("/Filter"))],
}  # fmt: skip
"""What ISO 15930-7 asks for and `pnp preflight` does not look at, which finds nothing in such files (tests/preflight)."""


@pytest.mark.parametrize("requirement", REQUIREMENTS)
def test_a_press_file_is_pdf_x_4(pdf, requirement):
    assert REQUIREMENTS[requirement](pdf)


def test_the_trim_is_the_card_and_three_mm_of_bleed_are_around_it():
    with pikepdf.open(io.BytesIO(press_pdf())) as pdf:
        for page in pdf.pages:
            edges = [float(edge) / PT for edge in (*page.MediaBox, *page.TrimBox)]
            assert edges == pytest.approx([0, 0, 26, 36, 3, 3, 23, 33], abs=1e-4)
        labels = pikepdf.NumberTree(pdf.Root.PageLabels)
        assert [str(labels[n].P) for n in range(4)] == ["a front", "a back", "b front", "b back"]
    assert BLEED < 3
    with pypdfium2.PdfDocument(press_pdf()) as document:
        picture = document[2].render(scale=4).to_pil().convert("RGB")
    corners = {picture.getpixel((x, y)) for x in (1, picture.width - 2) for y in (1, picture.height - 2)}
    assert corners == {(0x00, 0xA0, 0x00)}  # what is at the edge of the drawing goes on


@pytest.mark.parametrize(
    ("shape", "curves"),
    [
        (replace(component(), corner=3), 4),
        (replace(component(), kind=KINDS["discs"], outline=circle(20), size=Size(20, 20)), 4),
        (component(), 4),  # corners of 1 mm
        (replace(component(), corner=0), 0),
    ],
)
def test_the_cut_line_is_the_outline(shape, curves):
    content = press_pdf(shape, page=Size(shape.size.width + 6, shape.size.height + 6))
    with pikepdf.open(io.BytesIO(content)) as pdf:
        lines = bytes(pdf.pages[0].Contents[1].read_bytes()).decode()
    path = re.search(r"0\.25 w\n(.*) S", lines)[1]
    points = [tuple(float(e) / PT for e in pair) for pair in re.findall(r"([-\d.]+) ([-\d.]+) [mlc]", path)]
    assert (path.count(" c"), path[-1]) == (curves, "h")
    assert (min(x for x, _ in points), max(x for x, _ in points)) == pytest.approx(
        (3, 3 + shape.size.width), abs=1e-3
    )
    assert (min(y for _, y in points), max(y for _, y in points)) == pytest.approx(
        (3, 3 + shape.size.height), abs=1e-3
    )


def test_folds_are_a_spot_colour_of_their_own():
    net = die_net("d6", 6)
    die = replace(component(), kind=KINDS["dice"], net=net, size=net.size)
    content = press_pdf(die, page=Size(net.size.width + 6, net.size.height + 6))
    with pikepdf.open(io.BytesIO(content)) as pdf:
        lines = bytes(pdf.pages[0].Contents[1].read_bytes()).decode()
        names = [str(each.Name) for each in pdf.Root.OCProperties.OCGs]
    crease, _, cut = lines.partition("EMC")
    assert names == ["Artwork", "Crease", "CutContour"]
    assert (crease.count(" S\n"), cut.count(" S\n")) == (len(net.folds), 1)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"GIF89a", "is not an ICC profile"),
        (cmyk_profile(kind=b"mntr"), "is the profile of a screen, not of a printing condition"),
        (cmyk_profile()[:300], "is a damaged ICC profile"),
        (cmyk_profile().replace(b"CMYK", b"HSV ", 1), "is for HSV, not for gray, RGB or CMYK"),
    ],
)
def test_a_profile_that_is_none_of_a_press_is_told(tmp_path, content, said):
    path = tmp_path / "some.icc"
    path.write_bytes(content)
    with pytest.raises(CannotUse, match=re.escape(f"{path} {said}")):
        condition_of(path)
    with pytest.raises(CannotUse, match="cannot be read"):
        condition_of(tmp_path / "none.icc")


@pytest.mark.parametrize(
    ("title", "identifier"),
    [
        ("PSO Coated v3", "FOGRA51"),
        ("PSOuncoated_v3_FOGRA52", "FOGRA52"),
        ("ISO Coated v2 300% (ECI)", "FOGRA39"),
        ("PSO Uncoated ISO12647 (ECI)", "FOGRA47"),
        ("Our own paper", "Custom"),
    ],
)
def test_a_condition_has_its_name_in_the_registry(title, identifier):
    assert read_condition(cmyk_profile(title)).identifier == identifier


def test_lines_are_as_wide_as_a_press_can_print_however_small_they_were_made():
    thin = (
        '<g transform="scale(0.01)"><path d="M400 400H900" stroke="#000" stroke-width="2"/>'
        '<g transform="scale(50)"><path d="M8 12H18" stroke="#000"/></g></g>'
        '<g opacity="0.5"><path d="M4 8H9M5 9H9" stroke="#000" stroke-width=".03"/></g>'
    )
    drawn = face("a", more=thin)
    converted = engine().convert([drawn], [FONT])
    before = thinnest(converted.chunks[0])
    after = thinnest(press_pdf(converted=converted, sides=[CardSide("a", drawn.key)]))
    assert before == pytest.approx([0.057, 0.085, 1.417], abs=1e-3)
    assert after == pytest.approx([0.25, 1.417], abs=1e-3)


def thinnest(content: bytes) -> list[float]:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        page = pdf.pages[0]
        if isinstance(page.obj.Contents, pikepdf.Array):
            page.obj.Contents = page.obj.Contents[0]
        return sorted({round(width, 4) for width in ContentReader(pdf).page(page).lines})


# Colours made into the inks of a press: nothing stays RGB, what is gray is black alone, and shapes stay as they are.


def data_uri(picture: Image.Image) -> str:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"


COLOURFUL = f"""
<defs>
 <linearGradient id="l"><stop offset="0" stop-color="#f00"/><stop offset=".4" stop-color="#0f0"/><stop offset="1"/></linearGradient>
 <radialGradient id="r"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#000"/></radialGradient>
 <pattern id="p" width="1" height="1" patternUnits="userSpaceOnUse"><rect width=".5" height=".5" fill="#f80"/></pattern>
 <mask id="m"><rect width="20" height="30" fill="url(#r)"/></mask>
</defs>
<image x="1" y="5" width="4" height="4" href="{data_uri(Image.new("RGB", (90, 90), "#ff0000"))}"/>
<rect x="1" y="10" width="5" height="5" fill="url(#l)"/>
<rect x="7" y="10" width="5" height="5" fill="url(#p)" stroke="#2244aa"/>
<g opacity=".5"><rect x="13" y="10" width="5" height="5" fill="#0a0"/><rect x="14" y="11" width="2" height="2"/></g>
<rect x="1" y="18" width="5" height="5" fill="#f00" mask="url(#m)"/>
"""


@pytest.fixture(scope="module")
def files() -> tuple[pikepdf.Pdf, pikepdf.Pdf]:
    drawn = face("a", more=COLOURFUL)
    pages = engine().convert([drawn], [FONT])
    side, condition = [CardSide("a", drawn.key)], read_condition(cmyk_profile())
    made = (press_pdf(converted=pages, sides=side, condition=condition, cmyk=cmyk) for cmyk in (False, True))
    before, after = (pikepdf.open(io.BytesIO(each)) for each in made)
    return before, after


def streams(pdf):
    return [each for each in pdf.objects if isinstance(each, pikepdf.Stream)]


def shapes(pdf):
    forms = [each for each in streams(pdf) if "/BBox" in each]
    names = Counter(str(op.operator) for form in forms for op in pikepdf.parse_content_stream(form))
    return {name: count for name, count in names.items() if name not in ("cs", "CS", "scn", "SCN", "k", "K")}


def test_nothing_stays_rgb_and_shapes_stay_as_they_are(files):
    before, after = files
    assert "RGB" in ContentReader(before).page(before.pages[0]).spaces
    assert ContentReader(after).page(after.pages[0]).spaces == {"CMYK", "Gray"}
    assert shapes(after) == shapes(before)
    masks = {
        state.SMask.G.objgen
        for state in after.objects
        if isinstance(state, pikepdf.Dictionary) and "/G" in state.get("/SMask", {})
    }
    groups = [each.Group.CS for each in streams(after) if "/Group" in each and each.objgen not in masks]
    assert groups
    assert not [each for each in groups if isinstance(each, pikepdf.Array)]


def test_pictures_and_blends_have_the_inks_of_their_colours(files):
    _, after = files
    red = tuple(round(each * 255) for each in InkColours(cmyk_profile()).inks(1.0, 0.0, 0.0))
    (picture,) = [
        each for each in streams(after) if each.get("/ColorSpace") == Name.DeviceCMYK and "/Width" in each
    ]
    assert (set(zip(*[iter(picture.read_bytes())] * 4, strict=True)), picture.Width) == ({red}, 90)
    blends = [
        each
        for each in after.objects
        if isinstance(each, pikepdf.Dictionary) and each.get("/ShadingType") == 2
    ]
    ends = [
        tuple(round(float(each) * 255) for each in part.C0)
        for blend in blends
        for part in blend.Function.get("/Functions", [blend.Function])
    ]
    assert ends[0] == red


def test_gray_is_black_ink_alone():
    inks = InkColours(cmyk_profile())
    assert [inks.inks(level, level, level) for level in (0.0, 0.25, 1.0)] == [
        (0, 0, 0, 1),
        (0, 0, 0, 0.75),
        (0, 0, 0, 0),
    ]
    assert sum(inks.inks(0.5, 0.2, 0.1)[:3]) > 0


def test_dark_text_is_black_ink_alone_and_dark_areas_are_not():
    dark, red, pale = (
        b"/c0 cs %b scn" % parts for parts in (b"0.1 0.15 0.3", b"0.4 0.05 0.05", b"0.6 0.5 0.5")
    )
    letters = b"BT /f0 9 Tf (a) Tj ET"
    inner = b"\n".join((dark, b"0 0 9 9 re f", dark, letters, red, letters, pale, letters))
    with pikepdf.Pdf.new() as pdf:
        gray = pikepdf.Dictionary(c1=[Name.ICCBased, pdf.make_stream(b"", N=1)])
        form = pdf.make_stream(inner, Subtype=Name.Form, Resources=pikepdf.Dictionary(ColorSpace=gray))
        outer = pdf.make_stream(b"/F Do", Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form)))
        print_gray_in_black(outer)
        assert form.Resources.ColorSpace.c1 == Name.DeviceGray
        print_dark_text_in_black(outer)
        shown = form.read_bytes().split(b"\n")
    level = 0.3 * 0.1 + 0.59 * 0.15 + 0.11 * 0.3
    assert float(shown[2].split()[0]) == pytest.approx(level, abs=1e-3)
    assert shown[2].endswith(b" g")
    assert shown[:2] + shown[3:] == [dark, b"0 0 9 9 re f", letters, red, letters, pale, letters]
