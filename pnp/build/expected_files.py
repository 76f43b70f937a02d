"""Which files a game should have been built into, and what each should hold."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp.build.packing import pages_of
from pnp.build.stages import ImposedComponent, papers_of
from pnp.impose.pack import Pack
from pnp.model.face import Deck, FacePages
from pnp.model.game import Component
from pnp.model.sheet import Paper
from pnp.verify.manifest import pack_manifest, packs_in


@dataclass(frozen=True, slots=True)
class Expected:
    """One PDF, its pieces and faces fresh from the data, and the manifest as it should read for them."""

    pdf: Path
    component: Component
    deck: Deck
    pages: FacePages
    paper: Paper
    manifest: Mapping[str, Any]
    option: str = ""


def expected(
    folder: Path,
    prints: Sequence[ImposedComponent],
    pages: Sequence[FacePages],
    papers: Sequence[Paper],
    manifest: Mapping[str, Any],
) -> Iterator[Expected]:
    """Yield the files of a game below `folder`: one for each component and paper, and those that components share.

    A component that is in a shared file needs none of its own; if it has one all the same, that has to be right too.
    """
    components = [each.component for each in prints]
    ids = [component.id for component in components]
    packs = {paper.name: packs_in(manifest, paper.name, ids) for paper in papers}
    for each, drawn in zip(prints, pages, strict=True):
        for paper in papers_of(each.component, papers):
            pdf = folder / paper.name / f"{each.component.id}.pdf"
            shared = any(each.component.id in parts for parts in packs.get(paper.name, {}).values())
            if pdf.is_file() or not shared:
                yield Expected(pdf, each.component, each.rendered.deck, drawn, paper, manifest)
    decks = {each.component.id: each.rendered.deck for each in prints}
    for paper in papers:
        for name, in_it in packs[paper.name].items():
            parts = tuple(component for component in components if component.id in in_it)
            if parts:
                pack = Pack(name, parts)
                yield Expected(
                    folder / paper.name / f"{name}.pdf",
                    pack.component,
                    pack.deck(decks),
                    pages_of(parts, prints, pages),
                    paper,
                    pack_manifest(manifest, name, in_it),
                    "--pack",
                )
