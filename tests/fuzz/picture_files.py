"""Mistakes in PNG, JPEG, WebP and GIF files: in their parts, whose sums stay right most of the time, and anywhere."""

import random
import struct
import zlib

from tests.fuzz.font_files import NUMBERS, anywhere

PNG = b"\x89PNG\r\n\x1a\n"


def with_a_mistake(data: bytes, chance: random.Random) -> bytes:
    """Return the picture with a mistake in it."""
    if chance.random() < 0.2:
        return anywhere(data, chance)
    if data.startswith(PNG):
        return in_png(data, chance)
    if data.startswith(b"\xff\xd8"):
        return in_jpeg(data, chance)
    if data.startswith(b"RIFF"):
        return in_webp(data, chance)
    return in_header(data, chance)


def in_png(data: bytes, chance: random.Random) -> bytes:
    """Change, double, move or remove a chunk; its length and its sum are right again."""
    chunks, at = [], len(PNG)
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    number = chance.randrange(len(chunks))
    name, body = chunks[number]
    match chance.randrange(8):
        case 0:
            chunks[number] = (name, anywhere(body, chance))
        case 1:
            del chunks[number]
        case 2:
            chunks.insert(chance.randrange(len(chunks)), chunks[number])
        case 3:
            head = bytearray(chunks[0][1])
            head[chance.choice((0, 4)) :][:4] = b""
            at = chance.choice((0, 4))
            head[at : at + 4] = struct.pack(
                ">I", chance.choice((0, 1, 11_999, 12_001, 20_000, 0x7FFFFFFF, 0xFFFFFFFF))
            )
            chunks[0] = (b"IHDR", bytes(head))
        case 4:
            head = bytearray(chunks[0][1])
            head[chance.randrange(8, 13)] = chance.choice((0, 1, 2, 3, 4, 6, 8, 16, 255))
            chunks[0] = (b"IHDR", bytes(head))
        case 5:
            extra = chance.choice(
                (
                    b"tEXt",
                    b"zTXt",
                    b"iTXt",
                    b"iCCP",
                    b"eXIf",
                    b"tRNS",
                    b"PLTE",
                    b"acTL",
                    b"pHYs",
                    b"gAMA",
                    b"sRGB",
                    b"cICP",
                )
            )
            body = chance.choice(
                (
                    b"",
                    b"a\0\0",
                    b"a\0\0" + zlib.compress(bytes(3_000_000)),
                    b"\0" * 9,
                    b"\xff" * 9,
                    b"a" * 70_000,
                )
            )
            chunks.insert(1, (extra, body))
        case 6:
            chunks = [
                (name, zlib.compress(bytes(chance.choice((0, 10, 10_000_000)))) if name == b"IDAT" else each)
                for name, each in chunks
            ]
        case _:
            chunks.pop()
    wrong = chance.random() < 0.1
    return PNG + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body) ^ wrong)
        for name, body in chunks
    )


def in_jpeg(data: bytes, chance: random.Random) -> bytes:
    """Change, double or remove a segment before the scan, or add one."""
    parts, at = [], 2
    while at + 4 <= len(data) and data[at + 1] != 0xDA:
        (length,) = struct.unpack_from(">H", data, at + 2)
        parts.append(data[at : at + 2 + length])
        at += 2 + length
    rest = data[at:]
    number = chance.randrange(len(parts))
    match chance.randrange(6):
        case 0:
            parts[number] = parts[number][:4] + anywhere(parts[number][4:], chance)
        case 1:
            del parts[number]
        case 2:
            parts.insert(0, parts[number])
        case 3:
            kind, body = chance.choice(
                (
                    (0xE1, b"Exif\0\0MM\0*\0\0\0\x08\xff\xff"),
                    (0xE2, b"ICC_PROFILE\0\x01\x02xx"),
                    (0xEE, b"Adobe\0d\0\0\0\0\x02"),
                )
            )
            parts.insert(0, bytes((0xFF, kind)) + struct.pack(">H", len(body) + 2) + body)
        case 4:
            for place, part in enumerate(parts):
                if part[1] in (0xC0, 0xC2):
                    size = struct.pack(
                        ">HH", *chance.choice(((0, 1), (65535, 65535), (20000, 1), (1, 20000)))
                    )
                    parts[place] = part[:5] + size + bytes([chance.choice((1, 3, 4, 255))]) + part[10:]
        case _:
            rest = anywhere(rest, chance)
    return data[:2] + b"".join(parts) + rest


def in_webp(data: bytes, chance: random.Random) -> bytes:
    """Change the body of a WebP file; its length is right again."""
    body = anywhere(data[12:], chance)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def in_header(data: bytes, chance: random.Random) -> bytes:
    """Change a number in the first bytes."""
    at = chance.randrange(min(len(data) - 2, 40))
    return data[:at] + struct.pack("<H", chance.choice(NUMBERS) & 0xFFFF) + data[at + 2 :]
