"""The contents of PDFs of unknown origin: pictures and lines at final size, fonts, colours, inks, settings, forms.

Streams are unpacked up to a limit. Forms are read once each, however often they are shown.
"""

import math
import re
import warnings
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from pikepdf import Array, Dictionary, Matrix, Name, Object, Stream, parse_content_stream

from pnp.export.pdf_objects import UNREADABLE_PDF

LARGEST_CONTENT = 32_000_000  # Bytes of one content stream, unpacked: a page with a map on it has a tenth.
MOST_WORDS = 1_000_000  # Of one content stream; each is kept in some 450 bytes while it is followed.
MOST_PACKED = 1_100  # Times that a filter other than Flate packs at most.


class Unreadable(Exception):
    """A stream, or a part of a file, that cannot be read or is too large to be; str() says which."""


def content_of(stream: Object) -> bytes:
    """Return what is in a stream, unpacked. Raises Unreadable."""
    try:
        raw = stream.read_raw_bytes()
        filters = stream.get(Name.Filter)
        names = list(filters.as_list()) if isinstance(filters, Array) else [filters] if filters else []
        if names == [Name.FlateDecode] and Name.DecodeParms not in stream:
            unpacking = zlib.decompressobj()
            content = unpacking.decompress(raw, LARGEST_CONTENT)
            if unpacking.unconsumed_tail:
                raise Unreadable("a stream is too large to be read")
            return content
        if len(raw) * (MOST_PACKED if names else 1) > LARGEST_CONTENT:
            raise Unreadable("a stream is too large to be read")
        return stream.read_bytes()
    except zlib.error as error:
        raise Unreadable("a stream is damaged") from error
    except UNREADABLE_PDF as error:
        raise Unreadable("a stream cannot be read") from error


def page_content(page: Any) -> bytes:
    """Return the content of a page, which may be in several streams. Raises Unreadable."""
    contents = page.get(Name.Contents)
    parts = list(contents.as_list()) if isinstance(contents, Array) else [contents]
    return b"\n".join(content_of(part) for part in parts if isinstance(part, Stream))


def operations(pdf: Any, content: bytes, wanted: str) -> Iterator[Any]:
    """Yield the instructions with the wanted operators, others perhaps too. Raises Unreadable."""
    if sum(1 for _ in re.finditer(rb"[A-Za-z'\"*]+", content)) > MOST_WORDS:
        raise Unreadable("there is too much in a stream to be read")
    inline = b"BI" in content and b"ID" in content  # a filter would lose what such a picture says of itself
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = parse_content_stream(Stream(pdf, content), "" if inline else wanted)
    except UNREADABLE_PDF as error:
        raise Unreadable("the content cannot be read") from error
    yield from found


def dictionary(holder: Any, *keys: str) -> Any:
    """Return the dictionary that several keys lead to, an empty one where there is none."""
    for key in keys:
        holder = holder.get(key) if isinstance(holder, Dictionary | Stream) else None
    return holder if isinstance(holder, Dictionary | Stream) else Dictionary()


def scale_of(matrix: Matrix) -> float:
    """Return how many times as wide lines come out."""
    return math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))


# All that a page shows, followed into its forms.

FLAT = 1e-9  # What is scaled to less is not seen.
MOST_NESTED = 20  # Forms within forms.
MOST_INSTRUCTIONS = 3_000_000  # Of a file: a game of a thousand cards has a tenth.
BYTES_OF_AN_INSTRUCTION = 100  # At most, for all that is read counts.
MOST_SAVED = 500  # Graphics states that wait at a time.

