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
import typst
from PIL import ImageChops, ImageFilter

from pnp.convert import cairo_pages, typst_pages
from pnp.convert.renderers import engine
from pnp.convert.trial_pages import lost_text
from pnp.convert.typst_pages import Document, FontAliases, document_pages, pages, without_plain_texts
from pnp.model.diagnostics import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.typesetting.fonts import FontFile, Style, font_book

FONT = Path(font_fredoka_one.__file__).parent / "files" / "FredokaOne-Regular.ttf"


def face(key, width=20, height=30, inside="", *, fill="#ffffff"):
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}"><rect width="{width}" height="{height}" fill="{fill}"/>{inside}</svg>'
    )
    return Face(key, svg, Size(width, height), 0)


def test_each_face_has_a_page_of_its_own_size_in_order():
    pages = engine().convert([face("one", 69, 94), face("two", 20, 30), face("three", 30, 20)], [])
    with pikepdf.open(io.BytesIO(pages.chunks[0])) as pdf:
        corners = [page.mediabox[2:] for page in pdf.pages]
        sizes = [tuple(round(float(edge) * 25.4 / 72, 3) for edge in corner) for corner in corners]
    assert sizes == [(69, 94), (20, 30), (30, 20)]
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
    *["Thin", "Hairline", "Light", "Regular", "Book", "Medium", "Demi", "Bold", "Black", "Heavy", "Ultra"],
    *["Condensed", "Cond", "Narrow", "Compressed", "Extended", "Expanded", "Italic", "Oblique", "Display"],
    "Extra Light",
    "SemiBold Condensed",
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
    assert (named := {*map(aliases.of_family, ("Lato", "Source Sans Pro"))}) == {*aliases.fonts.families()}
    assert all(re.fullmatch("pnpf[0-9]+", name) for name in named)
    assert aliases.of_family("Nobody") == "Nobody"


@pytest.mark.parametrize(
    ("found", "largest", "trials"),
    [
        ({"e": (4, 0.04)}, "e", 1),  # letters a size larger would not find room
        ({"e": (6, 0.08), "d": (6, 0.08), "c": (7, 0.9)}, "d", 3),
        ({"e": (3, 0.5), "f": (3, 0.6), "d": (4, 0.9), "c": (4, 0.1), "b": (5, 0.9)}, "c", 5),
        ({"e": (5, 0.9), "f": (4, 0.1)}, "f", 2),  # passages that break save a leaf
    ],
)
def test_letters_are_as_large_as_the_fewest_leaves_allow_and_few_are_tried(
    monkeypatch, found, largest, trials
):
    tried = []

    class Counted:
        def __init__(self, *given, real=typst.Compiler, **named):
            self.real = real(*given, **named)
            self.compile = self.real.compile

        def query(self, *given, **named):
            tried.append(given)
            return self.real.query(*given, **named)

    monkeypatch.setattr("typst.Compiler", Counted)
    source = b"""#let look = json("look.json")
#set document(title: look.name)
#set text(font: look.fonts.body)
#metadata(look.taken) <last-page>
Q"""
    looks = [{"fonts": {"body": ["Lato"]}, "name": name, "taken": found.get(name)} for name in "abcdef"]
    pdf = document_pages(Document(source, "", {}, [LATO / "Lato-Regular.ttf"]), looks, None)
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        assert (str(opened.docinfo.Title), len(tried)) == (largest, trials)


def test_a_page_does_not_get_the_font_of_a_document_that_was_set_before(tmp_path):
    fonts = [LATO / "Lato-Bold.ttf", LATO / "Lato-Regular.ttf"]
    source = b'#set document(title: "Q")\n#set text(font: json("look.json").fonts.body)\n*Qoph*'
    document_pages(Document(source, "", {}, fonts), [{"fonts": {"body": ["Lato"]}}], None)
    text = '<text x="2" y="9" font-size="5" font-family="Lato" font-weight="700">Qoph</text>'
    with pikepdf.open(io.BytesIO(pages([face("card", inside=text)], fonts[:1]))) as opened:
        (font,) = opened.pages[0].resources.Font.values()
        embedded = font.DescendantFonts[0].FontDescriptor.FontFile2.read_bytes()
    assert FontAliases(fonts[:1], tmp_path).of_family("Lato").encode("utf-16-be") in embedded


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


# Texts that are lost in pages: found, and set as shapes.


