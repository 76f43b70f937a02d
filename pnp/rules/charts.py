"""Charts of what the decks of a game are made of, in the words of its rules."""

import re
from collections.abc import Iterator, Mapping, Sequence

from pnp.claims.stats import Distribution, distributions
from pnp.export.charts import bar_chart
from pnp.model.game import Component, Game
from pnp.model.rules import CardNotes, Chart, Picture, Term

WIDTH = 76.0
"""In mm: two stand beside each other on a small page."""


def draw_charts(
    game: Game, notes: Mapping[str, CardNotes], glossary: Sequence[Term] = ()
) -> tuple[tuple[Chart, ...], dict[str, Picture]]:
    """Return the charts of the decks, and their drawings by key.

    A component whose notes name charts has these; any other has one of each field whose values can be counted.
    """
    words = {term.icon: term.word or term.title for term in glossary if term.icon}
    charts: list[Chart] = []
    pictures: dict[str, Picture] = {}
    for component in game.components:
        for title, table in _tables(component, notes.get(component.id, CardNotes())):
            key = f"chart-{component.id}-{table.field.replace('.', '-')}"
            rows = tuple((words.get(value, _in_words(value)), count) for value, count in table.rows)
            whole = f"{component.title}: {title}"
            face = bar_chart(whole, rows, table.totals(component.kind.one, component.kind.many), width=WIDTH)
            pictures[key] = Picture(face.svg, face.trim)
            numbers = ", ".join(f"{label}: {count}" for label, count in rows)
            charts.append(Chart(key, whole, key, numbers))
    return tuple(charts), pictures


def _in_words(value: str) -> str:
    """Return a value as readers know it, a number below zero with a minus sign."""
    return re.sub(r"^-(?=\d)", "−", value.replace("_", " "))


def _tables(component: Component, notes: CardNotes) -> Iterator[tuple[str, Distribution]]:
    """Yield the tables to draw, each with its title."""
    tables = {table.field: table for table in distributions(component)}
    if notes.charts is None:
        for field, table in tables.items():
            yield field.replace(".", " ").replace("_", " "), table
        return
    for title, field in notes.charts.items():
        if field in tables:
            yield title, tables[field]
