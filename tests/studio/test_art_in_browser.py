"""Pictures in a browser: dropped on a card, matched by name, moved with the mouse and the keys, saved and undone."""

import base64

import pytest
import yaml
from galleries import a_picture, with_pictures
from studio_story import DROP

pytestmark = pytest.mark.browser
SLOW_MS = 60_000


@pytest.fixture
def art(soup):
    return with_pictures(soup)


@pytest.fixture
def open_studio(soup, art, start_studio, visit):
    studio = start_studio(soup)

    def open_page(card="", width=1024):
        one = visit(f"{studio.address}#/soup/table{card and '/'}{card}", width)
        one.page.wait_for_selector("[data-key='food/leek']", state="attached", timeout=SLOW_MS)
        if card:
            one.page.get_by_role("tab", name="Picture").click(timeout=SLOW_MS)
            one.page.wait_for_selector(".art-face img[src]", timeout=SLOW_MS)
        return one

    return open_page


def drop(page, selector, *files):
    coded = [[path.name, base64.b64encode(path.read_bytes()).decode()] for path in files]
    page.locator(selector).evaluate(DROP, coded)


def test_a_picture_is_dropped_on_a_card_moved_saved_and_undone(open_studio, soup, art):
    one = open_studio("food/leek")
    page, dialog = one.page, one.page.get_by_role("dialog")
    drop(page, "main", *(a_picture(soup / f"IMG_{number}.jpg", 300, 200, "JPEG") for number in "12"))
    dialog.get_by_label("What IMG_2.jpg is for").fill("leek", timeout=SLOW_MS)
    dialog.get_by_label("What IMG_2.jpg is for").press("Enter")
    dialog.get_by_role("button", name="Add 1 of 2 pictures").wait_for(timeout=SLOW_MS)
    dialog.get_by_role("button", name="Cancel").click()
    drop(page, "[data-key='food/leek']", a_picture(soup / "IMG_2041.jpg", 1500, 1000, "JPEG"))
    dialog.get_by_text("1500 x 1000 px is 635 dpi in 60 x 40 mm").wait_for(timeout=SLOW_MS)
    dialog.get_by_label("Credit").fill("Ann")
    dialog.get_by_role("button", name="Add the picture").click()
    dialog.wait_for(state="detached", timeout=SLOW_MS)
    assert (art / "leek.jpg").read_bytes() == (soup / "IMG_2041.jpg").read_bytes()
    assert yaml.safe_load((art / "credits.yaml").read_text()) == {"leek": {"credit": "Ann"}}
    page.get_by_text("635 dpi, fine for print").wait_for(timeout=SLOW_MS)
    page.get_by_label("Zoom in percent").fill("200")
    page.get_by_label("Zoom in percent").press("Enter")
    page.get_by_text("318 dpi, fine for print").wait_for(timeout=SLOW_MS)
    face = page.locator(".art-face").bounding_box()
    x, y = face["x"] + face["width"] / 2, face["y"] + face["height"] / 4
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y, steps=4)
    page.mouse.up()
    one.until("Number(document.querySelector('input[aria-label=\"Focus across\"]').value) < 0.46")
    page.keyboard.press("]")
    page.get_by_role("button", name="Save the placement").click()
    page.get_by_text("Saved in art/placement.yaml.").wait_for(timeout=SLOW_MS)
    placed = yaml.safe_load((art / "placement.yaml").read_text())["leek"]
    assert (placed["zoom"], placed["rotation"], placed["focus"][1]) == (2, 1, pytest.approx(0.5, abs=0.01))
    assert 0.3 < placed["focus"][0] < 0.46
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("635 dpi, fine for print").wait_for(timeout=SLOW_MS)  # as it was before it was moved
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("no picture yet").wait_for(timeout=SLOW_MS)
    assert [each for each in art.rglob("*") if each.is_file()] == []
