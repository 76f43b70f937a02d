"""The choices of the Print view, read from JSON and turned into options of a build or an export."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from pnp.build.options import BuildOptions, output_folder
from pnp.export.cut_files import machine_among, refuse_cut_formats
from pnp.export.manifest import NAME
from pnp.history.git_revision import branches_and_tags
from pnp.history.versions import releases
from pnp.load.project import Project
from pnp.model.diagnostics import CannotUse, PnpError, UnknownName
from pnp.model.papers import find_paper, margin_of
from pnp.model.sheet import BACKS, FINISHES
from pnp.printers import find_printer
from pnp.shops.shop_files import ExportOptions
from pnp.text import suggest_argument
from pnp.workers import usable_cores

LAST_BUILD = ":build"  # The version in the output folder; no release or revision is called so.
IN_WORDS = "the last print"  # What people are told in its place.
MOST_COPIES = 999
MOST_NAMES = 100
LONGEST = 200  # Letters of one name.
LONGEST_LIST = 200_000  # Letters of the names of all pieces that are selected.


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """What to print and how; the defaults are what most people want. "" and 0 leave it as it is otherwise.

    `pieces` names some of them, as `BuildOptions.only` does. With `since`, only what changed is printed; with `target`, the
    game is exported and all about sheets has no meaning.
    """

    games: tuple[str, ...] = ()
    papers: tuple[str, ...] = ("a4",)
    components: tuple[str, ...] = ()
    pieces: str = ""
    copies: int = 0
    skip_first: int = 0
    backs: str = next(iter(BACKS))
    marks: str = "outside"
    theme: str = ""
    language: str = ""
    printer: str = ""
    printer_type: str = ""
    finish: tuple[str, ...] = ()
    margin: str = ""
    cut: tuple[str, ...] = ()
    pack: bool = True
    rules: bool = True
    since: str = ""
    target: str = ""
    dpi: int = 0

    def project(self, project: Project) -> Project:
        """Return the project in the language that was chosen."""
        return replace(project, language=self.language)

    def build_options(self) -> BuildOptions:
        """Return the options of the build. Raises UnknownName and CannotUse for what there is not or does not go together."""
        refuse_cut_formats(self.cut)
        machine = machine_among(self.cut)
        if machine and self.backs == "gutterfold":
            hint = "choose backs on the other side of the sheet, or no cutting machine"
            raise CannotUse(f"a folded sheet has no room for the marks of {machine.title}", hint)
        return BuildOptions(
            papers=tuple(dict.fromkeys(find_paper(name) for name in self.papers)),
            backs=_known(self.backs, BACKS, "way to print backs", "ways to print backs"),  # type: ignore[arg-type]  # one of those
            marks=self.marks,  # type: ignore[arg-type]  # BuildOptions refuses any other
            components=self.components,
            only=self.pieces or None,
            theme=self.theme,
            cut=self.cut,
            pack=self.pack,
            rules=self.rules,
            copies=self.copies or None,
            skip_first=self.skip_first,
            printer=find_printer(self.printer) if self.printer else None,
            printer_type=self.printer_type or None,  # type: ignore[arg-type]  # BuildOptions refuses any other
            finish=tuple(_known(name, FINISHES, "finish", "finishes") for name in self.finish),  # type: ignore[misc]
            margin=margin_of(self.margin) if self.margin else None,
            workers=usable_cores(),
        )

    def export_options(self) -> ExportOptions:
        """Return the options of the export."""
        return ExportOptions(
            components=self.components,
            only=self.pieces or None,
            theme=self.theme,
            dpi=self.dpi,
            workers=usable_cores(),
        )


def _known(name: str, known: Collection[str], one: str, many: str) -> str:
    if name not in known:
        raise UnknownName(f'there is no {one} called "{name}"', suggest_argument(name, tuple(known), many))
    return name


def read_choice(content: object) -> PrintChoice:
    """Return what the page says was chosen. Raises CannotUse for anything else than that."""
    if not isinstance(content, Mapping):
        raise CannotUse("nothing to print was chosen", "choose a game and a paper")
    known = {field.name: field.default for field in fields(PrintChoice)}
    for name in content:
        if name not in known:
            hint = suggest_argument(str(name), tuple(known), "names")
            raise UnknownName(f'nothing about printing is called "{name}"', hint)
    read: dict[str, Any] = {name: _like(known[name], value, name) for name, value in content.items()}
    choice = PrintChoice(**read)
    if not choice.papers and not choice.target:
        raise CannotUse("no paper is chosen", "choose one, such as A4")
    return choice


def _like(default: object, value: object, name: str) -> object:
    words = name.replace("_", " ")
    if isinstance(default, tuple):
        if isinstance(value, list) and len(value) <= MOST_NAMES and all(map(_is_name, value)):
            return tuple(dict.fromkeys(value))
        raise CannotUse(f"{words}: this is not a list of names")
    if isinstance(default, bool):
        if isinstance(value, bool):
            return value
        raise CannotUse(f"{words}: this is neither yes nor no")
    if isinstance(default, int):
        most = MOST_COPIES if name == "copies" else 10_000
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
            return value
        raise CannotUse(f"{words}: this is not a whole number from 0 to {most}", "write digits alone")
    longest = LONGEST_LIST if name == "pieces" else LONGEST
    if _is_name(value, longest):
        return str(value).strip()
    raise CannotUse(f"{words}: this is not a text of at most {longest} letters")


def _is_name(value: object, longest: int = LONGEST) -> bool:
    return isinstance(value, str) and len(value) <= longest and (value.isprintable() or not value)


# Versions that can be named to print what changed since then.


@dataclass(frozen=True, slots=True)
class KnownVersion:
    """A version of the games: a "release", a "revision" in git, the "build" in the output folder, or what was "approved"."""

    name: str
    kind: str


def known_versions(project: Project) -> tuple[KnownVersion, ...]:
    """Return the versions that can be chosen, the newest release first."""
    built = any(project.output.glob(f"*/{NAME}"))
    try:
        revisions = branches_and_tags(project)
    except PnpError:  # git refuses the repository; the releases are there all the same
        revisions = ()
    kept = releases(project)[::-1]
    return (
        *([KnownVersion(LAST_BUILD, "build")] if built else []),
        *(KnownVersion(name, "release") for name in kept),
        *(KnownVersion(name, "revision") for name in ("HEAD", *revisions) if revisions and name not in kept),
    )


def version_named(project: Project, name: str, game: str) -> str:
    """Return what `pnp.reprint_games` takes for a known version of a game. Raises UnknownName for any other.

    Nothing else is taken: a path would be one of this computer.
    """
    known = [version.name for version in known_versions(project)]
    if name not in known:
        hint = suggest_argument(name, [version for version in known if version != LAST_BUILD], "versions")
        raise UnknownName(
            f'there is no release and no revision "{name}"', hint if known else "print the whole game first"
        )
    return str(Path(output_folder(project, None, game, NAME))) if name == LAST_BUILD else name


# Hints of the command line in the words of the page.

_OUT = re.compile(r",? (?:or|and) choose (?:another|the real) folder with --out| unless --dpi says otherwise")
_RUN = re.compile(r"run: pnp build \S+( --\S+ \S+)*")


def in_words_of_the_page(hint: str | None) -> str:
    """Return a hint without what is typed on a command line.

    >>> in_words_of_the_page("print it with --paper a3, or print with --backs long-edge")
    'print it with paper a3, or print with backs long-edge'
    >>> in_words_of_the_page("run: pnp build soup --paper a4")
    'print the game again'
    """
    text = _RUN.sub("print the game again", _OUT.sub("", hint or ""))
    return re.sub(r"--([a-z][a-z-]*)", lambda found: found[1].replace("-", " "), text)
