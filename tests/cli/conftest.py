"""A project to work in, and pnp to work with."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from small_game import Outcome, write_game

from pnp.__main__ import run


@pytest.fixture(autouse=True)
def no_other_repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test finds the repository that the tests lie in, or the settings of whoever runs them."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))


@pytest.fixture
def soup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(write_game(tmp_path / "soup"))
    return tmp_path / "soup"


@pytest.fixture
def pnp(capfd: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    def call(line: str, *more: str) -> Outcome:
        capfd.readouterr()
        status = run([*line.split(), *more])
        return Outcome(status, *capfd.readouterr())

    return call
