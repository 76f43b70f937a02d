"""The properties of each kind of component: its name, how it is printed and put together."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Arrangement = Literal["rows", "outline", "page", "labels", "tiles"]
"""How pieces lie on a sheet: in rows with shared cuts, as their outline demands, on a page of their own where they are
as large as one, on the labels that are sold, or side by side as tiles."""


Stock = Literal["plain", "card", "label", "board"]

STOCKS: Mapping[Stock, str] = {
    "plain": "Plain paper",
    "card": "Card",
    "label": "Label paper",
    "board": "Paper for grey board",
}
"""What sheets are printed on, in the order of printing -> its name."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of component. `pnp.load.kinds` holds all of them; whatever differs between kinds is read from here.

    `rank` is the place in a list of what a game is made of. `stock` is what it is printed on; `stock_text` is a sentence of
    the build page that says so with the weight. `grey_board` is how many mm thick the board is that it is glued on.
    """

    name: str
    one: str
    many: str
    rank: int
    stock: Stock
    stock_text: str
    grey_board: float | None = None
    layout: Arrangement = "outline"
    weights: tuple[int, int] | None = None
    """The lightest and the heaviest paper in g/m² on which pieces of the kind may share a sheet with others; None for a
    kind that keeps its sheets to itself."""
    tiled: bool = False
    """Whether it is printed in parts where it is larger than the paper."""
    full_size: bool = False
    """Whether a print shop gets it in one piece on a page of its own size."""
    by_piece: bool = True
    """Whether the rules summary explains its pieces one by one, not only the component."""
    drawn_from: bool = False
    """Whether pieces are drawn or dealt from a stack, so that chances are worth counting."""
    plain: str | None = None
    """The template of pieces without a front of their own, with {design} for its name; None where each needs one."""
