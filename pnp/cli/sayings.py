"""What rules.yaml says, joined with the rulings of claims.yaml: for `pnp rules` to write and `pnp check` to try."""

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.load.project import Project
from pnp.load.rules.file import load_rules, settled
from pnp.model.claims import Ruling
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Game
from pnp.model.rules import Question, Rules


@dataclass(frozen=True, slots=True)
class Sayings:
    """The rules, None when rules.yaml has errors; all rulings and questions; and what is wrong in rules.yaml."""

    rules: Rules | None
    rulings: tuple[Question, ...]
    diagnostics: tuple[Diagnostic, ...]


def sayings(project: Project, game: Game, rulings: Sequence[Ruling]) -> Sayings:
    """Return what the rules summary of a game has to say."""
    loaded = load_rules(project, game)
    if loaded.rules is None:
        return Sayings(None, (), loaded.diagnostics)
    asked = [Question(each.id, each.conflict, each.ruling, each.reason) for each in rulings]
    cases, lost = settled(loaded.rules.questions, asked)
    about = (finding.about(game=game.id) for finding in lost)
    return Sayings(loaded.rules, cases, (*loaded.diagnostics, *about))
