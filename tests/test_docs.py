"""The documentation does not rot: what it shows is what happens, what it links to is there."""

import re
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from docs_pages import CODES, PAGES, ROOT, producers, renewed
from site_links import on_page_markdown

EVERY = [*PAGES, *sorted((ROOT / "docs/decisions").glob("*.md")), *sorted(ROOT.glob("C*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_what_a_page_shows_is_what_pnp_does(page):
    text = page.read_text(encoding="utf-8")
    assert text == renewed(text, producers()), "run: python docs/renew.py"


def test_everything_that_can_be_made_is_shown():
    shown = {
        what
        for page in PAGES
        for what in re.findall(r"<!-- made: (.+?) -->", page.read_text(encoding="utf-8"))
    }
    assert shown == set(producers())


@pytest.mark.parametrize("page", EVERY, ids=name)
def test_links_lead_to_files_that_are_there(page):
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_index_leads_to_every_page():
    pages = [path for path in (ROOT / "docs").rglob("*.md") if path != ROOT / "docs/README.md"]
    indexes = {path.parent: path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("README.md")}
    missing = [
        name(path)
        for path in pages
        if not any(
            path.is_relative_to(at) and f"({path.relative_to(at).as_posix()})" in index
            for at, index in indexes.items()
        )
    ]
    assert missing == []


def test_the_site_lists_every_page():
    site = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    listed = re.findall(r"[\w/-]+\.md", str(site["nav"]))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert sorted(listed) == sorted(page for page in pages if not page.startswith("decisions/"))


def test_links_out_of_the_pages_are_plain_words_on_the_site():
    def shown(source, text):
        return on_page_markdown(text, page=SimpleNamespace(file=SimpleNamespace(src_uri=source)))

    assert (
        shown("art.md", "see [the code](../pnp/art.py) and [cards](format.md)")
        == "see the code and [cards](format.md)"
    )
    assert shown("kinds/box.md", "[a](../art.md#x), [b](../../C.md)") == "[a](../art.md#x), b"


@pytest.mark.parametrize("page", EVERY, ids=name)
def test_lines_can_be_read_beside_each_other(page):
    in_code = False
    for line in page.read_text(encoding="utf-8").splitlines():
        in_code ^= line.startswith("```")
        plain = not in_code and not line.startswith(("|", "    ", "!["))
        assert len(line) <= 130 or not plain, line


CODE = re.compile(r"PNP[1-6]\d\d")
EVERY_CODE = list(chain.from_iterable(CODES.values()))


def test_no_two_topics_share_a_code():
    assert sorted(set(EVERY_CODE)) == sorted(EVERY_CODE)
    assert len(EVERY_CODE) > 40


def test_every_code_is_pnp_and_three_digits_and_has_a_meaning():
    for code, meaning in chain.from_iterable(codes.items() for codes in CODES.values()):
        assert CODE.fullmatch(code)
        assert meaning[0].islower()
        assert not meaning.endswith(".")


def test_the_codes_that_are_reported_are_those_of_the_table():
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "pnp").rglob("*.py")]
    assert {code for source in sources for code in CODE.findall(source)} == set(EVERY_CODE)
