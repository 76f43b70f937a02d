"""Every piece explained: what it is called, how many there are, what it says, where to look further."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.export.rules import anchors
from pnp.export.rules.speech import Speech, title_of
from pnp.model.game import Component, Game, Piece
from pnp.model.rules import Block, CardWords, Entry, Heading, Paragraph, PieceNote, Question, Rules, Run, Text
from pnp.model.value import Value
from pnp.model.wording import counted, shown

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
        if component.kind in anchors.WHOLE:
            continue
        words = rules.cards.get(component.id, _NOTHING)
        yield Heading((Run(component.title),))
        for text in words.intro:
            yield Paragraph(speech.text(text))
        for piece in component.pieces:
            name = f"{component.id}/{piece.id}"
            see = tuple(Run(each.id, to=anchors.of_ruling(each.id)) for each in rulings if name in each.cards)
            yield replace(_entry(component, piece, words, speech), picture=pictures.get(name, ""), see=see)


def _entry(component: Component, piece: Piece, words: CardWords, speech: Speech) -> Entry:
    """Return the entry of a piece as far as the piece itself and its notes tell it."""
    if piece.id in words.facts:
        facts = tuple((label, speech.text(text)) for label, text in words.facts[piece.id])
        texts: tuple[Text, ...] = ()
    else:
        facts = tuple((label, speech.parse(text)) for label, text in _labelled(piece))
        texts = tuple(speech.parse(text) for text in _long(piece))
    note = words.notes.get(piece.id, PieceNote())
    return Entry(
        anchors.of_piece(component, piece),
        title_of(piece),
        "reference, not counted" if piece.extra else counted(piece.copies, "copy", "copies"),
        "",
        (*facts, *_provenance(piece)),
        (*texts, *(speech.text(text) for text in note.texts)),
    )


def _labelled(piece: Piece) -> Iterator[tuple[str, str]]:
    """Yield the short fields of a piece, those of its mappings too."""
    for path, value in _leaves(piece.fields):
        text = shown(value)
        if path != ("name",) and text and not _is_long(text):
            yield " ".join(path).replace("_", " ").capitalize(), text


def _long(piece: Piece) -> Iterator[str]:
    """Yield the texts of a piece."""
    for path, value in _leaves(piece.fields):
        text = shown(value)
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
