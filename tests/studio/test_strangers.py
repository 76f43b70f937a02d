"""Nobody but the studio's own page gets anything from it: not by guessing, not from another site, not by another name."""

import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from raw_http import WAIT_S, ask, read_answer
from running_studio import studio_of_new_game

PROJECT = "api/project"


@pytest.fixture(scope="module")
def address(tmp_path_factory, shared_cache):
    with studio_of_new_game(tmp_path_factory.mktemp("strangers"), shared_cache) as studio:
        (studio.project / "secret.txt").write_text("root:\n", encoding="utf-8")
        yield studio.address


def token(address):
    return urlsplit(address).path.strip("/")


def test_without_the_token_there_is_nothing(address):
    right = token(address)
    wrong = [
        "/",
        "/api/project",
        f"/{right[:-1]}/api/project",
        f"/{right}x/api/project",
        f"/{right.swapcase()}/api/project",
        f"/{'A' * len(right)}/api/project",
        f"/api/project?token={right}",
        f"//{right}/api/project",
        f"/x/../{right}/api/project",
        f"/%00{right}/api/project",
        "/%ff%fe/api/project",
        "/" + "A" * 20_000,
        "*",
    ]
    for path in wrong:
        answer = ask(address, path)
        assert answer.status in {400, 403, 414, 431}, path
        assert right.encode() not in answer.body
    assert ask(address, "/").says.keys() == {"error", "hint"}
    assert ask(address, PROJECT).status == 200
    assert len(right) >= 32


def test_a_name_that_was_made_to_lead_here_is_refused(address):
    port = urlsplit(address).port
    names = [
        "evil.example",
        f"evil.example:{port}",
        f"127.0.0.1.evil.example:{port}",
        f"[::1]:{port}",
        "",
        None,
    ]
    names += [f"0.0.0.0:{port}", f"127.0.0.1:{port + 1}", f"127.0.0.1:{port}@evil.example", f"127.1:{port}"]
    for name in names:
        assert ask(address, PROJECT, host=name).status in {400, 421}, name
    elsewhere = f"http://evil.example/{token(address)}/api/project"
    assert ask(address, elsewhere, host="evil.example").status in {400, 421}
    assert ask(address, PROJECT, host=f"localhost:{port}").status == 200


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
def test_another_page_is_refused_even_when_it_knows_the_address(address, method):
    port = urlsplit(address).port
    origins = [
        "null",
        "http://evil.example",
        f"https://127.0.0.1:{port}",
        f"http://127.0.0.1:{port + 1}",
        "file://",
        "",
    ]
    origins += [
        f"http://127.0.0.1:{port}.evil.example",
        f"http://localhost:{port + 1}",
        "chrome-extension://abc",
    ]
    for origin in origins:
        answer = ask(address, PROJECT, method=method, origin=origin)
        assert answer.status == 403, origin
    for site in ("cross-site", "same-site", "other"):
        assert ask(address, PROJECT, method=method, sec_fetch_site=site).status == 403


def test_no_answer_lets_another_page_read_frame_or_misread_it(address):
    answers = [
        ask(address, where) for where in ("", PROJECT, "page/app.js", "page/style.css", "nothing", "/nothing")
    ]
    asked = {"origin": "http://evil.example", "access_control_request_method": "PUT"}
    answers += [ask(address, PROJECT, method="OPTIONS", **asked)]
    for answer in answers:
        head = answer.headers
        assert not [name for name in head if name.startswith("access-control")]
        assert head["x-content-type-options"] == "nosniff"
        assert head["x-frame-options"] == "DENY"
        assert head["referrer-policy"] == "no-referrer"
        assert head["cross-origin-resource-policy"] == "same-origin"
        assert "frame-ancestors 'none'" in head["content-security-policy"]
        assert "unsafe" not in head["content-security-policy"]
        assert "no-store" in head["cache-control"]
        assert "server" not in head
    assert answers[1].headers["content-type"] == "application/json"
    assert answers[2].headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "PATCH", "OPTIONS"])
def test_other_methods_are_refused(address, method):
    assert ask(address, PROJECT, method=method).status in {400, 405}


PATHS = Path(__file__).with_name("paths.txt").read_text(encoding="utf-8").split()


def test_no_path_leads_out_of_what_the_studio_shows(address):
    for path in PATHS:
        answer = ask(address, path)
        assert answer.status in {400, 404}, path
        assert b"root:" not in answer.body
        assert b"Traceback" not in answer.body
        assert answer.says.keys() == {"error", "hint"}, path
    assert ask(address, "faces/tea_time/cards/calm.front.svg").status == 200


# Much at once harms nobody: bodies without end, and many requests while files are saved.


OPEN = "api/open"


@pytest.fixture(scope="module")
def heavy_studio(tmp_path_factory, shared_cache):
    with studio_of_new_game(tmp_path_factory.mktemp("heavy"), shared_cache) as studio:
        yield studio


POST = f"POST {{path}}{OPEN} HTTP/1.1\r\nhost: {{host}}\r\ncontent-type: application/json\r\n"


@pytest.mark.parametrize(
    ("length", "sent"),
    [("content-length: 10000000000", ""), ("transfer-encoding: chunked", "ffff\r\n" + "x" * 0xFFFF + "\r\n")],
)
def test_a_body_above_the_limit_is_refused_before_its_end(heavy_studio, length, sent):
    place = urlsplit(heavy_studio.address)
    with socket.create_connection((place.hostname, place.port), WAIT_S) as connection:
        head = f"{POST}{length}\r\n\r\n".format(path=place.path, host=place.netloc)
        connection.sendall(head.encode())
        connection.sendall(16 * sent.encode())  # a little more than 1 MB
        answer = read_answer(connection)
    assert (answer.status, answer.says["hint"]) == (413, "the limit is 1 MB")
    assert ask(heavy_studio.address, OPEN, method="POST", body=b"{" * 2_000_000).status == 413
    assert ask(heavy_studio.address, OPEN, method="POST", body=b"[" * 900_000).status in {400, 409}
