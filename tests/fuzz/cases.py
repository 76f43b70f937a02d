"""A case: a sound project, what is changed in it, and the commands that then run; made of a seed and a number alone."""

import base64
import json
import random
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from tests.fuzz import font_files, pdf_files, picture_files, svg_files, text_files
from tests.fuzz.projects import STARTS, variant

ENDINGS = {"collection": ".ttc", "WOFF": ".woff", "CFF": ".otf", "CID": ".otf"}
BLOCK = 20
"""Cases in a row that begin with the same project: it need not be written anew for each."""

UNREADABLE = (
    ValueError,
    LookupError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
)
PICTURES = (".png", ".jpg", ".webp", ".gif")
CHECK = "check --format json --no-cache"
BUILD = "build --paper a4"


@dataclass(frozen=True)
class Link:
    """A link that lies where a file was."""

    to: str


@dataclass(frozen=True)
class Pipe:
    """A named pipe that lies where a file was."""


@dataclass(frozen=True)
class Folder:
    """A folder that lies where a file was."""


Change = bytes | Link | Pipe | Folder | None
"""What a path holds instead; None: nothing."""


@dataclass(frozen=True)
class Case:
    """A project by its name, what is changed in it, and the command lines to run there."""

    start: str
    changes: Mapping[str, Change]
    commands: tuple[str, ...] = field(default=(CHECK,))

    def as_json(self) -> str:
        """Return the case as a file has it."""
        changes = {name: _written(change) for name, change in self.changes.items()}
        return (
            json.dumps({"start": self.start, "commands": list(self.commands), "changes": changes}, indent=1)
            + "\n"
        )


def read_case(path: Path) -> Case:
    """Return the case in a file."""
    read = json.loads(path.read_text(encoding="utf-8"))
    changes = {name: _read(change) for name, change in read["changes"].items()}
    return Case(read["start"], changes, tuple(read["commands"]))


def _written(change: Change) -> object:
    match change:
        case bytes():
            try:
                return {"text": change.decode()}
            except UnicodeDecodeError:
                return {"base64": base64.b64encode(change).decode()}
        case Link():
            return {"link": change.to}
        case Pipe():
            return {"pipe": True}
        case Folder():
            return {"folder": True}
    return None


def _read(change: Mapping[str, str] | None) -> Change:
    match change:
        case {"text": text}:
            return text.encode()
        case {"base64": text}:
            return base64.b64decode(text)
        case {"link": to}:
            return Link(to)
        case {"pipe": _}:
            return Pipe()
        case {"folder": _}:
            return Folder()
    return None


