"""`pnp art`: list the pictures of a game, make a folder for an artist, add a picture and place it."""

from pathlib import Path

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, echo_document, show
from pnp.escaping import json_text
from pnp.files import real_path
from pnp.model.art_placement import FITS


@click.group("art")
def art() -> None:
    """List a game's pictures, brief an artist, add and place pictures.

    Example: pnp art list yes_broccoli
    """


@art.command("list")
@options.games
@options.text_or_json
@options.every_line
def list_(games: tuple[str, ...], form: str) -> int:
    """List every art slot: its size, its picture and the cards that show it.

    Example: pnp art list yes_broccoli
    """
    from pnp.art.slots import list_as_json, list_as_text  # noqa: PLC0415 - few commands need it

    project = pnp.open_project(games)
    every, findings = pnp.project_art(project, pnp.chosen_games(project, games))
    show(findings, project.root)
    if form == "json":
        rows = [row for art in every for row in list_as_json(art)]
        echo_document(json_text(rows, indent=2) + "\n")
    else:
        for art in every:
            for line in list_as_text(art):
                echo(line)
    return 1 if pnp.has_errors(findings) else 0


@art.command("brief")
@click.argument("game", required=False)
@options.folder("Write here instead of output/<game>/art-brief/.")
@options.every_line
def brief(game: str | None, out: Path | None) -> int:
    """Make a folder for an artist: an artboard for each picture, a list, the colours.

    You may omit GAME if there is only one.

    Example: pnp art brief yes_broccoli
    """
    project = pnp.open_project((game,) if game else ())
    drawn, findings = pnp.project_art(project, (pnp.one_game(project, game, "pnp art brief"),))
    show(findings, project.root)
    if pnp.has_errors(findings) or not drawn:
        return 1
    (art,) = drawn
    root = real_path(out) if out is not None else pnp.game_output(project, None, art.game.id)
    folder = root if out is not None else root / "art-brief"
    made = pnp.write_brief(art, folder, root)
    echo(
        f"{display_path(folder)}: {made.pictures} pictures, {made.files} files; README.txt explains the rest"
    )
    show(made.diagnostics, project.root)
    return 0


@art.command("add")
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--for",
    "name",
    default="",
    metavar="PIECE",
    help="A piece, component/piece, or a slot (default: the file's name).",
)
@click.option("--game", metavar="GAME", help="The game, if several have a piece of that name.")
@click.option("--credit", metavar="TEXT", help="Who made the picture.")
@click.option("--licence", metavar="TEXT", help='Its licence, such as "CC BY 4.0".')
@click.option("--source", metavar="URL", help="Where it comes from.")
@options.every_line
def add(file: Path, name: str, game: str | None, **words: str | None) -> int:
    """Add a picture (SVG, PNG, JPEG or WebP), or a folder of pictures named after their slots.

    pnp turns the picture upright, converts its colours to sRGB and removes the camera's data. It moves an
    earlier picture to art/replaced/.

    Example: pnp art add apple.png --for apple --credit "Ann Painter" --licence "CC BY 4.0"
    """
    project = pnp.open_project((game,) if game else ())
    credit = {key: text for key, text in words.items() if text is not None}
    options = pnp.AddOptions(file, name, game, credit)
    incomplete = False
    for path, result in pnp.add_pictures(project, options):
        incomplete |= _tell(result, project.root) > 0
        if result.refused is not None and not file.is_dir():
            raise result.refused
        if result.refused is not None:
            echo(f"{path.name}: {result.refused}", err=True)
            echo(f"  hint: {result.refused.hint}", err=True)
    return 1 if incomplete else 0


def _tell(result: "pnp.ArtResult", root: Path) -> int:
    """Print what came of a picture; return the exit status."""
    show(result.diagnostics, root, lines=result.lines)
    for warning in result.warnings:
        echo(f"warning: {warning}", err=True)
    if result.next:
        echo(f"next: {result.next}")
    return 0 if result.lines else 1


def _point(_: click.Context, __: click.Parameter, text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        x, y = map(float, text.split(","))
    except ValueError:
        message = f'"{text}" is not two numbers: 0.5,0.5 is the middle of the picture, 0.5,0 that of its top'
        raise click.BadParameter(message) from None
    return x, y


@art.command("place")
@click.argument("piece")
@click.option("--game", metavar="GAME", help="The game, if several have a piece of that name.")
@click.option(
    "--focus",
    callback=_point,
    metavar="X,Y",
    help="The point of the picture at the middle of the box, from 0 to 1 each.",
)
@click.option("--zoom", type=float, help="Enlargement, relative to the fit.")
@click.option("--rotate", "rotation", type=float, metavar="DEGREES", help="Clockwise rotation.")
@click.option("--fit", type=click.Choice(FITS), help="Cover the box, or show the whole picture inside it.")
@click.option("--reset", is_flag=True, help="Return to the template's placement.")
@options.every_line
def place(piece: str, *, game: str | None, **chosen: object) -> int:
    """Move, enlarge or rotate a picture in its box.

    PIECE is a piece, component/piece, or a slot. The placement is saved in art/placement.yaml; values that you
    do not give stay as they were.

    Example: pnp art place apple --focus 0.5,0.4 --zoom 1.2
    """
    if all(value is None or value is False for value in chosen.values()):
        raise click.UsageError("nothing to change: give --focus, --zoom, --rotate, --fit or --reset")
    project = pnp.open_project((game,) if game else ())
    options = pnp.PlaceOptions(piece, game, **chosen)  # type: ignore[arg-type]  # click has checked the types
    return _tell(pnp.place_picture(project, options), project.root)
