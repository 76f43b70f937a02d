"""Colours made into the inks of a press: nothing stays RGB, what is gray is black alone, and shapes stay as they are."""

import base64
import io
from collections import Counter

import pikepdf
import pytest
from icc import cmyk_profile
from pikepdf import Name
from PIL import Image
from press_file import press_pdf
from tiny import FONT, face

from pnp.convert.engines import engine
from pnp.export.press_colours import InkColours, print_dark_text_in_black, read_condition
from pnp.export.press_pages import CardSide
from pnp.verify.page_contents import ContentReader


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
    dark, red = b"/c0 cs 0.1 0.15 0.3 scn", b"/c0 cs 0.8 0.1 0.1 scn"
    letters = b"BT /f0 9 Tf (a) Tj ET"
    inner = b"\n".join((dark, b"0 0 9 9 re f", dark, letters, red, letters))
    with pikepdf.Pdf.new() as pdf:
        form = pdf.make_stream(inner, Subtype=Name.Form)
        outer = pdf.make_stream(b"/F Do", Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form)))
        print_dark_text_in_black(outer)
        shown = form.read_bytes().split(b"\n")
    gray = 0.3 * 0.1 + 0.59 * 0.15 + 0.11 * 0.3
    assert float(shown[2].split()[0]) == pytest.approx(gray, abs=1e-3)
    assert shown[2].endswith(b" g")
    assert shown[:2] + shown[3:] == [dark, b"0 0 9 9 re f", letters, red, letters]
