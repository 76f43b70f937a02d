"""A picture moved, enlarged or turned in its box: shown so, and said in art/placement.yaml."""

from dataclasses import dataclass, replace
from pathlib import Path

from pnp.art.credits import with_entry, without_entry
from pnp.art.slots import ArtResult, GameArt, Slot, find_slot, folder_of, games_of, next_command, own_games
from pnp.art.status import coarse_remark, coarsest, dpi_of, shape_remark
from pnp.edit.file_change import FileChange, current_content
from pnp.edit.yaml_change import EMPTY, Item, flow
from pnp.files import is_within
from pnp.load.art_files import PLACEMENTS, read_placements
from pnp.load.nodes import Findings
from pnp.load.project import Project
from pnp.load.yaml_source import parse
from pnp.model.art_placement import AS_ASKED, FITS, ROTATIONS, ZOOMS, Fit, Placement
from pnp.model.diagnostics import Diagnostic
from pnp.model.errors import CannotEdit, CannotUse, CannotWrite
from pnp.model.face import Face, PieceSide, Side
from pnp.model.game import Component, Piece
from pnp.model.geometry import Point, Size
from pnp.render.faces import PieceDrawer
from pnp.svg.images import UnsafeDrawing, shown
from pnp.templates.context import RenderContext
from pnp.typesetting.fonts import FontFile

HEAD = "# How the pictures lie in their boxes, by art slot; docs/art.md says what the keys mean.\n"


def own_content(art: GameArt, path: Path) -> bytes | None:
    """Return what is in a file of the art folder; raises CannotEdit for a link, and for one that leads out."""
    if path.is_symlink() or not is_within(path.parent, art.folder.parent):
        raise CannotEdit(f"{art.shown(path)} is a link", "put the file itself in its place")
    return current_content(path)


def moved_picture(art: GameArt, slot: Slot, placement: Placement) -> FileChange:
    """Return what keeps where a picture lies in its box; `slot` is as it was read.

    Raises CannotEdit and CannotWrite, also where the file says by now something else of it.
    """
    path = art.folder / PLACEMENTS
    before = own_content(art, path)
    try:
        known = (before or b"").decode()
        if read_placement_text(known)[0].get(slot.name, AS_ASKED) != slot.main.placement:
            hint = "look at it as it is now, then place it again"
            raise CannotEdit(f"the placement of {slot.name} was changed meanwhile", hint)
        text = placed_text(known, slot.name, placement)
    except UnicodeDecodeError as error:
        raise CannotEdit(f"{art.shown(path)} is no text", "correct it in an editor") from error
    return FileChange(path, before, text.encode() or None)


def placed_text(text: str, slot: str, placement: Placement) -> str:
    """Return the file with the placement of a slot, read back before it is trusted; "" when nothing is left in it.

    `text` is what it holds now, "" when there is none. Raises CannotWrite.
    """
    said = written(placement)
    by_hand = CannotWrite(
        f"{PLACEMENTS} cannot be written safely",
        f"edit it by hand: {slot}: {{zoom: 1.2}}",
    )
    old, found = read_placement_text(text)
    if found:
        raise by_hand
    if placement == old.get(slot, AS_ASKED):
        return text
    try:
        if placement == AS_ASKED:
            changed = without_entry(text, slot)
        else:
            changed = with_entry(text, slot, said, head=HEAD, new=f" {flow(said)}")
    except CannotEdit as error:
        raise by_hand from error
    new, found = read_placement_text(changed)
    wanted = {**old, slot: placement}
    if placement == AS_ASKED:
        del wanted[slot]
    if found or new != wanted:
        raise by_hand
    return "" if changed == HEAD + EMPTY else changed


def read_placement_text(text: str) -> tuple[dict[str, Placement], bool]:
    """Return the placements in a text, and whether there is something wrong with it."""
    if not text.strip():
        return {}, False
    node, found = parse(text.encode(), PLACEMENTS)
    findings = Findings()
    placements, _ = read_placements(node, findings) if node else ({}, {})
    return placements, bool(found or len(findings))


def written(placement: Placement) -> dict[str, Item]:
    """Return what is written of a placement: what differs from what the template asks.

    >>> written(Placement((0.5, 0.25), zoom=2.0, fit="cover"))
    {'focus': (0.5, 0.25), 'zoom': 2, 'fit': 'cover'}
    """
    said: dict[str, Item] = {}
    if placement.focus != AS_ASKED.focus:
        said["focus"] = tuple(_plain(share) for share in placement.focus)
    if placement.zoom != AS_ASKED.zoom:
        said["zoom"] = _plain(placement.zoom)
    if placement.rotation:
        said["rotation"] = _plain(placement.rotation)
    if placement.fit:
        said["fit"] = placement.fit
    return said


def _plain(value: float) -> float:
    return int(value) if value == int(value) else value


# A picture moved, enlarged or turned in its box: said in art/placement.yaml, and what that comes to.


@dataclass(frozen=True, slots=True)
class PlaceOptions:
    """What is placed (a slot, a piece, component/piece), its game if that is named, and what is said anew.

    None leaves a value as it was; with `reset` it becomes what the template asks.
    """

    name: str
    game: str | None = None
    focus: Point | None = None
    zoom: float | None = None
    rotation: float | None = None
    fit: Fit | None = None
    reset: bool = False

    def applied(self, before: Placement) -> Placement:
        """Return a placement with what is said anew. Raises CannotUse for a number beyond its limits."""
        base = AS_ASKED if self.reset else before
        focus, zoom, rotation, fit = self.focus, self.zoom, self.rotation, self.fit
        return checked_placement(
            Placement(
                base.focus if focus is None else focus,
                base.zoom if zoom is None else zoom,
                base.rotation if rotation is None else rotation,
                fit or base.fit,
            )
        )


