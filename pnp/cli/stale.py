"""Files of an earlier build whose sheets are in another file now: packed ones when not packing, and the other way round."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pnp.cli.order import Order
from pnp.cli.packing import Packed
from pnp.model.errors import CannotWrite

_PACKED = re.compile(r"packed-[a-z0-9_+-]+")
"""What a file of shared sheets is called; the manifest is read with care, for anybody may have written into it."""

Place = tuple[str, str]
"""A component, or a pack, and a paper."""


def stale(old: dict[str, Any], shared: Sequence[Packed], order: Order) -> frozenset[Place]:
    """Return which sheets in the `old` manifest this build makes superfluous.

    A component that was packed whole needs no file of its own on that paper. A build of the whole game leaves no
    pack but its own; one of some components leaves the others' packs alone.
    """
    papers = [paper.name for paper in order.papers]
    gone = {(part.id, paper) for each in shared for part in each.parts for paper in papers}
    if order.only is not None:
        gone = set()
    if not order.partial:
        names = {each.name for each in shared}
        gone |= {
            (name, paper)
            for entry in old.get("sheets", ())
            if (name := str(entry.get("component"))) not in names
            and _PACKED.fullmatch(name)
            and (paper := entry.get("paper")) in papers
        }
    return frozenset(gone)


def remove(folder: Path, gone: Iterable[Place]) -> None:
    """Remove the PDFs of these below `folder`, the game's output folder. Raises CannotWrite."""
    for name, paper in sorted(gone):
        path = folder / paper / f"{name}.pdf"
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            hint = "close the file in other programs, then build again"
            raise CannotWrite(f"{path} cannot be removed: {error.strerror or error}", hint) from error
