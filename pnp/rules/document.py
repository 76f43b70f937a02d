"""A rules summary put together: what rules.yaml says, and what the data alone tell."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from pnp.claims.functions import in_sentence
from pnp.model.game import Component, Game, Piece, Value
from pnp.model.kinds import Kind
from pnp.model.rules import (
    Block,
    CardWords,
    Case,
    Chart,
    Entry,
    Heading,
    IndexLine,
    Listing,
    Meaning,
    Paragraph,
    Part,
    Picture,
    Question,
    Rules,
    RulesDocument,
    Run,
    Section,
    Table,
    Term,
    Text,
    Words,
    plain,
)
from pnp.text import counted

# The names that links lead to; they depend on ids alone, so that a link from outside stays good.


def of_piece(component: Component, piece: Piece) -> str:
    """Return where a piece is explained: its own entry, or its component."""
    if not component.kind.by_piece:
        return of_component(component)
    return f"card-{component.id}-{piece.id}"


def of_component(component: Component) -> str:
    """Return where a component is shown."""
    return f"component-{component.id}"


def of_ruling(name: str) -> str:
    """Return where a ruling stands.

    >>> of_ruling("A 1")
    'ruling-A-1'
    """
    return "ruling-" + "".join(letter if letter.isalnum() else "-" for letter in name)


# Texts of the data as runs: bold, italic, icons, and links to cards.

_LINK = re.compile(r"\[\[card ([^\[\]]+)\]\]")

Parse = Callable[[str], Text]
"""How **bold**, *italic* and {icon} are read; handed in, so that cards and rules are read alike."""


def title_of(piece: Piece) -> str:
    """Return a piece's name with a capital first letter."""
    return piece.name[:1].upper() + piece.name[1:]


@dataclass(frozen=True, slots=True)
class Speech:
    """Reads the texts of one game."""

    game: Game
    parse: Parse
    _pieces: Mapping[str, Run] = field(init=False)

    def __post_init__(self) -> None:
        """Know where every piece is explained."""
        runs = {
            f"{component.id}/{piece.id}": self.link(component, piece)
            for component in self.game.components
            for piece in component.pieces
        }
        object.__setattr__(self, "_pieces", runs)

    def text(self, written: str) -> Text:
        """Return the runs of a text; a link to a piece that is not there is left out."""
        parts = _LINK.split(written)
        runs: list[Run] = []
        for place, part in enumerate(parts):
            if place % 2:
                runs += filter(None, [self._pieces.get(part.strip())])
            elif part:
                runs += self.parse(part)
        return tuple(runs)

    def links(self, names: Iterable[str]) -> tuple[Run, ...]:
        """Return a link for each piece named component/piece."""
        return tuple(self._pieces[name] for name in names if name in self._pieces)

    @staticmethod
    def link(component: Component, piece: Piece) -> Run:
        """Return the link to a piece."""
        return Run(title_of(piece), to=of_piece(component, piece))


# The sections of a rules summary that do not come card by card.

_NUMBER = re.compile(r"(\d+)")


def written(words: Sequence[Words], speech: Speech) -> Iterator[Block]:
    """Yield the blocks of a section that rules.yaml writes out."""
    for block in words:
        lines = tuple(speech.text(line) for line in block.lines)
        match block.kind:
            case "heading":
                yield Heading(lines[0])
            case "steps" | "points":
                yield Listing(lines, numbered=block.kind == "steps")
            case "table":
                yield Table(lines, tuple(tuple(speech.text(cell) for cell in row) for row in block.rows))
            case _:
                yield from (Paragraph(line) for line in lines)


def component_blocks(game: Game, pictures: Mapping[str, str], speech: Speech) -> Iterator[Block]:
    """Yield what all there is comes to, and each component with its picture."""
    totals: Counter[Kind] = Counter()
    for component in game.components:
        totals[component.kind] += component.copies - component.extras
    all_of_it = tuple(counted(number, kind.one, kind.many) for kind, number in totals.items())
    yield Paragraph((Run(f"In all: {in_sentence(all_of_it)}."),))
    for component in game.components:
        first = next((f"{component.id}/{piece.id}" for piece in component.pieces if not piece.extra), "")
        note = speech.parse(component.note) if component.note else ()
        yield Part(of_component(component), component.title, _count(component), note, pictures.get(first, ""))


def supply_blocks(game: Game, speech: Speech) -> Iterator[Block]:
    """Yield what game.yaml says that players bring along: the fact `supply`."""
    supply = game.facts.get("supply")
    items = (
        tuple(speech.parse(each[:1].upper() + each[1:]) for each in supply if isinstance(each, str))
        if isinstance(supply, tuple)
        else ()
    )
    if items:
        yield Listing(items)


def _count(component: Component) -> str:
    """Return how many there are and how large: "47 cards, 19 different, 63 × 88 mm"."""
    one, many = component.kind.one, component.kind.many
    number = component.copies - component.extras
    different = sum(1 for piece in component.pieces if not piece.extra)
    parts = [counted(number, one, many)]
    parts += [f"{different} different"] if 1 < different < number else []
    parts += (
        [f"and {counted(component.extras, 'reference ' + one, 'reference ' + many)}"]
        if component.extras
        else []
    )
    width, height = component.size.width, component.size.height
    return ", ".join((*parts, f"{in_sentence(round(width, 1))} × {in_sentence(round(height, 1))} mm"))


