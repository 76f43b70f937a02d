"""Every test has a cache of its own: no build is served what another test, or the person who runs them, has built."""

import pytest

collect_ignore = ["conftest.py"]  # there are no doctests here, and tests/cli has a file of the same name


@pytest.fixture(autouse=True, scope="session")
def cache_of_the_run(tmp_path_factory):
    """For what is built before the first test of a file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True)
def cache_folder(tmp_path_factory, monkeypatch, cache_of_the_run):
    """The cache folder of one test."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("PNP_CACHE_DIR", str(folder))
    return folder
