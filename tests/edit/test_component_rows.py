"""The cards of a component as a table: cells, rows added, copied, deleted, moved; in YAML, CSV, XLSX and JSON alike."""

from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Font

from pnp.edit.card_change import check_change
from pnp.edit.component_rows import AddedRow, changed_rows, component_table, renamed_field, table_as_csv
from pnp.edit.row_change import RowThen, with_csv_rows, with_csv_values
from pnp.edit.undo import EditHistory
from pnp.load.game import load_game
from pnp.load.nodes import Findings
from pnp.load.project import find_project
from pnp.load.rows import read as rows_module
from pnp.load.rows.text_tables import read_csv
from pnp.model.diagnostics import CannotEdit

GAME = "title: Soup\n"
TOP = "kind: cards\nsize: standard\ndesign: classic\n"
BLOCK = f"""\
{TOP}pieces:
  # the first
  - id: fox
    name: Fox   # red
    cost: 3
    text: Take two.

  # the second
  - {{id: owl, name: Owl, cost: 1, text: "Draw, then wait."}}
  - id: bat
    name: Bat
    cost: 2
    text: |
      Fly
      away.
# the end
"""
FLOW = f"""{TOP}pieces: [{{id: fox, name: Fox, cost: 3, text: Take two.}},
  {{id: owl, name: Owl, cost: 1, text: "Draw, then wait."}}, {{id: bat, name: Bat, cost: 2, text: Fly.}}]
"""
CSV = 'Name;Cost;Text\r\nFox;3;Take two.\r\n\r\n# mine\r\nOwl;1;"Draw; then\nwait."\r\nBat;2;Fly.'
JSON = """{"cards": [
  {"name": "Fox", "cost": 3, "text": "Take two.", "stats": {"speed": 4}},
  {"name": "Owl", "cost": 1, "text": "Draw; then\\nwait."},
  {"name": "Bat", "cost": 2, "text": "Fly."}
]}
"""
KINDS = ("block", "flow", "csv", "json", "xlsx")
FILES = {"csv": "deck.csv", "json": "deck.json", "xlsx": "deck.xlsx", "formulas": "deck.xlsx"}


def workbook(formula: str = "") -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (
        ("Name", "Cost", "Text", *(["Twice"] if formula else [])),
        ("Fox", 3, "Take two.", *([formula] if formula else [])),
        ("Owl", 1, "Draw."),
        ("Bat", 2, "Fly."),
    ):
        sheet.append(row)
    sheet["A3"].font, sheet["A4"].font = Font(bold=True), Font(italic=True)
    sheet["C2"].comment = Comment("ask Ann", "me")
    new = BytesIO()
    book.save(new)
    with ZipFile(new) as old:
        parts = {each: old.read(each) for each in old.infolist()}
    as_saved = BytesIO()  # by a spreadsheet, which works formulas out
    with ZipFile(as_saved, "w") as saved:
        for each, part in parts.items():
            solved = part.replace(b"</f><v></v>", b"</f><v>6</v>")
            saved.writestr(each, solved.replace(b' fullCalcOnLoad="1"', b""))
    return as_saved.getvalue()


@pytest.fixture
def deck(tmp_path, request):
    folder = tmp_path / "card_data/soup"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    kind = request.param
    name = FILES.get(kind, "")
    if name:
        data = {"csv": CSV.encode(), "json": JSON.encode()}.get(kind)
        (folder / name).write_bytes(data or workbook("=B2*2" if kind == "formulas" else ""))
    text = {"block": BLOCK, "flow": FLOW}.get(kind, f'{TOP}rows: {name}\nid: "{{name}}"\n')
    (folder / "deck.yaml").write_text(text)
    return tmp_path


def done(root, **wanted):
    project = find_project(root)
    change, added = changed_rows(project, "soup", "deck", **wanted)
    EditHistory(root).write(change.what, change.files)
    table = component_table(project, "soup", "deck")
    return (
        (root / table.file).read_bytes(),
        {
            row.id: dict(zip([each.name for each in table.columns], row.values, strict=True))
            for row in table.rows
        },
        change.what,
        added,
    )


every_kind = pytest.mark.parametrize("deck", KINDS, indirect=True)


@every_kind
def test_cells_of_many_cards_are_changed_in_one_step(deck):
    cells = {"fox": {"cost": "5", "text": 'Say "no"; or not.'}, "bat": {"cost": "", "text": "Two\nlines"}}
    _, rows, what, _ = done(deck, cells=cells)
    assert what == "4 cells"
    assert [*rows] == ["fox", "owl", "bat"]
    assert (rows["fox"]["cost"], rows["fox"]["text"]) == (5, 'Say "no"; or not.')
    assert (rows["bat"]["cost"], rows["bat"]["text"]) == (None, "Two\nlines")
    assert rows["owl"]["cost"] == 1


