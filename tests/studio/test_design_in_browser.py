"""Objects of a card are dragged, resized, styled and bound to fields in the browser; the drawing and all cards follow."""

import re

import pytest

import pnp

pytestmark = pytest.mark.browser
SAID = "document.querySelector('.data-said').textContent"


@pytest.fixture
def beasts(tmp_path):
    return pnp.new_project("Beasts", "inkscape", parent=tmp_path).folder


@pytest.fixture
def design(beasts, start_studio, visit):
    tab = visit(f"{start_studio(beasts).address}#/beasts/design", 1280)
    tab.until("document.querySelector('.design-face img')?.naturalWidth > 0")
    tab.until("document.querySelectorAll('.design-list li').length > 5")
    return tab


def at(tab, x: float, y: float) -> tuple[float, float]:
    box = tab.page.locator(".design-canvas").bounding_box()
    return box["x"] + (x + 3) * box["width"] / 69, box["y"] + (y + 3) * box["height"] / 94


def drag(tab, start, end, **more) -> None:
    tab.page.mouse.move(*at(tab, *start))
    tab.page.mouse.down()
    tab.page.mouse.move(*at(tab, *end), steps=4)
    tab.page.mouse.up()


def drawing(beasts) -> str:
    return (beasts / "templates/beasts/card.svg").read_text(encoding="utf-8")


def until(tab, holds) -> None:
    for _ in range(600):
        if holds():
            return
        tab.page.wait_for_timeout(50)
    raise AssertionError("it never came into the file")


def test_an_object_is_dragged_moved_by_keys_and_undone(design, beasts):
    before = drawing(beasts)
    page = design.page
    page.mouse.click(*at(design, 51.5, 11.2))
    assert page.locator(".design-properties h2").inner_text() == "cost"
    page.keyboard.down("Alt")
    drag(design, (51.5, 11.2), (41.5, 31.2))
    page.keyboard.up("Alt")
    design.until(f"{SAID} === 'Saved: Animals: cost'")
    x, y = map(float, re.search(r'id="cost" x="([\d.]+)" y="([\d.]+)"', drawing(beasts)).groups())
    assert (round(x), round(y)) == (44, 36) or (round(x, 1), round(y, 1)) == (44.5, 36.5)
    dragged = drawing(beasts)
    page.keyboard.press("ArrowLeft")
    until(design, lambda: drawing(beasts) != dragged)
    design.until(f"{SAID} === 'Saved: Animals: cost'")
    page.keyboard.press("Control+z")
    until(design, lambda: drawing(beasts) == dragged)
    page.keyboard.press("Control+z")
    until(design, lambda: drawing(beasts) == before)


def test_an_object_is_bound_hidden_locked_added_and_deleted(design, beasts):
    page = design.page
    page.get_by_role("button", name="habitat", exact=True).click()
    page.get_by_label("Field", exact=True).select_option("name")
    design.until(f"{SAID}.startsWith('Saved')")
    assert '<text inkscape:label="name" id="habitat"' in drawing(beasts)
    page.get_by_label("Only if", exact=True).select_option("rare")
    until(design, lambda: 'inkscape:label="name show-if: rare"' in drawing(beasts))
    page.get_by_label("Lock coin").click()
    design.until(f"{SAID}.includes('coin')")
    assert 'r="5" style="fill:#f2b134" sodipodi:insensitive="true"' in drawing(beasts)
    page.get_by_role("group", name="Add an object").get_by_role("button", name="Rectangle").click()
    design.until("document.querySelector('.design-properties h2')?.textContent === 'Rectangle 1'")
    page.get_by_role("button", name="Rectangle 1", exact=True).click()
    before = drawing(beasts)
    x, y = map(float, re.search(r'id="rect1" x="([\d.]+)" y="([\d.]+)"', before).groups())
    page.get_by_role("button", name="Rectangle 1", exact=True).press("Control+d")
    design.until("document.querySelector('.design-properties h2')?.textContent === 'Rectangle 1-2'")
    assert f'id="rect1-2" x="{x + 2:g}" y="{y + 2:g}"' in drawing(beasts)
    page.get_by_role("button", name="Rectangle 1-2", exact=True).press("Delete")
    until(design, lambda: drawing(beasts) == before)
    page.get_by_role("button", name="Field text").click()
    page.get_by_label("Field", exact=True).select_option(label="Habitat")
    until(design, lambda: 'inkscape:label="habitat valign: middle min: 6pt"><rect ' in drawing(beasts))


def test_an_object_is_dragged_in_steps_of_the_grid(design, beasts):
    page = design.page
    page.get_by_label("Grid").select_option("5 mm")
    page.get_by_role("button", name="coin", exact=True).click()
    drag(design, (48.4, 8.9), (24.1, 57.3))  # beside the cost on it
    design.until(f"{SAID} === 'Saved: Animals: coin'")
    pattern = r'id="coin" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"'
    cx, cy, r = map(float, re.search(pattern, drawing(beasts)).groups())
    assert cy > 50
    assert [(middle - r - 3) % 5 for middle in (cx, cy)] == pytest.approx([0, 0], abs=0.01)
