"""Record what every pnp command prints and writes, and compare two such records.

    python tests/tools/record_outputs.py record FILE.json [--program DIR]
    python tests/tools/record_outputs.py compare OLD.json NEW.json
    python tests/tools/record_outputs.py check [--against FILE.json]

`record` runs the pnp of DIR (default: this checkout) on copies of the games of DIR. `check` records this checkout and
compares it with FILE.json (default: base_outputs.json in the temporary folder). A record holds, for each command, the
SHA-256 of its exit code, stdout, stderr, and of every file that it wrote; and the short texts themselves, so that
`compare` can show what is different. Exit code: 0 equal, 1 different, 2 could not run.
"""

import argparse
import base64
import difflib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
BASELINE = Path(tempfile.gettempdir()) / "base_outputs.json"
FOLDERS = ("card_data", "templates", "fonts")
LONGEST_TEXT = 20_000  # bytes
TIMEOUT = 900  # seconds, for one command
WORKERS = 2  # commands that run at a time
GAME = "yes_broccoli"  # the game that is changed
FOOD = "card_data/yes_broccoli/food.yaml"
EDITS = (  # (pattern, replacement) in FOOD: a name, a value, copies, a piece less, a piece more
    (r"name: Kale\b", "name: Curly Kale"),
    (r"(id: beans\b[^\n]*?value: )14\b", r"\g<1>16"),
    (r"(id: soda\b[^\n]*?copies: )2\b", r"\g<1>3"),
    (r"\n[^\n]*id: popcorn\b[^\n]*", ""),
    (r"\npieces:", "\npieces:\n  - {id: pear, name: Pear, value: 4, copies: 3, source: reconstructed}"),
)
ART = f"templates/{GAME}/art"


class CannotRecordError(Exception):
    """No record can be made: the message says why."""


class Record:
    """Entries by command: what it is (exit, stdout, file PATH) -> SHA-256; and short texts by SHA-256."""

    def __init__(self) -> None:
        self.commands: dict[str, dict[str, str]] = {}
        self.texts: dict[str, str] = {}

    def add(self, command: str, part: str, content: bytes) -> None:
        """Add one entry; keep the text when it is short."""
        digest = hashlib.sha256(content).hexdigest()
        self.commands.setdefault(command, {})[part] = digest
        if len(content) <= LONGEST_TEXT and b"\0" not in content:
            self.texts[digest] = base64.b64encode(zlib.compress(content)).decode()

    def lines(self, digest: str | None) -> list[str] | None:
        """Return the lines of a text, None when it was not kept."""
        if digest not in self.texts:
            return None
        text = zlib.decompress(base64.b64decode(self.texts[digest]))
        return text.decode(errors="backslashreplace").splitlines()

    def save(self, path: Path) -> None:
        """Write the record as JSON."""
        path.write_text(json.dumps(vars(self), indent=0, sort_keys=True))

    @classmethod
    def load(cls, path: Path) -> "Record":
        """Read a record from JSON."""
        record = cls()
        vars(record).update(json.loads(path.read_text()))
        return record


