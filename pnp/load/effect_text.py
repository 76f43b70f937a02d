"""A structured effect in words: the data that a rules engine reads becomes the text on the card.

An effect is a mapping with `on` (when it happens), `pay` (steps that buy it) and `do` (steps that it takes); game.yaml's
`wording` has a phrase for each. This module knows no game.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pnp.load.keys import TEXT, FileKey, TextKey, map_of
from pnp.load.nodes import Findings, ListNode, MapNode, Node, ScalarNode, described
from pnp.model.diagnostics import HintedError, Place
from pnp.text import is_typo, suggest

# Phrases with holes: "draw {n|a card|{n} cards}" and 2 make "draw 2 cards".

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


class PhraseError(HintedError):
    """A phrase that cannot be read, or not be filled with these fields; `hint` says what to write."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A place to fill: the field's name and, for a choice, the phrase for one and the phrase for other numbers."""

    field: str
    one: "Phrase | None" = None
    other: "Phrase | None" = None


Phrase = tuple[str | Hole, ...]


def parse_phrase(text: str) -> Phrase:
    """Return the phrase; raises PhraseError when braces or bars do not add up.

    >>> parse_phrase("draw {n}")
    ('draw ', Hole(field='n', one=None, other=None))
    """
    phrase, end = _until(text, 0, "")
    if end != len(text):
        raise PhraseError(f'an extra }} in "{text}"', "delete it, or open it with { before")
    return phrase


def _until(text: str, start: int, stops: str) -> tuple[Phrase, int]:
    """Return the phrase from `start` to the first of `stops` (or a stray brace), and where that is."""
    parts: list[str | Hole] = []
    plain = index = start
    while index < len(text) and text[index] not in stops and text[index] != "}":
        if text[index] != "{":
            index += 1
            continue
        parts += [text[plain:index]] if plain < index else []
        name = _NAME.match(text, index + 1)
        if name is None:
            hint = "write {n}, {n|one|other} or the name of an icon"
            raise PhraseError(f'no name after the {{ in "{text}"', hint)
        index = name.end()
        choices: list[Phrase] = []
        while text[index : index + 1] == "|":
            choice, index = _until(text, index + 1, "|")
            choices.append(choice)
        if text[index : index + 1] != "}":
            raise PhraseError(f'{{{name[0]} is not closed in "{text}"', f"write {{{name[0]}}}")
        if len(choices) not in (0, 2):
            message = f"{{{name[0]}|...}} has {len(choices)} alternatives, not two"
            raise PhraseError(message, f"write {{{name[0]}|for one|for others}}")
        parts.append(Hole(name[0], *choices))
        plain = index = index + 1
    return (*parts, *([text[plain:index]] if plain < index else [])), index


def fill(phrase: Phrase, fields: Mapping[str, ScalarNode]) -> str:
    """Return the text with its holes filled from `fields`; raises PhraseError for a hole that is meant for none of them."""
    return "".join(part if isinstance(part, str) else _fill_hole(part, fields) for part in phrase)


def _fill_hole(hole: Hole, fields: Mapping[str, ScalarNode]) -> str:
    node = fields.get(hole.field)
    if node is None:
        slip = next((name for name in fields if is_typo(hole.field, name)), None)
        if hole.one is None and slip is None and (hole.field != "n" or not fields):
            return f"{{{hole.field}}}"
        bars = "" if hole.one is None else "|...|..."
        message = f"{{{hole.field}{bars}}} is not a field of the step"
        raise PhraseError(message, suggest(hole.field, fields, what="fields"))
    if hole.one is None or hole.other is None:
        return "" if node.value is None else node.text
    if not isinstance(node.value, int | float) or isinstance(node.value, bool):
        message = f'{{{hole.field}|...|...}} chooses by a number, and {hole.field} is "{node.text}"'
        raise PhraseError(message, "use {n}")
    return fill(hole.one if node.value == 1 else hole.other, fields)


def _needs_number(phrase: Phrase) -> bool:
    return any(isinstance(part, Hole) and part.field == "n" for part in phrase)


MAX_STEPS = 50  # Steps of one effect: more than any card has room for.
PARTS = tuple(FileKey(name, schema=map_of(TEXT)) for name in ("on", "pay", "do"))
FORMATS: Mapping[str, str] = {"join": ", then ", "on_format": "**{on}:** ", "pay_format": "**{pay}:** "}
WORDING = (*PARTS, *map(TextKey, FORMATS))


@dataclass(frozen=True, slots=True)
class Wording:
    """A game's phrases: for each of on, pay and do a mapping from name to phrase, and how the parts are joined."""

    phrases: Mapping[str, Mapping[str, tuple[Phrase, Place]]]
    formats: Mapping[str, str]

    @property
    def places(self) -> dict[str, Place]:
        """Where each phrase is written, by part and name: "do.draw"."""
        return {f"{part}.{name}": at for part, each in self.phrases.items() for name, (_, at) in each.items()}


def read_wording(section: MapNode, findings: Findings) -> Wording:
    """Return game.yaml's wording as far as it can be read."""
    findings.check_keys(section, WORDING, "wording")
    formats = dict(FORMATS)
    for key in FORMATS:
        node = section.get(key)
        text = findings.want_text(node, key)
        hole = f"{{{key.removesuffix('_format')}}}"
        if node is None or text is None:
            continue
        if key != "join" and hole not in text:
            message = f"{key} does not contain {hole}"
            findings.error("PNP122", message, node.place, hint=f'write "{FORMATS[key]}"')
            continue
        formats[key] = text
    return Wording({part: _phrases(section.get(part), part, findings) for part in PARTS}, formats)


