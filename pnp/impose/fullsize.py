"""The page a print shop makes a board from: as large as the board with its bleed and room for marks."""

from pnp.model.game import Component
from pnp.model.geometry import Size
from pnp.model.sheet import Paper

NAME = "full-size"
ROOM_MM = 10.0
"""Beyond the bleed on every side: for crop marks of 5 mm and a line of words."""

EDGE_MM = 2.0
"""What stays white at the edge of the page; print shops print to the edge, but not every viewer shows it."""


def full_size_paper(component: Component) -> Paper | None:
    """Return the paper on which the component is printed in one piece, or None for kinds that home printers make."""
    if component.kind != "board":
        return None
    beyond = 2 * (component.bleed + ROOM_MM)
    size = Size(component.size.width + beyond, component.size.height + beyond)
    return Paper(NAME, "full size", size, EDGE_MM)
