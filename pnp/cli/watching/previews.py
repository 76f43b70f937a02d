"""The new pictures on screen: faces that changed, converted and written before anything else is."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PIL import Image

from pnp.cli.watching.bench import Bench, Redrawn
from pnp.cli.watching.differences import Spot, faces_of
from pnp.convert.engines import engine
from pnp.export.png import face_picture
from pnp.export.preview import DPI, MOST, address, forget, write_latest, write_preview
from pnp.model.errors import CannotRender
from pnp.model.face import Face
from pnp.model.pages import FacePages
from pnp.render.faces import Rendered

AT_A_TIME = 8
"""So many faces are converted before looking whether something newer was saved."""

MOST_PREVIEWS = 96
"""So many faces of a component get pictures at once; of the rest, which all changed for the same reason, old ones go."""


class Previews:
    """Writes previews below `folder`, the game's output folder, and the picture of the latest; or nothing at all."""

    def __init__(self, folder: Path, *, wanted: bool) -> None:
        self._folder = folder
        self._wanted = wanted
        self._latest: list[Image.Image] = []

    def show(self, bench: Bench, drawn: Redrawn, *, hurry: Callable[[], bool]) -> tuple[Spot, ...]:
        """Write the faces that changed; return the sides shown, not all of them when there is `hurry`.

        Raises CannotWrite.
        """
        now = faces_of(drawn.rendered.deck)
        self.drop(bench, [spot for spot in drawn.spots if spot not in now])
        shown = [spot for spot in drawn.spots if spot not in now]
        here = [spot for spot in drawn.spots if spot in now]
        if not self._wanted:
            bench.seen(here, now)
            return (*shown, *here)
        for some, pictures in self._pictured(drawn.rendered, here):
            for spot in some:
                if now[spot] in pictures:
                    write_preview(self._folder, address(*spot), pictures[now[spot]])
                else:
                    forget(self._folder, address(*spot))
            bench.seen(some, now)
            shown += some
            if pictures and len(self._latest) < MOST:
                self._latest += pictures.values()
                write_latest(self._folder, self._latest)
            if hurry():
                break
        return tuple(shown)

    def drop(self, bench: Bench, spots: Sequence[Spot]) -> None:
        """Remove the pictures of sides that are no more. Raises CannotWrite."""
        if self._wanted:
            for spot in spots:
                forget(self._folder, address(*spot))
        bench.seen(spots, {})

    def _pictured(
        self, rendered: Rendered, spots: Sequence[Spot]
    ) -> Iterator[tuple[list[Spot], dict[str, Image.Image]]]:
        """Yield sides and the pictures of their faces by key, some at a time; a face that is refused has none."""
        now = faces_of(rendered.deck)
        keys = list(dict.fromkeys(now[spot] for spot in spots))
        for start in range(0, len(keys), AT_A_TIME):
            some = keys[start : start + AT_A_TIME]
            faces = [rendered.deck.faces[key] for key in some] if start < MOST_PREVIEWS else []
            pages = _converted(faces, rendered.fonts)
            pictures = {key: face_picture(pages, key, dpi=DPI) for key in some if key in pages.where}
            yield [spot for spot in spots if now[spot] in some], pictures


def _converted(faces: Sequence[Face], fonts: Sequence[Path]) -> FacePages:
    """Return the pages of the faces that the renderer takes; building says what is wrong with the others."""
    left = list(faces)
    while True:
        try:
            return engine().convert(left, fonts)
        except CannotRender as error:
            if not any(face.key == error.face for face in left):
                raise
            left = [face for face in left if face.key != error.face]
