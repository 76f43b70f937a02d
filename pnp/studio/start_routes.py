"""Routes that create a game: from a starter, or from a dropped table, with a preview of how it is read."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath
from typing import Any

from starlette.requests import Request
from starlette.routing import BaseRoute

from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, fonts_of
from pnp.edit.undo import FileChange, current_content
from pnp.files import is_file, is_folder, is_within, make_folder, read_bytes, temporary_folder, write
from pnp.load.nodes import ScalarNode
from pnp.load.project import find_project
from pnp.load.rows.headings import LEFT_OUT, field_name
from pnp.load.rows.read import SUFFIXES
from pnp.model.card_looks import DESIGNS, ROLES, USUAL_DESIGN
from pnp.model.diagnostics import CannotUse, CannotWrite, UnknownName, has_errors
from pnp.start.new_project import STARTS, new_game
from pnp.start.table_guesses import YAML_SUFFIXES, ImportOptions, TablePlan
from pnp.start.table_import import EditedCopy, ImportedTable, import_table, title_of
from pnp.studio.art_routes import Upload, Uploads
from pnp.studio.content import OF_FONTS, finding_content
from pnp.studio.live_game import Look
from pnp.studio.routing import MOST_UPLOADED, Json, face_file, json_route, route, upload_route
from pnp.studio.state import StudioState
from pnp.text import counted, one_line, slug
from pnp.watch import is_temporary

SAMPLES = 3
LONGEST_SAMPLE = 80
FACES = 4  # Cards that are drawn to show a design.


class StartRoutes:
    """Begins games in the folder of a studio."""

    def __init__(self, state: StudioState) -> None:
        self._state, self._uploads = state, Uploads()
        self.routes: list[BaseRoute] = [
            route("/api/start", lambda _: STARTING | {"tables": self._tables()}),
            json_route("/api/start/new", self.new),
            upload_route(
                "/upload/table", lambda request, data: self._kept(request.query_params.get("name", ""), data)
            ),
            json_route(
                "/api/start/plan",
                lambda _, body: self._planned(self._uploads.find(str(body.get("id", ""))), body),
            ),
            json_route("/api/start/import", self.bring),
            json_route("/api/start/here", self.here),
        ]

    def close(self) -> None:
        """Forget the tables that were sent."""
        self._uploads.close()

    def new(self, _: Request, body: Json) -> Json:
        """Begin a game from a starter."""
        title = str(body.get("title", "")).strip()
        if not title:
            raise CannotUse("the game has no title", "write one, such as Tea Time")
        made = new_game(title, str(body.get("start", "")), root=self._state.project.root)
        return self._begun(made.game)

    def _kept(self, called: str, data: bytes) -> Json:
        sent = self._uploads.keep(called, data)
        name = PurePath(sent.name)
        if name.suffix.lower() not in TABLES:
            self._uploads.forget(sent.number)
            raise CannotUse(f"{name} is not a table", f"drop a file that ends in {', '.join(TABLES)}")
        return self._planned(sent, {"title": title_of(name.stem) or "Cards"})

    def _tables(self) -> list[str]:
        root = self._state.project.root
        found = (path for path in root.iterdir() if path.suffix.lower() in SUFFIXES and is_within(path, root))
        names = sorted(path.name for path in found if is_file(path) and not is_temporary(path.name))
        return names[:MOST_TABLES]

    def here(self, _: Request, body: Json) -> Json:
        """Take a table that lies in the folder of the project."""
        name = str(body.get("name", ""))
        if name not in self._tables():
            raise UnknownName(f'there is no table "{name}" in this folder')
        return self._kept(name, read_bytes(self._state.project.root / name, limit=MOST_UPLOADED))

    def bring(self, _: Request, body: Json) -> Json:
        """Make cards of a table in the project, or say what would be lost by that, which `replace` in `body` permits."""
        sent, root = self._uploads.find(str(body.get("id", ""))), self._state.project.root
        title = str(body.get("title", ""))
        if not body.get("game") and title and is_folder(root / "card_data" / slug(title)):
            hint = "choose it above to add the cards to it, or write another title"
            raise CannotUse(f'there is a game "{title}" already', hint)
        before = self._files_of(str(body.get("game", "")))
        with temporary_folder("studio") as folder:
            try:
                options = _options(body | self._design(body))
                made = import_table(_file(folder, sent, body), here=root, options=options)
            except EditedCopy as refused:
                return {"edited": f"{refused}. Importing it again would lose the edits."}
            except CannotWrite as refused:
                said = str(refused).replace(f"{root}{os.sep}", "")
                raise CannotUse(said, "write another name") from refused
        if has_errors(made.diagnostics):
            raise CannotUse(made.diagnostics[0].message, made.diagnostics[0].hint)
        cards = counted(made.plan.cards, "card") if made.plan else ". ".join(made.decided[1:])
        copies = [one.relative_to(made.root).as_posix() for one in made.files if one.suffix in SUFFIXES]
        kept = f" The game uses the copy {copies[0]}, and no longer your file." if copies else ""
        what = f"{body.get('named') or title or made.component}: {cards}{' imported' if made.plan else ''}"
        answer = self._begun(made.game) | {"component": made.component, "said": f"{what}.{kept}"}
        if before:
            now, history = self._files_of(made.game), self._state.history(made.game)
            changes = [FileChange(path, before.get(path), now.get(path)) for path in before | now]
            self._state.tell_edit(made.game, history.write(what, changes, written=True), saved=True)
        return answer

    def _files_of(self, game: str) -> dict[Path, bytes | None]:
        """Return the tables and components of a game, so that an import into it can be undone; none of a game that is new."""
        folder = self._state.project.game_folder(game) if game in self._state.games else None
        paths = folder.iterdir() if folder else ()
        return {path: current_content(path) for path in paths if path.suffix.lower() in TABLES}

    def _begun(self, game: str) -> Json:
        state = self._state
        if state.project.game_folder(game) is None:
            state.adopt(find_project(state.project.root))
        else:
            state.look_again()
        return {"game": game}

    def _planned(self, sent: Upload, body: Json) -> Json:
        number, file_title = sent.number, title_of(PurePath(sent.name).stem) or "Cards"
        game = slug(file_title)
        known = self._design({"game": game} | body)
        options = _options(body | known | {"game": ""})
        with temporary_folder("studio") as folder:
            file = _file(folder, sent, body)
            made = import_table(file, here=Path(folder) / "project", options=options)
            plan = made.plan
            if plan is None:
                found = [finding_content(finding) for finding in made.diagnostics]
                return {"id": number, "findings": found, **known}
            faces = [*self._faces(made)]
        return {
            "id": number,
            "findings": [],
            **known,
            "title": str(body.get("title", "")),
            "game": game if is_folder(self._state.project.root / "card_data" / game) else "",
            "named": (plan.sheet or plan.sheets[0] if len(plan.sheets) > 1 else "") or file_title,
            "cards": plan.cards,
            "sheets": plan.sheets,
            "sheet": plan.sheet or next(iter(plan.sheets), ""),
            "columns": [*_columns(plan)],
            "decided": [*_decided(made.decided)],
            "faces": faces,
        }

    def _design(self, body: Json) -> Json:
        """Return the design that was chosen, or else that of the cards of the game into which the table goes."""
        game, design = str(body.get("game", "")), str(body.get("design", ""))
        if not design and game in self._state.games:
            with self._state.looking(game) as look:
                components = look.game.components if look.game else ()
                design = next((each.design.name for each in components if each.design), "")
        return {"design": design or USUAL_DESIGN}

    def _faces(self, made: ImportedTable) -> Iterator[str]:
        project = find_project(made.root)
        look = Look(BuildContext(project, fonts_of(project), BuildOptions(), self._state.cache), made.game)
        if look.game is None:
            return
        pieces = look.component(made.component).pieces
        longest = max(pieces, key=lambda piece: len(str(dict(piece.fields))), default=None)
        for piece in dict.fromkeys(piece.id for piece in (*pieces[: FACES - 1], longest) if piece):
            sides, _ = look.drafted(look.game, made.component, piece)
            if "front" in sides:
                yield face_file(sides["front"]).decode()


def _decided(lines: Sequence[str]) -> Iterator[str]:
    """Yield what was decided that the form does not show, without options of the terminal."""
    for line in "\n".join(lines).replace("\n  ", " ").splitlines():  # as sentences, which a terminal breaks
        said = f"fonts: {OF_FONTS}" if line.startswith("fonts: ") else line
        said = said.replace(" (--art-folder): none is printed", ": add them once the cards are imported")
        if "--" not in said and said.partition(":")[0] not in (*ROLES, "not printed"):
            yield said


MOST_TABLES = 8  # Of a folder: so many are offered.
TABLES = (*SUFFIXES, *YAML_SUFFIXES)
IN_FORM = (*ROLES, "copies", "art", "none")
STARTING: Json = {"starts": dict(STARTS), "designs": DESIGNS, "roles": IN_FORM, "endings": TABLES}


def _file(folder: str, sent: Upload, body: Json) -> Path:
    title = re.sub(r"[^\w '!&,()-]+", " ", str(body.get("named") or body.get("title", ""))).strip()[:80]
    top, name = Path(folder), PurePath(sent.name)
    make_folder(top / "project", root=top)
    file = top / f"{title or name.stem[:80]}{name.suffix.lower()}"
    write(file, sent.data, durable=False)
    return file


def _options(body: Json) -> ImportOptions:
    roles: Any = body.get("roles") or {}
    if not isinstance(roles, dict) or not all(isinstance(role, str) for role in roles.values()):
        raise CannotUse("the page has not said what the columns are")
    by_role = {role: heading for heading, role in roles.items()}
    columns = {
        heading: "art" if role == "art" else field_name(heading)
        for heading, role in roles.items()
        if role != "copies" and (role == "art" or field_name(heading))
    }
    design, title = str(body.get("design") or USUAL_DESIGN), str(body.get("title", ""))
    if design not in DESIGNS:
        raise UnknownName(f'there is no design "{design}"')
    return ImportOptions(
        game=str(body.get("game", "")) or (title if slug(title) else ""),
        sheet=str(body.get("sheet", "")),
        title=by_role.get("headline", ""),
        count=by_role.get("copies", LEFT_OUT) if roles else "",
        columns=columns,
        roles={heading: role for heading, role in roles.items() if role not in ("copies", "art")},
        design=design,
        replace=body.get("replace") is True,
    )


def _columns(plan: TablePlan) -> Iterator[Json]:
    roles: dict[str, str] = {"copies": "copies", "art": "art"}
    for role, names in plan.guessed.roles.fields.items():
        for name in names:
            roles.setdefault(name, role)
    roles |= {plan.guessed.roles.suit: "suit"}
    for heading, field in plan.columns.fields.items():
        nodes = (entry.get(field) for entry in plan.entries)
        texts = dict.fromkeys(node.text for node in nodes if isinstance(node, ScalarNode) and node.text)
        samples = [one_line(text)[:LONGEST_SAMPLE] for text in texts][:SAMPLES]
        why = plan.guessed.left_out.get(field) or plan.guessed.reasons.get(field, "")
        why = f"fills gaps of {plan.columns.heading(field)}" if heading in plan.columns.filling else why
        role = LEFT_OUT if heading in plan.columns.filling else roles.get(field, LEFT_OUT)
        yield {"heading": heading, "samples": samples, "role": role, "why": why}
