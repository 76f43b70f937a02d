"""The page of a drawing made a face: 69 x 94 mm for a card of 63 x 88 mm with 3 mm of bleed."""

import pytest
from workbench import a_piece, drawn_with, the_finding

from pnp.model.diagnostics import Fault
from pnp.model.geometry import Size
from pnp.render.faces import on_its_page

CARD = Size(63, 88)
OWN = 'width="69mm" height="94mm" viewBox="-3 -3 69 94"'
DOT = '<circle cx="9" cy="9" r="2"/>'


def svg(attributes: str, inside: str = DOT) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{inside}</svg>'


@pytest.mark.parametrize(
    ("attributes", "moved"),
    [
        ('width="69mm" height="94mm" viewBox="0 0 69 94"', "translate(-3 -3) scale(1)"),
        ('width="690" viewBox="0 0 690 940" height="94mm"', None),
        ('id="a" width="69mm" height="94mm" viewBox="0 0 690 940"', "translate(-3 -3) scale(0.1)"),
        ('width="260.7874" height="355.2756" viewBox="0 0 260.7874 355.2756"', "translate(-3 -3) scale(0.2645833)"),
    ],
)  # fmt: skip
def test_a_page_of_the_right_size_in_other_units_is_moved(attributes, moved):
    page = on_its_page(svg(attributes), CARD, 3)
    if moved is None:
        assert isinstance(page, Fault)
    else:
        assert f'{OWN}><g transform="{moved}">{DOT}</g></svg>' in page
        assert ('id="a"' in page) == ("id=" in attributes)


@pytest.mark.parametrize(
    ("attributes", "said"),
    [
        ('width="210mm" height="297mm" viewBox="0 0 210 297"', "210 x 297 mm, 210 x 297 units"),
        ('width="63mm" height="88mm" viewBox="0 0 63 88"', "63 x 88 mm, 63 x 88 units"),
        ('width="69mm" height="94mm"', "69 x 94 mm, without a viewBox"),
        ('width="69mm" height="94mm" viewBox="0 0 94 69"', "69 x 94 mm, 94 x 69 units"),
        ('viewBox="0 0 0 0"', "without a viewBox"),
        ("", "without a viewBox"),
    ],
)
def test_a_page_of_another_size_is_an_error_with_both(attributes, said):
    fault = on_its_page(svg(attributes), CARD, 3)
    assert isinstance(fault, Fault)
    assert fault.message == f"the page of the drawing is {said}, that of the face is 69 x 94 mm"
    assert OWN in fault.hint


def test_the_line_of_a_wrong_page_is_named(tmp_path):
    template = "{# A card. #}\n" + svg('width="210mm" height="297mm" viewBox="0 0 210 297"')
    finding = the_finding(drawn_with(tmp_path, template, a_piece("ant"), a_piece("bee")))
    assert (finding.code, finding.severity, finding.place.line) == ("PNP464", "error", 2)
    assert "(and on 1 more face)" in finding.message
