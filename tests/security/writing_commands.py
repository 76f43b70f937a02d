"""Every command that writes: a small world for each, and what it does there."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from pnp.__main__ import run
from pnp.edit.card_change import changed_card
from pnp.edit.file_change import EditHistory
from pnp.load.project import find_project

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))

from small_game import FOOD, TOOLS, change, write_game

FRONT = """\
{# A picture and a name. #}
{% extends "base/card.svg.j2" %}
{% block body %}{{ picture(piece.id, (1.5, 10, 60, 40)) }}{{ line(piece.name, 31.5, 70, anchor="middle") }}{% endblock %}
"""
RULES = """\
object:
  - "Cook {{ list(food, 'name') }}."
"""
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 4"><rect width="6" height="4" fill="#{}"/></svg>'
)
CREDITS = "leek.svg: {credit: Ann, licence: CC0-1.0}\n"


@dataclass(frozen=True)
class WritingCommand:
    """What is done in the folder of a project: first what goes before, then what is to be killed.

    Where it is `once`, doing again what has been done is refused. Its `report` is a file that tells what this very run did.
    """

    name: str
    act: Callable[[], int]
    before: tuple[Callable[[], object], ...] = ()
    once: bool = False
    report: str = ""


def pnp(line: str) -> Callable[[], int]:
    """Return what runs a command line of plain words."""
    return lambda: run(line.split())


def write_world(project: Path) -> None:
    """Write a project of a small game with rules and a picture, and what commands bring into it."""
    write_game(project, food=FOOD, tools=TOOLS)
    (project / "templates/soup/food.svg.j2").write_text(FRONT)
    (project / "card_data/soup/rules.yaml").write_text(RULES)
    art = project / "card_data/soup/art"
    art.mkdir()
    (art / "leek.svg").write_text(SVG.format("3f9b3a"))
    (art / "credits.yaml").write_text(CREDITS)
    brought = io.BytesIO()
    Image.new("RGB", (60, 40), "#3f9b3a").save(brought, "PNG", dpi=(300, 300))
    (project / "leek.png").write_bytes(brought.getvalue())
    (project / "deck.csv").write_text("id,name\nbean,Bean\ncorn,Corn\n")
    (project / "jobs.csv").write_text("name,game,game.title\nann,soup,Ann\nben,soup,Ben\n")


def edit() -> None:
    """Change the words of some cards."""
    change(Path("card_data/soup/food.yaml"), "name: Pea", "name: Split pea")


def take_out() -> None:
    """Take a component out, and its drawings."""
    edit()
    Path("card_data/soup/tools.yaml").unlink()


def second_game() -> None:
    """Put a second game beside the first."""
    write_game(Path(), "stew")


def repaint() -> None:
    """Give the picture that is brought another colour."""
    Image.new("RGB", (60, 40), "#aa0000").save("leek.png", dpi=(300, 300))


def save_in_studio() -> int:
    """Write a new value of a card as the studio does."""
    project = find_project(Path())
    changed = changed_card(project, "soup", "food", "pea", {"name": "Split pea"})
    EditHistory(project.root).write(changed.what, changed.files)
    return 0


BUILD = pnp("build --paper a4 --jobs 1")
COMMANDS = (
    WritingCommand("build after a removed component", BUILD, (BUILD, take_out)),
    WritingCommand("release", pnp("release v1"), (second_game,)),
    WritingCommand("art add again", pnp("art add leek.png"), (pnp("art add leek.png"), repaint)),
    WritingCommand("save in the studio", save_in_studio),
)
"""One of each way to write: many files, a folder as a whole, a file in place of another, a change in place."""
