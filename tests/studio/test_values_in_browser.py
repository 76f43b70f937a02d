"""The values of a card are typed in a browser: what is wrong is said beside them, nothing that was typed is lost."""

import pytest
from small_game import FOOD, change

pytestmark = pytest.mark.browser


@pytest.fixture
def food(soup):
    path = soup / "card_data/soup/food.yaml"
    path.write_text(
        FOOD.replace("pieces:", "defaults: {note: same for all}\npieces:  # two"), encoding="utf-8"
    )
    return path


@pytest.fixture
def form(food, start_studio, visit, soup):
    one = visit(f"{start_studio(soup).address}#/soup/table/food/leek")
    one.page.get_by_role("tab", name="Values").click()
    one.page.get_by_label("Copies", exact=True).wait_for()
    return one


def test_a_value_is_refused_saved_undone_and_done_again_by_keys(form, food):
    page = form.page
    page.get_by_label("Copies", exact=True).fill("1000")
    form.until(
        "document.querySelector('.value-finding.bad:not([hidden])')?.textContent.includes('write 999')"
    )
    assert page.get_by_label("Copies", exact=True).get_attribute("aria-invalid") == "true"
    page.get_by_label("Copies", exact=True).fill("5")
    page.keyboard.press("Control+s")
    form.until("document.querySelector('.value-save .value-said').textContent.startsWith('Saved')")
    assert "pieces:  # two\n  - {id: leek, name: Leek, copies: 5}" in food.read_text()
    page.get_by_role("button", name="Undo").click()
    form.until("document.querySelector('[data-field=copies]')?.value === '2'")
    page.locator(".card h2").click()
    page.keyboard.press("Control+Shift+Z")
    form.until("document.querySelector('[data-field=copies]')?.value === '5'")


def test_what_was_typed_stays_when_the_file_changes_meanwhile(form, food):
    page = form.page
    page.get_by_label("Name", exact=True).fill("Mine")
    change(food, "name: Leek, copies: 2", "name: Theirs, copies: 7")
    form.until("document.querySelector('[data-field=copies]')?.value === '7'")
    form.until(
        "document.querySelector('.value-conflict:not([hidden])')?.textContent.includes('from “Leek” to “Theirs”')"
    )
    assert page.get_by_label("Name", exact=True).input_value() == "Mine"
    assert form.page.evaluate("document.activeElement.dataset.field") == "name"  # one can go on typing
    assert page.locator(".value-save .primary").is_disabled()
    page.get_by_role("button", name="Keep what I typed").click()
    page.locator(".value-save .primary").click()
    form.until("document.querySelector('.value-save .value-said').textContent.startsWith('Saved')")
    assert "name: Mine, copies: 7" in food.read_text()


def test_a_default_becomes_the_cards_own_or_changes_for_all(form, food):
    page = form.page
    page.get_by_label("Note", exact=True).fill("mine alone")
    page.get_by_label("change it for all 2 cards").check()
    page.get_by_text("1 line changes in food.yaml").click()
    form.until("document.querySelector('.value-diff')?.textContent.includes('defaults: {note: mine alone}')")
    page.get_by_label("change it for all 2 cards").uncheck()
    form.until("document.querySelector('.value-diff')?.textContent.includes('copies: 2, note: mine alone}')")
    page.get_by_role("tab", name="About").click()
    page.get_by_role("tab", name="Values").click()
    form.until("document.querySelector('[data-field=note]')?.value === 'mine alone'")  # a draft stays
    page.get_by_role("button", name="Discard").click()
    assert page.get_by_label("Note", exact=True).input_value() == "same for all"
    assert "mine" not in food.read_text()
