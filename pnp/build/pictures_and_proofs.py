"""Output instead of sheets: pictures for a cutting machine that prints them itself, proofs, or a card as a drawing to edit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pnp.build.options import PROOF, BuildOptions, game_output, output_folder
from pnp.build.pipeline import BuildContext, DrawnGame, ImposedComponent, draw_game, fonts_of
from pnp.build.result import BuildResult, PictureFolder, SheetFile, count_files, not_built
from pnp.convert.renderers import joined
from pnp.escaping import table_text
from pnp.export.image_files import OpenPages, PieceRows, cut_picture, rows_within
from pnp.files import write, writing_folder
from pnp.load.cutting_machines import CuttingMachine
from pnp.load.game import load_game
from pnp.load.project import Project, is_drawing
from pnp.model.diagnostics import CannotUse, Diagnostic, UnknownName, has_errors
from pnp.model.face import BACK, FRONT, Side
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import MM_PER_UNIT, Size
from pnp.model.papers import Paper
from pnp.render.faces import render_each
from pnp.render.proof_lines import FAMILY, WEIGHTS, proof_of
from pnp.render.template_export import drawing_of
from pnp.render.worker_tasks import DrawElsewhere
from pnp.templates.context import RenderContext
from pnp.templates.sources import sources_of
from pnp.text import listed, suggest_argument
from pnp.typesetting.fonts import Style
from pnp.workers.tasks import Workers

LIST = "pictures.csv"
"""The list of the pictures in a folder, with the size that each must have in the program of the machine."""


@dataclass(frozen=True, slots=True)
class _PlannedPicture:
    """A picture to be made of some faces of a component; one face may be on it several times."""

    name: str
    drawn: ImposedComponent
    side: Side
    faces: tuple[str, ...]
    rows: PieceRows


def build_cut_pictures(context: BuildContext, game: Game, machine: CuttingMachine) -> BuildResult:
    """Make the pictures of one game; what is too large is left out. Raises CannotRender and CannotWrite."""
    options = context.options
    drawn = draw_game(replace(context, options=replace(options, papers=())), game)
    if has_errors(drawn.diagnostics):
        return not_built(game.id, game.title, drawn.findings)
    planned, found = _plan(drawn, options, machine)
    if found and not any(planned.values()):
        return not_built(game.id, game.title, (*drawn.findings, *found))
    found = [replace(finding, severity="warning") for finding in found]
    folders = tuple(
        _write(context, drawn, machine, paper, planned[paper.name])
        for paper in options.papers
        if planned[paper.name]
    )
    for part in drawn.components:
        context.step(f"write {game.id}/{part.component.id}")
    return BuildResult(game.id, (), (*drawn.findings, *found), pictures=folders)


def _plan(
    drawn: DrawnGame, options: BuildOptions, machine: CuttingMachine
) -> tuple[dict[str, list[_PlannedPicture]], list[Diagnostic]]:
    planned: dict[str, list[_PlannedPicture]] = {}
    found: list[Diagnostic] = []
    areas = machine.areas or {}
    for paper in options.papers:
        planned[paper.name] = []
        for part in drawn.components:
            rows = None if part.component.net else rows_within(part.component, areas[paper.name], machine)
            if rows is None:
                found.append(_left_out(drawn.game, part, paper, areas[paper.name], machine))
            else:
                planned[paper.name] += _pictures(part, rows, backs=options.backs != "none")
    return planned, found


def _pictures(drawn: ImposedComponent, rows: PieceRows, *, backs: bool) -> Iterator[_PlannedPicture]:
    component, deck = drawn.component, drawn.rendered.deck
    for side, shown in ((FRONT, deck.fronts), (BACK, deck.backs if backs else {})):
        faces = [
            shown[piece.id] for piece in component.pieces if piece.id in shown for _ in range(piece.copies)
        ]
        for number, start in enumerate(range(0, len(faces), rows.places), 1):
            name = f"{component.id}{'' if side == FRONT else '-backs'}-{number}.png"
            yield _PlannedPicture(name, drawn, side, tuple(faces[start : start + rows.places]), rows)


def _left_out(
    game: Game, drawn: ImposedComponent, paper: Paper, area: Size, machine: CuttingMachine
) -> Diagnostic:
    component = drawn.component
    size = component.size
    fact = (
        f"{size.width:.4g} × {size.height:.4g} mm does not fit in the {area.width:.4g} × {area.height:.4g} mm "
        f"that {machine.title} prints and cuts on {paper.title}"
    )
    if component.net:
        fact = f"it is folded, and {machine.title} cannot cut slits or score folds along a picture"
    hint = f"print it with pnp build {game.id} --component {component.id} --cut svg, and cut it by hand or from the mat"
    return Diagnostic("PNP416", f"{component.title}: {fact}", component.place, hint, game=game.id)


def _write(
    context: BuildContext,
    drawn: DrawnGame,
    machine: CuttingMachine,
    paper: Paper,
    pictures: Sequence[_PlannedPicture],
) -> PictureFolder:
    options, game = context.options, drawn.game.id
    name = "/".join(dict.fromkeys((options.own_folder, machine.id)))
    path = output_folder(context.project, options.out, game, name) / paper.name
    root = game_output(context.project, options.out, game)
    with writing_folder(path, root=root, mark=LIST) as folder:
        rows: list[list[object]] = [
            ["file", "component", "side", "pieces", "width mm", "height mm", "width in", "height in"]
        ]
        for picture in pictures:
            size = picture.rows.size(len(picture.faces))
            sides = size.width, size.height
            inches = (f"{side / MM_PER_UNIT['in']:.3f}" for side in sides)
            of = (picture.name, picture.drawn.component.id, picture.side, len(picture.faces))
            rows.append([*of, *(f"{side:.2f}" for side in sides), *inches])
        write(folder / LIST, table_text(rows, "\n").encode(), root=folder)
        for drawn_component in drawn.components:
            component = drawn_component.component
            with OpenPages(drawn.pages[component.id]) as opened:
                for each in pictures:
                    if each.drawn is drawn_component:
                        content = cut_picture(opened, component, each.side, each.faces, each.rows)
                        write(folder / each.name, content, root=folder, durable=False)
    pieces = sum(len(picture.faces) for picture in pictures if picture.side == FRONT)
    return PictureFolder(path, LIST, len(pictures), pieces)


# Proofs: each face on a page of its own, larger than itself, with the lines it is cut and folded along and its sizes.


def build_proofs(context: BuildContext, game: Game) -> BuildResult:
    """Write a PDF of proofs for each component, and return what came of it. Raises CannotRender and CannotWrite."""
    drawn = draw_game(replace(context, options=replace(context.options, papers=())), game, convert=False)
    if has_errors(drawn.diagnostics):
        return not_built(game.id, game.title, drawn.findings)
    folder = output_folder(context.project, context.options.out, game.id, PROOF)
    files = []
    for part in drawn.components:
        titles: dict[str, str] = {}
        for side, key in part.rendered.deck.sides.items():
            titles.setdefault(key, side.title)
        faces = part.rendered.deck.faces
        pages = [proof_of(faces[key], part.component, title) for key, title in titles.items()]
        fonts = (context.fonts.find(FAMILY, Style(weight)) for weight in WEIGHTS)
        known = (*part.rendered.fonts, *(font.path for font in fonts if font))
        path = folder / f"{part.component.id}.pdf"
        pdf = joined([*map(bytes, context.converting(game)(pages, known).chunks)])
        write(path, pdf, root=folder)
        files.append(SheetFile(path, len(pages), len(pages), len(pdf), written=True))
    note = f"{game.title}: proofs, not for printing and cutting"
    return BuildResult(game.id, tuple(files), drawn.findings, note, count=count_files(files))


# `pnp template export`: a card drawn by a template as a drawing that is itself a template.


@dataclass(frozen=True, slots=True)
class ExportedTemplate:
    """The drawing of a side of a piece, None when it could not be made; `name` is what its file is called.

    `palette` are the colours that game.yaml must have for it.
    """

    name: str
    drawing: str | None
    diagnostics: tuple[Diagnostic, ...]
    palette: Mapping[str, str] = field(default_factory=dict)


def export_template(
    project: Project, game_id: str, piece: str, *, back: bool = False, theme: str = "", shared: bool = False
) -> ExportedTemplate:
    """Return a drawing to edit, `shared` for all cards of a design. Raises UnknownName and CannotUse."""
    side: Side = "back" if back else "front"
    loaded = load_game(project, game_id)
    if loaded.game is None:
        return ExportedTemplate("", None, loaded.diagnostics)
    component, found = find_piece(loaded.game, piece)
    context = RenderContext(loaded.game, sources_of(project, game_id, fonts_of(project)), theme)
    template = dict(context.sides(found)).get(side)
    if template is None:
        hint = "only a side that is drawn has a template"
        raise CannotUse(f"{component.id}/{found.id} has no {side}", hint)
    if is_drawing(template):
        fact = f"the {side} of {component.id}/{found.id} is already a drawing"
        raise CannotUse(fact, f"open templates/{template}")
    name = f"{component.id}-{found.id}{'-back' if back else ''}.svg"
    # A worker draws it first, within the limits of the game: what it cannot draw is not drawn here.
    context.drawn_by = DrawElsewhere(Workers(), project)
    ((_, rendered, _),) = render_each(component, context, (found,))
    if found.id not in (rendered.deck.backs if back else rendered.deck.fronts):
        return ExportedTemplate(name, None, (*loaded.diagnostics, *rendered.diagnostics))
    drawn = drawing_of(component, found, side, template, context, shared=shared)
    if isinstance(drawn, Diagnostic):
        return ExportedTemplate(name, None, (*loaded.diagnostics, drawn.about(game=game_id, piece=found.id)))
    told = loaded.diagnostics
    if drawn.unnamed:
        address, names = f"{component.id}/{found.id}", listed([f'"{field}"' for field in drawn.unnamed])
        fact = f"what the template makes of {names} has no name in the drawing, and is the same on every card"
        hint = "name an object after the field, or first put the value to show into its own field"
        place = found.places.get(drawn.unnamed[0], found.place)
        warning = Diagnostic("PNP453", f"{address}: {fact}", place, hint, "warning", game_id, address)
        told = (warning, *told)
    return ExportedTemplate(name, drawn.svg, told, drawn.palette)


def fullest_piece(component: Component) -> Piece:
    """Return the piece that shows best what the others have: one with the most fields, which are neither short nor the longest."""
    pieces = sorted(component.pieces, key=lambda piece: len(str(dict(piece.fields))))
    filled = [sum(map(bool, piece.fields.values())) for piece in pieces]
    full = [piece for piece, fields in zip(pieces, filled, strict=True) if fields == max(filled)]
    return full[len(full) * 3 // 4]


def find_piece(game: Game, name: str) -> tuple[Component, Piece]:
    """Return the piece that "apple", "food/apple", or the name of a component means: its fullest. Raises UnknownName."""
    found = [
        (component, piece)
        for component, piece in game.pieces
        if name in (piece.id, f"{component.id}/{piece.id}")
    ] or [(component, fullest_piece(component)) for component in game.components if component.id == name]
    if len(found) == 1:
        return found[0]
    whole = [f"{component.id}/{piece.id}" for component, piece in found or game.pieces]
    if found:
        raise UnknownName(f'several pieces are called "{name}"', suggest_argument("", whole, "pieces"))
    names = [*whole, *(piece.id for _, piece in game.pieces), *(part.id for part in game.components)]
    raise UnknownName(f'{game.title} has no piece "{name}"', suggest_argument(name, names, "pieces"))
