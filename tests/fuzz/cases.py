"""A case: a sound project, what is damaged in it, and the commands that then run; made by Hypothesis or read from corpus/."""

import base64
import io
import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import strategies as st

from tests.fuzz.font_files import font_of, tables_of, version_of
from tests.fuzz.projects import VARIANTS, variant

CORPUS = Path(__file__).parent / "corpus"
"""Cases that once failed."""

CHECK = "check --format json --no-cache"
BUILD = "build --paper a4"
VERIFY = "verify"


@dataclass(frozen=True)
class Case:
    start: str
    changes: Mapping[str, bytes | None]
    commands: tuple[str, ...] = field(default=(CHECK,))


def read_case(path: Path) -> Case:
    read = json.loads(path.read_text(encoding="utf-8"))
    changes = {
        name: change and (change["text"].encode() if "text" in change else base64.b64decode(change["base64"]))
        for name, change in read["changes"].items()
    }
    return Case(read["start"], changes, tuple(read["commands"]))


OTHERS = """
rules --format md --out -
rules --format html
rules --format pdf
art list
art brief soup --out brief
art place leek --zoom 1.5
list --pieces
stats soup --no-charts
export png --dpi 40
export press soup
strings soup --lang fr
approve soup
release two
verify soup
build --paper letter --theme low-ink
build --proof --paper a4
build --draft --paper a4
check --lang fr --no-cache
check --legible --no-cache
pages soup
template export soup leek --out -
diff --format html
""".strip().splitlines()
AFTER_A_BUILD = """
verify
verify soup
diff one
diff
pages soup
approve soup --pictures
build --paper a4 --changed-since one
preflight output/soup/a4/print.pdf
release one --force
release two
check --format json
build --paper a4
art list
""".strip().splitlines()

WORDS = """
0 -1 1e308 nan inf 999999999999 "" ' " : - # & * ! | > { } [ ] , ? % @ ` {{ }} {% %} {# #} ${ 1..3 1..999999 63mm 0mm -3mm
null true ~ #fff #gggggg &a *a <<: !!python/object !!binary ../.. /etc/passwd 10km 2001-01-01 1:30:00 0o17 [1,[2]] {a:{b:c}}
<g> </g> </svg> <!DOCTYPE> &b; &#0; &#xD800; <?x?> <![CDATA[ ]]> viewBox="0 0 0 0" transform="scale(0)" d="M" href="#g"
href="http://example.org/" url(#none) url(#g) style="fill:var(--a)" font-size="0" 1e9 1e-9 -1e38 50% 1e5% calc(1px+2px)
**a *b `c [d](e) {pea} {nothing} \u6771\u4eac \u0645\u0631\u062d\u0628\u0627 \U0001f600 \u200b \ufeff \u202e \x1b[31m \x00 <script>x()</script>
kind: cards tiles board box dice copies: for: id: name: size: shape: rows: front: back: bleed: pieces: columns: test: where:
range(10**9) face.width piece.none palette.none loop.index {%for%} {%include"x"%} {{10**9999}} {{'a'*10**9}} |safe |length
"""
TOKENS = [token.encode() for token in WORDS.split()]
BYTES = [
    bytes.fromhex(digits)
    for digits in ["00", "01", "7f", "80", "ff", "0000", "7fff", "ffff", "00000000", "7fffffff", "ffffffff"]
]
"""What counts and offsets are changed to."""


@st.composite
def damage(draw: st.DrawFn, data: bytes) -> bytes:
    at, length = draw(st.integers(0, len(data))), draw(st.sampled_from((1, 1, 4, 16, 64, 1000)))
    ways = ("cut", "out", "repeat", "overwrite", "overwrite", "word", "word", "word", "insert", "line")
    match draw(st.sampled_from(ways)):
        case "cut":
            return data[:at]
        case "out":
            return data[:at] + data[at + length :]
        case "repeat":
            times = draw(st.sampled_from((2, 3, 50)))
            return data[:at] + data[at : at + length] * times + data[at + length :]
        case "overwrite":
            new = draw(st.sampled_from(BYTES))
            return data[:at] + new + data[at + len(new) :]
        case "insert":
            return data[:at] + draw(st.sampled_from(TOKENS)) + data[at:]
        case "line" if b"\n" in data:
            lines = data.splitlines(keepends=True)
            one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
            lines[one], lines[other] = lines[other], lines[one] * draw(st.sampled_from((0, 1, 2)))
            return b"".join(lines)
        case _:
            words = list(re.finditer(rb"[\w.%#/-]+|\"[^\"\n]*\"", data)) or [re.match(b"", data)]
            word = draw(st.sampled_from(words))
            assert word is not None
            return data[: word.start()] + draw(st.sampled_from(TOKENS)) + data[word.end() :]


@st.composite
def damaged(draw: st.DrawFn, name: str, data: bytes) -> bytes:
    whole = data  # what other mistakes are in has no parts any more
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 3)))):
        if name.endswith((".ttf", ".otf")) and whole[:4] in (b"\0\1\0\0", b"OTTO") and draw(st.booleans()):
            tables = tables_of(whole)
            tag = draw(st.sampled_from(sorted(tables)))
            tables[tag] = draw(damage(tables[tag]))
            return font_of(tables, version_of(tables))
        if name.endswith(".xlsx") and draw(st.booleans()):
            return draw(_damaged_workbook(whole))
        data = draw(damage(data))
    return data


@st.composite
def _damaged_workbook(draw: st.DrawFn, data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        wrong = draw(st.sampled_from(old.namelist()))
        for name in old.namelist():
            new.writestr(name, draw(damage(old.read(name))) if name == wrong else old.read(name))
    return out.getvalue()


@st.composite
def cases(draw: st.DrawFn) -> Case:
    start = draw(st.sampled_from(VARIANTS))
    files = variant(start)
    path = draw(st.sampled_from(sorted(files)))
    changes = {path: draw(damaged(path, files[path]))}
    if start == "built":
        return Case(start, changes, (draw(st.sampled_from(AFTER_A_BUILD)),))
    commands = draw(
        st.sampled_from(((CHECK,), (CHECK,), (CHECK, BUILD, VERIFY), (CHECK, draw(st.sampled_from(OTHERS)))))
    )
    return Case(start, changes, commands)
