"""`pnp art`: the pictures of a game: what is wanted, a folder for the artist, and putting a picture in its place."""

from pathlib import Path

import click


@click.group("art")
def command() -> None:
    """List the art slots, brief an artist, put a picture in place.

    Example: pnp art list yes_broccoli
    """


@command.command("list")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def list_(games: tuple[str, ...], form: str) -> int:
    """Show every art slot: who shows it, how large, and what is in it.

    Example: pnp art list yes_broccoli
    """
    from pnp.art.listing import list_slots  # noqa: PLC0415 - stages are imported when the command runs

    return list_slots(games, form)


@command.command("brief")
@click.argument("game", required=False)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write here instead of output/<game>/art-brief/.",
)
def brief(game: str | None, out: Path | None) -> int:
    """Write a folder for an artist: a guide for each picture, a list, the colours.

    GAME may be left out when there is only one.

    Example: pnp art brief yes_broccoli
    """
    from pnp.art.brief import write_brief  # noqa: PLC0415

    return write_brief(game, out)


@command.command("add")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--for",
    "piece",
    default="",
    metavar="PIECE",
    help="A piece, component/piece, or a slot; without it, what the file is called.",
)
@click.option("--game", metavar="GAME", help="Needed when several games have a piece of that name.")
@click.option("--credit", metavar="TEXT", help="Who made the picture.")
@click.option("--licence", metavar="TEXT", help='Under what terms, such as "CC BY 4.0".')
@click.option("--source", metavar="URL", help="Where it comes from.")
def add(file: Path, piece: str, game: str | None, **words: str | None) -> int:
    """Put a picture in its place: SVG, PNG, JPEG or WebP.

    The picture is turned upright, its colours are made sRGB, and what a camera writes into it is left out. A
    picture that was there before is kept in art/replaced/.

    Example: pnp art add apple.png --for apple --credit "Ann Painter" --licence "CC BY 4.0"
    """
    from pnp.art.add import Wish, add_picture  # noqa: PLC0415

    said = {key: text for key, text in words.items() if text is not None}
    return add_picture(Wish(file, piece, game, said))