OPERATORS = (
    "q Q cm w gs cs CS sc scn SC SCN g G rg RG k K S s B B* b b* f F f* sh Do Tf Tr Tj TJ ' \" BI ID EI "
    "ri i BDC BMC DP MP BT Tm"
)
PRINTED = {"/Lab": "Lab"} | {
    f"/{form}{kind}": kind for kind in ("Gray", "RGB", "CMYK") for form in ("Device", "Cal", "")
}
PRINTED["/G"] = "Gray"
FILLING = frozenset(("f", "F", "f*", "B", "B*", "b", "b*", "Tj", "TJ", "'", '"'))
PROCESS = {"Cyan", "Magenta", "Yellow", "Black", "None"}
BY_CHANNELS = {1: "Gray", 3: "RGB", 4: "CMYK"}
_OF_STREAMS = {"/Length", "/Filter", "/DecodeParms", "/Type", "/Subtype", "/Name"}
_OF_FORMS = {*_OF_STREAMS, "/BBox", "/Matrix", "/Resources", "/Group", "/PnpFace", "/FormType"}
_SHAPES = "/Width /Height /ColorSpace /BitsPerComponent /SMask /Matte /Mask /ImageMask"
_OF_PICTURES = {*_OF_STREAMS, *_SHAPES.split()}


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
        matrix = self.matrix
        across, down = math.hypot(matrix.a, matrix.b) / 72, math.hypot(matrix.c, matrix.d) / 72
        counts = ((self.width, across), (self.height, down))
        return min((pixels / side for pixels, side in counts if side > FLAT), default=math.inf)


@dataclass(frozen=True, slots=True)
class TextLook:
    """How letters are printed: their size in pt, and the colour they are filled with, of a kind, as numbers from 0 to 1."""

    size: float
    kind: str
    colour: tuple[float, ...]

    @property
    def inks(self) -> int:
        """How many of the four inks print it."""
        return sum(1 for share in self.colour if share > 0) if self.kind == "CMYK" else 1

    @property
    def is_white(self) -> bool:
        return _is_white(self.kind, self.colour)


def _is_white(kind: str, colour: tuple[float, ...]) -> bool:
    return all(part == (kind in ("Gray", "RGB")) for part in colour) and bool(colour)


@dataclass(slots=True)
class Contents:
    """What was found, lengths in pt. `spaces` are kinds of colour.

    `lines` are all widths; `colours` are those that something is drawn in, each with its kind. `ink` is how much of CMYK the fullest colour takes,
    4 at most; there may be more of it where something `adds_up`, and something white that overprints `vanishes`. `settings` are what else is asked for, in words. `unread` says what could not be read.
    `unmeasured` says what of it whoever looks at the ink could not measure.
    """

    pictures: dict[tuple[int, int], Picture] = field(default_factory=dict)
    lines: set[float] = field(default_factory=set)
    fonts: dict[tuple[int, int] | str, Any] = field(default_factory=dict)
    spaces: set[str] = field(default_factory=set)
    device_spaces: set[str] = field(default_factory=set)
    spots: set[str] = field(default_factory=set)
    colours: set[tuple[str, tuple[float, ...]]] = field(default_factory=set)
    settings: set[str] = field(default_factory=set)
    texts: set[TextLook] = field(default_factory=set)
    ink: float = 0.0
    adds_up: bool = False
    vanishes: bool = False
    transparent: bool = False
    unread: set[str] = field(default_factory=set)
    unmeasured: set[str] = field(default_factory=set)

    def add(self, other: "Contents", matrix: Matrix) -> None:
        """Take in what a form shows that is placed by a matrix."""
        for key, picture in other.pictures.items():
            self.add_picture(key, replace(picture, matrix=picture.matrix @ matrix))
        scale = scale_of(matrix)
        self.lines |= {width * scale for width in other.lines}
        self.fonts |= other.fonts
        self.texts |= {replace(text, size=round(text.size * scale, 2)) for text in other.texts}
        for name in ("spaces", "device_spaces", "spots", "colours", "settings", "unread"):
            getattr(self, name).update(getattr(other, name))
        self.ink = max(self.ink, other.ink)
        self.adds_up |= other.adds_up
        self.vanishes |= other.vanishes
        self.transparent |= other.transparent

    def add_picture(self, key: tuple[int, int], picture: Picture) -> None:
        """Keep a picture, of one that is shown more than once the coarsest."""
        if key not in self.pictures or picture.dpi < self.pictures[key].dpi:
            self.pictures[key] = picture

    @property
    def thinnest(self) -> float | None:
        return min(self.lines, default=None)


