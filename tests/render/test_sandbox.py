import time
from dataclasses import replace

import pytest
from jinja2.exceptions import SecurityError, TemplateNotFound, TemplateSyntaxError

from pnp.model.limits import USUAL_LIMITS
from pnp.render.sandbox import Sandbox
from pnp.render.template_values import MissingField

DOUBLED = "{% set n = namespace(x=('a',)) %}{% for i in range(30) %}{% set n.x = (n.x, n.x) %}{% endfor %}"
"""A tuple of the same tuple twice, thirty levels deep: 2^30 letters to print, to compare or to look up."""

USES = (
    "{{ n.x }}", "{{ n.x|tojson }}", "{{ n.x ~ '' }}", "{{ n.x == (n.x, 1) }}", "{{ 1 in n.x }}", "{{ {n.x: 1} }}",
    "{{ {}[n.x] }}", "{{ [n.x]|unique|list }}", "{{ '%s' % n.x }}", "{{ '{}'.format(n.x) }}", "{{ x(n.x) }}",
    "{{ 'a'|replace('a', n.x) }}", "{{ n.x is eq((1,)) }}", "{{ namespace(x=n).x.x }}",
    "{% for i in [1] %}{{ loop.changed(n.x) }}{% endfor %}",
)  # fmt: skip


@pytest.fixture
def written(tmp_path):
    """Write a template and return what it draws."""

    def write(source: str, **values: object) -> str:
        (tmp_path / "a.svg.j2").write_text(source, encoding="utf-8")
        return Sandbox([tmp_path]).drawing("a.svg.j2", values)

    return write


def test_numbers_are_written_as_svg_has_them(written):
    given = {"a": 0.1, "b": 3.0, "c": 7, "d": -0.00001, "e": 1 / 3}
    assert written("{{ a + 0.2 }} {{ b }} {{ c }} {{ d }} {{ e|mm }}", **given) == "0.3 3 7 0 0.3333"


def test_an_empty_field_writes_nothing(written):
    assert written("[{{ x }}]", x=None) == "[]"


def test_letters_are_escaped(written):
    assert (
        written('{{ x }} {{ x|replace("<", "«") }}', x='<a b="c">')
        == "&lt;a b=&#34;c&#34;&gt; «a b=&#34;c&#34;&gt;"
    )


def test_a_function_is_called_not_printed(written):
    with pytest.raises(TypeError, match="this is a function: call it"):
        written("{{ draw }}", draw=print)


def test_colours_are_filters(written):
    assert written(
        '{{ x|lighten(0.5) }} {{ x|darken(0.5) }} {{ x|mix("#fff", 1) }} {{ x|ink }}', x="#204060"
    ) == ("#90a0b0 #102030 #ffffff #ffffff")


