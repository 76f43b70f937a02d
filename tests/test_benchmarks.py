"""The benchmark names what there is, counts every sample once, and keeps what it did not measure."""

import importlib

import pytest

from benchmarks.numbers import HEAD, number_table
from benchmarks.page import PAGE, PICTURE, SCALE_PAGE, SCALE_PICTURE, with_table
from benchmarks.parts import SAMPLED
from benchmarks.race import RACE_HEAD
from benchmarks.sampler import CALL_TYPST
from benchmarks.scale import SCALE_HEAD
from benchmarks.stages import STAGES, stage_table


@pytest.mark.parametrize(
    "name", sorted({*CALL_TYPST, *(name for names in STAGES.values() for name in names)})
)
def test_what_has_a_stage_is_there(name):
    module, _, function = name.partition(":")
    found = importlib.import_module(module)
    assert not function or callable(getattr(found, function))


def test_the_pages_have_a_place_for_every_table_and_their_pictures_are_small():
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page, "numbers", HEAD, number_table({})) == page
    assert with_table(page, "stages", SAMPLED, stage_table({}, SAMPLED)) == page
    assert f"| {' | '.join(RACE_HEAD)} |" in page
    assert f"| {' | '.join(SCALE_HEAD)} |" in SCALE_PAGE.read_text(encoding="utf-8")
    for where, picture in ((PAGE, PICTURE), (SCALE_PAGE, SCALE_PICTURE)):
        assert f"pictures/{picture.name}" in where.read_text(encoding="utf-8")
        assert picture.stat().st_size < 200_000
