"""Colour profiles, made on the spot: a matrix and a gamma, as cameras and drawing programs embed them (ICC 2.1)."""

import struct

ADOBE_RGB = ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457))
"""Red, green and blue of Adobe RGB (1998) in XYZ, adapted to D50."""


def a_profile(name: str = "Adobe RGB (1998)", primaries=ADOBE_RGB, gamma: float = 2.19921875) -> bytes:
    tags = {b"desc": _desc(name), b"cprt": b"text" + bytes(4) + b"nobody\0", b"wtpt": _xyz(0.9642, 1, 0.8249)}
    for letter, values in zip("rgb", primaries, strict=True):
        tags[f"{letter}XYZ".encode()] = _xyz(*values)
        tags[f"{letter}TRC".encode()] = b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256))
    at = 128 + 4 + 12 * len(tags)
    table, bodies = struct.pack(">I", len(tags)), b""
    for sign, body in tags.items():
        table += sign + struct.pack(">II", at + len(bodies), len(body))
        bodies += body + bytes(-len(body) % 4)
    size = at + len(bodies)
    head = struct.pack(">I4sI4s4s4s", size, b"lcms", 0x02100000, b"mntr", b"RGB ", b"XYZ ")
    head += struct.pack(">6H", 2020, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + _s15(0.9642, 1, 0.8249)
    return head + bytes(128 - len(head)) + table + bodies


def _desc(name: str) -> bytes:
    return (
        b"desc" + bytes(4) + struct.pack(">I", len(name) + 1) + name.encode() + bytes(1 + 4 + 4 + 2 + 1 + 67)
    )


def _xyz(*values: float) -> bytes:
    return b"XYZ " + bytes(4) + _s15(*values)


def _s15(*values: float) -> bytes:
    return b"".join(struct.pack(">i", round(value * 65536)) for value in values)
