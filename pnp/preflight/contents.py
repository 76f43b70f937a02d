"""The contents of PDF pages that matter for press: pictures and lines at final size, fonts, colours, inks.

Forms are read once each, however often they are shown.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pikepdf import Array, Name, Stream

from pnp.export.pdf_objects import UNREADABLE_PDF
from pnp.preflight.streams import Unreadable, content_of, dictionary, operations, page_content

Matrix = tuple[float, float, float, float, float, float]
FLAT = 1e-9
"""What is scaled to less is not seen."""

UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

MOST_NESTED = 20
"""Forms within forms."""

MOST_INSTRUCTIONS = 3_000_000
"""Of a file: a game of a thousand cards has a tenth."""

BYTES_OF_AN_INSTRUCTION = 100
"""At most, for all that is read counts."""

MOST_SAVED = 500
"""Graphics states that wait at a time."""

OPERATORS = (
    "q Q cm w gs cs CS sc scn SC SCN g G rg RG k K S s B B* b b* f F f* sh Do Tf Tr Tj TJ ' \" BI ID EI"
)

PRINTED = {"/DeviceGray": "Gray", "/G": "Gray", "/CalGray": "Gray", "/DeviceRGB": "RGB", "/RGB": "RGB"} | {
    "/CalRGB": "RGB",
    "/DeviceCMYK": "CMYK",
    "/CMYK": "CMYK",
    "/Lab": "Lab",
}
PROCESS = {"Cyan", "Magenta", "Yellow", "Black", "All", "None"}
BY_CHANNELS = {1: "Gray", 3: "RGB", 4: "CMYK"}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of pixels, and the matrix that its unit square is placed by."""

    width: int
    height: int
    matrix: Matrix
    image: Any = field(compare=False, hash=False, default=None)

    @property
    def dpi(self) -> float:
        """How many pixels there are to the inch, in the direction that has fewer."""
        a, b, c, d, _, _ = self.matrix
        sides = (math.hypot(a, b) / 72, math.hypot(c, d) / 72)
        return min(
            (
                pixels / side
                for pixels, side in zip((self.width, self.height), sides, strict=True)
                if side > FLAT
            ),
            default=math.inf,
        )


@dataclass(slots=True)
class Contents:
    """What was found. `thinnest` is the width of a line in pt, None where there is none; `spaces` are kinds of colour.

    `ink` is how much of CMYK the fullest colour takes, 4 at most. `unread` says what could not be read.
    """

    pictures: dict[tuple[int, int], Picture] = field(default_factory=dict)
    thinnest: float | None = None
    fonts: dict[tuple[int, int] | str, Any] = field(default_factory=dict)
    spaces: set[str] = field(default_factory=set)
    device_spaces: set[str] = field(default_factory=set)
    spots: set[str] = field(default_factory=set)
    ink: float = 0.0
    transparent: bool = False
    unread: set[str] = field(default_factory=set)

    def add(self, other: "Contents", matrix: Matrix) -> None:
        """Take in what a form shows that is placed by a matrix."""
        for key, picture in other.pictures.items():
            self.add_picture(key, replace(picture, matrix=product(picture.matrix, matrix)))
        if other.thinnest is not None:
            self.add_line(other.thinnest * scale_of(matrix))
        self.fonts |= other.fonts
        self.spaces |= other.spaces
        self.device_spaces |= other.device_spaces
        self.spots |= other.spots
        self.unread |= other.unread
        self.ink = max(self.ink, other.ink)
        self.transparent |= other.transparent

    def add_picture(self, key: tuple[int, int], picture: Picture) -> None:
        """Keep a picture, of one that is shown more than once the coarsest."""
        if key not in self.pictures or picture.dpi < self.pictures[key].dpi:
            self.pictures[key] = picture

    def add_line(self, width: float) -> None:
        """Keep the width of a line in pt if there is no thinner one."""
        self.thinnest = width if self.thinnest is None else min(self.thinnest, width)


def product(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix that does one thing and then another."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def scale_of(matrix: Matrix) -> float:
    """Return how many times as wide lines come out."""
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c))


@dataclass(slots=True)
class _State:
    """The graphics state, as far as it matters."""

    matrix: Matrix = UNIT
    width: float = 1.0
    fill: str = "/DeviceGray"
    stroke: str = "/DeviceGray"
    outlined: bool = False
    shown: bool = True
    font: tuple[Any, Any] | None = None
    unseen: bool = False


