"""Small fonts of every build (glyf, CFF, variable, Arabic, CID, collections, WOFF), and mistakes in their tables."""

import random
import struct
import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import uharfbuzz as hb

SCRIPTS = Path(__file__).parent.parent / "render" / "scripts"
LETTERS = "".join(map(chr, range(32, 127))) + "éßΩпشرחภ東京\u0301\u200d"
NAME = "Trial"
NUMBERS = (
    0,
    1,
    2,
    0x7F,
    0x80,
    0xFF,
    0x100,
    0x7FFF,
    0x8000,
    0xFFFE,
    0xFFFF,
    0x10000,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
)
"""What counts and places are changed to."""

Tables = Mapping[bytes, bytes]


def tables_of(font: bytes) -> dict[bytes, bytes]:
    """Return the tables of a font by their tags."""
    (count,) = struct.unpack_from(">H", font, 4)
    found = {}
    for number in range(count):
        tag, _, place, length = struct.unpack_from(">4sIII", font, 12 + 16 * number)
        found[tag] = font[place : place + length]
    return found


def checksum(table: bytes) -> int:
    """Return the sum of a table as its directory has it."""
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
    """Return what a font of these tables begins with."""
    return b"OTTO" if b"CFF " in tables or b"CFF2" in tables else b"\0\1\0\0"


def name_table(names: Mapping[int, str]) -> bytes:
    """Return a table of names: id -> text."""
    texts = [text.encode("utf-16-be", "surrogatepass")[:60000] for text in names.values()]
    places = [sum(map(len, texts[:number])) for number in range(len(texts))]
    records = b"".join(
        struct.pack(">HHHHHH", 3, 1, 0x409, each, len(text), place & 0xFFFF)
        for each, text, place in zip(names, texts, places, strict=True)
    )
    return struct.pack(">HHH", 0, len(texts), 6 + len(records)) + records + b"".join(texts)


def _cut_down(path: Path) -> bytes:
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update(map(ord, LETTERS))
    tables = tables_of(bytes(hb.subset(hb.Face(hb.Blob(path.read_bytes())), wanted).blob.data))
    tables[b"name"] = name_table({1: NAME, 2: "Regular", 4: NAME, 6: NAME})
    return font_of(tables, version_of(tables))


def _package(name: str, file: str) -> Path:
    spec = find_spec(name)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0], "files", file)


@cache
def small_font(kind: str = "glyf") -> bytes:
    """Return a small sound font of a kind, one of KINDS."""
    return KINDS[kind]()


def collection(fonts: Iterable[bytes]) -> bytes:
    """Return a collection of fonts (TTC)."""
    parts = [tables_of(font) for font in fonts]
    heads, body, place = b"", b"", 12 + 4 * len(parts)
    for tables in parts:
        heads += struct.pack(">I", place + len(body))
        body += font_of(tables, version_of(tables), start=place + len(body))
    return struct.pack(">4sHHI", b"ttcf", 1, 0, len(parts)) + heads + body


def woff(font: bytes) -> bytes:
    """Return a font as a WOFF file."""
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


KINDS: Mapping[str, Callable[[], bytes]] = {
    "glyf": lambda: _cut_down(_package("font_lato", "Lato-Regular.ttf")),
    "CFF": lambda: _cut_down(_package("font_source_sans_pro", "SourceSansPro-Regular.otf")),
    "variable": lambda: _cut_down(_package("font_manrope", "Manrope-VariableFont_wght.ttf")),
    "Arabic": lambda: _cut_down(SCRIPTS / "NotoNaskhArabic-Regular.ttf"),
    "Thai": lambda: _cut_down(SCRIPTS / "NotoSansThai-Regular.ttf"),
    "CID": lambda: _cut_down(SCRIPTS / "NotoSansCJKjp.otf"),
    "collection": lambda: collection([small_font("glyf"), small_font("CFF")]),
    "WOFF": lambda: woff(small_font("glyf")),
}


def with_a_mistake(font: bytes, chance: random.Random) -> bytes:
    """Return the font with a mistake in it: in a table or in the directory, most of them with their sums right."""
    if font[:4] not in (b"\0\1\0\0", b"OTTO") or chance.random() < 0.1:
        return anywhere(font, chance)
    tables = tables_of(font)
    tag = chance.choice(
        [*sorted(tables), b"GSUB", b"GPOS", b"cmap", b"glyf", b"CFF ", b"loca", b"head", b"maxp", b"name"]
    )
    table = tables.get(tag, b"")
    known = TABLES.get(tag)
    if known is not None and chance.random() < 0.4:
        tables[tag] = known(table, tables, chance)
    else:
        tables[tag] = chance.choice(MISTAKES)(table, chance)
    if chance.random() < 0.05:
        del tables[tag]
    if chance.random() < 0.05:
        tables[
            chance.choice([b"CFF2", b"COLR", b"SVG ", b"sbix", b"CBDT", b"kern", b"morx", b"avar", b"MVAR"])
        ] = table
    out = font_of(tables, version_of(tables))
    return (
        anywhere(out[: 12 + 16 * len(tables)], chance) + out[12 + 16 * len(tables) :]
        if chance.random() < 0.1
        else out
    )


