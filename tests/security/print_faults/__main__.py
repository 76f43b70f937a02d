"""Put every fault into finished files and print which `pnp verify` sees; `--honest` makes builds that it must accept."""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.security.print_faults.honest import honest_builds
from tests.security.print_faults.trials import build_shipped, build_small, drawn_once, found_in, tried
from tests.security.print_faults.whole import EVERY


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--honest", action="store_true", help="builds without a fault in place of faults")
    parser.add_argument("--only", default="", help="faults with these letters in their names")
    parser.add_argument("--small", action="store_true", help="the small game alone")
    parser.add_argument("--long", action="store_true", help="say what was found of each")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pnp-faults-") as folder:
        return (_honest if options.honest else _faults)(Path(folder), options)


def _faults(folder: Path, options: argparse.Namespace) -> int:
    outputs = [build_small(folder)] + ([] if options.small else [*build_shipped(folder)])
    faults = [each for each in EVERY if options.only in str(each)]
    seeded, caught, missed, nowhere = Counter(), Counter(), [], []
    with drawn_once():
        for output in outputs:
            for found in found_in(output, output.out):
                say(f"without a fault, {output.game}: {found}")
        for fault in faults:
            trial = tried(fault, outputs, options.seed)
            if trial is None:
                nowhere.append(str(fault))
                continue
            seeded[fault.kind] += 1
            caught[fault.kind] += not trial.missed
            if trial.missed:
                missed.append(f"{fault} in {trial.where}")
            if options.long:
                say(f"{fault} in {trial.where}: {trial.found[:150]}")
    say(f"{'kind':22} seeded caught missed")
    for kind in seeded:
        say(f"{kind:22} {seeded[kind]:6} {caught[kind]:6} {seeded[kind] - caught[kind]:6}")
    say(f"{'all':22} {seeded.total():6} {caught.total():6} {len(missed):6}")
    for each in missed:
        say(f"missed: {each}")
    for each in nowhere:
        say(f"no room in any file: {each}")
    return len(missed)


def _honest(folder: Path, options: argparse.Namespace) -> int:
    alarms = builds = 0
    for name, found in honest_builds(folder, options.only):
        builds += 1
        alarms += bool(found)
        if found or options.long:
            say(f"{name}: {'; '.join(found[:3]) or 'accepted'}")
    say(f"{builds} honest builds, {alarms} false alarms")
    return alarms


if __name__ == "__main__":
    start = time.monotonic()
    missed = main()
    say(f"{time.monotonic() - start:.0f} s")
    sys.exit(min(missed, 99))
