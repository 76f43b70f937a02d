"""The files that a build should have made, laid out again from the data and the options in the manifest."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pnp.build.pipeline import DrawnGame, impose, papers_of
from pnp.build.recorded_options import options_of
from pnp.export.pdf_metadata import PdfMetadata, metadata_of
from pnp.impose.pack import Pack, packs
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, FacePages
from pnp.model.game import Component
from pnp.model.machines import CuttingMachine
from pnp.model.papers import Paper
from pnp.model.sheet import Sheet
from pnp.render.faces import Rendered
from pnp.verify.checks import verify_component
from pnp.verify.manifest import pack_manifest, packs_in
from pnp.verify.object_digests import FaceDigests, face_digests, joined


@dataclass(frozen=True, slots=True)
class ExpectedFile:
    """One PDF and what it should hold: sheets of pieces, their faces and the digests of those; and what the manifest should say.

    `words` are what it should say of itself, `option` is what else to build it with, `drawn_in` where pages that
    differ are drawn, None for nowhere.
    """

    pdf: Path
    game: str
    component: Component
    deck: Deck
    pages: FacePages
    digests: FaceDigests
    paper: Paper
    manifest: Mapping[str, Any]
    sheets: tuple[Sheet, ...]
    words: PdfMetadata
    option: str = ""
    drawn_in: Path | None = None


def verify_file(file: ExpectedFile) -> tuple[Diagnostic, ...]:
    """Return what is wrong with one file."""
    found = verify_component(
        file.pdf,
        file.component,
        file.deck,
        file.pages,
        paper=file.paper,
        game=file.game,
        digests=file.digests,
        manifest=file.manifest,
        option=file.option,
        clean=file.sheets,
        words=file.words,
        drawn_in=file.drawn_in,
    )
    return tuple(found)


def expected_files(
    folder: Path,
    drawn: DrawnGame,
    papers: Sequence[Paper],
    manifest: Mapping[str, Any],
    machine: CuttingMachine | None = None,
    *,
    drawn_in: Path | None = None,
) -> Iterator[ExpectedFile]:
    """Yield the files of a game below `folder`: one for each component and paper, and those that components share."""
    game, components = drawn.game, [each.component for each in drawn.components]
    decks = {each.component.id: each.rendered.deck for each in drawn.components}
    digests = {component: face_digests(pages) for component, pages in drawn.pages.items()}

    def expected(whole: Component, deck: Deck, parts: tuple[Component, ...], paper: Paper) -> ExpectedFile:
        pages, own = drawn.pages_of(parts), joined([digests[part.id] for part in parts])
        name = f"{paper.name}/{whole.id}.pdf"
        made = options_of(manifest, name, paper, machine)
        sheets, _ = impose(game, whole, Rendered(deck, (), ()), made.papers[0], made)
        words = metadata_of(game, whole, paper)
        return ExpectedFile(
            folder / name, game.id, whole, deck, pages, own, paper, manifest, sheets, words, drawn_in=drawn_in
        )

    for component in components:
        for paper in papers_of(component, papers):
            yield expected(component, decks[component.id], (component,), paper)
    for paper in papers:
        for pack in _packs(components, paper, manifest):
            file = expected(pack.component, pack.deck(decks), pack.parts, paper)
            own = pack_manifest(manifest, pack.name, [part.id for part in pack.parts])
            yield replace(file, manifest=own)


def _packs(components: Sequence[Component], paper: Paper, manifest: Mapping[str, Any]) -> Iterator[Pack]:
    """Yield the packs that a manifest lists on a paper, with their parts in the order they are laid out in."""
    for name, ids in packs_in(manifest, paper.name, [component.id for component in components]).items():
        made = options_of(manifest, f"{paper.name}/{name}.pdf", paper)
        planned = packs(components, made.papers[0], folded=made.backs == "gutterfold")
        due = next((each for each in planned if each.name == name), None)
        if due is not None and {part.id for part in due.parts} == set(ids):
            yield due
        elif parts := tuple(component for component in components if component.id in ids):
            yield Pack(name, parts)
