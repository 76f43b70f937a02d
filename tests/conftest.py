"""Every test has a cache of its own: no build is served what another test, or the person who runs them, has built."""

import functools
import gc
import os
import re
import shutil
from itertools import count
from pathlib import Path

import pytest
from docs_pages import write_files
from headless_browser import Browser, find_browser

from pnp import cache
from pnp.build.build_cache import BuildCache
from tests.without_processes import do_tasks_here

ROOT = Path(__file__).parent.parent

# There are no doctests in these, and Python takes two modules of one name for one.
collect_ignore_glob = ["*conftest.py"]


def pytest_collection_finish():
    """Spare Python to look for garbage among modules and thousands of tests again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory):
    """The cache of what fixtures build for several tests, and of shipped games; all workers of a run share it."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared-cache"


@pytest.fixture(autouse=True, scope="session")
def caches(tmp_path_factory, shared_cache):
    place = tmp_path_factory.mktemp("caches")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CACHE_DIR", str(shared_cache))
        patch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)  # tests already run side by side
        # A thousand builds in one process are made by one program; each would read all its files to say so.
        patch.setattr(cache, "program", functools.cache(cache.program))
        yield (place / str(number) for number in count())


@pytest.fixture(autouse=True)
def cache_folder(monkeypatch, caches):
    folder = next(caches)
    monkeypatch.setenv("PNP_CACHE_DIR", str(folder))
    return folder


@pytest.fixture(autouse=True)
def config_folder(monkeypatch, cache_folder):
    folder = cache_folder.with_name(f"{cache_folder.name}-settings")
    monkeypatch.setenv("PNP_CONFIG_DIR", str(folder))
    return folder


@pytest.fixture(autouse=True)
def without_processes(request, monkeypatch):
    """Have this process do what workers would, as it does all a test changes; some tests want real ones ("processes")."""
    if request.node.get_closest_marker("processes") is None:
        do_tasks_here(monkeypatch.setattr)


@pytest.fixture
def shipped_games(monkeypatch, cache_folder, shared_cache):
    """Let a test reuse what others have drawn of the shipped games."""
    monkeypatch.setenv("PNP_CACHE_DIR", str(shared_cache))


@pytest.fixture(scope="session")
def shared_faces(shared_cache):
    """What all tests have drawn of the shipped games, for those that draw them without a command."""
    with cache.Cache(shared_cache) as store:
        yield BuildCache(store, cache.program())


@pytest.fixture(scope="session")
def chromium():
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed; make test-all installs it"
    )
    program = find_browser()
    if program is None:
        pytest.skip("there is no Chromium")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=program)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def browser(chromium):
    page = Browser(chromium)
    yield page
    page.close()


@pytest.fixture
def food_and_box(tmp_path):
    """A project with the foods of Yes! Broccoli! and its box alone: as many sorts of pieces, a fifth of the faces."""
    project = tmp_path / "food-and-box"
    for folder in ("card_data/yes_broccoli", "templates/yes_broccoli", "templates/base"):
        shutil.copytree(ROOT / folder, project / folder, ignore=shutil.ignore_patterns("i18n"))
    data = project / "card_data/yes_broccoli"
    for name in ("bids", "powers", "score_sheet", "claims", "rules", "approved"):
        (data / f"{name}.yaml").unlink(missing_ok=True)
    changes = {
        "box": {"holds: [food, bids, powers]": "holds: [food]", "thickness: 0.32mm": "thickness: 0.74mm"},
        "food": {},
        "game": {"engine: yes_broccoli\n": ""},
    }
    for name, new_texts in changes.items():
        file = data / f"{name}.yaml"
        text = re.sub(r".*count\((bids|powers)\).*\n|, claim: [\w ]+", "", file.read_text(encoding="utf-8"))
        text = re.sub(r"\{text: (\"[^\"]*\")\}", r"\1", text)
        for old, new in new_texts.items():
            assert old in text
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
    return project


@pytest.fixture
def files_of_page(tmp_path, monkeypatch):
    """Return what writes the files of a page of docs/ into a folder, and works there."""

    def written(page):
        write_files(page, tmp_path)
        monkeypatch.chdir(tmp_path)
        return tmp_path

    return written


LONGEST = ("test_readme", "test_packing", "test_mutations")
"""The files whose tests take long: they go first, so that no worker waits for another at the end."""


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST))
