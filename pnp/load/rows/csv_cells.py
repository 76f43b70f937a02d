"""Cut comma-, semicolon- or tab-separated text into cells that know their line, their column and their name."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from pnp.load.nodes import Findings, Problem
from pnp.load.rows.cells import Cell, CellTable, Row, cell_table, column_letters
from pnp.load.yaml_source import decode
from pnp.model.diagnostics import Place

SEPARATORS = (",", ";", "\t")
TEXT_SUFFIXES = (".csv", ".tsv", ".txt")
"""How files of such text end."""

MOST_COLUMNS = 16_384
"""Excel and LibreOffice have no more."""

EXAMPLE = "name,text,copies"
"""Headings as a table of pieces may have them."""


def read_csv(data: bytes, label: str, findings: Findings, *, example: str = EXAMPLE) -> CellTable:
    """Return the table in a text file; raises Problem for one that is empty, or no text."""
    return cell_table(cut(decode_table(data, label), label, findings), label, example=example)


def decode_table(data: bytes, label: str) -> str:
    """Return the text of a table: UTF-8, or UTF-16 with a byte order mark; raises Problem (PNP100) for any other."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            data = data.decode("utf-16").encode()
        except UnicodeError as error:
            hint = 'in the spreadsheet choose "Save as", "CSV UTF-8"'
            raise Problem("PNP100", "this is not UTF-16 text", Place(label, 1, 1), hint) from error
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        word = _word_at(data.decode("cp1252", "replace"), error.start)
        message = f'byte {data[error.start]:#04x} is not UTF-8 text; saved by Windows, it may be "{word}"'
        hint = 'in the spreadsheet choose "Save as", "CSV UTF-8", or save an .xlsx file'
        raise Problem("PNP100", message, Place(label, line, column), hint) from error
    return decode(data, label)


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
            end = text.find("\n", start)  # as if it had been closed at the end of its line
            return Cell("", place(start)), end if end >= 0 else len(text)
        if after[0].strip():
            message, hint = "the quoted cell ends before this", 'write "" for a quote inside quotes'
            findings.error("PNP124", message, place(quoted.end()), hint=hint)
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