@pytest.mark.parametrize(
    ("deck", "reader"), [("csv", "read_csv"), ("xlsx", "read_workbook")], indirect=["deck"]
)
def test_a_table_is_read_once_for_a_save_and_all_that_follows(deck, reader, monkeypatch):
    seen, read = [], getattr(rows_module, reader)
    monkeypatch.setattr("pnp.load.nodes._IN_HAND", {})
    monkeypatch.setattr(rows_module, reader, lambda it, *a, **b: seen.append(it) or read(it, *a, **b))
    monkeypatch.setattr("pnp.load.project.LARGE", 0)
    project = replace(find_project(deck), is_edited=True)
    load_game(project, "soup")
    change, _ = changed_rows(project, "soup", "deck", cells={"fox": {"cost": "12"}})
    check_change(change, ())
    EditHistory(deck).write(change.what, change.files)
    assert component_table(project, "soup", "deck").rows[0].values[2] == 12
    assert [*map(seen.count, (change.files[0].before, change.files[0].after))] == [1, 1]


@every_kind
def test_cards_are_added_copied_and_deleted(deck):
    add = [AddedRow(values={"cost": "4", "text": "New"}), AddedRow(after="fox", like="owl")]
    _, rows, what, added = done(deck, add=add)
    new, copy = (next(name for name in added if name.startswith(start)) for start in ("new", "owl"))
    assert (rows[new]["name"], rows[new]["cost"], rows[new]["text"]) == ("New card", 4, "New")
    assert {**rows[copy], "id": "", "name": ""} == {**rows["owl"], "id": "", "name": ""}
    assert [*rows] == ["fox", copy, "owl", "bat", new]
    _, rows, what, added = done(deck, remove=["owl", copy])
    assert [*rows] == ["fox", "bat", new]
    assert what == "2 cards deleted"


@pytest.mark.parametrize("deck", KINDS, indirect=True)
def test_cards_are_put_in_another_order_and_back(deck):
    before = {path: path.read_bytes() for path in (deck / "card_data/soup").iterdir()}
    is_flow = b"pieces: [" in before[deck / "card_data/soup/deck.yaml"]
    _, rows, *_ = done(deck, move=["bat"], after="")
    assert [*rows] == ["bat", "fox", "owl"]
    _, rows, *_ = done(deck, move=["bat"], after="owl")
    assert [*rows] == ["fox", "owl", "bat"]
    for path, data in () if is_flow else before.items():
        assert path.read_bytes().rstrip() == data.rstrip(), path.name


@every_kind
def test_a_column_comes_with_its_first_value_and_is_renamed(deck):
    path = deck / "card_data/soup/deck.yaml"
    fields = "fields: {cost: integer, text: text, stats_speed: integer}\n"
    path.write_text(path.read_text().replace("design: classic\n", f"design: classic\n{fields}"))
    (deck / "templates/soup").mkdir(parents=True)
    template = deck / "templates/soup/card.svg.j2"
    template.write_text("{# fields: cost #}\n{{ piece.cost }}{{ costs }}\n{# the cost #}\n")
    _, rows, *_ = done(deck, cells={"owl": {"speed": "4"}})
    assert [row.get("speed") for row in rows.values()] == [None, 4, None]
    assert "speed: integer" in path.read_text()
    project = find_project(deck)
    told_of_cost = ", also in card.svg.j2; card.svg.j2:3 still says cost"
    for old, new, told in (("speed", "pace", ""), ("cost", "price", told_of_cost)):
        change = renamed_field(project, "soup", "deck", old, new)
        EditHistory(deck).write(change.what, change.files)
        assert change.what.lower() == f"{old} renamed {new}{told}"
    table = component_table(project, "soup", "deck")
    names = {each.name for each in table.columns}
    assert {"pace", "price", "text"} <= names - {"speed", "cost"} == names
    price = [each.name for each in table.columns].index("price")
    assert [row.values[price] for row in table.rows] == [3, 1, 2]
    heading = {"yaml": "", "json": "price"}.get(table.file.rpartition(".")[2], "Price")
    assert table.columns[price].heading == heading
    assert check_change(change, ()).findings == ()
    assert template.read_text() == "{# fields: price #}\n{{ piece.price }}{{ costs }}\n{# the cost #}\n"
    for old, new in (("id", "name"), ("price", "text"), ("price", "pr ice"), ("none", "new")):
        with pytest.raises(CannotEdit):
            renamed_field(project, "soup", "deck", old, new)


DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
<text inkscape:label="Cost min: 8pt">3</text><text>{cost} gold</text>
<g inkscape:label="show-if: cost&gt;=3 and rare"><rect inkscape:label="fill: cost"/></g>
<text inkscape:label="title font: cost">it costs</text>
</svg>
"""


@pytest.mark.parametrize("deck", ["block"], indirect=True)
def test_a_renamed_column_is_renamed_in_drawings_but_not_for_others_that_have_it(deck):
    (deck / "templates/soup").mkdir(parents=True)
    drawings = [deck / "templates/soup" / name for name in ("mine.svg", "ours.svg")]
    for path in drawings:
        path.write_text(DRAWING)
    mine, other = (deck / "card_data/soup" / name for name in ("deck.yaml", "tiles.yaml"))
    mine.write_text(mine.read_text().replace("design: classic", "front: mine.svg\nback: ours.svg"))
    other.write_text("kind: cards\nfront: ours.svg\npieces: [{id: hill, cost: 2}]\n")
    change = renamed_field(find_project(deck), "soup", "deck", "cost", "price")
    EditHistory(deck).write(change.what, change.files)
    still = "mine.svg:4, ours.svg:2, ours.svg:3 and ours.svg:4 still say cost"
    assert change.what == f"cost renamed price, also in mine.svg; {still}"
    wanted = DRAWING.replace("Cost min", "price min").replace("{cost}", "{price}")
    wanted = wanted.replace("cost&gt;=3", "price&gt;=3").replace("fill: cost", "fill: price")
    assert [path.read_text() for path in drawings] == [wanted, DRAWING]


@pytest.mark.parametrize("deck", ["block"], indirect=True)
def test_comments_go_with_their_cards(deck):
    data, *_ = done(deck, move=["owl"])
    text = data.decode()
    assert (
        text.index("# the second") < text.index("id: owl") < text.index("# the first") < text.index("id: fox")
    )
    assert text.endswith("away.\n# the end\n")
    data, *_ = done(deck, add=[AddedRow(after="owl", values={"name": "Elk: big"})])
    assert '  - id: elk-big\n    name: "Elk: big"\n' in data.decode()


@pytest.mark.parametrize("deck", ["csv"], indirect=True)
def test_what_is_between_the_rows_of_a_table_stays(deck):
    data, *_ = done(deck, cells={"owl": {"cost": "7"}}, remove=["bat"])
    assert data.decode() == 'Name;Cost;Text\r\nFox;3;Take two.\r\n\r\n# mine\r\nOwl;7;"Draw; then\nwait."\r\n'


@pytest.mark.parametrize("deck", ["formulas"], indirect=True)
def test_formulas_formats_and_notes_of_a_workbook_stay(deck):
    path = deck / "card_data/soup/deck.xlsx"
    with ZipFile(path) as book:
        before = {each: book.read(each) for each in book.namelist()}
    _, rows, what, _ = done(deck, cells={"fox": {"cost": "5"}, "bat": {"text": "Fly & <hide>."}})
    assert what.endswith("its formulas show their old results until a spreadsheet saves it")
    assert (rows["fox"]["cost"], rows["fox"]["twice"], rows["bat"]["text"]) == (5, 6, "Fly & <hide>.")
    with ZipFile(path) as book:
        changed = {each for each in book.namelist() if book.read(each) != before[each]}
        assert changed == {"xl/worksheets/sheet1.xml", "xl/workbook.xml"}
    sheet = openpyxl.load_workbook(path).active
    assert (sheet["D2"].value, sheet["A3"].font.bold, sheet["C2"].comment.text) == ("=B2*2", True, "ask Ann")
    with pytest.raises(CannotEdit, match="formulas or merged cells"):
        done(deck, remove=["owl"])
    _, rows, *_ = done(deck, add=[AddedRow("fox", values={"name": "Elk", "cost": "0.5"})])
    assert [*rows] == ["fox", "owl", "bat", "elk"], "at the end all the same"
    assert rows["elk"]["cost"] == 0.5


@pytest.mark.parametrize("deck", ["formulas"], indirect=True)
def test_a_formula_is_replaced_by_what_is_typed_over_it(deck):
    path = deck / "card_data/soup/deck.xlsx"
    with ZipFile(path) as book:
        parts = {each: book.read(each) for each in book.namelist()}
    sheet, types = "xl/worksheets/sheet1.xml", "[Content_Types].xml"
    filled = parts[sheet].replace(b"<f>", b'<f t="shared" ref="D2:D3" si="0">')
    end = filled.index(b"</row>", filled.index(b'r="A3"'))
    parts[sheet] = filled[:end] + b'<c r="D3"><f t="shared" si="0"/><v>2</v></c>' + filled[end:]
    parts[types] = parts[types].replace(
        b"</Types>", b'<Override PartName="/xl/calcChain.xml" ContentType="text/xml"/></Types>'
    )
    with ZipFile(path, "w") as book:
        for name, part in (parts | {"xl/calcChain.xml": b"<calcChain/>"}).items():
            book.writestr(name, part)
    table = component_table(find_project(deck), "soup", "deck")
    assert [each.origins[-1] for each in table.rows] == ["formula", "formula", ""]
    _, rows, what, _ = done(deck, cells={"fox": {"twice": "9"}})
    assert "1 formula replaced by what was typed" in what
    assert (rows["fox"]["twice"], rows["owl"]["twice"]) == (9, 2)
    sheet = openpyxl.load_workbook(path).active
    assert (sheet["D2"].value, sheet["D3"].value) == (9, "=B3*2")
    with ZipFile(path) as book:
        assert "xl/calcChain.xml" not in book.namelist()
        assert b"calcChain" not in book.read(types)


@pytest.mark.parametrize("deck", ["xlsx"], indirect=True)
def test_merged_cells_of_a_workbook_are_not_written(deck):
    path = deck / "card_data/soup/deck.xlsx"
    book = openpyxl.load_workbook(path)
    book.active.merge_cells("B2:B3")
    book.save(path)
    with pytest.raises(CannotEdit, match="B3 is one of several cells that are merged"):
        done(deck, cells={"owl": {"cost": "5"}})


@pytest.mark.parametrize("deck", ["json"], indirect=True)
def test_the_form_of_a_json_file_stays(deck):
    cells = {"fox": {"stats_speed": "5"}, "owl": {"rare": "yes"}, "bat": {"cost": ""}}
    data, rows, *_ = done(deck, cells=cells)
    wanted = JSON.replace('"speed": 4', '"speed": 5').replace('wait."}', 'wait.", "rare": "yes"}')
    assert data.decode() == wanted.replace('"cost": 2', '"cost": null')
    assert rows["bat"]["cost"] is None


@pytest.mark.parametrize("deck", ["formulas"], indirect=True)
def test_a_workbook_goes_on_as_csv_and_back(deck):
    project, folder = find_project(deck), deck / "card_data/soup"
    before = (folder / "deck.yaml").read_text()
    change, history = table_as_csv(project, "soup", "deck"), EditHistory(deck)
    history.write(change.what, change.files)
    assert (
        folder / "deck.csv"
    ).read_text() == "Name,Cost,Text,Twice\nFox,3,Take two.,6\nOwl,1,Draw.\nBat,2,Fly.\n"
    assert (folder / "deck.yaml").read_text() == before.replace("deck.xlsx", "deck.csv")
    _, rows, *_ = done(deck, cells={"owl": {"cost": "5"}})
    assert rows["owl"]["cost"] == 5
    with pytest.raises(CannotEdit, match="exists already"):
        (folder / "deck.yaml").write_text(before)
        table_as_csv(project, "soup", "deck")


@pytest.mark.parametrize("deck", ["block"], indirect=True)
@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"cells": {"fox": {"id": "x"}}}, "cannot be changed here"),
        ({"cells": {"fox": {"co st": "x"}}}, 'no field "co st"'),
        ({"remove": ["fox", "owl", "bat"]}, "at least one card"),
        ({"add": [AddedRow(values={"tags": ("a", "b")})]}, "single values"),
    ],
)
def test_what_cannot_be_done_is_refused(deck, wanted, words):
    with pytest.raises(CannotEdit, match=words):
        done(deck, **wanted)
    assert (deck / "card_data/soup/deck.yaml").read_text() == BLOCK


# One cell of a table is changed: separators, quotes, encodings and all other cells stay.


CSV_TABLES = {
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
    lines = [row[0].place.line for row in rows_of(data).rows]
    rows = [RowThen(each, {heading: value} if each == number else {}) for each in range(len(lines))]
    after = with_csv_rows(data, "t.csv", rows)
    assert with_csv_values(data, "t.csv", lines, {lines[number]: {heading: value}}) == after
    return after


def texts(table):
    return [[cell.text for cell in row] for row in (table.heading, *table.rows)]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", CSV_TABLES)
def test_each_cell_of_a_table_is_changed_and_changed_back(name, encoding):
    data = CSV_TABLES[name].encode(encoding)
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
    data = CSV_TABLES["commas"].encode()
    with pytest.raises(CannotEdit, match="would change other cells"):
        with_csv_cell(data, 0, "Name", "#Pear")  # a comment
