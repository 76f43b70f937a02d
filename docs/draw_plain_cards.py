"""Plain cards, as drawn without a template, for docs/templates.md: python docs/draw_plain_cards.py."""  # noqa: INP001

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image

import pnp

PICTURE = Path(__file__).parent / "pictures/plain-cards.png"
HEIGHT = 420  # pixels of a card
GAP = 14
DECK = """\
Name,Cost,Type,Card Text,Attack,Health,Flavor,Tags
Ember Fox,2,Creature,"When Ember Fox enters, **deal 1 damage** to any target.",2,1,Small fires travel fast.,beast|fire
Lantern Keeper,3,Creature,"At the start of your turn, look at the top card of your deck. If it is a Lantern, draw it.",1,4,,human
Forgotten Stair,0,Place,Draw a card.,,,It was there all the time.,
Low Tide,4,Spell,"Return each creature with cost 3 or less to its owner's hand. Then each player discards down to five cards.",,,,water
"""


def cards(root: Path) -> list[Image.Image]:
    """Return the cards and their back as pictures of one height."""
    folder = root / "card_data/lanterns"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: Lanterns of the Deep\n", encoding="utf-8")
    (folder / "deck.yaml").write_text("kind: cards\nrows: deck.csv\n", encoding="utf-8")
    (folder / "deck.csv").write_text(DECK, encoding="utf-8")
    project = pnp.find_project(root)
    pnp.build_games(project, [], pnp.BuildOptions(papers=(pnp.find_paper("a4"),)))
    manifest = json.loads((root / "output/lanterns/manifest.json").read_text(encoding="utf-8"))
    front, back = (each["placements"] for each in manifest["sheets"][:2])
    step = HEIGHT * 2 / 88  # pixels in a mm
    found = []
    with pypdfium2.PdfDocument(root / "output/lanterns/a4/deck.pdf") as pdf:
        pages = [pdf[number].render(scale=step * 25.4 / 72).to_pil() for number in (0, 1)]
    for page, placed in [*((pages[0], each) for each in front[:4]), (pages[1], back[0])]:
        x, y, width, height = (placed[f"{side}_mm"] * step for side in ("x", "y", "width", "height"))
        found.append(page.crop((round(x), round(y), round(x + width), round(y + height))))
    return [each.resize((each.width // 2, each.height // 2), Image.Resampling.LANCZOS) for each in found]


def main() -> None:
    """Draw the cards in a row."""
    with TemporaryDirectory() as name:
        pictures = cards(Path(name))
    width = sum(each.width + GAP for each in pictures) + GAP
    page = Image.new("RGB", (width, HEIGHT + 2 * GAP), "#d9d9d9")
    left = GAP
    for each in pictures:
        page.paste(each, (left, GAP))
        left += each.width + GAP
    page.quantize(200).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
