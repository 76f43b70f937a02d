"""The columns of a table: the field of each heading, as declared or by its name, and ids for rows without one."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, count
from typing import get_args
from unicodedata import normalize

from pnp.load.keys import (
    FLAG,
    FOR,
    IDS,
    MAPPING,
    FileKey,
    TextKey,
    WholeKey,
    WordKey,
    either,
    mapping,
    or_looked_up,
)
from pnp.load.nodes import (
    FIELD,
    NUMBER_WORDS,
    Findings,
    Key,
    MapNode,
    Node,
    Problem,
    ScalarNode,
    not_wanted,
    text_node,
    text_of,
)
from pnp.load.piece_fields import ID, PLACEHOLDER
from pnp.load.rows.text_tables import column_letters
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Provenance
from pnp.model.limits import USUAL_LIMITS
from pnp.text import is_typo, plain_ascii, suggest

LEFT_OUT = "none"
"""What `columns` writes for a column that is no field."""

SURELY_COPIES = (
    *("copies", "copy", "copys", "number_of_copies", "no_of_copies", "num_copies"),
    *("quantity", "qty", "anzahl", "exemplare", "quantite", "exemplaires", "cantidad", "copias"),
)
MAYBE_COPIES = ("count", "number", "amount")
"""Headings of a number of copies, unless the column numbers the rows."""

COUNTS = ("count", "amount")
"""Those of them that a piece in YAML seldom has for another reason."""

MAX_NUMBERED = 3
"""Rows from which on a run such as 1, 2, 3 may number them."""

COPIES = WholeKey("copies", "The number of copies (default: 1).", 0, USUAL_LIMITS.copies)
_COPIES = re.compile(
    r"[x×*]?\s*(\d{1,3})(?:\.0)?\s*(?:[x×]|cop(?:y|ies)|cards?|pcs?\.?|st(?:ück|k)\.?)?", re.IGNORECASE
)


def copies_in(text: str) -> int | None:
    """Return the number of copies that a cell of a strange table says, None where it says none.

    >>> [copies_in(text) for text in ("2x", "x 3", "4 cards", "Two", "a few")]
    [2, 3, 4, 2, None]
    """
    word = text.strip().casefold()
    if found := _COPIES.fullmatch(word):
        return int(found[1])
    return NUMBER_WORDS.index(word) if word in NUMBER_WORDS else None


SOURCE_KIND = WordKey("kind", "", get_args(Provenance), many="words")
SOURCE = (SOURCE_KIND, TextKey("pointer"))
RESERVED = (
    TextKey("id", "The name of the piece in files and messages: letters, digits, - and _."),
    FileKey("for", "Makes a piece for each combination: {suit: [sun, rain], value: 1..9}.", FOR),
    FileKey("copies", COPIES.doc, or_looked_up(COPIES.schema)),
    TextKey("front", "The template of its front, instead of the component's."),
    TextKey("back", "The template of its back, or none."),
    FileKey("extra", "true: a blank or spare, not counted by the rules.", or_looked_up(FLAG)),
    FileKey(
        "source",
        "Where the facts come from: stated, found, derived or reconstructed.",
        either(
            SOURCE_KIND.schema, mapping(SOURCE, required=["kind"]), {**MAPPING, "not": {"required": ["kind"]}}
        ),
    ),
    TextKey("art", "Its picture in art/, if the file is not named after the piece."),
    FileKey("defaults", "none: this piece ignores the defaults of the component.", {"const": "none"}),
    FileKey("claim", "The claims of claims.yaml that its texts state.", IDS),
)
"""The keys of a piece that mean something to pnp; every other key is the designer's own."""

NOT_IN_ROWS = ("for", "defaults")
"""Keys of a piece that no cell can hold."""

_OTHER_TYPOS = {"copy": "copies"}
_LONGEST = 40
"""Letters of a field that a heading makes, where the heading is taken as it comes."""

_APART = re.compile(r"(?<=[a-z])(?=[A-Z])|[^A-Za-z0-9]+")


def field_name(heading: str) -> str:
    """Return the field that a heading names; "" for one without letters of the alphabet a to z.

    >>> field_name("Card Text"), field_name("flavourText"), field_name("Größe (mm)"), field_name("ID"), field_name("名前")
    ('card_text', 'flavour_text', 'grosse_mm', 'id', '')
    """
    plain = plain_ascii(heading.replace("ß", "ss"))
    return _APART.sub("_", plain).strip("_").lower()


