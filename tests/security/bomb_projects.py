"""Data, tables, claims, pictures and fonts that are small files and endless work: each the files of a game."""

import gzip
import io
import zipfile
import zlib
from collections.abc import Callable, Mapping

from tests.security.bomb_drawings import chunk, png, saved

Files = Mapping[str, str | bytes]
GAME = "card_data/g/game.yaml"
CARDS = "card_data/g/cards.yaml"
CLAIMS = "card_data/g/claims.yaml"
RULES = "card_data/g/rules.yaml"
FRONT = "templates/g/front.svg.j2"
HEAD = "kind: cards\nsize: 63 x 88 mm\nfront: front.svg.j2\n"
PLAIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94" width="69mm" height="94mm">'
    '<rect x="-3" y="-3" width="69" height="94" fill="#888888"/></svg>'
)
SHOWN = PLAIN.replace("</svg>", "{{ picture('x', (5, 5, 50, 50)) }}</svg>")
TEXT = PLAIN.replace("</svg>", "{{ fit(piece.text, (5, 5, 50, 70), size=20, min=4) }}</svg>")
NUMBERED = HEAD + "pieces: [{for: {n: 1..%d}, id: 'p{n}', copies: %d}]\n"


def game(
    cards: str = HEAD + "pieces: [{id: a}]\n", front: str = PLAIN, **more: str | bytes
) -> dict[str, str | bytes]:
    """Return the files of a game; a name of `more` is that of a file of the game, with __ for a stroke and _dot_."""
    files: dict[str, str | bytes] = {GAME: "title: G\n", CARDS: cards, FRONT: front}
    return files | {
        f"card_data/g/{name.replace('__', '/').replace('_dot_', '.')}": content
        for name, content in more.items()
    }


def claims(*tests: str, deck: str = NUMBERED % (10_000, 1)) -> Files:
    """Return a game of 10,000 cards with these claims."""
    listed = "".join(
        f"- {{id: c{n}, says: x, where: y, source: stated, test: '{test}'}}\n" for n, test in enumerate(tests)
    )
    return game(deck, claims_dot_yaml=f"claims:\n{listed}")


def piece(**fields: str) -> str:
    """Return a component of one card with these fields."""
    return HEAD + "pieces:\n  - id: a\n" + "".join(f"    {name}: {value}\n" for name, value in fields.items())


def text(words: str) -> Files:
    """Return a card with one text."""
    return game(piece(text=f'"{words}"'), TEXT)


