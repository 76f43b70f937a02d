"""The pictures of a change: a guide for the artist, two cards before and after, and the sheet printed again."""  # noqa: INP001

import re
from base64 import b64decode
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from io import BytesIO
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw, ImageFont

from pnp.__main__ import run
from pnp.export.image_files import page_picture
from pnp.export.marks_layer import font_file

ROOT = Path(__file__).resolve().parents[1]
GAME = "yes_broccoli"
OUT = Path("output") / GAME
ART = Path("card_data") / GAME / "art"
RED, GREEN = ("#e23b3b", "#ad2438", "#ff8a7a", "#ff9a8a"), ("#8fc93a", "#55912a", "#bfe57a", "#cdeb92")
"""The colours of the apple's skin, and those of a greener one."""

GAP = 16
"""Pixels between pictures."""

LETTERS, COLUMN, LEADING = (
    15,
    7.4,
    22,
)  # of the list, in pixels: their size, the step of a space, the step of a line


def artboard() -> Image.Image:
    """Return the artboard that the artist of a back gets."""
    with _printed():
        run(["art", "brief", GAME])
        with Image.open(OUT / "art-brief/artboards/back_food.png") as picture:
            return _narrower(picture.convert("RGBA"), 400)


def before_and_after() -> Image.Image:
    """Return what is shown of two cards that changed."""
    with _printed():
        (Path("card_data") / GAME / "box.yaml").unlink()  # which shows the apple, too
        run(["release", "printed", GAME])
        _edit()
        run(["diff", "printed", GAME, "--format", "html"])
        page = (OUT.parent / "changes.html").read_text(encoding="utf-8")
    data = re.findall(r'src="data:image/png;base64,([^"]+)"', page)
    pictures = [Image.open(BytesIO(b64decode(each))).convert("RGB") for each in data]
    width, height = pictures[0].size
    shown = Image.new("RGBA", (3 * (width + GAP), len(pictures) // 3 * (height + GAP)), "#ffffff")
    for number, picture in enumerate(pictures):
        shown.paste(picture, (number % 3 * (width + GAP), number // 3 * (height + GAP)))
    return _narrower(shown, 760)


def again() -> list[Image.Image]:
    """Return the sheet of the cards that changed, front and back, and the list that goes with it."""
    with _printed():
        run(["release", "printed", GAME])
        _edit()
        run(["build", GAME, "--component", "food", "--paper", "a4", "--changed-since", "printed", "-q"])
        pages = [page_picture(OUT / "reprint/a4/food.pdf", side, dpi=210) for side in (0, 1)]
        said = (OUT / "reprint/throw-away.txt").read_text(encoding="utf-8")
    sheets = [_narrower(page.convert("RGBA"), page.width // 4) for page in pages]
    return [*sheets, _slip(said)]


@contextmanager
def _printed() -> Iterator[None]:
    """Work in a project with the game as it comes."""
    with TemporaryDirectory() as folder, chdir(folder):
        for part in (f"card_data/{GAME}", f"templates/{GAME}", "templates/base"):
            copytree(ROOT / part, part)
        yield


def _edit() -> None:
    """Paint the apple green, and let the donut be sweeter."""
    text = (ROOT / "templates" / GAME / "art/apple.svg").read_text(encoding="utf-8")
    for red, green in zip(RED, GREEN, strict=True):
        text = text.replace(red, green)
    ART.mkdir(exist_ok=True)
    (ART / "apple.svg").write_text(text, encoding="utf-8")
    food = Path("card_data") / GAME / "food.yaml"
    data = food.read_text(encoding="utf-8")
    food.write_text(data.replace("name: Donut", "name: Doughnut"), encoding="utf-8")


def _slip(text: str) -> Image.Image:
    """Return a list on paper; its columns stand where they stand in the file."""
    lines = text.splitlines()
    wide, high = max(map(len, lines)) * COLUMN + 40, (len(lines) + 2) * LEADING
    paper = Image.new("RGBA", (round(wide), high), "#ffffff")
    pen = ImageDraw.Draw(paper)
    font = ImageFont.truetype(str(font_file()), LETTERS)
    for number, line in enumerate(lines, 1):
        for part in re.finditer(r"\S+(?: \S+)*", line):
            pen.text((20 + part.start() * COLUMN, number * LEADING), part[0], "#222222", font)
    return paper


def _narrower(picture: Image.Image, width: int) -> Image.Image:
    return picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
