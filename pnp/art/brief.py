"""`pnp art brief`: a folder for an artist, with a guide for each picture, a list and the colours."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
from PIL import Image

from pnp.art.guide import GHOST_DPI, Wanted, guide, millimetres, stems
from pnp.art.palette_files import gimp_palette, swatch_exchange, swatches
from pnp.art.slots import GameArt, Showing, Slot, art_of, shown_on, state_of
from pnp.build.stages import game_output, render_context
from pnp.cli.report import show
from pnp.convert.engines import engine
from pnp.export.furniture import font_file
from pnp.export.png import face_picture, png
from pnp.files import display_path, real_path, write
from pnp.load.project import Project, one_game, open_project
from pnp.model.diagnostics import has_errors, in_reading_order
from pnp.model.face import Face
from pnp.render.faces import render
from pnp.render.template_values import colours
from pnp.render.text_layout import Words, parse

# The words of a brief: the list of pictures as a table for a spreadsheet, and the letter that goes with it.

HEAD = (
    "slot", "title", "note", "width_mm", "height_mm", "width_px_300", "height_px_300", "width_px_600",
    "height_px_600", "fit", "piece", "component", "game", "file", "now",
)  # fmt: skip

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table(wanted: Sequence[Wanted]) -> str:
    """Return the pictures as CSV; a text that a spreadsheet would take for a formula stands behind an apostrophe."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(HEAD)
    for each in wanted:
        size, pixels = each.largest, each.pixels
        cells = (
            each.slot, each.title, each.note, f"{size.width:g}", f"{size.height:g}", *pixels[300], *pixels[600],
            each.fit, each.piece, each.component.id, each.game, each.deliver, each.status,
        )  # fmt: skip
        rows.writerow([_cell(cell) for cell in cells])
    return out.getvalue()


def _cell(value: object) -> str:
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) and not text.lstrip("-").isdigit() else text


LETTER = """\
Pictures for {title}
{rule}

This folder is for whoever draws the pictures of {title}. {counted} wanted; slots.csv lists
them with their sizes (it opens in a spreadsheet).

What is here
------------

guides/     for each picture an SVG and a PNG at true size: the card, faint, and the box to fill
slots.csv   the list
palette.*   the game's colours: {palettes}

The lines in a guide
--------------------

red      bleed: let colour run up to here; no blade hits its line exactly, and this much is cut off
black    trim: here the piece is cut
blue     safe: what must not be cut stays inside
magenta  the box to fill with your picture

What to deliver
---------------

One file for each picture, named as the guide says, such as {example}. SVG is best for drawings
(letters as paths, no filters, no linked files). For painted pictures PNG, with transparency if you
like, or JPEG or WebP, RGB, with the pixels that the guide names: 300 dpi are enough, 600 dpi do no
harm.

Where a guide says "the whole picture is shown", keep to the shape of the box; what is transparent
shows the card below. Where it says "the picture fills the box", go to its edges, and keep what
matters away from them.

Send the files back to whoever gave you this folder, and say how you want to be named and under
what licence the pictures may be used. Both appear in the rules summary of the game.

The pictures
------------

The last column says what is there now: "drawn", a drawing that may stay; "placeholder", nothing
yet; "supplied", a picture from before; "too small", "wrong shape" or "unusable", one to be made
better.

{pictures}

Into the game
-------------

For whoever puts the game together, in its folder:

    pnp art add {example} --for {slot} --game {game} --credit "your name" --licence "CC BY 4.0"
"""


def letter(title: str, game: str, wanted: Sequence[Wanted], palettes: Sequence[str]) -> str:
    """Return README.txt; `title` and `game` are the game's name and its id."""
    name = " ".join(title.split())
    return LETTER.format(
        title=name,
        rule="=" * len(f"Pictures for {name}"),
        counted="One picture is" if len(wanted) == 1 else f"{len(wanted)} pictures are",
        palettes=", ".join(palettes),
        example=wanted[0].deliver if wanted else "apple.svg",
        slot=wanted[0].slot if wanted else "apple",
        game=game,
        pictures="\n".join(_line(each) for each in wanted),
    )


def _line(wanted: Wanted) -> str:
    across, down = wanted.pixels[300]
    size = f"{millimetres(wanted.largest)}, {across} × {down} px"
    return f"{wanted.slot:<24} {wanted.title:<28} {size:<34} {wanted.status}"


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
    folder = real_path(out) if out is not None else game_output(project, None, art.game.id) / "art-brief"
    root = folder if out is not None else folder.parent
    wanted = _wanted(art)
    count = 0
    for name, content in _files(project, art, wanted):
        write(folder / name, content, root=root, durable=False)
        count += 1
    click.echo(f"{display_path(folder)}: {len(wanted)} pictures, {count} files; README.txt says the rest")
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
    contexts = {
        theme: render_context(project, art.game, art.context.sources.fonts, theme=theme)
        for theme in ("", *art.game.themes)
    }
    faces: dict[str, Face] = {}
    fonts: set[Path] = set()
    for slot in art.slots:
        home = slot.home
        component, piece = art.piece(home)
        rendered = render(component, contexts[home.theme], only=frozenset((piece.id,)))
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
        status=state_of(slot, art.context.gallery, art.folder).status,
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
