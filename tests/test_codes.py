"""Every finding has a code of its own, and docs/diagnostics.md lists them all as the code has them."""

import re
from pathlib import Path

from docs_pages import codes_by_stage

ROOT = Path(__file__).parent.parent
CODE = re.compile(r"PNP[1-5]\d\d")


def test_no_two_stages_share_a_code():
    every = [code for codes in codes_by_stage().values() for code in codes]
    assert sorted(set(every)) == sorted(every)
    assert len(every) > 40


def test_every_code_is_pnp_and_three_digits_and_has_a_meaning():
    for codes in codes_by_stage().values():
        for code, meaning in codes.items():
            assert CODE.fullmatch(code)
            assert meaning[0].islower()
            assert not meaning.endswith(".")


def test_every_code_that_is_reported_is_in_its_stage_s_table():
    for stage, codes in codes_by_stage().items():
        sources = [path for path in (ROOT / "pnp" / stage).rglob("*.py") if path.name != "codes.py"]
        reported = {code for path in sources for code in CODE.findall(path.read_text(encoding="utf-8"))}
        assert reported <= codes.keys(), f"pnp/{stage} reports codes its table does not know"


def test_every_code_in_a_table_is_reported_somewhere():
    everything = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "pnp").rglob("*.py") if path.name != "codes.py"
    )
    every = {code for codes in codes_by_stage().values() for code in codes}
    assert every - set(CODE.findall(everything)) == set()


def test_the_page_of_diagnostics_has_every_code_with_its_meaning():
    page = (ROOT / "docs/diagnostics.md").read_text(encoding="utf-8")
    for codes in codes_by_stage().values():
        for code, meaning in codes.items():
            assert f"| `{code}` | {meaning} |" in page, "run: python docs/renew.py"
