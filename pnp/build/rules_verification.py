"""The rules among the finished files: they are, page by page, what is typeset of the rules that the data give now."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pikepdf import Page, Pdf

from pnp.build.build_cache import NO_CACHE, BuildCache
from pnp.build.rules_files import BOOKLET, LARGEST, editions, folded_key, read_rules
from pnp.build.stages import BuildContext, DrawnGame
from pnp.cache import digest_of
from pnp.export.pdf_in_memory import UNREADABLE_PDF
from pnp.files import read_bytes
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.geometry import Size
from pnp.rules.booklet import FOLDED, booklet
from pnp.units import MM_PER_PT
from pnp.verify.document import date_in
from pnp.verify.same_document import first_difference
from pnp.verify.whole_file import wrong_bytes

if TYPE_CHECKING:
    from pnp.model.rules import RulesDocument

_SAME_MM = 0.1


def verify_rules(
    context: BuildContext, folder: Path, drawn: DrawnGame, names: Sequence[str]
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the files of the rules that the manifest names.

    What was typeset before of the very same rules, by the same program, is not typeset again.
    """
    if not names:
        return
    game, whole = drawn.game.id, read_rules(context, drawn)
    if has_errors(whole.diagnostics):
        yield from whole.diagnostics
        return
    known = editions(whole.rules) if whole.rules else {}
    cache = context.cache
    kept = replace(context, cache=BuildCache(cache.code, cache.program) if cache.code else NO_CACHE)
    for name in names:
        found = _wrong(kept, folder / name, whole, known.get(Path(name).name == BOOKLET))
        for code, fact in found:
            yield Diagnostic(code, f"{name} {fact}", hint=f"run: pnp build {game}", game=game)


def _wrong(
    context: BuildContext,
    path: Path,
    drawn: DrawnGame,
    edition: "tuple[RulesDocument, str] | None",
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with one file."""
    try:
        content = read_bytes(path, limit=LARGEST)
        for fact in wrong_bytes(path):
            yield "PNP535", f"is not as it was written: {fact}"
        with Pdf.open(io.BytesIO(content), attempt_recovery=False) as pdf:
            said, date, size = (
                str(pdf.docinfo.get("/Keywords", "")),
                date_in(pdf),
                _page_size(pdf.pages[0], folded=path.name == BOOKLET),
            )
        if edition is None or said != edition[1]:
            yield "PNP564", "does not say what the data say now"
            return
        from pnp.build.rules_document import typeset  # noqa: PLC0415 - many games have no rules
        from pnp.rules.pdf import PAPERS  # noqa: PLC0415 - as above

        paper = next((name for name, each in PAPERS.items() if each.is_like(size, within=_SAME_MM)), "a5")
        due = typeset(edition[0], drawn.game, paper, context, date=date)
        if path.name == BOOKLET:
            sheets = path.parent.name if path.parent.name in FOLDED.values() else FOLDED[paper]
            kept = context.cache.store.get(folded_key(context.cache, due, sheets))
            due = content if kept == digest_of(content).encode() else booklet(due, sheets)
        difference = first_difference(content, due)
    except UNREADABLE_PDF:
        yield "PNP550", "is not there, or is no whole PDF"
        return
    if difference is not None:
        where = f"page {difference}" if difference else "what is beside its pages"
        yield "PNP564", f"is not as it is typeset: {where} is another"


def _page_size(page: Page, *, folded: bool) -> Size:
    """Return the size of the page that is read: of a booklet that of a page on a sheet."""
    corners = page.resources.XObject["/P0"].BBox if folded else page.mediabox
    left, bottom, right, top = (float(edge) * MM_PER_PT for edge in corners.as_list())
    return Size(right - left, top - bottom)
