"""A drawing written from what was read of it, so that a browser sees the elements that were looked at, and nothing else.

Comments, instructions, document types and CDATA sections are not written; nor is what no drawing may hold.
"""

import re
from collections.abc import Mapping

from pnp.svg.vocabulary import ATTRIBUTES, REFERENCE, SVG, is_allowed, plain_style

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
