"""Every view is walked through with the keyboard alone: nothing is left out, the focus is seen, and Escape goes back."""

import pytest
from studio_story import SETTLED

pytestmark = pytest.mark.browser

FOCUSED = """(() => {
  const each = document.activeElement;
  if (!each || each === document.body) return null;
  const box = each.getBoundingClientRect();
  const near = [each, ...each.querySelectorAll("*"), each.nextElementSibling].filter(Boolean);
  const marks = near.map((one) => getComputedStyle(one)); // a ring may be around what is in it, or beside it
  return {
    name: each.getAttribute("aria-label") || each.innerText?.trim().slice(0, 40) || each.labels?.[0]?.innerText || each.title || "",
    tag: each.tagName,
    seen: marks.some((one) => one.outlineStyle !== "none" && parseFloat(one.outlineWidth) >= 2),
    inside: box.width > 0 && box.height > 0 && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight,
  };
})()"""
CONTROLS = """Array.from(document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']"))
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && each.tabIndex >= 0
    && !(each.type === "radio" && !each.checked)).length"""


def walk(tab):
    tab.page.evaluate("document.activeElement?.blur(); getSelection().setPosition(document.body, 0)")
    met = []
    for _ in range(tab.page.evaluate(CONTROLS) + 5):
        tab.page.keyboard.press("Tab")
        now = tab.page.evaluate(FOCUSED)
        if now is None:
            break
        met.append(now)
    return met


def walk_when_filled(tab):
    """Walk again while the view is still being filled: what is put in anew on the way takes the focus with it."""
    for _ in range(8):
        before = tab.page.evaluate(CONTROLS)
        met = walk(tab)
        if len(met) >= 0.8 * tab.page.evaluate(CONTROLS) and before == tab.page.evaluate(CONTROLS):
            break
        tab.page.wait_for_timeout(1000)
    return met


@pytest.mark.parametrize("width", [390, 1280])
def test_tab_leads_to_everything_and_is_seen(tea, start_studio, visit, width):
    tab = visit(start_studio(tea).address, width)
    tab.until("document.querySelector('nav.tabs a')")
    views = tab.page.eval_on_selector_all("nav.tabs a", "all => all.map(each => each.getAttribute('href'))")
    for view in [*views, "#/tea_time/table/cards/calm"]:
        tab.page.evaluate("where => { location.hash = where }", view)
        words = SETTLED.get(view.partition("?")[0].split("/")[2], "")
        tab.until(f"document.querySelector('main').innerText.includes({words!r})")
        tab.until(
            "!/^(Drawing|Counting|Reading|Looking|Checking).* …$/m.test(document.querySelector('main').innerText)"
        )
        tab.until("document.querySelectorAll('main button, main [role=gridcell], main a').length > 1")
        met = walk_when_filled(tab)
        assert len(met) >= 0.8 * tab.page.evaluate(CONTROLS), (view, [each["name"] for each in met])
        unseen = [each for each in met if not (each["seen"] and each["inside"] and each["name"])]
        assert unseen == [], view


def test_a_card_is_opened_turned_over_and_left_with_the_keyboard(tea, start_studio, visit):
    tab = visit(start_studio(tea).address, 1280)
    tab.until("document.querySelector('[role=gridcell]')")
    page = tab.page
    page.keyboard.press("/")
    assert page.evaluate(FOCUSED)["name"] == "Search"
    page.keyboard.type("calm")
    tab.until("document.querySelectorAll('main [role=gridcell]').length === 1")
    page.locator("[role=gridcell]").focus()
    page.keyboard.press("Enter")
    tab.until("document.querySelector('aside.card').contains(document.activeElement)")
    page.keyboard.press("Escape")
    tab.until("document.querySelector('aside.card').hidden")
    tab.until("document.activeElement.getAttribute('role') === 'gridcell'")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert "Calm" in page.evaluate(FOCUSED)["name"]
