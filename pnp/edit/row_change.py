"""Entries of a YAML list and rows of a CSV table added, copied, deleted and moved; every other character stays.

Nothing comes of it that does not read back as what was asked for.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from pnp.edit import yaml_change as texts
from pnp.edit.yaml_change import KeyPath, ListSpan, MapSpan, YamlText
from pnp.load.nodes import Findings, Plain, Problem
from pnp.load.rows.headings import field_name
from pnp.load.rows.text_tables import Row, decode_table, encoding_mark, read_csv, separator_of
from pnp.model.diagnostics import CannotEdit


@dataclass(frozen=True, slots=True)
class RowThen:
    """A row as it shall be: the number that it has now, or that it is a copy of, None for neither; and its new values.

    Values go by the headings of a table, or by keys.
    """

    number: int | None
    values: Mapping[str, Plain] = field(default_factory=dict)
    is_copy: bool = False

    @property
    def stays(self) -> bool:
        """Whether it is a row that there is now."""
        return self.number is not None and not self.is_copy


def with_entries(file: YamlText, path: KeyPath, rows: Sequence[RowThen]) -> YamlText:
    """Return the file with these entries in the list at a path, comments above an entry with it; raises CannotEdit."""
    old = texts.span_at(file.top, path)
    if not isinstance(old, ListSpan) or isinstance(old, MapSpan) or not old.values:
        raise CannotEdit("there is no list of cards to change", "write the first card in an editor")
    if not rows:
        raise CannotEdit("a component must have at least one card", "delete the component's file instead")
    begin, end, parts, copies, between = _parts_of(file.text, old, file.line_end)
    for row in rows:
        if row.is_copy and re.search(r"(?:^|[\s:,\[{-])&\w", copies[row.number or 0]):
            raise CannotEdit("this card has an &anchor that others use", "copy it in an editor")
    made = [
        _new_entry(file, old, row.values)
        if row.number is None
        else (parts if row.stays else copies)[row.number]
        for row in rows
    ]
    said = [
        ("map", {key: texts.content_of(value) for key, value in row.values.items()})
        if row.number is None
        else texts.content(old.values[row.number])
        for row in rows
    ]
    whole = texts.after_change(file, path, "set", ("list", said))
    signs = [*between, *[", " if old.flow else file.line_end] * len(made)][: len(made) - 1]
    joined = "".join(part for pair in zip(made, [*signs, ""], strict=True) for part in pair)
    file = texts.first_right(file, [file.text[:begin] + joined + file.text[end:]], whole)
    for number, row in enumerate(rows):
        for key, value in row.values.items() if row.number is not None else ():
            file = texts.with_value(file, (*path, number, key), value, ("id", "name"))
    return file


def _parts_of(text: str, old: ListSpan, line_end: str) -> tuple[int, int, list[str], list[str], list[str]]:
    """Return where the entries of a list begin and end, their texts with what stands above them and without, and what is between."""
    size = len(old.values)
    heads = [texts.head(text, old, number) for number in range(size)]
    tails = [texts.tail(text, old, number) for number in range(size)]
    if old.flow:
        parts = [text[start:end] for start, end in zip(heads, tails, strict=True)]
        between = [text[tail:head] for tail, head in zip(tails, heads[1:], strict=False)]
        return heads[0], tails[-1], parts, parts, between
    lines = [texts.line_start(text, head) for head in heads]
    ends = [texts.line_end(text, tail) for tail in tails]
    if any(text[line:head].strip() for line, head in zip(lines, heads, strict=True)):
        raise CannotEdit("the list of cards follows something else on its line", "change it in an editor")
    first = lines[0]  # the comments above the first entry go with it
    while first and text[(above := texts.line_start(text, first - 1)) : first].lstrip().startswith("#"):
        first = above
    starts = [first, *(end + (2 if text.startswith("\r\n", end) else 1) for end in ends[:-1])]
    parts = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    copies = [text[start:end] for start, end in zip(lines, ends, strict=True)]
    return starts[0], ends[-1], parts, copies, [line_end] * size


def _new_entry(file: YamlText, old: ListSpan, values: Mapping[str, Plain]) -> str:
    beside = old.values[-1]
    flow = texts.flow(values)
    if old.flow:
        return flow
    at = texts.head(file.text, old, len(old.values) - 1)
    indent = " " * (at - texts.line_start(file.text, at))
    if isinstance(beside, MapSpan) and not beside.flow:
        lines = [texts.flow({key: value})[1:-1] for key, value in values.items()]
        return f"{indent}- " + f"{file.line_end}{indent}  ".join(lines)
    return f"{indent}- {flow}"


def with_csv_rows(data: bytes, label: str, rows: Sequence[RowThen]) -> bytes:
    """Return a table with these rows below its headings; raises CannotEdit."""
    try:
        text = decode_table(data, label)
    except Problem as problem:
        raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem
    heading, *old = _read_csv(data, label)
    separator, lines = separator_of(text), [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
    found = re.search(r"\r\n|\r|\n", text)
    line_end = found[0] if found else "\n"
    begins = [lines[row[0].place.line - 1] for row in old]
    ends = [*begins[1:], len(text)]
    columns, new_columns = columns_for([cell.text for cell in heading], rows)
    was = [[cell.text for cell in row] for row in old]
    parts, fresh, wanted = list[str](), list[str](), [[cell.text for cell in heading] + new_columns]
    for row in rows:
        new = {columns[name]: "" if value is None else str(value) for name, value in row.values.items()}
        cells = [] if row.number is None else list(was[row.number])
        cells += [""] * (max(new, default=0) + 1 - len(cells))
        if row.stays:
            number = row.number or 0
            starts = [lines[cell.place.line - 1] + cell.place.column - 1 for cell in old[number]]
            parts.append(_csv_row(text, (begins[number], ends[number]), starts, separator, new))
        for column, value in new.items():
            cells[column] = value.strip()
        if not row.stays:
            cells += [""] * (len(wanted[0]) - len(cells))
            parts.append(separator.join(csv_cell(cell, "", separator) for cell in cells) + line_end)
        if new or not row.stays:
            fresh.append(parts[-1])
            wanted.append(cells)
    behind = _end_of_cell(text, lines[heading[-1].place.line - 1] + heading[-1].place.column - 1, separator)
    more = "".join(separator + csv_cell(name, "", separator) for name in new_columns)
    top = text[:behind] + more + text[behind : begins[0] if begins else len(text)]
    if not top.endswith(("\r", "\n")):
        top += line_end
    mark, encoding = encoding_mark(data)
    if fresh:  # the other lines are as they were
        read = _read_csv(mark + (top + _lines(fresh, line_end)).encode(encoding), label)
        _refuse_other_rows(wanted, [[cell.text for cell in row] for row in read])
    return mark + (top + _lines(parts, line_end)).encode(encoding)


def columns_for(headings: Sequence[str], rows: Sequence[RowThen]) -> tuple[dict[str, int], list[str]]:
    """Return the number of each column of a table that rows have values for, and those that it does not have yet.

    A column that nothing stands in is known by the field that its heading would be.
    """
    columns = {heading: number for number, heading in enumerate(headings)}
    blank = {field_name(heading): number for heading, number in columns.items()}
    unknown = dict.fromkeys(name for row in rows for name in row.values if name not in columns)
    new = [name for name in unknown if name not in blank]
    known = {name: blank[name] for name in unknown if name in blank}
    return columns | known | {name: len(headings) + at for at, name in enumerate(new)}, new


def with_csv_heading(data: bytes, label: str, old: str, new: str) -> bytes:
    """Return a table in which a column has another heading; raises CannotEdit."""
    before = _read_csv(data, label)
    mark, encoding = encoding_mark(data)
    text = data[len(mark) :].decode(encoding)
    lines, separator = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))], separator_of(text)
    cell = next(cell for cell in before[0] if cell.text == old)
    start = lines[cell.place.line - 1] + cell.place.column - 1
    end = _end_of_cell(text, start, separator)
    changed = mark + (text[:start] + csv_cell(new, text[start:end], separator) + text[end:]).encode(encoding)
    wanted = [[new if old is cell else old.text for old in row] for row in before]
    _refuse_other_rows(wanted, [[cell.text for cell in row] for row in _read_csv(changed, label)])
    return changed


def _lines(parts: Sequence[str], line_end: str) -> str:
    ended = [part if part.endswith(("\r", "\n")) else part + line_end for part in parts[:-1]]
    return "".join((*ended, *parts[-1:]))


def _csv_row(
    text: str, span: tuple[int, int], starts: Sequence[int], separator: str, new: Mapping[int, str]
) -> str:
    begin, end = span
    row, last = text[begin:end], _end_of_cell(text, starts[-1], separator)
    more = {column: value for column, value in new.items() if column >= len(starts)}
    if more:
        cells = [
            csv_cell(more.get(column, ""), "", separator) for column in range(len(starts), max(more) + 1)
        ]
        row = row[: last - begin] + "".join(separator + cell for cell in cells) + row[last - begin :]
    for column in sorted((index for index in new if index < len(starts)), reverse=True):
        start, stop = starts[column], _end_of_cell(text, starts[column], separator)
        form = csv_cell(new[column], text[start:stop], separator)
        row = row[: start - begin] + form + row[stop - begin :]
    return row


def _refuse_other_rows(wanted: Sequence[Sequence[str]], found: Sequence[Sequence[str]]) -> None:
    asked = [row for row in wanted if any(row)]
    same = len(asked) == len(found) and all(
        one == other
        for was, now in zip(asked, found, strict=True)
        for one, other in zip_longest(was, now, fillvalue="")
    )
    if not same:
        raise CannotEdit("this would change other cells", "change it in the spreadsheet")


_QUOTED = re.compile(r'"(?:[^"]|"")*"')


def _read_csv(data: bytes, label: str) -> tuple[Row, ...]:
    try:
        table = read_csv(data, label, Findings())
    except Problem as problem:
        raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem
    return table.heading, *table.rows


def _end_of_cell(text: str, start: int, separator: str) -> int:
    if quoted := _QUOTED.match(text, start):
        return quoted.end()
    plain = re.compile(f"[^{separator}\r\n]*").match(text, start)
    assert plain is not None
    return start + len(plain[0].rstrip())


def csv_cell(value: str, before: str, separator: str) -> str:
    """Return a cell, in quotes if it was in quotes or needs them; line ends in it are those it had."""
    needs = separator in value or '"' in value or "\n" in value or value != value.strip()
    if not before.startswith('"') and not needs:
        return value
    value = value.replace('"', '""')
    if "\r\n" in before:
        value = value.replace("\n", "\r\n")
    return f'"{value}"'
