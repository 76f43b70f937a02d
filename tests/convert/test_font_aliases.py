"""Fonts of any name print: what typst makes of the name of a family does not matter."""

import io
import re
from pathlib import Path

import font_lato
import font_source_sans_pro
import pikepdf
import pypdfium2
import pytest

from pnp.convert.typst_pages import FontAliases, pages
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.typesetting.fonts import FontFile

LATO = Path(font_lato.__file__).parent / "files"
SANS = Path(font_source_sans_pro.__file__).parent / "files"
ENDINGS = [
    *(
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
        "Extra Light",
    ),
    *(
        "Condensed",
        "Cond",
        "Narrow",
        "Compressed",
        "Extended",
        "Expanded",
        "Italic",
        "Oblique",
        "Display",
        "SemiBold Condensed",
    ),
]


def drawn(texts, fonts):
    """What the page of a drawing says, and the fonts that it uses."""
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
