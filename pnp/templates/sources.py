"""Where templates, pictures, icons and fonts are, which file a name means, and the drawing in it."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path

from pnp import files
from pnp.cache import digest_of
from pnp.files import digest_of_file, is_within, real_path
from pnp.load.pieces import PICTURES
from pnp.load.project import BASE, Project, find_template_file, template_folders
from pnp.model.art_placement import AS_ASKED, Fit, Placement
from pnp.model.geometry import Rect
from pnp.model.limits import PICTURES_HELD, USUAL_LIMITS, GameLimits, raised
from pnp.svg import images
from pnp.svg.images import PictureTooLarge, UnsafeDrawing, whole
from pnp.svg.sanitizer import SafeDrawing, Unseen, id_prefix, read_drawing, too_little
from pnp.text import near_names
from pnp.typesetting.fonts import FontBook
from pnp.typesetting.markup import FOLDER, file_stems

ENDINGS = (*PICTURES, *(kind.upper() for kind in PICTURES))
PLACEHOLDER = "base/art/missing.svg"


@dataclass(frozen=True, slots=True)
class Sources:
    """`templates` is a search order: the project's own first, then what pnp ships.

    `art` is the game's art folder (it need not exist). Files are named in messages relative to `root`.
    """

    root: Path
    templates: tuple[Path, ...]
    art: Path
    fonts: FontBook

    def shown(self, path: Path) -> str:
        """Return the path as messages name it: relative to the project when it lies inside."""
        try:
            return path.relative_to(self.root).as_posix()
        except ValueError:
            return path.as_posix()

    def find_template_file(self, *names: str) -> Path | None:
        """Return the first file of these names, name by name, folder by folder; None when there is none."""
        found = (find_template_file(self.templates, name) for name in names)
        return next((path for path in found if path is not None), None)


def sources_of(project: Project, game: str, fonts: FontBook) -> Sources:
    """Return the sources of one game of a project."""
    folder = project.game_folder(game) or project.root
    return Sources(project.root, project.templates, folder / "art", fonts)


@dataclass(frozen=True, slots=True)
class ArtRequest:
    """A picture that a template asked for: its slot, the box in the template's own mm, and the fit that was asked for.

    It is `drawn` by the template itself where there is no file; the `placement` is that of a file.
    """

    slot: str
    box: Rect
    asked: Fit
    drawn: bool = False
    placement: Placement = AS_ASKED

    @property
    def fit(self) -> Fit:
        return self.placement.fit_of(self.asked)


class Gallery:
    """The pictures of one game, looked for once each, and read when they are not at hand.

    The user's own file wins (`card_data/<game>/art/<slot>.svg|png|jpg|jpeg|webp`), then the drawing shipped with the
    templates (`templates/<game>/art/<slot>.svg`). `on_request` is called with every request.
    """

    def __init__(self, sources: Sources, game: str, limits: GameLimits = USUAL_LIMITS) -> None:
        self._sources = sources
        self._game = game
        self._limits = limits
        self.on_request: Callable[[ArtRequest], object] = lambda _: None
        self.find = cache(self._find)
        self._names = cache(_names_in)
        self._placeholder = cache(partial(sources.find_template_file, PLACEHOLDER))
        self._folders = cache(self._real_folders)
        self._real_folder = cache(real_path)
        self.read = lru_cache(maxsize=PICTURES_HELD)(self._read)
        self.read_for_screen = lru_cache(maxsize=PICTURES_HELD)(self._read_for_screen)
        self.blank_reason = cache(self._blank_reason)
        self._digests: dict[Path, str] = {}

    @property
    def folder(self) -> str:
        """Where a user puts pictures, as messages name it."""
        return self._sources.shown(self._sources.art)

    def digest(self, slot: str) -> str:
        """Return a digest of the file that fills `slot`, or of the placeholder, with its name, as it was when it was read.

        A file that must not be read, or is too large, has a digest of no file.
        """
        path = self.find(slot)
        shown = path or self._placeholder()
        if shown is None:
            return ""
        if shown not in self._digests:
            self._digests[shown] = _digest(shown, self._limits) if self._is_inside(shown) else "unread"
        return f"{path.name if path else ''} {self._digests[shown]}"

    def forget(self, changed: Iterable[Path]) -> None:
        """Look for every picture again, and read these files again: they are not what they were."""
        for known in (self.find, self._names, self._placeholder, self._folders, self._real_folder):
            known.cache_clear()
        for held in (self.read, self.read_for_screen, self.blank_reason):
            held.cache_clear()
        for path in changed:
            self._digests.pop(path, None)

    def for_screen(self) -> "Gallery":
        """Return the same pictures with as many pixels as a screen shows: drawn in a tenth of the time, and not to print."""
        seen = copy(self)
        seen.read = self.read_for_screen
        return seen

    def placeholder(self) -> SafeDrawing:
        """Return the picture that stands for a missing one."""
        path = self._placeholder()
        return SafeDrawing("", Rect(0, 0, 100, 100)) if path is None else self.read(path)

    def _find(self, slot: str) -> Path | None:
        names = [slot] if slot.lower().endswith(PICTURES) else [slot + ending for ending in ENDINGS]
        try:
            for name in names:
                path = self._sources.art / name
                if self._may_have(self._sources.art, name) and path.is_file():
                    return path
            folders = template_folders(self._sources.templates, f"{self._game}/art")
            if not any(self._may_have(folder, f"{slot}.svg") for folder in folders):
                return None
            return self._sources.find_template_file(f"{self._game}/art/{slot}.svg")
        except OSError:
            return None  # no file can have so long a name

    def _may_have(self, folder: Path, name: str) -> bool:
        """Say whether it is worth looking for a file; a name may be written in other cases, and not in ASCII in other ways."""
        names = self._names(folder)
        return bool(names) and (not name.isascii() or name.casefold() in names or bool({"/", "\\"} & {*name}))

    def _is_inside(self, path: Path) -> bool:
        real = real_path(path) if path.is_symlink() else self._real_folder(path.parent) / path.name
        return any(real.is_relative_to(folder) for folder in self._folders())

    def _real_folders(self) -> tuple[Path, ...]:
        art = self._sources.art
        # The folder itself may be a link: it does not lead out of the game's folder either.
        own = (art,) if is_within(art, art.parent) else ()
        return tuple(real_path(folder) for folder in (*own, *self._sources.templates))

    def _blank_reason(self, path: Path) -> Unseen | None:
        if not path.is_relative_to(self._sources.art):
            return None
        if path.suffix.lower() == ".svg":
            return self.read(path).unseen
        return unseen_pixels(files.read_bytes(path, limit=self._limits.picture_bytes), self._limits)

    def _read_for_screen(self, path: Path) -> SafeDrawing:
        drawing = self.read(path)
        if not drawing.pixels:
            return drawing
        small = images.for_screen(drawing.inner, drawing.view.size)
        return SafeDrawing(small, drawing.view, pixels=True)

    def _read(self, path: Path) -> SafeDrawing:
        if not self._is_inside(path):
            hint = f"copy the file into {self._sources.shown(self._sources.art)}/"
            raise UnsafeDrawing(f"it leads to {real_path(path)}, outside of the art folder", hint)
        drawing, self._digests[path] = _read_file(path, "art", self._sources.fonts, self._limits)
        return drawing


class Icons:
    """The icons of one game, found by name: templates/<game>/icons/ first, then templates/base/icons/.

    The pictures of emoji are icons too, in folders of that name beside those.
    """

    def __init__(self, sources: Sources, game: str, limits: GameLimits = USUAL_LIMITS) -> None:
        self._sources = sources
        self._game = game
        self._limits = limits
        self.find = cache(self._find)
        self.read = cache(self._read)
        self._digests: dict[Path, str] = {}

    def digest(self, name: str) -> str:
        """Return a digest of the file that the icon is drawn from, as it was when it was read; "" when there is none."""
        path = self.find(name)
        if path is not None and path not in self._digests:
            self._digests[path] = _digest(path, self._limits)
        return "" if path is None else self._digests[path]

    def wide(self, name: str) -> float:
        """Return how wide an icon is in parts of its height, as wide as high at most."""
        with suppress(UnsafeDrawing):  # which is told where it is drawn
            if path := self.find(name):
                return min(1.0, (view := self.read(path).view).width / view.height)
        return 1.0

    def names(self) -> list[str]:
        """Return the names of the icons that are there."""
        folders = (top / "icons" for top in template_folders(self._sources.templates, self._game, BASE))
        files = (path for folder in folders if folder.is_dir() for path in folder.iterdir())
        return sorted({path.stem for path in files if path.suffix in ENDINGS})

    def near(self, name: str) -> str:
        """Return a hint for a name that is not there: the icons like it, and where icons are kept."""
        place, names = f"at templates/{self._game}/icons/<name>.svg or .png", self.names()
        like = names if len(names) <= 8 else near_names(name, names, most=4, cutoff=0.3)
        if not like:
            return f"put it {place}" if names else f"there are none yet; put one {place}"
        listing = "the icons are" if like == names else "similar names are"
        return f"{listing}: {', '.join(like)}; put others {place}"

    def _find(self, name: str) -> Path | None:
        folder, stems = (FOLDER, file_stems(name)) if name.startswith(f"{FOLDER}/") else ("icons", (name,))
        files = [f"{folder}/{stem}{ending}" for stem in stems for ending in ENDINGS]
        try:
            return self._sources.find_template_file(
                *(f"{top}/{file}" for top in (self._game, BASE) for file in files)
            )
        except OSError:
            return None  # no file can have so long a name

    def _read(self, path: Path) -> SafeDrawing:
        drawing, self._digests[path] = _read_file(path, "icon", self._sources.fonts, self._limits)
        return drawing


def _names_in(folder: Path) -> frozenset[str]:
    return frozenset(path.name.casefold() for path in folder.iterdir()) if folder.is_dir() else frozenset()


def symbol_id(name: str) -> str:
    """Return the id under which a face defines the icon."""
    return id_prefix("icon", name).removesuffix(".")


def _digest(path: Path, limits: GameLimits) -> str:
    try:
        return digest_of_file(path) if path.stat().st_size <= limits.picture_bytes else "unread"
    except OSError:
        return "unread"


def _read_file(path: Path, kind: str, fonts: FontBook, limits: GameLimits) -> tuple[SafeDrawing, str]:
    """Return the picture in a file, its ids beginning with `kind`, and the digest of the file; raises UnsafeDrawing or PictureTooLarge."""
    try:
        data = files.read_bytes(path, limit=limits.picture_bytes)
    except files.TooLarge as error:
        message = f"the file has {error.size // 1_000_000} MB"
        hint = f"export it smaller, or as a JPEG{raised('picture_bytes', error.size)}"
        raise PictureTooLarge(message, hint) from error
    except OSError as error:
        raise UnsafeDrawing(
            f"it cannot be read ({error.strerror})", "check the file's permissions"
        ) from error
    if path.suffix.lower() == ".svg":
        drawing = read_drawing(data, prefix=id_prefix(kind, path.stem), fonts=fonts, limits=limits)
        return drawing, digest_of(data)
    element, width, height = images.image_element(data, limits)
    return SafeDrawing(element, Rect(0, 0, width, height), pixels=True), digest_of(data)


WHITE = 255


def unseen_pixels(data: bytes, limits: GameLimits = USUAL_LIMITS) -> Unseen | None:
    """Return why next to nothing is seen of a picture of pixels; None if something is, or it is unreadable."""
    try:
        image = whole(data, limits=limits)
    except UnsafeDrawing:
        return None
    box: tuple[int, int, int, int] | None = (0, 0, *image.size)
    if image.has_transparency_data:
        box = image.convert("RGBA").getchannel("A").getbbox()
    if box is None:
        return "the picture is transparent throughout", "export it again, with its layers shown"
    if image.convert("L").getextrema()[0] == WHITE and box == (0, 0, *image.size):
        return "the picture is white throughout", "export it again, with its layers shown"
    share = (box[2] - box[0]) * (box[3] - box[1]) / (image.width * image.height)
    return too_little(share, "crop it to what is drawn")
