"""What imposition finds: a piece larger than the paper, margins too narrow for marks or words, spaces cut in two."""

from typing import Literal

from pnp.impose.layouts import Layout, lay_out
from pnp.impose.margins import Margins
from pnp.impose.sheet_texts import SheetContext
from pnp.impose.tiling import Tiling
from pnp.model.diagnostics import Diagnostic
from pnp.model.geometry import Size
from pnp.model.sheet import PAPERS
from pnp.model.sides import Backs


def does_not_fit(context: SheetContext, flip: Backs) -> Diagnostic:
    """Return PNP402, or PNP403 when only the fold is in the way."""
    component, paper = context.component, context.paper
    size, folded = component.size, flip == "gutterfold"
    if folded and lay_out(component, paper) is not None:
        fact = f"{_mm(size)} does not fit twice beside a fold on {paper.title} ({_mm(paper.size)})"
        return _finding(context, "PNP403", fact, _other_paper(context, True, "print with --backs long-edge"))
    edge = 2 * paper.unprintable
    printable = Size(paper.size.width - edge, paper.size.height - edge)
    fact = f"{_mm(size)} is larger than {paper.title} ({_mm(paper.size)}, of which a printer reaches {_mm(printable)})"
    return _finding(context, "PNP402", fact, _other_paper(context, folded, "write a smaller size"))


def _other_paper(context: SheetContext, folded: bool, other: str) -> str:  # noqa: FBT001
    for paper in PAPERS.values():
        if lay_out(context.component, paper, folded=folded) is not None:
            return f"print with --paper {paper.name}, or {other}"
    return other


def lacks_room(context: SheetContext, layout: Layout, margins: Margins) -> tuple[Diagnostic, ...]:
    """Return the warnings about what the margins have no room for.

    On a bought sheet the ruler stands where it falls on no label, or not at all: that is no finding. Nor is it one
    that a piece as large as the paper leaves no margin.
    """
    if layout.bounds.size == layout.page:
        return ()
    found = []
    furniture = margins.furniture
    if furniture is None and layout.label_sheet:
        found.append(("PNP404", "there is no room for the footer", f"load label sheet {layout.label_sheet}"))
    elif furniture is None or not (furniture.strokes or layout.label_sheet):
        lost = "the ruler" if furniture else "the footer and the ruler"
        found.append(("PNP404", f"there is no room for {lost}", "check the size with a ruler after printing"))
    upright_marks, level_marks = margins.marked
    sides = upright_marks or not (layout.cut_xs or layout.slanted_cuts)
    ends = level_marks or not layout.cut_ys
    if not (sides and ends):
        lost = "at the sides" if sides else "above and below" if ends else "on any side"
        found.append(("PNP405", f"there is no room for crop marks {lost}", "cut where the bleed ends"))
    on = f"on {context.paper.title}"
    return tuple(
        _finding(context, code, fact, f"{hint}, or print on another paper", where=on, severity="warning")
        for code, fact, hint in found
    )


def cuts_spaces(context: SheetContext, tiling: Tiling) -> tuple[Diagnostic, ...]:
    """Return the warning that spaces of a board come to lie on several pages, if any do."""
    count, board = len(tiling.cut), context.component.board
    if board is None or not count:
        return ()
    first = board.spaces[tiling.cut[0]].id
    named = f'space "{first}" is' if count == 1 else f'{count} spaces ("{first}" first) are'
    hint = "leave a gap between spaces where pages join, or print on another paper"
    fact, on = f"{named} cut in two where pages join", f"on {context.paper.title}"
    return (_finding(context, "PNP408", fact, hint, where=on, severity="warning"),)


def _finding(
    context: SheetContext,
    code: str,
    fact: str,
    hint: str,
    *,
    where: str = "",
    severity: Literal["error", "warning"] = "error",
) -> Diagnostic:
    component = context.component
    message = f"{component.title}{' ' if where else ''}{where}: {fact}"
    return Diagnostic(code, message, component.place, hint=hint, severity=severity, game=context.game.id)


def _mm(size: Size) -> str:
    return f"{size.width:.4g} × {size.height:.4g} mm"
