"""Ingeniators has a tile for every throw, halves that are alike, and dice enough; a change breaks what speaks of it."""

from dataclasses import replace

import pytest
from boxes import Box, broken

from pnp.engine.box_needs.ingeniators import section_of, unlike
from pnp.engine.needs import needs_of
from pnp.model.game import Game, Space

BOX = Box("ingeniators")
put, component, piece, told = BOX.put, BOX.component, BOX.piece, BOX.told_in


def spaces(alter) -> Game:
    """Return the game with every space altered: `alter` returns a space, or None to take it out."""
    table = component("board")
    kept = tuple(each for each in map(alter, table.board.spaces) if each)
    return put(replace(table, board=replace(table.board, spaces=kept)))


def space(name: str, /, **changes) -> Game:
    """Return the game with one space changed: attributes of a space by their names, others are its fields."""

    def alter(each: Space) -> Space:
        if each.id != name:
            return each
        own = {key: value for key, value in changes.items() if key in ("neighbours", "points", "centre")}
        fields = {key: value for key, value in changes.items() if key not in own}
        return replace(each, fields={**each.fields, **fields}, **own)

    return spaces(alter)


def test_the_box_has_what_the_game_needs():
    assert broken(BOX.game) == {}


def test_needs_speak_in_numbers_of_the_data():
    says = {need.id: f"{need.says} {need.found}" for need in needs_of(BOX.game)}
    assert says["IN2"] == "There are 9 stacks of 10 tiles. 9 stacks"
    assert says["IN10"] == (
        "There are 3 dice for each of 4 players, and those that the Workshop adds, 24. 36 dice"
    )
    assert [name for name in says if name.startswith("IN15")] == ["IN15-2", "IN15-3", "IN15-4"]


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (
            lambda: piece("tiles/RRB", copies=0),
            {"IN1": "no tile for belt belt gear", "IN2": "8 stacks", "IN4": "belt belt gear is no tile"},
        ),
        (
            lambda: piece("tiles/RRB", edges=("belt", "gear", "boiler")),
            {
                "IN1": "no tile for belt belt gear, one tile too many for belt boiler gear",
                "IN3": "RRB, Two belts and a gear, has the edges of RBY, A belt and a gear and a boiler",
                "IN4": "belt boiler gear is missing, belt belt gear is no tile",
            },
        ),
        (
            lambda: piece("tiles/RRB", edges=("gear", "belt", "belt")),  # the same tile, turned
            {"IN3": "RRB, Two belts and a gear, has the edges of BRR, A gear and two belts"},
        ),
        (lambda: piece("tiles/RRB", copies=9), {"IN2": "9 of RRB"}),
        (
            lambda: piece("tiles/RRB", name="Two belts"),
            {"IN3": "RRB, Two belts, has the edges of RRB, Two belts and a gear"},
        ),
        (lambda: told("tiles", each=9), {"IN2": "10 of RRR, 10 of RRB, 10 of RRY, 10 of RBB, 10 of BBB, "
                                                "10 of YBB, 10 of RYY, 10 of YYB, 10 of YYY"}),
        (lambda: told("tiles", kinds=10), {"IN2": "9 stacks"}),
    ],
)  # fmt: skip
def test_a_changed_tile_breaks_what_it_must(game, found):
    assert broken(game()) == found


def test_tiles_of_two_dice_would_be_others():
    found = broken(told("turn", dice_per_tile=2))
    assert list(found) == ["IN1"]
    assert found["IN1"].startswith("no tile for belt belt, no tile for belt gear")


def test_the_aid_shows_each_tile_once_with_its_pair_first():
    (aid,) = component("aids").pieces
    chart = aid.fields["chart"]
    turned = (("gear", "belt", "belt"), *(row for row in chart if row != ("belt", "belt", "gear")))
    assert broken(piece("aids/aid", chart=turned)) == {"IN4": "gear belt belt parts a pair"}
    assert broken(piece("aids/aid", chart=chart[1:])) == {"IN4": "belt belt belt is missing"}
    assert broken(piece("aids/aid", chart=(*chart, chart[0]))) == {"IN4": "belt belt belt is no tile"}


