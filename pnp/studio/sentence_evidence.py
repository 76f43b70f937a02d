"""The evidence for a sentence of the rules: its claims and rulings, how they were tested, and what was looked at."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pnp.claims.evaluation import Read
from pnp.claims.expressions import EMBEDDED
from pnp.claims.functions import Check, Link, in_sentence
from pnp.claims.load import Ruling
from pnp.claims.pieces import Item, shown, value_of
from pnp.claims.results import Result
from pnp.claims.syntax import ExpressionError
from pnp.model.diagnostics import Place
from pnp.studio.rules_source import RulesSource
from pnp.studio.sentences import Sentence, Sentences, State

MOST_PIECES = 200
"""So many pieces of one look at the data are told; of more, how many there are."""


@dataclass(frozen=True, slots=True)
class LookedAtPiece:
    """A piece that counted: `held` is what its fields hold, "value 3"; "" where none was asked for."""

    piece: str
    name: str
    copies: int
    held: str = ""


@dataclass(frozen=True, slots=True)
class LookedAt:
    """Data that was looked at, and what it came to: a fact, or `count` pieces of which `different` differ."""

    text: str
    value: str
    count: int = 0
    different: int = 0
    pieces: tuple[LookedAtPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """An expression in a sentence and its value, "" for one that each row of a table works out for itself."""

    text: str
    value: str
    looked_at: tuple[LookedAt, ...] = ()
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Basis:
    """A claim or a ruling: what it `says`, the heading in the rulebook, and what came of its tests.

    `found` is what is wrong with it, `notes` are what else there is to say, each with its label: why it is judged, the
    conflict that a ruling settles. `others` are the sentences that state it too: the id of each, and where it is printed.
    """

    id: str
    state: State
    says: str
    where: str = ""
    source: str = ""
    place: Place | None = None
    tests: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    looked_at: tuple[LookedAt, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    others: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SentenceBasis:
    """What stands behind a sentence."""

    sentence: Sentence
    worked_out: tuple[WorkedOut, ...] = ()
    behind: tuple[Basis, ...] = field(default=())


def sentence_basis(source: RulesSource, known: Sentences, sentence: Sentence) -> SentenceBasis:
    """Return what stands behind a sentence."""
    behind = []
    for name in sentence.claims:
        others = tuple((each.id, each.at) for each in known.stating(name) if each is not sentence)
        behind.append(_basis(source, name, others))
    return SentenceBasis(sentence, tuple(_worked_out(source, sentence)), tuple(behind))


def _worked_out(source: RulesSource, sentence: Sentence) -> Iterator[WorkedOut]:
    for written in dict.fromkeys(EMBEDDED.findall(sentence.written)):
        text = " ".join(written.split())
        try:
            value, read = source.expressions.worked_out(written)
        except ExpressionError as error:
            yield WorkedOut(text, "", trouble="" if error.kind == "context" else str(error))
            continue
        said = _name(source, value) if isinstance(value, Link) else in_sentence(value, source.game.speech)
        yield WorkedOut(text, said, _all_looked_at(read))


def _name(source: RulesSource, link: Link) -> str:
    pieces = (each.pieces for each in source.game.components if each.id == link.component)
    return next((piece.name for found in pieces for piece in found if piece.id == link.piece), link.piece)


def _all_looked_at(read: Iterable[Read]) -> tuple[LookedAt, ...]:
    once = {each.text: each for each in read}
    groups = {text.rpartition(".")[0] for text in once}  # facts.end was looked into for facts.end.winner
    return tuple(
        _looked_at(each) for text, each in once.items() if each.pieces is not None or text not in groups
    )


def _looked_at(read: Read) -> LookedAt:
    value = shown(bool(read.value) if isinstance(read.value, Check) else read.value)
    if read.pieces is None:
        return LookedAt(read.text, value)
    items = tuple(read.pieces)
    told = tuple(_piece(item, read.fields) for item in items[:MOST_PIECES])
    return LookedAt(read.text, value, read.pieces.count, len(items), told)


def _piece(item: Item, fields: Iterable[str]) -> LookedAtPiece:
    held = ", ".join(f"{name} {shown(value_of(item, name))}" for name in fields if name != "id")
    return LookedAtPiece(f"{item.component}/{item.id}", item.name, item.count, held)


def _basis(source: RulesSource, name: str, others: tuple[tuple[str, str], ...]) -> Basis:
    """Return what stands behind a claim or a ruling of that id."""
    result = source.results.get(name)
    if result is not None:
        return _claim(source, result, others)
    ruling = next((each for each in source.promises.rulings if each.id == name), None)
    if ruling is None:
        return Basis(name, "missing", "", others=others)
    says = {each.claim.id: each.claim.says for each in source.promises.results}
    notes = [("conflict", ruling.conflict), ("reason", ruling.reason)]
    notes += [("about", f"{about}: {says.get(about, '')}") for about in ruling.about]
    told = tuple((label, text) for label, text in notes if text)
    return Basis(name, "ruling", ruling.ruling, place=ruling.place, notes=told, others=others)


def _claim(source: RulesSource, result: Result, others: tuple[tuple[str, str], ...]) -> Basis:
    claim = result.claim
    notes = [
        ("judged", claim.judged),
        ("dropped", claim.dropped),
        ("reason", claim.reason),
        ("weak", "" if claim.reason else source.weaknesses.get(claim.id)),
        ("unprinted", claim.unprinted),
        *(("ruling", _settled(each)) for each in source.promises.rulings if claim.id in each.about),
    ]
    return Basis(
        claim.id,
        result.state,
        claim.says,
        claim.where,
        claim.source,
        claim.place,
        tuple(" ".join(test.text.split()) for test in claim.tests),
        (*(each.says for each in result.findings), *(each.message for each in result.mistakes)),
        _all_looked_at(result.read),
        tuple((label, text) for label, text in notes if text),
        others,
    )


def _settled(ruling: Ruling) -> str:
    return f"{ruling.id}: {ruling.ruling}"
