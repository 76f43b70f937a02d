"""Cards in each design, for docs/designs.md: python docs/draw_designs.py."""  # noqa: INP001

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image

import pnp
from pnp.model.card_looks import DESIGNS

PICTURE = Path(__file__).parent / "pictures/designs.png"
HEIGHT = 400  # pixels of a card
GAP = 14
ACROSS = 6
DECK = """\
Name,Cost,Type,Card Text,Attack,Health,Flavor
Ember Fox,2,Creature,"When Ember Fox enters, **deal 1 damage** to any target.",2,1,Small fires travel fast.
Lantern Keeper,3,Creature,"Look at the top card of your deck. If it is a Lantern, put it into your hand.",1,3,Somebody has to stay awake.
Low Tide,4,Spell,"Return each creature with cost 3 or less to its owner's hand. Then each player discards down to five cards. Draw a card for each creature that returned this way, and put one card of your hand on the bottom of your deck.",,,
"""


def cards(root: Path, design: str) -> list[Image.Image]:
    """Return the cards of a deck in a design as pictures of one height."""
    folder = root / "card_data/lanterns"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text("title: Lanterns of the Deep\n", encoding="utf-8")
    (folder / "deck.yaml").write_text(f"kind: cards\ndesign: {design}\nrows: deck.csv\n", encoding="utf-8")
    (folder / "deck.csv").write_text(DECK, encoding="utf-8")
    pnp.build_games(pnp.find_project(root), [], pnp.BuildOptions(papers=(pnp.find_paper("a4"),)))
    manifest = json.loads((root / "output/lanterns/manifest.json").read_text(encoding="utf-8"))
    step = HEIGHT * 2 / 88  # pixels in a mm
    with pypdfium2.PdfDocument(root / "output/lanterns/a4/deck.pdf") as pdf:
        page = pdf[0].render(scale=step * 25.4 / 72).to_pil()
    found = []
    for placed in manifest["sheets"][0]["placements"]:
        x, y, width, height = (placed[f"{side}_mm"] * step for side in ("x", "y", "width", "height"))
        found.append(page.crop((round(x), round(y), round(x + width), round(y + height))))
    return [each.resize((each.width // 2, each.height // 2), Image.Resampling.LANCZOS) for each in found]


def main() -> None:
    """Draw the cards in rows."""
    with TemporaryDirectory() as name:
        pictures = [each for design in DESIGNS for each in cards(Path(name), design)]
    wide, rows = pictures[0].width + GAP, len(pictures) // ACROSS
    page = Image.new("RGB", (ACROSS * wide + GAP, rows * (HEIGHT + GAP) + GAP), "#d9d9d9")
    for number, each in enumerate(pictures):
        page.paste(each, (GAP + number % ACROSS * wide, GAP + number // ACROSS * (HEIGHT + GAP)))
    page.quantize(80, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
