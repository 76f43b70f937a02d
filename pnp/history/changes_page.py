"""Changes as one HTML page: no other file, no script; old and new side by side, and what differs between them."""

import base64
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path

from PIL import Image

from pnp.convert.engines import engine
from pnp.export.png import face_picture
from pnp.history.changes_text import copies, summary
from pnp.history.compare import (
    Change,
    Changes,
    Edition,
    GameChanges,
    Printed,
    Redrawn,
    both_sided,
    ordered,
    wordings,
)
from pnp.history.picture_diff import difference
from pnp.history.versions import Compared
from pnp.load.project import Project
from pnp.model.errors import CannotRender
from pnp.model.face import Face, FacePages
from pnp.model.geometry import Size
from pnp.render.fonts import font_book
from pnp.render.svg_lint import lint
from pnp.text import in_percent
from pnp.units import MM_PER_UNIT

# Faces before and after, as pictures that lie on each other: the cut edge of both at the same place.

DPI = 150
LONGEST = 1500
"""Pixels of the longer side at most: a board is shown no finer than a card."""

_COLOURS = 256
"""As many as the table of a small PNG file holds."""

Draw = Callable[[Face, float], Image.Image]
"""Returns the picture of a face, bleed included, at so many dpi."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file and how large it is on paper, in mm."""

    png: bytes
    size: Size


@dataclass(frozen=True, slots=True)
class Pair:
    """A face before and after, None where there is or is known none; `marked` shows the `share` that differs."""

    old: Picture | None
    new: Picture | None
    marked: Picture | None = None
    share: float = 0.0


def pair(old: Face | None, new: Face | None, draw: Draw) -> Pair:
    """Return the pictures of a face before and after, cut at the trim unless they differ in the bleed only."""
    dpi = min([DPI, *(_finest(each.page) for each in (old, new) if each is not None)])
    before = draw(old, dpi) if old is not None else None
    after = draw(new, dpi) if new is not None else None
    cut_before = _trimmed(before, old, dpi) if before is not None and old is not None else None
    cut_after = _trimmed(after, new, dpi) if after is not None and new is not None else None
    if cut_before is None or cut_after is None or before is None or after is None:
        return Pair(_picture(cut_before, dpi), _picture(cut_after, dpi))
    found = difference(cut_before, cut_after)
    if not found.share:
        found = difference(before, after)
        cut_before, cut_after = before, after
    return Pair(
        _picture(cut_before, dpi), _picture(cut_after, dpi), _picture(found.picture, dpi), found.share
    )


def _finest(page: Size) -> float:
    return LONGEST / max(page.width, page.height) * MM_PER_UNIT["in"]


def _trimmed(picture: Image.Image, face: Face, dpi: float) -> Image.Image:
    scale = dpi / MM_PER_UNIT["in"]
    edge = round(face.bleed * scale)
    width = max(1, round(face.trim.width * scale))
    height = max(1, round(face.trim.height * scale))
    return picture.crop((edge, edge, edge + width, edge + height))


def _picture(picture: Image.Image | None, dpi: float) -> Picture | None:
    if picture is None:
        return None
    scale = MM_PER_UNIT["in"] / dpi
    out = io.BytesIO()
    _with_table(picture).save(out, "PNG", optimize=True)
    return Picture(out.getvalue(), Size(picture.width * scale, picture.height * scale))


def _with_table(picture: Image.Image) -> Image.Image:
    """Return the picture with a table of its colours, a third of the size, when it has few."""
    if picture.getcolors(_COLOURS) is None:
        return picture
    return picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=_COLOURS)


FEW = 12
"""So many pieces that share one face are named; of more, the rest is counted."""

_SAID = {"text": "text", "art": "art", "layout": "layout", "face": "looks different"}

Keys = tuple[str | None, str | None]
"""The keys of a face before and after."""


@dataclass(frozen=True, slots=True)
class Illustrated:
    """What became of a game, with the pictures there are; `left_out` faces have none because there are so many."""

    account: GameChanges
    pictures: Mapping[Keys, Pair]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class _Seen:
    """A face that looks different, and all the pieces that show it."""

    side: Redrawn
    changes: Sequence[Change]


