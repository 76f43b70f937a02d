"""Lines of converted faces that are too thin for a press, drawn as wide as it can: icons that were made smaller have them."""

import math
import re
from dataclasses import dataclass, field, replace

from pikepdf import Dictionary, Name, Object, Stream

from pnp.text import decimal

THINNEST_PT = 0.25

_TOKENS = re.compile(rb"\((?:\\.|[^\\()])*\)|(?:cm|w|Do|q|Q)(?![\w*])", re.DOTALL)
"""Operators that matter; strings too, in which nothing is an operator."""

_PART_OF_A_NAME = re.compile(rb"[\w/.+-]")

LONGEST_OPERANDS = 150
"""Bytes: a matrix of six numbers."""


@dataclass(slots=True)
class _Width:
    """The width of lines in units of the content, as it is meant and as it is written, and how large a unit is in pt."""

    meant: float = 1.0
    written: float = 1.0
    unit: float = 1.0

    def widened(self) -> float | None:
        """Return the width to be written now, None where the one that was written will do."""
        wanted = max(self.meant, THINNEST_PT / self.unit) if self.unit else self.meant
        if wanted == self.written:
            return None
        self.written = wanted
        return wanted


@dataclass(slots=True)
class _Widening:
    """The content of a form as its lines are widened; `shown` are the forms in it, and the size of their unit."""

    now: _Width
    saved: list[_Width] = field(default_factory=list)
    shown: dict[bytes, float] = field(default_factory=dict)

    def __call__(self, token: re.Match[bytes]) -> bytes:
        """Return what is written instead of a token: the same, and with it the width that it needs."""
        operator, start = token[0], token.start()
        if _PART_OF_A_NAME.match(token.string, max(0, start - 1), start):
            return operator
        if operator == b"q":
            self.saved.append(replace(self.now))
        elif operator == b"Q" and self.saved:
            self.now = self.saved.pop()
        elif operator in (b"cm", b"w", b"Do"):
            operands = token.string[max(0, start - LONGEST_OPERANDS) : start].split()
            self._note(operator, operands)
            if operator != b"Do" and (width := self.now.widened()) is not None:
                return operator + f" {decimal(width)} w ".encode()
        return operator

    def _note(self, operator: bytes, operands: list[bytes]) -> None:
        if operator == b"Do":
            self.shown.setdefault(operands[-1].rpartition(b"/")[2], self.now.unit)
        elif operator == b"w":
            self.now.meant = self.now.written = _number(operands[-1])
        else:
            a, b, c, d = (_number(each) for each in operands[-6:-2])
            self.now.unit *= math.sqrt(abs(a * d - b * c))


def _number(operand: bytes) -> float:
    """Return the number that an operand ends with, for another may stand before it without a space: "]0"."""
    found = re.search(rb"[-+.\d]+$", operand)
    return float(found[0]) if found else 0.0


def widen_hairlines(stream: Object, unit: float = 1.0) -> None:
    """Widen the lines of a form, and of those within it, that are thinner than THINNEST_PT where a unit is `unit` pt."""
    a, b, c, d, *_ = (float(each) for each in stream.get(Name.Matrix, (1, 0, 0, 1, 0, 0)))
    widening = _Widening(_Width(unit=unit * math.sqrt(abs(a * d - b * c))))
    content = stream.read_bytes()
    wider = _TOKENS.sub(widening, content)
    if wider != content:
        stream.write(wider)
    within = stream.get(Name.Resources, Dictionary()).get(Name.XObject, Dictionary())
    for name, inner_unit in widening.shown.items():
        inner = within.get(f"/{name.decode()}")
        if isinstance(inner, Stream) and inner.get(Name.Subtype) == Name.Form:
            widen_hairlines(inner, inner_unit)
