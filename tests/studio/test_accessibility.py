"""Every view keeps the rules of WCAG 2.1 that a program can check, and is walked through with the keyboard alone."""

import pytest
from running_studio import RunningStudio
from studio_story import SETTLED

import pnp

pytestmark = pytest.mark.browser
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "resultTypes": ["violations"]}
CARD = "cards/calm"


@pytest.fixture(scope="module")
def address(tmp_path_factory, shared_cache):
    project = pnp.new_project("Tea Time", "cards", parent=tmp_path_factory.mktemp("walk")).folder
    studio = RunningStudio(project, {"PNP_CACHE_DIR": str(shared_cache)})
    yield studio.address
    studio.end()


def violations(page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, options=RULES).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]
    ]


def view_names(tab):
    tab.until("document.querySelector('nav.tabs a')")
    links = tab.page.eval_on_selector_all("nav.tabs a", "all => all.map(each => each.getAttribute('href'))")
    return [link.partition("?")[0].split("/")[2] for link in links]


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
    for view in view_names(tab):
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
