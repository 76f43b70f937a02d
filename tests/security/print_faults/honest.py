"""Builds as people make them: on all papers, in all themes, with all backs and marks, for printers, machines and languages."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from pikepdf import ObjectStreamMode, Pdf

from pnp.build.games import build_games
from pnp.build.options import BuildOptions
from pnp.build.verification import VerifyOptions, verify_games
from pnp.history.reprint import reprint_games
from pnp.history.versions import release_games
from pnp.load.project import Project, find_project
from pnp.model.calibration import Calibration, Printer
from pnp.model.papers import PAPERS, find_paper
from tests.security.print_faults.faults import replace_file
from tests.security.print_faults.trials import ROOT, small_project

OFFICE = Printer("office", Calibration((0.998, 1.001), (0.998, 1), 0.6, -0.4, 0.1), margin=4.2)
AT_HOME = Printer("home", Calibration(right=-0.3, down=0.2))
TOO_LARGE = "PNP402"
"""Of a component for a paper: the others are built, which is what is verified."""
A4 = {"papers": (find_paper("a4"),)}
SHIPPED = ("yogire", "ryb", "ingeniators", "yoggity", "yes_broccoli")


def rewritten(**save: object) -> Callable[[Path], None]:
    """Return what writes every PDF of a folder anew, as a program for PDFs does."""

    def rewrite(folder: Path) -> None:
        for path in sorted(folder.rglob("*.pdf")):
            with Pdf.open(path) as pdf:
                replace_file(path, lambda new, pdf=pdf: pdf.save(new, **save))

    return rewrite


LATER = {
    "linearised": rewritten(linearize=True, object_stream_mode=ObjectStreamMode.disable),
    "packed anew": rewritten(recompress_flate=True),
    "unpacked": rewritten(object_stream_mode=ObjectStreamMode.generate, compress_streams=False),
}


def every() -> Iterator[tuple[str, str, list[dict]]]:
    """Yield what a build is called, the game, and the options of the builds into one folder, one after the other."""
    games = itertools.cycle(("soup", *SHIPPED))
    yield from ((f"on {paper}", next(games), [{"papers": (find_paper(paper),)}]) for paper in PAPERS)
    for paper, game in {"8293": "soup", "OL32": "yoggity", "110x170mm": "soup"}.items():
        yield f"on {paper}", game, [{"papers": (find_paper("a4"), find_paper(paper))}]
    yield from (("with less ink", game, [{"theme": "low-ink", **A4}]) for game in SHIPPED)
    for backs in ("long-edge", "short-edge", "gutterfold", "none"):
        yield from ((f"backs {backs}", game, [{"backs": backs, **A4}]) for game in ("soup", next(games)))
    for marks in ("outside", "corner", "full", "none"):
        yield f"marks {marks}", next(games), [{"marks": marks}]
    for machine in ("silhouette", "silhouette_4", "cricut"):
        yield f"for {machine}", "soup", [{}, {"cut": (machine,), **A4}]
    for language, game in (("fr", "yogire"), ("fr", "yes_broccoli"), ("ja", "yes_broccoli")):
        yield f"in {language}", game, [{"language": language, **A4}]
    yield from ((f"{how} afterwards", "soup", [{"later": how}]) for how in LATER)
    yield from (
        ("for a printer with faults", game, [{"printer": OFFICE}]) for game in ("soup", "yes_broccoli")
    )
    yield from (("kept apart", game, [{"pack": False}]) for game in ("ryb", "soup"))
    for name, game, *options in (
        ("without rules", "ryb", {"rules": False}),
        ("without drawings", "yogire", {"svg": False}),
        ("for another printer", "ingeniators", {"printer": AT_HOME, "backs": "short-edge"}),
        ("with a wide margin", "soup", {"margin": 12.0}),
        ("with cut files", "ingeniators", {"cut": ("svg", "laser")}),
        ("one component again", "soup", {}, {"components": ("journeys",)}),
        ("one paper after the other", "soup", A4, {"papers": (find_paper("letter"),)}),
        ("other backs over older ones", "soup", {}, {"backs": "none"}),
        ("a selection beside the whole", "soup", {}, {"only": "journeys:1-2"}),
        ("a proof beside the whole", "soup", {}, {"proof": True}),
        ("by another renderer", "soup", {"renderer": "cairo"}),
        ("a reprint beside the whole", "soup", {}, {"since": "first"}),
    ):
        yield name, game, list(options)


def honest_builds(folder: Path, only: str = "") -> Iterator[tuple[str, list[str]]]:
    """Build each and yield its name, and what is wrongly found in it."""
    small = small_project(folder)
    release_games(small, "first")
    deck = small.root / "card_data/soup/journeys.yaml"
    deck.write_text(deck.read_text().replace("copies: 2", "copies: 3", 1))
    for number, (name, game, builds) in enumerate(every()):
        cairo = "renderer" in builds[0] and find_spec("cairosvg") is None  # an extra
        if only in f"{name} {game}" and not cairo:
            project = small if game == "soup" else find_project(ROOT)
            yield f"{name}: {game}", _alarms(project, game, builds, folder / f"honest-{number}")


def _alarms(project: Project, game: str, builds: list[dict], out: Path) -> list[str]:
    project = replace(project, language=builds[0].get("language", ""))
    for build in builds:
        options = BuildOptions(
            out=out, **{k: v for k, v in build.items() if k not in ("since", "language", "later")}
        )
        if "since" in build:
            results = reprint_games(project, build["since"], (game,), options)
        else:
            results = build_games(project, (game,), options)
        wrong = [each for result in results for each in result.diagnostics if each.severity == "error"]
        if wrong := [each for each in wrong if each.code != TOO_LARGE]:
            return [f"not built: {each.code} {each.message}" for each in wrong]
        if "later" in build:
            LATER[build["later"]](out)
    results = verify_games(project, (game,), VerifyOptions(out=out, theme=builds[0].get("theme", "")))
    return [f"{each.code} {each.message}" for result in results for each in result.diagnostics]
