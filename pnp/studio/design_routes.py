"""Routes of the Design view: a drawing used as a template, changes to its objects, and templates turned into drawings."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.routing import BaseRoute

from pnp.build.pictures_and_proofs import export_template, fullest_piece
from pnp.edit import drawing_change
from pnp.edit.undo import FileChange, current_content
from pnp.edit.yaml_change import ListSpan, read_yaml_text, span_at, with_value, without_value
from pnp.files import is_within, temporary_folder, write
from pnp.load.project import find_template_file, is_drawing
from pnp.load.role_guesses import value_as_text
from pnp.model.card_looks import DESIGNS
from pnp.model.diagnostics import CannotEdit, CannotUse, Diagnostic, has_errors
from pnp.model.face import PieceSide, Side
from pnp.model.game import Component, Piece
from pnp.render.template_export import ExportedDrawing, drawing_of, scene_of
from pnp.studio.routing import Json, json_route, route, theme_of, upload_route
from pnp.studio.state import StudioState
from pnp.svg.images import UnsafeDrawing
from pnp.svg.reader.source_text import read_source
from pnp.svg.vocabulary import ATTRIBUTES, OUTSIDE, declarations
from pnp.templates.api import view_of
from pnp.templates.design_art import art_data, icon_for, symbol_icon, symbol_outline
from pnp.templates.svg_template.filling import WrongPage, page_of, pages_of
from pnp.templates.values import colours
from pnp.typesetting.fonts import ENDINGS, FontBook, FontFile, asked_for, faults_of

ADDRESS = "/api/games/{game}/design/{component}"
MOST_CHANGES = 500
_HEX = re.compile("#[0-9a-fA-F]{6}")
_STYLE = ("kind", "name", "value")


@dataclass(frozen=True, slots=True)
class Template:
    """The template of a side of a piece of a game in a theme: its name, and its file, None for one that comes with pnp."""

    game: str
    theme: str
    component: Component
    piece: Piece
    side: Side
    name: str
    path: Path | None

    @property
    def drawing(self) -> Path | None:
        """Its file, if that is a drawing of this project."""
        return self.path if is_drawing(self.name) else None


class DesignRoutes:
    """Shows and changes the drawings of the games of a studio."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self.routes: list[BaseRoute] = [
            route(ADDRESS, self.design),
            json_route(ADDRESS, self.change),
            route(f"{ADDRESS}/icons", self.icons),
            route(f"{ADDRESS}/export", self.export, "POST"),
            json_route("/api/games/{game}/style", self.restyle),
            upload_route("/upload/font/{game}", self.upload_font),
        ]

    def design(self, request: Request) -> Json:
        """Return the drawing of a side of a component's cards."""
        template = self._template(request)
        with self._state.looking(template.game, template.theme) as look:
            context = look.context
            palette = dict(colours(context.game, look.theme))
            families, roles = sorted(context.sources.fonts.families), dict(context.game.fonts)
        component = template.component
        fields = dict.fromkeys(name for piece in component.pieces for name in piece.fields)
        known = {"fields": ["name", *(field for field in fields if field != "name")], "palette": palette}
        about: Json = {"template": template.name, "fonts": families, "roles": roles} | known
        design = component.design if component.kind.name == "cards" and template.path is None else None
        about |= {"design": design.name, "designs": DESIGNS} if design else {"designs": ()}
        return about | (self._drawn(template, template.drawing) if template.drawing else {"drawing": None})

    def _drawn(self, template: Template, path: Path) -> Json:
        data, component = current_content(path) or b"", template.component
        objects = drawing_change.objects_of(data)
        try:
            pages = pages_of(read_source(data)[0])
            page = page_of(pages, component.size, component.bleed, {component.id, template.side})
        except (UnsafeDrawing, WrongPage) as error:
            raise CannotEdit(f"{template.name}: {error}", getattr(error, "hint", None)) from error
        return {
            "drawing": [_object(shape) for shape in objects],
            "matrix": list(page.matrix),
            "file": path.relative_to(self._state.project.root).as_posix(),
            "state": sha256(data).hexdigest(),
        }

    def change(self, request: Request, body: Json) -> Json:
        """Change objects of a drawing, unless it was changed meanwhile; one step."""
        template = self._template(request)
        path, game, theme = template.drawing, template.game, template.theme
        if path is None:
            hint = "make the template a drawing"
            raise CannotUse("these cards are not made from a drawing of this project", hint)
        after = before = current_content(path) or b""
        if sha256(before).hexdigest() != body.get("state"):
            changed = f"{path.name} was changed meanwhile, in another program or tab"
            raise CannotUse(changed, "look at its current state")
        with self._state.looking(game) as look:
            fonts = look.context.sources.fonts
        for step in _steps(body, fonts):
            after = step(after)
        what = f"{template.component.title}: {str(body.get('what', 'changed'))[:60]}"
        side = PieceSide(template.component.id, template.piece.id, template.side)
        self._state.see(game, theme, [(side.component, side.piece)])
        icons = self._new_icons(template, before, after)
        told = self._state.write(game, what, (*icons, FileChange(path, before, after)))
        self._state.look_again()
        shown = self._state.face(game, theme, side)
        face = {"side": str(side), "key": shown.face.key, "stale": not shown.current} if shown else None
        return told | self._drawn(template, path) | {"face": face}

    def icons(self, request: Request) -> Json:
        """Return the icons of the game, then the symbols that pnp has for icons, each with a picture as a data URI."""
        own = dict[str, str]()
        with self._state.looking(request.path_params["game"]) as look:
            known = look.context.icons
            for name in known.names():
                with suppress(UnsafeDrawing):  # the findings say what is wrong with it
                    if path := known.find(name):
                        drawn = known.read(path)
                        own[name] = _WHOLE.format(view_of(drawn), drawn.inner)
        words = art_data("symbols")
        symbols = {name: symbol_icon(symbol_outline(name)) for name in words if name not in own}
        icons = (
            {"name": name, "words": words.get(name, ""), "look": _URI + b64encode(svg.encode()).decode()}
            for name, svg in (own | symbols).items()
        )
        return {"icons": list(icons)}

    def _new_icons(self, template: Template, before: bytes, after: bytes) -> Iterator[FileChange]:
        """Yield the files of icons that a change of a drawing asks for by words for which pnp has one, and the game none."""
        asked = _icons_in(after) - _icons_in(before)
        every = [piece.fields for piece in template.component.pieces]
        names = {value_as_text(fields.get(each)) for each in asked for fields in every}
        with self._state.looking(template.game) as look:
            found = look.context.icons.find
            for name in sorted(filter(_FILE_NAME.fullmatch, names.union(asked.difference(*every)))):
                if not found(name) and (svg := icon_for(name)):
                    path = self._state.project.root / f"templates/{template.game}/icons/{name}.svg"
                    yield FileChange(path, current_content(path), svg.encode())

    def export(self, request: Request) -> Json:
        """Make the template of a component a drawing of this project, after one of its cards.

        Of a design that is one with long texts, whose colours are those of each card, and which go into the palette; what it
        draws where there is no picture becomes a file in art/.
        """
        self._state.look_again()  # a card may just have got another id
        template = _in_one_layout(self._template(request))
        project, component, game = self._state.project, template.component, template.game
        folder = self._state.own_folder(game)
        changes, told, sides = list[FileChange](), list[str](), [template.side]
        if template.path is None and template.side == "front":  # without its design it has no other back
            piece, scenes = self._scenes(template)
            template = replace(template, piece=piece)
            sides += ["back"] if piece.back else []
            changes = [
                FileChange(folder / f"art/{name}.svg", None, svg.encode()) for name, svg in scenes.items()
            ]
        of_game, of_cards = (folder / name for name in ("game.yaml", f"{component.id}.yaml"))
        before = {path: current_content(path) for path in (of_game, of_cards)}
        files = {path: read_yaml_text(data or b"", path.name) for path, data in before.items()}
        for side in sides:
            drawn = self._exported(replace(template, side=side))
            told += drawn.unnamed if template.path else ()
            path = project.root / f"templates/{game}/{component.id}{'-back' if side == 'back' else ''}.svg"
            if path.exists():
                hint = "name it in the file of the component"
                raise CannotUse(f"templates/{game}/{path.name} exists already", hint)
            changes.append(FileChange(path, None, drawn.svg.encode()))
            keys = ("kind", "title", "size", "design")
            files[of_cards] = with_value(files[of_cards], (side,), path.name, keys)
            palette = drawn.palette
            if palette and span_at(files[of_game].top, ("palette",)) is None:
                files[of_game] = with_value(files[of_game], ("palette",), palette)
            for name, colour in palette.items():
                if span_at(files[of_game].top, ("palette", name)) is None:
                    files[of_game] = with_value(files[of_game], ("palette", name), colour)
        if "front" in sides:
            files[of_cards] = without_value(files[of_cards], ("design",))
        changes += [
            FileChange(path, before[path], file.data)
            for path, file in files.items()
            if file.data != before[path]
        ]
        written = self._state.write(game, f"{component.title}: edited by hand", changes)
        self._state.look_again()
        return written | {"told": told}

    def _scenes(self, template: Template) -> tuple[Piece, Mapping[str, str]]:
        """Return a piece with all that others have, and by id what is drawn on those that nobody has drawn a picture for."""
        component, scenes = template.component, dict[str, str]()
        like = fullest_piece(component)
        for piece in component.pieces[:MOST_CHANGES] if component.design else ():
            with self._state.looking(template.game, template.theme) as look:
                art = str(piece.fields.get("art", piece.id))
                if not look.context.gallery.find(art):
                    scenes[art] = scene_of(component, piece, like, template.name, look.context)
        return like, {name: scene for name, scene in scenes.items() if scene}

    def _exported(self, template: Template) -> ExportedDrawing:
        """Return a side of a piece as a drawing. A template of the project is drawn by a worker first, within its limits."""
        component, piece, side = template.component, template.piece, template.side
        game, theme = template.game, template.theme
        if template.path is None:
            with self._state.looking(game, theme) as look:
                drawn = drawing_of(component, piece, side, template.name, look.context, shared=True)
            if isinstance(drawn, ExportedDrawing):
                return drawn
            found: Sequence[Diagnostic] = (drawn,)
        else:
            name = f"{component.id}/{piece.id}"
            made = export_template(
                self._state.project, game, name, back=side == "back", theme=theme, shared=True
            )
            if made.drawing is not None and not has_errors(made.diagnostics):
                told = [each.message for each in made.diagnostics if each.code == "PNP453"]
                return ExportedDrawing(made.drawing, tuple(told), made.palette)
            found = made.diagnostics
        first = next((finding for finding in found if finding.severity == "error"), None)
        raise CannotUse(first.message if first else "it cannot be drawn", first.hint if first else None)

    def restyle(self, request: Request, body: Json) -> Json:
        """Give a colour of the palette or one of the fonts another value, wherever it is named, or cards another design."""
        game, kind, name, value = request.path_params["game"], *(str(body.get(key)) for key in _STYLE)
        folder = self._state.own_folder(game)
        with self._state.looking(game) as look:
            families, components = look.context.sources.fonts.families, look.context.game.components
        is_right = {
            "palette": bool(_HEX.fullmatch(value)),
            "fonts": value in families,
            "design": value in DESIGNS and name in {each.id for each in components},
        }.get(kind)
        if not is_right:
            hint = "choose a colour such as #2f4b7c, a font or a design"
            raise CannotUse(f"{name} cannot be {value}", hint)
        path = folder / ("game.yaml" if kind != "design" else f"{name}.yaml")
        data = current_content(path) or b""
        file = read_yaml_text(data, path.name)
        first = (0,) if isinstance(span_at(file.top, (kind, name)), ListSpan) else ()
        place = (kind, name, *first) if kind != "design" else (kind,)
        change = FileChange(path, data, with_value(file, place, value).data)
        titles = {each.id: f"design of {each.title}" for each in components}
        what = {"palette": f"colour {name}", "fonts": f"{name} font"}.get(kind) or titles[name]
        written = self._state.write(game, f"{what}: {value}", (change,))
        self._state.look_again()
        return written

    def upload_font(self, request: Request, data: bytes) -> Json:
        """Put a font that was sent into fonts/, if it can be used; return its family."""
        game = request.path_params["game"]
        name = re.sub(r"[^\w .-]", "_", request.query_params.get("name", "")).lstrip(".")
        if not name.lower().endswith(ENDINGS):
            raise CannotUse(f"{name or 'this file'} is no font that pnp can use", "choose a TTF or OTF file")
        with temporary_folder("font") as folder:
            path = Path(folder) / "fonts" / name
            write(path, data, durable=False)
            if fault := faults_of([path.parent])[path]:
                raise CannotUse(f"{name} {fault}", "choose another file")
            family = FontFile(path).family
        path = self._state.project.fonts / name
        change = FileChange(path, current_content(path), data)
        written = self._state.write(game, f"the font {family}", (change,))
        self._state.look_again()
        return written | {"family": family}

    def _template(self, request: Request) -> Template:
        side: Side = "back" if request.query_params.get("side") == "back" else "front"
        project, game, theme = self._state.project, request.path_params["game"], theme_of(request)
        with self._state.looking(game, theme) as look:
            component = look.component(request.path_params["component"])
            wanted = request.query_params.get("piece", "")
            named = (piece for piece in component.pieces if piece.id == wanted)
            piece = next(named, None) or next(iter(component.pieces), None)
            name = dict(look.context.sides(piece)).get(side) if piece else None
        if piece is None or name is None:
            raise CannotUse(f"{component.title} has no {side}", "choose another side")
        path = find_template_file(project.templates, name)
        own = path if path is not None and is_within(path, project.root) else None
        return Template(game, theme, component, piece, side, name, own)


