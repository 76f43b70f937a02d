"""Photos and bombs, made on the spot."""

import io
import zlib

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
