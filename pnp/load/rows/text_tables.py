"""Tables of cells, and those in text files: the cells of CSV, TSV and TXT with their line and column."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, dropwhile, groupby, pairwise, takewhile, zip_longest
from typing import TypeVar, cast

from pnp.load.nodes import Findings, Key, MapNode, Node, Problem, ScalarNode, text_node, with_values
from pnp.load.role_guesses import KNOWN_NAMES, NAMES, pattern
from pnp.load.rows.cell_values import ERRORS, NO_VALUES, cell_value, checked_text
from pnp.load.yaml_source import decode_table, without_invisible
from pnp.model.diagnostics import Place
from pnp.model.limits import USUAL_LIMITS
from pnp.text import column_letters

# Rows of cells under a line of headings, whatever file they come from.

COMMENT = "#"  # A row or a column that begins with it is left out.
MAX_CELLS = USUAL_LIMITS.cells  # In one table: ten thousand cards of fifty.


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text without quotes and surrounding blanks, and where it begins."""

    text: str
    place: Place


Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CellTable:
    """Headings and rows without blank ones, those with # in `left_out`; `separator` is that of a text file.

    Of several sheets that are one table, `parts` are those, each with its name.
    """

    heading: Row
    rows: tuple[Row, ...]
    left_out: tuple[Place, ...] = ()
    separator: str = ""
    parts: tuple[tuple[str, "CellTable"], ...] = ()


def column_of(place: Place) -> str:
    """Return the letters of the column of a cell: C of C7."""
    return place.cell.rstrip("0123456789")


def cell_table(rows: Iterator[Row], label: str, *, example: str) -> CellTable:
    """Return the table whose first row, comments apart, is that of the headings. Raises Problem for an empty file."""
    heading: Row = ()
    kept: list[Row] = []
    left_out: list[Place] = []
    cells = 0
    for row in rows:
        cells += len(row)
        if cells > MAX_CELLS:
            message = f"more than {MAX_CELLS:,} cells in one table"
            raise Problem("PNP117", message, row[0].place, "split it into several components")
        if _is_comment(row, above=None if kept else heading):
            left_out.append(row[0].place)
        elif heading:
            kept.append(row)
        else:
            heading = row
    while _is_title(heading, kept):
        heading = _with_groups(heading, kept.pop(0))
    for _ in range(_rows_of_legend([heading, *kept])):
        heading = kept.pop(0)
    if not heading:
        hint = f"write a line of headings: {example}"
        raise Problem("PNP107", "the file is empty", Place(label, 1, 1), hint)
    return CellTable(heading, tuple(kept), tuple(left_out))


def _with_groups(groups: Row, heading: Row) -> Row:
    """Return the headings, of which those that are called as one before begin with their group's: S, Gain S."""
    said, made, group = [cell.text for cell in heading], list[Cell](), ""
    for at, cell in enumerate(heading):
        group = groups[at].text or group if 0 < at < len(groups) else group  # the first is a title
        is_twice = group and cell.text and cell.text in said[:at]
        made.append(replace(cell, text=f"{group} {cell.text}") if is_twice else cell)
    return tuple(made)


def _is_title(first: Row, below: Sequence[Row]) -> bool:
    """Say whether the first row of a table is a title above its headings, or a few that are each over some of them."""
    over, *others = ([cell.text for cell in row if cell.text] for row in (first, *below))
    if len(over) == 1 and 2 * sum(len(other) > 1 for other in others) > len(others):
        others = [*dropwhile(lambda texts: len(texts) == 1, others[:MOST_TITLES]), []]
    named = others[0] if others else []
    has_headings = 0 < 3 * len(over) <= len(named) and any(_as_field(text) in KNOWN_NAMES for text in named)
    return len(below) > 1 and len(named) > 2 and (len(over) == 1 or has_headings)


def _rows_of_legend(rows: Sequence[Row]) -> int:
    """Return how many rows, none as wide as half the table, stand above headings, which no row is wider than."""
    texts = [[cell.text for cell in row if cell.text] for row in rows]
    widest = max(map(len, texts))
    wide = next((at for at, row in enumerate(texts) if 2 * len(row) >= widest), 0)
    found = texts[wide]
    is_heading = len({*found}) == widest and max(map(len, found), default=0) <= _LONGEST_LABEL
    is_heading &= widest > MOST_TITLES and all(_number(cell) is None for cell in rows[wide])
    return wide if is_heading and 1 < wide <= MOST_ABOVE and wide < len(rows) / 2 else 0


