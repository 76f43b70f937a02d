"""Pages and cards that are not where they should be, or not as large."""

import math

from pikepdf import Array, Dictionary, Name

from tests.security.print_faults.faults import (
    NotHereError,
    card_lines,
    cards_at,
    change_card,
    contents,
    draw_over,
    in_pdf,
    one_of,
    own,
    rewrite,
)

GEOMETRY = "geometry"
EVERY = "sheets print guide rules booklet"
MM = 72 / 25.4


def around(pdf, page, matrix):
    """Put all that a page shows into a matrix."""
    streams = page.obj.get("/Contents")
    streams = list(streams) if isinstance(streams, Array) else [streams]
    before = pdf.make_stream(b"q %s cm" % b" ".join(b"%g" % each for each in matrix))
    page.obj.Contents = Array([before, *streams, pdf.make_stream(b"Q")])


@in_pdf(GEOMETRY, EVERY)
def page_turned(pdf, page, chance):
    page.obj.Rotate = chance.choice((90, 180, 270))


@in_pdf(GEOMETRY)
def turn_inherited(pdf, page, chance):
    pdf.Root.Pages.Rotate = 90


@in_pdf(GEOMETRY, EVERY)
def page_at_99_percent(pdf, page, chance):
    around(pdf, page, (0.99, 0, 0, 0.99, 0, 0))


@in_pdf(GEOMETRY)
def page_at_100_2_percent(pdf, page, chance):
    around(pdf, page, (1.002, 0, 0, 1.002, 0, 0))


@in_pdf(GEOMETRY)
def page_moved_by_a_third_of_a_millimetre(pdf, page, chance):
    around(pdf, page, (1, 0, 0, 1, 0.3 * MM, 0))


@in_pdf(GEOMETRY)
def page_mirrored(pdf, page, chance):
    around(pdf, page, (-1, 0, 0, 1, float(page.mediabox[2]), 0))


@in_pdf(GEOMETRY)
def page_askew(pdf, page, chance):
    angle = math.radians(0.2)
    around(pdf, page, (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0))


@in_pdf(GEOMETRY, EVERY)
def unit_of_a_page_twice_as_large(pdf, page, chance):
    page.obj.UserUnit = 2


@in_pdf(GEOMETRY)
def unit_of_a_page_a_little_larger(pdf, page, chance):
    page.obj.UserUnit = 1.01


@in_pdf(GEOMETRY, EVERY)
def paper_larger(pdf, page, chance):
    page.obj.MediaBox = Array([0, 0, float(page.mediabox[2]) + 9, float(page.mediabox[3]) + 9])


@in_pdf(GEOMETRY, EVERY)
def paper_beginning_elsewhere(pdf, page, chance):
    page.obj.MediaBox = Array([6, 6, float(page.mediabox[2]) + 6, float(page.mediabox[3]) + 6])


@in_pdf(GEOMETRY, EVERY)
def page_cropped(pdf, page, chance):
    page.obj.CropBox = Array([20, 20, float(page.mediabox[2]) - 20, float(page.mediabox[3]) - 20])


@in_pdf(GEOMETRY)
def trim_box_changed(pdf, page, chance):
    page.obj.TrimBox = Array([float(edge) + 3 for edge in page.trimbox])


@in_pdf(GEOMETRY)
def bleed_box_changed(pdf, page, chance):
    page.obj.BleedBox = Array([float(edge) + 1 for edge in page.bleedbox])


@in_pdf(GEOMETRY)
def trim_box_gone(pdf, page, chance):
    if "/TrimBox" not in page.obj:
        raise NotHereError
    del page.obj.TrimBox


@in_pdf(GEOMETRY)
def art_box_added(pdf, page, chance):
    page.obj.ArtBox = Array([10, 10, 200, 200])


@in_pdf(GEOMETRY)
def boxes_inherited(pdf, page, chance):
    pdf.Root.Pages.CropBox = Array([30, 30, 300, 300])
    for each in pdf.pages:
        if "/CropBox" in each.obj:
            del each.obj.CropBox


