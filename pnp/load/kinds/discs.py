"""The kind `discs`: round pieces, a front, and perhaps a back that lies exactly behind it."""

from dataclasses import dataclass

from pnp.load import component
from pnp.load.component import Contents, read_contents
from pnp.load.header import Context
from pnp.load.schema import Findings
from pnp.load.sizes import LARGEST, MOST_BLEED_MM, SMALLEST, read_length, want_length
from pnp.load.yaml_nodes import MapNode, ScalarNode
from pnp.model.game import Component
from pnp.model.geometry import Size, circle

KEYS = ("diameter", "gap", "bleed", "safe", *component.KEYS)

GAP_MM = 3.0
"""Between two discs: room for scissors to turn, or for the rim of a punch."""

BLEED_MM = GAP_MM / 2
SAFE_MM = 1.5
"""Round cuts by hand are off by a millimetre more easily than straight ones, but the pieces are small."""


@dataclass(frozen=True, slots=True)
class Round:
    """The lengths in mm of a round piece; without a diameter where the file has no good one."""

    diameter: float | None
    gap: float
    bleed: float
    safe: float


def read_round(section: MapNode, findings: Findings, *, bleed: float, example: str) -> Round:
    """Return what the file says of a round piece, and what is usual where it says nothing."""
    diameter = want_length(
        section, "diameter", "the component", findings, least=SMALLEST, most=LARGEST, example=example
    )
    return Round(
        diameter,
        gap=read_length(section, "gap", findings, default=GAP_MM, most=MOST_BLEED_MM),
        bleed=read_length(section, "bleed", findings, default=bleed, most=MOST_BLEED_MM),
        safe=read_length(section, "safe", findings, default=SAFE_MM, most=(diameter or LARGEST) / 2),
    )


def read_discs(component_id: str, section: MapNode, context: Context) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong."""
    cut = read_round(section, context.findings, bleed=BLEED_MM, example="25mm")
    return round_component(component_id, section, cut, read_contents(component_id, section, context))


def round_component(
    component_id: str, section: MapNode, cut: Round, held: Contents | None
) -> Component | None:
    """Return the component of round pieces, or None without a diameter or without pieces."""
    kind = section.get("kind")
    if cut.diameter is None or held is None:
        return None
    return Component(
        id=component_id,
        kind=kind.text if isinstance(kind, ScalarNode) else "discs",
        title=held.title,
        size=Size(cut.diameter, cut.diameter),
        corner=cut.diameter / 2,
        bleed=cut.bleed,
        safe=cut.safe,
        pieces=held.pieces,
        place=section.key_place("kind"),
        note=held.note,
        outline=circle(cut.diameter),
        gap=cut.gap,
    )
