"""The page of a drawing: its view box made to be all of what an editor shows, and nothing else."""

from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.model.geometry import Rect
from pnp.svg.reader.extents import Extents, with_stroke
from pnp.svg.reader.lengths import numbers, user_units, written
from pnp.svg.reader.notes import SVG, Notes

_ALIKE = 0.005
"""A page whose shape differs less from that of its view box is meant to have the same: editors round."""

_WHERE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class _Page(NamedTuple):
    view: Rect
    width: float
    height: float


def has_odd_viewport(root: Element) -> bool:
    """Say whether the view box of a drawing is not just what is seen of it."""
    page = _page(root)
    return page is not None and not _is_alike(page)


def fit_viewport(root: Element, notes: Notes) -> None:
    """Give the drawing a view box that is its whole page, as preserveAspectRatio lays it there."""
    _cut_to_drawing(root, notes)
    page = _page(root)
    if page is None or _is_alike(page):
        root.attrib.pop("preserveAspectRatio", None)
        return
    view, width, height = page
    align, _, mode = root.attrib.pop("preserveAspectRatio", "xMidYMid").partition(" ")
    across, down = width / view.width, height / view.height
    if align == "none":
        inner = Element(f"{SVG}g", {"transform": f"scale({written(across)} {written(down)})"})
        inner.extend(list(root))
        for child in list(root):
            root.remove(child)
        root.append(inner)
        seen = Rect(view.x * across, view.y * down, width, height)
    else:
        scale = max(across, down) if mode.strip() == "slice" else min(across, down)
        wide, high = width / scale, height / scale
        x = view.x - (wide - view.width) * _WHERE.get(align[1:4], 0.5)
        y = view.y - (high - view.height) * _WHERE.get(align[5:8], 0.5)
        seen = Rect(x, y, wide, high)
    root.set("viewBox", " ".join(written(value) for value in (seen.x, seen.y, seen.width, seen.height)))
    root.attrib.pop("width", None)
    root.attrib.pop("height", None)
    notes.changed("its view box was made as large as its page")


def _cut_to_drawing(root: Element, notes: Notes) -> None:
    """Give a page that has no size that of what is drawn on it."""
    if "viewBox" in root.attrib or all(user_units(root.get(side), 0.0) for side in ("width", "height")):
        return
    box = Extents().of(root)
    if box is not None and min(box.width, box.height) > 0:
        seen = with_stroke(root, box)
        root.set("viewBox", " ".join(written(value) for value in (seen.x, seen.y, seen.width, seen.height)))
        notes.changed("its page has no size and was made as large as what is drawn on it", is_seen=True)


def _page(root: Element) -> _Page | None:
    """Return the view box and the size of a page that says both; None for another."""
    box = numbers(root.get("viewBox"))
    size = [user_units(root.get(side), 0.0) for side in ("width", "height")]
    if len(box) != 4 or min(box[2], box[3], *size) <= 0:
        return None
    return _Page(Rect(*box), size[0], size[1])


def _is_alike(page: _Page) -> bool:
    return abs(page.width / page.height / (page.view.width / page.view.height) - 1) < _ALIKE
