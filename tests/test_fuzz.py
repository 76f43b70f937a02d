"""Files that once went wrong, and files damaged by chance."""

import tempfile
from contextlib import chdir

import pytest
from hypothesis import given, settings

from pnp.__main__ import run
from tests.fuzz.cases import BUILD, CHECK, CORPUS, VERIFY, Case, cases, read_case
from tests.fuzz.oracle import Bench
from tests.fuzz.projects import VARIANTS

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CACHE_DIR", str(folder / "cache"))
        (folder / "tmp").mkdir()
        patch.setenv("TMPDIR", str(folder / "tmp"))
        patch.setattr(tempfile, "tempdir", str(folder / "tmp"))
        yield Bench(folder)


@pytest.mark.long
@pytest.mark.parametrize("start", [name for name in VARIANTS if not name.startswith("new")])
def test_the_project_is_sound(start, bench):
    assert bench.complaints(Case(start, {}, (CHECK, BUILD, VERIFY))) == []
    with chdir(bench.root):
        assert run(["check"]) == 0


@pytest.mark.long
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.json")), ids=lambda path: path.stem)
def test_what_once_went_wrong_goes_well(path, bench):
    assert bench.complaints(read_case(path)) == []


@given(case=cases())
@settings(max_examples=20, deadline=None)
def test_a_mistake_is_told_with_its_place(case, bench):
    assert bench.complaints(case) == []


@pytest.mark.slow
@given(case=cases())
@settings(max_examples=2_000, deadline=60_000)
def test_many_mistakes_are_told_with_their_places(case, bench):
    assert bench.complaints(case) == []
