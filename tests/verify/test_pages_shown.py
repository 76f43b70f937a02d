"""What is on a page is compared with what building again gives: cards, their bleed, marks, letters; how it is written is not."""

from functools import partial

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from tiny import FACES, FONT
from tiny_file import spoiled

from pnp.convert.renderers import engine
from pnp.model.face import Face
from pnp.verify.page_contents import ContentReader

CARD_A = "sheet 1 front, row 1 column 1: food/a differs from the current data"


@pytest.fixture
def pdf(tmp_path):
    return tmp_path / "food.pdf"


# What another honest program may do to a file.


def in_one_stream(whole, _):
    for page in whole.pages:
        page.contents_coalesce()


def _round(each):
    return round(each, 3) if not isinstance(each, pikepdf.Object) else each


def rounded(whole, _):
    for page in whole.pages:
        operations = [
            ([*map(_round, operands)], operator) for operands, operator in pikepdf.parse_content_stream(page)
        ]
        page.obj.Contents = whole.make_stream(pikepdf.unparse_content_stream(operations))


def other_names(whole, page):
    forms = page.resources.XObject
    page.obj.Resources = Dictionary(page.resources)
    renamed = {"/X" if name == "/C1" else name: form for name, form in forms.items()}
    page.obj.Resources.XObject = Dictionary(renamed)
    content = b"\n".join(each.read_bytes() for each in page.obj.Contents)
    page.obj.Contents = whole.make_stream(content.replace(b"/C1 Do", b"/X Do"))


def empty_notes_and_a_group(whole, _):
    for page in whole.pages:
        page.obj.Annots = Array([])
        page.obj.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)


def signed(whole, _):
    whole.docinfo["/Producer"] = "another program"
    with whole.open_metadata() as words:
        words["xmp:CreatorTool"] = "another program"


def saved(**how):
    return lambda *_: how


HONEST = {
    "nothing": saved(),
    "linearised": saved(linearize=True),
    "unpacked": saved(stream_decode_level=pikepdf.StreamDecodeLevel.generalized, compress_streams=False),
    "packed anew": saved(recompress_flate=True),
    "content normalised": saved(normalize_content=True),
    "in one stream": in_one_stream,
    "numbers rounded": rounded,
    "forms of other names": other_names,
    "a group for the page": empty_notes_and_a_group,
    "another program named": signed,
}


@pytest.mark.parametrize("change", HONEST.values(), ids=HONEST)
def test_a_file_that_another_program_saved_anew_is_as_it_was(pdf, change):
    assert spoiled(pdf, change) == []


# What is on a page and should not be, in whatever way it gets there.

OVER_A = b"1 g 40 140 20 20 re f"
"""A white square upon the card a."""


def append(content):
    return lambda _, page: page.contents_add(content)


def rewritten(old, new, stream=0):
    def change(whole, page):
        content = page.obj.Contents[stream].read_bytes()
        assert old in content
        page.obj.Contents[stream] = whole.make_stream(content.replace(old, new, 1))

    return change


def form_of(whole, content, box=(0, 0, 600, 600)):
    form = whole.make_stream(content, Type=Name.XObject, Subtype=Name.Form, BBox=Array(box))
    form.Resources = Dictionary()
    return form


def in_the_shared_marks(whole, page):
    marks = page.resources.XObject["/M"]
    marks.write(marks.read_bytes() + OVER_A)


def a_card_that_reaches_over_its_neighbour(whole, page):
    rewritten(b"/C2 Do Q", b"/C2 Do Q q 0 0 600 600 re W n 1 0 0 1 79 107 cm /C2 Do Q")(whole, page)
    form = page.resources.XObject["/C2"]
    form.BBox = Array([-100, 0, 68.0315, 96.378])
    form.write(form.read_bytes() + b" 1 g -40 20 20 20 re f")


def annotation(whole, page, printed=4):
    look = form_of(whole, b"1 g 0 0 20 20 re f", (0, 0, 20, 20))
    stamp = Dictionary(Type=Name.Annot, Subtype=Name.Stamp, Rect=[40, 140, 60, 160], F=printed)
    stamp.AP = Dictionary(N=look)
    page.obj.Annots = Array([whole.make_indirect(stamp)])


