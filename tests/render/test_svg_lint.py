import re

import pytest
from workbench import SVG, fonts

from pnp.svg import refused_features as svg_lint
from pnp.svg.refused_features import KnownPart, lint
from pnp.svg.vocabulary import faults as faults_of


def faults(inner: str, *, root: str = SVG) -> list[str]:
    return [f"{fault.code} {fault.message}" for fault in lint(f"{root}{inner}</svg>", fonts()).faults]


def text(letters: str, **attributes: str) -> str:
    given = {"font_family": "Source Sans Pro"} | attributes
    written = " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in given.items())
    return f"<text {written}>{letters}</text>"


def test_every_font_of_the_letters_is_known_afterwards():
    face = f"{SVG}{text('a')}{text('b', font_weight='700')}<text font-family='Manrope'> </text></svg>"
    assert [font.path.name for font in sorted(lint(face, fonts()).fonts, key=lambda f: f.path)] == [
        "SourceSansPro-Bold.ttf",
        "SourceSansPro-Regular.ttf",
    ]


def test_a_font_may_be_named_further_out_or_in_a_style():
    assert (
        faults(
            '<g font-family="Manrope" font-weight="bold"><text>a<tspan font-weight="300">b</tspan></text></g>'
        )
        == []
    )
    assert faults("<text style=\"font-family:'Source Sans Pro', serif; font-style: italic\">a</text>") == []
    assert faults('<text font-family="Manrope" style="font-family:Arial">a</text>') == [
        'PNP306 there is no font "Arial"'
    ]


@pytest.mark.parametrize(
    ("inner", "fault"),
    [
        (text("a", font_family="Arial"), 'PNP306 there is no font "Arial"'),
        ("<text>a</text>", 'PNP306 there is no font ""'),
        (text("a", font_weight="500"), 'PNP306 the font "Source Sans Pro" has no style 500'),
        (
            text("a", font_family="Manrope", font_style="italic"),
            'PNP306 the font "Manrope" has no style 400 italic',
        ),
        (text("☃"), 'PNP307 the font "Source Sans Pro" has no glyph for "☃" (U+2603)'),
        ('<use href="#a"/>', 'PNP305 the drawing uses "#a", which it does not define'),
        ('<g fill="url(#a)"/>', 'PNP305 the drawing uses "#a", which it does not define'),
        ('<image href="ant.png"/>', 'PNP305 a link to "ant.png" is not followed'),
        ('<g id="a"/><image href="#a"/>', 'PNP305 a link to "#a" is not followed'),
        ('<a href="https://x"/>', 'PNP305 a link to "https://x" is not followed'),
        ("<style>g{fill:red}</style>", "PNP305 <style> does not print"),
        ("<g><foreignObject/></g>", "PNP305 <foreignObject> does not print"),
        ('<g style="fill:var(--x)"/>', "PNP305 var in fill does not print"),
        ('<img src="x"/>', "PNP305 <img> is not an SVG element"),
        ('<img xmlns="urn:x" src="x"/>', "PNP305 <img> is not an SVG element"),
    ],
)
def test_what_would_be_lost_in_silence_is_named(inner, fault):
    assert faults(inner) == [fault]


@pytest.mark.parametrize(
    ("face", "fault"),
    [
        ("", "the drawing is not well-formed XML: no element found"),
        ("plain words", "the drawing is not well-formed XML: syntax error, near plain words"),
        (f"{SVG}<g></svg>", "the drawing is not well-formed XML: <g> is not closed, near "),
        (
            f"{SVG}<g fill=red/></svg>",
            "the drawing is not well-formed XML: not well-formed (invalid token), near ",
        ),
        (f'{SVG}<use xlink:href="#a"/></svg>', "the drawing is not well-formed XML: unbound prefix, near "),
        (f"{SVG}&nbsp;</svg>", "the drawing is not well-formed XML: undefined entity, near "),
        ("<g/>", "the drawing begins with <g>, not with <svg"),
        ('<svg viewBox="0 0 1 1"/>', "the drawing begins with <svg>, not with <svg xmlns="),
        ("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", "the drawing has a <!DOCTYPE svg>"),
    ],
)
def test_what_is_no_svg_has_that_one_fault(face, fault):
    (found,) = lint(face, fonts()).faults
    assert found.code == "PNP304"
    assert re.match(re.escape(fault), found.message)
    assert found.hint