def workbook(sheet: bytes, entries: int = 0) -> bytes:
    """Return an XLSX whose one sheet is that XML."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        kind = "http://schemas.openxmlformats.org/"
        archive.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{kind}package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>'
            '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.'
            'spreadsheetml.sheet.main+xml"/></Types>',
        )
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{kind}package/2006/relationships"><Relationship Id="r" Target="xl/workbook.xml" '
            f'Type="{kind}officeDocument/2006/relationships/officeDocument"/></Relationships>',
        )
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{kind}spreadsheetml/2006/main" xmlns:r="{kind}officeDocument/2006/relationships">'
            '<sheets><sheet name="a" sheetId="1" r:id="s"/></sheets></workbook>',
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{kind}package/2006/relationships"><Relationship Id="s" Target="worksheets/a.xml" '
            f'Type="{kind}officeDocument/2006/relationships/worksheet"/></Relationships>',
        )
        archive.writestr("xl/worksheets/a.xml", sheet)
        for number in range(entries):
            archive.writestr(f"xl/media/{number}.bin", b"")
    return out.getvalue()


def table(sheet: bytes, entries: int = 0) -> Files:
    """Return a deck whose rows are in a workbook."""
    return game(HEAD + "rows: deck.xlsx\n", deck_dot_xlsx=workbook(sheet, entries))


def cells(rows: int, columns: int, word: str = "a") -> bytes:
    """Return the XML of a sheet."""
    cell = f'<c t="inlineStr"><is><t>{word}</t></is></c>'
    row = f"<row>{cell * columns}</row>"
    return (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        f"{row * rows}</sheetData></worksheet>"
    ).encode()


def picture(name: str, data: bytes) -> Files:
    """Return a card that shows a picture."""
    return game(front=SHOWN) | {f"card_data/g/art/{name}": data}


ALIASES = "x0: &x0 [a, a, a, a, a, a, a, a, a, a]\n" + "".join(
    f"x{n + 1}: &x{n + 1} [{', '.join([f'*x{n}'] * 10)}]\n" for n in range(12)
)


def packed(kind: bytes) -> bytes:
    """Return a part of a PNG that unpacks to 200 MB."""
    return chunk(kind, b"a\0\0" + zlib.compress(bytes(200_000_000), 1))


def svgz() -> bytes:
    """Return a packed drawing of 200 MB."""
    return gzip.compress(b"<svg>" + b" " * 200_000_000, 1)


PROJECTS: Mapping[str, Callable[[], Files]] = {
    "10,000 cards of 999 copies": lambda: game(NUMBERED % (10_000, 999)),
    "20 cards of paths that take seconds": lambda: game(
        NUMBERED % (20, 1),
        PLAIN.replace("</svg>", f'<path d="{"M0 0h9v9z" * 80_000}M{{{{ piece.n }}}} 0"/></svg>'),
    ),
    "a for of 10^18": lambda: game(
        HEAD + "pieces: [{for: {a: 1..1000000, b: 1..1000000, c: 1..1000000}, id: 'p{a}'}]\n"
    ),
    "a for of 300 factors of 10,000": lambda: game(
        HEAD + "pieces: [{for: {" + ", ".join(f"a{n}: 1..10000" for n in range(1_500)) + "}, id: 'p{a1}'}]\n"
    ),
    "aliases of aliases": lambda: game(HEAD + ALIASES + "pieces: [{id: a, x: *x12}]\n"),
    "aliases of a text": lambda: game(
        HEAD
        + "pieces:\n- {id: a, x: &x '"
        + "a" * 19_000
        + "'}\n"
        + "".join(f"- {{id: b{n}, x: *x}}\n" for n in range(9_000))
    ),
    "lists in lists": lambda: game(HEAD + f"pieces: [{{id: a, x: {'[' * 100_000}{']' * 100_000}}}]\n"),
    "a YAML file of 5 MB of brackets": lambda: game("[" * 4_900_000),
    "a YAML file of 5 MB of keys": lambda: game("".join(f"a{n}: 1\n" for n in range(450_000))),
    "a file of 300 MB": lambda: game(big_dot_yaml=b"a" * 300_000_000),
    "texts of texts": lambda: game(
        piece(
            **{"a": f"'{'x' * 1000}'"}
            | {f"a{n}": "'" + f"{{a{n - 1}}}" * 30 + "'" if n else "'{a}{a}'" for n in range(9)}
        )
    ),
    "a number of 4,000,000 digits": lambda: game(piece(x="9" * 4_000_000)),
    "1,000 components": lambda: (
        game() | {f"card_data/g/c{n}.yaml": HEAD + "pieces: [{id: a}]\n" for n in range(1_000)}
    ),
    "1,000 themes": lambda: (
        game(front=PLAIN)
        | {GAME: "title: G\nthemes: {" + ", ".join(f"t{n}: {{}}" for n in range(1_000)) + "}\n"}
    ),
    "10,000 pictures": lambda: game() | {f"card_data/g/art/x{n}.png": png(9, 9) for n in range(10_000)},
    "10,000 files of fonts": lambda: (
        game() | {f"fonts/f{n}.ttf": b"\0\1\0\0" + bytes(9) for n in range(3_000)}
    ),
    "a font of 300 MB": lambda: game() | {"fonts/f.ttf": b"\0\1\0\0" + bytes(300_000_000)},
    "a board of 10^9 spaces": lambda: game(
        "kind: board\nsize: 500 x 500 mm\nfront: front.svg.j2\npieces: [{id: a}]\n"
        "spaces: [{for: {n: 1..10000, m: 1..10000}, id: 's{n}-{m}', circle: {x: 9mm, y: 9mm, diameter: 1mm}}]\n"
    ),
    "2,000 spaces that overlap": lambda: game(
        "kind: board\nsize: 500 x 500 mm\nfront: front.svg.j2\npieces: [{id: a}]\n"
        "spaces: [{for: {n: 1..2000}, id: 's{n}', circle: {x: 250mm, y: 250mm, diameter: 400mm}}]\n"
    ),
    "a card of 0.001 mm": lambda: game(
        "kind: cards\nsize: 0.001 x 0.001 mm\nfront: front.svg.j2\npieces: [{id: a}]\n"
    ),
    "10,000 folds": lambda: game(HEAD + "folds: [" + "{x: 9mm}, " * 10_000 + "]\npieces: [{id: a}]\n"),
    "a power of powers": lambda: claims("9 ** 9 ** 9 == 1", "(9 ** 64) ** 64 == 1"),
    "1,000 sums of 10,000 cards": lambda: claims(*['sum(cards, "n") == 10000'] * 1_000),
    "1,000 filters of 10,000 cards": lambda: claims(*["count(cards|where(id=1)) == 10000"] * 1_000),
    "claims of combinations": lambda: claims(
        "combinations(cards, n=between(1, 100000), id=between(1, 100000))"
    ),
    "claims of ranges": lambda: claims(
        "sum(range(1000000000)) == 1", "count(cards, n=between(1, 1000000000)) == 1"
    ),
    "10,000 claims": lambda: claims(*["1 == 1"] * 10_000),
    "a test of 19,000 brackets": lambda: claims("(" * 9_000 + "1" + ")" * 9_000 + " == 1"),
    "expressions in 10,000 cards": lambda: game(
        HEAD + "pieces: [{for: {n: 1..3000}, id: 'p{n}', text: '{{ count(cards) }} {{ sum(cards, n) }}'}]\n",
        TEXT,
    ),
    "a workbook of 10,000,000 cells": lambda: table(cells(10_000, 1_000)),
    "a workbook of 20,000 parts": lambda: table(cells(2, 2), 20_000),
    "a workbook far to the right": lambda: table(
        cells(1, 1).replace(b"<row>", b'<row r="1048576">').replace(b"<c ", b'<c r="XFD1048576" ')
    ),
    "a CSV of 5 MB of commas": lambda: game(HEAD + "rows: deck.csv\n", deck_dot_csv="," * 4_900_000),
    "a CSV of 5 MB of quotes": lambda: game(
        HEAD + "rows: deck.csv\n", deck_dot_csv='id\n"' + '""' * 2_400_000
    ),
    "a JSON of 5 MB of brackets": lambda: game(HEAD + "rows: deck.json\n", deck_dot_json="[" * 4_900_000),
    "a text of 19,000 letters": lambda: text("word " * 3_800),
    "a text of 19,000 marks": lambda: text("**a ~~" * 3_100),
    "a text of lists in lists": lambda: text("".join("  " * n + "- a\\n" for n in range(90))),
    "a text of 19,000 turns": lambda: text("\\u05d0 a (" * 2_000),
    "a text of tall accents": lambda: text("a" + "\u0301" * 18_000),
    "1,000 texts of 19,000 letters": lambda: game(
        HEAD + "pieces: [{for: {n: 1..200}, id: 'p{n}', text: '" + "{n} word " * 2_000 + "'}]\n", TEXT
    ),
    "rules of 4 MB": lambda: game(rules_dot_yaml="overview:\n" + "- word word word\n" * 250_000),
    "rules of a table of 100,000 rows": lambda: game(
        rules_dot_yaml="overview:\n- table:\n    head: [a, b]\n    rows:\n" + "    - [a, b]\n" * 100_000
    ),
    "a PNG of 20,000 px square": lambda: picture("x.png", png(20_000, 20_000)),
    "a PNG of 59 million px of 16 bits": lambda: picture("x.png", png(7_680, 7_680, depth=16, colour=6)),
    "a PNG with 300 MB of text": lambda: picture("x.png", png(9, 9, extra=packed(b"zTXt"))),
    "a PNG with a profile of 300 MB": lambda: picture("x.png", png(9, 9, extra=packed(b"iCCP"))),
    "a PNG of 100,000 parts": lambda: picture("x.png", png(9, 9, extra=chunk(b"tEXt", b"a\0b") * 400_000)),
    "a JPEG of 60,000 px square": lambda: picture(
        "x.jpg", saved("JPEG", 16, 16).replace(b"\x00\x10\x00\x10", b"\xea\x60\xea\x60")
    ),
    "a JPEG of 59 million px, in steps": lambda: picture(
        "x.jpg", saved("JPEG", 7_680, 7_680, progressive=True)
    ),
    "a WebP of 16,383 px square": lambda: picture("x.webp", saved("WEBP", 16_383, 3_000, lossless=True)),
    "a packed drawing of 300 MB": lambda: picture("x.svg", svgz()),
    "100 pictures of 25 million px": lambda: (
        game(HEAD + "pieces: [{for: {n: 1..100}, id: 'x{n}'}]\n", SHOWN.replace("'x'", "piece.id"))
        | {f"card_data/g/art/x{n}.png": png(5_000, 5_000, colour=0) for n in range(1, 101)}
    ),
}
