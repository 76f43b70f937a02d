"""Pages converted before: the same faces with the same fonts, together in one PDF, give the same bytes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.model.face import Face
from pnp.model.store import Oblivion, Store, digest, digest_of


@dataclass(frozen=True, slots=True)
class Kept:
    """Where converted pages are kept; `program` stands for what converts them."""

    store: Store
    program: str = ""

    def key(self, faces: Sequence[Face], fonts: Sequence[str], renderer: str) -> str:
        """Return the key of a PDF that holds these faces, in this order, drawn with the fonts of these digests."""
        drawn = [(face.key, face.page.width, face.page.height) for face in faces]
        return f"pages {digest(self.program, renderer, drawn, fonts)}"

    def pages(self, key: str, draw: Callable[[], bytes]) -> tuple[bytes, bool]:
        """Return the PDF of that key, and whether it had to be drawn."""
        before = self.store.get(key)
        if before is not None:
            return before, False
        drawn = draw()
        self.store.put(key, drawn)
        return drawn, True


def digests_of(fonts: Sequence[Path]) -> list[str]:
    """Return a digest of each font file; a renderer may choose a font by its place in the list, so the order tells."""
    return [digest_of(path.read_bytes()) for path in sorted(set(fonts))]


NOTHING_KEPT = Kept(Oblivion())
