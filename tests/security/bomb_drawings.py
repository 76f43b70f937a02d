"""Drawings that are small files and endless work: each the inside of an <svg> of 100 x 100 units."""

import base64
import zlib
from collections.abc import Callable, Mapping

RECT = '<rect width="100" height="100" fill="#888888"/>'
HTTP = "http://www.w3.org"


def nested(opening: str, closing: str, times: int, inside: str = RECT) -> str:
    """Return something inside itself so many times."""
    return opening * times + inside + closing * times


def chain(kind: str, times: int, attribute: str, inside: str = RECT, more: str = "") -> str:
    """Return elements each of which points to the next, and a shape that points to the first."""
    links = "".join(
        f'<{kind} id="c{n}" {attribute}="url(#c{n + 1})"{more}>{inside}</{kind}>' for n in range(times)
    )
    last = f'<{kind} id="c{times}"{more}>{inside}</{kind}>'
    return f'<defs>{links}{last}</defs><rect width="100" height="100" {attribute}="url(#c0)"/>'


def doubled(levels: int, times: int = 10) -> str:
    """Return copies of copies of copies."""
    groups = ""
    for n in range(levels):
        copy = f'<use href="#u{n}"/>'
        groups += f'<g id="u{n + 1}">{copy * times}</g>'
    return f'<defs><g id="u0">{RECT}</g>{groups}</defs><use href="#u{levels}"/>'


def pattern(size: float, more: str = "", shape: str = "") -> str:
    """Return a shape filled with a pattern of tiles of that size."""
    tile = f'<circle cx="{size / 2}" cy="{size / 2}" r="{size / 3}" fill="#aa0000"/>'
    shape = shape or '<rect width="100" height="100" fill="url(#p)"/>'
    return (
        f'<defs><pattern id="p" width="{size}" height="{size}" patternUnits="userSpaceOnUse"{more}>{tile}</pattern></defs>'
        f"{shape}"
    )


def png(width: int, height: int, *, depth: int = 8, colour: int = 2, extra: bytes = b"") -> bytes:
    """Return a PNG of one colour, written row by row, so that nothing of its size is ever held."""
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    row = b"\0" + bytes((width * samples * depth + 7) // 8)
    packer = zlib.compressobj(9)
    body = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes((depth, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a part of a PNG."""
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def image(data: bytes, kind: str = "png", box: str = 'width="100" height="100"') -> str:
    """Return an <image> with its file inside."""
    return f'<image {box} href="data:image/{kind};base64,{base64.b64encode(data).decode()}"/>'


def styled(rules: str, elements: str) -> str:
    """Return elements with a style sheet."""
    return f"<style>{rules}</style>{elements}"


ZIGZAG = " ".join(f"{n % 100},{n % 7}" for n in range(50_000))
MARKER = f'<defs><marker id="m" markerWidth="3" markerHeight="3">{RECT * 100}</marker></defs>'

DRAWINGS: Mapping[str, Callable[[], str]] = {
    "svg in svg, 1,000": lambda: nested("<svg>", "</svg>", 1_000),
    "a chain of 1,000 clips": lambda: chain("clipPath", 1_000, "clip-path"),
    "a chain of 1,000 masks": lambda: chain("mask", 1_000, "mask"),
    "copies of copies, 10^12": lambda: doubled(12),
    "a copy of itself": lambda: f'<g id="u">{RECT}<use href="#u"/></g>',
    "a pattern of 0.001 units, turned": lambda: pattern(0.001, ' patternTransform="rotate(30)"'),
    "a chain of 1,000 patterns": lambda: chain(
        "pattern", 1_000, "fill", '<rect width="9" height="9"/>', ' width="10" height="10"'
    ),
    "a gradient of 20,000 stops": lambda: (
        '<defs><linearGradient id="g">'
        + "".join(f'<stop offset="{n / 20_000}" stop-color="#{n:06x}"/>' for n in range(20_000))
        + '</linearGradient></defs><rect width="100" height="100" fill="url(#g)"/>'
    ),
    "markers of 100 shapes on 50,000 corners": lambda: (
        MARKER + f'<polyline points="{ZIGZAG}" marker-mid="url(#m)" fill="none" stroke="#000000"/>'
    ),
    "rules of descendants": lambda: styled(
        "g " * 500 + "rect{fill:red}", nested("<g>", "</g>", 190, RECT * 5_000)
    ),
    "rules of children by number": lambda: styled("rect:nth-child(3n+1 of rect){fill:red}", RECT * 20_000),
    "20 PNGs of 25 million px": lambda: image(png(5_000, 5_000, depth=1, colour=0)) * 20,
}
