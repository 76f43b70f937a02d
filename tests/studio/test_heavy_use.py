"""Much at once harms nobody: bodies without end, and many requests while files are saved."""

import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from raw_http import WAIT_S, ask, read_answer
from running_studio import RunningStudio

import pnp

OPEN = "api/open"


@pytest.fixture(scope="module")
def studio(tmp_path_factory, shared_cache):
    project = pnp.new_project("Tea Time", "cards", parent=tmp_path_factory.mktemp("heavy")).folder
    studio = RunningStudio(project, {"PNP_CACHE_DIR": str(shared_cache)})
    yield studio
    studio.end()
    assert "Traceback" not in "".join(studio.printed)


def begin(stack, address, head):
    place = urlsplit(address)
    connection = stack.enter_context(socket.create_connection((place.hostname, place.port), WAIT_S))
    connection.sendall(head.format(path=place.path, host=place.netloc).encode())
    return connection


POST = f"POST {{path}}{OPEN} HTTP/1.1\r\nhost: {{host}}\r\ncontent-type: application/json\r\n"


@pytest.mark.long
def test_a_body_that_is_too_large_is_refused_before_it_is_read(studio):
    with ExitStack() as stack:
        connection = begin(stack, studio.address, POST + "content-length: 10000000000\r\n\r\n")
        answer = read_answer(connection)
    assert answer.status == 413
    assert answer.says == {"error": "that is too large", "hint": "the limit is 1 MB"}


def test_a_body_of_unknown_length_is_cut_off_at_the_limit(studio):
    chunk = "ffff\r\n" + "x" * 0xFFFF + "\r\n"
    with ExitStack() as stack:
        connection = begin(stack, studio.address, POST + "transfer-encoding: chunked\r\n\r\n")
        sent = 0
        try:
            while sent < 100_000_000:
                sent += connection.send(chunk.encode())
        except ConnectionError:
            pass  # the server has hung up
        assert sent < 100_000_000
    assert ask(studio.address, OPEN, method="POST", body=b"{" * 2_000_000).status == 413
    assert ask(studio.address, OPEN, method="POST", body=b"[" * 900_000).status in {400, 409}
