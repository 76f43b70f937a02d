"""art/placement.yaml: how pictures lie in their boxes, by the name of the slot."""

from pnp.load.nodes import Findings, Key, ListNode, Node, ScalarNode, not_wanted
from pnp.model.diagnostics import Place
from pnp.model.geometry import Point
from pnp.model.placement import AS_ASKED, FITS, ROTATIONS, ZOOMS, Fit, Placement
from pnp.text import suggest

FILE = "placement.yaml"
KEYS = ("focus", "zoom", "rotation", "fit")

_FOCUS = "write [0.5, 0.5] for the middle, [0.5, 0] for the middle of its top"
_ZOOM = "write 1 for as large as the fit asks, 2 for twice that"
_ROTATION = "write 15 for fifteen degrees clockwise, -15 for the other way"


def read_placements(node: Node | None, findings: Findings) -> tuple[dict[str, Placement], dict[str, Place]]:
    """Return the placements by slot, and where each is written."""
    entries = findings.entries(node, FILE)
    read = {key.text: _placement(key, value, findings) for key, value in entries}
    return read, {key.text: key.place for key, _ in entries}


def _placement(key: Key, node: Node, findings: Findings) -> Placement:
    section = findings.want_map(node, f"the placement of {key.text}")
    if section is None:
        return AS_ASKED
    findings.check_keys(section, KEYS, f"the placement of {key.text}")
    return Placement(
        findings.attempt(_focus, section.get("focus")) or AS_ASKED.focus,
        findings.want_number(section.get("zoom"), "zoom", ZOOMS, default=AS_ASKED.zoom, hint=_ZOOM),
        findings.want_number(section.get("rotation"), "rotation", ROTATIONS, default=0.0, hint=_ROTATION),
        findings.attempt(_fit, section.get("fit")),
    )


def _focus(node: Node) -> Point:
    """Return two shares, of the width and of the height."""
    if not isinstance(node, ListNode) or len(node.items) != 2:
        raise not_wanted(node, "focus must be a list of two numbers, across and down", node.place, _FOCUS)
    across, down = (_share(each) for each in node.items)
    return across, down


def _share(node: Node) -> float:
    value = node.value
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise not_wanted(node, "focus must be two numbers from 0 to 1", node.place, _FOCUS)
    return float(value)


def _fit(node: Node) -> Fit:
    word = node.text if isinstance(node, ScalarNode) else ""
    found = next((each for each in FITS if each == word), None)
    if found is None:
        hint = suggest(word, FITS, what="words")
        raise not_wanted(node, "fit must be cover or contain", node.place, hint, "PNP114")
    return found
