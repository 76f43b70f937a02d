"""One game made: drawn, converted, laid out and written, or found wanting and left as it was."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from pnp.cli.builds.conversion import Conversion
from pnp.cli.builds.count import total
from pnp.cli.builds.made import Made
from pnp.cli.builds.order import Order
from pnp.cli.builds.packing import Packed, packed, packs_of, savings
from pnp.cli.output import game_output
from pnp.cli.pipeline import Print, prepare, workshop
from pnp.cli.progress import Step
from pnp.cli.reuse import NOTHING, Reuse
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.game import Game
from pnp.model.pages import FacePages
from pnp.render.text.fonts import FontBook
from pnp.render.workshop import Workshop

STEPS = 3
"""How many steps of a progress bar each component takes: draw, convert, write."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A game drawn, laid out and converted; without pages where something is wrong."""

    prints: list[Print]
    shared: list[Packed]
    pages: list[FacePages]
    findings: list[Diagnostic]


def make(
    project: Project, game: Game, fonts: FontBook, order: Order, step: Step, *, reused: Reuse = NOTHING
) -> Made:
    """Build one game. Nothing of a game with errors is written. Raises CannotRender and CannotWrite."""
    room = workshop(project, game, fonts, theme=order.theme, reused=reused)
    drawn = _drawn(room, order, step, reused)
    found = drawn.findings
    if has_errors(found):
        return Made((f"{game.title}: not built, see the errors above",), tuple(found))
    from pnp.cli.builds.contactsheet import write_contact_sheet  # noqa: PLC0415 - see below
    from pnp.cli.builds.extras import drawn_guides, write_guides  # noqa: PLC0415
    from pnp.cli.builds.writing import write  # noqa: PLC0415

    folder = game_output(project, order.out, game.id)
    prints, shared, pages = drawn.prints, drawn.shared, drawn.pages
    guides = () if order.partial else drawn_guides(room, prints, shared, order)
    found += (finding for each in guides for finding in each.rendered.diagnostics)
    if has_errors(found):
        return Made((f"{game.title}: not built, see the errors above",), tuple(found))
    with ThreadPoolExecutor(1) as aside:  # pdfium draws its pictures while the rest is written
        pictures = (
            None
            if order.partial
            else aside.submit(
                write_contact_sheet, folder, game, prints, pages, reused, renderer=order.renderer
            )
        )
        written = write(folder, game, prints, pages, shared=shared, order=order, step=step, reused=reused)
        count = total((written.count, write_guides(folder, game, guides, order, reused)))
        if pictures is not None:
            pictures.result()
    return Made(written.lines, tuple(found), tuple(savings(game, shared, order)), count)


def _drawn(room: Workshop, order: Order, step: Step, reused: Reuse) -> _Drawn:
    game = room.game
    packs = packs_of(game, order)
    in_packs = {part.id for pack in packs for part in pack.parts}
    made = _Drawn([], [], [], [])
    with Conversion(renderer=order.renderer, jobs=order.jobs, reused=reused) as conversion:
        for component in order.components_of(game):
            step(f"draw {game.id}/{component.id}")
            drawn, findings = prepare(
                room,
                (component,),
                () if component.id in in_packs else order.papers,
                backs=order.backs,
                only=order.pieces_of,
                drawn=conversion.start,
            )
            made.prints.extend(drawn)
            made.findings.extend(findings)
        import pnp.cli.builds.writing  # noqa: F401, PLC0415 - pikepdf is loaded while faces are being converted

        if not has_errors(made.findings):
            shared, findings = packed(game, packs, made.prints, order)
            pages, refused = conversion.pages(made.prints, done=lambda: step(f"convert {game.id}"))
            made.shared.extend(shared)
            made.pages.extend(pages)
            made.findings.extend((*findings, *refused))
    return made
