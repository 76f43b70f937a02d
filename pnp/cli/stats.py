"""`pnp stats`: the composition of the decks of a game, as tables and charts."""

from dataclasses import asdict
from pathlib import Path

import click

import pnp
from pnp.cli import options
from pnp.cli.report import echo, echo_document, show
from pnp.escaping import json_text


@click.command("stats")
@click.argument("game_id", metavar="GAME")
@click.option("--hand", type=click.IntRange(1), help="Size of an opening hand (default: the game's own).")
@click.option("--charts/--no-charts", default=True, show_default=True, help="Write charts as SVG and PNG.")
@options.out
@options.text_or_json
@options.every_line
def command(game_id: str, *, hand: int | None, charts: bool, out: Path | None, form: str) -> int:
    """Count how often each value, colour, cost and symbol occurs.

    The last column is the chance of at least one in an opening hand.

    Example: pnp stats yoggity --hand 5
    """
    project = pnp.open_project((game_id,))
    loaded = pnp.load_game(project, pnp.chosen_games(project, (game_id,))[0])
    show(loaded.diagnostics, project.root)
    if loaded.game is None:
        return 1
    tables = [table for component in loaded.game.components for table in pnp.distributions(component)]
    dealt = hand or pnp.opening_hand(loaded.game)
    if form == "json":
        echo_document(json_text([asdict(table) for table in tables], indent=2) + "\n")
    else:
        for table in tables:
            for line in (*_lines(table, dealt), ""):
                echo(line)
    if charts:
        folder = pnp.game_output(project, out, loaded.game.id)
        echo(f"{len(pnp.write_charts(folder, tables))} charts in {folder / 'stats'}", err=True)
    return 1 if pnp.has_errors(loaded.diagnostics) else 0


def _lines(table: "pnp.Distribution", hand: int | None) -> list[str]:
    width = max(len(label) for label, _ in table.rows)
    head = f"{table.component}, {table.field}: {table.totals()}"
    if table.summary:
        s = table.summary
        head += f"; {s.least:g} to {s.most:g}, mean {s.mean:.2f}, median {s.median:g}, total {s.total:g}"
    lines = [head]
    for (label, count), pieces in zip(table.rows, table.pieces, strict=True):
        line = f"  {label:<{width}}  {count:>4}  {count / sum(c for _, c in table.rows):>6.1%}"
        if hand:
            line += f"  {pnp.chance_in_hand(pieces, table.size, hand):>6.1%} in a hand of {hand}"
        lines.append(line)
    return lines
