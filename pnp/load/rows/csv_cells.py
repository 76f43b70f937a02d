"""Cut comma-, semicolon- or tab-separated text into cells that know their line, their column and their name."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from pnp.load.nodes import Findings, Problem
from pnp.load.rows.cells import Cell, CellTable, Row, cell_table, column_letters
from pnp.load.yaml_source import INVISIBLE
from pnp.model.diagnostics import Place

SEPARATORS = (",", ";", "\t", "|")
TEXT_SUFFIXES = (".csv", ".tsv", ".txt")
"""How files of such text end."""

MOST_COLUMNS = 16_384
"""Excel and LibreOffice have no more."""

EXAMPLE = "name,text,copies"
"""Headings as a table of pieces may have them."""


def read_csv(
    data: bytes, label: str, findings: Findings, *, example: str = EXAMPLE, encoding: str = ""
) -> CellTable:
    """Return the table in a text file; raises Problem for one that is empty, or no text."""
    text = without_invisible(decode_table(data, label, encoding), label, findings)
    return cell_table(cut(text, label, findings), label, example=example)


_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"\xef\xbb\xbf": "utf-8"}


def encoding_mark(data: bytes) -> tuple[bytes, str]:
    """Return the bytes that say how a table is encoded, none of them where nothing says so, and the encoding."""
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    return mark, _MARKS.get(mark, "utf-8")


def likely_encoding(data: bytes) -> str:
    """Return how a table without a mark is encoded: "" for UTF-8, UTF-16 by its zeros, else Windows-1252 or Latin-1."""
    mark, encoding = encoding_mark(data)
    for each in (encoding, *([] if mark else ["utf-16-le", "utf-16-be", "windows-1252"])):
        if (
            each.startswith("utf-16")
            and not mark
            and data[each == "utf-16-le" : 4000 : 2].count(0) < len(data[:4000]) / 5
        ):
            continue
        try:
            data[len(mark) :].decode(each)
        except UnicodeDecodeError:
            continue
        return "" if each == encoding else each
    return "iso-8859-1"


def decode_table(data: bytes, label: str, encoding: str = "") -> str:
    """Return the text of a table: as its mark says, UTF-8, or else as it is named; raises Problem (PNP100)."""
    mark, marked = encoding_mark(data)
    body, name = data[len(mark) :], encoding if encoding.lower().startswith("utf") and not mark else marked
    try:
        return body.decode(name)
    except UnicodeError as error:
        if encoding and name == "utf-8":
            return body.decode(encoding, "replace")
        message, hint = f"this is not {name.upper()} text", 'in the spreadsheet choose "Save as", "CSV UTF-8"'
        if name != "utf-8" or not isinstance(error, UnicodeDecodeError):
            raise Problem("PNP100", message, Place(label, 1, 1), hint) from error
        before = body[: error.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        word = _word_at(body.decode("cp1252", "replace"), error.start)
        message = f'byte {body[error.start]:#04x} is not UTF-8 text; saved by Windows, it may be "{word}"'
        hint = f"write encoding: windows-1252 in the component, or {hint}"
        raise Problem("PNP100", message, Place(label, line, column), hint) from error


def is_encoding(name: str) -> bool:
    """Say whether text can be encoded so: a name that Python knows.

    >>> is_encoding("windows-1252"), is_encoding("rot13"), is_encoding("")
    (True, False, False)
    """
    try:
        return "a".encode(name) != b"" if name else False
    except (LookupError, UnicodeError):
        return False


def without_invisible(text: str, label: str, findings: Findings) -> str:
    """Return a text without its invisible characters, of which the first is reported."""
    found = INVISIBLE.search(text)
    if found is None:
        return text
    before = text[: found.start()]
    place = Place(label, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)
    message = f"there is an invisible character (U+{ord(found[0]):04X}) here"
    findings.error("PNP100", message, place, hint="delete it")
    return INVISIBLE.sub("", text)


def _word_at(text: str, at: int) -> str:
    """Return the word around a letter."""
    before, after = re.search(r"\w*$", text[:at]), re.match(r"\w*", text[at:])
    assert before is not None
    assert after is not None
    return f"{before[0]}{after[0]}"[:40] or text[at]


def separator_of(text: str) -> str:
    """Return the separator that the first line of a table uses most."""
    first = re.match(r"[^\r\n]*", text)
    assert first is not None
    return max(SEPARATORS, key=re.sub(r'"[^"]*"', "", first[0]).count)


def cut(text: str, file: str, findings: Findings) -> Iterator[Row]:
    """Yield the rows that are not blank; the separator is the one the first line uses most.

    A first line of "sep=;", which Excel writes for itself, is passed over.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    first = text.partition("\n")[0]
    separator = separator_of(first)
    lines = [0, *(end.end() for end in re.finditer("\n", text))]
    until_separator = re.compile(f"[^{separator}\n]*")
    begin = len(first) + 1 if first == f"sep={separator}" else 0
    at, row = begin, list[Cell]()
    number = 1  # of the row, as a spreadsheet counts them: line ends within cells are not counted

    def place(at: int, length: int = 1) -> Place:
        line = bisect_right(lines, at) - 1
        name = f"{column_letters(len(row) + 1)}{number}"
        return Place(file, line + 1, at - lines[line] + 1, length, name)

    def cell(at: int) -> tuple[Cell, int]:
        """Return the cell that begins at `at`, and where it ends."""
        rest = until_separator.match(text, at)
        assert rest is not None  # it matches nothing at all, too
        if not rest[0].lstrip(" ").startswith('"'):
            written = rest[0].strip()
            blanks = len(rest[0]) - len(rest[0].lstrip())
            return Cell(written, place(at + blanks, max(1, len(written)))), rest.end()
        start = text.index('"', at)
        quoted = _QUOTED.match(text, start)
        after = until_separator.match(text, quoted.end()) if quoted else None
        if quoted is None or after is None or ("\n" in quoted[0] and after[0].strip()):
            message = 'the quote " that opens here is never closed'
            findings.error("PNP124", message, place(start), hint='close it with "')
            return Cell(rest[0].strip(), place(start)), rest.end()  # as it is written
        if after[0].strip():
            message, hint = "the quoted cell ends before this", 'write "" for a quote inside quotes'
            findings.error("PNP124", message, place(quoted.end()), hint=hint)
            return Cell(text[start : after.end()].strip(), place(start)), after.end()
        length = 1 if "\n" in quoted[0] else len(quoted[0])
        return Cell(quoted[1].replace('""', '"').strip(), place(start, length)), after.end()

    while at <= len(text):
        found, at = cell(at)
        row.append(found)
        _refuse_too_many(row)
        if text[at : at + 1] != separator:
            if any(each.text for each in row):
                yield tuple(row)
            row = []
            number += 1
        at += 1


_QUOTED = re.compile(r'"((?>[^"]*(?:""[^"]*)*))"')


def _refuse_too_many(row: list[Cell]) -> None:
    if len(row) > MOST_COLUMNS:
        message, hint = f"this row has more than {MOST_COLUMNS:,} cells", "no spreadsheet has so many columns"
        raise Problem("PNP124", message, row[-1].place, hint)
