"""Some requests to every address of the studio, and what they must not bring about."""

import contextlib
import json
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import pytest
from small_game import write_game
from starlette.routing import Mount, Route, Router
from starlette.testclient import TestClient
from studios import studio

from pnp.build.build_cache import open_cache
from pnp.load.project import find_project
from pnp.studio.server import studio_app
from pnp.studio.state import StudioState
from tests.security.escape_sandbox import Sandbox, filled_sandbox, says, state_of

TOKEN = "token-of-the-routes"
PORT = 8002

NAMES = {
    "game": ("soup",),
    "component": ("food", "deck"),
    "piece": ("leek", "ant", "food/leek"),
    "side": ("food/leek.front", "food/leek.back", "deck/ant.front"),
    "name": ("pea", "app.js", "style.css"),
    "key": ("0" * 64,),
    "number": ("1", "2"),
    "file": ("0", "1"),
}
"""What an address may rightly have in each of its places."""

PATHS = (
    "..", "../..", "../../neighbour/secret.txt", "/etc/passwd", "//etc/passwd", "C:\\x", "..\\..\\neighbour\\secret.txt",
    "%2e%2e", "%252e%252e%252fneighbour", "a/../../b", "\0", "leek\0", "CON", "nul.svg", "a" * 5000, "é", "\ud800", "😀",
    "", " ", ".", "~", "*", "?", "#", "-", "--help", "$(id)", "`id`", ";", "&", "'", '"', "<b>", "%", "%n", "{0}", "{{1}}",
    "1e9", "-1", "99999999999999999999", "nan", "٣", "\r\nx: y", "file:///etc/passwd", "http://127.0.0.1/", "HEAD", "v1",
    "card_data/soup/food.yaml", "../neighbour/secret.txt", ".git/config", "templates/soup/food.svg.j2", ":build",
)  # fmt: skip
NUMBERS = (0, 1, -1, 0.5, 1e308, -1e308, 2**31, 2**63, 2**70, 10**400, True, False)
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
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE")


@dataclass(frozen=True)
class Asked:
    """A request, and the address it was made from."""

    method: str
    pattern: str
    path: str
    body: bytes

    def __str__(self) -> str:
        return f"{self.method} {self.pattern} {self.path[:120]!r} {self.body[:200]!r}"


def routes_of(app: Any) -> Iterator[Route]:
    """Yield every route of the studio, those of the views too."""

    def of(router: Router, before: str) -> Iterator[Route]:
        for each in router.routes:
            if isinstance(each, Route):
                yield Route(before + each.path, each.endpoint, methods=[*(each.methods or ())])
            elif isinstance(each, Mount):
                inner = getattr(each.app, "_made", None)
                yield from of(inner() if inner else each.app, before + each.path)

    yield from of(app._app.router, "")


def requests(routes: list[Route], chance: random.Random, how_many: int) -> Iterator[Asked]:
    """Yield requests that are right but for one thing or two."""
    for number in range(how_many):
        route = routes[number % len(routes)]
        strange = chance.random() < 0.5

        def filled(part: re.Match[str], *, strange: bool = strange) -> str:
            name = part[1]
            odd = strange and chance.random() < 0.6
            word = chance.choice(PATHS if odd else NAMES.get(name, ("x",)))
            return quote(word, safe=chance.choice(("", "/")), errors="surrogatepass")

        path = re.sub(r"{(\w+)[^}]*}", filled, route.path).lstrip("/")
        query = [
            f"{name}={quote(chance.choice(PATHS), errors='surrogatepass')}"
            for name in QUERIES
            if chance.random() < 0.15
        ]
        method = (
            chance.choice(METHODS)
            if chance.random() < 0.15
            else chance.choice(sorted(route.methods or {"GET"}))
        )
        yield Asked(method, route.path, path + ("?" + "&".join(query) if query else ""), body(chance))


