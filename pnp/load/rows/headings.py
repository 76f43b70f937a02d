"""The columns of a table: the field of each heading, the two sides of cards, and ids for rows without one."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain, count, pairwise
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
    items_of,
    not_wanted,
    text_node,
    text_of,
    with_values,
)
from pnp.load.piece_fields import ID, PLACEHOLDER
from pnp.load.role_guesses import (
    FEW_WORDS,
    KNOWN_NUMBERS,
    NO,
    YES,
    GuessedRoles,
    pattern,
    patterns,
    roles_of,
    table_words,
    value_as_text,
)
from pnp.load.role_guesses import NAMES as ROLE_NAMES
from pnp.model.card_looks import Roles, behind
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Provenance, Value
from pnp.model.limits import USUAL_LIMITS
from pnp.text import column_letters, counted, is_typo, plain_ascii, suggest

LEFT_OUT = "none"  # What `columns` writes for a column that is no field.
SURELY_COPIES, MAYBE_COPIES, COUNTS, _UNSURE = table_words("copies").values()
"""Headings of copies; those that may also number the rows, and in a piece of YAML, or in a strange table, say something else."""

_COUNT = pattern("fields_of_counts")
_UNLIKELY_COPIES = 60  # More copies of a card than games have: such a number says something else.
_PRINTED = 0.5  # The share of its rows that a table of cards prints at the least.
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

NOT_IN_ROWS = ("for", "defaults")  # Keys of a piece that no cell can hold.
_LONGEST = 40  # Letters of a field that a heading makes, where the heading is taken as it comes.
_APART = re.compile(r"(?<=[a-z])(?=[A-Z])|[^A-Za-z0-9]+")


def field_name(heading: str) -> str:
    """Return the field that a heading names; "" for one without letters of the alphabet a to z.

    >>> field_name("Card Text"), field_name("flavourText"), field_name("Größe (mm)"), field_name("ID"), field_name("名前")
    ('card_text', 'flavour_text', 'grosse_mm', 'id', '')
    """
    plain = plain_ascii(heading.replace("ß", "ss"))
    return _APART.sub("_", plain).strip("_").lower()


def heading_of(headings: Mapping[str, str | None], field: str) -> str | None:
    """Return the heading of a field."""
    return next((heading for heading, each in headings.items() if each == field), None)


def read_headings(
    entries: Sequence[MapNode], columns: MapNode | None, findings: Findings, *, strict: bool = True
) -> dict[str, str | None]:
    """Return the field of each heading of all rows, None for one left out, and report those of which that cannot be told.

    If not `strict`, the columns are what `columns` says, also several for one field, and each of the others is a field of
    some name.
    """
    keys: dict[str, Key] = {}
    for entry in entries:
        for key, _ in entry.entries:
            keys.setdefault(key.text, key)
    fields = _mapped(columns, keys, findings)
    said = {*fields}
    if not strict:
        fields = name_columns({heading: field_name(heading) for heading in keys}, fields)
    fields |= {heading: _field(key, findings) for heading, key in keys.items() if heading not in fields}
    if strict and "copies" not in fields.values():
        every = columns_of(entries, lambda heading: fields[heading] or "")
        free = [each for each in every if each.heading not in said]
        copies = count_column(free, len(entries), strict=True)[0]
        fields |= {copies: "copies"} if copies else {}
        for each in () if copies else free:
            if each.name in MAYBE_COPIES and len(each.whole_numbers) == len(each.nodes):
                message = f'"{each.heading}" may number the rows or be the number of copies'
                hint = f"write columns: {{{each.heading}: copies}} in the component, or {{{each.heading}: {each.name}}}"
                findings.warn("PNP153", message, keys[each.heading].place, hint=hint)
    taken: dict[str, str] = {}
    for heading, field in fields.items() if strict else ():
        if field is not None and taken.setdefault(field, heading) != heading:
            message = f'"{taken[field]}" and "{heading}" both become the field {field}'
            hint = f'write columns: {{"{heading}": another_name}} in the component, or {LEFT_OUT}'
            findings.error("PNP124", message, keys[heading].place, hint=hint)
    return fields


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
        fields[heading] = next(candidate for candidate in made if candidate not in taken)
        taken.add(fields[heading])
    return fields


def _usable(name: str, number: int) -> str:
    if not name:
        return f"column_{column_letters(number).lower()}"
    if not FIELD.fullmatch(name):
        return f"n{name}"
    known = (*RESERVED, LEFT_OUT, *SURELY_COPIES)
    return f"card_{name}" if name not in ("id", "name") and (name in known or misspelt_key(name)) else name


@lru_cache(maxsize=1024)  # every piece of a deck has the same keys
def misspelt_key(written: str, known: tuple[str, ...] = (*RESERVED, "name")) -> str | None:
    """Return the known key that `written` is a typo of, if it is one."""
    also = {"copy": "copies"}.get(written)
    if also in known:
        return also
    return next((name for name in known if written.casefold() == name or is_typo(written, name)), None)


def _mapped(columns: MapNode | None, keys: Mapping[str, Key], findings: Findings) -> dict[str, str | None]:
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


@dataclass(frozen=True, slots=True)
class Column:
    """The heading of a column, the field that it names, and its filled cells."""

    heading: str
    name: str
    nodes: tuple[Node, ...]

    @property
    def texts(self) -> list[str]:
        """What is in its cells, lists and mappings apart."""
        return [node.text for node in self.nodes if isinstance(node, ScalarNode)]

    @property
    def whole_numbers(self) -> list[int]:
        """The numbers of copies that its cells say."""
        values = map(copies_in, self.texts)
        return [value for value in values if value is not None and value <= USUAL_LIMITS.copies]

    @property
    def is_nested(self) -> bool:
        """Whether there is more in it than plain values and lists of them."""
        return any(not isinstance(item, ScalarNode) for node in self.nodes for item in items_of(node))


def columns_of(entries: Sequence[MapNode], name_of: Callable[[str], str]) -> list[Column]:
    """Return the columns of rows, each with the field that its heading names."""
    nodes: dict[str, list[Node]] = {}
    for entry in entries:
        for key, node in entry.entries:
            nodes.setdefault(key.text, []).append(node)
    return [Column(heading, name_of(heading), tuple(each)) for heading, each in nodes.items()]


def count_column(columns: Sequence[Column], rows: int, *, strict: bool) -> tuple[str, bool]:
    """Return the heading of the number of copies, if `strict` only by its name, "" for none; and if guessed."""
    sure = [column for name in SURELY_COPIES for column in columns if column.name == name]
    names = MAYBE_COPIES if strict else (*_UNSURE, "")  # the last is the heading #
    unsure = [
        column
        for name in names
        for column in columns
        if column.name in (name, *([] if strict else [f"{name}s"])) and (name or column.heading == "#")
    ]
    likely = [each for each in columns if not strict and _says_copies(each, is_unsure=each in unsure)]
    if strict and sure:
        return sure[0].heading, False
    for each in dict.fromkeys((*sure, *likely, *unsure)):
        numbers = each.whole_numbers
        if len(numbers) < (1 if strict else 0.5 if each in sure else 0.7) * len(each.nodes):
            continue
        if sum(map(bool, numbers)) < _PRINTED * len(numbers) or not any(numbers):  # how many somebody has
            continue
        is_told = each in sure or each in likely
        if (each not in sure and max(numbers) > _UNLIKELY_COPIES) or (not is_told and _is_rank(numbers)):
            continue
        if is_told or len(numbers) > 0.5 * rows:
            return each.heading, not is_told
    return "", False


def _says_copies(column: Column, *, is_unsure: bool) -> bool:
    """Say whether a column counts copies: by its heading, which may end with the sum of its cells, or by cells as x2."""
    total = re.search(r"(\d+)\W*$", column.heading)
    share = sum(column.whole_numbers) / max(1, int(total[1])) if total else 0
    # That of the sum of some day: cards came and went since.
    is_alone = total is not None and total[0] == column.heading
    is_whole = share == 1 or (is_alone and 0.75 < share < 1.25)
    is_summed = is_whole and total and int(total[1]) > len(column.nodes)
    is_written = is_unsure and all(map(_TIMES.fullmatch, column.texts))
    return bool(_COUNT.fullmatch(column.name) or is_summed or is_written)


_TIMES = re.compile(r"[x×]\s*\d{1,2}|\d{1,2}\s*[x×]", re.IGNORECASE)


def _is_rank(numbers: Sequence[int]) -> bool:
    """Say whether numbers tell rows or cards apart: 1, 2, 3 ... one after the other, or each as often as the others."""
    times = Counter(numbers)
    runs = sorted(times) == list(range(min(times, default=0), max(times, default=0) + 1))
    follow = sum(after - before == 1 for before, after in pairwise(numbers)) > 0.6 * len(numbers)
    return len(times) > 2 and (follow or (runs and len(set(times.values())) == 1))


def warn_of_counts(entries: Iterable[Node], defaults: MapNode | None, findings: Findings) -> None:
    """Warn of a count or an amount where no piece says how many copies it has: each is printed once."""
    pieces = [entry for entry in entries if isinstance(entry, MapNode)]
    if any("copies" in section for section in (*pieces, defaults or ())):
        return
    for piece in pieces:
        for key, node in piece.entries:
            if key.text.casefold() in COUNTS and type(node.value) is int:
                message = f'"{key.text}" is a field of your own: every piece is printed once'
                hint = "write copies for how many are printed; or list it in fields"
                findings.add(Diagnostic("PNP153", message, key.place, hint, severity="warning"))
                return


# Ids for rows without one, made from a name; they do not depend on the rows around.

NAMES = ("name", "title", "card", "card_name", "card_title")
"""The fields that an id is made of where nothing else is said, in this order."""

LONGEST = 60  # Letters of an id that is made of a name.


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
    text = _id_pattern(entries, pattern)
    if text == "{id}":
        return tuple(_with_written_id(entry, findings) for entry in entries), ""
    taken: set[str] = set()
    found = tuple(_with_made_id(entry, text, taken, findings) for entry in entries)
    return found, ", ".join(dict.fromkeys(match[1] for match in PLACEHOLDER.finditer(text)))


def _id_pattern(entries: Sequence[MapNode], pattern: Node | None) -> str:
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
    words = (one for _, one in entry.entries if isinstance(one, ScalarNode) and isinstance(one.value, str))
    node = next((node for node in (*nodes.values(), *words) if node is not None), None)
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


# Texts that name another field of their row.

_NAMED = re.compile(r"(\d\s?)?(?<![{\\])\{(\w{3,40})\}(?!\})")


def with_named_values(entries: Sequence[MapNode]) -> tuple[MapNode, ...]:
    """Return rows whose texts say the value of a field that they name in braces: Deals {damage}. The field is then said.

    It is so where each row that names a field has one, and no number stands before it: 2 {coin} is a picture.
    """
    texts = [" ".join(_cell(entry, key.text) for key, _ in entry.entries) for entry in entries]
    named = [{(number, field_name(name)) for number, name in _NAMED.findall(text)} for text in texts]
    rows = [*zip(entries, named, strict=True)]
    lacking = {name for entry, names in rows for number, name in names if number or not _cell(entry, name)}
    return tuple(_with_values(entry, {name for _, name in names} - lacking) for entry, names in rows)


def _with_values(entry: MapNode, named: Collection[str]) -> MapNode:
    values = {name: _cell(entry, name) for name in named}

    def said(node: Node, name: str) -> Node | None:
        if not isinstance(node, ScalarNode) or "{" not in node.text:
            return None if name in values else node
        text = _NAMED.sub(lambda found: values.get(field_name(found[2]), found[0]), node.text)
        return text_node(text, node.place)

    return with_values(entry, said) if values else entry


def with_amounts(entries: tuple[MapNode, ...]) -> tuple[MapNode, ...]:
    """Return rows in which a number and the words for what there is so much of are one: bonus_num and bonus_type, skill and skill_count.

    It is so where each row with the number, but for 0, has the words, and not for what players know, such as an attack; a cost is
    what its type says.
    """
    names = dict.fromkeys(key for entry in entries for key in entry)
    stems: dict[str, str] = {}
    whole: dict[str, str] = {}
    for words in names:
        stem = _OF_WHAT.sub("", words)
        numbers = [name for name in names if name == stem != words or _AMOUNT.sub("", name) == stem != name]
        rows = [entry for entry in entries if numbers[:1] and _cell(entry, numbers[0]) not in ("", "0")]
        said = [_cell(row, words) for row in rows if len(_cell(row, numbers[0])) <= _LONGEST_AMOUNT]
        both = [text for text in said if text and not text.isdecimal()]
        is_known = words in NAMES if stem == words else {stem, stem.rstrip("0123456789_")} & KNOWN_NUMBERS
        if len(numbers) == 1 and 0 < 9 * len(rows) <= 10 * len(both) and ("cost" in stem or not is_known):
            stems |= {numbers[0]: stem, words: stem}
            whole[numbers[0]] = words
    return tuple(_with_amounts(entry, stems, whole) for entry in entries) if whole else entries


_OF_WHAT, _AMOUNT = patterns("ending_of_kinds ending_of_amounts")
_LONGEST_AMOUNT = 5  # Letters.


def _with_amounts(entry: MapNode, stems: Mapping[str, str], whole: Mapping[str, str]) -> MapNode:
    kept: list[tuple[Key, Node]] = []
    said = {words for number, words in whole.items() if number in entry}
    for key, node in entry.entries:
        words, stem = _cell(entry, named := whole.get(key.text, "")), stems.get(key.text, key.text)
        parts = (words, _cell(entry, key.text)) if named == stem else (_cell(entry, key.text), words)
        amount = text_node(" ".join(parts), node.place) if words else node
        kept += [(replace(key, text=stem), amount)] if key.text not in said else []
    return MapNode(tuple(kept), entry.place)


# The two sides of a card: rows that are the back of another, and the roles of fields of both sides.

_OF_A_PIECE = ("id", "copies", "art", "front", "back", "source", "claim")
_LINK = pattern("fields_of_links")
"""The name of a field that names the row of the other side."""

_SIDE = pattern("side")
"""What a cell says that tells the sides of a card apart: Owl[face,1] and Owl[back,1], or owl_front and owl_back."""


def with_other_sides(
    entries: tuple[MapNode, ...], headings: Mapping[str, str | None], findings: Findings
) -> tuple[tuple[MapNode, ...], str]:
    """Return the rows with those that are the other side of another in that: their fields as back_name, back_text; no hidden ones."""
    names = dict.fromkeys(key for entry in entries for key in entry)
    cells = {name: tuple(map(partial(_cell, name=name), entries)) for name in names}
    for name, texts in cells.items():
        backs = _sides_of_names(texts) if not _LINK.fullmatch(name) else {}
        for keys in cells.values() if _LINK.fullmatch(name) else ():
            rows = {key: at for at, key in enumerate(keys)}
            if len(rows) == len(entries) and not backs:
                backs = {at: rows[text] for at, text in enumerate(texts) if text and rows.get(text, at) != at}
        # Of two that name each other the first is the front.
        backs = {front: back for front, back in backs.items() if backs.get(back) != front or front < back}
        hidden = {*backs.values()}
        if not backs or len(hidden) < len(backs) or hidden & {*backs}:
            continue
        parts = (tuple(each for each in entry.entries if each[0].text != name) for entry in entries)
        bare = [MapNode(part, entry.place) for part, entry in zip(parts, entries, strict=True)]
        shown = [(at, entry) for at, entry in enumerate(bare) if at not in hidden]
        kept = tuple(_with_back(entry, bare[backs[at]]) if at in backs else entry for at, entry in shown)
        by = heading_of(headings, name) or name
        told = f"{len(entries)} rows make {counted(len(kept), 'card')}: by {by}, {len(backs)} are the back of another"
        return _without_hidden(kept, findings), told
    return _without_hidden(entries, findings), ""


def _without_hidden(entries: tuple[MapNode, ...], findings: Findings) -> tuple[MapNode, ...]:
    """Return the rows without the few of which a column such as hidden or placeholder says yes."""
    said = dict.fromkeys(key for entry in entries for key in entry if _OF_HIDDEN.fullmatch(key))
    rows = ((entry, name) for entry in entries for name in said)
    hidden = {entry.place: name for entry, name in rows if _cell(entry, name).casefold() in YES}
    if len(hidden) * _FEW > len(entries):
        return entries
    for place, name in hidden.items():
        message, hint = f"{name}, so left out", "leave the column out, and it is a card"
        findings.warn("PNP157", f"{message} (--columns {name}=none: a card)", place, hint=hint)
    return tuple(entry for entry in entries if entry.place not in hidden)


_OF_HIDDEN, _FEW = pattern("fields_of_hidden_rows"), 8  # More than one in so many is no placeholder.


def _cell(entry: MapNode, name: str) -> str:
    return node.text if isinstance(node := entry.get(name), ScalarNode) else ""


def _sides_of_names(texts: Sequence[str]) -> dict[int, int]:
    sides = [_SIDE.fullmatch(text) for text in texts]
    fronts = {side[1]: at for at, side in enumerate(sides) if side and (side[2] or side[3])}
    backs = ((side[1], at) for at, side in enumerate(sides) if side and not (side[2] or side[3]))
    return {fronts[name]: at for name, at in backs if name in fronts}


def _with_back(front: MapNode, back: MapNode) -> MapNode:
    fields = [
        (Key(f"back_{key.text}", key.place), node)
        for key, node in back.entries
        if key.text not in _OF_A_PIECE and f"back_{key.text}" not in front
    ]
    return MapNode((*front.entries, *fields), front.place)


def guess_roles(
    columns: Mapping[str, Sequence[Value]], *, headline: str = "", shown: Collection[str] = ()
) -> GuessedRoles:
    """Return the roles of fields from their values; `headline` is sure, only `shown` fields get a role."""
    twins = [name for name in columns if name.startswith(_BEHIND_OF)]
    sides = {name.removeprefix(_BEHIND_OF): columns[name] for name in twins}
    is_whole = len(sides) >= _WHOLE_SIDE and not any(name.startswith("front_") for name in columns)
    if sides.keys().isdisjoint(ROLE_NAMES["headline"]) or not is_whole:
        twins, sides = [name for name in twins if name.removeprefix(_BEHIND_OF) in columns], {}
    # The other sides are rows of their own.
    none: list[Value] = [None] * len(next(iter(columns.values()), ()))
    backed = [at for at, values in enumerate(zip(*sides.values(), strict=True)) if any(values)]
    rows = {
        name: [*columns.get(name, none), *(sides.get(name, none)[at] for at in backed)]
        for name in dict.fromkeys((*columns, *sides))
        if name not in twins
    }
    guessed = _with_long_texts_behind(roles_of(rows, headline, shown), rows)
    fronts = {name for role, names in guessed.roles.fields.items() for name in names if role in _ON_BACKS}
    back = [name for name in twins if name.removeprefix(_BEHIND_OF) in fronts and any(columns[name])]
    reasons = {**guessed.reasons, **dict.fromkeys(back, "for the other side")}
    return replace(guessed, roles=replace(guessed.roles, back=(*guessed.roles.back, *back)), reasons=reasons)


def are_words(texts: Iterable[str]) -> bool:
    """Say whether texts are none that say yes or no: then one of them that is "No", or 0, is what a card says."""
    said = [text.casefold().removeprefix("\\") for text in texts]
    filled = [text for text in said if text]
    if filled and {*filled} <= NO and 2 * len(filled) < len(said):  # what holds for all other cards
        return all(map(str.isalpha, filled))
    return not {*filled} <= YES | NO and sum(text in NO for text in filled) * 3 < len(filled) * 2


def are_brief(texts: Iterable[str]) -> bool:
    """Say whether nearly all texts are a word or two: the same sort of fact on each card."""
    longer = [FEW_WORDS.fullmatch(text) is None for text in texts if text]
    return 10 * sum(longer) <= len(longer)


def _with_long_texts_behind(guessed: GuessedRoles, columns: Mapping[str, Sequence[Value]]) -> GuessedRoles:
    """Return the roles with the last texts of all cards on the other side, until most fronts have room."""
    words = {name: list(map(value_as_text, columns[name])) for name in guessed.roles.text}
    texts = [name for name in words if are_words(words[name])]
    parts = [re.sub(r"_?\d.*", "", name) for name in texts]  # level_1 and level_1_desc are one
    ends = [at for at in range(1, len(texts)) if parts[at] != parts[at - 1]]
    rooms = [
        [len(text) + LETTERS_PER_BREAK * len(_BREAK.findall(text)) for text in words[name]] for name in texts
    ]
    for end in (len(texts), *reversed(ends)):
        rows = list(map(sum, zip(*rooms[:end], strict=True)))
        if sum(row > MOST_IN_FRONT for row in rows) * 10 < len(rows):
            moved = tuple(texts[end:])
            text = tuple(name for name in words if name not in moved)
            roles = replace(guessed.roles, text=text, back=(*moved, *guessed.roles.back))
            reasons = {**guessed.reasons, **dict.fromkeys(moved, "no room in front")}
            return replace(guessed, roles=roles, reasons=reasons)
    return guessed


LETTERS_PER_BREAK = 25  # So many letters have room in what the end of a line leaves white.
MOST_IN_FRONT = 500  # Letters of all texts of a card of the usual size.
_BREAK = re.compile(r"%n|\n|<br")
_BEHIND_OF, _WHOLE_SIDE = "back_", 4  # Fewer fields of the other side are no card of their own.
_ON_BACKS = ("headline", "subtitle", "cost", "numbers", "text", "flavour")


def other_side(roles: Roles, fields: Mapping[str, Value]) -> dict[str, Value]:
    """Return the fields of the other side of a card as they are called on the front."""
    sides = ((behind(name) or name, fields.get(name)) for name in roles.back)
    return {name: value for name, value in sides if value not in (None, "")}
