"""Pictures inside a drawing, treated as any picture: upright, in sRGB, without metadata, fine enough for print."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element

from pnp.model.limits import GameLimits
from pnp.model.svg_geometry import Affine, transform
from pnp.svg.images import IN_DRAWINGS, UnsafeDrawing, plain_picture
from pnp.svg.reader.geometry import numbers, user_units
from pnp.svg.reader.notes import SVG, XLINK, Notes, drawn_elements, kind_of, link_of
from pnp.svg.vocabulary import prefixed

_DATA = re.compile(
    r"\s*data:(?P<kind>[\w.+-]+/[\w.+-]+)?[^,]*?(?P<code>;base64)?,(?P<rest>.*)", re.DOTALL | re.IGNORECASE
)
_AGAIN = "embed the image again, as a PNG or a JPEG"
MOST_DRAWINGS = 100  # So many drawings may be inside one.
_NOT_SHOWN = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker", "filter"})
_PIXELS = "{urn:pnp}pixels"  # An attribute that says how many pixels the picture of an image has.
ReadNested = Callable[[bytes], Element | None]  # Returns a drawing inside a drawing, None if unprintable.


def plain_rasters(root: Element, notes: Notes, *, read_nested: ReadNested, limits: GameLimits) -> None:
    """Make all pictures inside a drawing plain; one that is a drawing itself becomes part of it."""
    pixels = drawings = 0
    for number, image in enumerate(list(drawn_elements(root, "image"))):
        link = link_of(image)
        match = _DATA.fullmatch(link)
        if not link or link.startswith("#"):  # as browsers do: an image shows a file, no object
            notes.parents[image].remove(image)
            if link:
                what = f'an image of "{link[1:41]}", which is not a picture, was left out'
                notes.changed(what, image, is_seen=True)
        elif match is None:
            continue
        elif "svg" in (match["kind"] or ""):
            drawings += 1
            drawing = read_nested(_bytes_in(match))
            if drawing is None:
                notes.fault("a drawing inside it cannot be printed", _AGAIN, image)
            else:
                notes.changed("a drawing inside it became part of it", image)
                _become_part(image, drawing, f"in{number}-")
        else:
            pixels += _make_plain(image, match, notes, limits)
        if pixels > limits.picture_pixels or drawings > MOST_DRAWINGS:
            notes.fault("it holds too many pictures", "export all of it as one PNG")
            return


def _make_plain(image: Element, match: re.Match[str], notes: Notes, limits: GameLimits) -> int:
    try:
        plain = plain_picture(_bytes_in(match), IN_DRAWINGS, limits)
    except UnsafeDrawing as error:
        notes.fault(f"an image inside it cannot be used: {error}", _AGAIN, image)
        return 0
    image.attrib.pop(f"{XLINK}href", None)
    image.set("href", plain.link)
    width, height = plain.image.size
    image.set(_PIXELS, f"{width} {height}")
    if all(image.get(side, "auto") == "auto" for side in ("width", "height")):
        image.attrib.update(width=str(width), height=str(height))
    for what in plain.done:
        notes.changed(f"a picture inside it: {what}", image)
    return width * height


def _bytes_in(match: re.Match[str]) -> bytes:
    rest = unquote_to_bytes(match["rest"]) if "%" in match["rest"] else match["rest"].encode()
    if not match["code"]:
        return rest
    packed = b"".join(rest.split()).rstrip(b"=")
    try:
        return base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True)
    except binascii.Error:
        return b""


def _become_part(image: Element, drawing: Element, prefix: str) -> None:
    for element in drawing.iter():
        for key, value in element.attrib.items():
            element.set(key, prefixed(key, value, prefix))
    for side in ("id", "x", "y", "width", "height", "preserveAspectRatio"):
        drawing.attrib.pop(side, None)
        if side in image.attrib and side != "id":
            drawing.set(side, image.attrib.pop(side))
    for link in [key for key in image.attrib if key.endswith("href")]:
        del image.attrib[link]
    image.tag = f"{SVG}g"
    image[:] = [drawing]


def density(root: Element) -> float:
    """Return how many pixels a unit of the drawing has in its coarsest picture; 0 for a drawing without pictures."""
    return min(filter(None, _densities(root, Affine())), default=0.0)


def _densities(element: Element, here: Affine) -> Iterator[float]:
    for child in element:
        if kind_of(child) in _NOT_SHOWN or child.get("display") == "none":
            continue
        matrix = here @ transform(child.get("transform", ""))
        if kind_of(child) == "image":
            yield _density(child, matrix.scale)
        elif kind_of(child) in ("g", "svg"):
            yield from _densities(child, matrix @ _laid(child))


def _laid(element: Element) -> Affine:
    box = numbers(element.get("viewBox"))
    wide, high = (user_units(element.get(side), 0.0) for side in ("width", "height"))
    if kind_of(element) != "svg" or len(box) != 4 or min(box[2], box[3], wide, high) <= 0:
        return Affine()
    scale = min(wide / box[2], high / box[3])
    return Affine(a=scale, d=scale)


def _density(image: Element, scale: float) -> float:
    pixels = [int(number) for number in image.get(_PIXELS, "").split()]
    wide, high = (user_units(image.get(side), 0.0) for side in ("width", "height"))
    if not pixels or not wide or not high:
        return 0.0
    across, down = wide / pixels[0], high / pixels[1]
    is_filled = any(word in image.get("preserveAspectRatio", "") for word in ("slice", "none"))
    pixel = max(across, down) if is_filled else min(across, down)
    return 1 / (pixel * scale) if scale else 0.0
