"""Some requests to every address of the studio, and what they must not bring about."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from small_game import write_game
from starlette.routing import Mount, Route, Router
from starlette.testclient import httpx
from studios import studio

from tests.security.escape_sandbox import MARK, filled_sandbox, state_of

NAMES = {
    "game": ("soup",), "component": ("food", "deck"), "piece": ("leek", "ant", "food/leek"), "key": ("0" * 64,),
    "side": ("food/leek.front", "food/leek.back", "deck/ant.front"), "name": ("pea", "app.js", "style.css"),
    "number": ("1", "2"), "file": ("0", "1"),
}  # fmt: skip
"""What an address may rightly have in each of its places."""

ODD = (
    "..", "../..", "../../neighbour/secret.txt", "/etc/passwd", "//etc/passwd", "C:\\x", "..\\..\\neighbour\\secret.txt",
    "%2e%2e", "%252e%252e%252fneighbour", "a/../../b", "\0", "leek\0", "CON", "nul.svg", "a" * 5000, "é", "\ud800", "😀",
    "", " ", ".", "~", "*", "?", "#", "-", "--help", "$(id)", "`id`", ";", "&", "'", '"', "<b>", "%", "%n", "{0}", "{{1}}",
    "1e9", "-1", "99999999999999999999", "nan", "٣", "\r\nx: y", "file:///etc/passwd", "http://127.0.0.1/", "HEAD", "v1",
    "card_data/soup/food.yaml", "../neighbour/secret.txt", ".git/config", "templates/soup/food.svg.j2", ":build",
)  # fmt: skip
VALUES = (
    *ODD, 0, -1, 0.5, 1e308, 2**63, 10**400, float("nan"), float("inf"), True, None, [], {}, "x" * 10_000, [[]], [{}], [None, 1],
    [["x"], {"id": []}], {"leek": {"zoom": "", "fit": [1]}}, {"": None}, {"name": {"id": "../.."}}, {"focus": [2**70, "x"]},
)  # fmt: skip
ODD_JSON = (
    b"", b"{", b"[]", b"null", b'"x"', b"-1e999", b"NaN", b"Infinity", b"\xff\xfe{}", b"[" * 100_000, b'{"a":' * 50_000,
    b"1" * 5_000, b'{"a":' + b"9" * 5_000 + b"}", b'{"line": ' + b"9" * 5_000 + b', "file": "x"}', b"\0", b'{"a": "\\ud800"}',
    b'{"a": 1, "a": 2}', b"{}" * 3, "{}".encode("utf-16"), "{}".encode("utf-32"), b"\xef\xbb\xbf{}", b'{"\\u0000": "\\u0000"}',
)  # fmt: skip
"""Bodies that are no object, or a strange one."""

KEYS = {
    "values": {"name": "Leek", "text": "Boil."}, "was": {"name": "Leek"}, "everywhere": ["text"], "id": "leek2",
    "pieces": ["food/leek"], "names": ["food"], "file": "card_data/soup/food.yaml", "line": 1, "slot": "leek",
    "piece": "food/leek", "placement": {"focus": [0.5, 0.5], "zoom": 1, "rotation": 0, "fit": "cover"},
    "files": [{"id": "0", "slot": "leek", "piece": "food/leek"}], "credit": "Ann", "licence": "CC0", "source": "x",
    "games": ["soup"], "papers": ["a4"], "components": ["food"], "copies": 1, "skip_first": 0, "backs": "long-edge",
    "marks": "outside", "theme": "low-ink", "language": "fr", "printer": "office", "margin": "5mm", "cut": ["svg"],
    "pack": True, "rules": True, "since": "v1", "target": "png", "dpi": 100,
}  # fmt: skip
"""What requests say, with a value that is right."""

QUERIES = ("theme", "since", "was", "slot", "id", "key", "name", "for", "start", "count", "open")
HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy", "cache-control")


def routes_of(router: Router, before: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield the address and the methods of every route of the studio, those of the views too."""
    for each in router.routes:
        if isinstance(each, Route):
            yield before + each.path, sorted(each.methods or {"GET"})
        elif isinstance(each, Mount):
            made = getattr(each.app, "_made", None)
            yield from routes_of(made() if made else each.app, before + each.path)


