"""A spreadsheet saved as CSV is as good as a list of pieces."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from load_cases import load_text, sound

from pnp.load.nodes import Findings
from pnp.load.rows.text_tables import csv_rows, with_dashes, with_numbers
from pnp.load.yaml_source import decode_table, likely_encoding, read_json


def pieces(tmp_path, text: str):
    return sound(tmp_path, text, file="fruit.csv").pieces


def test_headings_are_keys_and_cells_are_values(tmp_path):
    pear, apple = pieces(
        tmp_path, 'id,name,copies,value,healthy\npear,Pear,2,-3,true\napple,"Apple, red",,1.5,yes\n'
    )
    assert (pear.id, pear.copies, pear.fields) == ("pear", 2, {"name": "Pear", "value": -3, "healthy": True})
    assert (apple.id, apple.copies) == ("apple", 1)
    assert apple.fields == {"name": "Apple, red", "value": 1.5, "healthy": "yes"}


def test_every_cell_knows_its_line_and_column(tmp_path):
    (pear,) = pieces(tmp_path, 'id,name,n\n\npear,"a\nb",  7\n')
    places = {
        name: (place.file, place.line, place.column, place.length) for name, place in pear.places.items()
    }
    file = "card_data/fruit/fruit.csv"
    assert places == {"id": (file, 3, 1, 4), "name": (file, 3, 6, 1), "n": (file, 4, 6, 1)}


def test_a_row_of_more_cells_than_any_spreadsheet_has_is_refused(tmp_path):
    (finding,) = load_text(tmp_path / "p", "," * 20_000, file="fruit.csv").diagnostics
    assert (finding.code, finding.message) == ("PNP124", "this row has more than 16,384 cells")
    assert (finding.place.line, finding.place.column) == (1, 16_385)


CELLS = st.text(st.sampled_from("ab \",;\n'é"), max_size=6).map(str.strip)


@settings(deadline=None)
@given(st.lists(st.lists(CELLS, min_size=2, max_size=3), max_size=4))
def test_cells_that_the_csv_module_writes_come_back(rows):
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows([["x", "y", "z", "z"], *rows])
    findings = Findings()
    cells = [[cell.text for cell in row] for row in csv_rows(written.getvalue(), "f", findings)]
    assert cells[1:] == [row for row in rows if any(row)]
    assert not len(findings)


def test_a_json_file_may_have_an_object_on_each_line():
    data = b'{"name": "Alpha", "more": {"a": 1}}\n{"name": "Beta"}\n'
    read = read_json(data, "cards.json", Findings())
    assert [each.get("name").value for each in read.items] == ["Alpha", "Beta"]
    assert read.items[1].place.line == 2


def test_values_of_json_are_read_as_they_are_printed():
    data = b'{"cards": [{\t"name":"\\ud83d\\ude00\\/", "n": 3.0, "big": 1e3, "half": -0.50, "no": null, "as": "007"}]}'
    [row] = with_numbers(read_json(data, "cards.json", Findings())).get("cards").items
    read = {"name": "\U0001f600/", "n": 3, "big": 1000, "half": -0.5, "no": None, "as": "007"}
    assert dict(row.value) == read
    ants = b'[{}, {}, %s {"n": null}]' % (b'{"n": 1, "of": null}, ' * 9)
    rows = with_dashes(with_numbers(read_json(ants, "ants.json", Findings())).items)
    assert [*rows[-1].value.values(), rows[2].value["of"]] == ["–", None], "beside numbers alone"


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("Лиса и сова: Ворон", "windows-1251", "windows-1251"),
        ("狐狸和猫头鹰", "gbk", "gb18030"),
        ("un garçon français à Paris", "cp850", "cp850"),
        ("Hell’s Höhle doesn’t – “élan”", "cp1252", "windows-1252"),
        ("ÄÖÜ", "cp1252", "windows-1252"),
    ],
)
def test_the_encoding_of_a_table_is_found_by_its_bytes(text, name, found):
    assert likely_encoding(text.encode(name)) == found


def test_letters_of_another_program_in_utf_8_are_those_of_windows():
    data = "Bär, Höhle, Mühle, Löwe, Öl".encode() + b" \x96 \xe9"
    assert decode_table(data, "a.csv", likely_encoding(data)) == "Bär, Höhle, Mühle, Löwe, Öl – é"
