"""Draw the pictures of these pages from the games as they are now: python docs/draw_pictures.py."""  # noqa: INP001

from pathlib import Path
from tempfile import TemporaryDirectory

from draw_bought_sheets import bought_sheets
from draw_calibration import calibration
from draw_changes import again, artboard, before_and_after
from draw_cut_files import cut_sheets, pictures_to_cut, registered_sheet
from draw_cuts import ordered_cuts
from draw_differences import difference
from draw_edges import edges
from draw_exports import exports
from draw_kinds import OF_GAMES, dice_sheets, outline_sheet, sheets_of_games
from draw_marks import marked_corners
from draw_press import press_pages
from draw_proofs import draft_sheet, proofs
from draw_scripts import scripts
from draw_table import table_with_games
from draw_text import lists_and_tables, what_follows_a_text, words_in_a_text
from draw_themes import looks
from PIL import Image, ImageChops, ImageFilter

from pnp.__main__ import run
from pnp.export.image_files import page_picture

DOCS = Path(__file__).resolve().parent
PICTURES = DOCS / "pictures"
DPI = 72
GAP = 14  # pixels between cards
COLOURS = 200  # of a PNG's palette; keeps the files small
TABLE = "#e9e6df"  # what the cards lie on


def table(rows: list[list[Image.Image]]) -> Image.Image:
    """Return the pieces laid out on a table, each with a soft shadow, the rows as wide as the widest."""
    widest = max(sum(piece.width for piece in row) + GAP * (len(row) + 1) for row in rows)
    shown = Image.new("RGB", (widest, sum(max(p.height for p in row) + GAP for row in rows) + GAP), TABLE)
    shadow = Image.new("L", shown.size, 0)
    places: list[tuple[Image.Image, int, int]] = []
    y = GAP
    for row in rows:
        high = max(piece.height for piece in row)
        air = (widest - sum(piece.width for piece in row)) / (len(row) + 1)
        x = air
        for piece in row:
            places.append((piece, round(x), y + (high - piece.height) // 2))
            x += piece.width + air
        y += high + GAP
    for piece, left, top in places:
        shadow.paste(90, (left + 1, top + 2), piece.getchannel("A"))
    shown = ImageChops.subtract(shown, Image.merge("RGB", [shadow.filter(ImageFilter.GaussianBlur(3))] * 3))
    for piece, left, top in places:
        shown.paste(piece, (left, top), piece)
    return shown


def sheets() -> Image.Image:
    """Return front and back of a printed sheet beside each other."""
    with TemporaryDirectory() as folder:
        run(
            [
                "build",
                "yes_broccoli",
                "--component",
                "food",
                "--paper",
                "a4",
                "--no-svg",
                "-q",
                "--out",
                folder,
            ]
        )
        pdf = Path(folder) / "yes_broccoli/a4/food.pdf"
        pages = [page_picture(pdf, index, dpi=70 * 3) for index in (0, 1)]
    pages = [
        page.resize((page.width // 3, page.height // 3), Image.Resampling.LANCZOS).convert("RGBA")
        for page in pages
    ]
    return table([pages])


def build_pages() -> Image.Image:
    """Return the pages that say how a game is built."""
    with TemporaryDirectory() as folder:
        run(["build", "yoggity", "--paper", "a4", "--out", folder, "-q", "--no-svg"])
        pdf = Path(folder) / "yoggity/a4/build.pdf"
        pages = [page_picture(pdf, index, dpi=66 * 3) for index in (0, 1)]
    return table(
        [
            [
                page.resize((page.width // 3, page.height // 3), Image.Resampling.LANCZOS).convert("RGBA")
                for page in pages
            ]
        ]
    )


def save(picture: Image.Image, name: str) -> None:
    """Write the picture with a palette of its own."""
    few = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(PICTURES / name, "PNG", optimize=True)


def main() -> None:
    """Draw them all."""
    PICTURES.mkdir(exist_ok=True)
    table_with_games().save(PICTURES / "table.jpg", quality=76, optimize=True, progressive=True)
    save(build_pages(), "build-pages.png")
    save(sheets(), "sheet.png")
    save(table([[artboard()]]), "artboard.png")
    save(table([[before_and_after()]]), "before-and-after.png")
    save(table([again()]), "reprint.png")
    save(table(exports()), "shops.png")
    save(table([calibration()]), "calibration.png")
    save(table([bought_sheets()]), "ready-cut-sheets.png")
    save(table([cut_sheets()]), "cut-files.png")
    save(table([ordered_cuts()]), "cut-order.png")
    save(table([registered_sheet()]), "registration.png")
    save(table([pictures_to_cut()]), "print-then-cut.png")
    save(table(looks()), "themes.png")
    save(table([marked_corners()]), "marks.png")
    save(table([press_pages()]), "press.png")
    save(table([edges()]), "edges.png")
    save(table([[draft_sheet()]]), "draft.png")
    save(table([proofs()]), "proof.png")
    save(difference(), "difference.png")
    save(table([dice_sheets()]), "dice.png")
    save(table([outline_sheet()]), "outlines.png")
    for name in OF_GAMES:
        save(table([sheets_of_games(name)]), f"{name}.png")
    save(table(scripts()), "scripts.png")
    save(table([words_in_a_text()]), "text-words.png")
    save(table([lists_and_tables()]), "text-lists.png")
    save(table([what_follows_a_text()]), "text-follows.png")


if __name__ == "__main__":
    main()
