"""The deck with protograf: the cards as data in, a duplex A4 PDF out.

    python protograf_cards.py DECK.json OUT.pdf

protograf draws by program. It has no gradients and no clipping, so grounds are flat and curves become polygons of
eight corners, pushed back inside the frame of the illustration; otherwise the same shapes, icons and words.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from benchmarks.drawing import icon_points

ART_BOX = (4.0, 14.0, 55.0, 38.5)
"""Where the illustration stands on the card, in mm; drawn in a box of 100 x 70."""

SCALE = ART_BOX[2] / 100
INK = "#111111"


def main(deck: Path, out: Path) -> None:
    """Draw every card and save."""
    cards = json.loads(deck.read_text(encoding="utf-8"))
    os.chdir(out.parent)
    sys.argv = [sys.argv[0]]  # protograf reads the command line itself
    import protograf as p  # noqa: PLC0415 - it looks at the command line when it is imported

    p.Create(filename=out.name, paper="A4", units="mm", margin=10.5, margin_top=16.5, margin_bottom=16.5)
    p.Deck(cards=len(cards), width=63, height=88, grid_marks=True, cols=3, rows=3, stroke="#cccccc")
    for number, card in enumerate(cards, 1):
        p.Card(number, p.group(*_front(p, card)))
        p.CardBack(number, p.group(*_back(p, card)))
    p.Save()


def _front(p: Any, card: dict[str, Any]) -> list[Any]:
    box = {"x": ART_BOX[0], "y": ART_BOX[1], "width": ART_BOX[2], "height": ART_BOX[3]}
    plain = {"stroke": None, "stroke_width": 0}
    shapes = [
        p.rectangle(x=0, y=0, width=63, height=88, fill=card["light"], **plain),
        p.text(text=card["name"], x=31.5, y=11, font_size=14, stroke=INK),
        p.rectangle(**box, fill=card["light"], **plain),
    ]
    shapes += [
        _polygon(p, [_inside(point) for point in _corners(blob)], blob["fill"], blob["opacity"])
        for blob in card["blobs"]
    ]
    for place, name in enumerate(card["icons"]):
        x, y = 4.5 + 9.5 * place, 53.5
        star = [(x + 0.065 * px, y + 0.065 * py) for px, py in icon_points(name)]
        shapes.append(_polygon(p, star, card["dark"], 1))
        shapes.append(p.circle(cx=x + 3.25, cy=y + 3.25, radius=0.8, fill="#ffffff", **plain))
    shapes.append(p.rectangle(x=4, y=61, width=55, height=23, fill="#ffffff", rounding=1.5, **plain))
    words = card["text"].replace("**", "")
    shapes.append(
        p.text(
            text=words, x=5.5, y=62, width=52, height=21, wrap=True, font_size=5.5, stroke=INK, align="left"
        )
    )
    return shapes


def _back(p: Any, card: dict[str, Any]) -> list[Any]:
    plain = {"stroke": None, "stroke_width": 0}
    dots = [p.circle(cx=8 + y / 2, cy=max(3, y), radius=3, fill="#ffffff", **plain) for y in range(0, 88, 8)]
    return [p.rectangle(x=0, y=0, width=63, height=88, fill=card["suit"], **plain), *dots]


def _polygon(p: Any, points: list[tuple[float, float]], fill: str, opacity: float) -> Any:
    return p.polyshape(
        points=points, fill=fill, transparency=round(100 * (1 - opacity)), stroke=None, stroke_width=0
    )


def _corners(blob: dict[str, Any]) -> list[tuple[float, float]]:
    """Return two points of each curve: its start and its middle."""
    found = []
    for a, b, c, d in blob["curves"]:
        found += [tuple(a), tuple((a[i] + 3 * b[i] + 3 * c[i] + d[i]) / 8 for i in (0, 1))]
    return found


def _inside(point: tuple[float, float]) -> tuple[float, float]:
    x, y, width, height = ART_BOX
    return min(max(x + SCALE * point[0], x), x + width), min(max(y + SCALE * point[1], y), y + height)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