def ruling_blocks(rulings: Sequence[Question], speech: Speech) -> Iterator[Block]:
    """Yield a case for each contradiction and each open question."""
    for ruling in rulings:
        yield Case(
            of_ruling(ruling.id),
            ruling.id,
            speech.text(ruling.ask),
            speech.text(ruling.answer),
            speech.text(ruling.reason),
            speech.links(ruling.cards),
        )


def art_blocks(game: Game, used: Collection[str]) -> Iterator[Block]:
    """Yield a list of who made the pictures in the slots `used`, a line for each maker and licence."""
    named = {piece.id: piece.name for component in game.components for piece in component.pieces}
    groups: dict[tuple[str, str, str], list[str]] = {}
    for slot, made in sorted(game.art_credits.items()):
        if slot in used:
            title = named.get(slot, slot.rpartition("/")[2].replace("_", " ").capitalize())
            groups.setdefault((made.credit, made.licence, made.source), []).append(title)
    items = tuple(
        (Run(", ".join(titles), bold=True), Run(": " + ", ".join(filter(None, made))))
        for made, titles in groups.items()
    )
    if items:
        yield Listing(items)


def glossary_blocks(meanings: Sequence[Meaning], speech: Speech) -> Iterator[Block]:
    """Yield the words and icons, by the alphabet."""
    for meaning in sorted(meanings, key=lambda each: each.title.casefold()):
        yield Term(meaning.title, speech.text(meaning.text), meaning.icon)


def index_blocks(sections: Sequence[Section]) -> Iterator[Block]:
    """Yield every name of the sections before it and where it leads to, by the alphabet, A2 before A10."""
    places: dict[str, list[Run]] = {}
    for section in sections:
        for block in section.blocks:
            for word, anchor in _names(block, section):
                places.setdefault(word, []).append(Run(section.title, to=anchor))
    for word in sorted(places, key=_order):
        yield IndexLine(word, tuple(places[word]))


def _names(block: Block, section: Section) -> Iterator[tuple[str, str]]:
    match block:
        case Part() | Entry() | Chart():
            yield block.title, block.anchor
        case Case():
            yield f"{block.title}: {_short(plain(block.question))}", block.anchor
        case Term():
            yield block.title, section.anchor


def _order(word: str) -> tuple[tuple[str, int], ...]:
    """Return what a word is sorted by: its letters whatever their case, its numbers by their size.

    >>> sorted(["A10", "a2", "B"], key=_order)
    ['a2', 'A10', 'B']
    """
    return tuple(
        ("", int(part)) if part.isdecimal() else (part.casefold(), 0) for part in _NUMBER.split(word) if part
    )


def _short(text: str, most: int = 48) -> str:
    """Return the beginning of a text, cut between words."""
    return text if len(text) <= most else text[:most].rpartition(" ")[0] + " …"


# Every piece explained: what it is called, how many there are, what it says, where to look further.

LONG = 40
"""A text of more characters than this stands by itself instead of behind a label."""

_NOTHING = CardWords()


def card_blocks(
    game: Game, rules: Rules, rulings: tuple[Question, ...], pictures: Mapping[str, str], speech: Speech
) -> Iterator[Block]:
    """Yield a heading for each component and an entry for each of its pieces.

    `pictures` says which picture a piece shows, by component/piece.
    """
    for component in game.components:
        if not component.kind.by_piece:
            continue
        words = rules.cards.get(component.id, _NOTHING)
        yield Heading((Run(component.title),))
        for text in words.intro:
            yield Paragraph(speech.text(text))
        for piece in component.pieces:
            name = f"{component.id}/{piece.id}"
            see = tuple(Run(each.id, to=of_ruling(each.id)) for each in rulings if name in each.cards)
            yield replace(_entry(component, piece, words, speech), picture=pictures.get(name, ""), see=see)


def _entry(component: Component, piece: Piece, words: CardWords, speech: Speech) -> Entry:
    """Return the entry of a piece as far as the piece itself and its notes tell it."""
    if piece.id in words.facts:
        facts = tuple((label, speech.text(text)) for label, text in words.facts[piece.id])
        texts: tuple[Text, ...] = ()
    else:
        facts = tuple((label, speech.parse(text)) for label, text in _labelled(piece))
        texts = tuple(speech.parse(text) for text in _long(piece))
    return Entry(
        of_piece(component, piece),
        title_of(piece),
        "reference, not counted" if piece.extra else counted(piece.copies, "copy", "copies"),
        "",
        (*facts, *_provenance(piece)),
        (*texts, *(speech.text(text) for text in words.notes.get(piece.id, ()))),
    )


