"""What the file of every kind of component contains besides the keys of its kind, and what the kind makes of a piece."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations, compress, product
from typing import Any
from xml.etree.ElementTree import Element

from defusedxml import DefusedXmlException

from pnp.files import read_xml
from pnp.load import role_guesses
from pnp.load.field_types import FIELD_TYPES
from pnp.load.game_yaml import Context
from pnp.load.keys import (
    ANYTHING,
    FORMATS,
    LARGEST,
    LENGTH,
    MAPPING,
    NAMED,
    SIZE,
    SMALLEST,
    TEXT,
    TEXTS,
    FileKey,
    LengthKey,
    Schema,
    TextKey,
    WholeKey,
    WordKey,
    either,
    list_of,
    map_of,
    mapping,
    mm_of,
    read_format,
)
from pnp.load.nodes import (
    Findings,
    ListNode,
    MapNode,
    Node,
    Problem,
    ScalarNode,
    items_of,
    not_wanted,
    text_node,
    text_of,
)
from pnp.load.piece_fields import StatementReader, without_claim
from pnp.load.pieces import Inspect, PieceReader
from pnp.load.project import TEMPLATE_SUFFIX, find_inside, find_template, read
from pnp.load.rows.headings import RESERVED, are_brief, are_words, field_name, guess_roles, other_side
from pnp.load.rows.read import KEYS as ROW_KEYS
from pnp.load.rows.read import STRICT, ReadRows, read_rows, with_converted_markup
from pnp.model.bleed import MOST_BLEED
from pnp.model.card_looks import DESIGNS, ONE_FIELD, ROLES, USUAL_DESIGN, CardWords, Design, Roles, quiet_ones
from pnp.model.game import Board, Component, Kind, Piece, Value
from pnp.model.geometry import (
    MM_PER_UNIT,
    LengthError,
    Outline,
    Rect,
    Segment,
    Size,
    crosses_itself,
    parse_length,
    signed_area,
    simplified,
)
from pnp.model.nets import Net
from pnp.model.papers import BoughtSheet
from pnp.model.sheet import Position, SheetLayout
from pnp.model.svg_geometry import Affine, Line, shape_lines, transform
from pnp.text import suggest, without_brackets

ORDERS = ("rows", "columns")
TURNS = (0, 90, 180, 270)
MOST_PLACES = 400
LOOKED_AT = 600  # So many headlines tell what a deck is about.
SHORT_TEXT = 100  # Letters of a text that looks well in the middle of a card.
COLUMNS, ROWS = (WholeKey(name, "", 1, MOST_PLACES) for name in ("columns", "rows"))
LEFT, TOP, BETWEEN = (LengthKey(name, most=LARGEST, example="10mm") for name in ("left", "top", "gap"))
ORDER = WordKey("order", "", ORDERS)
GAPS = FileKey("gap", schema=either(LENGTH, list_of(LENGTH)))
GRID_KEYS = (COLUMNS, ROWS, LEFT, TOP, GAPS, FileKey("turn", schema={"enum": list(TURNS)}), ORDER)
LAYOUT_KEYS = (
    FileKey("paper", "The paper and its orientation, such as a4 landscape, or two lengths.", SIZE),
    *GRID_KEYS,
    FileKey("positions", schema=list_of(list_of(ANYTHING))),
)
LAYOUT = mapping(LAYOUT_KEYS, required=["paper"])
TITLE = TextKey("title", "Its name in the rules and on the sheets.")
INSTEAD = TextKey("instead", "What does as well, bought or from the household, for the build pages.")
COMMON_KEYS = (
    FileKey("kind", "The kind of component."),
    TITLE,
    FileKey("note", "A sentence about it, for the rules.", either(TEXT, MAPPING)),
    INSTEAD,
    FileKey(
        "layout",
        "The places of the pieces on a paper of your choice: one layout, or a list of them.",
        either(LAYOUT, list_of(LAYOUT)),
    ),
)
KEYS = (
    TextKey("front", "The template that draws the front, a file in templates/<game>/."),
    TextKey("back", "The template that draws the back, or none."),
    FileKey("tables", "Tables for {table: NAME, by: FIELD} in a piece.", map_of(MAPPING)),
    FileKey("defaults", "Values of fields for pieces that do not set them.", MAPPING),
    FileKey(
        "pieces", "The pieces, each with an id and your own fields.", list_of(mapping(RESERVED, more=True))
    ),
    *ROW_KEYS,
    FileKey("fields", "The types and limits of your own fields.", FIELD_TYPES),
)
STOCK = WordKey("stock", "card: printed on card, not glued on gray board.", ("card",))
ON_BOARD: Mapping[str, Any] = {"stock": "board", "grey_board": 1.5, "weights": (80, 120)}
ON_CARD: Mapping[str, Any] = {"stock": "card", "grey_board": None, "weights": (200, 250)}
DESIGN = TextKey("design", f"The design for cards without a front: {', '.join(DESIGNS)}.")
DESIGN_KEYS = (
    FileKey(
        "roles",
        "The roles of fields in a design; a field without a role is not printed.",
        mapping(FileKey(name, schema=TEXTS) for name in ROLES),
    ),
)
"""The keys of every kind: those a kind may read otherwise, and those it cannot."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a kind makes of a piece, in mm; `size` is None where the file does not say it.

    `inspect` looks at the worked-out fields of each piece and reports what the kind has against them.
    """

    size: Size | None
    corner: float = 0.0
    bleed: float = 0.0
    safe: float = 0.0
    outline: Outline | None = None
    board: Board | None = None
    net: Net | None = None
    labels: tuple[BoughtSheet, ...] = ()
    gap: float | None = None
    inspect: Inspect | None = None
    folds: tuple[Segment, ...] = ()


@dataclass(frozen=True, slots=True)
class Reader:
    """A kind, the keys of its files beyond COMMON_KEYS, and what it makes of a file.

    `needs` are the keys that it cannot do without, `needs_one` those of which it needs one. A kind that is read `last`
    finds the game's other components in its context.
    """

    kind: Kind
    keys: tuple[FileKey, ...]
    read: Callable[[MapNode, Context], Form]
    needs: tuple[str, ...] = ()
    needs_one: tuple[str, ...] = ()
    last: bool = False

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a file of the kind."""
        one = {"anyOf": [{"required": [str(key)]} for key in self.needs_one]} if self.needs_one else {}
        return mapping((*COMMON_KEYS, *self.keys), required=self.needs) | one


