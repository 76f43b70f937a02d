"""Pictures for a machine that cuts along the edge of what is not transparent: pieces in rows, each cut out already."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from pnp.export.face_canvas import Canvas, OpenPages, canvas_of
from pnp.export.image_files import png
from pnp.model.face import FRONT, Side
from pnp.model.game import Component
from pnp.model.geometry import Point, Size, rounded
from pnp.model.machines import CuttingMachine
from pnp.units import MM_PER_UNIT

HALF = 128
"""A pixel of which half lies on the piece is a pixel of the piece: the edge is sharp."""


@dataclass(frozen=True, slots=True)
class PieceRows:
    """How the pieces of a component lie on a picture, each on a canvas, with `gap` pixels between neighbours."""

    canvas: Canvas
    columns: int
    rows: int
    gap: int

    @property
    def places(self) -> int:
        """How many pieces there is room for."""
        return self.columns * self.rows

    def corner(self, number: int) -> tuple[int, int]:
        """Return the top-left pixel of a place, counted from 0."""
        row, column = divmod(number, self.columns)
        return column * (self.canvas.width + self.gap), row * (self.canvas.height + self.gap)

    def pixels(self, count: int) -> tuple[int, int]:
        """Return width and height of a picture of so many pieces, which ends with them on all sides."""
        right = self.corner(min(count, self.columns) - 1)[0]
        return right + self.canvas.width, self.corner(count - 1)[1] + self.canvas.height

    def size(self, count: int) -> Size:
        """Return the size in mm of a picture of so many pieces."""
        width, height = self.pixels(count)
        return replace(self.canvas, width=width, height=height).size


def rows_within(component: Component, area: Size, machine: CuttingMachine) -> PieceRows | None:
    """Return the rows of most pieces, upright or all turned, that an area has room for; None where not one fits."""
    wide, high = (int(side / MM_PER_UNIT["in"] * machine.dpi) for side in (area.width, area.height))
    gap = round(machine.gap / MM_PER_UNIT["in"] * machine.dpi)
    found = []
    for turn, size in zip((0, 90), component.size.either_way, strict=True):
        canvas = replace(canvas_of(size, machine.dpi), turn=turn)
        columns, rows = (wide + gap) // (canvas.width + gap), (high + gap) // (canvas.height + gap)
        if columns and rows:
            found.append(PieceRows(canvas, columns, rows, gap))
    return max(found, key=lambda each: each.places, default=None)


def cut_picture(
    opened: OpenPages, component: Component, side: Side, faces: Sequence[str], rows: PieceRows
) -> bytes:
    """Return the PNG file of these faces, one in each place of the rows, transparent around them."""
    canvas = replace(rows.canvas, outline=_outline(component, side))
    drawn = {face: opened.drawn(face, canvas) for face in dict.fromkeys(faces)}
    masks = {
        face: each.getchannel("A").point(lambda part: 255 * (part >= HALF)) for face, each in drawn.items()
    }
    picture = Image.new("RGBA", rows.pixels(len(faces)))
    for number, face in enumerate(faces):
        drawn[face].putalpha(masks[face])
        picture.paste(drawn[face], rows.corner(number), masks[face])
    return png(picture, dpi=canvas.dpi)


def _outline(component: Component, side: Side) -> tuple[Point, ...]:
    """Return the line a piece is cut along, in mm from its middle, as it is seen from that side."""
    size, way = component.size, 1 if side == FRONT else -1
    return tuple((way * (x - size.width / 2), y - size.height / 2) for x, y in rounded(component.cut))
