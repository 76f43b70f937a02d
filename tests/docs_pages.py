"""The scripts of docs/, for the tests of the pages."""

import re
import sys
from pathlib import Path

import small_game

from pnp.__main__ import run

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "docs"))

import folding  # noqa: E402
import module_map  # noqa: E402
import play_games  # noqa: E402
import renew  # noqa: E402

PAGES: list[Path] = renew.PAGES
LAYERS: list[str] = module_map.LAYERS
GAMES = play_games.PAGE
games_wanted, game_tables, game_played = play_games.rows_wanted, play_games.tables, play_games.played
producers = renew.producers
closing_bend, folded, parts_of = folding.closing_bend, folding.folded, folding.parts_of
CODES, renewed = renew.CODES, renew.renewed
BLOCK = r"```\w*\n(.*?)```"


def blocks(page: str, mark: str) -> list[tuple[str, ...]] | list[str]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(rf"<!-- {mark} -->\n{BLOCK}", text, re.DOTALL)


def write_files(page: str, folder: Path) -> None:
    small_game.write_files(folder, dict(blocks(page, r"file: (\S+)")))


def typed(line: str, *more: str) -> int:
    command, *arguments = line.split()
    assert command == "pnp"
    return run([*arguments, *more])
