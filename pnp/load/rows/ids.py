"""Ids for rows without one, made from a name; they do not depend on the rows around."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from unicodedata import normalize

from pnp.load.nodes import Findings, Key, MapNode, Node, Problem, ScalarNode, not_wanted, text_node, text_of
from pnp.load.piece_fields import ID, PLACEHOLDER
from pnp.text import plain_ascii, suggest

NAMES = ("name", "title", "card", "card_name", "card_title")
"""The fields that an id is made of where nothing else is said, in this order."""

LONGEST = 60
"""Letters of an id that is made of a name."""


def made_id(name: str) -> str:
    """Return the id that a name makes; of a name without letters from a to z, one that looks by chance.

    >>> made_id("Dragon's Lair"), made_id("Élan vital"), made_id("C_7"), made_id("龍")
    ('dragons-lair', 'elan-vital', 'c_7', 'card-4834c8')
    """
    plain = plain_ascii(re.sub(r"['’]", "", name)).lower()
    made = re.sub(r"[^a-z0-9_]+", "-", plain)[:LONGEST].strip("-_")
    return made or f"card-{hashlib.sha256(normalize('NFC', name).encode()).hexdigest()[:6]}"


def with_ids(
    entries: Sequence[MapNode], pattern: Node | None, findings: Findings
) -> tuple[tuple[MapNode, ...], str]:
    """Return the entries, each with an id, and of which fields the ids are made, "" when they are written.

    Two that are made of the same name are told apart by a number: goblin, goblin-2. Raises Problem.
    """
    text = _pattern(entries, pattern)
    if text == "{id}":
        return tuple(_with_written_id(entry, findings) for entry in entries), ""
    taken: set[str] = set()
    found = tuple(_with_made_id(entry, text, taken, findings) for entry in entries)
    return found, ", ".join(dict.fromkeys(match[1] for match in PLACEHOLDER.finditer(text)))


def _pattern(entries: Sequence[MapNode], pattern: Node | None) -> str:
    """Return the text that makes an id: the one written, or that of the first field in NAMES; raises Problem."""
    fields = dict.fromkeys(name for entry in entries for name in entry)
    if pattern is None:
        field = next((name for name in ("id", *NAMES) if name in fields), None)
        if field is None:
            message = "no column has the heading id or name"
            first = next(iter(fields), "name")
            hint = f'write id: "{{{first}}}" in the component, or give a column the heading id'
            raise Problem("PNP105", message, entries[0].place, hint)
        return f"{{{field}}}"
    text = text_of(pattern, "id")
    names = [match[1] for match in PLACEHOLDER.finditer(text)]
    if not names:
        wanted = "id must name a field in braces"
        raise not_wanted(pattern, wanted, pattern.place, f'write id: "{{{next(iter(fields), "name")}}}"')
    for name in names:
        if name not in fields:
            message = f'the rows have no field "{name}"'
            raise Problem("PNP118", message, pattern.place, suggest(name, fields, what="fields"))
    return text


def _with_written_id(entry: MapNode, findings: Findings) -> MapNode:
    """Return the entry with an id that can be one; without any, it is made of the name."""
    node = entry.get("id")
    if node is None:
        field = next((name for name in NAMES if name in entry), None)
        return _with_made_id(entry, f"{{{field}}}" if field else "{id}", set(), findings)
    if not isinstance(node, ScalarNode) or ID.fullmatch(node.text):
        return entry
    return _with_id(entry, Key("id", entry.key_place("id")), text_node(made_id(node.text), node.place))


def _with_made_id(entry: MapNode, pattern: str, taken: set[str], findings: Findings) -> MapNode:
    values = {match[1]: entry.get(match[1]) for match in PLACEHOLDER.finditer(pattern)}
    missing = next((name for name, node in values.items() if not isinstance(node, ScalarNode)), None)
    if missing is not None:
        message = f"this row has no {missing}, of which its id is made"
        findings.error("PNP105", message, entry.place, hint=f"write its {missing}")
    words = (
        each for _, each in entry.entries if isinstance(each, ScalarNode) and isinstance(each.value, str)
    )
    node = next((each for each in values.values() if each is not None), None) or next(words, None)
    made = made_id(PLACEHOLDER.sub(lambda match: _text(values[match[1]]), pattern)) if missing is None else ""
    made = made or (made_id(node.text) if isinstance(node, ScalarNode) else f"row-{entry.place.line}")
    made = next(each for each in _numbered(made) if each not in taken)
    taken.add(made)
    place = node.place if node is not None else entry.place
    return _with_id(entry, Key("id", place), text_node(made, place))


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, ScalarNode) else ""


def _numbered(made: str) -> Iterator[str]:
    """Yield the id, then with the numbers from 2 on behind it."""
    yield made
    number = 2
    while True:
        yield f"{made}-{number}"
        number += 1


def _with_id(entry: MapNode, key: Key, node: ScalarNode) -> MapNode:
    rest = (each for each in entry.entries if each[0].text != "id")
    return MapNode(((key, node), *rest), entry.place)
