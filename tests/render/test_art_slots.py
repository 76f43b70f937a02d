"""The art slots of a game are what its templates really ask for, and where it really comes to lie."""

from dataclasses import replace

import pytest
from pictures import a_photo
from workbench import CARD, DOT, a_component, a_game, a_piece, sources

from pnp.art.slots import find_slots, status_of, unused_files
from pnp.model.game import Theme
from pnp.model.geometry import Size
from pnp.render.faces import render
from pnp.templates.context import RenderContext

HEAD = '{% extends "base/card.svg.j2" %}{% block body %}'
FOOT = "{% endblock %}"
BACK = "templates/g/back.svg.j2"


def contexts(root, body, *pieces, back=None, files=None, themes=()):
    made = {CARD: f"{HEAD}{body}{FOOT}", **(files or {})}
    if back is not None:
        made[BACK] = f"{HEAD}{back}{FOOT}"
        pieces = [replace(piece, back="g/back.svg.j2") for piece in pieces]
    found = sources(root, made)
    game = a_game(a_component(*pieces), themes={theme: Theme(theme, {}) for theme in themes})
    return [RenderContext(game, found, theme=theme) for theme in ("", *themes)]


def slots(*args, **options):
    found = find_slots(contexts(*args, **options))
    assert all(one.severity == "warning" for one in found.diagnostics)
    return {slot.name: slot for slot in found.slots}


def on(slot):
    return [(each.piece, each.side) for each in slot.uses]


def test_a_slot_is_what_the_template_makes_of_the_card(tmp_path):
    body = '{{ picture("hero_" ~ piece.rank, (5, 10, 40, 30), fit="cover") }}'
    found = slots(tmp_path, body, a_piece("ant", rank=1), a_piece("bee", rank=2))
    assert list(found) == ["hero_1", "hero_2"]
    (use,) = found["hero_2"].uses
    assert (use.component, use.piece, use.side, use.fit) == ("cards", "bee", "front", "cover")
    assert use.size == Size(40, 30)
    assert use.corners == ((5, 10), (45, 10), (45, 40), (5, 40))


def test_a_back_that_is_the_same_for_all_is_shown_by_all(tmp_path):
    found = slots(tmp_path, "", a_piece("ant"), a_piece("bee"), back='{{ picture("sky", (0, 0, 63, 88)) }}')
    assert on(found["sky"]) == [("ant", "back"), ("bee", "back")]


SEA = "{% macro sea() %}<path id='sea' d='M1 2H9'/>{% endmacro %}"


def test_a_template_that_draws_the_picture_itself_misses_none(tmp_path):
    #   templates: otherwise=sea()          art/sky.svg takes its place when it is there
    body = SEA + '<g transform="translate(10 5)">{{ picture("sky", (1, 2, 20, 10), otherwise=sea()) }}</g>'
    (before,) = contexts(tmp_path, body, a_piece("ant"))
    art = find_slots([before])
    (slot,) = art.slots
    assert art.diagnostics == ()
    assert status_of(art, slot).status == "drawn"
    assert slot.uses[0].corners == ((11, 7), (31, 7), (31, 17), (11, 17))
    assert '-sea"' in faces_of(before)
    (after,) = contexts(tmp_path, body, a_piece("ant"), files={"card_data/g/art/sky.svg": DOT})
    assert status_of(find_slots([after]), find_slots([after]).slots[0]).status != "drawn"
    assert "-sea'" not in faces_of(after)


def faces_of(context):
    return "".join(face.svg for face in render(context.game.components[0], context).deck.faces.values())


