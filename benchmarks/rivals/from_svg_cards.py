"""The deck with pnp, but from finished SVG files: the very task of the CairoSVG script, for a like comparison.

    python from_svg_cards.py FOLDER-OF-SVGS OUT.pdf

FOLDER holds <card>.front.svg and <card>.back.svg, and the fonts in fonts/. As in `pnp build`, the sheets are laid out
and the other libraries loaded while typst works.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pnp.convert.engines import engine
from pnp.impose.plan import plan
from pnp.model.diagnostics import Place
from pnp.model.face import Deck, Face, face_key
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Size
from pnp.model.papers import find_paper

CARD = Size(63, 88)
BLEED = 3.0
HERE = Place("deck", 1, 1)


def main(folder: Path, out: Path) -> None:
    """Convert, impose and write."""
    faces: dict[str, Face] = {}
    fronts, backs = (_side(folder, side, faces) for side in ("front", "back"))
    with ThreadPoolExecutor(1) as pool:
        pages = pool.submit(engine().convert, tuple(faces.values()), sorted((folder / "fonts").iterdir()))
        from pnp.export.marks_layer import measure  # noqa: PLC0415
        from pnp.export.pdf import write_pdf  # noqa: PLC0415
        from pnp.export.pdf_metadata import metadata_of  # noqa: PLC0415

        pieces = tuple(Piece(name, 1, {}, "", "", HERE) for name in fronts)
        component = Component("cards", "cards", "Cards", CARD, 3.0, BLEED, 3.0, pieces, HERE)
        game, paper = Game("bench", "Bench", "1.0", (component,), HERE), find_paper("a4")
        deck = Deck("cards", faces, fronts, backs)
        sheets = plan(component, deck, paper, backs="long-edge", game=game, measure=measure).sheets
        write_pdf(out, sheets, pages.result(), meta=metadata_of(game, component, paper))


def _side(folder: Path, side: str, faces: dict[str, Face]) -> dict[str, str]:
    """Return the face key of each piece on one side, and add the new ones among its faces."""
    keys = {}
    for path in sorted(folder.glob(f"*.{side}.svg")):
        svg = path.read_text(encoding="utf-8")
        key = keys[path.name.removesuffix(f".{side}.svg")] = face_key(svg)
        faces.setdefault(key, Face(key, svg, CARD, BLEED))
    return keys


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
