"""What is hardly seen: a colour a little off, a letter moved, a picture with less in it."""

import re

from pikepdf import Array, Dictionary, Name, Stream

from tests.security.print_faults.faults import (
    NONE,
    NotHereError,
    change_face,
    change_match,
    draw_over,
    in_pdf,
    one_of,
    own,
    substituted,
)

FAINT, STATES = "faint", "states and pictures"
COLOUR = rb"(?<=cs )([\d.]+) ([\d.]+) ([\d.]+) (?=scn)"
EVERY = "sheets print guide"


def shifted(match, steps):
    values = [float(each) for each in match.groups()]
    values[0] += steps / 255 if values[0] < 0.5 else -steps / 255
    return b"%g %g %g " % tuple(values)


@in_pdf(FAINT, EVERY)
def one_colour_ten_steps_off(pdf, page, chance):
    change_match(pdf, page, chance, COLOUR, lambda match: shifted(match, 10))


@in_pdf(FAINT)
def all_colours_ten_steps_off(pdf, page, chance):
    change_face(pdf, page, chance, lambda old: re.sub(COLOUR, lambda match: shifted(match, 10), old))


@in_pdf(FAINT)
def first_colour_five_steps_off(pdf, page, chance):
    change_face(pdf, page, chance, lambda old: substituted(COLOUR, lambda match: shifted(match, 5), old))


def veil(pdf, page, share, colour):
    own(pdf, page)
    if "/ExtGState" not in page.obj.Resources:
        page.obj.Resources.ExtGState = Dictionary()
    page.obj.Resources.ExtGState["/Veil"] = Dictionary(Type=Name.ExtGState, ca=share)
    draw_over(pdf, page, b"/Veil gs " + colour + b" 0 0 2000 2000 re f")


@in_pdf(FAINT, "sheets print guide rules booklet")
def white_veil_of_four_percent(pdf, page, chance):
    veil(pdf, page, 0.04, b"1 g")


@in_pdf(FAINT)
def black_veil_of_four_percent(pdf, page, chance):
    veil(pdf, page, 0.04, b"0 g")


@in_pdf(FAINT)
def yellow_veil(pdf, page, chance):
    veil(pdf, page, 0.06, b"1 1 0 rg")


@in_pdf(FAINT)
def face_a_little_transparent(pdf, page, chance):
    def change(old):
        return b"/Weak gs\n" + old

    form = change_face(pdf, page, chance, change)
    form.Resources = Dictionary(form.Resources)
    states = Dictionary(form.Resources.get("/ExtGState", {}))
    states["/Weak"] = Dictionary(ca=0.96, CA=0.96)
    form.Resources.ExtGState = states


# Letters: typst writes each word as a string of glyphs of two bytes.

WORD = rb"(\\[0-7]{3})(\\[0-7]{3})((?:\\[0-7]{3}|[^\\()])*)\)Tj"


@in_pdf(FAINT, EVERY)
def one_letter_changed(pdf, page, chance):
    def other(match):
        number = int(match[2][1:], 8)
        return match[1] + b"\\%03o" % (number - 1 if number > 1 else number + 1) + match[3] + b")Tj"

    change_match(pdf, page, chance, WORD, other)


@in_pdf(FAINT)
def one_word_moved_by_a_fifth_of_a_millimetre(pdf, page, chance):
    place = rb"Tf 1 0 0 -1 ([-\d.]+) ([-\d.]+) Tm"
    change_match(pdf, page, chance, place, lambda m: b"Tf 1 0 0 -1 %g %s Tm" % (float(m[1]) + 0.2, m[2]))


@in_pdf(FAINT)
def letters_set_wider(pdf, page, chance):
    change_match(pdf, page, chance, rb"\bBT ", b"BT .05 Tc ")


@in_pdf(FAINT)
def letters_a_little_larger(pdf, page, chance):
    size = rb"Tr/(f\d+) ([\d.]+) Tf"
    change_match(pdf, page, chance, size, lambda m: b"Tr/%s %g Tf" % (m[1], float(m[2]) * 1.03))


@in_pdf(FAINT)
def letters_in_outline(pdf, page, chance):
    change_match(pdf, page, chance, rb"\b0 Tr", b"1 Tr .1 w")


@in_pdf(FAINT)
def letters_invisible(pdf, page, chance):
    change_match(pdf, page, chance, rb"\b0 Tr", b"3 Tr")


@in_pdf(FAINT)
def word_missing(pdf, page, chance):
    change_match(pdf, page, chance, rb"\bBT [^()]*\([^()]*\)Tj\nET", b"")


@in_pdf(FAINT, EVERY)
def one_line_thicker(pdf, page, chance):
    width = rb"(?<=SCN )([\d.]+) w"
    change_match(pdf, page, chance, width, lambda m: b"%g w" % (float(m[1]) * 1.5))


@in_pdf(FAINT)
def one_shape_missing(pdf, page, chance):
    change_match(pdf, page, chance, rb"\nh\nf\nQ", b"\nh\nn\nQ")


