"""Drawings that are small files and endless work: each the inside of an <svg> of 100 x 100 units."""

import base64
import io
import zlib
from collections.abc import Callable, Mapping

from PIL import Image

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


def patterns_of_patterns(levels: int) -> str:
    """Return tiles that are themselves tiled."""
    made = "".join(
        f'<pattern id="p{n}" width="{10 / 2**n}" height="{10 / 2**n}" patternUnits="userSpaceOnUse">'
        f'<rect width="{10 / 2**n}" height="{10 / 2**n}" fill="url(#p{n + 1})"/></pattern>'
        for n in range(levels)
    )
    last = f'<pattern id="p{levels}" width="1" height="1" patternUnits="userSpaceOnUse">{RECT}</pattern>'
    return f'<defs>{made}{last}</defs><rect width="100" height="100" fill="url(#p0)"/>'


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


def saved(kind: str, width: int, height: int, **options: object) -> bytes:
    """Return a picture in grey as a file."""
    out = io.BytesIO()
    Image.new("L", (width, height), 128).save(out, kind, **options)
    return out.getvalue()


def styled(rules: str, elements: str) -> str:
    """Return elements with a style sheet."""
    return f"<style>{rules}</style>{elements}"


def filtered(primitives: str, region: str = "") -> str:
    """Return a shape with a filter."""
    return f'<defs><filter id="f"{region}>{primitives}</filter></defs><rect width="100" height="100" filter="url(#f)"/>'


def svg_inside(levels: int, times: int) -> str:
    """Return drawings inside drawings."""
    inner = RECT
    for _ in range(levels):
        whole = f'<svg xmlns="{HTTP}/2000/svg" viewBox="0 0 100 100">{inner}</svg>'
        inner = image(whole.encode(), "svg+xml") * times
    return inner


ZIGZAG = " ".join(f"{n % 100},{n % 7}" for n in range(50_000))
MARKER = f'<defs><marker id="m" markerWidth="3" markerHeight="3">{RECT * 100}</marker></defs>'
OPACITY = '<g opacity="0.99">'
CLIP_90000 = "".join(f"#r{n}{{clip-path:url(#c)}}" for n in range(20_000))

