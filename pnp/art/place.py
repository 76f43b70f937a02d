"""A picture moved, enlarged or turned in its box: said in art/placement.yaml, and what that comes to."""

from dataclasses import dataclass, replace

from pnp.art.placement_file import keep_placement, placement_text
from pnp.art.slot_names import find_slot, folder_of, next_command, own_games
from pnp.art.slots import GameArt, Slot
from pnp.art.status import coarse_remark, coarsest, dpi_of, shape_remark
from pnp.load.art_files import PLACEMENTS
from pnp.load.game import load_game
from pnp.load.project import Project, chosen_games
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import CannotUse
from pnp.model.geometry import Point, Size
from pnp.model.placement import AS_ASKED, FITS, ROTATIONS, ZOOMS, Fit, Placement
from pnp.svg.images import UnsafeDrawing, shown


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


@dataclass(frozen=True, slots=True)
class PlaceResult:
    """Where the picture lies now, what to say of it, what is not quite right, and the command to go on with.

    Where the game has mistakes, nothing is done, and there are diagnostics.
    """

    placement: Placement | None = None
    lines: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    next: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()


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


def place_picture(project: Project, options: PlaceOptions) -> PlaceResult:
    """Keep where a picture lies in its box, unless the game has mistakes.

    Raises UnknownName for a game or a slot, CannotUse for a number beyond its limits or a slot without a picture, and
    CannotWrite, also when somebody else wrote into the file meanwhile.
    """
    options.applied(AS_ASKED)
    chosen = chosen_games(project, (options.game,) if options.game else ())
    before = {
        name: placement_text(folder / "art") for name in chosen if (folder := project.game_folder(name))
    }
    loaded = [load_game(project, name) for name in chosen]
    found = in_reading_order(finding for one in loaded for finding in one.diagnostics)
    games = [one.game for one in loaded if one.game is not None]
    if has_errors(found) and (options.game or not games):
        return PlaceResult(diagnostics=found)
    art, slot = find_slot(project, own_games(project, games), options.name)
    size, raster = _picture(art, slot)
    placement = options.applied(slot.main.placement)
    keep_placement(folder_of(project, art.game) / "art", slot.name, placement, before=before[art.game.id])
    now = placed_slot(slot, placement)
    use = coarsest(raster, now) if raster else now.main
    pixels = Size(round(raster.width), round(raster.height)) if raster else None
    lines = [f"{art.shown(art.folder / PLACEMENTS)}: {slot.name}: {placement.in_words()}"]
    reckoning = (
        f"{pixels.width} x {pixels.height} px is {dpi_of(pixels, use):.0f} dpi in {shown(use.size)}"
        if pixels
        else ""
    )
    lines += [f"  {reckoning or 'vectors, sharp at any size'}"]
    lines += list(_moved(size, now))
    coarse = coarse_remark(raster, use) if raster else ""
    warnings = tuple(filter(None, (coarse, shape_remark(size, now.main))))
    return PlaceResult(placement, tuple(lines), warnings, next_command(art, slot))


def placed_slot(slot: Slot, placement: Placement) -> Slot:
    """Return the slot as its uses are with another placement."""
    return replace(slot, uses=tuple(replace(each, placement=placement) for each in slot.uses))


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