@in_pdf(FAINT)
def one_shape_moved(pdf, page, chance):
    place = rb"q 2\.8346457 0 0 -2\.8346457 ([\d.]+) ([\d.]+) cm"
    change_match(
        pdf,
        page,
        chance,
        place,
        lambda m: b"q 2.8346457 0 0 -2.8346457 %g %s cm" % (float(m[1]) + 0.85, m[2]),
    )


@in_pdf(FAINT)
def opacity_of_a_shape_changed(pdf, page, chance):
    form = change_face(pdf, page, chance, lambda old: old + b"\n")
    states = form.Resources.get("/ExtGState", Dictionary())
    names = [name for name, state in states.items() if "/ca" in state]
    if not names:
        raise NotHereError
    form.Resources = Dictionary(form.Resources)
    form.Resources.ExtGState = Dictionary(states)
    form.Resources.ExtGState[chance.choice(names)] = Dictionary(ca=float(states[names[0]].ca) * 0.8)


@in_pdf(FAINT)
def colour_space_of_a_face_changed(pdf, page, chance):
    form = change_face(pdf, page, chance, lambda old: old + b"\n")
    if "/ColorSpace" not in form.Resources:
        raise NotHereError
    form.Resources = Dictionary(form.Resources)
    white = Array([0.9505, 1, 1.089])
    calibrated = Array([Name.CalRGB, Dictionary(WhitePoint=white, Gamma=[1.4, 1.4, 1.4])])
    names = [name for name, each in form.Resources.ColorSpace.items() if each[1].get("/N") == 3]
    form.Resources.ColorSpace = Dictionary(form.Resources.ColorSpace)
    form.Resources.ColorSpace[one_of(chance, names)] = calibrated


# Graphics states: what a press does with ink, and a screen does not show.


def with_state(name=None, **entries):
    def change(pdf, page, chance):
        form = change_face(pdf, page, chance, lambda old: b"/Other gs\n" + old)
        form.Resources = Dictionary(form.Resources)
        form.Resources.ExtGState = Dictionary(form.Resources.get("/ExtGState", {}))
        form.Resources.ExtGState["/Other"] = Dictionary(Type=Name.ExtGState, **entries)

    return change


def page_state(pdf, page, **entries):
    own(pdf, page)
    page.obj.Resources.ExtGState = Dictionary(Other=Dictionary(Type=Name.ExtGState, **entries))
    draw_over(pdf, page, b"/Other gs", first=True)


for _name, _entries in {
    "overprint": {"OP": True, "op": True, "OPM": 1},
    "transfer_function": {"TR": Name.Identity},
    "halftone": {"HT": Name.Default},
    "black_generation": {"BG2": Name.Default},
    "undercolour_removal": {"UCR2": Name.Default},
    "rendering_intent": {"RI": Name.Saturation},
    "multiplied": {"BM": Name.Multiply},
    "soft_mask": {"SMask": NONE},
    "stroke_adjustment": {"SA": True},
    "flatness": {"FL": 90},
    "knockout_text": {"TK": False},
    "alpha_is_shape": {"AIS": True},
}.items():
    _in_face = with_state(**_entries)
    _in_face.__name__ = f"{_name}_in_a_face"
    in_pdf(STATES)(_in_face)

    def _on_page(pdf, page, chance, _entries=_entries):
        page_state(pdf, page, **_entries)

    _on_page.__name__ = f"{_name}_on_a_page"
    in_pdf(STATES, "sheets")(_on_page)


@in_pdf(STATES)
def rendering_intent_by_operator(pdf, page, chance):
    change_face(pdf, page, chance, lambda old: b"/Perceptual ri\n" + old)


# Pictures, in whatever file has one.


def image_of(pdf, chance):
    return one_of(
        chance,
        [each for each in pdf.objects if isinstance(each, Stream) and each.get("/Subtype") == "/Image"],
    )


PICTURES = "sheets print guide rules booklet"


@in_pdf(STATES, PICTURES)
def picture_smoothed(pdf, page, chance):
    image_of(pdf, chance).Interpolate = True


@in_pdf(STATES, PICTURES)
def picture_inverted(pdf, page, chance):
    image = image_of(pdf, chance)
    image.Decode = Array([1, 0] * (1 if image.get("/ColorSpace") == "/DeviceGray" else 3))


@in_pdf(STATES, PICTURES)
def picture_with_one_point_changed(pdf, page, chance):
    image = image_of(pdf, chance)
    pixels = bytearray(image.read_bytes())
    at = len(pixels) // 2
    pixels[at : at + 3] = bytes(255 - each for each in pixels[at : at + 3])
    image.write(bytes(pixels))


@in_pdf(STATES, PICTURES)
def picture_with_an_intent(pdf, page, chance):
    image_of(pdf, chance).Intent = Name.Saturation


@in_pdf(STATES)
def transparency_group_on_a_page(pdf, page, chance):
    page.obj.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)


@in_pdf(STATES)
def default_colour_space_on_a_page(pdf, page, chance):
    own(pdf, page)
    white = Array([0.95, 1, 1.09])
    page.obj.Resources.ColorSpace = Dictionary(
        DefaultGray=Array([Name.CalGray, Dictionary(WhitePoint=white, Gamma=3)])
    )
