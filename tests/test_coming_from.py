"""The pages for people who come from other tools: their examples are made, checked, built and exported as they stand."""

import re

import pytest
from docs_pages import ROOT, blocks, typed, write_files

PAGES = ["coming-from-squib.md", "coming-from-nandeck.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_the_page_build_without_a_finding(page, tmp_path, monkeypatch, capfd):
    write_files(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    for line in blocks(page, "type")[0].splitlines():
        assert typed(line) == 0, line
        said = capfd.readouterr()
        assert (said.err, "warning" in said.out) == ("", False), line
    (game,) = (tmp_path / "card_data").iterdir()
    for component in game.glob("*s.yaml"):
        assert list((tmp_path / "output" / game.name).glob(f"*/{component.stem}.pdf"))


@pytest.mark.parametrize("page", PAGES)
def test_each_row_names_both_words(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+) \| (.+) \|$", text, re.MULTILINE)[1:]
    assert len(rows) > 20
    assert all(theirs.strip() and ours.strip() for theirs, ours in rows)
