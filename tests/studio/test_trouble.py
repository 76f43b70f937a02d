"""A project that vanishes, a disk that is full, Ctrl-C: a sentence, and nothing lost."""

import os
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest
from raw_http import ask
from small_game import change, contents

pytestmark = pytest.mark.long
CALM = "faces/tea_time/cards/calm.front.svg"


def test_a_project_that_vanishes_is_told_and_comes_back(tea, start_studio):
    running = start_studio(tea)
    face = ask(running.address, CALM).body
    away = tea.rename(tea.with_name("away"))
    for path in ("api/project", "api/games/tea_time/pieces", "api/games/tea_time/findings", CALM):
        answer = ask(running.address, path)
        assert answer.status in {200, 404, 409, 500}, path
        assert answer.status == 200 or answer.says["error"], path
        assert b"Traceback" not in answer.body
    away.rename(tea)
    change(tea / "card_data/tea_time/cards.yaml", "Draw two cards", "Draw three cards")
    bodies = (sleep(0.02) or ask(running.address, CALM).body for _ in range(1500))
    assert any(body.startswith(b"<") and body != face for body in bodies)
    assert "Traceback" not in "".join(running.printed)


FULL = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_a_full_disk_is_told_and_changes_nothing(tea, start_studio, tmp_path):
    running = start_studio(tea, code=FULL, PNP_CACHE_DIR=str(tmp_path / "empty"))
    assert ask(running.address, CALM).status == 200
    before = contents(tea)
    answer = ask(running.address, "api/games/tea_time/approve", method="POST", body=b'{"names": ["cards"]}')
    assert answer.status in {409, 500}
    assert "File too large" in answer.says["error"]
    assert contents(tea) == before


SLOW = """
import time
from pnp.studio.state import StudioState
StudioState.face = lambda *_: time.sleep(3)
"""


def test_ctrl_c_says_nothing_of_what_was_under_way(tea, start_studio):
    running = start_studio(tea, code=SLOW)
    with ThreadPoolExecutor(4) as many:
        waiting = [many.submit(ask, running.address, CALM) for _ in range(4)]
        assert ask(running.address, "api/root").status == 200
        running.end()
        assert [each.exception() for each in waiting if each.exception()] == []
    assert "".join(running.printed[1:]).count("Error") == 0