def page(name: str, games: Sequence[Illustrated]) -> str:
    """Return the page about what changed since the edition `name`."""
    titles = ", ".join(each.account.title for each in games)
    sections = "\n".join(line for each in games for line in _game(each))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(titles)}: what changed since {escape(name)}</title>\n<style>\n{_style()}</style>\n</head>\n"
        f"<body>\n<header><h1>What changed since {escape(name)}</h1></header>\n<main>\n{sections}\n</main>\n"
        "</body>\n</html>\n"
    )


def _style() -> str:
    return files("pnp.history").joinpath("page.css").read_text(encoding="utf-8")


def _game(each: Illustrated) -> Iterator[str]:
    account = each.account
    yield f'<section class="game"><h2>{escape(account.title)}</h2>'
    yield f'<p class="sum">{escape(summary(account))}</p>'
    for component in _components(account):
        title = account.titles.get(component, component)
        yield f"<h3>{escape(title)}</h3>"
        yield from (_face(seen, each.pictures) for seen in _seen(account, component))
        yield from _recounts(account, component)
        changes = account.changes
        yield from _gallery("New", changes.added, component, each.pictures, new=True)
        yield from _gallery("Gone", changes.removed, component, each.pictures, new=False)
    if each.left_out:
        yield f'<p class="sum">{each.left_out} more faces are not pictured; pnp diff names them all.</p>'
    yield "</section>"


def _components(account: GameChanges) -> Iterable[str]:
    """Return the components in which anything changed, in the order of the game."""
    changes = account.changes
    pieces = [
        *(change.new for change in changes.changed),
        *(recount.new for recount in changes.copies),
        *changes.added,
        *changes.removed,
    ]
    found = {piece.component for piece in pieces}
    return [*(each for each in account.titles if each in found), *sorted(found - account.titles.keys())]


def _seen(account: GameChanges, component: str) -> Iterator[_Seen]:
    """Yield each face of a component that looks different once, however many pieces show it."""
    pieces: dict[tuple[object, ...], list[Change]] = {}
    sides: dict[tuple[object, ...], Redrawn] = {}
    for change in account.changes.changed:
        if change.new.component == component:
            for side in change.sides or (Redrawn("front", None, change.new.front, change.what),):
                key = (side.side, side.old, side.new)
                sides[key] = side
                pieces.setdefault(key, []).append(change)
    for face, side in sides.items():
        yield _Seen(side, pieces[face])


def _face(seen: _Seen, pictures: Mapping[Keys, Pair]) -> str:
    side, first = seen.side, seen.changes[0]
    which = f' <span class="side">{side.side}</span>' if both_sided(first) else ""
    tags = "".join(f'<li class="{kind}">{_SAID[kind]}</li>' for kind in ordered(side.what))
    words = "".join(
        f"<p>{escape(place.before)} <del>{escape(place.was)}</del> <ins>{escape(place.now)}</ins> "
        f"{escape(place.after)}</p>"
        for place in wordings(side)
    )
    said = f'<div class="words">{words}</div>' if words else ""
    about = (
        f'<h4>{_named([change.new for change in seen.changes])}{which}</h4><ul class="tags">{tags}</ul>{said}'
    )
    shown = pictures.get((side.old, side.new), Pair(None, None))
    return f'<article><div class="about">{about}</div>{_figures(shown)}</article>'


def _named(pieces: Sequence[Printed]) -> str:
    names = [escape(piece.name) for piece in pieces]
    if len(names) == 1:
        return f"{names[0]} <code>{escape(pieces[0].id)}</code>" if names[0] != pieces[0].id else names[0]
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return f'{len(names)} pieces <span class="names">{", ".join(names[:FEW])}{more}</span>'


def _figures(shown: Pair) -> str:
    marked = f"differs: {in_percent(shown.share)}" if shown.marked else "difference"
    three = ((shown.old, "before"), (shown.new, "now"), (shown.marked, marked))
    figures = "".join(_figure(picture, words) for picture, words in three)
    return f'<div class="figures">{figures}</div>'


def _figure(picture: Picture | None, words: str) -> str:
    if picture is None:
        why = "there is no picture" if words != "difference" else "nothing to compare"
        return f'<figure class="none"><figcaption>{words}</figcaption><p>{why}</p></figure>'
    # The widths of a row are as those on paper, and all shrink alike where there is too little room.
    width = f"flex:{picture.size.width:.2f} 1 0;max-width:{picture.size.width:.2f}mm"
    return f'<figure style="{width}"><figcaption>{words}</figcaption>{_image(picture, words)}</figure>'