def build_component(
    component_id: str, kind: Kind, form: Form, section: MapNode, context: Context
) -> Component | None:
    """Return the component of a file whose own keys have been read, or None without a size or a list of pieces."""
    title = TITLE.read(section, context.findings)
    if STOCK.read(section, context.findings):
        kind = replace(kind, **ON_CARD)
    notes = StatementReader(component_id, context.findings)
    node = section.get("note")
    note = context.findings.want_text(without_claim(node), "note")
    if node is not None and note is not None:
        notes.field(node, "note", ())
    pieces = _pieces(component_id, kind, section, context, form.inspect)
    if form.size is None or pieces is None:
        return None
    layouts = items_of(section.get("layout"))
    return Component(
        id=component_id,
        kind=kind,
        title=title or component_id.replace("_", " ").capitalize(),
        place=section.key_place("kind"),
        note=note,
        instead=INSTEAD.read(section, context.findings),
        layouts=tuple(filter(None, (_layout(each, form.size, context.findings) for each in layouts))),
        statements=tuple(notes.found),
        **{field.name: getattr(form, field.name) for field in fields(Form) if field.name != "inspect"},
        **pieces,
    )


def _pieces(
    component_id: str, kind: Kind, section: MapNode, context: Context, inspect: Inspect | None
) -> dict[str, Any] | None:
    """Return the pieces of a component, the ids of those without copies, how their table was understood, their design."""
    name = _design_name(section, context)
    plain = kind.plain.format(design=name) if kind.plain else None
    reader = PieceReader(component_id, section, context, inspect, plain=plain)
    found = _entries(component_id, section, context)
    if found is None:
        return None
    entries = found.entries if isinstance(found, ReadRows) else found
    place = section.key_place("rows" if "rows" in section else "pieces")
    if not entries:
        context.findings.error("PNP127", "this component has no pieces", place, hint="add one: - {id: first}")
    before = len(context.findings)
    pieces = tuple(reader.read(entries, in_table=isinstance(found, ReadRows)))
    if reader.benched and not pieces and len(context.findings) == before:
        message = "every piece of this component has 0 copies"
        context.findings.error("PNP127", message, place, hint="write copies: 1 for one of them")
    read: dict[str, Any] = {"pieces": pieces, "benched": tuple(reader.benched)}
    read["table_reading"] = found.said if isinstance(found, ReadRows) else ()
    roles = _read_roles(section.get("roles"), context.findings)
    drawn = {number: piece for number, piece in enumerate(pieces) if plain and piece.front == plain}
    if not drawn and roles is None:
        return read
    if roles is None:
        names = dict.fromkeys(field for piece in drawn.values() for field in piece.fields if field != "art")
        columns = {name: [piece.fields.get(name) for piece in drawn.values()] for name in names}
        roles = guess_roles(columns).roles
    headings = found.headings if isinstance(found, ReadRows) else {}
    unlike = (
        (field, heading[:1].upper() + re.sub(r"_|(?<=\w)\.(?=\w)", " ", heading[1:]))
        for heading, field in headings.items()
        if field and (not heading.isascii() or (_MADE.match(field) and field != field_name(heading)))
    )
    read["design"] = replace(_design(name, roles, pieces), headings=(*_before_values(roles, pieces), *unlike))
    titled = range(len(pieces)) if section.get("roles") else drawn
    named = (_named(piece, roles) if at in titled else piece for at, piece in enumerate(pieces))
    return read | {"pieces": tuple(named)}


