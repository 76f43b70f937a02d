"""What is in a file beside its pages, what lies where on them, and files that are none of ours."""

from dataclasses import replace
from functools import cache

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String
from tiny import META, duplex, pages, written
from tiny_file import expected, findings, spoiled

from pnp.build.expected_files import ExpectedFile, correction_in_mm
from pnp.convert.renderers import engine
from pnp.export.manifest import sheet_entry
from pnp.export.sheet_pdf import write_pdf
from pnp.impose.footer_and_ruler import SheetContext
from pnp.impose.pieces_on_sheets import plan
from pnp.load.kinds import KINDS
from pnp.load.kinds.dice import die_net
from pnp.model.calibration import Calibration, Printer, corrected
from pnp.model.diagnostics import Place
from pnp.model.face import Deck, Face, face_key
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Outline, Size, circle, triangle
from pnp.model.papers import find_paper
from pnp.workers.worker import TaskLimits

MM = 72 / 25.4


@pytest.fixture
def pdf(tmp_path):
    return tmp_path / "food.pdf"


# Cards that lie elsewhere, or not at all.


def moved(slot, *, clip="{}", matrix="{}"):
    def change(whole, page):
        contents = page.obj.Contents
        lines = contents[0].read_bytes().decode().splitlines()
        (at,) = (number for number, line in enumerate(lines) if line.endswith(f"/C{slot} Do Q"))
        old = lines[at].removeprefix("q ").removesuffix(f" cm /C{slot} Do Q").split(" re W n ")
        placed = f"q {clip.format(old[0])} re W n {matrix.format(old[1])} cm /C{slot} Do Q"
        lines[at] = placed if matrix else ""
        contents[0] = whole.make_stream("\n".join(lines).encode())

    return change


PLACED = {
    "moved by 1 mm": (moved(4, clip=f"1 0 0 1 {-MM} 0 cm {{}}"), "food/d"),
    "moved by 0.02 mm": (moved(5, matrix="1 0 0 1 -0.06 0 cm {}"), "food/e"),
    "98 %": (moved(3, matrix="0.98 0 0 0.98 136.743 108.6803"), "food/c"),
    "askew": (moved(3, matrix=".999391 -.034899 .034899 .999391 136 109"), "food/c"),
    "mirrored": (moved(5, matrix="-1 0 0 1 147.4015 22.6772"), "food/e"),
    "dropped": (moved(2, matrix=""), "food/b"),
}


@pytest.mark.parametrize(("change", "card"), PLACED.values(), ids=PLACED)
def test_a_card_that_is_not_in_its_place_is_named(pdf, change, card):
    assert any(finding.startswith("PNP556 ") and card in finding for finding in spoiled(pdf, change))


def entries(sheets):
    return [sheet_entry(each) for each in sheets]


# The manifest, and sheets corrected for a printer.


def test_a_manifest_of_another_build_is_seen(pdf):
    written(pdf)
    told = "PNP561 manifest.json lists other sheets or places than a new build"
    other = entries(duplex())
    other[0]["placements"][1]["x_mm"] = 31
    assert findings(expected(pdf, entries=tuple(other)))[0] == told
    assert findings(expected(pdf, entries=tuple(entries(duplex())[:1])))[0] == told
    del other[0]["placements"][0]["piece"]
    assert findings(expected(pdf, entries=tuple(other)))[0] == told


def test_a_sheet_corrected_for_a_printer_is_known_from_the_manifest(pdf):
    office = Calibration(front=(0.994, 1.003), back=(0.991, 1.0052), right=0.8, down=-1.3, turn=0.7)
    sheets = list(corrected(duplex(), Printer("office", office)))
    written(pdf, sheets)
    for each in sheets:
        again = correction_in_mm(sheet_entry(each)["correction"], each.size)
        assert sheet_entry(replace(each, correction=again)) == sheet_entry(each)
    assert findings(expected(pdf, sheets)) == []
    assert findings(expected(pdf)) != []


