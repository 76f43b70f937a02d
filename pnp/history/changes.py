"""`pnp diff`: the changes of games as text, as JSON, and as an HTML page with pictures.

    {"since", "games": [{"game", "title", "existed", "same",
                         "added": [{"component", "id", "name", "copies"}], "removed": [the same],
                         "changed": [{"component", "id", "name", "what", "sides": [{"side", "what", "was", "now"}]}],
                         "copies": [{"component", "id", "name", "was", "now"}]}]}

"what" has some of "text", "art", "layout" and "face"; "was" and "now" of a side are its words, where they differ.
"""

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment, PackageLoader, StrictUndefined
from PIL import Image

from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.result import Progress, in_steps, silent
from pnp.convert.engines import convert_drawable
from pnp.escaping import json_text, visible_words
from pnp.export.image_files import face_picture
from pnp.history.compare import (
    Changes,
    GameChanges,
    PieceChange,
    PrintedPiece,
    SideChange,
    Version,
    WordChange,
    plain,
    word_changes,
)
from pnp.history.picture_diff import SideBySide, compare_pictures, lossless_png
from pnp.history.versions import changes_since, games_in, open_versions, releases
from pnp.load.game import load_games
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic
from pnp.model.errors import PnpError
from pnp.model.face import Face, FacePages
from pnp.render.face_content import in_a_line
from pnp.svg.lint import lint
from pnp.text import counted, in_percent
from pnp.typesetting.fonts import font_book
from pnp.units import MM_PER_UNIT

Form = Literal["text", "json", "html"]

LONGEST = 160
"""Characters of a text that are quoted."""

MANY, FEW = 4, 3
"""A change that so many pieces share, as of their back, is told once, and so few of them are named."""


@dataclass(frozen=True, slots=True)
class DiffResult:
    """What became of each game, the document that tells it, and the errors of games that cannot be compared."""

    games: tuple[GameChanges, ...]
    document: str
    diagnostics: tuple[Diagnostic, ...]


def diff_games(
    project: Project,
    since: str,
    games: Sequence[str] = (),
    *,
    theme: str = "",
    form: Form = "text",
    cache: bool = True,
    progress: Progress = silent,
) -> DiffResult:
    """Return what became of games, of all when none is named, since the version `since`.

    Raises UnknownName for a name that means nothing, PnpError when what it means cannot be read or drawn, and
    CannotRender.
    """
    if theme and games_in(project, since) is not None and since in releases(project):
        raise PnpError(f"the release {since} is kept in the normal look", "leave out --theme")
    options, loaded = BuildOptions(theme=theme), load_games(project, games)
    refuse_unknown(options, loaded.games)
    done: list[GameChanges] = []
    found = [*loaded.diagnostics]
    with open_versions(project, options, cache=cache) as context:
        for game in in_steps(loaded.games, "compare", progress):
            changes, diagnostics = changes_since(context, game, since)
            found += diagnostics
            done += [changes] if changes is not None else []
        writers = {
            "text": lambda: as_text(done),
            "json": lambda: as_json(since, done),
            "html": lambda: as_html(since, done),
        }
        document = writers[form]() if done else ""
    errors = tuple(each for each in found if each.severity == "error")  # warnings are for check to tell
    return DiffResult(tuple(done), document, errors)


def as_text(games: Iterable[GameChanges]) -> str:
    """Return a paragraph for each game: a line for each piece, by component, and one that sums it up."""
    return "\n\n".join("\n".join(_paragraph(each)) for each in games) + "\n"


def summary(game: GameChanges) -> str:
    """Return the sentence that sums a game up: "2 changed, 1 added, 104 the same"."""
    changes = game.changes
    if not game.existed:
        return f"did not exist at {plain(game.since)}; {counted(len(changes.added), 'piece')} now"
    if not changes:
        return f"nothing changed since {plain(game.since)}, {changes.same} the same"
    counts = (
        (len(changes.changed), "changed"),
        (len(changes.added), "added"),
        (len(changes.removed), "removed"),
        (len(changes.copies), "in other numbers"),
        (changes.same, "the same"),
    )
    return ", ".join(f"{count} {word}" for count, word in counts if count)


def _paragraph(game: GameChanges) -> Iterator[str]:
    if game.changes:
        yield f"{plain(game.title)}, since {plain(game.since)}"
    for component, changes in game.components():
        yield f"  {component}"
        yield from (f"    {line}" for line in _lines(changes))
    yield f"{plain(game.title)}: {summary(game)}"


