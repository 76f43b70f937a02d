import re

import pytest
from workbench import (
    CARD,
    DOT,
    HALVES,
    a_component,
    a_game,
    a_piece,
    a_sheet,
    drawn,
    font,
    ink_extent,
    sources,
    spot,
    svg_of,
    the_finding,
)

from pnp.model.geometry import MM_PER_PT
from pnp.render.faces import render
from pnp.templates.context import RenderContext

ICON = {"templates/g/icons/cu.svg": DOT}
ART = {"card_data/g/art/ant.svg": HALVES}


def baselines(svg: str) -> list[float]:
    return [float(y) for y in re.findall(r'<text x="[^"]*" y="([^"]*)"', svg)]


def letters(svg: str) -> list[str]:
    return re.findall(r">([^<]*)</text>", svg)


def test_a_text_stands_on_the_bottom_of_its_box(tmp_path):
    svg = svg_of(drawn(tmp_path, '{{ fit("dog\npig", (5, 20, 50, 30), size=10, valign="bottom") }}'))
    first, second = baselines(svg)
    assert second == pytest.approx(50 - font().descent * 10 * MM_PER_PT, abs=1e-4)
    assert second - first == pytest.approx(1.2 * 10 * MM_PER_PT, abs=1e-4)


def test_a_text_in_the_middle_has_as_much_air_above_its_capitals_as_below(tmp_path):
    svg = svg_of(
        drawn(tmp_path, '{{ fit("HOH", (0, 0, 50, 20), size=12, valign="middle", align="center") }}')
    )
    left, top, right, bottom = ink_extent(a_sheet(svg[svg.index("<text") : svg.rindex("</svg>")], 50, 20))
    assert top == pytest.approx(20 - bottom, abs=0.1)
    assert left == pytest.approx(50 - right, abs=0.1)


@pytest.mark.parametrize(("align", "x"), [("left", 5), ("center", 30), ("right", 55)])
def test_a_text_is_aligned_in_its_box(tmp_path, align, x):
    svg = svg_of(drawn(tmp_path, f'{{{{ fit("mm", (5, 20, 50, 30), size=10, align="{align}") }}}}'))
    width = font().width("mm") * 10 * MM_PER_PT
    share = {"left": 0, "center": 0.5, "right": 1}[align]
    assert float(re.findall(r'<text x="([^"]*)"', svg)[0]) == pytest.approx(x - share * width, abs=1e-3)


def test_an_empty_field_draws_nothing(tmp_path):
    assert "<text" not in svg_of(drawn(tmp_path, "{{ fit(piece.note, (3, 3, 9, 9)) }}", a_piece(note=None)))
    assert "<text" not in svg_of(drawn(tmp_path, "{{ line(piece.note, 3, 3) }}", a_piece(note="")))


def test_a_line_is_set_on_its_baseline_and_shrinks_to_its_width(tmp_path):
    svg = svg_of(
        drawn(tmp_path, '{{ line("Wide words", 31.5, 40, size=20, anchor="middle", max_width=20, min=8) }}')
    )
    assert baselines(svg) == [40]
    em = float(re.findall(r'font-size="([^"]*)"', svg)[0])
    assert em * font().width("Wide words") == pytest.approx(20, abs=0.01)


def test_an_icon_is_defined_once_and_used_often(tmp_path):
    svg = svg_of(
        drawn(tmp_path, '{{ icon("cu", 5, 5, 6, palette.red) }}{{ line("{cu}{cu}", 5, 40) }}', files=ICON)
    )
    assert svg.count("<symbol") == 1
    assert svg.count("<use") == 3
    assert 'x="5" y="5" width="6" height="6" color="#c0392b"/>' in svg


