"""What a card does: its text, its rulings, its copies, and the sentences of the rules that name it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from pnp.claims.claims_file import load_claims
from pnp.claims.expressions import Expressions
from pnp.claims.selections import Data
from pnp.load.game import load_game
from pnp.load.project import Project, chosen_games
from pnp.model.diagnostics import Diagnostic, UnknownName, in_reading_order
from pnp.model.rules_document import Case, Entry, Rules, Text, plain, runs_in
from pnp.rules.document import EDITIONS, card_entry
from pnp.rules.load import load_rules
from pnp.rules.pictures import Drawings
from pnp.rules.rich_text import icon_words, piece_anchor, without_icons
from pnp.text import counted, suggest_argument

NO_DRAWINGS = Drawings({}, {}, {}, {}, (), ())


@dataclass(frozen=True, slots=True)
class ExplainedCard:
    """A card: its address, such as "food/apple", those of cards alike in all but their name, and what is said of it.

    `words` are what icons are called.
    """

    address: str
    alike: tuple[str, ...]
    entry: Entry
    rulings: tuple[Case, ...]
    sentences: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

    def _plain(self, text: Text) -> str:
        return plain(without_icons(text, self.words))

    def lines(self) -> Iterator[str]:
        """Yield what a terminal shows."""
        yield f"{self.entry.title} ({self.address}): {self.entry.count}"
        yield from (f"  {label}: {self._plain(text)}" for label, text in self.entry.facts)
        yield from (f"  {self._plain(text)}" for text in self.entry.texts)
        if self.alike:
            yield f"  The same is on {', '.join(self.alike)}."
        for case in self.rulings:
            yield f"{case.title}: {self._plain(case.question)} {self._plain(case.ruling)}"
            yield from (f"  Why: {self._plain(text)}" for text in [case.reason] if text)
        yield from (f"In the rules: {sentence}" for sentence in self.sentences)


def explain_card(
    project: Project, game: str, card: str
) -> tuple[tuple[ExplainedCard, ...], tuple[Diagnostic, ...]]:
    """Return what is said of the cards of that id or name, those that read alike once, and what was found meanwhile.

    Raises UnknownName.
    """
    (name,) = chosen_games(project, (game,))
    loaded = load_game(project, name)
    if loaded.game is None:
        return (), in_reading_order(loaded.diagnostics)
    claims = load_claims(project, loaded.game)
    rules = load_rules(project, loaded.game, claims.rulings)
    pieces = [(component, piece) for component in loaded.game.components for piece in component.pieces]
    wanted = card.casefold()
    named = [
        (component, piece)
        for component, piece in pieces
        if wanted in (piece.id.casefold(), f"{component.id}/{piece.id}".casefold(), piece.name.casefold())
    ]
    if not named:
        known = [word for _, piece in pieces for word in (piece.id, piece.name)]
        raise UnknownName(f'{name} has no card "{card}"', suggest_argument(card, known, "cards"))
    found: dict[object, ExplainedCard] = {}
    said, expressions = rules.rules or Rules(), Expressions(Data(loaded.game, claims.params))
    for component, piece in named:
        told = replace(
            piece, fields={name: expressions.filled(value)[0] for name, value in piece.fields.items()}
        )
        entry = card_entry(component, told, said, NO_DRAWINGS, loaded.game.speech)
        number = counted(component.copies - component.extras, component.kind.one, component.kind.many)
        entry = replace(entry, count=f"{entry.count}, of {number}")
        reads = (component.id, entry.facts, entry.texts, entry.see)
        address = f"{component.id}/{piece.id}"
        if reads in found:
            found[reads] = replace(found[reads], alike=(*found[reads].alike, address))
            continue
        anchor = piece_anchor(component, piece)
        found[reads] = ExplainedCard(
            address,
            (),
            entry,
            tuple(case for case in said.rulings if any(run.to == anchor for run in case.see)),
            tuple(_naming(said, anchor)),
            icon_words(said.glossary),
        )
    return tuple(found.values()), in_reading_order(
        (*loaded.diagnostics, *claims.diagnostics, *rules.diagnostics)
    )


def _naming(rules: Rules, anchor: str) -> Iterator[str]:
    for section in EDITIONS["rulebook"]:
        for text in _texts(rules.sections.get(section, ())):
            if any(run.to == anchor for run in text):
                yield plain(text)


def _texts(value: object) -> Iterator[Text]:
    if isinstance(value, tuple) and value and all(run in runs_in(value) for run in value):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts(item)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _texts(getattr(value, name))
