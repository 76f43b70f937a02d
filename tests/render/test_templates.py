"""Templates: run in their sandbox, and as their page says."""

import inspect
import json
import marshal
import re
from dataclasses import replace
from pathlib import Path

import pytest
from jinja2.exceptions import SecurityError, TemplateNotFound, TemplateRuntimeError, TemplateSyntaxError
from workbench import (
    DOT,
    HALVES,
    a_component,
    a_game,
    a_piece,
    drawn,
    drawn_with,
    sources,
    spot,
    svg_of,
    the_finding,
)

from pnp.render.faces import Rendered, render
from pnp.svg.vocabulary import ELEMENTS, NOT_PRINTED
from pnp.templates.api import TemplateApi
from pnp.templates.context import RenderContext
from pnp.templates.sandbox import Sandbox
from pnp.templates.values import NAMES, MissingField, face_values

BASE = '{% extends "base/card.svg.j2" %}\n'


def told(rendered) -> str:
    finding = the_finding(rendered)
    return f"{spot(finding)}: {finding.code} {finding.message}"


def test_a_template_that_is_not_utf8_says_so(tmp_path):
    rendered = drawn_with(
        tmp_path, b"\xff\xfe".decode("latin1"), files={"templates/g/card.svg.j2": b"\xff\xfe\x00"}
    )
    assert told(rendered).endswith("PNP301 cards/ant, front: the template is not UTF-8 text")


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ('{% include "g/part.svg.j2" %}', "<g/>\n<g/>\n{{ piece.nope }}"),
        (
            '{% import "g/part.svg.j2" as m %}\n{{ m.badge(1) }}',
            "\n{% macro badge(n) %}\n{{ n + 'a' }}\n{% endmacro %}",
        ),
    ],
)
def test_an_error_in_an_included_file_or_a_macro_names_that_files_line(tmp_path, body, part):
    rendered = drawn(tmp_path, body, files={"templates/g/part.svg.j2": part})
    assert spot(the_finding(rendered)) == "templates/g/part.svg.j2:3"


def test_a_template_that_is_not_there_is_named_where_it_was_asked_for(tmp_path):
    rendered = drawn_with(tmp_path, '\n{% extends "base/crad.svg.j2" %}')
    said = 'PNP303 cards/ant, front: there is no template "base/crad.svg.j2"'
    assert told(rendered) == f"templates/g/card.svg.j2:2: {said}"
    assert the_finding(rendered).hint.startswith("near it: base/card.svg.j2, ")


def test_a_card_whose_template_is_not_there_is_named_in_the_data(tmp_path):
    rendered = drawn(tmp_path, "", replace(a_piece(), front="g/crad.svg.j2"))
    said = 'PNP303 cards/ant, front: there is no template "g/crad.svg.j2"'
    assert told(rendered) == f"card_data/g/cards.yaml:10: {said}"


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


@pytest.fixture
def written(tmp_path):
    def write(source: str, **values: object) -> str:
        (tmp_path / "a.svg.j2").write_text(source, encoding="utf-8")
        return Sandbox([tmp_path]).drawing("a.svg.j2", values)

    return write


def test_numbers_are_written_as_svg_has_them(written):
    given = {"a": 0.1, "b": 3.0, "c": 7, "d": -0.00001, "e": 1 / 3}
    assert written("{{ a + 0.2 }} {{ b }} {{ c }} {{ d }} {{ e|mm }}", **given) == "0.3 3 7 0 0.3333"


@pytest.mark.parametrize(
    "source", ["{{ ''.__class__.__mro__ }}", "{{ x.__globals__ }}", "{{ ''|attr('__class__') }}"]
)
def test_a_template_cannot_reach_out(written, source):
    with pytest.raises(SecurityError):
        written(source, x=lambda *_: 1)


def test_a_template_of_too_many_words_is_not_read(written):
    with pytest.raises(SecurityError, match="more than 60,000 words and symbols"):
        written("{{ [" + "1," * 40000 + "] }}")


@pytest.mark.parametrize("source", ["{{ lipsum() }}", "{{ [1, 2]|random }}"])
def test_nothing_rolls_dice(written, source):
    with pytest.raises((MissingField, TemplateSyntaxError)):
        written(source)


@pytest.mark.parametrize("link", ["note.txt", "folder"])
def test_a_link_out_of_the_templates_is_no_template(tmp_path, link):
    outside, templates = tmp_path / "outside", tmp_path / "templates"
    for each in (outside, templates):
        each.mkdir()
    (outside / "note.txt").write_text("secret", encoding="utf-8")
    (templates / link).symlink_to(outside if link == "folder" else outside / link)
    name = "folder/note.txt" if link == "folder" else link
    (templates / "a.svg.j2").write_text(f'{{% include "{name}" %}}', encoding="utf-8")
    with pytest.raises(TemplateNotFound):
        Sandbox([templates]).drawing("a.svg.j2", {})


@pytest.mark.parametrize(
    "source",
    [
        *("{{ cycler.reset(joiner) }}", "{{ namespace.__init__(joiner) }}", "{{ dict.fromkeys('ab') }}"),
        "{% set cycler.pos = 1 %}",
    ],
)
def test_what_all_drawings_share_cannot_be_changed(written, source):
    with pytest.raises((MissingField, SecurityError, TemplateRuntimeError)):
        written(source)


