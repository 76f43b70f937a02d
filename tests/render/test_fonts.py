"""Fonts: which there are, which is chosen, and emoji."""

import io
import os
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from workbench import (
    CARD,
    DOT,
    a_component,
    a_game,
    a_piece,
    drawn,
    font,
    fonts,
    pixels,
    sources,
    spot,
    svg_of,
    the_finding,
)

from pnp.convert.renderers import engine
from pnp.render.faces import render
from pnp.templates.context import RenderContext
from pnp.typesetting import fonts as font_files_of
from pnp.typesetting.font_choice import boldest_weights, choose_fonts
from pnp.typesetting.fonts import ENDED, FontFile, Style, faults_of, font_book
from pnp.typesetting.markup import Icon, emoji_in, parse, with_pictures
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


def test_a_font_with_a_damaged_table_is_refused_with_a_warning(tmp_path):
    data = bytearray(font(700).path.read_bytes())
    entry = data.index(b"GSUB")
    table = int.from_bytes(data[entry + 8 : entry + 12])
    data[table : table + 40] = b"\xff" * 40
    path = tmp_path / "fonts" / "Damaged.otf"
    path.parent.mkdir()
    path.write_bytes(data)
    assert FontFile(path).width("Apple") > 1
    book = font_book(path.parent)
    assert book.find("Source Sans Pro", Style(700)).path != path
    assert book.refused == {path: "is damaged"}
    (finding,) = RenderContext(
        a_game(a_component()), replace(sources(tmp_path, {}), fonts=book)
    ).unusable_fonts()
    said = (finding.code, finding.message, finding.severity, spot(finding))
    assert said == ("PNP314", "Damaged.otf is damaged", "warning", "fonts/Damaged.otf:1")


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
    monkeypatch.setattr(font_files_of, "fault_of", die_at_b)
    monkeypatch.setattr(font_files_of, "_trial_name", lambda path: path.name)
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
    half.unlink()
    assert font_book(tmp_path).digest != book.digest, "the words about a missing font name the file"


def shown(chosen) -> str:
    files = chosen.files
    names = [(run.text, files[run.bold, run.italic, run.style.font]) for line in chosen.lines for run in line]
    return " ".join(
        f"{font.family}{f'-{font.style}' * (font.style != Style())}({text})" for text, font in names
    )


def told(chosen) -> list[str]:
    return [f"{fault.code} {fault.message}" for fault in chosen.faults]


@pytest.mark.parametrize(
    ("text", "families", "weight", "letters", "faults"),
    [
        ("Ares Άρης!", "Fredoka One, Source Sans Pro", 400, "Fredoka One(Ares ) Source Sans Pro(Άρης) Fredoka One(!)", []),
        ("↯", "Fredoka One, Source Sans Pro", 400, None, ['PNP307 the fonts "Fredoka One" and "Source Sans Pro" have no glyph for "↯" (U+21AF)']),
        ("Pay **two**", "Fredoka One", 400, "Fredoka One(Pay ) Fredoka One(two)", ['PNP420 the font "Fredoka One" has no bold; its 400 is used']),
        ("a", "Fredoka One", 700, None, ['PNP306 the font "Fredoka One" has no style 700']),
        ("a", "Lato, Sorce Sans Pro", 400, "Lato(a)", ['PNP306 there is no font "Sorce Sans Pro"']),
    ],
)  # fmt: skip
def test_each_letter_is_in_the_first_family_that_has_it_and_what_none_has_is_told(
    text, families, weight, letters, faults
):
    first, *others = families.split(", ")
    game = a_game(a_component(), fonts={"body": first}, fallback_fonts={"body": tuple(others)})
    chosen = choose_fonts(parse(text), game, fonts(), "body", Style(weight))
    assert told(chosen) == faults
    assert letters is None or shown(chosen) == letters


def test_what_a_font_lacks_is_said_once_of_game_yaml(tmp_path):
    found = drawn(
        tmp_path,
        '{{ fit("**a**", (5, 5, 50, 9)) }}\n{{ fit("**b**", (5, 25, 50, 9)) }}',
        fonts={"body": "Fredoka One"},
    )
    finding = the_finding(found)
    assert (finding.code, finding.severity, finding.place.file) == (
        "PNP420",
        "warning",
        "card_data/g/game.yaml",
    )


