"""Paragraphs, lists and tables as a template draws them."""

import re

import pytest
from workbench import a_piece, drawn, font, svg_of, the_finding

from pnp.model.card_looks import TextStyle
from pnp.model.geometry import MM_PER_PT

EM = 10 * MM_PER_PT
STYLES = {
    "big": TextStyle(size=2.0),
    "quiet": TextStyle(italic=True, colour="sky"),
    "loud": TextStyle(font="Fredoka One"),
}


def texts(tmp_path, call: str, text: object = "", **more) -> list[tuple[float, float, str]]:
    svg = svg_of(drawn(tmp_path, call, a_piece(text=text), styles=STYLES, **more))
    found = re.findall(r'<text x="([^"]+)" y="([^"]+)"[^>]*>([^<]*)<', svg)
    return [(float(x), float(y), words) for x, y, words in found]


def fit(tmp_path, text: object, options: str = "", box: str = "(5, 5, 40, 60)"):
    return texts(tmp_path, f"{{{{ fit(piece.text, {box}, size=10{options}) }}}}", text)


def test_the_text_of_an_item_hangs_beside_its_marker(tmp_path):
    found = fit(tmp_path, "- One two three four five six seven\n- Eight")
    bullet, one, more, second, eight = found
    assert (bullet[2], second[2], eight[2]) == ("•", "•", "Eight")
    assert bullet[0] == second[0] == 5
    indent = 5 + (font().width("•") + 0.4) * EM
    assert [one[0], more[0], eight[0]] == [pytest.approx(indent, abs=1e-3)] * 3
    assert bullet[1] == one[1] < more[1] < second[1] == eight[1]


def test_numbers_end_below_each_other(tmp_path):
    nine, _, ten, _ = fit(tmp_path, "9. a\n10. b")
    assert ten[0] == 5
    assert nine[0] + font().width("9.") * EM == pytest.approx(5 + font().width("10.") * EM, abs=1e-3)


def test_a_gap_parts_paragraphs_but_not_the_items_of_a_list(tmp_path):
    text = "one\n\ntwo\n- a\n- b\nthree\\\nfour"
    places = {words: y for _, y, words in fit(tmp_path, text, ", paragraph_gap=0.5")}
    step, gap = 1.2 * EM, 0.5 * EM
    below = [places[word] - places["one"] for word in ("two", "a", "b", "three", "four")]
    wanted = [step + gap, 2 * (step + gap), 3 * step + 2 * gap, 4 * step + 3 * gap, 5 * step + 3 * gap]
    assert below == pytest.approx(wanted, abs=1e-3)
    places = {words: y for _, y, words in fit(tmp_path, text)}
    assert places["two"] - places["one"] == pytest.approx(2 * step, abs=1e-3)


def test_larger_words_push_the_lines_apart(tmp_path):
    font_ = font()
    first, _, second = fit(tmp_path, "[One]{.big} two\nthree")
    assert first[1] == pytest.approx(5 + 2 * font_.ascent * EM, abs=1e-3)
    assert second[1] - first[1] == pytest.approx((1.2 + font_.descent) * EM, abs=1e-3)
    assert fit(tmp_path, "One two\nthree")[0][1] == pytest.approx(5 + font_.ascent * EM, abs=1e-3)


PROSE = (
    "Every player who holds a red card may take one coin from the bank and give it to a neighbour of theirs."
)


def test_justified_lines_end_at_the_edge_but_the_last_one_does_not(tmp_path):
    found = fit(tmp_path, PROSE, ', align="justify"')
    lines: dict[float, list[tuple[float, str]]] = {}
    for x, y, words in found:
        lines.setdefault(y, []).append((x, words))
    *full, last = lines.values()
    for line in full:
        x, word = line[-1]
        assert line[0][0] == 5
        assert x + font().width(word) * EM == pytest.approx(45, abs=0.02)
        assert len(line) > 2
    assert len(last) == 1


