"""From nothing to a deck in the browser: no terminal but for the start."""

import re

import pytest

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
