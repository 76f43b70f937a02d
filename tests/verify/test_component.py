"""A finished PDF is believed only as far as it can be read: each way of spoiling it gets its own finding.

The deck is tests/export/tiny.py: one page "a b c / d e .", the backs W behind a b c and K behind d e.
"""

import json
from dataclasses import replace

import pikepdf
import pytest
from PIL import ImageChops
from tiny import (
    BACK,
    BACK_OF,
    FACES,
    FONT,
    FRONT,
    PAPER,
    component,
    deck,
    duplex,
    face,
    game,
    opened,
    pages,
    sheet,
    written,
)

from pnp.convert.engines import engine
from pnp.export import manifest
from pnp.export.manifest import write_manifest
from pnp.model.face import Deck
from pnp.model.geometry import Rect, Size
from pnp.model.papers import Paper
from pnp.model.sheet import Placement
from pnp.verify.checks import verify_component
from pnp.verify.face_match import Faces


@pytest.fixture
def pdf(tmp_path):
    return written(tmp_path / "food.pdf")


def verify(path, *, deck_=None, component_=None, pages_=None, paper=PAPER, manifest=None):
    return list(
        verify_component(
            path,
            component_ or component(),
            deck_ or deck(),
            pages_ or pages(),
            paper=paper,
            game="tiny",
            manifest=manifest,
        )
    )


def findings(path, **options):
    """Every finding as "code message", without the file's name."""
    return [f"{each.code} {each.message.removeprefix('tiny/food.pdf: ')}" for each in verify(path, **options)]


def spoil(path, change):
    with opened(path) as whole:
        change(whole)
        whole.save(path)
    return path


def rewrite(slot, *, page=1, clip="{}", matrix="{}"):
    """Return a change of how the card in a slot is placed: "{}" stands for what was there."""

    def change(whole):
        contents = whole.pages[page - 1].obj.Contents
        lines = contents[0].read_bytes().decode().splitlines()
        (at,) = (number for number, line in enumerate(lines) if line.endswith(f"/C{slot} Do Q"))
        old_clip, old_matrix = (
            lines[at].removeprefix("q ").removesuffix(f" cm /C{slot} Do Q").split(" re W n ")
        )
        placed = f"q {clip.format(old_clip)} re W n {matrix.format(old_matrix)} cm /C{slot} Do Q"
        lines[at] = placed if matrix else ""
        contents[0] = whole.make_stream("\n".join(lines).encode())

    return change


def forms(whole, page=1):
    return whole.pages[page - 1].resources.XObject


def manifest_of(folder, sheets):
    write_manifest(folder, manifest.manifest_of({}, game(), {"food": deck()}, sheets))
    return json.loads((folder / "manifest.json").read_text())


# What is right is left alone.


def test_a_clean_file_has_no_findings(pdf, tmp_path):
    assert findings(pdf, manifest=manifest_of(tmp_path, duplex())) == []


@pytest.mark.parametrize(
    ("flip", "size", "back", "turn"),
    [
        ("long-edge", Size(80, 80), "c b a\n. e d", 0),
        ("short-edge", Size(80, 80), "d e .\na b c", 180),
        ("long-edge", Size(81, 80), "d e .\na b c", 180),
        ("short-edge", Size(81, 80), "c b a\n. e d", 0),
    ],
)
def test_every_flip_of_every_page_has_its_clean_backs(tmp_path, flip, size, back, turn):
    def moved(one):
        shift = (size.width - 80) / 2
        placed = (
            replace(p, trim=p.trim.grown(-shift, 0, shift, 0), clip=p.clip.grown(-shift, 0, shift, 0))
            for p in one.placements
        )
        return replace(one, placements=tuple(placed))

    sheets = [
        moved(sheet(FRONT, flip=flip, size=size)),
        moved(sheet(back, page=2, flip=flip, size=size, turn=turn)),
    ]
    path = written(tmp_path / "food.pdf", sheets)
    assert findings(path, paper=Paper("tiny", "Tiny", size, 5)) == []


def glued(back=BACK):
    """A sheet of fronts and a sheet of backs, for both sides of a board."""
    sheets = [sheet(FRONT, flip="glued", count=2), sheet(back, flip="glued", page=2, count=2)]
    backs = [replace(each, face=FACES[BACK_OF[each.piece]].key) for each in sheets[1].placements]
    return [sheets[0], replace(sheets[1], side="back", placements=tuple(backs))]


