"""Tolerant reading of an editor's drawing: what Inkscape opens becomes SVG that every renderer draws alike.

Each pass takes one kind of peculiarity out of the drawing; none reads anything but the drawing.
"""

import math
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from xml.etree.ElementTree import Element, SubElement

from pnp.model.geometry import Rect
from pnp.model.limits import USUAL_LIMITS, GameLimits, raised
from pnp.model.svg_geometry import Affine, transform
from pnp.svg.images import UnsafeDrawing
from pnp.svg.reader.geometry import Extents, fit_viewport, numbers, page_box, user_units, written
from pnp.svg.reader.notes import (
    INKSCAPE,
    SVG,
    Change,
    Notes,
    by_id,
    drawn_elements,
    keep_children,
    kind_of,
    link_of,
)
from pnp.svg.reader.rasters import plain_rasters
from pnp.svg.reader.source_text import read_source
from pnp.svg.reader.styles import inline_styles, plain_colours, set_fonts, set_style
from pnp.svg.vocabulary import ATTRIBUTES, FILTERS, INLINE_IMAGE, declarations, faults
from pnp.typesetting.fonts import FontBook, FontFile

_KEPT = ATTRIBUTES.keys() - {"desc", "title", "view"} | {"style", "script", "iframe", "audio", "video"}
_SILENT = frozenset(
    {"title", "desc", "metadata", "cursor", "view", "font", "font-face", "hatch", "color-profile"}
)
_STILL = frozenset(
    {"animate", "animateMotion", "animateTransform", "animateColor", "set", "discard", "mpath"}
)
_URL = re.compile(r"url\(\s*+['\"]?+#([^()'\"]*+)['\"]?\s*\)", re.IGNORECASE)
_LEFT_OUT = ("clip-path", "mask", "filter", "cursor", "marker-start", "marker-mid", "marker-end")
_POINTING = ("fill", "stroke", *_LEFT_OUT)
_BEHIND = re.compile(r"\)\s*(\S.*)$")
GUIDES = "guides"  # What the layer of an artboard is called that is to draw by and not to print.
GUIDE_PAGE = "pnp-guide"  # The id of a page that says what to draw: it is no picture.


def keep_what_is_drawn(root: Element, notes: Notes) -> None:
    """Take out what belongs to editors and browsers; note what would be missed in print."""
    if root.get("id") == GUIDE_PAGE:
        hint = "draw on the file of the same name in artboards/, which is as large as the picture"
        notes.fault("it is the page with the guides, not the picture", hint)
    names = {child: (child.get(f"{INKSCAPE}label"), child.get("id")) for child in root}
    keep_children(root, [child for child in root if GUIDES not in names[child]])
    for parent in list(root.iter()):
        keep_children(parent, [child for child in parent if _is_kept(child, notes)])


def _is_kept(child: Element, notes: Notes) -> bool:
    """Say whether an element is drawn, after making it one that every renderer knows."""
    if not isinstance(child.tag, str) or not child.tag.startswith(SVG):
        return False
    kind = kind_of(child)
    if kind == "switch":
        child.tag = f"{SVG}g"
        chosen = next((other for other in child if _is_for_everybody(other)), None)
        child[:] = [] if chosen is None else [chosen]
        return chosen is not None
    if kind == "a":
        child.tag = f"{SVG}g"
        for name in [key for key in child.attrib if key.endswith("href") or key in ("target", "download")]:
            del child.attrib[name]
    elif kind == "foreignObject":
        # Only what a browser alone could draw is missed, not what else a program has kept for itself.
        is_html = any("1999/xhtml" in str(part.tag) for part in child.iter())
        if is_html and "".join(child.itertext()).strip():
            notes.fault(
                "it holds a <foreignObject> element with HTML text",
                "export it with its text as outlines, or as an SVG without HTML (draw.io: Text Settings, no Formatted Text)",
                child,
            )
    elif kind in _STILL:
        notes.changed("its animation was left out; it is drawn as it begins", child, is_seen=True)
    elif kind in {"text", "style", "flowRoot"}:
        return bool("".join(child.itertext()).strip())
    elif kind not in _SILENT and kind not in _KEPT and not kind.startswith(("fe", "flow")):
        notes.changed(f"<{kind}>, which is not an SVG element, was left out", child)
    return kind == "a" or kind in _KEPT or kind.startswith(("fe", "flow"))


