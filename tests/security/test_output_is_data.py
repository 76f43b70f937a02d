"""Whatever is written in a game is read, and does nothing: in drawings, in pages, in the terminal, in tables."""

import ast
import csv
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from far_server import far_server
from headless_browser import Browser, find_browser
from pikepdf import Pdf
from small_game import BACK, GAME, write_game

from pnp.__main__ import run
from pnp.escaping import (
    blanked,
    in_a_line,
    json_text,
    no_command,
    table_text,
    visible,
    visible_words,
    yaml_text,
)
from pnp.svg.images import UnsafeDrawing
from pnp.svg.refused_features import lint
from pnp.svg.sanitizer import read_drawing
from pnp.typesetting.fonts import font_book
from tests.security.hostile_texts import ALLOWED_ON_CARDS, FAR, HIDDEN, MARKUP, STYLE_SHEETS, WORDS
from tests.security.page_reader import faults_of

ROOT = Path(__file__).parents[2]
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
FONTS = font_book(Path("no-such-folder"))


def as_face(markup: str) -> str:
    """Return a face as it is written whose template has this in it."""
    return lint(f"{SVG}{markup}<rect/></svg>", FONTS).svg


def as_art(markup: str) -> str:
    """Return a picture as it is placed in a face, "" when it is refused."""
    try:
        return f"{SVG}{read_drawing(f'{SVG}{markup}<rect/></svg>'.encode(), prefix='p.', fonts=FONTS).inner}</svg>"
    except UnsafeDrawing:
        return ""


@pytest.mark.parametrize("markup", MARKUP)
@pytest.mark.parametrize("way", [as_face, as_art])
def test_a_drawing_is_the_same_for_a_browser_and_for_a_reader_of_xml(way, markup):
    svg = way(markup)
    assert faults_of(svg) == []
    for element in fromstring(svg).iter() if svg else ():
        assert element.tag.startswith("{http://www.w3.org/2000/svg}")


@pytest.mark.parametrize("sheet", STYLE_SHEETS)
@pytest.mark.parametrize("mark", ["<![CDATA[{}]]>", "{}"])
def test_a_style_sheet_of_a_picture_stays_in_its_attributes(sheet, mark):
    said = mark.format(sheet if "CDATA" in mark else sheet.replace("<", "&lt;"))
    svg = as_art(f"<style>{said}</style><g class='a'><rect/></g>")
    assert faults_of(svg) == []
    assert not svg or len(list(fromstring(svg).iter())) <= 4


@pytest.mark.parametrize("text", WORDS)
def test_what_hides_or_disguises_is_seen(text):
    for line in (in_a_line(text), visible(text), json_text(text), blanked(text)):
        assert HIDDEN.isdisjoint(line)
    assert json.loads(json_text({"a": text})) == {"a": text}
    assert not no_command(in_a_line(text)).lstrip().startswith("::")


REFUSED = [word for word in WORDS if not HIDDEN.isdisjoint(set(word) - ALLOWED_ON_CARDS)]
"""Words with which a game is not read."""
PRINTED = [word for word in WORDS if word not in REFUSED and "\uff1d" not in word]
"""Words that the fonts of a game have letters for."""
SAID = [word for word in PRINTED if "{" not in word]
"""Words that the rules may say."""


def food(words: list[str]) -> str:
    """Return the cards of a game, one for each word."""
    pieces = [
        f"  - {{id: w{n}, name: {yaml_text(word)}, text: {yaml_text(word)}}}" for n, word in enumerate(words)
    ]
    head = (
        'kind: cards\ntitle: "<b>Food</b> =1"\nsize: standard\nfront: food.svg.j2\nback: back.svg.j2\npieces:'
    )
    return "\n".join([head, *pieces, ""])