@dataclass(frozen=True, slots=True)
class Headings:
    """The field of each heading, None for one left out; `copies` is the heading of the number of copies."""

    fields: Mapping[str, str | None]
    copies: str | None

    def of(self, field: str) -> str | None:
        """Return the heading of a field."""
        return next((heading for heading, each in self.fields.items() if each == field), None)


def read_headings(
    entries: Sequence[MapNode], columns: MapNode | None, findings: Findings, *, strict: bool = True
) -> Headings:
    """Return what the headings of all rows mean, and report those of which that cannot be told.

    If not `strict`, the columns are what `columns` says, and each of the others is a field of some name.
    """
    keys: dict[str, Key] = {}
    for entry in entries:
        for key, _ in entry.entries:
            keys.setdefault(key.text, key)
    fields = _mapped(columns, keys, findings)
    if not strict:
        fields = name_columns({heading: field_name(heading) for heading in keys}, fields)
    for heading, key in keys.items():
        if heading not in fields:
            fields[heading] = _field(key, findings)
    copies = next((heading for heading, field in fields.items() if field == "copies"), None)
    if copies is None and strict:
        copies = next(_copies(entries, keys, fields, columns, findings), None)
        if copies is not None:
            fields[copies] = "copies"
    _tell_of_doubles(fields, keys, findings)
    return Headings(fields, copies)


def _tell_of_doubles(fields: Mapping[str, str | None], keys: Mapping[str, Key], findings: Findings) -> None:
    taken: dict[str, str] = {}
    for heading, field in fields.items():
        if field is not None and field in taken:
            message = f'"{taken[field]}" and "{heading}" both become the field {field}'
            hint = f'write columns: {{"{heading}": another_name}} in the component, or {LEFT_OUT}'
            findings.error("PNP124", message, keys[heading].place, hint=hint)
        elif field is not None:
            taken[field] = heading