MOST_TITLES, MOST_ABOVE, _LONGEST_LABEL = 4, 12, 30
"""Rows of one cell, or of few, above the headings; letters of a heading below them."""


def _as_field(heading: str) -> str:
    return heading.casefold().replace(" ", "_")


def _is_comment(row: Row, *, above: Row | None) -> bool:
    """Say whether a row is a comment. Headings may begin with #, those under a title too; `above` is None below them."""
    is_marked = row[0].text.startswith(COMMENT) and row[0].text.upper() not in ERRORS
    cells, over = (sum(bool(cell.text) for cell in each or ()) for each in (row, above))
    return is_marked and (cells == 1 or not (above == () or (over == 1 and _NUMBER_SIGN.match(row[0].text))))


def row_entries(
    table: CellTable, findings: Findings, said: Container[str] = (), *, strict: bool = True
) -> tuple[MapNode, ...]:
    """Return a mapping of headings to values for each row. An empty cell is a key that is not written.

    What `said` names, such as "column C" for one without a heading, is known, and not reported; nor is any if not `strict`.
    """
    if not strict:
        table = _with_headings_again(_with_all_headings(_without_others_beside(table, findings)))
        table = _without_captions(table, findings)
        table = _with_groups_filled(_with_sections(_without_notes(table, findings), findings))
    heading = named_columns(table.heading, table.rows, findings if strict else Findings(), said)
    texts_of_rows = () if strict else ([cell.text for cell in row] for row in table.rows)
    columns = zip(heading, zip_longest(*texts_of_rows), strict=False)
    named = {title.text for title, texts in columns if _are_names(_as_field(title.text), texts)}
    entries = []
    for row in table.rows:
        cells = filled_cells(heading, row, findings, strict=strict)
        if not strict:
            empty = {*NO_VALUES}.difference(cell.text for title, cell in cells if title.text in named)
            cells = [(title, cell) for title, cell in cells if cell.text not in empty]
        read = ((Key(title.text, title.place), _node(cell, findings)) for title, cell in cells)
        for _, cell in cells:  # a date such as spreadsheets make of a fraction, and save in its place
            if len(cell.text) < 8 and _DATE.fullmatch(cell.text):
                message = f'"{cell.text}" may have been a fraction: spreadsheets make a date of 1/2'
                hint = "give the column the format Text in the spreadsheet, and type the value again"
                findings.warn("PNP156", message, cell.place, hint=hint)
        entries.append(MapNode(tuple((key, node) for key, node in read if node is not None), row[0].place))
    return tuple(entries)


def _are_names(field: str, texts: Sequence[str | None]) -> bool:
    """Say whether a field has another name in each row, or one of many texts is NULL: it is one, no empty cell."""
    cells = [text or "" for text in texts]
    is_one = len(cells) > max(_MANY, 2 * sum(map(str.isdecimal, cells)))
    is_one &= [cell.isalpha() for cell in cells if cell in NO_VALUES] == [True]
    is_name = field in NAMES["headline"] and len(texts) > 2 and len({*texts}) == len(texts)
    return (is_one or is_name) and all(texts)


_MANY = 8  # Rows without an empty cell.


def _with_all_headings(table: CellTable) -> CellTable:
    """Return a table without headings with blank ones, and a text that has separators in the last cell of a row whole.

    A # at the beginning of a line of headings is taken off where it leaves a word that tables have as a heading.
    """
    heading, rows = table.heading, table.rows
    first = heading[0].text.lstrip(f"{COMMENT} ")
    if heading[0].text.startswith(COMMENT) and _as_field(first) in KNOWN_NAMES:
        heading = (replace(heading[0], text=first), *heading[1:])
    if _is_card(heading, rows):
        width = 1 if _is_list(rows) else None
        rows = (heading, *rows)
        heading = tuple(replace(cell, text="") for cell in max(rows, key=len)[:width])
    if table.separator:
        last = len(heading) - 1
        ends = (f"{table.separator} ".join(cell.text for cell in row[last:]) for row in rows)
        both = (
            (row, end, any(cell.text for cell in row[last + 1 :]))
            for row, end in zip(rows, ends, strict=True)
        )
        rows = tuple((*row[:last], replace(row[last], text=end)) if more else row for row, end, more in both)
    return replace(table, heading=heading, rows=rows)


