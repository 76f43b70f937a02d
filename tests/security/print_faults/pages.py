"""Faults on pages: what is not where it should be, not as large, not as it looks, hidden, or too much."""

import io
import math
import re

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Matrix, Name, Stream

from tests.security.print_faults.faults import (
    EVERY,
    SHEETS,
    NotHereError,
    Spot,
    around,
    card,
    card_boxes,
    card_lines,
    cards_at,
    change_face,
    contents,
    face,
    faces_on,
    footer,
    in_pages,
    marks,
    match,
    need,
    one_of,
    over,
    own,
    put,
    rewrite,
    substituted,
)

MM = 72 / 25.4
COSINE, SINE = math.cos(math.radians(0.5)), math.sin(math.radians(0.5))


def size(page):
    return tuple(map(float, page.mediabox[2:]))


def box(left, bottom, right, top):
    """Return a box whose edges lie so many points beyond those of the paper."""
    return lambda at: [left, bottom, size(at.page)[0] + right, size(at.page)[1] + top]


def page_key(key, value):
    return lambda at: put(at.page.obj, **{key: value(at) if callable(value) else value})


def in_order(*numbers):
    """Put the first pages in another order; the rest stays behind them."""

    def order(at):
        need(len(at.pdf.pages) >= len(numbers))
        pages = list(at.pdf.pages)
        need([each.obj.objgen for each in pages] != [pages[n].obj.objgen for n in numbers])
        del at.pdf.pages[:]
        at.pdf.pages.extend([*(pages[n] for n in numbers), *pages[len(numbers) :]])

    return order


def reversed_pages(at):
    need(len(at.pdf.pages) > 1)
    at.pdf.pages.reverse()


def page_missing(at):
    need(len(at.pdf.pages) > 1)
    del at.pdf.pages[at.chance.randrange(len(at.pdf.pages))]


def page_within_a_page_tree(at):
    root = at.pdf.Root.Pages
    kids = list(root.Kids)
    inner = Dictionary(Type=Name.Pages, Kids=Array(kids), Count=len(kids), Parent=root, Rotate=180)
    root.Kids = Array([at.pdf.make_indirect(inner)])
    for each in kids:
        each.Parent = root.Kids[0]


def boxes_inherited(at):
    at.pdf.Root.Pages.CropBox = Array([30, 30, 300, 300])
    for each in at.pdf.pages:
        if "/CropBox" in each.obj:
            del each.obj.CropBox


def other_card(*, swapped):
    """Show another card of the page in the place of one, and that one there."""

    def change(at):
        contents(own(at.page))
        forms = {name: form for name, form in at.page.resources.XObject.items() if name.startswith("/C")}
        one = one_of(at.chance, forms)
        others = [
            name
            for name, form in forms.items()
            if form.objgen != forms[one].objgen and (not swapped or list(form.BBox) == list(forms[one].BBox))
        ]
        other = one_of(at.chance, others)
        at.page.obj.Resources.XObject[one] = forms[other]
        if swapped:
            at.page.obj.Resources.XObject[other] = forms[one]

    return change


def cards_of_two_pages_swapped(at):
    other = one_of(at.chance, [each for each in at.pdf.pages if each.obj.objgen != at.page.obj.objgen])
    mine, theirs = ({**own(each).resources.XObject} for each in (at.page, other) if contents(each))
    slots = [
        name
        for name in mine.keys() & theirs.keys() - {"/M"}
        if mine[name].objgen != theirs[name].objgen and list(mine[name].BBox) == list(theirs[name].BBox)
    ]
    slot = one_of(at.chance, sorted(slots))
    at.page.obj.Resources.XObject[slot], other.obj.Resources.XObject[slot] = theirs[slot], mine[slot]


