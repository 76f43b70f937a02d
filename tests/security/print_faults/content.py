"""What is on a page that should not be there, or is hidden that should."""

from tests.security.print_faults.faults import (
    NotHereError,
    card_boxes,
    cards_at,
    change_card,
    change_face,
    contents,
    draw_over,
    height_of,
    in_pdf,
    one_of,
    own,
    rewrite,
    width_of,
)

EXTRA, EDGES, FAINT = "extra content", "edges", "faint"
MM = 72 / 25.4


def letters(page, text=b"Hello", size=9, mode=0):
    """Return operators that write in one of the fonts of the page's marks."""
    fonts = page.resources.get("/Font", {})
    if not len(fonts):
        raise NotHereError
    name = next(iter(fonts.keys())).encode()
    return b"BT %s %d Tf %d Tr 1 0 0 1 %%g %%g Tm (%s) Tj ET" % (name, size, mode, text)


def middle_of_a_card(page, chance):
    x, y, width, height = one_of(chance, card_boxes(page))
    return x + width / 2, y + height / 2


@in_pdf(EXTRA, "sheets print machine")
def unlabelled_card_beside_the_others(pdf, page, chance):
    contents(page)
    own(pdf, page)
    face = one_of(chance, [form for form in page.resources.XObject.values() if "/PnpFace" in form])
    keys = {key: face[key] for key in ("/Type", "/Subtype", "/BBox", "/Resources")}
    page.obj.Resources.XObject["/X"] = pdf.make_stream(face.read_bytes(), keys)
    draw_over(pdf, page, b".15 0 0 .15 %g 6 cm /X Do" % (width_of(page) * 0.6))


@in_pdf(EXTRA, "sheets print machine")
def labelled_card_too_many(pdf, page, chance):
    own(pdf, page)
    slot = next(name for name in page.resources.get("/XObject", {}) if name.startswith("/C"))
    draw_over(pdf, page, b".3 0 0 .3 5 5 cm %s Do" % slot.encode())


@in_pdf(EXTRA, "sheets print guide rules booklet")
def scribble_in_the_margin(pdf, page, chance):
    draw_over(pdf, page, b"1 w 4 100 m 9 110 l 4 120 l 9 130 l S")


@in_pdf(EXTRA)
def scribble_on_a_card(pdf, page, chance):
    x, y = middle_of_a_card(page, chance)
    draw_over(pdf, page, b".5 w %g %g m %g %g l S" % (x, y, x + 9, y + 7))


@in_pdf(EXTRA)
def small_spot_on_a_card(pdf, page, chance):
    x, y = middle_of_a_card(page, chance)
    draw_over(pdf, page, b"1 0 0 rg %g %g 1.2 1.2 re f" % (x, y))


@in_pdf(EXTRA)
def small_spot_between_cards_and_edge(pdf, page, chance):
    draw_over(pdf, page, b"0 g 5 %g 1.4 1.4 re f" % (height_of(page) / 2 + chance.random() * 90))


@in_pdf(FAINT, "sheets print guide rules")
def white_square_over_something(pdf, page, chance):
    if (
        b"/Cards" not in page.obj.get("/Contents")[0].read_bytes()
        if "/C1" in page.resources.XObject
        else True
    ):
        x, y = width_of(page) / 2, height_of(page) / 2
    else:
        x, y = middle_of_a_card(page, chance)
    draw_over(pdf, page, b"1 g %g %g 30 30 re f" % (x - 15, y - 15))


@in_pdf(EXTRA)
def white_square_over_marks(pdf, page, chance):
    draw_over(pdf, page, b"1 g 0 0 %g 40 re f" % width_of(page))


@in_pdf(EXTRA)
def text_behind_the_cards(pdf, page, chance):
    words = letters(page, size=40) % middle_of_a_card(page, chance)
    draw_over(pdf, page, words, first=True)


@in_pdf(EXTRA)
def text_behind_beside_the_cards(pdf, page, chance):
    draw_over(pdf, page, letters(page) % (5, height_of(page) / 2), first=True)


@in_pdf(EXTRA, "sheets print")
def invisible_text(pdf, page, chance):
    draw_over(pdf, page, letters(page, mode=3) % (100, 300))


@in_pdf(EXTRA)
def tiny_text(pdf, page, chance):
    draw_over(pdf, page, letters(page, size=1) % (4, 300))


