"""The room a template runs in: it can compute and draw, but not reach out, nor loop or multiply without end.

A template may come from a stranger, like any picture. The bounds stop accidents and the obvious bombs.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from jinja2 import FileSystemLoader, Undefined, select_autoescape
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.render import palette
from pnp.render.numbers import mm
from pnp.render.record import Missing

MAX_TEXT = 1_000_000  # letters that one multiplication may make
MAX_POWER = 1_000
MAX_STEPS = 20_000  # numbers that range() hands out in one drawing
MAX_SVG = 400_000_000  # letters in one drawing, the pixels of its pictures included


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja without chance, without Python's insides, and with bounds on what can grow."""

    intercepted_binops = frozenset(("*", "**"))

    def __init__(self, folders: Sequence[Path]) -> None:
        super().__init__(
            loader=FileSystemLoader(folders),
            undefined=Missing,
            autoescape=select_autoescape(enabled_extensions=("svg", "j2"), default=True),
            finalize=printed,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            auto_reload=False,
        )
        self.steps_left = MAX_STEPS
        self.globals["range"] = self.limited_range
        # The same input gives the same bytes: nothing that rolls dice.
        self.globals.pop("lipsum")
        self.filters.pop("random")
        self.filters |= {
            "mm": mm,
            "mix": palette.mix,
            "lighten": palette.lighten,
            "darken": palette.darken,
            "ink": palette.ink,
        }

    def drawing(self, name: str, values: Mapping[str, object]) -> str:
        """Return what the template makes of `values`; raises whatever it runs into."""
        self.steps_left = MAX_STEPS
        parts: list[str] = []
        length = 0
        for part in self.get_template(name).generate(values):
            parts.append(part)
            length += len(part)
            if length > MAX_SVG:
                raise SecurityError("the drawing is too long")
        return "".join(parts)

    def limited_range(self, *args: int) -> range:
        """Return a range, as long as one drawing's loops stay within MAX_STEPS in all."""
        wanted = range(*args)
        self.steps_left -= len(wanted)
        if self.steps_left < 0:
            raise SecurityError(f"its loops take more than {MAX_STEPS} steps")
        return wanted

    def call_binop(self, context: object, operator: str, left: object, right: object) -> object:
        """Multiply and raise to powers, as far as numbers and texts stay of a sane size."""
        if operator == "**" and max(abs(_as_number(left)), abs(_as_number(right))) > MAX_POWER:
            raise SecurityError("the power is too large")
        if operator == "*":
            for many, times in ((left, right), (right, left)):
                if isinstance(many, Sequence) and len(many) * _as_number(times) > MAX_TEXT:
                    raise SecurityError("the repeated text is too long")
        return super().call_binop(context, operator, left, right)  # type: ignore[arg-type]


def printed(value: object) -> object:
    """Return what {{ value }} writes: nothing for an empty field, numbers as SVG has them."""
    if value is None:
        return ""
    if isinstance(value, float):
        return mm(value)
    if callable(value) and not isinstance(value, Undefined):
        raise TypeError("this is a function: call it with its values in brackets")
    return value


def _as_number(value: object) -> float:
    return value if isinstance(value, int | float) else 0
