"""Faces drawn before, kept with the names of what they were made from.

A face is found again by two steps. Its wish is everything that is known before drawing: the card's values, the
template with all it includes, the fonts, the program. Drawing then asks for pictures and icons by name; which ones, is
kept with the wish. Only when all of those are what they were is the face the one that drawing would make.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

from pnp.cache import Store, digest
from pnp.model.diagnostics import Diagnostic

MOST_ASKED = 8
"""So many different sets of pictures are kept for one wish: a picture may decide which others are asked for."""

Asked = tuple[tuple[str, str], ...]
"""What a drawing asked for, as (kind, name), sorted."""

Now = Callable[[str, str], str]
"""Says what a name of a kind leads to today, as a digest."""


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

    def wish(self, *parts: object) -> str:
        """Return the wish for what these values make."""
        return digest(self.program, *parts)

    def recall(self, wish: str, now: Now) -> CachedFace | None:
        """Return what drawing this would give, or None when it has to be drawn."""
        for asked in self._asked(wish):
            found = self.store.get(_face(wish, asked, now))
            if found is not None:
                return _unpacked(found)
        return None

    def keep(self, wish: str, asked: Asked, now: Now, drawn: CachedFace) -> None:
        """Keep a drawing that has no error."""
        known = self._asked(wish)
        if asked not in known:
            newest = [asked, *known][:MOST_ASKED]
            self.store.put(_list(wish), json.dumps(newest).encode())
        self.store.put(_face(wish, asked, now), _packed(drawn))

    def _asked(self, wish: str) -> list[Asked]:
        kept = self.store.get(_list(wish))
        return [] if kept is None else [_names(each) for each in json.loads(kept)]


def _names(pairs: Iterable[tuple[str, str]]) -> Asked:
    return tuple((kind, name) for kind, name in pairs)


def _list(wish: str) -> str:
    return f"requests {wish}"


def _face(wish: str, asked: Asked, now: Now) -> str:
    return f"faces {digest(wish, [(kind, name, now(kind, name)) for kind, name in asked])}"


def _packed(drawn: CachedFace) -> bytes:
    found = [asdict(each) for each in drawn.found]
    return json.dumps([drawn.key, drawn.fonts, found]).encode() + b"\n" + drawn.packed


def _unpacked(kept: bytes) -> CachedFace:
    head, _, packed = kept.partition(b"\n")
    key, fonts, found = json.loads(head)
    return CachedFace(key, packed, tuple(fonts), tuple(Diagnostic.from_fields(each) for each in found))
