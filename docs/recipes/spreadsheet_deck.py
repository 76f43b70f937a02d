"""A deck of the rows of a workbook that a program has changed: the cheap cards alone."""

import sys

from openpyxl import load_workbook

import pnp


def main(workbook: str, out: str) -> int:
    """Print them; return the exit status."""
    headings, *rows = load_workbook(workbook, read_only=True, data_only=True).active.values
    cards = [dict(zip(headings, row, strict=True)) for row in rows]
    with pnp.Deck([card for card in cards if card["Cost"] < 4], title="Cheap cards") as deck:
        return 1 if pnp.has_errors(deck.build(out).diagnostics) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
