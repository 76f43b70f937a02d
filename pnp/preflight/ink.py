"""The ink on a page: of each colour and picture, of pages in RGB by a profile, and where inks are printed over each other."""

import io
import warnings
from collections.abc import Sequence
from typing import Any

import pypdfium2
from pikepdf import Array, Dictionary, Name, Object, Operator, Pdf, PdfImage, Stream, unparse_content_stream
from PIL import Image, ImageChops, ImageCms, ImageMath

from pnp.convert.trial_pages import PDFIUM
from pnp.export.pdf_objects import UNREADABLE_PDF
from pnp.verify import page_contents
from pnp.verify.page_looks import MOST_PIXELS_OF_EDGES, drawn_page

PLACE_DPI = 50  # A place is half a millimetre wide: on less, ink does not smear
FINER = 2  # pages are drawn so many times as fine, and the dots of each place taken together


def fullest(inks: Image.Image) -> float:
    """Return how much ink the fullest place of a picture in CMYK has.

    >>> fullest(Image.new("CMYK", (9, 9), (255, 0, 51, 0)))
    1.2
    """
    cyan, magenta, yellow, black = inks.reduce(FINER).split()
    total = ImageMath.lambda_eval(
        lambda inks: inks["c"] + inks["m"] + inks["y"] + inks["k"], c=cyan, m=magenta, y=yellow, k=black
    )
    return float(total.getextrema()[1]) / 255


def ink_on(page: Any, found: page_contents.Contents) -> float:
    """Return how much ink the fullest place of a page has, 1 for one colour in full; what is in RGB counts nothing.

    Pictures whose ink cannot be measured are added to what is `unmeasured`.
    """
    most = found.ink
    for picture in found.pictures.values():
        pixels = _pixels(picture.image)
        if pixels is not None and min(pixels.size) >= FINER:
            most = max(most, fullest(pixels))
        elif pixels is None and _in_cmyk(picture.image):
            size = f"{picture.width} × {picture.height} pixels"
            found.unmeasured.add(f"the ink of a picture of {size} could not be measured")
    if "CMYK" not in found.spaces or not found.adds_up or found.unread:
        return most
    try:
        coloured, black = (_plate(page, black=black) for black in (False, True))
    except (*UNREADABLE_PDF, page_contents.Unreadable):  # a page may have anything in it
        return most
    inks = ImageChops.invert(coloured).split()
    return max(most, fullest(Image.merge("CMYK", (*inks, ImageChops.invert(black.convert("L"))))))


def ink_reckoned(document: pypdfium2.PdfDocument, index: int, inks: ImageCms.ImageCmsTransform) -> float:
    """Return how much ink the fullest place of a page has whose colours are made into inks. Raises PdfiumError."""
    converted = ImageCms.applyTransform(_drawn(document, index), inks)
    assert converted is not None
    return fullest(converted)


def _drawn(document: pypdfium2.PdfDocument, index: int) -> Image.Image:
    with PDFIUM:
        page = document[index]
        picture, _ = drawn_page(page, PLACE_DPI * FINER, least=FINER)
        page.close()
    return picture.convert("RGB")


def _in_cmyk(image: Any) -> bool:
    try:
        return image is not None and page_contents.colour_kind(image.get(Name.ColorSpace))[0] == "CMYK"
    except (*UNREADABLE_PDF, page_contents.Unreadable):
        return False


def _pixels(image: Any) -> Image.Image | None:
    """Return a picture in CMYK; None for one in other colours, or that cannot be read."""
    if image is None or int(image.get(Name.Width, 0)) * int(image.get(Name.Height, 0)) > MOST_PIXELS_OF_EDGES:
        return None
    filters = image.get(Name.Filter)
    try:
        if page_contents.colour_kind(image.get(Name.ColorSpace))[0] != "CMYK":
            return None
        if Name.DCTDecode not in (filters.as_list() if isinstance(filters, Array) else [filters]):
            page_contents.content_of(image)  # which is refused when it is too large
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pixels = PdfImage(image).as_pil_image()
    except (*UNREADABLE_PDF, page_contents.Unreadable, NotImplementedError, Image.DecompressionBombError):
        return None
    return pixels if pixels.mode == "CMYK" else None


# Plates: a page drawn as its inks lie over each other. Each colour space is replaced by one that shows cyan, magenta and yellow
# as what is missing of red, green and blue, or black as what is missing of white; what blends then blends ink by ink.

COLOURS = ("Cyan", "Magenta", "Yellow")
BLACK = ("Black",)
INKS = {"Gray": ("Gray",), "RGB": ("R", "G", "B"), "Lab": ("R", "G", "B"), "CMYK": (*COLOURS, *BLACK)}
"""The names of what a colour of a kind is made of; what is neither an ink nor All is left white."""

DEVICE = {"g": "/DeviceGray", "rg": "/DeviceRGB", "k": "/DeviceCMYK"}
PLATE = "/PnpPlate"  # what the names of the spaces begin with that stand for those of a device


def _plate(page: Any, *, black: bool) -> Image.Image:
    """Return a page as it is in black ink, or in the three others. Raises Unreadable, and what pikepdf raises."""
    content = io.BytesIO()
    with Pdf.new() as pdf:
        pdf.pages.append(page)
        _Plate(pdf, black=black).draw(pdf.pages[0])
        pdf.save(content)
    with PDFIUM:
        document = pypdfium2.PdfDocument(content.getvalue())
    try:
        return _drawn(document, 0)
    finally:
        with PDFIUM:
            document.close()