@in_pdf(EXTRA)
def text_off_the_page(pdf, page, chance):
    draw_over(pdf, page, letters(page) % (-500, -500))


@in_pdf(EXTRA)
def white_text_on_white(pdf, page, chance):
    draw_over(pdf, page, b"1 g " + letters(page) % (5, 300))


@in_pdf(EXTRA)
def picture_in_the_content(pdf, page, chance):
    image = b"20 0 0 20 4 200 cm BI /W 2 /H 2 /BPC 8 /CS /G ID \x00\x80\xc0\x20 EI"
    draw_over(pdf, page, image)


@in_pdf(EXTRA)
def words_for_screen_readers(pdf, page, chance):
    draw_over(pdf, page, b"/Span <</ActualText (other words)>> BDC EMC")


# Edges of cards.


def frame(box, outer, inner, colour):
    """Return a frame between two distances inside the edges of a box, in mm."""
    x, y, width, height = box
    a, b = outer * MM, inner * MM
    paths = (b"%g %g %g %g re" % (x + each, y + each, width - 2 * each, height - 2 * each) for each in (a, b))
    return colour + b" " + b" ".join(paths) + b" f*"


@in_pdf(EDGES)
def outer_part_of_a_card_painted(pdf, page, chance):
    box = one_of(chance, card_boxes(page))
    bleed = 1.0 if len(card_lines_of(page)) > 1 else 3.0
    draw_over(pdf, page, frame(box, bleed, bleed + 0.6, b"0 1 1 0 k"))


@in_pdf(EDGES)
def one_edge_of_a_card_painted(pdf, page, chance):
    x, y, _, height = one_of(chance, card_boxes(page))
    draw_over(pdf, page, b"1 0 0 rg %g %g %g %g re f" % (x, y, 1.6 * MM, height))


@in_pdf(EDGES)
def bleed_blanked(pdf, page, chance):
    draw_over(pdf, page, frame(one_of(chance, card_boxes(page)), 0, 0.9, b"1 g"))


@in_pdf(EDGES)
def bleed_of_one_side_blanked(pdf, page, chance):
    x, y, width, _ = one_of(chance, card_boxes(page))
    draw_over(pdf, page, b"1 g %g %g %g %g re f" % (x, y, width, 0.8 * MM))


@in_pdf(EDGES)
def bleed_in_another_colour(pdf, page, chance):
    draw_over(pdf, page, frame(one_of(chance, card_boxes(page)), 0, 0.9, b".5 g"))


@in_pdf(EDGES)
def card_clipped_too_wide(pdf, page, chance):
    def wider(line):
        words = line.split()
        x, y, width, height = map(float, words[1:5])
        return line.replace(b" ".join(words[1:5]), b"%g %g %g %g" % (x - 3, y - 3, width + 6, height + 6), 1)

    card_boxes(page)
    change_card(pdf, page, chance, wider)


@in_pdf(EDGES)
def card_clipped_too_tight(pdf, page, chance):
    def tighter(line):
        words = line.split()
        x, y, width, height = map(float, words[1:5])
        return line.replace(b" ".join(words[1:5]), b"%g %g %g %g" % (x, y, width, height - 1.5), 1)

    card_boxes(page)
    change_card(pdf, page, chance, tighter)


@in_pdf(EDGES)
def clip_of_a_card_gone(pdf, page, chance):
    change_card(pdf, page, chance, lambda line: b"q " + line.partition(b" W n ")[2])


@in_pdf(EDGES)
def bleed_cut_off_in_the_face(pdf, page, chance):
    form = change_face(pdf, page, chance, lambda old: old + b"\n")
    x0, y0, x1, y1 = map(float, form.BBox)
    form.BBox = [x0 + 6, y0 + 6, x1 - 6, y1 - 6]


def card_lines_of(page):
    return contents(page)[cards_at(page)].read_bytes().split(b"\nq ")


@in_pdf(EDGES)
def white_between_two_cards(pdf, page, chance):
    x, y, _, height = one_of(chance, card_boxes(page))
    draw_over(pdf, page, b"1 g %g %g 1 %g re f" % (x - 0.5, y, height))


@in_pdf(EXTRA)
def cards_shown_twice(pdf, page, chance):
    rewrite(pdf, page, cards_at(page), lambda old: old + b"\n" + old)
