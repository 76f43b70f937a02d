"""Games built once; each fault is put into a copy of what was built, and `pnp verify` looks at the copy."""

import functools
import os
import random
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from pypdfium2 import PdfDocument

from pnp.build import folder_verification, rules_files, verification
from pnp.build.games import build_games
from pnp.build.options import BuildOptions
from pnp.build.verification import VerifyOptions, verify_games
from pnp.history.reprint import reprint_games
from pnp.history.versions import release_games
from pnp.load.project import Project, find_project
from pnp.model.calibration import Calibration, Printer
from pnp.model.papers import PAPERS
from pnp.rules import pdf as rules_pdf
from pnp.start.new_project import new_project
from tests.security.print_faults.documents import OF_DOCUMENTS
from tests.security.print_faults.faults import UNREADABLE, Fault, NotHereError
from tests.security.print_faults.folders import IN_FOLDERS
from tests.security.print_faults.pages import ON_PAGES

ROOT = Path(__file__).parents[3]
EVERY = (*ON_PAGES, *OF_DOCUMENTS, *IN_FOLDERS)
PICTURES = ("faint", "marks")
"""Kinds of faults of what is seen; in some places they change nothing."""

DPI = 600
TRIES = 12
"""Places that are tried before a fault counts as one that no file has room for."""


@dataclass(frozen=True, slots=True)
class Output:
    """A game that was built, and the folder above its files."""

    project: Project
    game: str
    out: Path

    @property
    def folder(self) -> Path:
        return self.out / self.game


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a fault: in which file it was, and the first finding about that file, "" when there is none."""

    fault: Fault
    where: str
    found: str


def small_project(folder: Path) -> Project:
    """Write a small game with cards, dice, a sheet and a box, of which one card has changed since its release."""
    new_project("soup", "solo", parent=folder)
    return find_project(folder / "soup")


def build_small(folder: Path, *, extras: bool = True) -> Output:
    """Build the small game; the `extras` are its sheets for a cutting machine, and a reprint."""
    project, out = small_project(folder), folder / "out"
    if not extras:
        build_games(project, (), BuildOptions(out=out))
        return Output(project, "soup", out)
    release_games(project, "first")
    (deck,) = project.root.glob("card_data/soup/journeys.yaml")
    text = deck.read_text()
    deck.write_text(text.replace("copies: 1", "copies: 2", 1) if "copies: 1" in text else text)
    options = BuildOptions(out=out)
    built = build_games(project, (), options)
    assert all(not each.diagnostics for each in built), built
    build_games(project, (), BuildOptions(out=out, cut=("silhouette",), papers=(PAPERS["a4"],)))
    reprint_games(project, "first", (), options)
    return Output(project, "soup", out)


def build_shipped(folder: Path, games: Sequence[str] = ()) -> Iterator[Output]:
    """Build the games that come with the project; the first is built for a printer with faults."""
    project, out = find_project(ROOT), folder / "shipped"
    results = build_games(project, games, BuildOptions(out=out))
    names = [each.game for each in results]
    yield from (Output(project, name, out) for name in names)
    printer = Printer("office", Calibration(right=0.6, down=-0.4))
    calibrated = folder / "calibrated"
    build_games(project, names[:1], BuildOptions(out=calibrated, printer=printer))
    yield Output(project, names[0], calibrated)


@contextmanager
def drawn_once() -> Iterator[None]:
    """Let all that is verified inside the block draw each game but once."""

    def kept(work, key):
        known = {}

        def once(one, other, *rest, **more):
            name = (key(one, other), rest[:1] if more else ())
            if (made := known.get(name)) is None:
                made = known[name] = work(one, other, *rest, **more)
            return made

        return once

    by_game = kept(verification.draw_game, lambda context, game: (context.project, game.id))
    rules = kept(folder_verification.read_rules, lambda context, drawn: (context.project, drawn.game.id))
    typeset = kept(rules_files.typeset, lambda document, game: (game.id, rules_pdf.source_of(document)))
    fonts = functools.cache(verification.fonts_of)
    with (
        patch.object(verification, "draw_game", by_game),
        patch.object(folder_verification, "read_rules", rules),
        patch.object(rules_files, "typeset", typeset),
        patch.object(verification, "fonts_of", fonts),
    ):
        yield


def found_in(output: Output, out: Path) -> list[str]:
    """Return what `pnp verify` says of the game below `out`."""
    try:
        results = verify_games(output.project, (output.game,), VerifyOptions(out=out))
    except verification.NothingBuilt as error:
        return [str(error)]
    return [f"{each.code} {each.message}" for result in results for each in result.diagnostics]


def tried(fault: Fault, outputs: Sequence[Output], seed: int) -> Trial | None:
    """Return what came of a fault put somewhere by chance; None where nothing has room for it."""
    chance = random.Random(f"{seed} {fault}")
    places = [(output, path) for output in outputs for path in fault.places(output.folder)]
    chance.shuffle(places)
    for output, path in places[:TRIES]:
        with tempfile.TemporaryDirectory(prefix="pnp-fault-", dir=output.out.parent) as spoiled:
            copy = Path(spoiled) / output.game
            shutil.copytree(output.folder, copy, copy_function=os.link)
            file = copy / path.relative_to(output.folder)
            try:
                fault.spoil(copy, file, chance)
            except (NotHereError, LookupError, StopIteration, AttributeError, *UNREADABLE):
                continue
            where = path.relative_to(output.folder).as_posix()
            try:
                found = found_in(output, Path(spoiled))
            except Exception as error:  # noqa: BLE001 - a fault that ends verify is one that it does not see
                return Trial(fault, f"{output.game}/{where}, {error!r}", "")
            about = [each for each in found if not fault.files or where in each]
            if about or fault.kind not in PICTURES or not show_the_same(path, file):
                return Trial(fault, f"{output.game}/{where}", about[0] if about else "")
    return None


def show_the_same(one: Path, other: Path) -> bool:
    """Say whether every page of two files is the same picture, so that nothing was spoiled: one letter set wider, say."""
    with PdfDocument(one) as first, PdfDocument(other) as second:
        return len(first) == len(second) and all(
            page.render(scale=DPI / 72).to_numpy().tobytes()
            == twin.render(scale=DPI / 72).to_numpy().tobytes()
            for page, twin in zip(first, second, strict=True)
        )
