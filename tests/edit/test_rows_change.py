"""One cell of a table is changed: separators, quotes, encodings and all other cells stay."""

import pytest

from pnp.edit.row_change import RowThen, with_csv_rows
from pnp.load.nodes import Findings
from pnp.load.rows.text_tables import read_csv
from pnp.model.errors import CannotEdit

TABLES = {
    "commas": 'Name,Text,Qty\nPear,"Sweet, so",2\nPlum,,1\n',
    "semicolons of Excel": 'sep=;\r\nName;Text;Qty\r\nPear;Sweet;2\r\n\r\nPlum;"Two\nlines";1\r\n',
    "tabs": "Name\tText\tQty\nPear\tSweet\t2\nPlum\tSour",
    "blanks and comments": '# mine\nName, Text ,Qty\nPear,  Sweet  , 2\n#out,x,y\nPlum,"Sour" ,1',
    "old Mac": "Name,Text,Qty\rPear,Sweet,2\rPlum,Sour,1\r",
    "quoted": '"Name","Text","Qty"\n"Pear","say ""hi""","2"\n"Plum","","1"\n',
}  # fmt: skip
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16")


def rows_of(data: bytes):
    return read_csv(data, "t.csv", Findings())


def with_csv_cell(data: bytes, number: int, heading: str, value: str) -> bytes:
    size = len(rows_of(data).rows)
    return with_csv_rows(
        data, "t.csv", [RowThen(each, {heading: value} if each == number else {}) for each in range(size)]
    )


def texts(table):
    return [[cell.text for cell in row] for row in (table.heading, *table.rows)]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", TABLES)
def test_each_cell_of_a_table_is_changed_and_changed_back(name, encoding):
    data = TABLES[name].encode(encoding)
    before = rows_of(data)
    for number, row in enumerate(before.rows):
        for column, heading in enumerate(before.heading):
            old = row[column].text if column < len(row) else ""
            for new in ("7", 'a, b; "c"\td', "two\nlines", ""):
                after = with_csv_cell(data, number, heading.text, new)
                same = [list(each) for each in texts(before)]
                cells = same[before.rows.index(row) + 1]
                cells += [""] * (column + 1 - len(cells))
                cells[column] = new
                assert texts(rows_of(after)) == [each for each in same if any(each)] or column == 0
                assert after[:3] == data[:3]
            after = with_csv_cell(data, number, heading.text, f"{old}x")
            if column < len(row):
                assert with_csv_cell(after, number, heading.text, old) == data


def test_a_cell_that_would_change_others_is_refused():
    data = TABLES["commas"].encode()
    with pytest.raises(CannotEdit, match="would change other cells"):
        with_csv_cell(data, 0, "Name", "#Pear")  # a comment
