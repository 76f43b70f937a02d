"""Templates rewritten as they are read, so that the loops and joined texts in them are counted."""

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

COUNTED = "counted"
"""The filter that every loop's items go through."""


class Metered(NodeTransformer):
    """Send what `for` goes through to the filter `counted`, and what `~` joins to the filter `join`."""

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802 - jinja2 calls it so
        """Count the turns of a loop."""
        self.generic_visit(node)
        node.iter = nodes.Filter(node.iter, COUNTED, [], [], None, None, lineno=node.iter.lineno)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Filter:  # noqa: N802
        """Count the letters of a text made of others."""
        self.generic_visit(node)
        parts = nodes.List(node.nodes, lineno=node.lineno)
        return nodes.Filter(parts, "join", [], [], None, None, lineno=node.lineno)