def body(chance: random.Random) -> bytes:
    """Return a body: something odd, or an object whose values are right, but for some."""
    if chance.random() < 0.2:
        return chance.choice(ODD_JSON)
    said = {key: value for key, value in KEYS.items() if chance.random() < 0.7}
    if chance.random() < 0.2:
        said.pop("target", None), said.pop("since", None), said.pop("printer", None)
    for key in [*said]:
        if chance.random() < 0.12:
            said[key] = value(chance)
    return json.dumps(said).encode()


def value(chance: random.Random, depth: int = 0) -> Any:
    """Return any value."""
    match chance.randrange(8 if depth < 2 else 4):
        case 0 | 1:
            return chance.choice(PATHS)
        case 2:
            return chance.choice((*NUMBERS, float("nan"), float("inf")))
        case 3:
            return chance.choice((None, "", [], {}, "x" * 10_000))
        case 4 | 5:
            return [value(chance, depth + 1) for _ in range(chance.randrange(4))]
        case _:
            keys = ("name", "id", "slot", "focus", "zoom", "rotation", "fit", "leek", "")
            return {chance.choice(keys): value(chance, depth + 1) for _ in range(chance.randrange(4))}


@contextlib.contextmanager
def opened(box: Sandbox) -> Iterator[TestClient]:
    """Offer a client of the studio of a sandbox; it prints nothing and opens no editor."""
    with open_cache(wanted=False) as cache:
        state = StudioState(find_project(box.project), cache)
        app = studio_app(state, TOKEN, PORT)
        with TestClient(
            app, base_url=f"http://127.0.0.1:{PORT}/{TOKEN}/", raise_server_exceptions=False
        ) as client:
            yield client


def complaint(client: TestClient, asked: Asked, box: Sandbox) -> str:
    """Return what is wrong with the answer to a request, "" for nothing."""
    if asked.pattern == "/api/events":
        return ""
    headers = {"content-type": "application/json"}
    try:
        answer = client.request(asked.method, asked.path, content=asked.body, headers=headers)
    except Exception as error:  # noqa: BLE001 - of the client: no server gets such an address
        return "" if "URL" in type(error).__name__ else f"{type(error).__name__}: {error}"
    if answer.status_code >= 500:
        return f"status {answer.status_code}: {answer.text[:100]}"
    return wrong_with(answer.headers, answer.content, answer.status_code, asked, box)


def wrong_with(headers: Mapping[str, str], content: bytes, status: int, asked: Asked, box: Sandbox) -> str:
    """Return what an answer should not have."""
    lacks = [
        name
        for name in ("content-security-policy", "x-content-type-options", "referrer-policy", "cache-control")
        if name not in headers
    ]
    if lacks:
        return f"status {status} without {lacks[0]}"
    if any(name.startswith("access-control") or name == "x" for name in headers):
        return "a header that the request made"
    if says(content, box.mark):
        return "what the neighbour has is sent"
    if asked.method != "HEAD" and status >= 400 and b'"error"' not in content:
        return f"status {status} without a sentence"
    return ""


def trial(seed: int, how_many: int) -> Counter[str]:
    """Send so many requests to the studio of a sandbox; return what was wrong, with an example each."""
    chance, found = random.Random(seed), Counter[str]()
    launched: list[object] = []
    with tempfile.TemporaryDirectory(prefix="routes-") as folder, contextlib.ExitStack() as stack:
        box = filled_sandbox(Path(folder).resolve(), 0, 9)
        before = {name: state_of(box.folder / name) for name in ("neighbour", "home")}
        stack.enter_context(patch("click.launch", launched.append))
        client = stack.enter_context(opened(box))
        routes = list(routes_of(client.app))
        for asked in requests(routes, chance, how_many):
            wrong = complaint(client, asked, box)
            if wrong:
                found[f"{wrong}: {asked}"] += 1
        for name, old in before.items():
            if state_of(box.folder / name) != old:
                found[f"{name} was touched"] += 1
        outside = [each for each in launched if str(box.project) not in str(each)]
        if outside:
            found[f"opened {outside[0]}"] += 1
    return found


@pytest.fixture
def soup(tmp_path):
    return write_game(tmp_path)


def test_whatever_is_sent_is_answered_in_a_sentence():
    assert dict(trial(seed=5, how_many=60)) == {}


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
