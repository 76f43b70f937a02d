"""A game in another language: the files below i18n/<language>/, each a list of texts and what stands for them.

# i18n/fr/powers.yaml
"Picky Eater": Fine bouche
"Draw a card.": Piochez une carte.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pnp.escaping import text_of_cell
from pnp.files import is_within
from pnp.load.nodes import Findings, Key, MapNode, Node, Problem, ScalarNode
from pnp.load.project import GameFolder, Project
from pnp.load.pseudo_language import PSEUDO
from pnp.load.rows.cells import row_entries
from pnp.load.rows.csv_cells import read_csv
from pnp.load.translation import Translation, Words, plain
from pnp.load.yaml_source import read_yaml
from pnp.model.errors import UnknownName
from pnp.text import suggest_argument

FOLDER = "i18n"

OTHERS = "else"
"""In a text with several translations, the one for all places that none of the others names."""

TABLE = "texts.csv"
"""The file for translators who like a spreadsheet better than YAML."""

TABLE_COLUMNS = ("file", "text", "translation", "at")
"""`at` may be missing; other columns are passed over."""

_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


def languages_of(game: Path) -> tuple[str, ...]:
    """Return the languages that a game has files for, sorted."""
    if not is_within(game / FOLDER, game):
        return ()
    folders = (each for each in (game / FOLDER).glob("*") if each.is_dir())
    return tuple(sorted(each.name for each in folders if _LANGUAGE.fullmatch(each.name)))


def font_folders(project: Project) -> tuple[Path, ...]:
    """Return where fonts of the project lie: its own, and those that its games have for the language it is read in."""
    if not project.language:
        return (project.fonts,)
    own = (folder.glob(f"*/{FOLDER}/{project.language}/fonts") for folder in project.card_data)
    return (
        project.fonts,
        *(path for found in own for path in sorted(found) if is_within(path, project.root)),
    )


def refuse_unknown_language(folder: GameFolder) -> None:
    """Raise UnknownName for a language that the game has no files for."""
    known = (*languages_of(folder.path), PSEUDO)
    if folder.language not in known:
        hint = suggest_argument(folder.language, known, "languages")
        begin = f"pnp strings {folder.id} --lang LANGUAGE --write begins a new one"
        raise UnknownName(f'{folder.id} has no language "{folder.language}"', f"{hint}; {begin}")


def refuse_no_language(language: str) -> None:
    """Raise UnknownName for what cannot be the code of a language."""
    if not _LANGUAGE.fullmatch(language):
        what = f'"{language}" is no code of a language' if language else "say which language"
        raise UnknownName(what, "write --lang fr, --lang de, --lang pt-BR ...")


def translated_file(
    path: Path, folder: GameFolder, findings: Findings
) -> tuple[Node | None, Mapping[str, Sequence[str]]]:
    """Return what a file of the game says in the language it is read in, and the lines of the files that say it."""
    node, lines = read_yaml(path, folder, findings)
    written = {folder.label(path): lines}
    if node is None or not folder.language:
        return node, written
    words = read_words(folder, path.stem, findings)
    node = words.translated(node)
    words.report(folder.id, findings)
    own = folder.path / FOLDER / folder.language / path.name
    if own.is_file():
        written[folder.label(own)] = read_yaml(own, folder, Findings())[1]
    return node, written


def read_words(folder: GameFolder, file: str, findings: Findings) -> Words:
    """Return the translations of a file of the game into the language that its folder is read in."""
    language = folder.language
    if not language or language == PSEUDO:
        return Words(language, file)
    translations: dict[str, list[Translation]] = {}
    for each in _read_files(folder.path / FOLDER / language, file, folder, findings):
        same = [other for other in translations.get(plain(each.source), ()) if other.at == each.at]
        if same:
            message = f'"{each.source}" is translated twice'
            findings.error("PNP473", message, each.key, hint=f"the first is on line {same[0].key.line}")
            continue
        translations.setdefault(plain(each.source), []).append(each)
    return Words(language, file, translations)


def _read_files(top: Path, file: str, folder: GameFolder, findings: Findings) -> Iterator[Translation]:
    """Yield the translations of a file of the game, from the YAML file of its name and from the spreadsheet."""
    path, table = top / f"{file}.yaml", top / TABLE
    if path.is_file():
        node = read_yaml(path, folder, findings)[0]
        section = findings.want_map(node, path.name)
        for key, value in section.entries if section else ():
            yield from _translations(key, value, findings)
    if table.is_file():
        data = folder.read(table, findings)
        if data is not None:
            yield from _rows(data, folder.label(table), file, findings)


def _translations(key: Key, value: Node, findings: Findings) -> Iterator[Translation]:
    if isinstance(value, ScalarNode):
        text = "" if value.value is None and not value.quoted else value.text
        yield Translation(key.text, text, key.place, value.place)
    elif isinstance(value, MapNode):
        for where, said in value.entries:
            wanted = findings.want_text(said, f"the translation for {where.text}")
            at = () if where.text == OTHERS else tuple(where.text.split("."))
            yield Translation(key.text, wanted or "", where.place, said.place, at)
    else:
        message, hint = "a translation must be a text", "write the text behind the colon"
        findings.error("PNP473", message, value.place, hint=hint)


def _rows(data: bytes, label: str, file: str, findings: Findings) -> Iterator[Translation]:
    """Yield the translations of a file of the game that are in the spreadsheet."""
    try:
        table = read_csv(data, label, findings, example=",".join(TABLE_COLUMNS[:3]))
    except Problem as problem:
        findings.add(problem.finding)
        return
    missing = {*TABLE_COLUMNS[:3]} - {each.text for each in table.heading}
    if missing:
        message, place = f"no column has the heading {min(missing)}", table.heading[0].place
        findings.error("PNP473", message, place, hint=f"the columns are {', '.join(TABLE_COLUMNS)}")
        return
    for row in row_entries(table, findings):
        name, source, said, where = (row.get(column) for column in TABLE_COLUMNS)
        if not isinstance(source, ScalarNode) or not isinstance(name, ScalarNode):
            continue
        if name.text.removesuffix(".yaml") == file:
            text = said if isinstance(said, ScalarNode) else None
            at = (
                tuple(where.text.split(".")) if isinstance(where, ScalarNode) and where.text != OTHERS else ()
            )
            words = text_of_cell(text.text) if text else ""
            yield Translation(text_of_cell(source.text), words, source.place, (text or source).place, at)
