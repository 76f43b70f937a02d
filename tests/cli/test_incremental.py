"""A build that reuses earlier work makes, byte for byte, what a build from nothing makes: after any edits, in any order."""

import io
import os
import shutil
from contextlib import chdir
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path

import pytest
import tiny
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from small_game import BACK, GAME, DictStore, contents, write_files

from pnp.__main__ import run
from pnp.build.build_cache import BuildCache, Records
from pnp.build.options import BuildOptions
from pnp.build.output_files import _write_sheets
from pnp.build.pipeline import BuildContext, ImposedComponent
from pnp.build.result import CheckResult
from pnp.load.project import find_project
from pnp.render.faces import Rendered
from pnp.templates.running import Templates
from pnp.templates.values import fields_of
from pnp.typesetting.fonts import FontFile, Style, font_book

FRONT = """\
{% extends "base/card.svg.j2" %}
{% block body %}
{% include "soup/_name.svg.j2" %}
{{ picture(piece.id, (10, 20, 43, 30)) }}{{ icon("spoon", 28, 60, 7) }}
{% endblock %}
"""
NAME = '{{{{ line(piece.name, 31.5, {0}, anchor="middle", font="body") }}}}\n'
HEAD = "kind: cards\ntitle: {title}\nsize: standard\nfront: food.svg.j2\nback: back.svg.j2\npieces:\n"
SHAPE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M{0} 0h{1}v8h-1z" fill="#a{0}{1}"/></svg>'
BODY_FONT = font_book(Path("nowhere")).find("Source Sans Pro", Style()).path


@dataclass
class Game:
    """A project whose every file follows from a few numbers, so that an edit is a changed number."""

    root: Path
    names: dict[str, int] = field(default_factory=lambda: {"leek": 0, "pea": 1})
    copies: int = 2
    look: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KNOBS, 0))

    def write(self) -> None:
        look = self.look
        for name in ("card_data", "templates", "fonts"):
            shutil.rmtree(self.root / name, ignore_errors=True)
        pieces = [
            f"  - {{id: {name}, name: {name.title()} {n}, copies: {self.copies}}}\n"
            for name, n in self.names.items()
        ]
        decks = {"food": HEAD.format(title=f"Food {look['title']}") + "".join(pieces)}
        if look["tools"]:
            decks["tools"] = HEAD.format(title="Tools") + "  - {id: pot, name: Pot}\n"
        game = GAME.replace("#3f9b3a", f"#3f9b3{look['colour']}").replace('"1.2"', f'"1.{look["version"]}"')
        game = game.replace("by Ann", f"by Ann and {look['credits']} others")
        game += f"licence_url: https://example.org/{look['licence']}\n"
        self.put("card_data/soup/game.yaml", game)
        for name, text in decks.items():
            self.put(f"card_data/soup/{name}.yaml", text)
        self.put(
            "templates/soup/food.svg.j2", FRONT if not look["front"] else FRONT.replace("20, 43", "22, 43")
        )
        self.put("templates/soup/_name.svg.j2", NAME.format(10 + look["block"]))
        self.put("templates/soup/back.svg.j2", BACK)
        self.put("templates/soup/icons/spoon.svg", SHAPE.format(1, 4 + look["icon"]))
        if look["art"]:
            self.put("card_data/soup/art/leek.svg", SHAPE.format(2, look["art"]))
        if look["photo"]:
            self.put("card_data/soup/art/pea.png", photo(look["photo"]))
        if look["font"]:
            self.put("fonts/body.ttf", BODY_FONT.read_bytes() + b"\0" * 4 * look["font"])

    def put(self, name: str, content: str | bytes) -> None:
        write_files(self.root, {name: content})

    def options(self) -> list[str]:
        return ["--paper", "a4", "--theme", "low-ink" if self.look["theme"] else ""]


KNOBS = (
    "title", "credits", "licence", "tools", "colour", "version", "front", "block", "icon", "art", "photo", "font", "theme",
)  # fmt: skip


def photo(shade: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (400, 300), (90 * shade, 40, 200)).save(out, "PNG")
    return out.getvalue()


edits = st.one_of(
    st.tuples(st.sampled_from(KNOBS), st.integers(0, 2)),
    st.tuples(st.just("name"), st.sampled_from(["leek", "pea", "bean"]), st.integers(0, 2)),
    st.tuples(st.just("remove"), st.sampled_from(["leek", "pea", "bean"])),
    st.tuples(st.just("copies"), st.sampled_from([1, 2, 9])),
    st.tuples(st.just("nothing")),
    st.tuples(st.just("lose an output"), st.integers(0, 20)),
    st.tuples(st.just("spoil an output"), st.integers(0, 20)),
)


def edit(game: Game, change: tuple) -> None:
    match change:
        case ("name", name, number):
            game.names[name] = number
        case ("remove", name) if len(game.names) > 1:
            game.names.pop(name, None)
        case ("copies", number):
            game.copies = number
        case ("lose an output", number) if files(game):
            files(game)[number % len(files(game))].unlink()
        case ("spoil an output", number) if files(game):
            files(game)[number % len(files(game))].write_bytes(b"spoilt")
        case (knob, number) if knob in KNOBS:
            game.look[knob] = number
    game.write()


