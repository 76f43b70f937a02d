"""From nothing to a deck in the browser: no terminal but for the start."""

import re

import pypdfium2
import pytest
from small_game import change
from studio_story import STEPS, Story, face_number

from pnp.__main__ import run

pytestmark = pytest.mark.browser
TABLE = "Name;Cost;Words;Qty\nFox;3;Take two.;2\nOwl;1;Draw a card.;1\n"


@pytest.fixture
def begun(tmp_path, start_studio, visit):
    (tmp_path / "empty").mkdir()
    return visit(start_studio(tmp_path / "empty").address, 1280)


def test_a_table_is_dropped_corrected_and_printed(begun, tmp_path):
    begun.forgive("api/games/ingeniators/")  # the games of pnp are gone once there is one of the folder
    page = begun.page
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file…").click()
    chooser.value.set_files({"name": "woodland.csv", "mimeType": "text/csv", "buffer": TABLE.encode()})
    begun.until("document.querySelectorAll('.import-look img').length === 2")
    assert page.get_by_label("Words: on the card").input_value() == "text"
    page.get_by_label("Cost: on the card").select_option("corner")
    page.get_by_text("laid out as playing cards").wait_for()
    page.get_by_label("Cost: on the card").select_option("none")
    begun.until("document.querySelector('.import-columns tr.left-out th')?.textContent === 'Cost'")
    page.get_by_role("button", name=re.compile("Import 3 cards")).click()
    begun.until("location.hash.startsWith('#/woodland/table')")
    table = tmp_path / "empty/card_data/woodland/woodland.csv"
    assert table.read_text() == TABLE
    face = "document.querySelector('main [role=img] img')?.src"
    begun.until(f"{face} && document.querySelector('main [role=img] img').naturalWidth")
    before = page.evaluate(face)
    # The folder is watched, which had no game when the studio began.
    change(table, "Take two.", "Take three.")
    begun.until(f"{face} !== {before!r}")
    page.get_by_role("link", name="Data", exact=True).click()
    page.get_by_role("gridcell", name="Owl", exact=True).click()
    for typed in ("Barn owl", "2", "Draw two.", "4"):  # faster than it is saved; the id follows the name
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
    begun.until("document.querySelector('.data-said').textContent === 'Saved: Barn owl: Qty'")
    assert "Barn owl;2;Draw two.;4\n" in table.read_text()
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


# What is saved in any program shows in every tab; a broken file, and a studio that has ended, are told and forgotten.

CARDS = "card_data/tea_time/cards.yaml"
CALM = "#/tea_time/table/cards/calm"
FACE = face_number("Calm")


class Tabs:
    def __init__(self, *tabs):
        self._tabs = tabs

    def until(self, expression):
        for tab in self._tabs:
            tab.until(expression)

    def new_face(self, old):
        self.until(f"!['', {old!r}].includes({FACE})")
        return self.face()

    def face(self):
        (shown,) = {tab.page.evaluate(FACE) for tab in self._tabs}
        return shown

    def says(self, text):
        self.until(f"document.querySelector('.notices').innerText.includes({text!r})")

    def is_quiet(self):
        self.until("document.querySelector('.notices').innerText.trim() === ''")


def test_two_tabs_and_another_browser_show_every_save(tea, start_studio, visit):
    studio = start_studio(tea)
    where = studio.address + CALM
    first = visit(where)
    tabs = Tabs(first, visit(where, beside=first), visit(where, 390))
    face = tabs.new_face("")
    change(tea / CARDS, "Draw two cards", "Draw three cards")
    face = tabs.new_face(face)
    change(tea / CARDS, "pieces:", "pieces: [")
    tabs.says("Tea Time")
    assert tabs.face() == face
    text = (tea / CARDS).read_text(encoding="utf-8")
    (tea / CARDS).write_text(text.replace("pieces: [", "pieces:").replace("three", "four"), encoding="utf-8")
    tabs.is_quiet()
    tabs.new_face(face)


def test_a_page_goes_on_when_its_studio_is_started_again(tea, start_studio, visit):
    studio = start_studio(tea)
    tab = visit(studio.address + CALM)
    tab.forgive("net::ERR_")
    tabs = Tabs(tab)
    face = tabs.new_face("")
    address = studio.address
    studio.kill()
    tabs.says("does not answer")
    assert tabs.face() == face
    change(tea / CARDS, "Draw two cards", "Draw three cards")
    studio.start("--no-open")
    assert studio.address == address
    tabs.is_quiet()
    tabs.new_face(face)