def card_by(a, b, c, d, x=0.0, y=0.0):
    """Show a card in a matrix that keeps its middle where it is, moved by so many mm."""

    def change(at):
        line = one_of(at.chance, card_lines(at.page))
        clip, _, placed = line.partition(b" W n ")
        numbers, slot = placed.split(b" cm ")
        _, _, width, height = map(float, at.page.resources.XObject[line.split()[-3].decode()].BBox)
        across, down = width / 2, height / 2
        inner = Matrix(a, b, c, d, across * (1 - a) - c * down + x * MM, down * (1 - d) - b * across + y * MM)
        shown = (inner @ Matrix(*map(float, numbers.split()))).shorthand
        new = clip + b" W n " + b" ".join(b"%.5f" % each for each in shown) + b" cm " + slot
        rewrite(at, cards_at(at.page), lambda old: old.replace(line, new, 1))

    return change


def backs_moved(at):
    need(len(at.pdf.pages) > 1)
    for back in list(at.pdf.pages)[1::2]:
        around(1, 0, 0, 1, 0.2 * MM, 0)(Spot(at.chance, pdf=at.pdf, page=back))


GEOMETRY = {
    "page turned": (EVERY, page_key("Rotate", lambda at: at.chance.choice((90, 180, 270)))),
    "turn inherited": (SHEETS, lambda at: put(at.pdf.Root.Pages, Rotate=90)),
    "page at 99 percent": (EVERY, around(0.99, 0, 0, 0.99, 0, 0)),
    "page at 100 2 percent": (SHEETS, around(1.002, 0, 0, 1.002, 0, 0)),
    "page moved by a third of a millimetre": (SHEETS, around(1, 0, 0, 1, 0.3 * MM, 0)),
    "page mirrored": (SHEETS, lambda at: around(-1, 0, 0, 1, size(at.page)[0], 0)(at)),
    "page askew": (SHEETS, around(COSINE, SINE / 2, -SINE / 2, COSINE, 0, 0)),
    "page clipped": (SHEETS, around(clip=b"50 50 300 500 re W n")),
    "unit of a page twice as large": (EVERY, page_key("UserUnit", 2)),
    "unit of a page a little larger": (SHEETS, page_key("UserUnit", 1.01)),
    "paper larger": (EVERY, page_key("MediaBox", box(0, 0, 9, 9))),
    "paper beginning elsewhere": (EVERY, page_key("MediaBox", box(6, 6, 6, 6))),
    "page cropped": (EVERY, page_key("CropBox", box(20, 20, -20, -20))),
    "trim box changed": (SHEETS, page_key("TrimBox", lambda at: [float(x) + 3 for x in at.page.trimbox])),
    "bleed box changed": (SHEETS, page_key("BleedBox", lambda at: [float(x) + 1 for x in at.page.bleedbox])),
    "trim box gone": (SHEETS, page_key("TrimBox", None)),
    "art box added": (SHEETS, page_key("ArtBox", [10, 10, 200, 200])),
    "boxes inherited": (SHEETS, boxes_inherited),
    "page within a page tree": (SHEETS, page_within_a_page_tree),
    "pages reversed": (EVERY, reversed_pages),
    "two fronts swapped": (SHEETS, in_order(2, 1, 0, 3)),
    "page missing": (EVERY, page_missing),
    "page twice": (EVERY, lambda at: at.pdf.pages.append(at.page)),
    "empty page added": (EVERY, lambda at: at.pdf.add_blank_page(page_size=size(at.page))),
    "empty page in place of one": (EVERY, lambda at: put(at.page.obj, Contents=at.pdf.make_stream(b""))),
    "two cards of a page swapped": ("sheets print machine", other_card(swapped=True)),
    "card twice instead of another": ("sheets print machine reprint", other_card(swapped=False)),
    "cards of two pages swapped": ("sheets print", cards_of_two_pages_swapped),
    "card missing": ("sheets machine reprint", card(lambda _: b"")),
    "card turned by 180": (SHEETS, card_by(-1, 0, 0, -1)),
    "card mirrored": (SHEETS, card_by(-1, 0, 0, 1)),
    "card upside down": (SHEETS, card_by(1, 0, 0, -1)),
    "card moved by 0 05 mm": (SHEETS, card_by(1, 0, 0, 1, 0.05)),
    "card moved by 0 1 mm": ("sheets reprint", card_by(1, 0, 0, 1, 0, 0.1)),
    "card at 99 percent": (SHEETS, card_by(0.99, 0, 0, 0.99)),
    "card stretched": (SHEETS, card_by(1.01, 0, 0, 1)),
    "card askew": (SHEETS, card_by(COSINE, SINE, -SINE, COSINE)),
    "all backs moved by a fifth of a millimetre": (SHEETS, backs_moved),
}