def test_a_table_has_columns_and_a_rule_below_its_head(tmp_path):
    text = "| Roll | Effect |\n|--:|---|\n| 1 | Nothing |\n| 10 | One two three four five six |"
    found = {words: (x, y) for x, y, words in fit(tmp_path, text)}
    end = 5 + font().width("Roll") * EM
    assert found["10"][0] + font().width("10") * EM == pytest.approx(end, abs=1e-3)
    assert (
        found["Effect"][0]
        == found["Nothing"][0]
        == found["One two three"][0]
        == pytest.approx(end + 0.9 * EM, abs=1e-3)
    )
    assert found["Roll"][1] == found["Effect"][1] < found["1"][1] == found["Nothing"][1]
    svg = svg_of(drawn(tmp_path, "{{ fit(piece.text, (5, 5, 40, 60), size=10) }}", a_piece(text=text)))
    y = float(re.search(r'<path d="M5 ([\d.]+)h', svg)[1])
    assert found["Roll"][1] < y < found["Nothing"][1] - font().ascent * EM - 0.3


def test_a_table_too_wide_is_told_by_how_much(tmp_path):
    text = "| incomprehensible | incomprehensible |\n| a | b |"
    found = the_finding(
        drawn(tmp_path, "{{ fit(piece.text, (5, 5, 30, 60), size=9, min=8) }}", a_piece(text=text))
    )
    assert found.code == "PNP401"
    assert re.search(r"is \d\d\.\d mm too wide", found.message)


def test_texts_of_a_list_stand_below_each_other_each_in_its_style(tmp_path):
    call = '{{ fit([piece.text, none, ("Ahoy", "quiet")], (5, 5, 40, 60), size=10, paragraph_gap=0.5) }}'
    svg = svg_of(drawn(tmp_path, call, a_piece(text="One\n[two]{.loud}"), styles=STYLES))
    assert svg.count('font-family="Fredoka One"') == 1
    assert re.findall(r"<text [^>]*>([^<]*)<", svg) == ["One", "two", "Ahoy"]
    assert svg.count('font-style="italic" fill="#88bbee"') == 1
    ys = [float(y) for y in re.findall(r'<text x="[^"]*" y="([^"]*)"', svg)]
    assert [ys[1] - ys[0], ys[2] - ys[1]] == pytest.approx([1.7 * EM] * 2, abs=1e-3)
    wrong = drawn(tmp_path, '{{ fit([("a", "qiet")], (5, 5, 40, 60)) }}', styles=STYLES)
    assert 'the style is "bold"' in the_finding(wrong).message


def test_what_a_text_came_out_as_can_be_asked(tmp_path):
    body = """{% set a = fit("One two\nthree", (5, 5, 40, 20), size=10) %}{{ a }}
    {% set b = line("Four", 30, 40, size=20, anchor="end") %}{{ b }}{% set c = fit(none, (5, 9, 40, 20)) %}
    <desc>{{ [a.left, a.top, a.width, a.height, a.bottom, a.size, a.lines, b.right, c.height, c.bottom, c.lines]|join(" ") }}</desc>"""
    svg = svg_of(drawn(tmp_path, body))
    told = [float(each) for each in re.search(r"<desc>(.*)</desc>", svg)[1].split()]
    height = (font().ascent + font().descent + 1.2) * EM
    width = (font().width("One") + font().width(" ") + font().width("two")) * EM
    assert told == pytest.approx([5, 5, width, height, 5 + height, 10, 2, 30, 0, 9, 0], abs=1e-3)


def test_a_line_that_would_be_torn_apart_stays_ragged(tmp_path):
    text = "Superfluous incomprehensibilities everywhere"
    assert [
        words for *_, words in fit(tmp_path, text, ', align="justify", hyphenate=false', "(5, 5, 31, 60)")
    ] == ["Superfluous", "incomprehensibilities", "everywhere"]
    assert len(fit(tmp_path, "A superfluous incomprehensibility", ', align="justify"', "(5, 5, 31, 60)")) == 2


def test_lists_and_tables_are_centred_as_a_whole(tmp_path):
    found = fit(tmp_path, "A heading\n- one\n- one two", ', align="center"')
    (_, bullet, one, other, two) = (each[0] for each in found)
    assert (bullet, one) == (other, two)
    width = two - other + font().width("one two") * EM
    assert bullet - 5 == pytest.approx((40 - width) / 2, abs=1e-3)
