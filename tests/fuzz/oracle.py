"""One case run in this process, and what is said against it: tracebacks, wrong statuses, files written outside."""

import contextlib
import io
import json
import os
import re
import shlex
import traceback
from collections.abc import Iterator
from pathlib import Path

from small_game import write_files

from pnp.__main__ import run
from pnp.cache import cache_folder
from tests.fuzz.cases import BUILD, VERIFY, Case
from tests.fuzz.projects import empty, variant
from tests.security.watching import Watched, watched

SECRET = "what nobody outside may read"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Bench:
    """A folder with a project in it, which cases change, and with files beside it that none of them may touch."""

    def __init__(self, folder: Path) -> None:
        self.root, self.temporary = folder / "project", folder / "tmp"
        for each in (self.root, self.temporary, folder / "outside"):
            each.mkdir(exist_ok=True)
        (folder / "outside" / "secret.txt").write_text(SECRET)
        self._allowed = (self.root, self.temporary, Path(os.devnull))

    def complaints(self, case: Case) -> list[str]:
        self._lay_out(case)
        said, results = [], dict[str, int]()
        with (
            contextlib.chdir(self.root),
            watched((*self._allowed, cache_folder()), self.root.parent / "outside") as seen,
        ):
            for line in case.commands:
                said += self._run(line, results)
        said += _about_files(seen)
        empty(self.temporary)
        return [f"{case.start}: {each}" for each in dict.fromkeys(said)]

    def _run(self, line: str, results: dict[str, int]) -> Iterator[str]:
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                status = run(shlex.split(line))
        except BaseException as error:
            if isinstance(error, TimeoutError):
                raise
            yield f"{line}: {traceback.format_exc(limit=-5)}"
            return
        results[line] = status
        output = out.buffer.getvalue().decode(errors="replace")
        yield from _about_output(line, status, output)
        checked = next((each for name, each in results.items() if name.startswith("check")), 1)
        if line == BUILD and checked == 0 and status != 0:
            yield f"{line}: check passes, build does not: {output[-600:]}"
        if line == VERIFY and results.get(BUILD) == 0 and status != 0:
            yield f"{line}: what was built just now is not found right: {output[-600:]}"

    def _lay_out(self, case: Case) -> None:
        empty(self.root)
        files = {**variant(case.start), **case.changes}
        write_files(self.root, {name: data for name, data in files.items() if data is not None})


def _about_output(line: str, status: int, output: str) -> Iterator[str]:
    if "Traceback (most recent" in output or "panicked at" in output:
        yield f"{line}: {output[-1500:]}"
    if status not in (0, 1, 2):
        yield f"{line}: status {status}"
    if status == 2 and not re.search(r"(?m)^(pnp: |Error: |Usage: )", output):
        yield f"{line}: status 2 without a word: {output[-300:]}"
    if SECRET in output:
        yield f"{line}: it tells what is in a file outside"
    if "--format" not in line and "--out -" not in line and (found := CONTROLS.search(output)):
        yield f"{line}: a control character U+{ord(found[0]):04X} in {output[max(0, found.start() - 60) :][:120]!r}"
    if line.startswith("check --format json") and status != 2:
        yield from _about_findings(line, status, output)


def _about_findings(line: str, status: int, output: str) -> Iterator[str]:
    try:
        found = json.loads(output)
    except ValueError:
        yield f"{line}: no JSON: {output[:300]}"
        return
    for each in found:
        if not (each.get("file") and each.get("hint")):
            yield f"{line}: no place or no hint: {each['code']} {each['message']}"
            break
    if status != any(each["severity"] == "error" for each in found):
        yield f"{line}: status {status} with these findings: {output[:300]}"


def _about_files(seen: Watched) -> Iterator[str]:
    for event, path in seen.written[:3]:
        yield f"written outside: {event} {path}"
    for event, path in seen.read[:3]:
        yield f"read outside: {event} {path}"
    for address in seen.connections[:1]:
        yield f"the network is asked: {address}"