LATO_REGULAR = font_book().find("Lato", Style())
FONTS = {("Lato", Style()): LATO_REGULAR}
PAGE = Size(60, 30)
LOOK = 'font-family="Lato" font-size="4" fill="#204a87"'


def text(words="Ham", x=9, y=19, more=""):
    return f'<text x="{x}" y="{y}" {LOOK}{more}>{words}</text>'


def drawing(inside, about=""):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="30mm" viewBox="-3 -3 60 30"{about}>'
        f'<rect x="-3" y="-3" width="60" height="30" fill="#ffffff"/>{inside}</svg>'
    )


def lifted(svg):
    rest, texts = without_plain_texts(svg, PAGE, FONTS)
    assert rest.count("<text") + len(texts) == svg.count("<text")
    return [each.words for each in texts]


def page_and_words(svg):
    with pypdfium2.PdfDocument(
        typst_pages.pages([Face("face", svg, PAGE, 0)], [LATO_REGULAR.path])
    ) as document:
        assert len(document) == 1
        words = "".join(document[0].get_textpage().get_text_range().split())
        return document[0].render(scale=4).to_pil().convert("L"), words


BAR = '<rect x="9.5" y="13" width="20" height="9" fill="#fce94f"/>'
ABOVE = {
    "a rectangle": BAR,
    "a circle turned over it": '<circle cx="-12" cy="-16" r="4" transform="rotate(180)"/>',
    "a line that touches it": '<path d="M30 40L14 17" stroke="#000000"/>',
    "a wide line beside it": '<path d="M0 26H40" fill="none" stroke="#000000" stroke-width="14"/>',
    "a frame whose line crosses it": '<rect x="14" y="5" width="30" height="20" fill="none" stroke="#000000"/>',
    "a turned frame": '<path d="M9 5h9v20h-9Z" fill="none" stroke="#000000" transform="rotate(5)"/>',
    "a group": "<g><rect/></g>",
    "a copy": '<use href="#a"/>',
    "a picture": '<svg x="10" y="9" width="9" height="9" viewBox="0 0 1 1"></svg>',
    "what reaches beyond its box": '<svg x="30" y="9" width="9" height="9" overflow="visible"></svg>',
    "what nobody can measure": '<rect width="50%" height="9"/>',
    "a text that stays": text("Egg", x=12, more=' opacity="0.5"'),
}


@pytest.mark.parametrize("above", ABOVE.values(), ids=ABOVE)
def test_a_text_with_something_above_it_stays_where_it_is(above):
    assert lifted(drawing(text() + above)) == []
    assert lifted(drawing(f"{above}\n{text()}")) == ["Ham"]


def test_lines_of_a_text_stay_together():
    first, last = text("Ham and", y=9), text("Egg")
    assert lifted(drawing(first + last + BAR)) == []
    assert lifted(drawing(f"{first}\n{last}{BAR}")) == ["Ham and"]
    assert lifted(drawing(first + text("بيض"))) == []
    assert lifted(drawing(first + last)) == ["Ham and", "Egg"]


BESIDE = {
    "a frame around it": '<path d="M2 5h40q2 0 2 2v18h-42Z" fill="none" stroke="#000000"/>',
    "a box behind its last letter": '<rect x="23" y="13" width="20" height="9"/>',
    "an icon": '<use href="#a" x="30" y="12" width="6" height="6"/>',
    "a colour": '<linearGradient id="a"><stop offset="0"/></linearGradient>',
    "a shape below": '<path d="M0 24H40V27"/>',
}


@pytest.mark.parametrize("beside", BESIDE.values(), ids=BESIDE)
def test_a_text_with_something_beside_it_is_lifted(beside):
    assert lifted(drawing(text() + beside)) == ["Ham"]


@pytest.mark.parametrize(
    "svg",
    [
        drawing(text("مرحبا")),
        drawing(text("a\u0301b")),
        drawing(text("two  blanks")),
        drawing(text("part<tspan>s</tspan>")),
        drawing(text(more=' letter-spacing="1"')),
        drawing(text(more=' font-weight="700"')),
        drawing(f"<g>{text()}</g>"),
        drawing(f"<!-- x -->{text()}"),
        drawing(text(), ' font-style="italic"'),
        drawing(text()).replace("-3 -3 60 30", "0 0 600 300"),
    ],
)
def test_what_is_more_than_a_line_of_letters_stays(svg):
    assert lifted(svg) == []