DRAWINGS: Mapping[str, Callable[[], str]] = {
    "svg in svg, 1,000": lambda: nested("<svg>", "</svg>", 1_000),
    "svg in svg, 190": lambda: nested("<svg>", "</svg>", 190),
    "groups in groups, 50,000": lambda: nested("<g>", "</g>", 50_000),
    "groups in groups, 190, see-through": lambda: nested(OPACITY, "</g>", 190),
    "a chain of 1,000 clips": lambda: chain("clipPath", 1_000, "clip-path"),
    "a chain of 1,000 masks": lambda: chain("mask", 1_000, "mask"),
    "copies of copies, 10^12": lambda: doubled(12),
    "a copy of itself": lambda: f'<g id="u">{RECT}<use href="#u"/></g>',
    "a pattern of 0.001 units, turned": lambda: pattern(0.001, ' patternTransform="rotate(30)"'),
    "a pattern of 0.001 units": lambda: pattern(0.001),
    "a pattern on a group": lambda: pattern(
        0.001, shape='<g fill="url(#p)"><rect width="100" height="100"/></g>'
    ),
    "a pattern on a scaled shape": lambda: pattern(
        0.1, shape='<g transform="scale(0.001)"><rect width="100000" height="100000" fill="url(#p)"/></g>'
    ),
    "a pattern by href": lambda: (
        pattern(0.001).replace("url(#p)", "url(#q)") + '<defs><pattern id="q" href="#p"/></defs>'
    ),
    "patterns in patterns": lambda: patterns_of_patterns(20),
    "a chain of 1,000 patterns": lambda: chain(
        "pattern", 1_000, "fill", '<rect width="9" height="9"/>', ' width="10" height="10"'
    ),
    "10,000 shapes with a pattern": lambda: pattern(
        1, shape='<rect width="100" height="100" fill="url(#p)"/>' * 10_000
    ),
    "a chain of 3,000 gradients": lambda: (
        "<defs>"
        + "".join(f'<linearGradient id="c{n}" href="#c{n + 1}"/>' for n in range(3_000))
        + '<linearGradient id="c3000"><stop stop-color="#aa0000"/></linearGradient></defs>'
        + '<rect width="100" height="100" fill="url(#c0)"/>'
    ),
    "a gradient of 20,000 stops": lambda: (
        '<defs><linearGradient id="g">'
        + "".join(f'<stop offset="{n / 20_000}" stop-color="#{n:06x}"/>' for n in range(20_000))
        + '</linearGradient></defs><rect width="100" height="100" fill="url(#g)"/>'
    ),
    "a gradient repeated 10^7 times": lambda: (
        '<defs><linearGradient id="g" spreadMethod="repeat" x2="0.0000001">'
        '<stop stop-color="#aa0000"/><stop offset="1" stop-color="#00aa00"/></linearGradient></defs>'
        '<rect width="100" height="100" fill="url(#g)"/>'
    ),
    "markers of 100 shapes on 50,000 corners": lambda: (
        MARKER + f'<polyline points="{ZIGZAG}" marker-mid="url(#m)" fill="none" stroke="#000000"/>'
    ),
    "dashes of 0.0001 units": lambda: '<path d="M0 50H100" stroke="#000000" stroke-dasharray="0.0001"/>',
    "dashes of a long curve": lambda: (
        '<path d="M0 0'
        + "C0 900 900 0 900 900 " * 5_000
        + '" fill="none" stroke="#000" stroke-dasharray="0.01"/>'
    ),
    "100,000 lengths of dashes": lambda: (
        f'<path d="M0 50H100" stroke="#000" stroke-dasharray="{"0.001 " * 100_000}"/>'
    ),
    "a blur of 10^6": lambda: filtered('<feGaussianBlur stdDeviation="1000000"/>'),
    "noise of 10^6 octaves": lambda: filtered('<feTurbulence baseFrequency="0.05" numOctaves="1000000"/>'),
    "filters in filters": lambda: (
        '<defs><filter id="f"><feGaussianBlur stdDeviation="9"/></filter></defs>'
        + nested('<g filter="url(#f)">', "</g>", 150)
    ),
    "a path of 1,000,000 segments": lambda: (
        f'<path d="M0 0{"l1 1-1 1" * 500_000}" fill="none" stroke="#000000"/>'
    ),
    "numbers of 10^30": lambda: (
        '<path d="M-1e30 -1e30L1e30 1e30" stroke="#000" stroke-width="1e29"/>'
        '<circle r="1e30"/><rect width="1e30" height="1e-30"/>'
    ),
    "no numbers": lambda: (
        '<path d="MNaN NaNLinf -inf" stroke="#000"/><rect width="nan" height="inf"/>'
        '<g transform="matrix(nan nan nan nan nan nan)"><circle r="5"/></g>'
    ),
    "a number of 1,000,000 digits": lambda: f'<circle r="{"9" * 1_000_000}"/>',
    "90,000 attributes": lambda: "<rect " + " ".join(f'a{n}="1"' for n in range(90_000)) + "/>",
    "a style of 2 MB": lambda: f'<rect style="{"fill:red;" * 220_000}" width="9" height="9"/>',
    "7 MB of comments": lambda: "<!-- x -->" * 700_000,
    "20,000 rules for 20,000 shapes": lambda: styled(
        CLIP_90000, "".join(f'<rect id="r{n}" width="9" height="9"/>' for n in range(20_000))
    ),
    "rules of descendants": lambda: styled(
        "g " * 500 + "rect{fill:red}", nested("<g>", "</g>", 190, RECT * 5_000)
    ),
    "rules of children by number": lambda: styled("rect:nth-child(3n+1 of rect){fill:red}", RECT * 20_000),
    "rules in rules": lambda: styled("@media all{" * 2_000 + "rect{fill:red}" + "}" * 2_000, RECT),
    "variables of variables": lambda: styled(
        "svg{--v0:red red;" + "".join(f"--v{n + 1}:var(--v{n}) var(--v{n});" for n in range(40)) + "}",
        '<rect fill="var(--v40)" width="9" height="9"/>',
    ),
    "brackets in brackets": lambda: styled("rect{fill:" + "(" * 100_000 + "}", RECT),
    "5,000 shapes with a mask": lambda: (
        f'<defs><mask id="c">{RECT}</mask></defs>' + '<rect width="100" height="100" mask="url(#c)"/>' * 5_000
    ),
    "1,000,000 letters": lambda: f'<text y="50" font-family="Lato" font-size="1">{"word " * 200_000}</text>',
    "20,000 spans": lambda: (
        '<text y="50" font-family="Lato">' + '<tspan dx="1">a</tspan>' * 20_000 + "</text>"
    ),
    "a page of 10^-6 units": lambda: nested('<svg viewBox="0 0 0.000001 0.000001">', "</svg>", 20),
    "a PNG of 20,000 px square": lambda: image(png(20_000, 20_000)),
    "a PNG of 60 million px of 16 bits": lambda: image(png(7_700, 7_700, depth=16, colour=6)),
    "20 PNGs of 25 million px": lambda: image(png(5_000, 5_000, depth=1, colour=0)) * 20,
    "a PNG shown 10,000 times": lambda: (
        "<defs>"
        + image(png(2_000, 2_000)).replace("<image", '<image id="i"')
        + "</defs>"
        + '<use href="#i"/>' * 10_000
    ),
    "a JPEG of 60,000 px square": lambda: image(
        saved("JPEG", 16, 16).replace(b"\x00\x10\x00\x10", b"\xea\x60\xea\x60"), "jpeg"
    ),
    "a PNG with a profile of 200 MB": lambda: image(
        png(9, 9, extra=chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(200_000_000), 9)))
    ),
    "drawings in drawings, 2^20": lambda: svg_inside(3, 20),
    "200,000 shapes": lambda: RECT * 140_000,
}
