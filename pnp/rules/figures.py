"""Figures of a rulebook, as described in rules.yaml: a table set up for play, a card with labels."""

from collections.abc import Iterator

from pnp.load.keys import IDS, FileKey, Schema, TextKey, list_of, mapping
from pnp.load.nodes import ListNode, MapNode, Node, ScalarNode, described
from pnp.model.geometry import Size
from pnp.model.rules_document import Figure, Label, Thing
from pnp.rules.rich_text import SentenceReader, items_of

NUMBERS: Schema = {"type": "array", "items": {"type": "number"}}
LABEL_KEYS = (
    TextKey("text"),
    FileKey("at", "The position of the words.", NUMBERS),
    FileKey("to", "The end of a line.", NUMBERS),
    FileKey("wide", "The width of the words, in mm."),
    FileKey("claim", schema=IDS),
)
THING_KEYS = (
    FileKey("show", "Pieces, as component/piece.", IDS),
    TextKey("side"),
    FileKey("at", "The middle of the first piece.", NUMBERS),
    FileKey("step", "The distance to the next piece.", NUMBERS),
    FileKey("turn"),
    FileKey("stack"),
    FileKey("part", "The visible part of a face: left, top, width, height.", NUMBERS),
    TextKey(
        "triangle", "A standing four-sided die: the part is a triangle of its net that points up or down."
    ),
)
FIGURE_KEYS = (
    FileKey("title"),
    FileKey("size", "Width and height of the figure, in mm.", NUMBERS),
    FileKey("things", schema=list_of(mapping(THING_KEYS, required=["show", "at"]))),
    FileKey("captions", schema=list_of(mapping(LABEL_KEYS, required=["text", "at"]))),
    FileKey("arrows", "From where to where: left, top, left, top.", list_of(NUMBERS)),
    FileKey("claim", schema=IDS),
)

FIGURE = mapping(FIGURE_KEYS, required=["title", "size"])

SHARE = 0.24
"""How wide a label is that says nothing else, as a share of the figure."""

LEVEL = 0.6
"""A label whose line climbs more than so much of its way across stands above or below its end, else beside it."""


def read_figure(node: Node, reader: SentenceReader) -> Figure | None:
    """Return the figure that rules.yaml describes, with findings where it is none."""
    section = reader.findings.want_map(node, "figure")
    if section is None:
        return None
    reader.findings.check_keys(section, FIGURE_KEYS, "a figure")
    reader = reader.within("figure", section)
    title = reader.text(reader.findings.require(section, "title", "the figure", example="The table"), "title")
    size = _numbers(section.get("size"), "size", 2, reader)
    things = tuple(filter(None, (_thing(item, reader) for item in _items(section, "things", reader))))
    if not size or min(size) <= 0:
        return None
    labels = tuple(filter(None, (_label(item, size, reader) for item in _items(section, "captions", reader))))
    listed = reader.findings.want_list(section.get("arrows"), "arrows")
    arrows = (_numbers(item, "an arrow", 4, reader) for item in (listed.items if listed else ()))
    return Figure("", title, Size(*size), things, labels, arrows=tuple(filter(None, arrows)))


def _items(section: MapNode, name: str, reader: SentenceReader) -> Iterator[MapNode]:
    listed = reader.findings.want_list(section.get(name), name)
    for item in listed.items if listed else ():
        found = reader.findings.want_map(item, name)
        if found is not None:
            yield found


def _numbers(node: Node | None, what: str, wanted: int, reader: SentenceReader) -> tuple[float, ...]:
    items = node.items if isinstance(node, ListNode) else ()
    values = [item.value for item in items if isinstance(item, ScalarNode)]
    numbers = tuple(float(value) for value in values if isinstance(value, int | float) and abs(value) < 1e5)
    if len(numbers) == wanted == len(items):
        return numbers
    if node is not None:
        hint = f"write {wanted} numbers in mm, such as [{', '.join(['10', '20', '30', '40'][:wanted])}]"
        message = f"{what} must be {wanted} numbers, got {described(node)}"
        reader.findings.error("PNP104", message, node.place, hint=hint)
    return ()


def _thing(section: MapNode, reader: SentenceReader) -> Thing | None:
    findings = reader.findings
    findings.check_keys(section, THING_KEYS, "a thing")
    node = findings.require(section, "show", "the thing", example="food/apple")
    pieces = [name for item in items_of(node) if reader.piece(name := reader.sentence(item, "show"), item)]
    at = _numbers(findings.require(section, "at", "the thing", example="[60, 40]"), "at", 2, reader)
    if not at or not pieces:
        return None
    stack = reader.sentence(section.get("stack"), "stack") if "stack" in section else "1"
    step = _numbers(section.get("step"), "step", 2, reader) or (0.0, 0.0)
    turn = findings.want_number(
        section.get("turn"), "turn", (-360, 360), default=0, hint="write degrees, such as 90"
    )
    return Thing(
        tuple(pieces),
        (at[0], at[1]),
        (step[0], step[1]),
        back=findings.want_text(section.get("side"), "side") == "back",
        turn=turn,
        stack=int(stack) if stack.isdecimal() else 1,
        part=_numbers(section.get("part"), "part", 4, reader),
        triangle=findings.want_text(section.get("triangle"), "triangle") or "",
    )


def _label(section: MapNode, size: tuple[float, ...], reader: SentenceReader) -> Label | None:
    reader.findings.check_keys(section, LABEL_KEYS, "a label")
    text = reader.within("", section).text(section.get("text"), "text")
    at = _numbers(reader.findings.require(section, "at", "the label", example="[60, 40]"), "at", 2, reader)
    to = _numbers(section.get("to"), "to", 2, reader)
    wide = reader.findings.want_number(
        section.get("wide"), "wide", (1, size[0]), default=SHARE * size[0], hint="write mm, such as 80"
    )
    if not at or not text:
        return None
    across, down = (to[0] - at[0], to[1] - at[1]) if to else (0.0, -1.0)
    if abs(across) * LEVEL >= abs(down):
        side = "left" if across > 0 else "right"
    else:
        side = "above" if down > 0 else "below"
    end = (to[0] / size[0], to[1] / size[1]) if to else None
    return Label(text, (at[0] / size[0], at[1] / size[1]), side, wide / size[0], end)
