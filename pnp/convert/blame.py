"""Which face of many made the renderer fail; a renderer that draws them all at once does not say."""

from collections.abc import Callable, Sequence
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from pnp.model.face import Face


def first_refused(
    faces: Sequence[Face],
    draw: Callable[[Sequence[Face]], bytes],
    refusal: type[Exception],
) -> Face:
    """Return a face that `draw` refuses, given that it refused them together.

    Faces that are not XML are found by reading them, the others by halving.
    """
    for face in faces:
        if unreadable(face.svg):
            return face
    while len(faces) > 1:
        half = faces[: len(faces) // 2]
        faces = faces[len(half) :] if _passes(half, draw, refusal) else half
    return faces[0]


def _passes(
    faces: Sequence[Face],
    draw: Callable[[Sequence[Face]], bytes],
    refusal: type[Exception],
) -> bool:
    try:
        draw(faces)
    except refusal:
        return False
    return True


def unreadable(svg: str) -> str | None:
    """Return why a drawing is not well-formed XML, or None when it is.

    >>> unreadable("<svg><g></svg>")
    'mismatched tag: line 1, column 10'
    """
    try:
        fromstring(svg)
    except ParseError as error:
        return str(error)
    except DefusedXmlException as error:
        return f"it declares an entity or a DOCTYPE ({type(error).__name__})"
    return None
