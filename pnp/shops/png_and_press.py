"""Targets for any shop: `png`, a picture of each side of each piece, and `press`, a PDF/X-4 of each component with cut lines."""

from pathlib import Path
from typing import BinaryIO

from pnp.build.pipeline import DrawnGame, ImposedComponent
from pnp.export.image_files import FacePicture, canvas_of
from pnp.export.pdf_objects import metadata_of
from pnp.export.press_colours import CUSTOM, THINNEST_PT, PrintingCondition, condition_of, rgb_condition
from pnp.export.press_pages import CREASE, CUT, VERSION, PressFile, card_pages, write_press_pages
from pnp.model.bleed import PRESS_BLEED
from pnp.model.diagnostics import CannotUse
from pnp.model.geometry import Size
from pnp.model.papers import Paper
from pnp.shops.export_plan import (
    COMMON,
    ExportOptions,
    ExportPlan,
    ExportTarget,
    PlannedFile,
    PlannedPicture,
    copies_of,
    sides_of,
)
from pnp.shops.print_shops import both_sides

DPI = 300  # what print shops ask for


def _plan_png(drawn: DrawnGame, options: ExportOptions) -> ExportPlan:
    planned = []
    for imposed in drawn.components:
        faces, copies, component = imposed.rendered.deck.faces, copies_of(imposed), imposed.component.id
        for piece, side, key in sides_of(imposed):
            size = faces[key].page if options.bleed else faces[key].trim
            name = "back.png" if piece == COMMON else f"{piece}.{side}.png"
            count = sum(copies.values()) if piece == COMMON else copies[piece]
            picture = FacePicture((key,), canvas_of(size, options.dpi or DPI))
            planned.append(PlannedPicture(f"{component}/{name}", component, piece, side, count, picture))
    return ExportPlan(tuple(planned))


PNG = ExportTarget("png", "PNG pictures", (f"every face, {DPI} dpi unless --dpi says otherwise",), _plan_png)


def _plan_press(drawn: DrawnGame, options: ExportOptions) -> ExportPlan:
    """Return a PDF for each component. Raises CannotUse for a profile that is none of a printing condition."""
    condition = condition_of(options.icc) if options.icc else rgb_condition()
    if options.cmyk and condition.colours != "CMYK":
        hint = "give the profile that the print shop names, such as --icc PSOcoated_v3.icc from eci.org"
        raise CannotUse("CMYK colours need the profile of a CMYK press", hint)
    files = tuple(_file(drawn, imposed, condition, cmyk=options.cmyk) for imposed in drawn.components)
    colours = _colour_note(condition, cmyk=options.cmyk)
    return ExportPlan((), files, (*_short_bleeds(drawn), colours) if files else ())


def _file(
    game: DrawnGame, drawn: ImposedComponent, condition: PrintingCondition, *, cmyk: bool
) -> PlannedFile:
    component = drawn.component
    bleed = 2 * max(PRESS_BLEED, component.bleed)
    page = Size(component.size.width + bleed, component.size.height + bleed)
    sheets = card_pages(component.id, both_sides(drawn), page, component.size)
    file = PressFile(component, sheets, condition, cmyk)
    meta = metadata_of(game.game, component, Paper("press", VERSION, page, 0))

    def write(_: Path, stream: BinaryIO) -> None:
        write_press_pages(stream, file, game.pages[component.id], meta)

    return PlannedFile(f"{component.id}.pdf", write, component.id, sum(copies_of(drawn).values()))


def _short_bleeds(drawn: DrawnGame) -> list[str]:
    short = [imposed.component for imposed in drawn.components if imposed.component.bleed < PRESS_BLEED]
    beyond = f"its edge is continued to {PRESS_BLEED:g} mm"
    return [
        f"{component.title}: drawn with {component.bleed:g} mm of bleed; {'blank paper beyond it' if component.net else beyond}"
        for component in short
    ]


def _colour_note(condition: PrintingCondition, *, cmyk: bool) -> str:
    if condition.colours == "RGB":
        return "Colours are RGB: for a press that needs other colours, use --icc with the ICC profile that the shop names"
    name = condition.title if condition.identifier == CUSTOM else condition.identifier
    colours = "CMYK" if cmyk else "sRGB, which the press converts to its inks"
    return f"Made for {name}; colours are {colours}"


PRESS = ExportTarget(
    "press",
    "Print shops",
    (
        f"{VERSION} for each component, {PRESS_BLEED:g} mm of bleed, cut lines in a spot colour",
        "a page for each side of each copy, front before back, with its trim box and bleed box",
        f"cut lines are the spot colour {CUT.name}, folds {CREASE.name}, each on a layer of its own, overprinting",
        f"thinner lines are printed {THINNEST_PT:g} pt wide",
        "labels and bookmarks of the pages name the pieces",
        "--icc FILE gives the profile of the printing condition, such as PSOcoated_v3.icc",
        "--cmyk converts all colours to its inks, for a shop that refuses RGB",
    ),
    _plan_press,
    takes_icc=True,
)
