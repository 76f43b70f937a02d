from dataclasses import replace

from workbench import a_piece, drawn, drawn_with, spot, svg_of, the_finding

BASE = '{% extends "base/card.svg.j2" %}\n'


def told(rendered) -> str:
    """A finding as the artist reads it."""
    finding = the_finding(rendered)
    return f"{spot(finding)}: {finding.code} {finding.message}"


def test_a_template_that_is_not_utf8_says_so(tmp_path):
    rendered = drawn_with(
        tmp_path, b"\xff\xfe".decode("latin1"), files={"templates/g/card.svg.j2": b"\xff\xfe\x00"}
    )
    assert told(rendered).endswith("PNP301 cards/ant, front: the template is not UTF-8 text")


def test_an_error_in_an_included_file_names_that_files_line(tmp_path):
    files = {"templates/g/part.svg.j2": "<g/>\n<g/>\n{{ piece.nope }}"}
    rendered = drawn(tmp_path, '{% include "g/part.svg.j2" %}', files=files)
    assert spot(the_finding(rendered)) == "templates/g/part.svg.j2:3"


def test_an_error_in_a_macro_names_the_line_of_the_macro(tmp_path):
    files = {"templates/g/m.svg.j2": "\n{% macro badge(n) %}\n{{ n + 'a' }}\n{% endmacro %}"}
    rendered = drawn(tmp_path, '{% import "g/m.svg.j2" as m %}\n{{ m.badge(1) }}', files=files)
    assert spot(the_finding(rendered)) == "templates/g/m.svg.j2:3"


def test_a_template_that_is_not_there_is_named_where_it_was_asked_for(tmp_path):
    rendered = drawn_with(tmp_path, '\n{% extends "base/crad.svg.j2" %}')
    assert (
        told(rendered)
        == 'templates/g/card.svg.j2:2: PNP303 cards/ant, front: there is no template "base/crad.svg.j2"'
    )
    assert the_finding(rendered).hint.startswith("near it: base/card.svg.j2, ")


def test_a_card_whose_template_is_not_there_is_named_in_the_data(tmp_path):
    rendered = drawn(tmp_path, "", replace(a_piece(), front="g/crad.svg.j2"))
    assert (
        told(rendered)
        == 'card_data/g/cards.yaml:10: PNP303 cards/ant, front: there is no template "g/crad.svg.j2"'
    )


def test_a_template_that_includes_itself_ends(tmp_path):
    assert "PNP312" in told(drawn(tmp_path, '{% include "g/card.svg.j2" %}'))


def test_more_nested_loops_than_python_can_take_are_a_finding(tmp_path):
    loops = "".join(f"{{% for a{n} in [1] %}}" for n in range(40)) + "{% endfor %}" * 40
    assert "PNP3" in told(drawn(tmp_path, loops))


def test_what_does_not_print_is_found_in_the_template_or_in_the_one_it_extends(tmp_path):
    files = {"templates/g/mine.svg.j2": BASE + '{% block background %}\n<g vector-effect="x"/>{% endblock %}'}
    rendered = drawn_with(tmp_path, '{% extends "g/mine.svg.j2" %}', files=files)
    assert told(rendered).startswith("templates/g/mine.svg.j2:3: PNP305")
    assert the_finding(rendered).place.column == 4


def test_a_block_that_nothing_would_draw_is_told(tmp_path):
    rendered = drawn_with(tmp_path, BASE + "{% block bdoy %}<g/>{% endblock %}")
    said = 'PNP302 cards/ant, front: there is no block "bdoy" to fill: it would not be drawn'
    assert told(rendered) == f"templates/g/card.svg.j2:2: {said}"
    assert the_finding(rendered).hint == "did you mean body?"


def test_a_misspelt_option_suggests_the_nearest(tmp_path):
    finding = the_finding(drawn(tmp_path, '{{ line("a", 1, 9, ancor="middle") }}'))
    assert finding.hint == "did you mean anchor?"


def test_a_box_without_brackets_is_told_how_to_write_it(tmp_path):
    finding = the_finding(drawn(tmp_path, '{{ fit("a", 1, 9, 20, 20, size=8) }}'))
    assert finding.hint == "put the box into brackets: (x, y, width, height); options are written name=value"


def test_a_field_that_may_be_missing_can_be_asked_for(tmp_path):
    body = '{% if piece.x is defined %}no{% endif %}{{ piece.y|default("yes") }}'
    assert "yes" in svg_of(drawn(tmp_path, body))


def test_a_template_does_not_climb_out_of_its_folder(tmp_path):
    rendered = drawn(tmp_path, '{% include "../secret.j2" %}', files={"secret.j2": "secret"})
    assert 'PNP303 cards/ant, front: there is no template "../secret.j2"' in told(rendered)
