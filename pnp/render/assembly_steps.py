"""How the components of a game are cut, folded and joined: the steps, and their places on the page.

The pictures are drawn in templates/base/assembly.svg.j2, one for the name of each step, with its words.
"""

import json
import math
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, pairwise, product
from typing import Any

from pnp.files import read_package
from pnp.model.game import Component, Value
from pnp.model.geometry import SLACK, Point, Size, alike, rectangle, triangle
from pnp.model.line_styles import BAR, PARTING
from pnp.model.nets import Net
from pnp.model.sheet import Placement, Sheet
from pnp.templates.values import path
from pnp.typesetting.markup import without_marks

_KNOWN = json.loads(read_package("pnp.render", "assembly.json"))
TOOLS: Mapping[str, str] = _KNOWN["tools"]
STEPS_OF: Mapping[str, Sequence[str]] = _KNOWN["steps of tools"]
MINUTES_EACH: Mapping[str, float] = _KNOWN["minutes a piece"]  # What a beginner needs for what takes long.
MINUTES_A_SHEET: Mapping[str, float] = _KNOWN["minutes a sheet"]
SYMBOLS: Mapping[str, str] = _KNOWN["symbols"]  # What is shown for a word among what is bought.

TOLD_MINUTES = 15.0  # What takes less time is told without it.
DRYING = frozenset({"press", "press-and-trim"})
WASTE_MM = 6.0  # Two cuts nearer than that have waste between them.


@dataclass(frozen=True, slots=True)
class Printed:
    """A component with the sheets it is on; `labels` says that these are bought with their cuts."""

    component: Component
    sheets: tuple[Sheet, ...]
    labels: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """The steps, by which the `parts` on the `sheets`, which are the `pages` of a file, are made, of a `net` if they are folded.

    `said` holds what is said of steps in other words than of every game, `cut` is the outline of a piece, `note` what choices change.
    """

    title: str
    parts: tuple[str, ...]
    steps: tuple[str, ...]
    net: Net | None = None
    sheets: tuple[Sheet, ...] = ()
    pages: str = ""
    said: Mapping[str, str] = field(default_factory=dict)
    cut: Sequence[Point] = ()
    note: str = ""

    @property
    def tools(self) -> frozenset[str]:
        return frozenset(tool for tool, steps in STEPS_OF.items() if {*steps} & {*self.steps})

    @property
    def minutes(self) -> float:
        """About how long it takes, without drying."""
        fronts = sum(sheet.side == "front" for sheet in self.sheets)
        each = sum(MINUTES_EACH.get(step, 0) for step in self.steps)
        return self.pieces * each + fronts * sum(MINUTES_A_SHEET.get(step, 0) for step in self.steps)

    @property
    def dries(self) -> bool:
        """Whether it is glued and has to dry."""
        return bool(DRYING & {*self.steps})

    @property
    def pieces(self) -> int:
        """How many pieces it makes."""
        fronts = [sheet for sheet in self.sheets if sheet.side == "front"]
        return len({(s.component, each.piece, each.copy) for s in fronts for each in s.placements})


