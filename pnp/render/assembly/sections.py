"""Which pictures say how the components of a game are put together, and where they stand on the page."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from pnp.model.game import Component, Value
from pnp.model.geometry import SLACK, Size
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
from pnp.render.assembly.net_steps import net_steps
from pnp.render.assembly.scene import FRAME
from pnp.render.assembly.sheet_pictures import Step
from pnp.render.text_markup import without_marks


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
