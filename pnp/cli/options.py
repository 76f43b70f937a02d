"""Options that several commands share, with the same wording everywhere."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from pnp.cli.report import EVERY_LINE, FORMATS, MOST_LINES
from pnp.load.cutting_machines import CUT_FORMATS, machine_names
from pnp.model.line_styles import MARKS
from pnp.model.papers import DEFAULT_PAPERS, PAPERS, find_paper, margin_of
from pnp.model.sheet import BACKS, FINISHES, PRINTER_TYPES
from pnp.text import listed
from pnp.workers import usable_cores

with_default = partial(click.option, show_default=True)
"""An option whose help says what holds without it."""

_Command = TypeVar("_Command", bound=Callable[..., Any] | click.Command)


def _one_by_one(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    parts = (part.strip() for value in values for part in value.split(","))
    return tuple(dict.fromkeys(filter(None, parts))) or values


def _known_printer(_: click.Context, __: click.Parameter, name: str | None) -> object:
    from pnp.printers import find_printer  # noqa: PLC0415 - help needs none

    return find_printer(name) if name else None


papers = with_default(
    "--paper",
    "papers",
    multiple=True,
    callback=lambda *given: tuple(dict.fromkeys(find_paper(name) for name in _one_by_one(*given))),
    default=DEFAULT_PAPERS,
    help=f"{', '.join(PAPERS)}, a size such as 200x300mm or 4x6in, or a sheet of labels or cards such as OL1025 or "
    "5371. Separate several by commas, or repeat the option.",
)
backs = with_default(
    "--backs",
    type=click.Choice(list(BACKS)),
    default=next(iter(BACKS)),
    help="How to print backs: flip on the long or short edge, fold behind the fronts, or none.",
)
finish = click.option(
    "--finish",
    type=click.Choice(list(FINISHES)),
    multiple=True,
    help="How cards are finished. " + "; ".join(f"{name}: {what}" for name, what in FINISHES.items()) + ".",
)
marks = with_default(
    "--marks",
    type=click.Choice(list(MARKS)),
    default=next(iter(MARKS)),
    help="Crop marks. " + "; ".join(f"{name}: {what}" for name, what in MARKS.items()) + ".",
)
cut = click.option(
    "--cut",
    multiple=True,
    callback=_one_by_one,
    is_flag=False,
    flag_value=next(iter(CUT_FORMATS)),
    metavar="[FORMAT|MACHINE]",
    help="Also write the cut lines of each sheet: svg (the default of --cut), dxf or laser; or make sheets or pictures "
    f"for a machine, in a separate folder: {listed(machine_names(), 'or')}.",
)
pack = with_default(
    "--pack/--no-pack",
    default=True,
    help="In print.pdf, let components that need the same paper share sheets where that saves some.",
)
printer = click.option(
    "--printer",
    metavar="NAME",
    callback=_known_printer,
    help="Correct the shift and stretch of this printer (pnp calibrate).",
)
printer_type = click.option(
    "--printer-type",
    type=click.Choice(list(PRINTER_TYPES)),
    help="Your printer: "
    + "; ".join(f"{name}: {what}" for name, what in PRINTER_TYPES.items())
    + "  (default: that of --printer, or duplex).",
)
margin = click.option(
    "--margin",
    metavar="LENGTH",
    callback=lambda _, __, text: None if text is None else margin_of(text),
    help="The unprintable margin of your printer, such as 5mm (default: that of --printer, or 6.35mm).",
)
components = click.option(
    "--component",
    "components",
    multiple=True,
    callback=_one_by_one,
    metavar="ID",
    help="Only this component, or several: food,bids.",
)
theme = click.option("--theme", default="", metavar="NAME", help="Use this theme; low-ink saves ink.")
language = click.option(
    "--lang",
    "language",
    default="",
    metavar="LANGUAGE",
    help="Use this language, such as fr, or pseudo for a test.",
)

trust = click.option(
    "--trust",
    is_flag=True,
    help="Run play.py, the program in the game's folder that holds its rules. Use this only if you trust its author.",
)


def folder(help_text: str, name: str = "--out") -> Callable[[_Command], _Command]:
    """Return an option that names a folder."""
    return click.option(name, type=click.Path(path_type=Path, file_okay=False), help=help_text)


out = folder("Write here instead of output/.")
workers = click.option(
    "--workers",
    "--jobs",
    "workers",
    type=click.IntRange(1),
    default=usable_cores,
    show_default="the number of cores",
    help="Number of processes.",
)
on = click.option(
    "--on", default="", metavar="ADDRESS", help="Use a Dask cluster: tcp://host:8786, or local:N."
)
every_line = click.option(
    "--all",
    is_flag=True,
    expose_value=False,
    callback=lambda context, _, wanted: context.meta.update({EVERY_LINE: wanted}),
    help=f"Print all findings and lines, not only the first {MOST_LINES}.",
)
games = click.argument("games", nargs=-1, metavar="[GAME]...")
only = click.option(
    "--only", metavar="PIECE-GLOB", help='Only these pieces, such as "apple, kale" or "bids/red-*".'
)
svg = with_default("--svg/--no-svg", default=True, help="Also write each face as an SVG file.")
cache = click.option(
    "--cache/--no-cache", default=True, help="Reuse the results of earlier builds (the default)."
)
quiet = click.option("-q", "--quiet", is_flag=True, help="Print only problems.")


def output(forms: Sequence[str], usual: str = "text") -> Callable[[_Command], _Command]:
    """Return an option that chooses the form of what a command prints or writes."""
    choice = click.Choice(forms)
    return with_default("--format", "form", type=choice, default=usual, help="The form of the output.")


text_or_json = output(["text", "json"])
form = output(FORMATS)
