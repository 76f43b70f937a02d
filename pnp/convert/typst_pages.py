"""Faces to PDF pages in one typst compile.

typst is used as an SVG-to-PDF renderer and nothing else: one page per face, holding one picture.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from pnp.convert.font_aliases import FontAliases
from pnp.files import temporary_folder
from pnp.model.errors import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import Size

if TYPE_CHECKING:
    import typst

REMEMBERED = 11
"""typst keeps anything used within its last ten compiles."""

BLANK = Face("", '<svg xmlns="http://www.w3.org/2000/svg" width="1mm" height="1mm"/>', Size(1, 1), 0)


def pages(faces: Sequence[Face], fonts: Sequence[Path]) -> bytes:
    """Return a PDF with one page per face, in order, as large as the face's page, drawn with these font files only.

    The same faces and fonts give the same bytes. Raises CannotRender naming the face that cannot be drawn.
    """
    with temporary_folder("fonts") as folder:  # typst reads from it as it draws
        aliases = FontAliases(sorted(set(fonts)), Path(folder))
        return _drawn(partial(_compiled, aliases.fonts, aliases.in_aliases), faces)


def forget() -> None:
    """Make typst let go of the faces drawn so far."""
    import typst  # noqa: PLC0415

    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False)
    for _ in range(REMEMBERED):
        _compiled(fonts, str, [BLANK])
    _give_back()


def _compiled(fonts: "typst.Fonts", in_aliases: Callable[[str], str], faces: Sequence[Face]) -> bytes:
    import typst  # noqa: PLC0415

    # A compiler is good for one set of inputs only: it loses a source given as bytes at its second compile.
    pictures = {str(number): in_aliases(face.svg) for number, face in enumerate(faces)}
    source = "\n".join(_page(number, face) for number, face in enumerate(faces))
    compiler = typst.Compiler(font_paths=fonts)
    pdf = compiler.compile(input=source.encode(), format="pdf", sys_inputs=pictures, timestamp=0)
    assert isinstance(pdf, bytes)
    return pdf


def _page(number: int, face: Face) -> str:
    """Return the typst source of the page of one face.

    >>> from pnp.model.geometry import Size
    >>> print(_page(7, Face("key", "<svg/>", Size(63, 88), bleed=3)))  # doctest: +ELLIPSIS
    #page(width: 69mm, height: 94mm, margin: 0mm, image(bytes(sys.inputs.at("7")), ...
    """
    picture = f'image(bytes(sys.inputs.at("{number}")), format: "svg", width: 100%, height: 100%)'
    return f"#page(width: {face.page.width}mm, height: {face.page.height}mm, margin: 0mm, {picture})"


def _give_back() -> None:
    """Give freed memory back to the system: on Linux, what one thread has freed is kept for that thread alone."""
    import ctypes  # noqa: PLC0415 - only a large deck gets here

    with suppress(OSError, AttributeError):  # other systems have no such function, nor the need
        ctypes.CDLL("libc.so.6").malloc_trim(0)


def _drawn(compiled: Callable[[Sequence[Face]], bytes], faces: Sequence[Face]) -> bytes:
    """Return the pages of some faces; raises CannotRender naming the first face that is refused."""
    import typst  # noqa: PLC0415

    try:
        return compiled(faces)
    except typst.TypstError as error:
        face = first_refused(faces, compiled, typst.TypstError)
        reason = unreadable(face.svg) or error.message
        raise CannotRender(f"the drawing {face.key} cannot be rendered: {reason}", face=face.key) from error


def first_refused(
    faces: Sequence[Face], draw: Callable[[Sequence[Face]], bytes], refusal: type[Exception]
) -> Face:
    """Return a face that `draw` refuses, given that it refused them together without saying which.

    Faces that are not XML are found by reading them, the others by halving.
    """
    for face in faces:
        if unreadable(face.svg):
            return face
    while len(faces) > 1:
        half = faces[: len(faces) // 2]
        try:
            draw(half)
        except refusal:
            faces = half
        else:
            faces = faces[len(half) :]
    return faces[0]


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