def sections_of(printed: Sequence[Printed], *, booklet: int = 0, loose: bool = False) -> list[Section]:
    """Return what there is to do: what has to dry, parting sheets, the rest as printed; what is done alike is shown once.

    `booklet` is how many pages the rules have if they are to be folded: two on each sheet, and no staple holds a single one.
    `loose` says that they are printed on one side, and stapled at a corner.
    """
    alike: dict[Hashable, list[Printed]] = {}
    for part in printed:
        if part.sheets:
            alike.setdefault(_way(part), []).append(part)
    fronts = [sheet for part in printed for sheet in part.sheets if sheet.side == "front"]
    cuts = {(s.component, s.number, e) for s in fronts for e in s.strokes if e.width == PARTING.width}
    parted = {cut[:2] for cut in cuts}
    rules = Section("Rules", (), ("staple", "fold-once") if booklet > 2 else ("fold-once",))
    sections = [rules] if booklet else [Section("Rules", (), ("staple-corner",))] if loose else []
    for group in alike.values():
        first = max(group, key=lambda part: part.component.copies)
        if steps := steps_of(first):
            titles: tuple[str, ...] = tuple(part.component.title for part in group)
            title = first.component.kind.many.capitalize()
            if len(titles) == 1 or title in titles:
                title, titles = ", ".join(titles), ()
            on = tuple(sheet for part in group for sheet in part.sheets)
            cut = first.component.cut.points
            sections.append(Section(title, titles, steps, first.component.net, on, cut=cut))
    dry = [section for section in sections if {*section.steps} & {*DRYING, "on-card"}]
    rest = [section for section in sections if section not in dry]
    if not parted:
        return dry + rest
    on = tuple(sheet for sheet in fronts if (sheet.component, sheet.number) in parted)
    said = {"part": "First cut along the thick line."} if len(cuts) == len(parted) else {}
    apart = Section("Cut apart", (), ("part",), None, on, said=said)
    before = any((sheet.component, sheet.number) in parted for section in dry for sheet in section.sheets)
    return [apart, *dry, *rest] if before else [*dry, apart, *rest]


def _way(printed: Printed) -> Hashable:
    component = printed.component
    two_sided = any(sheet.side == "back" for sheet in printed.sheets)
    form = component.net or (component.kind.name, component.size, component.corner > 0)
    return form, printed.sheets[0].flip, two_sided and component.kind.grey_board is not None, printed.labels


def steps_of(printed: Printed) -> tuple[str, ...]:
    """Return the steps from the sheets of a component to its pieces; none where the sheet is the piece."""
    component, sheets = printed.component, printed.sheets
    first, kind = sheets[0], component.kind
    if component.net:
        return _net_steps(component.net)
    if kind.layout == "labels":
        return ("peel", "stick") if printed.labels else ("circles", "glue-on-disc")
    two_sided = any(sheet.side == "back" for sheet in sheets)
    is_whole = all(placement.trim.size.is_like(first.size, within=SLACK) for placement in first.placements)
    if is_part(first):
        joined = ("margin", "glue-on")
        if not kind.grey_board:
            return joined
        back = ("pin-board",) if two_sided else ()
        hinge = ("hinge",) if len(sheets) == (4 if two_sided else 2) else ()
        return (*joined, "prick-corners", "whole-on-board", *back, "press-and-trim", *hinge)
    if kind.grey_board and not is_whole:
        return _on_board(component, first, two_sided=two_sided)
    return () if is_whole else _on_paper(component, first)


def _on_board(component: Component, sheet: Sheet, *, two_sided: bool) -> tuple[str, ...]:
    if sheet.flip == "gutterfold":
        return ("wrap-front", "wrap-back", "press", *_cut_out(component, half_of(sheet)))
    backs = ("prick", "pin") if sheet.crosses else ("backs-on-board",)
    return ("on-board", *(backs if two_sided else ()), "press", *_cut_out(component, sheet))


def _on_paper(component: Component, sheet: Sheet) -> tuple[str, ...]:
    folded = sheet.flip == "gutterfold"
    halves = ("fold", "glue-halves") if folded else ()
    half = half_of(sheet) if folded else sheet
    if component.cut.kind != "rectangle":
        thin = () if folded or component.has_backs else ("on-card",)
        return (*halves, *thin, *_cut_out(component, half))
    columns = {round(placement.trim.x) for placement in half.placements}
    strips = "bars" if any(stroke.width == BAR.width for stroke in sheet.strokes) else "strips"
    one = ("strip", *["bars"] * (strips == "bars")) if len(half.placements) > 1 else ("alone",)
    cuts = ("marks", "long-cuts", strips) if len(columns) > 1 or (component.gap and strips == "bars") else one
    return (*halves, *cuts, *(("corner",) if component.corner else ()))


