"""The result of a batch, job by job, and its report as CSV."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from pnp.batch.jobs import Job
from pnp.build.result import BuildCount
from pnp.escaping import table_text
from pnp.files import write
from pnp.model.diagnostics import Diagnostic

State = Literal["built", "unchanged", "failed", "not built"]
STATES: tuple[State, ...] = get_args(State)

REPORT = "batch-report.csv"
"""The file of the report; no job can be called so."""


@dataclass(frozen=True, slots=True)
class JobResult:
    """What became of a job after so many `tries`, into which folder, and what was found.

    One that failed for what `may_pass`, such as a full disk, is worth another try.
    """

    job: Job
    state: State
    folder: Path
    diagnostics: tuple[Diagnostic, ...] = ()
    count: BuildCount = field(default_factory=BuildCount)
    tries: int = 1
    may_pass: bool = False

    @property
    def name(self) -> str:
        """What the row is called."""
        return self.job.name

    @property
    def reason(self) -> str:
        """Why a job failed, in a line; "" for any other."""
        error = next((finding for finding in self.diagnostics if finding.severity == "error"), None)
        if self.state != "failed" or error is None:
            return ""
        place = f"{error.place.file}:{error.place.line}:{error.place.column}: " if error.place else ""
        return f"{place}{error.message}" + (f"; {error.hint}" if error.hint else "")


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What came of all jobs, in the order of the rows, and the report; nothing was tried when the table has errors.

    `other` is what was found apart from the jobs.
    """

    folder: Path
    jobs: tuple[JobResult, ...]
    other: tuple[Diagnostic, ...] = ()
    report: Path | None = None

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All that was found."""
        return (*self.other, *(finding for result in self.jobs for finding in result.diagnostics))

    def number(self, state: State) -> int:
        """Return how many jobs are in that state."""
        return sum(result.state == state for result in self.jobs)


HEADINGS = ("name", "game", "paper", "theme", "result", "sheets", "tries", "reason")


def write_report(folder: Path, jobs: Sequence[JobResult]) -> Path:
    """Write what became of each job as CSV with a byte order mark, which Excel needs. Raises CannotWrite."""
    rows: list[tuple[object, ...]] = [HEADINGS]
    for result in jobs:
        papers = "+".join(paper.name for paper in result.job.options.papers)
        told = (result.state, result.count.sheets or "", result.tries or "", result.reason)
        rows.append((result.name, result.job.game, papers, result.job.options.theme, *told))
    path = folder / REPORT
    write(path, table_text(rows).encode("utf-8-sig"), root=folder)
    return path
