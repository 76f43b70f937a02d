"""`make bench`: the race against other tools on one deck, and what pnp promises, measured. Nothing is asserted."""

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.contenders import contenders
from benchmarks.games import games
from benchmarks.incremental import incremental
from benchmarks.large import large
from benchmarks.promises import promises
from benchmarks.race import race, ratio, table
from benchmarks.seen import seen
from benchmarks.stopwatch import Run, run

CARDS = 108
AIMS = (
    ("CairoSVG + pikepdf", "pnp, from SVG", 8),
    ("CairoSVG + pikepdf", "pnp build, one PDF", 8),
    ("CairoSVG + pikepdf", "pnp build", 8),
    ("protograf", "pnp build, one PDF", 50),
    ("protograf", "pnp build", 50),
)
PACKAGES = ("typst", "pikepdf", "reportlab", "uharfbuzz", "jinja2", "cairosvg", "protograf")


def main() -> None:
    """Run everything and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=7, help="runs of each contender (default 7; slow ones run twice)"
    )
    parser.add_argument(
        "--without", action="append", default=[], metavar="NAME", help="leave a contender out"
    )
    parser.add_argument("--no-large", action="store_true", help="leave out ten thousand cards: ten minutes")
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, {_versions()}\n")
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as folder:
        _race(Path(folder) / "race", options.rounds, options.without)
        for line in _lines(Path(folder), with_large=not options.no_large):
            print(line, flush=True)


def _lines(folder: Path, *, with_large: bool) -> Iterator[str]:
    """Yield the table of promises, line by line as they are measured."""
    yield from promises(folder)
    yield from games(folder / "games")
    yield from incremental(folder / "incremental")
    yield from seen(folder / "seen")
    if with_large:
        yield from large(folder / "large")


def _race(project: Path, rounds: int, without: list[str]) -> None:
    project.mkdir()
    run(["-m", "benchmarks.deck", str(project), str(CARDS), "1"], folder=project)
    everybody = [each for each in contenders(project) if each.name not in without]
    runs = race([each for each in everybody if each.installed], rounds=rounds, say=_say)
    print("\n".join(table(everybody, runs)))
    print("\nWhat each of them does:\n")
    for each in everybody:
        print(f"- {each.name}: {each.does}.")
    print()
    for slower, faster, aim in AIMS:
        print(_verdict(runs, slower, faster, aim))
    print()


def _verdict(runs: dict[str, dict[int, Run]], slower: str, faster: str, aim: int) -> str:
    found = ratio(runs, slower, faster) if slower in runs and faster in runs else None
    if found is None:
        return f"- {slower} / {faster}: not measured"
    return f"- {slower} / {faster}: {found:.1f}x (aim {aim}x: {'met' if found >= aim else '**not met**'})"


def _versions() -> str:
    return ", ".join(f"{name} {_version(name)}" for name in PACKAGES)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _say(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{line:<60}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
