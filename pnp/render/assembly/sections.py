"""Which pictures say how the components of a game are put together, and where they stand on the page."""

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.model.folding import Bend, FoldedPart, Point3, closing_bend, folded
from pnp.model.game import Component, Value
from pnp.model.geometry import SLACK, Point, Rect, Size
from pnp.model.nets import Net
from pnp.model.sheet import Sheet
from pnp.render.assembly.board_steps import joined_steps, mounted_steps, wrapped_steps
from pnp.render.assembly.cutting_steps import (
    booklet_steps,
    card_steps,
    fold_and_glue_steps,
    half_of,
    marker_steps,
    parting_steps,
    sticker_steps,
)
from pnp.render.assembly.scene import (
    BESIDE_A_TOOL,
    FRAME,
    STANDING,
    Camera,
    Line,
    Scene,
    Step,
    Surface,
    Symbol,
)
from pnp.typesetting.markup import without_marks


@dataclass(frozen=True, slots=True)
class Printed:
    """A component with the sheets it is on; `labels` says that these are bought with their cuts."""

    component: Component
    sheets: tuple[Sheet, ...]
    labels: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """The steps by which some components, named in `parts`, are made."""

    title: str
    parts: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def tools(self) -> frozenset[str]:
        """The tools that the pictures show."""
        return frozenset(symbol.name for _, scene in self.steps for symbol in scene.symbols)


def sections_of(printed: Sequence[Printed], *, booklet: Size | None = None) -> tuple[Section, ...]:
    """Return what there is to do, in the order of printing; what is done in the same way is shown once.

    `booklet` is the sheet that two pages of the rules are on, None where they are not to be folded.
    """
    alike: dict[Hashable, list[Printed]] = {}
    for each in printed:
        if each.sheets:
            alike.setdefault(_way(each), []).append(each)
    found = list(_parted(printed))
    found += [Section("Rules", (), booklet_steps(booklet))] if booklet else []
    for group in alike.values():
        first = max(group, key=lambda each: each.component.copies)
        steps = steps_of(first)
        if steps:
            kind, titles = first.component.kind, tuple(each.component.title for each in group)
            title = titles[0] if len(titles) == 1 else kind.many.capitalize()
            found.append(Section(title, titles if len(titles) > 1 else (), steps))
    return tuple(found)


def _parted(printed: Sequence[Printed]) -> Iterator[Section]:
    """Yield how sheets with several forms are parted, drawn from the first of them."""
    forms: dict[tuple[str, int], list[tuple[Component, Sheet]]] = {}
    for each in printed:
        for sheet in each.sheets:
            if sheet.side == "front":
                forms.setdefault((sheet.component, sheet.number), []).append((each.component, sheet))
    shared = [found for found in forms.values() if parting_steps(found)]
    if shared:
        yield Section("Shared sheets", (), parting_steps(shared[0]))


def _way(printed: Printed) -> Hashable:
    """Return what is the same for components that are made in the same way."""
    component = printed.component
    two_sided = any(sheet.side == "back" for sheet in printed.sheets)
    form = component.net or (component.kind.name, component.size, component.corner > 0)
    return form, printed.sheets[0].flip, two_sided and component.kind.grey_board is not None, printed.labels


def steps_of(printed: Printed) -> tuple[Step, ...]:
    """Return the steps from the sheets of a component to its pieces; none where the sheet is the piece."""
    component, sheets = printed.component, printed.sheets
    first, kind = sheets[0], component.kind
    backs = [sheet for sheet in sheets if sheet.side == "back"]
    if component.net:
        return net_steps(component.net)
    if kind.layout == "labels":
        return sticker_steps(component, first, labels=printed.labels)
    if len(
        {(each.clip.x - each.trim.x, each.clip.y - each.trim.y) for each in first.placements}
    ) == 1 and _is_part(first):
        return joined_steps(sheets, board=kind.grey_board)
    if all(each.trim.size.is_like(first.size, within=SLACK) for each in first.placements):
        return ()
    if kind.grey_board:
        wrapped = first.flip == "gutterfold"
        back = backs[0] if backs else None
        return wrapped_steps(component, first) if wrapped else mounted_steps(component, first, back)
    folded = fold_and_glue_steps(component, first) if first.flip == "gutterfold" else ()
    cut = half_of(first) if folded else first
    straight = component.cut.kind == "rectangle"
    return (*folded, *(card_steps if straight else marker_steps)(component, cut))


def _is_part(sheet: Sheet) -> bool:
    """Say whether a sheet shows a part of a piece that is larger."""
    each = sheet.placements[0]
    return not each.clip.contains(each.trim, slack=1.0)


# Where the sections stand.

