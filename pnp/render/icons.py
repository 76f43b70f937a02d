"""Icons: small square drawings found by name, each defined once per face and used as often as wanted."""

from difflib import get_close_matches
from functools import cache
from pathlib import Path

from pnp.model.store import digest_of
from pnp.render.sources import Sources, digest_of_file
from pnp.render.unsafe import UnsafeDrawing
from pnp.render.vector import Drawing, id_prefix, read_drawing


class Icons:
    """The icons of one game: templates/<game>/icons/ first, then templates/base/icons/."""

    def __init__(self, sources: Sources, game: str) -> None:
        self._sources = sources
        self._game = game
        self.find = cache(self._find)
        self.read = cache(self._read)
        self._digests: dict[Path, str] = {}

    def digest(self, name: str) -> str:
        """Return a digest of the file that the icon is drawn from, as it was when it was read; "" when there is none."""
        path = self.find(name)
        if path is not None and path not in self._digests:
            self._digests[path] = digest_of_file(path)
        return "" if path is None else self._digests[path]

    def near(self, name: str) -> str:
        """Return a hint for a name that is not there: the icons like it, and where icons are kept."""
        place = f"icons are templates/{self._game}/icons/<name>.svg"
        folders = (
            folder / kind / "icons" for folder in self._sources.templates for kind in (self._game, "base")
        )
        names = sorted({path.stem for folder in folders if folder.is_dir() for path in folder.glob("*.svg")})
        like = get_close_matches(name, names, n=4, cutoff=0.3) or names[:8]
        return f"there are {', '.join(like)}; {place}" if like else f"there are none yet; {place}"

    def _find(self, name: str) -> Path | None:
        """Return the file of the icon, or None."""
        try:
            return self._sources.find_template_file(
                f"{self._game}/icons/{name}.svg", f"base/icons/{name}.svg"
            )
        except OSError:
            return None  # no file can have so long a name

    def _read(self, path: Path) -> Drawing:
        """Return the icon in `path`; raises UnsafeDrawing."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise UnsafeDrawing(
                f"it cannot be read ({error.strerror})", "check the file's permissions"
            ) from error
        self._digests[path] = digest_of(data)
        return read_drawing(data, prefix=id_prefix("icon", path.stem))


def symbol_id(name: str) -> str:
    """Return the id under which a face defines the icon."""
    return id_prefix("icon", name).removesuffix(".")
