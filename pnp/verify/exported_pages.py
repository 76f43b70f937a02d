"""Pages recognised as exported by pnp, from their content streams: cards, marks over them, nothing else."""

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, Stream

from pnp.export.pdf_metadata import CARDS, MARKS, add_layers
from pnp.export.pdf_objects import FACE_KEY, SHARED_MARKS
from pnp.model.geometry import Point
from pnp.verify.object_digests import ObjectDigests

ROOT_KEYS = {
    *("/Type", "/Pages", "/Lang", "/Metadata", "/Outlines", "/PageLabels", "/ViewerPreferences"),
    "/OCProperties",
}
TREE_KEYS = {"/Type", "/Kids", "/Count"}
PAGE_KEYS = {
    *("/Type", "/Parent", "/Resources", "/Contents"),
    *("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox"),
}
RESOURCE_KEYS = {"/XObject", "/Font", "/Properties"}

_NUMBER = rb"-?\d+(?:\.\d+)?"
_POINT = rb"%b %b" % (_NUMBER, _NUMBER)
_PLACED = re.compile(
    rb"q (%b %b re|%b m (?:%b l )+h) W n ((?:%b ){6})cm (/C\d+) Do Q" % (*[_POINT] * 4, _NUMBER)
)
_PATH_OPERATORS = (b"re", b"m", b"l", b"h")
_SPACE = rb"[ \r\n]"
_WRITTEN = rb"(?:-?\d*\.?\d+|/[\w+.-]+|\((?:[^()\\]|\\.)*\)|T[mfLj*])"  # no operator but those of text
_OWN = re.compile(
    rb"/OC /%b BDC%b+q((?:%b+BT(?:%b+%b)*%b+ET)*)%b+Q%b+EMC"
    % (MARKS.encode(), _SPACE, _SPACE, _SPACE, _WRITTEN, *[_SPACE] * 3),
    re.DOTALL,
)
_FIRST = f"/OC /{CARDS} BDC".encode()
_LAST = [b"EMC", f"/OC /{MARKS} BDC {SHARED_MARKS} Do EMC".encode()]


@dataclass(frozen=True, slots=True)
class PlacedForm:
    """A form of the page's resources, shown within a closed path; path and matrix are in points from the lower left."""

    name: str
    path: tuple[Point, ...]
    matrix: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PlainPage:
    """A page of cards under marks.

    `placed` are the cards in the order they are drawn, the same object for all pages that share it, and `forms` those of
    this page; `shared` is the form drawn over them, and `own` the texts written upon that, in these `fonts`.
    """

    placed: tuple[PlacedForm, ...]
    forms: tuple[Object, ...]
    shared: Object
    own: bytes
    fonts: Object


class PlainPages:
    """Tells the plain pages of one PDF."""

    def __init__(self, pdf: Pdf, digests: ObjectDigests) -> None:
        self._digests = digests
        self._streams: dict[int, bytes] = {}
        self._placed: dict[int, tuple[PlacedForm, ...] | None] = {}
        root = pdf.Root
        self._tree = root.Pages.objgen
        self._sound = (
            root.keys() <= ROOT_KEYS and root.Pages.keys() <= TREE_KEYS and Name.OCProperties in root
        )
        self._sound = self._sound and digests.of(root.OCProperties) == digests_of_layers()[0]

    def read(self, page: Page) -> PlainPage | None:
        """Return what a page is made of; None for one that is not plain."""
        whole = page.obj
        if not (self._sound and whole.keys() <= PAGE_KEYS and self._begins_plainly(whole)):
            return None
        resources, contents = whole.get(Name.Resources), whole.get(Name.Contents)
        if not (isinstance(resources, Dictionary) and isinstance(contents, Array)):
            return None
        fonts = resources.get(Name.Font, Dictionary())
        cards, *rest = contents if len(contents) else [Dictionary()]
        placed = self._placed_by(cards)
        own = _OWN.fullmatch(b"\n".join(map(self._bytes, rest)))
        if own is None or placed is None or not self._holds(resources, {each.name for each in placed}):
            return None
        forms = resources.XObject
        shown = tuple(forms[each.name] for each in placed)
        return PlainPage(placed, shown, forms[SHARED_MARKS], own[1], fonts)

    def _holds(self, resources: Dictionary, slots: AbstractSet[str]) -> bool:
        """Say whether a page's resources are its cards, its marks, the fonts of those and the layers, and no more."""
        forms, fonts = resources.get(Name.XObject, Dictionary()), resources.get(Name.Font, Dictionary())
        return (
            resources.keys() <= RESOURCE_KEYS
            and forms.keys() == {*slots, SHARED_MARKS}
            and all(isinstance(each, Stream) for each in forms.values())
            and all(FACE_KEY in forms[slot] for slot in slots)
            and all(isinstance(each, Dictionary) and each.is_indirect for each in fonts.values())
            and self._digests.of(resources.get(Name.Properties, Dictionary())) == digests_of_layers()[1]
        )

    def _begins_plainly(self, page: Object) -> bool:
        """Say whether a page inherits nothing, and shows all of a paper that begins at (0, 0)."""
        parent, media, crop = page.get(Name.Parent), page.get(Name.MediaBox), page.get(Name.CropBox)
        if parent is None or parent.objgen != self._tree or not isinstance(media, Array):
            return False
        return media == crop and [float(edge) for edge in media.as_list()[:2]] == [0, 0]

    def _bytes(self, stream: Object) -> bytes:
        number = stream.objgen[0]
        if number not in self._streams:
            self._streams[number] = stream.read_bytes() if isinstance(stream, Stream) else b""
        return self._streams[number]

    def _placed_by(self, cards: Object) -> tuple[PlacedForm, ...] | None:
        number = cards.objgen[0]
        if number not in self._placed:
            self._placed[number] = placed_forms(self._bytes(cards))
        return self._placed[number]


def placed_forms(content: bytes) -> tuple[PlacedForm, ...] | None:
    r"""Return the forms that a content stream places and shows; None for one that does more than that.

    >>> placed_forms(b"/OC /Cards BDC\nq 0 1 8 9 re W n 1 0 0 1 4 5 cm /C1 Do Q\nEMC\n/OC /Marks BDC /M Do EMC")
    (PlacedForm(name='/C1', path=((0.0, 1.0), (8.0, 1.0), (8.0, 10.0), (0.0, 10.0)), matrix=(1.0, 0.0, 0.0, 1.0, 4.0, 5.0)),)
    """
    first, *lines = content.split(b"\n")
    if first != _FIRST or lines[-2:] != _LAST:
        return None
    placed = [_PLACED.fullmatch(line) for line in lines[:-2]]
    if not all(placed):
        return None
    return tuple(
        PlacedForm(each[3].decode(), _path(each[1]), tuple(map(float, each[2].split())))
        for each in placed
        if each
    )


def _path(written: bytes) -> tuple[Point, ...]:
    """Return the corners of a rectangle or a polygon."""
    numbers = [float(word) for word in written.split() if word not in _PATH_OPERATORS]
    if written.endswith(b"re"):
        left, bottom, width, height = numbers
        right, top = left + width, bottom + height
        return (left, bottom), (right, bottom), (right, top), (left, top)
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


@cache
def digests_of_layers() -> tuple[bytes, bytes]:
    """Return the digests of the layers as they are declared, and as a page refers to them."""
    with Pdf.new() as pdf:
        properties = add_layers(pdf)
        digests = ObjectDigests(pdf)
        return digests.of(pdf.Root.OCProperties), digests.of(properties)
