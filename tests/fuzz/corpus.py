"""Failures that were mended, one small file each, and how a failing case is made smaller and kept."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from tests.fuzz.cases import Case, Change, read_case
from tests.fuzz.running import Verdict, run_cases

CORPUS = Path(__file__).parent / "corpus"
TRIES = 60
"""Runs that making a case smaller may take."""


def corpus() -> dict[str, Case]:
    """Return the cases of the corpus by their names."""
    return {path.stem: read_case(path) for path in sorted(CORPUS.glob("*.json"))}


def kind_of(said: str) -> str:
    """Return what complaints of the same fault have in common: the last line, without numbers and names."""
    return re.sub(r"""\d+|'[^']*'|"[^"]*"|/\S+""", "", said.strip().splitlines()[-1])[:90]


def verdict(case: Case) -> Verdict:
    """Return what is said against one case, run in a process of its own."""
    return next(run_cases(lambda _: case, [0]))


def smaller(case: Case, said: str) -> Case:
    """Return a case that fails in the same way with as little changed as some tries find."""
    kind, left = kind_of(said), TRIES

    def fails(other: Case) -> bool:
        nonlocal left
        left -= 1
        return any(kind_of(each) == kind for each in verdict(other).said)

    for number in range(len(case.commands)):  # the first that fails on its own
        alone = replace(case, commands=case.commands[number : number + 1])
        if len(case.commands) > 1 and fails(alone):
            case = alone
            break
    for name in list(case.changes):
        rest = {each: change for each, change in case.changes.items() if each != name}
        if rest and fails(replace(case, changes=rest)):
            case = replace(case, changes=rest)
    for name, change in case.changes.items():
        if isinstance(change, bytes):
            case = _shortened(case, name, change, fails, lambda: left)
    return case


def _shortened(
    case: Case, name: str, content: bytes, fails: Callable[[Case], bool], left: Callable[[], int]
) -> Case:
    """Take parts out of a file, halves first: lines of a text, bytes of anything else."""
    text = b"\n" in content and b"\0" not in content
    parts: list[bytes] = content.splitlines(keepends=True) if text else [bytes([each]) for each in content]
    size = len(parts) // 2
    while size and left() > 0:
        at = 0
        while at < len(parts) and left() > 0:
            fewer = parts[:at] + parts[at + size :]
            changed: dict[str, Change] = {**case.changes, name: b"".join(fewer)}
            if fails(replace(case, changes=changed)):
                case, parts = replace(case, changes=changed), fewer
            else:
                at += size
        size //= 2
    return case


def kept(folder: Path, name: str, case: Case) -> Path:
    """Write a case into a folder, and return its file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(case.as_json(), encoding="utf-8")
    return path


def again(files: list[Path]) -> Iterator[tuple[Path, Verdict]]:
    """Yield a verdict on each case that was kept in a file."""
    for path in files:
        yield path, verdict(read_case(path))
