"""`unique`: no two pieces have the same values in some fields.

    test: {unique: {of: food, by: [name]}}

PASS: every food has its own name. FAIL: two called Kale, "kale and cabbage have the same name: Kale".
"""

from collections.abc import Iterator

from pnp.engine.data import Data
from pnp.engine.finding import Finding, about, named, shown
from pnp.engine.selection import Item, select, value_of
from pnp.model.claims import Unique
from pnp.model.game import Value


def findings(test: Unique, data: Data) -> Iterator[Finding]:
    """Yield every group of pieces that share their values; copies of one piece are one."""
    groups: dict[str, tuple[tuple[Value, ...], list[Item]]] = {}
    for item in select(test.selection, data):
        values = tuple(value_of(item, field) for field in test.by)
        groups.setdefault(repr(values), (values, []))[1].append(item)
    for values, items in groups.values():
        if len(items) > 1:
            ids = [item.id for item in items]
            same = f"the same {named(test.by)}: {named([shown(value) for value in values])}"
            yield Finding(f"{named(ids)} have {same}", about(items))
