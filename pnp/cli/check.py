"""`pnp check`: find everything that can be wrong before printing, without printing."""

import click

import pnp
from pnp.cli import options
from pnp.cli.report import show, show_results


@click.command("check")
@options.games
@options.form
@options.every_line
@click.option("--legible", is_flag=True, help="Also check the size and contrast of every text (slower).")
@click.option("--no-faces", is_flag=True, help="Check only data, claims and rules, without drawing (fast).")
@click.option("--theme", metavar="NAME", help="Check only this theme, such as low-ink (default: all).")
@click.option("--cache/--no-cache", default=True, help="Reuse the results of earlier builds (the default).")
@options.language
@click.option(
    "--explain", metavar="ID", help="Show one claim or ruling with its test and the data it looked at."
)
def command(
    games: tuple[str, ...], form: str, language: str, *, no_faces: bool, explain: str | None, **chosen: object
) -> int:
    """Find mistakes in your games.

    Reads the data, tests the claims of claims.yaml and the sentences of rules.yaml, draws every
    face, measures every text, and lays everything out on A4 and Letter. Writes nothing.

    Example: pnp check yogire --format json
    """
    project = pnp.open_project(games, language)
    if explain is None:
        from pnp.workers.tasks import usable_cores  # noqa: PLC0415 - help needs none

        wanted = pnp.CheckOptions(faces=not no_faces, workers=usable_cores(), **chosen)  # type: ignore[arg-type]  # click has checked the types
        return show_results(pnp.check_games(project, games, wanted), project.root, form=form)
    explanation = pnp.explain_claim(project, explain, games)
    show(explanation.diagnostics, project.root, lines=explanation.lines)
    return 1 if explanation.broken or pnp.has_errors(explanation.diagnostics) else 0
