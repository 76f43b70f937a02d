"""Faces drawn before, kept with the names of what they were made from.

A face is found again by two steps. The key of a request holds all that is known before drawing: the card's values, the
template with all it includes, the fonts, the program. Drawing then asks for pictures and icons by name; which ones, is
kept under that key. Only when all of those are what they were is the face the one that drawing would make.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass

from pnp.cache import Store, digest
from pnp.model.diagnostics import Diagnostic

MOST_ASKED = 8
"""So many different sets of pictures are kept for one request: a picture may decide which others are asked for."""

Asked = tuple[tuple[str, str], ...]
"""The pictures ("art") and icons ("icon") that a drawing asked for, as (kind, name), sorted."""

DigestNow = Callable[[str, str], str]
"""Returns a digest of the file that a name of a kind leads to today."""


@dataclass(frozen=True, slots=True)
class CachedFace:
    """A finished drawing: its key, the drawing packed, the digests of its fonts, and the warnings it gave."""

    key: str
    packed: bytes
    fonts: tuple[str, ...]
    found: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class FaceCache:
    """Where faces are kept; `program` stands for what drew them."""

    store: Store
    program: str

    def request(self, *made_of: object) -> str:
        """Return the key of a request for what these values make."""
        return digest(self.program, *made_of)

    def get(self, request: str, now: DigestNow) -> CachedFace | None:
        """Return what drawing this would give, or None when it has to be drawn."""
        for asked in self._asked(request):
            found = self.store.get(_face_key(request, asked, now))
            if found is not None:
                head, _, packed = found.partition(b"\n")
                key, fonts, warnings = json.loads(head)
                return CachedFace(key, packed, tuple(fonts), tuple(map(Diagnostic.from_fields, warnings)))
        return None

    def put(self, request: str, asked: Asked, now: DigestNow, drawn: CachedFace) -> None:
        """Keep a drawing that has no error."""
        known = self._asked(request)
        if asked not in known:
            newest = [asked, *known][:MOST_ASKED]
            self.store.put(f"requests {request}", json.dumps(newest).encode())
        head = json.dumps([drawn.key, drawn.fonts, [asdict(each) for each in drawn.found]])
        self.store.put(_face_key(request, asked, now), head.encode() + b"\n" + drawn.packed)

    def _asked(self, request: str) -> list[Asked]:
        known = self.store.get(f"requests {request}")
        return [tuple((kind, name) for kind, name in each) for each in json.loads(known or b"[]")]


def _face_key(request: str, asked: Asked, now: DigestNow) -> str:
    return f"faces {digest(request, [(kind, name, now(kind, name)) for kind, name in asked])}"
