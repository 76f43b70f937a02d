"""Where a game is written to."""

from pathlib import Path

from pnp.load.project import Project
from pnp.model.errors import CannotWrite


def game_output(project: Project, out: Path | None, game: str) -> Path:
    """Return the folder a game is written to.

    Raises CannotWrite when a link leads it elsewhere: out of the project, or out of the folder that was asked for.
    """
    # With --out, a link to that folder is the user's own; in a project it may have come with a downloaded game.
    top, root = (out.resolve(), out.resolve()) if out is not None else (project.output, project.root)
    folder = top / game
    if not folder.resolve().is_relative_to(root.resolve()):
        raise CannotWrite(
            f"{folder} is a link that leads out to {folder.resolve()}",
            "remove that link, or choose the real folder with --out",
        )
    return folder