def _is_for_everybody(element: Element) -> bool:
    if not isinstance(element.tag, str) or not element.tag.startswith(SVG):
        return False
    if kind_of(element) == "foreignObject" or "requiredExtensions" in element.attrib:
        return False
    languages = element.get("systemLanguage")
    return languages is None or any(language.strip().startswith("en") for language in languages.split(","))


def drop_dangling(root: Element, notes: Notes) -> None:
    """Take out what points to objects that are not there, as browsers do."""
    known = by_id(root)
    for parent in list(drawn_elements(root)):
        keep_children(parent, [child for child in parent if not _is_lost_copy(child, known, notes)])
    for element in drawn_elements(root):
        for name in _POINTING:
            if "(" in element.get(name, ""):
                _without_target(element, name, known, notes)


def _is_lost_copy(element: Element, known: Container[str], notes: Notes) -> bool:
    """Say whether an element is the copy of nothing; another that points to nothing points nowhere from now on."""
    link, kind = link_of(element), kind_of(element)
    if not link.startswith("#") or link[1:] in known or kind == "image":
        return False
    for name in [key for key in element.attrib if key.endswith("href")]:
        del element.attrib[name]
    if kind == "use":
        notes.changed(f'a copy of "{link[1:41]}", which does not exist, was left out', element, is_seen=True)
    return kind == "use"


def _without_target(element: Element, name: str, known: Container[str], notes: Notes) -> None:
    value = element.attrib[name]
    match = _URL.search(value)
    if match is None or match[1] in known:
        return
    behind = _BEHIND.search(value[match.end() - 1 :])
    if name in _LEFT_OUT:
        del element.attrib[name]
    else:
        element.set(name, behind[1] if behind else "none")
    notes.changed(f'{name}="{value[:50]}" points to nothing and was left out', element)


DPI = 288  # So fine the renderer draws what has a filter.


def check_filters(root: Element, notes: Notes) -> None:
    """Say which objects are drawn as pixels for their filter; note the filters that cannot be drawn."""
    for element in drawn_elements(root):
        kind = kind_of(element)
        if kind.startswith("fe") and kind not in FILTERS:
            notes.fault(
                f"its filter holds <{kind}>, which cannot be drawn",
                "draw the effect with shapes, or export the object as a PNG (Inkscape: Edit > Make a Bitmap Copy)",
                notes.parents.get(element, element),
            )
        if kind in {"feDiffuseLighting", "feSpecularLighting"}:
            what = f"its light (<{kind}>) depends on the resolution, and looks different from the screen"
            notes.changed(what, notes.parents.get(element), is_seen=True)
        if element.get("filter", "none") != "none" and kind != "filter":
            notes.changed(f"objects with a filter are printed as pixels at {DPI} dpi", element)


_MOVING = "paper does not move; remove it"
_UNPRINTABLE: Mapping[str, str] = {
    "script": "a card cannot run anything; save the drawing without it",
    "iframe": "draw it with shapes",
    "audio": _MOVING,
    "video": _MOVING,
    "flowRoot": "it is flowed text of an older Inkscape: select it and choose Text > Convert to Text",
    "tref": "select the text and save the drawing again",
}
_EMBED = (
    "embed the image in the file (Inkscape: Edit > Embed Images; Illustrator: Links panel > Embed Image; "
    "Affinity: Document > Resource Manager > Embed)"
)


def note_unprintable(root: Element, notes: Notes) -> None:
    """Note everything that keeps a drawing from being printed."""
    for element in root.iter():
        kind = kind_of(element)
        if kind in _UNPRINTABLE and str(element.tag).startswith(SVG):
            notes.fault(f"it holds a <{kind}> element", _UNPRINTABLE[kind], element)
        link = link_of(element)
        if link and not link.startswith("#") and not (kind == "image" and INLINE_IMAGE.match(link)):
            notes.fault(f'it links to "{link[:60]}"', _EMBED, element)
        for key, value in element.attrib.items():
            if not key.startswith("{") and key not in ("href", "filter", "spreadMethod"):
                for message, hint in faults(key, value):
                    notes.fault(message, hint, element)


