import pickle
import re
from dataclasses import replace

import pytest
from small_game import DictStore
from workbench import DOT, PAGE, a_component, a_game, a_piece, drawn, drawn_with, fonts, sources, svg_of

from pnp.checks.visibility import texts_of
from pnp.files import WaitingBytes
from pnp.model.art_placement import Placement
from pnp.model.card_looks import Design, Roles, TextStyle
from pnp.model.face import face_key
from pnp.model.game import Theme
from pnp.model.geometry import MM_PER_PT
from pnp.model.limits import USUAL_LIMITS
from pnp.render.faces import render
from pnp.templates.context import FaceCache, RenderContext
from pnp.templates.running import Templates
from pnp.text import ENGLISH

GRADIENT = '<defs><linearGradient id="g"><stop stop-color="#c00"/></linearGradient></defs><rect fill="url(#g)" x="9" y="9" width="9" height="9"/>'


def test_pieces_that_look_the_same_share_a_face(tmp_path):
    title = '{% extends "base/card.svg.j2" %}{% block body %}<text/>{% endblock %}'
    plain = title.replace("base/card.svg.j2", "g/plain.svg.j2")
    files = {"templates/g/plain.svg.j2": f"{PAGE}{{% block body %}}{{% endblock %}}</svg>"}
    deck = drawn_with(tmp_path, plain, a_piece("ant"), a_piece("bee"), files=files).deck
    assert deck.fronts["ant"] == deck.fronts["bee"]
    assert list(deck.faces) == [deck.fronts["ant"]]
    (face,) = deck.faces.values()
    assert face.key == face_key(face.svg)


def test_drawings_of_thousands_of_pieces_wait_on_the_disk(tmp_path, monkeypatch):
    card, pieces = f"{PAGE}{{{{ piece.id }}}}</svg>", (a_piece("ant"), a_piece("bee"), a_piece("cow"))
    held = drawn_with(tmp_path, card, *pieces).deck
    monkeypatch.setattr("pnp.render.faces.DRAWINGS_HELD", 2)
    waiting = drawn_with(tmp_path, card, *pieces).deck
    assert {type(face.packed) for face in waiting.faces.values()} == {WaitingBytes}
    assert (waiting, [face.svg for face in waiting.faces.values()]) == (
        held,
        [face.svg for face in held.faces.values()],
    )
    sent = pickle.loads(pickle.dumps(tuple(waiting.faces.values())))
    assert {type(face.packed) for face in sent} == {bytes}
    assert [face.svg for face in sent] == [face.svg for face in held.faces.values()]


def test_a_theme_replaces_the_templates_it_has(tmp_path):
    files = {
        "templates/g/card.svg.j2": f"{PAGE}{{% block words %}}usual{{% endblock %}}</svg>",
        "templates/g/plain/card.svg.j2": '{% extends "g/card.svg.j2" %}{% block words %}own{% endblock %}',
    }
    found, component = sources(tmp_path, files), a_component(a_piece())
    game = a_game(component, themes={name: Theme(name, {}) for name in ("plain", "other")})
    drawn = {}
    for theme in ("", "plain", "other"):
        (face,) = render(component, RenderContext(game, found, theme=theme)).deck.faces.values()
        drawn[theme] = "own" in face.svg
    assert drawn == {"": False, "plain": True, "other": False}


def test_a_theme_sets_no_text_below_its_smallest_size(tmp_path):
    body = """{{ fit("a", (1, 1, 50, 20), size=8) }}{{ line("b", 1, 30, size=6) }}
    {{ line("a long name", 1, 40, size=12, max_width=15, min=7) }}{{ line("c", 1, 60, size=smallest + 1) }}"""
    found, component = (
        sources(tmp_path, {"templates/g/card.svg.j2": f"{PAGE}{body}</svg>"}),
        a_component(a_piece()),
    )
    game = a_game(component, themes={"large-print": Theme("large-print", {}, smallest_text=11)})
    rendered = render(component, RenderContext(game, found, theme="large-print"))
    (face,) = rendered.deck.faces.values()
    assert [round(text.size / MM_PER_PT, 1) for text in texts_of(face.svg, fonts())] == [11, 11, 11, 12]
    (fault,) = rendered.diagnostics
    assert fault.code == "PNP401"
    assert "at its smallest size (11 pt)" in fault.message
    assert "a larger box in the theme large-print" in fault.hint


def test_ids_get_a_prefix_of_their_own_and_still_meet(tmp_path):
    body = GRADIENT + "<clipPath id='c'/><g clip-path=\"url('#c')\"/>" + '{{ icon("cu", 1, 1, 9) }}'
    svg = svg_of(drawn(tmp_path, body, files={"templates/g/icons/cu.svg": DOT}))
    ids = set(re.findall(r"\sid=[\"']([^\"']*)", svg))
    (prefix,) = {name.partition("-")[0] for name in ids}
    assert re.fullmatch("f[0-9a-f]{8}", prefix)
    assert {name.partition("-")[2] for name in ids} == {"g", "c", "icon-cu"}
    assert set(re.findall(r"(?:href=\"|url\('?)#([^\"')]*)", svg)) == ids