GAP_MM = 3.0
HEADING_MM = 6.0
CAPTION_MM = 7.6
BETWEEN_MM = 2.5


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of pictures on a page, and to where they may reach down."""

    count: int
    left: float
    width: float
    bottom: float

    @property
    def picture(self) -> Size:
        """The size of a picture."""
        width = (self.width - (self.count - 1) * GAP_MM) / self.count
        return Size(width, width * FRAME.height / FRAME.width)


def on_pages(
    sections: Sequence[Section], columns: Columns, *, first_top: float, next_top: float
) -> Iterator[tuple[Value, ...]]:
    """Yield what stands on each page, of which the first may have room for nothing: one under the other, short ones side by side."""
    page: list[Value] = []
    y = first_top
    for line in _lines(sections, columns.count):
        deepest = max(-(-len(section.steps) // columns.count) for section in line)
        height = HEADING_MM + deepest * (columns.picture.height + CAPTION_MM) + BETWEEN_MM
        if y + height - BETWEEN_MM > columns.bottom and y > next_top:
            yield tuple(page)
            page, y = [], next_top
        column = 0
        for section in line:
            wide = min(len(section.steps), columns.count)
            page.append(_section(section, columns, y, column, wide))
            column += wide
        y += height
    if page:
        yield tuple(page)


def _lines(sections: Sequence[Section], count: int) -> Iterator[list[Section]]:
    """Yield the sections that stand side by side in so many columns: each with the next that fills the room, or that has room."""
    left = list(sections)
    while left:
        line, room = [left.pop(0)], count
        room -= len(line[0].steps)
        while fitting := [section for section in left if len(section.steps) <= room]:
            chosen = next((section for section in fitting if len(section.steps) == room), fitting[0])
            line.append(chosen)
            left.remove(chosen)
            room -= len(chosen.steps)
        yield line


def _section(section: Section, columns: Columns, y: float, column: int, wide: int) -> Value:
    """Return a section that begins in a column at a height."""
    size, step = columns.picture, columns.picture.width + GAP_MM
    left = columns.left + column * step
    steps: tuple[Value, ...] = tuple(
        {
            "number": number,
            "x": left + (number - 1) % columns.count * step,
            "y": y + HEADING_MM + (number - 1) // columns.count * (size.height + CAPTION_MM),
            "width": size.width,
            "height": size.height,
            "caption": caption,
            "items": scene.drawn(),
        }
        for number, (caption, scene) in enumerate(section.steps, 1)
    )
    return {
        "x": left,
        "y": y,
        "width": wide * step - GAP_MM,
        "title": without_marks(section.title),
        "parts": without_marks(", ".join(section.parts)),
        "steps": steps,
    }


FROM_ABOVE = Camera(turn=-32, tilt=-42)
FROM_BELOW = Camera(turn=-32, tilt=40)
FROM_INSIDE = Camera(spin=-20, tilt=-132)
SMALL_ROOM = Rect(8, 5, 20, 18)
BESIDE_THE_NUMBER = Rect(7, 3, 25, 22)


def net_steps(net: Net) -> tuple[Step, ...]:
    """Return the steps from the printed net to what it becomes."""
    if net.flaps:
        made = _box(net)
    elif any(panel.id == "base" for panel in net.panels):
        made = _standing_marker(net)
    else:
        made = _die(net)
    return (("Score the folds, then cut along the outline.", _flat_net(net)), *made)


# The flat net.


def _flat(points: Sequence[Point], z: float = 0.0) -> tuple[Point3, ...]:
    return tuple((x, y, z) for x, y in points)


def _flat_net(net: Net) -> Scene:
    """Return the net with a pen at its folds, which are scored, and scissors at its outline."""
    tabs = tuple(Line(_flat(points), "glue", closed=True) for points in net.tabs)
    folds = tuple(Line(_flat(segment), "score") for segment in net.folds)
    outline = Line(_flat(net.cut), "cut", closed=True)
    # The outline is not convex; nothing else lies in this picture.
    surface = Surface(_flat(net.cut), "printed", details=(*tabs, *folds, outline))
    scene = Scene(Camera(), [surface], room=Rect(4, 2, 19, 24))
    inner = max(net.folds, key=lambda fold: (fold[0][1] + fold[1][1], fold[0][0] + fold[1][0]))
    tip = max(inner, key=lambda point: (-point[1], point[0]))
    rightmost = max(net.cut, key=lambda point: point[0] - 0.2 * point[1])
    scene.symbols += [Symbol("pen", (*tip, 0.0), -55), Symbol("scissors", (*rightmost, 0.0), 30)]
    return scene


# Parts of a net in space.


def _surfaces(parts: Sequence[FoldedPart], hidden: Sequence[str] = ()) -> list[Surface]:
    styles = {"panel": ("printed", "inside"), "flap": ("printed", "inside"), "tab": ("glue-tab", "glue-tab")}
    return [
        Surface(part.points, *styles[part.role], under=part.role != "panel")
        for part in parts
        if part.name not in hidden
    ]


def _with_glue(parts: Sequence[FoldedPart], tab: str, camera: Camera) -> Scene:
    """Return parts in space with a glue stick at one of the tabs."""
    points = next(part.points for part in parts if part.name == tab)
    x, y, z = (sum(each) / len(points) for each in zip(*points, strict=True))
    return Scene(camera, _surfaces(parts), symbols=[Symbol("glue", (x, y, z), 12)], room=BESIDE_A_TOOL)


# A tuck box.


def _box(net: Net) -> tuple[Step, ...]:
    right = 90.0
    tube = {"left": right, "back": right, "right": right}
    closed_below = {"bottom": right, "tab 1": right, "tab 2": right, "tab 3": right, "tab 4": right}
    rolled: Bend = {"left": 80, "back": 74, "right": 30, "tab 1": 60}
    rolling = _with_glue(folded(net, root="front", bend=rolled), "tab 1", FROM_ABOVE)
    below: Bend = {**tube, "tab 1": right, "tab 3": 70, "tab 4": 70, "bottom": 35, "tab 2": 55}
    foot = _with_glue(folded(net, root="front", bend=below), "tab 4", FROM_BELOW)
    open_lid: Bend = {**tube, **closed_below, "flap 2": 60, "flap 3": 60, "top": 15, "flap 1": 30}
    filling = Scene(STANDING, _surfaces(folded(net, root="front", bend=open_lid), hidden=("tab 1", "tab 2")))
    shut: Bend = {**tube, **closed_below, "flap 2": right, "flap 3": right, "top": right, "flap 1": right}
    done = Scene(
        STANDING, _surfaces(folded(net, root="front", bend=shut), hidden=("tab 1", "tab 2", "flap 1"))
    )
    return (
        ("Fold the sides round, glue the long tab inside.", rolling),
        ("Fold the short tabs in, glue the bottom onto them.", foot),
        ("Fill it. The lid is not glued.", filling),
        ("Tuck the lid in.", done),
    )


# A die.


def _die(net: Net) -> tuple[Step, ...]:
    """Return the steps with the blank side up: a cup that is closed by the panel farthest from its bottom."""
    root = net.panels[1].id
    full = closing_bend(net, root)
    lid = _last_panel(net, root)
    half = folded(net, root=root, bend={name: 0.4 * degrees for name, degrees in full.items()})
    ajar = folded(net, root=root, bend=full | {lid: 0.5 * full[lid]})
    solid = folded(net, root=root, bend=full)
    tabs = [part.name for part in solid if part.role == "tab"]
    glued = max(
        (part for part in ajar if part.name in _tabs_of_panel(net, lid)),
        key=lambda part: FROM_INSIDE.seen(part.points[1])[0],
    ).name
    shut = Scene(FROM_INSIDE, _surfaces(solid, hidden=tabs), room=SMALL_ROOM)
    return (
        ("Fold every line.", Scene(FROM_INSIDE, _surfaces(half), room=BESIDE_THE_NUMBER)),
        ("Glue the tabs inside, one by one.", _with_glue(ajar, glued, FROM_INSIDE)),
        ("Done.", shut),
    )


def _tabs_of_panel(net: Net, name: str) -> set[str]:
    """Return the tabs that stand on a panel or are glued behind it."""
    edges = next(panel.edges for panel in net.panels if panel.id == name)
    return {
        f"tab {number}" for number, pair in enumerate(net.joins, 1) if any(edge in edges for edge in pair)
    }


def _last_panel(net: Net, root: str) -> str:
    """Return the panel that lies farthest from the one at the root: it is the lid of the solid."""
    centres = {panel.id: panel.centre for panel in net.panels}
    return max(centres, key=lambda name: math.dist(centres[name], centres[root]))


# A marker that stands.


def _standing_marker(net: Net) -> tuple[Step, ...]:
    heights = {panel.id: panel.height for panel in net.panels}
    foot = math.degrees(math.acos(heights["base"] / 2 / heights["front"]))
    full = {"back": 2 * foot, "base": 180 - foot, "tab 1": 180 - foot}
    half = {name: 0.5 * angle for name, angle in full.items()}
    done = Scene(STANDING, _upright(net, full, 90 - foot), room=SMALL_ROOM)
    return (
        ("Fold, glue the tab.", _with_glue(folded(net, root="front", bend=half), "tab 1", STANDING)),
        ("It stands on its base.", done),
    )


def _upright(net: Net, bend: Bend, lean: float) -> list[Surface]:
    """Return a marker on its base, its front leaning back by so many degrees, with a ring on the front."""
    parts = folded(net, root="front", bend=bend)
    cosine, sine = math.cos(math.radians(lean)), math.sin(math.radians(lean))

    def stood(points: Sequence[Point3]) -> tuple[Point3, ...]:
        return tuple((x, y * cosine - z * sine, y * sine + z * cosine) for x, y, z in points)

    front = next(part.points for part in parts if part.name == "front")
    x, y, z = (sum(each) / len(front) for each in zip(*front, strict=True))
    radius = 0.3 * (max(point[0] for point in front) - min(point[0] for point in front))
    turns = [math.tau * step / 24 for step in range(24)]
    ring = stood([(x + radius * math.cos(turn), y + radius * math.sin(turn), z) for turn in turns])
    surfaces = []
    for part, surface in zip(parts, _surfaces(parts), strict=True):
        if part.name != "tab 1":
            details = (Line(ring, "front", closed=True),) if part.name == "front" else ()
            surfaces.append(replace(surface, points=stood(part.points), details=details))
    return surfaces
