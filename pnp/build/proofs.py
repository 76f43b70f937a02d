"""Proofs: each face on a page of its own, larger than itself, with the lines it is cut and folded along and its sizes."""

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pikepdf import Pdf

from pnp.build.options import PROOF, output_folder
from pnp.build.pipeline import BuildContext, draw_game
from pnp.build.result import BuildResult, SheetFile, count_files, not_built
from pnp.files import write
from pnp.model.diagnostics import has_errors
from pnp.model.face import Face
from pnp.model.game import Game
from pnp.render.proof_lines import FAMILY, WEIGHTS, proof_of
from pnp.typesetting.fonts import Style


def build_proofs(context: BuildContext, game: Game) -> BuildResult:
    """Write a PDF of proofs for each component, and return what came of it. Raises CannotRender and CannotWrite."""
    drawn = draw_game(replace(context, options=replace(context.options, papers=())), game, convert=False)
    if has_errors(drawn.diagnostics):
        return not_built(game.id, game.title, drawn.findings)
    folder = output_folder(context.project, context.options.out, game.id, PROOF)
    files = []
    for each in drawn.components:
        titles: dict[str, str] = {}
        for side, key in each.rendered.deck.sides.items():
            titles.setdefault(key, side.title)
        faces = each.rendered.deck.faces
        pages = [proof_of(faces[key], each.component, title) for key, title in titles.items()]
        fonts = (context.fonts.find(FAMILY, Style(weight)) for weight in WEIGHTS)
        known = (*each.rendered.fonts, *(font.path for font in fonts if font))
        path = folder / f"{each.component.id}.pdf"
        pdf = _pdf(context, game, pages, known)
        write(path, pdf, root=folder)
        files.append(SheetFile(path, len(pages), len(pages), len(pdf), written=True))
    note = f"{game.title}: proofs to look at, not to be printed and cut"
    return BuildResult(game.id, tuple(files), drawn.findings, note, count=count_files(files))


def _pdf(context: BuildContext, game: Game, faces: Sequence[Face], fonts: Sequence[Path]) -> bytes:
    """Return one PDF with a page for each face."""
    pages = context.converting(game)(faces, fonts)
    if len(pages.chunks) == 1:
        return pages.chunks[0]
    out = io.BytesIO()
    with Pdf.new() as whole:
        for chunk in pages.chunks:
            with Pdf.open(io.BytesIO(chunk)) as part:
                whole.pages.extend(part.pages)
        whole.save(out, deterministic_id=True)
    return out.getvalue()
