"""From nothing to a deck in the browser: no terminal but for the start."""

import re

import pypdfium2
import pytest
from studio_story import STEPS, Story

from pnp.__main__ import run

pytestmark = pytest.mark.browser
TABLE = "Name;Cost;Words;Qty\nFox;3;Take two.;2\nOwl;1;Draw a card.;1\n"


@pytest.fixture
def begun(tmp_path, start_studio, visit):
    (tmp_path / "empty").mkdir()
    return visit(start_studio(tmp_path / "empty").address, 1280)


def test_a_table_is_dropped_corrected_and_printed(begun, tmp_path):
    page = begun.page
    page.locator(".home").wait_for()
    page.get_by_role("button", name="Choose a file…").wait_for()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file…").click()
    chooser.value.set_files({"name": "woodland.csv", "mimeType": "text/csv", "buffer": TABLE.encode()})
    begun.until("document.querySelectorAll('.import-look img').length === 2")
    assert page.get_by_label("Words: on the card").input_value() == "text"
    page.get_by_label("Cost: on the card").select_option("none")
    begun.until("document.querySelector('.import-columns tr.left-out th')?.textContent === 'Cost'")
    page.get_by_role("button", name=re.compile("Import 3 cards")).click()
    begun.until("location.hash.startsWith('#/woodland/table')")
    assert (tmp_path / "empty/card_data/woodland/woodland.csv").read_text() == TABLE
    page.route("**/check", lambda _: None)  # it is being asked
    page.goto(f"{page.url.partition('#')[0]}#/woodland/findings")
    page.reload()
    begun.until("document.querySelector('.findings-view .empty')")


# Somebody who never used a terminal but to type `pnp studio` redraws, corrects, prints and verifies a card.


def test_the_whole_story(tea, tmp_path, start_studio, visit, monkeypatch):
    studio = start_studio(tea)
    story = Story(visit(studio.address), tea, tmp_path)
    story.tab.forgive("status of 409")  # what cannot be read while a file is broken
    for step in STEPS.values():
        step(story)
    with pypdfium2.PdfDocument(story.printed) as pdf:
        text = "".join(page.get_textpage().get_text_range() for page in pdf)
    assert "Rainbow" in text
    monkeypatch.chdir(tea)
    assert run(["verify"]) == 0
