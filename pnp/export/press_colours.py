"""Colours and lines for a press: the printing condition with its ICC profile, inks, minimum line widths."""

import io
import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pikepdf import Array, Dictionary, Name, Object, Pdf, PdfImage, Stream, String
from PIL import Image, ImageCms

from pnp.files import read_bytes, read_package
from pnp.model.diagnostics import CannotUse
from pnp.text import decimal

# The printing condition that a PDF is made for, which PDF/X wants to be named.

RGB_TITLE = "sRGB as an RGB printing condition"  # What the profile in rgb_print.icc is called.
ProcessColours = Literal["Gray", "RGB", "CMYK"]
SPACES: dict[bytes, ProcessColours] = {b"GRAY": "Gray", b"RGB ": "RGB", b"CMYK": "CMYK"}
CHANNELS: dict[ProcessColours, int] = {"Gray": 1, "RGB": 3, "CMYK": 4}

MODES: dict[ProcessColours, str] = {"Gray": "L", "RGB": "RGB", "CMYK": "CMYK"}
"""What Pillow calls pictures in these colours."""

LARGEST_PROFILE = 20_000_000  # Bytes: ten times the largest that is in use.
REGISTRY = "http://www.color.org"
CUSTOM = "Custom"

REGISTERED: dict[str, str] = json.loads(read_package("pnp.export", "printing_conditions.json"))
"""What is in the names of common profiles, and the condition in the registry of the ICC that each describes."""


@dataclass(frozen=True, slots=True)
class PrintingCondition:
    """A condition: its name in the registry of the ICC, CUSTOM where it has none, and a profile in whose colours it prints."""

    identifier: str
    title: str
    colours: ProcessColours
    profile: bytes


def rgb_condition() -> PrintingCondition:
    """Return the condition of a file whose colours nobody has chosen inks for yet.

    It is sRGB as the profile (version 4.2) of a printing device: PDF/X takes no profile of a screen as its condition.
    """
    return PrintingCondition(CUSTOM, RGB_TITLE, "RGB", read_package("pnp.export", "rgb_print.icc"))


def condition_of(path: Path) -> PrintingCondition:
    """Return the condition that an ICC profile describes. Raises CannotUse for any file but the profile of a printer."""
    hint = "give the profile that your print shop names, such as PSOcoated_v3.icc from eci.org"
    try:
        profile = read_bytes(path, limit=LARGEST_PROFILE)
    except OSError as error:
        raise CannotUse(f"{path} cannot be read: {error.strerror or error}", hint) from error
    try:
        return read_condition(profile)
    except ValueError as error:
        raise CannotUse(f"{path} {error}", hint) from error


def read_condition(profile: bytes) -> PrintingCondition:
    """Return the condition that a profile describes. Raises ValueError, which says what the profile is instead."""
    if len(profile) < 132 or profile[36:40] != b"acsp":
        raise ValueError("is not an ICC profile")
    kind, space = profile[12:16], profile[16:20]
    if kind != b"prtr":
        what = {b"mntr": "a screen", b"scnr": "a camera or scanner", b"link": "a link of devices"}
        raise ValueError(f"is the profile of {what.get(kind, 'something else')}, not of a printing condition")
    if space not in SPACES:
        raise ValueError(f"is for {space.decode('latin-1').strip()}, not for gray, RGB or CMYK")
    try:
        opened = ImageCms.getOpenProfile(io.BytesIO(profile))
        title = ImageCms.getProfileDescription(opened).strip()
        ImageCms.buildTransform(ImageCms.createProfile("sRGB"), opened, "RGB", MODES[SPACES[space]])
    except (OSError, ImageCms.PyCMSError) as error:
        raise ValueError("is a damaged ICC profile") from error
    return PrintingCondition(_registered(title), title or CUSTOM, SPACES[space], profile)


def _registered(title: str) -> str:
    for pattern, name in REGISTERED.items():
        if match := re.search(pattern, title, re.IGNORECASE):
            return match.expand(name)
    return CUSTOM


def add_output_intent(pdf: Pdf, condition: PrintingCondition) -> Object:
    """Say in a PDF which condition it is made for; return the stream of its profile."""
    count = CHANNELS[condition.colours]
    stream = pdf.make_stream(condition.profile, N=count, Alternate=Name(f"/Device{condition.colours}"))
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(condition.identifier),
        Info=String(condition.title),
        DestOutputProfile=stream,
    )
    if condition.identifier != CUSTOM:
        intent.RegistryName = String(REGISTRY)
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
    return stream


# Colours of converted faces made into the inks of a press by its profile: fills, lines, blends and pictures. What is gray is
# printed in black alone. Masks stay as they are: they say how much shows, not in which colour.

Inks = tuple[float, float, float, float]

