"""Files that once went wrong, and a few with mistakes made by chance: `python -m tests.fuzz` tries thousands."""

import tempfile

import pytest

from tests.fuzz.cases import CHECK, Case, case_of
from tests.fuzz.corpus import corpus
from tests.fuzz.oracle import Bench
from tests.fuzz.projects import VARIANTS

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CACHE_DIR", str(folder / "cache"))
        patch.setattr(tempfile, "tempdir", str(folder / "tmp"))
        yield Bench(folder)


@pytest.mark.parametrize("start", [name for name in VARIANTS if not name.startswith("new")])
def test_the_project_is_sound(start, bench):
    assert bench.complaints(Case(start, {}, (CHECK,))) == []


@pytest.mark.parametrize("name", corpus())
def test_what_once_went_wrong_goes_well(name, bench):
    assert bench.complaints(corpus()[name]) == []


@pytest.mark.parametrize("kind", ["projects", "svg", "fonts", "tables"])
@pytest.mark.parametrize("number", range(3))
def test_a_mistake_is_told_with_its_place(kind, number, bench):
    case = case_of(kind, 0, 20 * number)
    assert bench.complaints(Case(case.start, case.changes, case.commands[:1])) == []
