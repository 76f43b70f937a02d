"""The kind `box`: a tuck box, sized for the cards it holds."""

from pnp.load.component import KEYS, Form, Reader
from pnp.load.game_yaml import Context
from pnp.load.keys import SIZE, WORDS, FileKey, LengthKey, read_size
from pnp.load.nodes import MapNode, ScalarNode
from pnp.model.game import Component, Kind
from pnp.model.geometry import Size
from pnp.model.nets import tuckbox
from pnp.text import suggest

CLEARANCE_MM = 2.0  # Room beside and above the cards: less, and a swollen deck sticks; more, and it rattles.
THICKNESS_MM = 0.32  # One card of 220-250 g/m2 stock; bought cards are 0.30 to 0.375 mm thick.
LEAST_DEPTH_MM = 8.0
BLEED_MM = 3.0
HOLDS = FileKey("holds", "The components that go into the box.", WORDS)
INNER = FileKey("inner", "Width and height inside the box: 65mm x 90mm.", SIZE)
DEPTH = LengthKey("depth", "The depth inside the box.", most=120.0)
THICKNESS = LengthKey("thickness", "Of one card.", most=5.0)


def _read_box(section: MapNode, context: Context) -> Form:
    inside = _inside(section, context)
    net = tuckbox(inside[0].width, inside[0].height, inside[1]) if inside else None
    return Form(net.size if net else None, bleed=BLEED_MM, net=net, gap=2 * BLEED_MM)


BOX = Reader(
    Kind(name="box", one="box", many="boxes", rank=9, stock="card", weights=(200, 300), by_piece=False),
    (HOLDS, INNER, DEPTH, THICKNESS, *KEYS),
    _read_box,
    last=True,
)


def _inside(section: MapNode, context: Context) -> tuple[Size, float] | None:
    findings = context.findings
    holds, inner = section.get("holds"), section.get("inner")
    if (holds is None) == (inner is None):
        missing = ("PNP105", "a box has neither holds nor inner", section.place)
        twice = ("PNP125", "holds and inner say the same thing", section.key_place("inner"))
        hint = "write holds: [cards], or inner: 65mm x 90mm and depth: 20mm"
        findings.error(*(missing if holds is None else twice), hint=hint)
        return None
    if inner is not None:
        size = findings.attempt(read_size, inner)
        depth = DEPTH.read(section, findings, LEAST_DEPTH_MM)
        return None if size is None else (size, depth)
    siblings = context.siblings
    thickness = THICKNESS.read(section, findings, THICKNESS_MM)
    listed = findings.want_list(section.get("holds"), "holds")
    decks: list[Component] = []
    for item in listed.items if listed else ():
        name = item.text if isinstance(item, ScalarNode) else ""
        if name in siblings:
            decks.append(siblings[name])
        elif name not in context.unread:
            hint = suggest(name, siblings, what="components")
            findings.error("PNP118", f'there is no component "{name}" to hold', item.place, hint=hint)
    cards = sum(deck.copies for deck in decks)
    if listed is None or len(decks) < len(listed.items):
        return None
    if cards == 0:
        if all(deck.pieces for deck in decks):  # a deck without pieces has been told already
            hint = "name the decks it holds: holds: [cards]"
            findings.error("PNP151", "a box for no cards", listed.place, hint=hint)
        return None
    width = max(deck.size.width for deck in decks) + CLEARANCE_MM
    height = max(deck.size.height for deck in decks) + CLEARANCE_MM
    return Size(width, height), max(LEAST_DEPTH_MM, cards * thickness + 1.0)