# What should not be there, and what lies over or under the cards.


def letters(at, x, y, *, text=b"Hello", points=9, mode=0):
    """Return operators that write in one of the fonts of the page's marks."""
    name = next(iter(at.page.resources.get("/Font", {}).keys()), None)
    need(name)
    return b"BT %s %d Tf %d Tr 1 0 0 1 %g %g Tm (%s) Tj ET" % (name.encode(), points, mode, x, y, text)


def middle(at):
    x, y, width, height = one_of(at.chance, card_boxes(at.page))
    return x + width / 2, y + height / 2


def on_a_card(operators):
    return over(lambda at: operators(*middle(at)))


def unlabelled_card(at):
    contents(own(at.page))
    shown = one_of(at.chance, faces_on(at.page))
    keys = {key: shown[key] for key in ("/Type", "/Subtype", "/BBox", "/Resources")}
    at.page.obj.Resources.XObject["/X"] = at.pdf.make_stream(shown.read_bytes(), keys)
    over(b".15 0 0 .15 %g 6 cm /X Do" % (size(at.page)[0] * 0.6))(at)


def card_too_many(at):
    slots = [name for name in own(at.page).resources.get("/XObject", {}) if name.startswith("/C")]
    over(b".3 0 0 .3 5 5 cm %s Do" % one_of(at.chance, slots).encode())(at)


def white_square(at):
    try:
        x, y = middle(at)
    except (NotHereError, StopIteration):
        x, y = size(at.page)[0] / 2, size(at.page)[1] / 2
    return b"1 g %g %g 30 30 re f" % (x - 15, y - 15)


EXTRA = {
    "unlabelled card beside the others": ("sheets print machine", unlabelled_card),
    "labelled card too many": ("sheets print machine", card_too_many),
    "cards shown twice": (SHEETS, lambda at: rewrite(at, cards_at(at.page), lambda old: old + b"\n" + old)),
    "scribble in the margin": (EVERY, over(b"1 w 4 100 m 9 110 l 4 120 l 9 130 l S")),
    "scribble on a card": (SHEETS, on_a_card(lambda x, y: b".5 w %g %g m %g %g l S" % (x, y, x + 9, y + 7))),
    "small spot on a card": (SHEETS, on_a_card(lambda x, y: b"1 0 0 rg %g %g 1.2 1.2 re f" % (x, y))),
    "spot beside the cards": (SHEETS, over(lambda at: b"0 g 5 %g 1.4 1.4 re f" % (size(at.page)[1] / 2))),
    "white square over marks": (SHEETS, over(lambda at: b"1 g 0 0 %g 40 re f" % size(at.page)[0])),
    "text behind the cards": (SHEETS, over(lambda at: letters(at, *middle(at), points=40), first=True)),
    "invisible text": ("sheets print", over(lambda at: letters(at, 100, 300, mode=3))),
    "tiny text": (SHEETS, over(lambda at: letters(at, 4, 300, points=1))),
    "text off the page": (SHEETS, over(lambda at: letters(at, -500, -500))),
    "white text on white": (SHEETS, over(lambda at: b"1 g " + letters(at, 5, 300))),
    "picture in the content": (SHEETS, over(b"20 0 0 20 4 200 cm BI /W 2 /H 2 /BPC 8 /CS /G ID \x00\x80\xc0\x20 EI")),
    "words for screen readers": (SHEETS, over(b"/Span <</ActualText (other words)>> BDC EMC")),
}  # fmt: skip


