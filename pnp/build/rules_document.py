"""The rules summary of one game put together from all stages: data, rules, faces, icons."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from pnp.art.slots import game_art
from pnp.build.build_cache import open_cache
from pnp.build.pipeline import BuildContext, fonts_of
from pnp.claims.load import load_claims
from pnp.export.pdf_metadata import source_date
from pnp.files import write
from pnp.load.game import load_game
from pnp.load.project import Project, chosen_games
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import CannotRender
from pnp.model.game import Component, Game
from pnp.model.rules import Rules, RulesDocument
from pnp.render.faces import Rendered, render
from pnp.rules.document import make_document, select_sections, to_play
from pnp.rules.html_page import as_html
from pnp.rules.load import load_rules
from pnp.rules.markdown import RulesIcons, as_markdown, markdown_pictures
from pnp.rules.pdf import FOLDED, as_pdf, booklet, source_of
from pnp.rules.pictures import draw_pictures
from pnp.templates.context import RenderContext

RulesForm = Literal["md", "html", "pdf"]


@dataclass(frozen=True, slots=True)
class RulesOptions:
    """Which sections of a rules summary to write, all when none are named, and how.

    `paper` is for a PDF, `booklet` lays two of its pages on a sheet to fold: what is needed at the table, when no sections
    are named; `icons` is for Markdown, "images" when it is
    written to a file unless told.
    """

    form: RulesForm = "pdf"
    sections: tuple[str, ...] = ()
    paper: str = "a5"
    icons: RulesIcons | None = None
    booklet: bool = False


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
    options: RulesOptions | None = None,
    *,
    cache: bool = True,
) -> RulesResult:
    """Make the rules summary of a game and write it to `path` if there is one; the pictures of Markdown go beside it.

    Rules that cannot be typeset are a finding. Raises UnknownName and CannotWrite.
    """
    options = options or RulesOptions()
    (name,) = chosen_games(project, (game,))
    loaded = load_game(project, name)
    if loaded.game is None:
        return RulesResult(b"", None, in_reading_order(loaded.diagnostics))
    with open_cache(wanted=cache) as store:
        context = BuildContext(project, fonts_of(project), cache=store)
        rendering = context.rendering(loaded.game)
        rendered = [(component, render(component, rendering)) for component in loaded.game.components]
        document, found = read_document(project, rendering, rendered)
        found = (*loaded.diagnostics, *found)
        if document is None or has_errors(found):
            return RulesResult(b"", None, in_reading_order(found))
        to_fold = options.booklet and not options.sections
        document = to_play(document) if to_fold else select_sections(document, options.sections)
        try:
            content = _content(document, loaded.game, options, path, context)
        except CannotRender as error:
            return RulesResult(b"", None, in_reading_order((*found, not_typeset(loaded.game, error))))
    if path is not None:
        write(path, content)
    return RulesResult(content, path, in_reading_order(found))


def read_document(
    project: Project, context: RenderContext, rendered: Iterable[tuple[Component, Rendered]]
) -> tuple[RulesDocument | None, tuple[Diagnostic, ...]]:
    """Return the rules summary of a rendered game, and what was found; no document when its rules cannot be read."""
    game = context.game
    claims = load_claims(project, game)
    rules = load_rules(project, game, claims.rulings)
    found = (*claims.diagnostics, *rules.diagnostics)
    if rules.rules is None:
        return None, found
    document, drawing = put_together(project, context, rules.rules, rendered)
    return document, (*found, *drawing)


def put_together(
    project: Project, context: RenderContext, rules: Rules, rendered: Iterable[tuple[Component, Rendered]]
) -> tuple[RulesDocument, tuple[Diagnostic, ...]]:
    """Return the rules summary with pictures of what is rendered, and what was found while drawing it."""
    game = context.game
    drawings = draw_pictures(context, rendered)
    slots = game_art(project, game, context.sources.fonts).slots if game.art_credits else ()
    filled = {slot.name for slot in slots if slot.path is not None}
    return make_document(context, rules, drawings, filled), drawings.diagnostics


def typeset(
    document: RulesDocument, game: Game, paper: str, context: BuildContext, *, date: datetime | None
) -> bytes:
    """Return the PDF of a document, which may have been made before. Raises CannotRender."""
    fonts, cache = context.fonts, context.cache
    key = cache.key(
        "rulebooks", source_of(document), fonts.digest, game.fonts, game.fallback_fonts, paper, str(date)
    )
    made = cache.store.get(key) if cache.remembers else None
    if made is None:
        made = as_pdf(document, game, fonts, paper=paper, date=date, workers=context.workers)
        cache.store.put(key, made)
    return made


def not_typeset(game: Game, error: CannotRender) -> Diagnostic:
    """Return the finding of rules that cannot be typeset."""
    return Diagnostic("PNP502", str(error), game.place, error.hint, game=game.id)


def _content(
    document: RulesDocument, game: Game, options: RulesOptions, path: Path | None, context: BuildContext
) -> bytes:
    if options.form == "md":
        return _markdown(document, path, options.icons)
    if options.form == "html":
        return as_html(document, game, context.fonts).encode()
    content = typeset(document, game, options.paper, context, date=source_date(os.environ))
    return booklet(content, FOLDED[options.paper]) if options.booklet else content


def _markdown(document: RulesDocument, path: Path | None, icons: RulesIcons | None) -> bytes:
    if path is None:
        return as_markdown(document, icons=icons or "words").encode()
    icons = icons or "images"
    folder = path.with_name(f"{path.stem}-pictures")
    for file, svg in markdown_pictures(document, icons).items():
        write(folder / file, svg, root=path.parent, durable=False)
    return as_markdown(document, folder.name, icons).encode()
