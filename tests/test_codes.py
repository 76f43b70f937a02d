"""Every finding has a code of its own; tests/test_docs.py sees to it that docs/diagnostics.md lists them all."""

import re
from itertools import chain
from pathlib import Path

from pnp.model.codes import CODES

ROOT = Path(__file__).parent.parent
CODE = re.compile(r"PNP[1-6]\d\d")
EVERY = list(chain.from_iterable(CODES.values()))


def reported() -> set[str]:
    sources = [path for path in (ROOT / "pnp").rglob("*.py") if path.name != "codes.py"]
    return {code for path in sources for code in CODE.findall(path.read_text(encoding="utf-8"))}


def test_no_two_topics_share_a_code():
    assert sorted(set(EVERY)) == sorted(EVERY)
    assert len(EVERY) > 40


def test_every_code_is_pnp_and_three_digits_and_has_a_meaning():
    for code, meaning in chain.from_iterable(codes.items() for codes in CODES.values()):
        assert CODE.fullmatch(code)
        assert meaning[0].islower()
        assert not meaning.endswith(".")


def test_the_codes_that_are_reported_are_those_of_the_table():
    assert reported() == set(EVERY)