def test_what_changes_is_made_anew_for_each_drawing(tmp_path):
    source = (
        "{% set c = cycler('a', 'b') %}{% set j = joiner() %}{{ c.next() }}{{ c.next() }}[{{ j() }}{{ j() }}]"
        '{% from "b.svg.j2" import count %}{{ count() }}'
    )
    counter = (
        "{% set n = namespace(of=0) %}{% macro count() %}{% set n.of = n.of + 1 %}{{ n.of }}{% endmacro %}"
    )
    (tmp_path / "b.svg.j2").write_text(counter, encoding="utf-8")
    (tmp_path / "a.svg.j2").write_text(source, encoding="utf-8")
    sandbox = Sandbox([tmp_path])
    assert [sandbox.drawing("a.svg.j2", {}) for _ in range(2)] == ["ab[, ]1", "ab[, ]1"]


@pytest.mark.parametrize(
    "value",
    [
        *("[draw]|string", "[draw] ~ ''", "'%s' % [draw]", "'{}'.format([draw])", "[draw]|pprint", "[draw]"),
        *("[{}.items]", "[''['upper']]", "[range]", "[joiner()]", "[cycler('a')]", "[self.x]", "'a'.upper"),
        "['a']|map(attribute='upper')",
    ],
)
def test_no_address_of_memory_is_printed(written, value):
    with pytest.raises(TypeError, match="this is a function: call it"):
        written(f"{{{{ {value} }}}}{{% block x %}}{{% endblock %}}", draw=print)


@pytest.mark.parametrize(
    "body",
    [
        "{{ x * 8000001 }}",
        '{{ "%*d" % (8000001, 1) }}',
        "{% for i in range(9) %}{{ x * 1000000 }}{% endfor %}",
    ],
)
def test_a_text_larger_than_a_drawing_is_refused(written, body):
    """Also one of constants, which Jinja would work out before anything is drawn, and one of many parts."""
    with pytest.raises(SecurityError, match="more than 8,000,000 bytes of an SVG file"):
        written(body, x="x")


def test_nothing_is_worked_out_before_a_face_is_drawn():
    assert b"ABAB" not in marshal.dumps(Sandbox(()).compile("{{ 'abab'|upper }}", "a.j2", "a.j2"))


def test_letters_are_escaped(written):
    assert (
        written('{{ x }} {{ x|replace("<", "«") }}', x='<a b="c">')
        == "&lt;a b=&#34;c&#34;&gt; «a b=&#34;c&#34;&gt;"
    )


PAGE = (Path(__file__).parents[2] / "docs" / "templates.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```jinja\n(.*?)```", PAGE, re.DOTALL)
MISTAKES = re.findall(r"```jinja wrong\n(.*)\n```\n\n((?:    .*\n)+)", PAGE)
FILES = {"templates/harbour/icons/crate.svg": DOT, "card_data/harbour/art/galley.svg": HALVES}


def harbour(root: Path, template: str) -> Rendered:
    galley = a_piece("galley", name="Galley", text="Holds more than a boat, and is slower to turn.", holds=3)
    galley = replace(galley, front="harbour/ship.svg.j2", copies=2)
    ships = replace(a_component(galley), id="ships", title="Ships")
    game = replace(a_game(ships), id="harbour", title="Harbour", palette={"ink": "#1c2430", "sea": "#1769b5"})
    found = sources(root, {"templates/harbour/ship.svg.j2": template, **FILES})
    return render(ships, RenderContext(game, replace(found, art=root / "card_data/harbour/art")))


@pytest.mark.parametrize("template", EXAMPLES)
def test_every_example_draws_a_card(tmp_path, template):
    rendered = harbour(tmp_path, template)
    assert rendered.diagnostics == ()
    assert len(rendered.deck.faces) == 1


def test_the_third_example_has_its_three_crates(tmp_path):
    (face,) = harbour(tmp_path, EXAMPLES[2]).deck.faces.values()
    assert face.svg.count("<use ") == 3


@pytest.mark.parametrize(("mistake", "told"), MISTAKES)
def test_every_mistake_is_told_as_the_page_says(tmp_path, mistake, told):
    template = f'{{% extends "base/card.svg.j2" %}}{{% block body %}}{mistake}{{% endblock %}}'
    (finding,) = harbour(tmp_path, template).diagnostics
    assert f"{finding.code}: {finding.message}\nhint: {finding.hint}\n" == re.sub(
        "^    ", "", told, flags=re.MULTILINE
    )


def test_the_page_has_examples_and_mistakes():
    assert (len(EXAMPLES), len(MISTAKES)) == (11, 7)


@pytest.mark.parametrize("function", ["fit", "line"])
def test_every_option_is_in_the_table_with_its_default(function):
    section = PAGE.split(f"### {function}(")[1].split("###")[0]
    told = dict(re.findall(r"^\| `(\w+)` \|.*\| `([^`]*)` \|$", section, re.MULTILINE))
    parameters = inspect.signature(getattr(TemplateApi, function)).parameters.values()
    options = [option for option in parameters if option.kind == option.KEYWORD_ONLY]
    defaults = {option.name: json.dumps(option.default, ensure_ascii=False) for option in options}
    assert told == {name: default.replace("null", "none") for name, default in defaults.items()}


def test_every_name_and_every_measure_of_the_face_is_explained():
    for name in NAMES:
        assert re.search(rf"`{name}\b|### {name}\(", PAGE), name
    for measure in face_values(a_component()):
        assert f"`face.{measure}`" in PAGE


def test_what_the_lint_refuses_is_on_the_page():
    for feature in ("style", "foreignObject", "filter"):
        assert feature in ELEMENTS
        assert feature in PAGE
    told = {"transform-origin", "vector-effect", "direction", "filter"}
    assert told <= set(NOT_PRINTED)
    assert all(f"`{name}`" in PAGE for name in told)
