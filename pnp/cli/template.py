"""`pnp template`: drawings used as templates."""

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, echo_document, output_file, show
from pnp.files import write


@click.group("template")
def command() -> None:
    """Save a card as a drawing to edit and use as a template.

    Example: pnp template export yes_broccoli apple
    """


@command.command("export")
@click.argument("game")
@click.argument("piece")
@click.option("--back", is_flag=True, help="Save the back instead of the front.")
@click.option("--theme", default="", metavar="NAME", help="Save the card as it looks in this theme.")
@click.option(
    "--out",
    metavar="FILE",
    help='Write here, not to templates/<game>/<component>-<piece>.svg; "-" is standard output.',
)
@options.every_line
def export(game: str, piece: str, theme: str, out: str | None, *, back: bool) -> int:
    """Save a card as a plain SVG whose objects are named after the fields they show.

    PIECE is a piece, component/piece, or a component (for its first piece). Edit the file in Inkscape,
    Illustrator or Affinity, and name it as front: or back: of the component.

    Example: pnp template export yes_broccoli apple --out broccoli-card.svg
    """
    project = pnp.open_project((game,))
    name = pnp.one_game(project, game, "pnp template export")
    made = pnp.export_template(project, name, piece, back=back, theme=theme)
    show(made.diagnostics, project.root)
    if made.drawing is None:
        return 1
    path = output_file(out) if out else project.root / "templates" / game / made.name
    if path is None:
        echo_document(made.drawing)
        return 0
    write(path, made.drawing.encode(), root=path.parent if out else project.root)
    echo(display_path(path))
    if not out:
        echo(f"next: write {'back' if back else 'front'}: {made.name} in the file of the component")
    return 0
