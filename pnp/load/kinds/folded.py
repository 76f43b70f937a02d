"""What dice and boxes have in common: a net that stands on the sheet by itself, room for scissors around it."""

from pnp.load.kinds.contents import Contents
from pnp.load.yaml.nodes import MapNode, ScalarNode
from pnp.model.game import Component
from pnp.model.net import Net


def folded(
    component_id: str, section: MapNode, held: Contents, net: Net, *, bleed: float, gap: float
) -> Component:
    """Return the component whose pieces are cut and folded from `net`; `bleed` and `gap` in mm."""
    kind = section.get("kind")
    return Component(
        id=component_id,
        kind=kind.text if isinstance(kind, ScalarNode) else "box",
        title=held.title,
        size=net.size,
        corner=0.0,
        bleed=bleed,
        safe=0.0,
        pieces=held.pieces,
        place=section.key_place("kind"),
        note=held.note,
        net=net,
        gap=gap,
    )
