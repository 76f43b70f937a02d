"""The registration marks on the sheets for a cutting machine, read back from what is seen on the pages."""

from collections.abc import Container, Iterator
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pnp.export.image_files import page_picture
from pnp.model.geometry import Rect, Size
from pnp.model.line_styles import Stroke
from pnp.model.machines import RegistrationPattern
from pnp.units import MM_PER_PT, MM_PER_UNIT

DPI = 254
"""Ten pixels a millimetre."""

SCALE = DPI / MM_PER_UNIT["in"]
DARK = 128
RIM = 5  # pixels of the square whose middle one is not looked at where ink and paper meet within it
EDGE = 0.2  # mm at the edge of what must stay white: bleed ends there


def wrong_marks(pdf: Path, pattern: RegistrationPattern, *, skipped: Container[int] = ()) -> Iterator[str]:
    """Yield what is wrong with the marks of a file, but for the pages `skipped`, counted from 1; backs have none."""
    with pypdfium2.PdfDocument(pdf) as document:
        labels = [document.get_page_label(number) for number in range(len(document))]
        sizes = [Size(*(side * MM_PER_PT for side in page.get_size())) for page in document]
    for number, (label, size) in enumerate(zip(labels, sizes, strict=True)):
        if label.endswith("back") or number + 1 in skipped:
            continue
        ink = page_picture(pdf, number, dpi=DPI).convert("L").point(lambda grey: 255 if grey < DARK else 0)
        arm = _arm(ink, pattern, size)
        if not pattern.shortest - 0.2 <= arm <= pattern.longest + 0.2:
            yield f"page {number + 1} has no registration marks of the machine"
        elif _differs(ink, pattern, size, arm):
            yield f"page {number + 1}: the registration marks are not as the machine looks for them, or not alone"


def _arm(ink: Image.Image, pattern: RegistrationPattern, size: Size) -> float:
    """Return how long the level arm of the angle at the top right is, in mm."""
    y = round(pattern.inset * SCALE)
    start = round((size.width - pattern.inset - pattern.thickness) * SCALE)
    x = start
    while x > 0 and ink.getpixel((x, y)):
        x -= 1
    return (start - x) / SCALE + pattern.thickness


def _differs(ink: Image.Image, pattern: RegistrationPattern, size: Size, arm: float) -> bool:
    """Say whether anything but the marks is seen where they stand, or less than they."""
    due = Image.new("L", ink.size, 0)
    pen = ImageDraw.Draw(due)
    for stroke in pattern.strokes(size, arm):
        pen.rectangle([round(edge * SCALE) for edge in _edges(stroke)], fill=255)
    for clear in pattern.kept_clear(size, arm):
        seen, expected = (picture.crop(_pixels(clear.grown(*[-EDGE] * 4), ink)) for picture in (ink, due))
        extra = ImageChops.subtract(seen, expected.filter(ImageFilter.MaxFilter(RIM)))
        missing = ImageChops.subtract(expected.filter(ImageFilter.MinFilter(3)), seen)
        if extra.getbbox() or missing.filter(ImageFilter.MinFilter(3)).getbbox():
            return True
    return False


def _edges(stroke: Stroke) -> tuple[float, float, float, float]:
    half = stroke.width / 2
    across, down = (half, 0.0) if stroke.x1 == stroke.x2 else (0.0, half)
    xs, ys = sorted((stroke.x1, stroke.x2)), sorted((stroke.y1, stroke.y2))
    return xs[0] - across, ys[0] - down, xs[1] + across, ys[1] + down


def _pixels(box: Rect, picture: Image.Image) -> tuple[int, int, int, int]:
    left, top = (max(0, round(edge * SCALE)) for edge in (box.x, box.y))
    return (
        left,
        top,
        min(picture.width, round(box.right * SCALE)),
        min(picture.height, round(box.bottom * SCALE)),
    )
