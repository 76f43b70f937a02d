"""Texts in lines: where they break, and how the lines lie."""

from itertools import accumulate, combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icu4py.breakers import LineBreaker
from workbench import font

from pnp.typesetting.fit import _cuts
from pnp.typesetting.line_breaks import opportunities, unbreakable
from pnp.typesetting.line_layout import (
    Atom,
    atoms,
    even_lines,
    fewest_lines,
    hyphenated,
    line_width,
    paired_lines,
    visible,
    width_of,
)
from pnp.typesetting.markup import parse

LIMIT = 20.0
PICKER = {(False, False, ""): font(), (True, False, ""): font(700)}


class SquareFont:
    """All letters and blanks are one em wide."""

    def width(self, text: str) -> float:
        return float(len(text))


FONTS = dict.fromkeys([(False, False, ""), (True, False, "")], SquareFont())


def atoms_of(text: str) -> tuple[Atom, ...]:
    return atoms(parse(text)[0], FONTS)


def shown(lines) -> str:
    return "\n".join(" ".join("".join(bit.text for bit in atom.bits) for atom in line) for line in lines)


def test_lines_are_filled_one_after_the_other():
    assert shown(fewest_lines(atoms_of("we eat what we grow and grow what we eat"), LIMIT)) == (
        "we eat what we grow\n"
        "and grow what we eat"
    )  # fmt: skip


def test_a_word_wider_than_the_box_stands_alone():
    assert shown(fewest_lines(atoms_of("a superfluousness b"), 10)) == "a\nsuperfluousness\nb"
    assert shown(even_lines(atoms_of("a superfluousness b"), 10)) == "a\nsuperfluousness\nb"


def test_no_short_word_is_alone_in_the_last_line():
    for said in ("we eat what we grow\nand die", "superfluousness toil", "we eat what we grow\nmerrily"):
        assert shown(paired_lines(atoms_of(said.replace("\n", " ")), LIMIT)) == said
    assert shown(paired_lines(atoms_of("we all eat what grow so"), 19)) == "we all eat what\ngrow so"
    full = "we eat what we grow\nand we grow what\nwe eat so"
    assert shown(paired_lines(atoms_of(full.replace("\n", " ")), LIMIT)) == full, "and no scrap below a few"


texts = st.lists(st.text("abc", min_size=1, max_size=24), min_size=1, max_size=40).map(" ".join)


@given(texts)
@settings(max_examples=60)
def test_even_lines_are_as_many_as_the_fewest_and_hold_every_word(text):
    row = atoms_of(text)
    even = even_lines(row, LIMIT)
    assert len(even) == len(fewest_lines(row, LIMIT))
    assert tuple(atom for line in even for atom in line) == row


@given(st.lists(st.text("a", min_size=1, max_size=12), min_size=1, max_size=11).map(" ".join))
def test_no_other_way_is_more_even(text):
    row = atoms_of(text)
    count = len(fewest_lines(row, LIMIT))
    slack = [
        sum((LIMIT - line_width(line)) ** 2 for line in lines)
        for ends in combinations(range(1, len(row)), count - 1)
        for lines in [[row[a:b] for a, b in pairwise((0, *ends, len(row)))]]
        if all(line_width(line) <= LIMIT for line in lines)
    ]
    assert sum((LIMIT - line_width(line)) ** 2 for line in even_lines(row, LIMIT)) == min(slack)


def row(text: str) -> tuple[Atom, ...]:
    return atoms(parse(text)[0], PICKER)


def cut(text: str, limit: float) -> str:
    return " | ".join(
        "".join(bit.text for bit in atom.bits)
        for atom in hyphenated(row(text), limit, lambda w: _cuts("en", w))
    )


def test_only_words_that_are_too_wide_are_hyphenated():
    assert cut("a superfluous vegetable", 3.2) == "a | super- | fluous | veget- | able"
    assert cut("a superfluous vegetable", 9) == "a | superfluous | vegetable"


def test_a_bold_word_is_hyphenated_before_its_comma():
    assert cut("**superfluous**, yes", 4.2) == "superflu- | ous, | yes"


def joined(text: str) -> str:
    """The atoms of a text, parted by bars; icons in braces."""
    return " | ".join(
        "".join(bit.text if bit.font else f"{{{bit.text}}}" for bit in atom.bits) for atom in row(text)
    )


def test_an_icon_sticks_to_what_it_touches():
    assert joined("pay 2{cu}, or {cu} {cu}{cu}") == "pay | 2{cu}, | or | {cu} | {cu}{cu}"
    assert row("{cu}{cu}")[0].width > 2 * row("{cu}")[0].width, "icons keep clear of each other"


