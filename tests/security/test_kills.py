"""Writing commands killed at some of their changes of files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.security.kills import lying_about, torn
from tests.security.writing_commands import COMMANDS

ROOT = Path(__file__).parents[2]


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
def test_a_killed_command_tears_nothing_and_the_next_run_sweeps_up():
    """In a process of its own: one with threads cannot be copied."""
    command = [sys.executable, "-m", "tests.security.kills", "24"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" kills\n") == len(COMMANDS)


def test_what_is_torn_and_what_lies_about_is_told_apart():
    before, after = {"a": b"old", "b": b"1"}, {"a": b"new", "c": b"2"}
    now = {"a": b"ne", "b": b"1", "c": b"2", ".c.0123.pnp-tmp": b"", "tmp/pnp-fonts-x": None}
    assert list(torn(now, before, after)) == ["a"]
    assert list(lying_about(now, after)) == [
        ".c.0123.pnp-tmp was left",
        "a is another",
        "b was left",
        "tmp/pnp-fonts-x was left",
    ]
