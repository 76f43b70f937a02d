"""Faces as SVG files that open with the right fonts in browsers and in Inkscape."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from operator import itemgetter
from pathlib import Path

import uharfbuzz as hb

from pnp.escaping import css_string
from pnp.export.manifest import svg_address
from pnp.files import read_bytes
from pnp.model.face import Deck, Side
from pnp.model.limits import USUAL_LIMITS
from pnp.svg.vocabulary import attribute_value

# What font files say about themselves, and the style sheet that lets a browser use them.

_NAMES = hb.OTNameIdPredefined


@dataclass(frozen=True, slots=True)
class DeclaredFont:
    """What a font file says about itself; `weight` is a number, or two for a variable font ("200 800")."""

    path: Path
    family: str
    full_name: str
    weight: str
    italic: bool


def declared_font(path: Path) -> DeclaredFont:
    """Return what the font file says about itself: names from its name table, weight and slant from its style."""
    face = hb.Face(hb.Blob(read_bytes(path, limit=USUAL_LIMITS.font_bytes)))
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


def declared_fonts(paths: Iterable[Path]) -> list[DeclaredFont]:
    """Return these font files in the order of their names, wherever the cache and the packages lie."""
    return [declared_font(path) for path in sorted(set(paths), key=lambda path: (path.name, path))]


def style(fonts: Iterable[DeclaredFont], folder: str) -> str:
    """Return the style sheet that declares fonts lying in `folder` (an address relative to the SVG).

    The file comes before a font of that name on the machine, which may be another version of it.

    >>> print(style([DeclaredFont(Path("A-Bold.ttf"), "A", "A Bold", "700", italic=False)], "../fonts"))
    @font-face{font-family:"A";font-weight:700;font-style:normal;src:url("../fonts/A-Bold.ttf"),local("A Bold")}
    """
    return "\n".join(
        f"@font-face{{font-family:{css_string(font.family)};font-weight:{font.weight};"
        f"font-style:{'italic' if font.italic else 'normal'};"
        f"src:url({css_string(f'{folder}/{font.path.name}')}),local({css_string(font.full_name)})}}"
        for font in fonts
    )


_ROOT = re.compile(r"""<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>""")


def with_style_sheet(svg: str, sheet: str) -> str:
    """Return the drawing with a style sheet in it, as it is where there is none.

    >>> with_style_sheet("<svg><g/></svg>", "g>a{}")
    '<svg><style>g&gt;a{}</style><g/></svg>'
    """
    root = _ROOT.search(svg)
    if root is None or not sheet:
        return svg
    return f"{svg[: root.end()]}<style>{escape(sheet, quote=False)}</style>{svg[root.end() :]}"


# One file per piece and side.


def svg_files(
    deck: Deck, fonts: Sequence[Path], *, left: Container[str] = frozenset()
) -> Iterator[tuple[str, bytes]]:
    """Yield the address below a game's output folder and the content of every font, and of the file of every face, but for those `left`."""
    known = declared_fonts(fonts)
    for font in known:
        yield f"svg/fonts/{font.path.name}", read_bytes(font.path, limit=USUAL_LIMITS.font_bytes)
    sides: tuple[tuple[Side, Mapping[str, str]], ...] = (("front", deck.fronts), ("back", deck.backs))
    for side, shown in sides:
        svg, last = b"", ""
        for piece, key in sorted(shown.items(), key=itemgetter(1)):  # the same back is declared once
            address = svg_address(deck.component, piece, side)
            if address in left:
                continue
            if key != last:
                drawing, last = deck.faces[key].svg, key
                used = [font for font in known if attribute_value(font.family) in drawing]
                svg = with_style_sheet(drawing, style(used, "../fonts")).encode()
            yield address, svg