def giant_letters(whole, page):
    square = whole.make_stream(b"1000 0 d0 1 g -9999 -9999 19999 19999 re f")
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=[-9999, -9999, 9999, 9999],
        FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
        FirstChar=0,
        LastChar=255,
        Widths=[1000] * 256,
        CharProcs=Dictionary(a=square),
        Encoding=Dictionary(Type=Name.Encoding, Differences=[0, *[Name.a] * 256]),
    )
    marks = page.resources.XObject["/M"]
    marks.Resources.Font = Dictionary(dict.fromkeys(marks.Resources.Font, whole.make_indirect(font)))


def swapped(_, page):
    forms = page.resources.XObject
    forms["/C1"], forms["/C2"] = forms["/C2"], forms["/C1"]


def another_content(_, page):
    form = page.resources.XObject["/C1"]
    form.write(form.read_bytes() + b" 1 g 10 40 20 20 re f")


def a_form_that_lies(_, page):
    forms = page.resources.XObject
    other = forms["/C2"]
    other.PnpFace, forms["/C1"] = forms["/C1"].PnpFace, other


ON_A_CARD = {
    "after all": append(OVER_A),
    "a hairline": append(b"0 G 0.2835 w 40 150 m 70 150 l S"),
    "a dot of 199 red on 208": append(b".78 0 0 rg 30 130 1 1 re f"),
    "in between": rewritten(b"\nEMC\n", b"\n" + OVER_A + b"\nEMC\n"),
    "within the clip of the card": rewritten(b"/C1 Do Q", b"/C1 Do 1 g 10 30 20 20 re f Q"),
    "in the marks all pages share": in_the_shared_marks,
    "in the marks of one page": rewritten(b"q  Q", b"q " + OVER_A + b" Q", -1),
    "by a neighbour": a_card_that_reaches_over_its_neighbour,
    "as an annotation": annotation,
    "as a note on the screen alone": partial(annotation, printed=0),
    "the content of its form": another_content,
    "another card": swapped,
    "another card under its name": a_form_that_lies,
    "a smaller clip": rewritten(b" W n", b" W n 30 150 20 20 re W n"),
    "invisible layer by name": rewritten(b"/C1 Do Q\n", b"Q\n"),
    "a scale": rewritten(b"q ", b"q .9 0 0 .9 0 0 cm "),
}


@pytest.mark.parametrize("change", ON_A_CARD.values(), ids=ON_A_CARD)
def test_what_is_seen_on_a_card_is_told_by_its_name(pdf, change):
    told = spoiled(pdf, change)
    assert f"PNP556 {CARD_A}" in told or any("none of its" in each for each in told), told


def drawn(*, more="", old="", new=""):
    face = FACES["a"]
    svg = face.svg.replace(old, new).replace("</svg>", f"{more}</svg>") if old or more else face.svg
    spoilt = {**FACES, "a": Face(face.key, svg, face.trim, face.bleed)}
    return engine().convert(tuple(spoilt.values()), [FONT])


FAINT = {
    "a colour off by two steps": {"old": "#d00000", "new": "#d20000"},
    "a veil of 4 %": {"more": '<rect x="2" y="10" width="16" height="10" fill="#000" fill-opacity="0.04"/>'},
    "a small pale digit": {
        "more": '<text x="3" y="28" font-family="Fredoka One" font-size="2.4" fill="#bb3030">3</text>'
    },
    "the outer 0.6 mm": {"more": '<path d="M0.3 0V30" fill="none" stroke="#000" stroke-width="0.6"/>'},
    "an accent": {"old": "card-a", "new": "cárd-a"},
}


@pytest.mark.parametrize("change", FAINT.values(), ids=FAINT)
def test_what_is_faint_or_small_on_a_card_is_found(pdf, change):
    told = spoiled(pdf, lambda *_: None, drawn=drawn(**change))
    assert told[-1] == f"PNP556 {CARD_A}"


