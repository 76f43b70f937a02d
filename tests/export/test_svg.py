"""SVG files open by themselves: fonts declared, files where the manifest says."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

from tiny import FACES, FONT, deck

from pnp.export.svg_files import declared_font, style, write_svgs


def test_every_piece_has_a_file_for_each_side_and_the_fonts_lie_beside(tmp_path):
    write_svgs(tmp_path, deck(), [FONT])
    found = sorted(str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*") if each.is_file())
    sides = [f"svg/food/{piece}.{side}.svg" for piece in "abcde" for side in ("back", "front")]
    assert found == ["svg/fonts/FredokaOne-Regular.ttf", *sides]


def test_a_file_is_its_face_with_its_fonts_declared(tmp_path):
    write_svgs(tmp_path, deck(), [FONT])
    text = (tmp_path / "svg/food/a.front.svg").read_text(encoding="utf-8")
    style = ET.fromstring(text).find("{http://www.w3.org/2000/svg}style").text
    assert style == (
        '@font-face{font-family:"Fredoka One";font-weight:400;font-style:normal;'
        'src:url("../fonts/FredokaOne-Regular.ttf"),local("Fredoka One")}'
    )
    assert re.sub("<style>.*</style>", "", text) == FACES["a"].svg
    address = re.search(r'url\("([^"]+)"\)', style)[1]
    assert (tmp_path / "svg/food" / address).read_bytes() == FONT.read_bytes()


def test_names_in_a_font_file_cannot_leave_the_style_sheet():
    font = replace(declared_font(FONT), family='a"}</style><script>', full_name='b"}@import url(http://x)')
    sheet = style([font], "../fonts")
    assert '"a\\22 }\\3c /style\\3e \\3c script\\3e "' in sheet
    assert '"b\\22 }@import url(http://x)"' in sheet