def _named(piece: Piece, roles: Roles) -> Piece:
    """Return a piece with its headline; one without has the value of which its id was made."""
    said = role_guesses.value_as_text(piece.fields.get(roles.headline))
    texts = map(role_guesses.value_as_text, () if said else piece.fields.values())
    own = field_name(re.sub(r"-\d+$", "", piece.id))
    made_of = (text for text in texts if field_name(text) == own and len(text) <= role_guesses.LINE)
    return replace(piece, headline=said or next(made_of, ""))


def _before_values(roles: Roles, pieces: Sequence[Piece]) -> Iterator[tuple[str, str]]:
    """Yield fields whose names end with the values that they may have, as in stage_early_late, and how their names begin."""
    for field in (name for name in roles.text if name.count("_") > 1):
        texts = (role_guesses.value_as_text(piece.fields.get(field)).casefold() for piece in pieces)
        values, words = {part for text in texts for part in text.split(", ") if part}, field.split("_")
        begin = next((at for at, word in enumerate(words) if word in values), 0)
        if begin and len(values) > 1 and values <= {*words[begin:]}:
            yield field, " ".join(words[:begin]).capitalize()


_MADE = re.compile(r"column_|n\d|.*_\d+$")  # What begins a field of a heading that is no name.
_PAID = re.compile("[0-9A-WYZ/]+")  # A cost whose letters stand for what is paid.


def _read_roles(node: Node | None, findings: Findings) -> Roles | None:
    """Return the roles that a component writes, None when it writes none."""
    if node is None:
        return None
    found: dict[str, tuple[str, ...]] = {}
    for key, value in findings.entries(node, "roles"):
        if key.text not in ROLES:
            findings.unknown("PNP103", f'there is no role "{key.text}"', key, ROLES, "roles")
            continue
        listed = findings.attempt(_field_names, value, key.text)
        if listed is not None:
            found[key.text] = listed
    return Roles.of(found)


def _field_names(node: Node, role: str) -> tuple[str, ...]:
    items = items_of(node)
    most = 1 if role in ONE_FIELD else len(items)
    if len(items) > most or not all(
        isinstance(item, ScalarNode) and isinstance(item.value, str) for item in items
    ):
        what = "the name of a field" if role in ONE_FIELD else "a list of names of fields"
        raise not_wanted(node, f"{role} must be {what}", f"write {role}: name")
    return tuple(item.text for item in items if isinstance(item, ScalarNode))


