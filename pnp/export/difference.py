"""What looks different in two pictures of a face: how much of it, and where.

What changed is marked on a pale grey copy of the new picture. The mark is dark as well as coloured, so that it
stands out for those who see no red or no green, and in a grey print.
"""

from dataclasses import dataclass

from PIL import Image, ImageChops, ImageFilter

NOISE = 3
"""Grey steps of 255 by which two renderings of one drawing may differ; nobody sees them."""

MARK = "#a3005a"
PALEST, PALE = 255, 208
"""What white and black become in the grey copy; black itself is never reached, so that marks are read as marks."""

AROUND = 3
"""How many pixels wide the mark of a single pixel is: a moved hairline must not be overlooked."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two pictures differ; `share` is how much of the larger frame does, 0 to 1."""

    picture: Image.Image
    share: float


def difference(old: Image.Image, new: Image.Image) -> Difference:
    """Return what changed from `old` to `new`, which are laid on each other by their top left corners.

    What only one of them covers has changed. Pictures with transparency are seen on white.
    """
    size = (max(old.width, new.width), max(old.height, new.height))
    changed = _changed(_framed(old, size), _framed(new, size))
    changed.paste(255, mask=_in_one_only(old.size, new.size, size))
    count = changed.histogram()[255]
    picture = _framed(new, size).convert("L").point(_paler).convert("RGB")
    picture.paste(MARK, mask=changed.filter(ImageFilter.MaxFilter(AROUND)))
    return Difference(picture, count / (size[0] * size[1]))


def _framed(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return the picture in RGB on a white ground of that size."""
    whole = Image.new("RGB", size, "white")
    if picture.has_transparency_data:
        clear = picture.convert("RGBA")
        whole.paste(clear, mask=clear.getchannel("A"))
    else:
        whole.paste(picture.convert("RGB"))
    return whole


def _changed(old: Image.Image, new: Image.Image) -> Image.Image:
    """Return a mask with 255 where any colour differs by more than noise, 0 elsewhere."""
    red, green, blue = ImageChops.difference(old, new).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 if step > NOISE else 0 for step in range(256)])


def _in_one_only(old: tuple[int, int], new: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """Return a mask with 255 where one of two pictures of these sizes lies and the other does not."""
    covered = []
    for each in (old, new):
        mask = Image.new("L", size, 0)
        mask.paste(255, (0, 0, *each))
        covered.append(mask)
    return ImageChops.difference(*covered)


def _paler(grey: int) -> int:
    return PALE + grey * (PALEST - PALE) // 255
