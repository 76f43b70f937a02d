"""Builds as people make them: on all papers, in all themes, with all backs and marks, for printers, machines and languages."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
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
TOO_LARGE = "PNP402"
"""Of a component for a paper: the others are built, which is what is verified."""
AT_HOME = Printer("home", Calibration(right=-0.3, down=0.2))


@dataclass(frozen=True, slots=True)
class Honest:
    """A build, or several into one folder, and how its files are treated before they are verified."""

    name: str
    game: str
    options: Sequence[dict]
    language: str = ""
    after: Callable[[Path], object] = Path.exists

    @property
    def theme(self) -> str:
        return self.options[0].get("theme", "")


def rewritten(**save: object) -> Callable[[Path], None]:
    """Return what writes every PDF of a folder anew, as a program for PDFs does."""

    def rewrite(folder: Path) -> None:
        for path in sorted(folder.rglob("*.pdf")):
            with Pdf.open(path) as pdf:
                replace_file(path, lambda new, pdf=pdf: pdf.save(new, **save))

    return rewrite


def papers(*names: str) -> tuple:
    return tuple(find_paper(name) for name in names)


def every() -> Iterator[Honest]:
    """Yield the builds."""
    games = itertools.cycle(("soup", "yogire", "ryb", "ingeniators", "yoggity", "yes_broccoli"))
    for paper in PAPERS:
        yield Honest(f"on {paper}", next(games), [{"papers": papers(paper)}])
    for paper in ("8293", "OL32", "110x170mm"):
        yield Honest(
            f"on {paper}", "soup" if paper != "OL32" else "yoggity", [{"papers": papers("a4", paper)}]
        )
    for game in ("yogire", "ryb", "ingeniators", "yoggity", "yes_broccoli"):
        yield Honest("with less ink", game, [{"theme": "low-ink", "papers": papers("a4")}])
    for backs in ("long-edge", "short-edge", "gutterfold", "none"):
        for game in ("soup", next(games)):
            yield Honest(f"backs {backs}", game, [{"backs": backs, "papers": papers("a4")}])
    for marks in ("outside", "corner", "full", "none"):
        yield Honest(f"marks {marks}", next(games), [{"marks": marks, "papers": papers("a4", "letter")}])
    yield Honest("kept apart", "ryb", [{"pack": False}])
    yield Honest("kept apart", "soup", [{"pack": False, "papers": papers("a4")}])
    yield Honest("without rules", "ryb", [{"rules": False}])
    yield Honest("without drawings", "yogire", [{"svg": False}])
    for game in ("soup", "yes_broccoli"):
        yield Honest("for a printer with faults", game, [{"printer": OFFICE}])
    yield Honest("for another printer", "ingeniators", [{"printer": AT_HOME, "backs": "short-edge"}])
    yield Honest("with a wide margin", "soup", [{"margin": 12.0}])
    yield Honest("with cut files", "ingeniators", [{"cut": ("svg", "laser")}])
    for machine in ("silhouette", "silhouette_4", "cricut"):
        yield Honest(f"for {machine}", "soup", [{}, {"cut": (machine,), "papers": papers("a4")}])
    yield Honest("one component again", "soup", [{}, {"components": ("journeys",)}])
    yield Honest(
        "one paper after the other", "soup", [{"papers": papers("a4")}, {"papers": papers("letter")}]
    )
    yield Honest("other backs over older ones", "soup", [{}, {"backs": "none"}])
    yield Honest("a selection beside the whole", "soup", [{}, {"only": "journeys:1-2"}])
    yield Honest("a proof beside the whole", "soup", [{}, {"proof": True}])
    yield Honest("by another renderer", "soup", [{"renderer": "cairo"}])
    for language, game in (("fr", "yogire"), ("fr", "yes_broccoli"), ("ja", "yes_broccoli")):
        yield Honest(f"in {language}", game, [{"papers": papers("a4")}], language)
    packed = {"linearize": True, "object_stream_mode": ObjectStreamMode.disable}
    yield Honest("linearised afterwards", "soup", [{}], after=rewritten(**packed))
    yield Honest("packed anew afterwards", "ryb", [{}], after=rewritten(recompress_flate=True))
    generated = {"object_stream_mode": ObjectStreamMode.generate, "compress_streams": False}
    yield Honest("unpacked afterwards", "soup", [{}], after=rewritten(**generated))
    yield Honest("a reprint beside the whole", "soup", [{}, {"since": "first"}])


def honest_builds(folder: Path, only: str = "") -> Iterator[tuple[str, list[str]]]:
    """Build each and yield its name, and what is wrongly found in it."""
    small = small_project(folder)
    release_games(small, "first")
    deck = small.root / "card_data/soup/journeys.yaml"
    deck.write_text(deck.read_text().replace("copies: 2", "copies: 3", 1))
    chosen = [each for each in every() if only in f"{each.name} {each.game}"]
    if find_spec("cairosvg") is None:  # an extra
        chosen = [each for each in chosen if each.options[0].get("renderer") != "cairo"]
    for number, honest in enumerate(chosen):
        project = small if honest.game == "soup" else find_project(ROOT)
        project = replace(project, language=honest.language)
        name = f"{honest.name}: {honest.game}"
        yield name, _alarms(project, honest, folder / f"honest-{number}")


def _alarms(project: Project, honest: Honest, out: Path) -> list[str]:
    for options in honest.options:
        chosen = BuildOptions(**{"out": out, **{k: v for k, v in options.items() if k != "since"}})
        if "since" in options:
            results = reprint_games(project, options["since"], (honest.game,), chosen)
        else:
            results = build_games(project, (honest.game,), chosen)
        wrong = [
            each
            for result in results
            for each in result.diagnostics
            if each.severity == "error" and each.code != TOO_LARGE
        ]
        if wrong:
            return [f"not built: {each.code} {each.message}" for each in wrong]
    honest.after(out)
    results = verify_games(project, (honest.game,), VerifyOptions(out=out, theme=honest.theme))
    return [f"{each.code} {each.message}" for result in results for each in result.diagnostics]
