"""The sheets that a print choice would make, counted by stock before printing; drawn games are kept for the next plan."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from threading import Lock

from pnp.build.build_cache import BuildCache
from pnp.build.options import BOOKLET, RULES, BuildOptions, refuse_unknown, turn_of
from pnp.build.pipeline import BuildContext, DrawnGame, draw_game, fonts_of, savings
from pnp.build.print_pdf import draw_build_pages, entries_on, printed_on
from pnp.build.rules_files import read_rules, typeset_rules
from pnp.export.marks_layer import measure, printable
from pnp.history.reprint import what_changed, whole_options
from pnp.history.versions import open_versions
from pnp.load.game import Loaded, load_game
from pnp.load.project import Project, chosen_games
from pnp.model.diagnostics import Diagnostic, UnknownName, has_errors
from pnp.model.face import BACK, FRONT, Deck, Face
from pnp.model.game import Game
from pnp.model.geometry import MM_PER_PT, Rect, Size
from pnp.model.line_styles import FOLD, HALO_WIDTH, OUTLINE, Contour, Stroke
from pnp.model.papers import FULL_SIZE, Paper
from pnp.model.sheet import Backs, Caption, Placement, Sheet, turning_axis
from pnp.render.faces import Rendered
from pnp.render.guide_page import has_room
from pnp.shops.export_games import find_target, plan_export
from pnp.studio.live_game import ShownFace
from pnp.studio.print_choice import IN_WORDS, LAST_BUILD, PrintChoice, version_named
from pnp.studio.routing import Json
from pnp.text import counted, decimal, listed
from pnp.typesetting.fonts import FontBook
from pnp.watch import FileState, affected_games, file_state

SIDES: Mapping[str, str] = {
    "long-edge": "both sides, flip on long edge",
    "short-edge": "both sides, flip on short edge",
    "gutterfold": "one side, folded between fronts and backs",
    "glued": "one side, the backs on sheets of their own",
    "none": "one side",
}
"""What is chosen in the print window of a program for each way in which backs get behind fronts."""

ACTUAL_SIZE = "actual size (100 %)"
FaceAndFonts = tuple[Face, tuple[Path, ...]]  # A face, and the files of its component's fonts.


@dataclass(frozen=True, slots=True)
class PrintedItem:
    """What is printed one after the other on one stock: `sheets` of paper with so many `pages`, and the `advice` for it.

    `titled` is the game in words; `first` is the number, from 0, of its first sheet among all. `bought` is what to load into the printer.
    """

    game: str
    titled: str
    title: str
    file: str
    paper: str
    stock: str
    bought: str
    flip: Backs
    sheets: int
    pages: int
    first: int
    advice: str


@dataclass(frozen=True, slots=True)
class _SheetPages:
    item: int
    pages: tuple[Sheet, ...]
    deck: Deck


@dataclass(frozen=True, slots=True)
class PrintPlan:
    """All sheets of a choice in the order of printing, and what there is to know before they are made.

    `games` are what they are of, `faces` those on them, by key; `take_out` counts the pieces to throw away when only what changed is printed. `notes` say what comes besides, what is saved, and what is left out.
    """

    items: tuple[PrintedItem, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()
    faces: Mapping[str, FaceAndFonts] = field(default_factory=dict)
    of_sheets: tuple[_SheetPages, ...] = ()
    take_out: int = 0
    games: tuple[DrawnGame, ...] = ()

    @property
    def sheets(self) -> int:
        return len(self.of_sheets)

    @property
    def pages(self) -> int:
        return sum(len(sheet.pages) for sheet in self.of_sheets)

    @property
    def stocks(self) -> list[Json]:
        """The sheets by what they are printed on, in the order of printing."""
        counts: Counter[tuple[str, str, str]] = Counter()
        for item in self.items:
            counts[item.stock, item.bought, item.paper] += item.sheets
        names = ("stock", "title", "paper", "sheets")
        return [dict(zip(names, (*key, count), strict=True)) for key, count in counts.items()]

    def drawn(self, start: int, count: int) -> list[Json]:
        """Return so many sheets from number `start` on, counted from 0."""
        return [_drawn(sheet) for sheet in self.of_sheets[start : start + count]]


def _drawn(sheet: _SheetPages) -> Json:
    first = sheet.pages[0]
    front, *rest = (page_drawing(page, sheet.deck) for page in sheet.pages)
    return {
        "item": sheet.item,
        "number": first.number,
        "count": first.count,
        "front": front,
        "back": rest[0] if rest else None,
        "axis": turning_axis(first.size, first.flip) if rest else "",
    }


def plan_of(games: Sequence[DrawnGame], papers: Sequence[Paper], *, notes: Iterable[str] = ()) -> PrintPlan:
    """Return the plan of games that are drawn and laid out on these papers."""
    items: list[PrintedItem] = []
    of_sheets: list[_SheetPages] = []
    faces: dict[str, FaceAndFonts] = {}
    for drawn in games:
        for component in drawn.components:
            rendered = component.rendered
            faces |= {key: (face, rendered.fonts) for key, face in rendered.deck.faces.items()}
        for paper in papers:
            entries = {entry.file: entry for entry in entries_on(drawn, paper)}
            for item, whole in printed_on(drawn, paper):
                one, first = entries[f"{item.name}.pdf"], len(of_sheets)
                of_sheets += (
                    _SheetPages(len(items), tuple(each), whole.rendered.deck)
                    for _, each in groupby(whole.sheets[paper.name], key=lambda sheet: sheet.number)
                )
                bought = one.bought.rstrip(".")
                items.append(
                    PrintedItem(
                        game=drawn.game.id,
                        titled=drawn.game.title,
                        title=item.title,
                        file=f"{paper.name}/{one.file}",
                        paper=paper.title,
                        stock=item.stock,
                        bought=bought,
                        flip=one.flip,
                        sheets=one.sheets,
                        pages=one.pages,
                        first=first,
                        advice=f"{bought}; {SIDES[one.flip]}; {ACTUAL_SIZE}",
                    )
                )
    findings = tuple(finding for drawn in games for finding in drawn.findings)
    remarks = (*notes, *(line for drawn in games for line in (*_besides(drawn, papers), *savings(drawn))))
    remarks = tuple(dict.fromkeys(remarks))
    return PrintPlan(tuple(items), findings, remarks, faces, tuple(of_sheets), games=tuple(games))


def _besides(drawn: DrawnGame, papers: Sequence[Paper]) -> Iterator[str]:
    whole = [component.component.title for component in drawn.components if FULL_SIZE in component.sheets]
    if whole:
        yield f"{listed(whole)}: also made in one piece, for a print shop"
    for paper in papers:
        left_out = (each for each in drawn.left_out if each.paper.name == paper.name)
        if without := [each.component.title for each in left_out]:
            yield f"Not on {paper.title}: {listed(without)}"


# What comes before the sheets of a game: how to print and build it, and its rules.

STOCK = "Plain paper"


@dataclass(frozen=True, slots=True)
class ReadingPages:
    """So many pages of a guide and of rules, for a printer that turns the paper like this."""

    game: str
    paper: str
    guide: int
    rules: int
    turn: Backs

    @property
    def rules_sheets(self) -> int:
        """How many sheets of paper the rules take."""
        return self._sheets_of(self.rules)

    @property
    def sheets(self) -> int:
        """How many sheets of paper all of it takes."""
        return self._sheets_of(self.guide) + self.rules_sheets

    @property
    def advice(self) -> str:
        """How to print it."""
        return f"{STOCK}; {SIDES[self.turn]}"

    def _sheets_of(self, pages: int) -> int:
        return pages if self.turn == "none" else -(-pages // 2)


def reading_pages(context: BuildContext, drawn: DrawnGame) -> Iterator[ReadingPages]:
    """Yield what comes first in the file of each paper; nothing for a part of a game, or one with errors."""
    options = context.options
    if options.partial or options.own_folder or has_errors(drawn.diagnostics):
        return
    known = read_rules(context, drawn) if options.rules else drawn
    files, _ = typeset_rules(context, context.output(drawn.game.id), known)
    pages = {file.name: file.pages for file in files}
    guides = draw_build_pages(context, known, pages).build_pages
    sheets = {paper: len(each) for guide, _ in guides for paper, each in guide.sheets.items()}
    for paper in options.papers:
        booklet = f"{paper.name}/{BOOKLET}"
        if has_room(paper) and any(component.sheets.get(paper.name) for component in drawn.components):
            rules = pages.get(booklet, pages.get(RULES, 0))
            yield ReadingPages(drawn.game.id, paper.title, sheets.get(paper.name, 0), rules, turn_of(options))


# Drawn games, kept so that a change of paper or backs shows at once.

MOST_KEPT = 24  # So many games are kept, each in one look and one language.
MOST_PLANS = 4  # So many plans are kept, for the pictures of their sheets.


@dataclass(frozen=True, slots=True)
class _Ready:
    """A game as it was read, the fonts, and its components that are drawn; all of that from these files."""

    files: FileState
    fonts: FontBook
    loaded: Loaded
    rendered: Mapping[str, Rendered]


class SheetPlanner:
    """Plans what is chosen; a game is drawn again only when a file of it changed. Without a `cache` nothing is kept between starts."""

    def __init__(self, project: Project, cache: BuildCache | None = None) -> None:
        self._project, self._cache = project, cache or BuildCache()
        self._ready: dict[tuple[str, str, str], _Ready] = {}  # The latest are the last, here as there.
        self._plans: dict[PrintChoice, PrintPlan] = {}
        self._fonts: FontBook | None = None
        self._lock = Lock()

    def games(self) -> dict[str, Loaded]:
        """Return the games of the project by name, as they are now."""
        with self._lock:
            files = file_state(self._project)
            return {
                name: self._get(self._project, name, "", files).loaded
                for name in chosen_games(self._project, ())
            }

    def planned(self, choice: PrintChoice) -> PrintPlan:
        """Return the plan of a choice that was made before, or else make it. Raises as `plan` does."""
        known = self._plans.get(choice)
        return known if known is not None else self.plan(choice)

    def reading(self, choice: PrintChoice) -> tuple[ReadingPages, ...]:
        """Return what comes before the sheets of a choice. Raises as `plan` does."""
        drawn, project = self.planned(choice).games, choice.project(self._project)
        options = choice.build_options()
        if choice.since or choice.target or not options.papers or self._fonts is None:
            return ()
        with self._lock:
            context = BuildContext(project, self._fonts, options, self._cache)
            return tuple(pages for sheet in drawn for pages in reading_pages(context, sheet))

    def face(self, key: str) -> ShownFace:
        """Return a face on the sheets of a plan that was made lately. Raises UnknownName."""
        for plan in reversed(tuple(self._plans.values())):
            if key in plan.faces:
                face, paths = plan.faces[key]
                fonts = self._fonts.by_digest.values() if self._fonts else ()
                return ShownFace(face, frozenset(font for font in fonts if font.path in paths))
        raise UnknownName("no recently planned sheet shows that face", "look at the sheets again")

    def plan(self, choice: PrintChoice) -> PrintPlan:
        """Return what a choice comes to. Raises UnknownName, CannotUse and PnpError, which say why."""
        project, options = choice.project(self._project), choice.build_options()
        names = chosen_games(project, choice.games)
        with self._lock:
            files = file_state(project)
            ready = {name: self._get(project, name, choice.theme, files) for name in names}
            self._fonts = next(iter(ready.values())).fonts
            loaded = [game.loaded for game in ready.values()]
            games = {name: each.loaded.game for name, each in ready.items() if each.loaded.game is not None}
            if len(games) == len(names):
                refuse_unknown(
                    replace(options, only=None) if choice.since else options, tuple(games.values())
                )
            findings = tuple(finding for game in loaded for finding in game.diagnostics)
            if choice.target:
                plan = self._exported(project, choice, games)
            elif choice.since:
                plan = self._changed(project, choice, games, options)
            else:
                on, notes = _on_sheets(options)
                plan = plan_of(
                    [self._drawn(project, each, on) for each in games.values()], on.papers, notes=notes
                )
            plan = replace(plan, findings=tuple(dict.fromkeys((*findings, *plan.findings))))
            self._plans.pop(choice, None)
            self._plans[choice] = plan
            while len(self._plans) > MOST_PLANS:
                del self._plans[next(iter(self._plans))]
            while len(self._ready) > MOST_KEPT:
                del self._ready[next(iter(self._ready))]
        return plan

    def _get(self, project: Project, name: str, theme: str, files: FileState) -> _Ready:
        key = (name, project.language, theme)
        known = self._ready.pop(key, None)
        changes = files.since(known.files) if known else {}
        if known is None or (changes and name in affected_games(changes, project, {name})):
            known = _Ready(files, fonts_of(project), load_game(project, name), {})
        self._ready[key] = known
        return known

    def _drawn(self, project: Project, game: Game, options: BuildOptions) -> DrawnGame:
        key = (game.id, project.language, options.theme)
        ready = self._ready[key]
        context = BuildContext(project, ready.fonts, options, self._cache)
        drawn = draw_game(context, game, convert=False, known={} if options.selects else ready.rendered)
        if not options.selects:
            rendered = {one.component.id: one.rendered for one in drawn.components}
            self._ready[key] = replace(ready, rendered={**ready.rendered, **rendered})
        return drawn

    def _changed(
        self, project: Project, choice: PrintChoice, games: Mapping[str, Game], options: BuildOptions
    ) -> PrintPlan:
        drawn: list[DrawnGame] = []
        findings: list[Diagnostic] = []
        notes, take_out = [], 0
        with open_versions(project, options) as context:
            for name, game in games.items():
                what = what_changed(context, game, version_named(project, choice.since, name))
                findings += what.found
                take_out += sum(swap.piece.copies for swap in what.take_out)
                notes.append(what.note(game.title, IN_WORDS if choice.since == LAST_BUILD else choice.since))
                if what.copies is not None and what.put_in:
                    whole = replace(context.build, options=whole_options(options))
                    drawn.append(draw_game(whole, game, convert=False, copies=what.copies))
        plan = plan_of(drawn, options.papers, notes=notes)
        return replace(plan, findings=(*findings, *plan.findings), take_out=take_out)

    def _exported(self, project: Project, choice: PrintChoice, games: Mapping[str, Game]) -> PrintPlan:
        options, target = choice.export_options(), find_target(choice.target)
        notes: list[str] = []
        findings: list[Diagnostic] = []
        for game in games.values():
            drawn = self._drawn(project, game, options.build)
            findings += drawn.findings
            plan = plan_export(drawn, target, options)
            notes += [f"{game.title}: {counted(len(plan.pictures) + len(plan.files), 'file')}", *plan.notes]
            notes += (f"left out: {line}" for line in plan.left_out)
        return PrintPlan((), tuple(findings), tuple(dict.fromkeys(notes)))


def _on_sheets(options: BuildOptions) -> tuple[BuildOptions, tuple[str, ...]]:
    if options.machine is None or not options.machine.areas:
        return options, ()
    note = f"{options.machine.title} prints and cuts pictures itself: they are made in place of sheets"
    return replace(options, papers=(), cut=()), (note,)


# The drawing of a side of a sheet as the page shows it: faces, lines and texts with their places in mm.


def page_drawing(sheet: Sheet, deck: Deck) -> Json:
    """Return all that is printed on a side of a sheet of this deck's faces, moved by its `correction`."""
    return {
        "width": _short(sheet.size.width),
        "height": _short(sheet.size.height),
        "side": sheet.side,
        "faces": list(_faces(sheet, deck)),
        "lines": list(_lines(sheet)),
        "texts": [_text(caption) for caption in sheet.captions],
        "correction": sheet.correction,
    }


