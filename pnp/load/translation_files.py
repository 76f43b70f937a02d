"""A game in another language: the files in i18n/<language>/, each a list of texts and their translations.

# i18n/fr/powers.yaml
"Picky Eater": Fine bouche
"Draw a card.": Piochez une carte.

Beside them stand the fonts, lists and numbers of the language, and the words of templates and of pnp.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from pnp.files import is_within, package_names, read_package, read_text
from pnp.load.game_yaml import read_fonts
from pnp.load.nodes import Findings, Key, MapNode, Node, ScalarNode, place_after
from pnp.load.project import BASE, GameFolder, Project, template_folders
from pnp.load.translation import PSEUDO, Translation, Words, plain, typeset_translation
from pnp.load.yaml_source import parse, read_yaml
from pnp.model.diagnostics import Place, UnknownName
from pnp.model.game import Game, single_values
from pnp.text import Speech, suggest_argument

FOLDER = "i18n"
OTHERS = "else"  # In a text with several translations, the one for all places that none of the others names.
ABOUT = "fonts-and-numbers.yaml"
_WAYS: Mapping[str, Mapping[str, str]] = json.loads(read_package("pnp.load", "speeches.json"))
"""Languages whose ways are known, the others' are as in English; a game's language.yaml may say otherwise."""

ABOUT_KEYS = ("fonts", "comma", "and", "decimal")
FURNITURE, FURNITURE_FONT = "furniture", "Lato"
"""The role of the font beside the pieces, and its family: the fonts of a language stand in for letters that it lacks."""

WORDS = "other-words"  # Translations of words in templates, of pnp itself, and of fields in the rules.
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_ASKED = re.compile(r"""(?<![\w.])_\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\)""")


def languages_of(game: Path) -> tuple[str, ...]:
    """Return the languages that a game has files for, sorted."""
    folders = (folder for folder in (game / FOLDER).glob("*") if folder.is_dir())
    return tuple(sorted(folder.name for folder in folders if _LANGUAGE.fullmatch(folder.name)))


def font_folders(project: Project) -> tuple[Path, ...]:
    """Return where fonts of the project lie: its own, and those that its games have for the language it is read in."""
    if not project.language:
        return (project.fonts,)
    found = (folder.glob(f"*/{FOLDER}/{project.language}/fonts") for folder in project.card_data)
    paths = (path for folders in found for path in sorted(folders))
    return (project.fonts, *(path for path in paths if is_within(path, project.root)))


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
        what = f'"{language}" is not a language code' if language else "say which language"
        raise UnknownName(what, "write --lang fr, --lang de, --lang pt-BR ...")


# Translations of a file.


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
    translations = folder.path / FOLDER / folder.language / path.name
    if translations.is_file():
        written[folder.label(translations)] = read_yaml(translations, folder, Findings())[1]
    return node, written


def read_words(folder: GameFolder, file: str, findings: Findings) -> Words:
    """Return the translations of a file of the game into the language that its folder is read in."""
    language = folder.language
    if not language or language == PSEUDO:
        return Words(language, file)
    translations: dict[str, list[Translation]] = {}
    path = folder.path / FOLDER / language / f"{file}.yaml"
    node = read_yaml(path, folder, findings)[0] if path.is_file() else None
    entries = findings.entries(node, path.name) if node else ()
    for translation in (
        translation for key, value in entries for translation in _translations(key, value, findings)
    ):
        same = translations.setdefault(plain(translation.source), [])
        first = next((other for other in same if other.at == translation.at), None)
        if first is None:
            same.append(translation)
            continue
        message = f'"{translation.source}" is translated twice'
        findings.error("PNP473", message, translation.key, hint=f"the first is on line {first.key.line}")
    return Words(language, file, translations)


def _translations(key: Key, value: Node, findings: Findings) -> Iterator[Translation]:
    if isinstance(value, ScalarNode):
        text = "" if value.value is None and not value.quoted else value.text
        yield Translation(key.text, text, key.place, value.place)
    elif isinstance(value, MapNode):
        for where, node in value.entries:
            text = findings.want_text(node, f"the translation for {where.text}") or ""
            at = () if where.text == OTHERS else tuple(where.text.split("."))
            yield Translation(key.text, text, where.place, node.place, at)
    else:
        message, hint = "a translation must be a text", "write the text after the colon"
        findings.error("PNP473", message, value.place, hint=hint)


# What a language asks for besides.


def in_language(game: Game, folder: GameFolder, findings: Findings) -> Game:
    """Return the game, whose texts are translated, with everything else that its language asks for."""
    written = read_words(folder, WORDS, findings)
    known = interface_words(folder.language)
    shown = {**interface_texts(), **template_texts(folder)}
    asked = {text: (place, text not in known) for text, place in shown.items()}
    asked |= {name: (game.place, False) for name in field_names(game) if name not in asked}
    found = {text: written.translation_for(text, at, wanted=wanted) for text, (at, wanted) in asked.items()}
    written.report(folder.id, findings)
    texts = {**known, **{text: translation.text for text, translation in found.items() if translation}}
    words = {text: typeset_translation(translated, folder.language) for text, translated in texts.items()}
    if folder.language == PSEUDO:
        return replace(game, speech=replace(game.speech, words=words))
    path = folder.path / FOLDER / folder.language / ABOUT
    about = findings.want_map(read_yaml(path, folder, findings)[0] if path.is_file() else None, ABOUT)
    speech = Speech(**_WAYS.get(folder.language.partition("-")[0], {}), words=words)
    fonts: dict[str, list[str]] = {}
    if about is not None:
        findings.check_keys(about, ABOUT_KEYS, ABOUT)
        comma, last, decimal = (findings.want_text(about.get(key), key) for key in ABOUT_KEYS[1:])
        signs = (comma or speech.comma, last or speech.last, decimal or speech.decimal)
        speech = Speech(*signs, speech.words)
        fonts = read_fonts(about.get("fonts"), findings)[0]
    if "body" in fonts:
        fonts = {FURNITURE: [FURNITURE_FONT, *fonts["body"]], **fonts}
    first = {**game.fonts, **{role: family for role, (family, *_) in fonts.items()}}
    others = {**game.fallback_fonts, **{role: tuple(rest) for role, (_, *rest) in fonts.items()}}
    return replace(game, language=folder.language, speech=speech, fonts=first, fallback_fonts=others)


def field_names(game: Game) -> Mapping[str, None]:
    """Return the names of the fields of pieces, as the rules have them where nothing else is said of a field."""
    paths = (
        path
        for _, piece in game.pieces
        for path in (*(name for name, _ in single_values(piece.fields)), *piece.sources, "copies")
    )
    return dict.fromkeys(path.replace(".", " ").replace("_", " ").lower() for path in paths if path)


def template_texts(folder: GameFolder) -> Mapping[str, Place]:
    """Return the words that the templates of a game, and those of all games, say through _("..."), and where."""
    texts: dict[str, Place] = {}
    for root in template_folders(folder.templates, folder.id, BASE):
        for path in sorted(root.rglob("*.j2")):
            text = read_text(path, errors="replace")
            for match in _ASKED.finditer(text):
                words = re.sub(r"\\(.)", r"\1", match[1] if match[1] is not None else match[2])
                file = f"templates/{root.name}/{path.relative_to(root).as_posix()}"
                texts.setdefault(words, place_after(text[: match.start()], file))
    return texts


# The words of pnp itself, in a YAML file for each language; en.yaml has them all.


def interface_texts() -> Mapping[str, Place]:
    """Return the words that pnp prints itself, and where they stand."""
    return {text: place for text, _, place in _interface_file("en")}


def interface_words(language: str) -> Mapping[str, str]:
    """Return what stands for the words of pnp itself, as far as it knows the language, such as "fr" or "fr-CA"."""
    names = (language, language.partition("-")[0])
    return {text: words for name in names for text, words, _ in _interface_file(name)}


@cache
def _interface_file(language: str) -> tuple[tuple[str, str, Place], ...]:
    folder, name = "interface_words", f"{language}.yaml"
    if name not in package_names("pnp.load", folder):
        return ()
    node = parse(read_package("pnp.load", f"{folder}/{name}"), f"pnp/load/{folder}/{name}")[0]
    return tuple(
        (key.text, value.text if value.text or value.quoted else key.text, key.place)
        for key, value in (node.entries if isinstance(node, MapNode) else ())
        if isinstance(value, ScalarNode)
    )
