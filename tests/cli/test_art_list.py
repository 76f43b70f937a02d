"""pnp art list: what a game wants to be drawn, and what has been."""

import json

from galleries import a_picture, with_pictures


def rows(outcome):
    return [" ".join(line.split()) for line in outcome.out.splitlines()]


def test_each_slot_has_a_row(soup, pnp):
    art = with_pictures(soup)
    a_picture(art / "leek.png", 600, 400)
    outcome = pnp("art list soup")
    assert outcome.status == 0
    assert rows(outcome) == [
        "Soup (soup): 3 art slots; 2 placeholder, 1 too small",
        "slot mm px at 300 dpi at 600 dpi picture shown on",
        "back_food 69 x 94 815 x 1110 1630 x 2220 placeholder food: 2 backs",
        "deliver 815 x 1110 px or more, or an SVG",
        "leek 60 x 40 709 x 472 1417 x 945 too small food/leek",
        "600 x 400 px is 254 dpi in 60 x 40 mm; it needs 709 x 472 px or more",
        "pea 60 x 40 709 x 472 1417 x 945 placeholder food/pea",
        "deliver 709 x 472 px or more, or an SVG",
    ]
    assert outcome.err == ""


def test_a_file_that_nobody_asks_for_is_named(soup, pnp):
    art = with_pictures(soup)
    a_picture(art / "leak.png")
    outcome = pnp("art list")
    assert "  unused file: card_data/soup/art/leak.png\n" in outcome.out
    assert outcome.err == ""


def test_json_says_all_of_it(soup, pnp):
    art = with_pictures(soup)
    a_picture(art / "leek.png", 720, 480)
    a_picture(art / "leak.png")
    back, leek, pea, stray = json.loads(pnp("art list --format json").out)
    assert leek == {
        "game": "soup",
        "slot": "leek",
        "title": "Leek",
        "status": "supplied",
        "remarks": [],
        "file": "card_data/soup/art/leek.png",
        "dpi": 305,
        "width_mm": 60,
        "height_mm": 40,
        "px_300": [709, 472],
        "px_600": [1417, 945],
        "fit": "contain",
        "themes": ["", "low-ink"],
        "shown_on": [
            {"component": "food", "piece": "leek", "side": "front", "width_mm": 60, "height_mm": 40}
        ],
    }
    assert (back["title"], back["fit"], len(back["shown_on"])) == ("Food cards, back", "cover", 2)
    assert (pea["file"], pea["dpi"]) == (None, None)
    assert stray == {
        "game": "soup",
        "slot": None,
        "status": "unused file",
        "file": "card_data/soup/art/leak.png",
    }
