"""Write the parts of these pages that are made from the code and the games: python docs/renew.py.

A page holds them between <!-- made: WHAT --> and <!-- end -->; the tests compare page and code.
"""  # noqa: INP001 - a script, not a package

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from excerpts import EXCERPTS
from module_map import MAPS
from reference import REFERENCE

from pnp.files import read_package

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]

CODES = json.loads(read_package("pnp.model", "codes.json"))
_MADE = re.compile(r"(<!-- made: (.+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def code_table(topic: str) -> str:
    """Return the codes of a topic as a table."""
    rows = [f"| `{code}` | {meaning} |" for code, meaning in sorted(CODES[topic].items())]
    return "\n".join(["| code | what it means |", "|---|---|", *rows])


def producers() -> Mapping[str, Callable[[], str]]:
    """Return what can be made, by name."""
    tables = {f"codes of {topic}": lambda topic=topic: code_table(topic) for topic in CODES}
    return {**tables, **EXCERPTS, **REFERENCE, **MAPS}


def renewed(page: str, made: Mapping[str, Callable[[], str]]) -> str:
    """Return the page with everything made in it made anew."""
    return _MADE.sub(lambda match: f"{match[1]}{made[match[2]]().rstrip()}\n{match[3]}", page)


def main() -> None:
    """Renew every page."""
    made = producers()
    for path in PAGES:
        old = path.read_text(encoding="utf-8")
        new = renewed(old, made)
        if new != old:
            path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
