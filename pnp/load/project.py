"""Find the project folder and the games in it: nothing lists them, they are where they are."""

from dataclasses import dataclass
from pathlib import Path

import pnp
from pnp.model.errors import ProjectNotFound

# Where the templates and card data that come with pnp are: inside the wheel, or beside the package in a checkout.


def bundled(kind: str) -> Path:
    """Return the shipped folder of that kind ("templates" or "card_data"), whether or not it is there."""
    package = Path(pnp.__file__).resolve().parent
    shipped = package / "_bundled" / kind
    return shipped if shipped.is_dir() else package.parent / kind


@dataclass(frozen=True, slots=True)
class Project:
    """The folders pnp works with.

    `card_data` and `templates` are searched in order, the first that has a thing wins. `output` and `fonts` need not
    exist.
    """

    root: Path
    card_data: tuple[Path, ...]
    templates: tuple[Path, ...]
    output: Path
    fonts: Path

    def game_folder(self, game_id: str) -> Path | None:
        """Return the folder of a game, or None when there is no such game."""
        for folder in self.card_data:
            if (folder / game_id / "game.yaml").is_file():
                return folder / game_id
        return None


def find_project(start: Path) -> Project:
    """Return the project whose folder, the nearest at or above `start`, contains card_data/.

    Raises ProjectNotFound when there is none.
    """
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / "card_data").is_dir():
            return _project(folder, card_data=folder / "card_data")
    raise ProjectNotFound(
        f"there is no card_data folder in {start} or in any folder above it",
        "go to the folder of your game, or make card_data/<game>/game.yaml here",
    )


def shipped_project(out_root: Path) -> Project:
    """Return a project that prints the games shipped with pnp and writes below `out_root`."""
    return _project(out_root.resolve(), card_data=bundled("card_data"))


def game_ids(project: Project) -> tuple[str, ...]:
    """Return the name of every folder below card_data with a game.yaml, sorted.

    A folder whose name cannot be a game's is listed too: loading it says what is wrong with the name.
    """
    found = {
        path.parent.name
        for folder in project.card_data
        for path in folder.glob("*/game.yaml")
        if path.is_file() and not path.parent.name.startswith(".")
    }
    return tuple(sorted(found))


def _project(root: Path, *, card_data: Path) -> Project:
    own, shipped = root / "templates", bundled("templates")
    templates = (own,) if own.resolve() == shipped.resolve() else (own, shipped)
    return Project(root, (card_data,), templates, root / "output", root / "fonts")
