import os
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from workbench import CARD, a_component, a_game, a_piece, font, fonts, sources, spot

from pnp.convert.engines import engine
from pnp.render.faces import render
from pnp.templates.context import RenderContext
from pnp.typesetting import font_validation
from pnp.typesetting.font_validation import ENDED, faults_of
from pnp.typesetting.fonts import FontFile, Style, font_book
from tests.fuzz.font_files import collection, font_of, name_table, small_font, tables_of, woff


def called(name):
    return font_of(tables_of(small_font()) | {b"name": name_table({1: name, 2: "Regular"})})


def test_a_family_a_weight_and_a_slant_are_one_file():
    assert font(600, italic=True).path.name == "SourceSansPro-SemiboldIt.ttf"
    assert fonts().find("Source Sans Pro", Style(650)) is None
    assert fonts().find("Manrope", Style(400, italic=True)) is None


def test_characters_without_a_glyph_are_named_once_and_blanks_are_not():
    assert font().missing("a ☃ b ☃ 漢\u00a0\n") == "☃漢"


def test_the_projects_own_font_wins(tmp_path):
    mine = tmp_path / "Mine.ttf"
    mine.write_bytes(font(700).path.read_bytes())
    found = font_book(tmp_path).find("Source Sans Pro", Style(700))
    assert found is not None
    assert found.path == mine


def test_the_hint_for_a_family_says_what_is_near_or_all_there_are():
    assert fonts().explain("Source Sans", Style())[1] == "did you mean Source Sans Pro? more go into fonts/"
    known = ", ".join(fonts().families)
    assert fonts().explain("Comic", Style())[1] == f"the fonts are {known}; more go into fonts/"


def test_the_hint_for_a_glyph_lists_the_families_that_have_it():
    message, hint = fonts().explain_glyphs(["Fredoka One"], "Ω")
    assert message == 'the font "Fredoka One" has no glyph for "Ω" (U+03A9)'
    assert "or a font that has it: " in hint
    assert "Source Sans Pro" in hint
    assert (
        fonts().explain_glyphs(["Manrope"], "\ue000")[1]
        == "use another character, or add a font to fonts/ that has it"
    )


@pytest.fixture
def variable(tmp_path, monkeypatch):
    """The fonts of a project with a variable one, Manrope from 200 to 800."""
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    (file,) = font(family="Manrope").file.parent.glob("*Variable*")
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Wide.ttf").write_bytes(file.read_bytes())
    return font_book(tmp_path / "fonts")


def test_the_file_of_one_weight_is_a_static_font_made_once(variable):
    made = variable.find("Manrope", Style(600)).path
    assert made.name == "Wide-600.ttf"
    static = FontFile(made)
    assert (static.family, static.style, static.variable) == ("Manrope", Style(600), False)
    assert static.width("Apple") == variable.find("Manrope", Style(600)).width("Apple")
    assert font_book(Path("no-such-folder")).find("Manrope", Style(600)).width("Apple") == pytest.approx(
        static.width("Apple"), abs=0.01
    )


HEAVY = """{% extends "base/card.svg.j2" %}
{% block body %}{{ line("HIHI", 10, 40, font="Manrope", size=40, weight=WEIGHT) }}{% endblock %}"""


def test_a_variable_font_is_printed_at_its_weight(variable, tmp_path):
    dark = {}
    for weight in (200, 800):
        files = {CARD: HEAVY.replace("WEIGHT", str(weight))}
        found = replace(sources(tmp_path / str(weight), files), fonts=variable)
        component = a_component(a_piece())
        done = render(component, RenderContext(a_game(component), found))
        assert done.diagnostics == ()
        pages = engine("typst").convert(list(done.deck.faces.values()), done.fonts)
        page = pypdfium2.PdfDocument(pages.chunks[0])
        dark[weight] = page[0].render(scale=2).to_pil().convert("L").point(lambda v: v < 128).histogram()[1]
        page.close()
    assert dark[800] > 2 * dark[200] > 0


