"""The colours of a picture as sRGB, which is what SVG and every screen take unmarked numbers for."""

import io
from dataclasses import dataclass

from PIL import Image, ImageCms

_PLAIN = ("1", "L", "LA", "P", "PA", "RGB", "RGBA")
"""Modes whose numbers are sRGB when no profile says otherwise."""

_HALF = 256  # sixteen bits to eight


@dataclass(frozen=True, slots=True)
class Converted:
    """A picture in sRGB, and what was done to it in words ("" when nothing was)."""

    image: Image.Image
    done: str


def is_srgb(image: Image.Image) -> bool:
    """Say whether the numbers of a picture are sRGB as they stand."""
    return image.mode in _PLAIN and _profile(image) is None


def to_srgb(image: Image.Image) -> Converted:
    """Return the picture with its colours converted from its profile; a picture without one is taken for sRGB.

    The mode is RGB, or RGBA where something shows through.
    """
    if is_srgb(image):
        return Converted(image, "")
    profile = _profile(image)
    if image.mode.startswith(("I", "F")):
        return Converted(_eight_bits(image), "sixteen bits a colour became eight")
    plain, alpha = _parted(image)
    if profile is None:
        return Converted(_joined(plain.convert("RGB"), alpha), f"{image.mode} became sRGB without a profile")
    name = _name(profile)
    try:
        made = ImageCms.profileToProfile(
            plain,
            profile,
            ImageCms.createProfile("sRGB"),
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            outputMode="RGB",
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, OSError, ValueError):  # a profile for another kind of picture
        return Converted(_joined(plain.convert("RGB"), alpha), f'its colour profile "{name}" does not fit it')
    assert made is not None  # only an in-place conversion returns nothing
    return Converted(_joined(made, alpha), f"its colours were converted from {name} to sRGB")


def _profile(image: Image.Image) -> ImageCms.ImageCmsProfile | None:
    """Return the profile inside a picture, None for none, for a broken one, and for sRGB."""
    data = image.info.get("icc_profile")
    if not data:
        return None
    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
        name = _name(profile)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None
    return None if "srgb" in name.lower() and image.mode in _PLAIN else profile


def _name(profile: ImageCms.ImageCmsProfile) -> str:
    try:
        name = ImageCms.getProfileDescription(profile).strip()
    except (ImageCms.PyCMSError, ValueError):
        name = ""
    return "".join(letter for letter in name if letter.isprintable())[:60] or "another profile"


def _eight_bits(image: Image.Image) -> Image.Image:
    if image.mode == "F":
        return image.convert("L").convert("RGB")
    return image.convert("I").point(lambda value: value * (1 / _HALF)).convert("L").convert("RGB")


def _parted(image: Image.Image) -> tuple[Image.Image, Image.Image | None]:
    """Return the colours in the picture's own space, and what shows through."""
    if not image.has_transparency_data:
        return (image.convert("RGB") if image.mode in ("P", "1") else image), None
    if image.mode in ("LA", "La"):
        return image.getchannel(0), image.getchannel(1)
    whole = image.convert("RGBA")
    return whole.convert("RGB"), whole.getchannel("A")


def _joined(colours: Image.Image, alpha: Image.Image | None) -> Image.Image:
    if alpha is not None:
        colours = colours.convert("RGBA")
        colours.putalpha(alpha)
    colours.info.pop("icc_profile", None)
    return colours
