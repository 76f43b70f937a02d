"""The commands that print: build, verify, pages, calibrate, printers, batch."""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from time import perf_counter

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, progress_bar, show, show_results
from pnp.export.cut_files import one_machine_each
from pnp.model.calibration import CORNERS, Sideways
from pnp.model.sheet import PRINTER_TYPES, PrinterType

OPTION_GROUPS = {
    "theme": "Ink and printer",
    "finish": "Paper and cutting",
    "components": "Only a part of it",
    "language": "What is made",
    "workers": "Speed and messages",
}
"""The first option of each group -> its heading in the help."""


class _Grouped(click.Command):
    """A command with its options under headings."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        heading, groups = "", defaultdict(list)
        for param in self.get_params(ctx):
            heading = OPTION_GROUPS.get(param.name or "", heading)
            if heading and (record := param.get_help_record(ctx)):
                groups[heading].append(record)
        for heading, records in groups.items():
            with formatter.section(heading):
                formatter.write_dl(records)


@click.command("build", cls=_Grouped)
@options.games
@options.theme
@options.printer_type
@options.papers
@options.backs
@options.margin
@options.printer
@options.finish
@options.marks
@options.cut
@options.pack
@options.components
@click.option(
    "--only",
    "--pieces",
    "only",
    metavar="PIECE-GLOB",
    help="Only these pieces, such as apple, bids/red-* or bids:1-12,20; writes to the folder selection.",
)
@click.option(
    "--copies",
    type=click.IntRange(min=1),
    metavar="N",
    help="N copies of each piece; writes to the folder selection.",
)
@click.option(
    "--skip-first",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Leave the first N labels of the first sheet empty; writes to the folder selection.",
)
@click.option(
    "--changed-since",
    "since",
    metavar="NAME",
    help="Print only the pieces that look different since a release, a git revision or a manifest.json, in the folder reprint.",
)
@options.language
@options.with_default(
    "--rules/--no-rules", default=True, help="Also write the rules, to read on screen and as a booklet."
)
@options.svg
@click.option(
    "--draft",
    is_flag=True,
    help="Print everything despite errors, with a mark on each face that has one, in the folder draft.",
)
@click.option(
    "--proof",
    is_flag=True,
    help="Instead of sheets, draw each face with its trim, safe and bleed lines and sizes, in the folder proof.",
)
@options.out
@options.workers
@options.on
@options.with_default("--renderer", default="typst", help="typst, or cairo (needs pnp-cards[cairo]).")
@options.cache
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Also print the files of single components, the sheets saved, the time for each game, and the cache folder.",
)
@options.every_line
@options.quiet
def build(
    games: tuple[str, ...],
    *,
    language: str,
    since: str | None,
    cache: bool,
    verbose: bool,
    quiet: bool,
    cut: tuple[str, ...],
    **chosen: object,
) -> int:
    """Make PDFs to print, pictures and a manifest.

    Example: pnp build yes_broccoli --paper a4 --backs gutterfold
    """
    started = perf_counter()
    runs = [pnp.BuildOptions(cut=names, **chosen) for names in one_machine_each(cut)]  # type: ignore[arg-type]  # click has checked the types
    project = pnp.open_project(games, language)
    results: list[pnp.BuildResult] = []
    with progress_bar(quiet=quiet) as progress:
        for wanted in runs:
            if since is None:
                results += pnp.build_games(project, games, wanted, cache=cache, progress=progress)
            else:
                results += pnp.reprint_games(project, since, games, wanted, cache=cache, progress=progress)
    every = dict.fromkeys(finding for result in results for finding in result.diagnostics)
    findings = pnp.in_reading_order(every)
    if quiet:
        show(findings, project.root)
    else:
        store = (f"the cache is in {pnp.cache_folder()}",) if verbose and cache else ()
        count = sum((result.count for result in results), pnp.BuildCount())
        counted = f"; {count}" if count.faces else ""
        last = f"{pnp.tally(findings)}{counted}; {perf_counter() - started:.1f} s"
        lines = (*_report(results, verbose=verbose), *store)
        show(findings, project.root, lines=lines, last=(last, *_next_step(results)))
    return 1 if pnp.has_errors(findings) else 0


def _report(results: Sequence[pnp.BuildResult], *, verbose: bool) -> Iterator[str]:
    for result in results:
        held = () if verbose else {file.path.parent for file in result.files if file.everything}
        for file in (file for file in result.files if file.everything or file.path.parent not in held):
            yield f"{display_path(file.path)}: {file}"
        for pictures in result.pictures:
            yield f"{display_path(pictures.path)}: {pictures}"
        if result.swap_list is not None:
            yield f"{result.note}; {display_path(result.swap_list)} names them"
        elif result.removed is not None:
            yield f"{result.note}; {display_path(result.removed)} is removed"
        elif result.note:
            yield result.note
        if verbose and result.game:
            yield f"{result.game}: {result.count}, {result.seconds:.2f} s"
    for result in results if verbose else ():
        yield from result.savings


def _next_step(results: Sequence[pnp.BuildResult]) -> Iterator[str]:
    files = [file for result in results for file in result.files]
    guided = {file.path.parent for file in files if file.path.name == "build.pdf"}
    if printed := [
        display_path(file.path) for file in files if file.everything and file.path.parent in guided
    ]:
        what = f"{printed[0]}{', or another print.pdf' if len(printed) > 1 else ''}"
        yield f"Now print {what}: its page 1 says which pages go on which paper."


@click.command("verify")
@options.games
@options.folder("The folder that pnp build wrote to.")
@click.option("--theme", default="", metavar="NAME", help="Compare with this theme instead of the one built.")
@click.option(
    "--explain",
    is_flag=True,
    help="Draw each page that differs beside the expected one, in output/GAME/verify/.",
)
@options.language
@options.workers
@options.form
@options.every_line
def verify(games: tuple[str, ...], *, form: str, language: str, **chosen: object) -> int:
    """Compare the finished PDFs with the data.

    Checks that every piece occurs the right number of times, in its place, at its size and with its own back
    behind it. A reprint (pnp build --changed-since) is checked too.

    Example: pnp build yogire && pnp verify yogire
    """
    project = pnp.open_project(games, language)
    with progress_bar() as progress:
        wanted = pnp.VerifyOptions(**chosen)  # type: ignore[arg-type]  # click has checked the types
        results = pnp.verify_games(project, games, wanted, progress=progress)
    return show_results(results, project.root, form=form)


@click.command("pages")
@options.games
@click.option(
    "--pieces",
    "--only",
    "only",
    default="*",
    metavar="PIECE-GLOB",
    help="Only these pieces, such as apple, bids/red-* or bids:1-12,20.",
)
@options.language
@options.folder("The folder that pnp build wrote to.")
def pages(games: tuple[str, ...], only: str, language: str, out: Path | None) -> int:
    """Find the pages on which pieces are printed.

    Each line also has the numbers of the cards (for pnp build --pieces), and the pieces and copies.

    Example: pnp pages yes_broccoli --pieces apple
    """
    printed = pnp.printed_pages(pnp.open_project(games, language), games, only, out)
    for file, sheets in groupby(printed, key=lambda sheet: sheet.file):
        echo(display_path(file))
        for sheet in sheets:
            echo(f"  {sheet}")
    return 0


_OPTIONS = {corner.replace("-", "_"): corner for corner in CORNERS}


@click.command("calibrate")
@options.with_default("--paper", default="a4", help="The paper of the calibration page.")
@options.with_default(
    "--backs",
    type=click.Choice(["long-edge", "short-edge"]),
    default="long-edge",
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
    help="How the printer prints two sides, as in pnp build; needs no other reading.",
)
def calibrate(
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
    and asks for any you leave out.

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
            f"some readings are missing: {', '.join(missing)}", "each takes two numbers, such as 0.6,-0.3"
        )
    corners = tuple(_numbers(option, texts[key], 2) for key, option in _OPTIONS.items())
    front, back = (_numbers(side, texts[side], 2) if texts.get(side) else None for side in ("front", "back"))
    return pnp.Readings(corners, front, back)  # type: ignore[arg-type]  # there are four corners, of two numbers each


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


def _numbers(option: str, text: str, count: int) -> tuple[float, ...]:
    try:
        numbers = tuple(map(float, text.replace(",", " ").replace("\N{MINUS SIGN}", "-").split()))
    except ValueError:
        numbers = ()
    if len(numbers) == count:
        return numbers
    if count == 1:
        raise pnp.PnpError(f'{option}: "{text}" is not a number', "write it as 4.2")
    raise pnp.PnpError(f'--{option}: "{text}" is not two numbers', "write them as 0.6,-0.3")


@click.command("printers")
def printers() -> int:
    """List the calibrated printers and their settings.

    Example: pnp printers
    """
    known = pnp.known_printers()
    for line in known.damaged:
        echo(f"pnp: {line}", err=True)
    for printer in known.printers:
        echo(str(printer))
    if not known.printers:
        echo("no printer is calibrated yet; pnp calibrate makes the test page")
    return 1 if known.damaged else 0


@click.command("batch")
@click.argument("table", metavar="JOBS.csv", type=click.Path(path_type=Path))
@options.papers
@options.backs
@options.theme
@options.folder("Write here instead of output/batch/.")
@options.svg
@options.marks
@options.cut
@options.pack
@options.printer
@options.margin
@options.with_default("--rules/--no-rules", default=True, help="Also write the rules.")
@options.workers
@options.on
@options.cache
@options.form
@options.every_line
@options.quiet
def batch(
    table: Path, out: Path | None, workers: int, *, form: str, cache: bool, quiet: bool, **chosen: object
) -> int:
    """Build a game once for each row of a table.

    The column "name" gives each row's folder, "game" its game; "language", "theme" and "paper" are optional. A column
    COMPONENT.FIELD or COMPONENT/PIECE.FIELD sets a card's field, game.KEY a value of game.yaml. Unchanged rows are skipped.

    Example: pnp batch players.csv --paper a4
    """
    from pnp.batch import STATES  # noqa: PLC0415 - help needs none

    started = perf_counter()
    build = pnp.BuildOptions(workers=workers, **chosen)  # type: ignore[arg-type]  # click has checked the types
    wanted = pnp.BatchOptions(build, out, workers, cache)
    project = pnp.open_project(())
    with progress_bar(quiet=quiet) as progress:
        result = pnp.batch_games(project, table, wanted, progress=progress)
    findings = pnp.in_reading_order(result.diagnostics)
    if quiet:
        show(findings, project.root, form=form)
    else:
        lines = [
            f"{display_path(job.folder)}: {job.state}: {job.reason if job.state == 'failed' else job.count}"
            for job in result.jobs
            if job.state != "unchanged"
        ]
        sums = ", ".join(f"{result.number(state)} {state}" for state in STATES if result.number(state))
        outcome = f"{sums}; {display_path(result.report)}" if result.report else "nothing is built"
        last = f"{pnp.tally(findings)}; {outcome}; {perf_counter() - started:.1f} s"
        show(findings, project.root, form=form, lines=lines, last=(last,))
    return 1 if pnp.has_errors(findings) else 0