@pytest.mark.parametrize("said", [None, 7, "1 0 0 1 2", "1 0 0 1 0 0 cm q", "1 0 0 1 99 0"])
def test_a_correction_that_no_printer_needs_is_none(said):
    assert correction_in_mm(said, Size(210, 297)) is None


# Pieces of every outline, laid out as a build does.

PLACE = Place("card_data/tiny/bits.yaml", 1, 1)
NET = die_net("d6", 18)
SHAPES = {"discs": circle(22), "tiles": triangle(44), "dice": Outline("curve", NET.cut)}


def shaped(colour, kind):
    size = SHAPES[kind].size
    box = f'x="-2" y="-2" width="{size.width + 4}" height="{size.height + 4}"'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size.width + 4}mm" height="{size.height + 4}mm" '
        f'viewBox="-2 -2 {size.width + 4} {size.height + 4}"><rect {box} fill="{colour}"/></svg>'
    )
    return Face(face_key(svg), svg, size, 2)


@cache
def made(kind):
    fronts = {name: shaped(colour, kind) for name, colour in {"a": "#d00000", "b": "#00a000"}.items()}
    backs = {name: shaped(colour, kind) for name, colour in {"a": "#d08080", "b": "#80a080"}.items()}
    faces = {each.key: each for each in (*fronts.values(), *backs.values())}
    pieces = tuple(Piece(name, 3, {}, "f", "b", PLACE) for name in fronts)
    outline = None if kind == "dice" else SHAPES[kind]
    bits = Component("food", KINDS[kind], "Bits", SHAPES[kind].size, 0, 2, 1, pieces, PLACE, outline=outline)
    bits = replace(bits, net=NET, gap=3.0) if kind == "dice" else bits
    keys = ({name: each.key for name, each in side.items()} for side in (fronts, backs))
    return bits, Deck("food", faces, *keys), engine().convert(tuple(faces.values()), [])


@pytest.mark.parametrize("kind", SHAPES)
def test_a_piece_of_any_outline_that_looks_otherwise_is_named(pdf, kind):
    bits, own, converted = made(kind)
    context = SheetContext(Game("tiny", "T", "1", (bits,), PLACE), bits, own, find_paper("a4"))
    sheets = plan(context, backs="gutterfold").sheets
    file = ExpectedFile(pdf, "tiny", bits, own, converted, sheets, META, tuple(entries(sheets)), "")
    write_pdf(pdf, sheets, converted, meta=META)
    assert findings(file) == []
    first, *others = sheets[0].placements
    other = replace(first, face=own.fronts["b"])
    write_pdf(pdf, [replace(sheets[0], placements=(other, *others)), *sheets[1:]], converted, meta=META)
    assert any(each.startswith("PNP556 sheet 1 front, row 1 column 1: ") for each in findings(file))


# What a file is and says of itself.


def root(**values):
    def change(whole, _):
        for name, value in values.items():
            whole.Root[f"/{name}"] = value

    return change


def layer_off(whole, page):
    whole.Root.OCProperties.D.OFF = Array([page.resources.Properties.Cards])


def without_labels(whole, _):
    del whole.Root["/PageLabels"]


def private(whole, _):
    whole.trailer["/Mine"] = String("hello")


def another_title(whole, _):
    whole.docinfo["/Title"] = String("Another")


def without_metadata(whole, _):
    del whole.Root["/Metadata"]


def scaled(whole, _):
    whole.Root.ViewerPreferences.PrintScaling = Name.AppDefault


def locked(*_):
    return {"encryption": pikepdf.Encryption(owner="o", user="")}


BESIDE_PAGES = {
    "a script": (root(OpenAction=Dictionary(S=Name.JavaScript)), "PNP536 it has /OpenAction"),
    "a key of its own": (private, "PNP536 it has /Mine, which pnp does not write"),
    "encryption": (locked, "PNP536 it is encrypted"),
    "another language": (root(Lang=String("tlh")), "PNP537 "),
    "no labels": (without_labels, "PNP537 its page labels are not"),
    "another title": (another_title, "PNP537 its title"),
    "no metadata": (without_metadata, "PNP537 its title"),
    "a layer that is off": (layer_off, "PNP540 its layers"),
    "not actual size": (scaled, "PNP553 it does not ask the printer for actual size"),
    "another flip": (root(ViewerPreferences=Dictionary()), "PNP540 its print settings are not"),
}


