"""How templates become Python code: what Jinja generates, with loops and texts counted, and values written by one call."""

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer

COUNTED = "counted"
"""The filter that every loop's items go through."""


class CountingTransformer(NodeTransformer):
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
