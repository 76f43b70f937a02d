"""Pieces as pictures of the rules summary: their faces without the bleed, cut to their outline."""

import re
from collections.abc import Mapping

from pnp.model.face import Deck, Face
from pnp.model.game import Component
from pnp.model.geometry import Outline, Size
from pnp.model.rules import Chart, Entry, Part, Picture, RulesDocument
from pnp.text import decimal

_ROOT = re.compile(r"""^.*?<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>(.*)</svg>\s*$""", re.DOTALL)


def pictures_of(component: Component, deck: Deck) -> tuple[Mapping[str, str], Mapping[str, Picture]]:
    """Return which picture each piece shows, by component/piece, and the pictures by key, each once."""
    shows: dict[str, str] = {}
    pictures: dict[str, Picture] = {}
    for piece in component.pieces:
        face = deck.fronts.get(piece.id)
        if face is None:
            continue
        key = f"{component.id}-{face[:16]}"  # the same drawing is cut by another outline in another component
        shows[f"{component.id}/{piece.id}"] = key
        if key not in pictures:
            pictures[key] = Picture(
                _cut(deck.faces[face], component.cut, key), deck.faces[face].trim, piece.name
            )
    return shows, pictures


def shown_in(document: RulesDocument) -> Mapping[str, Picture]:
    """Return the pictures that the blocks of a document show, by key, in the order of the document."""
    blocks = (block for section in document.sections for block in section.blocks)
    keys = dict.fromkeys(block.picture for block in blocks if isinstance(block, Entry | Part | Chart))
    return {key: document.pictures[key] for key in keys if key in document.pictures}


def icon_picture(inner: str, view: str, name: str) -> Picture:
    """Return an icon as a picture, from the inside of its SVG and its view box."""
    words = name.replace("-", " ").replace("_", " ")
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{inner}</svg>', Size(4, 4), words
    )


def inside(svg: str) -> str:
    """Return what stands between the outermost tags of an SVG.

    >>> inside('<svg viewBox="0 0 1 1"><g/></svg>')
    '<g/>'
    """
    match = _ROOT.match(svg)
    return match[1] if match else ""


def _cut(face: Face, outline: Outline, key: str) -> str:
    width, height = decimal(face.trim.width), decimal(face.trim.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}"><defs><clipPath id="cut-{key}">{_shape(outline)}</clipPath></defs>'
        f'<g clip-path="url(#cut-{key})">{inside(face.svg)}</g></svg>'
    )


def _shape(outline: Outline) -> str:
    if outline.kind == "rectangle":
        size = outline.size
        return f'<rect width="{decimal(size.width)}" height="{decimal(size.height)}" rx="{decimal(outline.radius)}"/>'
    points = " ".join(f"{decimal(x)},{decimal(y)}" for x, y in outline.points)
    return f'<polygon points="{points}"/>'
