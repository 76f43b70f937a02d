"""Texts of the rules summary: {{ expressions }} become their results; bold, italic, icons and links become runs."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from pnp.claims.expressions import CODES, EMBEDDED, ExpressionError, Expressions
from pnp.claims.selections import Pieces
from pnp.load.nodes import Findings, MapNode, Node, items_of, place_within
from pnp.load.piece_fields import read_citations
from pnp.load.project import GameFolder
from pnp.model.diagnostics import Place
from pnp.model.game import Citation, Component, Game, Piece, Statement, Value, value_at
from pnp.model.rules_document import Run, Term, Text, plain, stating
from pnp.text import suggest
from pnp.typesetting.markup import Icon, parse

# The names that links lead to depend on ids alone, so that a link from outside stays good.


def piece_anchor(component: Component, piece: Piece) -> str:
    """Return where a piece is explained: its own entry, or its component."""
    return f"card-{component.id}-{piece.id}" if component.kind.by_piece else component_anchor(component)


def component_anchor(component: Component) -> str:
    """Return where a component is shown."""
    return f"component-{component.id}"


def ruling_anchor(name: str) -> str:
    """Return where a ruling stands.

    >>> ruling_anchor("A 1")
    'ruling-A-1'
    """
    return "ruling-" + "".join(letter if letter.isalnum() else "-" for letter in name)


def capitalised(words: str) -> str:
    """Return words with a capital first letter, the others as they are."""
    return words[:1].upper() + words[1:]


def piece_links(game: Game) -> Mapping[str, Run]:
    """Return the link to each piece, by component/piece."""
    return {
        f"{component.id}/{piece.id}": Run(capitalised(piece.name), to=piece_anchor(component, piece))
        for component, piece in game.pieces
    }


def marked_text(written: str) -> Text:
    """Return a text with **bold**, *italic* and {icon}, as cards have it, on one line.

    >>> marked_text("Pay *{coin}*")
    (Run(words='Pay ', bold=False, italic=False, icon=None, to=None), Run(words='coin', bold=False, italic=False, icon='coin', to=None))
    """
    runs: list[Run] = []
    for line in parse(written):
        runs += [Run(" ")] if runs and line else []
        for run in line:
            if isinstance(run, Icon):
                runs.append(Run(spoken_name(run.name), icon=run.name))
            else:
                runs.append(Run(run.text, bold=run.bold, italic=run.italic))
    return tuple(runs)


def linked_text(written: str, links: Mapping[str, Run]) -> Text:
    """Return a text whose [[card component/piece]], in *italics* or not, and °A1 are links; one to no piece is left out."""
    runs: list[Run] = []
    for part in filter(None, _LINK.split(written)):
        if "[[card " in part:
            link = links.get(part.strip("*")[6:-2].strip())
            runs += [replace(link, italic=part[0] == "*")] if link else []
        elif part.startswith(OURS):
            runs.append(Run(OURS, to=ruling_anchor(part[1:]) if part[1:] else "section-gaps"))
        else:
            runs += marked_text(part)
    return tuple(runs)


OURS = "°"  # Stands behind sentences that are not the rulebook's; a ruling may follow, as °A7.
_LINK = re.compile(rf"((?<!\*)\*\[\[card [^\[\]]+\]\]\*(?!\*)|\[\[card [^\[\]]+\]\]|{OURS}(?:[A-Z]+\d+)?)")
_RULING = re.compile(rf"{OURS}([A-Z]+\d+)")
_ICON = re.compile(r"(?<!\\)\{([A-Za-z][A-Za-z0-9_-]*)\}")
_THIS = re.compile(r"\bthis\.([A-Za-z0-9_.]+)")


def fields_of(piece: Piece) -> Mapping[str, Value]:
    """Return the fields of a piece with its id, name and number of copies."""
    return {**piece.fields, "id": piece.id, "name": piece.name, "copies": piece.copies}


def field_of(piece: Piece, path: str) -> Value:
    """Return the value of a field of a piece, None when it has no such field."""
    return value_at(fields_of(piece), path)


def fields_read(written: str) -> list[str]:
    """Return the fields of `this` that a sentence speaks of.

    >>> fields_read("It costs {{ this.permanent.cost }} in this.world.")
    ['permanent.cost']
    """
    return [path for expression in EMBEDDED.findall(written) for path in _THIS.findall(expression)]


@dataclass(frozen=True, slots=True)
class SentenceReader:
    """Reads the sentences of one file; `lines` are those of the files they stand in, to point into an expression.

    `statements` are those read so far; `at` is the part of the file that is read, `claims` what it says it states.
    """

    expressions: Expressions
    folder: GameFolder
    icons: frozenset[str]
    lines: Mapping[str, Sequence[str]]
    findings: Findings
    links: Mapping[str, Run]
    statements: dict[Statement, None] = field(default_factory=dict)
    at: str = "rules"
    claims: tuple[Citation, ...] = ()

    def within(self, part: str, node: Node | None = None) -> Self:
        """Return the reader of a part of the file; `node` is its mapping, which may name claims."""
        named = node.get("claim") if isinstance(node, MapNode) else None
        claims = read_citations(named, self.findings) or self.claims
        return replace(self, at=f"{self.at} {part}" if part else self.at, claims=claims)

    @property
    def game(self) -> Game:
        return self.expressions.data.game

    def text(self, node: Node | None, what: str, **names: Value) -> Text:
        """Return the sentence with its marks read, () when it is none; `{text: ..., claim: ...}` names its claims."""
        if isinstance(node, MapNode) and "text" in node:
            self.findings.check_keys(node, ("text", "claim"), "a sentence")
            return self.within("", node).text(node.get("text"), what, **names)
        said = self.sentence(node, what, **names)
        if node is not None and said:
            written = " ".join(str(node.value).split())
            ours = tuple(Citation(name, node.place) for name in _RULING.findall(written))
            text = _RULING.sub(OURS, written if names else said)  # one statement for the lines of a table
            statement = Statement(text, self.at, node.place, (*self.claims, *ours), written)
            self.statements[statement] = None
            return stating(linked_text(said, self.links), statement)
        return ()

    def texts(self, node: Node | None, what: str, **names: Value) -> tuple[Text, ...]:
        """Return the sentences of a list, or of one text."""
        return tuple(filter(None, (self.text(item, what, **names) for item in items_of(node))))

    def sentence(self, node: Node | None, what: str, **names: Value) -> str:
        """Return the sentence, "" when it is none (with a finding); `names` are known in it: this, players."""
        written = self.findings.want_text(node, what)
        if node is None or written is None:
            return ""
        if "[[" in written:
            place = self._within(node, written.index("[["), 2)
            hint = "write an expression, such as {{ card(food.apple) }}"
            self.findings.error("PNP170", "[[ has no meaning in a sentence", place, hint=hint)
            return ""
        sentence, errors = self.expressions.knowing(names).sentence(written)
        for error in errors:
            self.report(node, error)
        for icon in _ICON.finditer(EMBEDDED.sub("", written)):
            self.check_icon(icon[1], self._within(node, written.index(icon[0]), len(icon[0])))
        if "{{" in sentence and not errors:  # it quotes the text of a piece
            sentence, _ = self.expressions.sentence(sentence)
        return " ".join(sentence.split())

    def check_icon(self, name: str, place: Place) -> None:
        """Report an icon that is not there."""
        if name not in self.icons:
            hint = suggest(name, self.icons, what="icons")
            self.findings.error("PNP175", f'there is no icon "{name}"', place, hint=hint)

    def pieces(self, node: Node, what: str) -> tuple[Piece, ...]:
        """Return the pieces that an expression selects, in its order, such as `food|where(value=3)`; none, with a finding, else."""
        written = self.findings.want_text(node, what)
        try:
            value = self.expressions.value(written) if written else None
        except ExpressionError as error:
            self.report(node, error)
            return ()
        if not isinstance(value, Pieces):
            message = f"{what} must be pieces, got {written}"
            self.findings.error("PNP174", message, node.place, hint=f"write {what}: food")
            return ()
        pieces = {(place.id, piece.id): piece for place, piece in self.game.pieces}
        return tuple(
            pieces[key] for key in dict.fromkeys((item.component, item.id) for item in value) if key in pieces
        )

    def piece(self, name: str, node: Node) -> tuple[Component, Piece] | None:
        """Return the piece called component/piece, reference cards too; None with PNP171 at `node`."""
        component_id, _, piece_id = name.partition("/")
        known = {component.id: component for component in self.game.components}
        component = known.get(component_id)
        pieces = {piece.id: piece for piece in component.pieces} if component else {}
        if component and piece_id in pieces:
            return component, pieces[piece_id]
        if component:
            message = f'{component_id} has no piece "{piece_id}"'
            hint = suggest(piece_id, pieces, what="pieces")
        else:
            message = f'there is no component "{component_id}"'
            hint = suggest(component_id, known, what="components")
        self.findings.error("PNP171", message, node.place, hint=hint)
        return None

    def _within(self, node: Node, at: int, length: int) -> Place:
        return place_within(node, self.lines.get(node.place.file, ()), at, length)

    def report(self, node: Node, error: ExpressionError) -> None:
        """Report what is wrong with an expression in a text, at its place."""
        place = self._within(node, error.at, error.length)
        self.findings.error(CODES[error.kind], str(error), place, hint=error.hint)


# Icons spoken: a sentence of a rules summary in words alone.

_WORD = re.compile(r"\w+")


def icon_words(glossary: Iterable[Term]) -> Mapping[str, tuple[str, ...]]:
    """Return what the icons are called, by name: first the word that stands for one, then its title in the glossary.

    >>> icon_words([Term("Computation unit", (), "cu", "CU"), Term("Coin", (), "coin")])
    {'cu': ('CU', 'Computation unit'), 'coin': ('coin', 'Coin')}
    """
    return {term.icon: (term.word or spoken_name(term.icon), term.title) for term in glossary if term.icon}


def spoken_name(icon: str) -> str:
    """Return the name of an icon as words.

    >>> spoken_name("after_own-pick")
    'after own pick'
    """
    return icon.replace("-", " ").replace("_", " ")


def without_icons(text: Text, words: Mapping[str, tuple[str, ...]]) -> Text:
    """Return a text with words in place of its icons.

    An icon whose word stands beside it is left out, as is one before a sentence that begins without it.

    >>> cu = {"cu": ("CU", "Computation unit")}
    >>> plain(without_icons((Run("Supplies 6 "), Run("", icon="cu"), Run(".")), cu))
    'Supplies 6 CU.'
    >>> plain(without_icons((Run("All the computation units "), Run("", icon="cu"), Run(" and the rest.")), cu))
    'All the computation units and the rest.'
    >>> plain(without_icons((Run("", icon="cu"), Run(" begin at 2.")), cu))
    'CU begin at 2.'
    """
    runs: list[Run] = []
    for place, run in enumerate(text):
        if run.icon is None:
            runs.append(run)
            continue
        names = words.get(run.icon, (spoken_name(run.icon),))
        before, after = plain(tuple(runs)), plain(text[place + 1 :])
        starts = bool(after.strip()) and re.search(r"(?:^|[.!?])\s*$", before) is not None
        if _is_said(names, before, after) or (starts and after.lstrip()[:1].isupper()):
            _close_gap(runs, after)
            continue
        word = names[0][:1].upper() + names[0][1:] if starts else names[0]
        runs.append(replace(run, words=word, icon=None))
    return tuple(_trimmed(runs))


def _is_said(names: Iterable[str], before: str, after: str) -> bool:
    ends, starts = (_WORD.findall(part.casefold()) for part in (before, after))
    for name in names:
        letters = _WORD.findall(name.casefold())
        near = (ends[-len(letters) :], starts[: len(letters)])
        if letters and any(_same(letters, other) for other in near):
            return True
    return False


def _same(name: list[str], found: list[str]) -> bool:
    plural = [*name[:-1], name[-1] + "s"]
    return found in (name, plural)


def _close_gap(runs: list[Run], after: str) -> None:
    """Take away one of the two spaces that an icon leaves."""
    if runs and runs[-1].words.endswith(" ") and (not after or after[0] in " .,;:!?)"):
        runs[-1] = replace(runs[-1], words=runs[-1].words[:-1])


def _trimmed(runs: list[Run]) -> Iterable[Run]:
    for number, run in enumerate(run for run in runs if run.words):
        yield replace(run, words=run.words.lstrip()) if number == 0 else run