_PLACES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
_OWN_BOX = ("fill-box", "content-box", "stroke-box", "border-box")
_SHAPE = re.compile(r"(circle|ellipse|inset|polygon|path)\(\s*(.*?)\s*\)\s*([a-z-]*)\s*$", re.DOTALL)
_SIDES_MEANT: Mapping[int, tuple[int, ...]] = {1: (0, 0, 0), 2: (0, 1), 3: (1,), 4: ()}
"""Which of the sides of a rectangle that are written stand for those that are not."""

_QUOTED = re.compile(r"['\"]([^'\"]*)['\"]")
_SHARED = ("gradientUnits", "gradientTransform", "spreadMethod")
_LONGEST_CHAIN = 20
MOST_STOPS = 2_000  # Of a gradient once repeated; of a finer one nobody sees the repetitions.
Stop = tuple[float, Element]
_PLAIN_UNITS = re.compile(r"(?<=\d)(?:deg|px)\b")
_NOT_OF_SVG = re.compile(r"\d(?:rad|grad|turn|mm|pt|em|%)|translate[XY]|scale[XY]|skew\(|3d")


def plain_clips(root: Element, notes: Notes) -> None:
    """Define a clip path for each clip that is a shape of CSS."""
    extents = Extents()
    for number, element in enumerate(list(drawn_elements(root))):
        text = element.get("clip-path", "none")
        if text == "none" or "url(" in text:
            continue
        shape, box = _SHAPE.match(text), extents.of(element)
        clip = None
        if shape and box:
            half = user_units(element.get("stroke-width"), 1.0) / 2 if "stroke" in element.attrib else 0.0
            with suppress(ValueError, LookupError, TypeError):  # what is no such shape
                clip = _clip(shape[1], shape[2], box if "fill-box" in text else box.grown(*[half] * 4))
        if clip is None:
            hint = "clip the object with a shape (Inkscape: Object > Clip > Set)"
            notes.fault(f'its clip "{text[:40]}" is not known', hint, element)
            continue
        SubElement(root, f"{SVG}clipPath", {"id": f"css-clip-{number}"}).append(clip)
        element.set("clip-path", f"url(#css-clip-{number})")
        notes.changed("its clips of CSS became clip paths", element)


def _clip(name: str, inside: str, box: Rect) -> Element:
    sizes = (box.width, box.height)
    if name == "path":
        attributes = {"d": _QUOTED.search(inside)[1], "transform": f"translate({box.x:g} {box.y:g})"}  # type: ignore[index]
        return Element(f"{SVG}path", attributes)
    if name == "polygon":
        corners = [
            pair.split()[-2:] for pair in inside.split(",") if pair.strip() not in ("evenodd", "nonzero")
        ]
        points = (
            f"{written(box.x + user_units(x, 0.0, whole=box.width))} {written(box.y + user_units(y, 0.0, whole=box.height))}"
            for x, y in corners
        )
        return Element(f"{SVG}polygon", {"points": " ".join(points)})
    if name == "inset":
        sides, _, corners_of = inside.partition("round")
        parts = sides.split()
        around = (*parts, *(parts[at] for at in _SIDES_MEANT[len(parts)]))
        top, right, bottom, left = (
            user_units(part, 0.0, whole=whole) for part, whole in zip(around, sizes[::-1] * 2, strict=True)
        )
        room = box.grown(-left, -top, -right, -bottom)
        values = {"x": room.x, "y": room.y, "width": max(0.0, room.width), "height": max(0.0, room.height)}
        if radii := numbers(corners_of.partition("/")[0], whole=min(sizes)):
            values["rx"] = radii[0]
        return Element(f"{SVG}rect", {key: written(value) for key, value in values.items()})
    size, _, place = f" {inside} ".partition(" at ")
    x, y = _origin(place or "center", box)
    wholes = (math.hypot(*sizes) / math.sqrt(2),) * 2 if name == "circle" else sizes
    radii = [
        user_units(part, 0.0, whole=whole) for part, whole in zip(size.split() * 2, wholes, strict=False)
    ]
    rx, ry = radii or [min(x, y, box.width - x, box.height - y)] * 2
    values = {"cx": box.x + x, "cy": box.y + y, "rx": rx, "ry": ry}
    return Element(f"{SVG}ellipse", {key: written(value) for key, value in values.items()})


