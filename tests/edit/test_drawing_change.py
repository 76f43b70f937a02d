"""Objects of a drawing are changed where they stand: ids, layers, comments and what Inkscape wrote stay as they are."""

import pytest

from pnp.edit.drawing_change import (
    NewObject,
    ObjectChange,
    added_object,
    changed_objects,
    copied_object,
    moved_object,
    objects_of,
    without_objects,
)
from pnp.model.diagnostics import CannotEdit

DRAWING = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- mine -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   width="69mm" viewBox="0 0 69 94"><title>É &amp; more</title>
  <g inkscape:groupmode="layer" inkscape:label="Words" id='words'>
    <rect id="box" x="1"
          y='2' style="fill:url(#sky);stroke:none" inkscape:label="a &quot;b&quot; > c"/>
    <text id="cost" x="5" y="6">3<!-- no --></text>
    <text id="name" x="5" y="8"><tspan>Fox</tspan></text>
  </g>
</svg>
"""
DATA = DRAWING.encode()


def number(data: bytes, name: str) -> int:
    return next(each.number for each in objects_of(data) if each.attributes.get("id") == name)


def order(data: bytes) -> list[str]:
    return [one.attributes["id"] for one in objects_of(data) if one.attributes.get("id", "words") != "words"]


def test_attributes_are_changed_in_place_and_back():
    box, cost = number(DATA, "box"), number(DATA, "cost")
    changes = {
        box: ObjectChange({"x": "7.5", "y": None, "transform": 'rotate(3) "&<'}),
        cost: ObjectChange({"x": "9"}),
    }
    after = changed_objects(DATA, changes)
    assert '<rect id="box" x="7.5" style=' in after.decode()
    assert 'c" transform="rotate(3) &quot;&amp;&lt;"/>' in after.decode()
    assert '<text id="cost" x="9" y="6">3<!-- no --></text>' in after.decode()
    back = changed_objects(
        after, {box: ObjectChange({"x": "1", "transform": None}), cost: ObjectChange({"x": "5"})}
    )
    assert back.decode() == DRAWING.replace("\n          y='2'", "")


def test_a_text_is_another_and_the_words_beside_it_stay():
    after = changed_objects(DATA, {number(DATA, "cost"): ObjectChange(text="4 < 5 & 6")})
    assert '<text id="cost" x="5" y="6">4 &lt; 5 &amp; 6</text>' in after.decode()
    with pytest.raises(CannotEdit, match="several parts"):
        changed_objects(DATA, {number(DATA, "name"): ObjectChange(text="Owl")})


def test_what_inkscape_writes_is_declared_where_it_was_not():
    plain = b'<svg xmlns="http://www.w3.org/2000/svg"><rect id="a"/></svg>'
    after = changed_objects(
        plain, {1: ObjectChange({"inkscape:label": "art", "sodipodi:insensitive": "true"})}
    )
    assert objects_of(after)[1].attributes == {
        "id": "a",
        "inkscape:label": "art",
        "sodipodi:insensitive": "true",
    }
    assert b'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"' in after


def test_objects_are_put_in_order_copied_added_and_removed():
    after = moved_object(DATA, number(DATA, "box"), number(DATA, "cost"), above=True)
    assert order(after) == ["cost", "box", "name"]
    assert moved_object(after, number(after, "box"), number(after, "cost"), above=False) == DATA
    copy = copied_object(DATA, number(DATA, "cost"), ObjectChange({"x": "9"}))
    assert order(copy) == ["box", "cost", "cost-2", "name"]
    assert objects_of(copy)[number(copy, "cost-2")].attributes["x"] == "9"
    assert without_objects(copy, [number(copy, "cost-2")]) == DATA
    new = added_object(DATA, number(DATA, "words"), NewObject("rect", {"x": "1", "inkscape:label": "art"}))
    assert order(new)[-1] == "rect1"
    assert '</text>\n    <rect id="rect1" x="1" inkscape:label="art"/>\n  </g>' in new.decode()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda: changed_objects(DATA, {2: ObjectChange({"onclick": "alert(1)"})}), "onclick"),
        (lambda: changed_objects(DATA, {3: ObjectChange({"style": "fill:url(http://far/x)"})}), "style"),
        (lambda: changed_objects(DATA, {3: ObjectChange({"id": "x"})}), "id of an object"),
        (lambda: changed_objects(DATA, {3: ObjectChange({"x y": "1"})}), "cannot be changed"),
        (lambda: changed_objects(DATA, {99: ObjectChange()}), "no such object"),
        (lambda: added_object(DATA, 2, NewObject("script", {})), "cannot be added"),
        (lambda: without_objects(DATA, [0]), "must have a page"),
        (lambda: moved_object(DATA, 2, 3, above=True), "into itself"),
        (lambda: objects_of(b"<svg><g></svg>"), "cannot be read"),
        (lambda: objects_of(b"<html/>"), "not a drawing"),
        (lambda: objects_of(b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'), "entities"),
    ],
)
def test_what_cannot_be_changed_is_refused(change, words):
    with pytest.raises(CannotEdit, match=words):
        change()
