"""Telling in a moment which drawings are plain already: most are, and need no second reading."""

import re

from pnp.svg.reader.colors import is_plain_name

_ELEMENTS = frozenset(
    (
        *(
            b"svg",
            b"g",
            b"defs",
            b"symbol",
            b"use",
            b"path",
            b"rect",
            b"circle",
            b"ellipse",
            b"line",
            b"polygon",
        ),
        *(
            b"polyline",
            b"linearGradient",
            b"radialGradient",
            b"stop",
            b"clipPath",
            b"mask",
            b"pattern",
            b"marker",
        ),
        *(b"title", b"desc", b"metadata", b"sodipodi", b"inkscape", b"rdf", b"cc", b"dc"),
    )
)
"""The elements of plain drawings, and the prefixes of those that only editors read."""

_BEFORE_BRACKET = (b"translate", b"scale", b"rotate", b"matrix", b"skewX", b"skewY", b"url")
_ELEMENT = re.compile(rb"<([a-zA-Z]+)")
_WORDS = (
    *(b"spreadMethod", b"preserveAspectRatio", b"transform-origin", b" fr=", b"icc-color", b"deg)", b"px)"),
    *(b"<!ENTITY", b'"guides"', b'"pnp-guide"'),
)
"""What stands only in drawings that may have to be made plain."""

# Patterns that begin with a word each are found many times as fast as one of all three.
_NAMED = tuple(re.compile(word + rb"(?:=[\"']|:)\s*(#?\w+)") for word in (b"fill", b"stroke", b"color"))
_NO_COLOUR = frozenset({"none", "currentColor", "inherit", "url"})


def is_plain(data: bytes) -> bool:
    """Say whether a drawing holds nothing that would have to be made plain."""
    if any(word in data for word in _WORDS) or not _ELEMENTS.issuperset(_ELEMENT.findall(data)):
        return False
    if not all(before.endswith(_BEFORE_BRACKET) for before in data.split(b"(")[:-1]):
        return False
    names = {name.decode() for pattern in _NAMED for name in pattern.findall(data)}
    return all(len(name) in (4, 7) if name[0] == "#" else is_plain_name(name) for name in names - _NO_COLOUR)
