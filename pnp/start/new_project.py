"""`pnp new`: a project that can be built right away, made from one of the starters."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pnp.files import MAX_TEXT_BYTES, is_device, read_bytes, write, writing_folder
from pnp.model.diagnostics import CannotUse, CannotWrite, UnknownName
from pnp.text import slug, suggest_argument

PROJECTS = Path(__file__).parent / "projects"
EVERY = "every"  # Files of every project, whatever it starts with.
STARTS = {
    "cards": "a deck of cards with suits, values and events",
    "tiles": "hexagons to lay beside each other, and discs",
    "board": "a board, pawns that stand on it, and a die",
    "solo": "a deck, two dice, a sheet to write on and a box, for one player",
    "spreadsheet": "a deck whose cards are rows of an Excel file, without a template",
    "inkscape": "a deck drawn in Inkscape, without code: objects are named after the cards' fields",
}
"""What a project can begin with."""

GAME, TITLE = "__game__", "__title__"
"""Words in the names and texts of the files that the new game's own take the place of."""

_TEXTS = frozenset({"", ".csv", ".j2", ".json", ".md", ".svg", ".yaml", ".yml"})
"""Endings of the files in which the words may stand; "" is that of .gitignore."""


@dataclass(frozen=True, slots=True)
class NewProject:
    """A folder with a game in it; `files` are relative to the folder, sorted."""

    folder: Path
    game: str
    files: tuple[str, ...]


def new_project(name: str, start: str = "cards", *, parent: Path) -> NewProject:
    """Make the folder `name` in `parent` with a game that can be built right away; `start` is one of STARTS.

    The last part of the name becomes the title of the game and, in small letters, its id. Nothing that is there is
    written over. Raises UnknownName, CannotUse, CannotWrite.
    """
    folder = parent / name
    game, files = _files_of_game(folder.name, start)
    if folder.exists():
        raise CannotWrite(f"{folder} exists already", "choose another name, or move the folder")
    with writing_folder(folder, root=folder.parent, mark="README.md") as new:
        for path, content in files.items():
            write(new / path, content, durable=False)
    return NewProject(folder, game, tuple(sorted(files)))


def new_game(name: str, start: str = "cards", *, root: Path) -> NewProject:
    """Begin a game in the folder `root`, keeping all that is there. Raises as `new_project` does."""
    game, files = _files_of_game(name, start)
    for folder in (root / "card_data" / game, root / "templates" / game):
        if folder.exists():
            raise CannotWrite(f"there is a game {game} already", "choose another title")
    new = {path: content for path, content in files.items() if not (root / path).exists()}
    for path, content in sorted(new.items(), key=lambda file: file[0].endswith("/game.yaml")):
        write(root / path, content, root=root)  # the last one makes it a game
    return NewProject(root, game, tuple(sorted(new)))


def _files_of_game(name: str, start: str) -> tuple[str, dict[str, bytes]]:
    from pnp.schema import SCHEMA_FOLDER, SCHEMAS, schema_text  # noqa: PLC0415 - the command line needs STARTS only

    if start not in STARTS:
        hint = suggest_argument(start, tuple(STARTS), "projects")
        raise UnknownName(f'there is no project "{start}" to start from', hint)
    title = " ".join(name.replace("_", " ").split())
    game = slug(title)
    if not game or not re.fullmatch(r"[\w '!?.,&+()-]+", name) or is_device(game):
        message = f'"{name}" cannot name a game'
        raise CannotUse(message, "use letters, digits, spaces and - _ ' ! ?, such as my_game")
    files = dict(_files(start, {GAME: game, TITLE: title[0].upper() + title[1:]}))
    files |= {f"{SCHEMA_FOLDER}/{schema}.schema.json": schema_text(schema).encode() for schema in SCHEMAS}
    return game, files


def _files(start: str, words: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    from pnp.schema import SCHEMA_FOLDER, schema_for  # noqa: PLC0415 - as above

    for folder in (PROJECTS / EVERY, PROJECTS / start):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            content = read_bytes(path, limit=MAX_TEXT_BYTES)
            if path.suffix in _TEXTS:
                content = _filled(content.decode(), words).encode()
            name = _filled(path.relative_to(folder).as_posix(), words)
            schema = schema_for(name)
            if schema:  # for editors with a YAML language server: they complete keys and mark slips
                schemas = f"../../{SCHEMA_FOLDER}/{schema}.schema.json"
                content = f"# yaml-language-server: $schema={schemas}\n".encode() + content
            yield re.sub(r"(^|/)dot-", r"\1.", name), content


def _filled(text: str, words: dict[str, str]) -> str:
    for word, meaning in words.items():
        text = text.replace(word, meaning)
    return text
