"""The texts of a game for a translator: each with its translation; which are missing, out of date or unused."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Literal

from pnp.escaping import yaml_text
from pnp.files import read_text, write
from pnp.load import translation_files
from pnp.load.game import load_game
from pnp.load.nodes import Findings, MapNode, Node, ScalarNode
from pnp.load.project import APPROVED, GameFolder, Project
from pnp.load.rows.read import read_rows
from pnp.load.translation import Words, is_worded, plain, texts_of_node
from pnp.load.yaml_source import read_yaml
from pnp.model.diagnostics import Diagnostic, Place, UnknownName, has_errors
from pnp.text import suggest_argument

State = Literal["translated", "missing", "changed", "unused"]


@dataclass(frozen=True, slots=True)
class GameText:
    """A text of a game: the `file` it is of, where it stands, and its translation, "" without one.

    Of a text that has `changed`, `before` is how it read when it was translated.
    """

    file: str
    text: str
    translation: str
    state: State
    at: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class GameTexts:
    """The texts of a game in a language, and what is wrong with its files."""

    game: str
    language: str
    texts: tuple[GameText, ...]
    diagnostics: tuple[Diagnostic, ...]

    def counted(self, state: State) -> int:
        """Return how many are in that state."""
        return sum(text.state == state for text in self.texts)

    def as_yaml(self) -> str:
        """Return the texts as files of translations have them, file by file; behind the colon of a missing one is nothing."""
        parts = groupby(self.texts, key=lambda text: text.file)
        return "\n".join(f"# {file}.yaml\n{_yaml(tuple(texts))}" for file, texts in parts)


# A text, its place, the keys to it, and if it is wanted.
FoundText = tuple[str, Place, tuple[str, ...], bool]


def game_texts(project: Project, game: str) -> GameTexts:
    """Return the texts of a game with their translations into the language of the project, which may be a new one.

    Raises UnknownName for a game that is not there or a language that cannot be one.
    """
    path, language = project.game_folder(game), project.language
    if path is None:
        raise UnknownName(f'there is no game "{game}" here', suggest_argument(game, (), "games"))
    translation_files.refuse_no_language(language)
    folder, findings = GameFolder.of(project, game, path), Findings()
    texts: list[GameText] = []
    files = [file for file in path.glob("*.yaml") if file.name != APPROVED]
    for file in sorted(files, key=lambda file: (file.stem in ("rules", "claims"), file.stem != "game", file)):
        node = read_yaml(file, folder, findings)[0]
        words = translation_files.read_words(folder, file.stem, findings)
        texts += _of_file(words, _texts(file.stem, node, folder)) if node is not None else ()
    found = translation_files.read_words(folder, translation_files.WORDS, findings)
    texts += _of_file(found, _words(project, folder))
    return GameTexts(game, language, tuple(texts), findings.ordered(game=game))


def _texts(file: str, node: Node, folder: GameFolder) -> Iterator[FoundText]:
    rows = node.get("rows") if isinstance(node, MapNode) else None
    read = None
    if isinstance(node, MapNode) and rows is not None:
        read = Findings().attempt(read_rows, rows, node, folder, Findings())
    parts: list[tuple[Node, tuple[str, ...]]] = [(node, ())]
    for row in read.entries if read else ():
        named = row.get("id")
        parts.append((row, ("pieces", named.text if isinstance(named, ScalarNode) else "")))
    for part, where in parts:
        for text, path in texts_of_node(file, part, where):
            yield text.text, text.place, path, is_worded(text.text)


def _words(project: Project, folder: GameFolder) -> Iterator[FoundText]:
    known = translation_files.interface_words(folder.language)
    asked = {**translation_files.interface_texts(), **translation_files.template_texts(folder)}
    for text, place in asked.items():
        yield text, place, (), is_worded(text) and text not in known
    game = load_game(replace(project, language=""), folder.id).game
    for name in translation_files.field_names(game) if game else ():
        if name not in asked:
            yield name, Place("", 1, 1), (), False


def _of_file(words: Words, texts: Iterator[FoundText]) -> Iterator[GameText]:
    seen: dict[str, GameText] = {}
    for text, place, path, wanted in texts:
        translation, bare = words.translation_for(text, place, path, wanted=wanted), plain(text)
        if translation is not None:
            where = ".".join(translation.at)
            shown = GameText(words.file, bare, translation.text, "translated", where)
            seen.setdefault(f"{bare}\0{where}", shown)
        elif wanted:
            seen.setdefault(bare, GameText(words.file, bare, "", "missing", ".".join(path)))
    changed = words.stale
    for known in seen.values():
        before = changed.get(known.text) if known.state == "missing" else None
        if before is None:
            yield known
        else:
            yield replace(known, translation=before.text, state="changed", before=before.source)
    gone = {before.source for before in changed.values()}
    for translation in words.unused:
        if translation.source not in gone:
            where = ".".join(translation.at)
            yield GameText(words.file, translation.source, translation.text, "unused", where)


# The same as files.


def _yaml(texts: Sequence[GameText]) -> str:
    return "".join(line for text in texts for line in _lines(text))


def _lines(text: GameText) -> Iterator[str]:
    key, translation = yaml_text(text.text), yaml_text(text.translation)
    if text.state == "unused":
        yield f"# no text of {text.file}.yaml:\n# {key}: {translation}\n"
        return
    if text.state == "changed":
        yield f"# was {yaml_text(text.before)}: {translation}\n"
    value = f" {translation}" if text.state == "translated" else ""
    yield f"{key}: {{{yaml_text(text.at)}:{value}}}\n" if text.at and value else f"{key}:{value}\n"


def write_texts(project: Project, found: GameTexts) -> tuple[Path, ...]:
    """Add the texts that are missing to the files of translations, and return those files; what is there stays as it is.

    Raises CannotWrite.
    """
    top = project.game_folder(found.game)
    if top is None or has_errors(found.diagnostics):
        return ()
    folder = top / translation_files.FOLDER / found.language
    missing = (text for text in found.texts if text.state in ("missing", "changed"))
    by_file = groupby(missing, key=lambda text: text.file)
    return tuple(_added(folder / f"{file}.yaml", top, found.language, tuple(each)) for file, each in by_file)


def _added(path: Path, top: Path, language: str, texts: Sequence[GameText]) -> Path:
    head = f"# {path.name} in {language}: each text and its translation.\n"
    before = read_text(path) if path.is_file() else head
    keys = {line.rstrip().removesuffix(":") for line in before.splitlines()}
    new = _yaml([text for text in texts if yaml_text(text.text) not in keys])
    if before and not before.endswith("\n"):
        before += "\n"
    write(path, (before + new).encode(), root=top)
    return path
