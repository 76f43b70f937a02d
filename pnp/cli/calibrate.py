"""`pnp calibrate`: the page that shows how a printer prints, and the readings from it."""

import sys
from pathlib import Path

import click

import pnp
from pnp.cli.report import display_path, echo
from pnp.model.calibration import CORNERS, PRINTER_TYPES, PrinterType, Sideways

_OPTIONS = {corner.replace("-", "_"): corner for corner in CORNERS}


@click.command("calibrate")
@click.option("--paper", default="a4", show_default=True, help="The paper of the calibration page.")
@click.option(
    "--backs",
    type=click.Choice(["long-edge", "short-edge"]),
    default="long-edge",
    show_default=True,
    help="The edge over which the printer turns the page.",
)
@click.option("--printer", metavar="NAME", help="Save the readings under this name.")
@click.option("--left-top", metavar="X,Y", help="Reading in this corner, across and down, such as 0.6,-0.3.")
@click.option("--right-top", metavar="X,Y", help="Reading in this corner.")
@click.option("--left-bottom", metavar="X,Y", help="Reading in this corner.")
@click.option("--right-bottom", metavar="X,Y", help="Reading in this corner.")
@click.option(
    "--front",
    metavar="W,H",
    help="Length of the rulers on the front in mm, across and down, such as 179.5,229.8.",
)
@click.option("--back", metavar="W,H", help="Length of the rulers on the back in mm.")
@click.option("--margin", metavar="LENGTH", help="The white margin, such as 4mm; needs no other reading.")
@click.option(
    "--sideways",
    type=click.Choice(["left", "right"]),
    help="Where the top of a portrait page is on a landscape page; needs no other reading.",
)
@click.option(
    "--printer-type",
    type=click.Choice(list(PRINTER_TYPES)),
    help="How it prints two sides, as in pnp build; needs no other reading.",
)
def command(
    *,
    paper: str,
    backs: str,
    printer: str | None,
    margin: str | None,
    sideways: Sideways | None,
    printer_type: PrinterType | None,
    **read: str | None,
) -> int:
    """Measure your printer with a test page, and save the result.

    Without --printer, makes a page to print on both sides. With --printer, saves your readings under that name
    and asks for those that you do not give.

    Example: pnp calibrate --printer office --left-top 0.6,-0.2 --right-top 0.6,0
    --left-bottom 0.4,-0.2 --right-bottom 0.4,0
    """
    size = pnp.find_paper(paper)
    readings = {name: value for name, value in read.items() if value is not None}
    if printer is None:
        if readings or margin or sideways or printer_type:
            raise pnp.PnpError(
                "which printer are these readings from?", "add --printer and a name, such as office"
            )
        path = pnp.write_calibration_page(Path("output"), size, flip=backs, root=Path())  # type: ignore[arg-type]  # click has checked it
        echo(f"{display_path(path)}: print it on both sides, at 100 %; it says what to do")
        return 0
    name = pnp.checked_name(printer)
    scales = pnp.page_scales(size.size)
    alone = not readings and bool(margin or sideways or printer_type)
    if not readings and not alone and sys.stdin.isatty():
        readings = _asked(scales)
        margin = f"{float(white):g}mm" if (white := readings.pop("margin")) else None
    known = {before.name: before for before in pnp.known_printers().printers}
    before = known.get(name, pnp.Printer(name))
    calibration = before.calibration if alone else pnp.fit_calibration(_readings(readings), scales)
    unprinted = pnp.margin_of(margin) if margin else before.margin
    calibrated = pnp.Printer(
        name, calibration, unprinted, sideways or before.sideways, printer_type or before.type
    )
    path = pnp.keep_printer(calibrated)
    echo(str(calibrated))
    echo(f"saved in {path}; pnp build --printer {name} corrects for it")
    return 0


def _readings(texts: dict[str, str]) -> pnp.Readings:
    missing = [f"--{option}" for key, option in _OPTIONS.items() if not texts.get(key)]
    if missing:
        raise pnp.PnpError(
            f"some readings are missing: {', '.join(missing)}",
            "each takes two numbers, such as 0.6,-0.3",
        )
    corners = tuple(_pair(option, texts[key]) for key, option in _OPTIONS.items())
    front, back = (_pair(side, texts[side]) if texts.get(side) else None for side in ("front", "back"))
    return pnp.Readings(corners, front, back)  # type: ignore[arg-type]  # there are four corners


def _asked(scales: pnp.PageScales) -> dict[str, str]:
    echo("Two numbers each, such as 0.6 -0.3: the scale across, then the scale down.")
    texts = {}
    for key, option in _OPTIONS.items():
        texts[key] = _typed(option.replace("-", " "), option, needed=True)
    rulers = f"{scales.rulers.width:g} and {scales.rulers.height:g} mm"
    for side in ("front", "back"):
        texts[side] = _typed(f"rulers of the {side} ({rulers}; Enter to leave them out)", side)
    texts["margin"] = _typed("margin, in mm (Enter to leave it out)", "margin", numbers=1)
    return texts


def _typed(question: str, option: str, *, needed: bool = False, numbers: int = 2) -> str:
    """Ask until so many numbers are typed, or none where they are not needed."""
    while True:
        try:
            text = str(click.prompt(question, default=None if needed else "", show_default=False))
        except click.Abort as error:
            raise KeyboardInterrupt from error
        try:
            if text:
                _numbers(option, text, numbers)
        except pnp.PnpError as error:
            echo(f"{error}; {error.hint}")
            continue
        return text


def _pair(option: str, text: str) -> tuple[float, float]:
    x, y = _numbers(option, text, 2)
    return x, y


def _numbers(option: str, text: str, count: int) -> list[float]:
    try:
        numbers = [float(part) for part in text.replace(",", " ").replace("\N{MINUS SIGN}", "-").split()]
    except ValueError:
        numbers = []
    if len(numbers) == count:
        return numbers
    if count == 1:
        raise pnp.PnpError(f'{option}: "{text}" is not a number', "write it as 4.2")
    raise pnp.PnpError(f'--{option}: "{text}" is not two numbers', "write them as 0.6,-0.3")
