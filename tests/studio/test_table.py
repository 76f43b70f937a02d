"""The table in a browser: every piece of a game, searched, filtered, walked by keys, and none of them left blank."""

import pytest

pytestmark = pytest.mark.browser

TILE = ".tile .face.shown"


@pytest.fixture
def table(two_games, start_studio, visit):
    """The table of a shipped game."""
    studio = start_studio(two_games)
    one = visit(f"{studio.address}#/yes_broccoli/table")
    one.page.wait_for_selector(TILE)
    return one.page


def names(page) -> list[str]:
    return page.locator(".caption .name").all_inner_texts()


def search(page, text: str) -> None:
    page.get_by_role("combobox", name="Search").fill(text)
    page.wait_for_function(
        "text => new URLSearchParams(location.hash.split('?')[1]).get('q') === text", arg=text
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("color:red value:>7", ["red 8", "red 9"]),
        ("color=blue,red value:<=1", ["red 1", "blue 1"]),
        ("BROCCÓLI Component:food", ["Broccoli"]),
    ],
)
def test_a_search_shows_what_fits(table, text, found):
    search(table, text)
    table.wait_for_function("count => document.querySelectorAll('.tile').length === count", arg=len(found))
    assert names(table) == found
    table.reload()
    table.wait_for_selector(TILE)
    assert names(table) == found