def test_a_text_that_speaks_of_ids_is_left_alone(tmp_path):
    text = 'Use url(#g) or href="#g" or id="g"'
    svg = svg_of(drawn(tmp_path, GRADIENT + "{{ line(piece.text, 3, 9, size=7) }}", a_piece(text=text)))
    assert f">{text}</text>" in svg


def test_a_face_that_is_no_svg_is_not_in_the_deck(tmp_path):
    rendered = drawn_with(tmp_path, "{# nothing #}")
    assert [finding.code for finding in rendered.diagnostics] == ["PNP304"]
    assert rendered.deck.faces == rendered.deck.fronts == {}


def test_a_face_of_too_many_groups_is_a_finding(tmp_path):
    rendered = drawn_with(
        tmp_path, f'<svg xmlns="http://www.w3.org/2000/svg">{"<g>" * 300}{"</g>" * 300}</svg>'
    )
    assert [finding.code for finding in rendered.diagnostics] == ["PNP476"]


@pytest.mark.parametrize("text", ["\ud800", "bell \x07", "page\x0cbreak"])
def test_letters_that_no_file_can_hold_are_findings(tmp_path, text):
    rendered = drawn(tmp_path, "{{ fit(piece.text, (3, 3, 50, 20)) }}", a_piece(text=text))
    assert rendered.diagnostics


def test_a_back_that_asks_nothing_of_its_card_is_drawn_once(tmp_path, monkeypatch):
    asked = []
    draw = Templates.draw
    monkeypatch.setattr(
        Templates, "draw", lambda self, name, given: asked.append(name) or draw(self, name, given)
    )
    backs = {"ant": "g/back.svg.j2", "bee": "g/back.svg.j2", "cat": "g/own.svg.j2", "dog": "g/own.svg.j2"}
    files = {
        "templates/g/back.svg.j2": f"{PAGE}{{{{ face.side }}}}</svg>",
        "templates/g/own.svg.j2": f"{PAGE}{{{{ piece.id }}}}</svg>",
    }
    pieces = [replace(a_piece(name), back=back) for name, back in backs.items()]
    deck = drawn(tmp_path, "<g/>", *pieces, files=files).deck
    assert [name for name in asked if name in backs.values()] == [
        "g/back.svg.j2",
        "g/own.svg.j2",
        "g/own.svg.j2",
    ]
    assert deck.backs["ant"] == deck.backs["bee"]
    assert len(set(deck.backs.values())) == 3


MADE_OF = {
    "themes": [{"t": Theme("t", {}, *look)} for look in ((), (0.5,), (0.0, True), (0.0, False, 7))],
    "styles": [{"big": TextStyle(size=size)} for size in (1.5, 2)],
    "fonts": [{"body": "Fredoka One"}, {"body": "Cinzel"}],
    "fallback_fonts": [{"body": ("Manrope",)}, {"body": ("Source Sans Pro",)}],
    "placements": [{}, {"ant": Placement(zoom=2)}],
    "language": ["en", "de"],
    "speech": [ENGLISH, replace(ENGLISH, words={"Cut": "Schneiden"})],
    "limits": [USUAL_LIMITS, replace(USUAL_LIMITS, shapes=1)],
    "design": [Design(), Design(roles=Roles(subtitle=("kind",)))],
}


@pytest.mark.parametrize("changed", MADE_OF)
def test_a_face_is_drawn_again_when_anything_changes_that_it_is_made_of(tmp_path, changed):
    body = """{{ picture("ant", (1, 1, 50, 20)) }}{{ language }}{{ _("Cut") }}{{ card.subtitle }}
    {{ fit("[a]{.big} ж", (1, 30, 50, 30), size=5, min=5) }}"""
    files = {
        "templates/g/card.svg.j2": f"{PAGE}{body}</svg>",
        "card_data/g/art/ant.svg": DOT.replace("currentColor", "#c00"),
    }
    found, kept = sources(tmp_path, files), FaceCache(DictStore(), "pnp")

    def drawn(value, cache):
        about = {"palette": {}} | {name: values[0] for name, values in MADE_OF.items()} | {changed: value}
        component = replace(a_component(a_piece(name="Ant", kind="Bee")), design=about.pop("design"))
        context = RenderContext(a_game(component, **about), found, theme="t", face_cache=cache)
        done = render(component, context)
        return [face.svg for face in done.deck.faces.values()], done.diagnostics

    anew = [drawn(value, None) for value in MADE_OF[changed]]
    assert [drawn(value, kept) for value in MADE_OF[changed]] == anew
    assert all(anew.count(each) == 1 for each in anew), "the change is one that shows"
