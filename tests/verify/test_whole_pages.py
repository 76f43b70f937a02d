"""Every page is compared as a whole with what laying it out again gives; what only packs a file otherwise is no finding."""

import io
from dataclasses import replace

import pikepdf
import pytest
from pikepdf import Array, Name
from tiny import FACES, FONT, PAPER, component, deck, duplex, opened, pages, written

from pnp.convert.engines import engine
from pnp.model.face import Face
from pnp.model.line_styles import Stroke
from pnp.model.sheet import Caption
from pnp.verify.checks import verify_component


def findings(path):
    found = verify_component(
        path, component(), deck(), pages(), paper=PAPER, game="tiny", clean=tuple(duplex())
    )
    return [f"{each.code} {each.message.removeprefix('tiny/food.pdf: ')}" for each in found]


@pytest.fixture
def pdf(tmp_path):
    return tmp_path / "food.pdf"


# What is printed beside the cards.


def first(**changes):
    one, two = duplex()
    return [replace(one, **changes), two]


def without_a_mark():
    return first(strokes=duplex()[0].strokes[1:])


def without_marks():
    return first(strokes=())


def moved_marks():
    return first(strokes=tuple(replace(each, x1=each.x1 + 2, x2=each.x2 + 2) for each in duplex()[0].strokes))


def another_footer():
    return first(captions=(duplex()[0].captions[0], Caption("sheet 7 front", 40, 77, 6)))


def without_a_footer():
    return first(captions=())


def scribble():
    return first(strokes=(*duplex()[0].strokes, Stroke(74, 20, 78, 30, 0.1)))


BESIDE = (without_a_mark, without_marks, moved_marks, another_footer, without_a_footer, scribble)


@pytest.mark.parametrize("spoilt", BESIDE)
def test_what_changes_beside_the_cards_is_told_with_its_place(pdf, spoilt):
    told = findings(written(pdf, spoilt()))
    assert any(each.startswith("PNP530 sheet 1 front: something at ") for each in told)
    assert {each.split()[0] for each in told} <= {"PNP530", "PNP531"}  # a mark may reach into the bleed


def test_of_a_mark_it_is_told_whether_it_is_missing_or_should_not_be_there(pdf):
    (told,) = findings(written(pdf, without_a_mark()))
    assert told.endswith("is missing")
    (told,) = findings(written(pdf, scribble()))
    assert told.startswith("PNP530 sheet 1 front: something at 73.8, 20.0 mm (4.2 x 10.2 mm)")
    assert told.endswith("should not be there")


def test_a_card_on_a_free_place_is_found_whatever_it_is_called(pdf):
    def unlabelled(whole, page):
        form = page.resources.XObject["/C1"]
        copy = whole.make_stream(form.read_bytes())
        for name in ("/Type", "/Subtype", "/BBox", "/Resources"):
            copy[name] = form[name]
        page.resources.XObject["/X"] = copy
        page.contents_add(b"q 150 30 45 70 re W n 1 0 0 1 140 22 cm /X Do Q")

    told = findings(spoil(written(pdf), unlabelled))
    assert len(told) == 1
    assert "PNP530 sheet 1 front: something at " in told[0]
    assert "should not be there" in told[0]


def test_a_page_more_than_building_gives_is_told(pdf):
    assert any("the file has 4 pages, building it gives 2" in each for each in findings(written(pdf, four())))


def four():
    return [*duplex(), *(replace(each, page=each.page + 2, number=2) for each in duplex())]


# The cards to the edge of their bleed, faint and small things.


def drawn(*, name="a", more="", old="", new=""):
    """Return the pages of the faces, of which one was drawn otherwise than its name says."""
    face = FACES[name]
    svg = face.svg.replace(old, new).replace("</svg>", f"{more}</svg>") if old or more else face.svg
    spoilt = {**FACES, name: Face(face.key, svg, face.trim, face.bleed)}
    return engine().convert(tuple(spoilt.values()), [FONT])


FAINT = {
    "a colour off by ten steps": {"old": "#d00000", "new": "#da0000"},
    "a veil of 4 %": {"more": '<rect x="2" y="10" width="16" height="10" fill="#000" fill-opacity="0.04"/>'},
    "a small pale digit": {
        "more": '<text x="3" y="28" font-family="Fredoka One" font-size="2.4" fill="#bb3030">3</text>'
    },
    "the outer 0.6 mm": {"more": '<path d="M0.3 0V30" fill="none" stroke="#000" stroke-width="0.6"/>'},
    "an accent": {"old": "card-a", "new": "cárd-a"},
}


@pytest.mark.parametrize("change", FAINT.values(), ids=FAINT)
def test_what_is_faint_or_small_on_a_card_is_found(pdf, change):
    assert findings(written(pdf, converted=drawn(**change))) == [
        "PNP556 sheet 1 front, row 1 column 1 shows food/a, but not as the data has it now"
    ]


def test_bleed_that_is_blank_is_found(pdf):
    def cut(whole, page):
        lines = page.obj.Contents[0].read_bytes().split(b"\n")
        lines[1] = b"q 28.3465 113.3858 56.6929 85.0394 re W n" + lines[1].split(b" W n")[1]
        page.obj.Contents[0] = whole.make_stream(b"\n".join(lines))

    told = findings(spoil(written(pdf), cut))
    assert "PNP531 sheet 1 front, row 1 column 1 shows food/a, but its bleed" in " ".join(told)


def test_cards_that_changed_places_are_named(pdf):
    one, two = duplex()
    a, b, *others = one.placements
    swapped = (replace(a, face=b.face), replace(b, face=a.face), *others)
    assert findings(written(pdf, [replace(one, placements=swapped), two])) == [
        "PNP530 sheet 1 front, row 1 column 1 shows food/b, where building again puts food/a",
        "PNP530 sheet 1 front, row 1 column 2 shows food/a, where building again puts food/b",
    ]


# What another honest program may do to a file.


def spoil(path, change):
    with opened(path) as whole:
        change(whole, whole.pages[0])
        whole.save(path)
    return path


def rewritten(path, change=lambda _: None, **how):
    with opened(path) as whole:
        change(whole)
        out = io.BytesIO()
        whole.save(out, **how)
    path.write_bytes(out.getvalue())
    return path


def in_one_stream(whole):
    for page in whole.pages:
        page.contents_coalesce()


def rounded(whole):
    """Write numbers with three digits, as programs that rewrite content streams do."""
    for page in whole.pages:
        operations = [
            (
                [
                    round(each, 3) if isinstance(each, pikepdf.Object | float) and _is_number(each) else each
                    for each in operands
                ],
                operator,
            )
            for operands, operator in pikepdf.parse_content_stream(page)
        ]
        page.obj.Contents = whole.make_stream(pikepdf.unparse_content_stream(operations))


def _is_number(each):
    return not isinstance(each, pikepdf.Object)


def empty_annotations(whole):
    for page in whole.pages:
        page.obj.Annots = Array([])
        page.obj.Group = pikepdf.Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)


HONEST = {
    "linearised": {"linearize": True},
    "unpacked": {"stream_decode_level": pikepdf.StreamDecodeLevel.generalized, "compress_streams": False},
    "packed anew": {"recompress_flate": True},
    "content normalised": {"normalize_content": True},
    "in one stream": {"change": in_one_stream},
    "numbers rounded": {"change": rounded},
    "a group for the page": {"change": empty_annotations},
}


@pytest.mark.parametrize("how", HONEST.values(), ids=HONEST)
def test_a_file_that_another_program_saved_anew_is_as_it_was(pdf, how):
    assert findings(rewritten(written(pdf), **how)) == []
