"""The files of the page: light, nothing inline, and no sheet of styles reaches into the view of another."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from docs_pages import ROOT

PAGE = Path(__file__).parents[2] / "pnp/studio/page"
SHEETS = sorted(PAGE.glob("*.css"))
IMPORT = re.compile(r"""^import [^;]*?"\./([\w.]+)";""", re.MULTILINE)


def begins_with() -> set[Path]:
    known, waiting = set(), [PAGE / "app.js"]
    while waiting:
        path = waiting.pop()
        if path not in known:
            known.add(path)
            waiting += [PAGE / name for name in IMPORT.findall(path.read_text(encoding="utf-8"))]
    return {*known, *SHEETS, *PAGE.glob("words/*")}


def test_the_page_weighs_less_than_300_kb_and_all_its_views_less_than_450():
    assert sum(path.stat().st_size for path in begins_with()) < 300_000
    assert sum(path.stat().st_size for path in PAGE.rglob("*") if path.is_file()) < 450_000


def test_nothing_is_written_into_the_page_as_code_or_style():
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<style|\bstyle=|\bon\w+=|<script(?![^>]*\bsrc=)", html) == []
    scripts = {path.name: path.read_text(encoding="utf-8") for path in PAGE.glob("*.js")}
    sinks = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser|srcdoc"
    assert {name for name, text in scripts.items() if re.search(sinks, text)} == set()
    assert {name for name, text in scripts.items() if re.search(r"https?://(?!www\.w3\.org/)", text)} == set()


NAMES = ("TS1", "TS2304", "TS2305", "TS2307", "TS2448", "TS2451", "TS2552", "TS2588")
"""Of the compiler's errors: no script, names and imports that are not there, constants that are given a value."""


@pytest.mark.skipif(shutil.which("tsc") is None, reason="there is no TypeScript: npm install -g typescript")
def test_the_scripts_name_what_there_is():
    options = "--allowJs --checkJs --noEmit --target esnext --module esnext --moduleResolution bundler"
    scripts = sorted(map(str, PAGE.glob("*.js")))
    command = [shutil.which("tsc"), *options.split(), "--lib", "esnext,dom,dom.iterable", *scripts]
    found = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PAGE).stdout
    assert found == "" or "error TS" in found
    wrong = [line for line in found.splitlines() if re.search(rf"error ({'|'.join(NAMES)}\d*):", line)]
    assert wrong == []


# The page of the studio: its command starts one, and what it says of messages is what the program says.


DOCS_PAGE = (ROOT / "docs/studio.md").read_text(encoding="utf-8")


def test_messages_that_the_page_explains_are_messages_of_the_program():
    table = DOCS_PAGE.partition("## When something goes wrong")[2]
    quoted = re.findall(r'^\| "([^"]+)" \|', table, re.MULTILINE)
    files = [
        *(ROOT / "pnp/studio").rglob("*.py"),
        *(ROOT / "pnp/studio/page/words").glob("*.json"),
        ROOT / "pnp/cli/make.py",
    ]
    said = "\n".join(path.read_text(encoding="utf-8") for path in files)
    parts = [part.strip() for each in quoted for part in each.split("…") if part.strip()]
    assert len(quoted) == 6
    assert [part for part in parts if part not in said] == []
