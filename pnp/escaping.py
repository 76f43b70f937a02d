"""Text from a game escaped for each medium, with one function for each, so that it is shown and never executed.

`visible` and `in_a_line` are for the terminal, `visible_words` is for pages and tables, which escape more after that; `json_text`, `yaml_text`, `table_text`,
`css_string` and `workflow_command` are for files and programs that have rules of their own.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any
from unicodedata import bidirectional

if TYPE_CHECKING:
    from jinja2 import Environment

_ALWAYS = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # what moves a cursor or colours letters
    "\u2028\u2029"  # ends of lines that few programs know
    "\u202a-\u202e\u2066-\u206f"  # what turns the direction of reading
    "\u034f\u115f\u1160\u180e\u2061-\u2064\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"  # what nobody sees
    "\ud800-\udfff\U000e0000-\U000e00ff"  # halves of letters, and letters for programs alone
)
_BESIDE_SOME = "\u00ad\u061c\u200b-\u200f\u2060"
_HIDDEN = re.compile(f"[{_ALWAYS}{_BESIDE_SOME}]")
_IN_A_LINE = re.compile(f"[\t\n{_ALWAYS}{_BESIDE_SOME}]")
_MARKS_OF_DIRECTION = "\u061c\u200e\u200f"
_NEAR = 40  # Letters around a mark of direction among which one of a right-to-left script may be.
_LATIN_END = "\u0530"  # From here on, scripts join and part letters by signs which nobody sees.


def visible(text: str) -> str:
    r"""Return a text of several lines in which what is not seen, or makes others look like something else, is an escape.

    What right-to-left and joined writing needs stays, near letters of such writing. In a string of JSON the escapes
    mean what they stand for.

    >>> print(visible("a\x1b[31m\u202eb"), visible("\u05e9\u05dc\u200f!") == "\u05e9\u05dc\u200f!")
    a\u001b[31m\u202eb True
    """
    return _HIDDEN.sub(_escape, text)


def in_a_line(text: str) -> str:
    r"""Return a text as `visible` does, but in one line.

    >>> print(in_a_line("a\nb"))
    a\u000ab
    """
    return _IN_A_LINE.sub(_escape, text)


def blanked(text: str) -> str:
    r"""Return a line with a blank for all that `in_a_line` escapes: every column stays where it is.

    >>> blanked("a\tb\x1b[31m")
    'a b [31m'
    """
    return _IN_A_LINE.sub(lambda found: found[0] if _stays(found) else " ", text)


def _escape(found: re.Match[str]) -> str:
    return found[0] if _stays(found) else _as_json_has_it(found[0])


def _stays(found: re.Match[str]) -> bool:
    sign, text = found[0], found.string
    if sign in _MARKS_OF_DIRECTION:
        near = text[max(0, found.start() - _NEAR) : found.end() + _NEAR]
        return any(
            bidirectional(letter) in ("R", "AL") and letter not in _MARKS_OF_DIRECTION for letter in near
        )
    if "\u200b" <= sign <= "\u200d":
        beside = text[max(0, found.start() - 1) : found.start()] + text[found.end() : found.end() + 1]
        return any(letter >= _LATIN_END and _HIDDEN.match(letter) is None for letter in beside)
    return False


def _as_json_has_it(sign: str) -> str:
    code = ord(sign)
    if code > 0xFFFF:
        return f"\\u{0xD7C0 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
    return f"\\u{code:04x}"


_BREAKS = re.compile(f"[{_ALWAYS}{_MARKS_OF_DIRECTION}]")


def visible_words(text: str) -> str:
    r"""Return words for pages and tables as `visible` does, but places where a line may break stay as they are.

    >>> visible_words("hand\u00adker\u202echief") == "hand\u00adker\\u202echief"
    True
    """
    return _BREAKS.sub(_escape, text)


def page_environment(
    package: str,
    finalize: Callable[[Any], Any] = lambda value: visible_words(value) if type(value) is str else value,
) -> "Environment":
    """Return what renders the pages and drawings whose templates are in a package, with `finalize` for each value in them."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - few commands write a page

    return Environment(
        loader=PackageLoader(package, ""),
        autoescape=True,
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def json_text(value: object, indent: int | None = None) -> str:
    r"""Return a value as JSON that people can read: letters of all scripts as they are, the others as escapes.

    >>> print(json_text({"name": "e\u202e"}))
    {"name": "e\u202e"}
    """
    return _shown_in_json(json.dumps(value, indent=indent, ensure_ascii=False))


def json_parts(value: object, indent: int | None = None) -> Iterator[str]:
    """Yield what `json_text` returns, some thousand values at a time: slower without an indent, in less memory."""
    values = json.JSONEncoder(indent=indent, ensure_ascii=False).iterencode(value)
    while part := "".join(islice(values, _AT_A_TIME)):
        yield _shown_in_json(part)


_AT_A_TIME = 10_000


def _shown_in_json(text: str) -> str:
    return _HIDDEN.sub(lambda found: _as_json_has_it(found[0]), text)


def yaml_text(text: str) -> str:
    r"""Return a text between quotes as YAML reads it back.

    >>> print(yaml_text('a\u202e"'))
    "a\u202e\""
    """
    return _HIDDEN.sub(_as_yaml_has_it, json.dumps(text, ensure_ascii=False))


def _as_yaml_has_it(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def workflow_command(command: str, properties: dict[str, object], text: str) -> str:
    r"""Return a line that GitHub takes for a command of a workflow, which nothing in the text can end.

    >>> workflow_command("error", {"file": "a,b:c"}, "50 %\nof all")
    '::error file=a%2Cb%3Ac::50 %25%0Aof all'
    """

    def escaped(value: object, also: str = "") -> str:
        return "".join(f"%{ord(sign):02X}" if sign in f"%\r\n{also}" else sign for sign in str(value))

    told = ",".join(f"{key}={escaped(value, ':,')}" for key, value in properties.items())
    return in_a_line(f"::{command} {told}::{escaped(text)}")


def no_command(line: str) -> str:
    r"""Return a line that GitHub does not take for a command of a workflow.

    >>> print(no_command(" ::add-mask::x"), no_command("a ##[group]"))
     \u003a:add-mask::x a ##\u005bgroup]
    """
    if line.lstrip().startswith("::"):
        line = line.replace(":", "\\u003a", 1)
    return line.replace("##[", "##\\u005b")


_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")


def table_text(rows: Iterable[Iterable[object]], end: str = "\r\n") -> str:
    r"""Return rows as CSV; a text that a spreadsheet would take for a formula stands behind an apostrophe.

    >>> table_text([["=1+1", "-3", 2, "it's"]])
    "'=1+1,-3,2,it's\r\n"
    """
    out = io.StringIO()
    csv.writer(out, lineterminator=end).writerows([_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def _cell(value: object) -> str:
    text = visible_words(str(value))
    return f"'{text}" if text.lstrip("'").startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text


_NO_STRING = re.compile(r"[\x00-\x1f\x7f\"&<>\\]")


def css_string(text: str) -> str:
    r"""Return a text as a string of CSS, also inside a page or a drawing.

    >>> print(css_string("Lato"), css_string('a"}</style>'))
    "Lato" "a\22 }\3c /style\3e "
    """
    return '"' + _NO_STRING.sub(lambda sign: f"\\{ord(sign[0]):x} ", text) + '"'