@dataclass(slots=True)
class _State:
    matrix: Matrix = field(default_factory=Matrix)
    width: float = 1.0
    fill: str = "/DeviceGray"
    stroke: str = "/DeviceGray"
    outlined: bool = False
    shown: bool = True
    font: tuple[Any, Any] | None = None
    font_size: float = 0.0
    text_scale: float = 1.0
    colour: tuple[str, tuple[float, ...]] = ("Gray", (0.0,))
    overprints: bool = False
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
            state = _State(matrix=Matrix().scaled(unit, unit))
            self._read(page_content(page.obj), page.resources, state, found, 0)
        except Unreadable as error:
            found.unread.add(str(error))
        except UNREADABLE_PDF:
            found.unread.add("the page is damaged")
        return found

    def _read(self, content: bytes, resources: Any, state: _State, found: Contents, depth: int) -> None:
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
        found, state = drawing.found, drawing.state
        if depth >= MOST_NESTED:
            found.unread.add("forms are nested too deeply to be read")
            return
        outer = Matrix() if Name.PatternType in form else state.matrix
        matrix = _matrix(form.get(Name.Matrix)) @ outer
        key = (*form.objgen, round(state.width, 4))
        if key not in self._forms:
            inner = Contents()
            self._forms[key] = Contents(unread={"a form shows itself, without end"})  # as long as it is read
            own = form.get(Name.Resources, resources)
            try:
                self._read(content_of(form), own, replace(state, matrix=Matrix()), inner, depth + 1)
            except Unreadable as error:
                inner.unread.add(str(error))
            self._forms[key] = inner
        found.add(self._forms[key], matrix)