def plain_transforms(root: Element, notes: Notes) -> None:
    """Write each transform that has an origin as one matrix; note those that only a browser knows."""
    page, extents = _page(root), Extents()
    for element in drawn_elements(root):
        origin = element.attrib.pop("transform-origin", "")
        style = dict(declarations(element.get("style", "")))
        is_own_box = style.pop("transform-box", "view-box") in _OWN_BOX
        set_style(element, style)
        text = _PLAIN_UNITS.sub("", element.get("transform", ""))
        if _NOT_OF_SVG.search(text):
            hint = "move, turn and scale the object with the tools of the editor"
            notes.fault(f'its transform "{text[:40]}" is not an SVG transform', hint, element)
        elif text and origin:
            box = (extents.of(element) if is_own_box else page) or page
            x, y = _origin(origin, box)
            x, y = (x + box.x, y + box.y) if is_own_box else (x, y)
            matrix = Affine(e=x, f=y) @ transform(text) @ Affine(e=-x, f=-y)
            element.set("transform", f"matrix({' '.join(written(value) for value in matrix)})")
        elif "transform" in element.attrib:
            element.set("transform", text)


def _page(root: Element) -> Rect:
    box = page_box(root)
    return Rect(0.0, 0.0, box.width, box.height)


def _origin(text: str, box: Rect) -> tuple[float, float]:
    parts = text.split()
    if parts[0] in ("top", "bottom") or (len(parts) > 1 and parts[1] in ("left", "right")):
        parts[:2] = (parts[1:2] or ["center"]) + parts[:1]
    x, y = (_PLACES.get(part, part) for part in (*parts, "center")[:2])
    return user_units(x, 0.0, whole=box.width), user_units(y, 0.0, whole=box.height)


def plain_widths(root: Element, _: Notes) -> None:
    """Give each line that keeps its width, however large its object is drawn, the width that makes it so."""
    waiting: list[tuple[Element, float]] = [(root, 1.0)]
    while waiting:
        element, scale = waiting.pop()
        scale *= transform(element.get("transform", "")).scale
        if element.attrib.pop("vector-effect", "none") == "non-scaling-stroke" and scale:
            element.set("stroke-width", written(user_units(element.get("stroke-width"), 1.0) / scale))
        waiting += [(child, scale) for child in element]


