"""Which claims the printed texts state: texts without a claim, claims without a text, facts that nothing uses."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.claims.claims_file import LoadedClaims, Result
from pnp.claims.expressions import CODES, EMBEDDED, Expressions
from pnp.claims.selections import Data
from pnp.load.nodes import NUMBER_WORDS
from pnp.load.piece_fields import WORDS
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Game, Statement, Value
from pnp.text import suggest

_NUMBER = re.compile(rf"(?<![\w#])(?:[0-9]+|{'|'.join(NUMBER_WORDS[2:])})(?![\w])", re.IGNORECASE)
_ID = re.compile(r"\b[A-Z]+[0-9]+\b")


def game_statements(game: Game) -> Iterator[Statement]:
    """Yield the texts of a game's components, expressions worked out: their notes, and the texts of each piece."""
    expressions = Expressions(Data(game))
    for component in game.components:
        for statement in (
            *component.statements,
            *(text for piece in component.pieces for text in piece.statements),
        ):
            yield (
                replace(statement, text=expressions.sentence(statement.text)[0])
                if "{{" in statement.text
                else statement
            )


def wrong_notes(game: Game) -> Iterator[Diagnostic]:
    """Yield what is wrong with the expressions in the notes of components; those on pieces are found when they are drawn."""
    expressions = Expressions(Data(game))
    for note in (statement for component in game.components for statement in component.statements):
        for error in expressions.sentence(note.text)[1]:
            yield Diagnostic(CODES[error.kind], f"{note.at}: {error}", note.place, error.hint, game=game.id)


OF_THE_GUIDE = "leave_out"  # A fact that the build pages read alone.


@dataclass(frozen=True, slots=True)
class Coverage:
    """What is printed in words, and what is promised; `readers` returns the text of all that may read a fact."""

    game: Game
    claims: LoadedClaims
    results: Sequence[Result]
    statements: Sequence[Statement]
    readers: Callable[[], str]

    def printed(self, name: str) -> tuple[Statement, ...]:
        """Return the texts that state a claim or a ruling."""
        return tuple(
            statement for statement in self.statements if any(named.id == name for named in statement.claims)
        )

    def findings(self) -> Iterator[Diagnostic]:
        """Yield what names a claim that is not there and, for a complete game, everything that is not bound to one."""
        found = [*self._unknown()]
        if self.claims.complete:
            found += [*self._without_claim(), *self._unprinted(), *self._unread(), *self.typed_numbers()]
        yield from (finding.about(game=self.game.id) for finding in found)

    def _unknown(self) -> Iterator[Diagnostic]:
        known = [claim.id for claim in self.claims.claims] + [ruling.id for ruling in self.claims.rulings]
        if self.claims.diagnostics and not known:
            return  # claims.yaml cannot be read, and says so
        asked = {name: statement for statement in self.statements for name in statement.claims}
        for name, statement in asked.items():
            if name.id not in known and not statement.at.startswith("rules questions"):
                hint = suggest(name.id, known, what="claims")
                message = f'{statement.at}: there is no claim or ruling "{name.id}"'
                yield Diagnostic("PNP526", message, name.place, hint)

    def _without_claim(self) -> Iterator[Diagnostic]:
        for statement in self.statements:
            if (
                statement.claims
                or statement.at.endswith(" heading")
                or len(EMBEDDED.sub("x", statement.written or statement.text).split()) < WORDS
            ):
                continue
            message = f'{statement.at}: "{_shortened(statement.text)}" names no claim'
            yield Diagnostic(
                "PNP522", message, statement.place, "add claim: and the claim or ruling that it states"
            )

    def _unprinted(self) -> Iterator[Diagnostic]:
        stated = {name.id for statement in self.statements for name in statement.claims}
        stated |= {name for ruling in self.claims.rulings for name in ruling.about}
        for result in self.results:
            claim = result.claim
            on_pieces = any(read.pieces for read in result.read)
            if claim.id in stated or claim.unprinted or claim.dropped or on_pieces:
                continue
            message = f"{claim.id} is printed nowhere: {_shortened(claim.says)}"
            hint = f"name it in the text that says so (claim: {claim.id}), or add unprinted: with the reason why no text states it"
            yield Diagnostic("PNP523", message, claim.place, hint)

    def _unread(self) -> Iterator[Diagnostic]:
        read_by_name = [
            ("fact", "facts", path) for path in _leaves(self.game.facts) if not path.startswith(OF_THE_GUIDE)
        ]
        read_by_name += [("parameter", "params", name) for name in self.claims.params]
        readers = self.readers()
        for what, group, path in read_by_name:
            if not _is_read(group, path, readers):
                hint = f"say it in a text, as {{{{ {group}.{path} }}}}, or remove it"
                yield Diagnostic("PNP524", f"nothing reads the {what} {path}", self.game.place, hint)
        used = {word for _, piece in self.game.pieces for word in _effect_words(piece.fields)}
        for phrase, at in self.game.phrases.items():
            if phrase not in used:
                hint = "remove it, or use it in an effect"
                yield Diagnostic("PNP524", f"no effect uses the phrase {phrase}", at, hint)

    def typed_numbers(self) -> Iterator[Diagnostic]:
        """Yield the numbers that are typed into texts, where an expression would read them from the data."""
        for statement in self.statements:
            if any(
                (allowed.text and allowed.text in statement.written)
                or (allowed.at and statement.at.startswith(allowed.at))
                for allowed in self.claims.numbers
            ):
                continue
            number = _NUMBER.search(_ID.sub("", EMBEDDED.sub("", statement.written)))
            if number:
                message = (
                    f'{statement.at}: the number {number[0]} is typed in "{_shortened(statement.written)}"'
                )
                hint = "read it from the data, as {{ facts.setup.hand }}, or allow it under numbers: in claims.yaml"
                yield Diagnostic("PNP525", message, statement.place, hint)


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _leaves(value: Value, path: str = "") -> Iterator[str]:
    """Yield the paths of all facts that are no mapping, as "setup.hand"."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else key)
    else:
        yield path


def _is_read(group: str, path: str, readers: str) -> bool:
    steps = path.split(".")
    paths = [".".join(steps[:length]) for length in range(len(steps), 0, -1)]
    return any(
        re.search(rf"""(?:\b{group}\.|\bfact: |["']){re.escape(part)}(?![\w]|\.\w)""", readers)
        for part in paths
    )


def _effect_words(value: Value) -> Iterator[str]:
    if isinstance(value, tuple):
        for item in value:
            yield from _effect_words(item)
    if not isinstance(value, Mapping):
        return
    for key, inner in value.items():
        if key == "on" and isinstance(inner, str):
            yield f"on.{inner}"
        if key in ("pay", "do") and isinstance(inner, tuple):
            yield from (
                f"{key}.{name}" for step in inner for name in (step if isinstance(step, Mapping) else (step,))
            )
        yield from _effect_words(inner)


def stated_lines(statements: Iterable[Statement]) -> Iterator[str]:
    """Yield where a claim is printed, for the explanation of it: the place, and the words."""
    for index, statement in enumerate(statements):
        yield f"  {'' if index else 'printed':<9} {statement.at} ({statement.place.file}:{statement.place.line}): {_shortened(statement.text)}"
