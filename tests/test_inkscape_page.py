"""docs/inkscape.md is done as it says, and says all that a drawing can be told."""

import re

from docs_pages import ROOT, blocks, typed

from pnp.templates.svg_template.object_names import INSTRUCTIONS

PAGE = "inkscape.md"
((OLD, NEW, FINDING),) = blocks(PAGE, "slip: (.*?) -> (.*?)")


def test_a_deck_is_made_of_drawings_and_a_wrong_page_is_found(tmp_path, monkeypatch, capfd):
    make, enter, check, build = blocks(PAGE, "type")[0].splitlines()
    monkeypatch.chdir(tmp_path)
    assert typed(make) == 0
    monkeypatch.chdir(tmp_path / enter.split()[1])
    capfd.readouterr()
    assert typed(check) == 0
    assert capfd.readouterr().err == ""
    assert typed(build, "--paper", "a4", "--no-rules") == 0
    card = tmp_path / "Beasts/templates/beasts/card.svg"
    card.write_text(card.read_text(encoding="utf-8").replace(OLD, NEW), encoding="utf-8")
    assert typed(check) == 1
    assert " ".join(FINDING.split()) in capfd.readouterr().err


def test_the_page_has_every_instruction():
    page = (ROOT / "docs" / PAGE).read_text(encoding="utf-8")
    assert {*INSTRUCTIONS} <= {*re.findall(r"`([a-z-]+):", page)}
