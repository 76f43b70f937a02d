"""Say in plain words what is wrong with text that is not YAML.

PyYAML's two parsers word the same fault differently, so most of the judgement here looks at the text itself.
"""

from typing import Any

from pnp.model.diagnostics import Diagnostic, Place

_NEEDS_QUOTES = "@`%&*!|>"
_CLOSING = {"[": "]", "{": "}"}


def explain(error: Any, text: str, file: str) -> Diagnostic:
    """Return the diagnostic for a yaml.YAMLError: PNP102 for tabs, else PNP101."""
    lines = text.split("\n")
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line, column = (mark.line, mark.column) if mark else (0, 0)
    tab = _tab_at(lines, line, column)
    if tab is not None:
        return Diagnostic(
            "PNP102",
            "there is a tab in the indentation",
            Place(file, line + 1, tab + 1),
            "YAML wants spaces: put two for each step, and let the editor replace tabs",
        )
    for judge in (_unclosed, _quotes_needed, _colon, _list_after_key):
        verdict = judge(error, lines, line, column)
        if verdict:
            (at_line, at_column), message, hint = verdict
            return Diagnostic("PNP101", message, Place(file, at_line + 1, at_column + 1), hint)
    return Diagnostic("PNP101", *_indentation(error, lines, file, line, column))


_Verdict = tuple[tuple[int, int], str, str] | None


def _tab_at(lines: list[str], line: int, column: int) -> int | None:
    """Return the column of the tab that the parser tripped over, if that is what happened."""
    written = lines[line] if line < len(lines) else ""
    indent = written[: len(written) - len(written.lstrip())]
    if "\t" in indent:
        return indent.index("\t")
    return column if written[column : column + 1] == "\t" else None


def _unclosed(error: Any, lines: list[str], line: int, column: int) -> _Verdict:
    """Judge a quote or bracket that is opened and never closed."""
    opened = getattr(error, "context_mark", None)
    context = str(getattr(error, "context", "") or "")
    if opened is None:
        return None
    at = (opened.line, opened.column)
    sign = lines[opened.line][opened.column : opened.column + 1] if opened.line < len(lines) else ""
    if sign in ("'", '"') and "end of stream" in str(getattr(error, "problem", "")):
        return at, f"the quote {sign} that opens here is never closed", f"close it with {sign}"
    if sign == '"' and "escape" in str(getattr(error, "problem", "")):
        return (
            (line, column),
            'a \\ inside "..." begins a special character, and this is none',
            "write \\\\ for one \\",
        )
    if sign in _CLOSING and "flow" in context:
        close = _CLOSING[sign]
        return (
            at,
            f"the {sign} that opens here is not closed properly",
            f"put a comma between the items and {close} at the end",
        )
    return None


def _quotes_needed(error: Any, lines: list[str], line: int, column: int) -> _Verdict:
    """Judge a text that begins with a sign that YAML keeps for itself, or goes on after its closing quote."""
    written = lines[line] if line < len(lines) else ""
    sign = written[column : column + 1]
    if sign and sign in _NEEDS_QUOTES:
        rest = written[column:].strip()[:30].replace('"', "'")
        return (line, column), f"a text cannot begin with {sign}", f'put it in quotes: "{rest}"'
    before = written[:column].rstrip()
    if sign and before.endswith(("'", '"')):
        return (
            (line, column),
            "the quoted text ends before this",
            'put the whole text in "...", and use \' inside it',
        )
    return None


def _colon(error: Any, lines: list[str], line: int, column: int) -> _Verdict:
    """Judge a colon too many, or one too few."""
    problem = str(getattr(error, "problem", ""))
    if "mapping values" in problem:
        written = lines[line] if line < len(lines) else ""
        if ": " in written[:column]:
            return (line, column), 'a second ": " on one line', 'put the text in quotes: key: "a: b"'
        return (
            (line, column),
            "this key does not line up with the others",
            "indent the keys of one mapping equally",
        )
    if "could not find expected ':'" in problem:
        at = getattr(error, "context_mark", None)
        spot = (at.line, at.column) if at else (line, column)
        return (
            spot,
            "there is no colon and space after this key",
            'write "key: value", with a space after the colon',
        )
    return None


def _list_after_key(error: Any, lines: list[str], line: int, column: int) -> _Verdict:
    """Judge a list that begins on the line of its key."""
    if "sequence entries are not allowed" in str(getattr(error, "problem", "")):
        return (
            (line, column),
            "a list cannot begin on the line of its key",
            "put the - on a line of its own, indented",
        )
    return None


def _indentation(error: Any, lines: list[str], file: str, line: int, column: int) -> tuple[str, Place, str]:
    """Return message, place and hint for everything else: nearly always a line at the wrong depth."""
    problem = str(getattr(error, "problem", "") or "")
    written = lines[line] if line < len(lines) else ""
    place = Place(file, min(line, len(lines) - 1) + 1, column + 1)
    if not written[:column].strip() and written.strip():
        return (
            "this line is not indented like the ones it belongs to",
            place,
            "give the keys of one mapping, and the - of one list, the same indentation",
        )
    return (
        f"this is not YAML ({problem or 'unreadable'})",
        place,
        "look at this line and the one above; quotes often help",
    )
