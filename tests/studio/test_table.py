"""The table in a browser: every piece of a game, searched, filtered, walked by keys, and none of them left blank."""

import json

import pytest
from small_game import write_game

pytestmark = pytest.mark.browser
SHOWN = ".tile .face.shown"
BLANK = """[...document.querySelectorAll('.tile .face')].filter(each => {
  const box = each.getBoundingClientRect();
  return box.bottom > 120 && box.top < innerHeight && !each.classList.contains('shown');
}).length"""
FOCUSED = "document.activeElement.closest('.tile')?.dataset.key"
MANY = 600


def names(tab) -> list[str]:
    return tab.page.locator(".caption .name").all_inner_texts()


@pytest.fixture
def table(two_games, start_studio, visit):
    tab = visit(f"{start_studio(two_games).address}#/yes_broccoli/table?zoom=50", 1500)
    tab.page.wait_for_selector(SHOWN)
    return tab


def test_a_search_is_kept_in_the_address(table):
    box = table.page.get_by_role("combobox", name="Search")
    for text, found in (
        ("color:red value:>7", ["red 8", "red 9"]),
        ('"RED 9",', []),
        ("color=blue,red value:<=1", ["red 1", "blue 1"]),
        ("BROCCÓLI Component:food", ["Broccoli"]),
        ("component:bids -color:red,blue -value:>1", ["yellow 1", "purple 1", "green 1"]),
    ):
        box.fill(text)
        table.until(f"document.querySelectorAll('.tile').length === {len(found)}")
        table.until("!document.querySelector('.status').textContent.startsWith('81')")
        assert sorted(names(table)) == sorted(found)
    table.page.reload()
    table.page.wait_for_selector(SHOWN)
    assert sorted(names(table)) == sorted(found)
    box.fill("colour:red")
    table.until("document.querySelector('.empty').textContent.includes('“colour”')")
    table.page.get_by_role("button", name="Show all pieces").click()
    table.until("document.querySelectorAll('.tile').length > 30")


def test_a_field_and_its_values_are_suggested_and_ticked(table):
    box = table.page.get_by_role("combobox", name="Search")
    box.press_sequentially("col")
    box.press("ArrowDown")
    box.press("Enter")
    assert box.input_value() == "color:"
    box.press_sequentially("gr")
    assert table.page.locator("#suggestions li").all_inner_texts() == ["green\n9"]
    box.fill("")
    ticks = table.page.get_by_role("group", name="Filters")
    ticks.locator("[data-field=color][data-value=red]").check()
    ticks.locator("[data-field=color][data-value=blue]").check()
    ticks.locator("[data-field=icons][data-value='5']").check()
    table.until("document.querySelectorAll('.tile').length === 3")
    assert box.input_value() == "color=red,blue icons=5"
    assert names(table) == ["red 5", "blue 3", "blue 7"]
    assert ticks.locator("[data-field=icons][data-value='2'] ~ .number").inner_text() != "0"


def test_the_table_is_walked_by_keys(table):
    press = table.page.keyboard.press
    table.page.locator(".tile").first.focus()
    for key, there in (
        ("ArrowRight", "bids/red-2"),
        ("End", "bids/red-9"),
        ("ArrowRight", "bids/blue-1"),
        ("ArrowUp", "bids/red-1"),
        ("Control+End", "score_sheet/score_sheet"),
        ("Control+Home", "bids/red-1"),
    ):
        press(key)
        assert table.page.evaluate(FOCUSED) == there
    press(" ")
    table.until("document.activeElement.getAttribute('aria-label') === 'red 1, back'")
    press("Enter")
    table.until("document.querySelector('.card h2')?.textContent === 'red 1'")
    assert table.page.evaluate("document.activeElement.id") == "card"
    press("PageDown")
    table.until("document.querySelector('.card h2').textContent === 'red 2'")
    press("Escape")
    table.until(f"document.getElementById('card').hidden && {FOCUSED} === 'bids/red-2'")
    press("/")
    assert table.page.evaluate("document.activeElement.type") == "search"


@pytest.fixture
def many(tmp_path, start_studio, visit):
    root = write_game(tmp_path)
    cards = "".join(f"  - {json.dumps({'id': f'p{each}', 'name': f'Pea {each}'})}\n" for each in range(MANY))
    path = root / "card_data/soup/food.yaml"
    head = path.read_text(encoding="utf-8").partition("pieces:\n")[0]
    path.write_text(f"{head}pieces:\n{cards}", encoding="utf-8")
    tab = visit(start_studio(root).address)
    tab.page.wait_for_selector(SHOWN)
    return tab


def test_no_tile_of_a_large_deck_stays_blank(many):
    scroller = "document.querySelector('.scroller')"
    for share in (0.2, 0.9, 0.5, 1):
        many.page.evaluate(f"{scroller}.scrollTop = {scroller}.scrollHeight * {share}")
        many.until(f"document.querySelectorAll({SHOWN!r}).length > 8 && {BLANK} === 0")
        assert many.page.locator(".tile").count() < MANY / 3
    many.until(f"document.querySelector('.scroller').textContent.includes('Pea {MANY - 1}')")
    box = many.page.get_by_role("combobox", name="Search")
    status = "document.querySelector('.status').textContent"
    box.fill("Pea")
    many.until(f"{scroller}.scrollTop === 0")  # what was searched for begins at the top
    box.fill("599")
    many.until(f"{status}.startsWith('1 of')")
    box.fill("")
    many.until(f"{status}.startsWith('{MANY} pieces')")
    many.page.evaluate(f"{scroller}.scrollTop = {scroller}.scrollHeight")
    many.until(f"document.querySelectorAll({SHOWN!r}).length > 8 && {BLANK} === 0")
    many.page.locator(".tile").last.click()
    many.until(f"document.querySelector('.card .quiet').textContent === '{MANY} of {MANY}'")
    many.page.reload()
    many.until(f"{FOCUSED} === undefined && {scroller}?.scrollTop > 1000 && {BLANK} === 0")
