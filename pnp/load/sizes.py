"""Sizes and lengths of a component: named card sizes, or lengths with units."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from pnp.load.nodes import Findings, ListNode, Node, Problem, ScalarNode, not_wanted, text_of
from pnp.model.diagnostics import Place
from pnp.model.geometry import Point, Size
from pnp.model.papers import A4_OR_LETTER, PAPERS
from pnp.text import suggest
from pnp.units import LengthError, parse_length

NAMED: Mapping[str, Size] = MappingProxyType(
    {
        "standard": Size(63, 88),
        "poker": Size(63.5, 88.9),
        "bridge": Size(57.15, 88.9),
        "mini": Size(44.45, 63.5),
        "mini american": Size(41, 63),
        "mini euro": Size(44, 68),
        "euro": Size(59, 92),
        "us game": Size(56, 87),
        "japanese": Size(59, 86),
        "tarot": Size(69.85, 120.65),
        "metric tarot": Size(70, 120),
        "french tarot": Size(61, 112),
        "jumbo": Size(88.9, 139.7),
        "micro": Size(31.75, 44.45),
        "domino": Size(44.45, 88.9),
        "business": Size(85, 55),
        "us business": Size(88.9, 50.8),
        "credit": Size(85.7, 54),
        "square": Size(70, 70),
        "large square": Size(88.9, 88.9),
        "small square": Size(50.8, 50.8),
        "catan": Size(54, 80),
    }
)
"""Finished card sizes in mm: the trims that print shops and sleeve makers publish under these names."""

SMALLEST, LARGEST = 5.0, 1200.0
"""The sides in mm between which scissors work and paper exists (A0 is 1189 mm long)."""

_EXAMPLE = 'write a named size such as standard, or two lengths such as "63mm x 88mm"'


def read_size(node: Node) -> Size:
    """Return the size that `node` names or spells out; raises Problem (PNP110)."""
    text = text_of(node, "size")
    if re.search(r"\d", text) is None:
        squeezed = {re.sub(r"[\s_-]", "", name): size for name, size in NAMED.items()}
        size = squeezed.get(re.sub(r"[\s_-]", "", text.casefold()))
        if size is None:
            raise _no_size(node, text, suggest(text, NAMED, what="sizes"), "63mm x 88mm")
        return size
    parts = re.split(r"\s*[x×X*]\s*", text.strip())
    if len(parts) != 2:
        raise Problem("PNP110", f'"{text}" is not a size', node.place, _EXAMPLE)
    if re.fullmatch(r"[\d.]+", parts[0]):  # "63 x 88 mm": the unit is said once, for both
        unit = re.sub(r"[\d.,\s]", "", parts[1])
        if not unit:
            hint = f'write "{parts[0]}mm x {parts[1]}mm"'
            raise Problem("PNP110", f'"{text}" has no unit', node.place, hint)
        parts[0] = parts[0] + unit
    return Size(_side(parts[0], node.place), _side(parts[1], node.place))


def _no_size(node: Node, text: str, near: str, example: str) -> Problem:
    return Problem("PNP110", f'there is no size "{text}"', node.place, f'{near} (or "{example}")')


def _side(text: str, place: Place) -> float:
    """Return a side in mm that somebody can cut."""
    side = _length(text, place)
    if not SMALLEST <= side <= LARGEST:
        hint = f"the sides of a piece are {SMALLEST:g} mm to {LARGEST:g} mm"
        raise Problem("PNP110", f"a side of {side:g} mm cannot be made", place, hint)
    return side


def mm_of(node: Node, what: str, *, example: str = "30mm") -> float:
    """Return a length in mm of any sign; raises Problem (PNP110)."""
    if not isinstance(node, ScalarNode) or node.value is None or isinstance(node.value, bool):
        raise not_wanted(node, f"{what} must be a length", node.place, f"write {example}", "PNP110")
    return _length(node.text, node.place)


def read_corners(node: Node, findings: Findings, wanted: str) -> tuple[Point, ...] | None:
    """Return the corners in a list of [x, y], in mm, or None; `wanted` says what each must be."""
    listed = findings.want_list(node, "points")
    points: list[Point | None] = []
    for item in listed.items if listed else ():
        if isinstance(item, ListNode) and len(item.items) == 2:
            x, y = (findings.attempt(mm_of, each, "a corner") for each in item.items)
            points.append(None if x is None or y is None else (x, y))
        else:
            findings.wrong_value(item, wanted, hint="write [30mm, 40mm]")
            points.append(None)
    found = tuple(point for point in points if point is not None)
    return found if listed and len(found) == len(points) else None


def _length(text: str, place: Place) -> float:
    try:
        return parse_length(text)
    except LengthError as error:
        raise Problem("PNP110", str(error), place, error.hint) from error


# Sizes of sheets and boards: paper formats, lying or upright, beside the sizes of cards.

FORMATS: Mapping[str, Size] = MappingProxyType(
    {
        "a1": Size(594, 841),  # A sizes: ISO 216
        "a2": Size(420, 594),
        **{name.replace("_", " "): paper.size for name, paper in PAPERS.items() if name != A4_OR_LETTER},
        "a7": Size(74, 105),
        "half letter": Size(139.7, 215.9),  # ANSI/ASME Y14.1 A, folded once
        "quarter letter": Size(107.95, 139.7),
        "card": NAMED["standard"],
    }
)
"""Formats by name, upright, in mm."""

_NAME = re.compile(r"(?:(landscape|portrait) )?([a-z][a-z0-9 ]*?)(?: (landscape|portrait))?")


def read_format(node: Node) -> Size:
    """Return the size that `node` names ("a5", "a6 landscape", "card") or spells out; raises Problem (PNP110)."""
    text = text_of(node, "size")
    match = _NAME.fullmatch(re.sub(r"[\s_-]+", " ", text.strip().casefold()))
    if match is None:
        return read_size(node)
    before, name, after = match.groups()
    size = FORMATS.get(name) or NAMED.get(name)
    if size is None:
        raise _no_size(node, text, suggest(name, FORMATS, what="formats"), "148mm x 105mm")
    short, long = sorted((size.width, size.height))
    turn = before or after
    return size if turn is None else Size(long, short) if turn == "landscape" else Size(short, long)
