"""The target `png`: a picture of each side of each piece."""

from pathlib import Path

from pnp.build.pipeline import DrawnGame, ImposedComponent
from pnp.export.image_files import FacePicture, canvas_of
from pnp.shops.export_plan import (
    COMMON,
    ExportOptions,
    ExportPlan,
    ExportTarget,
    PlannedPicture,
    copies_of,
    sides_of,
)

DPI = 300  # what print shops ask for


def _plan_png(drawn: DrawnGame, options: ExportOptions, _: Path) -> ExportPlan:
    pictures = [picture for imposed in drawn.components for picture in _pictures(imposed, options)]
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


PNG = ExportTarget("png", "PNG pictures", (f"every face, {DPI} dpi unless --dpi says otherwise",), _plan_png)
