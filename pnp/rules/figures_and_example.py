"""Figures of a rulebook, such as a card with labels, and its example of play: a recorded game in sentences of rules.yaml.

    transcript:
      file: example.txt
      names: [Nina, Omar]
      tells:
        play: "{{ who }} plays {{ card(cards[move[1]]) }}."

A sentence knows the words of the `move`, what its players are called, and how things stand `before` and `after` it. So
does a `figure` in place of a `text`: it shows what was played.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.claims.expressions import ExpressionError
from pnp.engine.game_rules import GameRules, Turn, rules_of
from pnp.engine.transcripts import Replay, parsed_transcript, replay
from pnp.load.keys import IDS, TEXT, WORDS, FileKey, Schema, TextKey, either, list_of, map_of, mapping
from pnp.load.nodes import ListNode, MapNode, Node, ScalarNode, described, items_of
from pnp.load.project import GameFolder, find_inside
from pnp.model.diagnostics import CannotUse
from pnp.model.game import Value
from pnp.model.geometry import Size
from pnp.model.rules_document import Block, Figure, Label, Listing, Run, Text, Thing
from pnp.rules.rich_text import SentenceReader

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
    FileKey("scale", "How many times as large as it is (default: 1)."),
    FileKey("faint", "Pale: where it was before."),
    FileKey("plain", "Without letters and icons under 4 mm."),
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
    FileKey("arrows", "From where to where: left, top, left, top; or by way of a point.", list_of(NUMBERS)),
    FileKey("claim", schema=IDS),
)

FIGURE = mapping(FIGURE_KEYS, required=["title", "size"])
SHARE = 0.24  # How wide a label is that says nothing else, as a share of the figure.
LEVEL = 0.6  # A label whose line climbs more, of its way across, stands above or below its end.


def read_figure(node: Node, reader: SentenceReader) -> Figure | None:
    """Return the figure that rules.yaml describes, with findings where it is none."""
    section = reader.findings.want_map(node, "figure")
    if section is None:
        return None
    reader.findings.check_keys(section, FIGURE_KEYS, "a figure")
    reader = reader.within("figure", section)
    title = reader.text(reader.findings.require(section, "title", "the figure", example="The table"), "title")
    size = _numbers(section.get("size"), "size", 2, reader)
    written = reader.findings.maps(section.get("things"), "things", "things")
    things = tuple(filter(None, (_thing(item, reader) for item in written)))
    if not size or min(size) <= 0:
        return None
    captions = reader.findings.maps(section.get("captions"), "captions", "captions")
    labels = tuple(filter(None, (_label(item, size, reader) for item in captions)))
    listed = reader.findings.items(section.get("arrows"), "arrows")
    ends = ((item, 6 if len(items_of(item)) == 6 else 4) for item in listed)
    arrows = (_numbers(item, "an arrow", count, reader) for item, count in ends)
    return Figure("", title, Size(*size), things, labels, arrows=tuple(filter(None, arrows)))


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
    number = findings.want_number
    turn = number(section.get("turn"), "turn", (-360, 360), default=0, hint="write degrees, such as 90")
    scale = number(section.get("scale"), "scale", (0.1, 10), default=1, hint="write a number, such as 0.6")
    return Thing(
        tuple(pieces),
        (at[0], at[1]),
        (step[0], step[1]),
        back=findings.want_text(section.get("side"), "side") == "back",
        turn=turn,
        stack=int(stack) if stack.isdecimal() else 1,
        part=_numbers(section.get("part"), "part", 4, reader),
        triangle=findings.want_text(section.get("triangle"), "triangle") or "",
        scale=scale,
        faint=findings.want_flag(section.get("faint"), "faint", default=False),
        plain=findings.want_flag(section.get("plain"), "plain", default=False),
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
    level, upright = "left" if across > 0 else "right", "above" if down > 0 else "below"
    side = level if abs(across) * LEVEL >= abs(down) else upright
    end = (to[0] / size[0], to[1] / size[1]) if to else None
    return Label(text, (at[0] / size[0], at[1] / size[1]), side, wide / size[0], end)


TOLD = either(
    TEXT,
    mapping((TextKey("text"), TextKey("if"), FileKey("figure", schema=FIGURE), FileKey("claim", schema=IDS))),
)
KEYS = (
    TextKey("file", "A recorded game, as pnp play saves it, in the folder of the game."),
    FileKey("names", "The names of the players, by seat (default: their numbers).", WORDS),
    FileKey("tells", "Texts for moves, by their first word.", map_of(either(TOLD, list_of(TOLD)))),
)


def read_example(node: Node, reader: SentenceReader) -> Iterator[Block]:
    """Yield the steps of a recorded game with figures behind; nothing, with findings, if it cannot happen."""
    findings = reader.findings
    section = findings.want_map(node, "transcript")
    if section is None:
        return
    findings.check_keys(section, KEYS, "a transcript")
    tells = findings.want_map(section.get("tells"), "tells")
    recorded = _replayed(section, reader)
    if recorded is None or tells is None:
        return
    rules, replayed, numbers = recorded
    written = [findings.want_text(item, "names") for item in items_of(section.get("names"))]
    names = (*filter(None, written), *(str(seat + 1) for seat in range(len(written), rules.seats)))
    teller = _Teller(rules, names, tells, reader)
    steps: list[Text] = []
    start = 1
    for text, figures in teller.items(replayed.turns, numbers):
        steps += filter(None, [text])
        if figures:
            yield Listing(tuple(steps), numbered=True, start=start)
            yield from figures
            start, steps = start + len(steps), []
    if steps:
        yield Listing(tuple(steps), numbered=True, start=start)
    for unsaid in teller.unsaid():
        message = "no move of the example uses this sentence"
        findings.error("PNP600", message, unsaid.place, hint="leave it out, or record another game")


def _replayed(
    section: MapNode, reader: SentenceReader
) -> tuple[GameRules[Any], Replay, tuple[int, ...]] | None:
    """Return rules, recorded game and line numbers; None, with a finding, if it cannot be played out."""
    findings, game, folder = reader.findings, reader.game, reader.folder
    node = findings.require(section, "file", "the transcript", example="example.txt")
    path = findings.attempt(_path, node, folder)
    data = folder.read(path, findings) if path is not None else None
    if path is None or data is None:
        return None
    try:
        transcript = parsed_transcript(data.decode("utf-8", "replace"), folder.label(path))
        rules = rules_of(game, transcript.players, transcript.variant)
        replayed = replay(transcript, rules)
    except CannotUse as error:
        hint = error.hint or "name a recorded game of this game"
        findings.error("PNP600", str(error), section.place, hint=hint)
        return None
    for finding in replayed.diagnostics:
        findings.add(finding)
    numbers = tuple(number for number, _, _ in transcript.lines)
    return None if replayed.diagnostics else (rules, replayed, numbers)


def _path(node: Node, folder: GameFolder) -> Path:
    return find_inside(node, folder.path, "file", what="recorded game", suffixes=(".txt",))


class _Teller:
    """Tells turns; `tells` are the sentences by the first word of a move."""

    def __init__(
        self, rules: GameRules[Any], names: tuple[str, ...], tells: MapNode, reader: SentenceReader
    ) -> None:
        self.rules, self.names, self.reader = rules, names, reader
        self.sentences = {key.text: items_of(value) for key, value in tells.entries}
        self.said: set[int] = set()

    def items(
        self, turns: Sequence[Turn], numbers: Sequence[int]
    ) -> Iterator[tuple[Text, tuple[Figure, ...]]]:
        """Yield what is told and shown of the turns on these lines, those with no other line between them together."""
        items: list[list[Text | Figure]] = [[]]
        mover, last = 0, 0
        for turn, number in zip(turns, numbers, strict=True):
            mover = turn.seat if turn.seat >= 0 else mover
            if number > last + 1:
                items.append([])
            last = number
            items[-1] += self._told(turn, turn.seat if turn.seat >= 0 else getattr(turn.state, "seat", mover))
        space = Run(self.reader.game.speech.said(" "))
        for item in items:
            texts = (run for run in item if not isinstance(run, Figure))
            figures = tuple(run for run in item if isinstance(run, Figure))
            yield tuple(run for text in texts for run in (space, *text))[1:], figures

    def _told(self, turn: Turn, seat: int) -> Iterator[Text | Figure]:
        """Yield sentences and figures about a turn; a move of chance belongs to the `seat` whose turn it is."""
        known: dict[str, Value] = {
            "who": self.names[seat],
            "seat": seat,
            "names": self.names,
            "move": turn.move,
            "before": _value(turn.state),
            "after": _value(self.rules.apply(turn.state, turn.move)),
            **self.rules.details(turn.state, turn.move),
        }
        said = (self._sentence(node, known) for node in self.sentences.get(str(turn.move[0]), ()))
        return (sentence for sentence in said if sentence)

    def _sentence(self, node: Node, known: Mapping[str, Value]) -> Text | Figure | None:
        condition = node.get("if") if isinstance(node, MapNode) else None
        if condition is not None and not self._holds(condition, known):
            return None
        self.said.add(id(node))
        figure = node.get("figure") if isinstance(node, MapNode) else None
        if figure is not None:
            reader = self.reader.within("", node if isinstance(node, MapNode) else None)
            knowing = replace(reader, expressions=reader.expressions.knowing(known))
            return read_figure(figure, knowing)
        return self.reader.within("", node).text(
            node.get("text") if isinstance(node, MapNode) else node, "tells", **known
        )

    def _holds(self, condition: Node, known: Mapping[str, Value]) -> bool:
        written = self.reader.findings.want_text(condition, "if")
        try:
            return bool(written and self.reader.expressions.knowing(known).value(written))
        except ExpressionError as error:
            self.reader.report(condition, error)
            return False

    def unsaid(self) -> Iterator[Node]:
        """Yield the sentences that no turn is told with."""
        return (node for nodes in self.sentences.values() for node in nodes if id(node) not in self.said)


def _value(state: Any) -> Value:
    if hasattr(state, "_asdict"):
        return {name: _value(value) for name, value in state._asdict().items()}
    return tuple(map(_value, state)) if isinstance(state, tuple) else state
