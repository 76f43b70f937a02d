"""The pages that explain how to make the game: what to print on which paper, the tools, and the assembly.

They are a component like any other, made from what the build knows, so that they are drawn, checked and printed the same way.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pnp.load.kinds.flat import SHEET
from pnp.model.face import Face
from pnp.model.game import Component, Game, Piece, Value
from pnp.model.geometry import SLACK, Size
from pnp.model.papers import PAPERS, Paper
from pnp.model.sheet import Backs, Finish, PrinterType, Sheet
from pnp.render.assembly import (
    DRYING,
    NEXT_TOP_MM,
    Columns,
    Printed,
    Section,
    half_of,
    in_hours,
    on_pages,
    sections_of,
)
from pnp.templates.values import path
from pnp.typesetting.markup import without_marks

ID, TITLE = "build", "How to build it"
TEMPLATE = "base/build.svg.j2"
MARGIN_MM = 14.0
ROW_MM, LONG_ROW_MM, AIRY_ROW_MM = 15.0, 24.0, 30.0
"""How deep the row of a component is at least, and at most, or where the page is narrow; and where rows have the page to
themselves."""

LINE_MM, NOTE_LINE = 3.6, 42  # How deep a line of a note is, and how many letters it has.
FOOT_MM = 20.0
WIDE_MM = 180.0  # A page as wide has the picture of light beside rulers, and a column more.
FIRST_MM = 36.5  # where the first page's own part begins: how to print, then what is needed
HOW_MM, HOW_NARROW_MM = 46.0, 73.0  # How deep the part on how to print is.
MOST_LISTED = 5  # how many pages are listed one by one
NEED_MM = 8.4  # how deep a line of what is needed is
SMALLEST = PAPERS["a5"].size  # The smallest paper with room for the words, and that of the rules' pages.
FOLDED = "Plain paper: folded and glued, it is twice as thick."  # Of paper whose backs are folded behind.
PLAIN = "Plain paper."
IN_SLEEVES = " For sleeves, plain paper with an old card behind it."
THIN_CARD = "Paper, 120 to 160 g/m²"
TRIMMED_MM = 10.0  # by how much a board is larger, on each side, than the picture along which it is trimmed
INCH_MM = 25.4
CARD_MM = 0.3  # how thick card of 200 to 250 g/m² is: layers of it stand for grey board
_ROOT = re.compile(r"<svg\b[^>]*>")


@dataclass(frozen=True, slots=True)
class Entry:
    """One component on the page: a face to show, and the PDF with its sheets, which it may share with others.

    `sheets` and `pages` are those of the PDF, `shown` are the sheets that the component is on. `weights` are the papers in
    g/m² that suit all that is on them, where they hold several kinds. The `first` of those that share a PDF names its pages.
    """

    component: Component
    face: Face
    file: str
    sheets: int
    pages: int
    flip: Backs
    labels: str | None = None
    shown: tuple[Sheet, ...] = ()
    weights: range | None = None
    first: bool = True
    finish: tuple[Finish, ...] = ()

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
        on_board = self.component.kind.grey_board
        if self.flip == "gutterfold" and not on_board:
            return FOLDED
        if "laminate" in self.finish and self.component.kind.stock == "card":
            return f"{THIN_CARD}, laminated."
        if self.in_sleeves and self.two_sided and not self.weights:
            return f"{THIN_CARD}."
        paper = self.component.kind.stock_text
        if self.weights and not on_board:
            low, high = self.weights[0], self.weights[-1]
            paper = f"Card, {low}{f' to {high}' if high > low else ''} g/m²."
        in_sleeves = self.flip == "none" and self.component.kind.layout == "rows"
        return paper + IN_SLEEVES if in_sleeves else paper

    @property
    def bought(self) -> str:
        if self.labels:
            return f"Label sheet {self.labels}"
        on_card = self.weights and not self.component.kind.grey_board
        plain = self.flip == "gutterfold" or (not on_card and self.component.kind.stock in {"plain", "board"})
        return PLAIN if plain else self.stock_text


def has_room(paper: Paper) -> bool:
    """Say whether there is room on a paper for the page, and for the pages of the rules."""
    return paper.sheet is None and paper.size.width >= SMALLEST.width and paper.size.height >= SMALLEST.height


@dataclass(frozen=True, slots=True)
class PrintJob:
    """What is printed of a game, and on which printer.

    `printed` is the file that holds all of it one after the other, behind this guide and the rules, whose own file is `rules`,
    of so many pages; "" for no such file. `without` is said of components that have no room on the paper. Unless the
    `printer` prints one side only, every sheet has two pages in `printed`, one of which may be empty; `flip` is how
    it turns what is read, "none" for one side only. `less_ink` is the command for a build that saves ink, "" for none.
    """

    printed: str = ""
    rules: str = ""
    rules_pages: int = 0
    without: str = ""
    printer: PrinterType = "duplex"
    flip: Backs = "long-edge"
    less_ink: str = ""

    @property
    def sides(self) -> int:
        """How many pages a sheet has in `printed`."""
        return 1 if self.printer == "single" else 2

    def trial_sheets(self, entries: Sequence[Entry]) -> int:
        """Return how many sheets of plain paper it takes to see whether backs lie behind their fronts."""
        tried = self.printed and any(entry.two_sided for entry in entries)
        return {"duplex": 1, "manual": 2, "single": 0}[self.printer] if tried else 0

    def before_the_game(self, guide_pages: int) -> tuple[str, int]:
        """Return the pages of the rules in words, and how many sheets guide and rules take, with so many pages of the guide."""
        first, rules = -(-guide_pages // self.sides), -(-self.rules_pages // self.sides)
        if not (self.printed and self.rules):
            return "", first
        start = first * self.sides
        return _range(start + 1, start + self.rules_pages), first + rules


def guide(game: Game, entries: Sequence[Entry], paper: Paper, job: PrintJob) -> Component:
    """Return the pages for one paper, with the `entries` in the order of printing."""
    entries = _laminated(entries)
    sections = sections_of(
        [Printed(entry.as_cut, entry.shown, bool(entry.labels)) for entry in entries],
        booklet=job.rules_pages if "booklet" in job.rules and job.sides > 1 else 0,
    )
    said = _in_us_units if _is_in_inches(paper.size) else str
    trial = job.trial_sheets(entries)
    count = len(list(_things(game, entries, sections, 1 if job.printed else 0, trial)))
    rules_pages, before = job.before_the_game(len(_pages(entries, sections, count, paper)[0]))
    things = _things(game, entries, sections, before if job.printed else 0, trial)
    needs = tuple({"symbol": symbol, "text": said(text)} for symbol, text in things)
    starts = _starts(entries, before * job.sides, job.sides) if job.printed else {}
    total = sum({entry.file: entry.sheets for entry in entries}.values())
    named = [replace(s, pages=_pages_of(s, entries, starts, job.sides) or rules_pages) for s in sections]
    pages, depth = _pages(entries, named, len(needs), paper)
    common: dict[str, Value] = {
        "pages": len(pages),
        "paper": paper.title,
        "total": total + (before if job.printed else 0),
        "game": total,
        "first": _range(1, before * job.sides),
        "flip": job.flip,
        "printed": job.printed,
        "rules": job.rules,
        "printer": job.printer,
        "less_ink": job.less_ink,
        "dries": _dry(sections),
        "wide": paper.size.width >= WIDE_MM,
        "step": depth,
        "without": job.without,
    }
    pieces, sharing = [], Counter(entry.file for entry in entries)
    for number, page in enumerate(pages, 1):
        rows = tuple(
            _row(entry, (sharing[entry.file] - 1) * entry.first, job, starts.get(entry.file, 1), said)
            for entry in page.rows
        )
        fields = {**common, "page": number, "top": page.top, "rows": rows, "sections": page.sections}
        if number == 1:
            fields |= {"needs": needs, "light": _first_with_back(entries, starts)}
        pieces.append(Piece(f"{ID}-{number}", 1, fields, TEMPLATE, None, game.place))
    return Component(
        ID, SHEET.kind, TITLE, paper.size, 0.0, 0.0, paper.unprintable, tuple(pieces), game.place
    )


def _laminated(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries, none of them laminated whose sheets hold nets: no glue holds on laminated tabs."""
    nets = {entry.file for entry in entries if entry.component.net}
    bare = [replace(e, finish=tuple(each for each in e.finish if each != "laminate")) for e in entries]
    return [less if less.file in nets else entry for entry, less in zip(entries, bare, strict=True)]


