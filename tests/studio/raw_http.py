"""Requests as an attacker sends them: byte by byte, with any head; no client puts them right on the way."""

import json
import socket
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import urlsplit

WAIT_S = 20


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def says(self) -> dict[str, object]:
        return json.loads(self.body)


def read_answer(connection: socket.socket) -> Answer:
    received = b""
    while b"\r\n\r\n" not in received:
        more = connection.recv(1 << 16)
        if not more:
            break
        received += more
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    wanted = int(headers.get("content-length", 0))
    while len(body) < wanted and (more := connection.recv(1 << 16)):
        body += more
    return Answer(int(first.split()[1]) if first else 0, headers, body)


def ask(
    address: str, target: str = "", *, method: str = "GET", body: bytes = b"", **headers: str | None
) -> Answer:
    """Ask the studio at `address`; `target` is sent as it is, after the token unless it begins with a slash.

    Headers are named with _ for -; None leaves out the one that a browser would send.
    """
    place = urlsplit(address)
    known = {"host": place.netloc, "content-length": str(len(body)), **headers}
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in known.items() if value is not None]
    path = target if target.startswith(("/", "http:", "*")) else place.path + target
    with closing(socket.create_connection((place.hostname, place.port), WAIT_S)) as connection:
        connection.sendall(
            "\r\n".join((f"{method} {path} HTTP/1.1", *lines, "connection: close", "", "")).encode() + body
        )
        return read_answer(connection)