def _labelled(piece: Piece) -> Iterator[tuple[str, str]]:
    """Yield the short fields of a piece, those of its mappings too."""
    for path, value in _leaves(piece.fields):
        text = in_sentence(value)
        if path != ("name",) and text and not _is_long(text):
            yield " ".join(path).replace("_", " ").capitalize(), text


def _long(piece: Piece) -> Iterator[str]:
    """Yield the texts of a piece."""
    for path, value in _leaves(piece.fields):
        text = in_sentence(value)
        if path != ("name",) and _is_long(text):
            yield text


def _is_long(text: str) -> bool:
    return len(text) > LONG or text.endswith(".")


def _leaves(
    fields: Mapping[str, Value], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Value]]:
    """Yield the values that a sentence can have: words, numbers, and lists of these."""
    for name, value in fields.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, (*path, name))
        elif not isinstance(value, tuple) or all(isinstance(each, str | int | float) for each in value):
            yield (*path, name), value


def _provenance(piece: Piece) -> Iterator[tuple[str, Text]]:
    """Yield which of the piece is not as the rulebook has it."""
    ours = [field for field, source in piece.sources.items() if source.kind == "reconstructed"]
    if ours:
        what = ", ".join(field.replace("_", " ") for field in ours if field)
        yield "Reconstructed", (Run(what or "all of it"),)


TITLES: Mapping[str, str] = {
    "object": "Object of the game",
    "components": "Components",
    "supply": "What you supply",
    "setup": "Set-up",
    "turn": "How to play",
    "costs": "Numbers at a glance",
    "end": "End and scoring",
    "variants": "Variants",
    "rulings": "Rulings",
    "gaps": "What is reconstructed",
    "cards": "Every card and piece",
    "statistics": "The decks in numbers",
    "glossary": "Glossary",
    "art": "Pictures",
    "index": "Index",
}
"""The sections in the order of the document: the name for `--section`, and the heading."""


def document(
    game: Game,
    rules: Rules,
    *,
    parse: Parse,
    rulings: Sequence[Question] = (),
    charts: Sequence[Chart] = (),
    shows: Mapping[str, str] | None = None,
    pictures: Mapping[str, Picture] | None = None,
    icons: Mapping[str, Picture] | None = None,
    art: Collection[str] = (),
) -> RulesDocument:
    """Return the whole document of a game; a section with nothing in it is left out.

    `rulings` are all of them, the questions of rules.yaml too. `shows` says which of `pictures` a piece shows, by
    component/piece. `art` are the art slots that the pieces show; those with a credit are listed.
    """
    speech = Speech(game, parse)
    shows = shows or {}
    made: dict[str, Sequence[Block]] = {
        name: tuple(written(words, speech)) for name, words in rules.sections.items()
    }
    made.setdefault("supply", tuple(supply_blocks(game, speech)))
    made["components"] = tuple(component_blocks(game, shows, speech))
    made["rulings"] = tuple(ruling_blocks(rulings, speech))
    made["cards"] = tuple(card_blocks(game, rules, tuple(rulings), shows, speech))
    made["statistics"] = tuple(charts)
    made["glossary"] = tuple(glossary_blocks(rules.glossary, speech))
    made["art"] = tuple(art_blocks(game, art))
    sections = [Section(name, TITLES[name], tuple(made[name])) for name in TITLES if made.get(name)]
    sections.append(Section("index", TITLES["index"], tuple(index_blocks(sections))))
    return RulesDocument(
        game.id,
        game.title,
        game.language,
        game.credits,
        " ".join(filter(None, (game.notice, game.licence))),
        tuple(sections),
        pictures or {},
        icons or {},
    )


def only(document: RulesDocument, wanted: Collection[str]) -> RulesDocument:
    """Return the document with the sections named (all, when none is), and with no link that leads out of it."""
    sections = tuple(each for each in document.sections if not wanted or each.id in wanted)
    anchors = {anchor for section in sections for anchor in _anchors(section)}
    return replace(
        document,
        sections=tuple(
            replace(
                section, blocks=tuple(kept for block in section.blocks if (kept := _kept(block, anchors)))
            )
            for section in sections
        ),
    )


def _anchors(section: Section) -> list[str]:
    named = (block for block in section.blocks if isinstance(block, Part | Entry | Case | Chart))
    return [section.anchor, *(block.anchor for block in named)]


def _kept(block: Block, anchors: Collection[str]) -> Block | None:
    """Return the block without links that lead nowhere; None for a line of the index that has no other."""
    changed: dict[str, Any] = {}
    for each in fields(block):
        value = getattr(block, each.name)
        if each.name in ("see", "places"):
            changed[each.name] = tuple(run for run in value if run.to in anchors)
        elif each.name != "anchor":
            changed[each.name] = _unlinked(value, anchors)
    kept = replace(block, **changed)
    return None if isinstance(kept, IndexLine) and not kept.places else kept


def _unlinked(value: Any, anchors: Collection[str]) -> Any:
    """Return a value of a block with the links in it that lead nowhere made plain words."""
    if isinstance(value, Run):
        return value if value.to is None or value.to in anchors else replace(value, to=None)
    if isinstance(value, tuple):
        return tuple(_unlinked(each, anchors) for each in value)
    return value