def files(game: Game) -> list[Path]:
    # What somebody does to the manifest, the list of what is there, is not asked here.
    return sorted(p for p in game.root.glob("output/**/*") if p.is_file() and p.name != "manifest.json")


def unlike_a_clean_build(game: Game, number: int) -> set[str]:
    options = game.options()
    assert run(["build", "-q", *options]) == 0
    assert run(["build", "-q", "--no-cache", "--out", f"clean-{number}", *options]) == 0
    output, clean = contents(game.root / "output"), contents(game.root / f"clean-{number}")
    return {name for name in output.keys() | clean.keys() if output.get(name) != clean.get(name)}


@pytest.fixture
def game(tmp_path, monkeypatch):
    written = Game(tmp_path)
    written.write()
    monkeypatch.chdir(tmp_path)
    return written


@pytest.mark.long
def test_after_each_edit_the_output_is_that_of_a_build_from_nothing(game, tmp_path, monkeypatch):
    assert run(["build", "-q", *game.options()]) == 0
    for number, knob in enumerate(KNOBS):
        before = contents(tmp_path / "output")
        edit(game, (knob, 2))
        assert unlike_a_clean_build(game, number) == set(), knob
        assert contents(tmp_path / "output") != before, f"{knob}: the edit is one that shows"


@pytest.mark.long
@settings(max_examples=int(os.environ.get("PNP_MODELS", "3")), suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(edits, min_size=2, max_size=5))
def test_after_any_edits_the_output_is_that_of_a_build_from_nothing(tmp_path_factory, changes):
    game = Game(tmp_path_factory.mktemp("model") / "soup")
    game.write()
    with chdir(game.root):
        for number, change in enumerate((("nothing",), *changes)):
            edit(game, change)
            assert unlike_a_clean_build(game, number) == set(), change


@pytest.fixture(autouse=True)
def steady(monkeypatch):
    """Whoever works on pnp may save while its tests run; to these tests it is one program."""
    monkeypatch.setattr("pnp.cache.program", lambda: "the same program all along")


class Drawn:
    def __init__(self, monkeypatch, path):
        self._path, draw = path, Templates.draw

        def noted(self, name, values):
            with path.open("a") as stream:
                stream.write(f"{fields_of(values['piece'])['id']} {values['face']['side']}\n")
            return draw(self, name, values)

        monkeypatch.setattr(Templates, "draw", noted)

    def clear(self):
        self._path.write_text("")

    def __iter__(self):
        return iter(self._path.read_text().splitlines() if self._path.exists() else ())


@pytest.mark.long
def test_only_what_an_edit_touches_is_drawn_again(game, tmp_path, monkeypatch):
    drawn = Drawn(monkeypatch, tmp_path / "drawn.txt")

    def after(change):
        edit(game, change)
        drawn.clear()
        assert run(["build", "-q", *game.options()]) == 0
        return sorted(each for each in drawn if each != "build-1 front")  # the page that says how to build it

    assert after(("nothing",)) == ["leek back", "leek front", "pea front"]
    assert after(("nothing",)) == []
    assert after(("art", 1)) == ["leek front"]
    assert after(("art", 2)) == ["leek front"]
    assert after(("art", 1)) == []  # the old picture is back, and so is its face
    assert after(("name", "pea", 2)) == ["pea front"]
    assert after(("copies", 9)) == ["leek front", "pea front"]
    assert after(("block", 2)) == ["leek front", "pea front"]
    assert after(("block", 0)) == []
    assert after(("icon", 2)) == ["leek front", "pea front"]
    assert after(("icon", 0)) == []
    assert after(("font", 1)) == ["leek back", "leek front", "pea front"]  # any letter might come out of it
    assert after(("colour", 2)) == ["leek back", "leek front", "pea front"]
    assert after(("tools", 1)) == ["pot back", "pot front"]


def test_warnings_are_said_again_without_drawing(game, tmp_path, monkeypatch, capfd):

    def said():
        capfd.readouterr()
        assert run(["build", "-q", "--all", "--paper", "a4"]) == 0
        return capfd.readouterr().err

    first = said()
    assert 'there is no picture for "leek"' in first
    assert said() == first
    drawn = Drawn(monkeypatch, tmp_path / "drawn.txt")
    game.put("card_data/soup/notes.txt", "another file, which no record knows")
    assert said() == first
    assert list(drawn) == []
    text = (tmp_path / "card_data/soup/food.yaml").read_text()
    game.put("card_data/soup/food.yaml", text.replace("pieces:", "# a line more\npieces:"))
    assert [line.partition(" ")[0] for line in said().splitlines() if "PNP309" in line] == [
        "card_data/soup/food.yaml:8:10:",
        "card_data/soup/food.yaml:9:10:",
    ]