def _lines(changes: Changes) -> Iterator[str]:
    """Yield what many pieces have in common, then a line for each piece that has something to itself."""
    by_side = _by_side((side, change) for change in changes.changed for side in change.sides)
    shared = {side: pieces for side, pieces in by_side.items() if len(pieces) >= MANY}
    for side, pieces in shared.items():
        names = ", ".join(plain(change.new.name) for change in pieces[:FEW])
        more = f"{names} and {len(pieces) - FEW} more"
        yield f"~ {len(pieces)} pieces ({more}): {_difference(pieces[0], side)}"
    recounts = {each.new.address: each for each in changes.copies}
    for change in changes.changed:
        told = [_difference(change, side) for side in change.sides if side not in shared]
        if not change.sides:
            told = ["looks different (its old face is not known)"]
        if told:
            recount = recounts.pop(change.new.address, None)
            told += [_recounted(recount)] if recount else []
            yield f"~ {_called(change.new)}: {'; '.join(told)}"
    for recount in recounts.values():
        yield f"~ {_called(recount.new)}: {_recounted(recount)}"
    for piece in changes.added:
        yield f"+ {_called(piece)}: new, {_copies(piece.copies)}"
    for piece in changes.removed:
        yield f"- {_called(piece)}: gone, {_copies(piece.copies)}"


def _by_side(found: Iterable[tuple[SideChange, PieceChange]]) -> dict[SideChange, list[PieceChange]]:
    """Return each side that looks different with all the pieces that show it."""
    pieces: dict[SideChange, list[PieceChange]] = {}
    for side, change in found:
        pieces.setdefault(side, []).append(change)
    return pieces


def _copies(count: int) -> str:
    return counted(count, "copy", "copies")


def _recounted(recount: PieceChange) -> str:
    """Return what became of the number of copies: "3 copies (were 2)"."""
    old = recount.old.copies
    return f"{_copies(recount.new.copies)} ({'was' if old == 1 else 'were'} {old})"


def _called(piece: PrintedPiece) -> str:
    return piece.id if piece.name == piece.id else f"{piece.id} ({plain(piece.name)})"


def _difference(change: PieceChange, side: SideChange) -> str:
    whole = "looks different"
    if side.old is None and change.old.front is not None:
        whole = "new"
    elif side.new is None:
        whole = "gone"
    words = {"art": "other art", "layout": "other layout", "face": whole}
    quoted = "; ".join(_quoted(each) for each in word_changes(side))
    where = f"{side.side}: " if change.two_sided else ""
    return where + ", ".join(words.get(kind, quoted) for kind in side.kinds)


def _quoted(place: WordChange) -> str:
    def short(words: str) -> str:
        return words if len(words) <= LONGEST else words[: LONGEST - 2] + " …"

    if not place.was:
        after = f' after "{short(place.before)}"' if place.before else ""
        return f'"{short(place.now)}" added{after}'
    if not place.now:
        return f'"{short(place.was)}" left out'
    return f'was "{short(place.was)}", now "{short(place.now)}"'


def as_json(since: str, games: Iterable[GameChanges]) -> str:
    """Return the changes since the version of that name as JSON."""
    whole = {"since": since, "games": [_game_entry(each) for each in games]}
    return json_text(whole, indent=2) + "\n"


def _game_entry(game: GameChanges) -> dict[str, Any]:
    def entry(piece: PrintedPiece, **more: object) -> dict[str, Any]:
        return {"component": piece.component, "id": piece.id, "name": piece.name, **more}

    def words(side: SideChange, drawn: tuple[str, ...]) -> str | None:
        return in_a_line(drawn) if "text" in side.kinds else None

    def side_entry(side: SideChange) -> dict[str, Any]:
        was, now = words(side, side.was), words(side, side.now)
        return {"side": side.side, "what": side.kinds, "was": was, "now": now}

    changes = game.changes
    return {
        "game": game.new.game,
        "title": game.title,
        "existed": game.existed,
        "same": changes.same,
        "added": [entry(piece, copies=piece.copies) for piece in changes.added],
        "removed": [entry(piece, copies=piece.copies) for piece in changes.removed],
        "changed": [
            entry(each.new, what=each.kinds, sides=[side_entry(side) for side in each.sides])
            for each in changes.changed
        ],
        "copies": [entry(each.new, was=each.old.copies, now=each.new.copies) for each in changes.copies],
    }


# One HTML page: no other file, no script; old and new side by side, and what differs between them.

DPI = 150
LONGEST_SIDE = 1500
"""Pixels of the longer side at most: a board is shown no finer than a card."""

