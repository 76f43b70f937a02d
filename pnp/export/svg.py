"""One SVG file per piece and side, which opens in a browser with the right fonts and in Inkscape as it is."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import uharfbuzz as hb

from pnp.files import read_bytes, sweep, write
from pnp.model.face import Deck, Side
from pnp.render.limits import MAX_FONT_BYTES

# Font files as a browser wants them declared, so that an SVG opens with the very fonts it is printed with.

_NAMES = hb.OTNameIdPredefined


@dataclass(frozen=True, slots=True)
class DeclaredFont:
    """What a font file says about itself; `weight` is a number, or two for a variable font ("200 800")."""

    path: Path
    family: str
    full_name: str
    weight: str
    italic: bool


def read(path: Path) -> DeclaredFont:
    """Return what the font file says about itself: names from its name table, weight and slant from its style."""
    face = hb.Face(hb.Blob.from_file_path(str(path)))
    font = hb.Font(face)
    family = face.get_name(_NAMES.TYPOGRAPHIC_FAMILY) or face.get_name(_NAMES.FONT_FAMILY) or path.stem
    axes = [axis for axis in face.axis_infos if axis.tag == "wght"]
    weight = f"{font.get_style_value(hb.StyleTag.WEIGHT):.0f}"
    if axes:
        weight = f"{axes[0].min_value:.0f} {axes[0].max_value:.0f}"
    return DeclaredFont(
        path=path,
        family=family,
        full_name=face.get_name(_NAMES.FULL_NAME) or family,
        weight=weight,
        italic=font.get_style_value(hb.StyleTag.ITALIC) > 0,
    )


def style(fonts: Iterable[DeclaredFont], folder: str) -> str:
    """Return the style sheet that declares fonts lying in `folder` (an address relative to the SVG).

    The file comes before a font of that name on the machine, which may be another version of it.

    >>> print(style([DeclaredFont(Path("A-Bold.ttf"), "A", "A Bold", "700", italic=False)], "../fonts"))
    @font-face{font-family:"A";font-weight:700;font-style:normal;src:url("../fonts/A-Bold.ttf"),local("A Bold")}
    """
    return "\n".join(
        f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};'
        f"font-style:{'italic' if font.italic else 'normal'};"
        f'src:url("{folder}/{font.path.name}"),local("{font.full_name}")}}'
        for font in fonts
    )


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
    known = [read(path) for path in sorted(set(fonts))]
    sweep(folder / "svg" / "fonts")
    for font in known:
        content = read_bytes(font.path, limit=MAX_FONT_BYTES)
        write(folder / "svg" / "fonts" / font.path.name, content, root=folder, durable=False)
    sweep(folder / "svg" / deck.component)
    sides: tuple[tuple[Side, Mapping[str, str]], ...] = (("front", deck.fronts), ("back", deck.backs))
    for side, shown in sides:
        for piece, key in shown.items():
            svg = with_fonts(deck.faces[key].svg, known)
            path = folder / address(deck.component, piece, side)
            write(path, svg.encode(), root=folder, durable=False)


def with_fonts(svg: str, fonts: Sequence[DeclaredFont]) -> str:
    """Return the drawing with a style sheet that declares those of `fonts` whose family it names."""
    used = [font for font in fonts if escape(font.family) in svg]
    root = _ROOT.search(svg)
    if not used or root is None:
        return svg
    sheet = escape(style(used, "../fonts"), quote=False)
    return f"{svg[: root.end()]}<style>{sheet}</style>{svg[root.end() :]}"
