"""Everything that pnp check finds is told in the studio too, some moments after a save, and never instead of a face."""

from dataclasses import replace
from queue import Queue
from threading import Thread
from time import sleep

import pytest
from studios import studio

import pnp
from pnp.load.project import find_project
from pnp.model.diagnostics import Diagnostic, Place
from pnp.studio.content import finding_content
from pnp.studio.state import Checked, CheckRuns
from pnp.workers import pool

FAINT = (
    '<text x="20" y="60" font-size="4" font-family="Source Sans Pro" fill="#f8f8f8">pale</text>{% endblock %}'
)
FINDING = Diagnostic("PNP571", "drawn differently", Place("card_data/soup/food.yaml", 7, 1))


@pytest.fixture(autouse=True)
def short_wait(monkeypatch):
    monkeypatch.setattr("pnp.studio.state.CALM", 0.05)


def told_states(state) -> Queue:
    states: Queue = Queue()
    state.events.send = lambda kind, **about: (
        states.put(state.checks.of(about["game"]).state) if kind == "check" else None
    )
    return states


def until_done(states: Queue) -> list[str]:
    seen = [states.get(timeout=60)]
    while seen[-1] not in {"done", "failed"}:
        seen.append(states.get(timeout=60))
    return seen


def codes(client) -> set[str]:
    return {each["code"] for each in client.get("api/games/soup/findings").json()}


def test_what_only_check_finds_is_told_beside_what_changed_since_approval_and_goes(soup):
    pnp.approve_game(find_project(soup), "soup")
    template = soup / "templates/soup/food.svg.j2"
    good = template.read_text(encoding="utf-8")
    template.write_text(good.replace("{% endblock %}", FAINT), encoding="utf-8")
    with studio(soup) as (client, state):
        states = told_states(state)
        assert client.post("api/games/soup/check").json() == {"state": "waiting", "trouble": ""}
        assert until_done(states)[-2:] == ["checking", "done"]  # what is being drawn goes before
        found = client.get("api/games/soup/findings").json()
        faint = [each for each in found if each["code"] == "PNP411"]
        assert [each["pieces"] for each in faint] == [["food/leek"]] * 2  # in the usual look and in the theme
        assert faint[0]["meaning"] == "a text has too little contrast with its background"
        assert {each["detail"].partition('"')[0]: each["message"].partition('"')[0] for each in faint} == {
            "food/leek, front: ": "",
            "food/leek, front in the theme low-ink: ": "In the theme low-ink: ",
        }
        changed = [each for each in found if each["code"] == "PNP571"]
        told = {(each["severity"], each["hint"], each["approve"]) for each in changed}
        assert told == {("warning", "", "food/leek"), ("warning", "", "food/pea")}
        gone = replace(FINDING, hint="if it should be gone: pnp approve soup food")  # and more than that
        assert finding_content(gone)["approve"] == ""
        lacking = replace(FINDING, code="PNP307", hint="or add a font to fonts/ that has it")
        assert finding_content(lacking)["hint"].endswith("into the folder fonts beside card_data")
        template.write_text(good, encoding="utf-8")
        until_done(states)
        assert "PNP411" not in codes(client)


def test_a_save_gives_a_check_up_and_begins_another(soup, monkeypatch):
    with studio(soup) as (client, state):
        states = told_states(state)
        client.post("api/games/soup/check")
        assert states.get(timeout=60) == "checking"
        state.checks.saved({"soup"}, {"soup"})
        assert until_done(states) == ["checking", "done"]


def test_until_it_is_checked_again_what_was_found_late_stays_and_what_is_seen_at_once_does_not():
    name = replace(FINDING, code="PNP104")
    seen_before, seen_now = Checked("done", (name, FINDING)), ()
    assert seen_before.with_those_of(seen_now, readable=True) == (name, FINDING)
    waiting = replace(seen_before, state="waiting")
    assert waiting.with_those_of(seen_now, readable=True) == (FINDING,)
    assert waiting.with_those_of((name,), readable=False) == (name, FINDING)


def test_the_end_of_the_studio_leaves_no_check_behind(soup, monkeypatch):
    started = []
    with studio(soup) as (_, state):
        monkeypatch.setattr(pool, "_LocalWorker", started.append)
        runs = CheckRuns(state.project, lambda _: stop(runs))
        runs.ask("soup")
        runs._thread.join(10)
        assert not runs._thread.is_alive()
    assert started == []


def stop(runs: CheckRuns) -> None:
    thread = Thread(target=runs.stop)
    thread.start()
    while not runs._stopped:
        sleep(0.01)
