"""The page a print shop makes a board from: as large as the board with its bleed and room for marks."""

from pnp.model.game import Component
from pnp.model.geometry import Size
from pnp.model.length import MM_PER_PT
from pnp.model.papers import FULL_SIZE
from pnp.model.sheet import Backs, Paper

ROOM_MM = 28 * MM_PER_PT
"""Beyond the bleed on every side: for crop marks of 5 mm and a line of words; whole points, so that the place of the
drawing is a whole number in the PDF."""

EDGE_MM = 2.0
"""What stays white at the edge of the page; print shops print to the edge, but not every viewer shows it."""


def full_size_paper(component: Component) -> Paper | None:
    """Return the paper on which the component is printed in one piece, or None for kinds that home printers make."""
    if component.kind != "board":
        return None
    beyond = 2 * (component.bleed + ROOM_MM)
    size = Size(component.size.width + beyond, component.size.height + beyond)
    return Paper(FULL_SIZE, "full size", size, EDGE_MM)


def backs_on(paper: Paper, backs: Backs) -> Backs:
    """Return how the backs get behind the fronts on this paper.

    A print shop turns a board like the page of a book and expects both pages upright.
    """
    if paper.name != FULL_SIZE or backs == "none":
        return backs
    return "long-edge" if paper.size.height >= paper.size.width else "short-edge"
