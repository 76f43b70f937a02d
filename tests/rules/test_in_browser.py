"""The page of a rules summary in a browser: every letter from a font of the page, text in readable columns."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from pnp.model.geometry import Size
from pnp.model.rules_document import Paragraph, Picture, RulesDocument, Run, Section
from pnp.rules.html_page import as_html
from pnp.typesetting.fonts import font_book

pytestmark = pytest.mark.browser
WIDTHS = (390, 768, 1200)  # in px: a phone, a tablet, a desktop

COLUMNS = """
Array.from(document.querySelectorAll("main p, main dl, main :is(ul:not(.glance), ol:not(.glance, .drawing ol)) > li"), each =>
  each.clientWidth / parseFloat(getComputedStyle(each).fontSize))
"""
"""The widths of all texts but those in figures, in em."""

PARTED = """
Array.from(document.querySelectorAll("main .icon")).filter(icon => {
  const range = document.createRange(), next = icon.nextSibling
  if (next?.nodeType != Node.TEXT_NODE || !/^[.,;:!?)]/.test(next.data)) return false
  range.setStart(next, 0)
  range.setEnd(next, 1)
  return range.getBoundingClientRect().left < icon.getBoundingClientRect().right - 1
}).length
"""
"""How many icons have the punctuation after them on another line."""


@pytest.fixture
def page(summary, tmp_path):
    path = tmp_path / "rules.html"
    path.write_text(summary.html)
    return path


@pytest.mark.parametrize("width", WIDTHS)
def test_every_letter_is_drawn_with_a_font_of_the_page(browser, page, width):
    browser.open(page, width)
    drawn = browser.fonts_drawn()
    assert sum(drawn.values()) > 2000
    assert [font for font, embedded in drawn if not embedded] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_is_as_wide_as_the_window_and_its_columns_are_readable(browser, page, width):
    browser.open(page, width)
    assert browser.value("document.documentElement.scrollWidth") <= width
    columns = browser.value(COLUMNS)
    assert len(columns) > 100
    assert min(columns) >= 11.5
    assert max(columns) <= 48


COIN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'


def test_no_line_begins_with_punctuation_after_an_icon(browser, tmp_path):
    icon = Run("coin", icon="coin")
    texts = (Paragraph((Run("i" * count + " "), icon, Run(". So?"))) for count in range(40, 120))
    section = Section("object", "Object", tuple(texts))
    document = RulesDocument("Soup", "en", "", "", (section,), icons={"coin": Picture(COIN, Size(4, 4))})
    path = tmp_path / "rules.html"
    path.write_text(as_html(document, SimpleNamespace(fonts={}, fallback_fonts={}), font_book(Path("none"))))
    browser.open(path, 390)
    assert browser.value("document.querySelectorAll('main .icon').length") == 80
    assert browser.value(PARTED) == 0


def test_a_dark_page_has_light_text(browser, page):
    for dark, ink in ((False, "rgb(35, 32, 43)"), (True, "rgb(236, 234, 240)")):
        browser.open(page, dark=dark)
        assert browser.value("getComputedStyle(document.body).color") == ink
