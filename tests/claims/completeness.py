"""How many mistakes the promises of each game find; as a script it writes docs/completeness.md.

PYTHONPATH=. python tests/claims/completeness.py    takes some minutes
"""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import file_mutations
from measurement import SAMPLE, Tried, all_tried, table
from mutations import EACH, EVERY, KINDS, Mutation, misstate, misword, mutations
from trial import ROOT, asked, concerned

from pnp.claims.claims_file import Claim, LoadedClaims, load_claims
from pnp.claims.expressions import Expressions
from pnp.claims.results import result
from pnp.claims.selections import Data
from pnp.engine.needs import needs_of
from pnp.load.game import load_game
from pnp.load.project import find_project, game_ids

PAGE = ROOT / "docs/completeness.md"

SURVIVORS: Mapping[str, Mapping[str, str]] = {
    "ingeniators": {},
    "ryb": {},
    "yes_broccoli": {},
    "yoggity": {},
    "yogire": {},
}
"""Games whose claims are complete, and the mutations that no promise of theirs finds, each with the reason."""


@dataclass(frozen=True)
class Measure:
    """What came of the mutations of one game: those that break no promise, and of these those that no need notices.

    `idle` are the tested claims that no mutation breaks, not even those beyond the measure; claims with a reason why
    nothing breaks them are not tried.
    """

    promises: int
    needs: int
    tried: tuple[Mutation, ...]
    kept_promises: tuple[Mutation, ...]
    survivors: tuple[Mutation, ...]
    idle: frozenset[Claim]

    @property
    def rate(self) -> float:
        return 1 - len(self.survivors) / len(self.tried)


def with_claims() -> tuple[str, ...]:
    """The shipped games that have promises."""
    project = find_project(ROOT)
    return tuple(name for name in game_ids(project) if (ROOT / f"card_data/{name}/claims.yaml").is_file())


@cache
def loaded(name: str) -> tuple[Data, LoadedClaims]:
    """A shipped game as it is, and its claims."""
    project = find_project(ROOT)
    game = load_game(project, name).game
    assert game is not None
    claims = load_claims(project, game)
    return Data(game, claims.params), claims


def breaks(claim: Claim, known: Expressions) -> bool:
    """Whether the data break a claim, or make it unreadable."""
    return result(claim, known).state in ("broken", "unreadable")


def unbroken(claims: Mapping[Claim, set[str]], data: Data) -> frozenset[Claim]:
    """The claims that no mutation at all breaks."""
    left = dict(claims)
    for generate in EVERY:
        for says, make in generate(data):
            if generate not in (misstate, misword) and not any(
                says.split("/")[0].split(".")[0] in names for names in left.values()
            ):
                continue
            known = Expressions(make())
            for claim, names in list(left.items()):
                if concerned(names, data, known.data) and breaks(claim, known):
                    del left[claim]
    return frozenset(left)


@cache
def measure(name: str) -> Measure:
    """Mutate a game and see which mutations no promise and no need of play notices, and which claims notice none."""
    data, claims = loaded(name)
    asks = {claim: asked(claim, data) for claim in claims.claims if claim.tests}
    every = {mutation: Expressions(mutation.make()) for mutation in mutations(data)}
    pairs = {
        mutation: [claim for claim, names in asks.items() if concerned(names, data, known.data)]
        for mutation, known in every.items()
    }
    first = {
        mutation: next((claim for claim in pairs[mutation] if breaks(claim, known)), None)
        for mutation, known in every.items()
    }
    kept = tuple(mutation for mutation, claim in first.items() if claim is None)
    survivors = tuple(each for each in kept if all(need.holds for need in needs_of(every[each].data.game)))
    idle = {
        claim: asks[claim]
        for claim in asks.keys() - {each for each in first.values() if each}
        if not claim.reason
        and not any(claim in pairs[mutation] and breaks(claim, known) for mutation, known in every.items())
    }
    return Measure(len(asks), len(needs_of(data.game)), tuple(every), kept, survivors, unbroken(idle, data))


