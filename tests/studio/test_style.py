"""The style sheets of the page: each names classes of its own, so that no view styles another by accident."""

import re
from collections import defaultdict
from pathlib import Path

import pnp.studio.server

SHEETS = sorted(pnp.studio.server.PAGE.glob("*.css"))
ALONE = re.compile(r"\.([a-z][a-z0-9-]*)(?:::?[a-z-]+|\[[^\]]*\])*")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def bare_classes(sheet: Path) -> set[str]:
    """Classes that a rule styles wherever they are: `.tab`, `.tab:focus`, but not `.values .tab` or `.tab.placing`."""
    selectors = re.findall(r"([^{}]+)\{", COMMENT.sub("", sheet.read_text(encoding="utf-8")))
    each = (one.strip() for selector in selectors for one in selector.split(","))
    return {found[1] for one in each if (found := ALONE.fullmatch(one))}


def test_no_class_is_styled_by_two_sheets():
    owners = defaultdict(list)
    for sheet in SHEETS:
        for name in bare_classes(sheet):
            owners[name].append(sheet.name)
    assert len(owners) > 50
    assert {name: sheets for name, sheets in owners.items() if len(sheets) > 1} == {}
