"""The JSON Schema of a component's file: the keys of each kind, and those of pieces and spaces."""

from pnp.load.board_spaces import RESERVED as SPACE_KEYS
from pnp.load.component import COMMON_KEYS
from pnp.load.dice_nets import DICE
from pnp.load.field_types import TYPES
from pnp.load.kinds import READERS
from pnp.load.kinds.stickers import SHEET_KEYS
from pnp.load.nodes import MAX_TEXT
from pnp.load.pieces import KINDS as PROVENANCES
from pnp.load.pieces import MAX_COPIES
from pnp.load.rows.headings import RESERVED
from pnp.load.rows.imported_markup import NOTATIONS
from pnp.load.sizes import FORMATS, NAMED
from pnp.model.bought_sheets import LABEL_SHEETS
from pnp.model.roles import DESIGNS, ROLES
from pnp.schema.values import (
    ANYTHING,
    CORNERS,
    FLAG,
    FOR,
    IDS,
    LENGTH,
    SIZE,
    TEXT,
    WORDS,
    Schema,
    described,
    list_of,
    map_of,
    mapping,
    one_of,
    whole,
)

SOURCE: Schema = {
    "anyOf": [
        one_of(PROVENANCES),
        mapping({"kind": one_of(PROVENANCES), "pointer": TEXT}, required=["kind"]),
        {"type": "object", "not": {"required": ["kind"]}},
    ]
}
REFERENCE: Schema = {"type": "object"}
"""A value that is looked up, {table: NAME}, or said out of an effect."""


def or_looked_up(schema: Schema) -> Schema:
    """Return the schema of a value that may be looked up in a table, or made with {placeholders}."""
    return {"anyOf": [schema, REFERENCE, {"type": "string", "pattern": r"\{\w+\}"}]}


PIECE_KEYS: dict[str, Schema] = {
    "id": described(TEXT, "The name of the piece in files and messages: letters, digits, - and _."),
    "for": described(FOR, "Makes a piece of each combination: {suit: [sun, rain], value: 1..9}."),
    "copies": described(or_looked_up(whole(0, MAX_COPIES)), "How often it is printed; 1 if left out."),
    "front": described(TEXT, "The template of its front, in place of the component's."),
    "back": described(TEXT, "The template of its back, or none."),
    "extra": described(or_looked_up(FLAG), "true: a blank or spare that the rules do not count."),
    "source": described(SOURCE, "Where the facts come from: stated, found, derived or reconstructed."),
    "art": described(TEXT, "The file in art/ that it shows, when it is not called like the piece."),
    "defaults": described({"const": "none"}, "none: the defaults of the component do not hold for it."),
    "claim": described(IDS, "The claims of claims.yaml that its texts state."),
}
"""The keys of a piece that are pnp's own; all others are the designer's."""

POINT: dict[str, Schema] = {"x": LENGTH, "y": LENGTH}
SPACES: dict[str, Schema] = {
    "id": described(TEXT, "The name of the space."),
    "for": described(FOR, "Makes a space of each combination."),
    "circle": mapping({**POINT, "diameter": LENGTH}, required=["x", "y", "diameter"]),
    "rectangle": mapping(
        {**POINT, "width": LENGTH, "height": LENGTH}, required=["x", "y", "width", "height"]
    ),
    "points": described(CORNERS, "Its corners, in their order around it."),
    "triangles": described(ANYTHING, "A grid of triangles, drawn with letters."),
    "step": described(map_of(mapping(POINT)), "How far the next value of each variable of for is away."),
    "neighbours": described(list_of(TEXT), "The spaces that lead on from it."),
}
LABEL_SHEET: dict[str, Schema] = {
    **dict.fromkeys(("diameter", "x", "y", "dx", "dy"), LENGTH),
    "paper": TEXT,
    "columns": whole(1, 100),
    "rows": whole(1, 100),
}

FIELD_TYPE: Schema = {
    "anyOf": [
        one_of(TYPES),
        mapping(
            {
                "type": one_of(TYPES),
                "from": {"type": "number"},
                "to": {"type": "number"},
                "longest": whole(1, MAX_TEXT),
                "one_of": list_of({"type": ["string", "number", "boolean"]}),
                "required": FLAG,
            }
        ),
    ]
}

LAYOUT: Schema = mapping(
    {
        "paper": described(SIZE, "The paper as it lies, such as a4 landscape, or two lengths."),
        "columns": whole(1, 400),
        "rows": whole(1, 400),
        "left": LENGTH,
        "top": LENGTH,
        "gap": {"anyOf": [LENGTH, list_of(LENGTH)]},
        "turn": {"enum": [0, 90, 180, 270]},
        "order": one_of(("rows", "columns")),
        "positions": list_of(list_of(ANYTHING)),
    },
    required=["paper"],
)

