"""What each page of a file would be if it were exported again, told by digests: which pages are just that.

Nothing has to be looked at on a page whose operators, boxes, forms, fonts and layers are those of the clean page.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, Stream

from pnp.export.form_xobjects import SHARED_MARKS
from pnp.export.page_looks import page_looks, slots
from pnp.export.placed_marks import placed_marks
from pnp.model.geometry import Size
from pnp.model.sheet import Sheet
from pnp.verify.object_digests import ObjectDigests
from pnp.verify.plain_pages import PAGE_KEYS, RESOURCE_KEYS, ROOT_KEYS, TREE_KEYS, digests_of_layers

BOX_PT = 0.001
"""Within which two edges of a box are the same: others write their numbers with fewer digits."""


@dataclass(frozen=True, slots=True)
class CleanPage:
    """What a page is made of: operators, boxes, and the digests of its forms, by name, and of its fonts."""

    content: bytes
    boxes: Mapping[str, tuple[float, ...]]
    forms: Mapping[str, bytes]
    fonts: bytes


def clean_pages(
    sheets: Sequence[Sheet], sizes: Mapping[str, Size], faces: Mapping[str, bytes]
) -> Iterator[CleanPage]:
    """Yield the page of each sheet; `sizes` and `faces` are the sizes of the faces and the digests of their forms."""
    with Pdf.new() as pdf, placed_marks(pdf, sheets) as marks:
        digests = ObjectDigests(pdf, unpacked=True)
        fonts = digests.of(marks.fonts)
        for sheet, look, own in zip(sheets, page_looks(sheets, sizes), marks.pages, strict=True):
            forms = {slot: faces.get(placement.face, b"") for slot, placement in slots(sheet)}
            yield CleanPage(
                b"\n".join((*look.content, *own.content)),
                {name: tuple(float(edge) for edge in edges) for name, edges in look.boxes.items()},
                forms | {SHARED_MARKS: digests.of(own.form)},
                fonts,
            )


class FoundPages:
    """Tells the pages of a PDF that are as clean ones."""

    def __init__(self, pdf: Pdf, faces: ObjectDigests) -> None:
        self._faces, self._marks = faces, ObjectDigests(pdf, unpacked=True)
        self._streams: dict[tuple[int, int], bytes] = {}
        root = pdf.Root
        self._tree = root.Pages.objgen
        self._sound = (
            root.keys() <= ROOT_KEYS and root.Pages.keys() <= TREE_KEYS and Name.OCProperties in root
        )
        self._sound = self._sound and faces.of(root.OCProperties) == digests_of_layers()[0]

    def is_as(self, page: Page, clean: CleanPage) -> bool:
        """Say whether a page is made of what the clean one is made of, and inherits nothing."""
        whole, parent = page.obj, page.obj.get(Name.Parent)
        resources = whole.get(Name.Resources)
        if not (self._sound and isinstance(resources, Dictionary) and resources.keys() <= RESOURCE_KEYS):
            return False
        return (
            whole.keys() == PAGE_KEYS
            and whole.Type == Name.Page
            and parent is not None
            and parent.objgen == self._tree
            and self._content(whole.Contents) == clean.content
            and all(_is_box(whole[name], edges) for name, edges in clean.boxes.items())
            and self._faces.of(resources.get(Name.Properties, Dictionary())) == digests_of_layers()[1]
            and self._marks.of(resources.get(Name.Font, Dictionary())) == clean.fonts
            and self._shows(resources.get(Name.XObject, Dictionary()), clean.forms)
        )

    def _shows(self, forms: Object, due: Mapping[str, bytes]) -> bool:
        return (
            forms.keys() == due.keys()
            and self._marks.of(forms[SHARED_MARKS]) == due[SHARED_MARKS]
            and all(self._faces.of(forms[name]) == due[name] for name in due if name != SHARED_MARKS)
            and not (self._faces.endless or self._marks.endless)
        )

    def _content(self, contents: Any) -> bytes:
        streams = [contents] if isinstance(contents, Stream) else list(contents)
        return b"\n".join(map(self._bytes, streams))

    def _bytes(self, stream: Object) -> bytes:
        if stream.objgen not in self._streams:
            self._streams[stream.objgen] = stream.read_bytes()
        return self._streams[stream.objgen]


def _is_box(box: object, edges: Sequence[float]) -> bool:
    if not isinstance(box, Array) or len(box) != len(edges):
        return False
    return all(abs(float(one) - other) <= BOX_PT for one, other in zip(box.as_list(), edges, strict=True))