def asked(pattern: str, chance: random.Random, odd: str) -> tuple[str, bytes]:
    """Return an address and a body that are right but for a name, a value, the query or the whole body."""

    def filled(part: re.Match[str]) -> str:
        word = chance.choice(ODD if odd == "name" else NAMES.get(part[1], ("x",)))
        return quote(word, safe=chance.choice(("", "/")), errors="surrogatepass")

    path = re.sub(r"{(\w+)[^}]*}", filled, pattern).lstrip("/")
    if odd == "query":
        path += f"?{chance.choice(QUERIES)}={quote(chance.choice(ODD), errors='surrogatepass')}"
    if odd == "body":
        return path, chance.choice(ODD_JSON)
    said: dict[str, Any] = {key: value for key, value in KEYS.items() if chance.random() < 0.8}
    if odd == "value":
        said |= {key: chance.choice(VALUES) for key in chance.sample(sorted(said), 3)}
    return path, json.dumps(said).encode()


def wrong_with(answer: httpx.Response, method: str) -> str:
    """Return what is wrong with an answer, "" for nothing."""
    if answer.status_code >= 500:
        return answer.text[:100]
    if lacks := [name for name in HEADERS if name not in answer.headers]:
        return f"without {lacks[0]}"
    if any(name.startswith("access-control") or name == "x" for name in answer.headers):
        return "a header that the request made"
    if MARK.encode() in answer.content:
        return "what the neighbour has is sent"
    return "no sentence" * (
        method != "HEAD" and answer.status_code >= 400 and b'"error"' not in answer.content
    )


def test_whatever_is_sent_is_answered_in_a_sentence(tmp_path, monkeypatch):
    chance, found, launched = random.Random(5), [], []
    box = filled_sandbox(tmp_path, 9)
    before = {name: state_of(tmp_path / name) for name in ("neighbour", "home")}
    monkeypatch.setattr("click.launch", lambda name, **_: launched.append(name))
    with studio(box.project, raise_server_exceptions=False) as (client, _):
        for pattern, methods in routes_of(client.app._app.router):
            if pattern == "/api/events":
                continue
            method = chance.choice((*methods, *methods, "PUT", "DELETE", "PATCH", "TRACE"))
            path, body = asked(pattern, chance, chance.choice(("name", "query", "body", "value")))
            try:
                answer = client.request(
                    method, path, content=body, headers={"content-type": "application/json"}
                )
            except httpx.InvalidURL:  # no server gets such an address
                continue
            if wrong := wrong_with(answer, method):
                found.append((wrong, answer.status_code, method, path, body[:200]))
    assert found == []
    assert {name: state_of(tmp_path / name) for name in before} == before
    assert [name for name in launched if str(box.project) not in str(name)] == []


@pytest.fixture
def soup(tmp_path):
    return write_game(tmp_path)


@pytest.mark.parametrize(
    "body", [b"1" * 5_000, b'{"line": ' + b"9" * 5_000 + b"}", b'{"a": NaN}', b'{"a": "\\ud800"}']
)
def test_numbers_and_letters_that_there_are_not_are_refused(soup, body):
    with studio(soup) as (client, _):
        for path in ("api/open", "api/print/plan", "api/games/soup/cards/food/leek/draft"):
            answer = client.post(path, content=body)
            assert (answer.status_code, "cannot be read" in answer.text) == (400, True)


def test_a_component_is_never_a_path(soup):
    (soup / "card_data/soup/sub").mkdir()
    (soup / "card_data/soup/sub/food.yaml").write_text("kind: cards\n")
    with studio(soup) as (client, _):
        for name in ("sub%5Cfood", "C:food", "a" * 5_000, "food%00", "..%5Cfood"):
            assert client.get(f"api/games/soup/cards/{name}/leek/form").status_code == 404


def test_the_pieces_in_view_are_told_and_odd_ones_do_no_harm(soup):
    with studio(soup) as (client, state):
        for pieces in (["food/leek"], [], ["", "/", "x/y/z", "food/" + "a" * 9_000], ["food/leek"] * 5_000):
            assert client.post("api/games/soup/in-view", json={"pieces": pieces}).status_code == 204
        assert client.post("api/games/none/in-view", json={"pieces": []}).status_code == 404
        with state.looking("soup") as look:
            assert set(look.in_view) == {("food", "leek")}
        assert client.get("faces/soup/food/leek.front.svg").status_code == 200