ON_BOARD = replace(component(), kind=replace(component().kind, grey_board=1.5))


def test_sheets_to_be_glued_on_board_are_clean_when_backs_lie_behind_fronts(tmp_path):
    sheets = glued()
    path = written(tmp_path / "food.pdf", sheets)
    assert findings(path, component_=ON_BOARD, manifest=manifest_of(tmp_path, sheets)) == []


def test_on_board_a_back_in_the_place_of_another_is_named(tmp_path):
    found = findings(written(tmp_path / "food.pdf", glued("c b a\ne . d")), component_=ON_BOARD)
    assert found[0].startswith("PNP558 sheet 1 front, row 2 column 2 shows food/e")


def folded(*backs, turn=0):
    """Fronts left of a fold down the middle of a page of 80 x 80, their backs right of it."""
    places = [Rect(20, 10, 20, 30), Rect(20, 40, 20, 30)]
    fronts = [
        Placement(name, 1, FACES[name].key, place, place) for name, place in zip("ad", places, strict=True)
    ]
    behind = [
        Placement(name, 1, FACES[back].key, place.grown(-20, 0, 20, 0), place.grown(-20, 0, 20, 0), turn)
        for name, back, place in zip("ad", backs, places, strict=True)
    ]
    return [replace(sheet(".", flip="gutterfold"), placements=(*fronts, *behind))]


ONLY_AD = component(b=0, c=0, e=0)


def test_a_page_to_be_folded_is_clean_when_backs_lie_across_the_fold(tmp_path):
    assert findings(written(tmp_path / "food.pdf", folded("W", "K")), component_=ONLY_AD) == []


def test_on_a_page_to_be_folded_a_wrong_back_is_named(tmp_path):
    assert findings(written(tmp_path / "food.pdf", folded("W", "W")), component_=ONLY_AD) == [
        (
            "PNP558 sheet 1 front, row 2 column 1 shows food/d, "
            "behind it lies the back of food/a (and 2 alike) instead of the back of food/d (and 1 alike)"
        )
    ]


def test_tokens_alike_on_both_sides_may_be_folded(tmp_path):
    same = dict.fromkeys("ad", FACES["a"].key)
    token = replace(ONLY_AD, pieces=tuple(each for each in ONLY_AD.pieces if each.copies))
    twins = Deck("food", {FACES["a"].key: FACES["a"]}, same, same)
    one = folded("a", "a")[0]
    shown = tuple(replace(each, face=FACES["a"].key) for each in one.placements)
    path = written(tmp_path / "food.pdf", [replace(one, placements=shown)])
    assert findings(path, deck_=twins, component_=token) == []


def test_fronts_alone_are_clean_when_no_backs_are_printed(tmp_path):
    assert findings(written(tmp_path / "food.pdf", [sheet(FRONT, flip="none")])) == []


# Where cards lie.

MM = 72 / 25.4


def test_a_card_moved_by_a_millimetre_no_longer_meets_its_back(pdf):
    moved = rewrite(4, clip=f"1 0 0 1 {-MM} 0 cm {{}}")  # d, to the left
    assert findings(spoil(pdf, moved)) == [
        "PNP551 sheet 1 front: the bleed box is 64.00 x 64.00 mm at 8.00, 8.00, it should be 65.00 x 64.00 mm at 7.00, 8.00",
        "PNP551 sheet 1 front: the trim box is 60.00 x 60.00 mm at 10.00, 10.00, it should be 61.00 x 60.00 mm at 9.00, 10.00",
        (
            "PNP558 sheet 1 front, row 2 column 1 shows food/d, "
            "its back lies -1.00 mm across and +0.00 mm down from where it should"
        ),
    ]


def test_a_hundredth_of_a_millimetre_is_exact_enough_and_two_are_not(pdf):
    assert findings(spoil(pdf, rewrite(5, matrix=f"1 0 0 1 {-0.009 * MM} 0 cm {{}}"))) == []
    assert [each[:6] for each in findings(spoil(pdf, rewrite(5, matrix="1 0 0 1 -0.06 0 cm {}")))] == [
        "PNP554",
        "PNP555",
        "PNP558",
    ]


