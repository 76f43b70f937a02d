"""ICC profiles as small as they can be: printing conditions of a few grid points (ICC.1:2001-04, lut8Type)."""

import struct
from itertools import product


def cmyk_profile(title: str = "Test paper FOGRA39", *, kind: bytes = b"prtr") -> bytes:
    """Four inks on white paper: the more ink, the darker; all the way back with no black but for what is gray."""
    to_lab = b"".join(_lab(*inks) for inks in product((0, 1), repeat=4))
    from_lab = b"".join(_inks(*lab) for lab in product((0, 1), repeat=3))
    tags = {
        b"desc": description(title),
        b"cprt": b"text\0\0\0\0none\0",
        b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3i", 63190, 65536, 54061),
        **dict.fromkeys((b"A2B0", b"A2B1", b"A2B2"), _table(4, 3, 2, to_lab)),
        **dict.fromkeys((b"B2A0", b"B2A1", b"B2A2"), _table(3, 4, 2, from_lab)),
        b"gamt": _table(3, 1, 2, bytes(8)),
    }
    return profile(kind, b"CMYK", b"Lab ", tags)


def _lab(cyan: int, magenta: int, yellow: int, black: int) -> bytes:
    light = max(0, 255 - 60 * (cyan + magenta + yellow) - 200 * black)
    return bytes([light, 128 + 60 * (magenta - cyan), 128 + 60 * (yellow - (cyan or magenta))])


def _inks(light: int, a: int, b: int) -> bytes:
    dark = 0 if light else 255
    return bytes([200 * (not a and not light), dark, dark if b else 0, dark])


def _table(inputs: int, outputs: int, grid: int, cells: bytes) -> bytes:
    head = b"mft1\0\0\0\0" + bytes([inputs, outputs, grid, 0])
    matrix = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    line = bytes(range(256))
    return head + matrix + line * inputs + cells + line * outputs


def description(title: str) -> bytes:
    text = title.encode() + b"\0"
    return b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + bytes(4 + 4 + 2 + 1 + 67)


def profile(kind: bytes, space: bytes, pcs: bytes, tags: dict[bytes, bytes]) -> bytes:
    table, body = struct.pack(">I", len(tags)), b""
    for name, content in tags.items():
        table += name + struct.pack(">II", 132 + 12 * len(tags) + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    size = 128 + len(table) + len(body)
    head = struct.pack(">I4xI4s4s4s", size, 0x02100000, kind, space, pcs)
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28)
    head += struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + table + body
