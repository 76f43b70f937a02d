"""The scripts of docs/, for the tests of the pages."""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "docs"))

import renew  # noqa: E402

PAGES: list[Path] = renew.PAGES
producers = renew.producers
renewed = renew.renewed
