"""Rows of workbooks and JSON files are read as those of a CSV file are; what Excel does to cells is told, in its own words."""

import datetime as dt
import json
import zipfile
from io import BytesIO

import openpyxl
import pytest
from load_cases import load_files
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont


def load(root, data: bytes, name: str, more: str = ""):
    text = f"kind: cards\nfront: front.svg.j2\nrows: {name}\n{more}"
    return load_files(root, {name: data, "fruit.yaml": text})


def xlsx(*rows, sheet="Cards", change=None) -> bytes:
    book = openpyxl.Workbook()
    book.active.title = sheet
    for row in rows:
        book.active.append(row)
    if change:
        change(book.active)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def found(loaded):
    return [(each.code, each.severity, each.place.cell, each.message) for each in loaded.diagnostics]


def pieces(loaded):
    assert loaded.diagnostics == ()
    return [(piece.id, piece.copies, dict(piece.fields)) for piece in loaded.game.components[0].pieces]


CSV = """\ufeffName;Card Text;QTY;Tags;Rare;#note;Cost
Dragon's Lair;“Sweet” home;2;red|blue;TRUE;ask Ann;3
# to do;later;;;;;
Élan vital;"a; b";;red;FALSE;;+2

Dragon's Lair;Again;3;;;;2.50
"""
ROWS = [
    ["Name", "Card Text", "QTY", "Tags", "Rare", "#note", "Cost", None],
    ["Dragon's Lair ", "“Sweet” home", 2.0, "red|blue", True, "ask Ann", 3],
    ["# to do", "later"],
    ["Élan vital", " a; b", None, "red", False, None, "+2"],
    [None, None],
    ["Dragon's Lair", "Again", "3", None, None, None, 2.5],
]
JSON = [
    {"Name": "Dragon's Lair", "Card Text": "“Sweet” home", "QTY": 2, "Tags": ["red", "blue"], "Rare": True, "Cost": 3.0},
    {"Name": "Élan vital", "Card Text": "a; b", "QTY": None, "Tags": ["red"], "Rare": False, "#note": "x", "Cost": "+2"},
    {"Name": "Dragon's Lair", "Card Text": "Again", "QTY": 3, "Tags": "", "Cost": "2.50"},
]  # fmt: skip


def two_decimals(sheet):
    sheet["G6"].number_format = "0.00"


def test_the_same_rows_are_the_same_cards_in_every_file(tmp_path):
    expected = [
        ("dragons-lair", 2, {"name": "Dragon's Lair", "card_text": "“Sweet” home", "tags": ("red", "blue"), "rare": True, "cost": 3}),
        ("elan-vital", 1, {"name": "Élan vital", "card_text": "a; b", "tags": ("red",), "rare": False, "cost": "+2"}),
        ("dragons-lair-2", 3, {"name": "Dragon's Lair", "card_text": "Again", "cost": "2.50"}),
    ]  # fmt: skip
    by_csv = load(tmp_path / "csv", CSV.encode(), "deck.csv")
    assert pieces(by_csv) == expected
    assert by_csv.game.components[0].table_reading == (
        "ids are made from Name",
        "copies are in QTY",
        "Tags is a list",
        "1 row begins with # and is left out",
    )
    assert (
        pieces(load(tmp_path / "tsv", CSV.replace(";", "\t").encode("utf-16"), "deck.tsv"))[0] == expected[0]
    )
    assert pieces(load(tmp_path / "xlsx", xlsx(*ROWS, change=two_decimals), "deck.xlsx")) == expected
    assert pieces(load(tmp_path / "json", json.dumps({"cards": JSON}).encode(), "deck.json")) == expected


def test_columns_ids_and_sheets_are_as_the_component_says(tmp_path):
    def more_sheets(sheet):
        other = sheet.parent.create_sheet("Cards 2026")
        for row in (["Card", "Qty", "Nr", "Notes"], ["Kiwi", 0, 7, "?"], ["Fig", 2, 8, None]):
            other.append(row)

    more = 'sheet: cards 2026\nid: "{nr}-{name}"\ncolumns: {card: name, Notes: none, QTY: copies}\n'
    loaded = load(tmp_path / "p", xlsx(["x"], change=more_sheets), "deck.xlsx", more)
    assert pieces(loaded) == [("8-fig", 2, {"name": "Fig", "nr": 8})]
    assert loaded.game.components[0].benched == ("7-kiwi",)
    wrong = load(tmp_path / "q", xlsx(["Name"], ["x"]), "deck.xlsx", "sheet: Crads\ncolumns: {Nmae: title}\n")
    assert [(each.code, each.hint) for each in wrong.diagnostics] == [("PNP115", 'did you mean "Cards"?')]
    wrong = load(
        tmp_path / "r", b"Name\nx\n", "deck.csv", "sheet: Cards\ncolumns: {Nmae: title, Name: a b}\n"
    )
    assert [each.code for each in wrong.diagnostics] == ["PNP152", "PNP152", "PNP112"]


