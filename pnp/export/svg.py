"""One SVG file per piece and side, which opens in a browser with the right fonts and in Inkscape as it is."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from pnp.export import fontface
from pnp.export.atomic import sweep, write
from pnp.export.fontface import FontFile
from pnp.model.face import Deck, Side

_ROOT = re.compile(r"""<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>""")


def address(component: str, piece: str, side: Side) -> str:
    """Return where the SVG of a piece lies, relative to the game's output folder.

    >>> address("food", "apple", "front")
    'svg/food/apple.front.svg'
    """
    return f"svg/{component}/{piece}.{side}.svg"


def write_svgs(folder: Path, deck: Deck, fonts: Sequence[Path]) -> None:
    """Write every face of the deck below `folder`, the game's output folder, and the fonts it uses to svg/fonts/.

    Files that hold what they should are left alone. Raises CannotWrite.
    """
    known = [fontface.read(path) for path in sorted(set(fonts))]
    sweep(folder / "svg" / "fonts")
    for font in known:
        write(folder / "svg" / "fonts" / font.path.name, font.path.read_bytes(), root=folder, durable=False)
    sweep(folder / "svg" / deck.component)
    for where, svg in _files(deck):
        write(folder / where, with_fonts(svg, known).encode(), root=folder, durable=False)


def _files(deck: Deck) -> Iterator[tuple[str, str]]:
    sides: tuple[tuple[Side, dict[str, str]], ...] = (
        ("front", dict(deck.fronts)),
        ("back", dict(deck.backs)),
    )
    for side, shown in sides:
        for piece, key in shown.items():
            yield address(deck.component, piece, side), deck.faces[key].svg


def with_fonts(svg: str, fonts: Sequence[FontFile]) -> str:
    """Return the drawing with a style sheet that declares those of `fonts` whose family it names."""
    used = [font for font in fonts if escape(font.family) in svg]
    root = _ROOT.search(svg)
    if not used or root is None:
        return svg
    sheet = escape(fontface.style(used, "../fonts"), quote=False)
    return f"{svg[: root.end()]}<style>{sheet}</style>{svg[root.end() :]}"
