"""`limits` of game.yaml: how much more than usual a game may ask of a computer."""

from dataclasses import replace

from pnp.load.nodes import Findings, Node, whole_of
from pnp.model.limits import USUAL_LIMITS, GameLimits, raisable, table
from pnp.text import suggest


def read_limits(node: Node | None, findings: Findings) -> GameLimits:
    """Return the limits of a game: the usual ones, but for those it raises. None can be made lower."""
    known, all_names = raisable(), {each.name for each in table()}
    raised: dict[str, int] = {}
    for key, value in findings.entries(node, "limits"):
        limit = known.get(key.text)
        if limit is None:
            fixed = key.text in all_names
            message = f"the limit {key.text} cannot be raised" if fixed else f'there is no limit "{key.text}"'
            hint = "no game needs more; delete it" if fixed else suggest(key.text, known, what="limits")
            findings.error("PNP103", message, key.place, hint=hint)
        elif (number := findings.attempt(whole_of, value, key.text, limit.value, limit.most)) is not None:
            raised[key.text] = number
    return replace(USUAL_LIMITS, **raised)