def in_box(operators):
    return over(lambda at: operators(*one_of(at.chance, card_boxes(at.page))))


def frame(outer, inner, colour):
    """Paint between two distances inside the edges of a card, in mm."""

    def paint(x, y, width, height):
        edges = (outer * MM, inner * MM)
        paths = (b"%g %g %g %g re" % (x + e, y + e, width - 2 * e, height - 2 * e) for e in edges)
        return colour + b" " + b" ".join(paths) + b" f*"

    return in_box(paint)


def clip_by(*changes):
    """Show a card in a clip whose corner and size are changed by so many points."""

    def change(line):
        words = line.split()
        new = b" ".join(b"%g" % (float(word) + by) for word, by in zip(words[1:5], changes, strict=True))
        return line.replace(b" ".join(words[1:5]), new, 1)

    return lambda at: card_boxes(at.page) and card(change)(at)


def bleed_cut_off(at):
    form = change_face(at)
    x0, y0, x1, y1 = map(float, form.BBox)
    form.BBox = [x0 + 6, y0 + 6, x1 - 6, y1 - 6]


EDGES = {
    "outer part of a card painted": (SHEETS, frame(1.0, 1.6, b"0 1 1 0 k")),
    "one edge of a card painted": (SHEETS, in_box(lambda x, y, _, h: b"1 0 0 rg %g %g 4.5 %g re f" % (x, y, h))),
    "bleed blanked": (SHEETS, frame(0, 0.9, b"1 g")),
    "bleed of one side blanked": (SHEETS, in_box(lambda x, y, w, _: b"1 g %g %g %g 2.3 re f" % (x, y, w))),
    "bleed in another colour": (SHEETS, frame(0, 0.9, b".5 g")),
    "white between two cards": (SHEETS, in_box(lambda x, y, _, h: b"1 g %g %g 1 %g re f" % (x - 0.5, y, h))),
    "card clipped too wide": (SHEETS, clip_by(-3, -3, 6, 6)),
    "card clipped too tight": (SHEETS, clip_by(0, 0, 0, -1.5)),
    "clip of a card gone": (SHEETS, card(lambda line: b"q " + line.partition(b" W n ")[2])),
    "bleed cut off in the face": (SHEETS, bleed_cut_off),
}  # fmt: skip

# Marks around the cards, and what a page writes of its own.

NUMBER = rb"(-?[\d.]+)"
LINE = rb"n " + b" ".join([NUMBER] * 2) + rb" m " + b" ".join([NUMBER] * 2) + rb" l S"
MARKED = "sheets machine print"


def moved(x, y):
    def move(found):
        x1, y1, x2, y2 = map(float, found.groups())
        return b"n %g %g m %g %g l S" % (x1 + x, y1 + y, x2 + x, y2 + y)

    return move


def longer(found):
    x1, y1, x2, y2 = map(float, found.groups())
    return b"n %g %g m %g %g l S" % (x1, y1, 2 * x2 - x1, 2 * y2 - y1)


def one_line(new):
    """Change one of the black lines of the marks: white ones below them come first."""

    def change(at):
        def write(content):
            head, mark, rest = content.partition(b"\nQ\n")
            head, rest = (head + mark, rest) if b"1 G" in head else (b"", content)
            return head + substituted(LINE, new, rest, at.chance)

        return marks(write)(at)

    return change


def all_lines(x, y):
    return marks(lambda content: re.sub(LINE, moved(x, y), content))


def marks_line(change):
    """Change the content stream of a page that shows the marks."""

    def write(at):
        number = next(n for n, each in enumerate(contents(at.page)) if b"/M Do" in each.read_bytes())
        rewrite(at, number, change)

    return write


def of_another_page(at):
    other = one_of(at.chance, [each for each in at.pdf.pages if each.obj.objgen != at.page.obj.objgen])
    contents(other)
    return other


def marks_of_another_page(at):
    theirs = of_another_page(at).resources.XObject["/M"]
    need(theirs.read_bytes() != at.page.resources.XObject["/M"].read_bytes())
    own(at.page).obj.Resources.XObject["/M"] = theirs


