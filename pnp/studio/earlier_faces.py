"""How games looked before: old versions read or drawn once while the studio is open, their faces, and pictures of what differs."""

import io
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from PIL import Image

from pnp.build.build_cache import open_cache
from pnp.build.options import BuildOptions
from pnp.build.stages import BuildContext, fonts_of
from pnp.convert.engines import convert_drawable
from pnp.export.image_files import face_picture
from pnp.files import temporary_folder
from pnp.history.compare import Version
from pnp.history.picture_diff import compare_pictures, lossless_png
from pnp.history.revision import commit_of
from pnp.history.store import SnapshotFolder, Unreadable, read_version
from pnp.history.versions import RELEASES, VersionContext, find_version, manifest_at, releases
from pnp.model.errors import CannotUse, UnknownName
from pnp.model.face import Face, PieceSide
from pnp.render.fonts import font_book
from pnp.render.svg_lint import lint
from pnp.studio.comparison import (
    APPROVED,
    PieceBefore,
    pieces_since,
    pieces_since_approval,
    present_version,
)
from pnp.studio.looks import ShownFace
from pnp.studio.state import StudioState
from pnp.units import MM_PER_UNIT

MOST_FACES = 5_000
"""So many old faces are kept, those that were asked about latest."""

DPI, LONGEST_SIDE = 150, 1_500
"""How fine pictures of what differs are, and how many pixels they have at most."""


class EarlierFaces:
    """Compares the games of a studio with what they were."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self._lock = Lock()
        self._folder: TemporaryDirectory[str] | None = None
        self._drawn: dict[tuple[str, str, str], Version] = {}
        self._faces: dict[str, tuple[Face, Path | None]] = {}

    def close(self) -> None:
        """Remove what was taken out of git."""
        if self._folder is not None:
            self._folder.cleanup()

    def since(self, game: str, theme: str, name: str) -> tuple[PieceBefore, ...]:
        """Return the pieces of a game that are not as they were in the state of that name.

        Raises UnknownName, and PnpError for what cannot be read or drawn.
        """
        with self._state.whole(game, theme) as look:
            new = present_version(look)
            if name == APPROVED and name not in releases(self._state.project):
                return pieces_since_approval(self._state.project, look, new)
        with self._lock:
            old = self._version(game, theme, name, new)
            found = pieces_since(old, new)
            for side in (side for piece in found for side in piece.sides):
                if side.old is not None and side.old in old.faces:
                    self._faces.pop(side.old, None)
                    self._faces[side.old] = old.faces[side.old], old.fonts
            while len(self._faces) > MOST_FACES:
                del self._faces[next(iter(self._faces))]
        return found

    def _version(self, game: str, theme: str, name: str, new: Version) -> Version:
        project = self._state.project
        nothing = Version(game, "", name, {}, {})
        if name in releases(project):
            if theme:
                raise CannotUse(f"the release {name} is kept in the usual look", "choose the usual look")
            path = manifest_at(project.root / RELEASES / name, game)
            return (read_version(path, name, against=new) if path else None) or nothing
        commit = commit_of(project, name)
        if commit is None:
            raise UnknownName(f'there is no release and no revision in git "{name}"')
        if (game, theme, commit) not in self._drawn:
            self._folder = self._folder or temporary_folder("studio")
            options = BuildOptions(theme=theme)
            with open_cache() as cache:
                build = BuildContext(project, fonts_of(project), options, cache)
                found = find_version(VersionContext(build, Path(self._folder.name)), commit, game)
            self._drawn = {(game, theme, commit): found or nothing}  # the latest alone: it has all faces
        return self._drawn[game, theme, commit]

    def face(self, game: str, theme: str, name: str, key: str) -> ShownFace:
        """Return an old face of a game. Raises UnknownName for one that no piece had that is different now."""
        if key not in self._faces:
            self.since(game, theme, name)
        with self._lock:
            face, fonts = self._faces.get(key, (None, None))
            if face is not None:
                # It may have come with somebody's download: it is looked through as fresh drawings are.
                project = self._state.project
                reading = lint(face.svg, font_book(*filter(None, (project.fonts, fonts))))
                if not reading.faults:
                    return ShownFace(Face(face.key, reading.svg, face.trim, face.bleed), reading.fonts)
        raise UnknownName(f"that face of {game} is not known as it was at {name}")

    def approved_picture(self, game: str, side: PieceSide) -> Image.Image:
        """Return the picture of a face as it was approved. Raises UnknownName."""
        try:
            return SnapshotFolder.of(self._state.project, game).picture(side)
        except Unreadable as error:
            raise UnknownName(f"{side.title}, has no picture as it was approved: {error}") from error

    def difference(self, game: str, theme: str, name: str, side: PieceSide, key: str) -> bytes:
        """Return a PNG of a side, pale, with what differs from the old face marked. Raises PnpError."""
        new = self._state.face(game, theme, side)
        if new is None:
            raise UnknownName(f"{side.title}, cannot be drawn", "the findings of the game say why")
        page = new.face.page
        dpi = min(DPI, LONGEST_SIDE / max(page.width, page.height) * MM_PER_UNIT["in"])
        if name == APPROVED and name not in releases(self._state.project):
            picture = self.approved_picture(game, side)
            dpi = DPI  # as the pictures are
        else:
            picture = self._picture(self.face(game, theme, name, key), dpi)
        found = compare_pictures(picture, self._picture(new, dpi))
        assert found.marked is not None
        return lossless_png(found.marked)

    def _picture(self, shown: ShownFace, dpi: float) -> Image.Image:
        fonts = sorted(font.path for font in shown.fonts)
        pages = convert_drawable([shown.face], fonts, self._state.workers)
        if shown.face.key not in pages.where:
            raise CannotUse("that face cannot be drawn any more")
        return face_picture(pages, shown.face.key, dpi=dpi)


def png_of(picture: Image.Image) -> bytes:
    """Return a picture as a PNG file."""
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