def name_columns(names: Mapping[str, str], said: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return a field for every heading: the one that is `said`, or one like the name of the column, of which there is one.

    >>> name_columns({"Text": "text", "TEXT": "text", "1-action": "1_action", "back": "back", "!": ""}, {"Text": "text"})
    {'Text': 'text', 'TEXT': 'text_2', '1-action': 'n1_action', 'back': 'card_back', '!': 'column_e'}
    """
    taken = set(said.values())
    fields: dict[str, str | None] = {}
    for number, (heading, name) in enumerate(names.items(), 1):
        if heading in said:
            fields[heading] = said[heading]
            continue
        usable = _usable(name[:_LONGEST].strip("_"), number)
        made = (usable, *(f"{usable}_{again}" for again in range(2, len(names) + 2)))
        fields[heading] = next(each for each in made if each not in taken)
        taken.add(fields[heading])
    return fields


def _usable(name: str, number: int) -> str:
    """Return a field for the name that a heading makes, in the column of that number."""
    if not name:
        return f"column_{column_letters(number).lower()}"
    if not FIELD.fullmatch(name):
        return f"n{name}"
    known = (*RESERVED, LEFT_OUT, *SURELY_COPIES)
    return f"card_{name}" if name not in ("id", "name") and (name in known or misspelt_key(name)) else name


@lru_cache(maxsize=1024)  # every piece of a deck has the same keys
def misspelt_key(written: str, known: tuple[str, ...] = (*RESERVED, "name")) -> str | None:
    """Return the known key that `written` is a typo of, if it is one."""
    also = _OTHER_TYPOS.get(written)
    if also in known:
        return also
    return next((name for name in known if written.casefold() == name or is_typo(written, name)), None)


def _mapped(columns: MapNode | None, keys: Mapping[str, Key], findings: Findings) -> dict[str, str | None]:
    """Return the fields of the headings that `columns` names."""
    fields: dict[str, str | None] = {}
    for key, node in columns.entries if columns else ():
        same = (each for each in keys if (field_name(each) or each) == field_name(key.text))
        heading = key.text if key.text in keys else next(same, None)
        field = findings.want_text(node, key.text)
        if heading is None:
            hint = suggest(key.text, keys, what="headings")
            findings.error("PNP152", f'no column has the heading "{key.text}"', key.place, hint=hint)
        elif field is not None and not FIELD.fullmatch(field):
            message = f'"{field}" cannot be the name of a field'
            hint = f"write {field_name(field) or 'a word of the letters a to z'}"
            findings.error("PNP112", message, node.place, hint=hint)
        elif field is not None:
            fields[heading] = None if field == LEFT_OUT else field
    return fields


def _field(key: Key, findings: Findings) -> str | None:
    field = field_name(key.text)
    if field in NOT_IN_ROWS:
        message = f'a row has no key "{field}"'
        hint = f'write columns: {{"{key.text}": {field}_what}} in the component, or {LEFT_OUT}'
        findings.error("PNP103", message, key.place, hint=hint)
        return None
    if not FIELD.fullmatch(field):
        message = f'the heading cannot be a field: "{key.text}"'
        hint = f'write columns: {{"{key.text}": name_of_the_field}} in the component'
        findings.error("PNP112", message, key.place, hint=hint)
        return None
    return field


def _copies(
    entries: Sequence[MapNode],
    keys: Mapping[str, Key],
    fields: Mapping[str, str | None],
    columns: MapNode | None,
    findings: Findings,
) -> Iterator[str]:
    """Yield the headings that may be of a number of copies, the surest first."""
    by_field = {field: heading for heading, field in fields.items() if field}
    said = {node.value for _, node in columns.entries} if columns else set()
    yield from (by_field[field] for field in SURELY_COPIES if field in by_field)
    for field in MAYBE_COPIES:
        if field not in by_field or field in said:
            continue
        heading = by_field[field]
        numbers = [value for entry in entries if (value := _whole(entry.get(heading))) is not None]
        if len(numbers) < sum(heading in entry for entry in entries):
            continue
        is_run = sorted(numbers) == [*range(min(numbers, default=0), max(numbers, default=0) + 1)]
        if len(numbers) < MAX_NUMBERED or not is_run:
            yield heading
            continue
        message = f'"{heading}" may number the rows or be the number of copies'
        hint = f"write columns: {{{heading}: copies}} in the component, or {{{heading}: {field}}}"
        findings.add(Diagnostic("PNP153", message, keys[heading].place, hint, severity="warning"))


def warn_of_counts(entries: Iterable[Node], defaults: MapNode | None, findings: Findings) -> None:
    """Warn of a count or an amount where no piece says how many copies it has: each is printed once."""
    pieces = [entry for entry in entries if isinstance(entry, MapNode)]
    if any("copies" in section for section in (*pieces, defaults or ())):
        return
    for piece in pieces:
        for key, node in piece.entries:
            if key.text.casefold() in COUNTS and _whole(node) is not None:
                message = f'"{key.text}" is a field of your own: every piece is printed once'
                hint = "write copies for how many are printed; or list it in fields"
                findings.add(Diagnostic("PNP153", message, key.place, hint, severity="warning"))
                return


def _whole(node: Node | None) -> int | None:
    value = node.value if isinstance(node, ScalarNode) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


# Ids for rows without one, made from a name; they do not depend on the rows around.

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
        raise not_wanted(pattern, wanted, f'write id: "{{{next(iter(fields), "name")}}}"')
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
    nodes = {match[1]: entry.get(match[1]) for match in PLACEHOLDER.finditer(pattern)}
    texts = {name: node.text for name, node in nodes.items() if isinstance(node, ScalarNode)}
    words = (
        each for _, each in entry.entries if isinstance(each, ScalarNode) and isinstance(each.value, str)
    )
    node = next((each for each in (*nodes.values(), *words) if each is not None), None)
    made = made_id(node.text) if isinstance(node, ScalarNode) else f"row-{entry.place.line}"
    if missing := next((name for name in nodes if name not in texts), ""):
        message = f"this row has no {missing}, which its id needs"
        findings.error("PNP105", message, entry.place, hint=f"write its {missing}")
    else:
        made = made_id(PLACEHOLDER.sub(lambda match: texts[match[1]], pattern))
    again = (f"{made}-{number}" for number in count(2))
    made = next(each for each in chain((made,), again) if each not in taken)
    taken.add(made)
    place = node.place if node is not None else entry.place
    return _with_id(entry, Key("id", place), text_node(made, place))


def _with_id(entry: MapNode, key: Key, node: ScalarNode) -> MapNode:
    rest = (each for each in entry.entries if each[0].text != "id")
    return MapNode(((key, node), *rest), entry.place)
