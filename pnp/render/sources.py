"""Where templates, art and fonts are looked for."""

from dataclasses import dataclass
from pathlib import Path

from pnp.load.project import Project, find_template_file
from pnp.render.fonts import FontBook


@dataclass(frozen=True, slots=True)
class Sources:
    """`templates` is a search order: the project's own first, then what pnp ships.

    `art` is the game's art folder (it need not exist). Files are named in messages relative to `root`.
    """

    root: Path
    templates: tuple[Path, ...]
    art: Path
    fonts: FontBook

    def shown(self, path: Path) -> str:
        """Return the path as messages name it: relative to the project when it lies inside."""
        try:
            return path.relative_to(self.root).as_posix()
        except ValueError:
            return path.as_posix()

    def find_template_file(self, *names: str) -> Path | None:
        """Return the first file of these names, name by name, folder by folder; None when there is none."""
        found = (find_template_file(self.templates, name) for name in names)
        return next((path for path in found if path is not None), None)


def sources_of(project: Project, game: str, fonts: FontBook) -> Sources:
    """Return the sources of one game of a project."""
    folder = project.game_folder(game) or project.root
    return Sources(project.root, project.templates, folder / "art", fonts)