FRONT = """\
{% extends "base/card.svg.j2" %}
{% block body %}<desc>{{ piece.name|length }}</desc>{{ picture("a", (9, 9, 9, 9), otherwise="<rect/>"|safe) }}
{{ line(piece.id, 31.5, 44, anchor="middle") }}{% endblock %}
"""
NAMES = ("<img src=x>\u202e\n::error::a.svg", "=1+1\x1b[31m.svg")
COMMANDS = (
    ("list", "--pieces"),
    ("list", "--format", "json"),
    ("build", "--paper", "a4", "--no-pack"),
    ("release", "v1"),
    ("stats", "soup"),
    ("stats", "soup", "--format", "json"),
    ("strings", "soup", "--lang", "fr"),
    ("strings", "soup", "--lang", "fr", "--write"),
    ("art", "list", "soup"),
    ("art", "list", "soup", "--format", "json"),
    ("rules", "soup", "--format", "html"),
    ("rules", "soup", "--format", "md"),
    ("rules", "soup", "--format", "md", "--out", "-"),
    ("art", "brief", "soup", "--out", "output/soup/brief"),
    ("export", "pcio", "soup"),
    ("diff", "v1", "soup", "--format", "json"),
    ("diff", "v1", "soup"),
    ("diff", "v1", "soup", "--format", "html"),
    ("check",),
    ("check", "--format", "json"),
    ("check", "--format", "github"),
    ("build", "\x1b[31m\u202e\n::error::x"),
    ("list", "--\x1b[31m\u202e"),
    ("diff", "\x1b[31m\u202e"),
    ("release", "\x1b[31m\u202e"),
)
"""What is run, in this order. Before the game is compared its cards have other names; before the checks there is another game."""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory, shared_cache):
    """A project of hostile words, with a game that cannot be read."""
    root = tmp_path_factory.mktemp("hostile")
    game = GAME.replace("title: Soup", f"title: {json_text(f'{WORDS[0]} {WORDS[14]}')}")
    files = {
        "card_data/soup/game.yaml": game.replace("Cooked by Ann", json_text(f"Ann {WORDS[1]}")),
        "card_data/soup/food.yaml": food(PRINTED),
        "card_data/soup/rules.yaml": "turn:\n" + "".join(f"  - {yaml_text(word)}\n" for word in SAID),
        "templates/soup/food.svg.j2": FRONT,
        "templates/soup/back.svg.j2": BACK,
        **{f"card_data/soup/art/{name}": f"{SVG}<script/></svg>" for name in NAMES},
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def printed(hostile):
    """What each command printed on both streams, and its status."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pnp.art.brief.DPI", 20)  # nobody looks at the guides
        patch.chdir(hostile)
        return {words: ran(hostile, words) for words in COMMANDS}


def ran(root, words):
    """Run a command; before the comparisons the cards change, before the checks a game comes that cannot be read."""
    data = root / "card_data"
    if words[0] == "diff":
        changed = food([f"{word}!" for word in PRINTED[2:]])
        (data / "soup/food.yaml").write_text(changed, encoding="utf-8")
    if words[0] == "check":
        (data / "stew").mkdir(exist_ok=True)
        (data / "stew/game.yaml").write_text(GAME, encoding="utf-8")
        (data / "stew/food.yaml").write_text(food(REFUSED), encoding="utf-8")
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        return run(words), out.getvalue(), err.getvalue()


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: in_a_line(" ".join(words)))
def test_no_command_prints_what_hides_or_runs(words, printed):
    status, out, err = printed[words]
    fails = words[0] == "check" or "\x1b" in words[-1]
    assert (status, "Traceback" in err) == ((2 if "\x1b" in words[-1] else 1) if fails else 0, False), err
    assert HIDDEN.isdisjoint(out + err)
    lines = [line for line in (out + err).split("\n") if line]
    if "github" in words:
        assert len(lines) >= 10
        assert all(
            re.fullmatch(r"::(?:error|warning) file=[^:]+,title=PNP\d+::[^\n]+", line) for line in lines
        )
    else:
        assert not [line for line in lines if line.lstrip().startswith("::") or "##[" in line]
    if "json" in words:
        assert isinstance(json.loads(out), list | dict)


def test_nothing_that_was_written_hides_or_runs(hostile, printed):
    kinds = {}
    for path in sorted(each for folder in ("output", "releases") for each in (hostile / folder).rglob("*")):
        kinds.setdefault(path.suffix, []).append(path.name)
        if path.suffix == ".pdf":
            with Pdf.open(path) as pdf, pdf.open_outline() as outline:
                said = [str(each) for each in pdf.docinfo.values()] + [each.title for each in outline.root]
            assert HIDDEN.isdisjoint("".join(said))
        elif path.suffix in LOOKED_AT:
            text = path.read_text(encoding="utf-8-sig")
            hidden = HIDDEN - ALLOWED_ON_CARDS if path.suffix in {".svg", ".html"} else HIDDEN
            assert hidden.isdisjoint(text.replace("\r\n", "\n")), path
            LOOKED_AT[path.suffix](text)
    assert {*LOOKED_AT, ".pdf"} <= kinds.keys()
    assert all(re.fullmatch(r"[\w.-]+", name, re.ASCII) for names in kinds.values() for name in names)


def is_drawing(text: str) -> None:
    fromstring(text)
    is_page(text)


def is_page(text: str) -> None:
    assert faults_of(text) == []


def is_markdown(text: str) -> None:
    is_page(re.sub(r"\\([^\w\"])", lambda sign: f"&#{ord(sign[1])};", text))
    assert not re.search(r"(?m)^(?:[+#=]|- [-+#]|\d+\. [-+#])[^ #]", text)


def is_table(text: str) -> None:
    for row in csv.reader(StringIO(text)):
        assert not [
            cell for cell in row if cell.startswith(("=", "+", "-", "@", "\uff1d")) and not is_number(cell)
        ]


def is_number(cell: str) -> bool:
    return re.fullmatch(r"[+-]?[\d.]+", cell) is not None


LOOKED_AT = {
    ".svg": is_drawing,
    ".html": is_page,
    ".md": is_markdown,
    ".csv": is_table,
    ".json": json.loads,
    ".txt": str,
    ".gpl": str,
}


@pytest.mark.parametrize("word", WORDS)
def test_a_table_says_what_a_text_says(word):
    ((cell,),) = csv.reader(StringIO(table_text([[word]]), newline=""))
    assert cell in (visible_words(word), f"'{visible_words(word)}")
    is_table(table_text([[word]]))


SECRET = "hunter2"
DATA = "game.csv i18n/fr/food.yaml more.csv more.yaml rules.yaml claims.yaml"
DRAWN = "card_data/soup/art/leek.svg card_data/soup/art/placement.yaml templates/soup/secret.svg.j2"
LINKS = (
    ("printers.yaml", "machines.yaml", *(f"card_data/soup/{name}" for name in DATA.split())),
    (
        *DRAWN.split(),
        "templates/soup/icons/secret.svg",
        "fonts/secret.ttf",
        "releases/v1/soup/manifest.json",
        ".git",
    ),
)
"""Places in a project, some of data and some of drawings, that lead to a file outside."""


@pytest.mark.parametrize("links", LINKS, ids=["data", "drawings"])
def test_no_word_of_a_file_outside_the_project_is_said(links, tmp_path, monkeypatch, capfd):
    secret = tmp_path / "secret"
    secret.write_text(f"machine: {SECRET}\n<{SECRET}>,{SECRET}\n", encoding="utf-8")
    root = write_game(tmp_path / "soup")
    front = root / "templates/soup/food.svg.j2"
    body = '{{ picture("../../../../secret", (1, 1, 9, 9)) }}{{ picture(piece.id, (9, 9, 9, 9)) }}'
    shows = f'{body}{{{{ icon("secret", 9, 9, 9) }}}}{{% include "soup/secret.svg.j2" %}}{{% endblock %}}'
    front.write_text(front.read_text(encoding="utf-8").replace("{% endblock %}", shows), encoding="utf-8")
    for link in links:
        (root / link).parent.mkdir(parents=True, exist_ok=True)
        (root / link).symlink_to(secret)
    monkeypatch.chdir(root)
    for line in (
        "check",
        "check --format json",
        "art list --format json",
        "diff v1",
        "strings --lang fr",
        "build",
    ):
        assert run(line.split()) in {0, 1, 2}
    printed = "".join(capfd.readouterr())
    assert SECRET not in printed
    assert "Traceback" not in printed
    assert not [
        path
        for path in (root / "output").rglob("*")
        if path.is_file() and SECRET.encode() in path.read_bytes()
    ]


PRINTS = {
    "pnp.cli.report": "the one place that prints",
    "pnp.__main__": "what cannot wait until the commands are loaded",
    "pnp.convert.cairo_pages": "the process of the second renderer, whose answer is a PDF",
    "pnp.studio.print_jobs": "a traceback, escaped",
}


def sources():
    """Yield each module of pnp by name, with its text."""
    for path in sorted((ROOT / "pnp").rglob("*.py")):
        yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path.read_text(encoding="utf-8")


def test_nothing_is_printed_but_in_one_place():
    names = {
        "print",
        "click.echo",
        "click.secho",
        "traceback.print_exc",
        "traceback.print_exception",
        "error.show",
    }
    found = {
        module
        for module, text in sources()
        if re.search(r"\bprint\(|echo\(|print_exc|error\.show|\bstd(?:out|err)\b", text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and (call := ast.unparse(node.func))
        if call in names or re.fullmatch(r"sys\.(?:__)?std(?:out|err)(?:__)?(?:\.buffer)?\.writ\w+", call)
    }
    assert found == PRINTS.keys()


@pytest.mark.browser
@pytest.mark.skipif(find_browser() is None, reason="there is no Chromium")
def test_a_browser_runs_nothing_and_asks_for_nothing(tmp_path, hostile, printed):
    pages = [hostile / "output/soup/rules.html", hostile / "output/changes.html"]
    with far_server() as far:
        drawings = [way(each.replace(FAR, far.address)) for each in MARKUP for way in (as_face, as_art)]
        drawings += [
            as_art(f"<style>{each}</style><g class='a'><rect/></g>")
            for each in STYLE_SHEETS
            if "<" not in each
        ]
        together = tmp_path / "together.html"
        together.write_text("<!DOCTYPE html><title>-</title>" + "".join(drawings), encoding="utf-8")
        for number, drawing in enumerate(filter(None, drawings)):
            (tmp_path / f"{number}.svg").write_text(drawing, encoding="utf-8")
        browser = Browser(find_browser())
        for page in (together, *pages, *sorted(tmp_path.glob("*.svg"))):
            browser.open(page)
            assert browser.value("document.documentElement.dataset.ran || 0") == 0
            assert (
                browser.value(
                    "document.querySelectorAll('script, iframe, foreignObject, img[onerror]').length"
                )
                == 0
            )
        browser.close()
        assert far.asked == []
