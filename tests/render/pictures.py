"""Photos and bombs, made on the spot."""

import io
import struct
import zlib

from icc import description, profile
from PIL import Image


def a_photo(width: int, height: int, kind: str = "JPEG", *, turned: int = 1, mode: str = "RGB") -> bytes:
    """A picture whose left half is red; `turned` is how the camera says it was held."""
    image = Image.new(mode, (width, height))
    image.paste(Image.new("RGB", (width // 2, height), "#e00000").convert(mode))
    exif = Image.Exif()
    exif[0x0112] = turned
    out = io.BytesIO()
    image.save(out, kind, exif=exif)
    return out.getvalue()


def a_png_header(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)

    header = width.to_bytes(4) + height.to_bytes(4) + bytes((1, 0, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(99)))
        + chunk(b"IEND", b"")
    )


# Colour profiles, made on the spot: a matrix and a gamma, as cameras and drawing programs embed them (ICC 2.1).


ADOBE_RGB = ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457))
"""Red, green and blue of Adobe RGB (1998) in XYZ, adapted to D50."""


def a_profile(name: str = "Adobe RGB (1998)", primaries=ADOBE_RGB, gamma: float = 2.19921875) -> bytes:
    tags = {
        b"desc": description(name),
        b"cprt": b"text" + bytes(4) + b"nobody\0",
        b"wtpt": _xyz(0.9642, 1, 0.8249),
    }
    for letter, values in zip("rgb", primaries, strict=True):
        tags[f"{letter}XYZ".encode()] = _xyz(*values)
        tags[f"{letter}TRC".encode()] = b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256))
    return profile(b"mntr", b"RGB ", b"XYZ ", tags)


def _xyz(*values: float) -> bytes:
    return b"XYZ " + bytes(4) + struct.pack(">3i", *(round(value * 65536) for value in values))
