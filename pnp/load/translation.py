"""The translations of one file of a game: which text each is for, which are missing, out of date or for nothing.

A text as it was when it was translated is the key of its translation: once it changes, the two no longer belong together.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from pnp.load.nodes import Findings, Key, MapNode, Node, ScalarNode, text_node
from pnp.load.pseudo_language import PSEUDO, pseudo_text
from pnp.load.translatable import TextPath, is_worded, replaced
from pnp.load.typography import well_set
from pnp.model.diagnostics import Place
from pnp.text import counted

MOST_QUOTED = 3
LIKE = 0.6
"""How much a text is like another that it may have been before, from 0 to 1."""

_BLANKS = re.compile(r"[ \t]+")


def plain(text: str) -> str:
    """Return a text as texts are compared: blanks at line ends, and how many there are, make no difference."""
    return "\n".join(_BLANKS.sub(" ", line).strip(" ") for line in text.strip().split("\n"))


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

    def translated(self, node: Node) -> Node:
        """Return what the file, or a part of it, says in the language."""
        return replaced(self.file, node, self._replace) if self.language else node

    def translated_pieces(self, rows: tuple[MapNode, ...]) -> tuple[MapNode, ...]:
        """Return pieces that are the rows of a table, in the language."""
        if not self.language:
            return rows
        return tuple(
            each
            for row in rows
            if isinstance(each := replaced(self.file, row, self._replace, ("pieces", _id(row))), MapNode)
        )

    def _replace(self, node: ScalarNode | Key, path: TextPath) -> ScalarNode | None:
        found = self.said(node.text, node.place, path)
        return None if found is None else text_node(well_set(found.text, self.language), found.place)

    def said(
        self, text: str, place: Place, path: TextPath = (), *, wanted: bool = True
    ) -> Translation | None:
        """Return what stands for a text, None for one that has no translation; unless it is `wanted`, none is missed."""
        if self.language == PSEUDO:
            return Translation(text, pseudo_text(text), place, place) if is_worded(text) else None
        found = self.translations.get(plain(text), ())
        fits = sorted((each for each in found if each.is_for(path)), key=lambda each: -len(each.at))
        self.used.update(each.place for each in fits[:1])
        if fits and fits[0].text:
            return fits[0]
        if wanted and is_worded(text):
            self.missing.setdefault(plain(text), place)
        return None

    @property
    def unused(self) -> tuple[Translation, ...]:
        """The translations of texts that are no longer there."""
        return tuple(
            each for found in self.translations.values() for each in found if each.place not in self.used
        )

    def report(self, game: str, findings: Findings) -> None:
        """Report what is missing, what was translated from an earlier text, and what is for no text at all."""
        gone = {each.source: each for each in self.unused}
        stale = dict(likely_before(self.missing, gone))
        for text, before in stale.items():
            message = f'"{before.source}" reads "{text}" now, and its translation was written before'
            hint = (
                "write the new text in place of the old one, and look whether the translation still says it"
            )
            findings.warn("PNP471", message, before.key, hint=hint)
        for each in self.unused:
            if each not in stale.values():
                message = f'no text of {self.file}.yaml is "{each.source}"'
                where = f" at {'.'.join(each.at)}" if each.at else ""
                findings.warn("PNP472", message + where, each.key, hint="delete the line")
        new = {text: place for text, place in self.missing.items() if text not in stale}
        if new:
            quoted = ", ".join(f'"{_short(text)}"' for text in list(new)[:MOST_QUOTED])
            more = ", ..." if len(new) > MOST_QUOTED else ""
            message = f"{counted(len(new), 'text')} of {self.file}.yaml not translated to {self.language}: {quoted}{more}"
            hint = f"pnp strings {game} --lang {self.language} lists them"
            findings.warn("PNP470", message, next(iter(new.values())), hint=hint)


def _id(row: MapNode) -> str:
    node = row.get("id")
    return node.text if isinstance(node, ScalarNode) else ""


def _short(text: str) -> str:
    return text if len(text) <= 50 else f"{text[:49]}…"


def likely_before(
    missing: Mapping[str, Place], gone: Mapping[str, Translation]
) -> Iterator[tuple[str, Translation]]:
    """Yield the texts without a translation, each with the one that it most likely was when it had one."""
    left = {source: each for source, each in gone.items() if each.text}
    for text in missing:
        near = get_close_matches(text, left, n=1, cutoff=LIKE)
        if near:
            yield text, left.pop(near[0])