def footer_of_another_page(at):
    words = b"\n".join(each.read_bytes() for each in contents(of_another_page(at))[1:])
    footer(lambda _: words)(at)


def footer_missing(at):
    need(b"Tj" in b"".join(each.read_bytes() for each in contents(at.page)[1:]))
    footer(lambda _: b"/OC /Marks BDC\nq  Q\nEMC")(at)


def written(pattern, new):
    return footer(lambda old: substituted(pattern, new, old))


SHOWN = b"/OC /Marks BDC /M Do EMC"
OTHER_SIDE = {b"front": b"back", b"back": b"front"}
MARKS = {
    "all marks removed": (MARKED, marks(lambda _: b" ")),
    "one mark removed": (MARKED, one_line(lambda _: b"")),
    "one mark moved by half a millimetre": (SHEETS, one_line(moved(0.5, 0.5))),
    "one mark moved by two millimetres": (MARKED, one_line(moved(2, 2))),
    "one mark longer": (SHEETS, one_line(longer)),
    "one mark added": (SHEETS, one_line(lambda found: found[0] + b"\n" + moved(7, 7)(found))),
    "all marks moved by half a millimetre": (SHEETS, all_lines(0.5, 0)),
    "all marks moved by two millimetres": (SHEETS, all_lines(0, 2)),
    "marks pale": (SHEETS, marks(lambda content: b".85 G\n.85 g\n" + content)),
    "marks thick": (SHEETS, marks(lambda content: content.replace(b".088194 w", b".6 w"))),
    "white lines below marks are black": (SHEETS, marks(lambda old: old.replace(b"\n1 G\n", b"\n0 G\n"))),
    "marks at 99 percent": (SHEETS, marks(lambda content: b".99 0 0 .99 0 0 cm\n" + content)),
    "marks mirrored": (SHEETS, lambda at: marks(lambda old: b"-1 0 0 1 %g 0 cm\n" % size(at.page)[0] + old)(at)),
    "marks cut off": (SHEETS, lambda at: put(marks(lambda old: old + b"\n")(at), BBox=[0, 0, 100, 100])),
    "marks not shown": (SHEETS, marks_line(lambda old: old.replace(b"/M Do", b""))),
    "marks shown below the cards": (SHEETS, marks_line(lambda old: SHOWN + b"\n" + old.replace(SHOWN, b""))),
    "marks of another page": (SHEETS, marks_of_another_page),
    "registration marks turned": (
        "machine", lambda at: marks(lambda old: b"-1 0 0 -1 %g %g cm\n" % size(at.page) + old)(at),
    ),
    "footer missing": (MARKED, footer_missing),
    "footer of another page": (MARKED, footer_of_another_page),
    "footer with another number": (SHEETS, written(rb"sheet (\d+)", lambda m: b"sheet %d" % (int(m[1]) + 1))),
    "footer with another side": (SHEETS, written(rb"front|back", lambda m: OTHER_SIDE[m[0]])),
    "footer with a letter changed": (SHEETS, written(rb"(?<=\w)e(?=\w)", b"a")),
    "footer moved by two millimetres": (
        SHEETS,
        written(
            rb"1 0 0 1 " + NUMBER + b" " + NUMBER + rb" Tm /",
            lambda m: b"1 0 0 1 %g %g Tm /" % (float(m[1]) + 5.67, float(m[2])),
        ),
    ),
    "footer larger": (SHEETS, written(rb"6\.5 Tf|5\.25 Tf|5\.5 Tf|6 Tf", b"8 Tf")),
    "footer white": (SHEETS, written(rb"\bBT\b", b"1 g BT")),
    "letters at joints swapped": (SHEETS, written(rb"\(([A-Z])\) Tj", lambda m: b"(%c) Tj" % (m[1][0] ^ 1))),
    "length of the ruler wrong": (SHEETS, written(rb"\(\d+ mm\)", b"(60 mm)")),
}  # fmt: skip

