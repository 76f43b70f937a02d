"""What finds the mistakes in the shipped games, each of them tried: claims, needs, the rules of completeness, approval."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from random import Random

from file_mutations import EACH, generated
from known_mistakes import known_mistakes
from mutations import Mutation, mutations
from trial import FINDERS, Trial, trial_of

SAMPLE = 2
"""So many mistakes by name, and so many kinds of generated ones, are tried in each game whenever the tests run."""


@dataclass(frozen=True)
class Tried:
    """One mistake that was made, and all that found it."""

    game: str
    kind: str
    says: str
    found_by: frozenset[str]

    @property
    def needs_a_reader(self) -> bool:
        """Whether only approval finds it: no check of the data does."""
        return self.found_by == {"approval"}


def tried(name: str) -> list[Tried]:
    """Make every mistake in a game: those by name, up to EACH of every kind in files, and those in the data."""
    trial = trial_of(name)
    assert set(trial.finders(trial.sound)) == set(), f"{name} has mistakes already"
    found = [outcome(trial, each) for each in known_mistakes(trial.files)]
    for made in generated(trial.files).values():
        outcomes = (outcome(trial, each) for each in made)
        found += islice(filter(None, outcomes), EACH)
    for mutation in mutations(trial.sound.data):
        found_by = frozenset(trial.of_data(mutation.make()))
        found.append(Tried(name, mutation.kind, mutation.says, found_by))
    return [each for each in found if each is not None]


def outcome(trial: Trial, mutation: Mutation, *, first: bool = False) -> Tried | None:
    """Make a mistake, see what finds it (or what finds it `first`); None when nothing does and nothing printed is different."""
    edits = mutation.make()
    with trial.changed(edits):
        read = trial.read(edits)
        finders = trial.finders(read, edits)
        found_by = frozenset(islice(finders, 1) if first else finders)
        if not found_by and trial.is_equivalent(read):
            return None
    return Tried(trial.name, mutation.kind, mutation.says, found_by)


def sample(trial: Trial) -> Iterator[Tried]:
    """Try some mistakes in files until something finds them: so many by name, and one of as many kinds."""
    named = [[each] for each in known_mistakes(trial.files)]
    kinds = [made for made in generated(trial.files).values() if made]
    luck = Random(trial.name)
    for some in (*luck.sample(named, SAMPLE), *luck.sample(kinds, SAMPLE)):
        yield from islice(filter(None, (outcome(trial, each, first=True) for each in some)), 1)


def all_tried(games: Sequence[str]) -> list[Tried]:
    """Make every mistake in these games, two games at a time."""
    with ProcessPoolExecutor(2) as pool:
        return [each for found in pool.map(tried, games) for each in found]


# Tables of docs/completeness.md.

COLUMNS: Mapping[str, set[str]] = {
    "claims": {"claims"},
    "needs": {"needs"},
    "claims or needs": {"claims", "needs"},
    "completeness": {"completeness"},
    "approval": {"approval"},
    "not printed": {"reading"},
    "found": {*FINDERS},
}
"""What has found the mistakes in a column, any of them."""


def rates(found: Sequence[Tried]) -> tuple[str, ...]:
    """How many mistakes there are, and how many of them each finds; at last those that approval alone does."""
    counts = [sum(bool(each.found_by & finders) for each in found) for finders in COLUMNS.values()]
    counts.append(sum(each.needs_a_reader for each in found))
    return (str(len(found)), *(share(count, len(found)) for count in counts))


def share(part: int, whole: int) -> str:
    """A part in per cent, nothing called 100 that is less."""
    return f"{int(1000 * part / whole) / 10:g} %" if part else "-"


def table(head: str, rows: Sequence[tuple[str, Sequence[Tried]]]) -> str:
    """A table of rates with a row for each group."""
    lines = [
        f"| {head} | mistakes | {' | '.join(COLUMNS)} | approval alone |",
        "|---" * (len(COLUMNS) + 3) + "|",
    ]
    lines += [f"| {name} | {' | '.join(rates(found))} |" for name, found in rows if found]
    return "\n".join(lines)
