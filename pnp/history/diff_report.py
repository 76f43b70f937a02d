"""`pnp diff`: the changes of games as text, as JSON, and as an HTML page with pictures.

    {"since", "games": [{"game", "title", "existed", "same",
                         "added": [{"component", "id", "name", "copies"}], "removed": [the same],
                         "changed": [{"component", "id", "name", "what", "sides": [{"side", "what", "was", "now"}]}],
                         "copies": [{"component", "id", "name", "was", "now"}]}]}

"what" has some of "text", "art", "layout" and "face"; "was" and "now" of a side are its words, where they differ.
"""

import base64
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any, Literal, NamedTuple

from PIL import Image, ImageChops, ImageFilter

from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.result import Progress, in_steps, silent
from pnp.convert.renderers import convert_drawable
from pnp.escaping import blanked, json_text, page_environment
from pnp.export.image_files import face_picture
from pnp.history.changed_faces import (
    Changes,
    GameChanges,
    PieceChange,
    PrintedPiece,
    SideChange,
    Version,
    WordChange,
    by_side,
    word_changes,
)
from pnp.history.versions import changes_since, is_kept, open_versions
from pnp.load.game import load_games
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, PnpError
from pnp.model.face import Face, FacePages
from pnp.model.geometry import MM_PER_UNIT
from pnp.render.face_content import in_a_line
from pnp.svg.refused_features import lint
from pnp.text import counted, in_percent
from pnp.typesetting.fonts import font_book

NOISE = 3  # Grey steps of 255 by which two renderings of one drawing may differ; nobody sees them.

MARK = "#a3005a"
"""Dark as well as coloured: it stands out for those who see no red or no green, and in a grey print."""

PALEST, PALE = 255, 208
"""What white and black become in the grey copy; black itself is never reached, so that marks are read as marks."""

AROUND = 3  # How many pixels wide the mark of a single pixel is: a moved hairline must not be overlooked.
COLOURS = 256  # As many as a colour table holds.