class _Drawing:
    def __init__(self, resources: Any, state: _State, found: Contents) -> None:
        self.resources, self.state, self.found = resources, state, found
        self._saved: list[_State] = []
        self._profiles: dict[tuple[int, int], str] = {}
        spaces = dictionary(resources, "/ColorSpace").keys()
        found.settings |= {f"{name[1:]} of its own" for name in spaces if name.startswith("/Default")}

    def follow(self, operation: Any) -> Any:
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
        if name in FILLING and self.state.overprints:
            self.found.adds_up |= not self.state.colour[0].startswith("/")
            self.found.vanishes |= _is_white(*self.state.colour)
        if name in ("S", "s", "B", "B*", "b", "b*"):
            self.line()
        elif name in ("Tj", "TJ", "'", '"'):
            self._text()
        elif name in ("cs", "CS", "sc", "scn", "SC", "SCN"):
            return self._colour(name, values)
        elif name in ("g", "G", "rg", "RG", "k", "K"):
            space = {"g": "/DeviceGray", "rg": "/DeviceRGB", "k": "/DeviceCMYK"}[name.lower()]
            self._use(Name(space), numbers(values), fills=name.islower())
        elif name == "sh":
            self._blend(dictionary(self.resources, "/Shading", str(values[0])))
        elif name == "Do":
            return self._object(dictionary(self.resources, "/XObject", str(values[0])))
        return None

    def save(self) -> None:
        if len(self._saved) < MOST_SAVED:
            self._saved.append(replace(self.state))

    def restore(self) -> None:
        if self._saved:
            self.state = self._saved.pop()

    def line(self) -> None:
        scale = scale_of(self.state.matrix)
        if not self.state.unseen and scale > FLAT:
            self.found.lines.add(self.state.width * scale)

    def _text(self) -> None:
        if self.state.outlined:
            self.line()
        if self.state.font and self.state.shown:
            key, font = self.state.font
            self.found.fonts[key] = font
            size = abs(self.state.font_size) * self.state.text_scale * scale_of(self.state.matrix)
            if font.get(Name.Subtype) != Name.Type3 and size > FLAT and not self.state.outlined:
                self.found.texts.add(TextLook(round(size, 2), *self.state.colour))

    def take_font(self, name: str, size: float) -> None:
        self.state.font_size = size
        font = dictionary(self.resources, "/Font").get(name)
        if font is not None:
            self.state.font = (font.objgen if font.objgen != (0, 0) else name, font)

    def take_state(self, name: str) -> None:
        state = dictionary(self.resources, "/ExtGState", name)
        if Name.LW in state:
            self.state.width = float(state.LW)
        if Name.op in state or Name.OP in state:
            self.state.overprints = bool(state.get(Name.op, state.get(Name.OP)))
        if Name.CA in state:
            self.state.unseen = float(state.CA) == 0
        see_through = any(float(state.get(key, 1)) < 1 for key in ("/CA", "/ca"))
        mixed = str(state.get(Name.BM, "/Normal")) not in ("/Normal", "/Compatible")
        masked = Name.SMask in state and str(state.get(Name.SMask)) != "/None"
        self.found.adds_up |= mixed
        self.found.transparent |= see_through or mixed or masked
        self.found.settings |= {
            f"the state {key[1:]} {_plain(value)}".strip() for key, value in state.items() if key != "/Type"
        }

    def mark(self, values: list[Any]) -> None:
        """Note how content is marked: as that of a layer, or with words about it."""
        tag, about = str(values[0])[1:], values[-1]
        if tag == "OC" and isinstance(about, Name):
            layer = dictionary(self.resources, "/Properties", str(about))
            about = f"{str(about)[1:]}, the layer {layer.get(Name.Name, '')}"
        if isinstance(about, Dictionary):
            words = {key: f" ({about[key]})" for key in ("/Alt", "/ActualText", "/E") if key in about}
            about = " ".join(f"{key}{words.get(key, '')}" for key in sorted(about.keys()))
        self.found.settings.add(f"content marked as {tag} {'' if isinstance(about, Name) else about}".strip())

    def _colour(self, name: str, values: list[Any]) -> Any:
        which = "stroke" if name.isupper() else "fill"
        if name in ("cs", "CS"):
            setattr(self.state, which, str(values[0]))
            return None
        if values and isinstance(values[-1], Name):
            pattern = dictionary(self.resources, "/Pattern", str(values[-1]))
            if isinstance(pattern, Stream):
                steps = " x ".join(_plain(pattern.get(name, 0)) for name in ("/XStep", "/YStep"))
                self.found.settings.add(f"a pattern of tiles, {steps} pt apart")
                return pattern
            self._blend(dictionary(pattern, "/Shading"))
            return None
        chosen = getattr(self.state, which)
        space = dictionary(self.resources, "/ColorSpace").get(chosen, Name(chosen))
        self._use(space, numbers(values), fills=which == "fill")
        return None

    def _use(self, space: Any, values: tuple[float, ...], *, fills: bool = False) -> None:
        """Note a colour of a colour space, and that letters are filled with it."""
        if fills:
            self.state.colour = (colour_kind(space)[0], values)
        if isinstance(space, Array) and len(space) > 1 and space[0] == Name.DeviceN:
            names = {str(name)[1:] for name in space[1].as_list()}
            self.found.spots |= names - PROCESS
            if names & PROCESS:
                self.found.spaces.add("CMYK")
                self.found.adds_up = True
            return
        kind, device = colour_kind(space)
        if kind.startswith("/"):
            self.found.spots.add(kind[1:])
        elif kind:
            self.found.spaces.add(kind)
            if device:
                self.found.device_spaces.add(kind)
        if values:
            self.found.colours.add((kind, values))
        if kind and not device:
            self._profile(space)
        if kind == "CMYK":
            self.found.ink = max(self.found.ink, sum(min(max(value, 0.0), 1.0) for value in values[:4]))

    def _blend(self, shading: Any) -> None:
        space = shading.get(Name.ColorSpace)
        self.found.settings.add(f"a blend of colours of type {_plain(shading.get(Name.ShadingType, 0))}")
        self._use(space, ())
        self.found.adds_up |= colour_kind(space)[0] == "CMYK"

    def _profile(self, space: Any) -> None:
        if space[0] == Name.Indexed:
            return self._use(space[1], ())
        said = space[1]
        if said.objgen not in self._profiles or not said.is_indirect:
            content = content_of(said) if isinstance(said, Stream) else said.unparse(resolved=True)
            self._profiles[said.objgen] = sha256(content).hexdigest()[:12]
            self.found.settings.add(f"the colour profile {self._profiles[said.objgen]}")
        return None

    def _object(self, shown: Any) -> Any:
        if shown.get(Name.Subtype) == Name.Image:
            self._place(shown, inline=False)
        elif shown.get(Name.Subtype) == Name.Form and isinstance(shown, Stream):
            self.found.settings |= {f"a form with {key[1:]}" for key in shown.keys() - _OF_FORMS}
            return shown
        else:
            self.found.settings.add(f"an object of kind {_plain(shown.get(Name.Subtype))}")
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
        self.found.settings.add(f"a picture of {width} x {height} pixels")
        more = () if inline else image.keys() - _OF_PICTURES
        self.found.settings |= {f"a picture with {key[1:]} {_plain(image[key])}".strip() for key in more}
        if width > 1 and height > 1:  # a single row of pixels is a colour, or a blend
            key = (-1, len(self.found.pictures)) if inline else image.objgen
            kept = None if inline else image
            self.found.add_picture(key, Picture(width, height, self.state.matrix, kept))


