"""The sentences of rules.yaml, their references replaced by what they come to, their icons known to exist."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.load.fields import want_text
from pnp.load.findings import Findings
from pnp.load.near import suggest
from pnp.load.rules.references import REFERENCE, Scope, evaluate
from pnp.load.rules.selections import Dangling
from pnp.load.yaml.nodes import ListNode, Node, ScalarNode
from pnp.model.diagnostics import Place
from pnp.model.game import Game
from pnp.model.rules import Parameter
from pnp.model.value import Value

_ICON = re.compile(r"(?<!\\)\{([A-Za-z][A-Za-z0-9_-]*)\}")
_OPEN = re.compile(r"\[\[")


@dataclass(frozen=True, slots=True)
class Scribe:
    """Writes the sentences of one game; `lines` is the text of the file, to point at the very reference."""

    game: Game
    params: Mapping[str, Parameter]
    icons: frozenset[str]
    lines: Sequence[str]
    findings: Findings

    def text(
        self,
        node: Node | None,
        what: str,
        *,
        this: Mapping[str, Value] | None = None,
        players: int | None = None,
    ) -> str:
        """Return the sentence, "" when it is none (with a finding)."""
        written = want_text(node, what, self.findings)
        if node is None or written is None:
            return ""
        scope = Scope(self.game, self.params, this, players)

        def replaced(match: re.Match[str]) -> str:
            try:
                return evaluate(match[1], scope)
            except Dangling as error:
                self.findings.error(error.code, str(error), self._place(node, match[0]), hint=error.hint)
                return ""

        said = REFERENCE.sub(replaced, written)
        opened = _OPEN.search(REFERENCE.sub("", written))
        if opened:
            message = "a reference is opened with [[ and not closed"
            self.findings.error("PNP170", message, self._place(node, "[["), hint="write ]] behind it")
        for icon in _ICON.finditer(written):
            if icon[1] not in self.icons:
                near = suggest(icon[1], self.icons, what="icons")
                message = f'there is no icon "{icon[1]}"'
                self.findings.error("PNP175", message, self._place(node, icon[0]), hint=near)
        return " ".join(said.split())

    def texts(
        self, node: Node | None, what: str, *, this: Mapping[str, Value] | None = None
    ) -> tuple[str, ...]:
        """Return the sentences of a list, or of one text."""
        if node is None:
            return ()
        items = node.items if isinstance(node, ListNode) else (node,)
        return tuple(filter(None, (self.text(item, what, this=this) for item in items)))

    def _place(self, node: Node, words: str) -> Place:
        """Return where `words` stand in the text that begins at `node`."""
        if not isinstance(node, ScalarNode):
            return node.place
        start = node.place
        for number, line in enumerate(self.lines[start.line - 1 :], start.line):
            at = line.find(words, start.column - 1 if number == start.line else 0)
            if at >= 0:
                return Place(start.file, number, at + 1, len(words))
        return start  # it is broken across two lines
