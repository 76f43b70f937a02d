"""Every mistake of cases/ is reported where it is marked, in the words that stand there, and nothing else is."""

import json
from pathlib import Path

import pytest
from load_cases import Case, agrees, found, load_text, read_cases

from pnp.files import read_package
from pnp.model.diagnostics import has_errors

CODES = json.loads(read_package("pnp.model", "codes.json"))["data"]
CASES = Path(__file__).parent / "cases"


ALL = [(path.stem, case) for path in sorted(CASES.glob("*.yaml")) for case in read_cases(path)]


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{stem}: {case.claim}") for stem, case in ALL])
def test_each_finding_is_marked_and_each_mark_is_found(case: Case, tmp_path):
    loaded = load_text(tmp_path / "p", case.text, file=case.file)
    findings = found(loaded)
    assert len(findings) == len(case.marks), findings
    for mark, finding in zip(case.marks, findings, strict=True):
        assert agrees(mark, finding), f"marked {mark}\n found {finding}"
    assert {d.place.file for d in loaded.diagnostics} == {f"card_data/fruit/{case.file}"}
    assert (loaded.game is None) == has_errors(loaded.diagnostics)


ELSEWHERE = {"PNP128", "PNP129", "PNP157", "PNP475", "PNP483"}
"""About pictures, workbooks and whole games, which cannot be marked: test_art_files.py, test_workbooks.py
and test_limits.py have them."""


def test_every_code_has_a_case_and_every_case_a_known_code():
    marked = {
        mark[2].split()[0]
        for path in CASES.glob("*.yaml")
        for case in read_cases(path)
        for mark in case.marks
    }
    assert marked == set(CODES) - ELSEWHERE


def test_every_finding_says_what_to_do_about_it():
    for path in CASES.glob("*.yaml"):
        for case in read_cases(path):
            assert all(len(mark) == 4 for mark in case.marks), case.claim


def test_a_wrong_mark_is_noticed():
    finding = ("4:9", "^^^^", 'PNP104 copies must be a whole number, got "four"', "write 4")
    assert agrees(finding, finding)
    assert agrees(("4:9", "^", finding[2]), finding)
    assert not agrees(("4:8", *finding[1:]), finding)
    assert not agrees(("4:9", "^^", *finding[2:]), finding)
    assert not agrees((*finding[:3], "write 5"), finding)
