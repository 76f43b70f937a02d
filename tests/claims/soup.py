"""The game of docs/claims.md, which the examples of the claims language are about."""

import re
from pathlib import Path

from small_game import write_files

from pnp.load.game import load_game
from pnp.load.project import Project
from pnp.model.game import Game

PAGE = Path(__file__).parents[2] / "docs/claims.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
FILES = dict(
    re.match(r"# (\S+)\n(.*)", block, re.DOTALL).groups() for block in BLOCKS if block.startswith("# ")
)


def write_soup(root: Path) -> Project:
    templates = (f"templates/soup/{name}.svg.j2" for name in ("food", "food-back", "tool", "spoon"))
    write_files(root, {**FILES, **dict.fromkeys(templates, "")})
    return Project(root, (root / "card_data",), (root / "templates",), root / "output", root / "fonts")


def load_soup(root: Path) -> Game:
    loaded = load_game(write_soup(root), "soup")
    assert loaded.diagnostics == ()
    assert loaded.game is not None
    return loaded.game
