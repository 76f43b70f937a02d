"""Icons: small square drawings found by name, each defined once per face and used as often as wanted."""

from difflib import get_close_matches
from functools import cache
from pathlib import Path

from pnp.render.sources import Sources
from pnp.render.vector import Drawing, UnsafeDrawing, read_drawing


class IconMissing(LookupError):
    """There is no icon of that name; `near` lists what there is."""

    def __init__(self, name: str, near: list[str]) -> None:
        super().__init__(name)
        self.near = near


class Icons:
    """The icons of one game: templates/<game>/icons/ first, then templates/base/icons/."""

    def __init__(self, sources: Sources, game: str) -> None:
        self._sources = sources
        self._game = game
        self.get = cache(self._get)

    def _get(self, name: str) -> Drawing:
        """Return the icon, or raise IconMissing or UnsafeDrawing."""
        path = self._sources.find_template_file(f"{self._game}/icons/{name}.svg", f"base/icons/{name}.svg")
        if path is None:
            raise IconMissing(
                name, get_close_matches(name, self._names(), n=4, cutoff=0.3) or self._names()[:8]
            )
        return _read(path, f"{name}-")

    def _names(self) -> list[str]:
        folders = (
            folder / kind / "icons" for folder in self._sources.templates for kind in (self._game, "base")
        )
        return sorted({path.stem for folder in folders if folder.is_dir() for path in folder.glob("*.svg")})


def _read(path: Path, prefix: str) -> Drawing:
    try:
        return read_drawing(path.read_bytes(), prefix=prefix)
    except OSError as error:
        raise UnsafeDrawing(
            f"it cannot be read ({error.strerror})", "check the file's permissions"
        ) from error
