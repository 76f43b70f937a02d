"""Say in plain words what is wrong with text that is not YAML.

PyYAML's two parsers word the same fault differently, so most of the judgement here looks at the text itself.
"""

import re
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
_Verdict = tuple[_Spot, str, str] | None


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
    for code, judge in _JUDGES:
        verdict = judge(fault)
        if verdict:
            spot, message, hint = verdict
            return Diagnostic(code, message, _place(spot, fault.lines, file), hint)
    hint = "look at this line and the one above; quotes often help"
    return Diagnostic(
        "PNP101", f"this is not YAML ({fault.problem})", _place(fault.spot, fault.lines, file), hint
    )


def _place(spot: _Spot, lines: list[str], file: str) -> Place:
    """Return the place of a spot; of one past the end, the end of the last line."""
    line, column = spot
    if line >= len(lines):
        line, column = len(lines) - 1, len(lines[-1])
    return Place(file, line + 1, column + 1)


def _tab(fault: _Fault) -> _Verdict:
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


def _unclosed(fault: _Fault) -> _Verdict:
    """Judge a quote or bracket that is opened and never closed, and a bad escape inside quotes."""
    if fault.opened is None:
        return None
    sign = fault.text_at(fault.opened)[:1]
    if sign in ("'", '"') and "end of stream" in fault.problem:
        return fault.opened, f"the quote {sign} that opens here is never closed", f"close it with {sign}"
    if sign == '"' and "escape" in fault.problem:
        return (
            fault.spot,
            'a \\ inside "..." begins a special character, and this is none',
            "write \\\\ for one \\",
        )
    if sign in _CLOSING and "flow" in fault.context:
        hint = f"put a comma between the items and {_CLOSING[sign]} at the end"
        return fault.opened, f"the {sign} that opens here is not closed properly", hint
    return None


def _quotes_needed(fault: _Fault) -> _Verdict:
    """Judge a text that begins with a sign that YAML keeps for itself, or goes on after its closing quote."""
    rest = fault.text_at(fault.spot)
    if rest and rest[0] in _NEEDS_QUOTES:
        quoted = rest.strip()[:30].replace('"', "'")
        return fault.spot, f"a text cannot begin with {rest[0]}", f'put it in quotes: "{quoted}"'
    if rest and fault.before.rstrip().endswith(("'", '"')):
        return (
            fault.spot,
            "the quoted text ends before this",
            'put the whole text in "...", and use \' inside it',
        )
    return None


def _colon(fault: _Fault) -> _Verdict:
    """Judge a colon too many, or one too few."""
    if "mapping values" in fault.problem:
        if ": " in fault.before:
            return fault.spot, 'a second ": " on one line', 'put the text in quotes: key: "a: b"'
        hint = "indent the keys of one mapping equally"
        return fault.spot, "this key does not line up with the others", hint
    if "could not find expected ':'" in fault.problem:
        hint = 'write "key: value", with a space after the colon'
        return fault.opened or fault.spot, "there is no colon and space after this key", hint
    return None


def _closed_twice(fault: _Fault) -> _Verdict:
    """Judge a bracket that closes nothing."""
    sign = fault.text_at(fault.spot)[:1]
    if sign and sign in _CLOSING.values():
        return fault.spot, f"this {sign} closes nothing", "delete it, or open it before"
    return None


def _bare_colour(fault: _Fault) -> _Verdict:
    """Judge a colour without quotes inside brackets: the rest of its line, with the bracket's end, is a comment."""
    for number, line in enumerate(fault.lines[: fault.spot[0] + 1]):
        bare = _QUOTED.sub(lambda quoted: "." * len(quoted[0]), line[:_LONG])
        found = _BARE_COLOUR.search(bare)
        if found:
            hint = f'put the colour into quotes: "{found[1]}"'
            return (number, found.start(1)), "from this # on the line is a comment", hint
    return None


def _unfinished(fault: _Fault) -> _Verdict:
    """Judge a file that stops too early."""
    line, _ = fault.spot
    if fault.text_at(fault.spot).strip() or any(rest.strip() for rest in fault.lines[line + 1 :]):
        return None
    return fault.spot, "the file ends in the middle of something", "close the last bracket or quote"


def _list_after_key(fault: _Fault) -> _Verdict:
    """Judge a list that begins on the line of its key."""
    if "sequence entries are not allowed" in fault.problem:
        hint = "put the - on a line of its own, indented"
        return fault.spot, "a list cannot begin on the line of its key", hint
    return None


def _indentation(fault: _Fault) -> _Verdict:
    """Judge a line at the wrong depth."""
    if fault.before.strip() or not fault.text_at(fault.spot).strip():
        return None
    hint = "give the keys of one mapping, and the - of one list, the same indentation"
    return fault.spot, "this line is not indented like the ones it belongs to", hint


_JUDGES = (
    ("PNP102", _tab),
    ("PNP101", _bare_colour),
    ("PNP101", _unclosed),
    ("PNP101", _quotes_needed),
    ("PNP101", _colon),
    ("PNP101", _closed_twice),
    ("PNP101", _list_after_key),
    ("PNP101", _unfinished),
    ("PNP101", _indentation),
)