# What is hardly seen: a colour a little off, a letter moved, a picture with less in it.

COLOUR = rb"(?<=cs )([\d.]+) ([\d.]+) ([\d.]+) (?=scn)"
WORD = rb"(\\[0-7]{3})(\\[0-7]{3})((?:\\[0-7]{3}|[^\\()])*)\)Tj"  # glyphs of two bytes, as typst writes them
PLACE = rb"q 2\.8346457 0 0 -2\.8346457 ([\d.]+) ([\d.]+) cm"
SEEN = "sheets print guide"


def shifted(steps):
    def shift(found):
        first, *others = map(float, found.groups())
        return b"%g %g %g " % (first + (steps if first < 0.5 else -steps) / 255, *others)

    return shift


def next_letter(found):
    number = int(found[2][1:], 8)
    return found[1] + b"\\%03o" % (number - 1 if number > 1 else number + 1) + found[3] + b")Tj"


def state_of(form, name, **entries):
    """Give a form a graphics state besides those that it has."""
    form.Resources = Dictionary(form.Resources)
    form.Resources.ExtGState = Dictionary(form.Resources.get("/ExtGState", {}))
    form.Resources.ExtGState[f"/{name}"] = Dictionary(Type=Name.ExtGState, **entries)


def in_state(**entries):
    return lambda at: state_of(change_face(at, lambda old: b"/Other gs\n" + old), "Other", **entries)


def veil(share, colour, *, first=False):
    def draw(at):
        state_of(own(at.page).obj, "Veil", ca=share)
        over(b"/Veil gs " + colour + b" 0 0 2000 2000 re f", first=first)(at)

    return draw


def page_state(**entries):
    def change(at):
        state_of(own(at.page).obj, "Other", **entries)
        over(b"/Other gs", first=True)(at)

    return change


def opacity_changed(at):
    form = change_face(at)
    states = form.Resources.get("/ExtGState", Dictionary())
    name = one_of(at.chance, [name for name, state in states.items() if "/ca" in state])
    state_of(form, name[1:], ca=float(states[name].ca) * 0.8)


def colour_space_changed(at):
    form = change_face(at)
    need("/ColorSpace" in form.Resources)
    names = [name for name, each in form.Resources.ColorSpace.items() if each[1].get("/N") == 3]
    form.Resources = Dictionary(form.Resources)
    form.Resources.ColorSpace = Dictionary(form.Resources.ColorSpace)
    calibrated = Dictionary(WhitePoint=[0.9505, 1, 1.089], Gamma=[1.4, 1.4, 1.4])
    form.Resources.ColorSpace[one_of(at.chance, names)] = Array([Name.CalRGB, calibrated])


FAINT = {
    "one colour ten steps off": (SEEN, match(COLOUR, shifted(10))),
    "all colours ten steps off": (SHEETS, face(lambda old: re.sub(COLOUR, shifted(10), old))),
    "first colour five steps off": (SHEETS, face(lambda old: substituted(COLOUR, shifted(5), old))),
    "white veil of four percent": (EVERY, veil(0.04, b"1 g")),
    "black veil of four percent": (SHEETS, veil(0.04, b"0 g")),
    "white square over something": ("sheets print guide rules", over(white_square)),
    "yellow veil": (SHEETS, veil(0.06, b"1 1 0 rg")),
    "face a little transparent": (SHEETS, in_state(ca=0.96, CA=0.96)),
    "one letter changed": (SEEN, match(WORD, next_letter)),
    "one word moved by a fifth of a millimetre": (
        SHEETS,
        match(
            rb"Tf 1 0 0 -1 ([-\d.]+) ([-\d.]+) Tm",
            lambda m: b"Tf 1 0 0 -1 %g %s Tm" % (float(m[1]) + 0.2, m[2]),
        ),
    ),
    "letters set wider": (SHEETS, match(rb"\bBT ", b"BT .05 Tc ")),
    "letters a little larger": (
        SHEETS, match(rb"Tr/(f\d+) ([\d.]+) Tf", lambda m: b"Tr/%s %g Tf" % (m[1], float(m[2]) * 1.03)),
    ),
    "letters in outline": (SHEETS, match(rb"\b0 Tr", b"1 Tr .1 w")),
    "letters invisible": (SHEETS, match(rb"\b0 Tr", b"3 Tr")),
    "word missing": (SHEETS, match(rb"\bBT [^()]*\([^()]*\)Tj\nET", b"")),
    "one line thicker": (SEEN, match(rb"(?<=SCN )([\d.]+) w", lambda m: b"%g w" % (float(m[1]) * 1.5))),
    "one shape missing": (SHEETS, match(rb"\nh\nf\nQ", b"\nh\nn\nQ")),
    "one shape moved": (
        SHEETS, match(PLACE, lambda m: b"q 2.8346457 0 0 -2.8346457 %g %s cm" % (float(m[1]) + 0.85, m[2])),
    ),
    "opacity of a shape changed": (SHEETS, opacity_changed),
    "colour space of a face changed": (SHEETS, colour_space_changed),
}  # fmt: skip

