"""Tricks that what is written in a file could hide: every one is found, as it is where every card is looked at."""

from dataclasses import replace
from functools import cache

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from tiny import BACK_OF, BLEED, CARD, COLOURS, FACES, FONT, PAPER, component, duplex, opened, written

from pnp.convert.engines import engine
from pnp.model.face import Deck, Face, FacePages, face_key
from pnp.verify.checks import InDoubtError, verify_component
from pnp.verify.object_digests import FaceDigests, face_digests

OVER_A = b"1 g 40 140 20 20 re f"
"""A white square upon the card a."""


def faded(name: str) -> Face:
    """A face on bare paper: a shading that a mask fades out, and letters."""
    width, height = CARD.width + 2 * BLEED, CARD.height + 2 * BLEED
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="{-BLEED} {-BLEED} {width} {height}"><defs><linearGradient id="g{name}">'
        f'<stop offset="0" stop-color="{COLOURS[name]}"/><stop offset="1" stop-color="#ffffff" stop-opacity="0"/>'
        f'</linearGradient></defs><circle cx="10" cy="13" r="8" fill="url(#g{name})"/>'
        f'<text x="3" y="26" font-family="Fredoka One" font-size="4">card-{name}</text></svg>'
    )
    return Face(face_key(svg), svg, CARD, BLEED)


@cache
def drawn() -> tuple[Deck, FacePages, FaceDigests]:
    faces = {name: faded(name) for name in COLOURS}
    pages = engine().convert(tuple(faces.values()), [FONT])
    fronts = {name: faces[name].key for name in BACK_OF}
    backs = {name: faces[back].key for name, back in BACK_OF.items()}
    return (
        Deck("food", {each.key: each for each in faces.values()}, fronts, backs),
        pages,
        face_digests(pages),
    )


@pytest.fixture
def pdf(tmp_path):
    return written(tmp_path / "food.pdf", sheets(), drawn()[1])


def sheets():
    names = {face.key: name for name, face in FACES.items()}
    return [
        replace(one, placements=tuple(replace(p, face=faded(names[p.face]).key) for p in one.placements))
        for one in duplex()
    ]


def verify(path, pages, digests):
    return [
        f"{each.code} {each.message}"
        for each in verify_component(
            path,
            component(),
            drawn()[0],
            pages,
            paper=PAPER,
            game="tiny",
            digests=digests,
            clean=sheets(),
        )
    ]


def findings(path):
    """What is found, which must be what is found where nothing is proved and all is looked at."""
    _, pages, digests = drawn()
    found = verify(path, pages, digests)
    assert found == verify(path, pages, replace(digests, forms={}))
    return found


def is_proved(path):
    try:
        return verify(path, None, drawn()[2]) == []
    except InDoubtError:
        return False


def spoil(path, change):
    with opened(path) as whole:
        change(whole, whole.pages[0])
        whole.save(path)
    return path


def test_a_clean_file_is_proved_without_a_look(pdf):
    assert is_proved(pdf)
    assert findings(pdf) == []


def test_a_file_whose_objects_are_only_packed_otherwise_is_proved_too(pdf):
    with opened(pdf) as whole:
        whole.save(pdf, object_stream_mode=pikepdf.ObjectStreamMode.disable, linearize=True)
    assert is_proved(pdf)


def test_without_faces_to_compare_with_a_doubt_is_no_finding(pdf):
    spoil(pdf, lambda _, page: page.contents_add(OVER_A))
    with pytest.raises(InDoubtError):
        verify(pdf, None, drawn()[2])


# Something over a card, in whatever way it gets there.


def append(content):
    return lambda _, page: page.contents_add(content)


def rewritten(old, new, stream=0):
    """Return a change of the bytes of one of a page's content streams."""

    def change(whole, page):
        content = page.obj.Contents[stream].read_bytes()
        assert old in content
        page.obj.Contents[stream] = whole.make_stream(content.replace(old, new, 1))

    return change


def form_of(whole, content, box=(0, 0, 600, 600)):
    stream = whole.make_stream(content)
    stream.Type, stream.Subtype, stream.BBox = Name.XObject, Name.Form, Array(box)
    stream.Resources = Dictionary()
    return stream


def in_the_shared_marks(whole, page):
    marks = page.resources.XObject["/M"]
    marks.write(marks.read_bytes() + OVER_A)


def other_marks(whole, page):
    page.resources.XObject["/M"] = form_of(whole, OVER_A)


