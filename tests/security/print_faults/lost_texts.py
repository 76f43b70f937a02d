"""Texts of a card that are in the data and not, or not legible, in the finished file."""

import io
import re

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from pikepdf import Dictionary, Name

from pnp.export.pdf_objects import FACE_KEY
from tests.security.print_faults.faults import NotHereError, in_pdf, one_of

LOST = "lost texts"
SHOWN = re.compile(rb"\((?:[^()\\]|\\.)*\)\s*Tj|<[0-9A-Fa-f]*>\s*Tj", re.DOTALL)
BLOCK = re.compile(rb"\bBT\b.*?\bET\b", re.DOTALL)


def lettered(page, chance):
    """A card of the page that has text."""
    forms = [form for form in page.resources.get("/XObject", {}).values() if FACE_KEY in form]
    return one_of(chance, [form for form in forms if SHOWN.search(form.read_bytes())])


def font_of(page, chance):
    """A font with its own file, in which a card of the page has letters."""
    fonts = lettered(page, chance).Resources.Font.values()
    inner = [font.DescendantFonts[0] for font in fonts if "/DescendantFonts" in font]
    return one_of(chance, [each for each in inner if "/FontFile2" in each.FontDescriptor])


def changed(pattern, written):
    """Return a fault that rewrites the operators of a card."""

    def change(pdf, page, chance):
        form = lettered(page, chance)
        old = form.read_bytes()
        new = re.sub(pattern, written, old, flags=re.DOTALL)
        if new == old:
            raise NotHereError
        form.write(new)

    return change


BY_OPERATORS = {
    "every text removed": (BLOCK.pattern, b""),
    "strings emptied": (SHOWN.pattern, b"()Tj"),
    "every letter another": (SHOWN.pattern, b"(\\\\000\\\\002)Tj"),
    "letters without a glyph": (SHOWN.pattern, b"(\\\\377\\\\376)Tj"),
    "invisible mode": (rb"\bBT\b\s*\d? ?(?:Tr)?", b"BT 3 Tr "),
    "white": (rb"\bBT\b", b"/DeviceRGB cs 1 1 1 scn BT"),
    "of no size": (rb" [\d.]+ Tf", b" 0.0001 Tf"),
    "beyond the card": (rb" 0 0 Tm", b" 9000 9000 Tm"),
    "clipped away": (rb"\bBT\b", b"0 0 0 0 re W n BT"),
    "shrunk to a point": (rb"\bBT\b", b"0.00001 0 0 0.00001 0 0 cm BT"),
    "in a font that is not there": (rb"/f\d+ ", b"/nofont "),
    "operators cut short": (rb"\bBT\b.*", b""),
}

for _name, _rule in BY_OPERATORS.items():
    _fault = changed(*_rule)
    _fault.__name__ = _name
    in_pdf(LOST, "sheets print")(_fault)


@in_pdf(LOST, "sheets print")
def one_text_removed(pdf, page, chance):
    form = lettered(page, chance)
    old = form.read_bytes()
    block = one_of(chance, BLOCK.finditer(old))
    form.write(old[: block.start()] + old[block.end() :])


@in_pdf(LOST, "sheets print")
def without_opacity(pdf, page, chance):
    form = lettered(page, chance)
    states = form.Resources.get("/ExtGState", Dictionary())
    states["/lost"] = Dictionary(Type=Name.ExtGState, ca=0)
    form.Resources.ExtGState = states
    form.write(form.read_bytes().replace(b"BT", b"/lost gs BT"))


@in_pdf(LOST, "sheets print")
def fonts_of_the_card_removed(pdf, page, chance):
    del lettered(page, chance).Resources["/Font"]


@in_pdf(LOST, "sheets print")
def empty_font_program(pdf, page, chance):
    font_of(page, chance).FontDescriptor.FontFile2.write(b"")


@in_pdf(LOST, "sheets print")
def font_program_cut_short(pdf, page, chance):
    program = font_of(page, chance).FontDescriptor.FontFile2
    whole = program.read_bytes()
    program.write(whole[: len(whole) // 3])


@in_pdf(LOST, "sheets print")
def glyphs_without_outlines(pdf, page, chance):
    program = font_of(page, chance).FontDescriptor.FontFile2
    program.write(blank(program.read_bytes(), every=True))


@in_pdf(LOST, "sheets print")
def half_the_glyphs_without_outlines(pdf, page, chance):
    program = font_of(page, chance).FontDescriptor.FontFile2
    program.write(blank(program.read_bytes(), every=False))


@in_pdf(LOST, "sheets print")
def every_letter_the_missing_glyph(pdf, page, chance):
    font = font_of(page, chance)
    font.CIDToGIDMap = pdf.make_stream(bytes(2 * 65_536))


@in_pdf(LOST, "sheets print")
def font_of_another_text(pdf, page, chance):
    form = lettered(page, chance)
    names = [name for name in form.Resources.Font if form.read_bytes().count(name.encode() + b" ")]
    if len(names) < 2:
        raise NotHereError
    first, other = form.Resources.Font[names[0]], form.Resources.Font[names[1]]
    form.Resources.Font[names[0]], form.Resources.Font[names[1]] = other, first


def blank(program, *, every):
    """A font program whose glyphs, or every second one, have no outline."""
    font = TTFont(io.BytesIO(program), recalcTimestamp=False)
    nothing = TTGlyphPen(None).glyph()
    for number, name in enumerate(font.getGlyphOrder()):
        if every or number % 2:
            font["glyf"][name] = nothing
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()