HEAD = """\
# How complete the promises are

A promise is only worth something if it breaks when the cards are wrong, and a text only if somebody notices that it has
changed. So every shipped game is changed in many ways, one at a time, and each time something must find the mistake.

## Mistakes in the data

The data must not need a reader: a promise of the game's [claims.yaml](claims.md), or a need of play, must be broken. The
changes are generated from the game, always the same ones, up to {each} of each kind: a piece removed, a piece there twice,
copies more or less, a number one higher or lower, a word mistyped, a word in place of another, a value lost, the values of two
pieces swapped, a wrong back, a space of the board removed or changed, a fact of the game or a constant of the rules changed.

| game | promises tested | needs of play | mistakes made | found by promises | found in all | rate |
|---|---|---|---|---|---|---|
"""

TAIL = """
At least 98 % must be found in every game. The tests do this each time they run; this page is theirs too. What no
promise finds:

"""

ALL = """
## Mistakes in everything that is printed

Words, templates and pictures hold mistakes too. Here the files are changed as well, up to {each} times in each way: a phrase
of card texts or a sentence of the rules turned into its opposite, negated, given another number or direction, or left out; a
ruling reversed; the glossary, the list of what is reconstructed, the texts of cards, aids, mats, boxes, score sheets and notes
changed; a title misspelt; rows of tables, places on the board, colors, pictures and icons exchanged; another source or credit
given; in templates a text, a number, an icon or a place changed. Some mistakes that once passed are tried by name.

For each mistake all is asked that `pnp check` asks:

- **claims**: a promise is broken. **needs**: play lacks something. These two know what is right.
- **completeness**: a text and the promises do not fit together (PNP522 to PNP526).
- **approval**: a text or a face is not as [somebody approved it](approve.md). It knows that something changed, not that it is
  wrong, and says nothing about what was wrong when it was approved.
- **not printed**: the game can no longer be read or drawn.
- **found**: by any of them. **approval alone**: nothing but approval finds it, so a reader has to.

A change after which nothing printed is different is no mistake and is not counted: faces in every theme, sheets, the build page
and the rules are compared. Approval is counted against the game as it is here, all of it approved.

{games}

The same by kind, in all games:

{kinds}

{why}

`make test-all` tries {sample} mistakes in the files of each game, chosen at random and always the same, and all in the data;
`make test-slow` tries all of them, and holds this page to the result.
"""

WHY = """\
{alone} of {total} mistakes are found by approval alone. Most of those are in sentences, pictures, templates, sources and credits,
of which no promise speaks: a sentence names the claim that it states, and its numbers are read from the data, but what it says
in words only a reader can judge. Of the mistakes in the data, and in what card texts are made of, {count} need a reader."""

DATA_KINDS = (*KINDS, "phrase", "rows exchanged", "places exchanged")


def page_of_data() -> str:
    """The first part of docs/completeness.md: mistakes in the data."""
    data = {name: loaded(name)[0].game.title for name in SURVIVORS}
    rows, lines = [], []
    for name, title in data.items():
        found = measure(name)
        total, missed = len(found.tried), len(found.survivors)
        alone = total - len(found.kept_promises)
        counts = (found.promises, found.needs, total, alone, total - missed, f"{found.rate:.1%}")
        rows.append(f"| {title} | {' | '.join(map(str, counts))} |")
        lines += [f"- {title}, {says}: {why}" for says, why in SURVIVORS[name].items()]
    return HEAD.format(each=EACH) + "\n".join(rows) + "\n" + TAIL + "\n".join(lines or ["Nothing."]) + "\n"


def page_of_all(found: Sequence[Tried]) -> str:
    """The second part: mistakes in everything that is printed."""
    games = [
        (loaded(name)[0].game.title, [each for each in found if each.game == name]) for name in SURVIVORS
    ]
    every = ("by name", *file_mutations.KINDS, *KINDS)
    kinds = [(kind, [each for each in found if each.kind == kind]) for kind in every]
    alone = [each for each in found if each.needs_a_reader]
    in_data = sum(each.kind in DATA_KINDS for each in alone)
    return ALL.format(
        each=file_mutations.EACH,
        sample=2 * SAMPLE,
        games=table("game", games),
        kinds=table("kind", kinds),
        why=textwrap.fill(WHY.format(alone=len(alone), total=len(found), count=in_data or "none"), 125),
    )


def page() -> str:
    """What docs/completeness.md holds; takes minutes."""
    return page_of_data() + page_of_all(all_tried(tuple(SURVIVORS)))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
