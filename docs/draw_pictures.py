"""Draw the pictures of these pages from the games as they are now: python docs/draw_pictures.py."""  # noqa: INP001

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pnp.__main__ import run
from pnp.cli.conversion import Conversion
from pnp.cli.pipeline import fonts_of, prepare, workshop
from pnp.export.png import face_picture, page_picture
from pnp.load.game import load_game
from pnp.load.project import find_project

DOCS = Path(__file__).resolve().parent
PICTURES = DOCS / "pictures"
DPI = 100
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
        "food/apple.back",
    ],
    "yogire": ["cards/YG01", "cards/YG07", "cards/YG22", "cards/YG35", "cards/reference", "cards/YG01.back"],
}
"""A row for each game: component/piece, or its back."""


def faces(game_id: str) -> dict[str, Image.Image]:
    """Return the pictures of the cards wanted of one game, bleed cut off, corners round."""
    project = find_project(DOCS)
    game = load_game(project, game_id).game
    assert game is not None
    room = workshop(project, game, fonts_of(project))
    with Conversion(renderer="typst", jobs=2) as conversion:
        prints, _ = prepare(room, game.components, (), backs="none", drawn=conversion.start)
        pages, _ = conversion.pages(prints)
    found = {}
    for each, drawn in zip(prints, pages, strict=True):
        for side, keys in (("", each.rendered.deck.fronts), (".back", each.rendered.deck.backs)):
            for piece, key in keys.items():
                name = f"{each.component.id}/{piece}{side}"
                if name in CARDS[game_id]:
                    found[name] = cut_out(face_picture(drawn, key, dpi=DPI * DRAWN_AT), each.component)
    return found


def cut_out(picture: Image.Image, component: object) -> Image.Image:
    """Return the card as scissors leave it, at DPI, transparent around its corners."""
    scale = DPI * DRAWN_AT / 25.4
    bleed, corner = (round(getattr(component, name) * scale) for name in ("bleed", "corner"))
    card = picture.crop((bleed, bleed, picture.width - bleed, picture.height - bleed)).convert("RGBA")
    mask = Image.new("L", card.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, card.width - 1, card.height - 1), corner, fill=255)
    card.putalpha(mask)
    return card.resize((card.width // DRAWN_AT, card.height // DRAWN_AT), Image.Resampling.LANCZOS)


def table(rows: list[list[Image.Image]]) -> Image.Image:
    """Return the cards laid out on a table, each with a soft shadow."""
    width, height = rows[0][0].size
    columns = max(len(row) for row in rows)
    size = (columns * (width + GAP) + GAP, len(rows) * (height + GAP) + GAP)
    shown = Image.new("RGB", size, TABLE)
    shadow = Image.new("L", size, 0)
    places = [
        (card, GAP + x * (width + GAP), GAP + y * (height + GAP))
        for y, row in enumerate(rows)
        for x, card in enumerate(row)
    ]
    for card, x, y in places:
        shadow.paste(90, (x + 1, y + 2), card.getchannel("A"))
    shown = ImageChops.subtract(shown, Image.merge("RGB", [shadow.filter(ImageFilter.GaussianBlur(3))] * 3))
    for card, x, y in places:
        shown.paste(card, (x, y), card)
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
    save(table([[drawn[game][card] for card in cards] for game, cards in CARDS.items()]), "cards.png")
    save(sheets(), "sheet.png")


if __name__ == "__main__":
    main()
