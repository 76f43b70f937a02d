"""The rules summary of one game put together from all stages: data, rules, faces, icons."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pnp.art.slots import game_art
from pnp.build.build_cache import open_cache
from pnp.build.stages import fonts_of, render_context
from pnp.claims.load import load_claims
from pnp.export.pdf_metadata import source_date
from pnp.files import write
from pnp.load.game import load_game
from pnp.load.project import Project, chosen_games
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.rules.document import make_document, select_sections
from pnp.rules.html_page import as_html
from pnp.rules.load import load_rules
from pnp.rules.markdown import as_markdown, markdown_pictures
from pnp.rules.pdf import as_pdf
from pnp.rules.pictures import draw_pictures

RulesForm = Literal["md", "html", "pdf"]


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
    if loaded.game is None:
        return RulesResult(b"", None, in_reading_order(loaded.diagnostics))
    claims = load_claims(project, loaded.game)
    rules = load_rules(project, loaded.game, claims.rulings)
    found = [*loaded.diagnostics, *claims.diagnostics, *rules.diagnostics]
    if rules.rules is None:
        return RulesResult(b"", None, in_reading_order(found))
    fonts = fonts_of(project)
    with open_cache(wanted=cache) as store:
        context = render_context(project, loaded.game, fonts, cache=store)
        drawings = draw_pictures(context)
    found += drawings.diagnostics
    if has_errors(found):
        return RulesResult(b"", None, in_reading_order(found))
    slots = game_art(project, loaded.game, fonts).slots if loaded.game.art_credits else ()
    filled = {slot.name for slot in slots if slot.path is not None}
    document = select_sections(make_document(context, rules.rules, drawings, filled), sections)
    if form == "pdf":
        content = as_pdf(document, loaded.game, fonts, paper=paper, date=source_date(os.environ))
    elif form == "html":
        content = as_html(document, loaded.game, fonts).encode()
    elif path is None:
        content = as_markdown(document).encode()
    else:
        folder = path.with_name(f"{path.stem}-pictures")
        for file, svg in markdown_pictures(document).items():
            write(folder / file, svg, root=path.parent, durable=False)
        content = as_markdown(document, folder.name).encode()
    if path is not None:
        write(path, content)
    return RulesResult(content, path, in_reading_order(found))
