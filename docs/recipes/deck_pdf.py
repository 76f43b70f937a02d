"""Make a PDF of one deck and list what was found: python docs/recipes/deck_pdf.py GAME COMPONENT [FOLDER]."""

import sys
from pathlib import Path

import pnp


def main(game: str, component: str, folder: str = "decks") -> int:
    """Build the deck on A4 below the folder; return how many errors there are."""
    options = pnp.BuildOptions(
        papers=(pnp.find_paper("a4"),), components=(component,), out=Path(folder), svg=False
    )
    (result,) = pnp.build_games(pnp.open_project((game,)), [game], options)
    for file in result.files:
        print(f"{file.path.name}: {file}")
    for finding in result.diagnostics:
        print(f"{finding.severity} {finding.code}: {finding.message}")
    return sum(finding.severity == "error" for finding in result.diagnostics)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
