import base64

import pytest
from pictures import a_photo, a_png_header
from workbench import SVG

from pnp.model.geometry import Rect
from pnp.svg.images import UnsafeDrawing
from pnp.svg.sanitizer import SafeDrawing, read_drawing

XLINK = SVG.replace("viewBox", 'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox')


def read(inner: str, *, root: str = SVG) -> SafeDrawing:
    return read_drawing(f"{root}{inner}</svg>".encode(), prefix="art-x.")


def refusal(inner: str, *, root: str = SVG) -> str:
    with pytest.raises(UnsafeDrawing) as caught:
        read(inner, root=root)
    assert caught.value.hint
    return str(caught.value)


def test_what_editors_keep_for_themselves_is_left_out():
    editor = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    inner = f"""<!-- by hand --><title>Ant</title><metadata><a/></metadata><style/>
      <g {editor} inkscape:label="legs"><inkscape:grid/><rect width="9" height="9"/></g>"""
    assert read(inner).inner == '<g><rect width="9" height="9"/></g>'


def test_an_attribute_cannot_leave_its_quotes():
    root = SVG.replace(
        "viewBox", 'class="&quot;&gt;&lt;script/&gt;" stroke-dasharray="&quot;&gt;&lt;script/&gt;" viewBox'
    )
    assert read("<g/>", root=root).inner == '<g stroke-dasharray="&quot;&gt;&lt;script/&gt;"><g/></g>'


def test_ids_and_every_way_to_point_at_them_get_the_prefix():
    inner = """<defs><g id="a"/></defs><use href="#a"/><g fill="url(#a)"/><g fill="url( '#a' ) #eee"/>
      <g style="clip-path:url(&quot;#a&quot;)"/>"""
    assert read(inner).inner == (
        '<defs><g id="art-x.a"/></defs><use href="#art-x.a"/><g fill="url(#art-x.a)"/>'
        '<g fill="url(#art-x.a) #eee"/><g clip-path="url(#art-x.a)"/>'
    )
    assert (
        read('<g id="a"/><use xlink:href="#a"/>', root=XLINK).inner
        == '<g id="art-x.a"/><use href="#art-x.a"/>'
    )


@pytest.mark.parametrize(
    ("root", "view"),
    [
        ('viewBox="-5,-5 20 10"', Rect(-5, -5, 20, 10)),
        ('width="48px" height="96"', Rect(0, 0, 48, 96)),
        ('width="25.4mm" height="1in"', Rect(0, 0, 96, 96)),
    ],
)
def test_a_drawing_has_a_view_box_or_a_size(root, view):
    assert read("", root=f'<svg xmlns="http://www.w3.org/2000/svg" {root}>').view == view


@pytest.mark.parametrize(
    ("root", "why"),
    [
        ("", "it has no size"),
        ('width="100%" height="100%"', "it has no size"),
        ('viewBox="0 0 0 10"', "it has no size"),
        ('viewBox="0 0 nan 10"', 'its viewBox is "0 0 nan 10"'),
        ('viewBox="nan 0 10 10"', 'its viewBox is "nan 0 10 10"'),
        ('viewBox="0 0 1e99 10"', 'viewBox="0 0 1e99 10" is larger than any drawing'),
        ('viewBox="0 0 10"', 'its viewBox is "0 0 10"'),
    ],
)
def test_a_drawing_without_a_size_is_refused(root, why):
    assert refusal("", root=f'<svg xmlns="http://www.w3.org/2000/svg" {root}>') == why


NO_PICTURE = "it is not a PNG, JPEG or WebP file"
HTML = '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>'


