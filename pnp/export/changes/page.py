"""Changes as one HTML page: no other file, no script; old and new side by side, and what differs between them."""

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from pnp.export.changes.account import GameChanges, both_sided, ordered, wordings
from pnp.export.changes.pictures import Pair, Picture
from pnp.export.changes.text import copies, summary
from pnp.model.changes import Change, Redrawn
from pnp.model.edition import Printed

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
    return files("pnp.export.changes").joinpath("page.css").read_text(encoding="utf-8")


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


def in_percent(share: float) -> str:
    """Return a share as people say it, never 0 for something.

    >>> in_percent(0.0234), in_percent(0.00001), in_percent(0)
    ('2.3 %', 'under 0.1 %', 'nothing')
    """
    if not share:
        return "nothing"
    return "under 0.1 %" if share < 0.001 else f"{share * 100:.2g} %" if share < 0.995 else "all of it"