_COLOUR = re.compile(rb"(/[\w.+-]+) (cs|CS) ([-+.\d]+) ([-+.\d]+) ([-+.\d]+) (?:scn|SCN)(?!\w)")
"""A colour of three parts in a space of the resources, as faces have it."""


def inks_of_srgb(profile: bytes) -> ImageCms.ImageCmsTransform:
    """Return what makes pictures in sRGB CMYK by a profile, black as deep as it can be."""
    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.getOpenProfile(io.BytesIO(profile)),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


class InkColours:
    """Makes forms of faces CMYK; those that are several times in a file are made once."""

    def __init__(self, profile: bytes) -> None:
        self._transform = inks_of_srgb(profile)
        self.inks = cache(self._inks)

    def _inks(self, red: float, green: float, blue: float) -> Inks:
        if max(red, green, blue) - min(red, green, blue) < 1 / 512:
            return 0.0, 0.0, 0.0, 1 - green
        levels = tuple(round(min(max(part, 0.0), 1.0) * 255) for part in (red, green, blue))
        cyan, magenta, yellow, black = self._converted(Image.new("RGB", (1, 1), levels)).tobytes()
        return cyan / 255, magenta / 255, yellow / 255, black / 255

    def _converted(self, picture: Image.Image) -> Image.Image:
        inks = ImageCms.applyTransform(picture, self._transform)
        assert inks is not None
        return inks

    def convert(self, form: Object) -> None:
        """Make what a form shows CMYK, and what the forms within it show."""
        resources = form.get(Name.Resources, Dictionary())
        spaces = resources.get(Name.ColorSpace, Dictionary())
        colourful = {name.encode() for name, space in spaces.items() if _is_rgb(space)}
        made = _rewritten(form, _COLOUR, lambda match: self._colour(match, colourful))
        for unused in colourful:
            if unused + b" " not in made:
                del spaces[unused.decode()]
        _gray_in_black(spaces)
        if Name.Group in form and _is_rgb(form.Group.get(Name.CS)):
            form.Group.CS = Name.DeviceCMYK
        for shown in resources.get(Name.XObject, Dictionary()).values():
            if shown.get(Name.Subtype) == Name.Form:
                self.convert(shown)
            elif _is_rgb(shown.get(Name.ColorSpace)):
                self._picture(shown)
        for shading in resources.get(Name.Shading, Dictionary()).values():
            self._shading(shading)
        for pattern in resources.get(Name.Pattern, Dictionary()).values():
            if isinstance(pattern, Stream):
                self.convert(pattern)
            else:
                self._shading(pattern.get(Name.Shading, Dictionary()))

    def _colour(self, match: re.Match[bytes], colourful: set[bytes]) -> bytes:
        if match[1] not in colourful:
            return match[0]
        inks = self.inks(*(float(match[number]) for number in (3, 4, 5)))
        operator = "k" if match[2] == b"cs" else "K"
        after = ""  # what comes before may end without a space
        return " ".join((after, *map(decimal, inks), operator)).encode()

    def _picture(self, image: Any) -> None:
        inks = self._converted(PdfImage(image).as_pil_image().convert("RGB"))
        for key in (Name.Decode, Name.DecodeParms, Name.Mask):
            if key in image:
                del image[key]
        image.BitsPerComponent, image.ColorSpace = 8, Name.DeviceCMYK
        image.write(inks.tobytes())

    def _shading(self, shading: Any) -> None:
        function = shading.get(Name.Function)
        if _is_rgb(shading.get(Name.ColorSpace)) and _is_line(function):
            shading.ColorSpace = Name.DeviceCMYK
            self._function(function)

    def _function(self, function: Any) -> None:
        for part in function.get(Name.Functions, ()):
            self._function(part)
        for key in (Name.C0, Name.C1):
            if key in function:
                function[key] = Array([round(ink, 4) for ink in self.inks(*map(float, function[key]))])
        if Name.Range in function:
            del function[Name.Range]


def is_icc(space: Any, channels: int) -> bool:
    """Say whether a colour space is that of an ICC profile with so many channels."""
    return isinstance(space, Array) and space[0] == Name.ICCBased and channels == space[1].N


def _is_rgb(space: Any) -> bool:
    return space == Name.DeviceRGB if isinstance(space, Name) else is_icc(space, 3)


def _is_line(function: Any) -> bool:
    if not isinstance(function, Dictionary):
        return False
    parts = function.get(Name.Functions)
    return function.FunctionType == 2 if parts is None else all(map(_is_line, parts))


DARK, COLOURFUL = 0.42, 0.32
"""A text none of whose parts of red, green and blue is larger, nor further from another, is black to the eye."""

_TEXT_COLOUR = re.compile(_COLOUR.pattern + rb"(?=\s*(?:/[\w.+-]+ gs\s*)?BT\b)")