def checked_placement(placement: Placement) -> Placement:
    """Return the placement as it is written, four decimals at most. Raises CannotUse for a number beyond its limits."""
    x, y = placement.focus
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise CannotUse(
            f"the focus {x:g},{y:g} lies outside the picture", "give two numbers from 0 to 1, such as 0.5,0.4"
        )
    for name, value, (low, high) in (
        ("zoom", placement.zoom, ZOOMS),
        ("rotation", placement.rotation, ROTATIONS),
    ):
        if not low <= value <= high:
            raise CannotUse(
                f"the {name} {value:g} is out of range", f"give a number from {low:g} to {high:g}"
            )
    if placement.fit not in (None, *FITS):
        raise CannotUse(f'there is no fit "{placement.fit}"', f"it is {' or '.join(FITS)}")
    rounded = (round(x, 4), round(y, 4))
    return Placement(rounded, round(placement.zoom, 4), round(placement.rotation, 2) + 0.0, placement.fit)


def place_picture(project: Project, options: PlaceOptions) -> ArtResult:
    """Keep where a picture lies in its box, unless the game has mistakes.

    Raises UnknownName for a game or a slot, CannotUse for a number beyond its limits or a slot without a picture, and
    CannotWrite, also when somebody else wrote into the file meanwhile.
    """
    options.applied(AS_ASKED)
    games, findings = games_of(project, options.game)
    if not games:
        return ArtResult(diagnostics=findings)
    art, slot = find_slot(project, own_games(project, games), options.name)
    size, raster = _picture(art, slot)
    placement = options.applied(slot.main.placement)
    change = moved_picture(art, slot, placement)
    if change.after != change.before:
        change.write(folder_of(project, art.game))
    now = placed_slot(slot, placement)
    use = coarsest(raster, now) if raster else now.main
    pixels = Size(round(raster.width), round(raster.height)) if raster else None
    lines = [f"{art.shown(art.folder / PLACEMENTS)}: {slot.name}: {placement.in_words()}"]
    reckoning = "vectors, sharp at any size"
    if pixels:
        reckoning = (
            f"{pixels.width} x {pixels.height} px is {dpi_of(pixels, use):.0f} dpi in {shown(use.size)}"
        )
    lines += [f"  {reckoning}", *_moved(size, now)]
    coarse = coarse_remark(raster, use) if raster else ""
    warnings = tuple(filter(None, (coarse, shape_remark(size, now.main))))
    return ArtResult(tuple(lines), warnings, next_command(art, slot))


def placed_slot(slot: Slot, placement: Placement) -> Slot:
    """Return the slot as its uses are with another placement."""
    return replace(slot, uses=tuple(replace(use, placement=placement) for use in slot.uses))


def _picture(art: GameArt, slot: Slot) -> tuple[Size, Size | None]:
    """Return the size of the picture in a slot, and its pixels; raises CannotUse when there is none that can be read."""
    if slot.path is None:
        hint = f"put one there first: pnp art add FILE --for {slot.name}"
        raise CannotUse(f'there is no picture for "{slot.name}" yet', hint)
    try:
        drawing = art.context.gallery.read(slot.path)
    except UnsafeDrawing as error:
        raise CannotUse(f"{art.shown(slot.path)} cannot be used: {error}", error.hint) from error
    return drawing.view.size, drawing.raster


def _moved(picture: Size, slot: Slot) -> tuple[str, ...]:
    """Return a line when another point than the focus lies in the middle of the box."""
    use = slot.main
    x, y = use.placement.shown_focus(picture, use.size, use.fit)
    asked = use.placement.focus
    if max(abs(x - asked[0]), abs(y - asked[1])) < 0.0005:
        return ()
    box = f"the box of {shown(use.size)}"
    why = f"{box} stays covered" if use.fit == "cover" else f"nothing of {box} is empty without need"
    return (f"  {x:.3g},{y:.3g} lies in the middle, so that {why}",)


# A face with a picture placed otherwise than its files say: what somebody sees while moving it, before it is kept.


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """A face with the fonts it needs, and what was found on it."""

    face: Face
    fonts: frozenset[FontFile]
    diagnostics: tuple[Diagnostic, ...]


def placed_face(
    context: RenderContext, component: Component, piece: Piece, side: Side, *, slot: str, placement: Placement
) -> PlacedFace:
    """Return one face with a picture placed so, to look at: its photographs have the pixels of a screen.

    Nothing is kept, and nothing of the game is read again.

    Raises CannotUse when the face cannot be drawn.
    """
    wanted = frozenset((PieceSide(component.id, piece.id, side),))
    (drawn,) = PieceDrawer(component, context.for_screen({slot: placement})).draw((piece,), sides=wanted)
    if side not in drawn.sides:
        raise CannotUse(f"the {side} of {component.id}/{piece.id} cannot be drawn", "pnp check says why")
    done = drawn.sides[side]
    return PlacedFace(done.face, done.fonts, drawn.found)
