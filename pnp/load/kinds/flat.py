"""The flat kinds that need only a size: `cards`, `sheet`, `discs` and `markers`."""

from pnp.load.component import (
    BLEED,
    DESIGN,
    DESIGN_KEYS,
    DIAMETER,
    GAP,
    KEYS,
    ON_BOARD,
    ON_CARD,
    OUTLINE_KEYS,
    RECTANGLE_KEYS,
    ROUND_KEYS,
    SAFE,
    SIZE_KEY,
    STOCK,
    Form,
    Reader,
    read_outline_line,
    read_rectangle,
)
from pnp.load.game_yaml import Context
from pnp.load.keys import LARGEST, NAMED, FlagKey, LengthKey, read_format, read_size
from pnp.load.nodes import Findings, MapNode
from pnp.model.game import Kind
from pnp.model.geometry import Size, circle
from pnp.model.nets import standee
from pnp.model.papers import A4_OR_LETTER, PAPERS

CARD_CORNER_MM = 3.0  # As card makers cut corners unless told otherwise (1/8 inch is 3.2 mm).
SAFE_MM = 3.0


def read_cards(section: MapNode, context: Context) -> Form:
    """Return what a card is like."""
    given = section.get("size")
    size = context.findings.attempt(read_size, given) if "size" in section else NAMED["standard"]
    return read_rectangle(section, context.findings, size, corner=CARD_CORNER_MM, safe=SAFE_MM)


CARDS = Reader(
    Kind(
        name="cards",
        one="card",
        many="cards",
        rank=1,
        **ON_CARD,
        layout="rows",
        drawn_from=True,
        plain="base/designs/{design}.svg.j2",
    ),
    (DESIGN, *DESIGN_KEYS, *RECTANGLE_KEYS),
    read_cards,
)

SHEET_SAFE_MM, PAPER_SAFE_MM = 4.0, 7.0
"""The second is for a sheet that is a whole paper: more than what home printers leave white (6.35 mm)."""

CUT_OUT = ("a6", A4_OR_LETTER)  # Cut out of a larger paper; on its own size, it may be the page itself.


def _read_sheet(section: MapNode, context: Context) -> Form:
    node = context.findings.require(section, "size", "the component", example="a5")
    size = context.findings.attempt(read_format, node)
    pages = {page for name in PAPERS if name not in CUT_OUT for page in PAPERS[name].size.either_way}
    safe = PAPER_SAFE_MM if size in pages else SHEET_SAFE_MM
    return read_rectangle(section, context.findings, size, corner=0.0, safe=safe)


SHEET = Reader(
    Kind(
        name="sheet",
        one="sheet",
        many="sheets",
        rank=8,
        stock="plain",
        layout="page",
        weights=(80, 250),
        tiled=True,
        by_piece=False,
    ),
    (STOCK, *RECTANGLE_KEYS),
    _read_sheet,
    needs=("size",),
)

GAP_MM = 3.0  # Between two discs or markers: room for scissors to turn, or for the rim of a punch.
ROUND_BLEED_MM = GAP_MM / 2
ROUND_SAFE_MM = 1.5  # Round cuts by hand are off by a millimetre more easily; pieces are small.


def read_disc(section: MapNode, findings: Findings, bleed: float, example: str) -> Form:
    """Return a round piece; the bleed in mm holds where the file does not say otherwise."""
    diameter = DIAMETER.want(section, "the component", findings, example=example)
    return Form(
        Size(diameter, diameter) if diameter else None,
        corner=(diameter or 0) / 2,
        bleed=BLEED.read(section, findings, bleed),
        safe=SAFE.read(section, findings, ROUND_SAFE_MM, most=(diameter or LARGEST) / 2),
        outline=circle(diameter) if diameter else None,
        gap=GAP.read(section, findings, GAP_MM),
    )


DISCS = Reader(
    Kind(name="discs", one="disc", many="discs", rank=4, **ON_BOARD, plain="base/designs/token.svg.j2"),
    (STOCK, *DESIGN_KEYS, *ROUND_KEYS),
    lambda section, context: read_disc(section, context.findings, ROUND_BLEED_MM, "25mm"),
    needs=("diameter",),
)

MARKER = Size(20, 30)  # A marker whose size is not written.
MARKER_SAFE_MM = 1.0
STAND = FlagKey("stand", "true: a small tent that stands on the table.")
MARKER_DIAMETER = LengthKey("diameter", DIAMETER.doc, most=150.0)


def _read_markers(section: MapNode, context: Context) -> Form:
    findings = context.findings
    stand = STAND.read(section, findings)
    diameter = MARKER_DIAMETER.read(section, findings, 0.0)
    if diameter and stand:
        message = "a marker that stands has a size, not a diameter"
        findings.error("PNP125", message, section.key_place("diameter"), hint="delete diameter or stand")
    elif diameter and "size" in section:
        findings.refuse_both(section, "size", ("diameter",))
    size = findings.attempt(read_size, section.get("size")) if "size" in section else MARKER
    bleed = BLEED.read(section, findings, ROUND_BLEED_MM, most=ROUND_BLEED_MM)
    net = standee(size.width, size.height) if stand and size else None
    shaped = None
    if "outline" in section:
        findings.refuse_both(section, "outline", ("size", "diameter"))
        if stand:
            message = "a marker that stands is a rectangle, and has no outline"
            findings.error("PNP125", message, section.key_place("outline"), hint="delete outline or stand")
        shaped = read_outline_line(section, context)
    outline = shaped or (circle(diameter) if diameter and not stand else None)
    whole = net or outline
    size = whole.size if whole and size else size
    gap = GAP.read(section, findings, GAP_MM)
    return Form(size, bleed=bleed, safe=MARKER_SAFE_MM, outline=outline, net=net, gap=gap)


MARKERS = Reader(
    Kind(name="markers", one="marker", many="markers", rank=6, **ON_CARD),
    (STAND, SIZE_KEY, MARKER_DIAMETER, *OUTLINE_KEYS, GAP, BLEED, *KEYS),
    _read_markers,
)