KEYS: dict[str, Schema] = {
    "kind": described(one_of(READERS), "What sort of component this is."),
    "title": described(TEXT, "What it is called in the rules and on the sheets."),
    "note": described({"anyOf": [TEXT, REFERENCE]}, "A sentence about it for the rules."),
    "layout": described(
        {"anyOf": [LAYOUT, list_of(LAYOUT)]},
        "Where the pieces lie on sheets of a paper; one, or a list of them.",
    ),
    "folds": described(
        list_of(mapping({"x": LENGTH, "y": LENGTH})),
        "Where a piece is folded: {x: 63mm} from the top to the bottom.",
    ),
    "front": described(TEXT, "The template that draws the front, a file in templates/<game>/."),
    "back": described(TEXT, "The template that draws the back, or none."),
    "tables": described(
        map_of({"type": "object"}), "Values to look up: {table: NAME, by: FIELD} in a piece."
    ),
    "defaults": described({"type": "object"}, "Fields that every piece has unless it says otherwise."),
    "design": described(TEXT, f"How cards without a front are drawn: {', '.join(DESIGNS)}."),
    "roles": described(
        mapping({name: {"anyOf": [TEXT, WORDS]} for name in ROLES}),
        "What the fields are in a design; those that no role names are not printed.",
    ),
    "pieces": described(
        list_of(mapping(PIECE_KEYS, more=True)), "The pieces, each with an id and fields of your own."
    ),
    "rows": described(
        TEXT, "A spreadsheet with a row for each piece, in place of pieces: .csv, .xlsx, .json."
    ),
    "sheet": described(TEXT, "The sheet of the workbook that the rows are on; the first if left out."),
    "encoding": described(TEXT, "How a text file of rows is encoded, if it is not UTF-8: windows-1252."),
    "markup": described(
        list_of(one_of(NOTATIONS)),
        "What the texts of the rows are marked with; without it, the marks of pnp.",
    ),
    "strict": described(
        FLAG, "Whether rows that cannot be read as they are stop the game; true if left out."
    ),
    "columns": described(map_of(TEXT), "The field of each heading: {Card Text: text, Notes: none}."),
    "id": described(TEXT, 'What the ids of rows are made of: "{name}-{level}".'),
    "fields": described(map_of(FIELD_TYPE), "The types and limits of your own fields."),
    "size": described(SIZE, f"Such as {', '.join((*NAMED, *FORMATS))}, or two lengths: 63mm x 88mm."),
    "corner": described(LENGTH, "The radius of the corners."),
    "bleed": described(LENGTH, "How far the drawing goes beyond the cut."),
    "safe": described(LENGTH, "How far inside the cut text must stay."),
    "gap": described(LENGTH, "The room between two pieces on the sheet."),
    "diameter": described(LENGTH, "How wide a round piece is."),
    "stand": described(FLAG, "true: a little tent that stands on the table."),
    "shape": described(one_of(("triangle", "hexagon", "square", "polygon")), "The shape of every tile."),
    "outline": described(
        TEXT, "The line every piece is cut along: a drawing such as meeple.svg, or an SVG path in mm."
    ),
    "height": described(LENGTH, "How high the outline is made; as wide as it is then."),
    "side": described(LENGTH, "The length of one side or edge."),
    "points": described(CORNERS, "The corners of a polygon, clockwise."),
    "edge_kinds": described(WORDS, "The words that edges of a piece may hold."),
    "overlap": described(LENGTH, "How much two pages of a board share where they are glued."),
    "spaces": described(list_of(mapping(SPACES, more=True)), "The spaces of the board."),
    "holds": described(list_of(TEXT), "The components that go into the box."),
    "inner": described(SIZE, "Width and height inside the box: 65mm x 90mm."),
    "depth": described(LENGTH, "The depth inside the box."),
    "thickness": described(LENGTH, "Of one card."),
    "die": described(one_of(DICE), "How many sides the dice have."),
    "labels": described({"anyOf": [TEXT, list_of(TEXT)]}, f"Label sheets: {', '.join(LABEL_SHEETS)}."),
    "label_sheets": described(map_of(mapping(LABEL_SHEET)), "Label sheets of your own, measured."),
}
"""Every key that the file of some kind may have."""


REQUIRED = {
    "board": ("size",),
    "discs": ("diameter",),
    "sheet": ("size",),
    "stickers": ("diameter",),
}
"""The keys that a kind cannot do without."""

EITHER = {"tiles": ("shape", "outline")}
"""The keys of which a kind needs one."""


def component_schema() -> Schema:
    """Return the schema of a component's file; which keys it may have depends on its kind."""
    by_kind = [
        {
            "if": {"properties": {"kind": {"const": kind}}},
            "then": mapping(
                {key: KEYS[key] for key in (*COMMON_KEYS, *reader.keys)}, required=REQUIRED.get(kind, ())
            )
            | ({"anyOf": [{"required": [key]} for key in EITHER[kind]]} if kind in EITHER else {}),
        }
        for kind, reader in READERS.items()
    ]
    return {
        "type": "object",
        "properties": {"kind": KEYS["kind"]},
        "required": ["kind"],
        "oneOf": [{"required": ["pieces"]}, {"required": ["rows"]}],
        "allOf": by_kind,
    }


def uncovered() -> tuple[str, ...]:
    """Return the keys that the loader knows and no schema describes."""
    known = {key for reader in READERS.values() for key in (*COMMON_KEYS, *reader.keys)}
    missing = [f"component {key}" for key in sorted(known ^ KEYS.keys())]
    missing += [f"piece {key}" for key in sorted({*RESERVED} ^ PIECE_KEYS.keys())]
    missing += [f"space {key}" for key in sorted({*SPACE_KEYS} ^ SPACES.keys())]
    missing += [f"label sheet {key}" for key in sorted({*SHEET_KEYS} ^ LABEL_SHEET.keys())]
    return tuple(missing)