WORDS = [
    "Affinity waffle AVATAR 10/7",
    'Say "no" \\ to #1 &amp; $x_1$ -- *now* &lt;b&gt;',
    "Čeština, Ελλάδα, Привет…",
]


@pytest.mark.parametrize("words", WORDS)
def test_a_lifted_text_looks_and_reads_as_it_does_in_the_drawing(words, monkeypatch):
    svg = drawing(BAR + text(words, x=-1) + '<rect x="0" y="25" width="9" height="1"/>')
    assert len(lifted(svg)) == 1
    picture, letters = page_and_words(svg)
    monkeypatch.setattr(typst_pages, "without_plain_texts", lambda svg, _page, _fonts: (svg, ()))
    before, letters_before = page_and_words(svg)
    assert letters == letters_before
    assert before.getextrema()[0] < 100
    assert ImageChops.difference(picture, before).getextrema()[1] < 80  # edges of letters, by a hair


TEXT = '<text x="9" y="19" font-size="6" font-family="Lato" {}>{}</text>'


def page_of(inside):
    svg = drawing(inside)
    return svg, typst_pages.pages([Face("face", svg, PAGE, 0)], [LATO_REGULAR.path])


def said(svg, pdf):
    with pypdfium2.PdfDocument(pdf) as document:
        return lost_text(document[0], svg, document[0].render(grayscale=True).to_pil())


HAM = TEXT.format("", "Ham 42")
SOUND = [
    HAM,
    TEXT.format('fill="#f7f7f7"', "pale"),
    TEXT.format('fill="none"', "found"),
    TEXT.format('fill="#ffffff" data-on-purpose="a watermark"', "white"),
    HAM + HAM,
    TEXT.format('stroke="#ff0000" stroke-width="0.3" paint-order="stroke"', "Outlined"),
]


@pytest.mark.parametrize("inside", SOUND)
def test_a_text_that_is_there_or_need_not_be_passes(inside):
    assert said(*page_of(inside)) == ""


PRINTED_IN_ITS_PLACE = {
    "another text": TEXT.format("", "Egg 17"),
    "nothing": "",
    "a word less": TEXT.format("", "Ham"),
    "a letter less": TEXT.format("", "Hm 42"),
    "a font that is not there": HAM.replace("Lato", "Nobody"),
    "a picture": '<rect x="9" y="9" width="20" height="9"/>',
    "hidden": TEXT.format('visibility="hidden"', "Ham 42"),
    "not displayed": TEXT.format('display="none"', "Ham 42"),
    "without paint": TEXT.format('fill="none"', "Ham 42"),
    "in white": TEXT.format('fill="#ffffff"', "Ham 42"),
    "nearly white": TEXT.format('fill="#fefefe"', "Ham 42"),
    "without opacity": TEXT.format('fill-opacity="0"', "Ham 42"),
    "in a group without opacity": f'<g opacity="0">{HAM}</g>',
    "below a rectangle": f'{HAM}<rect width="60" height="30" fill="#ffffff"/>',
    "below a coloured one": f'{HAM}<rect width="60" height="30" fill="#00aa00"/>',
    "off the page": HAM.replace('x="9"', 'x="900"'),
    "above the page": HAM.replace('y="19"', 'y="-99"'),
    "of no size": f'<g transform="scale(0.0001)">{HAM}</g>',
    "clipped away": f'<clipPath id="c"><rect x="50" y="1" width="1" height="1"/></clipPath><g clip-path="url(#c)">{HAM}</g>',
    "as letters of another script": TEXT.format("", "Нам 42"),
}


@pytest.mark.parametrize("place", PRINTED_IN_ITS_PLACE)
def test_a_text_that_is_not_there_is_told(place):
    svg, _ = page_of(HAM)
    _, pdf = page_of(PRINTED_IN_ITS_PLACE[place])
    assert said(svg, pdf).startswith('"Ham 42" ')


def test_text_in_rendering_mode_3_is_told():
    svg, pdf = page_of(HAM)
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        for each in opened.objects:
            if isinstance(each, pikepdf.Stream) and b"BT" in (content := each.read_bytes()):
                each.write(re.sub(rb"\d Tr\b", b"3 Tr", content.replace(b"BT", b"BT 3 Tr")))
        opened.save(out)
    assert said(svg, out.getvalue()) == '"Ham 42" leaves no ink on its page'
