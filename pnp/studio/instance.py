"""The running studio of a project: its address is stored, so that a restart keeps it."""

import hashlib
import json
import os
import re
import secrets
import socket
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Literal

from pnp.cache import cache_folder
from pnp.files import not_private, read_text, real_path, write
from pnp.model.diagnostics import CannotUse, CannotWrite

FOLDER = "studios"
WAIT_S = 20.0  # An open studio answers within that, even one that has just been started on a busy machine.
LONGEST_ANSWER = 100_000  # In bytes: more than the longest path.
_TOKEN = re.compile(r"[\w-]{32}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a studio is."""

    port: int
    token: str

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/{self.token}/"


def last_address(root: Path) -> Address | None:
    """Return where the studio of a project was last, None when there was none."""
    if any(not_private(cache_folder())):
        return None
    try:
        known = json.loads(read_text(_file(root), limit=1_000))
        address = Address(int(known["port"]), str(known["token"]))
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None
    return address if 0 < address.port < 1 << 16 and _TOKEN.fullmatch(address.token) else None


def keep_address(root: Path, address: Address) -> None:
    """Remember where the studio of a project is, for this user alone. Where that cannot be written, it is not."""
    path = _file(root)
    with suppress(CannotWrite, OSError):
        write(path, json.dumps(asdict(address)).encode(), durable=False, mode=0o600)


def who_answers(address: Address, root: Path) -> Literal["studio", "other", "nobody"]:
    """Say whether the studio of that project answers at an address; "other" has been told the token."""
    with closing(HTTPConnection("127.0.0.1", address.port, timeout=WAIT_S)) as connection:
        try:
            connection.connect()
        except OSError:
            return "nobody"
        try:
            connection.request("GET", f"/{address.token}/api/root")
            answer = connection.getresponse()
            content = json.loads(answer.read(LONGEST_ANSWER)) if answer.status == 200 else {}
            return "studio" if content["root"] == str(root) else "other"
        except (OSError, HTTPException, ValueError, KeyError, TypeError, RecursionError):
            return "other"


def bound_socket(port: int, *, wanted: bool) -> socket.socket:
    """Return a socket of this machine alone at `port`, or any other unless `wanted`. Raises CannotUse.

    It listens: a browser that is quicker than the start waits.
    """
    try:
        return socket.create_server(("127.0.0.1", port), backlog=128)
    except OSError as error:
        if wanted:
            why = os.strerror(error.errno or 0)
            raise CannotUse(f"port {port} is not free: {why}", "name another with --port") from error
        return socket.create_server(("127.0.0.1", 0), backlog=128)


def new_token() -> str:
    """Return what the address of a studio begins with: 192 random bits."""
    return secrets.token_urlsafe(24)


def _file(root: Path) -> Path:
    name = hashlib.sha256(os.fsencode(real_path(root))).hexdigest()[:32]
    return cache_folder() / FOLDER / f"{name}.json"
