"""Read a value as the type it must have, or say what it is instead."""

import re
from collections.abc import Iterable

from pnp.load.findings import Findings
from pnp.load.near import suggest
from pnp.load.yaml.nodes import NUMBER_WORDS, ListNode, MapNode, Node, ScalarNode, described

SLUG = re.compile(r"[a-z][a-z0-9_]*")
FIELD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def want_text(node: Node | None, what: str, findings: Findings) -> str | None:
    """Return a text; a bare number is taken as it is written. None (with PNP104) for anything else."""
    if node is None:
        return None
    if (
        isinstance(node, ScalarNode)
        and isinstance(node.value, int | float | str)
        and not isinstance(node.value, bool)
    ):
        return node.text
    hint = f'write {what}: "..."' if FIELD.fullmatch(what) else 'write a text: "..."'
    findings.error("PNP104", f"{what} must be a text, got {described(node)}", node.place, hint=hint)
    return None


def want_whole(node: Node, what: str, findings: Findings, *, low: int, high: int) -> int | None:
    """Return a whole number from `low` to `high`; None with PNP104 or PNP117."""
    if not isinstance(node, ScalarNode) or not isinstance(node.value, int) or isinstance(node.value, bool):
        findings.error(
            "PNP104",
            f"{what} must be a whole number, got {described(node)}",
            node.place,
            hint=f"write {_number_meant(node) or low}",
        )
        return None
    if not low <= node.value <= high:
        near = min(max(node.value, low), high)
        findings.error(
            "PNP117", f"{what} must be {low} to {high}, got {node.value}", node.place, hint=f"write {near}"
        )
        return None
    return node.value


def _number_meant(node: Node) -> str | None:
    """Return the whole number somebody meant by "four", "4.0" or "4x"."""
    if not isinstance(node, ScalarNode):
        return None
    word = node.text.strip().lower()
    if word in NUMBER_WORDS:
        return str(NUMBER_WORDS.index(word))
    digits = re.match(r"[0-9]{1,3}", word)
    return str(int(digits[0])) if digits else None


def want_flag(node: Node | None, what: str, findings: Findings, *, default: bool) -> bool:
    """Return true or false; the default (with PNP104) for anything else."""
    if node is None:
        return default
    if isinstance(node, ScalarNode) and isinstance(node.value, bool):
        return node.value
    meant = "false" if isinstance(node, ScalarNode) and node.text.lower() in ("no", "off", "0") else "true"
    findings.error(
        "PNP104", f"{what} must be true or false, got {described(node)}", node.place, hint=f"write {meant}"
    )
    return default


def want_map(node: Node | None, what: str, findings: Findings) -> MapNode | None:
    """Return a mapping, or None (with PNP104 when there is something else)."""
    if isinstance(node, MapNode):
        return node
    if node is not None:
        findings.error(
            "PNP104",
            f"{what} must be a mapping, got {described(node)}",
            node.place,
            hint="write indented lines of key: value below it",
        )
    return None


def want_list(node: Node | None, what: str, findings: Findings) -> ListNode | None:
    """Return a list, or None (with PNP104 when there is something else)."""
    if isinstance(node, ListNode):
        return node
    if node is not None:
        findings.error(
            "PNP104",
            f"{what} must be a list, got {described(node)}",
            node.place,
            hint='begin each item with "- ", or write [a, b]',
        )
    return None


def require(section: MapNode, key: str, what: str, findings: Findings, *, example: str) -> Node | None:
    """Return the value of a key that must be there, or None with PNP105."""
    node = section.get(key)
    if node is None or (isinstance(node, ScalarNode) and node.value is None and not node.quoted):
        findings.error("PNP105", f"{what} has no {key}", section.place, hint=f"add {key}: {example}")
        return None
    return node


def check_keys(section: MapNode, known: Iterable[str], what: str, findings: Findings) -> None:
    """Report every key that `what` does not know."""
    known = tuple(known)
    for key, _ in section.entries:
        if key.text not in known:
            findings.error(
                "PNP103",
                f'{what} has no key "{key.text}"',
                key.place,
                hint=suggest(key.text, known, what="keys"),
            )
