"""A plain drawing as a template: objects that have the names of fields are filled on each card."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from workbench import DOT, HALVES, a_component, a_game, a_piece, sources, spot, svg_of, the_finding

from pnp.render.faces import render
from pnp.templates.context import RenderContext

FILE = "templates/g/card.svg"
NAMESPACES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:serif="http://www.serif.com/"'
)
PAGE = 'width="69mm" height="94mm" viewBox="0 0 69 94"'


def drawn(root, inside, *pieces, page=PAGE, files=None, **game):
    drawing = f"<svg {NAMESPACES} {page}>\n{inside}</svg>"
    found = sources(root, {FILE: drawing, "card_data/g/art/ant.svg": HALVES, **(files or {})})
    component = a_component(*(replace(piece, front="g/card.svg") for piece in pieces or (a_piece(),)))
    return render(component, RenderContext(a_game(component, **game), found))


def text(label, words="Sample", x=34.5, y=15, style="", **more):
    own = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in more.items())
    look = f"font-size:5px;font-family:'Source Sans Pro';text-anchor:middle;fill:#203040;{style}"
    return (
        f'<text xml:space="preserve" style="{look}" x="{x}" y="{y}" id="text7" inkscape:label="{label}"{own}>'
        f'<tspan sodipodi:role="line" id="tspan7" x="{x}" y="{y}">{words}</tspan></text>'
    )


def words_of(svg):
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_a_filter_prints_in_a_drawing_as_it_does_in_a_picture(tmp_path):
    flood = '<feFlood style="flood-opacity:.3;flood-color:#000"/>'
    blur = f'<defs><filter id="soft"><feGaussianBlur stdDeviation="2"/>{flood}</filter></defs>'
    done = drawn(tmp_path, f'{blur}<circle cx="34" cy="60" r="9" style="fill:#a35;filter:url(#soft)"/>')
    assert done.diagnostics == ()
    assert re.search('stdDeviation="2".*<feFlood flood-opacity=".3"', svg_of(done))
    assert re.search(r'<circle[^>]* filter="url\(#[^)]*soft\)"', svg_of(done))
    outside = '<circle cx="34" cy="60" r="9" filter="url(other.svg#soft)"/>'
    (found,) = drawn(tmp_path, outside).diagnostics
    assert found.code == "PNP305"


SAMPLE = '<rect x="4" y="30" width="20" height="12"/>' + text(
    "", "Sample", 5, 33, "font-size:1.6px;text-anchor:start"
)


class TestTexts:
    def test_a_text_keeps_font_size_colour_weight_and_alignment(self, tmp_path):
        style = "font-weight:bold;font-style:italic"
        svg = svg_of(drawn(tmp_path, text("title", style=style), a_piece(title="Ant queen")))
        assert words_of(svg) == ["Ant queen"]
        look = (
            'font-family="Source Sans Pro" font-size="5" font-weight="700" font-style="italic" fill="#203040"'
        )
        assert look in svg
        left = float(re.search(r'<text x="([\d.]+)"', svg)[1])
        assert 15 < left < 31.5  # in the middle of the card, from the cut

    def test_a_long_line_is_set_smaller_up_to_the_safe_area(self, tmp_path):
        long = a_piece(title="A title that is far too long for a card")
        size = float(re.search(r'font-size="([\d.]+)"', svg_of(drawn(tmp_path, text("title"), long)))[1])
        assert 2.5 < size < 5

    @pytest.mark.parametrize(
        ("inside", "look", "lines"),
        [
            (
                '<rect inkscape:label="text size: 10pt align: center" x="8" y="50" width="40" height="30" fill="#ccc"/>',
                '^(?!.*#ccc).*font-size="3.5278"',
                3,
            ),
            (  # A text beside a rectangle says how it looks; 4 + 2 x 5, less the bleed.
                f'<g inkscape:label="text" transform="translate(4 0) scale(2)">{SAMPLE}</g>',
                '(<text x="11" [^>]*font-size="3.2".*){3}',
                3,
            ),
            (
                '<defs><rect id="r" x="8" y="50" width="40" height="30"/></defs>'
                + text("text", style="shape-inside:url(#r);text-align:end;font-size:4px"),
                "^((?!shape-inside).)*$",
                3,
            ),
            (  # Lines that are texts of their own.
                '<g id="text">'
                + "".join(f'<text x="8" y="{y}" style="font-size:4px">Line</text>' for y in (50, 55, 60))
                + "</g>",
                "",
                2,
            ),
        ],
        ids=["rectangle", "text beside a rectangle", "text in a shape", "lines in a group"],
    )
    def test_what_has_room_for_several_lines_is_a_box_of_text(self, tmp_path, inside, look, lines):
        words = "Take two coins from the bank, then discard this card."
        svg = svg_of(drawn(tmp_path, inside, a_piece(text=words)))
        assert (" ".join(words_of(svg)), len(words_of(svg))) == (words, lines)
        assert re.search(look, svg, re.DOTALL)

    def test_empty_parts_of_a_line_go_with_the_signs_between_them(self, tmp_path):
        pieces = (
            a_piece("ant", type="Bug", stage="", suit="Red"),
            a_piece("bee", type="", stage="", suit=""),
        )
        done = drawn(tmp_path, text("", "{type} · Stage {stage} · {suit}"), *pieces)
        assert [words_of(face.svg) for face in done.deck.faces.values()] == [["Bug · Red"], []]

    def test_fields_and_icons_in_braces_are_filled_in_any_text(self, tmp_path):
        piece = a_piece(cost=3, suit="sun")
        files = {"templates/g/icons/gold.svg": DOT}
        svg = svg_of(drawn(tmp_path, text("", "{cost} {gold} of {suit}, {game.title}"), piece, files=files))
        assert words_of(svg) == ["3", "of sun, Ants &amp; Bees"]
        assert "icon-gold" in svg

    def test_a_turned_text_stays_turned_and_knows_its_room(self, tmp_path):
        turned = text("title", x=0, y=0, transform="translate(10 47) rotate(-90)")
        svg = svg_of(
            drawn(
                tmp_path,
                turned,
                a_piece(title="A title that is too long to stand upright on any card at all"),
            )
        )
        assert "matrix(0 -1 1 0 10 47)" in svg
        assert 3 < float(re.search(r'font-size="([\d.]+)"', svg)[1]) < 5

    def test_capitals_of_the_style_are_kept_and_letter_spacing_is_told(self, tmp_path):
        rendered = drawn(
            tmp_path, text("title", style="text-transform:uppercase;letter-spacing:1px"), a_piece(title="Ant")
        )
        assert the_finding(rendered).code == "PNP456"
        assert "ANT" in next(iter(rendered.deck.faces.values())).svg

    def test_a_card_without_the_field_shows_nothing_there(self, tmp_path):
        rendered = drawn(tmp_path, text("title"), a_piece("ant", title="Ant"), a_piece("bee"))
        assert [words_of(face.svg) for face in rendered.deck.faces.values()] == [["Ant"], []]

    def test_generic_fonts_mean_the_font_of_the_game_and_file_names_are_understood(self, tmp_path):
        style = "font-family:sans-serif"
        fixed = text("", "fixed", style=style) + text("", "also", style="font-family:'SourceSansPro-Bold'")
        svg = svg_of(drawn(tmp_path, fixed, a_piece()))
        assert svg.count('font-family="Source Sans Pro"') == 3  # once for the whole
        assert 'font-weight="700"' in svg


class TestPictures:
    def test_a_rectangle_called_art_is_the_picture_of_the_card(self, tmp_path):
        svg = svg_of(drawn(tmp_path, '<rect inkscape:label="art" x="8" y="16" width="53" height="36"/>'))
        assert (
            '<svg x="5" y="13" width="53" height="36" viewBox="0 0 200 100" preserveAspectRatio="xMidYMid slice">'
            in svg
        )

    def test_a_circle_cuts_the_picture(self, tmp_path):
        svg = svg_of(drawn(tmp_path, '<circle inkscape:label="art fit: contain" cx="30" cy="30" r="20"/>'))
        assert re.search(
            r'<clipPath id="[\w-]*clip-0"><circle cx="30" cy="30" r="20" transform="translate\(-3 -3\)"/>',
            svg,
        )
        assert '<svg x="7" y="7" width="40" height="40" viewBox="0 0 200 100">' in svg

    def test_an_image_that_is_a_field_shows_the_picture_it_names(self, tmp_path):
        image = '<image inkscape:label="scene" x="9" y="9" width="50" height="40" xlink:href="C:\\mine\\sea.png"/>'
        svg = svg_of(drawn(tmp_path, image, a_piece("bee", scene="ant")))
        assert 'viewBox="0 0 200 100">' in svg
        assert "sea.png" not in svg

    def test_slots_and_icons_may_be_put_together_of_fields(self, tmp_path):
        inside = (
            '<rect inkscape:label="art: {suit}-frame" x="8" y="16" width="53" height="36"/>'
            '<circle inkscape:label="icon: suit" cx="10" cy="10" r="3" fill="#00aa00"/>'
        )
        files = {"card_data/g/art/sun-frame.svg": HALVES, "templates/g/icons/sun.svg": DOT}
        svg = svg_of(drawn(tmp_path, inside, a_piece(suit="sun"), files=files))
        assert 'viewBox="0 0 200 100"' in svg
        assert '<use href="#' in svg
        assert 'x="4" y="4" width="6" height="6" color="#00aa00"' in svg


class TestNames:
    @pytest.mark.parametrize(
        ("condition", "shown"),
        [
            ("rare", True),
            ("not rare", False),
            ("suit=sun|moon", True),
            ("suit!=sun", False),
            ("cost>=3", True),
            ("rare and cost<3", False),
        ],
    )
    def test_objects_are_shown_by_fields(self, tmp_path, condition, shown):
        condition = condition.replace("<", "&lt;").replace(">", "&gt;")
        badge = f'<circle inkscape:label="badge show-if: {condition}" cx="9" cy="9" r="3"/>'
        rendered = drawn(tmp_path, badge, a_piece(rare=True, suit="Sun", cost=3))
        svg = next(iter(rendered.deck.faces.values())).svg
        assert ("<circle" in svg) is shown

    def test_colours_come_from_a_field_or_the_palette(self, tmp_path):
        shapes = '<g><rect inkscape:label="fill: suit" width="69" height="94" style="fill:#123456;stroke:none"/></g>'
        svg = svg_of(drawn(tmp_path, shapes, a_piece(suit="sky")))
        assert 'fill="#88bbee"' in svg
        assert "#123456" not in svg
        finding = the_finding(drawn(tmp_path, shapes, a_piece(suit="ski")))
        assert (finding.code, spot(finding), finding.hint.split("?")[0]) == (
            "PNP455",
            f"{FILE}:2",
            'did you mean "sky"',
        )

    def test_a_field_that_is_shown_once_more_by_a_clone_is_kept_together(self, tmp_path):
        clone = text("title") + '<use xlink:href="#text7" transform="rotate(180 34.5 47)"/>'
        svg = svg_of(drawn(tmp_path, clone, a_piece(title="Ant")))
        assert re.search(r'<g id="([\w-]*text7)">.*Ant.*</g><use href="#\1" transform', svg)

    def test_guides_and_hidden_objects_are_not_printed(self, tmp_path):
        inside = "".join(
            f'<g inkscape:label="{name}" inkscape:groupmode="layer"><rect width="9" height="9"/></g>'
            for name in ("Guides (not printed)", "guide")
        )
        hidden = (
            '<g style="display:none" inkscape:label="Notes" inkscape:groupmode="layer">'
            + text("cost")
            + "</g>"
        )
        svg = svg_of(drawn(tmp_path, inside + hidden, a_piece(cost=3)))
        assert words_of(svg) == []
        assert svg.count("<rect") == 1

    @pytest.mark.parametrize(
        ("inside", "code", "said"),
        [
            (text("titel"), "PNP452", 'no piece has a field "titel"'),
            ('<rect inkscape:label="artt" width="9" height="9"/>', "PNP452", "no picture is put into it"),
            (text("", "{titel}"), "PNP451", 'no piece has a field "titel"'),
            (text("badge show-if: titel"), "PNP451", 'uses a field "titel"'),
            (text("title show-fi: rare"), "PNP451", '"show-fi:" is not an instruction'),
            (text("badge show-if: = 3"), "PNP451", "cannot be read as a condition"),
            ('<path inkscape:label="title" d="M20 20h1v1z"/>', "PNP454", "cannot show a field"),
            ('<line inkscape:label="art" x1="0" y1="0" x2="1" y2="1"/>', "PNP454", "is not a shape"),
        ],
    )
    def test_names_that_say_nothing_are_told_with_the_nearest(self, tmp_path, inside, code, said):
        rendered = drawn(tmp_path, inside, a_piece(title="Ant"))
        found = [each for each in rendered.diagnostics if each.code == code]
        assert [spot(each) for each in found] == [f"{FILE}:2"]
        assert said in found[0].message

    def test_fields_that_nothing_shows_are_told_once(self, tmp_path):
        rendered = drawn(
            tmp_path, text("title"), a_piece("ant", title="Ant", cost=2), a_piece("bee", title="Bee", cost=3)
        )
        finding = the_finding(rendered)
        assert (finding.code, finding.severity, spot(finding)) == (
            "PNP453",
            "warning",
            "card_data/g/cards.yaml:12",
        )
        assert 'the field "cost"' in finding.message

    def test_a_misspelt_name_hides_no_other_field_that_nothing_shows(self, tmp_path):
        rendered = drawn(tmp_path, text("titel"), a_piece(title="Ant", cost=2))
        told = {each.code: each.message for each in rendered.diagnostics}
        assert told.keys() == {"PNP452", "PNP453"}
        assert 'the field "cost"' in told["PNP453"]


class TestPage:
    @pytest.mark.parametrize(
        ("page", "matrix"),
        [
            ('width="63mm" height="88mm" viewBox="0 0 630 880"', "scale(0.1)"),
            ('width="69mm" height="94mm" viewBox="-3 -3 69 94"', ""),
            ('width="6.9cm" height="9.4cm"', "translate(-3 -3) scale(0.26458333)"),
            ('width="63mm" height="88mm"', "scale(0.26458333)"),
            ('viewBox="0 0 178.58 249.45"', "scale(0.35277778)"),  # Illustrator: points
            (
                'width="100%" height="100%" viewBox="0 0 815 1110"',
                "translate(-3 -3) scale(0.08466667)",
            ),  # Affinity: 300 dpi
            ('width="1380" height="1880"', "translate(-3 -3) scale(0.05)"),
        ],
    )
    def test_the_page_is_the_card_or_the_card_with_its_bleed(self, tmp_path, page, matrix):
        svg = svg_of(drawn(tmp_path, '<path d="M20 20h1v1z"/>', page=page))
        assert (f'<g transform="{matrix}"' if matrix else "<g font-family") in svg

    def test_of_several_pages_the_one_with_the_name_of_the_side_is_printed(self, tmp_path):
        pages = (
            "<sodipodi:namedview>"
            '<inkscape:page x="0" y="0" width="69" height="94" inkscape:label="back"/>'
            '<inkscape:page x="79" y="0" width="69" height="94" inkscape:label="front"/></sodipodi:namedview>'
        )
        back = '<rect width="69" height="94"/>' + text("", "Back")
        svg = svg_of(drawn(tmp_path, pages + back + text("title", x=113), a_piece(title="Ant")))
        assert 'transform="translate(-82 -3)"' in svg
        assert words_of(svg) == ["Ant"]  # nothing of the other page
        assert svg.count("<rect") == 1

    def test_another_size_is_a_finding_with_both_sizes(self, tmp_path):
        finding = the_finding(
            drawn(tmp_path, "<g/>", page='width="210mm" height="297mm" viewBox="0 0 210 297"')
        )
        assert (finding.code, spot(finding)) == ("PNP450", f"{FILE}:1")
        assert (
            "the page is 210 x 297 mm; the piece is 63 x 88 mm, or 69 x 94 mm with its bleed"
            in finding.message
        )
        assert "Document Properties" in finding.hint


def test_an_object_of_an_impossible_size_is_a_finding_with_its_place(tmp_path):
    box = '<rect inkscape:label="text" x="8" y="50" width="1e9" height="30"/>'
    finding = the_finding(drawn(tmp_path, box, a_piece(text="Words")))
    assert (finding.code, spot(finding)) == ("PNP312", f"{FILE}:2")


@pytest.mark.parametrize(
    "content",
    ["<svg", "<html/>", "<svg xmlns='http://www.w3.org/2000/svg'>" + "<g>" * 300 + "</g>" * 300 + "</svg>"],
)
def test_a_file_that_is_no_drawing_is_a_finding(tmp_path, content):
    rendered = drawn(tmp_path, "", files={FILE: content})
    assert the_finding(rendered).code == "PNP304"


def test_a_template_saved_by_inkscape_has_nothing_of_inkscape_on_the_card(tmp_path):
    drawing = f'<svg {NAMESPACES} {PAGE.replace("0 0", "-3 -3")}><sodipodi:namedview id="n"/>{text("t", "{{ piece.name }}")}</svg>'
    found = sources(tmp_path, {"templates/g/card.svg.j2": drawing})
    component = a_component(a_piece())
    svg = svg_of(render(component, RenderContext(a_game(component), found)))
    assert "inkscape" not in svg
    assert "sodipodi" not in svg
    assert ">ant<" in svg


ILLUSTRATOR = Path(__file__).with_name("illustrator.svg").read_text(encoding="utf-8")
AFFINITY = Path(__file__).with_name("affinity.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("drawing", [ILLUSTRATOR, AFFINITY], ids=["Illustrator", "Affinity"])
def test_files_of_other_programs_are_filled_alike(tmp_path, drawing):
    fields = {"title": "Ant queen", "text": "Take **two** coins from the bank, then discard this card."}
    pieces = (a_piece("ant", **fields, rare=True), a_piece("bee", **fields, rare=False, art="ant"))
    rendered = drawn(tmp_path, "", *pieces, files={FILE: drawing})
    assert rendered.diagnostics == (), rendered.diagnostics
    rare, common = (face.svg for face in rendered.deck.faces.values())
    title = re.search(r'<text x="([\d.]+)" y="([\d.]+)"([^>]*)>Ant queen<', rare)
    assert (float(title[1]), float(title[2])) == pytest.approx((5.47, 11.1), abs=0.1)
    assert 'font-size="6.35"' in title[3]
    assert 'font-weight="700" fill="#25352a"' in title[3].lower()
    assert words_of(rare)[1:3] == ["Take", "two"]
    assert 'preserveAspectRatio="xMidYMid slice"' in rare
    assert (rare.count("<path"), common.count("<path")) == (1, 0)