@pytest.mark.parametrize(
    ("group", "corners", "size"),
    [
        ("translate(10 5)", ((11, 7), (31, 7), (31, 17), (11, 17)), Size(20, 10)),
        ("scale(2)", ((2, 4), (42, 4), (42, 24), (2, 24)), Size(40, 20)),
        ("rotate(90 20 20)", ((38, 1), (38, 21), (28, 21), (28, 1)), Size(20, 10)),
        ("matrix(-1 0 0 1 63 0)", ((62, 2), (42, 2), (42, 12), (62, 12)), Size(20, 10)),
        ("no such thing", ((1, 2), (21, 2), (21, 12), (1, 12)), Size(20, 10)),
    ],
)
def test_a_picture_is_where_its_groups_put_it(tmp_path, group, corners, size):
    body = f'<g transform="{group}"><g>{{{{ picture(piece.id, (1, 2, 20, 10)) }}}}</g></g>'
    (use,) = slots(tmp_path, body, a_piece("ant"))["ant"].uses
    assert use.corners == corners
    assert use.size == size


def test_front_and_back_are_told_apart_though_their_boxes_are_the_same(tmp_path):
    found = slots(
        tmp_path,
        '{{ picture("sun", (0, 0, 9, 9)) }}',
        a_piece("ant"),
        back='{{ picture("moon", (0, 0, 9, 9)) }}',
    )
    assert (on(found["sun"]), on(found["moon"])) == ([("ant", "front")], [("ant", "back")])


def test_a_picture_in_one_theme_only_is_found_and_says_so(tmp_path):
    body = '{{ picture("light" if theme == "low-ink" else "dark", (0, 0, 9, 9)) }}{{ picture("both", (9, 9, 9, 9)) }}'
    found = slots(tmp_path, body, a_piece("ant"), themes=("low-ink",))
    assert {name: slot.themes for name, slot in found.items()} == {
        "light": ("low-ink",), "dark": ("",), "both": ("", "low-ink"),
    }  # fmt: skip
    assert len(found["both"].uses) == 1


def test_the_art_field_of_a_card_is_the_slot(tmp_path):
    found = slots(tmp_path, "{{ picture(piece.id, (0, 0, 9, 9)) }}", a_piece("ant", art="queen.png"))
    assert list(found) == ["queen.png"]


BOX = "{{ picture(piece.id, (0, 0, 60, 40)) }}"
MINE, SHIPPED = "card_data/g/art/ant", "templates/g/art/ant.svg"


@pytest.mark.parametrize(
    ("files", "status", "remarks"),
    [
        ({}, "placeholder", ("deliver 709 x 472 px or more, or an SVG",)),
        ({SHIPPED: DOT}, "drawn", ()),
        ({f"{MINE}.png": a_photo(709, 472, "PNG")}, "supplied", ()),
        ({f"{MINE}.png": a_photo(707, 471, "PNG")}, "too small", ("707 x 471 px is 299 dpi in 60 x 40 mm; it needs 709 x 472 px or more",)),
        ({f"{MINE}.svg": DOT}, "wrong shape", ("its shape leaves 33 % of the box of 60 x 40 mm empty",)),
        ({f"{MINE}.png": a_photo(900, 660, "PNG")}, "supplied", ()),
        ({f"{MINE}.svg": "<sgv/>"}, "unusable", ('it is not an SVG file; its outermost element must be <svg xmlns="http://www.w3.org/2000/svg">',)),
    ],
)  # fmt: skip
def test_the_status_of_a_slot(tmp_path, files, status, remarks):
    art = find_slots(contexts(tmp_path, BOX, a_piece("ant"), files=files))
    found = status_of(art, art.slots[0])
    assert (found.status, found.remarks) == (status, remarks)


def test_files_that_nobody_asks_for_are_named_and_replaced_ones_are_not(tmp_path):
    pictures, others = ("ant.png", "ant.jpg", "aunt.png", "x.tiff", "sub/b.svg"), (".hidden.png", "ant.kra")
    names = (*pictures, *others, "replaced/ant.png")
    files = {f"card_data/g/art/{name}": a_photo(9, 6, "PNG") for name in names}
    (context,) = contexts(tmp_path, BOX, a_piece("ant"), files=files)
    art = context.sources.art
    found = unused_files(find_slots([context]))
    assert " ".join(path.relative_to(art).as_posix() for path in found) == "ant.jpg aunt.png sub/b.svg x.tiff"
