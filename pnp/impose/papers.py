"""Finding a paper by the name somebody typed."""

from pnp.model.errors import UnknownName
from pnp.model.game import Component
from pnp.model.geometry import Size
from pnp.model.sheet import FULL_SIZE, PAPERS, Paper
from pnp.model.sides import Backs
from pnp.text import near_names
from pnp.units import MM_PER_PT


def find_paper(name: str) -> Paper:
    """Return the paper of that name; case, spaces, hyphens and underscores do not matter.

    Raises UnknownName with the near names.

    >>> find_paper("Arch-B").size
    Size(width=304.8, height=457.2)
    """
    by_key = {_key(paper): PAPERS[paper] for paper in PAPERS}
    paper = by_key.get(_key(name))
    if paper is None:
        near = [by_key[key].name for key in near_names(_key(name), by_key, most=2, cutoff=0.5)]
        known = f"the papers are {', '.join(PAPERS)}"
        raise UnknownName(
            f'no paper is called "{name}"', f"did you mean {' or '.join(near)}? {known}" if near else known
        )
    return paper


def _key(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter not in " -_")


# The page a print shop makes a board from: as large as the board with its bleed and room for marks.

ROOM_MM = 28 * MM_PER_PT
"""Beyond the bleed on every side: for crop marks of 5 mm and a line of words; whole points, so that the place of the
drawing is a whole number in the PDF."""

EDGE_MM = 2.0
"""What stays white at the edge of the page; print shops print to the edge, but not every viewer shows it."""


def full_size_paper(component: Component) -> Paper | None:
    """Return the paper on which the component is printed in one piece, or None for kinds that home printers make."""
    if not component.kind.full_size:
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
