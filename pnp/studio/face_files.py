"""Faces as SVG files that a browser shows on its own, with the fonts they use inside."""

from functools import lru_cache

from pnp.export.svg_files import declared_font, with_style_sheet
from pnp.rules.embedded_fonts import EmbeddedFonts
from pnp.studio.live_game import ShownFace

MOST_KEPT = 400
"""So many faces with their fonts are kept, some 30 kB each: a little more than a large screen shows."""


class FaceFiles:
    """Makes SVG files of faces; the latest are kept."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._declared = lru_cache(maxsize=256)(declared_font)
        self._kept: dict[str, bytes] = {}

    def svg(self, shown: ShownFace) -> bytes:
        """Return the file of a face: it needs nothing beside itself. Raises CannotUse for a damaged font."""
        key = shown.face.key
        kept = self._kept.pop(key, None)
        if kept is None:
            kept = self._with_fonts(shown).encode()
            while len(self._kept) >= self._most:
                del self._kept[next(iter(self._kept))]
        self._kept[key] = kept
        return kept

    def _with_fonts(self, shown: ShownFace) -> str:
        svg = shown.face.svg
        paths = sorted(font.path for font in shown.fonts)
        return with_style_sheet(svg, EmbeddedFonts(tuple(map(self._declared, paths))).rules([svg]))