@pytest.mark.parametrize(
    "source",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ x.__globals__ }}",
        "{{ ''|attr('__class__') }}",
        "{% for i in range(10**9) %}{% endfor %}",
        "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}",
        "{{ 'a' * 10**9 }}",
        "{{ 10**9 * 'a' }}",
        "{{ [1] * 10**8 }}",
        "{{ 9**9**9 }}",
        "{% for a in 'x' * 900000 %}{% for b in 'x' * 900000 %}{% endfor %}{% endfor %}",
        "{% set n = namespace(s='ab') %}{% for i in range(40) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
        "{% set n = namespace(s='ab') %}{% for i in range(40) %}{% set n.s = n.s + n.s %}{% endfor %}",
        "{% set n = namespace(s='ab') %}{% for i in range(40) %}{% set n.s = [n.s, n.s]|join %}{% endfor %}",
        "{% set n = namespace(s='ab') %}{% for i in range(40) %}{% set n.s = ''.join([n.s, n.s]) %}{% endfor %}",
        "{% set n = namespace(s='ab') %}{% for i in range(9) %}{% set n.s = n.s|replace('a', 'a'*99) %}{% endfor %}",
        "{% set n = namespace(s=[1]) %}{% for i in range(40) %}{% set n.s = n.s + n.s %}{% endfor %}",
        "{% set n = namespace(s=9) %}{% for i in range(60) %}{% set n.s = n.s * n.s %}{% endfor %}",
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
        "{% for i in range(9999) %}{{ x('a' * 999) }}{% endfor %}",
        "{{ '%99999999d' % 3 }}",
        "{{ '%99999999s'|format('a') }}",
        "{{ '{:>99999999}'.format('a') }}",
        "{{ '{:>{}}'.format('a', 99999999) }}",
        "{{ 'a'|center(99999999) }}",
        "{{ 'a'.zfill(99999999) }}",
        *(f"{DOUBLED}{use}" for use in USES),
        "{% set long = 'a' * 900000 %}{% for i in range(900) %}{% set x = [long[i:], x] %}{% endfor %}",
        "{% set many = [0] * 15000 %}{% for i in range(9000) %}{{ 'x' if 1 in many }}{% endfor %}",
        "{% set many = [0] * 15000 %}{{ many|map('string')|join('a' * 900000) }}",
        "{% set many = [0] * 15000 %}{{ many|tojson(indent=20000) }}",
        "{{ ('%(a)s' * 90000)|format(a='a' * 900000) }}",
        "{{ 'a'.translate({97: 'b' * 900000}) * 900 }}",
        "{% set x %}{% for i in range(9000) %}{{ 'a' * 900000 }}{% endfor %}{% endset %}",
        "{{ ('a' * 900000)|int(base=16) // 3 }}",
        "{{ ([[1]] * 9000)|sum(start=[]) }}",
        "{{ ('a<!---->' * 90000)|striptags }}",
        "{% set n = namespace(x=()) %}{% for i in range(9000) %}{% set n.x = (n.x,) %}{% endfor %}{{ {n.x: 1} }}",
        "{{ [" + "1," * 40000 + "] }}",
        "{{ [1]|slice(99999999)|list }}",
        "{{ 1.5|round(99999999, 'floor') }}",
    ],
)
def test_a_template_cannot_reach_out_or_go_on_for_ever(written, source):
    start = time.process_time()
    with pytest.raises(SecurityError):
        written(source, x=lambda *_: 1)
    assert time.process_time() - start < 8, "work of its own, whatever else the machine does"


def test_a_loop_in_itself_counts_every_turn(tmp_path):
    source = "{% for a in x recursive %}{{ loop(a) if a is iterable else a }}{% endfor %}"
    (tmp_path / "a.svg.j2").write_text(source, encoding="utf-8")
    sandbox = Sandbox([tmp_path])
    assert sandbox.drawing("a.svg.j2", {"x": [[1, 2], 3]}) == "123"
    spent = USUAL_LIMITS.turns - sandbox.left["turns"]
    assert spent == 2 + 2 + 1  # the outer list, the inner list, the call


def test_texts_are_joined_and_escaped_as_ever(written):
    assert written("{{ x ~ 1 ~ none }} {{ ('<b>'|safe) ~ x }}", x="<a>") == "&lt;a&gt;1None <b>&lt;a&gt;"
    assert written(
        "{% for a in x|map('upper') %}{{ loop.index }}{{ a }}{{ loop.last }} {% endfor %}", x="ab"
    ) == ("1AFalse 2BTrue ")


def test_a_drawing_has_an_end_which_a_game_may_set(tmp_path):
    (tmp_path / "a.svg.j2").write_text(
        "{% for i in range(100) %}{{ 'a' * 99 }}{% endfor %}", encoding="utf-8"
    )
    assert len(Sandbox([tmp_path]).drawing("a.svg.j2", {})) == 9900
    with pytest.raises(SecurityError, match="more than 1,000 letters of one drawing"):
        Sandbox([tmp_path], game_limits=replace(USUAL_LIMITS, drawing=1000)).drawing("a.svg.j2", {})


def test_every_drawing_has_its_own_steps(tmp_path):
    (tmp_path / "a.svg.j2").write_text("{% for i in range(15000) %}{% endfor %}ok", encoding="utf-8")
    sandbox = Sandbox([tmp_path])
    assert [sandbox.drawing("a.svg.j2", {}) for _ in range(3)] == ["ok"] * 3


def test_ordinary_arithmetic_is_free(written):
    assert written("{{ 2**8 }} {{ 'ab' * 3 }} {{ 63 / 2 }} {{ 7 * 1.5 }}") == "256 ababab 31.5 10.5"


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


def test_the_smallest_text_is_known_to_templates_and_their_macros(tmp_path):
    (tmp_path / "m.j2").write_text("{% macro least() %}{{ smallest }}{% endmacro %}", encoding="utf-8")
    (tmp_path / "a.svg.j2").write_text('{% from "m.j2" import least %}{{ least() }} {{ smallest }}')
    assert Sandbox([tmp_path]).drawing("a.svg.j2", {}) == "7 7"
