"""A face holds its drawing packed, and gives it back letter for letter."""

from pnp.model.face import Face, face_key
from pnp.model.geometry import Size

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><text>Žluťoučký 🥦</text></svg>'
CARD = Size(63, 88)


def test_a_drawing_comes_back_letter_for_letter():
    assert Face("key", SVG, CARD, 3).svg == SVG


def test_a_packed_drawing_is_taken_as_it_is():
    face = Face(face_key(SVG), SVG, CARD, 3)
    again = Face.packed_as(face.key, face.packed, face.trim, face.bleed)
    assert again.packed is face.packed
    assert (again.svg, again.page, again) == (SVG, Size(69, 94), face)


def test_faces_are_the_same_by_key_trim_and_bleed():
    face = Face("key", SVG, CARD, 3)
    assert {face, Face("key", "<svg/>", CARD, 3)} == {face}
    assert face not in {
        Face("other", SVG, CARD, 3),
        Face("key", SVG, Size(1, 1), 3),
        Face("key", SVG, CARD, 0),
    }