class ContentReader:
    """Reads the pages of one PDF; what forms show is kept."""

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        self._forms: dict[tuple[int, int, float], Contents] = {}
        self._left = MOST_INSTRUCTIONS

    def page(self, page: Any) -> Contents:
        """Return what a page shows."""
        found = Contents()
        try:
            unit = float(page.obj.get(Name.UserUnit, 1))
            state = _State(matrix=(unit, 0.0, 0.0, unit, 0.0, 0.0))
            self._read(page_content(page.obj), page.resources, state, found, 0)
        except Unreadable as error:
            found.unread.add(str(error))
        except UNREADABLE_PDF:
            found.unread.add("the page is damaged")
        return found

    def _read(self, content: bytes, resources: Any, state: _State, found: Contents, depth: int) -> None:
        """Follow the operators of a content stream."""
        drawing = _Drawing(resources, state, found)
        self._left -= len(content) // BYTES_OF_AN_INSTRUCTION
        try:
            for operation in operations(self._pdf, content, OPERATORS):
                self._left -= 1
                if self._left < 0:
                    found.unread.add("there is too much on the pages to be read to the end")
                    return
                shown = drawing.follow(operation)
                if shown is not None:
                    self._show(shown, drawing, resources, depth)
        except Unreadable as error:
            found.unread.add(str(error))

    def _show(self, form: Any, drawing: "_Drawing", resources: Any, depth: int) -> None:
        """Take in what a form, or a pattern, shows."""
        found, state = drawing.found, drawing.state
        if depth >= MOST_NESTED:
            found.unread.add("forms lie within forms too deeply to be read")
            return
        outer = UNIT if Name.PatternType in form else state.matrix
        matrix = product(_matrix(form.get(Name.Matrix)), outer)
        key = (*form.objgen, round(state.width, 4))
        if key not in self._forms:
            inner = self._forms[key] = Contents()  # a form that shows itself shows nothing more
            own = form.get(Name.Resources, resources)
            try:
                self._read(content_of(form), own, replace(state, matrix=UNIT), inner, depth + 1)
            except Unreadable as error:
                inner.unread.add(str(error))
        found.add(self._forms[key], matrix)


class _Drawing:
    """The state while one content stream is followed."""

    def __init__(self, resources: Any, state: _State, found: Contents) -> None:
        self.resources, self.state, self.found = resources, state, found
        self._saved: list[_State] = []

    def follow(self, operation: Any) -> Any:
        """Do what an instruction says; return the form or pattern that it shows, if any."""
        name = str(operation.operator)
        if name == "INLINE IMAGE":
            self._place(operation.iimage.obj, inline=True)
            return None
        values = list(operation.operands)
        try:
            if name in _STATE_OPERATORS:
                _STATE_OPERATORS[name](self, values)
                return None
            return self._paint(name, values)
        except (ValueError, TypeError, IndexError, KeyError, AttributeError, OverflowError):
            self.found.unread.add("an instruction cannot be read")
            return None

    def _paint(self, name: str, values: list[Any]) -> Any:
        """Follow an instruction that puts something on the page."""
        if name in ("S", "s", "B", "B*", "b", "b*"):
            self.line()
        elif name in ("Tj", "TJ", "'", '"'):
            self._text()
        elif name in ("cs", "CS", "sc", "scn", "SC", "SCN"):
            return self._colour(name, values)
        elif name in ("g", "G", "rg", "RG", "k", "K"):
            space = {"g": "/DeviceGray", "rg": "/DeviceRGB", "k": "/DeviceCMYK"}[name.lower()]
            self._use(Name(space), numbers(values))
        elif name == "sh":
            shading = dictionary(self.resources, "/Shading", str(values[0]))
            self._use(shading.get(Name.ColorSpace), ())
        elif name == "Do":
            return self._object(dictionary(self.resources, "/XObject", str(values[0])))
        return None

    def save(self) -> None:
        """Keep the state for later."""
        if len(self._saved) < MOST_SAVED:
            self._saved.append(replace(self.state))

    def restore(self) -> None:
        """Go back to the state that was kept last."""
        if self._saved:
            self.state = self._saved.pop()

    def line(self) -> None:
        """Note a line that is drawn now."""
        scale = scale_of(self.state.matrix)
        if not self.state.unseen and scale > FLAT:
            self.found.add_line(self.state.width * scale)

    def _text(self) -> None:
        if self.state.outlined:
            self.line()
        if self.state.font and self.state.shown:
            key, font = self.state.font
            self.found.fonts[key] = font

    def take_font(self, name: str) -> None:
        """Set text in the font of that name from now on."""
        font = dictionary(self.resources, "/Font").get(name)
        if font is not None:
            self.state.font = (font.objgen if font.objgen != (0, 0) else name, font)

    def take_state(self, name: str) -> None:
        """Set what an extended graphics state says."""
        state = dictionary(self.resources, "/ExtGState", name)
        if Name.LW in state:
            self.state.width = float(state.LW)
        if Name.CA in state:
            self.state.unseen = float(state.CA) == 0
        see_through = any(float(state.get(key, 1)) < 1 for key in ("/CA", "/ca"))
        mixed = str(state.get(Name.BM, "/Normal")) not in ("/Normal", "/Compatible")
        masked = Name.SMask in state and str(state.get(Name.SMask)) != "/None"
        self.found.transparent |= see_through or mixed or masked

    def _colour(self, name: str, values: list[Any]) -> Any:
        """Note a colour space or a colour in it; return the pattern that is chosen, if any."""
        which = "stroke" if name.isupper() else "fill"
        if name in ("cs", "CS"):
            setattr(self.state, which, str(values[0]))
            return None
        if values and isinstance(values[-1], Name):
            pattern = dictionary(self.resources, "/Pattern", str(values[-1]))
            if isinstance(pattern, Stream):
                return pattern
            self._use(dictionary(pattern, "/Shading").get(Name.ColorSpace), ())
            return None
        chosen = getattr(self.state, which)
        self._use(dictionary(self.resources, "/ColorSpace").get(chosen, Name(chosen)), numbers(values))
        return None

    def _use(self, space: Any, values: tuple[float, ...]) -> None:
        """Note a colour of a colour space."""
        if isinstance(space, Array) and len(space) > 1 and space[0] == Name.DeviceN:
            self.found.spots |= {str(each)[1:] for each in space[1].as_list()} - PROCESS
            return
        kind, device = colour_kind(space)
        if kind.startswith("/"):
            self.found.spots.add(kind[1:])
        elif kind:
            self.found.spaces.add(kind)
            if device:
                self.found.device_spaces.add(kind)
        if kind == "CMYK":
            self.found.ink = max(self.found.ink, sum(min(max(each, 0.0), 1.0) for each in values[:4]))

    def _object(self, shown: Any) -> Any:
        """Note a picture; return a form."""
        if shown.get(Name.Subtype) == Name.Image:
            self._place(shown, inline=False)
        elif shown.get(Name.Subtype) == Name.Form and isinstance(shown, Stream):
            return shown
        return None

    def _place(self, image: Any, *, inline: bool) -> None:
        width, height = int(image.get(Name.Width, 0)), int(image.get(Name.Height, 0))
        if Name.ColorSpace in image:
            space = image.get(Name.ColorSpace)
            named = (
                dictionary(self.resources, "/ColorSpace").get(str(space)) if isinstance(space, Name) else None
            )
            self._use(space if named is None else named, ())
        self.found.transparent |= Name.SMask in image
        if width > 1 and height > 1:  # a single row of pixels is a colour, or a blend
            key = (-1, len(self.found.pictures)) if inline else image.objgen
            kept = None if inline else image
            self.found.add_picture(key, Picture(width, height, self.state.matrix, kept))


