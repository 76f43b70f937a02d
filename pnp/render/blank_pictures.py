"""Pictures on which nothing is to be seen: transparent or white throughout, empty, off their page, or tiny on it."""

from pnp.model.limits import USUAL_LIMITS, GameLimits
from pnp.render.images import UnsafeDrawing, whole
from pnp.render.svg_reader.extents import Extents, with_stroke
from pnp.render.svg_reader.lengths import view_box
from pnp.render.svg_reader.notes import kind_of
from pnp.render.svg_reader.reading import read_svg

WHITE = 255
TINY = 0.05
"""The share of the page below which a drawing is surely not meant to fill it."""

_PLACED_LATER = frozenset({"use", "text"})
"""Clones and texts: where they lie is the renderer's to know."""

CROP = "make the page as large as the drawing: in Inkscape, File > Document Properties > Resize to content"


def blank_reason(data: bytes, limits: GameLimits = USUAL_LIMITS, *, is_svg: bool) -> tuple[str, str] | None:
    """Return why nothing, or next to nothing, is seen of a picture, and what to do; None for one that is seen.

    What cannot be read at all is told elsewhere.
    """
    try:
        return _of_drawing(data, limits) if is_svg else _of_pixels(data, limits)
    except UnsafeDrawing:
        return None


def _of_pixels(data: bytes, limits: GameLimits) -> tuple[str, str] | None:
    image = whole(data, limits=limits)
    box: tuple[int, int, int, int] | None = (0, 0, *image.size)
    if image.has_transparency_data:
        box = image.convert("RGBA").getchannel("A").getbbox()
    if box is None:
        return "the picture is transparent throughout", "export it again, with its layers shown"
    if image.convert("L").getextrema()[0] == WHITE and box == (0, 0, *image.size):
        return "the picture is white throughout", "export it again, with its layers shown"
    share = (box[2] - box[0]) * (box[3] - box[1]) / (image.width * image.height)
    return _tiny(share, "crop it to what is drawn")


def _of_drawing(data: bytes, limits: GameLimits) -> tuple[str, str] | None:
    root = read_svg(data, limits=limits).root
    page = view_box(root.get("viewBox"))
    if page is None or any(kind_of(each) in _PLACED_LATER for each in root.iter()):
        return None
    box = Extents().of(root)
    if box is None:
        return "the drawing is empty", "draw something, or show its layers"
    drawn = with_stroke(root, box)
    wide = min(drawn.right, page.right) - max(drawn.x, page.x)
    high = min(drawn.bottom, page.bottom) - max(drawn.y, page.y)
    if wide < 0 or high < 0:
        return "the drawing lies off its page", CROP
    return _tiny(wide * high / (page.width * page.height), CROP)


def _tiny(share: float, hint: str) -> tuple[str, str] | None:
    if share >= TINY:
        return None
    return f"what is drawn takes {100 * share:.2g} % of the picture, so it will be tiny", hint
