"""The fields of one piece: its own, those of its variables (`for`), the defaults, with {placeholders} filled.

A field may be made from another (`by: pe`, `{words: permanent}`, "{name}"), so each is worked out when it is asked for.
"""

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from types import MappingProxyType

from pnp.load.effect_text import EffectWriter
from pnp.load.nodes import (
    FIELD,
    MAX_TEXT,
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
from pnp.model.diagnostics import Place
from pnp.model.game import Citation, Statement
from pnp.model.limits import USUAL_LIMITS, raised
from pnp.text import plain_ascii, suggest

# The values a `for` runs through: lists, ranges such as 1..9, and the product of several.

_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_NEARLY = re.compile(r"\s*(-?[0-9]{1,9})\s*(?:-|–|to|\.{2,}|…)\s*(-?[0-9]{1,9})\s*")
Variables = dict[str, ScalarNode]


def combinations(
    node: Node | None, findings: Findings, most: int = USUAL_LIMITS.pieces
) -> Iterator[Variables]:
    """Yield the variables of each piece that an entry makes, the last one varying fastest; one empty set without `for`.

    Yields nothing (with a finding) when the `for` cannot be read or makes more than `most` pieces.
    """
    if node is None:
        yield {}
        return
    section = findings.want_map(node, "for")
    if section is None:
        return
    values: dict[str, list[ScalarNode] | None] = {}
    for key, value in section.entries:
        values[key.text] = findings.attempt(_values, value, key.text, most)
        if sum(len(listed or ()) for listed in values.values()) > 10 * most:
            break  # which makes too many pieces, whatever follows
    bad = [key for key, _ in section.entries if not FIELD.fullmatch(key.text)]
    for key in bad:
        fixed = re.sub(r"\W", "_", key.text, flags=re.ASCII)
        findings.error("PNP112", f'"{key.text}" cannot name a variable', key.place, hint=f"write {fixed}")
    if bad or any(listed is None for listed in values.values()):
        return
    lists = [listed for listed in values.values() if listed is not None]
    count = prod(len(listed) for listed in lists)
    if count > most or not lists:
        made = f"{count:,}" if count < USUAL_LIMITS.number else "far too many"
        limit = f"this makes {made} pieces; the limit is {most:,}"
        message = limit if lists else "for has no variables"
        smaller = f"make the ranges smaller{raised('pieces', count)}"
        hint = smaller if lists else "write for: {value: 1..9}"
        findings.error("PNP117", message, node.place, hint=hint)
        return
    for chosen in product(*lists):
        yield dict(zip(values, chosen, strict=True))


def _values(node: Node, name: str, most: int) -> list[ScalarNode]:
    found = (value for item in items_of(node) for value in _written_out(name, item, node))
    values = list(islice(found, most + 1))
    if not 0 < len(values) <= most:
        message = f"{name} has more than {most:,} values" if values else f"{name} has no values"
        raise Problem("PNP117", message, node.place, f"write {name}: [a, b] or {name}: 1..9")
    return values


def _written_out(name: str, node: Node, whole: Node) -> Iterator[ScalarNode]:
    """Yield a value of the list `whole`, or the whole numbers from the first to the last of "1..9"."""
    text = node.text if isinstance(node, ScalarNode) else ""
    match = _RANGE.fullmatch(text)
    if match is None and isinstance(node, ScalarNode) and node.value is not None and node is not whole:
        yield node
        return
    if match is None:
        nearly = _NEARLY.fullmatch(text)
        meant = f"{nearly[1]}..{nearly[2]}" if nearly else f"[a, b] or {name}: 1..9"
        raise not_wanted(node, f"{name} must be values or a range", f"write {name}: {meant}")
    first, last = int(match[1]), int(match[2])
    if first > last:
        message = f"the range {match[0]} is reversed"
        raise Problem("PNP117", message, node.place, f"write {last}..{first}")
    for number in range(first, last + 1):
        yield ScalarNode(number, str(number), node.place)


# The fields themselves.


def read_tables(node: Node | None, findings: Findings) -> MapNode | None:
    """Return the tables of a component; each must be a mapping."""
    section = findings.want_map(node, "tables")
    for key, value in section.entries if section else ():
        findings.want_map(value, f"table {key.text}")
    return section


MAX_CHAIN = 8  # Fields from fields: a look-up, its words and a text that quotes them are three.
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
PLACEHOLDER = re.compile(r"\{([A-Za-z][A-Za-z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class FieldContext:
    """What the fields of every piece of a component are worked out with; `what` is a piece called in messages.

    In texts of a table with marks of another program, which are `marked`, {word} is an icon, also if a field is called so.
    """

    tables: MapNode | None
    effects: EffectWriter
    findings: Findings
    what: str = "piece"
    marked: bool = False


class PieceFields:
    """The fields of one piece, by name. What cannot be worked out is reported once and is None."""

    def __init__(
        self,
        own: MapNode,
        variables: Variables,
        context: FieldContext,
        *,
        defaults: MapNode | None = None,
        overrides: Mapping[str, Node] = MappingProxyType({}),
    ) -> None:
        self._own = {**dict(_written(own)), **overrides}
        self._place = own.place
        self._written: dict[str, Node] = dict(_written(defaults)) | dict(variables) | self._own
        self._variables = variables
        self._context = context
        self._findings = context.findings
        self._done: dict[str, Node | None] = {}
        self._busy: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return iter(self._written)

    @property
    def worded(self) -> frozenset[str]:
        """The fields that are said out of an effect."""
        return frozenset(name for name, node in self._written.items() if _is_worded(node))

    def get(self, name: str) -> Node | None:
        """Return the worked-out field, or None when there is none or it could not be worked out."""
        if name not in self._written:
            return None
        if name not in self._done:
            place = self._written[name].place
            if name in self._busy:
                ring = " -> ".join([*self._busy[self._busy.index(name) :], name])
                message = f"{name} depends on itself: {ring}"
                self._findings.error("PNP118", message, place, hint="write one of them as a value")
                return None
            if len(self._busy) == MAX_CHAIN:
                message = f"{self._busy[0]} depends on a chain of more than {MAX_CHAIN} fields"
                place = self._written[self._busy[0]].place
                self._findings.error("PNP108", message, place, hint="write some of them as values")
                return None
            self._busy.append(name)
            self._done[name] = self._findings.attempt(self._work_out, self._written[name], name)
            self._busy.pop()
        return self._done[name]

    def wanted(self, name: str, place: Place) -> Node | None:
        """Return the field that something at `place` refers to, or None with PNP118.

        When a default refers to a field that this piece lacks, the piece is to blame, not the default.
        """
        if name not in self._written:
            also = ""
            if self._busy and self._busy[-1] not in self._own:
                also = f"{self._busy[-1]} on line {place.line} uses it"
                place = self._place
            hint = suggest(name, self._written, what="fields", also=also)
            message = f'this {self._context.what} has no field "{name}"'
            self._findings.error("PNP118", message, place, hint=hint)
        return self.get(name)

    def identity(self, node: Node | None) -> str | None:
        """Return the id with every placeholder filled, or None with PNP112, or with PNP118: in an id each must be known."""
        return self._findings.attempt(self._identity, node)

    def _identity(self, node: Node) -> str | None:
        text = text_of(node, "id")
        for match in PLACEHOLDER.finditer(text):
            field = self.wanted(match[1], node.place)
            if field is None:
                return None
            if not isinstance(field, ScalarNode):
                wanted = f"{match[0]} in an id must be one value"
                raise not_wanted(field, wanted, "use another field", place=node.place)
        name = self._fill(text, "id")
        if ID.fullmatch(name):
            return name
        plain = plain_ascii(name)
        fixed = re.sub(r"[^A-Za-z0-9_-]+", "-", plain).strip("-_")[:80] or f"name-of-the-{self._context.what}"
        message = f'"{name[:80]}" cannot be an id: letters a to z, digits, - and _ only'
        raise Problem("PNP112", message, node.place, f"write {fixed}")

    def _work_out(self, node: Node, name: str) -> Node | None:
        if name in self._variables and node is self._variables[name]:
            return node
        if isinstance(node, MapNode) and "table" in node:
            return self._look_up(node)
        if isinstance(node, MapNode) and _is_worded(node):
            field = node.get("words")
            if not isinstance(field, ScalarNode) or not isinstance(field.value, str):
                raise not_wanted(field, "words must name a field", "write {words: FIELD}", place=node.place)
            effect = self.wanted(field.text, field.place)
            if effect is None:
                return None
            said = text_node(self._context.effects.say(effect), node.place)
            claim = effect.get("claim") if isinstance(effect, MapNode) else None
            if claim is None:
                return said
            return MapNode(((Key("text", node.place), said), (Key("claim", claim.place), claim)), node.place)
        return node if self._context.marked and name in self._own else self._filled(node, name)

    def _look_up(self, reference: MapNode) -> Node | None:
        """Return what {table: bid_icons} or {table: permanents, by: pe} finds; None with PNP119 or PNP120."""
        self._findings.check_keys(reference, ("table", "by"), "a look-up")
        name = reference.get("table")
        if not isinstance(name, ScalarNode) or not isinstance(name.value, str):
            message = "table must be the name of a table"
            raise not_wanted(name, message, "write table: NAME", place=reference.place)
        tables = self._context.tables
        table = tables.get(name.text) if tables else None
        if table is None:
            hint = suggest(name.text, tables or (), what="tables")
            raise Problem("PNP119", f'there is no table "{name.text}" in this file', name.place, hint)
        keys = [(field, self.wanted(field, place)) for field, place in self._looked_up_by(reference)]
        at = f"table {name.text} is on line {table.place.line}"
        here = table
        for field, key in keys:
            if key is None:
                return None
            place = key.place if "by" in reference else reference.place
            if not isinstance(key, ScalarNode) or key.value is None:
                message = f"{field} must be one value to look up by"
                raise not_wanted(key, message, "look up by another field", place=place)
            if not isinstance(here, MapNode):
                names = ", ".join(each for each, _ in keys)
                message = f"table {name.text} has too few levels to look up by {names}"
                hint = f"{at}; name fewer fields: {{table: {name.text}, by: {keys[0][0]}}}"
                raise Problem("PNP120", message, reference.place, hint)
            row = here.get(key.text)
            if row is None:
                message = f'table {name.text} has no row "{key.text}" for {field}'
                raise Problem("PNP119", message, place, suggest(key.text, here, what="rows", also=at))
            here = row
        return here

    def _looked_up_by(self, reference: MapNode) -> list[tuple[str, Place]]:
        node = reference.get("by")
        if node is None:
            if not self._variables:
                message = "this look-up names no field"
                raise Problem("PNP105", message, reference.place, "write {table: NAME, by: FIELD}")
            return [(name, reference.place) for name in self._variables]
        items = items_of(node)
        texts = [item for item in items if isinstance(item, ScalarNode) and isinstance(item.value, str)]
        if len(texts) != len(items) or not items:
            raise not_wanted(node, "by must be a field or a list of fields", "write by: FIELD")
        return [(item.text, item.place) for item in texts]

    def _filled(self, node: Node, name: str) -> Node:
        if isinstance(node, ScalarNode):
            text = self._fill(node.text, name) if isinstance(node.value, str) else node.text
            return node if text == node.text else text_node(text, node.place)
        return with_values(node, lambda value, _: self._filled(value, name))

    def _fill(self, text: str, name: str) -> str:
        """Return the text with each {variable} and {field} filled; any other {word} is an inline icon and stays.

        Texts made of texts made of texts can grow without end: beyond MAX_TEXT it is PNP108.
        """
        if "{" not in text:
            return text
        filled, end = "", 0
        for match in PLACEHOLDER.finditer(text):
            filled += text[end : match.start()] + self._filling(match, name)
            end = match.end()
            if len(filled) > MAX_TEXT:
                message = f"the text of {name} grows beyond {MAX_TEXT:,} characters"
                place = self._written[name].place
                self._findings.error("PNP108", message, place, hint="write fewer {placeholders}")
                return ""
        return filled + text[end:]

    def _filling(self, match: re.Match[str], name: str) -> str:
        if match[1] == name or match[1] not in self._written:
            return match[0]
        node = without_claim(self.get(match[1]))
        if not isinstance(node, ScalarNode):
            return match[0]
        return "" if node.value is None else node.text


def _is_worded(node: Node) -> bool:
    return isinstance(node, MapNode) and "words" in node and len(node.entries) == 1


def _written(section: MapNode | None) -> Iterator[tuple[str, Node]]:
    for key, node in section.entries if section else ():
        if key.text != "for":
            yield key.text, node


# The texts of a component's file that players read, and the claims that they name.

WORDS = 4  # A text of fewer words is a label, not a statement.
LABELS = ("name", "title")  # Fields that hold what something is called.
IDS_HINT = "write claim: B014, or claim: [B014, A2]"


def read_citations(node: Node | None, findings: Findings) -> tuple[Citation, ...]:
    """Return the claims of `claim:`: ids in one text, separated by blanks or commas, or a list of them."""
    found: list[Citation] = []
    for item in items_of(node):
        if isinstance(item, ScalarNode) and isinstance(item.value, str):
            found += (Citation(name, item.place) for name in item.text.replace(",", " ").split())
        else:
            findings.wrong_value(item, "claim must be ids of claims", hint=IDS_HINT)
    return tuple(found)


def without_claim(node: Node | None) -> Node | None:
    """Return the text of a mapping of just `text` and `claim`; any other node as it is."""
    if isinstance(node, MapNode) and set(node) == {"text", "claim"}:
        return node.get("text")
    return node


@dataclass(frozen=True, slots=True)
class StatementReader:
    """Collects the statements in the fields of one piece, called `owner`, and takes the `claim:` keys out.

    The fields in `worded` are said by pnp, out of an effect.
    """

    owner: str
    findings: Findings
    worded: Collection[str] = ()
    found: list[Statement] = dataclasses.field(default_factory=list)

    def field(self, node: Node, name: str, claims: tuple[Citation, ...]) -> Node:
        """Return a field as the template sees it; `claims` are those of what it stands in."""
        if isinstance(node, ScalarNode):
            is_statement = isinstance(node.value, str) and name.rpartition(".")[2] not in LABELS
            if is_statement and len(node.text.split()) >= WORDS:
                self._note(node, name, claims)
            return node
        is_map = isinstance(node, MapNode)
        if isinstance(node, MapNode):
            claims = read_citations(node.get("claim"), self.findings) or claims
            text = without_claim(node)
            if text is not node and isinstance(text, ScalarNode):
                self._note(text, name, claims)
                return text

        def inner(value: Node, key: str) -> Node | None:
            return None if is_map and key == "claim" else self.field(value, f"{name}.{key}", claims)

        return with_values(node, inner)

    def _note(self, node: ScalarNode, name: str, claims: tuple[Citation, ...]) -> None:
        written = "" if name in self.worded else node.text
        self.found.append(Statement(node.text, f"{self.owner} {name}", node.place, claims, written))