def plain_gradients(root: Element, notes: Notes) -> None:
    """Write out the round gradients that are repeated, mirrored, or begin with a circle of their own."""
    known, page = by_id(root), _page(root)
    for gradient in list(drawn_elements(root, "radialGradient")):
        attributes, stops = _inherited(gradient, known)
        spread = attributes.pop("spreadMethod", "pad")
        begin = user_units(attributes.pop("fr", ""), 0.0, whole=1.0)
        if not stops or (spread not in ("reflect", "repeat") and not begin):
            continue
        cx, cy = (user_units(attributes.get(name), 0.5, whole=1.0) for name in ("cx", "cy"))
        fx, fy = (user_units(attributes.get(name), at, whole=1.0) for name, at in (("fx", cx), ("fy", cy)))
        r = user_units(attributes.get("r"), 0.5, whole=1.0)
        if 0 < begin < r:
            before = begin / (begin - r)  # where the circle has shrunk to a point
            fx, fy = fx + before * (cx - fx), fy + before * (cy - fy)
            stops = [((at - before) / (1 - before), stop) for at, stop in stops]
        times = 1
        if spread in ("reflect", "repeat") and r > 0:
            in_units = attributes.get("gradientUnits") == "userSpaceOnUse"
            reach = math.hypot(page.width, page.height) if in_units else math.sqrt(2)
            times = min(max(1, math.ceil(reach / r)), MOST_STOPS // len(stops))
        values = {"cx": fx + times * (cx - fx), "cy": fy + times * (cy - fy), "r": times * r}
        values |= {"fx": fx, "fy": fy}
        gradient.attrib.clear()
        gradient.attrib.update(attributes | {name: written(value) for name, value in values.items()})
        gradient[:] = list(_repeated(stops, times, mirrored=spread == "reflect"))
        notes.changed("its gradients were written with plain stops")


def _inherited(gradient: Element, known: Mapping[str, Element]) -> tuple[dict[str, str], list[Stop]]:
    attributes: dict[str, str] = {}
    stops: list[Stop] = []
    chain: Element | None = gradient
    for _ in range(_LONGEST_CHAIN):
        if chain is None:
            break
        is_alike = chain.tag == gradient.tag
        shared = {name: value for name, value in chain.attrib.items() if is_alike or name in _SHARED}
        attributes = {**shared, **attributes}
        stops = stops or [
            (user_units(stop.get("offset"), 0.0, whole=1.0), stop) for stop in chain.iter(f"{SVG}stop")
        ]
        chain = known.get(link_of(chain).removeprefix("#"))
    kept = {name: value for name, value in attributes.items() if not name.endswith("href")}
    return {**kept, "id": gradient.get("id", "")}, stops


def _repeated(stops: Sequence[Stop], times: int, *, mirrored: bool) -> Iterator[Element]:
    for number in range(times):
        is_turned = mirrored and number % 2 == 1
        for at, stop in reversed(stops) if is_turned else stops:
            place = (number + (1 - at if is_turned else at)) / times
            attributes = {name: value for name, value in stop.attrib.items() if name != "id"}
            yield Element(stop.tag, attributes | {"offset": written(place)})


_DEEPEST = 3  # So deep drawings may be embedded in each other.
Pass = Callable[[Element, Notes], None]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing in plain SVG: what was changed in it, and all that keeps it from being printed.

    Styles are attributes, colours are #rrggbb. Ids, and the labels of Inkscape, are as they were written. `fonts` are those
    that its texts are set in.
    """

    root: Element
    changes: tuple[Change, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()
    has_texts: bool = False
    fonts: frozenset[FontFile] = frozenset()


def plain_svg(
    root: Element,
    mended: Iterable[str] = (),
    fonts: FontBook | None = None,
    limits: GameLimits = USUAL_LIMITS,
    *,
    depth: int = 0,
) -> Drawing:
    """Return a drawing made plain, whose text was `mended` so; `depth` is that of a drawing inside others."""
    # No drawing that a card can show has more elements, or deeper groups.
    inside, count, level = [root], 0, 0
    while inside:
        count, level = count + len(inside), level + 1
        if count > limits.shapes:
            hint = f"simplify it, or export a PNG{raised('shapes', 2 * limits.shapes)}"
            raise UnsafeDrawing(f"it has more than {limits.shapes} shapes", hint)
        if level > limits.depth + 1:
            hint = "ungroup it and save it again"
            raise UnsafeDrawing(f"its groups are nested more than {limits.depth} deep", hint)
        inside = [child for element in inside for child in element]
    notes = Notes(root)
    for mend in mended:
        notes.changed(mend)
    texts, used = list[Element](), set[FontFile]()
    passes: list[Pass] = [
        keep_what_is_drawn,
        inline_styles,
        drop_dangling,
        plain_transforms,
        plain_widths,
        plain_clips,
        plain_colours,
        plain_gradients,
        lambda root, _: texts.extend(drawn_elements(root, "text")),
        *([partial(set_fonts, fonts=fonts, used=used)] if fonts is not None else []),
        partial(plain_rasters, read_nested=partial(_nested, fonts, limits, depth, used), limits=limits),
        check_filters,
        fit_viewport,
        note_unprintable,
    ]
    try:
        for one in passes:
            one(root, notes)
    except (RecursionError, SyntaxError):  # selectors become functions, which Python nests 100 deep
        raise UnsafeDrawing("its style sheet is nested too deeply", "simplify it, or export a PNG") from None
    return Drawing(root, notes.changes, notes.faults, bool(texts), frozenset(used))


def _nested(
    fonts: FontBook | None, limits: GameLimits, depth: int, used: set[FontFile], data: bytes
) -> Element | None:
    if depth >= _DEEPEST:
        return None
    try:
        inner = plain_svg(*read_source(data, limits), fonts, limits, depth=depth + 1)
    except UnsafeDrawing:
        return None
    used |= inner.fonts
    return None if inner.faults else inner.root