class _Plate:
    def __init__(self, pdf: Pdf, *, black: bool) -> None:
        self._pdf, self._black = pdf, black
        self._changed: set[tuple[int, int]] = set()

    def draw(self, page: Any) -> None:
        start = f"{PLATE}DeviceGray cs 0 scn {PLATE}DeviceGray CS 0 SCN\n".encode()
        resources = page.resources
        page.obj.Contents = self._pdf.make_stream(start + self._content(page_contents.page_content(page.obj)))
        self._resources(resources)

    def _content(self, content: bytes) -> bytes:
        made: list[Any] = []
        for step in page_contents.operations(self._pdf, content, ""):
            name, values = str(step.operator), step.operands
            strokes = name.isupper()
            if name.lower() in DEVICE:
                space = Name(PLATE + DEVICE[name.lower()][1:])
                made.append(([space], Operator("CS" if strokes else "cs")))
                made.append((values, Operator("SCN" if strokes else "scn")))
            elif name in ("cs", "CS") and str(values[0]) in DEVICE.values():
                made.append(([Name(PLATE + str(values[0])[1:])], step.operator))
            else:
                made.append(step)
        return unparse_content_stream(made)

    def _resources(self, resources: Any) -> None:
        if not self._is_new(resources):
            return
        spaces = page_contents.dictionary(resources, "/ColorSpace")
        devices = {PLATE + space[1:]: self._space(Name(space)) for space in DEVICE.values()}
        resources.ColorSpace = Dictionary({**{key: self._space(spaces[key]) for key in spaces}, **devices})
        for state in page_contents.dictionary(resources, "/ExtGState").values():
            if state.get(Name.op, state.get(Name.OP)) is True:
                state.BM = Name.Darken  # where an ink is not printed, what is below it stays
        for shading in page_contents.dictionary(resources, "/Shading").values():
            self._shading(shading)
        for pattern in page_contents.dictionary(resources, "/Pattern").values():
            if isinstance(pattern, Stream):
                self._form(pattern)
            else:
                self._shading(page_contents.dictionary(pattern, "/Shading"))
        for shown in page_contents.dictionary(resources, "/XObject").values():
            if shown.get(Name.Subtype) == Name.Form:
                self._form(shown)
            elif not shown.get(Name.ImageMask, False):
                self._image(shown)

    def _is_new(self, thing: Any) -> bool:
        known = thing.is_indirect and thing.objgen in self._changed
        self._changed.add(thing.objgen)
        return not known

    def _form(self, form: Any) -> None:
        if self._is_new(form):
            form.write(self._content(page_contents.content_of(form)))
            if Name.Group in form:
                del form.Group[Name.CS]
            if Name.Resources in form:
                self._resources(form.Resources)

    def _shading(self, shading: Any) -> None:
        if Name.ColorSpace in shading and self._is_new(shading):
            shading.ColorSpace = self._space(shading.ColorSpace)

    def _image(self, image: Any) -> None:
        if not self._is_new(image):
            return
        pixels = _pixels(image)
        if self._black and page_contents.colour_kind(image.get(Name.ColorSpace))[0] == "Gray":
            return
        if pixels is None:
            pixels = Image.new("CMYK", (1, 1))
        bands = pixels.split()
        drawn = ImageChops.invert(bands[3] if self._black else Image.merge("RGB", bands[:3]))
        for key in (Name.Decode, Name.DecodeParms, Name.Filter, Name.Mask):
            if key in image:
                del image[key]
        image.Width, image.Height, image.BitsPerComponent = *drawn.size, 8
        image.ColorSpace = Name.DeviceGray if self._black else Name.DeviceRGB
        image.write(drawn.tobytes())

    def _space(self, space: Any) -> Object:
        family = str(space[0]) if isinstance(space, Array) else str(space)
        kind = page_contents.colour_kind(space)[0]
        if family == "/Indexed":
            return Array([Name.Indexed, self._space(space[1]), space[2], space[3]])
        if family == "/Pattern" or (kind == "Gray" and self._black):
            return space  # type: ignore[no-any-return]  # pikepdf's objects are of any type
        if family in ("/Separation", "/DeviceN"):
            names = [space[1]] if family == "/Separation" else space[1].as_list()
            return self._tints([str(name)[1:] for name in names])
        return self._tints(INKS[kind])

    def _tints(self, names: Sequence[str]) -> Object:
        """Return the space of colours of so many parts, of which those that are inks of this plate are drawn."""
        inks, count = BLACK if self._black else COLOURS, len(names)
        steps = []
        for done, ink in enumerate(inks):  # the results lie on the parts, the first of which is deepest
            part = ink if ink in names else "All"
            below = count - 1 + done
            steps.append(f"{below - names.index(part)} index 1 exch sub" if part in names else "1")
        function = self._pdf.make_stream(
            f"{{{' '.join(steps)} {count + len(inks)} {len(inks)} roll {'pop ' * count}}}".encode(),
            FunctionType=4,
            Domain=[0, 1] * count,
            Range=[0, 1] * len(inks),
        )
        parts = Array([Name(f"/{number}") for number in range(count)])
        space = Name.DeviceGray if self._black else Name.DeviceRGB
        return self._pdf.make_indirect(Array([Name.DeviceN, parts, space, function]))
