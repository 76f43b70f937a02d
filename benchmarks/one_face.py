"""How long one face takes to convert, the fonts read before: python -m benchmarks.one_face PROJECT COMPONENT PIECE.

The middle of nine runs is printed, in s: a PDF page of the front, and a picture of it at 120 dpi.
"""

import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from pnp.build.build_cache import open_cache
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, fonts_of
from pnp.convert.renderers import engine
from pnp.export.image_files import face_picture
from pnp.load.project import find_project, game_ids
from pnp.model.face import FRONT
from pnp.studio.live_game import Look

RUNS, DPI = 9, 120


def main() -> None:
    """Draw the face once, and convert it several times."""
    folder, component, piece = sys.argv[1:]
    project = find_project(Path(folder))
    with open_cache() as cache:
        build = BuildContext(project, fonts_of(project), BuildOptions(), cache)
        look = Look(build, game_ids(project)[0])
        assert look.game is not None
        shown = look.drafted(look.game, component, piece)[0][FRONT]
    fonts = sorted(font.path for font in shown.fonts)
    taken = []
    for _ in range(RUNS):
        started = perf_counter()
        pages = engine().convert([shown.face], fonts)
        face_picture(pages, shown.face.key, dpi=DPI)
        taken.append(perf_counter() - started)
    print(median(taken))


if __name__ == "__main__":
    main()
