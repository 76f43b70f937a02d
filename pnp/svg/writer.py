"""Write drawings: only what was parsed and checked; no comments, document types or private data of editors."""

import re
from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from pnp.svg.vocabulary import ATTRIBUTES, REFERENCE, SVG, declarations, is_allowed, plain_style
from pnp.text import escaped

_TO_ESCAPE = re.compile(r'[&<>"\t\n\r]')
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
_TEXT = str.maketrans({sign: _ESCAPES[sign] for sign in "&<>\r"})


def written_attributes(element: str, attributes: Mapping[str, str]) -> str:
    """Return attributes as a tag has them, without those that the element may not have.

    >>> print(written_attributes("g", {"fill": 'url("#a")', "ping": "http://x", "style": "position:fixed"}))
     fill="url(#a)" style=""
    """
    if not ATTRIBUTES[element].issuperset(attributes):
        attributes = {key: value for key, value in attributes.items() if is_allowed(element, key)}
    if "style" in attributes:
        attributes = {**attributes, "style": plain_style(attributes["style"])}
    written = "".join([f' {key}="{value}"' for key, value in attributes.items()])
    has_signs = (
        "&" in written or "<" in written or ">" in written or written.count('"') != 2 * len(attributes)
    )
    if not has_signs and "\n" not in written and "\t" not in written and "\r" not in written:
        return written
    return "".join([f' {key}="{attribute_value(value)}"' for key, value in attributes.items()])


def attribute_value(value: str) -> str:
    """Return a value as it is written between the quotes of an attribute."""
    if '"' in value:
        value = REFERENCE.sub(r"url(#\1)", value)  # a reference is found by its "#"
    return _TO_ESCAPE.sub(lambda found: _ESCAPES[found[0]], value)


class SvgWriter:
    """Writes elements as they are read, one after the other; one without content ends in its own tag."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._is_open = False

    def start(self, element: str, attributes: str) -> None:
        """Begin an element with attributes as they are written; the outermost one declares the namespace."""
        namespace = "" if self._parts else f' xmlns="{SVG}"'
        self._parts.append(f"{'>' if self._is_open else ''}<{element}{namespace}{attributes}")
        self._is_open = True

    def end(self, element: str) -> None:
        """End the element that began last and has not ended."""
        if self._is_open and len(self._parts) > 1:
            self._parts.append("/>")
        else:  # the outermost element has two tags, between which a style sheet may go
            self._parts.append(f"{'>' if self._is_open else ''}</{element}>")
        self._is_open = False

    def text(self, letters: str) -> None:
        """Write letters."""
        self.part(letters.translate(_TEXT) if _TO_ESCAPE.search(letters) else letters)

    def part(self, svg: str) -> None:
        """Write part of a drawing that was written before."""
        self._parts.append(f">{svg}" if self._is_open else svg)
        self._is_open = False

    @property
    def svg(self) -> str:
        """All that was written."""
        return "".join(self._parts)


_OF_SVG = f"{{{SVG}}}"
_PROPERTIES = ("-inkscape-", "-moz-", "-webkit-", "shape-", "inline-size", "line-height", "text-align")

Attributes = Callable[[Element], Mapping[str, str]]


def kind_of(element: Element) -> str | None:
    """Return the name of an element of SVG that may be drawn, None for any other."""
    tag = element.tag
    kind = tag.removeprefix(_OF_SVG) if isinstance(tag, str) and tag.startswith(_OF_SVG) else None
    return None if kind in {"metadata", "desc"} else kind


def own_attributes(element: Element) -> dict[str, str]:
    """Return the attributes that say how an element is drawn."""
    kept: dict[str, str] = {}
    for key, value in element.attrib.items():
        if key == "{http://www.w3.org/1999/xlink}href":
            kept["href"] = value
        elif key == "{http://www.w3.org/XML/1998/namespace}space":
            kept["xml:space"] = value
        elif key == "style":
            pairs = (pair for pair in declarations(value) if not pair[0].startswith(_PROPERTIES))
            kept[key] = ";".join(f"{name}:{declared}" for name, declared in pairs)
        elif not key.startswith("{") and key not in {"data-name", "class"}:
            kept[key] = value
    return kept


def written(attributes: Mapping[str, str]) -> str:
    """Return attributes as a tag has them."""
    return "".join(f' {key}="{escaped(value)}"' for key, value in attributes.items())


def inside(element: Element, attributes: Attributes = own_attributes) -> str:
    """Return what is in an element."""
    in_text = kind_of(element) in {"text", "tspan", "textPath", "title"}
    parts = [escaped(element.text or "")] if in_text else []
    for child in element:
        if (kind := kind_of(child)) is not None:
            within, opened = inside(child, attributes), f"<{kind}{written(attributes(child))}"
            parts.append(f"{opened}>{within}</{kind}>" if within else f"{opened}/>")
        if in_text:
            parts.append(escaped(child.tail or ""))
    return "".join(parts)