def a_card_that_reaches_over_its_neighbour(whole, page):
    content = page.obj.Contents[0].read_bytes().split(b"\n")
    content[2] = b"q 0 0 600 600 re W n " + content[2].split(b" W n ")[1]
    page.obj.Contents[0] = whole.make_stream(b"\n".join(content))
    form = page.resources.XObject["/C2"]
    form.BBox = Array([-100, 0, 68.0315, 96.378])
    form.write(form.read_bytes() + b" 1 g -40 20 20 20 re f")


def annotation(whole, page):
    look = form_of(whole, b"1 g 0 0 20 20 re f", (0, 0, 20, 20))
    stamp = Dictionary(Type=Name.Annot, Subtype=Name.Stamp, Rect=[40, 140, 60, 160], F=4)
    stamp.AP = Dictionary(N=look)
    page.obj.Annots = Array([whole.make_indirect(stamp)])


def giant_letters(whole, page):
    """Every letter of the marks becomes a square that is larger than the page."""
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
    for name in marks.Resources.Font:
        marks.Resources.Font[name] = whole.make_indirect(font)


OVER = {
    "after all": append(OVER_A),
    "in between": rewritten(b"\nEMC\n", b"\n" + OVER_A + b"\nEMC\n"),
    "within the clip of a card": rewritten(b"/C1 Do Q", b"/C1 Do 1 g 10 30 20 20 re f Q"),
    "in the marks all pages share": in_the_shared_marks,
    "instead of those marks": other_marks,
    "in the marks of one page": rewritten(b"q  Q", b"q " + OVER_A + b" Q", -1),
    "in words of one page": rewritten(b"q  Q", b"q BT 1 0 0 1 30 150 Tm /F1+0 30 Tf (sheet) Tj ET Q", -1),
    "in the letters of the marks": giant_letters,
    "by a neighbour": a_card_that_reaches_over_its_neighbour,
    "as an annotation": annotation,
    "the face of another": rewritten(
        b"\nEMC\n", b"\nq 28 113 57 85 re W n 1 0 0 1 22 107 cm /C4 Do Q\nEMC\n"
    ),
}


@pytest.mark.parametrize("change", OVER.values(), ids=OVER)
def test_whatever_lies_over_a_card_is_found(pdf, change):
    spoil(pdf, change)
    assert not is_proved(pdf)
    assert any("PNP556" in each for each in findings(pdf))


def test_what_shows_through_from_below_is_found(pdf):
    below = rewritten(b"BDC\nq", b"BDC\nq 28 113 57 85 re W n 1 0 0 1 32 97 cm /C4 Do Q\nq")
    assert not is_proved(spoil(pdf, below))
    assert any("PNP556" in each for each in findings(pdf))


# The form of a card is not what it was.


def form_a(_, page):
    return page.resources.XObject["/C1"]


def first(mapping):
    return next(iter(mapping.values()))


def another_font(whole, page):
    """The letters of the card become those of the marks."""
    inner = first(form_a(whole, page).Resources.Font).DescendantFonts[0]
    marks = first(page.resources.XObject["/M"].Resources.Font)
    inner.FontDescriptor.FontFile2 = marks.FontDescriptor.FontFile2
    if Name.FontFile3 in inner.FontDescriptor:
        del inner.FontDescriptor.FontFile3
    inner.Subtype = Name.CIDFontType2


def no_font_file(whole, page):
    descriptor = first(form_a(whole, page).Resources.Font).DescendantFonts[0].FontDescriptor
    for name in [name for name in descriptor if name.startswith("/FontFile")]:
        del descriptor[name]


def wider_letters(whole, page):
    first(form_a(whole, page).Resources.Font).DescendantFonts[0].W = Array([0, Array([3000] * 40)])


def another_content(whole, page):
    form = form_a(whole, page)
    form.write(form.read_bytes() + b" 1 g 10 40 20 20 re f")


def smaller_box(whole, page):
    form_a(whole, page).BBox = Array([0, 0, 68.0315, 50])


def without_mask(whole, page):
    for state in form_a(whole, page).Resources.ExtGState.values():
        if Name.SMask in state:
            state.SMask = Name("/None")


def another_mask(whole, page):
    for state in form_a(whole, page).Resources.ExtGState.values():
        if isinstance(state.get(Name.SMask), Dictionary):
            state.SMask.G.write(b"")


def another_shading(whole, page):
    for pattern in form_a(whole, page).Resources.Pattern.values():
        pattern.Shading.Coords = Array([0, 0, 0, 1])


