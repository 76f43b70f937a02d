"""Record what every pnp command prints and writes.

    python tests/tools/record_outputs.py before [--program DIR]
    python tests/tools/record_outputs.py after
    git diff --no-index before after

Runs the pnp of DIR (default: this checkout) on copies of the games of DIR. A record is a folder with one for each
command: its exit code, stdout and stderr, the SHA-256 of every file that it wrote, and the short texts among those
files, so that `git diff` shows what is different. Exit code: 0 recorded, 2 could not run.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDERS = ("card_data", "templates", "fonts")
LONGEST_TEXT = 20_000  # bytes of a file that is kept
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


class Project:
    """A copy of the games in a folder of its own, with its own cache, in which commands are run and recorded."""

    def __init__(self, program: Path, folder: Path, record: Path) -> None:
        self.program, self.folder, self.record, self.root = program, folder, record, folder / "project"
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
        name = " ".join(["pnp", *arguments]) + (f" ({note})" if note else "")
        entry = self.record / name.replace("/", "_")
        entry.mkdir(parents=True)  # twice the same: add a note
        before = self.files()
        done = self.run(sys.executable, "-m", "pnp", *arguments)
        after = self.files()
        printed = self.normalised(done.stdout)
        for part, text in (
            ("exit", f"{done.returncode}\n"),
            ("stdout", printed),
            ("stderr", self.normalised(done.stderr)),
        ):
            (entry / part).write_text(text, encoding="utf-8")
        written = {
            path: (self.root / path).read_bytes() for path in sorted(after) if before.get(path) != after[path]
        }
        for path, content in written.items():
            if len(content) <= LONGEST_TEXT and b"\0" not in content:
                (kept := entry / "files" / path).parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(content)
        lines = [f"{hashlib.sha256(content).hexdigest()}  {path}\n" for path, content in written.items()]
        lines += [f"removed  {path}\n" for path in sorted(before.keys() - after.keys())]
        (entry / "written").write_text("".join(lines), encoding="utf-8")
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
    for command in ("build", "check", "rules", "stats", "list", "verify", "diff"):
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
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    for command in ("init -q", "add -A .", "commit -q -m first", "tag first"):
        project.run("git", *who, *command.split()).check_returncode()
    project.pnp("release", "v1", GAME)
    project.pnp("diff", "v1", GAME, note="nothing changed")
    change(project.root)
    project.pnp("art", "add", "new.svg", "--for", "banana", "--game", GAME, "--credit", "Ann")
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


GROUPS = {each.__name__: each for each in (run_builds, run_checks, run_changes, run_rules, run_exports)}


def record(program: Path, to: Path, groups: list[str]) -> None:
    """Run the commands of some groups with the program and the games of a checkout."""
    with tempfile.TemporaryDirectory(prefix="pnp-record-") as name, ThreadPoolExecutor(WORKERS) as pool:

        def run(group: str) -> None:
            GROUPS[group](Project(program, Path(name).resolve() / group, to))

        list(pool.map(run, groups))


def main() -> int:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the record is made")
    parser.add_argument("--program", type=Path, default=CHECKOUT, help="the checkout that is run")
    parser.add_argument("--only", choices=GROUPS, help="one group of commands")
    chosen = parser.parse_args()
    record(chosen.program.resolve(), chosen.folder.resolve(), [chosen.only] if chosen.only else [*GROUPS])
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (CannotRecordError, OSError, ValueError, subprocess.SubprocessError) as error:
        print(f"record_outputs: {error}", file=sys.stderr)
        sys.exit(2)
