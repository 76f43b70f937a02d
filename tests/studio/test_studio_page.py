"""The page of the studio: its command starts one, and what it says of messages is what the program says."""

import re

from docs_pages import ROOT

PAGE = (ROOT / "docs/studio.md").read_text(encoding="utf-8")


def test_messages_that_the_page_explains_are_messages_of_the_program():
    table = PAGE.partition("## When something goes wrong")[2]
    quoted = re.findall(r'^\| "([^"]+)" \|', table, re.MULTILINE)
    files = [
        *(ROOT / "pnp/studio").rglob("*.py"),
        *(ROOT / "pnp/studio/page/words").glob("*.json"),
        ROOT / "pnp/cli/studio.py",
    ]
    said = "\n".join(path.read_text(encoding="utf-8") for path in files)
    parts = [part.strip() for each in quoted for part in each.split("…") if part.strip()]
    assert len(quoted) == 6
    assert [part for part in parts if part not in said] == []
