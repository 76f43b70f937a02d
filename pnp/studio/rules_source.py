"""All that the Rules view reads of a game at once: its summary, its claims, and what of its texts is approved."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property

from pnp.approval.changes import Unapproved, not_approved
from pnp.approval.present import Present, present_texts
from pnp.approval.record import Approvals, load_approvals
from pnp.build.claims_report import Promises, coverage, promises
from pnp.build.rules_document import put_together
from pnp.claims.expressions import Expressions
from pnp.claims.results import Result, weaknesses
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, in_reading_order
from pnp.model.game import Game
from pnp.model.rules import RulesDocument
from pnp.rules.coverage import Coverage, wrong_notes
from pnp.rules.load import load_rules
from pnp.templates.context import RenderContext


@dataclass(frozen=True)
class RulesSource:
    """The rules of a game. There is no `document` where rules.yaml cannot be read, and `findings` say why.

    `unapproved` are the texts that are not as they were approved; None for a game of which nothing was.
    """

    game: Game
    document: RulesDocument | None
    promises: Promises
    coverage: Coverage
    unapproved: tuple[Unapproved, ...] | None
    findings: tuple[Diagnostic, ...]

    @cached_property
    def expressions(self) -> Expressions:
        """What works out the expressions in the sentences."""
        return Expressions(self.promises.data)

    @cached_property
    def results(self) -> Mapping[str, Result]:
        """What came of each claim, by its id."""
        return {each.claim.id: each for each in self.promises.results}

    @cached_property
    def weaknesses(self) -> Mapping[str, str]:
        """Why the test of a claim catches nothing that others do not, by the claim's id."""
        return weaknesses(self.promises.results, self.coverage.readers())


def read_rules(project: Project, context: RenderContext) -> RulesSource:
    """Return the rules of a game as its files are now; its faces are not drawn."""
    game = context.game
    promised = promises(project, game)
    rules = load_rules(project, game, promised.rulings)
    covered = coverage(project, promised, rules)
    covered = replace(covered, readers=cache(covered.readers))
    approved = load_approvals(project, game.id)
    found = [*promised.diagnostics, *rules.diagnostics, *wrong_notes(game), *approved.diagnostics]
    document = None
    if rules.rules is not None:
        document, _ = put_together(project, context, rules.rules, ())
        found += covered.findings()
    texts = Present(game, present_texts(game, promised.claims, rules.statements), None)
    kept = approved.approvals
    unapproved = not_approved(texts, kept) if isinstance(kept, Approvals) else None
    return RulesSource(game, document, promised, covered, unapproved, in_reading_order(found))
