"""Mistakes in files of text: in their letters, and in the structure of YAML, tables, JSON and templates."""

import io
import json
import random
import re
import zipfile

WORDS = """
0 -1 1e308 nan inf 999999999999 "" ' " : - # & * ! | > { } [ ] , ? % @ ` \\ \\x00 {{ }} {% %} {# #} ${ $(
null true false ~ .. 1..3 1..999999 63mm 0mm -3mm 63 3in 10km #fff #gggggg &a *a <<: !!python/object ../.. /etc/passwd
<g> </g> <text> </svg> <!DOCTYPE a [<!ENTITY b "c">]> &b; &#0; &#xD800; <?x?> <![CDATA[ ]]> xmlns="" viewBox="0 0 0 0"
transform="scale(0)" d="M" href="#g" href="http://example.org/" url(#none) style="fill:var(--a)" font-size="0" fill="x"
**a *b `c [d](e) {pea} {nothing} {cloud <b> \\n 東京 مرحبا 😀 é \u200b \ufeff \ud7ff \u202e \x1b[31m
kind: cards tiles board box dice tokens copies: for: id: name: size: shape: rows: front: back: bleed: pieces: columns:
range(10**9) face.width piece.none palette.none loop.index {%for%} {%include"x"%} {%extends"food.svg.j2"%} |safe |length
"""
TOKENS = [token.encode("utf-8", "surrogatepass") for token in WORDS.split()]

VALUES = (
    *(
        "0",
        "-1",
        "1",
        "0.5",
        "1e9",
        "1e308",
        "-.inf",
        ".nan",
        "999999999999999999999",
        "1" * 5000,
        "1..2",
        "1..1000",
        "1..1000000000",
    ),
    *(
        "true",
        "null",
        "~",
        "''",
        '"\\0"',
        '"\\uD800"',
        "[]",
        "{}",
        "[1, [2, [3]]]",
        "{a: {b: {c: d}}}",
        "[a, a, a]",
        "2001-01-01",
        "0o17",
    ),
    *(
        "1:30:00",
        "!!binary aGk=",
        "!!python/name:os.system",
        "&a [*a]",
        "*nothing",
        "<<",
        "|",
        ">-",
        "no",
        "63 x 88 mm",
        "0 x 0 mm",
    ),
    *(
        "1e9 x 1e9 mm",
        "-3mm",
        "3 inches",
        "10km",
        "'#12'",
        "'#ffffff00'",
        "red",
        "../../../etc/passwd",
        "/dev/zero",
        "food.svg.j2",
    ),
    *(
        '"{{ facts.spoons }}"',
        '"{{ 10 ** 9999 }}"',
        '"{{ count(food) / 0 }}"',
        "\"{{ 'a' * 10 ** 9 }}\"",
        '"{{"',
        '"{pea}"',
        '"{leek"',
    ),
    *(
        "\"{{ sum(food, 'cost') ** 99 }}\"",
        '"**"',
        '"\\u202e"',
        '"\\e[31m"',
        '"<script>x()</script>"',
        '"' + "a " * 3000 + '"',
        "!",
        "? x",
    ),
)
KEYS = (
    *(
        "kind",
        "title",
        "size",
        "front",
        "back",
        "pieces",
        "rows",
        "copies",
        "id",
        "name",
        "text",
        "for",
        "bleed",
        "shape",
        "side",
        "palette",
    ),
    *(
        "themes",
        "fonts",
        "facts",
        "version",
        "credits",
        "columns",
        "fields",
        "sheet",
        "diameter",
        "outline",
        "grain",
        "backs",
        "language",
    ),
    *(
        "claims",
        "test",
        "says",
        "where",
        "why",
        "steps",
        "points",
        "players",
        "heading",
        "params",
        "value",
        "claim",
        "limits",
        "note",
        "unknown",
    ),
)
ENTRY = re.compile(r"(?m)^(\s*(?:- )?)([\w-]+):([^\n]*)$")


