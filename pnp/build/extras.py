"""What goes with the PDFs of a game: the page that says how to build it."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from pnp.build.build_cache import NO_CACHE, BuildCache
from pnp.build.options import BuildOptions
from pnp.build.packing import SharedSheets, numbered
from pnp.build.pdf_files import write_sheets
from pnp.build.result import BuildCount, total
from pnp.build.stages import ImposedComponent
from pnp.cache import digest_of
from pnp.convert.engines import DEFAULT, engine
from pnp.export.contact_sheet import ComponentFaces, Thumbnails, contact_path, contact_png, thumbnails
from pnp.files import write
from pnp.impose.pack import address
from pnp.model.face import Face, FacePages
from pnp.model.game import Component, Game
from pnp.model.geometry import Rect
from pnp.model.sheet import Paper, Placement, Sheet
from pnp.render.build_page import ID, Entry, guide
from pnp.render.context import RenderContext
from pnp.render.faces import Rendered, render


@dataclass(frozen=True, slots=True)
class BuildPage:
    """The build page of one paper, drawn."""

    paper: Paper
    component: Component
    rendered: Rendered


def drawn_guides(
    context: RenderContext,
    prints: Sequence[ImposedComponent],
    shared: Sequence[SharedSheets],
    order: BuildOptions,
) -> tuple[BuildPage, ...]:
    """Return the build page for every paper."""
    wholes = {part.id: pack.whole for pack in shared for part in pack.parts}
    guides = []
    for paper in order.papers:
        files = [(each, wholes.get(each.component.id, each)) for each in prints]
        entries = [
            _entry(each, file.component.id, sheets)
            for each, file in files
            if (sheets := file.sheets.get(paper.name))
        ]
        component = guide(context.game, entries, paper)
        guides.append(BuildPage(paper, component, render(component, context)))
    return tuple(guides)


def write_guides(
    folder: Path, game: Game, guides: Sequence[BuildPage], order: BuildOptions, reused: BuildCache = NO_CACHE
) -> BuildCount:
    """Write build.pdf for every paper; return how much of it was new. Raises CannotWrite."""
    counts = []
    for each in guides:
        rendered = each.rendered
        faces = tuple(rendered.deck.faces.values())
        pages = engine(order.renderer).convert(faces, rendered.fonts, page_cache=reused.page_cache)
        printed = ImposedComponent(
            each.component, rendered, {each.paper.name: tuple(_sheets(rendered, each.paper))}
        )
        counts.append(write_sheets(folder, game, printed, pages, each.paper, reused=reused))
    return total(counts)


def _entry(each: ImposedComponent, file: str, sheets: Sequence[Sheet]) -> Entry:
    deck, component = each.rendered.deck, each.component
    first = sheets[0]
    labels = next((label for label in component.labels if label.paper == first.paper), None)
    return Entry(
        component=component,
        face=deck.faces[next(iter(deck.fronts.values()))],
        file=f"{file}.pdf",
        sheets=numbered(sheets),
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


def _sheets(rendered: Rendered, paper: Paper) -> list[Sheet]:
    page = Rect(0, 0, paper.size.width, paper.size.height)
    keys = rendered.deck.fronts
    return [
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
    ]


# The contact sheet of a game, with the small pictures that were drawn before.


def write_contact_sheet(
    folder: Path,
    game: Game,
    prints: Sequence[ImposedComponent],
    pages: Sequence[FacePages],
    reused: BuildCache = NO_CACHE,
    *,
    renderer: str = DEFAULT,
) -> None:
    """Write the picture of every distinct face, which that renderer has drawn. Raises CannotWrite."""
    rows = [
        ComponentFaces(f"{each.component.title}: {each.component.copies}", each.rendered.deck, drawn)
        for each, drawn in zip(prints, pages, strict=True)
    ]
    made_with = {each.component.id: (renderer, _fonts(each)) for each in prints}
    path = contact_path(folder)
    shown = [
        (row.title, [_known(face) for face in row.deck.faces.values()], made_with[row.deck.component])
        for row in rows
    ]
    key = reused.key("contact-sheets", game.title, shown)
    if reused.stands(path, key):
        return
    pictures = _remembered(reused, made_with) if reused.remembers else thumbnails
    write(path, contact_png(game.title, rows, pictures), root=folder)
    reused.wrote(path, key)


def _fonts(printed: ImposedComponent) -> list[str]:
    """Return what the letters are drawn with: the same face with other font files is another picture."""
    return [digest_of(path.read_bytes()) for path in printed.rendered.fonts]


def _known(face: Face) -> tuple[str, float, float]:
    """Return what a face looks like: a drawing may be cut off by a smaller page."""
    return face.key, face.page.width, face.page.height


def _remembered(reused: BuildCache, made_with: Mapping[str, object]) -> Thumbnails:
    """Return what gives small pictures, drawing only those that are not kept."""

    def pictures(row: ComponentFaces, faces: Sequence[str], dpi: float) -> Iterator[Image.Image]:
        used = made_with[row.deck.component]
        keys = {face: reused.key("thumbnails", _known(row.deck.faces[face]), dpi, used) for face in faces}
        kept = {face: found for face in faces if (found := reused.store.get(keys[face])) is not None}
        drawn = thumbnails(row, [face for face in faces if face not in kept], dpi)
        for face in faces:
            if face in kept:
                yield Image.open(io.BytesIO(kept.pop(face)))
            else:
                picture = next(drawn)
                reused.store.put(keys[face], _packed(picture))
                yield picture

    return pictures


def _packed(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()
