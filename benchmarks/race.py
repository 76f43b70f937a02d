"""The race: the same 108 cards by different tools, in rounds, and the ratios within each round."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.building import build
from benchmarks.deck import GAME
from benchmarks.stopwatch import Run, run

RIVALS = Path(__file__).parent / "rivals"
SLOW_ROUNDS = 2
RACE_HEAD = ("what it does", "time", "s", "CPU s", "peak MB", "PDF MB")
PNP, TYPST, CAIROSVG, PROTOGRAF, SQUIB = "pnp build", "typst", "CairoSVG", "protograf", "Squib"
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Contender:
    """One way from the cards to the sheets. `slow` ones sit out after the second round."""

    name: str
    does: str
    pdf: Path
    go: Callable[[], Run]
    missing: str = ""
    slow: bool = False


def contenders(project: Path) -> list[Contender]:
    """Return everybody, pnp first. An untimed build makes the SVG files that some of them start from."""
    build(project)
    svg = project / "output" / GAME / "svg"
    plain = plain_svgs({path.name: path for path in (svg / "cards").glob("*.svg")}, project / "plain")
    shutil.copytree(svg / "fonts", plain / "fonts", dirs_exist_ok=True)
    found_by_name = {"FONTCONFIG_FILE": str(font_settings(project, [plain / "fonts"]))}

    def script(name: str, *arguments: object, program: str = sys.executable) -> Callable[[], Run]:
        command = [str(RIVALS / name), *map(str, arguments)]
        return lambda: run(command, folder=project, program=program, environment=found_by_name)

    pdfs = {name: project / f"{name}.pdf" for name in (TYPST, CAIROSVG, PROTOGRAF, SQUIB)}
    return [
        Contender(
            PNP,
            "all from YAML and templates to SVG, PDF, contact sheet, build page; text laid out, every face checked",
            project / "output" / GAME / "a4" / "cards.pdf",
            lambda: build(project),
        ),
        Contender(
            TYPST,
            "finished SVG files to PDF: one compile, pages placed on sheets; no build can be faster than this",
            pdfs[TYPST],
            script("typst_cards.py", plain, pdfs[TYPST]),
        ),
        Contender(
            CAIROSVG,
            "the same, card by card; fonts embedded once per card, no kerning",
            pdfs[CAIROSVG],
            script("cairosvg_cards.py", plain, pdfs[CAIROSVG]),
            missing=without("cairosvg"),
        ),
        Contender(
            PROTOGRAF,
            "data to PDF; no gradients, no clipping, curves as polygons of eight corners",
            pdfs[PROTOGRAF],
            script("protograf_cards.py", project / "deck.json", pdfs[PROTOGRAF]),
            missing=without("protograf"),
            slow=True,
        ),
        Contender(
            SQUIB,
            "data to PDF as vectors; text shrinks to fit, backs in a PDF of their own",
            pdfs[SQUIB],
            script("squib_cards.rb", project, pdfs[SQUIB], program="ruby"),
            missing=_without_squib(),
            slow=True,
        ),
    ]


def without(package: str) -> str:
    """Return how to get a package of Python that is not there."""
    return "" if find_spec(package) else f"needs {package}: pip install {package}"


def _without_squib() -> str:
    there = shutil.which("ruby") and not subprocess.run(
        ["ruby", "-e", "require 'squib'"], check=False, capture_output=True
    ).returncode  # fmt: skip
    return "" if there else "needs Ruby with Squib: gem install squib"


def plain_svgs(paths: Mapping[str, Path], folder: Path) -> Path:
    """Copy SVG files, each to its new name, without their @font-face rules: CairoSVG reads them and learns nothing."""
    folder.mkdir(exist_ok=True)
    for name, path in paths.items():
        (folder / name).write_text(_STYLE.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def font_settings(folder: Path, fonts: Iterable[Path]) -> Path:
    """Write fontconfig settings that know these folders of fonts only."""
    settings = folder / "fonts.conf"
    known = "".join(f"<dir>{path}</dir>" for path in fonts)
    cache = f"<cachedir>{folder / 'font-cache'}</cachedir>"
    settings.write_text(f'<?xml version="1.0"?><fontconfig>{known}{cache}</fontconfig>', encoding="utf-8")
    return settings


def race(
    runners: Sequence[Contender], *, rounds: int, say: Callable[[str], None]
) -> dict[str, dict[int, Run]]:
    """Return the runs of each contender by round.

    The order is shuffled in every round, so that a machine that slows down favours nobody. A first run of the fast
    ones, which writes byte code and looks through fonts, is not among them.
    """
    random = Random(1)
    there = [runner for runner in runners if not runner.missing]
    runs: dict[str, dict[int, Run]] = {runner.name: {} for runner in there}
    for number in range(-1, rounds):
        order = [runner for runner in there if 0 <= number < SLOW_ROUNDS or not runner.slow]
        random.shuffle(order)
        for runner in order:
            say(
                f"108 cards, {f'round {number + 1} of {rounds}' if number >= 0 else 'untimed'}: {runner.name}"
            )
            taken = runner.go()
            if number >= 0:
                runs[runner.name][number] = taken
    return runs


def race_table(runners: Sequence[Contender], runs: Mapping[str, Mapping[int, Run]]) -> dict[str, list[str]]:
    """Return a line per contender; the first is 1.0."""
    lines = {}
    base = runs[runners[0].name]
    for runner in runners:
        if runner.missing:
            lines[runner.name] = [runner.does, runner.missing, "", "", "", ""]
            continue
        own = runs[runner.name]
        ratio = median(own[number].seconds / base[number].seconds for number in own)
        lines[runner.name] = [
            runner.does,
            f"{ratio:.2f}",
            f"{median(each.seconds for each in own.values()):.2f}",
            f"{median(each.cpu for each in own.values()):.2f}",
            f"{max(each.peak_mb for each in own.values()):.0f}",
            f"{runner.pdf.stat().st_size / 1e6:.2f}",
        ]
    return lines
