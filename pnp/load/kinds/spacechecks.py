"""Whether the spaces of a board go together: each on the board, none upon another, neighbours on both sides."""

import math
from collections.abc import Iterable, Sequence

from pnp.load.findings import Findings
from pnp.load.kinds.areas import convex_parts, depth
from pnp.load.kinds.spaces import Written
from pnp.load.near import suggest
from pnp.model.board import Space
from pnp.model.geometry import Rect, Size

EXACT_MM = 0.01
"""Spaces that touch may share so much: finer than any printer's dot."""


def check_spaces(written: Sequence[Written], size: Size | None, findings: Findings) -> None:
    """Report spaces beyond the board (PNP141), upon each other (PNP142), and twice (PNP145); and false neighbours."""
    _check_ids(written, findings)
    if size is not None:
        for each in written:
            _check_inside(each, size, findings)
    _check_overlaps(written, findings)
    _check_neighbours(written, findings)


def box(space: Space) -> Rect:
    """Return the box around a space, in mm."""
    xs, ys = zip(*space.points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _check_ids(written: Iterable[Written], findings: Findings) -> None:
    first: dict[str, Written] = {}
    for each in written:
        other = first.setdefault(each.space.id, each)
        if other is not each:
            line = other.place.line
            hint = f"the first is on line {line}; give this one another id"
            if line == each.place.line:
                hint = "put a variable into the id, such as {letter} or one of for"
            findings.error("PNP145", f'two spaces have the id "{each.space.id}"', each.place, hint=hint)


def _check_inside(each: Written, size: Size, findings: Findings) -> None:
    there = box(each.space)
    over = {
        "left": -there.x,
        "top": -there.y,
        "right": there.right - size.width,
        "bottom": there.bottom - size.height,
    }
    edge, most = max(over.items(), key=lambda item: item[1])
    if most > EXACT_MM:
        message = f'space "{each.space.id}" reaches {most:.4g} mm beyond the {edge} edge of the board'
        hint = f"the board is {size.width:.4g} × {size.height:.4g} mm; move the space or make it smaller"
        findings.error("PNP141", message, each.place, hint=hint)


def _check_overlaps(written: Sequence[Written], findings: Findings) -> None:
    """Compare each space with those whose boxes it meets, from left to right; each entry is reported once."""
    boxed = sorted(
        ((box(each.space), index) for index, each in enumerate(written)),
        key=lambda pair: (pair[0].x, pair[1]),
    )
    reported: set[tuple[object, object]] = set()
    for number, (one, index) in enumerate(boxed):
        for other, other_index in boxed[number + 1 :]:
            if other.x > one.right - EXACT_MM:
                break
            first, second = sorted((index, other_index))
            a, b = written[first], written[second]
            if not one.overlaps(other, slack=EXACT_MM) or (a.place, b.place) in reported:
                continue
            deep = _depth(a.space, b.space)
            if deep > EXACT_MM:
                reported.add((a.place, b.place))
                message = f'spaces "{a.space.id}" and "{b.space.id}" overlap by {deep:.2g} mm'
                hint = f"the other is on line {a.place.line}; move one of the two, or make it smaller"
                findings.error("PNP142", message, b.place, hint=hint)


def _depth(one: Space, other: Space) -> float:
    """Return how many mm two spaces reach into each other."""
    if one.round and other.round:
        apart = math.dist(one.centre, other.centre)
        return (box(one).width + box(other).width) / 2 - apart
    pairs = ((a, b) for a in convex_parts(one.points) for b in convex_parts(other.points))
    return max(depth(a, b) for a, b in pairs)


def _check_neighbours(written: Sequence[Written], findings: Findings) -> None:
    """Report neighbours that are not there (PNP143) and those that do not say so themselves (PNP144)."""
    by_id = {each.space.id: each for each in written}
    for each in written:
        for name, place in each.neighbours:
            own = each.space.id
            if name == own:
                findings.error("PNP143", f'"{own}" is its own neighbour', place, hint="delete it")
            elif name not in by_id:
                hint = suggest(name, by_id, what="spaces")
                findings.error(
                    "PNP143", f'"{own}" has a neighbour "{name}", which is no space', place, hint=hint
                )
            elif own not in by_id[name].space.neighbours:
                message = f'"{name}" is a neighbour of "{own}", but "{own}" is none of "{name}"'
                hint = f"add {own} to the neighbours of {name} (line {by_id[name].place.line}), or delete {name} here"
                findings.error("PNP144", message, place, hint=hint)
