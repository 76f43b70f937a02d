"""`pnp art brief`: a folder for an artist, with a guide for each picture, a list and the colours."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
from PIL import Image

from pnp.cli.artwork.slots import GameArt, art_of, shown_on
from pnp.cli.choice import one_game, open_project
from pnp.cli.output import game_output
from pnp.cli.pipeline import workshop
from pnp.cli.report import show
from pnp.cli.shown import shown
from pnp.convert.engines import engine
from pnp.export.atomic import write
from pnp.export.brief.guide import GHOST_DPI, guide
from pnp.export.brief.listing import letter, table
from pnp.export.brief.palette import gimp_palette, swatch_exchange, swatches
from pnp.export.brief.wanted import Wanted, stems
from pnp.export.furniture import font_file
from pnp.export.png import face_picture, png
from pnp.load.project import Project
from pnp.model.diagnostics import has_errors, in_reading_order
from pnp.model.face import Face
from pnp.render.faces import render
from pnp.render.slots import Showing, Slot
from pnp.render.slotstate import state_of
from pnp.render.text.markup import Words, parse
from pnp.render.values import colours

NOTES = ("art_note", "note", "flavour", "text")
"""The fields of a piece that tell an artist what it is about; the first that is there."""

DPI, MOST_PIXELS = 300, 24_000_000
"""What a PNG guide has; a guide as large as a game board has fewer."""


def write_brief(game: str | None, out: Path | None) -> int:
    """Write the folder and say where it is; 1 when the game has mistakes."""
    project = open_project((game,) if game else ())
    drawn, found = art_of(project, (one_game(project, game, "pnp art brief"),))
    show(in_reading_order(found), project.root)
    if has_errors(found) or not drawn:
        return 1
    (art,) = drawn
    folder = out.resolve() if out is not None else game_output(project, None, art.game.id) / "art-brief"
    root = folder if out is not None else folder.parent
    wanted = _wanted(art)
    count = 0
    for name, content in _files(project, art, wanted):
        write(folder / name, content, root=root, durable=False)
        count += 1
    click.echo(f"{shown(folder)}: {len(wanted)} pictures, {count} files; README.txt says the rest")
    return 0


def _files(project: Project, art: GameArt, wanted: Sequence[Wanted]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the brief by name."""
    game = art.game
    cards = _cards(project, art)
    guides = [guide(each, cards.get(each.slot)) for each in wanted]
    themes = {theme: colours(game, theme) for theme in ("", *game.themes)}
    sheet = swatches(game.title, themes, game.fonts)
    regular = font_file()
    pages = engine("typst").convert([*guides, sheet], [regular, regular.with_name("Lato-Bold.ttf")])
    for each, face in zip(wanted, guides, strict=True):
        dpi = _resolution(face)
        yield f"guides/{each.stem}.svg", face.svg.encode()
        yield f"guides/{each.stem}.png", png(face_picture(pages, face.key, dpi=dpi), dpi=dpi)
    palettes = ["palette.svg", "palette.png"]
    yield "palette.svg", sheet.svg.encode()
    yield "palette.png", png(face_picture(pages, sheet.key, dpi=150), dpi=150)
    for theme, named in themes.items():
        palettes.append(f"palette-{theme}.gpl" if theme else "palette.gpl")
        title = f"{game.title}, {theme}" if theme else game.title
        yield palettes[-1], gimp_palette(title, named).encode()
    palettes.append("palette.ase")
    yield "palette.ase", swatch_exchange(themes)
    # The mark at its beginning tells a spreadsheet that the table is UTF-8.
    yield "slots.csv", table(wanted).encode("utf-8-sig")
    yield "README.txt", letter(game.title, game.id, wanted, palettes).encode()


def _cards(project: Project, art: GameArt) -> Mapping[str, Image.Image]:
    """Return for each slot the face it is drawn for, as it is now."""
    rooms = {
        theme: workshop(project, art.game, art.room.sources.fonts, theme=theme)
        for theme in ("", *art.game.themes)
    }
    faces: dict[str, Face] = {}
    fonts: set[Path] = set()
    for slot in art.slots:
        home = slot.home
        component, piece = art.piece(home)
        rendered = render(component, rooms[home.theme], only=frozenset((piece.id,)))
        keys = rendered.deck.fronts if home.side == "front" else rendered.deck.backs
        if piece.id in keys:
            faces[slot.name] = rendered.deck.faces[keys[piece.id]]
            fonts.update(rendered.fonts)
    distinct = {face.key: face for face in faces.values()}
    pages = engine("typst").convert(list(distinct.values()), sorted(fonts))
    drawn = {key: face_picture(pages, key, dpi=_coarser(face)) for key, face in distinct.items()}
    return {slot: drawn[face.key] for slot, face in faces.items()}


def _wanted(art: GameArt) -> list[Wanted]:
    names = stems(slot.name for slot in art.slots)
    return [_one(art, slot, names[slot.name]) for slot in art.slots]


def _one(art: GameArt, slot: Slot, stem: str) -> Wanted:
    home = slot.home
    component, piece = art.piece(home)
    alike = [each for each in slot.showings if _alike(each, home)]
    others = [each for each in slot.showings if each not in alike]
    return Wanted(
        slot=_plain(slot.name),
        stem=stem,
        title=_plain(art.title(slot)),
        note=_note(art, slot),
        game=art.game.title,
        component=component,
        piece=piece.id,
        where=shown_on(alike) + ("" if "" in slot.themes else f" (theme {', '.join(slot.themes)})"),
        corners=home.corners,
        size=home.size,
        largest=slot.largest.size,
        fit=home.fit,
        also=shown_on(others),
        status=state_of(slot, art.room.gallery, art.folder).status,
    )


def _alike(one: Showing, other: Showing) -> bool:
    """Say whether two showings are the same place on cards of the same kind."""
    return (one.component, one.side, one.corners) == (other.component, other.side, other.corners)


def _note(art: GameArt, slot: Slot) -> str:
    """Return what the data tell about the subject, in plain words."""
    if slot.home.side == "back":
        return ""
    _, piece = art.piece(slot.home)
    texts = (piece.fields.get(name) for name in NOTES)
    text = next((each for each in texts if isinstance(each, str) and each.strip()), "")
    lines = (
        "".join(run.text if isinstance(run, Words) else run.name.replace("_", " ") for run in line)
        for line in parse(text)
    )
    return _plain(" ".join(lines))


def _plain(text: str) -> str:
    """Return a text in one line, without letters that XML does not take."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _resolution(face: Face) -> float:
    area = face.page.width * face.page.height / 25.4**2
    return DPI if area * DPI**2 <= MOST_PIXELS else DPI / 2


def _coarser(face: Face) -> float:
    return min(GHOST_DPI, _resolution(face) / 2)
