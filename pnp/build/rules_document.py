"""The rules summary of one game put together from all stages: data, rules, faces, icons."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pnp.build.build_cache import NO_CACHE, BuildCache, open_cache
from pnp.build.stages import fonts_of, render_context
from pnp.claims.load import load_claims
from pnp.claims.stats import distributions
from pnp.export.charts import bar_chart
from pnp.files import write
from pnp.load.game import load_game
from pnp.load.project import Project, chosen_games
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import UnknownName
from pnp.model.game import Game
from pnp.model.rules import Chart, Entry, Part, Picture, Question, Rules, RulesDocument, Run, Text
from pnp.render.context import RenderContext
from pnp.render.faces import render
from pnp.render.fonts import FontBook, Style
from pnp.render.images import UnsafeDrawing
from pnp.render.text_layout import Icon, parse
from pnp.rules.document import TITLES, document, only
from pnp.rules.load import sayings
from pnp.rules.pictures import icon_picture, pictures_of
from pnp.text import suggest_argument

RulesForm = Literal["md", "html", "pdf"]

DEFAULT_FONT = "Source Sans Pro"
"""The font of a game that names none for its texts."""

STYLES = (Style(400), Style(700), Style(400, italic=True), Style(700, italic=True))
"""What running text needs."""


@dataclass(frozen=True, slots=True)
class Booklet:
    """The document, what was found on the way, and fonts: families for headings and text, files for all."""

    document: RulesDocument
    findings: tuple[Diagnostic, ...]
    title_font: str
    body_font: str
    text_fonts: tuple[Path, ...]
    picture_fonts: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class RulesResult:
    """The document, and where it was written if it was; empty when something is wrong with the game or its rules."""

    content: bytes
    path: Path | None
    diagnostics: tuple[Diagnostic, ...]


def write_rules(
    project: Project,
    game: str,
    path: Path | None = None,
    *,
    form: RulesForm = "pdf",
    sections: Sequence[str] = (),
    paper: str = "a5",
    cache: bool = True,
) -> RulesResult:
    """Make the rules summary of a game, with only these sections when any are named, and write it to `path` if there is one.

    The pictures of Markdown go beside it. Raises UnknownName, CannotRender and CannotWrite.
    """
    (name,) = chosen_games(project, (game,))
    loaded = load_game(project, name)
    found, made = list(loaded.diagnostics), None
    if loaded.game is not None:
        claims = load_claims(project, loaded.game)
        said = sayings(project, loaded.game, claims.rulings)
        found += (*claims.diagnostics, *said.diagnostics)
        if said.rules is not None:
            with open_cache(wanted=cache) as store:
                made = booklet(project, loaded.game, said.rules, said.rulings, reused=store)
            found += made.findings
            for each in sections:
                if each not in TITLES:
                    raise UnknownName(
                        f'there is no section "{each}"', suggest_argument(each, tuple(TITLES), "sections")
                    )
    if made is None or has_errors(found):
        return RulesResult(b"", None, in_reading_order(found))
    document = only(made.document, tuple(sections))
    if form == "pdf":
        content = as_pdf(document, made, paper)
    else:
        content = (as_html(document, made) if form == "html" else as_markdown(document, made, path)).encode()
    if path is not None:
        write(path, content)
    return RulesResult(content, path, in_reading_order(found))


def booklet(
    project: Project,
    game: Game,
    rules: Rules,
    rulings: tuple[Question, ...],
    *,
    reused: BuildCache = NO_CACHE,
) -> Booklet:
    """Return the summary of a game, with a picture of every piece that can be drawn."""
    book = fonts_of(project)
    context = render_context(project, game, book, cache=reused)
    drawn = _drawn(game, context)
    pictures = drawn.pictures
    named: set[str] = {each.icon for each in rules.glossary if each.icon}

    def read(written: str) -> Text:
        runs = _runs(written)
        named.update(run.icon for run in runs if run.icon)
        return runs

    charts = _charts(game, pictures)
    lato = (file.path for style in STYLES[:2] if (file := book.find("Lato", style)))
    made = document(
        game,
        rules,
        parse=read,
        rulings=rulings,
        charts=charts,
        shows=drawn.shows,
        pictures=pictures,
        art=_credited(project, game, book),
    )
    title, body = (_family(game, role, book) for role in ("title", "body"))
    return Booklet(
        replace(made, icons=_icons(context, named)),
        tuple(drawn.found),
        title,
        body,
        tuple(path for family in (title, body) for path in _files(book, family)),
        tuple(sorted({*drawn.fonts, *lato})),
    )


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The pictures of a game by key, which piece shows which, what was found, and the fonts they need."""

    shows: dict[str, str]
    pictures: dict[str, Picture]
    found: list[Diagnostic]
    fonts: set[Path]


def _drawn(game: Game, context: RenderContext) -> _Drawn:
    made = _Drawn({}, {}, [], set())
    for component in game.components:
        rendered = render(component, context)
        shown, drawn = pictures_of(component, rendered.deck)
        made.shows.update(shown)
        made.pictures.update(drawn)
        made.fonts.update(rendered.fonts)
        made.found.extend(rendered.diagnostics)
    return made


