"""Somebody's SVG, made safe to place inside a card: read, refused where it reaches out, and rewritten as a part.

An icon or a picture may come from a stranger. It can draw; it cannot run, read, fetch or grow.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Mapping
from dataclasses import InitVar, dataclass, field
from xml.etree.ElementTree import Element

from pnp.model.geometry import Rect, Size
from pnp.model.limits import USUAL_LIMITS, GameLimits
from pnp.svg import images
from pnp.svg.complexity import Growth, huge_number, tiles, too_many_stops, too_many_tiles
from pnp.svg.images import UnsafeDrawing
from pnp.svg.reader.geometry import Extents, covers, user_units, view_box, with_stroke
from pnp.svg.reader.notes import Change
from pnp.svg.reader.rasters import density
from pnp.svg.reader.reading import Drawing, read_svg, too_deep, too_many_shapes
from pnp.svg.reader.structure import DRAWN as FILTERS
from pnp.svg.refused_features import KnownPart
from pnp.svg.vocabulary import (
    ELEMENTS,
    INLINE_IMAGE,
    OUTSIDE,
    REFERENCE,
    faults,
    may_matter,
    references,
)
from pnp.svg.writer import written_attributes
from pnp.typesetting.fonts import FontBook

SVG = "{http://www.w3.org/2000/svg}"
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
_DRAWN = (
    "svg g defs symbol use switch path rect circle ellipse line polygon polyline image linearGradient "
    "radialGradient stop clipPath mask pattern marker"
)
_DRAWS = frozenset((*_DRAWN.split(), *FILTERS))
_DRAWN_AS = {f"{SVG}{name}": name for name in _DRAWS}
_REPEATING = frozenset({"use", "pattern"})
_GRADIENTS = frozenset({"linearGradient", "radialGradient"})
_SAYS_NOTHING = frozenset({"metadata", "title", "desc"})
_PAGE = "id class width height x y viewBox version baseProfile preserveAspectRatio enable-background overflow"
_OF_THE_PAGE = frozenset(_PAGE.split())
_WHAT_INSTEAD = {
    **ELEMENTS,
    "style": 'in Inkscape, save as "Optimised SVG" with presentation attributes; in Illustrator choose them on export',
    "text": "turn the letters into paths (Inkscape: Path > Object to Path)",
    "filter": "filters do not print as vectors; draw the effect, or export a PNG",
}


Unseen = tuple[str, str]
"""Why nothing, or next to nothing, is seen of a picture, and what to do."""


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
    return f"{kind}-{re.sub(r'[^a-zA-Z0-9_-]', lambda found: f'_{ord(found[0]):x}_', name)}."


def read_drawing(
    data: bytes, *, prefix: str, fonts: FontBook | None = None, limits: GameLimits = USUAL_LIMITS
) -> SafeDrawing:
    """Return the drawing in `data`, its ids starting with `prefix`; its texts become outlines with `fonts`.

    Raises UnsafeDrawing, with all reasons, for what is no self-contained, static picture and cannot be made one.
    """
    read = read_svg(data, fonts, limits)
    if read.faults:
        first, *more = (UnsafeDrawing(each.message, each.hint, each.line) for each in read.faults)
        raise UnsafeDrawing(str(first), first.hint, first.line, tuple(more))
    return _safe(read, prefix, data, limits)


def _safe(read: Drawing, prefix: str, data: bytes, limits: GameLimits) -> SafeDrawing:
    """Return a drawing as a part of a card; raises UnsafeDrawing."""
    root = read.root
    view = _view(root)
    cleaner = _Cleaner(prefix, limits)
    inner, attributes = cleaner.cleaned(root, 0)
    cleaner.refuse_growth()
    if b"pattern" in data and tiles(root, Size(view.width, view.height)) > limits.tiles:
        raise UnsafeDrawing(*too_many_tiles(limits))
    own = {key: value for key, value in attributes.items() if key not in _OF_THE_PAGE}
    shared = written_attributes("g", own)
    ids = frozenset(cleaner.ids - {attributes.get("id", "")})
    return SafeDrawing(
        f"<g{shared}>{inner}</g>" if shared else inner,
        view,
        changes=read.changes,
        density=density(root) if b"<image" in data or b":image" in data else 0.0,
        unseen=_unseen(read, view),
        ids=ids,
        references=frozenset(cleaner.references),
    )


TINY = 0.05
"""The share of the page below which a drawing is surely not meant to fill it."""

CROP = "make the page as large as the drawing: in Inkscape, File > Document Properties > Resize to content"


def _unseen(read: Drawing, page: Rect) -> Unseen | None:
    """Return why nothing is seen of a drawing. Where clones and texts lie is the renderer's to know."""
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
        return "the drawing lies off its page", CROP
    return too_little(wide * high / (page.width * page.height), CROP)


def too_little(share: float, hint: str) -> Unseen | None:
    """Return what is said of a picture of which so small a share is drawn on."""
    if share >= TINY:
        return None
    return f"what is drawn takes {100 * share:.2g} % of the picture, so it will be tiny", hint


def _view(root: Element) -> Rect:
    written = root.get("viewBox")
    view = view_box(written)
    if view is None and written is not None:
        raise UnsafeDrawing(f'its viewBox is "{written}"', "a viewBox is four numbers: x y width height")
    if view is None:
        width, height = (user_units(root.get(side), 0.0) for side in ("width", "height"))
        view = Rect(0.0, 0.0, width, height)
    if not (0 < view.width < 1e7 and 0 < view.height < 1e7 and abs(view.x) < 1e7 and abs(view.y) < 1e7):
        raise UnsafeDrawing("it has no size", 'give its <svg> a viewBox, such as viewBox="0 0 100 100"')
    return view


