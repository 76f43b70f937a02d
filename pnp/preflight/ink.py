"""How much ink lies on one place: read off pictures that are CMYK, reckoned with a profile from what pages look like."""

import warnings
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import pypdfium2
from pikepdf import Name, PdfImage
from PIL import Image, ImageCms, ImageMath

from pnp.convert.trial_pages import PDFIUM
from pnp.export.image_files import draw_page
from pnp.export.ink_colours import inks_of_srgb
from pnp.export.pdf_in_memory import UNREADABLE_PDF
from pnp.preflight.contents import Picture, colour_kind
from pnp.preflight.streams import Unreadable, content_of

PLACE_DPI = 50
"""A place is half a millimetre wide: on less, ink does not smear."""

FINER = 2
"""Pages are drawn so many times as fine, and the dots of each place taken together."""

MOST_PIXELS = 20_000_000
"""Of a page, which is drawn coarser when it is larger, and of a picture that is read."""


class InkReckoner:
    """Reckons the ink on the pages of a file with the profile of a condition in CMYK."""

    def __init__(self, path: Path, profile: bytes) -> None:
        self._path = path
        self._open = ExitStack()
        self._transform = inks_of_srgb(profile)

    def __enter__(self) -> Self:
        """Open the file. Raises PdfiumError."""
        with PDFIUM:
            self._document = pypdfium2.PdfDocument(self._path)
        self._open.callback(self._document.close)
        return self

    def __exit__(self, *_: object) -> None:
        with PDFIUM:
            self._open.close()

    def most_on(self, index: int) -> float:
        """Return how much ink the fullest place of a page has, 1 for one colour in full. Raises PdfiumError."""
        with PDFIUM:
            page = self._document[index]
            width, height = page.get_size()
            scale = min(PLACE_DPI * FINER / 72, (MOST_PIXELS / max(width * height, 1)) ** 0.5)
            size = (max(FINER, round(width * scale)), max(FINER, round(height * scale)))
            picture = draw_page(page, *size, (scale, 0, 0, scale, 0, 0))
            page.close()
        inks = ImageCms.applyTransform(picture.convert("RGB"), self._transform)
        assert inks is not None
        return fullest(inks)


def fullest(inks: Image.Image) -> float:
    """Return how much ink the fullest place of a picture in CMYK has.

    >>> fullest(Image.new("CMYK", (9, 9), (255, 0, 51, 0)))
    1.2
    """
    cyan, magenta, yellow, black = inks.reduce(FINER).split()
    total = ImageMath.lambda_eval(
        lambda each: each["c"] + each["m"] + each["y"] + each["k"], c=cyan, m=magenta, y=yellow, k=black
    )
    return float(total.getextrema()[1]) / 255


def ink_of(picture: Picture) -> float | None:
    """Return how much ink the fullest place of a picture has; None for one in other colours, or that cannot be read."""
    image: Any = picture.image
    if image is None or picture.width * picture.height > MOST_PIXELS:
        return None
    try:
        if colour_kind(image.get(Name.ColorSpace))[0] != "CMYK":
            return None
        if image.get(Name.Filter) != Name.DCTDecode:
            content_of(image)  # which is refused when it is too large
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pixels = PdfImage(image).as_pil_image()
    except (*UNREADABLE_PDF, Unreadable, NotImplementedError, Image.DecompressionBombError):
        return None
    return fullest(pixels) if pixels.mode == "CMYK" and min(pixels.size) >= FINER else None
