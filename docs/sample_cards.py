"""Cards of a small game that is written for a picture in the documentation, drawn as a build draws them."""  # noqa: INP001

import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from pnp.build.pipeline import fonts_of, render_context
from pnp.convert.renderers import engine
from pnp.export.image_files import face_picture
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.render.faces import render

FINER = 3
"""Drawn so many times as large, then made smaller."""


def card_pictures(
    game_id: str, files: Mapping[str, str], *, dpi: int, fonts: Path | None = None
) -> dict[str, Image.Image]:
    """Return the fronts of the game's only component by the ids of their pieces, without bleed.

    `files` are those of the project by their paths, `fonts` is the folder of fonts that go with it.
    """
    with TemporaryDirectory() as folder:
        root = Path(folder)
        if fonts is not None:
            shutil.copytree(fonts, root / "fonts")
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        project = find_project(root)
        game = load_game(project, game_id).game
        assert game is not None
        (component,) = game.components
        rendered = render(component, render_context(project, game, fonts_of(project)))
        assert not rendered.diagnostics, rendered.diagnostics
        pages = engine().convert(list(rendered.deck.faces.values()), rendered.fonts)
    bleed = round(component.bleed * dpi * FINER / 25.4)
    return {
        piece: _trimmed(face_picture(pages, key, dpi=dpi * FINER), bleed)
        for piece, key in rendered.deck.fronts.items()
    }


def _trimmed(picture: Image.Image, bleed: int) -> Image.Image:
    inner = picture.crop((bleed, bleed, picture.width - bleed, picture.height - bleed)).convert("RGBA")
    return inner.resize((inner.width // FINER, inner.height // FINER), Image.Resampling.LANCZOS)