def is_part(sheet: Sheet) -> bool:
    """Say whether a sheet shows a part of a piece that is larger."""
    places = sheet.placements
    corners = {(each.clip.x - each.trim.x, each.clip.y - each.trim.y) for each in places}
    return len(corners) == 1 and not places[0].clip.contains(places[0].trim, slack=1.0)


def _net_steps(net: Net) -> tuple[str, ...]:
    """Return the steps of a box, of what stands, or of a die by its sides."""
    base = any(panel.id == "base" for panel in net.panels)
    form = "box" if net.flaps else "stand" if base else f"{len(net.panels)} sides"
    return ("net", *_KNOWN["steps of nets"].get(form, _KNOWN["steps of nets"]["die"]))


def _cut_out(component: Component, sheet: Sheet) -> tuple[str, ...]:
    cut, size = component.cut, component.size
    heights = sorted({height for each in sheet.placements for height in (each.trim.y, each.trim.bottom)})
    waste = ("waste",) if any(0.3 < after - before < WASTE_MM for before, after in pairwise(heights)) else ()
    if alike(cut.points, rectangle(size).points) or cut.kind == "rectangle":
        return (*waste, "cut-2")
    if alike(cut.points, triangle(size.width).points):
        return (*waste, "across", "slants")
    return ("punch-out" if cut.kind == "circle" and component.kind.grey_board else "cut-out",)


def half_of(sheet: Sheet) -> Sheet:
    """Return the half of a folded sheet that the fronts are on, as a sheet; there may be no mark of its fold."""
    width, height = sheet.size.width, sheet.size.height
    fronts: dict[tuple[str, int], Placement] = {}
    backs: dict[tuple[str, int], Placement] = {}
    for placement in sheet.placements:
        copy = placement.piece, placement.copy
        (backs if copy in fronts else fronts)[copy] = placement
    level = any(abs(fronts[copy].trim.x - back.trim.x) < SLACK for copy, back in backs.items())
    size = Size(width, height / 2) if level else Size(width / 2, height)
    return replace(sheet, size=size, placements=tuple(fronts.values()))


def in_hours(minutes: float) -> str:
    """Return a time in words, in quarters of an hour, and beyond an hour in halves.

    >>> in_hours(40), in_hours(60), in_hours(80), in_hours(290)
    ('45 minutes', '1 hour', '1½ hours', '5 hours')
    """
    if minutes < 53:
        return f"{max(15, 15 * round(minutes / 15))} minutes"
    hours, half = divmod(round(minutes / 30), 2)
    return f"{hours}{'½' if half else ''} hour{'s' if (hours, half) > (1, 0) else ''}"


def noted(sections: Sequence[Section], sheets: Collection[Sheet], words: str) -> dict[int, str]:
    """Return words on the sections that these sheets are for, by the number of each."""
    found = enumerate(each.sheets if "part" not in each.steps else () for each in sections)
    return {n: words for n, own in found if {*own}.intersection(sheets)}


def in_letters(changes: Mapping[str, Mapping[int, str]], sections: int) -> Iterator[str]:
    """Yield what choices change in each section, by their letters: "**A or B:** skip. **C:** make 24"."""
    for n in range(sections):
        found = {name: notes[n] for name, notes in changes.items() if n in notes}
        same = {said: " or ".join(name for name in found if found[name] == said) for said in found.values()}
        yield ". ".join(f"**{names}:** {words}" for words, names in same.items())


# Where the sections stand.

Shown = tuple[dict[str, Any], ...]  # What stands on a page: sections, with their places and steps.
GAP_MM, HEADING_MM, BETWEEN_MM, MOST_BETWEEN_MM = 3.0, 6.0, 2.5, 12.0
NOTE_MM, LETTER_MM = 3.8, 1.4  # How deep a line of a note is, and how wide a letter in it.
CAPTION_MM, LONG_CAPTION_MM = 8.0, 11.0  # Two lines of words below a picture, and three below a narrow one.
NARROW_MM = 30.0  # A picture below which words are narrow.
BOARD_COLUMNS = 3  # The pictures of how a board is joined are no smaller than in so many columns.
FRAME = Size(36, 28)  # A picture, in its own mm; larger or smaller pages show it larger or smaller.


