"""What goes with the PDFs of a game: the page that says how to build it, and the contact sheet of all its faces."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from pnp.build.build_cache import BuildCache
from pnp.build.rules_files import BOOKLET, RULES
from pnp.build.sheets import ImposedComponent, sheet_count
from pnp.build.stages import BuildContext, DrawnGame
from pnp.convert.engines import engine
from pnp.export.contact_sheet import ComponentFaces, Thumbnails, contact_path, contact_png, thumbnails
from pnp.files import digest_of_file, write
from pnp.impose.pack import address
from pnp.model.diagnostics import has_errors
from pnp.model.face import Deck, Face
from pnp.model.game import Component
from pnp.model.geometry import Rect
from pnp.model.sheet import Paper, Placement, Sheet
from pnp.render.build_page import ID, Entry, guide
from pnp.render.faces import render
from pnp.rules.booklet import FOLDED


def draw_build_pages(context: BuildContext, drawn: DrawnGame) -> DrawnGame:
    """Return the game with its build page for every paper, which says how to make it."""
    files = {part.id: pack.whole for pack in drawn.shared for part in pack.parts}
    pages = []
    found = drawn.diagnostics
    for paper in context.options.papers:
        entries = [
            _entry(each, file.component.id, sheets)
            for each in drawn.components
            if (sheets := (file := files.get(each.component.id, each)).sheets.get(paper.name))
        ]
        component = guide(drawn.game, entries, paper, rules=_rules(drawn, paper))
        rendered = render(component, drawn.rendering)
        pages.append(ImposedComponent(component, rendered, {paper.name: _sheets(rendered.deck, paper)}))
        found += rendered.diagnostics
    if has_errors(found):
        return replace(drawn, diagnostics=found)
    convert = engine(context.options.renderer).convert
    converted = [
        convert(
            tuple(each.rendered.deck.faces.values()), each.rendered.fonts, page_cache=context.cache.page_cache
        )
        for each in pages
    ]
    return replace(drawn, diagnostics=found, build_pages=tuple(zip(pages, converted, strict=True)))


def _rules(drawn: DrawnGame, paper: Paper) -> str:
    """Return the file of the rules to print on the paper, "" for a game without rules."""
    if drawn.rules is None:
        return ""
    return BOOKLET if paper.name in FOLDED.values() else f"../{RULES}"


def _entry(each: ImposedComponent, file: str, sheets: Sequence[Sheet]) -> Entry:
    deck, component = each.rendered.deck, each.component
    first = sheets[0]
    labels = next((label for label in component.labels if label.paper == first.paper), None)
    return Entry(
        component=component,
        face=deck.faces[next(iter(deck.fronts.values()))],
        file=f"{file}.pdf",
        sheets=sheet_count(sheets),
        pages=len(sheets),
        flip=first.flip,
        labels=labels.title if labels else None,
        within=_within(component, sheets) if file != component.id else None,
    )


def _within(component: Component, sheets: Sequence[Sheet]) -> tuple[int, int]:
    """Return the first and the last of the shared sheets that a component is on."""
    start = address(component.id, "")
    on = [
        sheet.number
        for sheet in sheets
        if any(placement.piece.startswith(start) for placement in sheet.placements)
    ]
    return min(on), max(on)


def _sheets(deck: Deck, paper: Paper) -> tuple[Sheet, ...]:
    """Return the pages of a deck, each as large as the paper."""
    page = Rect(0, 0, paper.size.width, paper.size.height)
    keys = deck.fronts
    return tuple(
        Sheet(
            component=ID,
            paper=paper.name,
            size=paper.size,
            side="front",
            flip="none",
            number=number,
            count=len(keys),
            page=number,
            placements=(Placement(piece, 1, key, page, page),),
        )
        for number, (piece, key) in enumerate(keys.items(), 1)
    )


def write_contact_sheet(context: BuildContext, folder: Path, drawn: DrawnGame) -> None:
    """Write the picture of every distinct face; small pictures that were made before are kept. Raises CannotWrite."""
    cache, renderer = context.cache, context.options.renderer
    rows = [
        ComponentFaces(
            f"{each.component.title}: {each.component.copies}",
            each.rendered.deck,
            drawn.pages[each.component.id],
        )
        for each in drawn.components
    ]
    made_with = {each.component.id: (renderer, _fonts(each)) for each in drawn.components}
    path = contact_path(folder)
    shown = [
        (row.title, [_looks(face) for face in row.deck.faces.values()], made_with[row.deck.component])
        for row in rows
    ]
    key = cache.key("contact-sheets", drawn.game.title, shown)
    if cache.is_current(path, key):
        return
    pictures = _kept_thumbnails(cache, made_with) if cache.remembers else thumbnails
    write(path, contact_png(drawn.game.title, rows, pictures), root=folder)
    cache.note_written(path, key)


def _fonts(printed: ImposedComponent) -> list[str]:
    """Return what the letters are drawn with: the same face with other font files is another picture."""
    return [digest_of_file(path) for path in printed.rendered.fonts]


def _looks(face: Face) -> tuple[str, float, float]:
    """Return what a face looks like: a drawing may be cut off by a smaller page."""
    return face.key, face.page.width, face.page.height


def _kept_thumbnails(cache: BuildCache, made_with: Mapping[str, object]) -> Thumbnails:
    """Return what gives small pictures, drawing only those that are not kept."""

    def pictures(row: ComponentFaces, faces: Sequence[str], dpi: float) -> Iterator[Image.Image]:
        used = made_with[row.deck.component]
        keys = {face: cache.key("thumbnails", _looks(row.deck.faces[face]), dpi, used) for face in faces}
        kept = {face: found for face in faces if (found := cache.store.get(keys[face])) is not None}
        drawn = thumbnails(row, [face for face in faces if face not in kept], dpi)
        for face in faces:
            if face in kept:
                yield Image.open(io.BytesIO(kept.pop(face)))
            else:
                picture = next(drawn)
                cache.store.put(keys[face], _png(picture))
                yield picture

    return pictures


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()
