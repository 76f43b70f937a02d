"""The settings of a language: fonts, lists and numbers, and the words of templates and of pnp."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.files import read_text
from pnp.load.header import read_fonts
from pnp.load.interface_words import interface_texts, interface_words
from pnp.load.nodes import Findings, MapNode
from pnp.load.project import BASE, GameFolder, template_folders
from pnp.load.pseudo_language import PSEUDO
from pnp.load.translation_files import FOLDER, read_words
from pnp.load.typography import well_set
from pnp.load.yaml_source import read_yaml
from pnp.model.diagnostics import Place
from pnp.model.game import Game, Value
from pnp.model.locale import Speech, speech_of

ABOUT = "fonts-and-numbers.yaml"
KEYS = ("fonts", "comma", "and", "decimal")

FURNITURE, FURNITURE_FONT = "furniture", "Lato"
"""The role of the font beside the pieces, and its family: the fonts of a language stand in for letters that it lacks."""

WORDS = "other-words"
"""The file of translations of the words in templates, those of pnp itself, and the names of fields in the rules."""

_SAID = re.compile(r"""(?<![\w.])_\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\)""")


def in_language(game: Game, folder: GameFolder, findings: Findings) -> Game:
    """Return the game, whose texts are translated, with everything else that its language asks for."""
    words = _words(game, folder, findings)
    if folder.language == PSEUDO:
        return replace(game, speech=replace(game.speech, words=words))
    path = folder.path / FOLDER / folder.language / ABOUT
    node = read_yaml(path, folder, findings)[0] if path.is_file() else None
    about = findings.want_map(node, ABOUT)
    speech = replace(speech_of(folder.language), words=words)
    if about is not None:
        findings.check_keys(about, KEYS, ABOUT)
        speech = _speech(about, speech, findings)
    fonts = read_fonts(about.get("fonts"), findings) if about else {}
    if "body" in fonts:
        fonts = {FURNITURE: [FURNITURE_FONT, *fonts["body"]], **fonts}
    return replace(
        game,
        language=folder.language,
        speech=speech,
        fonts={**game.fonts, **{role: first for role, (first, *_) in fonts.items()}},
        fallback_fonts={
            **game.fallback_fonts,
            **{role: tuple(others) for role, (_, *others) in fonts.items()},
        },
    )


def _speech(about: MapNode, speech: Speech, findings: Findings) -> Speech:
    def text(key: str, usual: str) -> str:
        return findings.want_text(about.get(key), key) or usual

    return replace(
        speech,
        comma=text("comma", speech.comma),
        last=text("and", speech.last),
        decimal=text("decimal", speech.decimal),
    )


def _words(game: Game, folder: GameFolder, findings: Findings) -> Mapping[str, str]:
    """Return what stands for the words that are in no file of the game's own, by those words."""
    words = read_words(folder, WORDS, findings)
    known = interface_words(folder.language)
    asked = {
        text: (place, text not in known)
        for text, place in {**interface_texts(), **template_texts(folder)}.items()
    }
    asked |= {name: (game.place, False) for name in field_names(game) if name not in asked}
    found = {text: words.said(text, place, wanted=wanted) for text, (place, wanted) in asked.items()}
    words.report(folder.id, findings)
    said = {text: each.text for text, each in found.items() if each is not None}
    return {text: well_set(each, folder.language) for text, each in {**known, **said}.items()}


def field_names(game: Game) -> Mapping[str, None]:
    """Return the names of the fields of pieces, as the rules have them where nothing else is said of a field."""
    pieces = (piece for component in game.components for piece in component.pieces)
    paths = (path for piece in pieces for path in (*_paths(piece.fields), *piece.sources, "copies"))
    return dict.fromkeys(path.replace(".", " ").replace("_", " ").lower() for path in paths if path)


def _paths(fields: Mapping[str, Value], before: str = "") -> Iterator[str]:
    for name, value in fields.items():
        if isinstance(value, Mapping):
            yield from _paths(value, f"{before}{name}.")
        else:
            yield before + name


def template_texts(folder: GameFolder) -> Mapping[str, Place]:
    """Return the words that the templates of a game, and those of all games, say through _("..."), and where."""
    found: dict[str, Place] = {}
    for root in template_folders(folder.templates, folder.id, BASE):
        for path in sorted(root.rglob("*.j2")):
            text = read_text(path, errors="replace")
            for match in _SAID.finditer(text):
                words = re.sub(r"\\(.)", r"\1", match[1] if match[1] is not None else match[2])
                before = text[: match.start()]
                line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
                file = f"templates/{root.name}/{path.relative_to(root).as_posix()}"
                found.setdefault(words, Place(file, line, column))
    return found