def test_a_card_scaled_to_98_percent_is_measured(pdf):
    spoil(pdf, rewrite(3, matrix="0.98 0 0 0.98 136.743 108.6803"))
    assert (
        "PNP554 sheet 1 front, row 1 column 3 is 19.60 x 29.40 mm (98.0%), it should be 20.00 x 30.00 mm"
        in findings(pdf)
    )


def test_a_card_askew_is_measured(pdf):
    spoil(pdf, rewrite(3, matrix=".999391 -.034899 .034899 .999391 136 109"))
    assert "PNP554 sheet 1 front, row 1 column 3 is turned by 2.00 degrees" in findings(pdf)


def test_a_mirrored_card_is_seen(pdf):
    spoil(pdf, rewrite(5, matrix="-1 0 0 1 147.4015 22.6772"))
    assert "PNP554 sheet 1 front, row 2 column 2 is mirrored" in findings(pdf)


def test_a_card_cut_short_is_seen(pdf):
    spoil(pdf, rewrite(5, clip="95.0394 22.6772 46.6929 90.7087"))
    found = findings(pdf)
    assert found[0] == "PNP554 sheet 1 front, row 2 column 2 is cut short: not all of it is shown"
    assert found[1].startswith(
        "PNP556 sheet 1 front, row 2 column 2 shows food/e, but not as the data has it now"
    )


def test_a_card_upon_another_is_seen(pdf):
    spoil(pdf, rewrite(5, clip="1 0 0 1 0 30 cm {}"))
    assert "PNP555 sheet 1 front, row 1 column 2 overlaps sheet 1 front, row 2 column 2" in findings(pdf)


def test_a_card_over_the_edge_of_the_paper_is_seen(pdf):
    spoil(pdf, rewrite(4, clip="1 0 0 1 -40 0 cm {}"))
    assert "PNP555 sheet 1 front, row 2 column 1 hangs over the edge of the paper" in findings(pdf)


# What is seen there.


def swap(page, one, other):
    def change(whole):
        shown = forms(whole, page)
        shown[f"/C{one}"], shown[f"/C{other}"] = shown[f"/C{other}"], shown[f"/C{one}"]

    return change


def test_two_cards_swapped_are_named_by_their_backs_and_the_manifest(pdf, tmp_path):
    spoil(pdf, swap(1, 3, 4))  # c <-> d
    manifest = manifest_of(tmp_path, duplex())
    assert findings(pdf, manifest=manifest) == [
        (
            "PNP558 sheet 1 front, row 1 column 3 shows food/d, "
            "behind it lies the back of food/a (and 2 alike) instead of the back of food/d (and 1 alike)"
        ),
        (
            "PNP558 sheet 1 front, row 2 column 1 shows food/c, "
            "behind it lies the back of food/d (and 1 alike) instead of the back of food/a (and 2 alike)"
        ),
        "PNP561 sheet 1 front, row 1 column 3 shows food/d, the manifest says food/c",
        "PNP561 sheet 1 front, row 2 column 1 shows food/c, the manifest says food/d",
    ]


def test_swapping_cards_with_the_same_back_harms_only_the_manifest(pdf, tmp_path):
    spoil(pdf, swap(1, 1, 2))
    assert findings(pdf) == []
    assert [each[:6] for each in findings(pdf, manifest=manifest_of(tmp_path, duplex()))] == [
        "PNP561",
        "PNP561",
    ]


def test_a_form_that_lies_about_its_face_fools_nobody(pdf):
    def lie(whole):
        shown = forms(whole)
        shown["/C1"].PnpFace, shown["/C2"].PnpFace = shown["/C2"].PnpFace, shown["/C1"].PnpFace
        shown["/C1"] = shown["/C2"]

    assert findings(spoil(pdf, lie)) == [
        "PNP557 food/a: 0 copies on the sheets, 1 in the data",
        "PNP557 food/b: 2 copies on the sheets, 1 in the data",
    ]


def test_a_card_dropped_is_counted_and_its_back_lies_alone(pdf):
    assert findings(spoil(pdf, rewrite(2, matrix=""))) == [
        "PNP558 sheet 1 back, row 1 column 2 shows the back of food/a (and 2 alike), and no front lies there",
        "PNP557 food/b: 0 copies on the sheets, 1 in the data",
    ]


