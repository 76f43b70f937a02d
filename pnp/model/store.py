"""A place to keep finished work under the digest of what it was made from; what is kept there may be gone at any time."""

import hashlib
import json
from collections.abc import Iterable
from typing import Protocol


class Store(Protocol):
    """Keeps bytes by key. Nothing is promised: a key that was put may be missing, never wrong."""

    def get(self, key: str) -> bytes | None:
        """Return what was kept under `key`, or None."""
        ...

    def put(self, key: str, content: bytes) -> None:
        """Keep `content` under `key`, if there is room and right to."""
        ...


class Oblivion:
    """A store that keeps nothing: a build from nothing."""

    def get(self, key: str) -> None:
        """Return None."""
        del key

    def put(self, key: str, content: bytes) -> None:
        """Forget."""


def digest(*parts: object) -> str:
    """Return the SHA-256 over values, in hex: texts, numbers, lists and mappings with text keys, in their order.

    >>> digest("ab", "c") == digest("a", "bc"), digest(1) == digest(1.0), digest((1,)) == digest([1])
    (False, False, True)
    """
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def digest_of(content: bytes) -> str:
    """Return the SHA-256 of bytes, in hex."""
    return hashlib.sha256(content).hexdigest()


def _plain(value: object) -> object:
    """Return a value that JSON does not know as one that it does; the order of a mapping tells."""
    if hasattr(value, "items"):
        return dict(value.items())
    if isinstance(value, Iterable):
        return list(value)
    raise TypeError(f"a {type(value).__name__} has no digest")
