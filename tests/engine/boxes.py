"""A shipped game with pieces and facts changed."""

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.game import Component, Game, Piece


class Box:
    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def game(self) -> Game:
        game = load_game(find_project(Path(__file__)), self.name).game
        assert game is not None
        return game

    def component(self, name: str) -> Component:
        return next(each for each in self.game.components if each.id == name)

    def put(self, component: Component) -> Game:
        components = (component if each.id == component.id else each for each in self.game.components)
        return replace(self.game, components=tuple(components))

    def changed(self, deck: str, pieces: dict[str, dict[str, Any]]) -> Game:
        """Return the game with pieces changed: copies (0 takes one out), back, or fields (None takes one away)."""
        component = self.component(deck)
        new = [_changed(piece, pieces.get(piece.id, {})) for piece in component.pieces]
        return self.put(replace(component, pieces=tuple(piece for piece in new if piece.copies)))

    def piece(self, path: str, **changes: Any) -> Game:
        deck, name = path.split("/")
        return self.changed(deck, {name: changes})

    def told(self, **facts: Any) -> Game:
        return replace(self.game, facts={**self.game.facts, **facts})

    def told_in(self, group: str, **facts: Any) -> Game:
        return self.told(**{group: {**self.game.facts[group], **facts}})


def _changed(piece: Piece, change: dict[str, Any]) -> Piece:
    own = {key: value for key, value in change.items() if key in ("copies", "back")}
    fields = {**piece.fields, **{key: value for key, value in change.items() if key not in own}}
    return replace(piece, **own, fields={key: value for key, value in fields.items() if value is not None})
