"""What a field of a card may hold: by the component's `fields`, by what keys mean to pnp, else by what other cards have."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pnp.edit.card_source import Card, ComponentSource, within
from pnp.load.field_types import FieldType
from pnp.load.nodes import MAX_TEXT, ListNode, MapNode, Node
from pnp.load.pieces import KINDS, MAX_COPIES, PICTURES
from pnp.load.project import BASE, GameFolder, Project, template_files, template_folders
from pnp.model.game import Value

FieldKind = Literal["text", "integer", "number", "boolean", "list"]

MOST_KNOWN = 60
"""Values of other cards that are offered, the most frequent first."""

LONG = 40
"""Letters from which on a text wants more than one line."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a field may hold: `one_of` are all values it may have, or its items; `known` those that other cards have.

    `names` says what its values are names of: "icons", "templates", "pictures"; "" for anything else.
    """

    kind: FieldKind
    low: float | None = None
    high: float | None = None
    longest: int = MAX_TEXT
    one_of: tuple[Value, ...] = ()
    required: bool = False
    known: tuple[Value, ...] = ()
    names: str = ""
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class GameChoices:
    """The names that a field of any card of a game may have."""

    icons: tuple[str, ...]
    templates: tuple[str, ...]
    pictures: tuple[str, ...]


def game_choices(project: Project, folder: GameFolder) -> GameChoices:
    """Return the icons, the templates and the pictures of a game."""
    tops = template_folders(project.templates, folder.id, BASE)
    icons = {
        path.stem for top in tops for path in (top / "icons").glob("*") if path.suffix.lower() in PICTURES
    }
    templates = {path.name for top in tops for path in template_files(top) if not path.name.startswith("_")}
    pictures = {path.name for path in (folder.path / "art").glob("*") if path.suffix.lower() in PICTURES}
    return GameChoices(tuple(sorted(icons)), tuple(sorted(templates)), tuple(sorted(pictures)))


def limits_of(
    source: ComponentSource, card: Card, name: str, steps: tuple[str | int, ...], choices: GameChoices
) -> Limits:
    """Return what a field, or the value at some steps inside it, may hold."""
    return _of_own_keys(name, steps, choices) or _of_column(source, card, name, steps, choices)


def _of_own_keys(name: str, steps: tuple[str | int, ...], choices: GameChoices) -> Limits | None:
    """Return what a key that means something to pnp may hold, None for a field of the designer's own."""
    templates = choices.templates
    own = {
        "copies": Limits("integer", 0, MAX_COPIES),
        "extra": Limits("boolean"),
        "front": Limits("text", known=templates, names="templates"),
        "back": Limits("text", known=("none", *templates), names="templates"),
        "art": Limits("text", known=choices.pictures, names="pictures"),
    }
    if name == "source" and steps[-1:] != ("pointer",):
        return Limits("text", one_of=KINDS)
    return own.get(name)


def _of_column(
    source: ComponentSource, card: Card, name: str, steps: tuple[str | int, ...], choices: GameChoices
) -> Limits:
    """Return what a field may hold as the component says, or else as other cards have it."""
    nodes = [*_column(source, card, name, steps)]
    values = [
        item for node in nodes for item in (node.value if isinstance(node, ListNode) else (node.value,))
    ]
    counted = Counter(value for value in values if isinstance(value, str | int | float) and value != "")
    known = tuple(value for value, _ in counted.most_common(MOST_KNOWN))
    is_long = any(isinstance(value, str) and (len(value) > LONG or "\n" in value) for value in values)
    words = [value for value in values if isinstance(value, str)]
    names = "icons" if words and len(words) == len(values) and set(words) <= {*choices.icons} else ""
    if names:
        known = (*known, *(icon for icon in choices.icons if icon not in known))
    field = source.types.get(name) if not steps or steps == ("text",) else None
    if field is not None:
        return _declared(field, known, names, is_long=is_long)
    return Limits(_guessed(nodes), known=known, names=names, is_long=is_long)


def _declared(field: FieldType, known: tuple[Value, ...], names: str, *, is_long: bool) -> Limits:
    kind: FieldKind = field.type  # type: ignore[assignment]
    return Limits(
        kind, field.low, field.high, field.longest, field.one_of, field.required, known, names, is_long
    )


def _column(source: ComponentSource, card: Card, name: str, steps: tuple[str | int, ...]) -> Iterator[Node]:
    """Yield the values of a field in all cards, as they are written, this one's first."""
    seen = set()
    for each in (card, *source.cards):
        node = each.variables.get(name) or each.entry.get(name)
        node = node or (each.defaults.get(name) if each.defaults else None)
        if isinstance(node, MapNode) and "table" in node:
            node = each.fields.get(name)
        node = within(node, steps)
        if node is not None and id(node) not in seen:
            seen.add(id(node))
            yield node


def _guessed(nodes: list[Node]) -> FieldKind:
    """Return what a field holds, by the values of all cards."""
    if any(isinstance(node, ListNode) for node in nodes):
        return "list"
    kinds = {type(node.value) for node in nodes if node.value is not None}
    if kinds == {int}:
        return "integer"
    if kinds and kinds <= {int, float}:
        return "number"
    return "boolean" if kinds == {bool} else "text"