def _in_one_layout(template: Template) -> Template:
    """Return a template whose cards can share a drawing: as a playing card has pips, its rank is shown as a cost is."""
    component, design = template.component, template.component.design
    if template.path is not None or design is None or not design.roles.corner:
        return template
    headline, cost = design.roles.headline or design.roles.suit, design.roles.cost or design.roles.corner
    design = replace(design, roles=replace(design.roles, headline=headline, cost=cost, corner=""))
    return replace(template, component=replace(component, design=design))


_URI = "data:image/svg+xml;base64,"
_WHOLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}">{}</svg>'
_ICON = re.compile(r"(?:^|\s)icon:\s*([\w-]+(?: (?![\w-]+:)[\w-]+)*)")
_FILE_NAME = re.compile(r"\w[\w -]{0,60}")


def _icons_in(data: bytes) -> set[str]:
    """Return what the names of the objects in a drawing say of icons: fields, and names of icons."""
    labels = (each.attributes.get("inkscape:label", "") for each in drawing_change.objects_of(data))
    return {found[1] for label in labels for found in _ICON.finditer(label)}


def _object(each: drawing_change.DrawnObject) -> Json:
    allowed = ATTRIBUTES.get(each.tag)
    attributes = {
        name.removeprefix("xlink:"): value
        for name, value in each.attributes.items()
        if allowed is not None
        and (name.removeprefix("xlink:") in allowed or name in ("style", "transform", "id"))
        and not OUTSIDE.search(value)
        and (not name.endswith("href") or value.startswith(("#", "data:image/")))
    }
    return {
        "tag": each.tag if allowed is not None else "",
        "parent": each.parent,
        "attributes": attributes,
        "text": each.text if each.tag in ("text", "tspan") else "",
        "id": each.attributes.get("id", ""),
        "label": each.attributes.get("inkscape:label", ""),
        "layer": each.attributes.get("inkscape:groupmode") == "layer",
        "locked": each.attributes.get("sodipodi:insensitive") == "true",
    }