def print_dark_text_in_black(form: Object) -> None:
    """Have dark text in a form, and in those within it, printed in black ink and no other: several inks blur small letters."""

    def in_black(match: re.Match[bytes]) -> bytes:
        parts = [float(match[number]) for number in (3, 4, 5)]
        if match[2] != b"cs" or max(parts) > DARK or max(parts) - min(parts) > COLOURFUL:
            return match[0]
        return f" {decimal(0.3 * parts[0] + 0.59 * parts[1] + 0.11 * parts[2])} g".encode()

    _rewritten(form, _TEXT_COLOUR, in_black)
    for shown in _forms_in(form):
        print_dark_text_in_black(shown)


def print_gray_in_black(form: Object) -> None:
    """Have what is gray in a form, and in those within it, printed in black ink and no other: text is sharp then."""
    _gray_in_black(form.get(Name.Resources, Dictionary()).get(Name.ColorSpace, Dictionary()))
    for shown in _forms_in(form):
        print_gray_in_black(shown)


def _gray_in_black(spaces: Any) -> None:
    for name, space in dict(spaces.items()).items():
        if is_icc(space, 1):
            spaces[name] = Name.DeviceGray


def _rewritten(stream: Any, pattern: re.Pattern[bytes], made: Callable[[re.Match[bytes]], bytes]) -> bytes:
    """Have what a pattern finds in a stream made into something else; return the content that it has then."""
    before = stream.read_bytes()
    after = pattern.sub(made, before)
    if after != before:
        stream.write(after)
    return after


def _forms_in(form: Object) -> list[Any]:
    shown = form.get(Name.Resources, Dictionary()).get(Name.XObject, Dictionary()).values()
    return [form for form in shown if form.get(Name.Subtype) == Name.Form]


# Lines of converted faces that are too thin for a press, drawn as wide as it can: icons that were made smaller have them.

THINNEST_PT = 0.25

_TOKENS = re.compile(rb"\((?:\\.|[^\\()])*\)|(?:cm|w|Do|q|Q)(?![\w*])", re.DOTALL)
"""Operators that matter; strings too, in which nothing is an operator."""

_PART_OF_A_NAME = re.compile(rb"[\w/.+-]")
LONGEST_OPERANDS = 150  # Bytes: a matrix of six numbers.


@dataclass(slots=True)
class _Width:
    """The width of lines in units of the content, as it is meant and as it is written, and how large a unit is in pt."""

    meant: float = 1.0
    written: float = 1.0
    unit: float = 1.0

    def widened(self) -> float | None:
        wanted = max(self.meant, THINNEST_PT / self.unit) if self.unit else self.meant
        if wanted == self.written:
            return None
        self.written = wanted
        return wanted


@dataclass(slots=True)
class _Widening:
    """The content of a form as its lines are widened; `shown` are the forms in it, and the size of their unit."""

    now: _Width
    saved: list[_Width] = field(default_factory=list)
    shown: dict[bytes, float] = field(default_factory=dict)

    def __call__(self, token: re.Match[bytes]) -> bytes:
        """Return what is written instead of a token: the same, and with it the width that it needs."""
        operator, start = token[0], token.start()
        if _PART_OF_A_NAME.match(token.string, max(0, start - 1), start):
            return operator
        if operator == b"q":
            self.saved.append(replace(self.now))
        elif operator == b"Q" and self.saved:
            self.now = self.saved.pop()
        elif operator in (b"cm", b"w", b"Do"):
            operands = token.string[max(0, start - LONGEST_OPERANDS) : start].split()
            if operator == b"Do":
                self.shown.setdefault(operands[-1].rpartition(b"/")[2], self.now.unit)
            elif operator == b"w":
                self.now.meant = self.now.written = _number(operands[-1])
            else:
                a, b, c, d = (_number(operand) for operand in operands[-6:-2])
                self.now.unit *= math.sqrt(abs(a * d - b * c))
            if operator != b"Do" and (width := self.now.widened()) is not None:
                return operator + f" {decimal(width)} w ".encode()
        return operator


def _number(operand: bytes) -> float:
    number = re.search(rb"[-+.\d]+$", operand)
    return float(number[0]) if number else 0.0


def widen_hairlines(stream: Object, unit: float = 1.0) -> None:
    """Widen the lines of a form, and of those within it, that are thinner than THINNEST_PT where a unit is `unit` pt."""
    a, b, c, d, *_ = (float(part) for part in stream.get(Name.Matrix, (1, 0, 0, 1, 0, 0)))
    widening = _Widening(_Width(unit=unit * math.sqrt(abs(a * d - b * c))))
    _rewritten(stream, _TOKENS, widening)
    within = stream.get(Name.Resources, Dictionary()).get(Name.XObject, Dictionary())
    for name, inner_unit in widening.shown.items():
        inner = within.get(f"/{name.decode()}")
        if isinstance(inner, Stream) and inner.get(Name.Subtype) == Name.Form:
            widen_hairlines(inner, inner_unit)