# Graphics states, which a press heeds and a screen does not show, and pictures.

PRESS_STATES = {
    "overprint": {"OP": True, "op": True, "OPM": 1},
    "transfer function": {"TR": Name.Identity},
    "halftone": {"HT": Name.Default},
    "black generation": {"BG2": Name.Default},
    "undercolour removal": {"UCR2": Name.Default},
    "rendering intent": {"RI": Name.Saturation},
    "multiplied": {"BM": Name.Multiply},
    "soft mask": {"SMask": Name("/None")},
    "stroke adjustment": {"SA": True},
    "flatness": {"FL": 90},
    "knockout text": {"TK": False},
    "alpha is shape": {"AIS": True},
}


def image_of(at):
    return one_of(
        at.chance, [e for e in at.pdf.objects if isinstance(e, Stream) and e.get("/Subtype") == "/Image"]
    )


def inverted(at):
    image = image_of(at)
    put(image, Decode=[1, 0] * (1 if image.get("/ColorSpace") == "/DeviceGray" else 3))


def one_point_changed(at):
    image = image_of(at)
    pixels = bytearray(image.read_bytes())
    middle = len(pixels) // 2
    pixels[middle : middle + 3] = bytes(255 - each for each in pixels[middle : middle + 3])
    image.write(bytes(pixels))


def default_colour_space(at):
    grey = Array([Name.CalGray, Dictionary(WhitePoint=[0.95, 1, 1.09], Gamma=3)])
    own(at.page).obj.Resources.ColorSpace = Dictionary(DefaultGray=grey)


STATES = {
    **{f"{name} in a face": (SHEETS, in_state(**entries)) for name, entries in PRESS_STATES.items()},
    **{f"{name} on a page": (SHEETS, page_state(**entries)) for name, entries in PRESS_STATES.items()},
    "rendering intent by operator": (SHEETS, face(lambda old: b"/Perceptual ri\n" + old)),
    "picture smoothed": (EVERY, lambda at: put(image_of(at), Interpolate=True)),
    "picture inverted": (EVERY, inverted),
    "picture with one point changed": (EVERY, one_point_changed),
    "picture with an intent": (EVERY, lambda at: put(image_of(at), Intent=Name.Saturation)),
    "transparency group on a page": (
        SHEETS, page_key("Group", lambda _: Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)),
    ),
    "default colour space on a page": (SHEETS, default_colour_space),
}  # fmt: skip

# Texts of a card that are in the data and not, or not legible, in the finished file.

