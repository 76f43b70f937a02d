"""`pnp check`: everything that can be wrong before printing, found without printing."""

from typing import TYPE_CHECKING

import click

from pnp.build.build_cache import BuildCache, open_cache
from pnp.build.claims_report import inventory
from pnp.build.options import PAPERS
from pnp.cli.report import FORMATS, show
from pnp.load.project import chosen_games, open_project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order, tally
from pnp.model.game import Game

if TYPE_CHECKING:
    from pnp.build.claims_report import Promises
    from pnp.load.project import Project
    from pnp.render.fonts import FontBook


@click.command("check")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--legible", is_flag=True, help="Also look at the size and contrast of every text; takes longer."
)
@click.option(
    "--no-faces", is_flag=True, help="Draw nothing: only the data, the promises and the rules; quick."
)
@click.option("--cache/--no-cache", default=True, help="Reuse what was drawn before (the default).")
@click.option("--explain", metavar="ID", help="Show one promise or ruling: its test, and what it looked at.")
def command(
    games: tuple[str, ...], form: str, *, legible: bool, no_faces: bool, cache: bool, explain: str | None
) -> int:
    """Look for mistakes without printing anything.

    Reads the data, compares them with what the rulebook promises (claims.yaml), tries the sentences of rules.yaml,
    draws every face, measures every text, and lays everything out on A4 and Letter.

    Example: pnp check yogire --format json
    """
    project = open_project(games)
    names = chosen_games(project, games)
    if explain is not None:
        return _explain(project, names, explain, form)
    fonts = None if no_faces else _fonts(project)
    found: list[Diagnostic] = []
    lines: list[str] = []
    with open_cache(wanted=cache and not no_faces) as reused:
        for name in names:
            own, said = _checked(project, name, fonts, reused, legible=legible)
            found += own
            lines += said
    findings = in_reading_order(found)
    show(findings, project.root, form=form)
    if form == "text":
        for line in lines:
            click.echo(line)
    return 1 if has_errors(findings) else 0


def _checked(
    project: "Project", name: str, fonts: "FontBook | None", reused: BuildCache, *, legible: bool
) -> tuple[list[Diagnostic], list[str]]:
    """Return what is wrong with a game, and the lines that sum it up; without fonts nothing is drawn."""
    from pnp.build.claims_report import promises  # noqa: PLC0415 - heavy stages are imported when the command runs
    from pnp.build.rules_document import sayings  # noqa: PLC0415
    from pnp.load.game import load_game  # noqa: PLC0415

    loaded = load_game(project, name)
    own = list(loaded.diagnostics)
    promised = promises(project, loaded.game) if loaded.game is not None else None
    if promised is not None:
        own += promised.diagnostics
        own += sayings(project, promised.data.game, promised.rulings).diagnostics
        own += _drawn(project, promised.data.game, fonts, reused, legible=legible) if fonts else []
    return own, _verdict(name, promised, own)


def _fonts(project: "Project") -> "FontBook":
    from pnp.build.stages import fonts_of  # noqa: PLC0415 - a check that draws nothing needs no fonts

    return fonts_of(project)


def _drawn(
    project: "Project", game: Game, fonts: "FontBook", reused: BuildCache, *, legible: bool
) -> list[Diagnostic]:
    """Return what drawing and laying out the game brings to light."""
    from pnp.build.stages import prepare, render_context  # noqa: PLC0415
    from pnp.impose.papers import find_paper  # noqa: PLC0415

    papers = tuple(find_paper(name) for name in PAPERS)
    found: list[Diagnostic] = []
    for theme in ("", *game.themes):
        context = render_context(project, game, fonts, theme=theme, reused=reused)
        prints, findings = prepare(context, game.components, papers if not theme else (), backs="long-edge")
        if legible and not has_errors(findings):
            from pnp.build.legibility import illegible  # noqa: PLC0415 - it rasterises every face

            findings += illegible(context, prints)
        found += findings
    return found


def _verdict(name: str, promised: "Promises | None", found: list[Diagnostic]) -> list[str]:
    """Return the lines a player understands: "Yoggity: 61 of 61 promises kept, 3 rulings, 104 cards, 1 board"."""
    from pnp.build.claims_report import rulings_line  # noqa: PLC0415

    if promised is None:
        return [f"{name}: cannot be read, {tally(found)}"]
    findings, game = in_reading_order(found), promised.data.game
    said = [promised.line(), inventory(game)]
    if findings or not promised.verdicts:
        said.append(tally(findings))
    line = f"{game.title}: {', '.join(filter(None, said))}"
    return [line, rulings_line(promised)] if promised.rulings else [line]


def _explain(project: "Project", names: tuple[str, ...], name: str, form: str) -> int:
    """Show one claim or ruling; 1 when it is broken or a file has mistakes."""
    from pnp.build.claims_report import explained, promises  # noqa: PLC0415
    from pnp.load.game import load_game  # noqa: PLC0415

    loaded = [load_game(project, each) for each in names]
    found = [promises(project, each.game) for each in loaded if each.game is not None]
    own = [finding for each in loaded for finding in each.diagnostics]
    mistakes = [finding for each in found for finding in each.mistakes]
    if own or mistakes:
        show(in_reading_order((*own, *mistakes)), project.root, form=form)
    for line in explained(name, found):
        click.echo(line)
    return 1 if any(name in one.broken for one in found) or has_errors((*own, *mistakes)) else 0