def _in_a_face(change: drawing_change.ObjectChange, fonts: FontBook) -> drawing_change.ObjectChange:
    """Return a change after which a text asks for a style that its font has."""
    style = dict(declarations(change.attributes.get("style") or ""))
    family, wanted = asked_for(style)
    face = fonts.nearest(family, wanted) if family in fonts.families else None
    if face is None or face.style == wanted:
        return change
    weight, italic = face.style
    style |= {"font-weight": str(weight), "font-style": "italic" if italic else "normal"}
    written = ";".join(f"{name}:{value}" for name, value in style.items())
    return replace(change, attributes={**change.attributes, "style": written})


def _steps(body: Json, fonts: FontBook) -> Iterator[Callable[[bytes], bytes]]:
    changes: Any = body.get("changes", {})
    is_right = isinstance(changes, dict) and len(changes) <= MOST_CHANGES
    if not is_right or not all(map(str.isdigit, changes)):
        raise CannotUse("the page has not said what to change")
    wanted = {int(number): _in_a_face(_change(change), fonts) for number, change in changes.items()}
    if wanted:
        yield lambda data: drawing_change.changed_objects(data, wanted)
    remove, copy, move, add = (body.get(name) for name in ("remove", "copy", "move", "add"))
    if isinstance(remove, list) and all(isinstance(number, int) for number in remove):
        yield lambda data: drawing_change.without_objects(data, remove)
    if isinstance(copy, int):
        yield lambda data: drawing_change.copied_object(data, copy, _change(body))
    if isinstance(move, dict):
        yield lambda data: drawing_change.moved_object(
            data, int(move["object"]), int(move["beside"]), above=bool(move.get("above"))
        )
    if isinstance(add, dict):
        yield lambda data: drawing_change.added_object(data, int(add.get("into", 0)), _new_object(add))


def _new_object(new: object) -> drawing_change.NewObject:
    change, known = _change(new), new if isinstance(new, dict) else {}
    values = {name: value for name, value in change.attributes.items() if value is not None}
    given: Any = known.get("parts")
    parts = tuple(map(_new_object, given)) if isinstance(given, list) else ()
    return drawing_change.NewObject(str(known.get("tag")), values, change.text or "", parts)


def _change(change: object) -> drawing_change.ObjectChange:
    """Return the attributes and the text that an object gets. Raises CannotUse for what is none of them."""
    known: Json = change if isinstance(change, dict) else {"text": 0}
    attributes: Any = known.get("attributes", {})
    text = known.get("text")
    plain = isinstance(attributes, dict) and all(isinstance(each, str | None) for each in attributes.values())
    if not plain or not isinstance(text, str | None):
        raise CannotUse("the page has not said what to change")
    return drawing_change.ObjectChange(attributes, text)
