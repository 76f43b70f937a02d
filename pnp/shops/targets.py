"""The registered export targets."""

from pathlib import Path

from pnp.build.pipeline import DrawnGame, ImposedComponent
from pnp.export.face_canvas import FacePicture, canvas_of
from pnp.model.errors import UnknownName
from pnp.shops.export_plan import (
    COMMON,
    ExportOptions,
    ExportPlan,
    ExportTarget,
    PlannedPicture,
    copies_of,
    sides_of,
)
from pnp.shops.playingcards_io import PCIO
from pnp.shops.press import PRESS
from pnp.shops.profiles import profile_names, shop_profile
from pnp.shops.shop_files import shop_target
from pnp.shops.tabletop_simulator import TTS
from pnp.text import near_names


def export_targets() -> tuple[ExportTarget, ...]:
    """Return every target, in the order in which they are told."""
    shops = (shop_target(shop_profile(name)) for name in profile_names())
    return (PNG, PRESS, *shops, TTS, PCIO)


def find_target(name: str) -> ExportTarget:
    """Return the target of that name; raises UnknownName, which lists those there are.

    >>> find_target("png").title
    'PNG pictures'
    """
    known = {target.name: target for target in export_targets()}
    if name in known:
        return known[name]
    near = near_names(name, known, most=1)
    listed = f"the targets are {', '.join(known)}"
    hint = f"did you mean {near[0]}? {listed}" if near else listed
    raise UnknownName(f'there is nothing to export to called "{name}"', hint)


DPI = 300
"""What print shops ask for."""


def plan_png(drawn: DrawnGame, options: ExportOptions, folder: Path) -> ExportPlan:
    """Return a picture for each side of each piece, one for a back that all pieces of a component have in common."""
    del folder
    pictures = [picture for each in drawn.components for picture in _pictures(each, options)]
    return ExportPlan(tuple(pictures))


def _pictures(drawn: ImposedComponent, options: ExportOptions) -> list[PlannedPicture]:
    deck, copies, component = drawn.rendered.deck, copies_of(drawn), drawn.component.id
    planned = []
    for piece, side, key in sides_of(drawn):
        face = deck.faces[key]
        canvas = canvas_of(face.page if options.bleed else face.trim, options.dpi or DPI)
        name = "back.png" if piece == COMMON else f"{piece}.{side}.png"
        count = sum(copies.values()) if piece == COMMON else copies[piece]
        path = f"{component}/{name}"
        planned.append(PlannedPicture(path, component, piece, side, count, FacePicture((key,), canvas)))
    return planned


PNG = ExportTarget("png", "PNG pictures", (f"every face, {DPI} dpi unless --dpi says otherwise",), plan_png)
