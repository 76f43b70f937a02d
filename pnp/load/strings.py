"""The texts of a game for a translator: each with its translation, and what is missing, out of date or for nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Literal

from pnp.escaping import table_text, yaml_text
from pnp.files import read_text, write
from pnp.load.game import load_game
from pnp.load.interface_words import interface_texts, interface_words
from pnp.load.language import WORDS, field_names, template_texts
from pnp.load.nodes import Findings, MapNode, Node, ScalarNode
from pnp.load.project import APPROVED, GameFolder, Project
from pnp.load.rows.read import read_rows
from pnp.load.translatable import is_worded, texts_in
from pnp.load.translation import Words, likely_before, plain
from pnp.load.translation_files import FOLDER, TABLE, TABLE_COLUMNS, read_words, refuse_no_language
from pnp.load.yaml_source import read_yaml
from pnp.model.diagnostics import Diagnostic, Place, has_errors
from pnp.model.errors import CannotUse, UnknownName
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
        return sum(each.state == state for each in self.texts)

    def as_csv(self) -> str:
        """Return a table for a spreadsheet, which is read back as i18n/<language>/texts.csv."""
        return _csv(self.texts)

    def as_yaml(self) -> str:
        """Return the texts as files of translations have them, file by file; behind the colon of a missing one is nothing."""
        parts = groupby(self.texts, key=lambda each: each.file)
        return "\n".join(f"# {file}.yaml\n{_yaml(texts)}" for file, texts in parts)


def game_texts(project: Project, game: str) -> GameTexts:
    """Return the texts of a game with their translations into the language of the project, which may be a new one.

    Raises UnknownName for a game that is not there or a language that cannot be one.
    """
    path, language = project.game_folder(game), project.language
    if path is None:
        raise UnknownName(f'there is no game "{game}" here', suggest_argument(game, (), "games"))
    refuse_no_language(language)
    folder, findings = GameFolder.of(project, game, path), Findings()
    found: list[GameText] = []
    files = [each for each in sorted(path.glob("*.yaml")) if each.name != APPROVED]
    for file in sorted(
        files, key=lambda each: (each.stem in ("rules", "claims"), each.stem != "game", each.name)
    ):
        node = read_yaml(file, folder, findings)[0]
        words = read_words(folder, file.stem, findings)
        found += _of_file(words, _texts(file.stem, node, folder)) if node is not None else ()
    found += _of_file(read_words(folder, WORDS, findings), _words(project, folder))
    return GameTexts(game, language, tuple(found), findings.ordered(game=game))


def _texts(file: str, node: Node, folder: GameFolder) -> Iterator[tuple[str, Place, tuple[str, ...], bool]]:
    """Yield the texts of a file, those of its table of rows too: each with its place, and whether it is wanted."""
    rows = node.get("rows") if isinstance(node, MapNode) else None
    read = None
    if isinstance(node, MapNode) and rows is not None:
        read = Findings().attempt(read_rows, rows, node, folder, Findings())
    parts: list[tuple[Node, tuple[str, ...]]] = [(node, ())]
    for row in read.entries if read else ():
        named = row.get("id")
        parts.append((row, ("pieces", named.text if isinstance(named, ScalarNode) else "")))
    for part, where in parts:
        for text, path in texts_in(file, part, where):
            yield text.text, text.place, path, is_worded(text.text)


def _words(project: Project, folder: GameFolder) -> Iterator[tuple[str, Place, tuple[str, ...], bool]]:
    """Yield the words that are in no file of the game: in templates, of pnp itself, and names of fields."""
    known = interface_words(folder.language)
    asked = {**interface_texts(), **template_texts(folder)}
    for text, place in asked.items():
        yield text, place, (), is_worded(text) and text not in known
    game = load_game(replace(project, language=""), folder.id).game
    for name in field_names(game) if game else ():
        if name not in asked:
            yield name, Place("", 1, 1), (), False


def _of_file(words: Words, texts: Iterator[tuple[str, Place, tuple[str, ...], bool]]) -> Iterator[GameText]:
    """Yield each text of a file once, and then the translations that are for none of them."""
    seen: dict[str, GameText] = {}
    for text, place, path, wanted in texts:
        found = words.said(text, place, path, wanted=wanted)
        at = ".".join(path)
        if found is not None:
            where = ".".join(found.at)
            seen.setdefault(
                f"{plain(text)}\0{where}", GameText(words.file, plain(text), found.text, "translated", where)
            )
        elif wanted:
            seen.setdefault(plain(text), GameText(words.file, plain(text), "", "missing", at))
    gone = {each.source: each for each in words.unused if each.text}
    changed = {text: each.source for text, each in likely_before(words.missing, gone)}
    for each in seen.values():
        if each.state == "missing" and each.text in changed:
            before = gone[changed[each.text]]
            yield GameText(each.file, each.text, before.text, "changed", each.at, before.source)
        else:
            yield each
    for left in words.unused:
        if left.source not in changed.values():
            yield GameText(words.file, left.source, left.text, "unused", ".".join(left.at))


# The same as files.


def _csv(texts: Iterable[GameText]) -> str:
    rows: list[tuple[str, ...]] = [(*TABLE_COLUMNS, "state", "before")]
    for each in texts:
        at = each.at if each.state == "translated" else ""
        rows.append((each.file, each.text, each.translation, at, each.state, each.before))
    return table_text(rows, "\n")


def _yaml(texts: Iterable[GameText]) -> str:
    return "".join(line for each in texts for line in _lines(each))


def _lines(each: GameText) -> Iterator[str]:
    if each.state == "unused":
        yield f"# no text of {each.file}.yaml:\n# {_quoted(each.text)}: {_quoted(each.translation)}\n"
        return
    if each.state == "changed":
        yield f"# was {_quoted(each.before)}: {_quoted(each.translation)}\n"
    said = f" {_quoted(each.translation)}" if each.state == "translated" else ""
    key = _quoted(each.text)
    yield f"{key}: {{{_quoted(each.at)}:{said}}}\n" if each.at and said else f"{key}:{said}\n"


def _quoted(text: str) -> str:
    return yaml_text(text)


def write_texts(project: Project, found: GameTexts, *, table: bool = False) -> tuple[Path, ...]:
    """Add the texts that are missing to the files of translations, and return those files; what is there stays as it is.

    A spreadsheet, which is wanted as a `table` or there already, has all texts and is written anew.
    Raises CannotUse where the translations are in YAML files, CannotWrite.
    """
    top = project.game_folder(found.game)
    if top is None or has_errors(found.diagnostics):
        return ()
    folder = top / FOLDER / found.language
    if (folder / TABLE).is_file() or table:
        if not (folder / TABLE).is_file() and any(folder.glob("*.yaml")):
            message = f"the translations of {found.game} into {found.language} are in YAML files"
            raise CannotUse(message, "leave out --format csv; or without --write, send the table to a file")
        write(folder / TABLE, found.as_csv().encode("utf-8-sig"), root=top)
        return (folder / TABLE,)
    return tuple(_added(folder, top, found.language, by_file) for by_file in _missing(found).items())


def _missing(found: GameTexts) -> Mapping[str, list[GameText]]:
    files: dict[str, list[GameText]] = {}
    for each in found.texts:
        if each.state in ("missing", "changed"):
            files.setdefault(each.file, []).append(each)
    return files


def _added(folder: Path, top: Path, language: str, added: tuple[str, Sequence[GameText]]) -> Path:
    """Write the texts to the end of a file, those that stand there with nothing behind the colon left out."""
    file, texts = added
    path = folder / f"{file}.yaml"
    before = (
        read_text(path)
        if path.is_file()
        else f"# {file}.yaml in {language}: the text, and what stands for it.\n"
    )
    there = {line.rstrip().removesuffix(":") for line in before.splitlines()}
    new = _yaml([each for each in texts if _quoted(each.text) not in there])
    if before and not before.endswith("\n"):
        before += "\n"
    write(path, (before + new).encode(), root=top)
    return path
