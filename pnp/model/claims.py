"""What a rulebook promises, as values: claims with their tests, and the rulings where it contradicts itself.

A test is one of the verbs below; docs/claims.md shows each with an example.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pnp.model.diagnostics import Place
from pnp.model.game import Provenance, Value, empty


@dataclass(frozen=True, slots=True)
class Span:
    """Numbers from `low` to `high`, both included; None leaves an end open."""

    low: float | None
    high: float | None

    def __contains__(self, number: float) -> bool:
        return (self.low is None or self.low <= number) and (self.high is None or number <= self.high)

    def __str__(self) -> str:
        if self.low == self.high and self.low is not None:
            return f"{self.low:g}"
        if self.low is None:
            return f"at most {self.high:g}"
        if self.high is None:
            return f"at least {self.low:g}"
        return f"{self.low:g} to {self.high:g}"


@dataclass(frozen=True, slots=True)
class Condition:
    """What a field must hold for a piece to be selected.

    One of `values`, a number in `span`, or a list of exactly the items of `exactly`, in any order. A field that holds
    a list meets `values` when one of its items does. `negated` turns it round.
    """

    field: str
    values: tuple[Value, ...] = ()
    span: Span | None = None
    exactly: tuple[Value, ...] | None = None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """Pieces of some components (or spaces, "board.spaces"), every copy counted unless `distinct`."""

    of: tuple[str, ...]
    where: tuple[Condition, ...] = ()
    extras: bool = False
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number that is read from the game: how many pieces, a sum, an extreme, how many different values, or a fact."""

    kind: Literal["count", "sum", "min", "max", "kinds", "fact", "number"]
    selection: Selection | None = None
    field: str = ""
    fact: str = ""
    number: float = 0


@dataclass(frozen=True, slots=True)
class Count:
    """So many pieces are selected."""

    selection: Selection
    wanted: Span


@dataclass(frozen=True, slots=True)
class Sum:
    """The numbers of a field come to so much."""

    selection: Selection
    field: str
    wanted: Span


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers of a field lie in a span; when `reached`, both of its ends occur."""

    selection: Selection
    field: str
    span: Span
    reached: bool = False


@dataclass(frozen=True, slots=True)
class Unique:
    """No two pieces have the same values in the fields `by`."""

    selection: Selection
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EveryCombinationOnce:
    """Every combination of the values `by` field is there, `each` times, and no other."""

    selection: Selection
    by: Mapping[str, tuple[Value, ...]]
    each: int = 1


@dataclass(frozen=True, slots=True)
class Covers:
    """Each of the values occurs in a field at least once."""

    selection: Selection
    field: str
    includes: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Subset:
    """A field holds nothing but these values."""

    selection: Selection
    field: str
    among: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each value of a field occurs, copies counted; values that are not listed do not occur."""

    selection: Selection
    field: str
    wanted: Mapping[str, Span]


@dataclass(frozen=True, slots=True)
class Values:
    """What a field holds, piece by piece, pieces known by the field `by`; there are no other pieces."""

    selection: Selection
    by: str
    field: str
    wanted: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Follows:
    """In each piece a number is another of its numbers, times and plus something."""

    selection: Selection
    field: str
    source: str
    times: float = 1
    plus: float = 0


@dataclass(frozen=True, slots=True)
class RefersTo:
    """What a field holds is the id of a piece of `component`, or one of its values of `target`."""

    selection: Selection
    field: str
    component: str
    target: str = "id"


@dataclass(frozen=True, slots=True)
class Equals:
    """A fact of the game or a parameter of its rules has this value."""

    fact: str
    wanted: Value


@dataclass(frozen=True, slots=True)
class DerivedFrom:
    """A quantity is the sum of others, times and plus something."""

    this: Quantity
    source: tuple[Quantity, ...]
    times: float = 1
    plus: float = 0


@dataclass(frozen=True, slots=True)
class Back:
    """Every piece has the same template on its back: the one called `template`; None for pieces without a back."""

    selection: Selection
    template: str | None


@dataclass(frozen=True, slots=True)
class All:
    """Several tests, all of which must pass."""

    tests: tuple["Test", ...]


Test = (
    Count
    | Sum
    | Range
    | Unique
    | EveryCombinationOnce
    | Covers
    | Subset
    | Tally
    | Values
    | Follows
    | RefersTo
    | Equals
    | DerivedFrom
    | Back
    | All
)


@dataclass(frozen=True, slots=True)
class Claim:
    """One promise: what it says, where it comes from, and its test; without one, why it is `judged` or `dropped`.

    `where` is the heading in the rulebook; `written` is the test as it stands in the file, for showing.
    """

    id: str
    says: str
    place: Place
    source: Provenance = "stated"
    where: str = ""
    test: Test | None = None
    judged: str | None = None
    dropped: str | None = None
    written: Mapping[str, Value] = field(default_factory=empty)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What holds where the rulebook contradicts itself or leaves a gap; `about` are ids of claims."""

    id: str
    about: tuple[str, ...]
    conflict: str
    ruling: str
    place: Place
    reason: str = ""