def anywhere(data: bytes, chance: random.Random) -> bytes:
    """Return bytes with a mistake anywhere."""
    return chance.choice(MISTAKES)(data, chance)


def _cut(table: bytes, chance: random.Random) -> bytes:
    return table[: chance.randrange(len(table) + 1)]


def _flipped(table: bytes, chance: random.Random) -> bytes:
    out = bytearray(table or b"\0")
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        out[chance.randrange(len(out))] = chance.randrange(256)
    return bytes(out)


def _number(table: bytes, chance: random.Random, *, most: int = 0) -> bytes:
    """Change a number of two or four bytes, near the beginning most of the time: counts and offsets stand there."""
    out = bytearray(table + b"\0" * 4)
    length = chance.choice((2, 2, 4))
    end = len(out) - length
    at = min(
        chance.choice((chance.randrange(16), chance.randrange(128), chance.randrange(end + 1))) & ~1, end
    )
    value = chance.choice((chance.choice(NUMBERS), chance.randrange(max(len(table), 1)), most))
    out[at : at + length] = (value & (2 ** (8 * length) - 1)).to_bytes(length, "big")
    return bytes(out[: len(table)])


def _copied(table: bytes, chance: random.Random) -> bytes:
    start, at, length = (chance.randrange(len(table) + 1) for _ in range(3))
    return table[:at] + table[start : start + length % 64] + table[at + length % 64 :]


def _repeated(table: bytes, chance: random.Random) -> bytes:
    return table + table[: chance.randrange(len(table) + 1)] * chance.choice((1, 2, 50))


def _blank(table: bytes, chance: random.Random) -> bytes:
    return bytes([chance.choice((0, 0xFF))]) * len(table)


MISTAKES = (_cut, _flipped, _flipped, _number, _number, _number, _copied, _repeated, _blank)


def _names(table: bytes, tables: Tables, chance: random.Random) -> bytes:
    texts = (
        NAME,
        "",
        "A" * 20000,
        '"></style><script>x()</script>',
        "a\nb\0c",
        "\u202etxet",
        "\ud800",
        "../../x",
        "'; }",
        "Lato",
    )
    return name_table(
        {number: chance.choice(texts) for number in (1, 2, 4, 6, 16, 17)} | {1: chance.choice((NAME, *texts))}
    )


def _looping_glyphs(table: bytes, tables: Tables, chance: random.Random) -> bytes:
    """Return glyphs made of glyphs: of themselves, or each of two of the next."""
    long = tables.get(b"head", b"").ljust(54, b"\0")[51] & 1
    loca = tables.get(b"loca", b"")
    code = "I" if long else "H"
    size = struct.calcsize(code)
    places = [
        place[0] * (1 if long else 2)
        for place in struct.iter_unpack(f">{code}", loca[: len(loca) // size * size])
    ]
    out = bytearray(table)
    bent = chance.random() < 0.5
    for number, (start, end) in enumerate(pairwise(places)):
        parts = (number, number) if bent else (number + 1, number + 1)
        body = struct.pack(">hhhhh", -1, 0, 0, 500, 500)
        for place, part in enumerate(parts):
            body += struct.pack(
                ">HHbb",
                0x0002 | (0x20 if place + 1 < len(parts) else 0),
                part % max(len(places) - 1, 1),
                0,
                0,
            )
        if end - start >= len(body) and end <= len(out):
            out[start : start + len(body)] = body
    return bytes(out)


def _characters(table: bytes, tables: Tables, chance: random.Random) -> bytes:
    """Return a table of characters in another format, with more of them than there are glyphs or letters."""
    last = chance.choice((0x7F, 0xFFFF, 0x10FFFF, 0xFFFFFFFF))
    first = chance.choice((0, 0x20, last))
    groups = chance.choice((1, 2, 1000))
    body = struct.pack(">HHIII", chance.choice((12, 13)), 0, 16 + 12 * groups, 0, groups)
    body += struct.pack(">III", first, last, chance.choice((0, 1, 0xFFFF))) * groups
    return struct.pack(">HHHHI", 0, 1, chance.choice((0, 3)), chance.choice((4, 10)), 12) + body


def _bomb_of_calls(table: bytes, tables: Tables, chance: random.Random) -> bytes:
    """Return CFF whose global subroutines call each other: each the next, many times."""
    call = bytes([chance.choice((32, 33, 139 - 107 + 1)), 29])
    return table.replace(b"\x0e", call * chance.choice((1, 2, 8)), chance.choice((1, 5))) if table else table


def _metrics(table: bytes, tables: Tables, chance: random.Random) -> bytes:
    out = bytearray(table.ljust(54, b"\0"))
    out[18:20] = struct.pack(">H", chance.choice((0, 1, 15, 16, 16384, 65535)))
    return bytes(out)


TABLES = {
    b"name": _names,
    b"glyf": _looping_glyphs,
    b"cmap": _characters,
    b"CFF ": _bomb_of_calls,
    b"head": _metrics,
    b"maxp": lambda table, _, chance: _number(table, chance, most=0xFFFF),
}