def test_a_back_dropped_leaves_its_front_bare(pdf):
    assert findings(spoil(pdf, rewrite(2, page=2, matrix=""))) == [
        "PNP558 sheet 1 front, row 1 column 2 shows food/b, and nothing lies behind it"
    ]


def test_too_few_copies_are_counted(pdf):
    found = verify(pdf, component_=component(b=3))
    assert [(each.code, each.message, each.piece, each.game) for each in found] == [
        ("PNP557", "tiny/food.pdf: food/b: 1 copy on the sheets, 3 in the data", "food/b", "tiny")
    ]


def test_a_wrong_back_is_named(pdf):
    def wrong(whole):
        forms(whole, 2)["/C5"] = forms(whole, 2)["/C1"]  # W behind d

    assert findings(spoil(pdf, wrong)) == [
        (
            "PNP558 sheet 1 front, row 2 column 1 shows food/d, "
            "behind it lies the back of food/a (and 2 alike) instead of the back of food/d (and 1 alike)"
        )
    ]


def test_a_back_upside_down_is_named(pdf):
    spoil(pdf, rewrite(2, page=2, matrix="-1 0 0 -1 147.4015 204.0945"))
    assert findings(pdf) == [
        "PNP558 sheet 1 front, row 1 column 2 shows food/b, its back is the wrong way up"
    ]


def test_the_same_sheets_under_the_other_flip_are_all_wrong(pdf):
    def other(whole):
        whole.Root.ViewerPreferences.Duplex = pikepdf.Name.DuplexFlipShortEdge

    found = findings(spoil(pdf, other))
    assert {each[:6] for each in found} == {"PNP558"}
    assert len(found) >= 5


@pytest.mark.parametrize(
    "drawn",
    [
        b"0 G 0.2835 w 40 150 m 70 150 l S",  # a black hairline of 0.1 mm
        b"1 G 1 w 30 180 m 60 120 l S",
        b"0 1 0 rg 30 130 3 3 re f",
        b".75 0 0 rg 30 130 6 6 re f",  # a patch of 191 red on 208 red
    ],
)
def test_a_line_over_a_card_is_seen(pdf, drawn):
    spoil(pdf, lambda whole: whole.pages[0].contents_add(drawn))
    assert findings(pdf) == [
        "PNP556 sheet 1 front, row 1 column 1 shows food/a, but not as the data has it now"
    ]


def test_what_differs_at_first_sight_is_looked_at_again_a_fraction_of_a_pixel_aside(pdf, monkeypatch):
    drawn = Faces.picture

    def spoilt_at_first_sight(faces, name, card, aside=(0.0, 0.0)):
        picture = drawn(faces, name, card, aside)
        return ImageChops.invert(picture) if aside == (0.0, 0.0) else picture

    monkeypatch.setattr(Faces, "picture", spoilt_at_first_sight)
    assert findings(pdf) == []


def test_a_line_beside_the_cards_is_nobodys_business(pdf):
    spoil(pdf, lambda whole: whole.pages[0].contents_add(b"0 G 1 w 5 150 m 15 150 l S"))
    assert findings(pdf) == []


def test_a_card_redrawn_since_the_build_is_named(pdf):
    changed = face("a", more='<circle cx="10" cy="15" r="3"/>')
    faces = {key if key != FACES["a"].key else changed.key: each for key, each in deck().faces.items()} | {
        changed.key: changed
    }
    redrawn = replace(deck(), faces=faces, fronts={**deck().fronts, "a": changed.key})
    fresh = engine().convert([*FACES.values(), changed], [FONT])
    found = verify(pdf, deck_=redrawn, pages_=fresh)
    assert (
        found[0].message
        == "tiny/food.pdf: sheet 1 front, row 1 column 1 shows food/a, but not as the data has it now"
    )
    assert found[0].hint == "something lies over it, or it is an older drawing: build again"


