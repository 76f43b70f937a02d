"""The shipped games: a whole cold build against typst alone on the same faces, and the commands that draw nothing.

python -m benchmarks.games FOLDER        writes the distinct faces of all games there, for `typst_alone`
"""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.building import memory
from benchmarks.rows import ratio
from benchmarks.stopwatch import ROOT, run
from pnp.build.stages import fonts_of, render_context
from pnp.load.game import load_game
from pnp.load.project import find_project, game_ids
from pnp.render.faces import render

BUILD_AIM, CHECK_AIM = 2.0, 0.6
ROUNDS = 5


def games(folder: Path) -> Iterator[str]:
    """Yield one line of a Markdown table per ratio, each measured in alternating runs."""
    folder.mkdir()
    run(["-m", "benchmarks.games", str(folder / "faces")], folder=folder)
    whole, lean, alone, check = [], [], [], []
    for _ in range(ROUNDS):
        whole.append(_build(folder, []))
        lean.append(_build(folder, ["--lean"]))
        alone.append(run(["-m", "benchmarks.typst_alone", str(folder / "faces")], folder=folder).seconds)
        check.append(run(["-m", "pnp", "check", "--no-faces"], folder=ROOT, log=folder / "run.log").seconds)
    yield ratio("five games, both papers, cold / typst alone on their faces", whole, alone, BUILD_AIM)
    yield ratio("the same without contact sheet and build page / typst alone", lean, alone, BUILD_AIM)
    yield ratio("pnp check --no-faces / that build", check, whole, CHECK_AIM)


def _build(folder: Path, options: list[str]) -> float:
    """Build all games from nothing; `--lean` names every component, which leaves out pages about the whole."""
    out = folder / "out"
    for left in (out, folder / "cache"):
        shutil.rmtree(left, ignore_errors=True)
    named = [part for name in _components() for part in ("--component", name)] if options else []
    command = ["-m", "pnp", "build", *named, "--out", str(out)]
    return run(command, folder=ROOT, log=folder / "run.log", environment=memory(folder)).seconds


def _components() -> list[str]:
    return sorted(
        {
            path.stem
            for path in (ROOT / "card_data").glob("*/*.yaml")
            if path.stem not in {"game", "claims", "rules"}
        }
    )


def main(folder: Path) -> None:
    """Write every distinct face, component by component, and the fonts each needs."""
    project = find_project(ROOT)
    fonts = fonts_of(project)
    for name in game_ids(project):
        game = load_game(project, name).game
        assert game is not None
        for component in game.components:
            rendered = render(component, render_context(project, game, fonts))
            here = folder / f"{name}-{component.id}"
            here.mkdir(parents=True)
            faces = rendered.deck.faces.values()
            for number, face in enumerate(faces):
                (here / f"{number}.svg").write_text(face.svg, encoding="utf-8")
            sizes = [(face.page.width, face.page.height) for face in faces]
            about = {"sizes": sizes, "fonts": [str(path) for path in rendered.fonts]}
            (here / "about.json").write_text(json.dumps(about), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