# The order of pages.


@in_pdf(GEOMETRY, EVERY)
def pages_reversed(pdf, page, chance):
    if len(pdf.pages) < 2:
        raise NotHereError
    pdf.pages.reverse()


@in_pdf(GEOMETRY)
def two_fronts_swapped(pdf, page, chance):
    if len(pdf.pages) < 4:
        raise NotHereError
    first, third = (pdf.pages[number].obj.objgen for number in (0, 2))
    pages = list(pdf.pages)
    del pdf.pages[:]
    order = [2, 1, 0, *range(3, len(pages))]
    pdf.pages.extend(pages[number] for number in order)
    assert first != third


@in_pdf(GEOMETRY)
def two_backs_swapped(pdf, page, chance):
    if len(pdf.pages) < 4:
        raise NotHereError
    pages = list(pdf.pages)
    if pages[1].obj.Contents[0].objgen == pages[3].obj.Contents[0].objgen and [
        each.objgen for each in pages[1].resources.XObject.values()
    ] == [each.objgen for each in pages[3].resources.XObject.values()]:
        raise NotHereError
    del pdf.pages[:]
    pdf.pages.extend(pages[number] for number in (0, 3, 2, 1, *range(4, len(pages))))


@in_pdf(GEOMETRY, EVERY)
def page_missing(pdf, page, chance):
    if len(pdf.pages) < 2:
        raise NotHereError
    del pdf.pages[chance.randrange(len(pdf.pages))]


@in_pdf(GEOMETRY, EVERY)
def page_twice(pdf, page, chance):
    pdf.pages.append(page)


@in_pdf(GEOMETRY, EVERY)
def empty_page_added(pdf, page, chance):
    pdf.add_blank_page(page_size=(float(page.mediabox[2]), float(page.mediabox[3])))


@in_pdf(GEOMETRY, EVERY)
def empty_page_in_place_of_one(pdf, page, chance):
    page.obj.Contents = pdf.make_stream(b"")


# Cards in the place of others.


@in_pdf(GEOMETRY, "sheets print machine")
def two_cards_of_a_page_swapped(pdf, page, chance):
    contents(page)
    own(pdf, page)
    slots = [name for name in page.resources.XObject if name.startswith("/C")]
    forms = {name: page.resources.XObject[name] for name in slots}
    one = one_of(chance, slots)
    others = [name for name in slots if forms[name].objgen != forms[one].objgen]
    other = one_of(chance, [name for name in others if list(forms[name].BBox) == list(forms[one].BBox)])
    page.obj.Resources.XObject[one], page.obj.Resources.XObject[other] = forms[other], forms[one]


@in_pdf(GEOMETRY, "sheets print")
def cards_of_two_pages_swapped(pdf, page, chance):
    other = one_of(chance, [each for each in pdf.pages if each.obj.objgen != page.obj.objgen])
    for each in (page, other):
        contents(each)
        own(pdf, each)
    mine, theirs = (dict(each.resources.XObject.items()) for each in (page, other))
    slots = [
        name
        for name in mine.keys() & theirs.keys() - {"/M"}
        if mine[name].objgen != theirs[name].objgen and list(mine[name].BBox) == list(theirs[name].BBox)
    ]
    slot = one_of(chance, sorted(slots))
    page.obj.Resources.XObject[slot], other.obj.Resources.XObject[slot] = theirs[slot], mine[slot]


@in_pdf(GEOMETRY, "sheets print machine reprint")
def card_twice_instead_of_another(pdf, page, chance):
    contents(page)
    own(pdf, page)
    slots = [name for name in page.resources.XObject if name.startswith("/C")]
    forms = {name: page.resources.XObject[name] for name in slots}
    one = one_of(chance, slots)
    others = [name for name in slots if forms[name].objgen != forms[one].objgen]
    page.obj.Resources.XObject[one] = forms[one_of(chance, others)]


