"""Components that share sheets, made ready for printing like a single one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.build.options import BuildOptions
from pnp.build.stages import ImposedComponent, imposed
from pnp.impose.pack import Pack, address, packs, sheets_apart
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import FacePages
from pnp.model.game import Component, Game
from pnp.model.sheet import Sheet
from pnp.render.faces import Rendered
from pnp.text import counted


@dataclass(frozen=True, slots=True)
class SharedSheets:
    """Components that share sheets: `whole` is what they are printed as, `apart` the sheets they would take else."""

    parts: tuple[Component, ...]
    whole: ImposedComponent
    apart: Mapping[str, int]

    @property
    def name(self) -> str:
        """The name of the file they share."""
        return self.whole.component.id


def packs_of(game: Game, order: BuildOptions) -> tuple[Pack, ...]:
    """Return which of the components asked for share their sheets."""
    if not order.pack:
        return ()
    asked = [component.id for component in order.components_of(game)]
    every = packs(game.components, folded=order.backs == "gutterfold")
    return tuple(found for pack in every if (found := pack.only(asked)) is not None)


def impose_packs(
    game: Game, wanted: Sequence[Pack], prints: Sequence[ImposedComponent], order: BuildOptions
) -> tuple[list[SharedSheets], list[Diagnostic]]:
    """Return the packs on their sheets, and what was found; every part must be among `prints`, without errors."""
    made: list[SharedSheets] = []
    found: list[Diagnostic] = []
    for pack in wanted:
        only = {part.id: order.pieces_of(part) for part in pack.parts}
        component = pack.component
        rendered = Rendered(pack.deck({each.component.id: each.rendered.deck for each in prints}), (), ())
        sheets: dict[str, tuple[Sheet, ...]] = {}
        apart: dict[str, int] = {}
        for paper in order.papers:
            sheets[paper.name], findings = imposed(
                game, component, rendered, paper, backs=order.backs, wanted=_pieces(only)
            )
            apart[paper.name] = sheets_apart(pack, paper, folded=order.backs == "gutterfold", only=only)
            found += findings
        made.append(SharedSheets(pack.parts, ImposedComponent(component, rendered, sheets), apart))
    return made, found


def _pieces(only: Mapping[str, frozenset[str] | None]) -> frozenset[str] | None:
    """Return the pieces asked for as the pack calls them, None for all."""
    if all(pieces is None for pieces in only.values()):
        return None
    return frozenset(address(part, piece) for part, pieces in only.items() for piece in pieces or ())


def joined(pages: Sequence[FacePages]) -> FacePages:
    """Return the converted faces of several components as one set; a face that two of them show is taken once."""
    chunks: list[bytes] = []
    where: dict[str, tuple[int, int]] = {}
    for each in pages:
        for face, (chunk, page) in each.where.items():
            where.setdefault(face, (len(chunks) + chunk, page))
        chunks += each.chunks
    return FacePages(tuple(chunks), where)


def pages_of(
    parts: Sequence[Component], prints: Sequence[ImposedComponent], pages: Sequence[FacePages]
) -> FacePages:
    """Return the converted faces of the parts of a pack."""
    drawn = {each.component.id: of_it for each, of_it in zip(prints, pages, strict=True)}
    return joined([drawn[part.id] for part in parts])


def savings(game: Game, shared: Sequence[SharedSheets], order: BuildOptions) -> Iterator[str]:
    """Yield what packing came to, in a line for each pack and paper."""
    if not order.pack:
        return
    if not shared:
        yield f"{game.title}: nothing to pack, no two components share paper, shape and size"
    for each in shared:
        titles = each.whole.component.title
        for paper in order.papers:
            count, apart = numbered(each.whole.sheets[paper.name]), each.apart[paper.name]
            saved = f"instead of {apart}" if count < apart else "as many as apart: no sheet saved"
            yield f"{game.title} on {paper.title}: {titles}: {counted(count, 'sheet')}{' ' if count < apart else ', '}{saved}"


def numbered(sheets: Sequence[Sheet]) -> int:
    """Return how many sheets of paper the pages make."""
    return len({sheet.number for sheet in sheets})