def _text(caption: Caption) -> Json:
    return {
        "text": printable(caption.text),
        "x": _short(caption.x),
        "y": _short(caption.y),
        "size": _short(caption.size * MM_PER_PT),
        "length": _short(measure(caption.text, caption.size)),
        "rotation": caption.rotation,
    }


def _faces(sheet: Sheet, deck: Deck) -> Iterator[Json]:
    seen: set[tuple[str, int]] = set()
    for placement in sheet.placements:
        copy = (placement.piece, placement.copy)
        side = BACK if sheet.side == BACK or copy in seen else FRONT
        seen.add(copy)
        name = placement.piece if "/" in placement.piece else f"{deck.component}/{placement.piece}"
        yield _placed(placement, f"{name}.{side}", deck.faces[placement.face].page)


def _placed(placement: Placement, side: str, page: Size) -> Json:
    """Return a side of a piece, such as "food/apple.front", on a page, with the key of its face.

    The `box` of the drawing has the bleed in it, and is turned clockwise by `rotation` about its middle. What shows of it
    lies within `clip`, a polygon x, y, x, y ...; it is cut along `trim`: x, y, width, height.
    """
    trim, clip = placement.trim, placement.clip
    x, y = trim.middle
    return {
        "side": side,
        "face": placement.face,
        "copy": placement.copy,
        "box": _all_short((x - page.width / 2, y - page.height / 2, page.width, page.height)),
        "rotation": placement.rotation,
        "clip": _all_short(value for corner in placement.edge or clip.corners for value in corner),
        "trim": _all_short((trim.x, trim.y, trim.width, trim.height)),
    }