def _plain(value: Any) -> str:
    if isinstance(value, Name | bool):
        return str(value).strip("/")
    return "" if isinstance(value, Object) else f"{float(value):g}"


def _mode(drawing: _Drawing, values: list[Any]) -> None:
    mode = int(values[0])
    drawing.state.outlined = mode in (1, 2, 5, 6)
    drawing.state.shown = mode not in (3, 7)


_STATE_OPERATORS: Mapping[str, Any] = {
    "q": lambda drawing, _: drawing.save(),
    "Q": lambda drawing, _: drawing.restore(),
    "cm": lambda drawing, values: setattr(drawing.state, "matrix", _six(values) @ drawing.state.matrix),
    "w": lambda drawing, values: setattr(drawing.state, "width", float(values[0])),
    "Tr": _mode,
    "Tf": lambda drawing, values: drawing.take_font(str(values[0]), float(values[1])),
    "BT": lambda drawing, _: setattr(drawing.state, "text_scale", 1.0),
    "Tm": lambda drawing, values: setattr(drawing.state, "text_scale", scale_of(_six(values))),
    "gs": lambda drawing, values: drawing.take_state(str(values[0])),
    "ri": lambda drawing, values: drawing.found.settings.add(f"the state RI {str(values[0])[1:]}"),
    "i": lambda drawing, values: drawing.found.settings.add(f"the state FL {float(values[0]):g}"),
} | dict.fromkeys(("BDC", "BMC", "DP", "MP"), _Drawing.mark)


def numbers(values: list[Any]) -> tuple[float, ...]:
    """Return the operands of a colour."""
    return tuple(float(value) for value in values if not isinstance(value, Name))


def _six(values: list[Any]) -> Matrix:
    return Matrix(*(float(value) for value in values))


def _matrix(values: Any) -> Matrix:
    try:
        return Matrix() if values is None else _six(list(values.as_list()))
    except (ValueError, TypeError, AttributeError):
        return Matrix()


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
        return ("CMYK" if name[1:] in PROCESS else name), False
    return PRINTED.get(family, ""), False
