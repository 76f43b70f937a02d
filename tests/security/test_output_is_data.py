"""Whatever is written in a game is read, and does nothing: in drawings, in pages, in the terminal, in tables."""

import csv
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from far_server import far_server
from pikepdf import Pdf
from small_game import BACK, GAME, write_files

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
from pnp.svg.vocabulary import ATTRIBUTES, declarations
from pnp.typesetting.fonts import font_book

FAR = "http://127.0.0.2:9"
"""What `far` stands for: no drawing and no page may ask anything of it."""


MARKUP = Path(__file__).with_name("markup.txt").read_text(encoding="utf-8").splitlines()
"""Parts of a drawing, in templates and in pictures."""

STYLE_SHEETS = (
    '.a{font-family:"x onload=a() y"}',
    ".a{font-family:'\"><script>a()</script>'}",
    f".a{{fill:red}}@import '{FAR}/w.css';",
    f".a{{background:url({FAR}/x.png);fill:image-set('{FAR}/y.png' 1x)}}",
    '.a{fill:red" onload="a()}',
)
"""Style sheets of pictures, whose properties become attributes."""

WORDS = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(2)>",
    "</title></style><svg onload=alert(3)>",
    "]]><!--<?x?>--> &lt;b&gt; &#60;",
    "[a](javascript:alert(4)) ![b](http://x/y) <http://x>",
    "`code` *b* _i_ ~s~ | cell | \\",
    "# head",
    "- item",
    "+ item",
    "1. item",
    '=HYPERLINK("http://x")',
    "@SUM(1+1)",
    "-2+3+cmd|' /C calc'!A0",
    "\uff1d1+1",
    "/* fonts */",
    "{{ 7*7 }} {% x %}",
    "::stop-commands::x",
    "a\n::error file=x::b",
    "##[group]a",
    "red\x1b[31m\x1b]0;title\x07",
    "csi\x9b31m",
    "back\x08\x7f\rover",
    "gnp\u202e.exe",
    "is\u2066ol\u2069ated \u202aa\u202c",
    "a\u200fb\u200ec",
    "zero\u200bwidth\u2060\ufeff",
    "line\u2028and\u2029paragraph\x85",
    "tag\U000e0041\U000e007f \u3164",
)
"""Names, titles and texts."""

_CODES = (*range(9), *range(11, 32), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
ALLOWED_ON_CARDS = frozenset("\u200e\u200f\ufeff\u3164")
"""What nobody sees, and a card may have all the same."""

HIDDEN = frozenset((*map(chr, _CODES), *"\u2028\u2029")) | ALLOWED_ON_CARDS
"""What nobody may see, or rather not see, in anything that is printed."""

_SVG = {
    element.lower(): {key.lower() for key in attributes} | {"xmlns"}
    for element, attributes in ATTRIBUTES.items()
}
_PLAIN = (
    "html head body header main nav section article footer div span p h1 h2 h3 h4 ul ol li dl dt dd table thead tbody tr"
    " figcaption b i code del ins style title"
)
_HTML: dict[str, set[str]] = {
    **{element: set() for element in _PLAIN.split()},
    "meta": {"charset", "name", "content"},
    "a": {"href"},
    "figure": {"style"},
    "img": {"src", "alt", "width", "style", "height"},
    "td": {"colspan"},
    "th": {"scope", "colspan"},
}
"""Elements of the pages that pnp writes, and what they may say."""

_LINK = re.compile(r"#[^\s]*|data:image/(?:png|jpe?g);base64,[A-Za-z0-9+/=\s]*")
_FETCHES = re.compile(
    r"(?i)(?:url|src|image|image-set|cross-fade|element)\(\s*(?!data:font/|#|['\"]?\.\./fonts/)|@import|expression\("
)
_OTHERS = ("data-", "aria-", "xmlns:", "inkscape:", "sodipodi:", "xlink:href")
_ONCE = ("<!doctype html>",)


class PageReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        allowed = {"id", "class", "lang", "role"} | _HTML.get(tag, set()) | _SVG.get(tag, set())
        if tag not in _HTML and tag not in _SVG and tag != "sodipodi:namedview":
            self.faults.append(f"<{tag}>")
        for key, value in attrs:
            if key not in allowed and not key.startswith(_OTHERS):
                self.faults.append(f"<{tag} {key}>")
            said = value or ""
            if key in ("href", "src", "xlink:href") and not _LINK.fullmatch(said) and not is_own_file(said):
                self.faults.append(f"<{tag} {key}={said[:60]!r}>")
            if (
                key not in ("id", "alt", "aria-label", "content")
                and not key.startswith("data-")
                and _FETCHES.search(said)
            ):
                self.faults.append(f"<{tag} {key}={said[:60]!r}>")
            if key == "style" and any(
                name in ("position", "background", "behavior") for name, _ in declarations(said)
            ):
                self.faults.append(f"<{tag} style={said[:60]!r}>")
        self._in_style = tag == "style"

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        self._in_style = self._in_style and tag != "style"

    def handle_data(self, data: str) -> None:
        if self._in_style and _FETCHES.search(data):
            self.faults.append(f"<style>{_FETCHES.search(data)}")

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"<!--{data[:40]}-->")

    def handle_pi(self, data: str) -> None:
        if not data.startswith("xml "):
            self.faults.append(f"<?{data[:40]}>")

    def unknown_decl(self, data: str) -> None:
        self.faults.append(f"<![{data[:40]}")

    def handle_decl(self, decl: str) -> None:
        if f"<!{decl.lower()}>" not in _ONCE:
            self.faults.append(f"<!{decl[:40]}>")


def is_own_file(address: str) -> bool:
    return bool(re.fullmatch(r"[\w./-]+\.(?:svg|png)", address)) and ".." not in address


def faults_of(page: str) -> list[str]:
    reader = PageReader()
    reader.feed(page)
    reader.close()
    return reader.faults


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
FONTS = font_book(Path("no-such-folder"))


def as_face(markup: str) -> str:
    return lint(f"{SVG}{markup}<rect/></svg>", FONTS).svg


def as_art(markup: str) -> str:
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
    return write_files(root, files)


@pytest.fixture(scope="module")
def printed(hostile):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pnp.art.brief.DPI", 20)  # nobody looks at the artboards
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
}


@pytest.mark.parametrize("word", WORDS)
def test_a_table_says_what_a_text_says(word):
    ((cell,),) = csv.reader(StringIO(table_text([[word]]), newline=""))
    assert cell in (visible_words(word), f"'{visible_words(word)}")
    is_table(table_text([[word]]))


@pytest.mark.browser
def test_a_browser_runs_nothing_and_asks_for_nothing(browser, tmp_path, hostile, printed):
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
        for page in (together, *pages, *sorted(tmp_path.glob("*.svg"))):
            browser.open(page)
            assert browser.value("document.documentElement.dataset.ran || 0") == 0
            assert (
                browser.value(
                    "document.querySelectorAll('script, iframe, foreignObject, img[onerror]').length"
                )
                == 0
            )
        assert far.asked == []