def _credited(project: Project, game: Game, book: FontBook) -> frozenset[str]:
    """Return the art slots of the game that are shown, in whatever theme, if anybody is to be credited for one."""
    if not game.art_credits:
        return frozenset()
    from pnp.art.slots import game_art  # noqa: PLC0415 - few games have credits

    return frozenset(slot.name for slot in game_art(project, game, book).slots if slot.path is not None)


def _charts(game: Game, pictures: dict[str, Picture]) -> tuple[Chart, ...]:
    """Return the charts of what the decks are made of, and put their drawings among the pictures."""
    charts: list[Chart] = []
    for component in game.components:
        for table in distributions(component):
            key = f"chart-{component.id}-{table.field.replace('.', '-')}"
            title = f"{component.title}: {table.field.replace('.', ' ').replace('_', ' ')}"
            drawn = bar_chart(title, table.rows, f"{table.size} pieces")
            pictures[key] = Picture(drawn.svg, drawn.trim, title)
            numbers = ", ".join(f"{label}: {count}" for label, count in table.rows)
            charts.append(Chart(key, title, key, numbers))
    return tuple(charts)


def _runs(written: str) -> Text:
    """Return a text as cards read it, on one line."""
    runs: list[Run] = []
    for line in parse(written):
        runs += [Run(" ")] if runs and line else []
        for run in line:
            if isinstance(run, Icon):
                runs.append(Run(run.name.replace("-", " ").replace("_", " "), icon=run.name))
            else:
                runs.append(Run(run.text, bold=run.bold, italic=run.italic))
    return tuple(runs)


def _icons(context: RenderContext, names: set[str]) -> dict[str, Picture]:
    """Return the pictures of the icons that are there and sound; the others stay words."""
    icons: dict[str, Picture] = {}
    for name in sorted(names):
        path = context.icons.find(name)
        if path is None:
            continue
        try:
            drawing = context.icons.read(path)
        except UnsafeDrawing:
            continue
        view = drawing.view
        icons[name] = icon_picture(
            drawing.inner, f"{view.x:g} {view.y:g} {view.width:g} {view.height:g}", name
        )
    return icons


def _family(game: Game, role: str, book: FontBook) -> str:
    family = game.fonts.get(role, DEFAULT_FONT)
    return family if family in book.families else DEFAULT_FONT


def _files(book: FontBook, family: str) -> tuple[Path, ...]:
    """Return the files of a family that running text needs; all it has when it has none of these."""
    wanted = [file.path for style in STYLES if (file := book.find(family, style))]
    every = [file.path for style in book.styles(family) if (file := book.find(family, style))]
    return tuple(wanted or every)


# A rules summary in each of its formats, with the fonts and pictures that format wants.


def as_markdown(document: RulesDocument, made: Booklet, path: Path | None) -> str:
    """Return the document as Markdown; beside `path` its pictures are written, without a path it has none."""
    from pnp.rules import markdown  # noqa: PLC0415 - each format loads what it needs

    if path is None:
        return markdown.write(document)
    folder = path.with_name(f"{path.stem}-pictures")
    for name, svg in _pictures(document, made):
        write(folder / f"{name}.svg", svg.encode(), root=path.parent, durable=False)
    return markdown.write(document, pictures=folder.name)


def _pictures(document: RulesDocument, made: Booklet) -> Iterator[tuple[str, str]]:
    """Yield the drawings that the document shows, by anchor; each carries the letters it needs."""
    from pnp.rules.html import font_rules  # noqa: PLC0415
    from pnp.rules.pictures import inside  # noqa: PLC0415

    for section in document.sections:
        for block in section.blocks:
            picture = (
                document.pictures.get(block.picture) if isinstance(block, Entry | Part | Chart) else None
            )
            if isinstance(block, Entry | Part | Chart) and picture is not None:
                style = f"<style>{font_rules(made.picture_fonts, [picture.svg])}</style>"
                drawn = inside(picture.svg)
                yield block.anchor, picture.svg.replace(drawn, style + drawn, 1)


def as_html(document: RulesDocument, made: Booklet) -> str:
    """Return the document as one page of HTML."""
    from pnp.rules import html  # noqa: PLC0415
    from pnp.rules.html import font_rules  # noqa: PLC0415
    from pnp.rules.pictures import shown_in  # noqa: PLC0415

    drawings = [picture.svg for picture in shown_in(document).values()]
    return html.write(document, fonts=font_rules(made.picture_fonts, drawings))


def as_pdf(document: RulesDocument, made: Booklet, paper: str) -> bytes:
    """Return the document as a PDF, dated by SOURCE_DATE_EPOCH alone."""
    from pnp.export.pdf_metadata import source_date  # noqa: PLC0415
    from pnp.rules import pdf  # noqa: PLC0415

    files = tuple(sorted({*made.text_fonts, *made.picture_fonts}))
    fonts = pdf.Fonts(made.title_font, made.body_font, files)
    return pdf.write(document, fonts=fonts, paper=paper, date=source_date(os.environ))
