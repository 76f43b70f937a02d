"""The sections of a rules summary that do not come card by card."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from pnp.export.rules import anchors
from pnp.export.rules.speech import Speech
from pnp.model.game import Component, Game
from pnp.model.rules import (
    Block,
    Case,
    Chart,
    Entry,
    Heading,
    IndexLine,
    Listing,
    Meaning,
    Paragraph,
    Part,
    Question,
    Run,
    Section,
    Table,
    Term,
    Words,
    plain,
)
from pnp.model.wording import counted, shown

_NUMBER = re.compile(r"(\d+)")

KIND_WORDS: Mapping[str, tuple[str, str]] = {
    "cards": ("card", "cards"),
    "tiles": ("tile", "tiles"),
    "discs": ("disc", "discs"),
    "stickers": ("sticker", "stickers"),
    "dice": ("die", "dice"),
    "markers": ("marker", "markers"),
    "board": ("board", "boards"),
    "box": ("box", "boxes"),
    "sheet": ("sheet", "sheets"),
}
"""What one and several pieces of a kind are called."""


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
    totals: dict[str, int] = {}
    for component in game.components:
        totals[component.kind] = totals.get(component.kind, 0) + component.copies - component.extras
    all_of_it = tuple(counted(number, *KIND_WORDS.get(kind, (kind, kind))) for kind, number in totals.items())
    yield Paragraph((Run(f"In all: {shown(all_of_it)}."),))
    for component in game.components:
        first = next((f"{component.id}/{piece.id}" for piece in component.pieces if not piece.extra), "")
        note = speech.parse(component.note) if component.note else ()
        yield Part(
            anchors.of_component(component), component.title, _count(component), note, pictures.get(first, "")
        )


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
    one, many = KIND_WORDS.get(component.kind, (component.kind, component.kind))
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
    return ", ".join((*parts, f"{shown(round(width, 1))} × {shown(round(height, 1))} mm"))


def ruling_blocks(rulings: Sequence[Question], speech: Speech) -> Iterator[Block]:
    """Yield a case for each contradiction and each open question."""
    for ruling in rulings:
        yield Case(
            anchors.of_ruling(ruling.id),
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
