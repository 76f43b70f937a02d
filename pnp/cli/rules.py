"""`pnp rules`: the rulebook of a game, and the reference that explains every card."""

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, echo_document, output_file, show

FORMATS = ("md", "html", "pdf")
PAPERS = ("a5", "half-letter")
ICONS = ("images", "words", "none")
EDITIONS = ("rulebook", "reference", "all")


@click.command("rules")
@click.argument("game", required=False)
@click.option("--format", "form", type=click.Choice(FORMATS), default="pdf", show_default=True)
@click.option(
    "--out",
    metavar="FILE",
    help='Write here instead of output/<game>/rules.<format>, or reference.<format>; "-" is standard output (md and html).',
)
@click.option(
    "--edition",
    type=click.Choice(EDITIONS),
    help="The rulebook (default for PDF), the reference with every card, or both in one (default for md and html).",
)
@click.option("--section", "sections", metavar="A,B", help="Only these sections, such as components,cards.")
@click.option(
    "--paper", type=click.Choice(PAPERS), default="a5", show_default=True, help="The page size of the PDF."
)
@click.option(
    "--booklet",
    is_flag=True,
    help="Make a booklet with two pages a side, on A4 or Letter depending on --paper. Print two-sided, short edge, and fold.",
)
@click.option(
    "--icons",
    type=click.Choice(ICONS),
    help="Icons in Markdown: pictures beside the file (the default), words, or nothing.",
)
@options.language
@options.every_line
def command(
    game: str | None,
    form: "pnp.RulesForm",
    out: str | None,
    sections: str | None,
    *,
    language: str,
    **chosen: object,
) -> int:
    """Write the rulebook of a game, or a reference of all its cards.

    You may omit GAME if there is only one.

    Example: pnp rules yes_broccoli --format html
    """
    if out == "-" and form == "pdf":
        raise click.UsageError("A PDF cannot go to the terminal. Name a file, or add --format md.")
    if chosen["booklet"] and form != "pdf":
        raise click.UsageError("Only a PDF can be a booklet. Leave out --format or --booklet.")
    if out == "-" and chosen["icons"] == "images":
        raise click.UsageError("Pictures of icons are saved beside the file. Name one, or add --icons words.")
    project = pnp.open_project((game,) if game else (), language)
    name = pnp.one_game(project, game, "pnp rules")
    file = "rules-booklet" if chosen["booklet"] else "rules"
    if chosen["edition"] == "reference":
        file = file.replace("rules", "reference")
    path = output_file(out) if out else pnp.game_output(project, None, name) / f"{file}.{form}"
    wanted = tuple(filter(None, (part.strip() for part in (sections or "").split(","))))
    how = pnp.RulesOptions(form, wanted, **chosen)  # type: ignore[arg-type]  # click has checked the types
    made = pnp.write_rules(project, name, path, how)
    if made.path is not None:
        echo(display_path(made.path))
    elif made.content:
        echo_document(made.content.decode())
    show(made.diagnostics, project.root)
    return 1 if pnp.has_errors(made.diagnostics) else 0
