"""Pages before the sheets of a game (how to print and build it, the rules), counted before they are made."""

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.build.build_pages import draw_build_pages
from pnp.build.pipeline import BuildContext, DrawnGame
from pnp.build.rules_files import BOOKLET, RULES, read_rules, typeset_rules
from pnp.model.diagnostics import has_errors
from pnp.render.build_page import has_room
from pnp.studio.print_plan import SIDES

STOCK = "Plain paper"


@dataclass(frozen=True, slots=True)
class ReadingPages:
    """So many pages of a guide, printed on one side, and of rules, printed on both; rules that are `folded` make a booklet."""

    game: str
    paper: str
    guide: int
    rules: int
    folded: bool

    @property
    def rules_sheets(self) -> int:
        """How many sheets of paper the rules take."""
        return -(-self.rules // 2)

    @property
    def sheets(self) -> int:
        """How many sheets of paper all of it takes."""
        return self.guide + self.rules_sheets

    @property
    def guide_advice(self) -> str:
        """How to print the guide."""
        return f"{STOCK}; {SIDES['none']}"

    @property
    def rules_advice(self) -> str:
        """How to print the rules."""
        return f"{STOCK}; {SIDES['short-edge' if self.folded else 'long-edge']}"


def reading_pages(context: BuildContext, drawn: DrawnGame) -> Iterator[ReadingPages]:
    """Yield what comes first in the file of each paper; nothing for a part of a game, or one with errors."""
    options = context.options
    if options.partial or options.own_folder or has_errors(drawn.diagnostics):
        return
    known = read_rules(context, drawn) if options.rules else drawn
    files, _ = typeset_rules(context, context.output(drawn.game.id), known)
    pages = {file.name: file.pages for file in files}
    guides = draw_build_pages(context, known, pages).build_pages
    sheets = {paper: len(each) for guide, _ in guides for paper, each in guide.sheets.items()}
    for paper in options.papers:
        booklet = f"{paper.name}/{BOOKLET}"
        if has_room(paper) and any(each.sheets.get(paper.name) for each in drawn.components):
            rules = pages.get(booklet, pages.get(RULES, 0))
            yield ReadingPages(drawn.game.id, paper.title, sheets.get(paper.name, 0), rules, booklet in pages)
