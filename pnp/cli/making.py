"""One game made: drawn, converted, laid out and written, or found wanting and left as it was."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from pnp.cli.conversion import Conversion
from pnp.cli.order import Order
from pnp.cli.pipeline import Print, game_output, prepare, workshop
from pnp.cli.progress import Step
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.game import Game
from pnp.render.text.fonts import FontBook

STEPS = 3
"""How many steps of a progress bar each component takes: draw, convert, write."""


@dataclass(frozen=True, slots=True)
class Made:
    """What to say about a game: a line for each file, and what was found."""

    lines: tuple[str, ...]
    findings: tuple[Diagnostic, ...]


def make(project: Project, game: Game, fonts: FontBook, order: Order, step: Step) -> Made:
    """Build one game. Nothing of a game with errors is written. Raises CannotRender and CannotWrite."""
    prints: list[Print] = []
    found: list[Diagnostic] = []
    room = workshop(project, game, fonts, theme=order.theme)
    with Conversion(renderer=order.renderer, jobs=order.jobs) as conversion:
        for component in order.components_of(game):
            step(f"draw {game.id}/{component.id}")
            drawn, findings = prepare(
                room,
                (component,),
                order.papers,
                backs=order.backs,
                only=order.pieces_of,
                drawn=conversion.start,
            )
            prints += drawn
            found += findings
        from pnp.cli.extras import drawn_guides, write_contact_sheet, write_guides  # noqa: PLC0415 - see below
        from pnp.cli.writing import write  # noqa: PLC0415 - pikepdf is loaded while faces are being converted

        if not has_errors(found):
            pages, refused = conversion.pages(prints, done=lambda: step(f"convert {game.id}"))
            found += refused
    if has_errors(found):
        return Made((f"{game.title}: not built, see the errors above",), tuple(found))
    folder = game_output(project, order.out, game.id)
    guides = () if order.partial else drawn_guides(room, prints, order)
    found += (finding for each in guides for finding in each.rendered.diagnostics)
    if has_errors(found):
        return Made((f"{game.title}: not built, see the errors above",), tuple(found))
    with ThreadPoolExecutor(1) as aside:  # pdfium draws its pictures while the rest is written
        pictures = None if order.partial else aside.submit(write_contact_sheet, folder, game, prints, pages)
        lines = write(folder, game, prints, pages, order=order, step=step)
        write_guides(folder, game, guides, order)
        if pictures is not None:
            pictures.result()
    return Made(lines, tuple(found))
