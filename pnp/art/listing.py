"""`pnp art list`: every art slot with its size and the state of the picture in it."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

import click

from pnp.art.slots import GameArt, Slot, State, art_of, shown_on, state_of, unused_files
from pnp.cli.report import show
from pnp.load.project import chosen_games, open_project
from pnp.model.diagnostics import has_errors, in_reading_order
from pnp.render.images import pixels_for
from pnp.text import counted

HEAD = ("slot", "mm", "px at 300 dpi", "at 600 dpi", "picture", "shown on")


def list_slots(games: Sequence[str], form: str) -> int:
    """Print the slots of the games; 1 when a game cannot be read or a picture cannot be used."""
    project = open_project(games)
    every, found = art_of(project, chosen_games(project, games))
    show(in_reading_order(found), project.root)
    if form == "json":
        rows = [row for art in every for row in _as_json(art)]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        for art in every:
            for line in _lines(art):
                click.echo(line)
    return 1 if has_errors(found) else 0


def _states(art: GameArt) -> list[tuple[Slot, State]]:
    return [(slot, state_of(slot, art.context.gallery, art.folder)) for slot in art.slots]


def _lines(art: GameArt) -> Iterator[str]:
    states = _states(art)
    tally = Counter(state.status for _, state in states)
    counts = ", ".join(f"{count} {status}" for status, count in sorted(tally.items()))
    yield f"{art.game.title} ({art.game.id}): {counted(len(states), 'art slot')}" + (
        f"; {counts}" if counts else ""
    )
    rows = [HEAD, *(_row(slot, state) for slot, state in states)] if states else []
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD) - 1)] if rows else []
    remarks = [(), *(state.remarks for _, state in states)]
    for row, said in zip(rows, remarks, strict=False):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  " + "  ".join((*cells, row[-1]))
        yield from (f"  {'':<{widths[0]}}  {remark}" for remark in said)
    for path in unused_files(art.folder, art.slots):
        yield f"  unused file: {art.context.sources.shown(path)}"


def _row(slot: Slot, state: State) -> tuple[str, ...]:
    size = slot.largest.size
    pixels = ("{} x {}".format(*pixels_for(size, resolution)) for resolution in (300, 600))
    theme = "" if "" in slot.themes else f" (theme {', '.join(slot.themes)})"
    return (
        slot.name,
        f"{round(size.width, 1):g} x {round(size.height, 1):g}",
        *pixels,
        state.status,
        shown_on(slot.showings) + theme,
    )


def _as_json(art: GameArt) -> Iterator[dict[str, object]]:
    for slot, state in _states(art):
        size = slot.largest.size
        yield {
            "game": art.game.id,
            "slot": slot.name,
            "title": art.title(slot),
            "status": state.status,
            "remarks": list(state.remarks),
            "file": None if slot.path is None else art.context.sources.shown(slot.path),
            "dpi": None if state.dpi is None else round(min(state.dpi, 1e6)),
            "width_mm": round(size.width, 2),
            "height_mm": round(size.height, 2),
            "px_300": list(pixels_for(size, 300)),
            "px_600": list(pixels_for(size, 600)),
            "fit": slot.home.fit,
            "themes": list(slot.themes),
            "shown_on": [
                {
                    "component": each.component,
                    "piece": each.piece,
                    "side": each.side,
                    "width_mm": round(each.size.width, 2),
                    "height_mm": round(each.size.height, 2),
                }
                for each in slot.showings
            ],
        }
    for path in unused_files(art.folder, art.slots):
        yield {
            "game": art.game.id,
            "slot": None,
            "status": "unused file",
            "file": art.context.sources.shown(path),
        }
