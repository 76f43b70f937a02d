"""Colours of converted faces made into the inks of a press, by its profile: fills, lines, blends and pictures.

What is gray is printed in black alone. Masks stay as they are: they say how much shows, not in which colour.
"""

import io
import re
from functools import cache
from typing import Any

from pikepdf import Array, Dictionary, Name, Object, PdfImage, Stream
from PIL import Image, ImageCms

from pnp.text import decimal

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
        """Take the CMYK profile of a printing condition."""
        self._transform = inks_of_srgb(profile)
        self.inks = cache(self._inks)

    def _inks(self, red: float, green: float, blue: float) -> Inks:
        """Return how much of each ink a colour takes, from 0 to 1."""
        if max(red, green, blue) - min(red, green, blue) < 1 / 512:
            return 0.0, 0.0, 0.0, 1 - green
        levels = tuple(round(min(max(each, 0.0), 1.0) * 255) for each in (red, green, blue))
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
        colourful = {name.encode() for name, space in spaces.items() if is_rgb(space)}
        stream = form
        content = stream.read_bytes()
        made = _COLOUR.sub(lambda found: self._colour(found, colourful), content)
        if made != content:
            stream.write(made)
        for unused in colourful:
            if unused + b" " not in made:
                del spaces[unused.decode()]
        for name, space in dict(spaces.items()).items():
            if is_icc(space, 1):
                spaces[name] = Name.DeviceGray
        if Name.Group in form and is_rgb(form.Group.get(Name.CS)):
            form.Group.CS = Name.DeviceCMYK
        self._convert_used(resources)

    def _colour(self, found: re.Match[bytes], colourful: set[bytes]) -> bytes:
        if found[1] not in colourful:
            return found[0]
        inks = self.inks(*(float(found[number]) for number in (3, 4, 5)))
        operator = "k" if found[2] == b"cs" else "K"
        after = ""  # what comes before may end without a space
        return " ".join((after, *map(decimal, inks), operator)).encode()

    def _convert_used(self, resources: Any) -> None:
        """Make forms, pictures, blends and patterns CMYK."""
        for shown in resources.get(Name.XObject, Dictionary()).values():
            if shown.get(Name.Subtype) == Name.Form:
                self.convert(shown)
            elif is_rgb(shown.get(Name.ColorSpace)):
                self._picture(shown)
        for shading in resources.get(Name.Shading, Dictionary()).values():
            self._shading(shading)
        for pattern in resources.get(Name.Pattern, Dictionary()).values():
            if isinstance(pattern, Stream):
                self.convert(pattern)
            else:
                self._shading(pattern.get(Name.Shading, Dictionary()))

    def _picture(self, image: Any) -> None:
        inks = self._converted(PdfImage(image).as_pil_image().convert("RGB"))
        for key in (Name.Decode, Name.DecodeParms, Name.Mask):
            if key in image:
                del image[key]
        image.BitsPerComponent, image.ColorSpace = 8, Name.DeviceCMYK
        stream = image
        stream.write(inks.tobytes())

    def _shading(self, shading: Any) -> None:
        function = shading.get(Name.Function)
        if is_rgb(shading.get(Name.ColorSpace)) and _is_line(function):
            shading.ColorSpace = Name.DeviceCMYK
            self._function(function)

    def _function(self, function: Any) -> None:
        for part in function.get(Name.Functions, ()):
            self._function(part)
        for key in (Name.C0, Name.C1):
            if key in function:
                function[key] = Array([round(each, 4) for each in self.inks(*map(float, function[key]))])
        if Name.Range in function:
            del function[Name.Range]


def is_icc(space: Any, channels: int) -> bool:
    """Say whether a colour space is that of an ICC profile with so many channels."""
    return isinstance(space, Array) and space[0] == Name.ICCBased and channels == space[1].N


def is_rgb(space: Any) -> bool:
    """Say whether a colour space is RGB, with a profile or without."""
    return space == Name.DeviceRGB if isinstance(space, Name) else is_icc(space, 3)


def _is_line(function: Any) -> bool:
    """Say whether a function runs straight from colour to colour."""
    if not isinstance(function, Dictionary):
        return False
    parts = function.get(Name.Functions)
    return function.FunctionType == 2 if parts is None else all(map(_is_line, parts))
