import re

import pytest
from workbench import DOT, SVG, a_piece, drawn, fonts, sources, spot, svg_of, the_finding

from pnp.svg import refused_features as svg_lint
from pnp.svg.images import PictureTooLarge
from pnp.svg.refused_features import KnownPart, lint
from pnp.svg.vocabulary import faults as faults_of
from pnp.templates.sources import Gallery, Icons


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
        ("fill", r"\72 ed", r'fill="\72 ed" reaches outside the drawing'),
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


def gallery(root, *names: str) -> Gallery:
    return Gallery(sources(root, dict.fromkeys(names, DOT)), "g")


def test_the_users_own_picture_wins_over_the_drawn_one(tmp_path):
    found = gallery(tmp_path, "templates/g/art/ant.svg", "card_data/g/art/ant.png")
    assert found.find("ant") == tmp_path / "card_data/g/art/ant.png"


def test_an_svg_wins_over_a_photo_and_capitals_do_not_matter(tmp_path):
    found = gallery(
        tmp_path, *(f"card_data/g/art/{name}" for name in ("ant.jpg", "ant.svg", "bee.PNG", "c.d.webp"))
    )
    assert [found.find(slot).name for slot in ("ant", "ant.jpg", "bee", "c.d")] == [
        "ant.svg", "ant.jpg", "bee.PNG", "c.d.webp",
    ]  # fmt: skip


@pytest.mark.parametrize("slot", ["../../../etc/passwd", "/etc/passwd", "nope", "a\0b", "x" * 5000, ""])
def test_a_slot_is_a_file_in_the_art_folder(tmp_path, slot):
    assert gallery(tmp_path).find(slot) is None


def test_a_slot_does_not_climb_out_of_its_folder(tmp_path):
    finding = the_finding(
        drawn(
            tmp_path,
            '{{ picture("../secret", (1, 1, 9, 9)) }}',
            files={"card_data/g/secret.svg": DOT, "card_data/g/art/a.svg": DOT},
        )
    )
    assert finding.code == "PNP310"
    assert "outside of the art folder" in finding.message


def test_a_link_does_not_lead_out_of_the_folder(tmp_path):
    (tmp_path / "card_data/g/art").mkdir(parents=True)
    (tmp_path / "secret.svg").write_text(DOT)
    (tmp_path / "card_data/g/art/ant.svg").symlink_to(tmp_path / "secret.svg")
    finding = the_finding(drawn(tmp_path, '{{ picture("ant", (1, 1, 9, 9)) }}'))
    assert finding.message.endswith("outside of the art folder")
    assert finding.hint == "copy the file into card_data/g/art/"
    assert spot(finding) == "card_data/g/art/ant.svg:1"
    assert gallery(tmp_path).digest("ant") == "ant.svg unread"


def test_a_huge_file_is_not_even_opened(tmp_path):
    found = gallery(tmp_path, "card_data/g/art/ant.png")
    with (tmp_path / "card_data/g/art/ant.png").open("r+b") as file:
        file.truncate(200_000_000)
    with pytest.raises(PictureTooLarge, match="the file has 200 MB"):
        found.read(tmp_path / "card_data/g/art/ant.png")


def test_a_missing_picture_is_a_placeholder_and_a_warning_at_the_card(tmp_path):
    rendered = drawn(tmp_path, "{{ picture(piece.id, (1, 1, 9, 9)) }}", a_piece("bee"))
    finding = the_finding(rendered)
    assert finding.severity == "warning"
    assert spot(finding) == "card_data/g/cards.yaml:10"
    assert len(rendered.deck.faces) == 1
    assert "stroke-dasharray" in next(iter(rendered.deck.faces.values())).svg


def test_the_games_icon_wins_over_the_shared_one(tmp_path):
    files = {
        "templates/g/icons/cu.svg": DOT.replace("100 100", "50 100"),
        "templates/base/icons/cu.svg": DOT,
        "templates/base/icons/b.svg": DOT,
    }
    icons = Icons(sources(tmp_path, files), "g")
    here = tmp_path / "templates/g/icons/cu.svg", tmp_path / "templates/base/icons/b.svg", None
    assert tuple(map(icons.find, ("cu", "b", "none"))) == here
    assert [*map(icons.wide, ("cu", "b", "none"))] == [0.5, 1, 1], "in a text of a design"


def test_an_icon_lies_inside_the_templates(tmp_path):
    icons = Icons(sources(tmp_path, {"elsewhere/x.svg": DOT, "templates/g/icons/cu.svg": DOT}), "g")
    for name in ("../../../elsewhere/x", f"{tmp_path}/elsewhere/x", "a\0b", "x" * 5000):
        assert icons.find(name) is None


def test_the_hint_lists_the_icons_that_are_near(tmp_path):
    icons = Icons(sources(tmp_path, {f"templates/g/icons/{n}.svg": DOT for n in ("strength", "cost")}), "g")
    assert (
        icons.near("strenght")
        == "the icons are: cost, strength; put others at templates/g/icons/<name>.svg or .png"
    )
    many = sources(tmp_path, {f"templates/m/icons/{n}.svg": DOT for n in ("strength", *"abcdefgh")})
    assert Icons(many, "m").near("strenght").startswith("similar names are: strength; put others at")
    assert Icons(many, "m").near("+") == "put it at templates/m/icons/<name>.svg or .png"
    assert (
        Icons(sources(tmp_path, {}), "h").near("x")
        == "there are none yet; put one at templates/h/icons/<name>.svg or .png"
    )


def test_an_icon_and_a_picture_of_one_name_keep_their_own_colours(tmp_path):
    def gradient(colour: str) -> str:
        stops = f'<linearGradient id="a"><stop stop-color="{colour}"/></linearGradient>'
        return f'{SVG}<defs>{stops}</defs><rect width="9" height="9" fill="url(#a)"/></svg>'

    files = {"templates/g/icons/ant.svg": gradient("#111"), "templates/g/art/ant.svg": gradient("#222")}
    svg = svg_of(drawn(tmp_path, '{{ icon("ant", 1, 1, 9) }}{{ picture("ant", (1, 1, 9, 9)) }}', files=files))
    assert svg.count('icon-ant.a"') == svg.count('art-ant.a"') == 1
    assert svg.count("icon-ant.a)") == svg.count("art-ant.a)") == 1
