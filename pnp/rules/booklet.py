"""The pages of a PDF two by two on sheets to print on both sides and fold once in the middle: a booklet."""

import io
from collections.abc import Iterator, Mapping, Sequence

import pikepdf
from pikepdf import Dictionary, Name, Object, Pdf

from pnp.model.papers import PAPERS

FOLDED: Mapping[str, str] = {"a5": "a4", "half-letter": "letter"}
"""The paper of which each page is the half."""


def booklet(pages: bytes, paper: str) -> bytes:
    """Return the pages laid out on the paper, landscape: for both sides, turned on the short edge.

    Sheets lie one in the other when they are folded; blank pages come at the end. Pages larger than half of the paper are
    made smaller. The same pages give the same bytes.
    """
    size = PAPERS[paper].size
    width, height = (float(side) * 72 / 25.4 for side in (size.height, size.width))
    with Pdf.open(io.BytesIO(pages)) as source, Pdf.new() as target:
        forms = [target.copy_foreign(page.as_form_xobject()) for page in source.pages]
        for side in spreads(len(forms)):
            shown = {f"/P{number}": forms[number] for number in side if number is not None}
            page = target.add_blank_page(page_size=(width, height))
            page.Resources = Dictionary(XObject=Dictionary(shown))
            page.Contents = target.make_stream(_beside_the_fold(side, forms, width, height))
        for key in ("/Title", "/Author", "/Keywords"):
            if key in source.docinfo:
                target.docinfo[key] = pikepdf.String(str(source.docinfo[key]))
        target.Root.ViewerPreferences = Dictionary(
            PrintScaling=Name("/None"),
            Duplex=Name("/DuplexFlipShortEdge"),
            PickTrayByPDFSize=True,
            DisplayDocTitle=True,
        )
        if "/Lang" in source.Root:
            target.Root.Lang = pikepdf.String(str(source.Root.Lang))
        out = io.BytesIO()
        target.save(
            out,
            min_version="1.7",
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            deterministic_id=True,
        )
    return out.getvalue()


def spreads(pages: int) -> Iterator[tuple[int | None, int | None]]:
    """Yield what lies left and right on each side of each sheet, pages counted from 0; None is blank.

    >>> list(spreads(4)), list(spreads(5))
    ([(3, 0), (1, 2)], [(None, 0), (1, None), (None, 2), (3, 4)])
    """
    count = -(-pages // 4) * 4
    for first in range(count // 2):
        last = count - 1 - first
        side = (last, first) if first % 2 == 0 else (first, last)
        left, right = (page if page < pages else None for page in side)
        yield left, right


def _beside_the_fold(
    side: tuple[int | None, int | None], forms: Sequence[Object], width: float, height: float
) -> bytes:
    """Return the operators that show two pages, each beside the fold and in the middle of the height."""
    shown = []
    for place, number in enumerate(side):
        if number is not None:
            across, up = (float(length) for length in list(forms[number].BBox)[2:])
            scale = min(1.0, width / 2 / across, height / up)
            x, y = width / 2 - (0 if place else across * scale), (height - up * scale) / 2
            shown.append(f"q {scale:.6f} 0 0 {scale:.6f} {x:.4f} {y:.4f} cm /P{number} Do Q")
    return "\n".join(shown).encode()
