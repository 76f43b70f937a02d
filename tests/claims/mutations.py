"""Games with one mistake each: a piece less, a number changed, two values swapped; generated, and always the same ones.

A mutation changes the loaded game, not its files. What it changes can be anything that a promise may be about: pieces
and their fields, copies, backs, the spaces of a board, the facts, the constants of the rules.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

from pnp.claims.selections import Data
from pnp.model.game import Component, Piece, Space, Value

EACH = 12
"""Mutations of each kind in one game; fewer where the game has no more."""

Fields = Mapping[str, Value]
Path = tuple[str, ...]
Kept = Callable[[Path, Value], bool]


@dataclass(frozen=True)
class Mutation:
    kind: str
    says: str
    make: Callable[[], Any]


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
    for component in data.game.components:
        for piece in component.pieces:
            if not piece.extra:
                yield component, piece


def with_pieces(data: Data, component: Component, new: Mapping[str, tuple[Piece, ...]]) -> Data:
    there = tuple(each for piece in component.pieces for each in new.get(piece.id, (piece,)))
    parts = tuple(
        replace(each, pieces=there) if each.id == component.id else each for each in data.game.components
    )
    return replace(data, game=replace(data.game, components=parts))


def with_space(data: Data, name: str, old: Space, new: tuple[Space, ...]) -> Data:
    def changed(component: Component) -> Component:
        assert component.board
        there = tuple(
            each for space in component.board.spaces for each in (new if space is old else (space,))
        )
        return replace(component, board=replace(component.board, spaces=there))

    parts = tuple(changed(each) if each.id == name else each for each in data.game.components)
    return replace(data, game=replace(data.game, components=parts))


def leaves(value: Value, path: Path = ()) -> Iterator[tuple[Path, Value]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def put(fields: Fields, path: Path, value: Value) -> Fields:
    """The fields with one value changed; None takes it away."""
    key, *rest = path
    inner = fields[key]
    if rest:
        assert isinstance(inner, Mapping)
        value = put(inner, tuple(rest), value)
    return {name: each for name, each in {**fields, key: value}.items() if each is not None}


def is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_word(path: Path, value: Value) -> bool:
    return isinstance(value, str) and value.replace("_", "").replace("-", "").isalnum() and path != ("name",)


Others = Iterator[tuple[str, tuple[Piece, ...]]]


def replacing(others: Callable[[Data, Component, Piece], Others]) -> Callable[[Data], Made]:
    """What puts other pieces in the place of each piece: `others` yields what to say of them, and them."""

    def generate(data: Data) -> Made:
        for component, piece in pieces(data):
            for says, new in others(data, component, piece):
                make = lambda c=component, p=piece, n=new: with_pieces(data, c, {p.id: n})  # noqa: E731
                yield f"{component.id}/{piece.id}{says}", make

    return generate


def recount(_data: Data, _component: Component, piece: Piece) -> Others:
    for copies in {max(1, piece.copies - 1), piece.copies + 1} - {piece.copies}:
        yield f" {copies} copies, not {piece.copies}", (replace(piece, copies=copies),)


def wrong_back(data: Data, _component: Component, piece: Piece) -> Others:
    for back in sorted({each.back for _, each in pieces(data) if each.back} - {piece.back}):
        if piece.back is not None:
            yield f" {back}", (replace(piece, back=back),)


def fields(piece: Piece, kept: Kept) -> list[tuple[Path, Value]]:
    return [(path, value) for path, value in leaves(piece.fields) if path and kept(path, value)]


def changed(
    kept: Kept, others: Callable[[Data, Component, Path, Value], list[Value]]
) -> Callable[[Data], Made]:
    """What puts each of its `others` in the place of each field that is `kept`."""

    def changes(data: Data, component: Component, piece: Piece) -> Others:
        for path, value in fields(piece, kept):
            for other in others(data, component, path, value):
                says = f" {'.'.join(path)} {other}, not {value}"
                yield says, (replace(piece, fields=put(piece.fields, path, other)),)

    return replacing(changes)


def confuse(data: Data) -> Made:
    words: dict[Path, set[str]] = {}
    for component, piece in pieces(data):
        for path, word in fields(piece, is_word):
            words.setdefault((component.id, *path), set()).add(str(word))
    return changed(is_word, lambda _, part, path, word: sorted(words[part.id, *path] - {word}))(data)


def is_something(path: Path, value: Value) -> bool:
    return is_number(value) or is_word(path, value) or isinstance(value, tuple)


def swap(data: Data) -> Made:
    for component in data.game.components:
        own = [piece for piece in component.pieces if not piece.extra]
        for path in dict.fromkeys(at for piece in own for at, _ in fields(piece, is_something)):
            holders = [(piece, dict(leaves(piece.fields)).get(path)) for piece in own]
            there = [(piece, value) for piece, value in holders if value is not None]
            for (one, this), (two, that) in pairwise(there):
                new = {
                    one.id: (replace(one, fields=put(one.fields, path, that)),),
                    two.id: (replace(two, fields=put(two.fields, path, this)),),
                }
                says = f"{component.id}/{one.id} and {two.id} {'.'.join(path)}"
                yield says, lambda c=component, n=new: with_pieces(data, c, n)


def board(data: Data) -> Made:
    for name, space in spaces(data):
        yield f"{name}.spaces/{space.id} removed", lambda n=name, s=space: with_space(data, n, s, ())
        for path, value in leaves(space.fields):
            # A grid works these out.
            if path and path[0] != "across" and (is_number(value) or is_word(path, value)):
                other = value + 1 if is_number(value) else f"{value}{value[-1]}"
                new = replace(space, fields=put(space.fields, path, other))
                says = f"{name}.spaces/{space.id} {'.'.join(path)} {other}, not {value}"
                yield says, lambda n=name, s=space, t=new: with_space(data, n, s, (t,))


def with_fact(data: Data, path: Path, value: Value) -> Data:
    return replace(data, game=replace(data.game, facts=put(data.game.facts, path, value)))


def misstate(data: Data) -> Made:
    for path, value in leaves(data.game.facts):
        if path and is_number(value):
            says = f"{'.'.join(path)} {value + 1}, not {value}"
            yield says, lambda p=path, v=value: with_fact(data, p, v + 1)
    for name, value in data.params.items():
        if is_number(value):
            params = {**data.params, name: value + 1}
            yield f"{name} {value + 1}, not {value}", lambda p=params: replace(data, params=p)


def misword(data: Data) -> Made:
    for path, value in leaves(data.game.facts):
        if path and isinstance(value, str | tuple):
            other = f"{value}x" if isinstance(value, str) else value[:-1]
            yield f"{'.'.join(path)}", lambda p=path, v=other: with_fact(data, p, v)


KINDS: Mapping[str, Callable[[Data], Made]] = {
    "removed": replacing(lambda *_: [("", ())]),
    "duplicated": replacing(lambda *it: [("", (it[-1], replace(it[-1], id=f"{it[-1].id}-again")))]),
    "copies": replacing(recount),
    "renumbered": changed(lambda _, value: is_number(value), lambda *it: [it[-1] - 1, it[-1] + 1]),
    "mistyped": changed(is_word, lambda *it: [f"{it[-1]}{it[-1][-1]}"]),
    "confused": confuse,
    "lost": changed(is_something, lambda *it: [it[-1][:-1] if isinstance(it[-1], tuple) else None]),
    "swapped": swap,
    "wrong back": replacing(wrong_back),
    "board": board,
    "misstated": misstate,
}
"""The kinds that completeness is measured with."""

EVERY = (*KINDS.values(), misword)
"""All kinds: a claim that none of them breaks cannot fail."""
