"""The printing condition that a PDF is made for, which PDF/X wants to be named, with the ICC profile that describes it."""

import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pikepdf import Array, Dictionary, Name, Object, Pdf, String
from PIL import ImageCms

from pnp.files import read_bytes, read_package
from pnp.model.errors import CannotUse

NAME = "sRGB as an RGB printing condition"
"""What the profile in rgb_print.icc is called."""

ProcessColours = Literal["Gray", "RGB", "CMYK"]

SPACES: dict[bytes, ProcessColours] = {b"GRAY": "Gray", b"RGB ": "RGB", b"CMYK": "CMYK"}
CHANNELS: dict[ProcessColours, int] = {"Gray": 1, "RGB": 3, "CMYK": 4}

MODES: dict[ProcessColours, str] = {"Gray": "L", "RGB": "RGB", "CMYK": "CMYK"}
"""What Pillow calls pictures in these colours."""

LARGEST_PROFILE = 20_000_000
"""Bytes: ten times the largest that is in use."""

REGISTRY = "http://www.color.org"
CUSTOM = "Custom"

REGISTERED = {
    r"FOGRA ?(\d\d)": r"FOGRA\1",
    r"iso ?coated[ _]?v2": "FOGRA39",
    r"pso ?coated[ _]?v3": "FOGRA51",
    r"pso ?uncoated[ _]?v3": "FOGRA52",
    r"pso ?uncoated": "FOGRA47",
    r"gracol ?2006": "CGATS TR 006",
    r"swop2006_coated3": "CGATS TR 003",
    r"swop2006_coated5": "CGATS TR 005",
    r"u\.?s\.? ?web ?coated": "CGATS TR 001",
    r"japan ?color ?2001 ?coated": "JC200103",
}
"""What is in the names of common profiles, and the condition in the registry of the ICC that each describes."""


@dataclass(frozen=True, slots=True)
class PrintingCondition:
    """A condition: its name in the registry of the ICC, CUSTOM where it has none, and a profile in whose colours it prints."""

    identifier: str
    title: str
    colours: ProcessColours
    profile: bytes


def rgb_condition() -> PrintingCondition:
    """Return the condition of a file whose colours nobody has chosen inks for yet."""
    return PrintingCondition(CUSTOM, NAME, "RGB", rgb_print_profile())


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
        raise ValueError("is no ICC profile")
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
        if found := re.search(pattern, title, re.IGNORECASE):
            return found.expand(name)
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


def rgb_print_profile() -> bytes:
    """Return sRGB as the ICC profile (version 4.2) of a printing device: PDF/X takes no profile of a screen as its condition."""
    return read_package("pnp.export", "rgb_print.icc")
