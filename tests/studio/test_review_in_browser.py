"""Findings, lines and ways of seeing, as somebody with a browser meets them."""

import pytest
from small_game import FOOD

import pnp
from pnp.load.project import find_project

pytestmark = pytest.mark.browser
WRONG = FOOD.replace("copies: 2", "copies: three")


def test_what_is_wrong_is_shown_with_its_line_and_goes_when_it_is_mended(start_studio, visit, soup):
    page = visit(f"{start_studio(soup).address}#/soup/findings").page
    page.get_by_text("No problems found.").wait_for(timeout=60_000)
    path = soup / "card_data/soup/food.yaml"
    path.write_text(WRONG, encoding="utf-8")
    item = page.locator(".findings-view .finding")
    item.wait_for()
    assert "Error copies must be a whole number" in item.inner_text()
    assert "PNP104" not in item.inner_text()
    item.get_by_text("Details").click()
    told = item.inner_text()
    assert "card_data/soup/food.yaml:7" in told
    assert "PNP104 a value of the wrong type" in told
    assert item.locator("mark").inner_text() == "three"
    banner = page.locator(".notices .unreadable")
    assert "copies must be a whole number" in banner.inner_text()
    assert page.locator("p[role=status].unseen").text_content().startswith("A new finding: copies must be")
    path.write_text(FOOD, encoding="utf-8")
    item.wait_for(state="detached")
    banner.wait_for(state="detached")
    page.get_by_text("1 finding is fixed").wait_for(state="attached")


HOLD_FIRST = """(part) => {
  const ask = window.fetch;
  window.fetch = async (path, options) => {
    const answer = await ask(path, options);
    if (path.includes("/pieces")) window.renamed = (await answer.clone().text()).includes('"Lek"');
    if (window.release || !path.includes(part)) return answer;
    await new Promise((resolve) => (window.release = resolve));
    return answer;
  };
}"""


@pytest.mark.parametrize("part", ["api/project", "/pieces", "/findings", "/check"])
def test_an_answer_that_is_overtaken_replaces_no_newer_one(part, start_studio, visit, soup):
    tab = visit(f"{start_studio(soup).address}#/soup/findings")
    tab.page.get_by_text("No problems found.").wait_for(timeout=60_000)
    tab.page.evaluate(HOLD_FIRST, part)
    path = soup / "card_data/soup/food.yaml"
    path.write_text(WRONG, encoding="utf-8")
    tab.until("window.release")
    path.write_text(FOOD.replace("name: Leek", "name: Lek"), encoding="utf-8")
    right = """document.querySelector('.findings-view').innerText.includes('No problems found.')
      && document.querySelector('.notices').innerText === ''"""
    tab.until(f"window.renamed && {right}")
    tab.page.wait_for_timeout(300)  # all that the save asked for is there
    tab.page.evaluate("window.release()")
    tab.page.wait_for_timeout(300)
    tab.until(right)
    tab.page.get_by_role("link", name="Cards").click()
    tab.page.get_by_text("Lek", exact=True).first.wait_for()


def test_lines_and_vision_are_switched_by_keys_and_stay(start_studio, visit, soup):
    opened = visit(f"{start_studio(soup).address}#/soup/table/food/leek")
    page = opened.page
    face = page.locator(".card .stage .face").first
    face.wait_for()
    assert not face.locator("path").evaluate_all("all => all.some((each) => each.checkVisibility())")
    for key in "tsb":
        page.keyboard.press(key)
    assert all(face.locator(f"path.over.{name}").is_visible() for name in ("trim", "safe", "bleed"))
    # The bleed is the drawing's own, beyond the cut: 3 mm on each side of 63.
    box, picture, lines = (
        each.bounding_box() for each in (face, face.locator("img"), face.locator("svg.lines"))
    )
    assert picture["width"] / box["width"] == pytest.approx(69 / 63, abs=0.01)
    assert lines == pytest.approx(picture, abs=0.5)
    assert face.evaluate("each => getComputedStyle(each).overflow") == "visible"
    page.keyboard.press("v")
    assert "vision-protan" in face.locator("img").evaluate("each => getComputedStyle(each).filter")
    page.get_by_role("button", name="Lines and vision").click()
    assert page.get_by_role("checkbox", name="Cut t").is_checked()
    page.get_by_role("radio", name="Normal").check()
    assert face.locator("img").evaluate("each => getComputedStyle(each).filter") == "none"
    page.keyboard.press("Escape")
    page.reload()
    face.wait_for()
    assert face.locator("path.over.safe").is_visible()


def test_the_game_beside_its_release(start_studio, visit, soup):
    pnp.release_games(find_project(soup), "v1")
    path = soup / "card_data/soup/food.yaml"
    path.write_text(FOOD.replace("name: Leek", "name: Kale"), encoding="utf-8")
    page = visit(f"{start_studio(soup).address}#/soup/compare").page
    page.get_by_text("1 changed").wait_for()
    piece = page.locator(".compared-piece")
    assert piece.locator("del").inner_text().endswith("Leek")
    assert piece.locator("ins").inner_text().endswith("Kale")
    old, now = piece.locator(".pair .face img").all()
    assert "before/soup/" in old.get_attribute("src")
    for each in (old, now):
        page.wait_for_function("each => each.complete && each.naturalWidth > 0", arg=each.element_handle())
    page.get_by_role("button", name="Swipe").click()
    page.get_by_label("Kale: how much is shown").press("End")
    assert piece.locator(".swipe").evaluate("each => each.style.getPropertyValue('--at')") == "100%"
    page.get_by_role("button", name="In turn").click()
    assert page.get_by_role("button", name="Automatically").count() == 0  # the browser asks for less motion
    piece.get_by_role("button", name="Show before").click()
    assert not piece.locator(".over-face").is_visible()
    page.get_by_role("button", name="Difference").click()
    piece.get_by_role("img", name="what differs is marked").wait_for()
    page.get_by_role("button", name="Show them in the table").click()
    page.get_by_text("1 of 2 pieces").wait_for()
    assert page.locator(".tile .change-mark").inner_text() == "changed"
    path.write_text(FOOD, encoding="utf-8")
    page.get_by_text("0 of 2 pieces").wait_for()
