"""The texts of a component's file that players read, and the claims that they name.

`{text: "Draw a card.", claim: B014}` is a text and the claim it states; `claim:` in a mapping, in a piece or in the
defaults covers all texts in it that name none of their own.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from pnp.load.nodes import Findings, ListNode, MapNode, Node, ScalarNode
from pnp.model.game import Citation, Statement

WORDS = 4
"""A text of fewer words is a label, not a statement."""

LABELS = ("name", "title")
"""Fields that hold what something is called."""

IDS_HINT = "write claim: B014, or claim: [B014, A2]"


def read_citations(node: Node | None, findings: Findings) -> tuple[Citation, ...]:
    """Return the claims of `claim:`: ids in one text, separated by blanks or commas, or a list of them."""
    found: list[Citation] = []
    for item in node.items if isinstance(node, ListNode) else (node,) if node else ():
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
    found: list[Statement] = field(default_factory=list)

    def field(self, node: Node, name: str, claims: tuple[Citation, ...]) -> Node:
        """Return a field as the template sees it; `claims` are those of what it stands in."""
        if isinstance(node, ListNode):
            items = tuple(
                self.field(item, f"{name}.{number}", claims) for number, item in enumerate(node.items, 1)
            )
            same = all(new is old for new, old in zip(items, node.items, strict=True))
            return node if same else ListNode(items, node.place)
        if not isinstance(node, MapNode):
            is_statement = isinstance(node.value, str) and name.rpartition(".")[2] not in LABELS
            if is_statement and len(node.text.split()) >= WORDS:
                self.note(node, name, claims)
            return node
        claims = read_citations(node.get("claim"), self.findings) or claims
        text = without_claim(node)
        if text is not node and isinstance(text, ScalarNode):
            self.note(text, name, claims)
            return text
        entries = tuple(
            (key, self.field(value, f"{name}.{key.text}", claims))
            for key, value in node.entries
            if key.text != "claim"
        )
        same = len(entries) == len(node.entries) and all(node.get(key.text) is new for key, new in entries)
        return node if same else MapNode(entries, node.place)

    def note(self, node: ScalarNode, name: str, claims: tuple[Citation, ...]) -> None:
        """Add a statement."""
        written = "" if name in self.worded else node.text
        self.found.append(Statement(node.text, f"{self.owner} {name}", node.place, claims, written))
