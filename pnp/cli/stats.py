"""`pnp stats`: what the decks of a game are made of, as tables and as charts."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.report import echo, show
from pnp.load.project import chosen_games, open_project
from pnp.model.diagnostics import has_errors

if TYPE_CHECKING:
    from pnp.claims.stats import Distribution
    from pnp.model.game import Game


@click.command("stats")
@click.argument("game_id", metavar="GAME")
@click.option(
    "--hand", type=click.IntRange(1), help="Size of an opening hand; the game's own when it states one."
)
@click.option("--charts/--no-charts", default=True, show_default=True, help="Write charts as SVG and PNG.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Write here instead of output/."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(game_id: str, *, hand: int | None, charts: bool, out: Path | None, form: str) -> int:
    """Show how often each value, colour, cost and symbol occurs.

    The last column is the chance that an opening hand holds at least one.

    Example: pnp stats yoggity --hand 5
    """
    from pnp.build.stages import game_output  # noqa: PLC0415 - stages are imported when the command runs
    from pnp.claims.stats import distributions  # noqa: PLC0415
    from pnp.load.game import load_game  # noqa: PLC0415

    project = open_project((game_id,))
    (name,) = chosen_games(project, (game_id,))
    loaded = load_game(project, name)
    show(loaded.diagnostics, project.root)
    if loaded.game is None:
        return 1
    tables = [each for component in loaded.game.components for each in distributions(component)]
    dealt = hand or _hand(loaded.game)
    if form == "json":
        echo(json.dumps([asdict(table) for table in tables], indent=2, ensure_ascii=False))
    else:
        for table in tables:
            echo("\n".join(_lines(table, dealt)) + "\n")
    if charts:
        count = _draw(game_output(project, out, name), tables)
        echo(f"{count} charts in {game_output(project, out, name) / 'stats'}", err=True)
    return 1 if has_errors(loaded.diagnostics) else 0


def _hand(game: "Game") -> int | None:
    """Return the size of the opening hand that the game's facts state under setup.hand, if they do."""
    setup = game.facts.get("setup")
    hand = setup.get("hand") if isinstance(setup, Mapping) else None
    return hand if isinstance(hand, int) and not isinstance(hand, bool) else None


def _lines(table: "Distribution", hand: int | None) -> list[str]:
    from pnp.claims.stats import chance_in_hand  # noqa: PLC0415

    width = max(len(label) for label, _ in table.rows)
    head = f"{table.component}, {table.field}: {table.size} pieces"
    if table.summary:
        s = table.summary
        head += f"; {s.least:g} to {s.most:g}, mean {s.mean:.2f}, median {s.median:g}, total {s.total:g}"
    lines = [head]
    for (label, count), pieces in zip(table.rows, table.pieces, strict=True):
        line = f"  {label:<{width}}  {count:>4}  {count / sum(c for _, c in table.rows):>6.1%}"
        if hand:
            line += f"  {chance_in_hand(pieces, table.size, hand):>6.1%} in a hand of {hand}"
        lines.append(line)
    return lines


def _draw(folder: Path, tables: "list[Distribution]") -> int:
    """Write the charts below `folder`/stats; return how many."""
    from pnp.convert.engines import engine  # noqa: PLC0415
    from pnp.export.charts import bar_chart, chart_png  # noqa: PLC0415
    from pnp.export.furniture import font_file  # noqa: PLC0415
    from pnp.files import write  # noqa: PLC0415

    drawn = [
        (table, bar_chart(f"{table.component}: {table.field}", table.rows, _note(table))) for table in tables
    ]
    bold = font_file().with_name("Lato-Bold.ttf")
    pages = engine("typst").convert([chart for _, chart in drawn], [font_file(), bold])
    for table, chart in drawn:
        stem = folder / "stats" / f"{table.component}-{table.field.replace('.', '-')}"
        write(stem.with_suffix(".svg"), chart.svg.encode(), root=folder)
        write(stem.with_suffix(".png"), chart_png(chart, pages), root=folder)
    return len(drawn)


def _note(table: "Distribution") -> str:
    if table.summary is None:
        return f"{table.size} pieces"
    s = table.summary
    return f"{table.size} pieces, mean {s.mean:.2f}, median {s.median:g}, total {s.total:g}"
