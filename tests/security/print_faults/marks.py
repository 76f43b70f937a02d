"""Marks around the cards: gone, moved, or those of another page."""

import re

from tests.security.print_faults.faults import (
    NotHereError,
    change_marks,
    change_own_marks,
    contents,
    in_pdf,
    one_of,
    own,
    rewrite,
    substituted,
)

MARKS = "marks"
NUMBER = rb"(-?[\d.]+)"
LINE = rb"n " + b" ".join([NUMBER] * 2) + rb" m " + b" ".join([NUMBER] * 2) + rb" l S"
EVERY = "sheets machine print"


def moved(match, x, y):
    x1, y1, x2, y2 = map(float, match.groups())
    return b"n %g %g m %g %g l S" % (x1 + x, y1 + y, x2 + x, y2 + y)


def any_line(content):
    """Return the part of shared marks that is black: white lines below them are the first."""
    head, mark, rest = content.partition(b"\nQ\n")
    return (head + mark, rest) if b"1 G" in head else (b"", content)


def change_line(pdf, page, chance, new):
    def change(content):
        head, rest = any_line(content)
        return head + substituted(LINE, new, rest, chance)

    change_marks(pdf, page, change)


@in_pdf(MARKS, EVERY)
def all_marks_removed(pdf, page, chance):
    change_marks(pdf, page, lambda _: b" ")


@in_pdf(MARKS, EVERY)
def one_mark_removed(pdf, page, chance):
    change_line(pdf, page, chance, lambda _: b"")


@in_pdf(MARKS)
def one_mark_moved_by_half_a_millimetre(pdf, page, chance):
    change_line(pdf, page, chance, lambda match: moved(match, 0.5, 0.5))


@in_pdf(MARKS, EVERY)
def one_mark_moved_by_two_millimetres(pdf, page, chance):
    change_line(pdf, page, chance, lambda match: moved(match, 2, 2))


@in_pdf(MARKS)
def all_marks_moved_by_half_a_millimetre(pdf, page, chance):
    change_marks(pdf, page, lambda content: re.sub(LINE, lambda match: moved(match, 0.5, 0), content))


@in_pdf(MARKS)
def all_marks_moved_by_two_millimetres(pdf, page, chance):
    change_marks(pdf, page, lambda content: re.sub(LINE, lambda match: moved(match, 0, 2), content))


@in_pdf(MARKS)
def one_mark_longer(pdf, page, chance):
    def longer(match):
        x1, y1, x2, y2 = map(float, match.groups())
        return b"n %g %g m %g %g l S" % (x1, y1, x2 + (x2 - x1), y2 + (y2 - y1))

    change_line(pdf, page, chance, longer)


@in_pdf(MARKS)
def one_mark_added(pdf, page, chance):
    change_line(pdf, page, chance, lambda match: match[0] + b"\n" + moved(match, 7, 7))


@in_pdf(MARKS)
def marks_pale(pdf, page, chance):
    change_marks(pdf, page, lambda content: b".85 G\n.85 g\n" + content)


@in_pdf(MARKS)
def marks_thick(pdf, page, chance):
    change_marks(pdf, page, lambda content: content.replace(b".088194 w", b".6 w"))


@in_pdf(MARKS)
def white_lines_below_marks_are_black(pdf, page, chance):
    change_marks(pdf, page, lambda content: content.replace(b"\n1 G\n", b"\n0 G\n"))


@in_pdf(MARKS)
def marks_at_99_percent(pdf, page, chance):
    change_marks(pdf, page, lambda content: b".99 0 0 .99 0 0 cm\n" + content)


@in_pdf(MARKS)
def marks_mirrored(pdf, page, chance):
    change_marks(pdf, page, lambda content: b"-1 0 0 1 %g 0 cm\n" % float(page.mediabox[2]) + content)


@in_pdf(MARKS)
def marks_cut_off(pdf, page, chance):
    form = change_marks(pdf, page, lambda content: content + b"\n")
    form.BBox = [0, 0, 100, 100]


