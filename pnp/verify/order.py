"""Pages come as the printer takes them, and say which sheet and side they are."""

from collections.abc import Iterator

from pnp.model.diagnostics import Diagnostic
from pnp.verify.found import FoundFile
from pnp.verify.names import Names


def check_order(file: FoundFile, names: Names) -> Iterator[Diagnostic]:
    """Yield the pages that are not labelled "1 front", "1 back", "2 front" and so on.

    One-sided files have fronts only; in two-sided ones every front but the last has a back behind it.
    """
    number, side = 1, "front"
    for sheet in file.sheets:
        due = f"{number} {side}"
        if sheet.label != due:
            said = f'labelled "{sheet.label}"' if sheet.label else "not labelled"
            yield names.finding("PNP552", f'page {sheet.page} is {said}, it should be "{due}"', "build again")
        if file.flip != "none" and side == "front":
            side = "back"
        else:
            number, side = number + 1, "front"