def _phrases(node: Node | None, part: str, findings: Findings) -> dict[str, tuple[Phrase, Place]]:
    phrases: dict[str, tuple[Phrase, Place]] = {}
    for key, value in findings.entries(node, part):
        text = findings.want_text(value, f"the phrase {key.text}")
        if text is None:
            continue
        try:
            phrases[key.text] = (parse_phrase(text), value.place)
        except PhraseError as error:
            findings.error("PNP122", str(error), value.place, hint=error.hint)
            phrases[key.text] = ((text,), value.place)  # it exists: saying so once is enough
    return phrases


class EffectWriter:
    """Says effects in a game's wording. Without one (game.yaml is broken) it says nothing."""

    def __init__(self, wording: Wording | None, findings: Findings) -> None:
        self._is_mute = wording is None
        self._wording = wording or Wording({}, FORMATS)
        self._findings = findings

    def say(self, effect: Node) -> str:
        """Return the effect as text, "" for no effect; what cannot be said is reported and left out.

        Reports PNP121 (no phrase), PNP122 (a phrase with a field that the step has not), PNP123 (malformed).
        """
        if self._is_mute or (isinstance(effect, ScalarNode) and effect.value is None):
            return ""
        if not isinstance(effect, MapNode):
            return self._malformed(f"an effect must be a mapping, got {described(effect)}", effect.place)
        for part in ("on", "pay"):
            if part in effect and "do" not in effect:
                self._malformed(f'the effect has "{part}" but nothing to do', effect.key_place(part))
        on, formats = effect.get("on"), self._wording.formats
        trigger = ""
        if isinstance(on, ScalarNode) and on.value is not None:
            trigger = self._worded("on", on.text, {}, on.place)
        elif on is not None:
            self._malformed(f"on must be one word, got {described(on)}", on.place, hint="write on: draw")
        pay, do = (self._steps(effect.get(part), part) for part in ("pay", "do"))
        parts = [
            formats["on_format"].replace("{on}", _capital(trigger)) if trigger else "",
            formats["pay_format"].replace("{pay}", _capital(pay)) if pay else "",
            _capital(do) + ("" if not do or do.rstrip("*\"'”’)").endswith((".", "!", "?", "…")) else "."),
        ]
        return "".join(parts).strip()

    def _steps(self, node: Node | None, part: str) -> str:
        if node is None:
            return ""
        if not isinstance(node, ListNode):
            return self._malformed(f"{part} must be a list of steps, got {described(node)}", node.place)
        if len(node.items) > MAX_STEPS:
            message = f"{part} has {len(node.items):,} steps; the limit is {MAX_STEPS}"
            return self._malformed(message, node.place, hint="write fewer steps")
        said = [self._step(item, part) for item in node.items]
        return self._wording.formats["join"].join(text for text in said if text)

    def _step(self, item: Node, part: str) -> str:
        if isinstance(item, ScalarNode) and isinstance(item.value, str):
            return self._worded(part, item.text, {}, item.place)
        if not isinstance(item, MapNode) or len(item.entries) != 1:
            got = f"{len(item.entries)} words" if isinstance(item, MapNode) else described(item)
            return self._malformed(f"a step must be one word with its number, got {got}", item.place)
        ((key, value),) = item.entries
        fields = _fields(value)
        if fields is None:
            message = f"{key.text} must have a number, fields, or true, got {described(value)}"
            hint = f"write {{{key.text}: 1}} or {{{key.text}: true}}"
            return self._malformed(message, value.place, hint=hint)
        return self._worded(part, key.text, fields, key.place)

    def _worded(self, part: str, name: str, fields: Mapping[str, ScalarNode], place: Place) -> str:
        known = self._wording.phrases[part]
        if name not in known:
            also = f"or add {name}: to wording, {part}, in game.yaml"
            hint = suggest(name, known, what="phrases", also=also)
            self._findings.error("PNP121", f'the wording has no phrase for {part} "{name}"', place, hint=hint)
            return ""
        phrase, phrase_place = known[name]
        if part == "on" and _needs_number(phrase):
            message = f'the phrase for on "{name}" has {{n}}, but on has no number'
            self._findings.error("PNP122", message, phrase_place, hint="delete {n}")
            return ""
        if not fields and _needs_number(phrase):
            message = f'the phrase for "{name}" needs a number'
            return self._malformed(message, place, hint=f"write {{{name}: 1}}")
        try:
            return fill(phrase, fields)
        except PhraseError as error:
            message = f'in the phrase for "{name}", {error}'
            self._findings.error("PNP122", message, phrase_place, hint=error.hint)
            return ""

    def _malformed(self, message: str, place: Place, *, hint: str = "write do: [{draw: 2}]") -> str:
        self._findings.error("PNP123", message, place, hint=hint)
        return ""


def _fields(value: Node) -> dict[str, ScalarNode] | None:
    """Return what the step's phrase may speak of: `n`, or the step's own fields; None for a malformed step."""
    match value:
        case ScalarNode(value=True) | ScalarNode(value=None):
            return {}
        case ScalarNode(value=False) | ListNode():
            return None
        case ScalarNode():
            return {"n": value}
        case MapNode():
            return {key.text: node for key, node in value.entries if isinstance(node, ScalarNode)}


def _capital(text: str) -> str:
    """Return the text with its first letter upper-cased, past any opening stars.

    >>> _capital("**draw** 2")
    '**Draw** 2'
    """
    start = len(text) - len(text.lstrip("*\"'“‘("))
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]
