"""Some requests to every address of the studio; `python -m tests.security.studio_routes` sends as many as wanted."""

import pytest
from small_game import write_game
from studios import studio

from tests.security.studio_routes import trial


@pytest.fixture
def soup(tmp_path):
    return write_game(tmp_path)


def test_whatever_is_sent_is_answered_in_a_sentence():
    assert dict(trial(seed=5, how_many=60)) == {}


@pytest.mark.parametrize(
    "body", [b"1" * 5_000, b'{"line": ' + b"9" * 5_000 + b"}", b'{"a": NaN}', b'{"a": "\\ud800"}']
)
def test_numbers_and_letters_that_there_are_not_are_refused(soup, body):
    with studio(soup) as (client, _):
        for path in ("api/open", "api/print/plan", "api/games/soup/cards/food/leek/draft"):
            answer = client.post(path, content=body)
            assert (answer.status_code, "cannot be read" in answer.text) == (400, True)


def test_a_component_is_never_a_path(soup):
    (soup / "card_data/soup/sub").mkdir()
    (soup / "card_data/soup/sub/food.yaml").write_text("kind: cards\n")
    with studio(soup) as (client, _):
        for name in ("sub%5Cfood", "C:food", "a" * 5_000, "food%00", "..%5Cfood"):
            assert client.get(f"api/games/soup/cards/{name}/leek/form").status_code == 404


def test_the_pieces_in_view_are_told_and_odd_ones_do_no_harm(soup):
    with studio(soup) as (client, state):
        for pieces in (["food/leek"], [], ["", "/", "x/y/z", "food/" + "a" * 9_000], ["food/leek"] * 5_000):
            assert client.post("api/games/soup/in-view", json={"pieces": pieces}).status_code == 204
        assert client.post("api/games/none/in-view", json={"pieces": []}).status_code == 404
        with state.looking("soup") as look:
            assert set(look.in_view) == {("food", "leek")}
        assert client.get("faces/soup/food/leek.front.svg").status_code == 200