def test_a_small_letter_off_by_two_steps_is_found_by_its_colour(pdf):
    letters = '<text x="3" y="28" font-family="Fredoka One" font-size="2" fill="{}">ab</text>'
    clean = drawn(more=letters.format("#808084"))
    told = spoiled(pdf, lambda *_: None, drawn=drawn(more=letters.format("#808284")), pages=clean)
    assert told == ["PNP538 sheet 1 front: something is drawn in an unexpected colour (RGB 0.502 0.51 0.518)"]


def blank_bleed(whole, page):
    lines = page.obj.Contents[0].read_bytes().split(b"\n")
    lines[1] = b"q 28.3465 113.3858 56.6929 85.0394 re W n" + lines[1].split(b" W n")[1]
    page.obj.Contents[0] = whole.make_stream(b"\n".join(lines))


def unlabelled_card(whole, page):
    form = page.resources.XObject["/C1"]
    copy = whole.make_stream(form.read_bytes())
    for name in ("/Type", "/Subtype", "/BBox", "/Resources"):
        copy[name] = form[name]
    page.resources.XObject["/X"] = copy
    page.contents_add(b"q 150 30 45 70 re W n 1 0 0 1 140 22 cm /X Do Q")


def no_letters(_, page):
    marks = page.resources.XObject["/M"]
    marks.write(marks.read_bytes().replace(b" Tj", b" pop"))


BESIDE = {
    "blank bleed": (blank_bleed, "PNP531 sheet 1 front, row 1 column 1: the bleed or the edge of food/a"),
    "a card on a free place": (unlabelled_card, "PNP530 sheet 1 front: something at 52.9, 44.7 mm"),
    "a scribble": (append(b"0 G 1 w 210 150 m 221 170 l S"), "should not be there"),
    "no marks": (lambda _, page: page.resources.XObject["/M"].write(b""), "something at 0.9, 0.9 mm"),
    "no letters": (no_letters, "PNP530 sheet 1 front: something at "),
}


@pytest.mark.parametrize(("change", "said"), BESIDE.values(), ids=BESIDE)
def test_what_changes_beside_the_cards_is_told_with_its_place(pdf, change, said):
    told = spoiled(pdf, change)
    assert any(said in each for each in told), told
    assert {each.split()[0] for each in told} <= {"PNP530", "PNP531", "PNP538"}


# What no picture shows.


def face_fonts(page):
    return [
        font for form in page.resources.XObject.values() for font in form.Resources.get("/Font", {}).values()
    ]


def other_words(whole, page):
    for font in page.resources.Font.values():
        font.ToUnicode = whole.make_stream(
            b"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0041> endbfrange"
        )


def wider_letters(_, page):
    for font in face_fonts(page):
        if Name.DescendantFonts in font:
            font.DescendantFonts[0].W[-1] += 20  # of one letter


def invisible_words(_, page):
    name = next(iter(page.resources.Font)).encode()
    page.contents_add(b"BT 3 Tr %b 9 Tf 1 0 0 1 150 50 Tm (hello) Tj ET" % name)


def other_profile(whole, page):
    for form in page.resources.XObject.values():
        for space in form.get("/Resources", {}).get("/ColorSpace", {}).values():
            space[1].write(space[1].read_bytes().replace(b"CC0", b"cc0") + b"\0")


def state(**entries):
    def change(_, page):
        page.obj.Resources = Dictionary(page.resources)
        page.obj.Resources.ExtGState = Dictionary(G=Dictionary(**entries))
        page.contents_add(b"/G gs", prepend=True)

    return change


def layer(_, page):
    page.obj.Resources.Properties.Cards = page.resources.Properties.Marks


def unembedded(whole, page):
    for font in page.resources.Font.values():
        del font.FontDescriptor["/FontFile2"]


def key(holder, name, value=True):
    def change(whole, page):
        holder(whole, page)[name] = value

    return change


def face_form(_, page):
    return page.resources.XObject["/C1"]


