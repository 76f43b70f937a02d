"""A drawing with the names of its objects, and cards made of it, drawn for docs/inkscape.md: python docs/draw_inkscape.py."""  # noqa: INP001

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2

import pnp
from pnp.convert.renderers import engine
from pnp.files import read_xml
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.svg.vocabulary import inside, own_attributes, written
from pnp.typesetting.fonts import font_book

PICTURE = Path(__file__).parent / "pictures/inkscape.png"
WIDTH, HEIGHT = 250.0, 104.0
TOP, CARD_LEFT, FIRST, STEP = 5.0, 34.0, 122.0, 42.5
PIXELS_PER_MM = 5

NAMES = (
    ("name", 11.0, 14.5, "left"),
    ("cost", 54.5, 14.2, "right"),
    ("art", 59.0, 37.0, "right"),
    ("fill: habitat", 4.0, 46.0, "left"),
    ("text", 11.0, 66.0, "left"),
    ("habitat", 11.0, 82.2, "left"),
    ("show-if: rare", 57.5, 82.5, "right"),
    ("guides", 66.0, 60.0, "right"),
)
"""Names of objects, where those lie in the drawing in mm, and on which side the name is written."""

SHOWN = ("fox", "whale", "moth")


def main() -> None:
    """Draw the picture."""
    with TemporaryDirectory() as name:
        made = pnp.new_project("Beasts", "inkscape", parent=Path(name))
        project = pnp.find_project(made.folder)
        pnp.build_games(project, [], pnp.BuildOptions(papers=(pnp.find_paper("a4"),)))
        drawing = (made.folder / "templates/beasts/card.svg").read_text(encoding="utf-8")
        faces = [
            (made.folder / f"output/beasts/svg/cards/{each}.front.svg").read_text(encoding="utf-8")
            for each in SHOWN
        ]
        fonts = font_book(project.fonts)
    face = Face("picture", _picture(drawing, faces), Size(WIDTH, HEIGHT), 0)
    files = [font.path for font in fonts.by_digest.values()]
    with pypdfium2.PdfDocument(engine("typst").convert([face], files).chunks[0]) as pdf:
        picture = pdf[0].render(scale=PIXELS_PER_MM * 25.4 / 72).to_pil()
    picture.convert("RGB").quantize(160).save(PICTURE, optimize=True)


def _plain(drawing: str) -> str:
    """Return a drawing without what Inkscape wrote for itself."""
    root = read_xml(drawing)
    return f'<svg xmlns="http://www.w3.org/2000/svg"{written(own_attributes(root))}>{inside(root)}</svg>'


def _picture(drawing: str, faces: list[str]) -> str:
    """Return the drawing with the names of its objects, and the faces beside it."""
    page = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" viewBox="0 0 {WIDTH} {HEIGHT}">'
    parts = [page, f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#eceff1"/>']
    parts += [_placed(_plain(drawing), (CARD_LEFT, TOP, 69, 94), "0 0 69 94"), *_callouts()]
    for number, face in enumerate(faces):
        box = (FIRST + number * STEP, TOP + 19, 63 * 0.64, 88 * 0.64)
        parts.append(_placed(face, box, "0 0 63 88"))
    return "".join([*parts, "</svg>"])


def _placed(svg: str, box: tuple[float, float, float, float], view: str) -> str:
    """Return a drawing in a box."""
    x, y, width, height = box
    page = f'x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{view}"'
    return re.sub(r"<svg[^>]*>", f"<svg {page}>", svg[svg.index("<svg") :], count=1)


def _callouts() -> Iterator[str]:
    """Yield a line and a name for each object."""
    for label, x, y, side in NAMES:
        at = CARD_LEFT + x, TOP + y
        end = CARD_LEFT - 3 if side == "left" else CARD_LEFT + 72
        anchor, beside = ("end", end - 1) if side == "left" else ("start", end + 1)
        yield f'<path d="M{at[0]} {at[1]}H{end}" stroke="#c2185b" stroke-width="0.35"/>'
        yield f'<circle cx="{at[0]}" cy="{at[1]}" r="0.8" fill="#c2185b"/>'
        yield (
            f'<text x="{beside}" y="{at[1] + 1.2}" text-anchor="{anchor}" font-family="Source Sans Pro" font-weight="600" '
            f'font-size="4" fill="#22303c">{label}</text>'
        )


if __name__ == "__main__":
    main()