INPUTS = [
    *(f"card_data/soup/{name}" for name in ("food.yaml", "art/leek.svg", "i18n/fr/food.yaml")),
    *("templates/soup/_name.svg.j2", "templates/soup/icons/spoon.svg", "shipped/base/card.svg.j2"),
    *("fonts/body.ttf", "SOURCE_DATE_EPOCH", "language", "options", "program"),
]


@pytest.mark.parametrize("changed", INPUTS)
def test_a_record_is_of_the_same_files_and_the_same_question(game, tmp_path, monkeypatch, changed):
    templates = tmp_path / "templates", tmp_path / "shipped"
    project, store = replace(find_project(tmp_path), templates=templates), DictStore()

    def records(new=""):
        asking = replace(project, language="fr" if new == "language" else "")
        return Records(asking, BuildCache(store, new * (new == "program")), f"a4 {new * (new == 'options')}")

    records().keep("soup", records().inputs(["soup"])["soup"], "checks", CheckResult("soup", (), None))
    assert records().find("soup", records().inputs(["soup"])["soup"], "checks")
    if "." in changed:
        game.put(changed, "other")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "7" if changed == "SOURCE_DATE_EPOCH" else "")
    assert records(changed).find("soup", records(changed).inputs(["soup"])["soup"], "checks") is None


@pytest.mark.parametrize("moment", ["before it is read", "after it is drawn"])
def test_a_save_while_the_build_runs_is_neither_passed_over_nor_mistaken(game, tmp_path, monkeypatch, moment):
    module, name = (
        ("pnp.load.game", "load_game") if moment == "before it is read" else ("pnp.build.games", "build_game")
    )
    whole = getattr(import_module(module), name)

    def edited_meanwhile(*args):
        if moment == "before it is read":
            edit(game, ("art", 1))
        done = whole(*args)
        edit(game, ("art", 1))
        return done

    with monkeypatch.context() as patch:
        patch.setattr(f"{module}.{name}", edited_meanwhile)
        assert run(["build", "-q", *game.options()]) == 0
    edit(game, ("art", 0))
    assert unlike_a_clean_build(game, 0) == set()
    edit(game, ("art", 1))
    assert unlike_a_clean_build(game, 1) == set()


def test_the_same_faces_and_another_font_or_date_of_the_rules_are_other_rules(game, monkeypatch):
    build = ["build", "-q", "--paper", "a4"]
    game.put("card_data/soup/rules.yaml", "object: Eat the soup.\n")
    assert run(build) == 0
    game.put("fonts/title.ttf", FontFile(BODY_FONT).renamed("Fredoka One"))
    for date in ("", "7"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
        assert (run(build), run([*build, "--no-cache", "--out", "new"])) == (0, 0)
        assert contents(game.root / "output") == contents(game.root / "new")


def test_faces_that_are_converted_or_placed_otherwise_are_other_sheets(game, tmp_path):
    options, cache = BuildOptions(papers=(tiny.PAPER,)), BuildCache(DictStore())
    context = BuildContext(find_project(tmp_path), font_book(tmp_path), options, cache)
    printed = ImposedComponent(tiny.component(), Rendered(tiny.deck(), (), ()), {})
    other = replace(tiny.pages(), where=dict.fromkeys(tiny.pages().where, (0, 0)))
    sheets = tiny.duplex()
    unmarked = [replace(each, strokes=()) for each in sheets]
    for pages, made in ((tiny.pages(), sheets), (other, sheets), (other, unmarked)):
        placed = replace(printed, sheets={"tiny": tuple(made)})
        (file,) = _write_sheets(context, tmp_path, tiny.game(), placed, pages)
        assert file.written


def test_no_cache_takes_and_leaves_nothing(game, tmp_path, monkeypatch, cache_folder):
    assert run(["build", "-q", "--no-cache", "--paper", "a4"]) == 0
    assert not cache_folder.exists()


def test_a_failed_build_is_said_again_without_drawing_and_a_mended_face_alone_is_drawn(
    game, tmp_path, monkeypatch, capfd
):
    food = tmp_path / "card_data/soup/food.yaml"
    food.write_text(food.read_text().replace("name: ", f"name: {'Long ' * 30}"))
    game.put("templates/soup/_name.svg.j2", NAME.format(10).replace("anchor=", "max_width=50, anchor="))
    drawn = Drawn(monkeypatch, tmp_path / "drawn.txt")

    def said():
        drawn.clear()
        capfd.readouterr()
        assert run(["build", "--all", "--paper", "a4"]) == 1
        return capfd.readouterr()

    first = said()
    assert first.err.count("error PNP401") == 2
    loading = import_module("pnp.load.game")
    with monkeypatch.context() as patch:
        patch.setattr(loading, "load_games", lambda *_: pytest.fail("loaded"))
        again = said()
    assert again.err == first.err
    assert "not built, see the errors above" in again.out
    food.write_text(food.read_text().replace(f"{'Long ' * 30}Leek", "Leek"))
    assert said().err.count("error PNP401") == 1
    assert sorted(drawn) == ["leek front"]
