"""The pages that explain how to make the game: what to print on which paper, the tools, and the assembly.

They are a component like any other, made from what the build knows, so that they are drawn, checked and printed the same way.
"""

import fnmatch
import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from itertools import accumulate, groupby
from operator import itemgetter
from string import ascii_uppercase
from typing import Any, NamedTuple

from pnp.load.kinds.flat import SHEET
from pnp.model.face import Face
from pnp.model.game import Component, Game, Piece, Value
from pnp.model.geometry import SLACK, Size
from pnp.model.papers import PAPERS, BoughtSheet, Paper, in_us_units, is_in_inches
from pnp.model.sheet import Backs, Finish, Placement, PrinterType, Sheet
from pnp.render.assembly_steps import (
    NEXT_TOP_MM,
    SYMBOLS,
    TOLD_MINUTES,
    TOOLS,
    Columns,
    Printed,
    Section,
    Shown,
    half_of,
    in_hours,
    in_letters,
    is_part,
    noted,
    on_pages,
    sections_of,
)
from pnp.templates.values import path
from pnp.typesetting.markup import without_marks

ID, TITLE = "build", "How to build it"
TEMPLATE = "base/build.svg.j2"
MARGIN_MM = 14.0
ROW_MM, LONG_ROW_MM, AIRY_ROW_MM = 18.0, 24.0, 38.0  # How deep a row is at least, on narrow pages, at most.

FOOT_MM = 20.0
WIDE_MM = 205.0  # A page as wide has the picture of light beside rulers, and a column more.
FIRST_MM = 35.7  # Where the first page's own part begins: what to print, how, and what is needed.
HOW_MM, HOW_NARROW_MM = 44.0, 50.0  # How deep the part on how to print is,
BY_HAND_MM, BY_HAND_NARROW_MM = 9.0, 4.0  # and by how much deeper where sheets have backs.
BATCH_MM, STRIP_MM = 7.6, 6.4  # How deep a line of what to print is, and one of pages to strike out.
CHOICES_TOP_MM = 3.3  # Where the choices begin below their heading.
EASIER, EASIER_NARROW = (124, 4.2), (80, 3.7)  # Letters in a line of what does as well, and its depth.
MOST_LISTED, FEW_FILES = 5, 3  # How many pages, and files, are listed one by one.
NEED_MM, NEED_NARROW_MM = 7.4, 6.8  # How deep a line of what is needed is.
SMALLEST = PAPERS["a5"].size  # The smallest paper with room for the words, and that of the rules' pages.
PLAIN = "Plain paper."
ON_CARD = "first glue onto 1 mm card; cut with the knife"
PLAINLY, PAIRED = "plain paper", "first glue pages in pairs"  # What is said without card.
LAMINATED = ", laminated."
THIN_CARD = "Paper, 120 to 160 g/m²"
ROOM_MM = 30.0  # by how much a box is at least larger than a board, in whole even centimetres
TRIMMED_MM = 10.0  # by how much a board is larger, on each side, than the picture along which it is trimmed
WHAT_LETTERS, WHAT_NARROW = 84, 44  # In a line of what to print: the components, which have rows below.
_ROOT = re.compile(r"<svg\b[^>]*>")
_CARD = re.compile(r"Card, (\d+)(?: to (\d+))? g/m².")
THICKER = {"sleeves": "cards in sleeves", "laminate": "laminated cards"}  # What no longer fits into its box.


