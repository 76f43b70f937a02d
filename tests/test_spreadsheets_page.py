"""docs/spreadsheets.md is done as it says, by somebody who types every line of it."""

import pytest
from docs_pages import blocks, typed, write_files

PAGE = "spreadsheets.md"
((TYPED),) = (block.splitlines() for block in blocks(PAGE, "type"))
(SAID,) = blocks(PAGE, "said")
((OLD, NEW, FINDING),) = blocks(PAGE, "slip: (.*?) -> (.*?)")


@pytest.fixture
def lanterns(tmp_path, monkeypatch):
    write_files(PAGE, tmp_path / "page")
    (tmp_path / "lanterns.csv").write_bytes((tmp_path / "page/lanterns.csv").read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_goes_from_a_table_to_paper_and_finds_the_slip(lanterns, capfd):
    assert [typed(line, "--quiet") if "build" in line else typed(line) for line in TYPED] == [0, 0]
    said = capfd.readouterr()
    assert said.err == ""
    assert SAID in said.out
    assert (lanterns / "output/lanterns/a4/print.pdf").is_file()
    folder = lanterns / "card_data/lanterns"
    (folder / "lanterns.yaml").write_bytes((lanterns / "page/card_data/lanterns/lanterns.yaml").read_bytes())
    assert typed("pnp check --no-faces") == 0
    table = folder / "lanterns.csv"
    table.write_text(table.read_text(encoding="utf-8").replace(OLD, NEW), encoding="utf-8")
    capfd.readouterr()
    assert typed("pnp check") == 1
    assert capfd.readouterr().err == FINDING
