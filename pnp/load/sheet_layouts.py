"""`layout` of a component: where its pieces lie on sheets of a paper, in columns and rows or one by one."""

from collections.abc import Iterator
from itertools import combinations, product

from pnp.load.nodes import Findings, ListNode, MapNode, Node, text_of, whole_of
from pnp.load.sizes import LARGEST, mm_of, read_format, read_length, want_length
from pnp.model.geometry import Rect, Size
from pnp.model.sheet_layouts import PlaceOnSheet, SheetLayout
from pnp.text import suggest

LAYOUT_KEYS = ("paper", "columns", "rows", "left", "top", "gap", "turn", "order", "positions")
GRID_KEYS = LAYOUT_KEYS[1:-1]
ORDERS = ("rows", "columns")
TURNS = (0, 90, 180, 270)
MOST_PLACES = 400


def read_layouts(node: Node | None, size: Size | None, findings: Findings) -> tuple[SheetLayout, ...]:
    """Return the layouts of a component whose pieces have that size, one for each paper."""
    items = node.items if isinstance(node, ListNode) else (node,) if node is not None else ()
    read = [_layout(item, size, findings) for item in items]
    return tuple(layout for layout in read if layout is not None)


def _layout(node: Node, size: Size | None, findings: Findings) -> SheetLayout | None:
    section = findings.want_map(node, "layout")
    if section is None:
        return None
    findings.check_keys(section, LAYOUT_KEYS, "a layout")
    page = findings.attempt(read_format, findings.require(section, "paper", "a layout", example="a4"))
    if "positions" in section:
        for key in GRID_KEYS:
            if key in section:
                message = f"positions and {key} say the same thing"
                findings.error("PNP125", message, section.key_place(key), hint="delete one of the two")
        places = list(_positions(section, size, findings)) if size else []
    else:
        places = list(_grid(section, size, findings)) if size else []
    if page is None or not places:
        return None
    fault = _fault(places, page)
    if fault is not None:
        place = section.key_place("positions" if "positions" in section else "paper")
        findings.error(*fault[:2], place, hint=fault[2])
        return None
    return SheetLayout(page, tuple(places))


def _grid(section: MapNode, size: Size, findings: Findings) -> Iterator[PlaceOnSheet]:
    """Yield places in columns and rows, from the top left."""
    columns, rows = (
        findings.attempt(
            whole_of, findings.require(section, key, "a layout", example="3"), key, 1, MOST_PLACES
        )
        for key in ("columns", "rows")
    )
    left, top = (
        want_length(section, key, "a layout", findings, least=0, most=LARGEST, example="10mm")
        for key in ("left", "top")
    )
    across, down = _gaps(section, findings)
    turn = _turn(section.get("turn"), findings)
    order = findings.want_text(section.get("order"), "order") if "order" in section else ORDERS[0]
    if order is not None and order not in ORDERS:
        hint = suggest(order, ORDERS, what="orders")
        findings.error(
            "PNP114", f'there is no order called "{order}"', section.value_place("order"), hint=hint
        )
    if columns is None or rows is None or left is None or top is None:
        return
    lying = size if turn % 180 == 0 else size.turned
    cells = sorted(
        product(range(rows), range(columns)), key=lambda cell: cell[:: -1 if order == "columns" else 1]
    )
    for row, column in cells[:MOST_PLACES]:
        x, y = left + column * (lying.width + across), top + row * (lying.height + down)
        yield PlaceOnSheet(Rect(x, y, lying.width, lying.height), turn)


def _gaps(section: MapNode, findings: Findings) -> tuple[float, float]:
    """Return the gap between columns and between rows: one length for both, or two in a list."""
    node = section.get("gap")
    if isinstance(node, ListNode) and len(node.items) == 2:
        across, down = (findings.attempt(mm_of, item, "gap") or 0.0 for item in node.items)
        return across, down
    both = read_length(section, "gap", findings, default=0.0, most=LARGEST)
    return both, both


def _positions(section: MapNode, size: Size, findings: Findings) -> Iterator[PlaceOnSheet]:
    """Yield the places of a list of [x, y] or [x, y, turn]."""
    listed = findings.want_list(section.get("positions"), "positions")
    for item in listed.items[:MOST_PLACES] if listed else ():
        if not isinstance(item, ListNode) or len(item.items) not in (2, 3):
            findings.wrong_value(
                item, "a position must be two lengths", hint="write [10mm, 12mm], or [10mm, 12mm, 90]"
            )
            continue
        x, y = (findings.attempt(mm_of, each, "a position") for each in item.items[:2])
        turn = _turn(item.items[2], findings) if len(item.items) == 3 else 0
        lying = size if turn % 180 == 0 else size.turned
        if x is not None and y is not None:
            yield PlaceOnSheet(Rect(x, y, lying.width, lying.height), turn)


def _turn(node: Node | None, findings: Findings) -> int:
    text = "0" if node is None else findings.attempt(text_of, node, "turn")
    if text is not None and (not text.isdecimal() or int(text) not in TURNS) and node is not None:
        findings.error(
            "PNP117", f"a piece is turned by 0, 90, 180 or 270, got {text}", node.place, hint="write 90"
        )
        return 0
    return int(text or 0)


def _fault(places: list[PlaceOnSheet], page: Size) -> tuple[str, str, str] | None:
    """Return what is wrong with places: code, message, hint."""
    whole = Rect(0, 0, page.width, page.height)
    for number, place in enumerate(places, 1):
        if not whole.contains(place.box):
            where = f"place {number} ends at ({place.box.right:.4g}, {place.box.bottom:.4g}) mm"
            message = f"{where}, the paper at ({page.width:.4g}, {page.height:.4g})"
            return "PNP481", message, "write fewer places, or smaller margins and gaps"
    for (one, a), (other, b) in combinations(enumerate(places, 1), 2):
        if a.box.overlaps(b.box):
            return "PNP482", f"places {one} and {other} lie on one another", "move one of them"
    return None