def hidden_form(whole, page):
    layer = whole.make_indirect(Dictionary(Type=Name.OCG, Name="Mine"))
    whole.Root.OCProperties.OCGs.append(layer)
    whole.Root.OCProperties.D.OFF = Array([layer])
    form_a(whole, page).OC = layer


FORMS = {
    "its font": another_font,
    "no font": no_font_file,
    "its content": another_content,
    "its box": smaller_box,
    "no mask": without_mask,
    "another mask": another_mask,
    "a shading": another_shading,
    "a layer that is off": hidden_form,
}


@pytest.mark.parametrize("change", FORMS.values(), ids=FORMS)
def test_a_form_of_which_something_was_changed_is_found(pdf, change):
    spoil(pdf, change)
    assert not is_proved(pdf)
    assert findings(pdf)


def test_what_a_change_does_is_told_by_a_look(pdf):
    assert not is_proved(spoil(pdf, wider_letters))  # every letter has a place of its own
    assert findings(pdf) == []


def test_a_form_that_names_no_face_is_no_card(pdf):
    def unname(whole, page):
        del form_a(whole, page)[Name.PnpFace]

    assert "PNP557" in " ".join(findings(spoil(pdf, unname)))


# How the page draws it.


def masked_page(whole, page):
    group = form_of(whole, b"")
    group.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
    mask = Dictionary(Type=Name.Mask, S=Name.Luminosity, G=group)
    page.resources.ExtGState = Dictionary(G=Dictionary(SMask=mask))
    rewritten(b"/C1 Do", b"/G gs /C1 Do")(whole, page)


def see_through(whole, page):
    page.resources.ExtGState = Dictionary(G=Dictionary(ca=0.3, CA=0.3))
    rewritten(b"/OC /Cards BDC", b"/G gs /OC /Cards BDC")(whole, page)


def layer_off(whole, page):
    whole.Root.OCProperties.D.OFF = Array([page.resources.Properties.Cards])


def base_state_off(whole, page):
    whole.Root.OCProperties.D.BaseState = Name.OFF


def hidden_by_a_rule(whole, page):
    cards = page.resources.Properties.Cards
    rule = Dictionary(Type=Name.OCMD, OCGs=cards, P=Name.AllOff)
    page.resources.Properties.Cards = whole.make_indirect(rule)


def turned_with_all_pages(whole, page):
    whole.Root.Pages.Rotate = 180


def cropped(whole, page):
    page.obj.CropBox = Array([0, 0, 60, 226.7717])


def no_page(whole, page):
    page.obj.Type = Name.Font


PAGES = {
    "an object of another type": no_page,
    "a mask": masked_page,
    "transparency": see_through,
    "a smaller clip": rewritten(b" W n", b" W n 30 150 20 20 re W n"),
    "a layer that is off": layer_off,
    "all layers off": base_state_off,
    "a rule for the layer": hidden_by_a_rule,
    "inherited rotation": turned_with_all_pages,
    "a crop": cropped,
    "a scale": rewritten(b"q ", b"q .9 0 0 .9 0 0 cm "),
    "a name that is not there": rewritten(b"/C1 Do", b"/C9 Do"),
    "a comment": rewritten(b"/C1 Do", b"% /C1 Do"),
    "invisible layer by name": rewritten(b"/OC /Cards BDC", b"/OC /Cards BDC /OC /Nowhere BDC"),
}


@pytest.mark.parametrize("change", PAGES.values(), ids=PAGES)
def test_a_page_that_draws_its_cards_otherwise_is_in_doubt(pdf, change):
    spoil(pdf, change)
    assert not is_proved(pdf)
    findings(pdf)


def test_a_font_of_the_marks_taken_out_of_the_file_is_missed(pdf):
    def strip(whole, page):
        for font in page.resources.Font.values():
            del font.FontDescriptor["/FontFile2"]

    told = findings(spoil(pdf, strip))
    assert told[0] == "PNP559 tiny/food.pdf: the font AAAAAA+Lato-Regular is not embedded"
    assert [each.split()[0] for each in told[1:]] == ["PNP530", "PNP530"]  # other letters on both pages


def test_an_object_that_refers_to_itself_is_in_doubt(pdf):
    def circle(whole, page):
        form = form_a(whole, page)
        form.Resources.XObject = Dictionary(X=form)

    assert not is_proved(spoil(pdf, circle))
