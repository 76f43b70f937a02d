"""The contact sheet of a game, with the small pictures that were drawn before."""

import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from PIL import Image

from pnp.cli.pipeline import Print
from pnp.cli.reuse import NOTHING, Reuse
from pnp.convert.engines import DEFAULT
from pnp.export.atomic import write
from pnp.export.contact import Row, Thumbnails, contact_path, contact_png, thumbnails
from pnp.model.face import Face
from pnp.model.game import Game
from pnp.model.pages import FacePages
from pnp.model.store import digest_of


def write_contact_sheet(
    folder: Path,
    game: Game,
    prints: Sequence[Print],
    pages: Sequence[FacePages],
    reused: Reuse = NOTHING,
    *,
    renderer: str = DEFAULT,
) -> None:
    """Write the picture of every distinct face, which that renderer has drawn. Raises CannotWrite."""
    rows = [
        Row(f"{each.component.title}: {each.component.copies}", each.rendered.deck, drawn)
        for each, drawn in zip(prints, pages, strict=True)
    ]
    made_with = {each.component.id: (renderer, _fonts(each)) for each in prints}
    path = contact_path(folder)
    shown = [
        (row.title, [_known(face) for face in row.deck.faces.values()], made_with[row.deck.component])
        for row in rows
    ]
    key = reused.key("contact-sheets", game.title, shown)
    if reused.stands(path, key):
        return
    pictures = _remembered(reused, made_with) if reused.remembers else thumbnails
    write(path, contact_png(game.title, rows, pictures), root=folder)
    reused.wrote(path, key)


def _fonts(printed: Print) -> list[str]:
    """Return what the letters are drawn with: the same face with other font files is another picture."""
    return [digest_of(path.read_bytes()) for path in printed.rendered.fonts]


def _known(face: Face) -> tuple[str, float, float]:
    """Return what a face looks like: a drawing may be cut off by a smaller page."""
    return face.key, face.page.width, face.page.height


def _remembered(reused: Reuse, made_with: Mapping[str, object]) -> Thumbnails:
    """Return what gives small pictures, drawing only those that are not kept."""

    def pictures(row: Row, faces: Sequence[str], dpi: float) -> Iterator[Image.Image]:
        used = made_with[row.deck.component]
        keys = {face: reused.key("thumbnails", _known(row.deck.faces[face]), dpi, used) for face in faces}
        kept = {face: found for face in faces if (found := reused.store.get(keys[face])) is not None}
        drawn = thumbnails(row, [face for face in faces if face not in kept], dpi)
        for face in faces:
            if face in kept:
                yield Image.open(io.BytesIO(kept.pop(face)))
            else:
                picture = next(drawn)
                reused.store.put(keys[face], _packed(picture))
                yield picture

    return pictures


def _packed(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()
