"""Pieces of a game as they are when they have been cut out: pictures of their own faces, and a legal machine of tiles."""  # noqa: INP001

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw

from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, DrawnGame, draw_game, fonts_of
from pnp.convert.renderers import convert_drawable
from pnp.export.image_files import face_picture
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.face import Face
from pnp.model.game import Component, Space
from pnp.model.geometry import rounded
from pnp.model.nets import fold_marks
from pnp.templates.values import path

DOCS = Path(__file__).resolve().parent
DPI = 220  # of the faces


@dataclass(frozen=True, slots=True)
class Cut:
    """A piece as scissors leave it: a picture of DPI, transparent beyond the outline, which is in mm."""

    picture: Image.Image
    outline: tuple[tuple[float, float], ...]
    component: Component
    piece: str

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""
        return self.component.size.width, self.component.size.height


def pieces(game_id: str, *names: str) -> Iterator[Cut]:
    """Yield pieces of a game by names such as "food/apple" or, for a back, "food/apple.back"."""
    project = find_project(DOCS)
    game = load_game(project, game_id).game
    assert game is not None
    parts = tuple(dict.fromkeys(name.split("/")[0] for name in names))
    drawn = draw_game(
        BuildContext(project, fonts_of(project), BuildOptions(papers=(), components=parts)), game
    )
    for name in names:
        part, _, piece = name.partition("/")
        yield cut_out(drawn, part, piece)


def cut_out(drawn: DrawnGame, part: str, side: str) -> Cut:
    """Return the piece of a face: a net with all its flaps, everything else along its outline."""
    found = next(each for each in drawn.components if each.component.id == part)
    component, deck = found.component, found.rendered.deck
    piece = side.removesuffix(".back")
    face = deck.faces[(deck.fronts if piece == side else deck.backs)[piece]]
    pages = drawn.pages[part]
    if component.net:
        face = with_drawing(face, without_lines(face.svg, component))
        pages = convert_drawable([face], found.rendered.fonts)
    picture = face_picture(pages, face.key, dpi=DPI)
    bleed = round(component.bleed * DPI / 25.4)
    trimmed = picture.crop((bleed, bleed, picture.width - bleed, picture.height - bleed)).convert("RGBA")
    outline = component.net.cut if component.net else rounded(component.cut)
    return Cut(masked(trimmed, outline), tuple(outline), component, piece)


def with_drawing(face: Face, svg: str) -> Face:
    """Return a face of the same size with another drawing."""
    return Face(f"{face.key}-outside", svg, face.trim, face.bleed)


def without_lines(svg: str, component: Component) -> str:
    """Return the drawing of a net without the lines to cut and fold: they are gone when it stands on a table."""
    net = component.net
    assert net is not None
    marks = fold_marks(net, bleed=component.bleed)
    folds = (*net.folds, *net.slits, *marks.ticks, *marks.beside, *marks.across)
    lines = {path(net.cut), *(path(each, closed=False) for each in folds)}
    return re.sub(
        r'<path d="([^"]*)"[^>]*/>',
        lambda found: "" if lines.issuperset(re.findall("M[^M]+", found[1])) else found[0],
        svg,
    )


def masked(face: Image.Image, outline: Sequence[tuple[float, float]]) -> Image.Image:
    """Return a picture that is transparent outside an outline in mm."""
    times, scale = 4, DPI / 25.4
    mask = Image.new("L", (face.width * times, face.height * times), 0)
    ImageDraw.Draw(mask).polygon([(x * scale * times, y * scale * times) for x, y in outline], fill=255)
    shown = face.copy()
    shown.putalpha(mask.resize(face.size, Image.Resampling.BOX))
    return shown


# A machine: triangular tiles on the spaces of a board, where edges that touch are of the same kind.


@dataclass(frozen=True, slots=True)
class Installed:
    """A tile on a board: the middle of its triangle in mm from the board's top-left corner, and its turn."""

    tile: Cut
    x: float
    y: float
    turn: float


Edges = dict[tuple[int, int], str]


def machine(tiles: Sequence[Cut], spaces: Sequence[Space]) -> tuple[Installed, ...]:
    """Return a tile for every space, so turned that edges which touch are of the same kind."""
    found = _installed(tiles, spaces, {})
    assert found is not None, "these tiles cannot be laid on these spaces"
    return found


def _installed(tiles: Sequence[Cut], spaces: Sequence[Space], edges: Edges) -> tuple[Installed, ...] | None:
    if not spaces:
        return ()
    space, *others = spaces
    x, y = _middle(space)
    low = sum(point[1] > y for point in space.points)
    for number, tile in enumerate(tiles):
        for turn in (0, 120, 240):
            turned = turn if low > 1 else turn + 180
            laid = _edges_of(tile, space, turned)
            if any(edges.get(place, kind) != kind for place, kind in laid.items()):
                continue
            rest = _installed([*tiles[:number], *tiles[number + 1 :], tile], others, edges | laid)
            if rest is not None:
                return (Installed(tile, x, y, turned), *rest)
    return None


def _edges_of(tile: Cut, space: Space, turn: float) -> Edges:
    """Return where the edges of a tile on a space are, in quarters of a mm, and their kinds."""
    x, y = _middle(space)
    out = math.dist(space.points[0], (x, y)) / 2
    kinds = next(piece for piece in tile.component.pieces if piece.id == tile.piece).fields["edges"]
    angles = (math.radians(turn + start) for start in (30, 270, 150))
    return {
        (round(4 * (x + out * math.cos(angle))), round(4 * (y - out * math.sin(angle)))): str(kind)
        for angle, kind in zip(angles, kinds, strict=True)
    }


def _middle(space: Space) -> tuple[float, float]:
    return sum(x for x, _ in space.points) / 3, sum(y for _, y in space.points) / 3
