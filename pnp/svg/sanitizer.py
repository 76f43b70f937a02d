"""Make untrusted SVG safe inside a card: parse it, refuse external references, and write it again as a part.

An icon or a picture may come from a stranger. It can draw; it cannot run, read, fetch or grow.
"""

import re
from dataclasses import InitVar, dataclass, field
from xml.etree.ElementTree import Element

from pnp.model.geometry import Rect, Size
from pnp.model.limits import USUAL_LIMITS, GameLimits
from pnp.svg.images import UnsafeDrawing
from pnp.svg.reader.geometry import Extents, covers, page_box, view_box, with_stroke
from pnp.svg.reader.notes import Change, link_of
from pnp.svg.reader.plain_svg import Drawing, plain_svg
from pnp.svg.reader.rasters import density
from pnp.svg.reader.source_text import read_source
from pnp.svg.reader.styles import AS_PATHS
from pnp.svg.refused_features import KnownPart
from pnp.svg.vocabulary import ATTRIBUTES, OUTSIDE, inside, prefixed, references, written_attributes
from pnp.typesetting.fonts import FontBook, FontFile

SVG = "{http://www.w3.org/2000/svg}"
_SHORT = {
    "{http://www.w3.org/1999/xlink}href": "href",
    "{http://www.w3.org/XML/1998/namespace}space": "xml:space",
}
_DRAWS = ATTRIBUTES.keys() - {"a", "desc", "title", "tref", "view"}
_PAGE = "id class width height x y viewBox version baseProfile preserveAspectRatio enable-background overflow"
_OF_THE_PAGE = frozenset(_PAGE.split())
Unseen = tuple[str, str]  # Why nothing, or next to nothing, is seen of a picture, and what to do.


@dataclass(frozen=True, slots=True)
class SafeDrawing:
    """The inside of an SVG, its ids prefixed, with its view box; `pixels` says that the units of that are pixels.

    `checked` is the inside as the lint of a face that shows it has to know it; `changes` is what was done to it,
    `density` how many pixels a unit of it has in its coarsest picture, 0 where it has none; `unseen` is None where something
    is seen of it.
    """

    inner: str
    view: Rect
    pixels: bool = False
    changes: tuple[Change, ...] = ()
    density: float = 0.0
    unseen: Unseen | None = field(default=None, compare=False)
    fonts: frozenset[FontFile] = field(default=frozenset(), compare=False)
    checked: KnownPart = field(init=False, compare=False)
    ids: InitVar[frozenset[str]] = frozenset()
    references: InitVar[frozenset[str]] = frozenset()

    def __post_init__(self, ids: frozenset[str], references: frozenset[str]) -> None:
        """Put together what the lint has to know."""
        object.__setattr__(self, "checked", KnownPart(self.inner, ids, references))

    @property
    def raster(self) -> Size | None:
        """The pixels that it would have as a picture as coarse as the coarsest in it; None where all is vectors."""
        scale = 1.0 if self.pixels else self.density
        return Size(self.view.width * scale, self.view.height * scale) if scale else None


def id_prefix(kind: str, name: str) -> str:
    """Return what the ids of one picture start with, so that two pictures on a card never share one.

    >>> id_prefix("art", "two apples")
    'art-two_20_apples.'
    """
    return f"{kind}-{re.sub(r'[^a-zA-Z0-9_-]', lambda match: f'_{ord(match[0]):x}_', name)}."


def read_drawing(
    data: bytes, *, prefix: str, fonts: FontBook | None = None, limits: GameLimits = USUAL_LIMITS
) -> SafeDrawing:
    """Return the drawing in `data`, its ids starting with `prefix`, its texts set in `fonts`; without them it has none.

    Raises UnsafeDrawing, with all reasons, for what is no self-contained, static picture and cannot be made one.
    """
    read = plain_svg(*read_source(data, limits), fonts, limits)
    if read.faults:
        first, *more = (UnsafeDrawing(*fault) for fault in read.faults)
        raise UnsafeDrawing(str(first), first.hint, first.line, tuple(more))
    if read.has_texts and fonts is None:
        raise UnsafeDrawing("it holds a <text> element", AS_PATHS)
    root = read.root
    written = root.get("viewBox")
    if written is not None and view_box(written) is None:
        raise UnsafeDrawing(f'its viewBox is "{written}"', "a viewBox is four numbers: x y width height")
    view = page_box(root)
    if not (0 < view.width < 1e7 and 0 < view.height < 1e7 and abs(view.x) < 1e7 and abs(view.y) < 1e7):
        raise UnsafeDrawing("it has no size", 'give its <svg> a viewBox, such as viewBox="0 0 100 100"')
    part = _Part(prefix)
    inner, attributes = inside(root, part.attributes, written_attributes), part.attributes(root)
    shared = written_attributes("g", {key: attributes[key] for key in attributes if key not in _OF_THE_PAGE})
    return SafeDrawing(
        f"<g{shared}>{inner}</g>" if shared else inner,
        view,
        changes=read.changes,
        density=density(root) if b"<image" in data or b":image" in data else 0.0,
        unseen=_unseen(read, view),
        fonts=read.fonts,
        ids=frozenset(part.ids - {attributes.get("id", "")}),
        references=frozenset(part.references),
    )


TINY = 0.05  # The share of the page below which a drawing is surely not meant to fill it.
CROP = "make the page as large as the drawing: in Inkscape, File > Document Properties > Resize to content"


def _unseen(read: Drawing, page: Rect) -> Unseen | None:
    root = read.root
    if read.has_texts or covers(root, page, TINY) or root.find(f".//{SVG}use") is not None:
        return None
    box = Extents().of(root)
    if box is None:
        return "the drawing is empty", "draw something, or show its layers"
    drawn = with_stroke(root, box)
    wide = min(drawn.right, page.right) - max(drawn.x, page.x)
    high = min(drawn.bottom, page.bottom) - max(drawn.y, page.y)
    if wide < 0 or high < 0:
        return "the drawing is off its page", CROP
    return too_little(wide * high / (page.width * page.height), CROP)


def too_little(share: float, hint: str) -> Unseen | None:
    """Return what is said of a picture of which so small a share is drawn on."""
    if share >= TINY:
        return None
    return f"what is drawn takes {100 * share:.2g} % of the picture, so it will be tiny", hint


class _Part:
    """Has a drawing written as a part of a card: without editors' private data, with a prefix for all ids."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self.ids: set[str] = set()
        self.references: set[str] = set()

    def attributes(self, element: Element) -> dict[str, str]:
        """Return what is kept of the attributes of an element."""
        name = element.tag.removeprefix(SVG)
        if name not in _DRAWS:
            raise UnsafeDrawing(f"it holds a <{name}> element", "remove it and save the drawing again")
        kept: dict[str, str] = {}
        for full_key, written in element.attrib.items():
            key = _SHORT.get(full_key, full_key)
            value = link_of(element) if key == "href" else written
            if key.startswith("{"):
                continue
            if key == "filter" and ("\\" in value or OUTSIDE.search(value)):
                message = f'filter="{value[:50]}" reaches outside the drawing'
                raise UnsafeDrawing(message, "only url(#name) may be used")
            kept[key] = value = prefixed(key, value, self._prefix)
            if key == "id":
                self.ids.add(value)
            elif key == "href" and value.startswith("#"):
                self.references.add(value[1:])
            else:
                self.references.update(references(value))
        return kept