def _without_others_beside(table: CellTable, findings: Findings) -> CellTable:
    """Return a table without those behind a column where nothing is whose rows are others, or far off; of several that with the most texts."""
    rows = (table.heading, *table.rows)
    columns = [*zip_longest(*([cell.text for cell in row] for row in rows), fillvalue="")]
    blocks = [[*each] for used, each in groupby(range(len(columns)), lambda at: any(columns[at])) if used]
    said: list[dict[str, int]] = []  # The texts of each block, with the last row of each.
    for block in blocks:
        texts = (pair for at in block for pair in enumerate(columns[at][1:]))
        said.append({text: number for number, text in texts if not _FIGURES.fullmatch(text)})
    main = max(said, key=len, default={})
    others: list[int] = []
    of_cards = next((number for number, own in enumerate(said) if own is main), 0)
    for number, (block, own) in enumerate(zip(blocks, said, strict=True)):
        outside = {*own.values()} - {*main.values()}
        between = blocks[min(number, of_cards) : max(number, of_cards) + 1]
        is_far = any(after[0] - before[-1] > _FAR for before, after in pairwise(between))
        is_other = len(block) > 1 and len(outside) > max(1, 0.2 * len({*own.values()}))
        if own is not main and (is_far or is_other):
            others += block
            place = next(row[block[0]].place for row in rows if len(row) > block[0])
            message, hint = "another table beside that of the cards: left out", "put it on a sheet of its own"
            findings.warn("PNP157", message, place, hint=hint)
    heading, *kept = (
        tuple(replace(cell, text="") if at in others else cell for at, cell in enumerate(row)) for row in rows
    )
    filled = tuple(row for row in kept if any(cell.text for cell in row))
    return replace(table, heading=heading, rows=filled) if others else table


_FIGURES = pattern("figures_or_signs")
_FAR = 16  # Columns, of which a screen shows no more: nobody sees them together.


def _with_headings_again(table: CellTable) -> CellTable:
    """Return a table without the rows that are its headings again; a column that one calls otherwise has what both say."""
    heads = [cell.text.casefold() for cell in table.heading]
    kept: list[Row] = []
    for row in table.rows:
        words = [cell.text.casefold() for cell in row[: len(heads)]]
        same = [at for at, word in enumerate(words) if word and word == heads[at]]
        filled = [cell for cell in row if cell.text]
        if len(same) < 2 or 3 * len(same) < len(filled) or any(_number(cell) is not None for cell in filled):
            kept.append(row)
            continue
        for at, word in enumerate(words):
            both = [*takewhile(word.split().__contains__, heads[at].split())]
            while both and _SMALL_WORD.fullmatch(both[-1]):  # Name of the hero, name of the foe
                both.pop()
            heads[at] = " ".join(both) if word else heads[at]
    said = (
        cell.text if cell.text.casefold() == head else head.capitalize()
        for cell, head in zip(table.heading, heads, strict=True)
    )
    heading = tuple(replace(cell, text=text) for cell, text in zip(table.heading, said, strict=True))
    return replace(table, heading=heading, rows=tuple(kept))


_TOTAL, _SMALL_WORD = pattern("total"), pattern("small_words")


