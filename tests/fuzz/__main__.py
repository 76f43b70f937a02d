"""Files with mistakes in them: no traceback, no crash, no hang, and each finding has a place.

python -m tests.fuzz --seed 1 --minutes 5              projects, drawings, fonts, PDFs and tables with mistakes in them
python -m tests.fuzz --seed 1 --cases 500 --kind svg   so many cases of one kind
python -m tests.fuzz --seed 1 --case 77 --kind svg     one of them again, with what it says
python -m tests.fuzz again a.json        a case that was kept
python -m tests.fuzz add a.json NAME     one more case for the corpus, which the tests run
"""

import argparse
import itertools
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path

from tests.fuzz.cases import MAKERS, Case, case_of, read_case
from tests.fuzz.corpus import CORPUS, again, kept, kind_of, smaller, verdict
from tests.fuzz.projects import prepare
from tests.fuzz.running import run_cases

KEPT = Path(tempfile.gettempdir()) / "pnp-fuzz"


def tell(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def fuzz(asked: argparse.Namespace) -> int:
    """Run cases until the time is up; tell what went wrong, and keep one case of each fault, made smaller."""
    make = partial(made, asked.kind, asked.seed, tuple(filter(None, asked.command.split(","))))
    start, told = time.monotonic(), Counter[str]()
    end = start + 60 * asked.minutes
    numbers = range(asked.cases) if asked.cases else itertools.count()
    count, cpu, slowest, largest = 0, 0.0, 0.0, 0.0
    for block in iter(partial(_next, iter(numbers), 300), []):
        for each in run_cases(make, block):
            count, cpu = count + 1, cpu + each.cpu
            slowest, largest = max(slowest, each.cpu), max(largest, each.megabytes)
            for said in each.said:
                told[kind_of(said)] += 1
                if told[kind_of(said)] == 1:
                    case = make(each.number) if asked.whole else smaller(make(each.number), said)
                    path = kept(asked.keep, f"{asked.kind}-{asked.seed}-{each.number}", case)
                    tell(f"{path}\n{said}\n")
            if not asked.cases and time.monotonic() > end:
                break
        if not asked.cases and time.monotonic() > end:
            break
    passed = time.monotonic() - start
    tell(
        f"{asked.kind}, seed {asked.seed}: {count} cases, {sum(told.values())} complaints of {len(told)} kinds; "
        f"{count / passed:.1f} a second, {cpu / max(count, 1):.3f} s of CPU each, at most {slowest:.1f} s and {largest:.0f} MB"
    )
    for kind, times in told.most_common():
        tell(f"{times:6} {kind}")
    return 1 if told else 0


def _next(numbers: "itertools.count[int] | object", most: int) -> list[int]:
    return list(itertools.islice(numbers, most))  # type: ignore[call-overload]


def made(kind: str, seed: int, commands: tuple[str, ...], number: int) -> Case:
    """Return a case; with `commands`, these run instead of its own."""
    case = case_of(kind, seed, number)
    return Case(case.start, case.changes, commands) if commands else case


def main() -> int:
    """Run what the command line asks for; returns 1 when something was found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="*", help="again FILE..., or add FILE NAME")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--cases", type=int, default=0, help="so many, however long they take")
    parser.add_argument("--case", type=int, help="only the one of this number")
    parser.add_argument("--kind", choices=(*MAKERS, "all"), default="all")
    parser.add_argument(
        "--command", default="", help="run these in each case, such as 'check,build --paper a4'"
    )
    parser.add_argument("--keep", type=Path, default=KEPT, help="where failing cases are kept")
    parser.add_argument(
        "--whole", action="store_true", help="keep failing cases as they are, not made smaller"
    )
    asked = parser.parse_args()
    prepare()
    match asked.what:
        case ["add", file, name]:
            tell(str(kept(CORPUS, name, read_case(Path(file)))))
            return 0
        case ["again", *files]:
            verdicts = list(again([Path(file) for file in files]))
        case []:
            if asked.case is None:
                return fuzz(asked)
            case = made(asked.kind, asked.seed, (), asked.case)
            tell(str(kept(asked.keep, f"{asked.kind}-{asked.seed}-{asked.case}", case)))
            verdicts = [(Path("it"), verdict(case))]
        case _:
            parser.error("write again FILE..., or add FILE NAME")
    for path, each in verdicts:
        tell(
            "\n".join(
                (f"{path}: {'nothing wrong' if not each.said else 'wrong'}, {each.cpu:.2f} s", *each.said)
            )
        )
    return 1 if any(each.said for _, each in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
