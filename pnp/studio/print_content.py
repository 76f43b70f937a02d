"""What the page is told about printing: a plan, the sheets of it, and jobs; plain values that go into JSON."""

from dataclasses import asdict
from pathlib import PurePosixPath

from pnp.model.diagnostics import Diagnostic, repeated
from pnp.studio.content import Json, finding_content
from pnp.studio.print_choice import in_words_of_the_page
from pnp.studio.print_form import PrintForm
from pnp.studio.print_jobs import JobState
from pnp.studio.print_plan import PrintPlan
from pnp.studio.print_results import MadeFile, Outcome
from pnp.studio.reading_pages import STOCK, ReadingPages
from pnp.text import readable_size


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


def told_of(state: JobState) -> Json:
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
