from pathlib import Path

import pytest
from small_game import contents, in_a_process, write_game

from pnp.shops.export_games import export_targets

pytestmark = pytest.mark.long


def test_the_same_input_gives_the_same_bytes_wherever_and_however_it_is_built(tmp_path: Path):
    here, there = (write_game(tmp_path / name) for name in ("here", "quite/another place"))
    first = in_a_process(here, "build", "--jobs", "1", PYTHONHASHSEED="1", TZ="UTC")
    second = in_a_process(there / "card_data", "build", "--jobs", "4", PYTHONHASHSEED="2", TZ="Asia/Tokyo")
    assert (first.status, second.status) == (0, 0)
    assert len(contents(here / "output")) == 13
    assert contents(here / "output") == contents(there / "output")


def test_the_only_date_is_the_one_asked_for(tmp_path: Path):
    project = write_game(tmp_path)
    in_a_process(project, "build", "--paper", "a4", SOURCE_DATE_EPOCH="86400")
    assert b"1970-01-02T00:00:00Z" in (project / "output/soup/a4/food.pdf").read_bytes()
    in_a_process(project, "build", "--paper", "a4", SOURCE_DATE_EPOCH="")
    assert b"CreateDate" not in (project / "output/soup/a4/food.pdf").read_bytes()


EXPORT_ALL = """
from pnp.__main__ import run
for target in {targets}:
    more = ["--url-base", "https://example.org"] if target == "tts" else []
    without_profile = target == "drivethrucards"  # which takes CMYK only
    assert run(["export", target, *more]) == without_profile
"""


def test_every_export_gives_the_same_bytes_wherever_and_whenever_it_is_made(tmp_path: Path):
    here, there = (write_game(tmp_path / name) for name in ("here", "quite/another place"))
    targets = [target.name for target in export_targets()]
    code = EXPORT_ALL.format(targets=targets)
    one = in_a_process(here, "list", code=code, PYTHONHASHSEED="1", TZ="UTC")
    # The second process begins seconds later.
    other = in_a_process(there / "card_data", "list", code=code, PYTHONHASHSEED="2", TZ="Asia/Tokyo")
    assert (one.status, other.status) == (0, 0), one.err
    assert {path.name for path in (here / "output/soup/export").iterdir()} == {*targets}
    assert contents(here / "output") == contents(there / "output")
