"""One cell of a table is changed: separators, quotes, encodings, formats, charts and all other cells stay."""

import json
from io import BytesIO
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.chart import BarChart, Reference
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Font, PatternFill

from pnp.edit.table_change import locked_cells, with_csv_cell, with_json_value, with_workbook_cell
from pnp.load.nodes import Findings, ScalarNode
from pnp.load.rows.text_tables import read_csv, read_json
from pnp.load.rows.workbook import read_workbook
from pnp.model.diagnostics import Place
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


def texts(table):
    return [[cell.text for cell in row] for row in (table.heading, *table.rows)]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", TABLES)
def test_each_cell_of_a_table_is_changed_and_changed_back(name, encoding):
    data = TABLES[name].encode(encoding)
    before = rows_of(data)
    for row in before.rows:
        for column, heading in enumerate(before.heading):
            old = row[column].text if column < len(row) else ""
            for new in ("7", 'a, b; "c"\td', "two\nlines", ""):
                after = with_csv_cell(data, "t.csv", row[0].place, heading.text, new)
                same = [list(each) for each in texts(before)]
                cells = same[before.rows.index(row) + 1]
                cells += [""] * (column + 1 - len(cells))
                cells[column] = new
                assert texts(rows_of(after)) == [each for each in same if any(each)] or column == 0
                assert after[:3] == data[:3]
            after = with_csv_cell(data, "t.csv", row[0].place, heading.text, f"{old}x")
            if column < len(row):
                assert with_csv_cell(after, "t.csv", row[0].place, heading.text, old) == data


def test_a_cell_that_would_change_others_is_refused():
    data = TABLES["commas"].encode()
    row = rows_of(data).rows[0][0].place
    with pytest.raises(CannotEdit, match="would change other cells"):
        with_csv_cell(data, "t.csv", row, "Name", "#Pear")  # a comment
    with pytest.raises(CannotEdit, match="no such cell"):
        with_csv_cell(data, "t.csv", row, "Nome", "Pear")


def workbook() -> bytes:
    """A workbook with all that a library would leave out: a chart, a condition, widths, a formula, a merged cell."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Notes"
    sheet = book.create_sheet("Cards & more")
    for row in (
        ["Name", "Text", "Qty", "Cost", "Set"],
        ["Pear", "Sweet", 2, 1.5, "a"],
        ["Plum", None, 1, "=C3*2", None],
    ):
        sheet.append(row)
    sheet["A2"].font = Font(bold=True)
    sheet["C2"].number_format = "0.00"
    sheet.column_dimensions["B"].width = 60
    sheet.conditional_formatting.add(
        "C2:C3", CellIsRule(operator="greaterThan", formula=["1"], fill=PatternFill("solid"))
    )
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=3, min_row=1, max_row=3))
    sheet.add_chart(chart, "G2")
    sheet.merge_cells("E2:E3")
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def parts(data: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(data)) as book:
        return {name: book.read(name) for name in book.namelist()}


def changed(data: bytes, number: int, heading: str, value):
    sheet = ScalarNode("cards & more", "cards & more", Place("f", 1, 1))
    row = read_workbook(data, "t.xlsx", sheet, Findings()).rows[number]
    return with_workbook_cell(data, "t.xlsx", "cards & more", row[0].place, heading=heading, value=value)


@pytest.mark.parametrize(
    ("number", "heading", "value", "old"),
    [
        (0, "Name", "Pear & <Plum>", "Pear"),
        (0, "Text", "Sour\nand  wet", "Sweet"),
        (0, "Qty", 3, 2),
        (0, "Cost", 2, 1.5),
        (1, "Text", "new", ""),
        (0, "Cost", "X", 1.5),
    ],
)
def test_a_cell_of_a_workbook_is_changed_and_all_other_parts_stay(number, heading, value, old):
    data = workbook()
    after = changed(data, number, heading, value)
    before, then = parts(data), parts(after)
    assert list(before) == list(then)
    assert [name for name in before if before[name] != then[name]] == ["xl/worksheets/sheet2.xml"]
    sheet = openpyxl.load_workbook(BytesIO(after))["Cards & more"]
    cell = sheet.cell(number + 2, ["Name", "Text", "Qty", "Cost", "Set"].index(heading) + 1)
    assert cell.value == value
    assert cell.font.bold == (heading == "Name")
    assert len(sheet._charts) == 1
    back = parts(changed(after, number, heading, old))
    assert back == before or old == "" or value == "X"


@pytest.mark.parametrize(
    ("number", "heading", "words"),
    [(1, "Cost", "formula"), (0, "Set", "merged"), (1, "Nome", "no such cell")],
)
def test_cells_that_are_not_single_values_are_refused(number, heading, words):
    with pytest.raises(CannotEdit, match=words):
        changed(workbook(), number, heading, "x")
    locked = locked_cells(workbook(), "Cards & more", number + 2)
    assert words == "no such cell" or any(words in reason for reason in locked.values())


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("name", 'Pea "é"', '  {"name": "Pea \\"é\\"", "n": 2,'),
        ("n", 3, '  {"name": "Pear", "n": 3,'),
        ("tags", ["a"], '   "tags": ["a"]},'),
        ("n", None, '  {"name": "Pear", '),
        ("tags", None, '  {"name": "Pear", "n": 2},'),
        ("more", True, '   "tags": ["x", "y"],\n   "more": true},'),
    ],
)  # fmt: skip
def test_a_value_of_a_json_file(key, value, line):
    data = '[\n  {"name": "Pear", "n": 2,\n   "tags": ["x", "y"]},\n  {"name": "ö"}]\n'.encode()
    row = read_json(data, "t.json", Findings()).items[0].place
    after = with_json_value(data, "t.json", row, key, value)
    assert line in after.decode()
    first, second = json.loads(after)
    assert first.get(key) == value
    assert second == {"name": "ö"}