def _lines(sheet: Sheet) -> Iterator[Json]:
    """Yield the lines, each of one look, in the order in which they are printed: white edges, strokes, contours."""
    edged = [stroke for stroke in sheet.strokes if stroke.halo]
    for (width, _, _), strokes in _by_look(edged):
        yield _line(_path(strokes), width + 2 * HALO_WIDTH, 1, square=True)
    for (width, grey, dashed), strokes in _by_look(sheet.strokes):
        yield _line(_path(strokes), width, grey, dashes=FOLD.dashes if dashed else None)
    if sheet.contours:
        yield _line("".join(map(_contour, sheet.contours)), OUTLINE.width, OUTLINE.grey)


def _line(
    path: str, width: float, grey: float, *, dashes: Sequence[float] | None = None, square: bool = False
) -> Json:
    return {
        "path": path,
        "width": _short(width),
        "ink": f"#{f'{round(grey * 255):02x}' * 3}",  # 0 is black
        "dashes": list(dashes or ()),
        "square": square,
    }


def _by_look(strokes: Iterable[Stroke]) -> Iterable[tuple[tuple[float, float, bool], Sequence[Stroke]]]:
    looks: dict[tuple[float, float, bool], list[Stroke]] = {}
    for stroke in strokes:
        looks.setdefault((stroke.width, stroke.grey, stroke.dashed), []).append(stroke)
    return looks.items()


