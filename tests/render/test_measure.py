import pytest
from workbench import font

from pnp.render.text_layout import ICON_EM, ICON_GAP_EM, Atom, atoms, parse, width_of

REGULAR, BOLD = font(), font(700)
PICKER = {(False, False): REGULAR, (True, False): BOLD}


def row(text: str) -> tuple[Atom, ...]:
    return atoms(parse(text)[0], PICKER)


def joined(text: str) -> str:
    """The atoms of a text, parted by bars; icons in braces."""
    return " | ".join(
        "".join(bit.text if bit.font else f"{{{bit.text}}}" for bit in atom.bits) for atom in row(text)
    )


def test_blanks_part_words_however_many():
    assert joined("  two   words\tmore ") == "two | words | more"


def test_a_no_break_space_holds_words_together():
    assert joined("2\u00a0coins each") == "2\u00a0coins | each"


def test_an_icon_sticks_to_what_it_touches():
    assert joined("pay 2{cu}, or {cu} {cu}{cu}") == "pay | 2{cu}, | or | {cu} | {cu}{cu}"


def test_bold_letters_stick_to_the_comma_behind_them():
    assert joined("**two**, or") == "two, | or"
    assert [bit.font for bit in row("**two**,")[0].bits] == [BOLD, REGULAR]


def test_only_icons_and_nothing_at_all():
    assert joined("{cu}") == "{cu}"
    assert row("") == ()
    assert row("   ") == ()


def test_an_icon_is_as_wide_as_its_box_and_its_air():
    assert row("{cu}")[0].width == pytest.approx(ICON_EM + 2 * ICON_GAP_EM)


def test_the_first_atom_has_no_blank_before_it_and_the_others_one():
    first, second = row(" a  b")
    assert (first.space, second.space) == (0.0, width_of(REGULAR, " "))


def test_a_blank_has_the_width_of_the_font_it_is_written_in():
    assert row("a** b**")[1].space == width_of(BOLD, " ")


def test_kerning_makes_av_narrower_than_a_and_v():
    assert width_of(REGULAR, "AV") < width_of(REGULAR, "A") + width_of(REGULAR, "V") - 0.01
