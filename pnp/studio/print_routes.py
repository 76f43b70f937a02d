"""Routes for printing: the form, a plan and its sheets, jobs and their files."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import BaseRoute

from pnp.impose.layouts import bought_layout
from pnp.load.cutting_machines import CUT_FORMATS, cutting_machine, machine_names
from pnp.load.game import Loaded
from pnp.load.project import Project
from pnp.load.translation_files import languages_of
from pnp.model.diagnostics import Diagnostic, UnknownName, repeated
from pnp.model.game import STOCKS, Component, Game
from pnp.model.line_styles import MARKS
from pnp.model.papers import BOUGHT_SHEETS, PAPERS, UNPRINTABLE, Paper, find_paper
from pnp.model.sheet import BACKS, FINISHES, PRINTER_TYPES
from pnp.printers import known_printers
from pnp.shops.export_games import export_targets
from pnp.shops.shop_files import zip_in_parts
from pnp.studio.content import attributes_of, finding_content
from pnp.studio.print_choice import in_words_of_the_page, known_versions, read_choice
from pnp.studio.print_jobs import JobState, Outcome, PrintJobs, file_to_send, files_to_send
from pnp.studio.print_plan import STOCK, PrintPlan, SheetPlanner
from pnp.studio.routing import Json, face_file, json_route, route, svg_response
from pnp.studio.state import StudioState
from pnp.text import counted, readable_size

COMMON = ("a4", "letter")  # The papers that most people have, which come first.

_CUT: Mapping[str, str] = {
    "svg": "the cut lines of each sheet as SVG, for a cutting plotter or a drawing program",
    "dxf": "the cut lines of each sheet as DXF, for a cutting plotter",
    "laser": "the cut lines of each sheet as SVG in the colours that laser cutters know",
}


def print_form(project: Project, games: Mapping[str, Loaded]) -> Json:
    """Return what there is to choose from for the games of a project; the first of each is what most people want.

    `margin` is what a printer leaves white, in mm; `set_aside` are sentences about printers whose files were damaged.
    """
    printers = known_printers()
    papers = sorted(PAPERS.values(), key=lambda paper: paper.name not in COMMON)
    return {
        "games": [_game(project, name, loaded) for name, loaded in games.items()],
        "papers": [_paper(paper) for paper in papers],
        "backs": [_option(name, name, about) for name, about in BACKS.items()],
        "marks": [_option(name, name, about) for name, about in MARKS.items()],
        "printer_types": [_option(name, name, about) for name, about in PRINTER_TYPES.items()],
        "finishes": [_option(name, name, about) for name, about in FINISHES.items()],
        "cuts": list(_cuts()),
        "printers": [
            _option(printer.name, printer.name, str(printer).removeprefix(f"{printer.name}: "))
            for printer in printers.printers
        ],
        "targets": [
            {"name": target.name, "title": target.title, "about": [*map(in_words_of_the_page, target.about)]}
            for target in export_targets()
        ],
        "versions": [asdict(version) for version in known_versions(project)],
        "margin": UNPRINTABLE,
        "set_aside": list(printers.damaged),
    }


def _option(name: str, title: str, about: str, group: str = "") -> Json:
    return {"name": name, "title": title, "about": about, "group": group}


def _game(project: Project, name: str, loaded: Loaded) -> Json:
    """Return a game that can be printed; one with errors in its files has no components, and a number of errors."""
    game, folder = loaded.game, project.game_folder(name)
    errors = 0 if game else sum(finding.severity == "error" for finding in loaded.diagnostics)
    return {
        "name": name,
        "title": game.title if game else name,
        "components": [_component(component) for component in (game.components if game else ())],
        "themes": list(game.themes if game else ()),
        "languages": languages_of(folder) if game and folder else (),
        "sheets": list(_fitting_sheets(game)) if game else [],
        "errors": errors,
    }


def _component(component: Component) -> Json:
    kind, count, size = component.kind, component.copies, component.size
    about = f"{counted(count, kind.one, kind.many)}, {size.width:.4g} × {size.height:.4g} mm; {STOCKS[kind.stock]}"
    return {"name": component.id, "title": component.title, "about": about, "copies": count}


def _fitting_sheets(game: Game) -> Iterator[Json]:
    for name, sheet in BOUGHT_SHEETS.items():
        paper = find_paper(name)
        fitting = [
            component.title for component in game.components if bought_layout(component, paper.size, sheet)
        ]
        if fitting:
            about = f"{PAPERS[sheet.paper].title}, for {', '.join(fitting)}"
            yield _option(name, paper.title, about, "bought")


def _paper(paper: Paper) -> Json:
    group = "common" if paper.name in COMMON else "other"
    return _option(paper.name, paper.title, f"{paper.size.width:g} × {paper.size.height:g} mm", group)


def _cuts() -> Iterator[Json]:
    for name in CUT_FORMATS:
        yield _option(name, name.upper() if name != "laser" else "Laser", _CUT[name], "file")
    for name in machine_names():
        machine = cutting_machine(name)
        takes = (
            "pictures that its program prints" if machine.areas else "sheets with the marks that it looks for"
        )
        yield _option(name, machine.title, f"{takes}, in a folder of their own", "machine")


OPENED_POLICY = "frame-ancestors 'none'"  # Of an opened PDF: a browser's viewer needs its own styles.
MOST_SHEETS = 24  # Sheets that are drawn for one request.


class PrintRoutes:
    """Printing from the page: plans are made as they are asked for, jobs on a thread of their own."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self._planner = SheetPlanner(state.project, state.cache)
        self._jobs = PrintJobs(state.project, self._planner, self._tell, lambda: state.revision)
        job = "/api/print/jobs/{number:int}"
        self.routes: list[BaseRoute] = [
            route("/api/print/form", lambda _: print_form(state.project, self._planner.games())),
            json_route("/api/print/plan", self.plan),
            json_route("/api/print/reading", self.reading),
            json_route("/api/print/sheets/{start:int}/{count:int}", self.sheets),
            route(
                "/api/print/faces/{key}.svg",
                lambda request: svg_response(
                    face_file(self._planner.face(request.path_params["key"])), kept=True
                ),
            ),
            route("/api/print/jobs", lambda _: [*map(self._content, self._jobs.states)]),
            json_route("/api/print/jobs", self.begin),
            route(job, lambda request: self._content(self._state_of(request))),
            route(
                job, lambda request: self._content(self._jobs.cancel(request.path_params["number"])), "DELETE"
            ),
            route(f"{job}/verify", self.verify, "POST"),
            route(f"{job}/files/{{file:int}}", self.file),
            route(f"{job}/zip", self.zip),
        ]

    def close(self) -> None:
        """Give up what is being printed."""
        self._jobs.close()

    def _tell(self, state: JobState) -> None:
        self._state.events.send("print", job={**job_content(state), "outcome": None, "choice": None})

    def plan(self, _: Request, body: Json) -> Json:
        """Return what a choice comes to."""
        with self._state.resting():
            return plan_content(self._planner.plan(read_choice(body)))

    def reading(self, _: Request, body: Json) -> list[Json]:
        """Return what comes before the sheets of a choice: how to build each game, and its rules."""
        pages = self._planner.reading(read_choice(body))
        return [{**asdict(page), "sheets": page.sheets, "stock": STOCK} for page in pages]

    def sheets(self, request: Request, body: Json) -> list[Json]:
        """Return some sheets of a choice: `start` says from which on, counted from 0, `count` how many."""
        start, count = (request.path_params[name] for name in ("start", "count"))
        return self._planner.planned(read_choice(body)).drawn(start, min(count, MOST_SHEETS))

    def begin(self, _: Request, body: Json) -> Json:
        """Begin a job, which shows what was saved before it was asked for, noticed or not."""
        self._state.look_again()
        return self._content(self._jobs.submit(read_choice(body)))

    def verify(self, request: Request) -> Json:
        """Begin to read back what a job has made."""
        made = self._state_of(request)
        choice = replace(made.choice, since="", target="")
        return self._content(self._jobs.submit(choice, "verify", checks=made.number))

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
        """Send all that a job has made in one file."""
        files = files_to_send(self._outcome(request), self._state.project.output)
        name = f"{'-'.join(dict.fromkeys(file.name.partition('/')[0] for file in files))[:80]}.zip"
        parts = zip_in_parts((file.name, file.path) for file in files)
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return StreamingResponse(parts, media_type="application/zip", headers=headers)

    def _content(self, state: JobState) -> Json:
        saved = (self._state.saved.get(game, 0) for game in state.choice.games or self._state.games)
        return job_content(state, outdated=state.ended and max(saved, default=0) > state.revision)

    def _state_of(self, request: Request) -> JobState:
        return self._jobs.state(request.path_params["number"])

    def _outcome(self, request: Request) -> Outcome:
        outcome = self._state_of(request).outcome
        if outcome is None or not outcome.files:
            raise UnknownName("this job has made no files", "wait for its end, or print again")
        return outcome