def _path(strokes: Iterable[Stroke]) -> str:
    return "".join(f"M{_point(stroke.x1, stroke.y1)}L{_point(stroke.x2, stroke.y2)}" for stroke in strokes)


def _contour(contour: Contour) -> str:
    if contour.points and not contour.radius:
        return f"M{'L'.join(_point(*point) for point in contour.points)}Z"
    return "".join(_corners(contour.box, contour.radius))


def _corners(box: Rect, radius: float) -> Iterator[str]:
    across, down = radius or box.width / 2, radius or box.height / 2
    arc = f"A{_number(across)} {_number(down)} 0 0 1 "
    left, right, top, bottom = box.x + across, box.right - across, box.y + down, box.bottom - down
    yield f"M{_point(box.x, top)}{arc}{_point(left, box.y)}"
    yield f"M{_point(right, box.y)}{arc}{_point(box.right, top)}"
    yield f"M{_point(box.right, bottom)}{arc}{_point(right, box.bottom)}"
    yield f"M{_point(left, box.bottom)}{arc}{_point(box.x, bottom)}"


def _point(x: float, y: float) -> str:
    return f"{_number(x)} {_number(y)}"


def _number(value: float) -> str:
    return decimal(_short(value))


def _short(value: float) -> float:
    return round(value, 3) + 0.0


def _all_short(values: Iterable[float]) -> list[float]:
    return [_short(value) for value in values]