def compare_pictures(old: Image.Image, new: Image.Image) -> tuple[Image.Image, float]:
    """Return a pale copy of `new` with what differs from `old` marked, and how much of it does, 0 to 1.

    The pictures are laid on each other by their top left corners; what only one of them covers has changed.
    """
    size = (max(old.width, new.width), max(old.height, new.height))
    frames = (Image.new("RGBA", size), Image.new("RGBA", size))
    for frame, picture in zip(frames, (old, new), strict=True):
        frame.paste(picture.convert("RGBA"))
    # Where only one of them lies, the opacity differs.
    most = reduce(ImageChops.lighter, ImageChops.difference(*frames).split())
    changed = most.point([255 if step > NOISE else 0 for step in range(256)])
    grey = Image.new("L", size, PALEST)
    grey.paste(new.convert("L").point([PALE + step * (PALEST - PALE) // 255 for step in range(256)]))
    marked = grey.convert("RGB")
    marked.paste(MARK, mask=changed.filter(ImageFilter.MaxFilter(AROUND)))
    return marked, changed.histogram()[255] / (size[0] * size[1])


def lossless_png(picture: Image.Image, *, optimize: bool = False) -> bytes:
    """Return the picture as a small PNG file from which exactly the same pixels are read."""
    if picture.getcolors(COLOURS) is not None:  # with a colour table it is a third of the size
        few = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        if few.convert("RGB").tobytes() == picture.tobytes():
            picture = few
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=optimize)
    return out.getvalue()


# One HTML page: no other file, no script; old and new side by side, and what differs between them.

DPI = 150
LONGEST_SIDE = 1500  # Pixels of the longer side at most: a board is shown no finer than a card.
MOST_FACES = 400  # Faces pictured of one game: a longer page is not looked at, nor opened by a browser.
MOST_NAMES = 12  # So many pieces that share one face are named; of more, the rest is counted.
Keys = tuple[str | None, str | None]  # The keys of a face before and after.
_Converted = tuple[Face, FacePages]  # A face, and the pages of which one is its own.


class Figure(NamedTuple):
    """A PNG file in Base64 and how wide it is on paper, in mm."""

    data: str
    width: float


class FaceFigures(NamedTuple):
    """A face before and now, a pale copy with what changed marked, and the share of it that did; None where there is none."""

    old: Figure | None = None
    new: Figure | None = None
    marked: Figure | None = None
    share: float = 0.0


class PicturedChanges(NamedTuple):
    """What became of a game, the pictures of it, and how many faces have none because there are so many."""

    game: GameChanges
    pictures: Mapping[Keys, FaceFigures]
    left_out: int


def _changes_page(since: str, games: Sequence[PicturedChanges]) -> str:
    environment = page_environment("pnp.history")
    return environment.get_template("changes.html.j2").render(
        since=since,
        games=games,
        most_names=MOST_NAMES,
        no_picture=FaceFigures(),
        shown_sides=_shown_sides,
        word_changes=word_changes,
        copies=_copies,
        in_percent=in_percent,
    )


def _shown_sides(changes: Changes) -> dict[SideChange, list[PieceChange]]:
    return by_side(
        (side, change)
        for change in changes.changed
        for side in change.sides or (SideChange("front", None, change.new.front, change.kinds),)
    )


def pictured(game: GameChanges) -> PicturedChanges:
    """Return the changes with pictures of all faces, converted anew. Raises CannotRender when the renderer cannot be used."""
    changes = game.changes
    sides = ((side.old, side.new) for side in _shown_sides(changes))
    added = ((None, piece.front) for piece in changes.added)
    removed = ((piece.front, None) for piece in changes.removed)
    wanted: list[Keys] = [*dict.fromkeys((*sides, *added, *removed))]
    shown = wanted[:MOST_FACES]
    fonts = game.new.fonts
    assert fonts is not None  # they are the project's
    old = _convert(game.old, [before for before, _ in shown], game.old.fonts or fonts)
    new = _convert(game.new, [after for _, after in shown], fonts)
    pictures = {(before, after): _figures(old.get(before), new.get(after)) for before, after in shown}
    return PicturedChanges(game, pictures, len(wanted) - len(shown))


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


def _figures(old: _Converted | None, new: _Converted | None) -> FaceFigures:
    converted = (old, new)
    sides = [max(face.page.width, face.page.height) for face, _ in filter(None, converted)]
    dpi = min([DPI, *(LONGEST_SIDE / side * MM_PER_UNIT["in"] for side in sides)])
    scale = dpi / MM_PER_UNIT["in"]

    def trimmed(face: Face, picture: Image.Image) -> Image.Image:
        edge = round(face.bleed * scale)
        width, height = (max(1, round(length * scale)) for length in (face.trim.width, face.trim.height))
        return picture.crop((edge, edge, edge + width, edge + height))

    def figure(picture: Image.Image | None) -> Figure | None:
        if picture is None:
            return None
        data = base64.b64encode(lossless_png(picture, optimize=True)).decode()
        return Figure(data, picture.width / scale)

    drawn = [(face[0], face_picture(face[1], face[0].key, dpi=dpi)) if face else None for face in converted]
    before, after = (trimmed(*pair) if pair else None for pair in drawn)
    marked, share = None, 0.0
    if before is not None and after is not None:
        marked, share = compare_pictures(before, after)
        if not share:
            before, after = (pair[1] for pair in filter(None, drawn))
            marked, share = compare_pictures(before, after)
    return FaceFigures(figure(before), figure(after), figure(marked), share)


Form = Literal["text", "json", "html"]
LONGEST = 160  # Characters of a text that are quoted.

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
    progress: Progress = silent,
) -> DiffResult:
    """Return what became of games, of all when none is named, since the version `since`.

    Raises UnknownName for a name that means nothing, PnpError when what it means cannot be read or drawn, and
    CannotRender.
    """
    options, loaded = BuildOptions(theme=theme), load_games(project, games)
    refuse_unknown(options, loaded.games)
    done: list[GameChanges] = []
    every_finding = [*loaded.diagnostics]
    with open_versions(project, options) as context:
        for game in in_steps(loaded.games, "compare", progress):
            if theme and is_kept(project, since, game.id):
                raise PnpError(f"{since} contains only the normal look", "leave out --theme")
            changes, diagnostics = changes_since(context, game, since)
            every_finding += diagnostics
            done += [changes] if changes is not None else []
        writers = {
            "text": lambda: as_text(done),
            "json": lambda: as_json(since, done),
            "html": lambda: _changes_page(since, [pictured(game) for game in done]),
        }
        document = writers[form]() if done else ""
    # Warnings are for check to tell.
    errors = [finding for finding in every_finding if finding.severity == "error"]
    return DiffResult(tuple(done), document, tuple(errors))


def as_text(games: Iterable[GameChanges]) -> str:
    """Return a paragraph for each game: a line for each piece, by component, and one that sums it up."""
    return "\n\n".join("\n".join(paragraph(game)) for game in games) + "\n"


def paragraph(game: GameChanges) -> Iterator[str]:
    """Yield the lines about a game, the last sums it up."""
    if game.changes:
        yield f"{blanked(game.title)}, since {blanked(game.since)}"
    for component, changes in game.components():
        yield f"  {component}"
        yield from (f"    {line}" for line in _lines(changes))
    yield f"{blanked(game.title)}: {game.summary}"


def _lines(changes: Changes) -> Iterator[str]:
    sides = by_side((side, change) for change in changes.changed for side in change.sides)
    shared = {side: pieces for side, pieces in sides.items() if len(pieces) >= MANY}
    for side, pieces in shared.items():
        names = ", ".join(blanked(change.new.name) for change in pieces[:FEW])
        more = f"{names} and {len(pieces) - FEW} more"
        yield f"~ {len(pieces)} pieces ({more}): {difference(pieces[0], side)}"
    recounts = {copy.new.address: copy for copy in changes.copies}
    for change in changes.changed:
        lines = [difference(change, side) for side in change.sides if side not in shared]
        if not change.sides:
            lines = ["looks different (its old face is not known)"]
        if lines:
            recount = recounts.pop(change.new.address, None)
            lines += [_recounted(recount)] if recount else []
            yield f"~ {_called(change.new)}: {'; '.join(lines)}"
    for recount in recounts.values():
        yield f"~ {_called(recount.new)}: {_recounted(recount)}"
    for piece in changes.added:
        yield f"+ {_called(piece)}: new, {_copies(piece.copies)}"
    for piece in changes.removed:
        yield f"- {_called(piece)}: gone, {_copies(piece.copies)}"


def _copies(count: int) -> str:
    return counted(count, "copy", "copies")


def _recounted(recount: PieceChange) -> str:
    old = recount.old.copies
    return f"{_copies(recount.new.copies)} ({'was' if old == 1 else 'were'} {old})"


def _called(piece: PrintedPiece) -> str:
    return piece.id if piece.name == piece.id else f"{piece.id} ({blanked(piece.name)})"


def difference(change: PieceChange, side: SideChange) -> str:
    """Return what is different about a side of a piece: 'front: was "Leek", now "Leeks"'."""
    whole = "looks different"
    if side.old is None and change.old.front is not None:
        whole = "new"
    elif side.new is None:
        whole = "gone"
    words = {"art": "different art", "layout": "different layout", "face": whole}
    quoted = "; ".join(_quoted(change) for change in word_changes(side))
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
    whole = {"since": since, "games": [_game_entry(game) for game in games]}
    return json_text(whole, indent=2) + "\n"


def _game_entry(game: GameChanges) -> dict[str, Any]:
    def entry(piece: PrintedPiece, **more: object) -> dict[str, Any]:
        return {"component": piece.component, "id": piece.id, "name": piece.name, **more}

    def side_entry(side: SideChange) -> dict[str, Any]:
        was, now = (in_a_line(words) if "text" in side.kinds else None for words in (side.was, side.now))
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
            entry(change.new, what=change.kinds, sides=[side_entry(side) for side in change.sides])
            for change in changes.changed
        ],
        "copies": [entry(copy.new, was=copy.old.copies, now=copy.new.copies) for copy in changes.copies],
    }