MOST_FACES = 400
"""Faces that are pictured of one game: a page with more is no longer looked at, nor opened by a browser."""

MOST_NAMES = 12
"""So many pieces that share one face are named; of more, the rest is counted."""

Keys = tuple[str | None, str | None]
"""The keys of a face before and after."""

_Converted = tuple[Face, FacePages]
"""A face, and the pages of which one is its own."""


@dataclass(frozen=True, slots=True)
class _Figure:
    """A PNG file in Base64 and how wide it is on paper, in mm."""

    data: str
    width: float


def as_html(since: str, games: Sequence[GameChanges]) -> str:
    """Return the page about the games; raises CannotRender when the renderer cannot be used."""
    environment = Environment(
        loader=PackageLoader("pnp.history", ""),
        autoescape=True,
        finalize=lambda value: visible_words(value) if type(value) is str else value,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("changes.html.j2").render(
        since=since,
        games=[(each, *_pictures(each)) for each in games],
        most_names=MOST_NAMES,
        no_picture=SideBySide(None, None),
        summary=summary,
        shown_sides=_shown_sides,
        word_changes=word_changes,
        copies=_copies,
        in_percent=in_percent,
    )


def _shown_sides(changes: Changes) -> dict[SideChange, list[PieceChange]]:
    """Return each side that is shown, and whose it is: the front of a piece whose old face is not known."""
    return _by_side(
        (side, each)
        for each in changes.changed
        for side in each.sides or (SideChange("front", None, each.new.front, each.kinds),)
    )


def _pictures(game: GameChanges) -> tuple[Mapping[Keys, SideBySide[_Figure]], int]:
    """Return the pictures of what changed, and how many faces have none because there are so many."""
    changes = game.changes
    sides = ((side.old, side.new) for side in _shown_sides(changes))
    added = ((None, each.front) for each in changes.added)
    removed = ((each.front, None) for each in changes.removed)
    wanted: list[Keys] = [*dict.fromkeys((*sides, *added, *removed))]
    shown, left_out = wanted[:MOST_FACES], len(wanted[MOST_FACES:])
    fonts = game.new.fonts
    assert fonts is not None  # they are the project's
    old = _convert(game.old, [keys[0] for keys in shown], game.old.fonts or fonts)
    new = _convert(game.new, [keys[1] for keys in shown], fonts)
    return {keys: _figures(old.get(keys[0]), new.get(keys[1])) for keys in shown}, left_out


def _convert(version: Version, keys: Iterable[str | None], fonts: Path) -> Mapping[str | None, _Converted]:
    """Return faces of a version and their pages. One that cannot be drawn as it was meant is as good as not known.

    An earlier version may have come with somebody's download: its drawings are looked through as fresh ones are.
    """
    book = font_book(fonts)
    faces: dict[str | None, Face] = {}
    files: set[Path] = set()
    for key in keys:
        face = version.faces.get(key or "")
        reading = lint(face.svg, book) if face is not None else None
        if face is not None and reading is not None and not reading.faults:
            faces[key] = Face(face.key, reading.svg, face.trim, face.bleed)
            files |= {font.path for font in reading.fonts}
    pages = convert_drawable(faces.values(), sorted(files))
    return {key: (face, pages) for key, face in faces.items() if key in pages.where}


def _figures(old: _Converted | None, new: _Converted | None) -> SideBySide[_Figure]:
    """Return the pictures of a face before and after, cut at the trim unless they differ in the bleed only."""
    sides = [max(face.page.width, face.page.height) for face, _ in filter(None, (old, new))]
    dpi = min([DPI, *(LONGEST_SIDE / side * MM_PER_UNIT["in"] for side in sides)])
    scale = dpi / MM_PER_UNIT["in"]

    def drawn(side: _Converted | None, *, trimmed: bool) -> Image.Image | None:
        if side is None:
            return None
        face, pages = side
        picture = face_picture(pages, face.key, dpi=dpi)
        if not trimmed:
            return picture
        edge = round(face.bleed * scale)
        width, height = (max(1, round(length * scale)) for length in (face.trim.width, face.trim.height))
        return picture.crop((edge, edge, edge + width, edge + height))

    def figure(picture: Image.Image) -> _Figure:
        png = lossless_png(picture, optimize=True)
        return _Figure(base64.b64encode(png).decode(), picture.width / scale)

    found = compare_pictures(drawn(old, trimmed=True), drawn(new, trimmed=True))
    if found.marked is not None and not found.share:
        found = compare_pictures(drawn(old, trimmed=False), drawn(new, trimmed=False))
    return found.map(figure)
