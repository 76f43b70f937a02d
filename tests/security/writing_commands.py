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
from pnp.printers import config_folder
from pnp.studio.art_routes import Uploads
from pnp.studio.instance import Address, keep_address

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


def damage_printer() -> None:
    """Break the file of a calibrated printer."""
    (config_folder() / "printers/office.yaml").write_text("margin: [")


def save_in_studio() -> int:
    """Write a new value of a card as the studio does."""
    project = find_project(Path())
    changed = changed_card(project, "soup", "food", "pea", {"name": "Split pea"})
    EditHistory(project.root).write(changed.what, changed.files)
    return 0


def keep_in_studio() -> int:
    """Keep an upload and the address of a studio."""
    uploads = Uploads()
    uploads.keep("leek.png", Path("leek.png").read_bytes())
    keep_address(Path(), Address(8000, "token"))
    uploads.close()
    return 0


BUILD = pnp("build --paper a4 --jobs 1")
COMMANDS = (
    WritingCommand("build", BUILD),
    WritingCommand("build after a removed component", BUILD, (BUILD, take_out)),
    WritingCommand("build one component", pnp("build --paper a4 --component food --jobs 1"), (BUILD, edit)),
    WritingCommand("reprint", pnp("build --changed-since v1 --paper a4"), (pnp("release v1"), edit)),
    WritingCommand("release", pnp("release v1"), (second_game,)),
    WritingCommand("release --force", pnp("release v1 --force"), (pnp("release v1"), edit)),
    WritingCommand("approve", pnp("approve soup --pictures")),
    WritingCommand("approve again", pnp("approve soup"), (pnp("approve soup --pictures"), take_out)),
    WritingCommand("art add", pnp("art add leek.png --credit Ben")),
    WritingCommand("art add again", pnp("art add leek.png"), (pnp("art add leek.png"), repaint)),
    WritingCommand("art place", pnp("art place leek --zoom 1.5")),
    WritingCommand("art place --reset", pnp("art place leek --reset"), (pnp("art place leek --zoom 1.5"),)),
    WritingCommand("art brief", pnp("art brief soup")),
    WritingCommand("new", pnp("new tea"), once=True),
    WritingCommand("import", pnp("import deck.csv")),
    WritingCommand("rules --format html", pnp("rules --format html")),
    WritingCommand("rules --format pdf", pnp("rules --format pdf"), (pnp("rules --format pdf"), edit)),
    WritingCommand("rules --format md", pnp("rules --format md")),
    WritingCommand(
        "export png", pnp("export png --jobs 1 --component food"), (pnp("export png --component food"), edit)
    ),
    WritingCommand("calibrate", pnp("calibrate")),
    WritingCommand(
        "calibrate --printer",
        pnp("calibrate --printer office --margin 5mm"),
        (pnp("calibrate --printer office --margin 4mm"),),
    ),
    WritingCommand(
        "printers", pnp("printers"), (pnp("calibrate --printer office --margin 4mm"), damage_printer)
    ),
    WritingCommand(
        "batch", pnp("batch jobs.csv --paper a4 --workers 1"), report="project/output/batch/batch-report.csv"
    ),
    WritingCommand("cache empty", pnp("cache empty"), (BUILD,)),
    WritingCommand("schema", pnp("schema")),
    WritingCommand("save in the studio", save_in_studio),
    WritingCommand("keep in the studio", keep_in_studio),
)
"""In the order of the table that the figures make."""