@dataclass(frozen=True, slots=True)
class Entry:
    """One component on the page: a face to show, and the PDF with its sheets, which it may share with others.

    `sheets` and `pages` are those of the PDF, `shown` are the sheets that the component is on. `weights` are the papers in
    g/m² that suit all that is on them, where they hold several kinds. The PDF begins on page `start` of the whole, where
    each sheet has so many `sides`.
    """

    component: Component
    face: Face
    file: str
    sheets: int
    pages: int
    flip: Backs
    labels: BoughtSheet | None = None
    shown: tuple[Sheet, ...] = ()
    weights: range | None = None
    finish: tuple[Finish, ...] = ()
    start: int = 1
    sides: int = 2

    def where(self, numbers: Iterable[int]) -> str:
        """Return the pages of the sheets of these numbers, as they are typed into a print window."""
        return _where([self.front(number) for number in numbers], self.sides, both=self.two_sided)

    def front(self, number: int) -> int:
        """Return the page that the front of a sheet is on."""
        return self.start + self.sides * (number - 1)

    @property
    def fronts(self) -> Sequence[int]:
        """The sheets that hold fronts."""
        return sorted({sheet.number for sheet in self.shown if sheet.side == "front"})

    @property
    def loose_backs(self) -> Sequence[int]:
        """The sheets that hold backs alone: those of a board, whose two sides are glued on."""
        return sorted({sheet.number for sheet in self.shown}.difference(self.fronts))

    @property
    def in_sleeves(self) -> bool:
        """Whether it goes into sleeves: cards do."""
        return "sleeves" in self.finish and self.component.kind.layout == "rows"

    @property
    def as_cut(self) -> Component:
        """The component with the corners that it is cut to."""
        square = self.in_sleeves or "square" in self.finish
        return replace(self.component, corner=0.0) if square else self.component

    @property
    def two_sided(self) -> bool:
        return self.pages > self.sheets

    @property
    def stock_text(self) -> str:
        kind = self.component.kind
        if kind.grey_board:
            alone = "" if self.shown and is_part(self.shown[0]) else ", or card alone"
            return f"Plain paper, glued on {kind.grey_board:g} mm gray board{alone}."
        if self.flip == "gutterfold":
            return "Plain paper, folded and glued."
        if "laminate" in self.finish and kind.stock == "card":
            return f"{THIN_CARD}{LAMINATED}"
        if self.in_sleeves and self.two_sided and not self.weights:
            return f"{THIN_CARD}."
        weights: Sequence[int] | None = self.weights or (kind.weights if kind.stock == "card" else None)
        if weights:
            return _card(weights[0], weights[-1])
        return "Label paper." if kind.stock == "label" else "Plain paper; card lasts longer."

    @property
    def bought(self) -> str:
        """The paper that it is printed on, as a shop sells it."""
        if self.labels:
            return f"Label sheet, {self.labels.columns} × {self.labels.rows} rounds of {self.labels.diameter:g} mm"
        kind = self.component.kind
        plain = self.flip == "gutterfold" or kind.grey_board or (kind.stock == "plain" and not self.weights)
        return PLAIN if plain else self.stock_text


Entries = Sequence[Entry]
Sections = Sequence[Section]


def has_room(paper: Paper) -> bool:
    """Say whether there is room on a paper for the page, and for the pages of the rules."""
    return paper.sheet is None and paper.size.width >= SMALLEST.width and paper.size.height >= SMALLEST.height