def with_a_mistake(name: str, data: bytes, chance: random.Random) -> bytes:
    """Return a file of text with a mistake in it, one of its kind half of the time."""
    known = {".yaml": in_yaml, ".csv": in_table, ".json": in_json, ".j2": in_template}
    ending = name[name.rfind(".") :]
    if ending in known and chance.random() < 0.6:
        text = data.decode("utf-8", "surrogateescape")
        return known[ending](text, chance).encode(
            "utf-8", "surrogateescape" if "\udc80" <= max(text, default="") <= "\udcff" else "surrogatepass"
        )
    return anywhere(data, chance)


def anywhere(data: bytes, chance: random.Random) -> bytes:
    """Return bytes with a mistake: cut, a letter or a line too many or too few, a word of another kind."""
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


def in_yaml(text: str, chance: random.Random) -> str:
    """Change an entry: its value, its key, its place, or what is nested in it."""
    found = list(ENTRY.finditer(text))
    if not found:
        return text + chance.choice(VALUES)
    entry, other = chance.choice(found), chance.choice(found)
    indent, key, value = entry.groups()
    match chance.randrange(10):
        case 0 | 1 | 2:
            new = f"{indent}{key}: {chance.choice(VALUES)}"
        case 3:
            new = f"{indent}{chance.choice(KEYS)}:{value}"
        case 4:
            new = f"{entry[0]}\n{indent.replace('-', ' ')}{chance.choice((key, *KEYS))}: {chance.choice(VALUES)}"
        case 5:
            new = f"{indent}{key}:{other[3]}"
        case 6:
            new = f"{indent}{key}: {'[' * chance.choice((3, 50, 2000))}1"
        case 7:
            new = f"{indent}{key}: &a{value or ' x'}\n{indent.replace('-', ' ')}{chance.choice(KEYS)}: *a"
        case 8:
            aliases = "".join(
                f"\na{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9) if n else 'x'}]"
                for n in range(chance.choice((3, 12)))
            )
            return text + aliases
        case _:
            new = f"{indent}? {{{key}: [1]}}\n{indent.replace('-', ' ')}: {chance.choice(VALUES)}"
    return text[: entry.start()] + new + text[entry.end() :]


CELLS = (
    "",
    " ",
    "0",
    "-1",
    "1e400",
    "=1/0",
    "#REF!",
    '"',
    "a\nb",
    "1,5",
    "2024-01-01",
    "🥕" * 200,
    "{{ 1",
    "{{ facts.x }}",
    "id",
    "x" * 40_000,
    "\0",
)


def in_table(text: str, chance: random.Random) -> str:
    """Change a cell, a column or a row of a CSV file."""
    rows = [line.split(",") for line in text.split("\n")]
    row = chance.choice(rows)
    at = chance.randrange(len(row))
    match chance.randrange(7):
        case 0 | 1 | 2:
            row[at] = chance.choice(CELLS)
        case 3:
            rows.append(row * chance.choice((2, 100)))
        case 4:
            rows[0] = [
                chance.choice(("copies", "id", "name", "", "Card Text", "qty", "id "))
            ] * chance.choice((2, 5)) + rows[0]
        case 5:
            return text.replace(",", chance.choice((";", "\t", "|", ",,"))).replace(
                "\n", chance.choice(("\r", "\r\n", "\n\n"))
            )
        case _:
            rows += [row] * chance.choice((5, 300))
    return "\n".join(",".join(row) for row in rows)


def in_json(text: str, chance: random.Random) -> str:
    """Change a value somewhere in a JSON file; of one that is none, some letters."""
    try:
        whole = json.loads(text)
    except ValueError:
        return anywhere(text.encode(), chance).decode(errors="replace")
    places: list[tuple[object, object]] = []
    waiting = [whole]
    while waiting:
        node = waiting.pop()
        inner = (
            list(node.items())
            if isinstance(node, dict)
            else list(enumerate(node))
            if isinstance(node, list)
            else []
        )
        places += [(node, key) for key, _ in inner]
        waiting += [value for _, value in inner]
    if not places:
        return chance.choice(("null", "[]", "{}", "1", '"a"', "[[]]", ""))
    holder, key = chance.choice(places)
    values = (
        None,
        True,
        0,
        -1,
        1e308,
        10**30,
        "",
        "../../x",
        "\x1b[2J\u202e",
        "/etc/passwd",
        [],
        {},
        [[]],
        {"a": None},
        "x" * 9000,
        float("nan"),
    )
    match chance.randrange(4):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.extend(holder * chance.choice((1, 50)))
        case 2:
            holder[key] = [holder[key]]
        case _:
            holder[key] = chance.choice(values)
    return json.dumps(whole, indent=1)


