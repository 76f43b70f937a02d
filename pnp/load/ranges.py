"""The values a `for` runs through: lists, ranges such as 1..9, and the product of several."""

import re
from collections.abc import Iterator
from itertools import product
from math import prod

from pnp.load.fields import FIELD, want_map
from pnp.load.findings import Findings
from pnp.load.nodes import ListNode, MapNode, Node, ScalarNode, described

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
    section = want_map(node, "for", findings)
    if section is None:
        return
    values = {key.text: _values(key.text, value, findings) for key, value in section.entries}
    if not _good_names(section, findings) or any(listed is None for listed in values.values()):
        return
    lists = [listed for listed in values.values() if listed is not None]
    count = prod(len(listed) for listed in lists)
    if count > MAX_PIECES or not lists:
        message = (
            f"this makes {count:,} pieces; the limit is {MAX_PIECES:,}" if lists else "for has no variables"
        )
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
    if isinstance(node, ScalarNode):
        return _range(name, node, findings)
    if isinstance(node, MapNode):
        _report(name, node, findings)
        return None
    values: list[ScalarNode] = []
    for item in node.items:
        if not isinstance(item, ScalarNode) or item.value is None:
            _report(name, item, findings)
            return None
        if isinstance(item.value, str) and _RANGE.fullmatch(item.text):
            inner = _range(name, item, findings)
            if inner is None:
                return None
            values += inner
        else:
            values.append(item)
        if len(values) > MAX_PIECES:
            findings.error(
                "PNP117", f"{name} has more than {MAX_PIECES:,} values", node.place, hint="write fewer"
            )
            return None
    if not values:
        findings.error(
            "PNP117", f"{name} has no values", node.place, hint=f"write {name}: [a, b] or {name}: 1..9"
        )
        return None
    return values


def _range(name: str, node: ScalarNode, findings: Findings) -> list[ScalarNode] | None:
    """Return the whole numbers from the first to the last of "1..9"."""
    match = _RANGE.fullmatch(node.text)
    if match is None:
        _report(name, node, findings)
        return None
    first, last = int(match[1]), int(match[2])
    if first > last:
        findings.error(
            "PNP117", f"the range {node.text} runs backwards", node.place, hint=f"write {last}..{first}"
        )
        return None
    if last - first >= MAX_PIECES:
        findings.error(
            "PNP117",
            f"the range {node.text} has {last - first + 1:,} values; the limit is {MAX_PIECES:,}",
            node.place,
            hint="make it smaller",
        )
        return None
    return [ScalarNode(number, str(number), node.place) for number in range(first, last + 1)]


def _report(name: str, node: Node, findings: Findings) -> None:
    nearly = _NEARLY.fullmatch(node.text) if isinstance(node, ScalarNode) else None
    hint = f"write {name}: {nearly[1]}..{nearly[2]}" if nearly else f"write {name}: [a, b] or {name}: 1..9"
    what = "an item of " + name if isinstance(node, ListNode) else name
    findings.error(
        "PNP104", f"{what} must be values or a range, got {described(node)}", node.place, hint=hint
    )
