"""Lines of scripts that part without blanks, drawn as they are set in a font whose letters are one em wide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.typesetting.layout import Atom, atoms, even_lines, fewest_lines, line_width, unbreakable, visible
from pnp.typesetting.markup import parse


class SquareFont:
    """A font of letters one em wide."""

    def width(self, text: str) -> float:
        return float(len(text))


SQUARE = SquareFont()
FONTS = dict.fromkeys([(False, False, ""), (True, False, "")], SQUARE)


def row(text: str) -> tuple[Atom, ...]:
    return atoms(parse(text)[0], FONTS)


def set_in(columns: int, text: str, broken=fewest_lines) -> str:
    """The lines of a text of so many letters each, one below the other."""
    lines = broken(row(text), columns)
    assert all(line_width(line) <= columns for line in lines)
    return "\n".join(
        "".join(
            (atom.blank if place else "") + "".join(bit.text for bit in atom.bits)
            for place, atom in enumerate(line)
        )
        for line in lines
    )


def test_no_japanese_line_begins_with_a_closing_mark_or_a_small_kana():
    assert set_in(6, "山札から二枚、「赤」を取る。ちょっと待って。") == (
        "山札から二\n"
        "枚、「赤」を\n"
        "取る。ちょっ\n"
        "と待って。"
    )  # fmt: skip


def test_no_japanese_line_ends_with_an_opening_bracket():
    assert set_in(5, "手札の「青い鳥」（一枚）を") == "手札の「青\nい鳥」（一\n枚）を"
    assert set_in(4, "手札の「青い鳥」") == "手札の\n「青い\n鳥」"


def test_chinese_breaks_between_characters_but_not_before_a_mark():
    assert set_in(5, "从牌库中抽三张牌，然后弃掉一张。") == "从牌库中抽\n三张牌，然\n后弃掉一\n张。"


def test_korean_breaks_at_blanks_and_between_syllables():
    assert set_in(7, "카드 두 장을 뽑고 한 장을 버립니다.") == "카드 두 장을\n뽑고 한 장을\n버립니다."
    assert set_in(3, "버립니다.") == "버립니\n다."


def test_thai_breaks_between_words():
    assert [atom.bits[0].text for atom in row("จั่วการ์ดสองใบ")] == ["จั่ว", "การ์ด", "สอง", "ใบ"]


def test_a_soft_hyphen_is_seen_where_a_line_ends_with_it():
    assert set_in(7, "super\u00adflu\u00adous") == "super-\nfluous"
    assert set_in(8, "super\u00adflu\u00adous") == "super-\nfluous"
    assert set_in(9, "super\u00adflu\u00adous") == "superflu-\nous"
    assert set_in(11, "super\u00adflu\u00adous") == "superfluous"
    assert set_in(6, "super\u00adflu\u00adous", even_lines) == "super-\nfluous"


def test_a_no_break_space_and_a_word_joiner_hold():
    assert set_in(4, "二\u00a0枚を\u2060引く") == "二\u00a0枚\nを引く"


def test_an_icon_in_japanese_stands_with_its_number_and_its_mark():
    assert [[bit.text for bit in atom.bits] for atom in row("木2{cu}、を")] == [
        ["木"],
        ["2", "cu", "、"],
        ["を"],
    ]


def test_a_wide_space_begins_a_paragraph_and_is_dropped_at_the_end_of_a_line():
    assert set_in(4, "\u3000第一\u3000第二") == "\u3000第一\n第二"
    assert set_in(6, "\u3000第一\u3000第二") == "\u3000第一\u3000第二"


@pytest.mark.parametrize(
    "text", ["Draw 2–3 cards; pay 1/2 €5.00", "Карты — 10 %", "Ἄρτεμις’ “bow”…", "x\u00a0y"]
)
def test_latin_greek_and_cyrillic_part_at_blanks_alone(text):
    assert [text[a:b] for a, b, _ in unbreakable(text)] == text.split(" ")


@given(st.text(st.sampled_from("ab 、。「」山っー\u200b\u00ad\u3000ก้า한א😀\ud800"), max_size=20))
def test_no_letter_is_lost(text):
    drawn = "".join(bit.text for atom in row(text) for bit in atom.bits)
    assert "".join(drawn.split()) == "".join(visible(text).split())