@dataclass(frozen=True, slots=True)
class PrintJob:
    """What is printed of a game, and on which printer.

    `printed` is the file that holds all of it one after the other, behind this guide and the rules, whose own file is `rules`,
    of so many pages; "" for no such file. `without` is said of components that have no room on the paper. Unless the
    `printer` prints one side only, every sheet has two pages in `printed`, one of which may be empty; `flip` is how
    it turns what is read, "none" for one side only.
    """

    printed: str = ""
    rules: str = ""
    rules_pages: int = 0
    without: str = ""
    printer: PrinterType = "duplex"
    flip: Backs = "long-edge"

    @property
    def sides(self) -> int:
        """How many pages a sheet has in `printed`."""
        return 1 if self.printer == "single" else 2

    def before_the_game(self, guide_pages: int) -> tuple[str, int]:
        """Return the pages of the rules in words, and how many sheets guide and rules take, with so many pages of the guide."""
        first, rules = -(-guide_pages // self.sides), -(-self.rules_pages // self.sides)
        if not (self.printed and self.rules):
            return "", first
        start = first * self.sides
        return _in_words((start + 1, start + self.rules_pages)), first + rules


def guide(game: Game, entries: Entries, paper: Paper, job: PrintJob) -> Component:
    """Return the pages for one paper, with the `entries` in the order of printing."""
    thicker = next((words for name, words in THICKER.items() if any(name in e.finish for e in entries)), "")
    entries = _laminated(entries)
    sections = _sections(entries, job)
    said = in_us_units if is_in_inches(paper.size) else str
    things = sorted(_things(game, entries, sections), key=lambda thing: "if you like" in thing[1])
    needs = tuple({"symbol": symbol, "text": said(text)} for symbol, text in things)
    # What choices change, and in which pages, depends on how many pages there are; boxes take no page of their own.
    count, rows = 2, 0
    for boxes in (False, False, True):
        likely = _to_print(game, entries, sections, (job, count, boxes), paper)
        sections = [replace(each, note=note) for each, note in zip(sections, likely["notes"], strict=True)]
        above = likely["table"] + likely["easy"]
        at = _first_top(above, len(needs), paper, backs=bool(_first_with_back(entries, job)))
        first, *more = _pages(entries, sections, at, paper)[0]
        room = at < paper.size.height - FOOT_MM and (count, rows) == (1 + len(more), len(first.rows))
        if room or not boxes:
            told, top, count, rows = likely, at, 1 + len(more), len(first.rows)
    rules_pages, before = job.before_the_game(count)
    entries = _numbered(entries, before * job.sides, job)
    total = sum({entry.file: entry.sheets for entry in entries}.values())
    named = [_with_pages(section, entries, job, rules_pages) for section in sections]
    pages, depth = _pages(entries, named, top, paper)
    common: dict[str, Value] = {
        "pages": len(pages),
        "paper": paper.title,
        "total": total + (before if job.printed else 0),
        "game": total,
        "guide": -(-len(pages) // job.sides),
        "dries": any(section.dries for section in sections),
        "wide": paper.size.width >= WIDE_MM,
        "step": depth,
        **asdict(job),
    }
    boards = any("whole-on-board" in section.steps for section in sections)
    pieces = []
    for number, page in enumerate(pages, 1):
        shown = tuple(_row(e, said, "" if job.printed else f" of {e.file}", thicker) for e in page.rows)
        fields = {**common, "page": number, "top": page.top, "rows": shown, "sections": page.sections}
        if number == 1:
            fields |= told | {"needs": needs, "light": _first_with_back(entries, job), "boards": boards}
        pieces.append(Piece(f"{ID}-{number}", 1, fields, TEMPLATE, None, game.place))
    return Component(ID, SHEET.kind, TITLE, paper.size, 0.0, 0.0, paper.unprintable, (*pieces,), game.place)


def _sections(entries: Entries, job: PrintJob) -> list[Section]:
    """Return what there is to do: sheets are laminated whole, before any is cut."""
    laminated = tuple(s for entry in entries if entry.stock_text.endswith(LAMINATED) for s in entry.shown)
    first = [Section("Laminate", (), ("laminate",), None, laminated)] if laminated else []
    return first + sections_of(
        [Printed(entry.as_cut, entry.shown, bool(entry.labels)) for entry in entries],
        booklet=job.rules_pages if "booklet" in job.rules and job.sides > 1 else 0,
        loose=bool(job.rules) and job.sides == 1 and job.rules_pages > 1,
    )


def _with_pages(section: Section, entries: Entries, job: PrintJob, rules: str) -> Section:
    """Return a section with its pages in the whole, or with those of the `rules`."""
    if not job.printed:
        return replace(section, pages=rules)
    return replace(section, pages=_pages_of(section, entries) or rules, said=_joining(section, entries))


def _laminated(entries: Entries) -> list[Entry]:
    """Return the entries, none of them laminated whose sheets hold nets: no glue holds on laminated tabs."""
    nets = {entry.file for entry in entries if entry.component.net}
    bare = [replace(e, finish=tuple(each for each in e.finish if each != "laminate")) for e in entries]
    return [less if less.file in nets else entry for entry, less in zip(entries, bare, strict=True)]


class _Page(NamedTuple):
    """What one page holds: rows of components from `top` on, and sections where they stand."""

    top: float
    rows: Entries = ()
    sections: Shown = ()


def _pages(entries: Entries, sections: Sections, top: float, paper: Paper) -> tuple[list[_Page], float]:
    """Return the pages and how deep a row is: components from `top` mm on, and pictures below them, else on pages of their own."""
    bottom, wide = paper.size.height - FOOT_MM, paper.size.width >= WIDE_MM
    abreast = 2 if wide else 1
    lines = max(1, -(-len(entries) // abreast))
    row = max(ROW_MM, min(AIRY_ROW_MM, (bottom - top) / lines)) if wide else LONG_ROW_MM
    first, others = (max(0, int((bottom - start) / row + SLACK)) * abreast for start in (top, NEXT_TOP_MM))
    pages = [_Page(top, entries[:first])]
    pages += [_Page(NEXT_TOP_MM, entries[n : n + others]) for n in range(first, len(entries), others)]
    few = 3 if wide else 2
    columns = Columns(few, MARGIN_MM, paper.size.width - 2 * MARGIN_MM, bottom, few)
    for deep in (row, ROW_MM) if wide and len(entries) <= first else ():
        below = on_pages(sections, columns, top + lines * deep)
        if len(below) == 1:
            return [_Page(top, entries, below[0])], deep
    return pages + [_Page(NEXT_TOP_MM, sections=page) for page in on_pages(sections, columns)], row


def _first_top(above: float, needs: int, paper: Paper, *, backs: bool) -> float:
    """Return where the rows of the components begin on the first page, below so many things, and what is `above` these."""
    if paper.size.width >= WIDE_MM:
        return FIRST_MM + above + HOW_MM + BY_HAND_MM * backs - (-needs // 3) * NEED_MM + 6
    return FIRST_MM + above + HOW_NARROW_MM + BY_HAND_NARROW_MM * backs - (-needs // 2) * NEED_NARROW_MM + 6


def _things(game: Game, entries: Entries, sections: Sections) -> Iterator[tuple[str, str]]:
    dries = any(section.dries for section in sections)
    if minutes := sum(section.minutes for section in sections):
        yield "clock", f"about **{in_hours(minutes)}**{', and a night to dry' if dries else ''}"
    beside = (thing for entry in entries for thing in _beside_paper(game, entry))
    yield from sorted(beside, key=lambda thing: ("board", "disc", "hollow-punch").index(thing[0]))
    sleeved = [entry.component for entry in entries if entry.in_sleeves]
    for size in dict.fromkeys(component.size for component in sleeved):
        count = sum(component.copies for component in sleeved if component.size == size)
        yield "thing", f"**{count} ×** sleeve for cards of {size.width:g} × {size.height:g} mm"
    if any("laminate" in entry.finish for entry in entries):
        yield "thing", "laminator and pouches for whole sheets"
    supply = game.facts.get("supply")
    listed = [*map(str, supply if isinstance(supply, tuple) else ())]
    if not any("box" in words for words in listed):
        listed += _box_for_boards(entries)
    for words in listed:
        named = (SYMBOLS[word] for word in re.findall(r"[a-z]+", words.lower()) if word in SYMBOLS)
        yield next(named, "thing"), words
    tools = frozenset[str]().union(*(section.tools for section in sections))
    corner = min((entry.as_cut.corner for entry in entries if entry.as_cut.corner), default=0.0)
    spare = "" if dries or any("glue-halves" in each.steps for each in sections) else "if you like: "
    for tool, words in TOOLS.items():
        if tool in tools and not (tool == "glue" and "spray" in tools):  # one kind of glue does for all
            yield tool, f"{spare * (tool == 'book')}{words.format(corner=corner)}"


def _in_one_pack(entries: Entries) -> Mapping[str, str]:
    """Return what the paper of each entry is bought as: all card in one pack, if one weight suits it."""
    papers = dict.fromkeys(entry.bought for entry in entries)
    ranges = [(int(found[1]), int(found[2] or found[1])) for found in map(_CARD.fullmatch, papers) if found]
    low, high = max((low for low, _ in ranges), default=1), min((high for _, high in ranges), default=0)
    pack = _card(low, high)
    return {words: pack if low <= high and _CARD.fullmatch(words) else words for words in papers}


def _card(low: int, high: int) -> str:
    return f"Card, {low}{f' to {high}' if high > low else ''} g/m²."


def _beside_paper(game: Game, entry: Entry) -> Iterator[tuple[str, str]]:
    component, width = entry.component, entry.component.size.width
    fronts = [sheet for sheet in entry.shown if sheet.side == "front"]
    if component.kind.grey_board and fronts:
        count, size = _boards(fronts)
        sides = f"{component.kind.grey_board:g} mm thick, {size.width:g} × {size.height:g} mm"
        yield "board", f"**{count} ×** gray board, {sides}, or cardboard from a box"
    if component.kind.name == "tiles" and _CARD.fullmatch(entry.bought) and fronts:
        yield "board", f"if you like: **{len(fronts)} ×** card, 1 mm, size of a sheet, for thick tiles"
    if component.kind.layout == "labels":
        which = game.facts.get("discs") or f"{width:g} mm or wider"
        count = component.copies - component.extras
        yield "disc", f"**{count} ×** coin, button or disc, {which}, or thin card"
    if component.kind.grey_board and component.cut.kind == "circle":
        yield "hollow-punch", f"hollow punch, {width:g} mm, and hammer, or scissors for thin card"


def _box_for_boards(entries: Entries) -> Iterator[str]:
    """Yield what to keep the boards in that are joined of several sheets, in even centimetres."""
    boards = [entry.component.size for entry in entries if entry.shown and is_part(entry.shown[0])]
    if sides := [max(sides) + ROOM_MM for sides in zip(*map(astuple, boards), strict=True)]:
        yield f"a box or bag of {' × '.join(f'{2 * math.ceil(side / 20)}' for side in sides)} cm"


def _boards(fronts: Sequence[Sheet]) -> tuple[int, Size]:
    """Return how many boards the sheets are glued on, and how large these are: one for the parts of a large piece."""
    if not is_part(fronts[0]):
        return len(fronts), half_of(fronts[0]).size if fronts[0].flip == "gutterfold" else fronts[0].size
    whole = fronts[0].placements[0].trim.size
    return 1, Size(whole.width + 2 * TRIMMED_MM, whole.height + 2 * TRIMMED_MM)


def _joining(section: Section, entries: Entries) -> Mapping[str, str]:
    """Return what is said, with its pages, of the two parts that each side of a board is joined of, else as it is."""
    found: dict[str, list[tuple[int, Sheet]]] = {}
    for entry in entries:
        for sheet in entry.shown if "glue-on" in section.steps else ():
            if sheet in section.sheets:
                found.setdefault(sheet.side, []).append((entry.front(sheet.number), sheet))
    if not found or any(len(parts) != 2 for parts in found.values()):
        return section.said
    (kept, first), (cut, second) = found["front"]
    across = first.placements[0].clip.x - first.placements[0].trim.x
    edge = "left" if second.placements[0].clip.x - second.placements[0].trim.x > across + SLACK else "upper"
    if len(found) == 1:
        margin, onto = f"the {edge} margin of page {cut} at line A", f"page {cut} onto {kept}, up to"
    else:
        (kept_back, _), (cut_back, _) = found["back"]
        margin = f"the {edge} margins of {cut} and {cut_back} at line A"
        onto = f"{cut} onto {kept}, for the back {cut_back} onto {kept_back}, at"
    trim, clip = second.placements[0].trim, second.placements[0].clip
    off = round(trim.x + trim.width / 2 - clip.x)
    aside = f"from tick to tick, {abs(off)} mm {'right' if off > 0 else 'left'} of" if off else "at"
    where = f"{aside} the seam" if edge == "left" else "in the middle"
    return {
        "margin": f"Cut off {margin}.",
        "glue-on": f"Glue {onto} the triangles.",
        "hinge": f"To fold: front up, cut through all layers {where}; clear tape on the back.",
    }


def _numbered(entries: Entries, before: int, job: PrintJob) -> list[Entry]:
    """Return the entries with their pages in the whole, with as many for every sheet, behind so many, or in their own files."""
    if not job.printed:
        return [replace(entry, sides=entry.pages // entry.sheets) for entry in entries]
    starts: dict[str, int] = {}
    for entry in entries:
        if entry.file not in starts:
            starts[entry.file] = before + 1
            before += entry.pages if job.sides == 1 else job.sides * entry.sheets
    return [replace(entry, start=starts[entry.file], sides=job.sides) for entry in entries]


def _in_words(*spans: tuple[int, int]) -> str:
    pages = ", ".join(f"{first}" if first == last else f"{first} to {last}" for first, last in spans)
    return f"page{'' if pages.isdigit() else 's'} {pages}"


def _where(fronts: Sequence[int], sides: int, *, both: bool) -> str:
    """Return what is typed into a print window for the sheets whose fronts are these pages: fronts alone but for `both` sides.

    The empty back of a last sheet is among them: who turns the pile by hand prints as many even pages as odd ones.
    """
    runs: list[list[int]] = []
    for front in fronts:
        runs[-1:] = [[*runs[-1], front]] if runs and front == runs[-1][-1] + sides else [*runs[-1:], [front]]
    if not both and sides > 1 and len(fronts) <= MOST_LISTED:
        return _in_words(*zip(fronts, fronts, strict=True))
    whole = _in_words(*((run[0], run[-1] + sides - 1) for run in runs))
    return whole if both or sides == 1 else whole.replace("pages", "odd pages of")


class _Choice(NamedTuple):
    """What may be chosen in `words`: the `skipped` first pages of sheets, `notes` on sections, and what is `printed` on a `paper`."""

    words: str
    skipped: Collection[int]
    notes: Mapping[int, str]
    paper: str = ""
    printed: str = ""


def _to_print(
    game: Game, entries: Entries, sections: Sections, job: tuple[PrintJob, int, bool], paper: Paper
) -> dict[str, Any]:
    """Return what to print on which paper, and what to choose, in a `job` where this guide has so many pages, and room."""
    wide = paper.size.width >= WIDE_MM
    before = job[0].before_the_game(job[1])[1]
    numbered = _numbered(entries, before * job[0].sides, job[0])
    plan = [*_plan(numbered, job[0], (-(-job[1] // job[0].sides), before), paper)]
    choices = dict(zip(ascii_uppercase, _choices(game, numbered, sections, plan), strict=False))
    skipped = {name: choice.skipped for name, choice in choices.items()}
    plan = [line | _chosen(line, skipped, job[0].sides, boxes=job[2]) for line in plan]
    for name, choice in choices.items():
        on = [line for line in plan if choice.paper and line["paper"].startswith(choice.paper)]
        for line in on if choice.printed == PLAINLY else on[:1]:
            line["note"] += f". **{name}: {choice.printed}{', one side' * line['both']}**"
    y = 0.0
    for line in plan:
        room = (WHAT_LETTERS if wide else WHAT_NARROW) - len(line["note"])
        line |= {"y": y, "what": f"{_first_of(line['names'], room)}{line['note']}"}
        y += BATCH_MM + STRIP_MM * bool(line["strip"])
    (letters, deep), easy, easier = EASIER if wide else EASIER_NARROW, CHOICES_TOP_MM * bool(choices), []
    for name, choice in choices.items():
        easier.append({"letter": name, "words": choice.words, "y": easy})
        easy += deep * -(-len(choice.words.replace("**", "")) // letters)
    notes = (*in_letters({name: choice.notes for name, choice in choices.items()}, len(sections)),)
    return {"plan": tuple(plan), "table": y, "easier": tuple(easier), "easy": easy, "notes": notes}


def _first_of(names: Sequence[str], letters: int) -> str:
    """Return as many names as have room in a line of the plan: the rows below it have all, with their pages."""
    shown = sum(n <= letters for n in accumulate(len(name) + 2 for name in names)) or len(names) == 1
    more = f" and {len(names) - shown} more" * (shown < len(names))
    return ", ".join(names[:shown]) + more if shown else f"{len(names)} parts"


def _in_short(pages: str) -> str:
    """Return pages as they are typed into a print window."""
    return re.sub("^pages? ", "", pages).replace(" to ", "-").replace(", ", ",")


def _plan(entries: Entries, job: PrintJob, before: tuple[int, int], paper: Paper) -> Iterator[dict[str, Any]]:
    """Yield what to print on which paper, with the sheets `before` the game, of the guide and with the rules.

    What need not be printed has its own line, the guide has none. `fronts` are the pages that are first on a sheet.
    """
    said = in_us_units if is_in_inches(paper.size) else str
    (guide_sheets, sheets), sides, duplex = before, job.sides, job.sides > 1
    line = {"paper": PLAIN.rstrip("."), "pages": job.rules, "both": duplex, "sheets": sheets, "fronts": ()}
    if job.rules and not job.printed:
        yield line | {"names": ["this guide, the rules"]}
    packs = _in_one_pack(entries)
    batches: dict[tuple[str, bool], list[Entry]] = {(PLAIN, True): []} if job.printed else {}
    for entry in entries:  # single files are told apart by their printed sides
        batches.setdefault((packs[entry.bought], bool(job.printed) or entry.two_sided), []).append(entry)
    order = [PLAIN, *packs.values()]
    for (stock, _), parts in sorted(batches.items(), key=lambda batch: order.index(batch[0][0])):
        files = {entry.file: entry for entry in parts}
        names = [without_marks(entry.component.title) for entry in parts]
        spared = {e.front(n): name for e, name in zip(parts, names, strict=True) for n in e.loose_backs}
        kept = [n for entry in files.values() for n in map(entry.front, range(1, entry.sheets + 1))]
        both = any(entry.two_sided for entry in parts)
        if not job.printed:
            spared.clear()
            line["pages"] = ", ".join(files) if len(files) <= FEW_FILES else f"{len(files)} files, see below"
        elif stock == PLAIN:
            kept = [*range(guide_sheets * sides + 1, sheets * sides + 1, sides), *kept]
            names, both = ["the rules"] * bool(job.rules) + names, both or (duplex and bool(job.rules))
        kept = [front for front in kept if front not in spared]
        backs = [f"{name} (its back, if you like)" for name in dict.fromkeys(spared.values())]
        for fronts, named, on_both in ((kept, names, both), ([*spared], backs, False)):
            line |= {"paper": said(stock).rstrip("."), "sheets": len(fronts), "both": on_both}
            if job.printed:
                line |= {"fronts": fronts, "pages": _where(fronts, sides, both=on_both)}
            if fronts:
                yield line | {"names": named}


def _chosen(
    line: Mapping[str, Any], skipped: Mapping[str, Collection[int]], sides: int, *, boxes: bool
) -> dict[str, Any]:
    """Return what is left of a line of the plan by what is chosen: pages to strike out, a note on one case without `boxes`."""
    cases = [" or ".join(name for name in skipped if n in skipped[name]) for n in line["fronts"]]
    runs = []
    for case, of in groupby(zip(cases, line["fronts"], strict=True), key=itemgetter(0)):
        pages = _where([n for _, n in of], sides, both=line["both"])
        runs.append((case, _in_short(pages.removeprefix("odd pages of "))))
    found, left = sorted({*cases} - {""}), ",".join(pages for case, pages in runs if not case)
    if len(found) > 1 or (found and left and boxes):
        return {"note": "", "strip": tuple(runs)}
    return {"note": f". **{found[0]}: {f'print {left}' if left else 'skip'}**" if found else "", "strip": ()}


def _choices(
    game: Game, entries: Entries, sections: Sections, plan: Sequence[Mapping[str, Any]]
) -> Iterator[_Choice]:
    """Yield what may stand for parts of the game or for card."""
    known = {front for line in plan for front in line["fronts"]}
    instead = [entry.component for entry in entries if entry.component.instead]
    ways = {f"instead of the {_titled(e)}, use {e.instead}": f"{e.id}/*" for e in instead}
    told = game.facts.get("leave_out")
    for when, pieces in [*ways.items(), *(told.items() if isinstance(told, Mapping) else ())]:
        unneeded = pieces if isinstance(pieces, tuple) else (pieces,)
        gain, skipped, notes = _without(entries, sections, known, unneeded)
        if gain or when in ways:
            words = f"{when[:1].upper()}{when[1:]}{f' (saves {gain})' if gain else ''}."
            yield _Choice(words, skipped, notes)
    for entry in entries if known else ():
        fronts, backs = replace(entry, pages=entry.sheets).where(entry.fronts), entry.loose_backs
        if entry.component.kind.grey_board and is_part(entry.shown[0]):
            alone = f"{fronts} only: steps 1 and 2, then cut at the corner marks"
            alone += f". **No back?** Leave out {entry.where(backs)} and step 5" * bool(backs)
            notes = noted(sections, entry.shown, alone)
            words = f"{without_marks(entry.component.title)} of card alone: print **{fronts}** on card."
            skipped = [entry.front(each.number) for each in entry.shown]
            yield _Choice(words, skipped, notes, "Card", f"also {_in_short(fronts)}")
        elif entry.component.kind.name == "tiles" and _CARD.fullmatch(entry.bought):
            rest = "; their backs stay plain" if entry.two_sided else ""
            boxed = any(e.component.net and e.component.net.flaps for e in entries)
            thick = " (in a bag, not in the tuck box)" * boxed
            words = f"Thick {_titled(entry.component)}{thick}: print **{fronts}** on plain paper, glue onto 1 mm card{rest}."
            notes = noted(sections, entry.shown, ON_CARD)
            skipped = [*map(entry.front, entry.fronts)]
            yield _Choice(words, skipped, notes, "Plain", f"also {_in_short(fronts)}")
    if card := [entry for entry in entries if _CARD.fullmatch(entry.bought)]:
        yield from _without_card(plan, sections, card)


def _without(
    entries: Entries, sections: Sections, known: Collection[int], unneeded: Sequence[Value]
) -> tuple[str, Collection[int], Mapping[int, str]]:
    """Return what is saved, and what changes, without pieces of these: component/piece, or component/piece/copy."""
    pattern = re.compile("|".join(fnmatch.translate(f"{each}") for each in unneeded))
    gone: dict[int, tuple[Placement, ...]] = {}  # by sheet
    fronts: dict[int, bool] = {}
    for sheet, front, piece, each in _placed(entries):
        out = bool(pattern.match(f"{piece}/{each.copy}"))
        gone[id(sheet)] = (*gone.get(id(sheet), ()), *[each] * out)
        fronts[front] = fronts.get(front, front in known) and out
    kept = [tuple(replace(s, placements=p) for s in e.sheets if (p := gone.get(id(s)))) for e in sections]
    less = [replace(section, sheets=sheets) for section, sheets in zip(sections, kept, strict=True)]
    minutes, sheets = sum(e.minutes for e in less), sum(fronts.values())
    gains = [f"**{sheets} sheet{'s' * (sheets > 1)}**"] * bool(sheets)
    gains += [f"**{in_hours(minutes)}**"] * (minutes >= TOLD_MINUTES)
    notes = {}
    for n, (whole, some) in enumerate(zip(sections, less, strict=True)):
        left = whole.pieces - some.pieces
        if some.pieces and (whole.net or not left):
            notes[n] = f"make {left}" if left else "skip"
    return " and ".join(gains), [front for front, out in fronts.items() if out], notes


def _placed(entries: Entries) -> Iterator[tuple[Sheet, int, str, Placement]]:
    """Yield what lies on the sheets: the sheet, the page of its front, component/piece, and the place."""
    for entry in entries:
        for sheet in entry.shown:
            for each in sheet.placements:
                piece = each.piece if "/" in each.piece else f"{entry.component.id}/{each.piece}"
                yield sheet, entry.front(sheet.number), piece, each


def _without_card(plan: Sequence[Mapping[str, Any]], sections: Sections, card: Entries) -> Iterator[_Choice]:
    """Yield what to do without card: two sheets of plain paper, glued together whole, are as thick, and as opaque."""
    sides, ours = max(entry.sides for entry in card), {s for entry in card for s in entry.shown}
    fronts = {front for line in plan if line["paper"].startswith("Card") for front in line["fronts"]}
    on = {front + (sides > 1 and s.side == "back") for s, front, *_ in _placed(card) if front in fronts}
    pages = _where(sorted(on), 1, both=True) if on else "what needs it"
    count = f", {len(on)} sheets" if on and sides > 1 else ""
    blank = " (else a blank sheet)" if len(on) < sides * len(fronts) else ""
    how = f"each even page{blank} behind the odd one before it: one edge first, the rest once the crosses meet against the light"
    backed = [(entry.flip, entry.shown[0].size) for entry in card if entry.two_sided and entry.shown]
    tops = ", tops together" * all(flip == "long-edge" and s.height > s.width for flip, s in backed)
    note = PAIRED if sides > 1 else f"first glue blank paper behind {pages}"
    how = how + tops if sides > 1 else f"a blank sheet behind {'it' if len(on) == 1 else 'each'}"
    words = f"No card? Print **{pages}** on **one side** of plain paper{count}. Glue {how}. Dry under books, then cut."
    found = [n for n, each in enumerate(sections) if ours.intersection(each.sheets)][:1]
    yield _Choice(words, (), dict.fromkeys(found, note), "Card", PLAINLY)


def _pages_of(section: Section, entries: Entries) -> str:
    """Return the pages in the whole with the sheets of a section; "" where it has none, as for the rules."""
    found: dict[str, str] = {}
    for entry in entries:
        ours = [s for e in entries if e.file == entry.file for s in e.shown if s in section.sheets]
        if ours:
            one = entry if any(sheet.side == "back" for sheet in ours) else replace(entry, pages=entry.sheets)
            found[entry.file] = one.where(sorted({sheet.number for sheet in ours}))
    return "; ".join(found.values())


def _first_with_back(entries: Entries, job: PrintJob) -> str:
    """Return the pages that show first whether backs lie behind their fronts, with most crosses and least ink; "" for none."""
    backed = [entry for entry in entries if job.printed and entry.two_sided]
    back = {front: sheet for sheet, front, *_ in _placed(backed) if sheet.side == "back"}
    ink = ((-len(s.crosses), sum(e.trim.width * e.trim.height for e in s.placements)) for s in back.values())
    if back:
        front = min(zip(ink, back, strict=True))[1]
        return f"pages {front}-{front + 1}"
    return "the first sheet" if any(entry.two_sided for entry in entries) else ""


def _row(entry: Entry, said: Callable[[str], str], of: str, thicker: str) -> Value:
    """Return what the template shows of a component, with its pages `of` a file, "" for the whole.

    `thicker` says what cards are that no longer fit into the box made for them, "" if they do.
    """
    component = entry.component
    inner = _ROOT.split(entry.face.svg, maxsplit=1)[-1].rpartition("</svg>")[0].replace("{{", "{&#123;")
    file, is_sheet = f"{component.id}.pdf", component.kind == SHEET.kind
    alone = f" More: copy it, or print {file} on plain paper." if is_sheet and file != entry.file else ""
    if thicker and component.net and component.net.flaps:
        alone = f" Too small for {thicker}: keep them in another box."
    backs = entry.loose_backs
    two_sided = any(sheet.side == "back" for sheet in entry.shown)
    entry = entry if two_sided else replace(entry, pages=entry.sheets)
    sides = [{sheet.number for sheet in entry.shown}.difference(backs), backs]
    labels, paper = entry.labels, said(entry.stock_text)
    paper = f"Labels {labels.dx:.3g} mm apart, such as {labels.title}." if labels else paper
    return {
        "title": without_marks(component.title),
        "note": (component.note or "") + alone,
        "count": _counted(component),
        "pages": "; the backs: ".join(entry.where(sorted(numbers)) for numbers in sides if numbers) + of,
        "paper": paper if entry.stock_text != entry.bought else "",
        "width": component.size.width,
        "height": component.size.height,
        "outline": path(component.net.cut if component.net else component.cut.points),
        "drawing": inner,  # what it prints in braces is no expression of this page
    }


def _counted(component: Component) -> str:
    """Return how many pieces there are, and of which kind: "53 cards + 1 reference card"."""
    kind, copies, extras = component.kind, component.copies, component.extras
    count = f"{copies - extras} {kind.one if copies - extras == 1 else kind.many}"
    more = f"reference {kind.one if extras == 1 else kind.many}" if kind.drawn_from else "spare"
    return f"{count} + {extras} {more}" if extras else count


def _titled(component: Component) -> str:
    """Return a title as a part of a sentence."""
    title = without_marks(component.title)
    return title[:1].lower() + title[1:]
