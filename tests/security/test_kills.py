"""Writing commands killed at some of their changes of files."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
def test_a_killed_command_tears_nothing_and_the_next_run_sweeps_up():
    """In a process of its own: one with threads cannot be copied."""
    command = [sys.executable, "-m", "tests.security.kills"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) == 4
    assert not any(found.values()), found
