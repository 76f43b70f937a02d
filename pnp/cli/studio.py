"""`pnp studio`: view, edit and print the games of a project in a browser."""

import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli import options
from pnp.cli.report import echo

if TYPE_CHECKING:
    from pnp.load.project import Project


@click.command("studio")
@options.games
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port to listen on (default: the last one, or any)."
)
@click.option(
    "--open/--no-open", "opening", default=True, show_default=True, help="Open the address in the browser."
)
@options.language
def command(games: tuple[str, ...], port: int | None, language: str, *, opening: bool) -> None:
    """View, edit and print your games in the browser.

    Runs until Ctrl-C, for this computer only: the address contains a secret. Whatever you save in any program
    shows at once. Without a project, you begin a game there, import a spreadsheet,
    or look at the games that come with pnp.

    Example: pnp studio
    """
    from pnp.build.build_cache import open_cache  # noqa: PLC0415 - all is imported when the command runs
    from pnp.load.project import chosen_games  # noqa: PLC0415
    from pnp.studio.instance import Address, bound_socket, keep_address, last_address, new_token, who_answers  # noqa: PLC0415

    project = _project(games, language)
    names = chosen_games(project, games) if games else ()
    last = last_address(project.root)
    answers = who_answers(last, project.root) if last and port in {None, last.port} else "nobody"
    if last and answers == "studio":
        echo(f"the studio of {project.root.name} is already open at {last.url}")
        if opening:
            webbrowser.open(last.url)
        return
    listening = bound_socket(last.port if port is None and last else port or 0, wanted=bool(port))
    port = listening.getsockname()[1]
    # Whoever has the port of the last one now may have been told its token by an open page.
    token = last.token if last and last.port == port and answers == "nobody" else new_token()
    address = Address(port, token)
    keep_address(project.root, address)
    echo(f"the studio is open at {address.url} (Ctrl-C ends)")
    if opening:
        webbrowser.open(address.url)
    from pnp.studio.server import serve, studio_app  # noqa: PLC0415 - the browser starts meanwhile
    from pnp.studio.state import StudioState  # noqa: PLC0415

    with open_cache() as cache:
        state = StudioState(project, cache, names)
        serve(studio_app(state, address.token, address.port), listening, state.events.end)


def _project(games: tuple[str, ...], language: str) -> "Project":
    """Return the project around this folder; where there is none, one to begin games in. Raises ProjectNotFound."""
    from pnp.load.project import open_project, shipped_project  # noqa: PLC0415 - as above
    from pnp.model.errors import ProjectNotFound  # noqa: PLC0415

    try:
        return open_project(games, language)
    except ProjectNotFound:
        if games:
            raise
        echo("you have no game here yet: start one in the browser")
        return replace(shipped_project(Path.cwd()), language=language)
