"""Modules that lie in a project are not run, by none of the processes that a command starts."""

import os
import subprocess
import sys

from pnp.workers.start import SAFE_PATH, safe_environment

PLANTED = "import pathlib; (pathlib.Path(__file__).parent / 'ran').touch()\n"
WORK = f"""
import os, sys, threading, time
from pnp.workers.tasks import workers
threading.Thread(target=time.sleep, args=(1,)).start()  # no process can be copied
for sys.platform in ("linux", "another"):
    with workers() as shared:
        assert shared.run(len, "abc") == 3
assert os.environ["{SAFE_PATH}"] == ""
"""


def python(folder, *words, env):
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=env, check=True, capture_output=True
    ).stdout


def test_a_worker_runs_no_module_of_the_folder(tmp_path):
    game, elsewhere = tmp_path / "game", tmp_path / "work.py"
    game.mkdir()
    (game / "pickle.py").write_text(PLANTED)
    elsewhere.write_text(WORK)
    python(game, str(elsewhere), env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), SAFE_PATH: ""})
    assert not (game / "ran").exists()


def test_the_process_of_the_second_renderer_runs_none_either(tmp_path):
    (tmp_path / "json.py").write_text(PLANTED)
    assert b"usage" in python(tmp_path, "-m", "json.tool", "--help", env=safe_environment())
    assert not (tmp_path / "ran").exists()