@pytest.mark.parametrize(
    ("inner", "why"),
    [
        ("<script>alert(1)</script>", "it holds a <script> element"),
        ("<style>g{fill:url(http://x)}</style><g/>", 'fill="url(http://x)" reaches outside the drawing'),
        ("<style>@import url(http://x)</style>", "its style sheet imports another one"),
        ("<text>a</text>", "it holds a <text> element"),
        (HTML, "it holds a <foreignObject> element with HTML text"),
        ('<g onclick="x()"/>', "the attribute onclick runs a script"),
        ('<g ONLOAD="x()"/>', "the attribute ONLOAD runs a script"),
        ('<image href="https://x/a.png"/>', 'it links to "https://x/a.png"'),
        ('<image href="file:///etc/passwd"/>', 'it links to "file:///etc/passwd"'),
        ('<image href="data:image/svg+xml;base64,AAAA"/>', "a drawing inside it cannot be printed"),
        ('<use href="other.svg#a"/>', 'it links to "other.svg#a"'),
        (r'<g filter="\75rl(x)"/>', r'filter="\75rl(x)" reaches outside the drawing'),
        ("<g style=\"fill:URL( 'x.svg#a')\"/>", "fill=\"URL( 'x.svg#a')\" reaches outside the drawing"),
        (r'<g style="fill:\75rl(x)"/>', 'fill="url(x)" reaches outside the drawing'),
        ('<image href="data:image/png;base64,AAAAA"/>', f"an image inside it cannot be used: {NO_PICTURE}"),
        ('<image href="data:image/png;base64,AAAA"/>', f"an image inside it cannot be used: {NO_PICTURE}"),
        ("<g>" * 201 + "</g>" * 201, "its groups are nested more than 200 deep"),
        ('<g clip-path="star(5px)"/>', 'its clip "star(5px)" is not known'),
        ('<g transform="translateX(5%)"/>', 'its transform "translateX(5%)" is not an SVG transform'),
        ('<g filter="url(http://x)"/>', 'filter="url(http://x)" reaches outside the drawing'),
    ],
)
def test_what_runs_reads_fetches_or_does_not_print_is_refused(inner, why):
    assert refusal(inner) == why


def test_of_two_ways_to_point_the_new_one_counts():
    inner = '<g id="a"/><use xlink:href="http://x" href="#a"/>'
    assert read(inner, root=XLINK).inner == '<g id="art-x.a"/><use href="#art-x.a"/>'


def test_what_a_drawing_defines_and_points_to_is_known_without_reading_it_again():
    root = SVG.replace("viewBox", 'fill="url(#b)" viewBox')
    known = read('<g id="a"/><use href="#a"/><linearGradient id="b"/>', root=root).checked
    assert known.text == (
        '<g fill="url(#art-x.b)"><g id="art-x.a"/><use href="#art-x.a"/><linearGradient id="art-x.b"/></g>'
    )
    assert known.ids == known.references == {"art-x.a", "art-x.b"}


def test_a_picture_inside_a_drawing_is_checked_like_any_picture():
    def image(data: bytes) -> str:
        return f'<image width="9" height="9" href="data:image/png;base64,{base64.b64encode(data).decode()}"/>'

    assert read(image(a_photo(4, 4, "PNG"))).inner.startswith('<image width="9"')
    assert refusal(image(a_png_header(30_000, 30_000))).endswith("it has more than 170 million pixels")


UTF_16 = '<?xml version="1.0" encoding="utf-16"?>'


def declaring(entities: str) -> str:
    return f"<!DOCTYPE svg [<!ENTITY {entities}>]><svg>&a;</svg>"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is not well-formed XML (no element found: line 1, column 0)"),
        (b"<svg>", "it is not well-formed XML (no element found: line 1, column 5)"),
        (b"<svg/>", "it has no size"),
        (b"<html xmlns='http://www.w3.org/1999/xhtml'/>", "it is not an SVG file"),
        (b"\xff\xfe\x00junk", "it is not well-formed XML"),
        (b'<?xml version="1.0" encoding="no-such"?><svg/>', "it is not well-formed XML"),
        (b"<svg " + b" " * 8_000_000, "the drawing has more than 8 MB"),
        (declaring('b "ha"><!ENTITY a "&b;&b;&b;"').encode(), "it declares XML entities"),
        (declaring('a SYSTEM "file:///etc/passwd"').encode(), "it declares XML entities"),
        ((UTF_16 + declaring('a "ha"')).encode("utf-16"), "it declares XML entities"),
        (b"<svg>&a;</svg>", "it is not well-formed XML (undefined entity: line 1, column 5)"),
    ],
)
def test_what_is_no_svg_is_refused(data, why):
    with pytest.raises(UnsafeDrawing) as caught:
        read_drawing(data, prefix="")
    assert str(caught.value).startswith(why)


def test_a_plain_doctype_as_old_editors_write_it_does_no_harm():
    doctype = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    assert read_drawing(f"{doctype}{SVG}<g/></svg>".encode(), prefix="").inner == "<g/>"
