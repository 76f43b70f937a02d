"""Put every fault into finished files and print which `pnp verify` sees; `--honest` makes builds that it must accept."""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.security.print_faults.honest import honest_builds
from tests.security.print_faults.trials import EVERY, build_shipped, build_small, drawn_once, found_in, tried


def say(line: str) -> None:
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
    seeded, missed = Counter(), Counter()
    with drawn_once():
        for output in outputs:
            for found in found_in(output, output.out):
                say(f"without a fault, {output.game}: {found}")
        for fault in (each for each in EVERY if options.only in str(each)):
            trial = tried(fault, outputs, options.seed)
            if trial is None:
                say(f"no room in any file: {fault}")
                continue
            seeded[fault.kind] += 1
            missed[fault.kind] += not trial.found
            if options.long or not trial.found:
                say(f"{fault} in {trial.where}: {trial.found[:150] or 'missed'}")
    for kind in seeded:
        say(f"{kind:22} {seeded[kind]:6} seeded {missed[kind]:6} missed")
    say(f"{'all':22} {seeded.total():6} seeded {missed.total():6} missed")
    return missed.total()


def _honest(folder: Path, options: argparse.Namespace) -> int:
    alarms = builds = 0
    for name, found in honest_builds(folder, options.only):
        builds, alarms = builds + 1, alarms + bool(found)
        if found or options.long:
            say(f"{name}: {'; '.join(found[:3]) or 'accepted'}")
    say(f"{builds} honest builds, {alarms} false alarms")
    return alarms


if __name__ == "__main__":
    sys.exit(min(main(), 99))
