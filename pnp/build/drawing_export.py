"""`pnp template export`: save a card drawn by a template as a drawing that is itself a template."""

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.build.pipeline import fonts_of
from pnp.load.game import load_game
from pnp.load.project import Project, is_drawing
from pnp.model.diagnostics import Diagnostic
from pnp.model.errors import CannotUse, UnknownName
from pnp.model.face import Side
from pnp.model.game import Component, Game, Piece
from pnp.render.faces import render_each
from pnp.render.template_export import drawing_of
from pnp.render.worker_tasks import DrawElsewhere
from pnp.templates.context import RenderContext
from pnp.templates.sources import sources_of
from pnp.text import listed, suggest_argument
from pnp.workers.tasks import Workers


@dataclass(frozen=True, slots=True)
class ExportedTemplate:
    """The drawing of a side of a piece, None when it could not be made; `name` is what its file is called."""

    name: str
    drawing: str | None
    diagnostics: tuple[Diagnostic, ...]


def export_template(
    project: Project, game_id: str, piece: str, *, back: bool = False, theme: str = ""
) -> ExportedTemplate:
    """Return a side of a piece as a drawing to edit. Raises UnknownName, CannotUse."""
    side: Side = "back" if back else "front"
    loaded = load_game(project, game_id)
    if loaded.game is None:
        return ExportedTemplate("", None, loaded.diagnostics)
    component, found = find_piece(loaded.game, piece)
    context = RenderContext(loaded.game, sources_of(project, game_id, fonts_of(project)), theme)
    template = dict(context.sides(found)).get(side)
    if template is None:
        raise CannotUse(
            f"{component.id}/{found.id} has no {side}", "only a side that is drawn has a template"
        )
    if is_drawing(template):
        raise CannotUse(
            f"the {side} of {component.id}/{found.id} is already a drawing", f"open templates/{template}"
        )
    name = f"{component.id}-{found.id}{'-back' if back else ''}.svg"
    # A worker draws it first, within the limits of the game: what it cannot draw is not drawn here.
    context.drawn_by = DrawElsewhere(Workers(), project)
    ((_, rendered, _),) = render_each(component, context, (found,))
    if found.id not in (rendered.deck.backs if back else rendered.deck.fronts):
        return ExportedTemplate(name, None, (*loaded.diagnostics, *rendered.diagnostics))
    drawn = drawing_of(component, found, side, template, context)
    if isinstance(drawn, Diagnostic):
        return ExportedTemplate(name, None, (*loaded.diagnostics, drawn.about(game=game_id, piece=found.id)))
    told = (_unnamed(component, found, drawn.unnamed, game_id),) if drawn.unnamed else ()
    return ExportedTemplate(name, drawn.svg, (*told, *loaded.diagnostics))


def _unnamed(component: Component, piece: Piece, fields: Sequence[str], game: str) -> Diagnostic:
    """Return the warning about fields of which the drawing shows on every card what it shows on this one."""
    name = f"{component.id}/{piece.id}"
    names = listed([f'"{field}"' for field in fields])
    message = f"{name}: what the template makes of {names} has no name in the drawing, and is the same on every card"
    hint = "name an object after the field, or first put the value to show into its own field"
    place = piece.places.get(fields[0], piece.place)
    return Diagnostic("PNP453", message, place, hint, "warning", game, name)


def find_piece(game: Game, name: str) -> tuple[Component, Piece]:
    """Return the piece that "apple", "food/apple", or the name of a component means: its first piece. Raises UnknownName."""
    pieces = [(component, piece) for component in game.components for piece in component.pieces]
    found = [
        (component, piece) for component, piece in pieces if name in (piece.id, f"{component.id}/{piece.id}")
    ] or [(component, component.pieces[0]) for component in game.components if component.id == name]
    if len(found) == 1:
        return found[0]
    whole = [f"{component.id}/{piece.id}" for component, piece in found or pieces]
    if found:
        raise UnknownName(f'several pieces are called "{name}"', suggest_argument("", whole, "pieces"))
    names = [*whole, *(piece.id for _, piece in pieces), *(component.id for component in game.components)]
    raise UnknownName(f'{game.title} has no piece "{name}"', suggest_argument(name, names, "pieces"))
