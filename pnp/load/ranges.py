"""The values a `for` runs through: lists, ranges such as 1..9, and the product of several."""

import re
from collections.abc import Iterator
from itertools import islice, product
from math import prod

from pnp.load.nodes import FIELD, Findings, ListNode, MapNode, Node, ScalarNode

MAX_PIECES = 10_000
"""Distinct pieces in one component: a hundred times the largest deck we know."""

_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_NEARLY = re.compile(r"\s*(-?[0-9]{1,9})\s*(?:-|–|to|\.{2,}|…)\s*(-?[0-9]{1,9})\s*")

Variables = dict[str, ScalarNode]


def combinations(node: Node | None, findings: Findings) -> Iterator[Variables]:
    """Yield the variables of each piece that an entry makes, the last one varying fastest; one empty set without `for`.

    Yields nothing (with a finding) when the `for` cannot be read or makes more than MAX_PIECES.
    """
    if node is None:
        yield {}
        return
    section = findings.want_map(node, "for")
    if section is None:
        return
    values = {key.text: _values(key.text, value, findings) for key, value in section.entries}
    if not _good_names(section, findings) or any(listed is None for listed in values.values()):
        return
    lists = [listed for listed in values.values() if listed is not None]
    count = prod(len(listed) for listed in lists)
    if count > MAX_PIECES or not lists:
        limit = f"this makes {count:,} pieces; the limit is {MAX_PIECES:,}"
        message = limit if lists else "for has no variables"
        hint = "make the ranges smaller" if lists else "write for: {value: 1..9}"
        findings.error("PNP117", message, node.place, hint=hint)
        return
    for chosen in product(*lists):
        yield dict(zip(values, chosen, strict=True))


def _good_names(section: MapNode, findings: Findings) -> bool:
    bad = [key for key, _ in section.entries if not FIELD.fullmatch(key.text)]
    for key in bad:
        fixed = re.sub(r"\W", "_", key.text, flags=re.ASCII)
        findings.error("PNP112", f'"{key.text}" cannot name a variable', key.place, hint=f"write {fixed}")
    return not bad


def _values(name: str, node: Node, findings: Findings) -> list[ScalarNode] | None:
    """Return the values of one variable; ranges inside a list are written out."""
    values: list[ScalarNode] = []
    for value in islice(_written_out(name, node, findings), MAX_PIECES + 1):
        if value is None:
            return None
        values.append(value)
    if 0 < len(values) <= MAX_PIECES:
        return values
    message = f"{name} has more than {MAX_PIECES:,} values" if values else f"{name} has no values"
    findings.error("PNP117", message, node.place, hint=f"write {name}: [a, b] or {name}: 1..9")
    return None


def _written_out(name: str, node: Node, findings: Findings) -> Iterator[ScalarNode | None]:
    """Yield the values of a range or a list; None (with a finding) for one that cannot be read."""
    if not isinstance(node, ListNode):
        yield from _range(name, node, findings)
        return
    for item in node.items:
        if isinstance(item, ScalarNode) and item.value is not None and not _RANGE.fullmatch(item.text):
            yield item
        else:
            yield from _range(name, item, findings)


def _range(name: str, node: Node, findings: Findings) -> Iterator[ScalarNode | None]:
    """Yield the whole numbers from the first to the last of "1..9", or None with a finding."""
    match = _RANGE.fullmatch(node.text) if isinstance(node, ScalarNode) else None
    if match is None:
        nearly = _NEARLY.fullmatch(node.text) if isinstance(node, ScalarNode) else None
        meant = f"{nearly[1]}..{nearly[2]}" if nearly else f"[a, b] or {name}: 1..9"
        findings.wrong_value(node, f"{name} must be values or a range", hint=f"write {name}: {meant}")
        yield None
        return
    first, last = int(match[1]), int(match[2])
    if first > last:
        message = f"the range {match[0]} runs backwards"
        findings.error("PNP117", message, node.place, hint=f"write {last}..{first}")
        yield None
        return
    for number in range(first, last + 1):
        yield ScalarNode(number, str(number), node.place)
