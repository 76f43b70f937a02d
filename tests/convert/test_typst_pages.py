"""Faces as PDFs by typst, and by the second renderer."""

import importlib.util
import io
import re
import shutil
from pathlib import Path

import font_fredoka_one
import font_lato
import font_source_sans_pro
import pikepdf
import pypdfium2
import pytest
from PIL import ImageChops, ImageFilter

from pnp.convert import cairo_pages, typst_pages
from pnp.convert.engines import engine
from pnp.convert.typst_pages import FontAliases, pages
from pnp.model.errors import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.typesetting.fonts import FontFile

FONT = Path(font_fredoka_one.__file__).parent / "files" / "FredokaOne-Regular.ttf"


def face(key, width=20, height=30, inside="", *, fill="#ffffff"):
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}"><rect width="{width}" height="{height}" fill="{fill}"/>{inside}</svg>'
    )
    return Face(key, svg, Size(width, height), 0)


def sizes(pdf):
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return [
            tuple(round(float(edge) * 25.4 / 72, 3) for edge in page.mediabox[2:]) for page in opened.pages
        ]


def test_each_face_has_a_page_of_its_own_size_in_order():
    pages = engine().convert([face("one", 69, 94), face("two", 20, 30), face("three", 30, 20)], [])
    assert sizes(pages.chunks[0]) == [(69, 94), (20, 30), (30, 20)]
    assert pages.where == {"one": (0, 0), "two": (0, 1), "three": (0, 2)}


def test_only_the_given_font_files_are_there_and_each_is_embedded_once():
    text = '<text x="1" y="9" font-size="5" font-family="{}">Yes</text>'
    faces = [face("one", inside=text.format("Fredoka One")), face("two", inside=text.format("DejaVu Sans"))]
    pdf = typst_pages.pages(faces, [FONT])
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        fonts = [str(font.BaseFont) for font in opened.pages[0].resources.Font.values()]
    assert [name.partition("+")[2] for name in fonts] == ["FredokaOne-Regular"]
    with pypdfium2.PdfDocument(pdf) as document:
        assert document[0].get_textpage().get_text_bounded().strip() == "Yes"


def test_fonts_installed_on_the_machine_are_not_used(tmp_path, monkeypatch):
    for folder in (tmp_path / ".fonts", tmp_path / ".local" / "share" / "fonts"):
        folder.mkdir(parents=True)
        shutil.copy(FONT, folder)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / ".local" / "share"))
    text = '<text x="1" y="9" font-size="5" font-family="Fredoka One">Yes</text>'
    with pypdfium2.PdfDocument(typst_pages.pages([face("one", inside=text)], [])) as document:
        assert document[0].get_textpage().get_text_bounded().strip() == ""


def test_the_same_faces_give_the_same_bytes():
    faces = [face("one", fill="#123456"), face("two", fill="#654321")]
    assert engine().convert(faces, [FONT]).chunks == engine().convert(faces, [FONT]).chunks


@pytest.mark.parametrize(
    ("svg", "reason"),
    [("<svg><g></svg>", "closing tag"), ('<html xmlns="http://www.w3.org/1999/xhtml"/>', "SVG")],
)
def test_a_drawing_that_cannot_be_rendered_is_named(svg, reason):
    bad = Face("bad-one", svg, Size(20, 30), 0)
    good = [face(str(number)) for number in range(7)]
    with pytest.raises(CannotRender) as refusal:
        engine().convert([*good[:5], bad, *good[5:]], [])
    assert refusal.value.face == "bad-one"
    assert "the drawing bad-one cannot be rendered: " in str(refusal.value)
    assert reason in str(refusal.value)


LATO = Path(font_lato.__file__).parent / "files"
SANS = Path(font_source_sans_pro.__file__).parent / "files"
ENDINGS = [
    *[
        "Thin",
        "Hairline",
        "Light",
        "Regular",
        "Book",
        "Medium",
        "Demi",
        "Bold",
        "Black",
        "Heavy",
        "Ultra",
        "Condensed",
        "Cond",
        "Narrow",
        "Compressed",
    ],
    *["Extended", "Expanded", "Italic", "Oblique", "Display"],
    *("Extra Light", "SemiBold Condensed"),
]


def drawn(texts, fonts):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="99mm" viewBox="0 0 90 99">{texts}</svg>'
    pdf = pages([Face("face", svg, Size(90, 99), 0)], fonts)
    with pikepdf.open(io.BytesIO(pdf)) as opened, pypdfium2.PdfDocument(pdf) as document:
        names = {str(font.BaseFont).partition("+")[2] for font in opened.pages[0].resources.Font.values()}
        return document[0].get_textpage().get_text_range().split("\r\n"), names


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_family_may_end_in_a_word_for_a_style(ending, tmp_path):
    font = tmp_path / "font.ttf"
    font.write_bytes(FontFile(LATO / "Lato-Regular.ttf").renamed(f"Archivo {ending}"))
    text = f'<text x="9" y="9" font-size="5" font-family="Archivo {ending}">Ham 42</text>'
    assert drawn(text, [font]) == (["Ham 42"], {"Lato-Regular"})