@in_pdf(GEOMETRY, "sheets machine reprint")
def card_missing(pdf, page, chance):
    change_card(pdf, page, chance, lambda _: b"")


def turned(line, matrix):
    """Return the line of a card with a matrix about the middle of what it shows."""
    clip, _, placed = line.partition(b" W n ")
    numbers = [float(word) for word in placed.split(b" cm ")[0].split()]
    slot = placed.split(b" cm ")[1]
    a, b, c, d, e, f = numbers
    ma, mb, mc, md, me, mf = matrix
    new = (
        ma * a + mb * c,
        ma * b + mb * d,
        mc * a + md * c,
        mc * b + md * d,
        me * a + mf * c + e,
        me * b + mf * d + f,
    )
    return clip + b" W n " + b" ".join(b"%.5f" % each for each in new) + b" cm " + slot


def card_matrix(make):
    def change(pdf, page, chance):
        line = one_of(chance, card_lines(page))
        slot = line.split()[-3].decode()
        _, _, width, height = map(float, page.resources.XObject[slot].BBox)
        rewrite(
            pdf,
            page,
            cards_at(page),
            lambda old: old.replace(line, turned(line, make(width, height)), 1),
        )

    return change


def about_the_middle(a, b, c, d, x=0.0, y=0.0):
    """Return what gives the matrix that keeps the middle of a card where it is, moved by so many points."""

    def make(width, height):
        across, down = width / 2, height / 2
        return a, b, c, d, across - a * across - c * down + x, down - b * across - d * down + y

    return make


_COSINE, _SINE = math.cos(math.radians(0.5)), math.sin(math.radians(0.5))
for _name, _make in {
    "card_turned_by_180": about_the_middle(-1, 0, 0, -1),
    "card_mirrored": about_the_middle(-1, 0, 0, 1),
    "card_upside_down": about_the_middle(1, 0, 0, -1),
    "card_moved_by_0_05_mm": about_the_middle(1, 0, 0, 1, 0.05 * MM),
    "card_moved_by_0_1_mm": about_the_middle(1, 0, 0, 1, 0, 0.1 * MM),
    "card_moved_by_0_2_mm": about_the_middle(1, 0, 0, 1, 0.2 * MM),
    "card_at_99_percent": about_the_middle(0.99, 0, 0, 0.99),
    "card_stretched": about_the_middle(1.01, 0, 0, 1),
    "card_askew": about_the_middle(_COSINE, _SINE, -_SINE, _COSINE),
}.items():
    _change = card_matrix(_make)
    _change.__name__ = _name
    in_pdf(GEOMETRY, "sheets reprint" if "0_1" in _name else "sheets")(_change)


@in_pdf(GEOMETRY)
def all_backs_moved_by_a_fifth_of_a_millimetre(pdf, page, chance):
    if len(pdf.pages) < 2:
        raise NotHereError
    for number in range(1, len(pdf.pages), 2):
        around(pdf, pdf.pages[number], (1, 0, 0, 1, 0.2 * MM, 0))


@in_pdf(GEOMETRY)
def page_clipped(pdf, page, chance):
    streams = contents(page)
    page.obj.Contents = Array([pdf.make_stream(b"50 50 300 500 re W n"), *streams])


@in_pdf(GEOMETRY)
def page_within_a_page_tree(pdf, page, chance):
    root = pdf.Root.Pages
    kids = list(root.Kids)
    inner = pdf.make_indirect(
        Dictionary(Type=Name.Pages, Kids=Array(kids), Count=len(kids), Parent=root, Rotate=180)
    )
    for each in kids:
        each.Parent = inner
    root.Kids = Array([inner])


@in_pdf(GEOMETRY)
def white_card_over_a_card(pdf, page, chance):
    draw_over(pdf, page, b"1 g 100 300 150 200 re f")
