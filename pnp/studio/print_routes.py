"""Routes for printing: the form, a plan and its sheets, jobs and their files."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import PurePosixPath

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route, Router

from pnp.export.cut_files import CUT_FORMATS
from pnp.export.zip_files import zip_in_parts
from pnp.impose.bought_layout import bought_layout
from pnp.load.game import Loaded
from pnp.load.machines import cutting_machine, machine_names
from pnp.load.project import Project
from pnp.load.translation_files import languages_of
from pnp.model.bought_sheets import BOUGHT_SHEETS
from pnp.model.diagnostics import Diagnostic, repeated
from pnp.model.errors import CannotUse, UnknownName
from pnp.model.game import Component, Game
from pnp.model.kinds import STOCKS
from pnp.model.line_styles import MARKS
from pnp.model.papers import PAPERS, UNPRINTABLE, Paper, find_paper
from pnp.model.sheet import BACKS
from pnp.printers import known_printers
from pnp.shops.targets import export_targets
from pnp.studio.content import Json, finding_content
from pnp.studio.face_files import FaceFiles
from pnp.studio.front_matter import STOCK, ReadingPages
from pnp.studio.print_choice import (
    KnownVersion,
    PrintChoice,
    in_words_of_the_page,
    known_versions,
    read_choice,
)
from pnp.studio.print_jobs import JobState, PrintJobs
from pnp.studio.print_plan import PrintPlan
from pnp.studio.print_results import MadeFile, Outcome, file_to_send, files_to_send
from pnp.studio.request_body import json_of
from pnp.studio.security import FOR_EVER, PICTURE_POLICY
from pnp.studio.sheet_planner import SheetPlanner
from pnp.studio.state import StudioState
from pnp.text import counted, readable_size

COMMON = ("a4", "letter")
"""The papers that most people have, which come first."""

_CUT: Mapping[str, str] = {
    "svg": "the cut lines of each sheet as SVG, for a cutting plotter or a drawing program",
    "dxf": "the cut lines of each sheet as DXF, for a cutting plotter",
    "laser": "the cut lines of each sheet as SVG in the colours that laser cutters know",
}


@dataclass(frozen=True, slots=True)
class Option:
    """One of several things to choose: its `name`, a `title` to show, and a sentence `about` it."""

    name: str
    title: str
    about: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class ComponentOption:
    """A component that can be printed alone."""

    name: str
    title: str
    about: str
    copies: int


@dataclass(frozen=True, slots=True)
class GameOption:
    """A game that can be printed; one with errors in its files has no components, and a number of `errors`.

    `sheets` are those sold ready cut that something of it fits.
    """

    name: str
    title: str
    components: tuple[ComponentOption, ...] = ()
    themes: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    sheets: tuple[Option, ...] = ()
    errors: int = 0


@dataclass(frozen=True, slots=True)
class TargetOption:
    """A print shop or a table on a screen, and what it takes."""

    name: str
    title: str
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintForm:
    """All there is to choose from; the first of each is what most people want. `margin` is what a printer leaves white, in mm.

    `set_aside` are sentences about printers whose files were damaged.
    """

    games: tuple[GameOption, ...]
    papers: tuple[Option, ...]
    backs: tuple[Option, ...]
    marks: tuple[Option, ...]
    cuts: tuple[Option, ...]
    printers: tuple[Option, ...]
    targets: tuple[TargetOption, ...]
    versions: tuple[KnownVersion, ...]
    margin: float = UNPRINTABLE
    set_aside: tuple[str, ...] = ()


def print_form(project: Project, games: Mapping[str, Loaded]) -> PrintForm:
    """Return what there is to choose from for the games of a project."""
    printers = known_printers()
    return PrintForm(
        games=tuple(_game(project, name, loaded) for name, loaded in games.items()),
        papers=tuple(_paper(paper) for paper in _papers_in_order()),
        backs=tuple(Option(name, name, about) for name, about in BACKS.items()),
        marks=tuple(Option(name, name, about) for name, about in MARKS.items()),
        cuts=tuple(_cuts()),
        printers=tuple(
            Option(each.name, each.name, str(each).removeprefix(f"{each.name}: "))
            for each in printers.printers
        ),
        targets=tuple(
            TargetOption(each.name, each.title, tuple(map(in_words_of_the_page, each.about)))
            for each in export_targets()
        ),
        versions=known_versions(project),
        set_aside=printers.set_aside,
    )


def _game(project: Project, name: str, loaded: Loaded) -> GameOption:
    game, folder = loaded.game, project.game_folder(name)
    if game is None:
        return GameOption(name, name, errors=sum(each.severity == "error" for each in loaded.diagnostics))
    return GameOption(
        name,
        game.title,
        components=tuple(_component(each) for each in game.components),
        themes=tuple(game.themes),
        languages=languages_of(folder) if folder else (),
        sheets=tuple(_fitting_sheets(game)),
    )


def _component(component: Component) -> ComponentOption:
    kind, count = component.kind, component.copies
    about = (
        f"{counted(count, kind.one, kind.many)}, {component.size.width:.4g} × {component.size.height:.4g} mm"
    )
    return ComponentOption(component.id, component.title, f"{about}; {STOCKS[kind.stock]}", count)


def _fitting_sheets(game: Game) -> Iterator[Option]:
    """Yield the sheets of labels and cards that some component fits."""
    for name, sheet in BOUGHT_SHEETS.items():
        paper = find_paper(name)
        fitting = [each.title for each in game.components if bought_layout(each, paper.size, sheet)]
        if fitting:
            yield Option(
                name, paper.title, f"{PAPERS[sheet.paper].title}, for {', '.join(fitting)}", "bought"
            )


def _papers_in_order() -> Sequence[Paper]:
    return [
        *(PAPERS[name] for name in COMMON),
        *(paper for name, paper in PAPERS.items() if name not in COMMON),
    ]


def _paper(paper: Paper) -> Option:
    group = "common" if paper.name in COMMON else "other"
    return Option(paper.name, paper.title, f"{paper.size.width:g} × {paper.size.height:g} mm", group)


def _cuts() -> Iterator[Option]:
    """Yield the kinds of cut files, and the machines that find a sheet by its marks or print themselves."""
    for name in CUT_FORMATS:
        yield Option(name, name.upper() if name != "laser" else "Laser", _CUT[name], "file")
    for name in machine_names():
        machine = cutting_machine(name)
        takes = (
            "pictures that its program prints" if machine.areas else "sheets with the marks that it looks for"
        )
        yield Option(name, machine.title, f"{takes}, in a folder of their own", "machine")


OPENED_POLICY = "frame-ancestors 'none'"
"""Of a PDF that is opened: what a browser shows it with is a page of its own, which needs its own styles."""

MOST_SHEETS = 24
"""So many sheets are drawn for one request."""


class PrintRoutes:
    """Printing from the page: plans are made as they are asked for, jobs on a thread of their own.

    `router` has the addresses below that of printing.
    """

    def __init__(self, state: StudioState) -> None:
        self._state, self._faces = state, FaceFiles()
        self._planner = SheetPlanner(state.project, state.cache)
        self._jobs = PrintJobs(state.project, self._planner, self._tell, lambda: state.revision)
        self.router = Router(self._routes())

    def close(self) -> None:
        """Give up what is being printed."""
        self._jobs.close()

    def _routes(self) -> list[BaseRoute]:
        one = "/jobs/{number:int}"
        return [
            Route("/form", self.form),
            Route("/plan", self.plan, methods=["POST"]),
            Route("/reading", self.reading, methods=["POST"]),
            Route("/sheets", self.sheets, methods=["POST"]),
            Route("/faces/{key}.svg", self.face),
            Route("/jobs", self.jobs),
            Route("/jobs", self.submit, methods=["POST"]),
            Route(one, self.job),
            Route(one, self.cancel, methods=["DELETE"]),
            Route(f"{one}/verify", self.verify, methods=["POST"]),
            Route(f"{one}/files/{{file:int}}", self.file),
            Route(f"{one}/zip", self.zip),
        ]

    def _tell(self, state: JobState) -> None:
        self._state.events.send("print", job=job_json(state))

    def form(self, request: Request) -> Response:
        """Return what there is to choose from."""
        del request
        return JSONResponse(form_content(print_form(self._state.project, self._planner.games())))

    async def plan(self, request: Request) -> Response:
        """Return what a choice comes to."""

        def planned(choice: PrintChoice) -> object:
            with self._state.resting():
                return plan_content(self._planner.plan(choice))

        return await _with_choice(request, planned)

    async def reading(self, request: Request) -> Response:
        """Return what comes before the sheets of a choice: how to build each game, and its rules."""
        return await _with_choice(
            request, lambda choice: [reading_content(each) for each in self._planner.reading(choice)]
        )

    async def sheets(self, request: Request) -> Response:
        """Return some sheets of a choice: `start` says from which on, `count` how many."""
        start, count = (_number(request, name) for name in ("start", "count"))
        most = min(count, MOST_SHEETS)
        return await _with_choice(
            request, lambda choice: sheets_content(self._planner.planned(choice), start, most)
        )

    def face(self, request: Request) -> Response:
        """Return a face of the sheets that were planned lately, by its key."""
        shown = self._planner.face(request.path_params["key"])
        headers = {"content-security-policy": PICTURE_POLICY, "cache-control": FOR_EVER}
        return Response(self._faces.svg(shown), media_type="image/svg+xml", headers=headers)

    def jobs(self, request: Request) -> Response:
        """Return all jobs, the newest last."""
        del request
        return JSONResponse([self._content(each) for each in self._jobs.states])

    async def submit(self, request: Request) -> Response:
        """Begin a job."""
        return await _with_choice(request, lambda choice: self._content(self._jobs.submit(choice)))

    def job(self, request: Request) -> Response:
        """Return how far a job is."""
        return JSONResponse(self._content(self._of(request)))

    def cancel(self, request: Request) -> Response:
        """Give up a job."""
        return JSONResponse(self._content(self._jobs.cancel(request.path_params["number"])))

    def verify(self, request: Request) -> Response:
        """Begin to read back what a job has made."""
        made = self._of(request)
        choice = replace(made.choice, since="", target="")
        return JSONResponse(self._content(self._jobs.submit(choice, "verify", checks=made.number)))

    def file(self, request: Request) -> Response:
        """Send a file that a job has made, to be kept, or a PDF to be opened."""
        outcome = self._outcome(request)
        file = file_to_send(outcome, request.path_params["file"], self._state.project.output)
        shown = "open" in request.query_params and file.path.suffix == ".pdf"
        return FileResponse(
            file.path,
            filename=download_name(file.name),
            content_disposition_type="inline" if shown else "attachment",
            headers={"content-security-policy": OPENED_POLICY} if shown else None,
        )

    def zip(self, request: Request) -> Response:
        """Send all that a job has made in one file, which is packed while it is sent."""
        files = files_to_send(self._outcome(request), self._state.project.output)
        name = f"{'-'.join(dict.fromkeys(file.name.partition('/')[0] for file in files))[:80]}.zip"
        parts = zip_in_parts((file.name, file.path) for file in files)
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return StreamingResponse(parts, media_type="application/zip", headers=headers)

    def _content(self, state: JobState) -> object:
        saved = (self._state.saved.get(game, 0) for game in state.choice.games or self._state.games)
        return job_content(state, outdated=state.ended and max(saved, default=0) > state.revision)

    def _of(self, request: Request) -> JobState:
        return self._jobs.state(request.path_params["number"])

    def _outcome(self, request: Request) -> Outcome:
        outcome = self._of(request).outcome
        if outcome is None or not outcome.files:
            raise UnknownName("this job has made no files", "wait for its end, or print again")
        return outcome


async def _with_choice(request: Request, answer: Callable[[PrintChoice], object]) -> Response:
    """Return as JSON what `answer` says to the choice in the body; worked out aside from other requests."""
    said = await json_of(request)
    return JSONResponse(await run_in_threadpool(lambda: answer(read_choice(said))))


def _number(request: Request, name: str) -> int:
    said = request.query_params.get(name, "0")
    if not said.isascii() or not said.isdigit() or len(said) > 6:
        raise CannotUse(f"{name} is no number", "load the page again")
    return int(said)


def form_content(form: PrintForm) -> Json:
    """Return what there is to choose from."""
    return asdict(form)


def plan_content(plan: PrintPlan) -> Json:
    """Return what a choice comes to, without the sheets themselves."""
    return {
        "sheets": plan.sheets,
        "pages": plan.pages,
        "take_out": plan.take_out,
        "stocks": [asdict(each) for each in plan.stocks],
        "items": [asdict(each) for each in plan.items],
        "notes": [in_words_of_the_page(each) for each in plan.notes],
        "findings": [_finding(each.finding, len(each.more)) for each in repeated(plan.findings)],
    }


def reading_content(pages: ReadingPages) -> Json:
    """Return what comes before the sheets of a game on a paper."""
    return {**asdict(pages), "sheets": pages.sheets, "stock": STOCK}


def sheets_content(plan: PrintPlan, start: int, count: int) -> Json:
    """Return some sheets of a plan, from number `start` on, counted from 0."""
    return {"start": start, "sheets": [asdict(each) for each in plan.drawn(start, count)]}


def job_content(state: JobState, *, outdated: bool = False) -> Json:
    """Return how far a job is, and what came of it; `outdated` where something was saved since it began."""
    verb, _, what = state.doing.partition(" ")
    return {
        "number": state.number,
        "kind": state.kind,
        "checks": state.checks,
        "outdated": outdated,
        "stage": state.stage,
        "ended": state.ended,
        "doing": verb,
        "what": what.rpartition("/")[2],
        "done": round(state.done, 4),
        "error": state.error,
        "hint": state.hint,
        "choice": asdict(state.choice),
        "outcome": _outcome(state.outcome) if state.outcome else None,
    }


def job_json(state: JobState) -> Json:
    """Return what every page is told while a job goes on; the files are asked for at its end."""
    return {**job_content(state), "outcome": None, "choice": None}


def _outcome(outcome: Outcome) -> Json:
    numbers = {file.path: number for number, file in enumerate(outcome.files)}
    wanted = {file.path for file in outcome.wanted}
    return {
        "games": [
            {
                "game": each.game,
                "notes": [in_words_of_the_page(note) for note in each.notes],
                "swap_list": each.swap_list,
                "files": [
                    _file(file, numbers[file.path]) | {"wanted": file.path in wanted} for file in each.files
                ],
            }
            for each in outcome.games
        ],
        "findings": [_finding(each.finding, len(each.more)) for each in repeated(outcome.findings)],
        "advice": [asdict(each) for each in outcome.advice],
        "lines": list(outcome.lines),
        "bytes": readable_size(sum(file.bytes for file in outcome.wanted)),
        "wanted": len(outcome.wanted),
    }


def _file(file: MadeFile, number: int) -> Json:
    return {
        "number": number,
        "name": file.name,
        "part": file.part,
        "size": readable_size(file.bytes),
        "sheets": file.sheets,
        "pages": file.pages,
    }


def _finding(finding: Diagnostic, more: int) -> Json:
    return finding_content(finding) | {"hint": in_words_of_the_page(finding.hint), "more": more}


def download_name(name: str) -> str:
    """Return what a file is called once it is downloaded, far from its folders.

    >>> download_name("tea_time/a4/print.pdf"), download_name("tea_time/reprint/a4/cards.pdf")
    ('tea_time-a4.pdf', 'tea_time-reprint-a4-cards.pdf')
    """
    path = PurePosixPath(name)
    parts = path.parts[:-1] if path.name == "print.pdf" else (*path.parts[:-1], path.stem)
    return "-".join(parts) + path.suffix
