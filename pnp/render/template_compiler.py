"""How templates become Python code: what Jinja generates, with loops and texts counted, and values written by one call."""

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer

COUNTED = "counted"
"""The filter that every loop's items go through."""

WEIGHED = "weighed"
"""The filter that values go through which are compared, looked for, cut, or are the keys of a mapping."""


class CountingTransformer(NodeTransformer):
    """Send what `for` goes through to the filter `counted`, what `~` joins to `join`, what is compared to `weighed`."""

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

    def visit_Compare(self, node: nodes.Compare) -> nodes.Compare:  # noqa: N802
        """Pay for comparing, and for looking for something in a list."""
        self.generic_visit(node)
        node.expr = _weighed(node.expr)
        for each in node.ops:
            each.expr = _weighed(each.expr)
        return node

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Getitem:  # noqa: N802
        """Pay for the part of a list or a text."""
        self.generic_visit(node)
        if isinstance(node.arg, nodes.Slice):
            node.node = _weighed(node.node)
        return node

    def visit_Pair(self, node: nodes.Pair) -> nodes.Pair:  # noqa: N802
        """Pay for a key of a mapping, which Python looks through."""
        self.generic_visit(node)
        node.key = _weighed(node.key)
        return node


def _weighed(node: nodes.Expr) -> nodes.Expr:
    if isinstance(node, nodes.Const):
        return node
    return nodes.Filter(node, WEIGHED, [], [], None, None, lineno=node.lineno)


class WritingGenerator(CodeGenerator):
    """Generates one call of `environment.written` for each {{ value }}, where Jinja has `escape` and `finalize`."""

    def write_commons(self) -> None:
        """Look the function up once for each block."""
        self.writeline("written = environment.written")
        super().write_commons()

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if _is_escaped(frame):
            self.write("written(")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if _is_escaped(frame):
            self.write(")")
        else:
            super()._output_child_post(node, frame, finalize)


def _is_escaped(frame: Frame) -> bool:
    return frame.eval_ctx.autoescape and not frame.eval_ctx.volatile
