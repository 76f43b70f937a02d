"""Every test has a cache of its own: no build is served what another test, or the person who runs them, has built."""

import functools
from itertools import count

import pytest

from pnp import cache

collect_ignore = ["conftest.py"]  # there are no doctests here, and tests/cli has a file of the same name


@pytest.fixture(autouse=True, scope="session")
def caches(tmp_path_factory):
    """Folders for caches, not made before they are used; one is for what is built before the first test of a file."""
    place = tmp_path_factory.mktemp("caches")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CACHE_DIR", str(place / "before"))
        # A thousand builds in one process are made by one program; each would read all its files to say so.
        patch.setattr(cache, "program", functools.cache(cache.program))
        yield (place / str(number) for number in count())


@pytest.fixture(autouse=True)
def cache_folder(monkeypatch, caches):
    """The cache folder of one test; it need not be there."""
    folder = next(caches)
    monkeypatch.setenv("PNP_CACHE_DIR", str(folder))
    return folder
