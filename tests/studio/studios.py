"""A studio of a small project, asked without a browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from pnp.build.build_cache import open_cache
from pnp.load.project import find_project
from pnp.studio.server import studio_app
from pnp.studio.state import StudioState

TOKEN = "token-of-the-tests"
PORT = 8001
BASE = f"http://127.0.0.1:{PORT}/{TOKEN}/"


@contextmanager
def studio(root: Path, **options: Any) -> Iterator[tuple[TestClient, StudioState]]:
    with open_cache() as cache:
        state = StudioState(find_project(root), cache)
        with TestClient(studio_app(state, TOKEN, PORT), base_url=BASE, **options) as client:
            yield client, state
