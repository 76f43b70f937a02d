"""`pnp list`: the games, their components, and with --pieces every piece and where it comes from."""

import json

import click

from pnp.cli.report import echo, show
from pnp.load.project import chosen_games, open_project
from pnp.model.diagnostics import has_errors
from pnp.model.game import Component, Game, Piece

RECONSTRUCTED = "°"


@click.command("list")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--pieces", is_flag=True, help="Name every piece; ° marks what is reconstructed.")
def command(games: tuple[str, ...], form: str, *, pieces: bool) -> int:
    """Show the games, their components and how many pieces each has.

    Example: pnp list yes_broccoli --pieces
    """
    from pnp.load.game import load_game  # noqa: PLC0415 - YAML is only needed when the command runs

    project = open_project(games)
    loaded = [load_game(project, name) for name in chosen_games(project, games)]
    found = [each for one in loaded for each in one.diagnostics]
    show(found, project.root)
    shown = [one.game for one in loaded if one.game is not None]
    if form == "json":
        echo(json.dumps([_as_json(game) for game in shown], indent=2, ensure_ascii=False))
    else:
        for game in shown:
            _print(game, pieces=pieces)
    return 1 if has_errors(found) else 0


def count(component: Component) -> str:
    """Return how many there are, reference cards apart: "47", "53 + 1"."""
    extras = component.extras
    return f"{component.copies - extras} + {extras}" if extras else str(component.copies)


def _print(game: Game, *, pieces: bool) -> None:
    echo(f"{game.title} ({game.id}, version {game.version})")
    width = max((len(component.id) for component in game.components), default=0)
    for component in game.components:
        size = f"{component.size.width:g} x {component.size.height:g} mm"
        echo(f"  {component.id:<{width}}  {count(component):>6}  {component.title}, {size}")
        if pieces:
            for piece in component.pieces:
                echo(f"  {'':<{width}}  {piece.copies:>6}  {_named(piece)}")


def _named(piece: Piece) -> str:
    mark = RECONSTRUCTED if any(source.kind == "reconstructed" for source in piece.sources.values()) else ""
    return f"{piece.id}{mark}" if piece.name == piece.id else f"{piece.id}{mark}  {piece.name}"


def _as_json(game: Game) -> dict[str, object]:
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
                "pieces": [_piece_as_json(piece) for piece in component.pieces],
            }
            for component in game.components
        ],
    }


def _piece_as_json(piece: Piece) -> dict[str, object]:
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
