"""docs/batch.md is done as it says."""

import pytest
from docs_pages import blocks, typed, write_files

PAGE = "batch.md"
(TYPED,) = blocks(PAGE, "type")
((OLD, NEW, FINDING),) = blocks(PAGE, "slip: (.*?) -> (.*?)")
(REPORT,) = blocks(PAGE, "report")


@pytest.fixture
def guests(tmp_path, monkeypatch):
    write_files(PAGE, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_table_of_the_page_is_built_and_reported_as_shown(guests, capfd):
    assert typed(TYPED, "--workers", "1") == 0
    assert capfd.readouterr().err == ""
    report = (guests / "output/batch/batch-report.csv").read_text(encoding="utf-8-sig")
    assert report.replace("\r\n", "\n") == REPORT
    assert (guests / "output/batch/zoe/guests/a4/cards.pdf").is_file()
    thanks = (guests / "output/batch/max/guests/svg/cards/thanks.front.svg").read_text(encoding="utf-8")
    welcome = (guests / "output/batch/max/guests/svg/cards/seat.front.svg").read_text(encoding="utf-8")
    assert ("See you" in thanks, "Max" in thanks, "Max" in welcome) == (True, False, True)


def test_the_mistake_of_the_page_is_found_as_shown(guests, capfd):
    table = guests / "guests.csv"
    table.write_text(table.read_text(encoding="utf-8").replace(OLD, NEW), encoding="utf-8")
    assert typed(TYPED) == 1
    assert capfd.readouterr().err == FINDING
