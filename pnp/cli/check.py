"""`pnp check`: everything that can be wrong before printing, found without printing."""

from typing import TYPE_CHECKING

import click

from pnp.cli.choice import chosen_games, open_project
from pnp.cli.order import PAPERS
from pnp.cli.report import FORMATS, show, tally, things
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.game import Game

if TYPE_CHECKING:
    from pnp.load.project import Project
    from pnp.render.text.fonts import FontBook


@click.command("check")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--legible", is_flag=True, help="Also look at the size and contrast of every text; takes longer."
)
def command(games: tuple[str, ...], form: str, *, legible: bool) -> int:
    """Look for mistakes without printing anything.

    Reads the data, draws every face, measures every text, and lays everything out on A4 and Letter.

    Example: pnp check yogire --format json
    """
    from pnp.cli.pipeline import fonts_of  # noqa: PLC0415 - heavy stages are imported when the command runs
    from pnp.load.game import load_game  # noqa: PLC0415

    project = open_project(games)
    names = chosen_games(project, games)
    fonts = fonts_of(project)
    found: list[Diagnostic] = []
    lines: list[str] = []
    for name in names:
        loaded = load_game(project, name)
        own = list(loaded.diagnostics)
        if loaded.game is not None:
            own += _drawn(project, loaded.game, fonts, legible=legible)
        found += own
        lines.append(_verdict(name, loaded.game, own))
    findings = in_reading_order(found)
    show(findings, project.root, form=form)
    if form == "text":
        for line in lines:
            click.echo(line)
    return 1 if has_errors(findings) else 0


def _drawn(project: "Project", game: Game, fonts: "FontBook", *, legible: bool) -> list[Diagnostic]:
    """Return what drawing and laying out the game brings to light."""
    from pnp.cli.pipeline import prepare, workshop  # noqa: PLC0415
    from pnp.impose.paper import find_paper  # noqa: PLC0415

    papers = tuple(find_paper(name) for name in PAPERS)
    found: list[Diagnostic] = []
    for theme in ("", *game.themes):
        room = workshop(project, game, fonts, theme=theme)
        findings = prepare(room, game.components, papers if not theme else (), backs="long-edge")[1]
        if legible and not has_errors(findings):
            from pnp.cli.legibility import illegible  # noqa: PLC0415 - it rasterises every face

            findings += illegible(room)
        found += findings
    return found


def _verdict(name: str, game: Game | None, found: list[Diagnostic]) -> str:
    """Return the line a player understands: "Yes! Broccoli!: 108 cards, no findings"."""
    if game is None:
        return f"{name}: cannot be read, {tally(found)}"
    return f"{game.title}: {things(game)}, {tally(in_reading_order(found))}"