@pytest.mark.parametrize(("change", "said"), BESIDE_PAGES.values(), ids=BESIDE_PAGES)
def test_what_a_file_asks_for_or_says_of_itself_is_compared(pdf, change, said):
    assert any(each.startswith(said) for each in spoiled(pdf, change))


BYTES = {
    "after the end": (lambda content: content + b"hello", "PNP535 there is something after its end"),
    "before it begins": (lambda content: b"MZ\n" + content, "PNP535 it does not begin like a PDF"),
    "cut short": (lambda content: content[:-1200], "PNP550 "),
    "nothing": (lambda _: b"", "PNP550 "),
    "a picture": (lambda _: b"\x89PNG\r\n\x1a\n" * 100, "PNP550 "),
    "somebody else's": (lambda _: pages().chunks[0], "PNP551 "),
}


@pytest.mark.parametrize(("change", "said"), BYTES.values(), ids=BYTES)
def test_a_file_that_is_not_one_pdf_of_ours_is_a_finding(pdf, change, said):
    pdf.write_bytes(change(written(pdf).read_bytes()))
    assert any(each.startswith(said) for each in findings(expected(pdf)))


def test_a_file_saved_again_by_a_program_that_writes_another_version_is_right(pdf):
    content = written(pdf).read_bytes()
    pdf.write_bytes(b"%PDF-1.3" + content.removeprefix(content[:8]))
    assert findings(expected(pdf)) == []


def test_a_second_revision_is_a_finding(pdf):
    content = written(pdf).read_bytes()
    at = content.rindex(b"startxref")
    pdf.write_bytes(content + b"\n" + content[at:])
    assert any(
        each.startswith("PNP535 it was changed after it was written") for each in findings(expected(pdf))
    )


def test_a_link_to_another_file_is_a_finding(pdf, tmp_path):
    pdf.symlink_to(written(tmp_path / "elsewhere.pdf"))
    assert findings(expected(pdf)) == ["PNP535 it is a link to another file"]


def test_a_missing_file_is_a_finding_unless_it_was_left_out(pdf):
    assert findings(expected(pdf)) == ["PNP550 the file is missing"]
    assert findings(expected(pdf, entries=None)) == []


def test_any_damaged_byte_gives_findings_or_none_but_no_traceback(pdf):
    whole = written(pdf).read_bytes()
    for at in range(60, len(whole), len(whole) // 30):
        pdf.write_bytes(whole[:at] + bytes([whole[at] ^ 0x5A]) + whole[at + 1 :])
        assert all(each[:3] == "PNP" for each in findings(expected(pdf)))


@pytest.mark.processes
def test_a_page_that_takes_too_long_to_draw_is_told_in_a_line(pdf, monkeypatch):
    def masked(whole, page):
        group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
        form = {"Type": Name.XObject, "Subtype": Name.Form, "BBox": Array([0, 0, 900, 900]), "Group": group}
        last = whole.make_stream(b"0.5 g 0 0 900 900 re f", **form)
        for _ in range(9):
            state = Dictionary(SMask=Dictionary(S=Name.Luminosity, G=last))
            last = whole.make_stream(
                b"/G gs 0 0 900 900 re f " * 3, **form, Resources=Dictionary(ExtGState=Dictionary(G=state))
            )
        page.Resources.ExtGState = Dictionary(G=state)
        page.contents_add(whole.make_stream(b"q /G gs 0 0 900 900 re f Q"))

    monkeypatch.setattr("pnp.verify.comparison.LIMITS", TaskLimits(seconds=1, bytes=800_000_000))
    assert spoiled(pdf, masked) == ["PNP530 page 1 takes more than 1 s of CPU time"]