def plan_content(plan: PrintPlan) -> Json:
    """Return what a choice comes to, without the sheets themselves."""
    return {
        **attributes_of(plan, "sheets pages take_out stocks"),
        "items": [asdict(item) for item in plan.items],
        "notes": [in_words_of_the_page(note) for note in plan.notes],
        "findings": _findings(plan.findings),
    }


def job_content(state: JobState, *, outdated: bool = False) -> Json:
    """Return how far a job is, and what came of it; `outdated` where something was saved since it began."""
    verb, _, what = state.doing.partition(" ")
    return {
        **attributes_of(state, "number kind checks stage ended error hint"),
        "outdated": outdated,
        "doing": verb,
        "what": what.rpartition("/")[2],
        "done": round(state.done, 4),
        "choice": asdict(state.choice),
        "outcome": _outcome(state.outcome) if state.outcome else None,
    }


def _outcome(outcome: Outcome) -> Json:
    numbers = {file.path: number for number, file in enumerate(outcome.files)}
    wanted = {file.path for file in outcome.wanted}
    return {
        "games": [
            {
                "game": made.game,
                "notes": [in_words_of_the_page(note) for note in made.notes],
                "swap_list": made.swap_list,
                "files": [
                    {
                        **attributes_of(file, "name part sheets pages"),
                        "number": numbers[file.path],
                        "size": readable_size(file.bytes),
                        "wanted": file.path in wanted,
                    }
                    for file in made.files
                ],
            }
            for made in outcome.games
        ],
        "findings": _findings(outcome.findings),
        "advice": [asdict(advice) for advice in outcome.advice],
        "lines": list(outcome.lines),
        "bytes": readable_size(sum(file.bytes for file in outcome.wanted)),
        "wanted": len(outcome.wanted),
    }


def _findings(findings: Iterable[Diagnostic]) -> list[Json]:
    return [
        (content := finding_content(finding.finding))
        | {"hint": in_words_of_the_page(content["hint"]), "more": len(finding.more)}
        for finding in repeated(findings)
    ]


def download_name(name: str) -> str:
    """Return what a file is called once it is downloaded, far from its folders.

    >>> download_name("tea_time/a4/print.pdf"), download_name("tea_time/reprint/a4/cards.pdf")
    ('tea_time-a4.pdf', 'tea_time-reprint-a4-cards.pdf')
    """
    path = PurePosixPath(name)
    parts = path.parts[:-1] if path.name == "print.pdf" else (*path.parts[:-1], path.stem)
    return "-".join(parts) + path.suffix