@pytest.fixture
def damaged(tmp_path):
    """A font that opens, with its name and its widths, and cannot be cut down to some letters."""
    data = bytearray(font(700).path.read_bytes())
    entry = data.index(b"GSUB")
    table = int.from_bytes(data[entry + 8 : entry + 12])
    data[table : table + 40] = b"\xff" * 40
    path = tmp_path / "fonts" / "Damaged.otf"
    path.parent.mkdir()
    path.write_bytes(data)
    assert FontFile(path).width("Apple") > 1
    return path


def test_a_font_with_a_damaged_table_is_refused(damaged):
    book = font_book(damaged.parent)
    found = book.find("Source Sans Pro", Style(700))
    assert found is not None
    assert found.path != damaged
    assert book.refused == {damaged: "is damaged"}


def test_a_font_that_cannot_be_used_is_a_warning_with_the_files_name(damaged):
    found = replace(sources(damaged.parents[1], {}), fonts=font_book(damaged.parent))
    (finding,) = RenderContext(a_game(a_component()), found).unusable_fonts()
    assert (finding.code, finding.message, finding.severity) == (
        "PNP314",
        "Damaged.otf is damaged",
        "warning",
    )
    assert spot(finding) == "fonts/Damaged.otf:1"


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        (
            "All.ttc",
            collection([small_font("glyf"), small_font("CFF")]),
            "is a collection of fonts; save each as",
        ),
        ("Web.woff", woff(small_font("glyf")), "is a font for web pages; get it as a TTF or OTF file"),
        ("Web.woff2", b"wOF2", "is a font for web pages; get it as a TTF or OTF file"),
        ("old.pfb", b"%!PS-AdobeFont", "cannot be read as a font"),
        ("Empty.ttf", b"", "cannot be read as a font"),
        ("Named.ttf", called("a</style>"), "has a name that cannot be used"),
        ("Turned.ttf", called("a\u202eb"), "has a name that cannot be used"),
        ("OFL.txt", b"free", None),
        (".hidden", b"", None),
    ],
)
def test_what_lies_in_fonts_is_used_or_told(name, content, fault, tmp_path):
    path = tmp_path / "fonts" / name
    path.parent.mkdir()
    path.write_bytes(content)
    (said,) = font_book(path.parent).refused.values() or (None,)
    assert said == fault or said.startswith(fault)


def test_folders_and_links_that_lead_out_are_no_fonts(tmp_path):
    outside, folder = tmp_path / "outside.ttf", tmp_path / "project" / "fonts"
    outside.write_bytes(small_font())
    (folder / "Lato").mkdir(parents=True)
    (folder / "linked.ttf").symlink_to(outside)
    assert {path.name: why for path, why in font_book(folder).refused.items()} == {
        "Lato": "is a folder; put fonts directly into fonts/",
        "linked.ttf": "is a link that leads outside the project",
    }


def die_at_b(path):
    return os.abort() if path.name == "b.ttf" else ""


@pytest.mark.processes
def test_a_font_at_which_a_process_ends_is_at_fault_and_the_others_are_tried(tmp_path, monkeypatch):
    for name in ("a.ttf", "b.ttf", "c.ttf"):
        (tmp_path / name).write_bytes(small_font())
    monkeypatch.setattr(font_validation, "fault_of", die_at_b)
    monkeypatch.setattr(font_validation, "_name_of", lambda path: path.name)
    assert [path.name for path, why in faults_of([tmp_path]).items() if why == ENDED] == ["b.ttf"]


def test_a_font_written_over_while_it_is_in_use_goes_on_as_it_was(tmp_path):
    path = tmp_path / "mine.ttf"
    path.write_bytes(font().path.read_bytes())
    mine = FontFile(path)
    path.write_bytes(b"")  # a program that maps the file would end here
    assert mine.width("Apple") > 1
    assert len(mine.characters) > 100


def test_a_font_file_that_is_cut_short_is_refused(tmp_path):
    data = font_book(tmp_path).find("Lato", Style(400)).path.read_bytes()
    half = tmp_path / "Half.ttf"
    half.write_bytes(data[: len(data) // 2])  # the tables at its front are whole, most glyphs are missing
    book = font_book(tmp_path)
    assert book.refused == {half: "cannot be read as a font"}
    assert book.find("Lato", Style(400)).path != half
