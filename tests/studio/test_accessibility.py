"""Every view keeps the rules of WCAG 2.1 that a program can check, and is walked through with the keyboard alone."""

import pytest
from running_studio import studio_of_new_game
from studio_story import SETTLED

pytestmark = pytest.mark.browser
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "resultTypes": ["violations"]}
CARD = "cards/calm"


@pytest.fixture(scope="module")
def address(tmp_path_factory, shared_cache):
    with studio_of_new_game(tmp_path_factory.mktemp("walk"), shared_cache) as studio:
        yield studio.address


def violations(page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, options=RULES).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]
    ]


def go_to(tab, view, piece=""):
    tab.page.evaluate("where => { location.hash = where }", f"#/tea_time/{view}{piece and '/'}{piece}")
    tab.until(f"document.querySelector('main').innerText.includes({SETTLED.get(view, '')!r})")
    tab.until(f"document.querySelector('nav.tabs a[aria-current]').href.split('?')[0].endsWith('/{view}')")
    tab.until(f"{str(not piece).lower()} === (document.getElementById('card')?.hidden ?? true)")
    tab.until(
        "!/^(Drawing|Counting|Reading|Looking|Checking).* …$/m.test(document.querySelector('main').innerText)"
    )  # nothing is being read


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1024])
def test_every_view_keeps_the_rules(address, visit, width, dark):
    tab = visit(address, width, dark=dark)
    found = {}
    tab.until("document.querySelector('nav.tabs a')")
    links = tab.page.eval_on_selector_all("nav.tabs a", "all => all.map(each => each.getAttribute('href'))")
    for view in (link.partition("?")[0].split("/")[2] for link in links):
        go_to(tab, view)
        found[view] = violations(tab.page)
    tab.page.evaluate("() => { location.hash = '#/tea_time/home' }")
    tab.until("document.querySelector('.home .starter')")
    found["home"] = violations(tab.page)
    go_to(tab, "table", CARD)
    tabs = tab.page.get_by_role("tab").all()
    for each in tabs:
        each.click()
        found[each.inner_text()] = violations(tab.page)
    assert len(found) >= 2
    assert {name: broken for name, broken in found.items() if broken} == {}


# Every view is walked through with the keyboard alone: nothing is left out, the focus is seen, and Escape goes back.


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
    # Tab begins at the top, even where what had the focus was replaced.
    tab.page.evaluate("document.body.tabIndex = -1; document.body.focus()")
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
