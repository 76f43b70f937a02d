"""Metadata of pictures (camera, place, time, previews), removed."""

import re
from collections.abc import Iterator

_JPEG_KEPT = frozenset((0xE0, 0xEE))  # JFIF and Adobe's mark say how to read the colours
_ICC = b"ICC_PROFILE\0"
_JPEG_MARKER = re.compile(
    rb"\xff[^\x00\xd0-\xd7\xff]"
)  # inside the pixels, FF goes before 00 or RST0 to RST7
_PNG_KEPT = frozenset((b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"sBIT", b"pHYs", b"bKGD"))
_WEBP_DROPPED = frozenset((b"EXIF", b"XMP "))
_WEBP_SAYS_METADATA = 0x0C  # the EXIF and XMP bits of the VP8X chunk (WebP container specification)


def without_metadata(data: bytes, kind: str) -> bytes:
    """Return a whole PNG, JPEG or WEBP file without metadata; the same bytes when there is none.

    Raises ValueError for a file whose pieces do not add up, although a lenient decoder may read it.
    """
    parts = {"JPEG": _jpeg, "PNG": _png, "WEBP": _webp}[kind]
    try:
        return b"".join(parts(data))
    except IndexError as error:
        raise ValueError("its pieces do not add up") from error


def _jpeg(data: bytes) -> Iterator[bytes]:
    yield data[:2]
    at = 2
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:  # any number of FF may stand before a marker
            at += 1
        marker = data[at + 1]
        if data[at] != 0xFF or marker == 0xD8:
            raise ValueError("its pieces do not add up")
        if marker == 0xD9:
            yield data[at : at + 2]
            return  # what stands behind the end is no picture
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4])
        if end <= at + 3 or end > len(data):
            raise ValueError("its pieces do not add up")
        if marker == 0xDA:  # after its header come the pixels, up to the next marker
            found = _JPEG_MARKER.search(data, end)
            end = found.start() if found else len(data)
        told_by_program = 0xE0 <= marker <= 0xEF and marker not in _JPEG_KEPT
        if marker != 0xFE and not (told_by_program and data[at + 4 : at + 16] != _ICC):  # FE is a comment
            yield data[at:end]
        at = end


def _png(data: bytes) -> Iterator[bytes]:
    yield data[:8]
    at = 8
    while True:
        kind = data[at + 4 : at + 8]
        end = at + 12 + int.from_bytes(data[at : at + 4])
        if len(kind) < 4 or end > len(data):
            raise ValueError("its pieces do not add up")
        if kind[:1].isupper() or kind in _PNG_KEPT:  # a capital letter marks what a picture cannot do without
            yield data[at:end]
        if kind == b"IEND":
            return
        at = end


def _webp(data: bytes) -> Iterator[bytes]:
    kept = b"".join(_webp_chunks(data))
    yield b"RIFF" + (len(kept) + 4).to_bytes(4, "little") + b"WEBP" + kept


def _webp_chunks(data: bytes) -> Iterator[bytes]:
    at, last = 12, 8 + int.from_bytes(data[4:8], "little")
    while at < last:
        kind = data[at : at + 4]
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        end = at + 8 + size + size % 2
        if end > len(data):
            raise ValueError("its pieces do not add up")
        if kind == b"VP8X":
            flags = data[at + 8] & ~_WEBP_SAYS_METADATA
            yield data[at : at + 8] + bytes((flags,)) + data[at + 9 : end]
        elif kind not in _WEBP_DROPPED:
            yield data[at:end]
        at = end
