"""What is saved in any program shows in every tab; a broken file, and a studio that has ended, are told and forgotten."""

import pytest
from small_game import change
from studio_story import face_number

pytestmark = pytest.mark.browser
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
