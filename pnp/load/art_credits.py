"""art/credits.yaml: who made the pictures that somebody put into a game, by the name of the slot."""

from pnp.load.nodes import Findings, Key, MapNode, Node, ScalarNode
from pnp.model.game import ArtCredit

FILE = "credits.yaml"
KEYS = ("credit", "licence", "source")
MOST = 500
"""Characters of one credit: a line or three in the rules summary."""


def read_credits(node: Node | None, findings: Findings) -> dict[str, ArtCredit]:
    """Return the credits by slot; `apple: Ann` is short for `apple: {credit: Ann}`."""
    read = (_credit(key, value, findings) for key, value in findings.entries(node, "credits.yaml"))
    return {each.slot: each for each in read if each is not None}


def _credit(key: Key, node: Node, findings: Findings) -> ArtCredit | None:
    if not isinstance(node, MapNode):
        who = _text(node, key.text, findings)
        return ArtCredit(key.text, who, "", "", key.place) if who else None
    before = len(findings)
    findings.check_keys(node, KEYS, f"the credit of {key.text}")
    credit, licence, source = (_text(node.get(name), name, findings) for name in KEYS)
    if not (credit or licence or source) and len(findings) == before:
        message = f"the credit of {key.text} says nothing"
        findings.error("PNP105", message, key.place, hint=f"add credit: who made it, or remove {key.text}")
    return ArtCredit(key.text, credit, licence, source, key.place)


def _text(node: Node | None, what: str, findings: Findings) -> str:
    if isinstance(node, ScalarNode) and node.value is None and not node.quoted:
        return ""
    text = " ".join((findings.want_text(node, what) or "").split())
    if node is not None and len(text) > MOST:
        message = f"{what} has {len(text)} letters; the limit is {MOST}"
        findings.error("PNP117", message, node.place, hint="shorten it, or give the page as source")
    return text
