"""Say in plain words what is wrong with text that is not YAML.

PyYAML's two parsers word the same fault differently, so most of the judgement here looks at the text itself.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pnp.model.diagnostics import Diagnostic, Place

_NEEDS_QUOTES = "@`%&*!|>"
_CLOSING = {"[": "]", "{": "}"}

_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_BARE_COLOUR = re.compile(r"[{\[][^#]*\s(#[0-9a-fA-F]{3,6})\b.*[\]}]")
_LONG = 1_000
"""Letters of a line too long to have been typed by hand."""

_Spot = tuple[int, int]
_Verdict = tuple[_Spot, str, str]
"""Where the fault is, what it is, and what to write instead."""


@dataclass(frozen=True, slots=True)
class _Fault:
    """Where the parser gave up, and where what it was reading began; lines and columns count from 0."""

    problem: str
    context: str
    spot: _Spot
    opened: _Spot | None
    lines: list[str]

    def text_at(self, spot: _Spot) -> str:
        """Return the line from that spot on."""
        return self.lines[spot[0]][spot[1] :] if spot[0] < len(self.lines) else ""

    @property
    def before(self) -> str:
        """The line up to where the parser gave up."""
        line, column = self.spot
        return self.lines[line][:column] if line < len(self.lines) else ""


def explain(error: Any, text: str, file: str) -> Diagnostic:
    """Return the diagnostic for a yaml.YAMLError: PNP102 for tabs, else PNP101."""
    mark, opened = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    fault = _Fault(
        problem=str(getattr(error, "problem", "") or ""),
        context=str(getattr(error, "context", "") or ""),
        spot=(mark.line, mark.column) if mark else (0, 0),
        opened=(opened.line, opened.column) if opened else None,
        lines=text.split("\n"),
    )
    tab = _tab(fault)
    hint = "look at this line and the one above; quotes often help"
    unknown = (fault.spot, f"this is not YAML ({fault.problem})", hint)
    spot, message, hint = tab or next(_verdicts(fault), unknown)
    return Diagnostic("PNP102" if tab else "PNP101", message, _place(spot, fault.lines, file), hint)


def _place(spot: _Spot, lines: list[str], file: str) -> Place:
    """Return the place of a spot; of one past the end, the end of the last line."""
    line, column = spot
    if line >= len(lines):
        line, column = len(lines) - 1, len(lines[-1])
    return Place(file, line + 1, column + 1)


def _tab(fault: _Fault) -> _Verdict | None:
    """Judge a tab in the indentation, or where the parser tripped over one."""
    line, column = fault.spot
    written = fault.text_at((line, 0))
    indent = written[: len(written) - len(written.lstrip())]
    if "\t" in indent:
        column = indent.index("\t")
    elif written[column : column + 1] != "\t":
        return None
    hint = "YAML wants spaces: put two for each step, and let the editor replace tabs"
    return (line, column), "there is a tab in the indentation", hint


def _verdicts(fault: _Fault) -> Iterator[_Verdict]:
    """Yield what may be wrong, the likeliest first."""
    yield from _bare_colours(fault)
    yield from _quotes_and_brackets(fault)
    rest, (line, _) = fault.text_at(fault.spot), fault.spot
    if "mapping values" in fault.problem:
        if ": " in fault.before:
            yield fault.spot, 'a second ": " on one line', 'put the text in quotes: key: "a: b"'
        hint = "indent the keys of one mapping equally"
        yield fault.spot, "this key does not line up with the others", hint
    if "could not find expected ':'" in fault.problem:
        hint = 'write "key: value", with a space after the colon'
        yield fault.opened or fault.spot, "there is no colon and space after this key", hint
    if rest and rest[0] in _CLOSING.values():
        yield fault.spot, f"this {rest[0]} closes nothing", "delete it, or open it before"
    if "sequence entries are not allowed" in fault.problem:
        hint = "put the - on a line of its own, indented"
        yield fault.spot, "a list cannot begin on the line of its key", hint
    if not rest.strip() and not any(below.strip() for below in fault.lines[line + 1 :]):
        yield fault.spot, "the file ends in the middle of something", "close the last bracket or quote"
    if rest.strip() and not fault.before.strip():
        hint = "give the keys of one mapping, and the - of one list, the same indentation"
        yield fault.spot, "this line is not indented like the ones it belongs to", hint


def _bare_colours(fault: _Fault) -> Iterator[_Verdict]:
    """Yield the colours without quotes inside brackets: the rest of such a line, the closing bracket too, is a comment."""
    for number, line in enumerate(fault.lines[: fault.spot[0] + 1]):
        bare = _QUOTED.sub(lambda quoted: "." * len(quoted[0]), line[:_LONG])
        if found := _BARE_COLOUR.search(bare):
            hint = f'put the colour into quotes: "{found[1]}"'
            yield (number, found.start(1)), "from this # on the line is a comment", hint


def _quotes_and_brackets(fault: _Fault) -> Iterator[_Verdict]:
    """Yield what opens and does not close, and a text that needs quotes or goes on after its own."""
    sign = fault.text_at(fault.opened)[:1] if fault.opened else ""
    if fault.opened and sign in ("'", '"') and "end of stream" in fault.problem:
        yield fault.opened, f"the quote {sign} that opens here is never closed", f"close it with {sign}"
    if sign == '"' and "escape" in fault.problem:
        message = 'a \\ inside "..." begins a special character, and this is none'
        yield fault.spot, message, "write \\\\ for one \\"
    if fault.opened and sign in _CLOSING and "flow" in fault.context:
        hint = f"put a comma between the items and {_CLOSING[sign]} at the end"
        yield fault.opened, f"the {sign} that opens here is not closed properly", hint
    rest = fault.text_at(fault.spot)
    if rest and rest[0] in _NEEDS_QUOTES:
        quoted = rest.strip()[:30].replace('"', "'")
        yield fault.spot, f"a text cannot begin with {rest[0]}", f'put it in quotes: "{quoted}"'
    if rest and fault.before.rstrip().endswith(("'", '"')):
        hint = 'put the whole text in "...", and use \' inside it'
        yield fault.spot, "the quoted text ends before this", hint
