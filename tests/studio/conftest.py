"""Projects to open in the studio, studios that run, and a browser to look at them with."""

import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest
from running_studio import RunningStudio
from small_game import write_game
from soup_rules import write_rules
from watched_page import Visit

import pnp

ROOT = Path(__file__).parents[2]
SHIPPED = "yes_broccoli"


@pytest.fixture
def soup(tmp_path) -> Path:
    return write_game(tmp_path)


@pytest.fixture
def soup_rules(soup) -> Path:
    write_rules(soup)
    return soup


@pytest.fixture
def tea(tmp_path) -> Path:
    return pnp.new_project("Tea Time", "cards", parent=tmp_path).folder


@pytest.fixture
def two_games(tea) -> Path:
    for folder in ("card_data", "templates"):
        shutil.copytree(ROOT / folder / SHIPPED, tea / folder / SHIPPED)
    return tea


@pytest.fixture
def start_studio(shared_cache, config_folder):
    environment = {"PNP_CACHE_DIR": str(shared_cache), "PNP_CONFIG_DIR": str(config_folder)}
    with ExitStack() as running:

        def start(project: Path, *, code: str = "", **more: str) -> RunningStudio:
            studio = RunningStudio(project, environment | more, code=code)
            running.callback(studio.end)
            return studio

        yield start


@pytest.fixture
def visit(chromium):
    contexts, visits = [], []

    def open_page(
        address: str, width: int = 1024, *, dark: bool = False, beside: Visit | None = None
    ) -> Visit:
        if beside is None:
            scheme = "dark" if dark else "light"
            contexts.append(chromium.new_context(color_scheme=scheme, reduced_motion="reduce"))
        context = beside.page.context if beside else contexts[-1]
        visits.append(Visit(context, address, width))
        return visits[-1]

    yield open_page
    complaints = [each for one in visits for each in one.unforgiven()]
    for context in contexts:
        context.close()
    assert complaints == []
