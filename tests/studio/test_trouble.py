"""A project that vanishes, a second studio, a disk that is full: a sentence, and nothing lost."""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest
from raw_http import ask
from small_game import change, contents, in_a_process
from studios import studio

pytestmark = pytest.mark.long

CARDS = "card_data/tea_time/cards.yaml"
CALM = "faces/tea_time/cards/calm.front.svg"


def test_a_second_studio_leads_to_the_first(tea, start_studio, shared_cache):
    first = start_studio(tea)
    second = in_a_process(tea, "studio", "--no-open", PNP_CACHE_DIR=str(shared_cache))
    assert second.status == 0
    assert f"is already open at {first.address}" in second.out
    elsewhere = start_studio(tea)  # --port 0: somebody who asks for another port gets one
    assert elsewhere.port != first.port
    assert ask(first.address, "api/project").status == 200


def test_a_port_that_somebody_else_has_is_told(tea, start_studio, shared_cache):
    first = start_studio(tea)
    other = in_a_process(tea.parent, "new", "Other", PNP_CACHE_DIR=str(shared_cache))
    assert other.status == 0
    second = in_a_process(
        tea.parent / "Other",
        "studio",
        "--no-open",
        "--port",
        str(first.port),
        PNP_CACHE_DIR=str(shared_cache),
    )
    assert second.status == 2
    assert f"port {first.port} is not free" in second.err
    assert "hint: name another with --port" in second.err


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
    change(tea / CARDS, "Draw two cards", "Draw three cards")
    assert eventually(running.address, lambda body: body.startswith(b"<") and body != face)
    assert "Traceback" not in "".join(running.printed)


def eventually(address, good):
    """Ask for the face until it is good."""
    return any(good(ask(address, CALM).body) or sleep(0.02) for _ in range(1500))


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


JUNK = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"x"',
    b"-1e999",
    b"\xff\xfe{}",
    b"[" * 200_000,
    b'{"a":' * 100_000,
    b"{}",
    b"\0",
]
PARTS = {"game": "soup", "side": "food/leek.front", "piece": "food/leek", "name": "leek", "component": "food"}


def test_whatever_is_sent_to_any_address_is_answered_in_a_sentence(soup):
    with studio(soup) as (client, _):
        routes = [each for each in client.app._app.routes if getattr(each, "methods", ())]
        for route in routes:
            path = re.sub(r"{(\w+)[^}]*}", lambda part: PARTS.get(part[1], "x"), route.path).lstrip("/")
            for method in route.methods & {"POST", "PUT", "DELETE"}:
                for body in JUNK:
                    answer = client.request(
                        method, path, content=body, headers={"content-type": "application/json"}
                    )
                    said = f"{method} {path} {body[:9]}: {answer.status_code} {answer.text[:200]}"
                    assert answer.status_code < 500, said
                    assert answer.status_code < 400 or answer.json()["error"], said


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


def test_more_than_memory_is_for_is_not_taken_at_once(soup, monkeypatch):
    monkeypatch.setattr("pnp.studio.security.MOST_AT_ONCE", 1_000)
    with studio(soup) as (client, _):
        for _ in range(3):  # what was refused, and what was answered, counts no more
            refused = client.post("upload/art/soup?name=leek.png", content=b"x" * 2_000)
            assert (refused.status_code, refused.json()["error"]) == (503, "too much is being sent at once")
            taken = client.post("upload/art/soup?name=leek.png", content=b"x" * 600)
            assert taken.status_code != 503
