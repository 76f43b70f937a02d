"""What earlier builds worked out, at hand for this one: faces, converted pages, and which files are as they should be."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.cache import NullStore, Store, digest
from pnp.files import digest_of_file

if TYPE_CHECKING:
    from pnp.convert.engines import PageCache
    from pnp.render.context import FaceCache


@dataclass(frozen=True, slots=True)
class BuildCache:
    """The store of earlier work; `program` stands for what worked on it. Without a store all is made anew."""

    store: Store = field(default_factory=NullStore)
    program: str = ""

    @property
    def remembers(self) -> bool:
        """Whether anything is kept, so that working out a key for it is of use."""
        return not isinstance(self.store, NullStore)

    @property
    def face_cache(self) -> "FaceCache | None":
        """The faces drawn before."""
        from pnp.render.context import FaceCache  # noqa: PLC0415 - a build without changes draws nothing

        return FaceCache(self.store, self.program) if self.remembers else None

    @property
    def page_cache(self) -> "PageCache":
        """The pages converted before."""
        from pnp.convert.engines import PageCache  # noqa: PLC0415

        return PageCache(self.store, self.program)

    def key(self, kind: str, *made_of: object) -> str:
        """Return the key of something of that kind, made of these values by this program."""
        return f"{kind} {digest(self.program, *made_of)}"

    def is_current(self, path: Path, key: str) -> bool:
        """Say whether the file is, byte for byte, what was written for `key`."""
        before = self.store.get(key)
        if before is None or path.is_symlink() or not path.is_file():
            return False
        try:
            return digest_of_file(path).encode() == before
        except OSError:
            return False

    def note_written(self, path: Path, key: str) -> None:
        """Remember what was just written for `key`."""
        if self.remembers:
            self.store.put(key, digest_of_file(path).encode())


NO_CACHE = BuildCache()


@contextmanager
def open_cache(*, wanted: bool = True) -> Iterator[BuildCache]:
    """Open the cache for the time of a command; unless `wanted`, nothing is taken from it nor put into it."""
    if not wanted:
        yield NO_CACHE
        return
    from pnp.cache import Cache, cache_folder, program  # noqa: PLC0415

    with Cache(cache_folder()) as store:
        yield BuildCache(store, program())
