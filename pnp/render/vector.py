"""Somebody's SVG, made safe to place inside a card: read, refused where it reaches out, and rewritten as a part.

An icon or a picture may come from a stranger. It can draw; it cannot run, read, fetch or grow.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from pnp.model.geometry import Rect
from pnp.model.length import MM_PER_UNIT, LengthError, parse_length

SVG = "{http://www.w3.org/2000/svg}"
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
MAX_BYTES = 8_000_000  # a drawing beyond this is a traced photograph; it belongs in a PNG
MAX_DEPTH = 200

_BANNED = frozenset(
    {"script", "foreignObject", "style", "iframe", "audio", "video", "animate", "set", "filter", "text"}
)
_URL = re.compile(r"url\(\s*['\"]?(?!#)", re.IGNORECASE)
_INLINE_IMAGE = re.compile(r"data:image/(png|jpeg|jpg);base64,", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The inside of an SVG, with its view box; ids are as they were and get their prefix with the whole face."""

    inner: str
    view: Rect


class UnsafeDrawing(ValueError):
    """An SVG that cannot be used; str() says why, `hint` what to do, `line` where (0 when unknown)."""

    def __init__(self, message: str, hint: str, line: int = 0) -> None:
        super().__init__(message)
        self.hint = hint
        self.line = line


def read_drawing(data: bytes, *, prefix: str) -> Drawing:
    """Return the drawing in `data`, its ids starting with `prefix`.

    Raises UnsafeDrawing for anything that is not a plain, self-contained, static picture.
    """
    if len(data) > MAX_BYTES:
        raise UnsafeDrawing(
            f"the drawing has {len(data) // 1_000_000} MB", "simplify its paths, or export a PNG"
        )
    try:
        root = fromstring(data, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except DefusedXmlException as error:
        raise UnsafeDrawing(
            "it declares XML entities or an outside document type",
            'save it as "Plain SVG"; pictures need neither',
        ) from error
    except (ParseError, ValueError, LookupError) as error:
        line = getattr(error, "position", (0, 0))[0]
        raise UnsafeDrawing(
            f"it is not well-formed XML ({error})", "open it in Inkscape and save it again", line
        ) from error
    if root.tag != f"{SVG}svg":
        raise UnsafeDrawing(
            "it is not an SVG file", 'its outermost element must be <svg xmlns="http://www.w3.org/2000/svg">'
        )
    view = _view(root)
    _clean(root, prefix, 0)
    inner = "".join(_written(child) for child in root)
    shared = "".join(f' {name}="{value}"' for name, value in root.attrib.items() if name in _INHERITED)
    return Drawing(f"<g{shared}>{inner}</g>" if shared else inner, view)


def _written(element: Element) -> str:
    """Return the element without namespaces; a picture has no text, so only its children matter."""
    name = element.tag.removeprefix(SVG)
    attributes = "".join(f' {key}="{escape(value)}"' for key, value in element.attrib.items())
    inside = "".join(_written(child) for child in element)
    return f"<{name}{attributes}>{inside}</{name}>" if inside else f"<{name}{attributes}/>"


_INHERITED = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "opacity", "fill-rule")


def _view(root: Element) -> Rect:
    box = root.get("viewBox")
    if box is not None:
        try:
            x, y, width, height = (float(part) for part in box.replace(",", " ").split())
        except ValueError:
            raise UnsafeDrawing(
                f'its viewBox is "{box}"', "a viewBox is four numbers: x y width height"
            ) from None
    else:
        x = y = 0.0
        width, height = (_user_units(root.get(side)) for side in ("width", "height"))
    if not (0 < width < 1e7 and 0 < height < 1e7):
        raise UnsafeDrawing("it has no size", 'give its <svg> a viewBox, such as viewBox="0 0 100 100"')
    return Rect(x, y, width, height)


def _user_units(text: str | None) -> float:
    """Return an SVG length in user units (CSS px, 96 to the inch); 0 when it says nothing usable."""
    if text is None or text.endswith("%"):
        return 0.0
    try:
        number = text.removesuffix("px")
        return float(number)
    except ValueError:
        pass
    try:
        return parse_length(text) / MM_PER_UNIT["in"] * 96
    except LengthError:
        return 0.0


def _clean(element: Element, prefix: str, depth: int) -> None:
    """Check one element and all below it, drop editors' private data, and prefix ids and references to them."""
    if depth > MAX_DEPTH:
        raise UnsafeDrawing("its groups are nested more than 200 deep", "ungroup it and save it again")
    for child in list(element):
        if (
            not isinstance(child.tag, str)
            or not child.tag.startswith(SVG)
            or child.tag.removeprefix(SVG) in ("metadata", "title", "desc")
        ):
            element.remove(child)
        else:
            _clean(child, prefix, depth + 1)
    name = element.tag.removeprefix(SVG)
    if name in _BANNED:
        raise UnsafeDrawing(
            f"it holds a <{name}> element", _WHAT_INSTEAD.get(name, "remove it and save the drawing again")
        )
    for key, value in list(element.attrib.items()):
        if key.startswith("{") and key != XLINK_HREF:
            del element.attrib[key]
            continue
        for new_key, new_value in _clean_attribute(name, key, value, prefix):
            del element.attrib[key]
            element.attrib[new_key] = new_value


_WHAT_INSTEAD = {
    "style": 'in Inkscape, save as "Optimised SVG" with presentation attributes; in Illustrator choose them on export',
    "text": "turn the letters into paths (Inkscape: Path > Object to Path)",
    "filter": "filters do not print as vectors; draw the effect, or export a PNG",
}


def _clean_attribute(element: str, key: str, value: str, prefix: str) -> Iterator[tuple[str, str]]:
    if key.lower().startswith("on"):
        raise UnsafeDrawing(f"it runs a script ({key}=)", "remove the attribute")
    if key in ("href", XLINK_HREF):
        yield "href", _href(element, value, prefix)
        return
    if _URL.search(value) or "var(" in value or "@import" in value:
        raise UnsafeDrawing(
            f'{key}="{value[:60]}" reaches outside the drawing', "only #names of the same file may be used"
        )
    if key == "id":
        yield key, prefix + value
    elif "url(" in value:
        yield (
            key,
            re.sub(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)", lambda m: f"url(#{prefix}{m.group(1)})", value),
        )


def _href(element: str, value: str, prefix: str) -> str:
    if value.startswith("#"):
        return f"#{prefix}{value[1:]}"
    if element == "image" and _INLINE_IMAGE.match(value):
        return value
    raise UnsafeDrawing(
        f'it links to "{value[:60]}"', "embed the image in the file (Inkscape: Extensions > Images > Embed)"
    )
