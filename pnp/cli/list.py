"""`pnp list`: the games, their components and, with --pieces, every piece and its source."""

import click

import pnp
from pnp.cli import options
from pnp.cli.report import echo, echo_document, show
from pnp.escaping import json_text
from pnp.text import listed

RECONSTRUCTED = "°"


@click.command("list")
@options.games
@options.text_or_json
@click.option("--pieces", is_flag=True, help="List every piece; ° marks reconstructed facts.")
@options.language
@options.every_line
def command(games: tuple[str, ...], form: str, language: str, *, pieces: bool) -> int:
    """List the games, their components and the number of pieces.

    Example: pnp list yes_broccoli --pieces
    """
    project = pnp.open_project(games, language)
    loaded = pnp.load_games(project, games)
    show(loaded.diagnostics, project.root)
    if form == "json":
        echo_document(json_text([_as_json(game) for game in loaded.games], indent=2) + "\n")
    else:
        for game in loaded.games:
            _print(game, pieces=pieces)
    return 1 if pnp.has_errors(loaded.diagnostics) else 0


def count(component: "pnp.Component") -> str:
    """Return how many there are, reference cards apart: "47", "53 + 1"."""
    extras = component.extras
    return f"{component.copies - extras} + {extras}" if extras else str(component.copies)


def _print(game: "pnp.Game", *, pieces: bool) -> None:
    echo(f"{game.title} ({game.id}, version {game.version})")
    width = max((len(component.id) for component in game.components), default=0)
    for component in game.components:
        size = f"{component.size.width:g} x {component.size.height:g} mm"
        echo(f"  {component.id:<{width}}  {count(component):>6}  {component.title}, {size}")
        remarks = component.table_reading
        remarks += (f"0 copies: {listed(component.benched)}",) if component.benched else ()
        if remarks:
            echo(f"  {'':<{width}}  {'':>6}  {'; '.join(remarks)}")
        if pieces:
            for piece in component.pieces:
                echo(f"  {'':<{width}}  {piece.copies:>6}  {_named(piece)}")


def _named(piece: "pnp.Piece") -> str:
    mark = RECONSTRUCTED if any(source.kind == "reconstructed" for source in piece.sources.values()) else ""
    return f"{piece.id}{mark}" if piece.name == piece.id else f"{piece.id}{mark}  {piece.name}"


def _as_json(game: "pnp.Game") -> dict[str, object]:
    return {
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "components": [
            {
                "id": component.id,
                "kind": component.kind.name,
                "title": component.title,
                "count": component.copies - component.extras,
                "extras": component.extras,
                "width_mm": component.size.width,
                "height_mm": component.size.height,
                "table_reading": list(component.table_reading),
                "benched": list(component.benched),
                "pieces": [_piece_as_json(piece) for piece in component.pieces],
            }
            for component in game.components
        ],
    }


def _piece_as_json(piece: "pnp.Piece") -> dict[str, object]:
    sources = {
        field or "piece": {"kind": source.kind, "pointer": source.pointer}
        for field, source in piece.sources.items()
    }
    return {
        "id": piece.id,
        "name": piece.name,
        "copies": piece.copies,
        "extra": piece.extra,
        "sources": sources,
    }
