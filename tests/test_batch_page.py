"""docs/batch.md is done as it says."""

import re
from pathlib import Path

import pytest

from pnp.__main__ import run

PAGE = (Path(__file__).parent.parent / "docs/batch.md").read_text(encoding="utf-8")
BLOCK = r"```\w*\n(.*?)```"
FILES = dict(re.findall(rf"<!-- file: (\S+) -->\n{BLOCK}", PAGE, re.DOTALL))
(TYPED,) = re.findall(rf"<!-- type -->\n{BLOCK}", PAGE, re.DOTALL)
((OLD, NEW, FINDING),) = re.findall(rf"<!-- slip: (.*?) -> (.*?) -->\n{BLOCK}", PAGE, re.DOTALL)
(REPORT,) = re.findall(rf"<!-- report -->\n{BLOCK}", PAGE, re.DOTALL)


@pytest.fixture
def guests(tmp_path, monkeypatch):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(*more: str) -> int:
    command, *arguments = TYPED.split()
    assert command == "pnp"
    return run([*arguments, *more])


def test_the_table_of_the_page_is_built_and_reported_as_shown(guests, capfd):
    assert typed("--workers", "1") == 0
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
    assert typed() == 1
    assert capfd.readouterr().err == FINDING
