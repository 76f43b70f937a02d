"""The faces of a game as they are now, held against those that were approved."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from PIL import Image

from pnp.build.build_cache import BuildCache
from pnp.build.options import BuildOptions
from pnp.build.stages import Conversion, ImposedComponent, prepare, render_context
from pnp.export.png import face_pictures
from pnp.history.picture_diff import Difference, difference
from pnp.history.snapshot_store import DPI, Approved, Spot, Unreadable, approved_picture, look_at
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.face import Deck, Face, FacePages
from pnp.model.game import Game
from pnp.render.fonts import FontBook

State = Literal["same", "changed", "new", "gone", "damaged"]
"""What became of a face; "same" is drawn differently and looks the same."""


@dataclass(frozen=True, slots=True)
class Present:
    """A face of the game as it is now, and where its piece is written."""

    face: Face
    place: Place


@dataclass(frozen=True, slots=True)
class Drawn:
    """A game drawn: its faces by the spot they are seen in, in the order of the data."""

    game: Game
    present: Mapping[Spot, Present]
    prints: Sequence[ImposedComponent]


@dataclass(frozen=True, slots=True)
class Approval:
    """The approved faces of a game, in `folder`; nothing is read that is not below `root`."""

    folder: Path
    root: Path
    faces: Mapping[Spot, Approved]


@dataclass(frozen=True, slots=True)
class Look:
    """A face that is not the approved drawing; `reason` says why its approved picture cannot be used."""

    spot: Spot
    state: State
    old: Image.Image | None = None
    new: Image.Image | None = None
    found: Difference | None = None
    reason: str = ""


def draw(
    project: Project, game: Game, fonts: FontBook, order: BuildOptions, reused: BuildCache
) -> tuple[Drawn, list[Diagnostic]]:
    """Return the faces asked for, and what drawing them brought to light."""
    context = render_context(project, game, fonts, reused=reused)
    prints, found = prepare(context, order.components_of(game), (), backs="none", only=order.pieces_of)
    present: dict[Spot, Present] = {}
    for each in prints:
        deck = each.rendered.deck
        for piece in each.component.pieces:
            for behind, shown in ((False, deck.fronts), (True, deck.backs)):
                if piece.id in shown:
                    spot = Spot(each.component.id, piece.id, behind)
                    present[spot] = Present(deck.faces[shown[piece.id]], piece.place)
    return Drawn(game, present, prints), found


class Comparison:
    """The faces that are not the approved drawings; they are converted at once and looked at one after the other."""

    def __init__(self, drawn: Drawn, approval: Approval, reused: BuildCache) -> None:
        """Convert what has to be seen; `refused` holds what the renderer would not draw."""
        self._drawn, self._approval = drawn, approval
        self._damaged = dict(self._damages())
        self._unlike = [
            spot
            for spot, here in drawn.present.items()
            if spot in self._damaged or not _is_approved(here.face.key, approval.faces.get(spot))
        ]
        self._pages, self.refused = _converted(
            drawn.prints, {drawn.present[spot].face.key for spot in self._unlike}, reused
        )

    def looks(self) -> Iterator[Look]:
        """Yield what is not as approved, with its pictures; faces that look alike on many pieces are drawn once."""
        spots: dict[str, list[Spot]] = {}
        for spot in self._unlike:
            spots.setdefault(self._drawn.present[spot].face.key, []).append(spot)
        for deck, pages in self._pages:
            mine = [key for key in deck.faces if key in spots]
            for key, picture in zip(mine, face_pictures(pages, mine, dpi=DPI), strict=True):
                for spot in spots.pop(key):
                    yield self._look(spot, picture)

    def gone(self, spots: Collection[Spot]) -> Iterator[Look]:
        """Yield a look for each of these approved spots, which the game has no more."""
        for spot in sorted(spots):
            try:
                old = approved_picture(self._approval.folder, spot, root=self._approval.root)
            except Unreadable:
                yield Look(spot, "gone")
            else:
                yield Look(spot, "gone", old=old)

    def _damages(self) -> Iterator[tuple[Spot, str]]:
        for spot in self._drawn.present:
            if spot in self._approval.faces:
                try:
                    look_at(self._approval.folder, spot, root=self._approval.root)
                except Unreadable as error:
                    yield spot, str(error)

    def _look(self, spot: Spot, new: Image.Image) -> Look:
        if spot not in self._approval.faces:
            return Look(spot, "new", new=new)
        reason = self._damaged.get(spot)
        if reason is None:
            try:
                old = approved_picture(self._approval.folder, spot, root=self._approval.root)
            except Unreadable as error:  # its checksums are right and its pixels are not
                reason = str(error)
        if reason is not None:
            return Look(spot, "damaged", new=new, reason=reason)
        found = difference(old, new)
        return Look(spot, "changed" if found.share else "same", old, new, found)


def _is_approved(key: str, approved: Approved | None) -> bool:
    return approved is not None and approved.key == key


def _converted(
    prints: Sequence[ImposedComponent], keys: Collection[str], reused: BuildCache
) -> tuple[list[tuple[Deck, FacePages]], list[Diagnostic]]:
    """Return the pages of these faces, by component, and a finding for each component that cannot be converted."""
    wanted = [small for each in prints if (small := _only(each, keys)).rendered.deck.faces]
    with Conversion(renderer="typst", jobs=2, reused=reused) as conversion:
        for each in wanted:
            conversion.start(each.rendered)
        pages, refused = conversion.pages(wanted)
    if refused:
        return [], refused
    return [(each.rendered.deck, of_it) for each, of_it in zip(wanted, pages, strict=True)], []


def _only(each: ImposedComponent, keys: Collection[str]) -> ImposedComponent:
    deck = each.rendered.deck
    faces = {key: face for key, face in deck.faces.items() if key in keys}
    return replace(each, rendered=replace(each.rendered, deck=replace(deck, faces=faces)))
