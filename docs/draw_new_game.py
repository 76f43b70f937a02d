"""A sheet of each project that pnp new makes, drawn for docs/new-game.md: python docs/draw_new_game.py."""  # noqa: INP001

from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image

import pnp

PICTURE = Path(__file__).parent / "pictures/new-game.png"
SHOWN = {
    "cards": ["cards"],
    "tiles": ["tiles"],
    "board": ["board", "pawns"],
    "solo": ["journeys", "box"],
    "inkscape": ["cards"],
    "spreadsheet": ["cards"],
}
"""Project -> the components whose first sheet is shown."""
HEIGHT = 380  # pixels of a sheet
GAP = 14


def sheets() -> list[Image.Image]:
    """Return the sheets as pictures of one height."""
    found = []
    options = pnp.BuildOptions(papers=(pnp.find_paper("a4"),))
    with TemporaryDirectory() as name:
        for start, components in SHOWN.items():
            made = pnp.new_project(start.capitalize(), start, parent=Path(name))
            pnp.build_games(pnp.find_project(made.folder), [], options)
            for component in components:
                with pypdfium2.PdfDocument(made.folder / f"output/{made.game}/a4/{component}.pdf") as pdf:
                    scale = HEIGHT * 2 / pdf[0].get_height()
                    picture = pdf[0].render(scale=scale).to_pil()
                found.append(picture.resize((picture.width // 2, HEIGHT), Image.Resampling.LANCZOS))
    return found


def main() -> None:
    """Draw the sheets in two rows."""
    pictures = sheets()
    rows = [pictures[:3], pictures[3:]]
    width = max(sum(each.width + GAP for each in row) for row in rows) + GAP
    page = Image.new("RGB", (width, len(rows) * (HEIGHT + GAP) + GAP), "#d9d9d9")
    for number, row in enumerate(rows):
        left = GAP
        for each in row:
            page.paste(each, (left, GAP + number * (HEIGHT + GAP)))
            left += each.width + GAP
    page.quantize(200).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
