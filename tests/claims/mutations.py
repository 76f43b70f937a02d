"""Games with one mistake each: a piece less, a number changed, two values swapped; generated, and always the same ones.

A mutation changes the loaded game, not its files. What it changes can be anything that a promise may be about: pieces
and their fields, copies, backs, the spaces of a board, the facts, the constants of the rules.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from pnp.claims.selections import Data
from pnp.model.game import Component, Piece, Space, Value

EACH = 12
"""Mutations of each kind in one game; fewer where the game has no more."""

Fields = Mapping[str, Value]


@dataclass(frozen=True)
class Mutation:
    """One mistake: its kind, a sentence that tells it from all others, and the data with it."""

    kind: str
    says: str
    make: Callable[[], Data]


def mutations(data: Data) -> list[Mutation]:
    """Return up to EACH mutations of every kind; those that change nothing but the names of pieces are left out."""
    sound = likeness(data)
    chosen: list[Mutation] = []
    for kind, generate in KINDS.items():
        found = [Mutation(kind, f"{kind}: {says}", make) for says, make in generate(data)]
        Random(f"{data.game.id} {kind}").shuffle(found)
        real = (each for each in found if likeness(each.make()) != sound)
        chosen += [each for each, _ in zip(real, range(EACH), strict=False)]
    return chosen


def likeness(data: Data) -> list[str]:
    """Return the game as it looks in the box, whatever its pieces are called inside."""
    pieces = [
        f"{component.id} {_look(piece, piece.copies, piece.back)}"
        for component in data.game.components
        for piece in component.pieces
    ]
    board = [f"{name} {space.id} {_look(space, space.neighbours)}" for name, space in spaces(data)]
    return [*sorted(pieces), *board, repr(list(leaves(data.game.facts))), repr(data.params)]


_LOOKS: dict[int, tuple[Piece | Space, str]] = {}
"""How pieces and spaces look, by their identity: one mistake leaves nearly all of them as they are."""


def _look(thing: Piece | Space, *besides: object) -> str:
    known = _LOOKS.get(id(thing))
    if known is None:
        known = _LOOKS[id(thing)] = thing, repr((besides, sorted(leaves(thing.fields), key=repr)))
    return known[1]


def spaces(data: Data) -> Iterator[tuple[str, Space]]:
    for component in data.game.components:
        for space in component.board.spaces if component.board else ():
            yield component.id, space


Made = Iterator[tuple[str, Callable[[], Data]]]


def pieces(data: Data) -> Iterator[tuple[Component, Piece]]:
    """The pieces that belong to the game."""
    for component in data.game.components:
        for piece in component.pieces:
            if not piece.extra:
                yield component, piece


def with_pieces(data: Data, component: Component, new: Mapping[str, tuple[Piece, ...]]) -> Data:
    """The data with each piece of `new` replaced by other pieces."""
    there = tuple(each for piece in component.pieces for each in new.get(piece.id, (piece,)))
    parts = tuple(
        replace(each, pieces=there) if each.id == component.id else each for each in data.game.components
    )
    return replace(data, game=replace(data.game, components=parts))


def with_space(data: Data, name: str, old: Space, new: tuple[Space, ...]) -> Data:
    """The data with a space of the board `name` replaced."""

    def changed(component: Component) -> Component:
        assert component.board
        there = tuple(
            each for space in component.board.spaces for each in (new if space is old else (space,))
        )
        return replace(component, board=replace(component.board, spaces=there))

    parts = tuple(changed(each) if each.id == name else each for each in data.game.components)
    return replace(data, game=replace(data.game, components=parts))


def leaves(value: Value, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Value]]:
    """Every value that is no mapping, with its path; lists are one value."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def put(fields: Fields, path: tuple[str, ...], value: Value) -> Fields:
    """The fields with one value changed; None takes it away."""
    key, *rest = path
    inner = fields[key]
    if rest:
        assert isinstance(inner, Mapping)
        value = put(inner, tuple(rest), value)
    return {name: each for name, each in {**fields, key: value}.items() if each is not None}


def is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_word(path: tuple[str, ...], value: Value) -> bool:
    """A word of a vocabulary: no sentence, and no name."""
    return isinstance(value, str) and value.replace("_", "").replace("-", "").isalnum() and path != ("name",)


def remove(data: Data) -> Made:
    for component, piece in pieces(data):
        yield f"{component.id}/{piece.id}", lambda c=component, p=piece: with_pieces(data, c, {p.id: ()})


def duplicate(data: Data) -> Made:
    for component, piece in pieces(data):
        both = (piece, replace(piece, id=f"{piece.id}-again"))
        yield f"{component.id}/{piece.id}", lambda c=component, p=both: with_pieces(data, c, {p[0].id: p})


def recount(data: Data) -> Made:
    for component, piece in pieces(data):
        for copies in {max(1, piece.copies - 1), piece.copies + 1} - {piece.copies}:
            other = replace(piece, copies=copies)
            says = f"{component.id}/{piece.id} {copies} copies, not {piece.copies}"
            yield says, lambda c=component, p=other: with_pieces(data, c, {p.id: (p,)})


def with_field(data: Data, component: Component, piece: Piece, path: tuple[str, ...], value: Value) -> Data:
    other = replace(piece, fields=put(piece.fields, path, value))
    return with_pieces(data, component, {piece.id: (other,)})


