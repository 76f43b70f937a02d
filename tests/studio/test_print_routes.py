"""Printing as the page asks for it: what can be chosen, plans, sheets, jobs, downloads; and refusals in sentences."""

import io
import time
import zipfile

import pikepdf
import pytest
from studios import studio

from pnp.studio.print_choice import read_choice


@pytest.fixture
def client(tea):
    with studio(tea) as (client, _):
        yield client


def job_of(client, **choice):
    number = client.post("api/print/jobs", json=choice).json()["number"]
    return ended(client, number)


def ended(client, number):
    until = time.monotonic() + 60
    while time.monotonic() < until:
        job = client.get(f"api/print/jobs/{number}").json()
        if job["ended"]:
            return job
        time.sleep(0.05)
    raise TimeoutError(job)


def test_a_hundred_selected_cards_are_planned(client):
    all_pieces = client.get("api/games/tea_time/pieces").json()["pieces"]
    pieces = ", ".join(f"cards/{each['id']}" for each in all_pieces[:20])
    plan = client.post(
        "api/print/plan", json={"games": ["tea_time"], "pieces": ", ".join([pieces] * 5)}
    ).json()
    assert plan["sheets"] == 3
    assert len(pieces) > 200


@pytest.mark.long
def test_choose_count_look_print_and_download(client):
    form = client.get("api/print/form").json()
    assert [each["title"] for each in form["papers"][:2]] == ["A4", "Letter"]
    finishes = [each["name"] for each in form["finishes"]]
    assert read_choice({"finish": finishes}).build_options().finish == ("sleeves", "laminate", "square")
    choice = {"games": ["tea_time"], "papers": ["a4"]}
    plan = client.post("api/print/plan", json=choice).json()
    assert (plan["sheets"], plan["pages"], plan["findings"]) == (3, 6, [])
    assert client.post("api/print/reading", json=choice).json()[0]["sheets"] == 2
    sheets = client.post("api/print/sheets/2/8", json=choice).json()
    assert [each["number"] for each in sheets] == [3]
    face = sheets[0]["front"]["faces"][0]["face"]
    shown = client.get(f"api/print/faces/{face}.svg")
    assert shown.headers["content-type"].startswith("image/svg+xml")
    assert "sandbox" in shown.headers["content-security-policy"]
    job = job_of(client, **choice)
    assert job["stage"] == "done"
    first = job["outcome"]["games"][0]["files"][0]
    sent = client.get(f"api/print/jobs/{job['number']}/files/{first['number']}")
    assert 'filename="tea_time-a4.pdf"' in sent.headers["content-disposition"]
    with pikepdf.open(io.BytesIO(sent.content)) as pdf:
        assert len(pdf.pages) > plan["pages"]  # the guide comes first
    opened = client.get(f"api/print/jobs/{job['number']}/files/{first['number']}?open")
    assert opened.headers["content-disposition"].startswith("inline")
    assert "default-src" not in opened.headers["content-security-policy"]
    packed = client.get(f"api/print/jobs/{job['number']}/zip")
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        assert archive.namelist() == ["tea_time/a4/print.pdf"]
    verified = client.post(f"api/print/jobs/{job['number']}/verify").json()
    assert "every one in its place" in ended(client, verified["number"])["outcome"]["lines"][0]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "words"),
    [
        ("POST", "api/print/plan", b"{", 400, "cannot be read"),
        ("POST", "api/print/plan", b"[]", 400, "cannot be read"),
        ("POST", "api/print/plan", b'{"papers": ["a9"]}', 404, 'no paper is called "a9"'),
        ("POST", "api/print/jobs", b'{"backs": "up"}', 404, "no way to print backs"),
        ("POST", "api/print/sheets/x/8", b"{}", 404, "there is nothing at this address"),
        ("GET", "api/print/jobs/7", None, 404, "no print job number 7"),
        ("DELETE", "api/print/jobs/7", None, 404, "no print job number 7"),
        ("GET", "api/print/jobs/7/files/0", None, 404, "no print job number 7"),
        ("GET", "api/print/jobs/7/files/..%2f..%2fetc", None, 404, "nothing at this address"),
        ("GET", "api/print/faces/abc.svg", None, 404, "no recently planned sheet"),
    ],
)
def test_refusals_are_sentences(client, method, path, body, status, words):
    answer = client.request(method, path, content=body)
    assert (answer.status_code, words in answer.json()["error"]) == (status, True), answer.text


@pytest.mark.long
def test_what_was_made_is_outdated_once_its_game_is_saved(tea):
    with studio(tea) as (client, state):
        made = job_of(client, games=["tea_time"], papers=["a4"])
        checked = client.post(f"api/print/jobs/{made['number']}/verify").json()
        assert (made["outdated"], ended(client, checked["number"])["checks"]) == (False, made["number"])
        data = tea / "card_data/tea_time/cards.yaml"
        data.write_text(data.read_text(encoding="utf-8").replace("Storm", "Gale"), encoding="utf-8")
        state.look_again()
        assert client.get(f"api/print/jobs/{made['number']}").json()["outdated"]
        again = job_of(client, games=["tea_time"], papers=["a4"])
        assert [each["outdated"] for each in client.get("api/print/jobs").json()] == [True, True, False]
        assert not again["outdated"]
        data.write_text(data.read_text(encoding="utf-8").replace("Gale", "Hail"), encoding="utf-8")
        number = job_of(client, games=["tea_time"], papers=["a4"])["number"]  # before anybody has looked
        state.look_again()
        assert not client.get(f"api/print/jobs/{number}").json()["outdated"]
