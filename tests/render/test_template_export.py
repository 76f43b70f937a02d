"""A card of each game as a drawing to edit: used as its template, it looks as before."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import ImageChops
from workbench import DOT, a_component, a_game, a_piece, pixels, sources

from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.face import Face
from pnp.render.faces import render
from pnp.render.template_export import drawing_of
from pnp.templates.context import RenderContext
from pnp.templates.sources import sources_of

ROOT = Path(__file__).parents[2]
TEMPLATE = """{% extends "base/card.svg.j2" %}
{% block body %}
<path d="M5 5h9v9z" fill="{{ palette.red }}"/>
{{ picture(piece.id, (5, 20, 53, 30), fit="cover") }}
{{ line(piece.name, 31.5, 12, size=18, anchor="middle", max_width=40, min=10) }}
{{ fit(piece.rules.text, (5, 54, 53, 22), size=10, valign="middle", align="center") }}
{{ line(piece.cost, 5, 84) }}{{ line("Fixed", 45, 84) }}{{ icon(piece.suit, 20, 78, 5, palette.red) }}
{% endblock %}"""


def test_objects_have_the_names_of_the_fields_that_they_show(tmp_path):
    piece = a_piece("ant", name="Ant", rules={"text": "Take **two** coins"}, cost=3, suit="sun")
    component = a_component(piece)
    icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    found = sources(tmp_path, {"templates/g/card.svg.j2": TEMPLATE, "templates/g/icons/sun.svg": icon})
    context = RenderContext(a_game(component), found)
    drawing = drawing_of(component, piece, "front", "g/card.svg.j2", context)
    svg = drawing.svg
    assert drawing.unnamed == ()
    labels = re.findall(r'inkscape:label="([^"]*)"', svg)
    assert labels == [
        *("Art", "art fit: cover", "Text", "name min: 10pt", "rules.text valign: middle", "cost"),
        *("Art 2", "icon: suit", "guides (not printed)", "cut", "safe area"),
    ]
    assert ">Fixed</text>" in svg
    assert 'width="69mm" height="94mm" viewBox="-3 -3 69 94"' in svg


def test_fields_that_a_template_changes_are_told_as_what_has_no_name(tmp_path):
    piece = a_piece("ant", name="Ant", cost=3, suit="sun", note="unused")
    component = a_component(piece)
    template = TEMPLATE.replace("piece.name", "piece.name|upper").replace(
        "piece.rules.text", "'x' ~ piece.cost"
    )
    found = sources(tmp_path, {"templates/g/card.svg.j2": template, "templates/g/icons/sun.svg": DOT})
    drawing = drawing_of(component, piece, "front", "g/card.svg.j2", RenderContext(a_game(component), found))
    assert ">ANT</text>" in drawing.svg
    assert drawing.unnamed == ("name",)  # the cost has an object of its own besides


@pytest.mark.parametrize(
    ("game_id", "component_id", "side"),
    [
        ("yes_broccoli", "food", "front"),
        ("yoggity", "stickers", "front"),
        ("yogire", "markers", "front"),
        ("ryb", "cards", "back"),
        ("ingeniators", "valves", "front"),
    ],
)
def test_a_card_of_each_game_looks_the_same_as_a_drawing(tmp_path, game_id, component_id, side):
    project = find_project(ROOT)
    game = load_game(project, game_id).game
    component = next(each for each in game.components if each.id == component_id)
    piece = component.pieces[0]
    own = sources_of(project, game_id, sources(tmp_path, {}).fonts)
    drawing = drawing_of(component, piece, side, getattr(piece, side), RenderContext(game, own))
    shutil.copytree(ROOT / "templates" / game_id, tmp_path / "templates" / game_id)
    shutil.copytree(ROOT / "templates/base", tmp_path / "templates/base")
    (tmp_path / "templates" / game_id / "own.svg").write_text(drawing.svg, encoding="utf-8")
    shown = replace(piece, **{side: f"{game_id}/own.svg"})
    edited = replace(own, templates=(tmp_path / "templates",))
    before = face_of(replace(component, pieces=(piece,)), side, RenderContext(game, own))
    after = face_of(replace(component, pieces=(shown,)), side, RenderContext(game, edited))
    difference = ImageChops.difference(pixels(before, dots_per_mm=3), pixels(after, dots_per_mm=3)).convert(
        "L"
    )
    wrong = sum(difference.histogram()[32:])
    assert wrong < 0.001 * difference.width * difference.height


def face_of(component, side, context) -> Face:
    deck = render(component, context).deck
    return deck.faces[(deck.fronts if side == "front" else deck.backs)[component.pieces[0].id]]