@pytest.mark.parametrize("font", ["body", "Fredoka One"])
def test_a_family_named_outright_has_the_same_ones_to_stand_in(tmp_path, font):
    found = drawn(
        tmp_path,
        f'{{{{ fit("aα", (5, 5, 50, 9), font="{font}") }}}}',
        fonts={"body": "Fredoka One"},
        fallback_fonts={"body": ("Source Sans Pro",)},
    )
    assert found.diagnostics == ()
    (face,) = found.deck.faces.values()
    assert ">a</text>" in face.svg
    assert 'font-family="Source Sans Pro" font-size="3.175" fill="#000000">α</text>' in face.svg


def test_the_boldest_weight_of_a_role_is_one_that_its_font_has():
    game = a_game(a_component(), fonts={"title": "Fredoka One"})
    assert boldest_weights(game, fonts()) == {"title": 400, "body": 700}


GRIN, THUMB, FAMILY, JAPAN = (
    "\U0001f600",
    "\U0001f44d\U0001f3fd",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f1ef\U0001f1f5",
)
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
BASE = "templates/base/emoji"


def emoji_shown(text: str) -> str:
    (line,) = with_pictures(parse(text), lambda _: True)
    return "".join(f"[{run.name}]" if isinstance(run, Icon) else run.text for run in line)


def test_what_belongs_together_is_one_picture():
    assert emoji_shown(f"a{GRIN}{GRIN} b") == "a[emoji/1f600][emoji/1f600] b"
    assert emoji_shown(THUMB) == "[emoji/1f44d-1f3fd]"
    assert emoji_shown(FAMILY) == "[emoji/1f468-200d-1f469-200d-1f467]"
    assert emoji_shown(JAPAN + JAPAN) == "[emoji/1f1ef-1f1f5][emoji/1f1ef-1f1f5]"
    assert emoji_in(ENGLAND) == [ENGLAND]
    assert emoji_shown("1\ufe0f\u20e3") == "[emoji/31-fe0f-20e3]"


@pytest.mark.parametrize("name", ["1f600.svg", "1F600.svg", "emoji_u1f600.svg"])
def test_an_emoji_with_a_picture_is_drawn_with_it(tmp_path, name):
    face = svg_of(
        drawn(tmp_path, f'{{{{ fit("Yes {GRIN}", (5, 5, 50, 9)) }}}}', files={f"{BASE}/{name}": DOT})
    )
    assert ">Yes</text><use " in face
    assert "<circle" in face


def test_an_emoji_without_a_picture_says_where_to_put_one(tmp_path):
    finding = the_finding(drawn(tmp_path, '{{ fit("Yes \U0001faea", (5, 5, 50, 9)) }}'))
    assert finding.code == "PNP307"
    assert "put a picture of the emoji in templates/base/emoji/1faea.svg (or .png)" in finding.hint


def test_an_icon_may_be_a_png(tmp_path):
    png = io.BytesIO()
    Image.new("RGB", (64, 64), "#0000ff").save(png, "PNG")
    found = drawn(
        tmp_path,
        '{{ fit("{cloud}", (10, 10, 40, 40), size=40) }}',
        files={"templates/g/icons/cloud.png": png.getvalue()},
    )
    svg_of(found)
    (face,) = found.deck.faces.values()
    colours = pixels(face, dots_per_mm=1).getcolors(10_000)
    blue = sum(count for count, (red, _, blue) in colours if blue > 200 and red < 50)
    assert 150 < blue < 250  # a square of 13.4 mm


def test_signs_that_are_letters_unless_told_stay_letters():
    assert emoji_shown("★ → ♥ © 3 #") == "★ → ♥ © 3 #"
    assert emoji_shown("\u2764\ufe0f ♥\ufe0f") == "[emoji/2764-fe0f] [emoji/2665-fe0f]"
