"""Counts as bar charts, as SVG (svgwrite) and PNG, and the results of many games as one HTML page without other files."""

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from pnp.claims.deck_statistics import Distribution
from pnp.convert.renderers import engine
from pnp.escaping import in_a_line, page_environment
from pnp.files import write
from pnp.model.face import Face, face_key
from pnp.model.geometry import Size

if TYPE_CHECKING:
    from pnp.engine.simulation import Simulation, Tally

WIDTH, ROW, TOP, LABELS = 120.0, 6.4, 13.0, 46.0
"""In mm: the chart, a bar with the air above it, the heading, and the room for the values at the left."""

TITLE, LETTER = 4.4, 0.56
"""The size of the title in mm where there is room for it, and how wide a bold letter is of that, on the safe side."""

FONT = "Lato"
BAR, INK, QUIET = "#3d7ea6", "#222222", "#666666"
DPI = 200


def bar_chart(title: str, rows: tuple[tuple[str, int], ...], note: str = "", *, width: float = WIDTH) -> Face:
    """Return a chart with a bar for each (value, count), the longest as wide as there is room."""
    import svgwrite  # noqa: PLC0415 - it is large, and most builds draw no chart

    height = TOP + ROW * len(rows) + (8 if note else 3)
    size, view = (f"{width:g}mm", f"{height:g}mm"), f"0 0 {width:g} {height:g}"
    drawing = svgwrite.Drawing(size=size, viewBox=view, debug=False)  # every value here is one that SVG knows
    drawing.add(drawing.rect((0, 0), (width, height), fill="#ffffff"))
    text = partial(drawing.text, font_family=FONT)
    title, note = in_a_line(title), in_a_line(note)
    rows = tuple((in_a_line(label), count) for label, count in rows)
    large = round(min(TITLE, (width - 6) / max(1, len(title)) / LETTER), 2)
    drawing.add(text(title, (3, 7.5), font_size=large, font_weight=700, fill=INK))
    most = max((count for _, count in rows), default=1)
    labels = min(LABELS, 6 + 1.75 * max((len(label) for label, _ in rows), default=0))
    room = width - labels - 14
    for number, (label, count) in enumerate(rows):
        y = TOP + number * ROW
        line = y + ROW * 0.62
        words = label if len(label) <= 24 else label[:23] + "…"
        drawing.add(text(words, (labels - 2, line), font_size=3.3, text_anchor="end", fill=INK))
        drawing.add(drawing.rect((labels, y + 0.7), (round(room * count / most, 2), ROW - 1.8), fill=BAR))
        after = (round(labels + room * count / most + 1.5, 2), line)
        drawing.add(text(str(count), after, font_size=3.3, fill=INK))
    if note:
        drawing.add(text(note, (3, height - 3), font_size=2.9, fill=QUIET))
    out = io.StringIO()
    drawing.write(out)
    svg = out.getvalue()
    return Face(face_key(svg), svg, Size(width, height), 0.0)


def write_charts(folder: Path, tables: Sequence[Distribution]) -> tuple[Path, ...]:
    """Write a chart of each table as SVG and PNG below `folder`/stats; return the SVG files. Raises CannotWrite."""
    from pnp.export.image_files import face_picture, png  # noqa: PLC0415 - rules have charts, and no use for these
    from pnp.export.marks_layer import font_file  # noqa: PLC0415

    charts = {}
    for table in tables:
        path = folder / "stats" / f"{table.component}-{table.field.replace('.', '-')}.svg"
        charts[path] = bar_chart(f"{table.component}: {table.field}", table.rows, _note(table))
    fonts = [font_file(), font_file().with_name("Lato-Bold.ttf")]
    pages = engine("typst").convert(list(charts.values()), fonts)
    for path, chart in charts.items():
        write(path, chart.svg.encode(), root=folder)
        picture = png(face_picture(pages, chart.key, dpi=DPI), dpi=DPI)
        write(path.with_suffix(".png"), picture, root=folder)
    return tuple(charts)


def _note(table: Distribution) -> str:
    if table.summary is None:
        return table.totals()
    s = table.summary
    return f"{table.totals()}, mean {s.mean:.2f}, median {s.median:g}, total {s.total:g}"


BARS = 12  # The most bars of a chart of lengths or margins.


def simulation_page(simulation: "Simulation", rulings: Mapping[str, str]) -> str:
    """Return the page; `rulings` are the words of the rulings of the game by id."""
    from pnp.engine.simulation import simulation_row  # noqa: PLC0415 - as above

    environment = page_environment("pnp.export")
    game = simulation.game
    names = {f"{part.id}/{piece.id}": piece.name for part, piece in game.pieces if not piece.extra}
    parts = [
        {"row": simulation_row(game, tally), "charts": [*_charts(tally)], "cards": [*_cards(tally, names)]}
        for tally in simulation.tallies
    ]
    return environment.get_template("simulation.html.j2").render(
        title=game.title, simulation=simulation, parts=parts, rulings=rulings, names=names
    )


def _charts(tally: "Tally") -> Iterator[Markup]:
    seats = [(f"seat {seat + 1}", tally.winners[seat]) for seat in range(tally.players)]
    lost = [("nobody", len(tally.lengths) - tally.won - len(tally.endless))]
    tables = {
        "Winners": seats + [row for row in lost if row[1]],
        "Moves of a game": _histogram(tally.lengths),
        "Points ahead of the second": _histogram(tally.margins),
    }
    for title, rows in tables.items():
        if rows:
            svg = bar_chart(title, tuple(rows)).svg
            yield Markup(svg[svg.index("<svg") :])  # noqa: S704 - drawn here, from numbers


def _histogram(values: Sequence[float]) -> list[tuple[str, int]]:
    """Return how many values there are in each of at most BARS ranges.

    >>> _histogram([1, 2, 30])
    [('1 to 3', 2), ('4 to 6', 0), ('7 to 9', 0), ('10 to 12', 0), ('13 to 15', 0), ('16 to 18', 0), ('19 to 21', 0), ('22 to 24', 0), ('25 to 27', 0), ('28 to 30', 1)]
    """
    if not values:
        return []
    low, high = int(min(values)), int(max(values))
    width = ceil((high - low + 1) / BARS)
    counts = Counter((int(value) - low) // width for value in values)
    starts = range(low, high + 1, width)
    labels = (f"{start} to {start + width - 1}" if width > 1 else str(start) for start in starts)
    return [(label, counts[number]) for number, label in enumerate(labels)]


def _cards(tally: "Tally", names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    decks = {event.name.partition("/")[0] for event in tally.events if event.kind in ("drawn", "played")}
    counts = {(event.kind, event.name): count for event, count in tally.events.items()}
    winning = {event.name: count for event, count in tally.by_winners.items()}
    games = max(1, len(tally.lengths))
    for path, name in names.items():
        if path.partition("/")[0] in decks:
            played = counts.get(("played", path), 0)
            decisive = winning.get(path, 0) / played if played else None
            drawn = counts.get(("drawn", path), 0) / games
            yield {"name": name, "drawn": drawn, "played": played / games, "decisive": decisive}
