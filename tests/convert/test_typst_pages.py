"""Faces become PDF pages of their own size, in order, with the given fonts only."""

import io
import shutil
from pathlib import Path

import font_fredoka_one
import pikepdf
import pypdfium2
import pytest

from pnp.convert import typst_pages
from pnp.convert.engines import engine
from pnp.model.errors import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import Size

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
