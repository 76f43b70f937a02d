"""How claims write numbers and values: `47`, `2..4`, `3..`, `[red, blue]`, `1..9`."""

import re

from pnp.load.schema import Findings
from pnp.load.yaml_nodes import ListNode, MapNode, Node, ScalarNode, described
from pnp.model.claims import Span
from pnp.model.game import Value

MOST = 1000
"""Values that a range may be written out to: more than any deck has."""

_NUMBER = r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?"
_RANGE = re.compile(rf"({_NUMBER})?\.\.({_NUMBER})?")
_NEARLY = re.compile(rf"\s*({_NUMBER})\s*(?:-|–|to|\.{{3,}}|…)\s*({_NUMBER})\s*")


def is_span(node: Node) -> bool:
    """Say whether a value is written as a range: 2..4, 3.. or ..4."""
    if not isinstance(node, ScalarNode) or node.quoted:
        return False
    match = _RANGE.fullmatch(node.text)
    return match is not None and match.group(1, 2) != (None, None)


def read_span(node: Node | None, what: str, findings: Findings) -> Span | None:
    """Return a number or a range of numbers; None with PNP104 or PNP117."""
    if node is None:
        return None
    if (
        isinstance(node, ScalarNode)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    ):
        return Span(node.value, node.value)
    if is_span(node):
        return _ends(node, what, findings)
    nearly = _NEARLY.fullmatch(node.text) if isinstance(node, ScalarNode) else None
    hint = f"write {what}: {nearly[1]}..{nearly[2]}" if nearly else f"write {what}: 4, or {what}: 2..4"
    findings.error(
        "PNP104", f"{what} must be a number or a range, got {described(node)}", node.place, hint=hint
    )
    return None


def _ends(node: Node, what: str, findings: Findings) -> Span | None:
    assert isinstance(node, ScalarNode)
    low, high = (float(part) if part else None for part in node.text.split(".."))
    if low is not None and high is not None and low > high:
        hint = f"write {what}: {high:g}..{low:g}"
        findings.error("PNP117", f"the range {node.text} runs backwards", node.place, hint=hint)
        return None
    return Span(low, high)


def read_values(node: Node | None, what: str, findings: Findings) -> tuple[Value, ...]:
    """Return a list of values, or one value; a whole range such as 1..9 is written out."""
    if node is None:
        return ()
    if isinstance(node, ListNode):
        return tuple(value for item in node.items for value in read_values(item, what, findings))
    if isinstance(node, MapNode):
        findings.error(
            "PNP104", f"{what} must be values, got a mapping", node.place, hint=f"write {what}: [a, b]"
        )
        return ()
    return _written_out(node, what, findings) if is_span(node) else (node.value,)


def _written_out(node: Node, what: str, findings: Findings) -> tuple[Value, ...]:
    """Return the whole numbers of a range."""
    span = _ends(node, what, findings)
    if span is None:
        return ()
    ends = (span.low, span.high)
    low, high = (int(end) if end is not None and end.is_integer() else None for end in ends)
    if low is None or high is None or high - low >= MOST:
        message = f"{what} must be values or a range of whole numbers, got {described(node)}"
        findings.error("PNP104", message, node.place, hint=f"write {what}: 1..9")
        return ()
    return tuple(range(low, high + 1))
