"""The texts of a game file and their translations: which belong together, which are missing, out of date or unused.

A text as it was when it was translated is the key of its translation: once it changes, the two no longer belong together.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from pnp.load.nodes import Findings, Key, ListNode, MapNode, Node, ScalarNode, text_node, with_values
from pnp.load.role_guesses import pattern
from pnp.model.diagnostics import Place
from pnp.text import counted

# The texts that can be translated. Whatever players may read is one: not ids, file names, colours, names of icons and
# other words that the program reads.

TextPath = tuple[str, ...]  # Where a text stands: ("pieces", "picky_eater", "text"), by ids or numbers.
Replace = Callable[[ScalarNode | Key, TextPath], ScalarNode | None]  # Returns what replaces a text, or None.
_NOT_READ = frozenset((
    "id", "for", "copies", "front", "back", "extra", "source", "sources", "art", "claim", "kind",
    "rows", "size", "engine", "version", "language", "palette", "themes", "fonts", "licence_url",
    "params", "of", "by", "fact", "icon", "test", "labels", "if", "file", "outline",
))  # fmt: skip
"""Keys whose values are for the program."""

_CALLED = frozenset({"name", "title", "text", "note", "heading", "means", "word", "ask", "answer", "reason"})
"""Keys whose values are texts, even single small words."""

_KEYS_READ = frozenset({"columns", "players", "facts", "charts", "glossary"})
"""Mappings of rules.yaml whose keys are printed."""

_OF_GAME = frozenset({"wording", "title", "credits", "notice", "licence"})
_PLACEHOLDER = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}|\{[A-Za-z][A-Za-z0-9_-]*\}", re.DOTALL)
_PLURAL = re.compile(r"\|\s*plural\(")
_FOR_PROGRAM = pattern("words_of_programs")
"""One small word, a code such as PE02, a colour, an address, a file: nobody reads these as they stand."""


def is_worded(text: str) -> bool:
    """Say whether there are words in a text beside its placeholders: without any, it may stay in another language.

    >>> is_worded("{color} {value}"), is_worded("{{ food.kale.value }} points")
    (False, True)
    """
    return any(sign.isalpha() for sign in _PLACEHOLDER.sub("", text)) or _PLURAL.search(text) is not None


def with_other_texts(file: str, node: Node, replace: Replace, path: TextPath = ()) -> Node:
    """Return what a file, such as "food" or "rules", says, with other texts in the place of those that `replace` knows.

    `path` is where the node stands, for one that is a part of the file. What holds no other text stays the same node.
    """
    if isinstance(node, ScalarNode):
        return (replace(node, path) if _is_read(file, node, path) else None) or node
    if isinstance(node, ListNode):
        names = [_name_of(item) for item in node.items]
        return with_values(
            node,
            lambda item, number: with_other_texts(
                file, item, replace, (*path, names[int(number) - 1] or number)
            ),
        )
    keys_too = file == "rules" and path[-1:] and path[-1] in _KEYS_READ
    entries = []
    for key, value in node.entries:
        of_rules = ("things" in path) if key.text == "show" else key.text in ("faq", "accent")
        cells = file == "rules" and key.text == "rows"
        if (key.text in _NOT_READ and not cells) or (file == "rules" and of_rules):
            entries.append((key, value))
            continue
        here = (*path, key.text)
        other = replace(key, here) if keys_too and is_worded(key.text) else None
        name = Key(other.text, other.place) if other else key
        entries.append((name, with_other_texts(file, value, replace, here)))
    return node if tuple(entries) == node.entries else MapNode(tuple(entries), node.place)


def _is_read(file: str, node: ScalarNode, path: TextPath) -> bool:
    if not path or not isinstance(node.value, str) or not node.text.strip():
        return False
    last = path[-1]
    if file == "claims":
        return path[0] == "rulings" and last in {"conflict", "ruling", "reason"}
    if last == "table" or (last.isdigit() and path[-2:-1] == ("cards",)):
        return False
    if last in _CALLED or (file == "game" and path[0] in _OF_GAME):
        return True
    is_word = _FOR_PROGRAM.fullmatch(node.text.strip()) is not None
    return not is_word or (node.quoted and file not in ("rules", "game"))


def _name_of(item: Node) -> str:
    named = item.get("id") if isinstance(item, MapNode) else None
    return named.text if isinstance(named, ScalarNode) else ""


def texts_of_node(file: str, node: Node, path: TextPath = ()) -> list[tuple[ScalarNode | Key, TextPath]]:
    """Return the texts of a file, or of a part of it at `path`, each with where it stands."""
    texts: list[tuple[ScalarNode | Key, TextPath]] = []
    with_other_texts(file, node, lambda text, where: texts.append((text, where)), path)
    return texts


# Translations.

MOST_QUOTED = 3
LIKE = 0.6  # How much a text is like another that it may have been before, from 0 to 1.


def plain(text: str) -> str:
    """Return a text as texts are compared: blanks at line ends, and how many there are, make no difference."""
    return "\n".join(re.sub(r"[ \t]+", " ", line).strip(" ") for line in text.strip().split("\n"))


@dataclass(frozen=True, slots=True)
class Translation:
    """What stands for a text, `text` "" where that is still to be written; `at` are the places that it is for, () all."""

    source: str
    text: str
    key: Place
    place: Place
    at: TextPath = ()

    def is_for(self, path: TextPath) -> bool:
        """Say whether the translation is for a text that stands there."""
        size = len(self.at)
        return any(path[start : start + size] == self.at for start in range(len(path) - size + 1))


@dataclass(slots=True)
class Words:
    """The translations of one file of a game; it notes which of them were `used`, and which texts have none."""

    language: str
    file: str
    translations: Mapping[str, list[Translation]] = field(default_factory=dict)
    used: set[Place] = field(default_factory=set)
    missing: dict[str, Place] = field(default_factory=dict)

    def translated(self, node: Node, path: TextPath = ()) -> Node:
        """Return what the file, or a part of it at `path`, says in the language."""
        return with_other_texts(self.file, node, self._replace, path) if self.language else node

    def translated_pieces(self, rows: tuple[MapNode, ...]) -> tuple[MapNode, ...]:
        """Return pieces that are the rows of a table, in the language."""
        translated = (self.translated(row, ("pieces", _name_of(row))) for row in rows)
        return tuple(row for row in translated if isinstance(row, MapNode))

    def _replace(self, node: ScalarNode | Key, path: TextPath) -> ScalarNode | None:
        translation = self.translation_for(node.text, node.place, path)
        if translation is None:
            return None
        return text_node(typeset_translation(translation.text, self.language), translation.place)

    def translation_for(
        self, text: str, place: Place, path: TextPath = (), *, wanted: bool = True
    ) -> Translation | None:
        """Return what stands for a text, None for one that has no translation; unless it is `wanted`, none is missed."""
        if self.language == PSEUDO:
            return Translation(text, pseudo_text(text), place, place) if is_worded(text) else None
        known = self.translations.get(plain(text), ())
        fits = sorted((each for each in known if each.is_for(path)), key=lambda each: -len(each.at))
        self.used.update(fit.place for fit in fits[:1])
        if fits and fits[0].text:
            return fits[0]
        if wanted and is_worded(text):
            self.missing.setdefault(plain(text), place)
        return None

    @property
    def unused(self) -> tuple[Translation, ...]:
        every = (translation for same in self.translations.values() for translation in same)
        return tuple(translation for translation in every if translation.place not in self.used)

    @property
    def stale(self) -> dict[str, Translation]:
        """The texts without a translation, each with the one that it most likely was when it had one."""
        rest = {translation.source: translation for translation in self.unused if translation.text}
        found: dict[str, Translation] = {}
        for text in self.missing:
            if near := get_close_matches(text, rest, n=1, cutoff=LIKE):
                found[text] = rest.pop(near[0])
        return found

    def report(self, game: str, findings: Findings) -> None:
        """Report what is missing, what was translated from an earlier text, and what is for no text at all."""
        stale = self.stale
        for text, before in stale.items():
            message = f'"{before.source}" reads "{text}" now, and its translation was written before'
            hint = "replace the old text with the new one, and check the translation"
            findings.warn("PNP471", message, before.key, hint=hint)
        for translation in self.unused:
            if translation not in stale.values():
                where = f" at {'.'.join(translation.at)}" if translation.at else ""
                message = f'no text of {self.file}.yaml is "{translation.source}"{where}'
                findings.warn("PNP472", message, translation.key, hint="delete the line")
        new = {text: place for text, place in self.missing.items() if text not in stale}
        if new:
            known = (text if len(text) <= 50 else f"{text[:49]}…" for text in list(new)[:MOST_QUOTED])
            quoted = ", ".join(f'"{text}"' for text in known)
            more = ", ..." if len(new) > MOST_QUOTED else ""
            message = f"{counted(len(new), 'text')} of {self.file}.yaml not translated to {self.language}: {quoted}{more}"
            hint = f"pnp strings {game} --lang {self.language} lists them"
            findings.warn("PNP470", message, next(iter(new.values())), hint=hint)


# Typographic rules of a language, such as the no-break spaces of French.

NO_BREAK = "\u00a0"
_EXPRESSION = re.compile(r"\{\{.*?\}\}|\[\[.*?\]\]", re.DOTALL)
_HELD = "\ue000"  # Stands for an expression meanwhile.
_FRENCH = (
    (re.compile(r"(?<=[^\s({\[*|?!:;])[ \u202f]?(?=[;:!?»]+(?:[\s\u00a0.,)*|}…]|$))"), NO_BREAK),
    (re.compile(r"(?<=«)[ \u202f]?(?=\S)"), NO_BREAK),
    (re.compile(r"(?<=\d) (?=\d{3}(?!\d)|%)"), NO_BREAK),
    (re.compile(r"(?<=[^\W\d_])'(?=[^\W_]|[{*\ue000])"), "’"),
)


def typeset_translation(text: str, language: str) -> str:
    """Return a translation with the spaces and apostrophes of its language; expressions in it stay as they are.

    >>> typeset_translation("C'est fini ! Comptez : {{ list(food, 'name') }}", "fr").replace(NO_BREAK, "~")
    "C’est fini~! Comptez~: {{ list(food, 'name') }}"
    """
    if language.partition("-")[0] != "fr":
        return text
    expressions = _EXPRESSION.findall(text)
    text = _EXPRESSION.sub(_HELD, text)
    for found, sign in _FRENCH:
        text = found.sub(sign, text)
    for expression in expressions:
        text = text.replace(_HELD, expression, 1)
    return text


# A language nobody speaks: the same texts with accents and a third longer, to find what cannot be translated.

PSEUDO = "pseudo"  # What it is called where a language is named.
LONGER = 0.3  # So much more room do texts need that were short in English.
_ACCENTED = str.maketrans("AEIOUCNaeiouycn", "ÀÉÎÖÛÇÑàéîöûÿçñ")
_KEPT = pattern("marks_in_texts")
"""What is no words: escapes, stars, links, expressions, icons, and the signs between the choices of a phrase."""


def pseudo_text(text: str) -> str:
    r"""Return the text in the language nobody speaks; what stands in braces stays, and so do marks and line ends.

    >>> pseudo_text("Add {n|one|{n}} to any **bid**.")
    '[Àdd {n|öñé|{n}} tö àñÿ **bîd**. ~~~]'
    """
    end = len(text.rstrip())
    letters = len(_KEPT.sub("", text))
    at, parts = 0, list[str]()
    for kept in _KEPT.finditer(text, 0, end):
        parts += [text[at : kept.start()].translate(_ACCENTED), kept[0]]
        at = kept.end()
    parts.append(text[at:end].translate(_ACCENTED))
    count = max(1, round(letters * LONGER) - 3)
    more = " ".join("~" * min(5, rest) for rest in range(count, 0, -6))
    return f"[{''.join(parts)} {more}]{text[end:]}"