def _without_notes(table: CellTable, findings: Findings) -> CellTable:
    """Return a table without the rows that sum up others, notes below it or behind a blank row, and a second table."""
    filled = [[cell for cell in row if cell.text] for row in table.rows]
    texts = [[cell for cell in cells if not _FIGURES.fullmatch(cell.text)] for cells in filled]
    widths = sorted(len(cells) for cells, words in zip(filled, texts, strict=True) if words) or [0]
    usual, most = widths[len(widths) // 2], max(map(len, filled), default=0)
    wide = [cells for cells, each in zip(texts, filled, strict=True) if cells and 2 * len(each) >= most]
    names = [*Counter(column_of(cells[0].place) for cells in wide).most_common(1), ("", 0)]
    times = Counter((column_of(cell.place), cell.text) for cells in filled for cell in cells)
    numbers = [0, *(int(re.sub(r"\D", "", row[0].place.cell)) for row in table.rows)]
    after_gap = [number - before > 1 for before, number in pairwise(numbers)]
    hint = f"begin the row with {COMMENT}"
    for at in range(1, len(filled) - 1):
        if after_gap[at] and _are_headings(filled[at]):
            message = "a second table begins here: it is left out"
            hint = "put it into a file or a sheet of its own"
            findings.warn("PNP157", message, filled[at][0].place, hint=hint)
            return _without_notes(replace(table, rows=table.rows[:at]), findings)
    kept: list[Row] = []
    alone = {at for at, cells in enumerate(filled) if after_gap[at] and len(cells) == 1 < usual - 1} - {0}
    if len(alone) > 1 and len(filled[0]) == 1:  # each part of the table has a title, also the first
        alone.add(0)
    for at in reversed(range(len(filled))):
        cells, words = filled[at], texts[at]
        is_total = len(words) == 1 < len(cells) and _TOTAL.fullmatch(words[0].text)
        of_names = (word for word in words if column_of(word.place) == names[0][0])
        is_named = any(len(word.text) < _LONG_HEADING for word in of_names)
        is_bare = len(cells) == 1 and times[column_of(cells[0].place), cells[0].text] > 1
        is_rest = (not kept and (4 if words else 2) * len(cells) <= usual) or (is_bare and most > MOST_TITLES)
        if is_total or at in alone or (is_rest and not is_named):
            findings.warn("PNP157", "a total or a note, not a card: left out", cells[0].place, hint=hint)
        else:
            kept.append(table.rows[at])
    return replace(table, rows=tuple(kept[::-1]))


def _with_sections(table: CellTable, findings: Findings) -> CellTable:
    """Return a table whose rows of one cell say it for all rows below them, where its column is empty in these.

    In a column that these fill, they head the parts of a list, also the first, and are left out.
    """
    filled = [[at for at, cell in enumerate(row) if cell.text] for row in table.rows]
    alone = Counter(cells[0] for cells in filled if len(cells) == 1)
    used = {at for cells in filled if len(cells) > 1 for at in cells}
    column = next((at for at, times in alone.items() if at not in used and 1 < times <= len(filled) / 2), -1)
    heads = [at for at, cells in enumerate(filled) if len(cells) == 1] if column < 0 else []
    if heads[1:] and heads[0] == 0 and all(below - at > 2 for at, below in pairwise((*heads, len(filled)))):
        column = filled[0][0] if len(alone) == 1 else -1
    if column < 0:
        return table
    rows, section = list[Row](), None
    for row, cells in zip(table.rows, filled, strict=True):
        if cells == [column]:
            section = row[column]
            message, hint = "a heading of the rows below, not a card", f"begin it with {COMMENT}"
            findings.warn("PNP157", message, section.place, hint=hint)
        else:
            said = row[column] if heads else replace(section or row[column], place=row[column].place)
            rows.append((*row[:column], said, *row[column + 1 :]))
    return replace(table, rows=tuple(rows))


def _with_groups_filled(table: CellTable) -> CellTable:
    """Return a table whose first column says in each row what it says in the first row of a group."""
    names = [row[0] for row in table.rows if row[0].text]
    heading, words = table.heading[0], {cell.text for cell in names if _number(cell) is None}
    is_known = not heading.text or _as_field(heading.text) in _GROUPS
    is_rare = 1 < len(names) <= len(table.rows) / 3 and len(words) == len(names)
    if not (is_known and is_rare and names[0] is table.rows[0][0]) or max(map(len, words)) > _LONG_HEADING:
        return table
    texts = (row[0].text for row in table.rows)
    groups = [*accumulate(texts, lambda above, own: own or above, initial="")][1:]
    rows = ((replace(row[0], text=group), *row[1:]) for row, group in zip(table.rows, groups, strict=True))
    heading = replace(heading, text=heading.text or "Group")
    return replace(table, heading=(heading, *table.heading[1:]), rows=tuple(rows))


_GROUPS = frozenset((*NAMES["subtitle"], *NAMES["suit"]))


def _without_captions(table: CellTable, findings: Findings) -> CellTable:
    """Return a table without a first row that says in words what the numbers below it are."""
    first, *below = table.rows or ((),)
    empty = ("", *NO_VALUES)
    words = [at for at, cell in enumerate(first) if cell.text not in empty and _number(cell) is None]
    columns = [[row[at] for row in below if at < len(row) and row[at].text] for at in words]
    over_numbers = sum(bool(cells) and all(_number(cell) is not None for cell in cells) for cells in columns)
    if over_numbers < _LEAST_CAPTIONS or len(words) < sum(bool(cell.text) for cell in first):
        return table
    message, hint = "it repeats the headings and is not a card: left out", f"begin the row with {COMMENT}"
    findings.warn("PNP157", message, first[0].place, hint=hint)
    return replace(table, rows=tuple(below))


def _are_headings(cells: Sequence[Cell]) -> bool:
    known = [cell for cell in cells if _as_field(cell.text) in KNOWN_NAMES]
    return len(known) > 1 and 2 * len(known) >= len(cells) and all(_number(cell) is None for cell in cells)


def _is_card(first: Row, below: Sequence[Row]) -> bool:
    """Say whether the first row of a table is one as those below, not headings.

    It has no word that tables have as a heading and that is not in its column again, and numbers over numbers, a text as
    long as a card's, or what comes again below it: a cell, a word of each cell, or two scripts, each in the same column.
    """
    filled = {column: cell for column, cell in enumerate(first) if cell.text}
    columns = {at: [row[at] for row in below if at < len(row) and row[at].text] for at in filled}
    known = [at for at, cell in filled.items() if _as_field(cell.text) in KNOWN_NAMES]
    if any(sum(its.text == filled[at].text for its in columns[at]) < _AGAIN for at in known):
        return False
    numbers = [column for column, cell in filled.items() if _are_figures(cell, columns[column])]
    long = [column for column, cell in filled.items() if len(cell.text) > _LONG_HEADING]
    if len(filled) == 1 or _is_list(below):
        first_text, *texts = ("".join(cell.text for cell in row) for row in (first, *below))
        marked = sum(_MARK.search(text) is not None for text in texts)
        is_text = _SENTENCE.fullmatch(first_text) or (_MARK.search(first_text) and 2 * marked > len(texts))
        long += [0] if is_text else []
    same = (sum(cell.text == its.text != "" for cell, its in zip(first, row, strict=False)) for row in below)
    again = sum(count == 1 for count in same)
    if long or len(numbers) > 0.25 * len(filled) or again > max(1, 0.05 * len(below)):
        return True
    return len(filled) > 1 and len(below) > _FEW and _is_alike({n: filled[n].text for n in filled}, columns)


def _is_list(rows: Sequence[Row]) -> bool:
    """Say whether most rows are one text, of which the others have a separator within."""
    alone = sum(not any(cell.text for cell in row[1:]) for row in rows)
    return 2 * alone > len(rows)


def _are_figures(first: Cell, below: Sequence[Cell]) -> bool:
    if _number(first) is not None:
        return all(_number(each) is not None for each in below)
    return first.text.isdecimal() and {len(each.text) for each in below} == {len(first.text)}


def _is_alike(cells: Mapping[int, str], columns: Mapping[int, Sequence[Cell]]) -> bool:
    """Say whether each cell shares a long word with two below it, or all are in the two scripts of their columns."""
    texts = {column: [cell.text.casefold() for cell in below] for column, below in columns.items()}
    words = {column: re.findall(r"\w{4,}", cell.casefold()) for column, cell in cells.items()}
    if all(
        sum(any(word in text for word in words[column]) for text in texts[column]) > 1 for column in cells
    ):
        return True
    latin = {column: _is_latin(cell) for column, cell in cells.items()}
    same = all(_is_latin(text) == latin[column] for column in cells for text in texts[column])
    return same and len({*latin.values()}) > 1 and any(" " in cell for cell in cells.values())


def _is_latin(text: str) -> bool:
    return re.match(r"[\W\d]*[a-z]", text, re.IGNORECASE) is not None


_FEW, _LEAST_CAPTIONS, _AGAIN = 4, 3, 2
"""Rows of which nobody can tell what comes again; words over numbers, of a row that is no card; cells that are its first again."""

_LONG_HEADING = 70  # Letters that no heading has.
_SENTENCE = re.compile(r"(?:\S+ ){4,}\S+[.!?]")  # What heads no column that is alone.
_MARK = re.compile(r" [-–—] |[:.?!](?: |$)")  # The same, if most cells below it have one, too.


def _number(cell: Cell) -> float | None:
    value = cell_value(cell.text)
    return None if isinstance(value, bool | str) else value


def column_name(cell: Cell) -> str:
    """Return what `columns` calls a column whose heading is missing, or that of another: "column C", "Text (C)"."""
    return f"{cell.text} ({column_of(cell.place)})" if cell.text else f"column {column_of(cell.place)}"


def named_columns(heading: Row, rows: Sequence[Row], findings: Findings, said: Container[str] = ()) -> Row:
    """Return the headings, and report columns that hold something and have none, or that of another.

    Such a column is then called by its letter, unless nothing is in it.
    """
    used = {number for row in rows for number, cell in enumerate(row) if cell.text}
    named: dict[str, Cell] = {}
    for number, cell in enumerate(heading):
        name = cell.text
        if not name and number in used:
            name = column_name(cell)
            hint = "write the name of the field"
            if sum(bool(cell.text) for cell in heading) == 1:
                hint += f"; if row {heading[0].place.line} is a title, begin it with {COMMENT}"
            if name not in said:
                findings.error("PNP124", "this column has no heading", cell.place, hint=hint)
        elif name and name in named:
            where = f"column {column_of(named[name].place)}"
            name = column_name(cell)
            hint = f"the first is in {where}; rename or delete one"
            if name not in said:
                findings.error("PNP124", f'two columns have the heading "{cell.text}"', cell.place, hint=hint)
        named[name or f"\0{number}"] = replace(cell, text=name)
    return tuple(named.values())


def filled_cells(
    heading: Row, row: Row, findings: Findings, *, strict: bool = True
) -> list[tuple[Cell, Cell]]:
    """Return heading and cell of each filled cell, without # columns; report one beyond the headings."""
    extra = next((cell for cell in row[len(heading) :] if cell.text), None)
    if extra and strict:
        message = f"this row has more cells than the {len(heading)} headings"
        hint = 'put a text with a comma in it into quotes: "a, b"'
        findings.error("PNP124", message, extra.place, hint=hint)
    elif extra:
        hint = "write the name of a field above it, to have it printed"
        findings.warn("PNP157", "after the last heading: left out", extra.place, hint=hint)
    return [
        (title, cell)
        for title, cell in zip(heading, row, strict=False)
        if cell.text and title.text and not (title.text[0] == COMMENT and is_left_out(title.text))
    ]


def is_left_out(heading: str) -> bool:
    """Say whether a column is left out by its heading: it begins with #, and is not a number of copies.

    >>> is_left_out("#Notes"), is_left_out("#"), is_left_out("# in deck")
    (True, False, False)
    """
    return heading.startswith(COMMENT) and not _NUMBER_SIGN.match(heading)


_NUMBER_SIGN = re.compile(r"#\s*(?:$|(?:in|of|per|copies|cards)\b)", re.IGNORECASE)


def _node(cell: Cell, findings: Findings) -> ScalarNode | None:
    text = cell.text
    if text.startswith(COMMENT) and text.upper() in ERRORS:
        message = f"the formula of this cell has no result: {text}"
        findings.error("PNP155", message, cell.place, hint="fix the formula, or type the value")
        return None
    text = checked_text(text, cell.place, findings)
    return ScalarNode(cell_value(text), text, cell.place)


_MONTH = "Jan|Feb|Mar|Mär|Mrz|Apr|Mai|May|Jun|Jul|Aug|Sep|Okt|Oct|Nov|Dez|Dec"
_DATE = re.compile(rf"[0-9]{{1,2}}[-. ]{{1,2}}(?:{_MONTH})|(?:{_MONTH})[-. ]{{1,2}}[0-9]{{1,2}}")
SEPARATORS = (",", ";", "\t", "|")
TEXT_SUFFIXES = (".csv", ".tsv", ".txt")  # How files of such text end.
MOST_COLUMNS = 16_384  # Excel and LibreOffice have no more.
EXAMPLE = "name,text,copies"  # Headings as a table of pieces may have them.


def read_csv(
    data: bytes, label: str, findings: Findings, *, example: str = EXAMPLE, encoding: str = ""
) -> CellTable:
    """Return the table in a text file; raises Problem for one that is empty, or no text."""
    text = without_invisible(decode_table(data, label, encoding), label, findings)
    table = cell_table(csv_rows(text, label, findings), label, example=example)
    return replace(table, separator=separator_of(text))


class _Places:
    """Tells where the letters of a text stand in its file."""

    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._starts = [0, *(end.end() for end in re.finditer("\n", text))]

    def at(self, index: int, length: int = 1, cell: str = "") -> Place:
        """Return the place of the letter of that number, counted from 0."""
        line = bisect_right(self._starts, index) - 1
        return Place(self._file, line + 1, index - self._starts[line] + 1, max(1, length), cell)


def separator_of(text: str) -> str:
    """Return the separator that the first line of a table uses most."""
    first = re.split(r"[\r\n]", text, maxsplit=1)[0]
    return max(SEPARATORS, key=re.sub(r'"[^"]*"', "", first).count)


def csv_rows(text: str, file: str, findings: Findings) -> Iterator[Row]:
    """Yield rows that are not blank, parted as the first line is most or as its "sep=;" of Excel says."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    first = text.partition("\n")[0]
    separator = separator_of(first)
    places = _Places(text, file)
    until_separator = re.compile(f"[^{separator}\n]*")
    begin = len(first) + 1 if first == f"sep={separator}" else 0
    at, row = begin, list[Cell]()
    number = 1  # of the row, as a spreadsheet counts them: line ends within cells are not counted

    def place(at: int, length: int = 1) -> Place:
        return places.at(at, length, f"{column_letters(len(row) + 1)}{number}")

    def cell(at: int) -> tuple[Cell, int]:
        """Return the cell that begins at `at`, and where it ends."""
        rest = until_separator.match(text, at)
        assert rest is not None  # it matches nothing at all, too
        if not rest[0].lstrip(" ").startswith('"'):
            written = rest[0].strip()
            blanks = len(rest[0]) - len(rest[0].lstrip())
            return Cell(written, place(at + blanks, len(written))), rest.end()
        start = text.index('"', at)
        quoted = _QUOTED.match(text, start)
        after = until_separator.match(text, quoted.end()) if quoted else None
        if quoted is None or after is None or _is_lone(quoted, after[0], separator):
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
        if len(row) > MOST_COLUMNS:
            message = f"this row has more than {MOST_COLUMNS:,} cells"
            raise Problem("PNP124", message, row[-1].place, "no spreadsheet has so many columns")
        if text[at : at + 1] != separator:
            if any(cell.text for cell in row):
                yield tuple(row)
            row = []
            number += 1
        at += 1


_QUOTED = re.compile(r'"((?>[^"]*(?:""[^"]*)*))"')


def _is_lone(quoted: re.Match[str], after: str, separator: str) -> bool:
    """Say whether a quotation mark is all of its cell, and the one that seems to close it is in another row."""
    return "\n" in quoted[0] and (after.strip() != "" or quoted[1].startswith(separator))


_Some = TypeVar("_Some", bound=Node)


def with_numbers(node: _Some, *, quoted: bool = False) -> _Some:
    """Return JSON with its numbers as they are printed, a whole one without a fraction; those in quotes too if `quoted`."""

    def read(node: Node, _: str = "") -> Node:
        if not isinstance(node, ScalarNode):
            return with_values(node, read)
        if (node.quoted and not quoted) or node.value is None:
            return node
        value = cell_value(node.text)
        return replace(node, value=float(node.text) if value == node.text and not node.quoted else value)

    return cast("_Some", read(node))


def with_dashes(rows: Sequence[Node]) -> Sequence[Node]:
    """Return rows of JSON with a dash for a null in a field that nearly all rows have as a number, but those that lack it."""
    has = Counter((key.text, type(of.value)) for row in rows for key, of in getattr(row, "entries", ()))
    dashed = {n for n, k in has if k is type(None) and 8 * has[n, k] < has[n, int] < len(rows) - has[n, k]}

    def read(node: Node, name: str) -> Node:
        return text_node("–", node.place) if node.value is None and name in dashed else node

    return [with_values(row, read) if isinstance(row, MapNode) else row for row in rows] if dashed else rows