# A corner of the Blueprint:    a b c      a touches b and g;
#                             f g h i      f touches g and m
def test_a_space_that_forgets_a_neighbour_is_found_from_three_sides():
    found = broken(space("blueprint-a", neighbours=("blueprint-b",)))
    assert found == {
        "IN6-blueprint": "g touches a, but a not g, a has other neighbours than edges",
        "IN7": "a differs",
    }


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (
            lambda: space("workshop-a", across={"base": "workshop-g", "left": "workshop-b", "right": None}),
            {"IN6-workshop": "left of a faces nothing, left of b faces nothing"},
        ),
        (lambda: space("workshop-h", letter="j"), {"IN17-workshop": "h reads j"}),
        (lambda: space("workshop-h", up=False), {"IN17-workshop": "h points the other way"}),
        (lambda: space("workshop-h", centre=(0, 0)), {"IN7": "2 different distances"}),
        (lambda: told("board", spaces=23), {"IN5-blueprint": "24 spaces", "IN5-workshop": "24 spaces"}),
        (lambda: told("board", sections=3), {"IN7": "2 sections"}),
        (
            lambda: spaces(lambda each: None if each.id == "workshop-x" else each),
            {"IN5-workshop": "23 spaces", "IN7": "r differs, w differs, x differs"},
        ),
        (
            # cut between the rows: no way leads from the upper half to the lower
            lambda: spaces(
                lambda each: (
                    replace(
                        each,
                        neighbours=tuple(n for n in each.neighbours if (n[-1] > "l") == (each.id[-1] > "l")),
                    )
                    if each.id.startswith("workshop")
                    else each
                )
            ),
            {"IN6-workshop": "no way leads to m"},
        ),
    ],
)
def test_a_changed_space_breaks_what_it_must(game, found):
    changed = broken(game())
    assert [name for name in found if found[name] not in changed.get(name, "")] == []


def test_sections_that_touch_each_other_are_told():
    linked = spaces(
        lambda each: (
            replace(each, neighbours=(*each.neighbours, "workshop-a")) if each.id == "blueprint-e" else each
        )
    )
    assert broken(linked)["IN6-blueprint"].startswith("e touches workshop-a, but workshop-a not e")


def test_a_section_moved_as_a_whole_is_still_the_other():
    table = component("board").board
    one, other = (section_of(table.spaces, name) for name in ("blueprint", "workshop"))
    moved = {
        letter: replace(
            each,
            centre=(each.centre[0], each.centre[1] + 5),
            points=tuple((x, y + 5) for x, y in each.points),
        )
        for letter, each in other.items()
    }
    assert unlike(one, other) == unlike(one, moved) == []
    assert unlike(one, {**moved, "a": other["a"]}) == ["2 different distances"]


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (lambda: piece("dice/more", copies=11), {"IN10": "35 dice"}),
        (lambda: piece("dice/first", copies=11), {"IN10": "23 dice", "IN14-2": "11 dice", "IN14-3": "11 dice", "IN14-4": "11 dice"}),
        (lambda: piece("dice/more", sides=("belt", "gear", "boiler", "belt")), {"IN9": "more has belt gear boiler belt"}),
        (lambda: piece("valves/star", copies=0), {"IN11": "corners of star, moon, bolt, crown", "IN15-4": "3 valves"}),
        (lambda: piece("valves/star", copies=2), {"IN11": "corners of star, moon, bolt, crown"}),
        (lambda: space("valve-star-belt", kind="gear"), {"IN11": "star has gear gear boiler"}),
        (lambda: space("valve-star-belt", owner="moon"),
         {"IN11": "moon has belt belt gear boiler, star has gear boiler", "IN18": "valve-star-belt lies at the sign star"}),
        (lambda: piece("valves/star", shade="brass"), {"IN12": "star is Ivory star, brass, sign-star, a shade is there twice"}),
        (lambda: piece("valves/star", sign="sign-moon"), {"IN12": "star is Ivory star, ivory, sign-moon"}),
        (lambda: piece("aids/aid", copies=3), {"IN16-4": "3 aids"}),
        (lambda: told("setup", dice=4), {"IN10": "36 dice"}),
        (lambda: told("turn", workshop_dice=2), {"IN10": "36 dice"}),
        (lambda: told("players", to=5), {"IN10": "36 dice", "IN15-5": "4 valves", "IN16-5": "4 aids"}),
    ],
)  # fmt: skip
def test_a_changed_die_valve_or_fact_breaks_what_it_must(game, found):
    assert broken(game()) == found


def test_a_tile_lies_inside_its_space():
    tiles = component("tiles")
    assert broken(put(replace(tiles, size=replace(tiles.size, width=45)))) == {}
    wide = broken(put(replace(tiles, size=replace(tiles.size, width=45.1))))
    assert list(wide) == ["IN13"]
    assert wide["IN13"].startswith("blueprint a is too small")


def test_the_places_of_two_valves_cannot_be_exchanged():
    mirror = {"star": "moon", "moon": "star"}
    centres = {each.id: each.centre for each in component("board").board.spaces}

    def exchanged(each: Space) -> Space:
        owner = str(each.fields.get("owner"))
        if each.fields["section"] != "valves" or owner not in mirror:
            return each
        return replace(each, centre=centres[each.id.replace(owner, mirror[owner])])

    found = broken(spaces(exchanged))
    assert list(found) == ["IN18"]
    assert found["IN18"].startswith(
        "valve-star-belt lies at the sign moon, valve-star-gear lies at the sign moon"
    )


def test_without_a_board_its_needs_are_broken():
    bare = replace(BOX.game, components=tuple(each for each in BOX.game.components if each.id != "board"))
    assert {"IN5-blueprint", "IN5-workshop", "IN7", "IN10", "IN11", "IN18"} <= set(broken(bare))