def test_a_picture_of_something_else_is_no_face_of_the_component(pdf):
    def other(whole):
        art = whole.make_stream(b"0 0 0 rg 0 0 80 100 re f 1 1 1 rg 0 50 80 12 re f 0 20 40 12 re f")
        forms(whole)["/C2"] = _form_like(art, forms(whole)["/C2"])

    found = findings(spoil(pdf, other))
    assert found[0] == "PNP556 sheet 1 front, row 1 column 2 shows no face of food"
    assert "PNP557 food/b: 0 copies on the sheets, 1 in the data" in found


def _form_like(art, form):
    art.Type, art.Subtype, art.BBox, art.PnpFace = form.Type, form.Subtype, form.BBox, form.PnpFace
    return art


# What is in the file.


def test_a_font_taken_out_is_missed(pdf):
    def remove(whole):
        del forms(whole)["/C1"].Resources["/Font"]

    found = findings(spoil(pdf, remove))
    assert found[0].startswith("PNP560 a drawing asks for the font ")
    assert found[1:] == ["PNP556 sheet 1 front, row 1 column 1 shows food/a, but not as the data has it now"]


def test_a_font_not_embedded_is_named(pdf):
    def strip(whole):
        for each in whole.objects:
            if isinstance(each, pikepdf.Dictionary) and str(each.get("/FontName", "")).endswith(
                "Lato-Regular"
            ):
                del each["/FontFile2"]

    (only,) = findings(spoil(pdf, strip))
    assert only == "PNP559 the font AAAAAA+Lato-Regular is not embedded"


def test_a_font_embedded_whole_or_twice_is_named(pdf):
    def respell(whole):
        fonts = forms(whole)["/C1"].Resources.Font
        (name,) = fonts.keys()
        twin = whole.make_indirect(pikepdf.Dictionary(fonts[name]))
        twin.BaseFont = pikepdf.Name("/FredokaOne-Regular")
        forms(whole)["/C2"].Resources.Font[name] = twin

    assert findings(spoil(pdf, respell)) == [
        "PNP559 the font FredokaOne-Regular is embedded whole",
        "PNP559 the font FredokaOne-Regular is embedded 2 times",
    ]


def test_a_picture_taken_out_is_missed(tmp_path):
    mask = '<g opacity=".5"><circle cx="9" cy="9" r="3"/><circle cx="12" cy="9" r="3"/></g>'
    masked = face("a", more=mask)
    fresh = engine().convert([masked, *FACES.values()], [FONT])
    changed = replace(
        deck(), faces={masked.key: masked, **deck().faces}, fronts={**deck().fronts, "a": masked.key}
    )
    sheets = duplex()
    shown = tuple(replace(p, face=changed.fronts[p.piece]) for p in sheets[0].placements)
    path = written(tmp_path / "food.pdf", [replace(sheets[0], placements=shown), sheets[1]], fresh)
    assert findings(path, deck_=changed, pages_=fresh) == []

    def remove(whole):
        del forms(whole)["/C1"].Resources["/XObject"]

    assert findings(spoil(path, remove), deck_=changed, pages_=fresh)[0].startswith(
        "PNP560 a drawing asks for the picture "
    )


# Pages.


def test_a_page_of_another_size_is_measured(pdf):
    found = findings(pdf, paper=Paper("tiny", "Letter", Size(215.9, 279.4), 5))
    assert found == [
        f"PNP551 sheet 1 {side} is 80.00 x 80.00 mm, Letter is 215.90 x 279.40 mm"
        for side in ("front", "back")
    ]


def test_a_trim_box_that_lies_is_measured(pdf):
    def grow(whole):
        whole.pages[0].TrimBox = whole.pages[0].MediaBox

    assert findings(spoil(pdf, grow)) == [
        "PNP551 sheet 1 front: the trim box is 80.00 x 80.00 mm at 0.00, 0.00, it should be 60.00 x 60.00 mm at 10.00, 10.00"
    ]


def test_a_page_turned_or_scaled_as_a_whole_is_seen(pdf):
    def turn(whole):
        whole.pages[1].obj.Rotate = 90

    assert "PNP551 sheet 1 back is turned or scaled as a whole page" in findings(spoil(pdf, turn))


def test_a_page_in_another_unit_is_seen(pdf):
    def scale(whole):
        whole.pages[0].obj.UserUnit = 2

    assert "PNP551 sheet 1 front is turned or scaled as a whole page" in findings(spoil(pdf, scale))