def of_page(_, page):
    return page.obj


def empty(kind, operators, **about):
    def change(whole, page):
        thing = whole.make_stream(b"/N Do", Resources=Dictionary(page.resources), **about)
        thing.Resources[kind] = Dictionary({**thing.Resources.get(kind, {}), "/N": thing})
        page.obj.Resources = thing.Resources
        page.contents_add(operators)

    return change


UNSEEN = {
    "a form without end": (
        empty("/XObject", b"/N Do", Subtype=Name.Form, BBox=[0] * 4),
        "a form shows itself",
    ),
    "a damaged picture": (empty("/XObject", b"/N Do", Subtype=Name.Image, Width=7, Height=9), "7 x 9 pixels"),
    "tiles": (empty("/Pattern", b"/N scn 0 0 9 9 re f", PatternType=1, XStep=1, YStep=2), "tiles, 1 x 2 pt"),
    "words behind letters": (other_words, 'PNP530 sheet 1 front: the letters "'),
    "widths of letters": (wider_letters, "are not where they should be, or not as wide"),
    "a line 4 % wider": (append(b"0 G .296 w 230 5 m 230 9 l S"), "a line is 0.30 pt wide"),
    "invisible words": (invisible_words, 'the letters "hello" at '),
    "another profile": (other_profile, "PNP538 sheet 1 front: the page uses the colour profile "),
    "overprint": (state(OP=True, OPM=1), "PNP538 sheet 1 front: the page uses the state OP True"),
    "a transfer function": (state(TR=Name.Identity), "the page uses the state TR Identity"),
    "cards on the layer of marks": (layer, "content marked as OC Cards, the layer Marks"),
    "an alternative": (key(face_form, "/OPI", Dictionary()), "the page uses a form with OPI"),
    "a font not in the file": (unembedded, "PNP559 sheet 1 front: the font Lato-Regular is not embedded"),
    "letters that are squares": (giant_letters, "PNP556 sheet 1 front, row 2 column 1: food/d differs from"),
    "a note of its own": (key(of_page, "/PieceInfo", Dictionary()), "the page has /PieceInfo"),
    "a separation": (key(of_page, "/Group", Dictionary(CS=Name.DeviceCMYK)), "blends in colours other than"),
}


@pytest.mark.parametrize(("change", "said"), UNSEEN.values(), ids=UNSEEN)
def test_what_only_a_press_or_a_reader_sees_is_found(pdf, change, said):
    told = spoiled(pdf, change)
    assert any(said in each for each in told), told


def moved_by_a_hundredth_of_a_millimetre(_, page):
    page.obj.TrimBox = Array([float(edge) + 0.0283 for edge in page.trimbox.as_list()])


BOXES = {
    "trim box": moved_by_a_hundredth_of_a_millimetre,
    "crop box": key(of_page, "/CropBox", Array([0, 0, 60, 226.7717])),
    "turned": key(of_page, "/Rotate", 90),
    "scaled": key(of_page, "/UserUnit", 2),
    "turned with all pages": key(lambda whole, _: whole.Root.Pages, "/Rotate", 180),
}


@pytest.mark.parametrize("change", BOXES.values(), ids=BOXES)
def test_a_page_that_is_turned_scaled_or_cropped_is_found(pdf, change):
    assert any(each.startswith("PNP551 sheet 1 front: the ") for each in spoiled(pdf, change))


def test_a_page_more_or_less_than_building_gives_is_told(pdf):
    def drop(whole, _):
        del whole.pages[1]

    assert "PNP530 the file has 1 pages, a fresh build has 2" in spoiled(pdf, drop)


def test_other_words_for_a_picture_are_found():
    with pikepdf.new() as pdf:
        one, other = pages = [pdf.add_blank_page() for _ in "ab"]
        one.contents_add(b"/Span <</Alt (a)>> BDC EMC")
        other.contents_add(b"/Span <</Alt (b)>> BDC EMC")
        assert len({frozenset(ContentReader(pdf).page(page).settings) for page in pages}) == 2
