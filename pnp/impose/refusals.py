"""The findings of imposition: a piece larger than the paper, and margins too narrow for marks or furniture."""

from pnp.impose.layout import Layout
from pnp.impose.layouts import lay_out
from pnp.impose.margins import Margins
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Component, Game
from pnp.model.geometry import Size
from pnp.model.papers import PAPERS
from pnp.model.sheet import Backs, Paper


def does_not_fit(component: Component, paper: Paper, *, game: Game, flip: Backs) -> Diagnostic:
    """Return PNP402, or PNP403 when only the fold is in the way."""
    size = component.size
    if flip == "gutterfold" and lay_out(component, paper) is not None:
        return Diagnostic(
            "PNP403",
            f"{component.title}: {_mm(size)} does not fit twice beside a fold on {paper.title} ({_mm(paper.size)})",
            component.place,
            hint=_way_out(component, folded=True, other="print with --backs long-edge"),
            game=game.id,
        )
    edge = 2 * paper.unprintable
    printable = Size(paper.size.width - edge, paper.size.height - edge)
    return Diagnostic(
        "PNP402",
        f"{component.title}: {_mm(size)} is larger than {paper.title} ({_mm(paper.size)}, "
        f"of which a printer reaches {_mm(printable)})",
        component.place,
        hint=_way_out(component, folded=flip == "gutterfold", other="write a smaller size"),
        game=game.id,
    )


def _way_out(component: Component, *, folded: bool, other: str) -> str:
    for paper in PAPERS.values():
        if lay_out(component, paper, folded=folded) is not None:
            return f"print with --paper {paper.name}, or {other}"
    return other


def lacks_room(
    component: Component, paper: Paper, layout: Layout, margins: Margins, *, game: Game
) -> tuple[Diagnostic, ...]:
    """Return the warnings about what the margins have no room for.

    On a bought sheet the ruler stands where it falls on no label, or not at all: that is no finding. Nor is it one
    that a piece as large as the paper leaves no margin.
    """
    if layout.bounds.size == layout.page:
        return ()
    found = []
    furniture = margins.furniture
    if furniture is None and layout.loads:
        found.append(("PNP404", "there is no room for the footer", f"load label sheet {layout.loads}"))
    elif furniture is None or not (furniture.strokes or layout.loads):
        lost = "the ruler" if furniture else "the footer and the ruler"
        found.append(("PNP404", f"there is no room for {lost}", "check the size with a ruler after printing"))
    across, down = _marked(layout, margins)
    if not (across and down):
        lost = "at the sides" if across else "above and below" if down else "on any side"
        found.append(("PNP405", f"there is no room for crop marks {lost}", "cut where the bleed ends"))
    return tuple(
        Diagnostic(
            code,
            f"{component.title} on {paper.title}: {fact}",
            component.place,
            hint=f"{hint}, or print on another paper",
            severity="warning",
            game=game.id,
        )
        for code, fact, hint in found
    )


def _marked(layout: Layout, margins: Margins) -> tuple[bool, bool]:
    """Say whether the cuts down and across the sheet have the marks they need."""
    across, down = margins.marked
    return (
        across or not (layout.cuts_across or layout.slants),
        down or not layout.cuts_down,
    )


def _mm(size: Size) -> str:
    return f"{size.width:.4g} × {size.height:.4g} mm"
