import pytest
from jinja2.exceptions import SecurityError, TemplateNotFound, TemplateRuntimeError, TemplateSyntaxError

from pnp.templates.sandbox import Sandbox
from pnp.templates.values import MissingField


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


@pytest.mark.parametrize(
    "source", ["{{ ''.__class__.__mro__ }}", "{{ x.__globals__ }}", "{{ ''|attr('__class__') }}"]
)
def test_a_template_cannot_reach_out(written, source):
    with pytest.raises(SecurityError):
        written(source, x=lambda *_: 1)


def test_a_template_of_too_many_words_is_not_read(written):
    with pytest.raises(SecurityError, match="more than 60,000 words and signs"):
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
    )
    (tmp_path / "a.svg.j2").write_text(source, encoding="utf-8")
    sandbox = Sandbox([tmp_path])
    assert [sandbox.drawing("a.svg.j2", {}) for _ in range(2)] == ["ab[, ]", "ab[, ]"]


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


def test_letters_are_escaped(written):
    assert (
        written('{{ x }} {{ x|replace("<", "«") }}', x='<a b="c">')
        == "&lt;a b=&#34;c&#34;&gt; «a b=&#34;c&#34;&gt;"
    )
