"""Every place shows one card and nothing else."""

from collections.abc import Iterable, Iterator

from pnp.model.diagnostics import Diagnostic
from pnp.verify.found import FoundSheet
from pnp.verify.names import Names
from pnp.verify.recognise import Seen


def check_seeing(sheet: FoundSheet, seen: Iterable[Seen], names: Names) -> Iterator[Diagnostic]:
    """Yield the places that show no card of the component, or one with something else upon it."""
    for each in seen:
        where = sheet.place(each.card)
        if each.face is None:
            yield names.finding("PNP556", f"{where} shows {names.seen(each)}", "build again")
        elif not each.whole:
            fact = f"{where} shows {names.seen(each)}, but not as the data has it now"
            yield names.finding(
                "PNP556", fact, "something lies over it, or it is an older drawing: build again"
            )
