"""Numbers that are read from a game: counts, sums, extremes, how many different values, facts."""

from pnp.engine.data import Data, Unknown, fact
from pnp.engine.selection import is_number, number_of, select, values_of
from pnp.model.claims import Quantity, Selection


def amount(quantity: Quantity, data: Data) -> float:
    """Return the number; raises Unknown when the data have none."""
    if quantity.kind == "number":
        return quantity.number
    if quantity.kind == "fact":
        value = fact(data, quantity.fact)
        if not is_number(value):
            raise Unknown(f'{quantity.fact} is "{value}", which is no number')
        return value
    selection = quantity.selection
    assert selection is not None
    if quantity.kind == "count":
        return count(selection, data)
    if quantity.kind == "sum":
        return total(selection, quantity.field, data)
    if quantity.kind == "kinds":
        items = select(selection, data)
        return len({repr(value) for item in items for value in values_of(item, quantity.field)})
    numbers = [number for number, _ in numbers_in(selection, quantity.field, data)]
    if not numbers:
        raise Unknown(f"no piece has a {quantity.field}")
    return min(numbers) if quantity.kind == "min" else max(numbers)


def count(selection: Selection, data: Data) -> int:
    """Return how many pieces are selected."""
    return sum(item.count for item in select(selection, data))


def total(selection: Selection, field: str, data: Data) -> float:
    """Return the sum of a field over every copy."""
    return sum(number * copies for number, copies in numbers_in(selection, field, data))


def numbers_in(selection: Selection, field: str, data: Data) -> list[tuple[float, int]]:
    """Return the number in a field of each piece and its copies; raises Unknown for a piece without one."""
    found = []
    for item in select(selection, data):
        number = number_of(item, field)
        if number is None:
            raise Unknown(f"{item.id} has no number in {field}")
        found.append((number, item.count))
    return found
