"""What the manifest of a reprint promises: so many copies of some pieces, as they look now."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pnp.build.expected_files import expected
from pnp.build.stages import ImposedComponent
from pnp.export.manifest import NAME, fingerprint_of, read
from pnp.history.compare import Address
from pnp.history.swap_list import in_copies
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, FacePages
from pnp.model.game import Component
from pnp.model.sheet import PAPERS
from pnp.verify.component import verify_component


@dataclass(frozen=True, slots=True)
class Promise:
    """How many copies of which piece there should be; what is wrong with that; whether a piece looks different now."""

    copies: Mapping[Address, int]
    findings: tuple[Diagnostic, ...]
    outdated: bool = False


def promise(
    manifest: Mapping[str, Any],
    components: Sequence[Component],
    decks: Sequence[Deck],
    *,
    game: str,
    file: str,
) -> Promise:
    """Return what a manifest, {} when there is none, promises of a game drawn afresh; `file` is what to call it."""
    if not manifest:
        return Promise({}, (Diagnostic("PNP561", f"{file} is not there, or is none of ours", game=game),))
    known = {
        (component.id, piece.id): (piece.copies, fingerprint_of(deck, piece.id))
        for component, deck in zip(components, decks, strict=True)
        for piece in component.pieces
    }
    copies: dict[Address, int] = {}
    found: list[Diagnostic] = []
    outdated = False
    for entry in manifest["pieces"]:
        address, number = (str(entry.get("component")), str(entry.get("id"))), entry.get("copies")
        most, looks = known.get(address, (0, ""))
        fact = None
        if not isinstance(number, int) or not 0 < number <= most:
            fact = "is not in the data, or not in that number"
        else:
            copies[address] = number
            if entry.get("sha256") != looks:
                outdated = True
                fact = "looks different now than when the reprint was made"
        if fact is not None:
            name = "/".join(address)
            found.append(Diagnostic("PNP561", f"{file}: {name} {fact}", game=game, piece=name))
    return Promise(copies, tuple(found), outdated)


# The reprint of a game read back: what its manifest promises is on its sheets, as often, with the right backs.

AGAIN = "--changed-since NAME"


def verify_reprint(
    folder: Path, prints: Sequence[ImposedComponent], pages: Sequence[FacePages], game: str
) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the reprint in `folder`.

    `prints` and `pages` are the whole game, drawn and converted afresh.
    """
    again = f"run: pnp build {game} {AGAIN}; or remove {folder}, if you need it no more"
    return tuple(
        replace(
            finding,
            message=f"{folder.name}/{finding.message}",
            hint=again if "build" in (finding.hint or "build") else finding.hint,
        )
        for finding in _findings(folder, prints, pages, game)
    )


def _findings(
    folder: Path, prints: Sequence[ImposedComponent], pages: Sequence[FacePages], game: str
) -> Iterator[Diagnostic]:
    manifest = read(folder / NAME)
    components, decks = [each.component for each in prints], [each.rendered.deck for each in prints]
    promised = promise(manifest, components, decks, game=game, file=NAME)
    yield from promised.findings
    if manifest and not promised.outdated:  # every page would say it again
        yield from _of_files(folder, manifest, *_promised_prints(prints, pages, promised.copies), game=game)


def _of_files(
    folder: Path,
    manifest: Mapping[str, Any],
    prints: Sequence[ImposedComponent],
    pages: Sequence[FacePages],
    *,
    game: str,
) -> Iterator[Diagnostic]:
    """Yield what is on the sheets otherwise than in `prints`, which are what was promised."""
    used = {sheet.get("paper") for sheet in manifest["sheets"]}
    papers = [paper for name, paper in PAPERS.items() if name in used]
    for file in expected(folder, prints, pages, papers, manifest):
        yield from verify_component(
            file.pdf,
            file.component,
            file.deck,
            file.pages,
            paper=file.paper,
            game=game,
            manifest=file.manifest,
            option=f"{file.option} {AGAIN}".strip(),
        )


def _promised_prints(
    prints: Sequence[ImposedComponent], pages: Sequence[FacePages], copies: Mapping[Address, int]
) -> tuple[list[ImposedComponent], list[FacePages]]:
    """Return the promised copies and their faces alone: any other card on a sheet is a stranger there."""
    again: list[ImposedComponent] = []
    drawn: list[FacePages] = []
    for each, of_it in zip(prints, pages, strict=True):
        short = in_copies(each.component, copies)
        if short.pieces:
            deck = _only(each.rendered.deck, {piece.id for piece in short.pieces})
            again.append(replace(each, component=short, rendered=replace(each.rendered, deck=deck)))
            drawn.append(of_it)
    return again, drawn


def _only(deck: Deck, pieces: set[str]) -> Deck:
    """Return the deck of these pieces alone."""
    fronts = {piece: face for piece, face in deck.fronts.items() if piece in pieces}
    backs = {piece: face for piece, face in deck.backs.items() if piece in pieces}
    shown = {*fronts.values(), *backs.values()}
    return Deck(
        deck.component, {key: face for key, face in deck.faces.items() if key in shown}, fronts, backs
    )