def mistaken(name: str, data: bytes, chance: random.Random) -> bytes:
    """Return a file with one to three mistakes that suit its kind."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        try:
            data = _with_a_mistake(name, data, chance)
        except UNREADABLE:  # the last mistake left nothing to make a mistake of its kind in
            data = text_files.anywhere(data, chance)
    return data


def _with_a_mistake(name: str, data: bytes, chance: random.Random) -> bytes:
    ending = name[name.rfind(".") :].lower()
    if ending in PICTURES and data:
        return picture_files.with_a_mistake(data, chance)
    if ending in (".ttf", ".otf"):
        return font_files.with_a_mistake(data, chance)
    if ending == ".xlsx" and data.startswith(b"PK") and chance.random() < 0.8:
        return text_files.in_workbook(data, chance)
    if ending == ".pdf" and data:
        return pdf_files.with_a_mistake(data, chance)
    if ending == ".svg" and chance.random() < 0.7:
        return svg_files.with_a_mistake(data.decode(errors="replace"), chance).encode(
            "utf-8", "surrogatepass"
        )
    return text_files.with_a_mistake(name, data, chance)


NAMES = (
    "a b",
    "ü",
    "-x",
    "a\nb",
    "x" * 251,
    "\u202ex",
    "con",
    "a%20b",
    "A'\"<b>",
    ".hidden",
    "a,b;c",
    "{{ x }}",
    "東",
    "a\udce9b",
    "*",
)
LINKS = (
    "../outside/secret.txt",
    "../../outside/secret.txt",
    "../../../outside/secret.txt",
    "/etc/passwd",
    "/dev/zero",
    "loop",
    ".",
    "..",
    "/proc/self/mem",
)


def misplaced(path: str, data: bytes, chance: random.Random) -> dict[str, Change]:
    """Return changes that put something else in the place of a file, or the file in another place."""
    folder, _, name = path.rpartition("/")
    match chance.randrange(7):
        case 0:
            return {path: Link(chance.choice((*LINKS, name)))}
        case 1:
            return {path: Pipe()}
        case 2:
            return {path: Folder()}
        case 3:
            return {path: None}
        case 4:
            return {
                path: None,
                f"{folder}/{chance.choice(NAMES)[: 250 - len(name)]}{name[name.find('.') :]}": data,
            }
        case 5:
            return {
                path: chance.choice(
                    (b"", b"\0", b"\n" * 100_000, data * 20, data.decode("latin-1").encode("utf-16"))
                )
            }
        case _:
            return {
                path: data,
                f"{folder}/{chance.choice(NAMES)}{chance.choice(('', '.yaml', '.svg', '.png', '.j2', '.ttf'))}": data,
            }


PROJECTS = (
    "cards",
    "cards",
    "tables",
    "languages",
    "pictures",
    "font",
    "built",
    "built",
    *(f"new {start}" for start in STARTS),
)
OTHERS = (
    *(
        "rules --format md --out -",
        "rules --format html",
        "rules --format pdf",
        "art list",
        "art brief soup --out brief",
        "list --pieces",
    ),
    *(
        "stats soup --no-charts",
        "export png --dpi 40",
        "strings soup --lang fr",
        "approve soup",
        "release two",
        "snapshot soup",
        "verify soup",
    ),
    *(
        "build --paper letter --theme low-ink",
        "check --lang fr --no-cache",
        "check --legible --no-cache",
        "build --proof --paper a4",
        "pages soup",
    ),
    *(
        "art place leek --zoom 1.5",
        "template export soup leek --out -",
        "export press soup",
        "diff --format html",
        "build --draft --paper a4",
    ),
)
AFTER_A_BUILD = (
    *(
        "verify",
        "verify",
        "diff one",
        "diff",
        "pages soup",
        "snapshot soup",
        "approve soup --pictures",
        "build --paper a4 --changed-since one",
    ),
    *(
        "preflight output/soup/a4/print.pdf",
        "release one --force",
        "release two",
        "check --format json",
        "build --paper a4",
        "art list",
    ),
)


def project_case(chance: random.Random, block: random.Random) -> Case:
    """Return a project with mistakes in one of its files, or two; a share is built, or goes through another command."""
    start = block.choice(PROJECTS)
    files = variant(start)
    commands = [CHECK]
    own = sorted(files)
    if start == "built":
        commands = [chance.choice(AFTER_A_BUILD)]
        own = [name for name in own if not name.startswith(("card_data/soup/art", "templates"))]
    elif chance.random() < 0.06:
        commands.append(BUILD)
    elif chance.random() < 0.1:
        commands.append(chance.choice(OTHERS))
    path = chance.choice(own)
    if chance.random() < 0.05:
        return Case(start, misplaced(path, files[path], chance), tuple(commands))
    changes = {path: mistaken(path, files[path], chance)}
    if chance.random() < 0.1:
        path = chance.choice(own)
        changes[path] = mistaken(path, files[path], chance)
    return Case(start, changes, tuple(commands))


def svg_case(chance: random.Random, block: random.Random) -> Case:
    """Return a card that is a drawing with mistakes in it; it is built when it passes the check."""
    name = block.choice(sorted(svg_files.DRAWINGS))
    text = svg_files.DRAWINGS[name]
    for _ in range(chance.choice((1, 1, 2, 3))):
        text = svg_files.with_a_mistake(text, chance)
    drawn = text.encode("utf-8", "surrogatepass")
    return Case(f"drawing {name}", {"card_data/soup/art/drawn.svg": drawn}, (CHECK, BUILD))


def font_case(chance: random.Random, block: random.Random) -> Case:
    """Return a font with mistakes in it, used in every way."""
    return replace(lettered_case(chance, block), commands=("font",))


def lettered_case(chance: random.Random, block: random.Random) -> Case:
    """Return a card and rules in a font with mistakes in it, which go through check, build and rules."""
    kind = block.choice(sorted(font_files.KINDS))
    font = mistaken("trial.ttf", font_files.small_font(kind), chance)
    name = "trial" + ENDINGS.get(kind, ".ttf")
    changes: dict[str, Change] = {"fonts/trial.ttf": None, f"fonts/{name}": font}
    return Case("font", changes, (CHECK, BUILD, f"rules --format {chance.choice(('html', 'html', 'pdf'))}"))


def pdf_case(chance: random.Random, block: random.Random) -> Case:
    """Return a build with mistakes in one of its PDFs, which is read back."""
    files = variant("built")
    path = chance.choice([name for name in sorted(files) if name.endswith(".pdf")])
    changes = {path: mistaken(path, files[path], chance)}
    return Case("built", changes, (chance.choice(("verify", f"preflight {path}", "pages soup")),))


def table_case(chance: random.Random, block: random.Random) -> Case:
    """Return a project with mistakes in one of its tables."""
    start = block.choice(("tables", "new spreadsheet"))
    files = variant(start)
    path = chance.choice(
        [name for name in sorted(files) if name.endswith((".csv", ".xlsx", ".json")) and "schema" not in name]
    )
    return Case(
        start,
        {path: mistaken(path, files[path], chance)},
        (CHECK,) if chance.random() < 0.9 else (CHECK, BUILD),
    )


MAKERS = {
    "projects": project_case,
    "svg": svg_case,
    "fonts": font_case,
    "pdf": pdf_case,
    "tables": table_case,
}
"""Kind of case -> what makes one."""


def case_of(kind: str, seed: int, number: int) -> Case:
    """Return the case of a kind, a seed and a number: always the same one."""
    make = partial(random.Random)
    chosen = kind if kind != "all" else make(f"{seed} {number // BLOCK} kind").choice(sorted(MAKERS))
    return MAKERS[chosen](make(f"{seed} {number}"), make(f"{seed} {number // BLOCK} block"))