@pytest.mark.parametrize("postscript", ["Arial-Black", "NotoSans-DisplayBlackItalic", "NewCMMono10-Regular"])
def test_a_font_may_have_a_name_that_the_renderer_knows_for_another_family(postscript, tmp_path):
    font = tmp_path / "font.ttf"
    font.write_bytes(FontFile(LATO / "Lato-Regular.ttf").renamed("Mine", postscript))
    assert drawn('<text x="9" y="9" font-size="5" font-family="Mine">Ham</text>', [font])[0] == ["Ham"]


def test_a_weight_between_the_hundreds_is_that_weight():
    text = '<text x="9" y="9" font-size="5" font-family="Lato" font-weight="{}">Ham</text>'
    fonts = [LATO / "Lato-Regular.ttf", LATO / "Lato-Thin.ttf"]
    assert FontFile(fonts[1]).style.weight == 250
    assert drawn(text.format(250), fonts)[1] == {"Lato-Hairline"}
    assert drawn(text.format(400), fonts)[1] == {"Lato-Regular"}


def test_what_is_said_around_a_text_and_in_its_style_holds():
    fonts = [LATO / f"Lato-{style}.ttf" for style in ("Regular", "Bold", "BoldItalic")]
    text = (
        '<g font-family="Lato, serif" style="font-weight:bold"><text x="9" y="9" font-size="5">A'
        '<tspan style="fill:#ff0000;font-style:italic">B</tspan></text></g>'
        '<text x="9" y="19" font-size="5" style="font-family:\'Lato\'">C</text>'
    )
    assert drawn(text, fonts) == (["A", "B", "C"], {"Lato-Bold", "Lato-BoldItalic", "Lato-Regular"})


def test_all_of_a_family_is_one_where_typst_chooses(tmp_path):
    fonts = [*sorted(SANS.glob("*.ttf"))[:4], LATO / "Lato-Regular.ttf"]
    aliases = FontAliases(fonts, tmp_path, whole_families=True)
    named = {aliases.of_family(family) for family in ("Lato", "Source Sans Pro")}
    assert set(aliases.fonts.families()) == named
    assert all(re.fullmatch("pnpf[0-9]+", name) for name in named)
    assert aliases.of_family("Nobody") == "Nobody"


DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" width="24mm" height="34mm" viewBox="-2 -2 24 34">
<defs><linearGradient id="g"><stop stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/></linearGradient></defs>
<rect x="-2" y="-2" width="24" height="34" fill="url(#g)"/><circle cx="10" cy="10" r="6" fill="#ffff00" fill-opacity=".5"/>
<path d="M2 20Q10 14 18 20" fill="none" stroke="#ffffff"/><text x="4" y="28" font-family="Fredoka One" font-size="5">HIE</text>
</svg>"""
installed = pytest.mark.skipif(
    importlib.util.find_spec("cairosvg") is None, reason="the extra is not installed"
)


def cairo_face(svg):
    return Face("the-face", svg, Size(20, 30), 2)


def test_without_cairosvg_the_refusal_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(CannotRender) as refusal:
        cairo_pages.pages([cairo_face(DRAWING)], [])
    assert "not installed" in str(refusal.value)
    assert 'pip install "pnp-cards[cairo]"' in refusal.value.hint


@installed
def test_both_renderers_draw_the_same_picture():
    def drawn(pages):
        with pypdfium2.PdfDocument(pages.chunks[0]) as document:
            return document[1].render(scale=2).to_pil().convert("RGB").filter(ImageFilter.BoxBlur(2))

    faces = [cairo_face(DRAWING.replace("HIE", "no")), cairo_face(DRAWING)]
    one, other = (drawn(engine(name).convert(faces, [FONT])) for name in ("typst", "cairo"))
    assert max(band[1] for band in ImageChops.difference(one, other).crop((4, 4, 130, 180)).getextrema()) < 60


@installed
def test_a_drawing_cairo_cannot_read_is_named():
    with pytest.raises(CannotRender) as refusal:
        cairo_pages.pages([cairo_face(DRAWING), Face("bad-one", "<svg><g></svg>", Size(20, 30), 2)], [])
    assert refusal.value.face == "bad-one"
    assert "the drawing bad-one cannot be rendered by cairo" in str(refusal.value)