def test_bold_letters_stick_to_the_comma_behind_them():
    assert joined("**two**, or") == "two, | or"
    assert [bit.font for bit in row("**two**,")[0].bits] == [font(700), font()]


def test_kerning_makes_av_narrower_than_a_and_v():
    assert width_of(font(), "AV") < width_of(font(), "A") + width_of(font(), "V") - 0.01


def set_in(columns: int, text: str, broken=fewest_lines) -> str:
    lines = broken(atoms_of(text), columns)
    assert all(line_width(line) <= columns for line in lines)
    return "\n".join(
        "".join(
            (atom.blank if place else "") + "".join(bit.text for bit in atom.bits)
            for place, atom in enumerate(line)
        )
        for line in lines
    )


@pytest.mark.parametrize(
    ("columns", "text", "lines"),
    [
        # No Japanese line begins with a closing mark or a small kana, and none ends with an opening bracket.
        (
            6,
            "山札から二枚、「赤」を取る。ちょっと待って。",
            "山札から二|枚、「赤」を|取る。ちょっ|と待って。",
        ),
        (5, "手札の「青い鳥」（一枚）を", "手札の「青|い鳥」（一|枚）を"),
        (4, "手札の「青い鳥」", "手札の|「青い|鳥」"),
        # Chinese breaks between characters, but not before a mark; Korean at blanks, and between syllables.
        (5, "从牌库中抽三张牌，然后弃掉一张。", "从牌库中抽|三张牌，然|后弃掉一|张。"),
        (7, "카드 두 장을 뽑고 한 장을 버립니다.", "카드 두 장을|뽑고 한 장을|버립니다."),
        (3, "버립니다.", "버립니|다."),
        # A soft hyphen is seen where a line ends with it.
        *((width, "super\u00adflu\u00adous", "super-|fluous") for width in (7, 8)),
        (9, "super\u00adflu\u00adous", "superflu-|ous"),
        (11, "super\u00adflu\u00adous", "superfluous"),
        # A no-break space and a word joiner hold; a wide space begins a paragraph, but no line.
        (4, "二\u00a0枚を\u2060引く", "二\u00a0枚|を引く"),
        (4, "\u3000第一\u3000第二", "\u3000第一|第二"),
        (6, "\u3000第一\u3000第二", "\u3000第一\u3000第二"),
    ],
)
def test_a_line_ends_where_its_script_lets_it(columns, text, lines):
    assert set_in(columns, text).split("\n") == lines.split("|")


def test_a_soft_hyphen_is_seen_in_even_lines_too():
    assert set_in(6, "super\u00adflu\u00adous", even_lines) == "super-\nfluous"


def test_thai_breaks_between_words():
    assert [atom.bits[0].text for atom in atoms_of("จั่วการ์ดสองใบ")] == ["จั่ว", "การ์ด", "สอง", "ใบ"]


def test_an_icon_in_japanese_stands_with_its_number_and_its_mark():
    parts = [[bit.text for bit in atom.bits] for atom in atoms_of("木2{cu}、を")]
    assert parts == [["木"], ["2", "cu", "、"], ["を"]]


@pytest.mark.parametrize(
    "text", ["Draw 2–3 cards; pay 1/2 €5.00", "Карты — 10 %", "Ἄρτεμις’ “bow”…", "x\u00a0y"]
)
def test_latin_greek_and_cyrillic_part_at_blanks_alone(text):
    assert [text[a:b] for a, b, _ in unbreakable(text)] == text.split(" ")


_LETTERS = "山札赤ぁっアッ々ー카드ab①→0123אבابج،٪áé\u0301１％（ａ）＋⭐☀"
_MARKS = "、。」「（）！？：；．…・〜,.:;!?-/%€+()[]{}'\"“”‘’«»–—‐‑  \u3000\u00a0\u200b\u00ad\u2060־״"


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from([*_LETTERS, "👍🏽", "🇩🇪"]) | st.sampled_from(_MARKS), max_size=8).map("".join)
)
def test_lines_end_where_icu_has_them_end(text):
    assert opportunities(text) == list(accumulate(map(len, LineBreaker(text, "en")))) or not text


@given(st.text(st.sampled_from("ab 、。「」山っー\u200b\u00ad\u3000ก้า한א😀\ud800"), max_size=20))
def test_no_letter_is_lost(text):
    drawn = "".join(bit.text for atom in atoms_of(text) for bit in atom.bits)
    assert "".join(drawn.split()) == "".join(visible(text).split())