def test_a_picture_fills_its_box_wholly_or_lies_wholly_inside(tmp_path):
    svg = svg_of(drawn(tmp_path, '{{ picture("ant", (5, 5, 20, 20)) }}', files=ART))
    assert '<svg x="5" y="5" width="20" height="20" viewBox="0 0 200 100">' in svg
    svg = svg_of(drawn(tmp_path, '{{ picture("ant", (5, 5, 20, 20), fit="cover") }}', files=ART))
    assert 'viewBox="0 0 200 100" preserveAspectRatio="xMidYMid slice">' in svg


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('fit("a", (1, 2, 3))', "a box is four numbers in mm, (x, y, width, height); got (1, 2, 3)"),
        (
            'fit("a", (1, 2, 30, 9), align="centre")',
            'align is "start", "left", "center", "right", "end" or "justify"; got "centre"',
        ),
        ('fit("a", (1, 2, 30, 9), valign="center")', 'valign is "top", "middle" or "bottom"; got "center"'),
        (
            'fit("a", (1, 2, 3, true))',
            "a box is four numbers in mm, (x, y, width, height); got (1, 2, 3, True)",
        ),
        ('fit("a", "1 2 3 4")', 'a box is four numbers in mm, (x, y, width, height); got "1 2 3 4"'),
        ('fit("a", (0, 0, 10, -2))', "a box cannot be 10 mm wide and -2 mm high"),
        ('fit("a", (1, 2, 30, 9), size="9pt")', 'size is a number; got "9pt"'),
        ('fit("a", (1, 2, 30, 9), size=0)', "size is a number above 0; got 0"),
        ('fit("a", (1, 2, 30, 9), colour="red")', "fit() got an unexpected keyword argument 'colour'"),
        ('line("a", 1, 2, anchor="left")', 'anchor is "start", "middle" or "end"; got "left"'),
        ('line("a", "1", 2)', 'x is a number; got "1"'),
        ('icon("cu", 1, 2, -3)', "size is a number above 0; got -3"),
        ('picture("ant", (1, 2, 30, 9), fit="fill")', 'fit is "contain" or "cover"; got "fill"'),
    ],
)
def test_a_wrong_call_names_the_option_and_the_template_line(tmp_path, call, message):
    finding = the_finding(drawn(tmp_path, f"\n\n{{{{ {call} }}}}"))
    assert finding.code == "PNP312"
    assert message in finding.message
    assert spot(finding) == "templates/g/card.svg.j2:4"


def test_quotes_and_brackets_cannot_leave_an_attribute(tmp_path):
    body = """{{ icon("cu", 1, 1, 9, 'red"><x y=') }}"""
    assert 'color="red&quot;&gt;&lt;x y="' in svg_of(drawn(tmp_path, body, files=ICON))


def test_a_text_that_two_cards_have_brings_its_icons_and_findings_to_both(tmp_path):
    body = '{{ piece.id }}{{ line("Cost", 3, 9) }}{{ line("Icon {cu}", 3, 30) }}'
    cards = a_piece("ant"), a_piece("bee")
    faces = drawn(tmp_path, body, *cards, files=ICON).deck.faces.values()
    assert [(face.svg.count("<text"), face.svg.count("<symbol")) for face in faces] == [(2, 1), (2, 1)]
    long = '{{ fit("Too much for so small a box", (3, 40, 9, 3)) }}'
    assert "and on 1 more face" in the_finding(drawn(tmp_path, body + long, *cards, files=ICON)).message


def of_a_design(folder, body):
    template = f'{{% extends "base/card.svg.j2" %}}{{% block body %}}{body}{{% endblock %}}'
    context = RenderContext(a_game(a_component(a_piece())), sources(folder, {CARD: template}))
    return render(a_component(a_piece()), context.at_any_size())


@pytest.mark.parametrize(
    ("spill", "shown"), [("true", ["one two", "three four five"]), ('"whole"', ["one two three four five"])]
)
def test_a_text_of_a_design_spills_what_does_not_go_in_or_all_of_it(tmp_path, spill, shown):
    body = f'{{% set text = fit("one two three four five", (3, 3, 12, 4), size=8, min=8, spill={spill}) %}}'
    body += "{{ text }}{{ fit(text.rest, (3, 30, 50, 30), size=8) }}"
    (face,) = of_a_design(tmp_path, body).deck.faces.values()
    assert letters(face.svg) == shown


def test_an_ornamental_arrow_that_no_font_has_is_a_plain_one_in_a_design(tmp_path):
    rendered = of_a_design(tmp_path, '{{ line("a\u27aab\u21fd", 3, 9, font="body") }}')
    (face,) = rendered.deck.faces.values()
    assert (letters(face.svg), rendered.diagnostics) == (["a\u2192b\u2190"], ())
