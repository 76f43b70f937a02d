"""Printing in a browser: one click, the sheets counted and turned, the PDF downloaded and read back."""

import pytest

pytestmark = pytest.mark.browser
SLOW_MS = 60_000


@pytest.fixture
def printing(tea, start_studio, visit):
    def open_view(width=1024, refused=None, code=""):
        studio = start_studio(tea, code=code)
        one = visit(f"{studio.address}#/tea_time/print", width)
        if refused:
            one.forgive(refused)
        one.page.wait_for_selector(".sheet", timeout=SLOW_MS)
        return one.page

    return open_view


def test_one_click_prints_and_what_is_downloaded_is_what_the_data_say(printing, tea, tmp_path):
    page = printing()
    assert page.locator(".sum").inner_text() == "3 sheets, 6 printed sides"
    page.get_by_text("and 2 × Plain paper, A4").wait_for(timeout=SLOW_MS)
    page.get_by_role("button", name="Print Tea Time on A4").click()
    link = page.get_by_role("link", name="Download PDF")
    link.wait_for(timeout=SLOW_MS)
    page.get_by_role("radio", name="Only what changed").check()
    page.get_by_label("Since").wait_for()  # the print of just now
    page.get_by_role("radio", name="Print at home").check()
    link.wait_for()
    assert "flip on long edge" in page.locator(".advice").inner_text()
    with page.expect_download() as waiting:
        link.click()
    assert waiting.value.suggested_filename == "tea_time-a4.pdf"
    waiting.value.save_as(tmp_path / "print.pdf")
    assert (tmp_path / "print.pdf").read_bytes() == (tea / "output/tea_time/a4/print.pdf").read_bytes()
    page.get_by_role("button", name="Read the files back").click()
    page.get_by_text("every one in its place").wait_for(timeout=SLOW_MS)
    assert link.count() == 1
    page.reload()
    page.get_by_text("every one in its place").wait_for(timeout=SLOW_MS)
    assert link.count() == 1


def test_the_sheets_are_counted_as_one_chooses_and_the_choice_is_remembered(printing):
    page = printing(390, refused="404.*print/plan")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_text("More choices").click()
    page.get_by_label("Folded").check()
    page.get_by_text("6 sheets, 6 printed sides").wait_for(timeout=SLOW_MS)
    page.get_by_label("Another paper", exact=True).first.check()
    page.get_by_role("combobox", name="Another paper").select_option("own")
    page.get_by_role("textbox", name="A size of my own").fill("2x2mm")
    page.get_by_text("no paper has the size").wait_for()
    assert page.get_by_role("button", name="Print Tea Time").is_disabled()
    page.get_by_role("textbox", name="A size of my own").fill("300x400mm")
    page.get_by_text("3 sheets, 3 printed sides").wait_for(timeout=SLOW_MS)
    page.reload()
    page.get_by_text("3 sheets, 3 printed sides").wait_for(timeout=SLOW_MS)


SLOW = """
from time import sleep
from pnp.studio import print_jobs
def slow(*_, progress, **__):
    for step in range(600):
        progress("draw tea_time/cards", step + 1, 600)
        sleep(0.1)
print_jobs.build_games = slow
"""


def test_a_job_shows_how_far_it_is_and_can_be_cancelled(printing):
    page = printing(code=SLOW)
    page.get_by_role("button", name="Print Tea Time on A4").click()
    page.locator("progress[value]").wait_for(timeout=SLOW_MS)
    assert page.get_by_role("progressbar", name="Progress").count() == 1
    page.reload()  # the job goes on, and the page finds it again
    page.get_by_role("button", name="Cancel").click(timeout=SLOW_MS)
    page.get_by_text("Cancelled.").wait_for(timeout=SLOW_MS)


def test_an_answer_that_comes_late_does_not_make_an_ended_job_run_again(printing):
    page, late = printing(), []

    def hold_the_first(route):
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch().json() | {"stage": "running", "ended": False, "outcome": None}))

    page.route("**/api/print/jobs/1", hold_the_first)
    page.get_by_role("button", name="Print Tea Time on A4").click()
    page.get_by_role("link", name="Download PDF").wait_for(timeout=SLOW_MS)
    [(route, running)] = late
    with page.expect_response("**/api/print/jobs/1"):
        route.fulfill(json=running)
    page.wait_for_timeout(300)
    assert not page.get_by_role("button", name="Cancel").is_visible()
    assert page.get_by_role("link", name="Download PDF").is_visible()


def test_a_sheet_is_looked_at_closely(printing):
    page = printing(390)
    page.get_by_role("button", name="Enlarge sheet 2 of Cards").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Turn sheet 2 of Cards over").click()
    assert dialog.get_by_role("img", name="Cards, sheet 2 of 3, back: 9 pieces").count() == 1
    page.keyboard.press("ArrowRight")
    dialog.get_by_text("Cards: Sheet 3 of 3").wait_for()
    page.keyboard.press("Escape")
    assert dialog.count() == 0