STRING = re.compile(rb"\((?:[^()\\]|\\.)*\)\s*Tj|<[0-9A-Fa-f]*>\s*Tj", re.DOTALL)
BLOCK = re.compile(rb"\bBT\b.*?\bET\b", re.DOTALL)
BY_OPERATORS = {
    "every text removed": (BLOCK.pattern, b""),
    "strings emptied": (STRING.pattern, b"()Tj"),
    "every letter another": (STRING.pattern, b"(\\\\000\\\\002)Tj"),
    "letters without a glyph": (STRING.pattern, b"(\\\\377\\\\376)Tj"),
    "invisible mode": (rb"\bBT\b\s*\d? ?(?:Tr)?", b"BT 3 Tr "),
    "white": (rb"\bBT\b", b"/DeviceRGB cs 1 1 1 scn BT"),
    "of no size": (rb" [\d.]+ Tf", b" 0.0001 Tf"),
    "beyond the card": (rb" 0 0 Tm", b" 9000 9000 Tm"),
    "clipped away": (rb"\bBT\b", b"0 0 0 0 re W n BT"),
    "shrunk to a point": (rb"\bBT\b", b"0.00001 0 0 0.00001 0 0 cm BT"),
    "in a font that is not there": (rb"/f\d+ ", b"/nofont "),
    "operators cut short": (rb"\bBT\b.*", b""),
}


def lettered(at):
    """Return a card of the page that has text."""
    return one_of(at.chance, [form for form in faces_on(at.page) if STRING.search(form.read_bytes())])


def everywhere(pattern, new):
    """Rewrite the operators of a card."""

    def change(at):
        form = lettered(at)
        old = form.read_bytes()
        need((text := re.sub(pattern, new, old, flags=re.DOTALL)) != old)
        form.write(text)

    return change


def one_text_removed(at):
    form = lettered(at)
    form.write(substituted(BLOCK.pattern.replace(b".", rb"[\s\S]"), b"", form.read_bytes(), at.chance))


def without_opacity(at):
    form = lettered(at)
    state_of(form, "lost", ca=0)
    form.write(form.read_bytes().replace(b"BT", b"/lost gs BT"))


def font_of(at):
    """Return a font with its own file, in which a card of the page has letters."""
    fonts = [
        font.DescendantFonts[0] for font in lettered(at).Resources.Font.values() if "/DescendantFonts" in font
    ]
    return one_of(at.chance, [each for each in fonts if "/FontFile2" in each.FontDescriptor])


def program(change):
    """Rewrite the file of a font."""

    def write(at):
        stream = font_of(at).FontDescriptor.FontFile2
        stream.write(change(stream.read_bytes()))

    return write


def without_outlines(step):
    def change(content):
        font = TTFont(io.BytesIO(content), recalcTimestamp=False)
        for name in font.getGlyphOrder()[step - 1 :: step]:
            font["glyf"][name] = TTGlyphPen(None).glyph()
        out = io.BytesIO()
        font.save(out)
        return out.getvalue()

    return change


def font_of_another_text(at):
    form = lettered(at)
    names = [name for name in form.Resources.Font if form.read_bytes().count(name.encode() + b" ")]
    need(len(names) > 1)
    fonts = form.Resources.Font
    fonts[names[0]], fonts[names[1]] = fonts[names[1]], fonts[names[0]]


LOST = {
    name: ("sheets print", change)
    for name, change in {
        **{name: everywhere(*rule) for name, rule in BY_OPERATORS.items()},
        "one text removed": one_text_removed,
        "without opacity": without_opacity,
        "fonts of the card removed": lambda at: put(lettered(at).Resources, Font=None),
        "empty font program": program(lambda _: b""),
        "font program cut short": program(lambda whole: whole[: len(whole) // 3]),
        "glyphs without outlines": program(without_outlines(1)),
        "half the glyphs without outlines": program(without_outlines(2)),
        "every letter the missing glyph": lambda at: put(
            font_of(at), CIDToGIDMap=at.pdf.make_stream(bytes(2 * 65_536))
        ),
        "font of another text": font_of_another_text,
    }.items()
}

ON_PAGES = [
    fault
    for kind, table in {
        "marks": MARKS,
        "extra content": EXTRA,
        "edges": EDGES,
        "faint": FAINT,
        "states and pictures": STATES,
        "geometry": GEOMETRY,
        "lost texts": LOST,
    }.items()
    for fault in in_pages(kind, table)
]
