"""Small fonts of both builds, glyf and CFF, alone, in a collection, and as WOFF."""

import struct
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources

import uharfbuzz as hb

LETTERS = "".join(map(chr, range(32, 127))) + "éßΩпشرחภ東京\u0301\u200d"
NAME = "Trial"
FILES = {
    "glyf": ("font_lato", "Lato-Regular.ttf"),
    "CFF": ("font_source_sans_pro", "SourceSansPro-Regular.otf"),
}
Tables = Mapping[bytes, bytes]


def tables_of(font: bytes) -> dict[bytes, bytes]:
    (count,) = struct.unpack_from(">H", font, 4)
    found = {}
    for number in range(count):
        tag, _, place, length = struct.unpack_from(">4sIII", font, 12 + 16 * number)
        found[tag] = font[place : place + length]
    return found


def checksum(table: bytes) -> int:
    padded = table + b"\0" * (-len(table) % 4)
    return sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF


def font_of(tables: Tables, version: bytes = b"\0\1\0\0", *, start: int = 0) -> bytes:
    """Return a font of these tables, sums right; `start` is where in a file it lies."""
    place = start + 12 + 16 * len(tables)
    directory, body = b"", b""
    for tag, table in sorted(tables.items()):
        directory += struct.pack(">4sIII", tag, checksum(table), place + len(body), len(table))
        body += table + b"\0" * (-len(table) % 4)
    return struct.pack(">4sHHHH", version, len(tables), 128, 3, 0) + directory + body


def version_of(tables: Tables) -> bytes:
    return b"OTTO" if b"CFF " in tables or b"CFF2" in tables else b"\0\1\0\0"


def name_table(names: Mapping[int, str]) -> bytes:
    texts = [text.encode("utf-16-be", "surrogatepass")[:60000] for text in names.values()]
    places = [sum(map(len, texts[:number])) for number in range(len(texts))]
    records = b"".join(
        struct.pack(">HHHHHH", 3, 1, 0x409, each, len(text), place & 0xFFFF)
        for each, text, place in zip(names, texts, places, strict=True)
    )
    return struct.pack(">HHH", 0, len(texts), 6 + len(records)) + records + b"".join(texts)


@cache
def small_font(kind: str = "glyf") -> bytes:
    package, file = FILES[kind]
    data = resources.files(package).joinpath("files", file).read_bytes()
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update(map(ord, LETTERS))
    tables = tables_of(bytes(hb.subset(hb.Face(hb.Blob(data)), wanted).blob.data))
    tables[b"name"] = name_table({1: NAME, 2: "Regular", 4: NAME, 6: NAME})
    return font_of(tables, version_of(tables))


def collection(fonts: Iterable[bytes]) -> bytes:
    parts = [tables_of(font) for font in fonts]
    heads, body, place = b"", b"", 12 + 4 * len(parts)
    for tables in parts:
        heads += struct.pack(">I", place + len(body))
        body += font_of(tables, version_of(tables), start=place + len(body))
    return struct.pack(">4sHHI", b"ttcf", 1, 0, len(parts)) + heads + body


def woff(font: bytes) -> bytes:
    tables = tables_of(font)
    place = 44 + 20 * len(tables)
    directory, body = b"", b""
    for tag, table in sorted(tables.items()):
        packed = min(zlib.compress(table), table, key=len)
        directory += struct.pack(">4sIIII", tag, place + len(body), len(packed), len(table), checksum(table))
        body += packed + b"\0" * (-len(packed) % 4)
    size = place + len(body)
    head = struct.pack(
        ">4s4sIHHIHHIIIII", b"wOFF", version_of(tables), size, len(tables), 0, len(font), 1, 0, *(0,) * 5
    )
    return head + directory + body