def test_a_file_that_does_not_ask_for_true_size_is_seen(pdf):
    def scale(whole):
        whole.Root.ViewerPreferences.PrintScaling = pikepdf.Name.AppDefault

    assert findings(spoil(pdf, scale)) == ["PNP553 nothing tells the printer to keep true size"]


def test_pages_in_another_order_are_seen(pdf):
    def reverse(whole):
        del whole.Root["/PageLabels"]

    assert findings(spoil(pdf, reverse)) == [
        'PNP552 page 1 is not labelled, it should be "1 front"',
        'PNP552 page 2 is not labelled, it should be "1 back"',
    ]


def test_a_missing_page_costs_its_cards(pdf):
    def drop(whole):
        del whole.pages[1]

    found = findings(spoil(pdf, drop))
    assert [each[:6] for each in found] == ["PNP558"] * 5
    assert found[0] == "PNP558 sheet 1 front, row 1 column 1 shows food/a, and nothing lies behind it"


# The manifest.


def test_a_manifest_of_another_build_is_seen(pdf, tmp_path):
    manifest = manifest_of(tmp_path, duplex())
    manifest["pieces"][0] |= {"copies": 4, "sha256": "0"}
    manifest["pieces"].pop()
    manifest["sheets"][0]["placements"][1] |= {"x_mm": 31, "rotation": 180}
    manifest["sheets"][0]["placements"][2] |= {"rotation": 180}
    assert findings(pdf, manifest=manifest) == [
        "PNP561 food/e is not in the manifest",
        "PNP561 food/a: 4 copies in the manifest, 1 in the data",
        "PNP561 food/a looks different now than when the manifest was written",
        "PNP561 sheet 1 front has nothing at 31.00, 10.00 mm, where the manifest has food/b",
        "PNP561 sheet 1 front, row 1 column 3 is turned by 0, the manifest says 180",
        "PNP561 sheet 1 front, row 1 column 2 is not in the manifest",
    ]


def test_a_manifest_with_other_pages_is_seen(pdf, tmp_path):
    manifest = manifest_of(tmp_path, duplex()[:1])
    assert findings(pdf, manifest=manifest) == ["PNP561 the file has 2 pages, the manifest lists 1"]


def test_a_manifest_edited_out_of_form_is_seen(pdf):
    for broken in ({}, {"pieces": [{}], "sheets": []}, {"pieces": [], "sheets": [3]}):
        assert findings(pdf, manifest=broken)[-1] == "PNP561 the manifest is not of the promised form"


# Files that are none of ours.


def test_a_missing_file_is_a_finding(tmp_path):
    (only,) = verify(tmp_path / "food.pdf")
    assert (only.code, only.message, only.hint) == (
        "PNP550",
        "tiny/food.pdf: the file is not there",
        "run: pnp build tiny --paper tiny",
    )


@pytest.mark.parametrize("length", [0, 4, 100, 3000, -20, -1200])
def test_a_truncated_file_is_a_finding_and_never_a_traceback(pdf, length):
    pdf.write_bytes(pdf.read_bytes()[:length])
    assert findings(pdf)[0][:6] == "PNP550"


@pytest.mark.parametrize("content", [b"not a PDF", b"%PDF-1.7\n%%EOF", b"\x89PNG\r\n\x1a\n" * 100])
def test_something_else_is_a_finding(pdf, content):
    pdf.write_bytes(content)
    assert [each[:6] for each in findings(pdf)] == ["PNP550"]


def test_a_pdf_of_somebody_elses_is_a_finding(pdf):
    pdf.write_bytes(pages().chunks[0])
    found = findings(pdf)
    assert {"PNP551", "PNP552", "PNP553", "PNP557"} <= {each[:6] for each in found}
    assert "PNP557 food/c: 0 copies on the sheets, 1 in the data" in found


def test_any_damaged_byte_gives_findings_or_none_but_no_traceback(pdf):
    whole = pdf.read_bytes()
    for at in range(60, len(whole), len(whole) // 40):
        pdf.write_bytes(whole[:at] + bytes([whole[at] ^ 0x5A]) + whole[at + 1 :])
        assert all(each[:3] == "PNP" for each in findings(pdf))
