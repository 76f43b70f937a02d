"""`back`: every piece has the back that it should have.

    test: {back: {of: food, is: food-back.svg.j2}}

PASS: all share food-back.svg.j2. FAIL: "the back of kale is bid-back.svg.j2, not food-back.svg.j2".
`is: none` says that the pieces have no back.
"""

from collections.abc import Iterator

from pnp.engine.data import Data
from pnp.engine.finding import Finding
from pnp.engine.selection import Item, select
from pnp.model.claims import Back


def findings(test: Back, data: Data) -> Iterator[Finding]:
    """Yield every piece with another back."""
    for item in select(test.selection, data):
        back = _file(item)
        if back != test.template:
            says = f"the back of {item.id} is {back or 'empty'}, not {test.template or 'empty'}"
            yield Finding(says, (item.id,))


def _file(item: Item) -> str | None:
    """Return the file name of the template, without the folder that the loader adds."""
    back = item.fields["back"]
    return back.rpartition("/")[2] if isinstance(back, str) else None
