"""Draw the pictures of these pages from the games as they are now: python docs/draw_pictures.py."""  # noqa: INP001

from pathlib import Path
from tempfile import TemporaryDirectory

from draw_bought_sheets import bought_sheets
from draw_calibration import calibration
from draw_changes import again, before_and_after, guide
from draw_cut_files import cut_sheets
from draw_edges import edges
from draw_exports import exports
from draw_marks import marked_corners
from draw_press import press_pages
from draw_themes import looks
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pnp.__main__ import run
from pnp.build.options import BuildOptions
from pnp.build.stages import BuildContext, draw_game, fonts_of
from pnp.export.image_files import face_picture, page_picture
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.game import Component
from pnp.model.geometry import rounded

DOCS = Path(__file__).resolve().parent
PICTURES = DOCS / "pictures"
DPI = 72
WIDEST = 66  # mm
DRAWN_AT = 4  # times as large, then made smaller: thin lines stay even
GAP = 14  # pixels between cards
COLOURS = 200  # of a PNG's palette; keeps the files small
TABLE = "#e9e6df"  # what the cards lie on

CARDS = {
    "yes_broccoli": [
        "food/broccoli",
        "food/apple",
        "food/soda",
        "bids/red-7",
        "powers/picky_eater",
        "bids/red-7.back",
        "food/apple.back",
    ],
    "yogire": [
        "cards/YG01",
        "cards/YG07",
        "cards/YG22",
        "cards/YG35",
        "cards/reference",
        "cards/reference.back",
        "cards/YG01.back",
    ],
    "yoggity": [
        "orders/tv_set",
        "orders/robot",
        "colors/purple",
        "yoggity_cards/triangle_single",
        "yoggity_cards/wild",
        "coins/coin",
        "yoggity_cards/wild.back",
    ],
    "ryb": [
        "cards/red-6",
        "cards/orange-9",
        "cards/black-18",
        "cards/gimme",
        "cards/shanghai",
        "dice/red",
        "cards/red-6.back",
    ],
    "ingeniators": [
        "tiles/RRR",
        "tiles/RRY",
        "tiles/RBB",
        "tiles/YYY",
        "tiles/BBB",
        "dice/first",
        "aids/aid",
    ],
}
"""A row for each game: component/piece, or its back."""


def faces(game_id: str) -> dict[str, Image.Image]:
    """Return the pictures of the cards wanted of one game, bleed cut off, corners round."""
    project = find_project(DOCS)
    game = load_game(project, game_id).game
    assert game is not None
    drawn = draw_game(BuildContext(project, fonts_of(project), BuildOptions(papers=())), game)
    found = {}
    for each in drawn.components:
        pages = drawn.pages[each.component.id]
        for side, keys in (("", each.rendered.deck.fronts), (".back", each.rendered.deck.backs)):
            for piece, key in keys.items():
                name = f"{each.component.id}/{piece}{side}"
                if name in CARDS[game_id]:
                    found[name] = cut_out(face_picture(pages, key, dpi=DPI * DRAWN_AT), each.component)
    return found


def cut_out(picture: Image.Image, component: Component) -> Image.Image:
    """Return the piece as scissors leave it, at DPI, transparent around its outline; a net as small as a card."""
    scale = DPI * DRAWN_AT / 25.4
    bleed = round(component.bleed * scale)
    piece = picture.crop((bleed, bleed, picture.width - bleed, picture.height - bleed)).convert("RGBA")
    mask = Image.new("L", piece.size, 0)
    outline = component.net.cut if component.net else rounded(component.cut)
    ImageDraw.Draw(mask).polygon([(x * scale, y * scale) for x, y in outline], fill=255)
    piece.putalpha(mask)
    small = min(1.0, WIDEST * scale / piece.width) / DRAWN_AT
    return piece.resize((round(piece.width * small), round(piece.height * small)), Image.Resampling.LANCZOS)


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


def save(picture: Image.Image, name: str) -> None:
    """Write the picture with a palette of its own."""
    few = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(PICTURES / name, "PNG", optimize=True)


def main() -> None:
    """Draw them all."""
    PICTURES.mkdir(exist_ok=True)
    drawn = {game: faces(game) for game in CARDS}
    save(table([[drawn[game][name] for name in names] for game, names in CARDS.items()]), "cards.png")
    save(sheets(), "sheet.png")
    save(table([[guide()]]), "art-guide.png")
    save(table([[before_and_after()]]), "before-and-after.png")
    save(table([again()]), "reprint.png")
    save(table(exports()), "shops.png")
    save(table([calibration()]), "calibration.png")
    save(table([bought_sheets()]), "ready-cut-sheets.png")
    save(table([cut_sheets()]), "cut-files.png")
    save(table(looks()), "themes.png")
    save(table([marked_corners()]), "marks.png")
    save(table([press_pages()]), "press.png")
    save(table([edges()]), "edges.png")


if __name__ == "__main__":
    main()