EXPRESSIONS = (
    *(
        "piece",
        "piece.id",
        "piece.name * 1000",
        "face",
        "face.width / 0",
        "palette",
        "[] * 10 ** 7",
        "'a' * 10 ** 8",
        "range(10 ** 9)|list",
    ),
    *(
        "piece.__class__",
        "''.__class__.__mro__",
        "self",
        "self.body()",
        "loop",
        "caller()",
        "namespace(a=1)",
        "cycler(1)",
        "joiner()",
    ),
    *(
        "dict(a=1)",
        "lipsum()",
        "(1, 2)[5]",
        "{}['a']",
        "piece.items()",
        "piece.text.format(1)",
        "'%99999d' % 1",
        "'{:>99999}'.format(1)",
    ),
    *(
        "fit('a ' * 500, (0, 0, 1, 1), size=7, min=4)",
        "fit(piece.text, (0, 0, 0, 0))",
        "fit(1, 2)",
        "fit('x', (1, 2, 'a', 4), size='b')",
    ),
    *(
        "line('x' * 5000, 1, 1)",
        "line(none, 1, 1)",
        "line('a', 'b', 'c')",
        "line('a', 1e308, -1e308, size=1e308)",
        "line('a', 1, 1, font='X')",
    ),
    *(
        "picture('leek', (0, 0, -1, 1e9))",
        "picture('../leek', (0, 0, 9, 9))",
        "picture(piece, (1,))",
        "picture('none', (0, 0, 9, 9))",
    ),
    *(
        "icon('pea', 1, 1, 1e9)",
        "icon('../x', 1, 1, 1)",
        "icon(none, none, none, none)",
        "has_picture(1)",
        "_('a')",
        "_(piece)",
    ),
    *(
        "mix('#fff', 1, 2)",
        "'red'|lighten(1e9)",
        "'#aabbcc'|darken('x')",
        "'a'|ink",
        "1|mm",
        "'a'|mm",
        "1e308|mm",
        "piece|tojson",
        "piece|pprint",
    ),
    *(
        "'a'|indent(100000)",
        "'a b'|wordwrap(0)",
        "[1]|batch(0)|list",
        "[1]|slice(0)|list",
        "'a'|center(-1)",
        "'1'|int(base=99)",
        "x|default(1)",
    ),
    *(
        "[3, 'a']|sort",
        "[1]|groupby('x')",
        "[1]|map('upper')|list",
        "[1]|map('nothing')|list",
        "'a'|attr('b')",
        "{}|dictsort(by='z')",
        "1|filesizeformat",
    ),
    *(
        "'a'|replace('a', 'a' * 1000)|replace('a', 'a' * 1000)",
        "1|round(999999)",
        "1|round(1, 'x')",
        "'a'|truncate(0, 1, 'abc')",
        "''|random",
    ),
    *(
        "1 in range(10 ** 8)",
        "piece == [piece] * 10 ** 6",
        "2 ** 99999",
        "10 ** 999 * 10 ** 999",
        "'{0.x}'.format(piece)",
        "-1 ** 0.5",
        "0 ** -1",
    ),
)
STATEMENTS = (
    *(
        "{% for i in range(1000) %}{% for j in range(1000) %}x{% endfor %}{% endfor %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    ),
    *(
        "{% for i in [[1]] recursive %}{{ loop(i) }}{% endfor %}",
        "{% include 'food.svg.j2' %}",
        "{% import 'base/card.svg.j2' as x %}{{ x.body }}",
    ),
    *(
        "{% set ns = namespace(a='a') %}{% for i in range(40) %}{% set ns.a = ns.a + ns.a %}{% endfor %}{{ ns.a }}",
        "{% block body %}{% endblock %}",
    ),
    *(
        "{% set a = [1] %}{% for i in range(30) %}{% set a = [a, a] %}{% endfor %}{{ a }}",
        "{% call line('a', 1, 1) %}{% endcall %}",
        "{% raw %}",
    ),
    *(
        "{% filter upper %}x{% endfilter %}",
        "{% with %}{% endwith %}",
        "{% if %}",
        "{% extends piece.id %}",
        "{% do x %}",
        "{% trans %}",
        "{% debug %}",
    ),
    *(
        "{% autoescape false %}{{ '<script/>' }}{% endautoescape %}",
        "{% block title scoped required %}{% endblock %}",
        "<script>x()</script>",
    ),
    *(
        "<g>" * 300 + "</g>" * 300,
        "<use href='#a' id='a'/>",
        "<!-- -- -->",
        "<image href='x.png' width='9' height='9'/>",
        "&nbsp;",
        "<text>\0</text>",
    ),
    *(
        "<rect width='{{ 1 / 3 }}' height='{{ none }}'/>",
        "<svg:rect/>",
        "<a href='javascript:x()'><rect width='9' height='9'/></a>",
        "<g",
        "]]>",
    ),
)


def in_template(text: str, chance: random.Random) -> str:
    """Change an expression, add a statement, or change a number of a template."""
    found = re.findall(r"\{\{.*?\}\}", text)
    match chance.randrange(6):
        case 0 | 1 if found:
            return text.replace(chance.choice(found), "{{ " + chance.choice(EXPRESSIONS) + " }}", 1)
        case 2 if found:
            old = chance.choice(found)
            return text.replace(
                old,
                f"{old[:-2]}|{chance.choice(('upper', 'list', 'length', 'tojson', 'first', 'safe', 'sum', 'int', 'e', 'ink'))}}}}}",
                1,
            )
        case 3:
            numbers = list(re.finditer(r"\d+", text))
            one = chance.choice(numbers) if numbers else None
            return (
                text[: one.start()]
                + chance.choice(("0", "-1", "1e9", "999999999", "none", "'a'"))
                + text[one.end() :]
                if one
                else text
            )
        case _:
            places = [found.end() for found in re.finditer(r"%\}|\}\}|/>", text)] or [0]
            at = chance.choice(places)
            added = chance.choice((*STATEMENTS, "{{ " + chance.choice(EXPRESSIONS) + " }}"))
            return text[:at] + added + text[at:]


def in_workbook(data: bytes, chance: random.Random) -> bytes:
    """Change one of the files in a workbook; it stays a zip file."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        chosen = chance.choice(old.namelist())
        gone = chance.random() < 0.1
        for name in old.namelist():
            content = old.read(name)
            if name == chosen:
                content = in_sheet(content, chance)
            if not (gone and name == chosen):
                new.writestr(name, content)
    return out.getvalue()


def in_sheet(data: bytes, chance: random.Random) -> bytes:
    """Change a number, a reference or a kind of cell in the XML of a workbook."""
    swaps = (
        *(
            (b'r="A1"', b'r="XFD1048576"'),
            (b't="s"', b't="e"'),
            (b't="s"', b't="d"'),
            (b't="n"', b't="b"'),
            (b"<v>", b"<f>1/0</f><v>"),
        ),
        *(
            (b'ref="A1:D3"', b'ref="A1:XFD1048576"'),
            (b"<v>0</v>", b"<v>999999</v>"),
            (b"<v>2</v>", b"<v>1e400</v>"),
            (b'r="2"', b'r="99999999"'),
        ),
        *(
            (b"<sheetData>", b"<sheetData><row r='1'><c/></row>"),
            (b"<t>Id</t>", b"<t>" + b"x" * 40_000 + b"</t>"),
            (b"</row>", b"</row>" * 2),
        ),
        *(
            (b"worksheets/", b"../../"),
            (b"<sheet ", b"<sheet state='hidden' "),
            (b"sheetId=", b"x="),
            (b'"rId1"', b'"rId9"'),
        ),
    )
    usable = [(old, new) for old, new in swaps if old in data]
    if usable and chance.random() < 0.7:
        return data.replace(*chance.choice(usable), chance.choice((1, -1)))
    return anywhere(data, chance)
