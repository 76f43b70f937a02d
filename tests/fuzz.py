"""A small project with one file damaged at a time: no traceback, no hang, and each finding has a place.

python -m tests.fuzz --seed 1 --minutes 5
"""

import argparse
import io
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from unittest.mock import patch

import openpyxl

from pnp import BuildOptions, CheckOptions, PnpError, build_games, check_games, find_paper, has_errors
from pnp.build import check, stages
from pnp.load.project import Project, find_project
from pnp.render.fonts import FontBook, font_book

ROOT = Path(__file__).parent.parent
SECONDS = 5
A4 = (find_paper("a4"),)

GAME = """\
title: Soup
version: "1.2"
credits: Cooked by Ann
fonts: {title: Fredoka One, body: Source Sans Pro}
palette: {leaf: "#3f9b3a", red: "#aa0000"}
themes:
  low-ink:
    palette: {leaf: "#ffffff"}
facts: {spoons: 4}
"""
FOOD = """\
kind: cards
title: Food cards
size: 63 x 88 mm
front: food.svg.j2
back: back.svg.j2
pieces:
  - {id: leek, name: Leek, copies: 2, text: "Boil **twice**, then {{ facts.spoons }} spoons {pea}."}
  - for: {number: 1..3}
    id: "pea-{number}"
    name: Pea
    text: |
      - One *line*
      - Another one that is long enough to go on
"""
DECK = "kind: cards\ntitle: Deck\nsize: 40 x 40 mm\nfront: plain.svg\nrows: deck.csv\n"
BOOK = "kind: markers\ntitle: Book\nsize: 25 x 50 mm\nfront: food.svg.j2\nrows: deck.xlsx\n"
BOARD = """\
kind: tiles
title: Tiles
shape: hexagon
side: 30mm
front: food.svg.j2
pieces:
  - {id: a, name: A, text: x}
"""
CSV = 'id,name,text,copies\nant,Ant,Six legs,2\nbee,Bee,"Flies, and stings",1\n'
FRONT = """\
{# fields: name, text #}
{% extends "base/card.svg.j2" %}
{% block body %}
{% for i in range(3) %}<circle cx="{{ 10 + i * 3 }}" cy="30" r="1" fill="{{ palette.leaf }}"/>{% endfor %}
{{ line(piece.name, face.width / 2, 12, anchor="middle", max_width=face.width - 12, size=9) }}
{{ fit(piece.text, (6, 14, face.width - 12, 10), size=7, min=4) }}
{% if piece.id == "leek" %}{{ picture("leek", (12, 34, 30, 30)) }}{{ icon("pea", 10, 70, 6) }}{% endif %}
{% endblock %}
"""
BACK = """\
{% extends "base/card.svg.j2" %}
{% block background %}<rect x="-3" y="-3" width="69" height="94" fill="{{ palette.leaf }}"/>{% endblock %}
"""
PLAIN = """\
<?xml version="1.0" encoding="UTF-8"?>
<svg width="40mm" height="40mm" viewBox="0 0 40 40" xmlns="http://www.w3.org/2000/svg"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
  <g inkscape:label="Layer 1" transform="translate(1,1)" style="fill:#ffeecc">
    <text inkscape:label="name" x="5" y="9" style="font-family:'Source Sans Pro';font-size:4px;fill:#000000">Name</text>
    <rect inkscape:label="text" x="4" y="12" width="30" height="20" style="fill:none"/>
  </g>
</svg>
"""
ART = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">
<defs><linearGradient id="g"><stop offset="0" stop-color="#aa0000"/><stop offset="1" stop-color="#00aa00"/></linearGradient></defs>
<style>.a{fill:#aa0000;stroke:none}</style>
<g transform="rotate(10 50 50)"><path class="a" d="M10 10h80v80h-80z"/><circle cx="50" cy="50" r="20" fill="url(#g)"/></g>
</svg>
"""
CLAIMS = 'claims:\n  - id: R1\n    says: There are 5 food cards.\n    where: "page 1"\n    test: count(food) == 5\n'
WORDS = """
0 -1 1e308 nan inf 999999999999 "" ' " : - # & * ! | > { } [ ] , ? % @ ` \\ \\x00 {{ }} {% %} {# #} ${ $(
null true false ~ .. 1..3 1..999999 63mm 0mm -3mm 63 3in 10km #fff #gggggg &a *a <<: !!python/object ../.. /etc/passwd
<g> </g> <text> </svg> <!DOCTYPE a [<!ENTITY b "c">]> &b; &#0; &#xD800; <?x?> <![CDATA[ ]]> xmlns="" viewBox="0 0 0 0"
transform="scale(0)" d="M" href="#g" href="http://example.org/" url(#none) style="fill:var(--a)" font-size="0" fill="x"
**a *b `c [d](e) {pea} {nothing} {cloud <b> \\n 東京 مرحبا 😀 é \u200b \ufeff \ud7ff
kind: cards tiles board box dice tokens copies: for: id: name: size: shape: rows: front: back: bleed: pieces: columns:
range(10**9) face.width piece.none palette.none loop.index {%for%} {%include"x"%} {%extends"food.svg.j2"%} |safe |length
"""
TOKENS = [token.encode("utf-8", "surrogatepass") for token in WORDS.split()]


def write_project(root: Path) -> Path:
    """Write the whole project, and return its folder."""
    book = openpyxl.Workbook()
    for row in (("Id", "Name", "Text", "Qty"), ("cat", "Cat", "Purrs", 2), ("dog", "Dog", "Barks", 1.0)):
        book.active.append(row)
    workbook = io.BytesIO()
    book.save(workbook)
    files: dict[str, str | bytes] = {
        "card_data/soup/game.yaml": GAME,
        "card_data/soup/food.yaml": FOOD,
        "card_data/soup/deck.yaml": DECK,
        "card_data/soup/book.yaml": BOOK,
        "card_data/soup/tiles.yaml": BOARD,
        "card_data/soup/claims.yaml": CLAIMS,
        "card_data/soup/deck.csv": CSV,
        "card_data/soup/deck.xlsx": workbook.getvalue(),
        "card_data/soup/art/leek.svg": ART,
        "templates/soup/food.svg.j2": FRONT,
        "templates/soup/back.svg.j2": BACK,
        "templates/soup/plain.svg": PLAIN,
        "templates/soup/icons/pea.svg": ART,
    }
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return a file with one to three mistakes in it; a workbook stays a zip file half of the time."""
    if data.startswith(b"PK") and chance.random() < 0.7:
        return _damaged_zip(data, chance)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        data = _with_a_mistake(data, chance)
    return data


def _damaged_zip(data: bytes, chance: random.Random) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        chosen = chance.choice(old.namelist())
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, _with_a_mistake(content, chance) if name == chosen else content)
    return out.getvalue()


def _with_a_mistake(data: bytes, chance: random.Random) -> bytes:
    at, length = chance.randrange(len(data) + 1), chance.choice((1, 1, 2, 5, 20))
    lines = data.split(b"\n")
    line = chance.randrange(len(lines))
    words = data.replace(b",", b" ").split()
    match chance.randrange(9):
        case 0:
            return data[:at] + data[at + length :]
        case 1:
            return data[:at] + chance.choice(TOKENS) + data[at:]
        case 2:
            return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
        case 3:
            return b"\n".join(lines[:line] + lines[line + 1 :])
        case 4:
            return b"\n".join(lines[:line] + [lines[line]] * 2 + lines[line + 1 :])
        case 5 if words:
            return data.replace(chance.choice(words), chance.choice(words), 1)
        case 6 if words:
            return data.replace(chance.choice(words), chance.choice(TOKENS), 1)
        case 7:
            return data[:at]
        case _:
            return b"\n".join([*lines[:line], b"  " + lines[line], *lines[line + 1 :]])


class Hang(Exception):
    """The time is up."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise Hang when the block takes more time of a processor."""

    def stop(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def quick(*, whole: bool) -> Iterator[None]:
    """Read the fonts once; and unless the `whole` of a check is wanted, lay nothing out on sheets, which takes longest."""
    options = BuildOptions if whole else partial(BuildOptions, papers=())
    with patch.object(check, "BuildOptions", options), patch.object(stages, "fonts_of", _fonts):
        yield


@cache
def _fonts(project: Project) -> FontBook:
    return font_book(project.fonts)


def complaint(project: Project, *, build: bool, seconds: float = SECONDS) -> str:
    """Return what pnp does wrong with a project, "" for nothing: what check passes is built, too, when asked for."""
    try:
        with limited(seconds), quick(whole=build):
            results = check_games(project, (), CheckOptions(cache=False))
            found = [each for result in results for each in result.diagnostics]
            lost = [each for each in found if each.place is None]
            if lost:
                return f"no place: {lost[0].code} {lost[0].message}"
            if not build or has_errors(found):
                return ""
        with limited(4 * seconds), tempfile.TemporaryDirectory() as out:
            options = BuildOptions(papers=A4, out=Path(out), svg=False)
            built = [d for each in build_games(project, (), options, cache=False) for d in each.diagnostics]
            wrong = [each for each in built if each.severity == "error"]
            return f"check passes, build does not: {wrong[0].code} {wrong[0].message}" if wrong else ""
    except PnpError as error:
        return f"raised to the user: {type(error).__name__} {error}" if build else ""
    except Hang:
        return f"more than {seconds} s"
    except Exception:  # noqa: BLE001 - that is what is looked for
        return traceback.format_exc(limit=-4)


def tell(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Damage files until the time is up; print what went wrong, and where the files are that did it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "pnp-fuzz")
    parser.add_argument("--build", type=float, default=0.1, help="the share of sound projects that is built")
    asked = parser.parse_args()
    chance, end = random.Random(asked.seed), time.monotonic() + 60 * asked.minutes
    told: Counter[str] = Counter()
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        root = write_project(Path(folder))
        project = find_project(root)
        assert not has_errors(each for result in check_games(project) for each in result.diagnostics)
        files = sorted(path for path in root.rglob("*") if path.is_file())
        while time.monotonic() < end:
            path = chance.choice(files)
            whole = path.read_bytes()
            path.write_bytes(damaged(whole, chance))
            count += 1
            said = complaint(project, build=chance.random() < asked.build)
            if said:
                kind = said.strip().splitlines()[-1][:80]
                told[kind] += 1
                if told[kind] == 1:
                    kept = asked.keep / f"{asked.seed}-{count}-{path.name}"
                    kept.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(path, kept)
                    tell(f"{kept}\n{said}\n")
            path.write_bytes(whole)
    tell(f"{count} damaged files, {sum(told.values())} complaints of {len(told)} kinds")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