@dataclass(frozen=True)
class Columns:
    """The columns of pictures on a page, and to where they may reach down.

    Short sections share lines of `count`. One alone has up to `most` in a row, the first `large` ones no more than `fewest`,
    and no picture is larger than in as few columns.
    """

    count: int
    left: float
    width: float
    bottom: float
    fewest: int = 3
    most: int = 0
    large: int = 0

    @property
    def caption(self) -> float:
        """How deep the words below a picture are."""
        return CAPTION_MM if self.picture.width > NARROW_MM else LONG_CAPTION_MM

    @property
    def step(self) -> float:
        """From one column to the next."""
        return (self.width + GAP_MM) / self.count

    @cached_property
    def picture(self) -> Size:
        count = max(self.count, self.fewest)
        width = (self.width - (count - 1) * GAP_MM) / count
        return Size(width, width * FRAME.height / FRAME.width)

    def of_line(self, line: Sequence[Section]) -> "Columns":
        """Return the columns for the sections that stand side by side, with the pictures of a long one in even rows."""
        steps = sum(len(section.steps) for section in line)
        if steps <= self.fewest or len(line) > 1:
            return replace(self, count=max(steps, self.fewest))
        most = BOARD_COLUMNS if "glue-on" in line[0].steps else self.fewest if self.large > 0 else self.most
        return replace(self, count=-(-steps // -(-steps // most)), fewest=min(self.fewest, most))

    def heading(self, line: Sequence[Section]) -> float:
        """Return how deep the headings of these sections are."""
        widths = [min(len(each.steps), self.count) * self.step - GAP_MM for each in line]
        notes = [len(without_marks(each.note)) * LETTER_MM for each in line]
        return HEADING_MM + NOTE_MM * max(math.ceil(n / w) for n, w in zip(notes, widths, strict=True))

    def height(self, line: Sequence[Section]) -> float:
        """Return how deep these sections are, without the room below them."""
        deepest = max(-(-len(section.steps) // self.count) for section in line)
        return self.heading(line) + deepest * (self.picture.height + self.caption)


NEXT_TOP_MM = 32.0  # Where the content begins on every page but the first.

_Line = tuple[Sequence[Section], Columns]


def on_pages(sections: Sequence[Section], columns: Columns, top: float = NEXT_TOP_MM) -> list[Shown]:
    """Return what stands on each page, the first from `top` mm on: few pages, then a large smallest picture, then large ones."""
    few, long = columns.fewest, sum(len(section.steps) > columns.fewest for section in sections)
    ways = product((few, few + 1), range(few, few + 4), (few + 1, few + 3), range(long + 1))
    grids = (replace(columns, fewest=f, count=n, most=most, large=large) for f, n, most, large in ways)

    def by_size(pages: Sequence[Sequence[_Line]]) -> tuple[float, ...]:
        widths = [c.picture.width for page in pages for line, c in page for each in line for _ in each.steps]
        return len(pages), -min(widths, default=0.0), -sum(widths)

    pages = min(([*_lines(sections, grid, top)] for grid in grids), key=by_size)
    return [_placed(page, NEXT_TOP_MM if number else top) for number, page in enumerate(pages)]


def _lines(sections: Sequence[Section], columns: Columns, top: float) -> Iterator[Sequence[_Line]]:
    """Yield the lines of each page: one section under the other, short ones side by side."""
    page: list[_Line] = []
    y, rest = top, [*sections]
    while rest:
        line = [rest.pop(0)]
        room = 0 if "press-and-trim" in line[0].steps else columns.count - len(line[0].steps)
        while fitting := [section for section in _next_in(rest) if len(section.steps) <= room]:
            chosen = next((section for section in fitting if len(section.steps) == room), fitting[0])
            line.append(chosen)
            rest.remove(chosen)
            room -= len(chosen.steps)
        shown = columns.of_line(line)
        if shown.count < len(line[0].steps):
            columns = replace(columns, large=columns.large - 1)
        height = shown.height(line)
        if y + height > columns.bottom and y > NEXT_TOP_MM:
            yield page
            page, y = [], NEXT_TOP_MM
        page.append((line, shown))
        y += height + BETWEEN_MM
    if page:
        yield page


def _placed(page: Sequence[_Line], top: float) -> Shown:
    """Return the sections of a page in their places: they share the room that is left between them."""
    placed: list[dict[str, Any]] = []
    left = page[0][1].bottom - top - sum(columns.height(line) for line, columns in page) if page else 0.0
    for line, columns in page:
        column = 0
        for section in line:
            wide = min(len(section.steps), columns.count)
            shown = _section(section, columns, top + columns.heading(line), column, wide)
            placed.append(shown | {"y": top, "heading": columns.heading(line)})
            column += wide
        top += columns.height(line) + max(BETWEEN_MM, min(MOST_BETWEEN_MM, left / len(page)))
    return tuple(placed)


def _next_in(rest: Sequence[Section]) -> Sequence[Section]:
    """Return the sections that may come next: what is cut apart first comes before all that is listed behind it."""
    parting = next((number for number, section in enumerate(rest) if "part" in section.steps), len(rest))
    return rest[: parting + 1]


def _section(section: Section, columns: Columns, y: float, column: int, wide: int) -> dict[str, Any]:
    size, step, deep = columns.picture, columns.step, columns.picture.height + columns.caption
    left, across = columns.left + column * step, columns.count
    aside = left + (step - GAP_MM - size.width) / 2
    common = {"width": size.width, "height": size.height, "caption": columns.caption}
    steps = tuple(
        common | {"number": n + 1, "name": name, "x": aside + n % across * step, "y": y + n // across * deep}
        for n, name in enumerate(section.steps)
    )
    return {
        "x": left,
        "width": wide * step - GAP_MM,
        "title": without_marks(section.title),
        "parts": without_marks(", ".join(section.parts)),
        "pages": section.pages,
        "note": section.note,
        "stack": len({(s.component, s.number) for s in section.sheets if s.side == "front"}) > 1,
        "time": in_hours(section.minutes) if section.minutes >= TOLD_MINUTES else "",
        "steps": steps,
        "said": {name: section.said.get(name, "") for name in section.steps},
        "net": _flat(section.cut, section.net) if section.cut else "",
        "strip": _strip(section) if "on-card" in section.steps else "",
        "apart": _apart(section.sheets) if "part" in section.steps else (),
    }


def _apart(sheets: Sequence[Sheet]) -> Value:
    shown: dict[tuple[str, int], dict[str, Any]] = {}
    for sheet in sheets:
        found = {"width": sheet.size.width, "height": sheet.size.height, "pieces": ""}
        drawn = shown.setdefault((sheet.component, sheet.number), found)
        cuts = [((s.x1, s.y1), (s.x2, s.y2)) for s in sheet.strokes if s.width == PARTING.width]
        drawn["pieces"] += "".join(path(each.trim.corners) for each in sheet.placements)
        drawn |= {"cuts": "".join(path(cut, closed=False) for cut in cuts), "end": cuts[-1][1]}
    return tuple(shown.values())[:2]


def _strip(section: Section) -> Value:
    pieces = [[(p.trim.x + x, p.trim.y + y) for x, y in section.cut] for p in section.sheets[0].placements]
    return _framed([*chain(*pieces)], pieces="".join(map(path, pieces)))


def _flat(cut: Sequence[Point], net: Net | None) -> Value:
    cut = net.cut if net else cut
    tabs = "".join(map(path, net.tabs)) if net else ""
    folds = "".join(path(fold, closed=False) for fold in net.folds) if net else ""
    return _framed(cut, cut=path(cut), tabs=tabs, folds=folds)


def _framed(points: Sequence[Point], **drawn: str) -> Value:
    xs, ys = zip(*points, strict=True)
    return {"x": min(xs), "y": min(ys), "width": max(xs) - min(xs), "height": max(ys) - min(ys), **drawn}
