"""The fields of one piece: its own, its variables', the defaults; looked up, worded, and with {placeholders} filled.

A field may be made from another (`by: pe`, `{words: permanent}`, "{name}"), so each is worked out when it is asked for.
"""

import re
from collections.abc import Iterator

from pnp.load.findings import Findings
from pnp.load.near import suggest
from pnp.load.pieces.ranges import Variables
from pnp.load.pieces.tables import look_up
from pnp.load.pieces.wording import Speaker
from pnp.load.yaml.nodes import MAX_TEXT, ListNode, MapNode, Node, ScalarNode, described, text_node
from pnp.model.diagnostics import Place

MAX_CHAIN = 8
"""Fields made from fields made from fields: a look-up, its words and a text that quotes them are three."""

PLACEHOLDER = re.compile(r"\{([A-Za-z][A-Za-z0-9_]*)\}")


class PieceFields:
    """The fields of one piece, by name. What cannot be worked out is reported once and is None."""

    def __init__(
        self,
        own: MapNode,
        *,
        defaults: MapNode | None,
        variables: Variables,
        tables: MapNode | None,
        speaker: Speaker,
        findings: Findings,
        what: str = "piece",
    ) -> None:
        self._what = what
        self._own = dict(written_in(own))
        self._place = own.place
        shared = dict(written_in(defaults))
        self._written: dict[str, Node] = shared | dict(variables) | self._own
        self._variables = variables
        self._tables = tables
        self._speaker = speaker
        self._findings = findings
        self._done: dict[str, Node | None] = {}
        self._busy: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return iter(self._written)

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables of `for`, in their order."""
        return tuple(self._variables)

    def __contains__(self, name: str) -> bool:
        return name in self._written

    def get(self, name: str) -> Node | None:
        """Return the worked-out field, or None when there is none or it could not be worked out."""
        if name not in self._written:
            return None
        if name not in self._done:
            if name in self._busy:
                ring = " -> ".join([*self._busy[self._busy.index(name) :], name])
                place = self._written[name].place
                self._findings.error(
                    "PNP118", f"{name} is made from itself: {ring}", place, hint="write one of them out"
                )
                return None
            if len(self._busy) == MAX_CHAIN:
                message = f"{self._busy[0]} is made from a chain of more than {MAX_CHAIN} fields"
                place = self._written[self._busy[0]].place
                self._findings.error("PNP108", message, place, hint="write some of them out")
                return None
            self._busy.append(name)
            self._done[name] = self._work_out(name, self._written[name])
            self._busy.pop()
        return self._done[name]

    def wanted(self, name: str, place: Place) -> Node | None:
        """Return the field that something at `place` refers to, or None with PNP118.

        When a default refers to a field that this piece lacks, the piece is to blame, not the default.
        """
        if name not in self._written:
            also = ""
            if self._busy and self._busy[-1] not in self._own:
                also = f"{self._busy[-1]} on line {place.line} is made from it"
                place = self._place
            hint = suggest(name, self._written, what="fields", also=also)
            self._findings.error("PNP118", f'this {self._what} has no field "{name}"', place, hint=hint)
        return self.get(name)

    def identity(self, node: ScalarNode) -> str | None:
        """Return the id with every placeholder filled, or None with PNP118: in an id each must be known."""
        for match in PLACEHOLDER.finditer(node.text):
            field = self.wanted(match[1], node.place)
            if not isinstance(field, ScalarNode):
                if field is not None:
                    message = f"{match[0]} in an id must be one value, got {described(field)}"
                    self._findings.error("PNP104", message, node.place, hint="use another field")
                return None
        return self._fill(node.text, "id")

    def _work_out(self, name: str, node: Node) -> Node | None:
        if name in self._variables and node is self._variables[name]:
            return node
        if isinstance(node, MapNode) and "table" in node:
            return look_up(
                node, tables=self._tables, variables=self.variables, get=self.wanted, findings=self._findings
            )
        if isinstance(node, MapNode) and "words" in node and len(node.entries) == 1:
            return self._words(node)
        return self._filled(node, name)

    def _words(self, node: MapNode) -> Node | None:
        field = node.get("words")
        if not isinstance(field, ScalarNode) or not isinstance(field.value, str):
            got = described(field) if field else "nothing"
            self._findings.error(
                "PNP104", f"words must name a field, got {got}", node.place, hint="write {words: FIELD}"
            )
            return None
        effect = self.wanted(field.text, field.place)
        return None if effect is None else text_node(self._speaker.say(effect), node.place)

    def _filled(self, node: Node, name: str) -> Node:
        """Return the node with the placeholders in its texts filled; the node itself when there are none."""
        match node:
            case ScalarNode(value=str()):
                text = self._fill(node.text, name)
                return node if text == node.text else text_node(text, node.place)
            case ListNode():
                items = tuple(self._filled(item, name) for item in node.items)
                same = all(new is old for new, old in zip(items, node.items, strict=True))
                return node if same else ListNode(items, node.place)
            case MapNode():
                entries = tuple((key, self._filled(value, name)) for key, value in node.entries)
                same = all(new is old for (_, new), (_, old) in zip(entries, node.entries, strict=True))
                return node if same else MapNode(entries, node.place)
            case _:
                return node

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
                self._findings.error(
                    "PNP108", message, self._written[name].place, hint="write fewer {placeholders}"
                )
                return ""
        return filled + text[end:]

    def _filling(self, match: re.Match[str], name: str) -> str:
        """Return what stands in for one placeholder in the text of the field `name`."""
        if match[1] == name or match[1] not in self._written:
            return match[0]
        node = self.get(match[1])
        if not isinstance(node, ScalarNode):
            return match[0]
        return "" if node.value is None else node.text


def written_in(section: MapNode | None) -> Iterator[tuple[str, Node]]:
    """Yield the fields written in a section, `for` left out."""
    for key, node in section.entries if section else ():
        if key.text != "for":
            yield key.text, node