@dataclass(frozen=True, slots=True)
class _Page:
    """What one page holds: rows of components from `top` on, and sections where they stand."""

    top: float
    rows: Sequence[Entry] = ()
    sections: tuple[Value, ...] = ()


def _pages(
    entries: Sequence[Entry], sections: Sequence[Section], needs: int, paper: Paper
) -> tuple[list[_Page], float]:
    """Return the pages and how deep a row is: components come first, the pictures below them, or on a page of their own.

    Where there are two pages and all pictures have room on the second one, the rows have the first one to themselves.
    """
    bottom, row = paper.size.height - FOOT_MM, _row_depth(entries, needs, paper)
    top = _first_top(needs, paper)
    first, others = (max(0, int((bottom - start) / row + SLACK)) for start in (top, NEXT_TOP_MM))
    pages = [_Page(top, entries[:first])]
    starts = range(first, len(entries), others)
    pages += [_Page(NEXT_TOP_MM, entries[start : start + others]) for start in starts]
    most = 5 if paper.size.width >= WIDE_MM else 4
    few, columns = (
        Columns(count, MARGIN_MM, paper.size.width - 2 * MARGIN_MM, bottom) for count in (most - 1, most)
    )
    below = pages[-1].top + len(pages[-1].rows) * row + 3
    shown = list(on_pages(sections, columns, below))
    large, alone = (list(on_pages(sections, each, NEXT_TOP_MM)) for each in (few, columns))
    if len(large) == 1 and all(len(section.steps) <= few.count for section in sections):
        alone = large
    if (len(pages), len(shown), len(alone)) == (1, 2, 1):
        shown = [(), *alone]
        row = max(row, min(AIRY_ROW_MM, (bottom - top) / len(entries)))
    pages[-1] = replace(pages[-1], sections=shown[0] if shown else ())
    return pages + [_Page(NEXT_TOP_MM, sections=sections) for sections in shown[1:]], row