class _Cleaner:
    """Writes a drawing as a part of a card: checked, without editors' private data, with a prefix for all ids."""

    def __init__(self, prefix: str, limits: GameLimits) -> None:
        self._prefix = prefix
        self._limits = limits
        self._growth = Growth()
        self._stops = 0
        self.ids: set[str] = set()
        self.references: set[str] = set()

    def cleaned(self, element: Element, depth: int) -> tuple[str, Mapping[str, str]]:
        """Return what is inside an element, written without namespaces, and its attributes.

        A picture has no text, so only its children matter.
        """
        if depth > self._limits.depth:
            raise too_deep(self._limits)
        name = element.tag.removeprefix(SVG)
        if name not in _DRAWS:
            raise UnsafeDrawing(
                f"it holds a <{name}> element",
                _WHAT_INSTEAD.get(name, "remove it and save the drawing again"),
            )
        self._stops += name == "stop"
        begun = self._growth.begin()
        parts: list[str] = []
        for child in element:
            if (drawn := _DRAWN_AS.get(child.tag, "")) == "" and _is_silent(child):
                continue
            inside, attributes = self.cleaned(child, depth + 1)
            written = written_attributes(drawn, attributes)
            parts.append(f"<{drawn}{written}>{inside}</{drawn}>" if inside else f"<{drawn}{written}/>")
        kept = self._attributes(name, element.attrib)
        # A gradient is a colour: it may be on any number of shapes.
        if "id" in kept and name not in _GRADIENTS:
            self._growth.end(begun, kept["id"])
        return "".join(parts), kept

    def _attributes(self, element: str, written: Mapping[str, str]) -> dict[str, str]:
        if len(written) > self._limits.attributes:
            raise UnsafeDrawing(f"an element of it has {len(written)} attributes", "save the drawing again")
        kept: dict[str, str] = {}
        pointing: list[str] = []
        for key, value in written.items():
            if key.startswith("{") and key != XLINK_HREF:
                continue
            if (huge := huge_number(key, value)) is not None:
                raise UnsafeDrawing(*huge)
            if key == XLINK_HREF or may_matter(key, value):
                name = "href" if key == XLINK_HREF else key
                kept[name] = self._checked(element, name, value)
                pointing.append(name)
            else:
                kept[key] = value
        if pointing:
            self._note_repeats(element, kept, pointing)
        return kept

    def _note_repeats(self, element: str, kept: Mapping[str, str], keys: Iterable[str]) -> None:
        """Note what the attributes with these names point to, and how often it is drawn for it."""
        if (href := kept.get("href", "")).startswith("#"):
            self.references.add(href[1:])
            if element in _REPEATING:
                self._growth.repeat(href[1:], 1)
        for key in keys:
            names = references(kept[key])
            self.references.update(names)
            # A marker stands on every corner; two letters are the least that make one.
            corners = len(kept.get("d") or kept.get("points") or "") // 2 if "marker" in key else 0
            for name in names:
                self._growth.repeat(name, 1 + corners)

    def _checked(self, element: str, key: str, value: str) -> str:
        if key == "href":
            return _href(element, value, self._prefix, self._limits)
        for message, hint in () if key == "filter" and element != "filter" else faults(key, value):
            raise UnsafeDrawing(message, hint)
        if key == "filter" and ("\\" in value or OUTSIDE.search(value)):
            raise UnsafeDrawing(
                f'filter="{value[:50]}" reaches outside the drawing', "only url(#name) may be used"
            )
        if key == "id":
            self.ids.add(self._prefix + value)
            return self._prefix + value
        return (
            REFERENCE.sub(lambda found: f"url(#{self._prefix}{found[1]})", value) if "#" in value else value
        )

    def refuse_growth(self) -> None:
        """Raise UnsafeDrawing when the drawing repeats itself without end, or to more shapes than a card can show."""
        if self._growth.shapes() > self._limits.shapes:
            raise too_many_shapes(self._limits)
        if self._stops > self._limits.stops:
            raise UnsafeDrawing(*too_many_stops(self._limits))


def _is_silent(element: Element) -> bool:
    """Say whether an element only speaks to editors and readers, or says nothing at all."""
    if not isinstance(element.tag, str) or not element.tag.startswith(SVG):
        return True
    name = element.tag.removeprefix(SVG)
    if name in _DRAWS:
        return False
    empty = not len(element) and not (element.text or "").strip()
    return name in _SAYS_NOTHING or (name in ("style", "text") and empty)


def _href(element: str, value: str, prefix: str, limits: GameLimits) -> str:
    if value.startswith("#") and element != "image":
        return f"#{prefix}{value[1:]}"
    inline = INLINE_IMAGE.match(value) if element == "image" else None
    if inline is None:
        raise UnsafeDrawing(
            f'it links to "{value[:60]}"',
            "embed the image in the file (Inkscape: Extensions > Images > Embed)",
        )
    try:
        images.check(base64.b64decode(value[inline.end() :]), limits)
    except binascii.Error:
        raise UnsafeDrawing("an image inside it is damaged", "embed the image again") from None
    return value