class Project:
    """A copy of the games in a folder of its own, with its own cache, in which commands are run and recorded."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.program, self.folder, self.root = program, folder, folder / "project"
        self.record = Record()
        self.root.mkdir(parents=True)
        shutil.copy(program / "pyproject.toml", self.root)
        for name in FOLDERS:
            if (program / name).exists():
                shutil.copytree(program / name, self.root / name)
        self.environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(program),
            "PYTHONPYCACHEPREFIX": str(folder.parent / "pycache"),  # nothing is written into the program
            "PNP_CACHE_DIR": str(folder / "cache"),
            "HOME": str(folder),  # no settings of the user
            "SOURCE_DATE_EPOCH": "1700000000",
            "COLUMNS": "100",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "TERM": "dumb",
        }
        found = self.run(sys.executable, "-c", "import pnp; print(pnp.__file__)").stdout.decode().strip()
        if not Path(found).is_relative_to(program):
            raise CannotRecordError(f"the pnp that would run is {found}, not the one in {program}")

    def run(self, *command: str) -> subprocess.CompletedProcess[bytes]:
        """Run a program in the project."""
        where = {"cwd": self.root, "env": self.environment, "stdin": subprocess.DEVNULL}
        return subprocess.run(command, **where, capture_output=True, timeout=TIMEOUT, check=False)

    def pnp(self, *arguments: str, note: str = "") -> str:
        """Run `pnp ARGUMENTS`, record what it printed and wrote, and return its stdout."""
        before = self.files()
        done = self.run(sys.executable, "-m", "pnp", *arguments)
        after = self.files()
        name = " ".join(["pnp", *arguments]) + (f" ({note})" if note else "")
        if name in self.record.commands:
            raise CannotRecordError(f"{name} is recorded already: add a note")
        self.record.add(name, "exit", str(done.returncode).encode())
        self.record.add(name, "stdout", (printed := self.normalised(done.stdout)).encode())
        self.record.add(name, "stderr", self.normalised(done.stderr).encode())
        for path in sorted(path for path, state in after.items() if before.get(path) != state):
            self.record.add(name, f"file {path}", (self.root / path).read_bytes())
        for path in sorted(before.keys() - after.keys()):
            self.record.add(name, f"removed {path}", b"")
        return printed

    def files(self) -> dict[str, tuple[int, int]]:
        """Return every file of the project, with when it was written and its inode."""
        found = {}
        for folder, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name != ".git"]
            for path in (os.path.join(folder, name) for name in names):  # noqa: PTH118 - quicker for thousands
                stat = os.stat(path)  # noqa: PTH116
                found[os.path.relpath(path, self.root)] = (stat.st_mtime_ns, stat.st_ino)
        return found

    def normalised(self, printed: bytes) -> str:
        """Return the text without what differs from run to run: folders and seconds."""
        text = printed.decode(errors="backslashreplace")
        for path, word in ((self.root, "PROJECT"), (self.folder, "TEMPORARY"), (self.program, "PROGRAM")):
            text = text.replace(str(path), f"<{word}>")
        return re.sub(r"\b\d+\.\d+ s\b", "<SECONDS> s", text)


def run_builds(project: Project) -> None:
    """Build in every way, and verify."""
    project.pnp("build", "--out", "build/default")
    project.pnp("build", "--out", "build/default", note="again")
    project.pnp("verify", "yogire", "ryb", "--out", "build/default")
    for theme, games in themes(project.root).items():
        options = ("--theme", theme, "--out", f"build/{theme}")
        project.pnp("build", *games, *options, "--paper", "a4")
        project.pnp("verify", "ingeniators", *options)
    for name, *options in (("gutterfold", "--backs", "gutterfold"), ("pack", "--pack"), ("cut", "--cut")):
        project.pnp("build", "--paper", "a4", *options, "--out", f"build/{name}")
    project.pnp("verify", GAME, "--out", "build/gutterfold")
    project.pnp("verify", "yoggity", "--out", "build/pack")
    for backs in ("short-edge", "none"):
        project.pnp("build", "yogire", "--backs", backs, "--no-svg", "--out", f"build/{backs}")
    project.pnp("build", GAME, "--paper", "a4", "--only", "apple", "--no-cache", "--out", "build/apple")
    (project.root / "build/default/yogire/a4/cards.pdf").unlink()
    project.pnp("verify", "yogire", "--out", "build/default", "--format", "json", note="a PDF is missing")


def themes(root: Path) -> dict[str, list[str]]:
    """Return the games of each theme besides the default one."""
    found: dict[str, list[str]] = {}
    for path in sorted(root.glob("card_data/*/game.yaml")):
        for theme in yaml.safe_load(path.read_text(encoding="utf-8")).get("themes", {}):
            found.setdefault(theme, []).append(path.parent.name)
    return found


def run_checks(project: Project) -> None:
    """Run what looks at the games as they are, and what is refused."""
    run_helps(project)
    for options in ((), ("--pieces",), ("--format", "json")):
        project.pnp("list", *options)
    for options in ((), ("--format", "json"), ("--legible",), ("--no-faces",)):
        project.pnp("check", *options)
    project.pnp("art", "list", GAME)
    project.pnp("art", "list", "yoggity", "--format", "json")
    project.pnp("art", "brief", "ryb")
    for command in ("build", "check", "rules", "stats", "list", "verify", "diff", "snapshot"):
        project.pnp(command, "nosuch")
    for option in ("--theme", "--paper", "--component", "--only"):
        project.pnp("build", GAME, option, "nosuch")


def run_rules(project: Project) -> None:
    """Write the rules and the statistics of every game."""
    for game in sorted(path.parent.name for path in project.root.glob("card_data/*/game.yaml")):
        project.pnp("stats", game)
        project.pnp("stats", game, "--format", "json", "--no-charts")
        for form in ("md", "html", "pdf"):
            project.pnp("rules", game, "--format", form)
    project.pnp("rules", GAME, "--paper", "half-letter", "--out", "half-letter.pdf")


def run_exports(project: Project) -> None:
    """Export every game to every target."""
    listed = project.pnp("export", "--list")
    for target in re.findall(r"^\w+", listed, re.MULTILINE):
        web = ("--url-base", "https://example.org/pictures") if target == "tts" else ()
        project.pnp("export", target, "--list")
        project.pnp("export", target, "--dpi", "60", *web)


def run_helps(project: Project, *command: str) -> None:
    """Run `--help` of a command and of every command below it."""
    text = project.pnp(*command, "--help")
    for name in re.findall(r"^  (\w\S*)", text.partition("\nCommands:\n")[2], re.MULTILINE):
        run_helps(project, *command, name)


def run_changes(project: Project) -> None:
    """Approve, release and commit a game, change it, and run what tells about the change."""
    faces = ("--component", "food", "--component", "box")
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    for command in ("init -q", "add -A .", "commit -q -m first", "tag first"):
        project.run("git", *who, *command.split()).check_returncode()
    project.pnp("release", "v1", GAME)
    project.pnp("snapshot", GAME, *faces, "--update")
    project.pnp("snapshot", GAME, *faces, note="nothing changed")
    project.pnp("diff", "v1", GAME, note="nothing changed")
    change(project.root)
    project.pnp("art", "add", "new.svg", "--for", "banana", "--game", GAME, "--credit", "Ann")
    project.pnp("snapshot", GAME, *faces, note="changed")
    for form in ("text", "json", "html"):
        project.pnp("diff", "v1", GAME, "--format", form)
    project.pnp("diff", "--exit-code", note="since the last commit")
    project.pnp("diff", "first", GAME, "--theme", "low-ink", "--format", "json")
    project.pnp("build", GAME, "--changed-since", "v1")
    project.pnp("verify", GAME, note="the reprint")
    project.pnp("build", GAME, "--changed-since", "first", "--paper", "a4", "--out", "build/first")
    for form in ("text", "json", "github"):
        project.pnp("check", GAME, "--format", form, note="changed")
    project.pnp("release", "v1", GAME, note="a second time")


def change(root: Path) -> None:
    """Change the game: see EDITS; the new piece gets a picture, and a picture to add is laid into the project."""
    text = (root / FOOD).read_text(encoding="utf-8")
    for pattern, replacement in EDITS:
        text, count = re.subn(pattern, replacement, text)
        if count != 1:
            raise CannotRecordError(f"adjust EDITS in {__file__}: {pattern} occurs {count} times in {FOOD}")
    (root / FOOD).write_text(text, encoding="utf-8")
    shutil.copy(root / ART / "apple.svg", root / ART / "pear.svg")
    shutil.copy(root / ART / "donut.svg", root / "new.svg")


def record(program: Path) -> Record:
    """Run all commands with the program and the games of a checkout."""
    started = time.monotonic()
    whole = Record()
    with tempfile.TemporaryDirectory(prefix="pnp-record-") as name, ThreadPoolExecutor(WORKERS) as pool:
        folder = Path(name).resolve()

        def run(group) -> Record:
            project = Project(program, folder / group.__name__)
            group(project)
            return project.record

        for part in pool.map(run, (run_builds, run_checks, run_changes, run_rules, run_exports)):
            whole.commands |= part.commands
            whole.texts |= part.texts
    count = sum(len(parts) for parts in whole.commands.values())
    print(f"{count} entries of {len(whole.commands)} commands, {time.monotonic() - started:.0f} s")
    return whole


def compare(old: Record, new: Record, *, everything: bool = False) -> int:
    """Print what differs, grouped by command, and return the exit code."""
    entries, lines = (10**9, 10**9) if everything else (20, 30)
    commands = [*old.commands, *(name for name in new.commands if name not in old.commands)]
    total = 0
    for command in commands:
        before, after = old.commands.get(command, {}), new.commands.get(command, {})
        differing = [part for part in {**before, **after} if before.get(part) != after.get(part)]
        if not differing:
            continue
        total += len(differing)
        print(f"\n{command}: {len(differing)} of {len({**before, **after})} entries differ")
        for part in differing[:entries]:
            print(f"  {'missing' if part not in after else 'changed' if part in before else 'new'}: {part}")
            shown = text_diff(old.lines(before.get(part)), new.lines(after.get(part)))
            for line in shown[:lines]:
                print(f"    {line}")
            if len(shown) > lines:
                print(f"    ... {len(shown) - lines} lines more (--all)")
        if len(differing) > entries:
            print(f"  ... {len(differing) - entries} entries more (--all)")
    print(f"\n{total} entries differ" if total else f"all entries of {len(commands)} commands are equal")
    return 1 if total else 0


def text_diff(old: list[str] | None, new: list[str] | None) -> list[str]:
    """Return the lines of a unified diff; none when one of the texts was not kept."""
    return [] if old is None or new is None else list(difflib.unified_diff(old, new, n=1, lineterm=""))[2:]


def main() -> int:
    """Read the command line and run."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="write a record")
    recording.add_argument("file", type=Path)
    recording.add_argument("--program", type=Path, default=CHECKOUT, help="the checkout that is run")
    comparing = commands.add_parser("compare", help="compare two records")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    checking = commands.add_parser("check", help="record this checkout and compare")
    checking.add_argument("--against", type=Path, default=BASELINE, help=f"the earlier record ({BASELINE})")
    for each in (comparing, checking):
        each.add_argument("--all", action="store_true", help="show every entry and every line")
    chosen = parser.parse_args()
    if chosen.command == "record":
        record(chosen.program.resolve()).save(chosen.file)
        return 0
    if chosen.command == "compare":
        return compare(Record.load(chosen.old), Record.load(chosen.new), everything=chosen.all)
    old = Record.load(chosen.against)
    return compare(old, record(CHECKOUT), everything=chosen.all)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (CannotRecordError, OSError, ValueError, subprocess.SubprocessError) as error:
        print(f"record_outputs: {error}", file=sys.stderr)
        sys.exit(2)
