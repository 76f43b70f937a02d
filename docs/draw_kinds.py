"""Sheets of kinds of components, drawn for docs/kinds/ from the examples on its pages and from the games."""  # noqa: INP001

import re
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from pypdfium2 import PdfDocument

from pnp.__main__ import run
from pnp.export.image_files import page_picture

DOCS = Path(__file__).resolve().parent
FINER = 3  # drawn so many times as large, then made smaller

GAME = """title: Harbour
credits: Game by Ada Example, 2024.
fonts: {title: Manrope, body: Source Sans Pro}
palette: {sea: "#1769b5"}
"""
DIE = "kind: dice\nside: {side}mm\ndie: {die}\nfront: figures.svg.j2\ndefaults: {{sides: {sides}}}\npieces: [{{id: {die}}}]\n"


def dice_sheets() -> list[Image.Image]:
    """Return the sheets on which all dice lie together."""
    files = {name: example("dice", name) for name in ("wind.yaml", "wind.svg.j2", "figures.svg.j2")}
    for die, side in (("d6", 20), ("d8", 26), ("d10", 28), ("d12", 16), ("d20", 22)):
        sides = list(range(1, int(die[1:]) + 1))
        files[f"{die}.yaml"] = DIE.format(die=die, side=side, sides=sides)
    return sheets_of(files, dpi=60)


def outline_sheet() -> list[Image.Image]:
    """Return the sheet on which pieces of two outlines lie together."""
    names = ("sailors.yaml", "sailor.svg", "shields.yaml", "sailor.svg.j2")
    files = {name: example("tiles", name).replace("back: sailor.svg.j2\n", "") for name in names}
    return sheets_of(files, dpi=60)


OF_GAMES = {
    "board": (("ingeniators", "board", 1, 1),),
    "box": (("yes_broccoli", "box", 1, 1),),
    "discs": (("yoggity", "coins", 1, 0.42),),
    "markers": (("ingeniators", "valves", 0.45, 0.28), ("yogire", "markers", 0.45, 0.28)),
    "score-sheet": (("yes_broccoli", "score_sheet", 1, 0.3), ("ryb", "score_sheet", 0.54, 1)),
    "stickers": (("yoggity", "stickers", 1, 0.42),),
}
"""The component of a game that shows what a kind is, and how much of its sheet, by the name of the picture."""


def sheets_of_games(name: str) -> list[Image.Image]:
    """Return the pages on which the components of a picture lie, at most two of each."""
    shown = []
    for game, component, across, down in OF_GAMES[name]:
        with TemporaryDirectory() as folder:
            asked = f"build {game} --component {component} --paper a4 --no-svg -q".split()
            assert run([*asked, "--out", folder]) == 0
            file = Path(folder) / game / "a4" / f"{component}.pdf"
            pages = range(min(2, len(PdfDocument(file))))
            whole = [_smaller(page_picture(file, page, dpi=60 * FINER)) for page in pages]
            shown += [each.crop((0, 0, int(each.width * across), int(each.height * down))) for each in whole]
    return shown


def example(page: str, name: str) -> str:
    """Return an example on a page of a kind by the name of its file."""
    text = (DOCS / "kinds" / f"{page}.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"<!-- {re.escape(name)} -->\n```\w+\n(.*?)```\n", text, flags=re.DOTALL)
    return str(found)


def sheets_of(files: dict[str, str], *, dpi: int) -> list[Image.Image]:
    """Return the printed pages of a game of these files, without those that say how it is built."""
    with TemporaryDirectory() as name:
        root = Path(name)
        for file, text in {"game.yaml": GAME, **files}.items():
            folder = root / ("templates" if file.endswith(".j2") else "card_data") / "harbour"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8")
        with chdir(root):
            assert run(["build", "harbour", "--paper", "a4", "--no-svg", "-q", "--out", name]) == 0
        folder = root / "harbour" / "a4"
        first, last = (len(PdfDocument(folder / file)) for file in ("build.pdf", "print.pdf"))
        pages = range(first + first % 2, last, 2)  # fronts: the backs are empty
        return [_smaller(page_picture(folder / "print.pdf", page, dpi=dpi * FINER)) for page in pages]


def _smaller(page: Image.Image) -> Image.Image:
    return page.resize((page.width // FINER, page.height // FINER), Image.Resampling.LANCZOS).convert("RGBA")
