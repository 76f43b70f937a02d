"""Print the runs of words that all printed texts of a game share with a text: python shared_runs.py GAME FILE...

A rulebook in the words of another would be a copy. Ends with 1 if there is a run of eight words.
"""

import re
import sys
from pathlib import Path

from pnp.claims.claims_file import load_claims
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.rules.claim_coverage import game_statements
from pnp.rules.rules_file import load_rules

RUN = 8
"""Words, at least."""


def runs(text):
    words = re.findall(r"\w+", re.sub(r"[*_°]", "", text).casefold())
    return {" ".join(words[n : n + RUN]) for n in range(len(words) - RUN + 1)}


def printed(game_id):
    project = find_project(Path(__file__).parent)
    game = load_game(project, game_id).game
    rulings = load_claims(project, game).rulings
    yield from (
        statement.text
        for statement in (*game_statements(game), *load_rules(project, game, rulings).statements)
    )
    yield from (f"{ruling.conflict}\n{ruling.ruling}\n{ruling.reason}" for ruling in rulings)


if __name__ == "__main__":
    theirs = set().union(*(runs(Path(name).read_text()) for name in sys.argv[2:]))
    shared = sorted(set().union(*map(runs, printed(sys.argv[1]))) & theirs)
    sys.stdout.write("".join(f"{run}\n" for run in shared))
    sys.exit(bool(shared))
