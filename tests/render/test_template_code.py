"""Code of templates that was generated before: taken from where the program lies and from a private cache, else never."""

import marshal
import os

import pytest
from jinja2.exceptions import UndefinedError
from workbench import SHIPPED as TEMPLATES

import pnp
from pnp.cache import Cache, NullStore
from pnp.templates import sandbox
from pnp.templates.sandbox import GENERATORS, Sandbox, code_key, store_of_code

NAME = "a.svg.j2"


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """An empty folder in the place of the code that comes with pnp."""
    monkeypatch.setattr(sandbox, "SHIPPED", tmp_path / "shipped")
    (tmp_path / "shipped").mkdir()
    return tmp_path / "shipped"


@pytest.fixture
def drawn(tmp_path, shipped):
    """Write a template and return what it draws with what earlier calls kept."""
    sandbox.generated.cache_clear()
    (tmp_path / "templates").mkdir()

    def draw(source, store=None, **values):
        (tmp_path / "templates" / NAME).write_text(source, encoding="utf-8")
        return Sandbox([tmp_path / "templates"], store).drawing(NAME, values)

    return draw


@pytest.fixture
def store(tmp_path):
    with Cache(tmp_path / "cache") as store:
        yield store


def source_of(text):
    """What Jinja generates from a template, drawing something else, so that one sees which code ran."""
    return Sandbox(()).compile(text, NAME, raw=True).replace("drawn now", "drawn before")


def test_shipped_code_is_run_in_the_place_of_the_same_template(drawn, shipped):
    text = "drawn now {{ x }}"
    (shipped / f"t{code_key(text, NAME)}.py").write_text(source_of(text), encoding="utf-8")
    assert drawn(text, x=1) == "drawn before 1"
    assert drawn(text + "!", x=1) == "drawn now 1!", "another template"


@pytest.mark.parametrize("damage", [lambda text: text[: len(text) // 2] + "(", lambda _: "\0", lambda _: ")"])
def test_damaged_shipped_code_is_not_run(drawn, shipped, damage):
    text = "drawn now"
    (shipped / f"t{code_key(text, NAME)}.py").write_text(damage(source_of(text)), encoding="utf-8")
    assert drawn(text) == "drawn now"


def test_code_of_another_sandbox_or_another_jinja_is_not_run(drawn, shipped, monkeypatch):
    text = "drawn now"
    (shipped / f"t{code_key(text, NAME)}.py").write_text(source_of(text), encoding="utf-8")
    with monkeypatch.context() as other:
        other.setattr("jinja2.__version__", "3.1.0")
        assert drawn(text) == "drawn now"
    with monkeypatch.context() as other:
        other.setattr(sandbox, "_generators", lambda: "another sandbox")
        assert drawn(text) == "drawn now"
    assert drawn(text) == "drawn before"


def test_code_is_generated_once_for_a_cache(drawn, store, monkeypatch):
    drawn("{{ x }}", store, x=1)
    monkeypatch.setattr(sandbox, "generated", lambda *_: pytest.fail("generated again"))
    assert drawn("{{ x }}", store, x=2) == "2"


@pytest.mark.parametrize("content", [b"", b"\xff" * 40, marshal.dumps("no code")])
def test_what_is_no_code_in_the_cache_is_not_run(drawn, store, content, monkeypatch):
    monkeypatch.setattr(store, "get", lambda _: content)
    assert drawn("drawn now", store) == "drawn now"


def test_an_error_names_file_and_line_whatever_the_code_comes_from(drawn, tmp_path, store, shipped):
    text = "\n\n{{ x.y }}"
    lines = []
    for folder in ("templates", "moved", "moved"):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / NAME).write_text(text, encoding="utf-8")
        with pytest.raises(UndefinedError) as caught:
            Sandbox([tmp_path / folder], store).drawing(NAME, {"x": 1})
        lines += [f"{each.path}:{each.lineno + 1}" for each in caught.traceback if each.path.name == NAME]
        (shipped / f"t{code_key(text, NAME)}.py").write_text(source_of(text), encoding="utf-8")
    assert lines == [f"{tmp_path}/{folder}/{NAME}:3" for folder in ("templates", "moved", "moved")]


def test_a_game_brings_no_code_in_a_cache_of_its_own(tmp_path):
    game = tmp_path / "game"
    with Cache(game / ".cache") as inside, Cache(tmp_path / "cache") as outside:
        assert store_of_code(inside, game) is None
        assert store_of_code(outside, game) is outside
        assert store_of_code(NullStore(), game) is None


@pytest.mark.skipif(os.name == "nt", reason="modes of folders are of POSIX")
@pytest.mark.parametrize(("mode", "kept"), [(0o700, True), (0o750, False), (0o777, False)])
def test_code_is_only_kept_where_nobody_else_has_a_say(tmp_path, mode, kept):
    with Cache(tmp_path / "cache") as store:
        store.folder.mkdir()
        store.folder.chmod(mode)
        assert (store_of_code(store, tmp_path / "game") is store) is kept


def test_all_that_decides_what_is_generated_is_in_the_key():
    environment = Sandbox(())
    tools = (
        *environment.filters.values(),
        *environment.tests.values(),
        environment.finalize,
        environment.undefined,
    )
    modules = {getattr(each, "__wrapped__", each).__module__ for each in tools}
    own = {each.removeprefix("pnp.").replace(".", "/") + ".py" for each in modules if each.startswith("pnp.")}
    assert own <= set(GENERATORS)


def test_the_shipped_templates_have_a_key_each():
    environment = Sandbox([TEMPLATES])
    names = environment.list_templates(extensions=["j2"])
    assert len({code_key(environment.text_of(name), name) for name in names}) == len(names)
    assert (pnp.__file__ or "").startswith(str(TEMPLATES.parent))