def test_types_decide_how_cells_are_read(tmp_path):
    text = "name,no,rare,points,tags\npear,007,x,−3,a\nfig,1.0,,+2,\n"
    more = "fields: {no: text, rare: boolean, points: {from: -5, to: 5}, tags: list, motto: text}\n"
    assert [fields for _, _, fields in pieces(load(tmp_path / "p", text.encode(), "deck.csv", more))] == [
        {"name": "pear", "no": "007", "rare": True, "points": -3, "tags": ("a",), "motto": ""},
        {"name": "fig", "no": "1.0", "rare": False, "points": 2, "tags": (), "motto": ""},
    ]
    extra = load(tmp_path / "q", b"name,colour\npear,red\nfig,blue\n", "deck.csv", "fields: {no: text}\n")
    assert found(extra) == [("PNP103", "warning", "B1", 'fields lists no "colour"')]


def test_what_excel_makes_of_cells_is_told_at_the_cell(tmp_path):
    def spoil(sheet):
        sheet["B2"] = dt.date(2026, 1, 2)
        sheet["C3"] = "#REF!"
        sheet["C3"].data_type = "e"
        sheet["C4"] = "=1+1"
        sheet["D2"].number_format = '"+"0'
        sheet["D3"].number_format = '"+"0'
        sheet["E2"].number_format = "0%"
        sheet["E3"].number_format = "000"
        sheet["E4"].quotePrefix = True
        sheet.row_dimensions[3].hidden = True
        sheet.merge_cells("A5:C5")
        sheet.merge_cells("F2:F4")

    rows = [["Name", "Share", "Cost", "Bonus", "Level", "Suit"], ["Pear", "", 1, 3, 0.5, "sun"], ["Fig", "", 1, 4, 7],
            ["Plum", "", 1, None, "'90s"], ["Headline"]]  # fmt: skip
    loaded = load(tmp_path / "p", xlsx(*rows, change=spoil), "deck.xlsx")
    assert found(loaded) == [
        ("PNP156", "error", "B2", "this is a date, 2026-01-02"),
        (
            "PNP157",
            "warning",
            "D2",
            'the spreadsheet shows this in the format "+"0; the card gets only the number, 3',
        ),
        ("PNP157", "warning", "A3", "hidden rows are read like all others: 3"),
        ("PNP155", "error", "C3", "the formula of this cell has no result: #REF!"),
        ("PNP155", "error", "C4", "this formula was saved without its result"),
        ("PNP157", "warning", "A5", "A5:C5 is one merged cell; only the first column gets its text"),
    ]

    def mend(sheet):
        spoil(sheet)
        sheet["B2"], sheet["C3"], sheet["C4"] = "1/2", 1, 1

    fields = [
        piece.fields
        for piece in load(tmp_path / "q", xlsx(*rows, change=mend), "deck.xlsx").game.components[0].pieces
    ]
    assert [each.get("level") for each in fields] == ["50%", "007", "'90s", None]
    assert [each.get("suit") for each in fields] == ["sun", "sun", "sun", None]


def test_bold_words_of_a_cell_stay_bold(tmp_path):
    bold = CellRichText(
        "Pay ", TextBlock(InlineFont(b=True), "two "), "coins, ", TextBlock(InlineFont(i=True), "now")
    )
    (piece,) = pieces(load(tmp_path / "p", xlsx(["Name", "Text"], ["Pear", bold]), "deck.xlsx"))
    assert piece[2]["text"] == "Pay **two** coins, *now*"


@pytest.mark.parametrize(
    ("name", "part", "size", "more"),
    [
        ("deck.xlsx", "xl/worksheets/sheet1.xml", 21_000_000, 0),
        ("deck.ods", "content.xml", 21_000_000, 0),
        ("deck.xlsx", "xl/worksheets/sheet1.xml", 0, 2_000),
    ],
)
def test_a_small_file_that_would_fill_the_memory_is_not_unpacked(tmp_path, name, part, size, more):
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(part, b" " * size)
        for number in range(more):
            archive.writestr(str(number), b"")
    (finding,) = load(tmp_path / "p", stream.getvalue(), name).diagnostics
    assert finding.message.endswith("; the limit is 20 MB, or 2000")


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("deck.xlsx", xlsx(["Name"], ["x"])[:-30], "PNP100"),
        ("deck.xlsx", xlsx(), "PNP107"),
        ("deck.csv", "Name\nCrème\n".encode("cp1252"), "PNP100"),
        ("deck.json", b'[{"Name": "x";}]', "PNP101"),
        ("deck.json", b"[" * 9_000, "PNP108"),
        ("deck.json", b"[" * 90 + b"]" * 90, "PNP108"),
        ("deck.json", b'[{"a": NaN}]', "PNP108"),
        ("deck.json", b'{"a": 1}', "PNP104"),
        ("deck.json", b'[{"Name": "x", "Name": "y"}]', "PNP106"),
        ("deck.json", b'["x", {"Name": "y"}]', "PNP104"),
        ("deck.json", b'[{"Name": "\\u202ex"}]', "PNP100"),
    ],
)
def test_what_is_no_table_is_one_finding(tmp_path, name, data, code):
    (finding, *_) = load(tmp_path / "p", data, name).diagnostics
    assert (finding.code, bool(finding.hint)) == (code, True)
    assert "Crème" in finding.message or name != "deck.csv"