@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("transform-origin", "center", "the attribute transform-origin does not print"),
        ("vector-effect", "non-scaling-stroke", "the attribute vector-effect does not print"),
        ("direction", "rtl", "the attribute direction does not print"),
        ("filter", "blur(2px)", "the attribute filter does not print"),
        ("font", "12px Arial", "the attribute font does not print"),
        ("fill", "var(--red)", "var in fill does not print"),
        ("style", "stroke: red; filter: url(#f)", "the attribute filter does not print"),
        ("style", "fill: url(x.svg#a)", 'fill="url(x.svg#a)" reaches outside the drawing'),
        ("mask", "url(//x)", 'mask="url(//x)" reaches outside the drawing'),
        ("onload", "", "the attribute onload runs a script"),
    ],
)
def test_what_is_dropped_in_silence_is_named(key, value, what):
    ((message, hint),) = faults_of(key, value)
    assert message == what
    assert hint


@pytest.mark.parametrize(
    ("inner", "written"),
    [
        ("<!--><img src=x onerror=a()>--><?b ><img>?><g></g>", "<g/>"),
        ("<desc><![CDATA[<img src=x>]]></desc>", "<desc>&lt;img src=x&gt;</desc>"),
        ("<title>a<path/>b</title>", "<title>ab</title>"),
        ("<g ping='x' fill='url(\"#a\")' id='a'/>", '<g fill="url(#a)" id="a"/>'),
        ('<g style="fill:red;position:fixed;top:0"/>', '<g style="fill:red"/>'),
        ('<rect fill="image-set(&quot;http://x&quot; 1x)"/>', "<rect/>"),
        ('<i:page xmlns:i="urn:i"><g/></i:page><metadata><g/></metadata>', ""),
        ('<a xmlns="http://www.w3.org/1999/xhtml" href="javascript:a()">b</a>', ""),
        ('<s:g xmlns:s="http://www.w3.org/2000/svg" s:ping="x"/>', "<g/>"),
        (
            '<use xmlns:l="http://www.w3.org/1999/xlink" l:href="#a"/><g id="a"/>',
            '<use href="#a"/><g id="a"/>',
        ),
        ("<rect onclick='a()' data-name='&#10;\"&lt;'/>", '<rect data-name="&#10;&quot;&lt;"/>'),
    ],
)
def test_a_drawing_is_written_from_what_was_read(inner, written):
    assert lint(f"{SVG}{inner}</svg>", fonts()).svg == f"{SVG}{written}</svg>"


PICTURE = '<g id="p"/><use href="#p"/><rect fill="url(#gone)"/>'
KNOWN = frozenset({KnownPart(PICTURE, frozenset({"p"}), frozenset({"p", "gone"}))})


def test_a_known_part_is_read_once_for_all_faces(monkeypatch):
    sizes = []
    read = svg_lint._read
    monkeypatch.setattr(
        svg_lint, "_read", lambda svg, *rest, **more: sizes.append(len(svg)) or read(svg, *rest, **more)
    )
    face = f'{SVG}<g id="gone"/><svg>{PICTURE * 9}</svg>{text("Ant")}</svg>'
    reading = lint(face, fonts(), KNOWN)
    assert len(sizes) == 1
    assert sizes[0] < len(face) - 6 * len(PICTURE)
    assert reading == lint(face, fonts())
    assert reading.fonts


@pytest.mark.parametrize(
    "face",
    [
        f"{SVG}<svg>{PICTURE}</svg></svg>",
        f'{SVG}<g fill="{PICTURE}"/></svg>',
        f"{SVG}<g>{PICTURE}</svg>",
        f'{SVG}<g id="gone"/><use href="#other"/>{PICTURE}<blink/></svg>',
        PICTURE,
    ],
)
def test_faults_are_the_same_with_a_known_part(face):
    assert lint(face, fonts(), KNOWN) == lint(face, fonts())
    assert lint(face, fonts(), KNOWN).faults


def test_what_an_editor_adds_under_its_own_prefix_is_left_alone():
    root = SVG.replace("viewBox", 'xmlns:ink="http://www.inkscape.org/namespaces/inkscape" viewBox')
    assert faults('<ink:page id="p" ink:label="x"/>', root=root) == []