def _image(picture: Picture, words: str) -> str:
    data = base64.b64encode(picture.png).decode()
    return f'<img alt="{escape(words)}" src="data:image/png;base64,{data}">'


def _recounts(account: GameChanges, component: str) -> Iterator[str]:
    rows = [
        f'<tr><th scope="row">{escape(each.new.name)}</th><td>{each.old.copies}</td><td>{each.new.copies}</td></tr>'
        for each in account.changes.copies
        if each.new.component == component
    ]
    if rows:
        head = "<tr><th>Copies</th><th>before</th><th>now</th></tr>"
        yield f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"


def _gallery(
    title: str, pieces: Sequence[Printed], component: str, pictures: Mapping[Keys, Pair], *, new: bool
) -> Iterator[str]:
    mine = [piece for piece in pieces if piece.component == component]
    if not mine:
        return
    yield f'<div class="gallery{"" if new else " gone"}"><h4>{title}</h4>'
    for piece in mine:
        shown = pictures.get((None, piece.front) if new else (piece.front, None), Pair(None, None))
        picture = shown.new if new else shown.old
        words = f"{escape(piece.name)}, {copies(piece.copies)}"
        if picture is None:
            yield f'<figure class="none"><p>no picture</p><figcaption>{words}</figcaption></figure>'
        else:
            width = f"width:min(100%,{picture.size.width:.2f}mm)"
            image = _image(picture, piece.name)
            yield f'<figure style="{width}">{image}<figcaption>{words}</figcaption></figure>'
    yield "</div>"


# The page of `pnp diff --format html`: the faces that changed, drawn as they were and as they are.

MOST = 400
"""Faces that are pictured of one game: a page with more is no longer looked at, nor opened by a browser."""


def changes_page(project: Project, name: str, compared: Sequence[Compared]) -> str:
    """Return the HTML page about the games; raises CannotRender when the renderer cannot be used."""
    return page(name, [_illustrated(project, each) for each in compared])


def _illustrated(project: Project, compared: Compared) -> Illustrated:
    wanted = tuple(dict.fromkeys(_keys(compared.account.changes)))
    shown = wanted[:MOST]
    old = _Drawn(compared.old, (old for old, _ in shown), project.fonts)
    new = _Drawn(compared.new, (new for _, new in shown), project.fonts)

    def drawn(face: Face, dpi: float) -> Image.Image:
        return (old if old.has(face) else new).picture(face, dpi)

    pairs: dict[Keys, Pair] = {keys: pair(old.face(keys[0]), new.face(keys[1]), drawn) for keys in shown}
    return Illustrated(compared.account, pairs, len(wanted) - len(shown))


def _keys(changes: Changes) -> Iterator[Keys]:
    for change in changes.changed:
        if not change.sides:
            yield None, change.new.front
        for side in change.sides:
            yield side.old, side.new
    yield from ((None, piece.front) for piece in changes.added)
    yield from ((piece.front, None) for piece in changes.removed)


class _Drawn:
    """Faces of one edition as pages. One that cannot be drawn as it was meant is as good as not known.

    An earlier edition may have come with somebody's download: its drawings are looked through as fresh ones are.
    """

    def __init__(self, edition: Edition, keys: Iterable[str | None], fonts: Path) -> None:
        book = font_book(edition.fonts or fonts)
        self._faces: dict[str, Face] = {}
        files: set[Path] = set()
        for key in keys:
            face = edition.faces.get(key) if key is not None else None
            if face is not None and key is not None:
                reading = lint(face.svg, book)
                if not reading.faults:
                    self._faces[key] = face
                    files |= {font.path for font in reading.fonts}
        self._pages = self._converted(sorted(files))

    def face(self, key: str | None) -> Face | None:
        """Return the face of that key, None when it is not known or cannot be drawn."""
        return self._faces.get(key) if key is not None else None

    def has(self, face: Face) -> bool:
        """Say whether the face is one of these."""
        return self._faces.get(face.key) is face

    def picture(self, face: Face, dpi: float) -> Image.Image:
        """Return the picture of one of these faces."""
        return face_picture(self._pages, face.key, dpi=dpi)

    def _converted(self, fonts: Sequence[Path]) -> FacePages:
        while True:
            try:
                return engine().convert(tuple(self._faces.values()), fonts)
            except CannotRender as error:
                if error.face not in self._faces:
                    raise
                del self._faces[error.face]