def _design(name: str, roles: Roles, pieces: Sequence[Piece]) -> Design:
    backs = (other_side(roles, piece.fields) for piece in pieces)
    faces = [*(piece.fields for piece in pieces), *(back for back in backs if roles.headline in back)]

    def values(*fields: str) -> list[tuple[str, ...]]:
        return [tuple(role_guesses.value_as_text(face.get(field)) for field in fields) for face in faces]

    # A yes stands beside the type, as the name of its field; a no is not printed.
    said = [name for name in (*roles.texts, *roles.back) if are_words(text for (text,) in values(name))]
    texts = ["".join(value) for value in values(*(name for name in said if name in roles.texts))]
    lengths = sorted(map(len, texts)) or [0]
    usual, long = (lengths[len(lengths) * twentieths // 20] for twentieths in (15, 18))
    quiet = quiet_ones({name: [value for (value,) in values(name)] for name in roles.numbers})
    blank = {*((name, "0") for name in quiet), *((name, "") for name in roles.numbers)}
    figures = [zip(roles.numbers, row, strict=True) for row in values(*roles.numbers)]
    shown = [tuple(name for name, value in row if (name, value) not in blank) for row in figures]
    kinds = values(*roles.subtitle, roles.suit)
    paid = "".join(filter(_PAID.fullmatch, (without_brackets(cost) for (cost,) in values(roles.cost))))
    headlines = [headline for (headline,) in values(roles.headline)]
    types = sorted(roles.subtitle, key=lambda name: name in role_guesses.OF_FIELDS["epithets"])[::-1]
    cards = {
        headline: CardWords(headline, symbol, kind, text)
        for headline, (symbol,), kind, text in zip(
            headlines, values(roles.symbol), values(*types, roles.suit), texts, strict=True
        )
    }
    deck, decks = _decks(roles, faces)
    return Design(
        name,
        roles,
        suits=_suits(roles, pieces, [suit for (suit,) in values(roles.suit)]),
        kinds=tuple(Counter(kinds).items()),
        cards=tuple(cards.values())[:LOOKED_AT],
        centred=usual <= SHORT_TEXT and long <= 2 * SHORT_TEXT,
        layout=layout_of(lengths, list(map(len, shown)), headlines),
        letters=usual,
        cost_letters="".join(sorted({*filter(str.isalpha, paid)})),
        deck=deck,
        decks=decks,
        quiet=quiet,
        worded=tuple(said),
        brief=tuple(name for name in roles.text if are_brief(text for (text,) in values(name))),
        together=tuple(Counter(shown).items()),
        longest=tuple(_longest(roles, values, said)),
    )


def _suits(roles: Roles, pieces: Sequence[Piece], seen: Iterable[str]) -> tuple[str, ...]:
    """Return the suits that were seen on faces; where the headline is the suit, only names of many cards are."""
    times = Counter[str]()
    for piece in pieces if roles.suit == roles.headline else ():
        times[role_guesses.value_as_text(piece.fields.get(roles.suit))] += piece.copies
    least = min(role_guesses.OFTEN, max(times.values(), default=0))
    return tuple(suit for suit in dict.fromkeys(seen) if suit and times[suit] >= least)


def _longest(
    roles: Roles, values: Callable[..., list[tuple[str, ...]]], said: Sequence[str]
) -> Iterator[tuple[str, int]]:
    """Yield how many letters nearly all values of each field have at most, and of "" the names of what is true of a card."""
    flags, yes = [name for name in roles.text if name not in said], role_guesses.YES
    true = (compress(flags, (text.casefold() in yes for text in row)) for row in values(*flags))
    texts = {"": list(map(" - ".join, true))}
    for name in (*roles.subtitle, roles.cost, *roles.numbers, *roles.text, *roles.footer):
        texts[name] = ["" if _PAID.fullmatch(without_brackets(text)) else text for (text,) in values(name)]
    for name, each in texts.items():
        few = len(each) // (3 if name == roles.cost else 25)  # a cost is looked for in its corner
        yield name, sorted(map(len, each or [""]))[-1 - few]


def _decks(
    roles: Roles, faces: Sequence[Mapping[str, Value]]
) -> tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Return the field that parts the cards of a suit into decks, and each deck with the colours that its cards say."""
    as_text, credited = role_guesses.value_as_text, role_guesses.OF_FIELDS["credits"]
    for name in (name for name in roles.footer if roles.suit and name not in credited):
        decks: dict[str, list[Mapping[str, Value]]] = {}
        for face in faces:
            if value := as_text(face.get(name)):
                decks.setdefault(value, []).append(face)
        suits = [{as_text(each.get(roles.suit)) for each in deck} for deck in decks.values()]
        cards = ({str(face.get(roles.headline)) for face in deck} for deck in decks.values())
        are_decks = all(len(names) > 1 and len(of) == 1 for names, of in zip(cards, suits, strict=True))
        if 1 < len(decks) <= role_guesses.MOST_SUITS and are_decks:
            hues = {
                deck: "".join(str(face[field]) for face in cards for field in face if _HUES.fullmatch(field))
                for deck, cards in decks.items()
            }
            if len(set.union(*suits)) * 2 <= len(decks):
                return name, tuple((deck, tuple(_HEX.findall(said))) for deck, said in hues.items())
    return "", ()


_HUES, _HEX = re.compile(r"(?:\w+_)?colou?rs?"), re.compile("#[0-9a-fA-F]{6}(?![0-9a-fA-F])")


def layout_of(letters: Sequence[int], numbers: Sequence[int], headlines: Sequence[str]) -> str:
    """Return the layout for cards of which three in four have at most so many letters of text and numbers, and for headlines.

    >>> layout_of([20, 40], [2, 2], ["Fox"]), layout_of([90, 150], [1, 2], ["Fox"]), layout_of([310, 400], [3], ["Fox"])
    ('picture', 'window', 'text')
    >>> layout_of([99], [6], ["Fox"]), layout_of([0, 0, 0, 0, 9], [5] * 5, ["A fox " * 9, "Fox"]), layout_of([0], [0], ["A fox."])
    ('rail', 'words', 'words')
    """
    usual, most, name = (
        sorted(each)[len(each) * 3 // 4] if each else 0 for each in (letters, numbers, [*map(len, headlines)])
    )
    sentences = sum(headline.endswith((".", "?", "!", "…")) for headline in headlines)
    is_long = 2 * sentences > len(headlines) or name > role_guesses.LINE - (0 if most else 8)
    if most <= 8 and ((is_long and not usual) or (2 * sentences > len(headlines) and usual <= SHORT_TEXT)):
        return "words"
    if most > 3 or max(numbers, default=0) > 5:
        return "rail"
    return "picture" if usual <= role_guesses.LONG else "text" if usual > 4 * role_guesses.LONG else "window"


def _design_name(section: MapNode, context: Context) -> str:
    node, name = section.get(DESIGN), DESIGN.read(section, context.findings)
    if node is None or name is None:
        return USUAL_DESIGN
    template = text_node(f"designs/{name}{TEMPLATE_SUFFIX}", node.place)
    try:
        find_template(template, context.folder, "design")
    except Problem:
        hint = suggest(name, DESIGNS, what="designs")
        context.findings.error("PNP115", f'there is no design "{name}"', node.place, hint=hint)
        return USUAL_DESIGN
    return name


def _entries(component_id: str, section: MapNode, context: Context) -> ReadRows | tuple[Node, ...] | None:
    pieces, rows = section.get("pieces"), section.get("rows")
    for key in ROW_KEYS:
        if key in section and rows is None and key != STRICT:
            message = f"{key} says how to read rows, but there are none"
            hint = "add rows: deck.csv" if pieces is None else f"delete {key}"
            context.findings.error("PNP152", message, section.key_place(key), hint=hint)
    if pieces is not None and rows is not None:
        message = "the pieces are in pieces and in rows"
        context.findings.error("PNP125", message, section.key_place("rows"), hint="delete one of the two")
    if pieces is None and rows is None:
        hint = "add pieces: and a list, or rows: deck.csv"
        context.findings.error("PNP105", "the component has no pieces", section.place, hint=hint)
        return None
    if rows is not None:
        read = context.findings.attempt(read_rows, rows, section, context.folder, context.findings)
        words = context.words.get(component_id)
        if read is None:
            return None
        entries = words.translated_pieces(read.entries) if words else read.entries
        markup = section.get("markup")
        return replace(read, entries=with_converted_markup(entries, markup, context.folder, context.findings))
    listed = context.findings.want_list(pieces, "pieces")
    return listed.items if listed else None


# What several kinds have in common.

SIZE_KEY = FileKey("size", f"Such as {', '.join((*NAMED, *FORMATS))}, or two lengths: 63mm x 88mm.", SIZE)
CORNER = LengthKey("corner", "The radius of the corners.", most=LARGEST)
BLEED = LengthKey("bleed", "How far the drawing goes beyond the cut.", most=MOST_BLEED)
SAFE = LengthKey("safe", "How far inside the cut text must stay.", most=LARGEST)
GAP = LengthKey("gap", "The space between two pieces on the sheet.", most=MOST_BLEED)
DIAMETER = LengthKey("diameter", "The width of a round piece.", least=SMALLEST, most=LARGEST)
FOLD = tuple(LengthKey(name, most=LARGEST, example="63mm") for name in ("x", "y"))
_FOLDS = "Folds of a piece: {x: 63mm} from top to bottom, {y: 44mm} from side to side."
RECTANGLE_KEYS = (SIZE_KEY, CORNER, BLEED, SAFE, FileKey("folds", _FOLDS, list_of(mapping(FOLD))), *KEYS)
ROUND_KEYS = (DIAMETER, GAP, BLEED, SAFE, *KEYS)
BLEED_MM = 3.0  # What print shops ask for, 1/8 inch in round millimetres.


def read_rectangle(
    section: MapNode, findings: Findings, size: Size | None, *, corner: float, safe: float
) -> Form:
    """Return a rectangle of that size; the lengths in mm hold where the file does not say otherwise."""
    half = min(size.width, size.height) / 2 if size else MOST_BLEED
    return Form(
        size,
        corner=CORNER.read(section, findings, min(corner, half), most=half),
        bleed=BLEED.read(section, findings, BLEED_MM),
        safe=SAFE.read(section, findings, min(safe, half), most=half),
        folds=_folds(section, size, findings) if size and "folds" in section else (),
    )


def _folds(section: MapNode, size: Size, findings: Findings) -> tuple[Segment, ...]:
    found: list[Segment] = []
    for item in findings.items(section.get("folds"), "folds"):
        line = findings.want_map(item, "a fold")
        key = next((key for key in FOLD if line is not None and key in line), None)
        if line is None or key is None or len(tuple(line)) != 1:
            if line is not None:
                findings.wrong_value(item, "a fold must be one length", hint="write {x: 63mm}, or {y: 44mm}")
            continue
        end = size.width if key == "x" else size.height
        at = key.want(line, "a fold", findings, most=end)
        if at is not None:
            found.append(((at, 0.0), (at, size.height)) if key == "x" else ((0.0, at), (size.width, at)))
    return tuple(found)


def _layout(node: Node, size: Size, findings: Findings) -> SheetLayout | None:
    section = findings.want_map(node, "layout")
    if section is None:
        return None
    findings.check_keys(section, LAYOUT_KEYS, "a layout")
    page = findings.attempt(read_format, findings.require(section, "paper", "a layout", example="a4"))
    if "positions" in section:
        findings.refuse_both(section, "positions", GRID_KEYS)
        places: list[Position] = []
        for item in findings.items(section.get("positions"), "positions")[:MOST_PLACES]:
            if not isinstance(item, ListNode) or len(item.items) not in (2, 3):
                hint = "write [10mm, 12mm], or [10mm, 12mm, 90]"
                findings.wrong_value(item, "a position must be two lengths", hint=hint)
                continue
            x, y = (findings.attempt(mm_of, node, "a position") for node in item.items[:2])
            turn = _turn(item.items[2], findings) if len(item.items) == 3 else 0
            lying = size if turn % 180 == 0 else size.turned
            if x is not None and y is not None:
                places.append(Position(Rect(x, y, lying.width, lying.height), turn))
    else:
        places = list(_grid(section, size, findings))
    if page is None or not places:
        return None
    fault = _fault(places, page)
    if fault is not None:
        place = section.key_place("positions" if "positions" in section else "paper")
        findings.error(*fault[:2], place, hint=fault[2])
        return None
    return SheetLayout(page, tuple(places))


def _grid(section: MapNode, size: Size, findings: Findings) -> Iterator[Position]:
    columns, rows = (key.want(section, "a layout", findings, example="3") for key in (COLUMNS, ROWS))
    left, top = (key.want(section, "a layout", findings) for key in (LEFT, TOP))
    gap = section.get("gap")  # one length for columns and rows, or two in a list
    if isinstance(gap, ListNode) and len(gap.items) == 2:
        across, down = (findings.attempt(mm_of, item, "gap") or 0.0 for item in gap.items)
    else:
        across = down = BETWEEN.read(section, findings, 0.0)
    turn = _turn(section.get("turn"), findings)
    order = ORDER.read(section, findings)
    if columns is None or rows is None or left is None or top is None:
        return
    lying = size if turn % 180 == 0 else size.turned
    step = -1 if order == "columns" else 1
    cells = sorted(product(range(rows), range(columns)), key=lambda at: at[::step])
    for row, column in cells[:MOST_PLACES]:
        x, y = left + column * (lying.width + across), top + row * (lying.height + down)
        yield Position(Rect(x, y, lying.width, lying.height), turn)


def _turn(node: Node | None, findings: Findings) -> int:
    text = "0" if node is None else findings.attempt(text_of, node, "turn")
    if text is not None and (not text.isdecimal() or int(text) not in TURNS) and node is not None:
        message = f"a piece is turned by 0, 90, 180 or 270, got {text}"
        findings.error("PNP117", message, node.place, hint="write 90")
        return 0
    return int(text or 0)


def _fault(places: list[Position], page: Size) -> tuple[str, str, str] | None:
    whole = Rect(0, 0, page.width, page.height)
    for number, place in enumerate(places, 1):
        if not whole.contains(place.trim):
            where = f"place {number} ends at ({place.trim.right:.4g}, {place.trim.bottom:.4g}) mm"
            message = f"{where}, the paper at ({page.width:.4g}, {page.height:.4g})"
            return "PNP481", message, "write fewer places, or smaller margins and gaps"
    for (one, a), (other, b) in combinations(enumerate(places, 1), 2):
        if a.trim.overlaps(b.trim):
            return "PNP482", f"places {one} and {other} overlap", "move one of them"
    return None


# The cut outline of a piece, from SVG path data or from a drawing with one line.

HEIGHT = LengthKey("height", "The height of the outline; its width follows.", most=LARGEST)
OUTLINE_KEYS = (
    TextKey("outline", "The cut line of every piece: a drawing such as meeple.svg, or an SVG path in mm."),
    HEIGHT,
)
"""What the kinds say whose pieces may have any outline."""

NAMES = ("outline", "cut", "cutline", "cut-line")  # A cut line's id or Inkscape name in a larger drawing.
MOST_POINTS = 2000
LEAST_AREA = 10.0  # mm²
STEPS = 64  # Straight lines for a curve, before those that are not needed are left out.
_SHAPES = ("path", "polygon", "polyline", "rect", "circle", "ellipse")
_UNSEEN = ("defs", "symbol", "clipPath", "mask", "marker", "pattern", "metadata")
_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
_MM_PER_PIXEL = MM_PER_UNIT["in"] / 96


def read_outline_line(section: MapNode, context: Context) -> Outline | None:
    """Return the outline that a component says under `outline`, as high as `height` says; None with findings."""
    findings = context.findings
    outline = findings.attempt(_outline, section.get("outline"), context)
    if outline is None or "height" not in section:
        return outline
    high = outline.size.height
    wanted = HEIGHT.read(section, findings, high)
    if wanted < SMALLEST:
        return outline
    by = wanted / high
    return Outline(outline.kind, tuple((x * by, y * by) for x, y in outline.points))


def _outline(node: Node, context: Context) -> Outline:
    text = text_of(node, "outline")
    if re.match(r"\s*[Mm][\s\d.,+-]", text):
        return _closed(shape_lines("path", {"d": text}, steps=STEPS), node)
    path = find_inside(node, context.folder.path, "outline", what="drawing", suffixes=(".svg",))
    data = read(path, context.folder.label(path), context.findings)
    if data is None:
        raise Problem("PNP480", f"{path.name} cannot be read", node.place, "export it as plain SVG")
    try:
        root = read_xml(data)
    except (SyntaxError, ValueError, LookupError, DefusedXmlException) as error:
        message = f"{path.name} is not an SVG drawing"
        raise Problem("PNP480", message, node.place, "export it as plain SVG") from error
    return _closed(_only_shape(root, path.name, node), node)


def _only_shape(root: Element, file: str, node: Node) -> tuple[Line, ...]:
    shapes = [(names, lines) for names, lines in _shapes(root, _page(root)) if lines]
    called = [lines for names, lines in shapes if any(name.casefold() in NAMES for name in names)]
    if len(called) == 1 or len(shapes) == 1:
        return called[0] if called else shapes[0][1]
    what = f"has {len(shapes)} shapes" if shapes else "has no shape"
    hint = 'name the cut line "outline" (in Inkscape: Object, Object Properties, ID)'
    raise Problem("PNP480", f"{file} {what}, none of which is the outline", node.place, hint)


def _shapes(element: Element, here: Affine) -> Iterator[tuple[tuple[str, ...], tuple[Line, ...]]]:
    """Yield the names of each shape of a drawing, and its lines in mm."""
    for child in element:
        name = child.tag.rpartition("}")[2] if isinstance(child.tag, str) else ""
        there = here @ transform(child.get("transform", ""))
        if name in _SHAPES:
            lines = shape_lines(name, child.attrib, steps=STEPS)
            moved = (Line(tuple(there.apply(*point) for point in line.points), line.closed) for line in lines)
            yield (child.get("id", ""), child.get(_LABEL, "")), tuple(moved)
        elif name not in _UNSEEN:
            yield from _shapes(child, there)


def _page(root: Element) -> Affine:
    box = [float(each) for each in re.findall(r"[-+]?[\d.]+(?:[eE][-+]?\d+)?", root.get("viewBox", ""))]
    try:
        width = parse_length(root.get("width", ""))
    except LengthError:
        pixels = re.fullmatch(r"\s*([\d.]+)\s*(?:px)?\s*", root.get("width", ""))
        width = float(pixels[1]) * _MM_PER_PIXEL if pixels else 0.0
    scale = width / box[2] if len(box) == 4 and box[2] > 0 and width > 0 else _MM_PER_PIXEL
    return Affine(a=scale, d=scale)


def _closed(lines: tuple[Line, ...], node: Node) -> Outline:
    fault = None
    if not lines:
        fault = "the outline has no line", 'write a path such as "M0 0h20v30h-20z", in mm'
    elif len(lines) > 1:
        hint = "unite them (in Inkscape: Path, Union); a hole cannot be cut"
        fault = f"the outline has {len(lines)} parts", hint
    elif not lines[0].closed and lines[0].points[0] != lines[0].points[-1]:
        fault = "the outline is not closed", 'end the path with "z"'
    if fault is not None:
        raise Problem("PNP480", fault[0], node.place, fault[1])
    points = list(lines[0].points)
    if points[-1] == points[0]:
        points.pop()
    line = simplified(points)
    line = line if signed_area(line) > 0 else line[::-1]
    left, top = min(x for x, _ in line), min(y for _, y in line)
    outline = Outline("curve", tuple((round(x - left, 6), round(y - top, 6)) for x, y in line))
    _refuse_uncuttable(outline, node)
    return outline


def _refuse_uncuttable(outline: Outline, node: Node) -> None:
    line, size, fault = outline.points, outline.size, None
    if len(line) > MOST_POINTS:
        hint = f"simplify it: {MOST_POINTS} are enough for any shape"
        fault = f"the outline has {len(line)} corners", hint
    elif len(line) < 3 or signed_area(line) < LEAST_AREA:
        fault = "the outline is too small to be cut", "write lengths in mm, or set height"
    elif crosses_itself(line):
        fault = "the outline crosses itself", "draw it without loops (in Inkscape: Path, Union)"
    elif min(size.width, size.height) < SMALLEST or max(size.width, size.height) > LARGEST:
        limits = f"the sides of its box are {SMALLEST:g} mm to {LARGEST:g} mm: set height"
        fault = f"an outline of {size.width:.4g} x {size.height:.4g} mm cannot be cut", limits
    if fault is not None:
        raise Problem("PNP480", fault[0], node.place, fault[1])
