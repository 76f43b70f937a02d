"""The names that links lead to; they depend on ids alone, so that a link from outside stays good."""

from pnp.model.game import Component, Piece

WHOLE = ("board", "box", "sheet")
"""Kinds that are shown among the components and not piece by piece."""


def of_piece(component: Component, piece: Piece) -> str:
    """Return where a piece is explained: its own entry, or its component."""
    if component.kind in WHOLE:
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
