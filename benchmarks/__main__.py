"""What pnp takes: each figure against its aim, other tools on the same cards, CPU time by stage. Nothing is asserted."""

import argparse
import os
import platform
import sys
import tempfile
import textwrap
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.building import build_games
from benchmarks.numbers import HEAD, number_table
from benchmarks.page import PAGE, PICTURE, SCALE_PAGE, SCALE_PICTURE, Lines, markdown, with_table, with_text
from benchmarks.parts import LARGE, PARTS, SAMPLED, Bench, Results
from benchmarks.race import RACE_HEAD
from benchmarks.scale import SCALE_HEAD, scale_picture, scale_table
from benchmarks.stages import function_table, stage_table
from benchmarks.stopwatch import ROOT, Failed, run

PACKAGES = ("typst", "pikepdf", "reportlab", "uharfbuzz", "jinja2", "cairosvg", "protograf")


def main() -> None:
    """Run the parts asked for, and print the tables after the last, or write them after each."""
    options = _options()
    results = Results()
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as folder:
        bench = Bench(Path(folder), options.rounds, _say, results)
        _warm_up(bench)
        for name in _chosen(options):
            try:
                PARTS[name](bench)
            except Failed as error:
                print(f"{name} failed: {error}", file=sys.stderr)
            if options.write:
                _write(results)
    print(_machine())
    for name, (_, head, lines) in _tables(results).items():
        measured = {first: cells for first, cells in lines.items() if any(cells)}
        if measured:
            print(f"\n{name}\n\n{markdown(head, measured)}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="PART", choices=PARTS, help=f"of {', '.join(PARTS)}")
    parser.add_argument("--rounds", type=int, default=5, help="runs of what is short (default 5)")
    parser.add_argument("--no-large", action="store_true", help=f"leave out {', '.join(sorted(LARGE))}")
    parser.add_argument(
        "--write", action="store_true", help="into the pages of the docs, with their pictures"
    )
    return parser.parse_args()


def _chosen(options: argparse.Namespace) -> list[str]:
    return [
        name
        for name in PARTS
        if (not options.only or name in options.only) and not (options.no_large and name in LARGE)
    ]


def _warm_up(bench: Bench) -> None:
    """Have the code of templates and byte code written as an installed pnp has them; a first run would pay for both."""
    _say("code of templates, byte code")
    run(
        ["-m", "hatchling", "build", "-t", "wheel", "-d", str(bench.folder)],
        folder=ROOT,
        log=bench.folder / "log",
    )
    run(["-m", "compileall", "-q", str(ROOT / "pnp")], folder=bench.folder)
    build_games(bench.folder / "first")


def _tables(results: Results) -> dict[str, tuple[Path, tuple[str, ...], Lines]]:
    """Return each table with the page that it stands on."""
    return {
        "numbers": (PAGE, HEAD, number_table(results.numbers)),
        "race": (PAGE, RACE_HEAD, results.race),
        "stages": (PAGE, SAMPLED, stage_table(results.stages, SAMPLED)),
        "functions": (PAGE, SAMPLED, function_table(results.functions, SAMPLED)),
        "scale": (SCALE_PAGE, SCALE_HEAD, scale_table(results.scale) if results.scale else {}),
    }


def _write(results: Results) -> None:
    PAGE.write_text(with_text(PAGE.read_text(encoding="utf-8"), "machine", _machine()), encoding="utf-8")
    for name, (path, head, lines) in _tables(results).items():
        if lines:
            page = with_table(path.read_text(encoding="utf-8"), name, head, lines)
            path.write_text(page, encoding="utf-8")
    if results.flame_graph:
        PICTURE.write_text(results.flame_graph, encoding="utf-8")
    if results.scale:
        SCALE_PICTURE.write_text(scale_picture(results.scale), encoding="utf-8")


def _machine() -> str:
    versions = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    text = f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, {versions}."
    return textwrap.fill(text, 120)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
