"""The rules that go with the sheets of a game: a PDF of all, and for each paper that can be folded a booklet to play with."""

import io
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pikepdf import Pdf

from pnp.build.build_cache import BuildCache
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, DrawnGame
from pnp.build.result import SheetFile
from pnp.cache import digest_of
from pnp.export.pdf_metadata import source_date
from pnp.files import read_bytes, write
from pnp.model.diagnostics import Diagnostic
from pnp.model.errors import CannotRender
from pnp.rules.pdf import FOLDED, booklet

if TYPE_CHECKING:
    from pnp.model.rules import RulesDocument

RULES, BOOKLET = "rules.pdf", "rules-booklet.pdf"
LARGEST = 200_000_000
"""Bytes of a PDF that is looked at."""

_HALF_OF = {paper: half for half, paper in FOLDED.items()}


@dataclass(frozen=True, slots=True)
class RulesFile:
    """A file of the rules below a game's output folder: of which pages, and the paper they are folded from, "" for none."""

    name: str
    pages: str
    folded: str = ""


def rules_files(options: BuildOptions) -> tuple[RulesFile, ...]:
    """Return the files of the rules that a build makes, all of pages of one size: half of the first paper that is folded."""
    papers = [paper.name for paper in options.papers if paper.name in _HALF_OF]
    pages = _HALF_OF[papers[0]] if papers else "a5"
    booklets = (RulesFile(f"{paper}/{BOOKLET}", pages, paper) for paper in papers)
    return (RulesFile(RULES, pages), *booklets)


def read_rules(context: BuildContext, drawn: DrawnGame) -> DrawnGame:
    """Return the game with its rules, and what was found in them; a game without rules.yaml has none."""
    folder = context.project.game_folder(drawn.game.id)
    if folder is None or not (folder / "rules.yaml").is_file():
        return drawn
    from pnp.build.rules_document import read_document  # noqa: PLC0415 - many games have no rules

    rendered = [(part.component, part.rendered) for part in drawn.components]
    document, found = read_document(context.project, drawn.rendering, rendered)
    new = [finding for finding in found if finding not in drawn.diagnostics]
    return replace(drawn, rules=document, diagnostics=(*drawn.diagnostics, *new))


@dataclass(frozen=True, slots=True)
class TypesetFile:
    """A file of the rules ready to be written, by its name; no `content` where that very file lies there already."""

    name: str
    pages: int
    key: str
    content: bytes | None


def typeset_rules(
    context: BuildContext, folder: Path, drawn: DrawnGame
) -> tuple[tuple[TypesetFile, ...], tuple[Diagnostic, ...]]:
    """Typeset the rules for the game's output folder, and say why they cannot be if they cannot."""
    game, document = drawn.game, drawn.rules
    if document is None:
        return (), ()
    from pnp.build.rules_document import not_typeset, typeset  # noqa: PLC0415 - as above

    cache, date = context.cache, source_date(os.environ)
    both = editions(document)
    made: dict[bool, bytes] = {}  # booklets of all papers have the same pages
    files = []
    for file in rules_files(context.options):
        folded = bool(file.folded)
        said, source = both[folded]
        key = (
            cache.key("rules", source, context.fonts.digest, str(date), repr(file)) if cache.remembers else ""
        )
        content = None
        if not cache.is_current(folder / file.name, key):
            try:
                made[folded] = made.get(folded) or typeset(said, game, file.pages, context, date=date)
            except CannotRender as error:
                return (), (not_typeset(game, error),)
            content = made[folded]
            if folded:
                key_of_sheets = folded_key(cache, content, file.folded)
                content = booklet(content, file.folded)
                cache.store.put(key_of_sheets, digest_of(content).encode())
        with Pdf.open(io.BytesIO(content or read_bytes(folder / file.name, limit=LARGEST))) as pdf:
            files.append(TypesetFile(file.name, len(pdf.pages), key, content))
    return tuple(files), ()


def folded_key(cache: BuildCache, pages: bytes, paper: str) -> str:
    """Return the key of the digest of a booklet made of these pages."""
    return cache.key("booklets", digest_of(pages), paper)


def editions(document: "RulesDocument") -> Mapping[bool, tuple["RulesDocument", str]]:
    """Return the document that is read and the one that is folded, by whether it is folded, each with what stands for it."""
    from pnp.rules.document import to_play  # noqa: PLC0415 - as above
    from pnp.rules.pdf import source_of  # noqa: PLC0415 - as above

    played = to_play(document)
    return {False: (document, source_of(document)), True: (played, source_of(played))}


def write_rules_files(
    context: BuildContext, folder: Path, files: Sequence[TypesetFile]
) -> tuple[SheetFile, ...]:
    """Write the rules below the game's output folder. Raises CannotWrite."""
    written = []
    for file in files:
        path, new = folder / file.name, file.content is not None
        if file.content is not None:
            write(path, file.content, root=folder)
            context.cache.note_written(path, file.key)
        written.append(SheetFile(path, (file.pages + 1) // 2, file.pages, path.stat().st_size, written=new))
    return tuple(written)
