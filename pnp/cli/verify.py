"""`pnp verify`: the finished PDFs read back and held against the data."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.build.options import refuse_unknown_theme
from pnp.cli.progress import progress_bar
from pnp.cli.report import FORMATS, show, things
from pnp.load.project import chosen_games, open_project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order, tally
from pnp.model.errors import NothingBuilt
from pnp.model.game import Game
from pnp.model.progress import Step, stepping
from pnp.model.sheet import Paper
from pnp.text import listed

if TYPE_CHECKING:
    from pnp.build.stages import ImposedComponent
    from pnp.load.project import Project
    from pnp.model.face import FacePages
    from pnp.render.fonts import FontBook


OF_SHEETS = ("PNP55", "PNP56")
"""The codes of what finished sheets show otherwise than the data."""


@dataclass(frozen=True, slots=True)
class _Built:
    """A game, where its output is, and the folder of a reprint of some of its pieces, None when there is none."""

    game: Game
    folder: Path
    papers: tuple[Paper, ...]
    reprint: Path | None

    def __str__(self) -> str:
        """Return what is verified: "a4 and letter and the reprint"."""
        return listed([paper.name for paper in self.papers] + ["the reprint"] * (self.reprint is not None))


@click.command("verify")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Where build wrote to.")
@click.option("--theme", default="", metavar="NAME", help="The look the PDFs were built with.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
def command(games: tuple[str, ...], out: Path | None, theme: str, form: str) -> int:
    """Read the finished PDFs back and compare them with the data.

    Every piece is there the right number of times, in its place and at its size, with its own back behind it.
    A reprint of what changed (pnp build --changed-since) is read as well.

    Example: pnp build yogire && pnp verify yogire
    """
    from pnp.load.game import load_game  # noqa: PLC0415 - stages are imported when the command runs

    project = open_project(games)
    names = chosen_games(project, games)
    papers = {name: _papers_built(project, out, name) for name in names}
    found: list[Diagnostic] = []
    lines: list[str] = []
    built: list[_Built] = []
    for name in names:
        loaded = load_game(project, name)
        found += loaded.diagnostics
        if loaded.game is None:
            lines.append(f"{name}: cannot be read, {tally(loaded.diagnostics)}")
        else:
            refuse_unknown_theme(theme, loaded.game)
            built.append(_Built(loaded.game, *papers[name]))
    if built:
        own, said = _verified(project, built, theme)
        found += own
        lines += said
    findings = in_reading_order(found)
    show(findings, project.root, form=form)
    if form == "text":
        for line in lines:
            click.echo(line)
    return 1 if has_errors(findings) else 0


def _papers_built(
    project: "Project", out: Path | None, game: str
) -> tuple[Path, tuple[Paper, ...], Path | None]:
    """Return the output folder of the game, the papers found in it, and the reprint; raises NothingBuilt."""
    from pnp.build.stages import game_output  # noqa: PLC0415
    from pnp.history.reprint import find_reprint  # noqa: PLC0415
    from pnp.model.sheet import PAPERS  # noqa: PLC0415

    folder = game_output(project, out, game)
    papers = tuple(paper for paper in PAPERS.values() if any((folder / paper.name).glob("*.pdf")))
    reprint = find_reprint(project, out, game)
    if not papers and reprint is None:
        where = "" if out is None else f" --out {out}"
        raise NothingBuilt(f"there is no PDF of {game} below {folder}", f"run: pnp build {game}{where}")
    return folder, papers, reprint


def _verified(project: "Project", built: Sequence[_Built], theme: str) -> tuple[list[Diagnostic], list[str]]:
    from pnp.build.stages import fonts_of  # noqa: PLC0415

    fonts = fonts_of(project)
    found: list[Diagnostic] = []
    lines: list[str] = []
    with progress_bar() as progress:
        step = stepping(progress, sum(len(each.game.components) for each in built))
        for each in built:
            findings = in_reading_order(_findings(project, each, fonts, theme, step))
            found += findings
            well = (
                f"{things(each.game)}, every one in its place" if each.papers else "every piece in its place"
            )
            said = tally(findings) if findings else well
            lines.append(f"{each.game.title}: {each}, {said}")
            if findings and each.reprint is not None and _are_elsewhere(each.reprint, findings):
                lines.append(
                    f"the reprint is as it should be; pnp build {each.game.id} makes the other sheets anew"
                )
    return found, lines


def _are_elsewhere(reprint: Path, findings: Sequence[Diagnostic]) -> bool:
    """Say whether all is about finished sheets, and none of it about those of the reprint."""
    return all(
        finding.code.startswith(OF_SHEETS) and not finding.message.startswith(f"{reprint.name}/")
        for finding in findings
    )


def _findings(
    project: "Project", built: _Built, fonts: "FontBook", theme: str, step: Step
) -> list[Diagnostic]:
    """Draw the game afresh and return what its files show otherwise."""
    from pnp.build.stages import (  # noqa: PLC0415
        Conversion,
        prepare,
        render_context,
    )

    game = built.game
    context = render_context(project, game, fonts, theme=theme)
    with Conversion(renderer="typst", jobs=2) as conversion:
        prints, drawn = prepare(context, game.components, (), backs="none", drawn=conversion.start)
        if has_errors(drawn):
            return drawn
        from pnp.history.reprint import verify_reprint  # noqa: PLC0415 - loaded while faces are converted

        pages, refused = conversion.pages(prints)
    if refused:
        return [*drawn, *refused]
    found: list[Diagnostic] = []  # warnings about the drawings are for check to tell
    if built.reprint is not None:
        found += verify_reprint(built.reprint, prints, pages, game.id)
    return [*found, *_of_files(built, prints, pages, step)] if built.papers else found


def _of_files(
    built: _Built, prints: "Sequence[ImposedComponent]", pages: "Sequence[FacePages]", step: Step
) -> list[Diagnostic]:
    """Return what the files of the game show otherwise than these faces, drawn and converted afresh."""
    from pnp.build.expected_files import expected  # noqa: PLC0415
    from pnp.export.manifest import NAME, read  # noqa: PLC0415
    from pnp.verify.component import verify_component  # noqa: PLC0415

    found: list[Diagnostic] = []
    manifest = read(built.folder / NAME) or {"pieces": [], "sheets": []}
    files = expected(built.folder, prints, pages, built.papers, manifest)
    for name, on_papers in groupby(files, lambda file: file.component.id):
        step(f"verify {built.game.id}/{name}")
        for file in on_papers:
            found += verify_component(
                file.pdf,
                file.component,
                file.deck,
                file.pages,
                paper=file.paper,
                game=built.game.id,
                manifest=file.manifest,
                option=file.option,
            )
    return found
