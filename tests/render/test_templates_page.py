"""docs/templates.md is drawn, word for word."""

import inspect
import re
from dataclasses import replace
from pathlib import Path

import pytest
from workbench import DOT, HALVES, a_component, a_game, a_piece, sources

from pnp.render.faces import Rendered, render
from pnp.svg.vocabulary import ELEMENTS, NOT_PRINTED
from pnp.templates.api import TemplateApi
from pnp.templates.context import RenderContext
from pnp.templates.values import NAMES, face_values

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
    options = [
        p
        for p in inspect.signature(getattr(TemplateApi, function)).parameters.values()
        if p.kind == p.KEYWORD_ONLY
    ]
    assert told == {option.name: as_written(option.default) for option in options}


def as_written(value: object) -> str:
    return (
        f'"{value}"'
        if isinstance(value, str)
        else str(value).lower()
        if value in (None, True, False)
        else str(value)
    )


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
