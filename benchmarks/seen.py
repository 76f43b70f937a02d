"""How soon a new picture is on screen: from its save to the PNG that `pnp watch` writes, against converting that face.

python -m benchmarks.seen PROJECT        prints how many seconds converting one face takes, to PDF and then to PNG
"""

import subprocess
import sys
from collections.abc import Iterator
from os import environ
from pathlib import Path
from signal import SIGINT
from statistics import median
from time import perf_counter, sleep

from benchmarks.building import build, memory, write_deck
from benchmarks.deck import GAME
from benchmarks.incremental import CARDS, give_picture_of
from benchmarks.rows import at_most
from benchmarks.stopwatch import ROOT

AIM = 5.0
SAVES = 7
PATIENCE = 30.0
"""In s: longer than any picture takes."""


def seen(deck: Path) -> Iterator[str]:
    """Yield the line of the ratio, measured on a deck of many cards."""
    write_deck(deck, cards=CARDS)
    build(deck)
    command = [sys.executable, "-m", "benchmarks.seen", str(deck)]
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    delay, one = median(_delays(deck)), float(said)
    what = f"{CARDS} cards: from a save to the new picture ({1000 * delay:.0f} ms) / converting that face"
    yield at_most(what, delay / one, AIM, "x")


def _delays(deck: Path) -> Iterator[float]:
    """Yield after how many seconds each of several saves is seen."""
    known = {**environ, "PYTHONPATH": str(ROOT), **memory(deck)}
    command = [sys.executable, "-m", "pnp", "watch", GAME, "--paper", "a4"]
    with subprocess.Popen(command, cwd=deck, env=known, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        watching.stdout.readline()  # what it watches
        watching.stdout.readline()  # it has built
        for number in range(SAVES):
            sleep(1)
            yield _delay(deck, giver=2 + number)
            watching.stdout.readline()  # and the PDFs are there
        watching.send_signal(SIGINT)


def _delay(deck: Path, *, giver: int) -> float:
    picture = deck / "output" / GAME / "preview" / "cards" / "card-0001.front.png"
    before = _written(picture)
    started = perf_counter()
    give_picture_of(deck, giver=giver, to=1)
    while _written(picture) == before:
        if perf_counter() - started > PATIENCE:
            raise TimeoutError(f"{picture} was not written within {PATIENCE:g} s")
        sleep(0.002)
    return perf_counter() - started


def _written(path: Path) -> int:
    return path.stat().st_mtime_ns if path.exists() else 0


def main(folder: Path) -> None:
    """Convert some faces, each by itself, where everything is loaded; typst remembers a face it has seen."""
    from pnp.build.stages import fonts_of, render_context  # noqa: PLC0415
    from pnp.convert.engines import engine  # noqa: PLC0415
    from pnp.export.image_files import face_picture, png  # noqa: PLC0415
    from pnp.load.game import load_game  # noqa: PLC0415
    from pnp.load.project import find_project  # noqa: PLC0415
    from pnp.render.faces import render  # noqa: PLC0415
    from pnp.watch.previews import DPI  # noqa: PLC0415

    project = find_project(folder)
    game = load_game(project, GAME).game
    assert game is not None
    wanted = frozenset(piece.id for piece in game.components[0].pieces[: SAVES + 1])
    rendered = render(game.components[0], render_context(project, game, fonts_of(project)), only=wanted)
    took = []
    for key in dict.fromkeys(rendered.deck.fronts.values()):
        started = perf_counter()
        pages = engine().convert([rendered.deck.faces[key]], rendered.fonts)
        png(face_picture(pages, key, dpi=DPI), dpi=DPI)
        took.append(perf_counter() - started)
    print(median(took[1:]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
