"""art/credits.yaml: who made the pictures that somebody put into a game, by the name of the slot."""

from collections.abc import Iterable, Iterator, Mapping

from pnp.load.fields import check_keys, want_map, want_text
from pnp.load.findings import Findings
from pnp.load.folder import GameFolder
from pnp.load.pictures import near_slots, slot_names, template_texts
from pnp.load.yaml.nodes import Key, MapNode, Node, ScalarNode
from pnp.model.credit import ArtCredit
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Component

NAME = "credits.yaml"
KEYS = ("credit", "licence", "source")
MOST = 500
"""Characters of one credit: a line or three in the rules summary."""


def read_credits(node: Node | None, findings: Findings) -> dict[str, ArtCredit]:
    """Return the credits by slot; `apple: Ann` is short for `apple: {credit: Ann}`."""
    whole = want_map(node, "credits.yaml", findings)
    entries = whole.entries if whole else ()
    read = (_credit(key, value, findings) for key, value in entries)
    return {each.slot: each for each in read if each is not None}


def _credit(key: Key, node: Node, findings: Findings) -> ArtCredit | None:
    if not isinstance(node, MapNode):
        who = _text(node, key.text, findings)
        return ArtCredit(key.text, who, "", "", key.place) if who else None
    before = len(findings)
    check_keys(node, KEYS, f"the credit of {key.text}", findings)
    credit, licence, source = (_text(node.get(name), name, findings) for name in KEYS)
    if not (credit or licence or source) and len(findings) == before:
        message = f"the credit of {key.text} says nothing"
        findings.error("PNP105", message, key.place, hint=f"add credit: who made it, or remove {key.text}")
    return ArtCredit(key.text, credit, licence, source, key.place)


def _text(node: Node | None, what: str, findings: Findings) -> str:
    if isinstance(node, ScalarNode) and node.value is None and not node.quoted:
        return ""
    text = " ".join((want_text(node, what, findings) or "").split())
    if node is not None and len(text) > MOST:
        message = f"{what} has {len(text)} letters; the limit is {MOST}"
        findings.error("PNP117", message, node.place, hint="shorten it, or give the page as source")
    return text


def stray_credits(
    folder: GameFolder, components: Iterable[Component], credits_: Mapping[str, ArtCredit]
) -> Iterator[Diagnostic]:
    """Yield a warning (PNP129) for each credit of a slot that no card seems to ask for.

    A template may put the names of its slots together; then the picture beside the file speaks for the name.
    """
    if not credits_:
        return
    slots = slot_names(folder, components)
    words = "\n".join(template_texts(folder))
    supplied = {path.stem for path in (folder.path / "art").glob("*")} - {NAME.removesuffix(".yaml")}
    near_slot = near_slots(slots)
    for slot, credit in credits_.items():
        stem = slot.rpartition("/")[2].partition(".")[0]
        if not {slot, stem} & (slots | supplied) and stem not in words:
            near = near_slot(slot)
            hint = f"did you mean {near}?" if near else "remove it; pnp art list names the slots"
            said = f'no card asks for a picture called "{slot}"'
            yield Diagnostic("PNP129", said, credit.place, hint, severity="warning")
