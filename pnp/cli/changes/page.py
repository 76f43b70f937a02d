"""The page of `pnp diff --format html`: the faces that changed, drawn as they were and as they are."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PIL import Image

from pnp.cli.changes.comparison import Compared
from pnp.convert.engines import engine
from pnp.export.changes.page import Illustrated, Keys, page
from pnp.export.changes.pictures import Pair, pair
from pnp.export.png import face_picture
from pnp.load.project import Project
from pnp.model.changes import Changes
from pnp.model.edition import Edition
from pnp.model.errors import CannotRender
from pnp.model.face import Face
from pnp.model.pages import FacePages
from pnp.render.lint import lint
from pnp.render.text.fonts import font_book

MOST = 400
"""Faces that are pictured of one game: a page with more is no longer looked at, nor opened by a browser."""


def changes_page(project: Project, name: str, compared: Sequence[Compared]) -> str:
    """Return the HTML page about the games; raises CannotRender when the renderer cannot be used."""
    return page(name, [_illustrated(project, each) for each in compared])


def _illustrated(project: Project, compared: Compared) -> Illustrated:
    wanted = tuple(dict.fromkeys(_keys(compared.account.changes)))
    shown = wanted[:MOST]
    old = _Drawn(compared.old, (old for old, _ in shown), project.fonts)
    new = _Drawn(compared.new, (new for _, new in shown), project.fonts)

    def drawn(face: Face, dpi: float) -> Image.Image:
        return (old if old.has(face) else new).picture(face, dpi)

    pairs: dict[Keys, Pair] = {keys: pair(old.face(keys[0]), new.face(keys[1]), drawn) for keys in shown}
    return Illustrated(compared.account, pairs, len(wanted) - len(shown))


def _keys(changes: Changes) -> Iterator[Keys]:
    for change in changes.changed:
        if not change.sides:
            yield None, change.new.front
        for side in change.sides:
            yield side.old, side.new
    yield from ((None, piece.front) for piece in changes.added)
    yield from ((piece.front, None) for piece in changes.removed)


class _Drawn:
    """Faces of one edition as pages. One that cannot be drawn as it was meant is as good as not known.

    An earlier edition may have come with somebody's download: its drawings are looked through as fresh ones are.
    """

    def __init__(self, edition: Edition, keys: Iterable[str | None], fonts: Path) -> None:
        book = font_book(edition.fonts or fonts)
        self._faces: dict[str, Face] = {}
        files: set[Path] = set()
        for key in keys:
            face = edition.faces.get(key) if key is not None else None
            if face is not None and key is not None:
                reading = lint(face.svg, book)
                if not reading.faults:
                    self._faces[key] = face
                    files |= {font.path for font in reading.fonts}
        self._pages = self._converted(sorted(files))

    def face(self, key: str | None) -> Face | None:
        """Return the face of that key, None when it is not known or cannot be drawn."""
        return self._faces.get(key) if key is not None else None

    def has(self, face: Face) -> bool:
        """Say whether the face is one of these."""
        return self._faces.get(face.key) is face

    def picture(self, face: Face, dpi: float) -> Image.Image:
        """Return the picture of one of these faces."""
        return face_picture(self._pages, face.key, dpi=dpi)

    def _converted(self, fonts: Sequence[Path]) -> FacePages:
        while True:
            try:
                return engine().convert(tuple(self._faces.values()), fonts)
            except CannotRender as error:
                if error.face not in self._faces:
                    raise
                del self._faces[error.face]
