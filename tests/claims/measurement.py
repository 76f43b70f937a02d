"""What finds the mistakes in the shipped games, each of them tried: claims, needs, the rules of completeness, approval."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from random import Random

from file_mutations import EACH, FileMutation, generated
from known_mistakes import known_mistakes
from mutations import mutations
from trial import Trial, trial_of

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


def outcome(trial: Trial, mutation: FileMutation) -> Tried | None:
    """Make a mistake; None when nothing finds it and nothing printed is different."""
    edits = mutation.edits
    with trial.changed(edits):
        read = trial.read(edits)
        found_by = frozenset(trial.finders(read, edits))
        if not found_by and trial.is_equivalent(read):
            return None
    return Tried(trial.name, mutation.kind, mutation.says, found_by)


def is_found(trial: Trial, mutation: FileMutation) -> bool | None:
    """Whether anything finds a mistake, no longer than until something does; None when nothing printed is different."""
    edits = mutation.edits
    with trial.changed(edits):
        read = trial.read(edits)
        if any(trial.finders(read, edits)):
            return True
        return None if trial.is_equivalent(read) else False


def sample(trial: Trial) -> Iterator[tuple[FileMutation, bool]]:
    """Yield some mistakes in files with whether anything finds them: so many by name, and one of as many kinds."""
    named = [[each] for each in known_mistakes(trial.files)]
    kinds = [made for made in generated(trial.files).values() if made]
    luck = Random(trial.name)
    for some in (*luck.sample(named, SAMPLE), *luck.sample(kinds, SAMPLE)):
        outcomes = ((each, is_found(trial, each)) for each in some)
        yield from islice(((each, found) for each, found in outcomes if found is not None), 1)


def all_tried(games: Sequence[str]) -> list[Tried]:
    """Make every mistake in these games, two games at a time."""
    with ProcessPoolExecutor(2) as pool:
        return [each for found in pool.map(tried, games) for each in found]


# Tables of docs/completeness.md.

COLUMNS = (
    "claims",
    "needs",
    "claims or needs",
    "completeness",
    "approval",
    "not printed",
    "found",
    "approval alone",
)


def rates(found: Sequence[Tried]) -> tuple[str, ...]:
    """How many mistakes there are, and how many of them each finds."""
    by_checks = [each for each in found if each.found_by & {"claims", "needs"}]
    counts = [sum(name in each.found_by for each in found) for name in ("claims", "needs")]
    counts += [len(by_checks)]
    counts += [
        sum(name in each.found_by for each in found) for name in ("completeness", "approval", "reading")
    ]
    counts += [sum(bool(each.found_by) for each in found), sum(each.needs_a_reader for each in found)]
    return (str(len(found)), *(share(count, len(found)) for count in counts))


def share(part: int, whole: int) -> str:
    """A part in per cent, nothing called 100 that is less."""
    return f"{int(1000 * part / whole) / 10:g} %" if part else "-"


def table(head: str, rows: Sequence[tuple[str, Sequence[Tried]]]) -> str:
    """A table of rates with a row for each group."""
    lines = [f"| {head} | mistakes | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 2) + "|"]
    lines += [f"| {name} | {' | '.join(rates(found))} |" for name, found in rows if found]
    return "\n".join(lines)
