"""Pictures with more white in their colours, for themes that save ink; dark outlines stay as they are."""

import re
from dataclasses import replace
from functools import lru_cache

from pnp.render.palette import is_colour, lighten, luminance
from pnp.render.svg_sanitizer import SafeDrawing
from pnp.text import decimal

OUTLINE = 0.03
"""The luminance below which a colour is that of an outline: black, and the inks that stand for it."""

DRAWINGS_HELD = 256

_COLOUR = re.compile(
    r"""\b((?:fill|stroke|stop-color|flood-color|color)(?:\s*=\s*["']|\s*:)\s*)(#[0-9a-fA-F]{3,6})\b"""
)


@lru_cache(maxsize=DRAWINGS_HELD)
def lightened(drawing: SafeDrawing, share: float) -> SafeDrawing:
    """Return the drawing with that share of white in its colours; pixels let the ground show through instead."""
    if drawing.pixels:
        inner = f'<g opacity="{decimal(1 - share)}">{drawing.inner}</g>'
    else:
        inner = lighter_colours(drawing.inner, share)
    known = drawing.checked
    return replace(drawing, inner=inner, ids=known.ids, references=known.references)


def lighter_colours(svg: str, share: float) -> str:
    """Return a drawing with that share of white in all its colours but the darkest.

    >>> lighter_colours('<path fill="#000000"/><path fill="#204080" stroke="#111"/>', 0.5)
    '<path fill="#000000"/><path fill="#90a0c0" stroke="#111"/>'
    """
    return _COLOUR.sub(lambda found: found[1] + _lighter(found[2], share), svg)


def _lighter(colour: str, share: float) -> str:
    return lighten(colour, share) if is_colour(colour) and luminance(colour) >= OUTLINE else colour