@in_pdf(MARKS)
def marks_not_shown(pdf, page, chance):
    rewrite(pdf, page, _with_marks(page), lambda content: content.replace(b"/M Do", b""))


@in_pdf(MARKS)
def marks_shown_below_the_cards(pdf, page, chance):
    shown = b"/OC /Marks BDC /M Do EMC"
    without = lambda content: shown + b"\n" + content.replace(shown, b"")  # noqa: E731
    rewrite(pdf, page, _with_marks(page), without)


def _with_marks(page):
    return next(at for at, each in enumerate(contents(page)) if b"/M Do" in each.read_bytes())


@in_pdf(MARKS)
def marks_of_another_page(pdf, page, chance):
    other = one_of(chance, [each for each in pdf.pages if each.obj.objgen != page.obj.objgen])
    contents(other)
    if other.resources.XObject["/M"].read_bytes() == page.resources.XObject["/M"].read_bytes():
        raise NotHereError
    own(pdf, page)
    page.obj.Resources.XObject["/M"] = other.resources.XObject["/M"]


# What a page writes of its own.


@in_pdf(MARKS, EVERY)
def footer_missing(pdf, page, chance):
    if b"Tj" not in b"".join(each.read_bytes() for each in contents(page)[1:]):
        raise NotHereError
    change_own_marks(pdf, page, lambda _: b"/OC /Marks BDC\nq  Q\nEMC")


@in_pdf(MARKS, EVERY)
def footer_of_another_page(pdf, page, chance):
    other = one_of(chance, [each for each in pdf.pages if each.obj.objgen != page.obj.objgen])
    words = b"\n".join(each.read_bytes() for each in contents(other)[1:])
    change_own_marks(pdf, page, lambda _: words)


@in_pdf(MARKS)
def footer_with_another_number(pdf, page, chance):
    def change(content):
        return substituted(rb"sheet (\d+)", lambda match: b"sheet %d" % (int(match[1]) + 1), content)

    change_own_marks(pdf, page, change)


@in_pdf(MARKS)
def footer_with_another_side(pdf, page, chance):
    swap = {b"front": b"back", b"back": b"front"}
    change_own_marks(pdf, page, lambda old: substituted(rb"front|back", lambda match: swap[match[0]], old))


@in_pdf(MARKS)
def footer_with_a_letter_changed(pdf, page, chance):
    change_own_marks(pdf, page, lambda old: substituted(rb"(?<=\w)e(?=\w)", b"a", old, chance))


@in_pdf(MARKS)
def footer_moved_by_two_millimetres(pdf, page, chance):
    def change(content):
        place = rb"1 0 0 1 " + NUMBER + b" " + NUMBER + rb" Tm /"
        return substituted(
            place, lambda m: b"1 0 0 1 %g %g Tm /" % (float(m[1]) + 5.67, float(m[2])), content
        )

    change_own_marks(pdf, page, change)


@in_pdf(MARKS)
def footer_larger(pdf, page, chance):
    change_own_marks(pdf, page, lambda old: substituted(rb"6\.5 Tf|5\.25 Tf|5\.5 Tf|6 Tf", b"8 Tf", old))


@in_pdf(MARKS)
def footer_white(pdf, page, chance):
    change_own_marks(pdf, page, lambda old: substituted(rb"\bBT\b", b"1 g BT", old))


@in_pdf(MARKS)
def letters_at_joints_swapped(pdf, page, chance):
    change_own_marks(
        pdf, page, lambda old: substituted(rb"\(([A-Z])\) Tj", lambda m: b"(%c) Tj" % (m[1][0] ^ 1), old)
    )


@in_pdf(MARKS)
def length_of_the_ruler_wrong(pdf, page, chance):
    change_own_marks(pdf, page, lambda old: substituted(rb"\(\d+ mm\)", b"(60 mm)", old))


@in_pdf(MARKS, "machine")
def registration_marks_turned(pdf, page, chance):
    size = tuple(map(float, page.mediabox[2:]))
    change_marks(pdf, page, lambda content: b"-1 0 0 -1 %g %g cm\n" % size + content)