def _concat(drawing: _Drawing, values: list[Any]) -> None:
    drawing.state.matrix = product(_six(values), drawing.state.matrix)


def _width(drawing: _Drawing, values: list[Any]) -> None:
    drawing.state.width = float(values[0])


def _mode(drawing: _Drawing, values: list[Any]) -> None:
    mode = int(values[0])
    drawing.state.outlined = mode in (1, 2, 5, 6)
    drawing.state.shown = mode not in (3, 7)


_STATE_OPERATORS: Mapping[str, Any] = {
    "q": lambda drawing, _: drawing.save(),
    "Q": lambda drawing, _: drawing.restore(),
    "cm": _concat,
    "w": _width,
    "Tr": _mode,
    "Tf": lambda drawing, values: drawing.take_font(str(values[0])),
    "gs": lambda drawing, values: drawing.take_state(str(values[0])),
}


def numbers(values: list[Any]) -> tuple[float, ...]:
    """Return the operands of a colour."""
    return tuple(float(each) for each in values if not isinstance(each, Name))


def _six(values: list[Any]) -> Matrix:
    a, b, c, d, e, f = (float(each) for each in values)
    return (a, b, c, d, e, f)


def _matrix(values: Any) -> Matrix:
    try:
        return UNIT if values is None else _six(list(values.as_list()))
    except (ValueError, TypeError, AttributeError):
        return UNIT


def colour_kind(space: Any) -> tuple[str, bool]:
    """Return "Gray", "RGB", "CMYK" or "Lab", "/Name" of a spot colour, "" for what is none; and whether it is a device's."""
    if isinstance(space, Name):
        kind = PRINTED.get(str(space), "")
        return kind, str(space) in ("/DeviceGray", "/G", "/DeviceRGB", "/RGB", "/DeviceCMYK", "/CMYK")
    if not isinstance(space, Array) or not len(space):
        return "", False
    family = str(space[0])
    if family == "/ICCBased" and isinstance(space[1], Stream):
        return BY_CHANNELS.get(int(space[1].get(Name.N, 0)), ""), False
    if family == "/Indexed":
        return colour_kind(space[1])
    if family == "/Separation":
        name = str(space[1])
        return ("" if name[1:] in PROCESS else name), False
    return PRINTED.get(family, ""), False
