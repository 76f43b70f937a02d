"""Games, pieces, findings, the form of a card and its changes as plain values for JSON."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from pnp.approval import FINDINGS as APPROVAL_FINDINGS
from pnp.edit.card_change import CardChange, FieldFinding
from pnp.edit.card_form import CardField, CardForm, Limits
from pnp.edit.component_rows import ComponentTable
from pnp.escaping import visible
from pnp.files import is_within, read_package
from pnp.load.project import Project, excerpt, source_lines
from pnp.model.diagnostics import Diagnostic, as_json
from pnp.model.face import BACK, FRONT, PieceSide
from pnp.model.game import Component, Game, Piece, Value
from pnp.render.proof_lines import piece_lines
from pnp.studio.live_game import Look
from pnp.studio.routing import Json
from pnp.templates.values import colours

OF_FONTS = "copy a font that has these letters (TTF or OTF) into the folder fonts beside card_data"
_IN_THE_STUDIO = {
    "add a font to fonts/": OF_FONTS,
    "--explain": "Rules shows the data it looked at; where the game is right, change the claim",
    "data-on-purpose": "move or shrink one of them by half a millimetre: in Design, if the cards are a drawing",
}
"""What is said in place of a hint with a command of the terminal or an attribute of SVG."""

_APPROVE = re.compile(r"right: pnp approve \S+ (\S+/\S+)$")
"""The end of the hint for a card that is not as it was approved: in the studio a button does that, for that card alone."""

_IN_TERMINAL = re.compile(
    r"^[^\s/:]+/[^\s/:,]+,? (?:front|(back))( in [^:]*)?: | at \(-?[\d.]+, -?[\d.]+\)| \(and on \d+ more faces?\)"
)
"""What a message has for the terminal: the ids of the card and the place in mm; the page names the cards beside it."""


def _plain_words(message: str) -> str:
    """Return a message in the words of the page.

    >>> _plain_words('steamwork/a-log, back: "1" touches the edge of a shape at (53.4, 9.2)')
    'On the back: "1" touches the edge of a shape'
    """

    def kept(found: re.Match[str]) -> str:
        where = ("on the back" if found[1] else "") + (found[2] or "")
        return f"{where.strip()}: " if where else ""

    words = _IN_TERMINAL.sub(kept, message)
    return words[:1].upper() + words[1:] if _IN_TERMINAL.match(message) else words


_CODES = json.loads(read_package("pnp.model", "codes.json"))
_MEANINGS = {code: meaning for topic in _CODES.values() for code, meaning in topic.items()}


def project_content(project: Project, looks: Mapping[str, Look]) -> Json:
    """Return the project and its games; one that cannot be read has no components."""
    return {
        "root": str(project.root),
        "name": project.root.name,
        "gone": not project.root.is_dir(),
        "begun": any(is_within(folder, project.root) for folder in project.card_data),
        "games": [_game(name, look) for name, look in looks.items()],
    }


def _game(name: str, look: Look) -> Json:
    game = look.game
    known: Json = {"id": name, "readable": look.is_readable}
    if game is None:
        return known | {"title": name, "version": "", "themes": [], "components": [], "cover": []}
    return known | {
        **attributes_of(game, "title version language"),
        "themes": list(game.themes),
        "components": [_component(component, game) for component in game.components],
        "cover": _cover(game),
    }


def _cover(game: Game) -> list[str]:
    for component in sorted(game.components, key=lambda component: component.kind.name != "cards"):
        pieces = component.pieces
        some = dict.fromkeys((0, len(pieces) // 2, len(pieces) - 1)) if pieces else ()
        if some:
            return [str(PieceSide(component.id, pieces[number].id, FRONT)) for number in some]
    return []


def _component(component: Component, game: Game) -> Json:
    cut = component.cut
    return attributes_of(component, "id title bleed safe copies") | {
        "kind": component.kind.name,
        "game": game.id,
        "width": component.size.width,
        "height": component.size.height,
        "corner": cut.radius if cut.kind == "rectangle" else 0,
        "lines": piece_lines(component),
        "outline": [] if cut.kind == "rectangle" else [list(point) for point in cut.points],
        "pieces": len(component.pieces),
    }


def pieces_content(look: Look) -> list[Json]:
    """Return every piece of a look, in order; the key of a face that was not drawn yet is None."""
    if look.game is None:
        return []
    palette = colours(look.game, look.theme)
    return [
        _piece(look, component, piece) | {"colour": _colour(piece, palette)}
        for component, piece in look.game.pieces
    ]


def _colour(piece: Piece, palette: Mapping[str, str]) -> str:
    """Return the colour that a piece has in its data, for as long as its face is not there; "" when it has none."""
    for value in piece.fields.values():
        if isinstance(value, str):
            if value in palette:
                return palette[value]
            if re.fullmatch("#[0-9a-fA-F]{6}", value):
                return value
    return ""


def _piece(look: Look, component: Component, piece: Piece) -> Json:
    shown = {side: look.shown.get(PieceSide(component.id, piece.id, side)) for side in (FRONT, BACK)}
    keys = {side: face.face.key if face else None for side, face in shown.items()}
    return attributes_of(piece, "id name copies") | {
        "component": component.id,
        "front": keys[FRONT],
        "back": keys[BACK] if piece.back is not None else "",
        "stale": [side for side, face in shown.items() if face and not face.current],
        "file": piece.place.file,
        "line": piece.place.line,
        "fields": {name: plain(value) for name, value in piece.fields.items()},
    }


def plain(value: Value) -> Any:
    """Return a value of a field as JSON has it.

    >>> plain(("stick", "stick"))
    ['stick', 'stick']
    """
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def finding_content(finding: Diagnostic) -> Json:
    """Return a finding with the pieces that it is about, as component/piece."""
    hint = finding.hint or ""
    command = _APPROVE.search(hint) if finding.code in APPROVAL_FINDINGS else None
    if finding.code in APPROVAL_FINDINGS:
        finding = replace(finding, severity="warning")
        hint = "" if command else "look at what is not approved in Rules, and approve it there"
    return as_json(finding) | {
        "approve": command[1] if command else "",
        "meaning": _MEANINGS.get(finding.code, ""),
        "message": visible(_plain_words(finding.message)),
        "detail": visible(finding.message),
        "hint": visible(next((said for word, said in _IN_THE_STUDIO.items() if word in hint), hint)),
        "cell": finding.place.cell if finding.place else "",
        "pieces": [each for each in (finding.piece, *finding.others) if each],
    }


def with_excerpts(findings: Iterable[Diagnostic], root: Path) -> list[Json]:
    """Return findings, each with the line of its file that it is about."""
    lines = cache(partial(source_lines, root=root))  # each file is read once, however many findings it has
    excerpts = ((at := each.place) and excerpt(at, lines(root / at.file)) for each in findings)
    shown = (asdict(line) if line else None for line in excerpts)
    return [finding_content(each) | {"excerpt": line} for each, line in zip(findings, shown, strict=True)]


def form_content(form: CardForm) -> Json:
    """Return the form of a card."""
    known = attributes_of(form, "component piece file makes icons")
    return known | {"line": form.place.line, "fields": [*map(_field, form.fields)]}


def attributes_of(value: object, names: str) -> Json:
    """Return these attributes as JSON has them."""
    return {name: plain(getattr(value, name)) for name in names.split()}


def _limits(limits: Limits) -> Json:
    return attributes_of(limits, "kind low high longest one_of known names required") | {
        "long": limits.is_long
    }


def _field(field: CardField) -> Json:
    place = field.place
    where = attributes_of(place, "file line cell") if place else {"file": None, "line": None, "cell": ""}
    shown = attributes_of(field, "name value shown origin becomes_own shared refused instead")
    return shown | where | _limits(field.limits)


def table_content(table: ComponentTable) -> Json:
    """Return the cards of a component as a table."""
    columns = [
        _limits(column.limits) | attributes_of(column, "name heading") | {"fixed": column.name == "id"}
        for column in table.columns
    ]
    rows = [attributes_of(row, "id values origins") | {"shared": row.is_shared} for row in table.rows]
    return attributes_of(table, "component file") | {"columns": columns, "rows": rows}


def change_content(change: CardChange, findings: Iterable[FieldFinding]) -> Json:
    """Return what a change does to files, and what was found of it."""
    files = [
        {
            "name": file.path.relative_to(change.project.root).as_posix(),
            "lines": [attributes_of(line, "kind text number") for line in file.diff],
        }
        for file in change.files
    ]
    found = [finding_content(finding.finding) | {"field": finding.field} for finding in findings]
    return attributes_of(change, "what piece") | {"findings": found, "files": files}
