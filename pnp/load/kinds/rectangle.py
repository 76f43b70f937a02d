"""What cards, sheets and boards have in common: a rectangle with its corners, its bleed and its safe area."""

from dataclasses import dataclass

from pnp.load.context import Context
from pnp.load.kinds import contents
from pnp.load.kinds.contents import read_contents
from pnp.load.kinds.sizes import MOST_BLEED_MM, read_length
from pnp.load.yaml.nodes import MapNode, ScalarNode
from pnp.model.game import Component
from pnp.model.geometry import Size

KEYS = ("size", "corner", "bleed", "safe", *contents.KEYS)


@dataclass(frozen=True, slots=True)
class Usual:
    """What a kind takes where the file says nothing, in mm."""

    corner: float
    bleed: float
    safe: float


def read_rectangle(
    component_id: str, section: MapNode, context: Context, *, size: Size | None, usual: Usual
) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong (`size` among it)."""
    findings = context.findings
    half = min(size.width, size.height) / 2 if size else MOST_BLEED_MM
    corner = read_length(section, "corner", findings, default=min(usual.corner, half), most=half)
    bleed = read_length(section, "bleed", findings, default=usual.bleed, most=MOST_BLEED_MM)
    safe = read_length(section, "safe", findings, default=min(usual.safe, half), most=half)
    held = read_contents(component_id, section, context)
    kind = section.get("kind")
    if size is None or held is None:
        return None
    return Component(
        id=component_id,
        kind=kind.text if isinstance(kind, ScalarNode) else "cards",
        title=held.title,
        size=size,
        corner=corner,
        bleed=bleed,
        safe=safe,
        pieces=held.pieces,
        place=section.key_place("kind"),
        note=held.note,
    )