def _row_depth(entries: Sequence[Entry], needs: int, paper: Paper) -> float:
    if paper.size.width < WIDE_MM:
        return LONG_ROW_MM
    longest = max((len(entry.component.note or "") for entry in entries), default=0)
    wanted = min(LONG_ROW_MM, ROW_MM + LINE_MM * max(0, longest // NOTE_LINE - 1))
    room = (paper.size.height - FOOT_MM - _first_top(needs, paper)) / max(1, len(entries))
    return min(wanted, room) if room >= ROW_MM else wanted


def _first_top(needs: int, paper: Paper) -> float:
    wide = paper.size.width >= WIDE_MM
    lines = -(-needs // (3 if wide else 2))
    return FIRST_MM + (HOW_MM if wide else HOW_NARROW_MM) + lines * NEED_MM + 6


def _things(
    game: Game, entries: Sequence[Entry], sections: Sequence[Section], to_read: int, trial: int
) -> Iterator[tuple[str, str]]:
    if minutes := sum(section.minutes for section in sections):
        yield "clock", f"about **{in_hours(minutes)}**{', and a night to dry' if _dry(sections) else ''}"
    stocks: dict[str, int] = {PLAIN: to_read + trial} if to_read + trial else {}
    for entry in {entry.file: entry for entry in entries}.values():
        stocks[entry.bought] = stocks.get(entry.bought, 0) + entry.sheets
    for words, sheets in _in_one_pack(stocks).items():
        labels = words.startswith("Label")
        instead = ", or plain paper and glue" if labels else ""
        instead += f", {trial} of them for a trial" if trial and words == PLAIN else ""
        yield "labels" if labels else "paper", f"**{sheets} ×** {_inside(words)}{instead}"
    beside = (thing for entry in entries for thing in _beside_paper(game, entry))
    yield from sorted(beside, key=lambda thing: ("board", "disc", "hollow-punch").index(thing[0]))
    sleeved = [entry.component for entry in entries if entry.in_sleeves]
    for size in dict.fromkeys(component.size for component in sleeved):
        count = sum(component.copies for component in sleeved if component.size == size)
        yield "thing", f"**{count} ×** sleeve for cards of {size.width:g} × {size.height:g} mm"
    if any("laminate" in entry.finish for entry in entries):
        yield "thing", "laminator and pouches for whole sheets; cut them afterwards"
    supply = game.facts.get("supply")
    for words in map(str, supply if isinstance(supply, tuple) else ()):
        yield _symbol_of(words), words
    tools = frozenset[str]().union(*(section.tools for section in sections))
    corner = min((entry.as_cut.corner for entry in entries if entry.as_cut.corner), default=0.0)
    for tool, words in TOOLS.items():
        if tool in tools and not (tool == "glue" and "spray" in tools):  # one kind of glue does for all
            yield tool, words.format(corner=corner)


def _dry(sections: Sequence[Section]) -> bool:
    """Say whether anything is glued that has to dry."""
    return any(DRYING & {*section.steps} for section in sections)


def _in_one_pack(stocks: Mapping[str, int]) -> Mapping[str, int]:
    """Return how many sheets of each paper are needed; of all sheets of card, if one weight suits them.

    >>> _in_one_pack({"Plain paper.": 2, "Card, 200 to 250 g/m².": 8, "Card, 160 to 200 g/m².": 3})
    {'Plain paper.': 2, 'Card, 200 g/m².': 11}
    """
    ranges = [(int(found[1]), int(found[2] or found[1])) for found in map(_CARD.fullmatch, stocks) if found]
    low, high = max((low for low, _ in ranges), default=1), min((high for _, high in ranges), default=0)
    pack = f"Card, {low}{f' to {high}' if high > low else ''} g/m²."
    needed: dict[str, int] = {}
    for words, sheets in stocks.items():
        bought = pack if low <= high and _CARD.fullmatch(words) else words
        needed[bought] = needed.get(bought, 0) + sheets
    return needed


_CARD = re.compile(r"Card, (\d+)(?: to (\d+))? g/m².")


def _beside_paper(game: Game, entry: Entry) -> Iterator[tuple[str, str]]:
    component, width = entry.component, entry.component.size.width
    for count, thickness, size in _grey_boards(entry):
        sides = f"{size.width:g} × {size.height:g} mm"
        layers = f"or {thickness / CARD_MM:.0f} layers of card"
        yield "board", f"**{count} ×** gray board, {thickness:g} mm thick, {sides}, {layers}"
    count = component.copies - component.extras
    if component.kind.layout == "labels":
        which = game.facts.get("discs") or f"{width:g} mm or wider"
        yield "disc", f"**{count} ×** disc, {which}, of wood or card"
    if component.kind.grey_board and component.cut.kind == "circle":
        yield "hollow-punch", f"hollow punch, {width:g} mm, and hammer, or thin card and scissors"


def _grey_boards(entry: Entry) -> Iterator[tuple[int, float, Size]]:
    fronts = [sheet for sheet in entry.shown if sheet.side == "front"]
    thickness = entry.component.kind.grey_board
    if thickness and fronts and entry.flip == "gutterfold":
        yield len(fronts), thickness, half_of(fronts[0]).size
    elif thickness and fronts:
        whole = fronts[0].placements[0].trim.size
        joined = not fronts[0].placements[0].clip.contains(fronts[0].placements[0].trim, slack=1.0)
        rim = Size(whole.width + 2 * TRIMMED_MM, whole.height + 2 * TRIMMED_MM)
        yield (1, thickness, rim) if joined else (len(fronts), thickness, fronts[0].size)


def _starts(entries: Sequence[Entry], before: int, sides: int) -> dict[str, int]:
    """Return the first page of each PDF of the entries in the whole, where so many pages are before all of them.

    Sheets have two `sides` there, even if nothing is printed on one; 1 says that only those are there that are printed.
    """
    starts: dict[str, int] = {}
    for entry in entries:
        if entry.file not in starts:
            starts[entry.file] = before + 1
            before += entry.pages if sides == 1 else sides * entry.sheets
    return starts


def _range(first: int, last: int) -> str:
    return f"page {first}" if first == last else f"pages {first} to {last}"


def _where(numbers: Sequence[int], first: int, sides: int, *, both: bool) -> str:
    """Return what is typed into a print window for the sheets of these numbers: fronts alone but for `both` sides.

    The empty back of a last sheet is among them: who turns the pile by hand prints as many even pages as odd ones.
    """
    fronts = [first + sides * (number - 1) for number in numbers]
    last = fronts[-1] + sides - 1
    if both or fronts[-1] - fronts[0] < len(fronts):
        return _range(fronts[0], last if both else fronts[-1])
    if len(fronts) > MOST_LISTED and sides > 1:
        return f"odd pages of {fronts[0]} to {last}"
    return f"pages {', '.join(map(str, fronts))}"


def _pages_of(section: Section, entries: Sequence[Entry], starts: Mapping[str, int], sides: int) -> str:
    """Return the pages in the whole with the sheets of a section; "" where it has none, as for the rules."""
    found = []
    for file, start in starts.items():
        ours = [(e.two_sided, s) for e in entries if e.file == file for s in e.shown if s in section.sheets]
        if numbers := sorted({sheet.number for _, sheet in ours}):
            both = ours[0][0] and any(sheet.side == "back" for _, sheet in ours)
            found.append(_where(numbers, start, sides, both=both))
    return "; ".join(found)


def _first_with_back(entries: Sequence[Entry], starts: Mapping[str, int]) -> str:
    """Return which pages first show whether backs lie behind their fronts; "" where no sheet has a back."""
    fronts = [
        starts[entry.file] + 2 * (sheet.number - 1)
        for entry in entries
        for sheet in entry.shown
        if entry.two_sided and entry.file in starts and sheet.side == "back" and sheet.placements
    ]
    if fronts:
        return f"Pages **{min(fronts)}** and **{min(fronts) + 1}**"
    return "The first sheet" if any(entry.two_sided for entry in entries) else ""


def _row(entry: Entry, others: int, job: PrintJob, start: int, said: Callable[[str], str]) -> Value:
    """Return what the template shows of a component, whose own PDF starts on that page of what is printed, or of itself.

    In its file are so many `others`, which it names the pages of.
    """
    component, svg = entry.component, entry.face.svg
    inner = _ROOT.split(svg, maxsplit=1)[-1].rpartition("</svg>")[0]
    file = f"{component.id}.pdf"
    alone = f" It is also in {file}." if component.kind == SHEET.kind and file != entry.file else ""
    if "sleeves" in entry.finish and component.net and component.net.flaps:
        alone = " Too small for cards in sleeves: keep them in another box."
    inner = inner.replace("{{", "{&#123;")  # printed by the card, no expression of this page
    sides = job.sides if job.printed else entry.pages // entry.sheets
    on = {side: sorted({s.number for s in entry.shown if s.side == side}) for side in ("front", "back")}
    own = sorted({*on["front"], *on["back"]})
    where = partial(_where, first=start, sides=sides, both=entry.two_sided)
    apart = {*on["back"]}.isdisjoint(on["front"]) and bool(on["back"])
    return {
        "title": without_marks(component.title),
        "note": (component.note or "") + alone,
        "count": component.copies - component.extras,
        "extras": component.extras,
        "where": where(range(1, entry.sheets + 1)) if entry.first else "",
        "own": where(own) if own and len(own) < entry.sheets else "",
        "others": others,
        "backs": where(on["back"]) if apart else "",
        "file": job.printed or entry.file,
        "sides": 2 if entry.two_sided else 1,
        "flip": entry.flip,
        "labels": entry.labels or "",
        "stock_text": said(entry.stock_text),
        "width": component.size.width,
        "height": component.size.height,
        "outline": path(component.net.cut if component.net else component.cut.points),
        "drawing": inner,
    }


TOOLS: Mapping[str, str] = {
    "knife": "craft knife, steel ruler, cutting mat",
    "scissors": "scissors",
    "pen": "ruler, and an empty ballpoint to score with",
    "punch": "corner punch, {corner:g} mm, or scissors",
    "glue": "glue stick",
    "spray": "glue stick, or spray glue for boards",
    "pin": "pins",
    "book": "two heavy books",
    "stapler": "long stapler, or needle and thread",
}
"""What each tool in a picture is called."""

SYMBOLS = {"discs": "disc", "card": "board"} | {
    name: name for name in ("disc", "pencil", "pen", "board", "glue")
}
"""What a word among the things that are bought is shown by."""


def _symbol_of(words: str) -> str:
    """Return the symbol of a thing that is bought as it is: of what its words name, or a plain one.

    >>> _symbol_of("thick card for the markers"), _symbol_of("**3 ×** disc, 25 mm or wider"), _symbol_of("2 cubes")
    ('board', 'disc', 'thing')
    """
    return next((SYMBOLS[word] for word in re.findall(r"[a-z]+", words.lower()) if word in SYMBOLS), "thing")


def _is_in_inches(paper: Size) -> bool:
    return all(abs(side / INCH_MM * 4 % 1 - 0.5) > 0.49 for side in (paper.width, paper.height))


def _in_us_units(words: str) -> str:
    """Return words on paper and board as they are sold in America.

    >>> _in_us_units("Card, 200 to 250 g/m²."), _in_us_units("2 mm thick, 400 × 274 mm, 12 × 3 cm")
    ('Card, 200 to 250 g/m² (75 to 90 lb cover).', '2 mm thick, 15.8 × 10.8 in, 4.8 × 1.2 in')
    """

    def pounds(match: re.Match[str]) -> str:
        weights = [int(each) for each in match.groups() if each]
        kind, each = ("cover", 2.704) if weights[-1] > 160 else ("text", 1.48)
        sold = " to ".join(str(5 * round(weight / each / 5)) for weight in weights)
        return f"{match[0]} ({sold} lb {kind})"

    def inches(match: re.Match[str]) -> str:
        sides, inch = (match[1], INCH_MM) if match[1] else (match[2], INCH_MM / 10)
        return f"{' × '.join(f'{math.ceil(float(each) / inch * 10 - 0.1) / 10:g}' for each in sides.split(' × '))} in"

    words = re.sub(r"(\d+)(?: to (\d+))? g/m²", pounds, words)
    return re.sub(r"(?<=thick, )([\d.]+ × [\d.]+) mm|([\d.]+(?: × [\d.]+)+) cm", inches, words)


def _inside(words: str) -> str:
    """Return a sentence as a part of one.

    >>> _inside("Plain paper; card lasts longer.")
    'plain paper; card lasts longer'
    """
    return words[:1].lower() + words[1:].rstrip(".")
