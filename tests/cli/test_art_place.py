"""pnp art place: a picture is moved in its box by a word in a file that people write into as well."""

import pytest
from galleries import a_picture, with_pictures
from small_game import change


@pytest.fixture
def art(soup):
    art = with_pictures(soup)
    a_picture(art / "leek.png")
    a_picture(art / "pea.png")
    a_picture(art / "back_food.png", 900, 1226)
    return art


def test_it_is_written_and_what_it_comes_to_is_said(soup, art, pnp):
    outcome = pnp("art place food/leek --focus 0.2,0.5 --zoom 1.2 --rotate -15")
    assert outcome.status == 0
    assert outcome.out.splitlines() == [
        "card_data/soup/art/placement.yaml: leek: focus 0.2,0.5, zoom 1.2, rotation -15",
        "  720 x 480 px is 344 dpi in 60 x 40 mm",
        "  0.476,0.607 is in the middle, so that no part of the box of 60 x 40 mm is left empty needlessly",
        "next: pnp build soup --only food/leek",
    ]
    text = (art / "placement.yaml").read_text()
    assert text.splitlines()[1:] == ["leek: {focus: [0.2, 0.5], zoom: 1.2, rotation: -15}"]
    assert pnp("check").status == 0
    assert "rotation -15" not in pnp("art list soup").out  # it is fine enough as it is


def test_the_last_one_taken_back_leaves_the_folder_as_it_was(soup, art, pnp):
    pnp("art place pea --zoom 2")
    assert pnp("art place pea --zoom 1").status == 0
    assert not (art / "placement.yaml").exists()


def test_a_coarse_picture_is_told_and_the_list_knows(soup, art, pnp):
    outcome = pnp("art place leek --zoom 3 --focus 0,0")
    coarse = "720 x 480 px is 102 dpi in 60 x 40 mm with focus 0,0, zoom 3; it needs 2126 x 1418 px or more"
    assert outcome.err == f"warning: {coarse}\n"
    assert (
        "  0.167,0.167 is in the middle, so that no part of the box of 60 x 40 mm is left empty needlessly\n"
        in outcome.out
    )
    said = pnp("art list soup").out
    assert f"too small  food/leek\n             {coarse}\n" in said.replace("  ", "  ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("art place leek", "nothing to change"),
        ("art place leek --focus 50,40", "the focus 50,40 lies outside the picture"),
        ("art place leek --focus middle", '"middle" is not two numbers'),
        ("art place leek --zoom 0", "the zoom 0 is out of range\n  hint: give a number from 0.1 to 20"),
        ("art place leek --zoom nan", "the zoom nan is out of range"),
        ("art place leak --zoom 2", 'no piece or art slot is called "leak"\n  hint: did you mean leek?'),
        ("art place carrot --zoom 2", 'there is no picture for "carrot" yet\n  hint: put one there first: pnp art add FILE --for carrot'),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_and_nothing_is_written(soup, art, pnp, words, message):
    change(soup / "card_data/soup/food.yaml", "pieces:\n", "pieces:\n  - {id: carrot, name: Carrot}\n")
    outcome = pnp(words)
    assert outcome.status == 2
    assert message in outcome.err
    assert not (art / "placement.yaml").exists()
