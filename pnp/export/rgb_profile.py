"""The colours of sRGB as the ICC profile of a device that prints: PDF/X takes no profile of a screen as its condition.

It is written as ICC.1:2004-10 (version 4.2) says: curves and a matrix between red, green and blue and CIE XYZ, no tables
but one that says which colours the device has not.
"""

import struct
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product

NAME = "sRGB as an RGB printing condition"
RIGHTS = "No rights are reserved in this profile."

TO_XYZ = (
    (0.4360747, 0.3850649, 0.1430804),
    (0.2225045, 0.7168786, 0.0606169),
    (0.0139322, 0.0971045, 0.7141733),
)
"""Linear red, green and blue of sRGB (IEC 61966-2-1) to XYZ, adapted to D50 as Bradford has it."""

TO_RGB = (
    (3.1338561, -1.6168667, -0.4906146),
    (-0.9787684, 1.9161415, 0.0334540),
    (0.0719453, -0.2289914, 1.4052427),
)
"""The other way."""

LINEAR = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
"""From a value of sRGB to light: g, a, b, c, d of the parametric curve of type 3."""

FROM_LIGHT = (1 / 2.4, 1.055**2.4, 0.0, 12.92, 0.0031308, -0.055, 0.0)
"""From light to a value: g, a, b, c, d, e, f of the parametric curve of type 4."""

D50 = (0.9642, 1.0, 0.8249)

PERCEIVED_BLACK = 0.0034731
"""Of the medium that version 4 measures perceived colours against, as a share of its white."""

XYZ_RANGE = 1 + 32767 / 32768
"""What the largest number of an XYZ space stands for."""

GAMUT_STEPS = 9

HEADER, ENTRY = 128, 12


@cache
def rgb_print_profile() -> bytes:
    """Return the profile; the same bytes every time."""
    seen, seen_back = _to_pcs(PERCEIVED_BLACK), _from_pcs(PERCEIVED_BLACK)
    tags = {
        b"desc": _text(NAME),
        b"cprt": _text(RIGHTS),
        b"wtpt": b"XYZ \0\0\0\0" + _fixed(D50),
        b"A2B0": seen,
        b"A2B1": _to_pcs(),
        b"A2B2": seen,
        b"B2A0": seen_back,
        b"B2A1": _from_pcs(),
        b"B2A2": seen_back,
        b"gamt": _gamut(),
    }
    places: dict[bytes, int] = {}
    body = b""
    start = HEADER + 4 + ENTRY * len(tags)
    for content in tags.values():
        if content not in places:
            places[content] = start + len(body)
            body += _padded(content)
    table = b"".join(
        name + struct.pack(">II", places[content], len(content)) for name, content in tags.items()
    )
    size = start + len(body)
    return _header(size) + struct.pack(">I", len(tags)) + table + body


def _header(size: int) -> bytes:
    made = struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
    fields = (
        struct.pack(">I4xI", size, 0x04200000),
        *(b"prtr", b"RGB ", b"XYZ ", made, b"acsp", bytes(4 + 4 + 4 + 4 + 8)),
        struct.pack(">I", 1),  # relative colorimetric
        _fixed(D50),
    )
    return b"".join(fields).ljust(HEADER, b"\0")


def _to_pcs(black: float = 0.0) -> bytes:
    """Return red, green and blue to XYZ, where `black` is the share of white that black has."""
    rows = [
        [*(each * (1 - black) / XYZ_RANGE for each in row), black * white / XYZ_RANGE]
        for row, white in zip(TO_XYZ, D50, strict=True)
    ]
    return _stages(b"mAB ", rows, [_curve(3, LINEAR)] * 3)


def _from_pcs(black: float = 0.0) -> bytes:
    """Return XYZ to red, green and blue."""
    rows = [[*(each * XYZ_RANGE / (1 - black) for each in row), -black / (1 - black)] for row in TO_RGB]
    return _stages(b"mBA ", rows, [_curve(4, FROM_LIGHT)] * 3)


def _gamut() -> bytes:
    """Return XYZ to 0 where the device has the colour, else to 1."""
    steps = [step / (GAMUT_STEPS - 1) * XYZ_RANGE for step in range(GAMUT_STEPS)]
    cells = bytes(255 * _is_outside(xyz) for xyz in product(steps, repeat=3))
    table = bytes([GAMUT_STEPS] * 3).ljust(16, b"\0") + b"\x01\0\0\0" + cells
    return _stages(b"mBA ", (), (), table, [_line()])


def _is_outside(xyz: Sequence[float]) -> bool:
    light = [sum(factor * each for factor, each in zip(row, xyz, strict=True)) for row in TO_RGB]
    return min(light) < -1e-3 or max(light) > 1 + 1e-3


def _stages(
    kind: bytes,
    matrix: Sequence[Sequence[float]],
    inner: Sequence[bytes],
    table: bytes = b"",
    last: Sequence[bytes] = (),
) -> bytes:
    """Return a lutAToBType or a lutBToAType with the stages that are given; the last number of a row of the matrix is added."""
    parts = [
        _line() * 3,
        _fixed([each for row in matrix for each in row[:3]] + [row[3] for row in matrix]),
        b"".join(inner),
        table,
        b"".join(last),
    ]
    offsets, body = [], b""
    for part in parts:
        offsets.append(32 + len(body) if part else 0)
        body += _padded(part)
    channels = bytes([3, len(last) or 3, 0, 0])
    return kind + bytes(4) + channels + struct.pack(">5I", *offsets) + body


def _curve(kind: int, parameters: Iterable[float]) -> bytes:
    return b"para\0\0\0\0" + struct.pack(">HH", kind, 0) + _fixed(parameters)


def _line() -> bytes:
    return b"curv\0\0\0\0" + struct.pack(">I", 0)


def _fixed(values: Iterable[float]) -> bytes:
    return b"".join(struct.pack(">i", round(value * 65536)) for value in values)


def _text(text: str) -> bytes:
    content = text.encode("utf-16-be")
    return b"mluc\0\0\0\0" + struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(content), 28) + content


def _padded(part: bytes) -> bytes:
    return part + bytes(-len(part) % 4)