def fields(
    data: Data, kept: Callable[[tuple[str, ...], Value], bool]
) -> Iterator[tuple[Component, Piece, tuple[str, ...], Value]]:
    for component, piece in pieces(data):
        for path, value in leaves(piece.fields):
            if path and kept(path, value):
                yield component, piece, path, value


def changed(data: Data, kept: Callable[..., bool], others: Callable[..., list[Value]]) -> Made:
    """Each field that is `kept`, with each of its `others` in its place."""
    for component, piece, path, value in fields(data, kept):
        for other in others(component, path, value):
            says = f"{component.id}/{piece.id} {'.'.join(path)} {other}, not {value}"
            yield says, lambda c=component, p=piece, at=path, v=other: with_field(data, c, p, at, v)


def renumber(data: Data) -> Made:
    return changed(data, lambda _, value: is_number(value), lambda *it: [it[-1] - 1, it[-1] + 1])


def mistype(data: Data) -> Made:
    return changed(data, is_word, lambda _c, _p, value: [f"{value}{value[-1]}"])


def confuse(data: Data) -> Made:
    """A word in place of another that stands in the same field of another piece."""

    words: dict[tuple[str, ...], set[Value]] = {}
    for component, _, path, value in fields(data, is_word):
        words.setdefault((component.id, *path), set()).add(value)

    def others(component: Component, path: tuple[str, ...], value: Value) -> list[Value]:
        return sorted(str(word) for word in words[(component.id, *path)] if word != value)

    return changed(data, is_word, others)


def lose(data: Data) -> Made:
    """A number or a word that is missing, or the last of a list."""
    kept = lambda path, value: is_number(value) or is_word(path, value) or isinstance(value, tuple)  # noqa: E731
    return changed(data, kept, lambda _c, _p, value: [(value[:-1] if isinstance(value, tuple) else None)])


def swap(data: Data) -> Made:
    """The values of a field of two neighbours, swapped."""
    kept = lambda path, value: is_number(value) or is_word(path, value) or isinstance(value, tuple)  # noqa: E731
    for component in data.game.components:
        for path in dict.fromkeys(at for c, _, at, _ in fields(data, kept) if c.id == component.id):
            holders = [(p, dict(leaves(p.fields)).get(path)) for p in component.pieces if not p.extra]
            there = [(piece, value) for piece, value in holders if value is not None]
            for (one, this), (two, that) in pairwise(there):
                new = {
                    one.id: (replace(one, fields=put(one.fields, path, that)),),
                    two.id: (replace(two, fields=put(two.fields, path, this)),),
                }
                says = f"{component.id}/{one.id} and {two.id} {'.'.join(path)}"
                yield says, lambda c=component, n=new: with_pieces(data, c, n)


def wrong_back(data: Data) -> Made:
    backs = sorted({piece.back for _, piece in pieces(data) if piece.back})
    for component, piece in pieces(data):
        for back in backs:
            if piece.back not in (back, None):
                other = replace(piece, back=back)
                says = f"{component.id}/{piece.id} {back}"
                yield says, lambda c=component, p=other: with_pieces(data, c, {p.id: (p,)})


def board(data: Data) -> Made:
    for name, space in spaces(data):
        yield f"{name}.spaces/{space.id} removed", lambda n=name, s=space: with_space(data, n, s, ())
        for path, value in leaves(space.fields):
            if not path or not (is_number(value) or is_word(path, value)):
                continue
            other = value + 1 if is_number(value) else f"{value}{value[-1]}"
            new = replace(space, fields=put(space.fields, path, other))
            says = f"{name}.spaces/{space.id} {'.'.join(path)} {other}, not {value}"
            yield says, lambda n=name, s=space, t=new: with_space(data, n, s, (t,))


def misstate(data: Data) -> Made:
    for path, value in leaves(data.game.facts):
        if path and is_number(value):
            facts = put(data.game.facts, path, value + 1)
            says = f"{'.'.join(path)} {value + 1}, not {value}"
            yield says, lambda f=facts: replace(data, game=replace(data.game, facts=f))
    for name, value in data.params.items():
        if is_number(value):
            params = {**data.params, name: value + 1}
            yield f"{name} {value + 1}, not {value}", lambda p=params: replace(data, params=p)


def misword(data: Data) -> Made:
    """A word of a fact respelt, or its list without the last entry."""
    for path, value in leaves(data.game.facts):
        if path and isinstance(value, str | tuple):
            other = f"{value}x" if isinstance(value, str) else value[:-1]
            facts = put(data.game.facts, path, other)
            yield f"{'.'.join(path)}", lambda f=facts: replace(data, game=replace(data.game, facts=f))


KINDS: Mapping[str, Callable[[Data], Made]] = {
    "removed": remove,
    "duplicated": duplicate,
    "copies": recount,
    "renumbered": renumber,
    "mistyped": mistype,
    "confused": confuse,
    "lost": lose,
    "swapped": swap,
    "wrong back": wrong_back,
    "board": board,
    "misstated": misstate,
}
"""The kinds that completeness is measured with."""

EVERY = (*KINDS.values(), misword)
"""All kinds: a claim that none of them breaks cannot fail."""
