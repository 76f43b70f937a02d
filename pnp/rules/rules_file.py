"""Load rules.yaml: the rules summary in the designer's words, with its numbers read from the game."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.claims.claims_file import Ruling, read_params
from pnp.claims.deck_statistics import distributions
from pnp.claims.expressions import Expressions
from pnp.claims.selections import Data
from pnp.files import read_package
from pnp.load.keys import (
    ANYTHING,
    IDS,
    MAPPING,
    TEXT,
    TEXTS,
    FileKey,
    TextKey,
    either,
    list_of,
    map_of,
    mapping,
)
from pnp.load.nodes import Findings, MapNode, Node, ScalarNode, described, items_of
from pnp.load.piece_fields import read_citations
from pnp.load.project import BASE, GameFolder, Project, template_folders
from pnp.load.translation_files import translated_file
from pnp.model.diagnostics import Diagnostic, Place, has_errors
from pnp.model.game import Citation, Component, Game, Piece, Statement, Value, value_at
from pnp.model.rules_document import (
    Block,
    CardNotes,
    Case,
    Glance,
    Heading,
    Listing,
    Paragraph,
    Rules,
    Run,
    Table,
    Term,
    Text,
    stating,
)
from pnp.rules.figures_and_example import FIGURE, read_example, read_figure
from pnp.rules.figures_and_example import KEYS as TRANSCRIPT
from pnp.rules.rich_text import (
    SentenceReader,
    field_of,
    fields_of,
    fields_read,
    linked_text,
    marked_text,
    piece_links,
    ruling_anchor,
)
from pnp.text import suggest

SENTENCE = either(TEXT, mapping((TextKey("text"), FileKey("claim", schema=IDS)), required=["text"]))
TABLE_KEYS = (
    FileKey("head"),
    FileKey("rows", schema={"type": "array"}),
    FileKey("of"),
    FileKey("fact"),
    FileKey("columns", schema=map_of(ANYTHING)),
    TextKey("by"),
)
BLOCKS = (
    FileKey("heading", "A heading within the section.", SENTENCE),
    FileKey("steps", "A numbered list.", list_of(SENTENCE)),
    FileKey("points", "A list with bullets.", list_of(SENTENCE)),
    FileKey("table", "A table: head and rows, or a row for each piece (of).", mapping(TABLE_KEYS)),
    FileKey("players", "A row for each number of players.", map_of(SENTENCE)),
    FileKey("figure", "A picture made of pieces, with labels.", FIGURE),
    FileKey("glance", "Steps in a row, with arrows.", list_of(SENTENCE)),
    FileKey("choices", "Choices in any order, in a row.", list_of(SENTENCE)),
    FileKey("transcript", "A recorded game, move by move.", mapping(TRANSCRIPT)),
)
A_BLOCK = either(SENTENCE, mapping((*BLOCKS, FileKey("claim", schema=IDS))))
TITLES: Mapping[str, Mapping[str, str]] = json.loads(read_package("pnp.rules", "sections.json"))
RULEBOOK, REFERENCE = TITLES["rulebook"], TITLES["reference"]
"""The sections of the two documents in their order: the name for `--section`, and the heading; the reference has the gaps too."""

SECTIONS = tuple(
    FileKey(name, schema=either(A_BLOCK, list_of(A_BLOCK))) for name in (*RULEBOOK, "costs") if name != "faq"
)
"""The sections that rules.yaml writes out; the others are made from the data."""

QUESTION = (
    TextKey("id"),
    *(FileKey(name, schema=SENTENCE) for name in ("ask", "answer", "reason")),
    FileKey("cards", schema=TEXTS),
)
KEYS = (
    FileKey("params", "Numbers of the rules that no card shows.", MAPPING),
    *SECTIONS,
    FileKey("questions", "Questions and answers.", list_of(mapping(QUESTION, required=["id"]))),
    FileKey("faq", "Frequent questions: ids of rulings and questions.", IDS),
    TextKey("accent", "The colour of headings: a name of the palette."),
    FileKey("cards", "What the reference says about the pieces of a component.", map_of(MAPPING)),
    FileKey("glossary", "Words and what they mean.", MAPPING),
)


@dataclass(frozen=True, slots=True)
class LoadedRules:
    """What came of loading: the rules, when there is no error, and the diagnostics in reading order, and every sentence."""

    rules: Rules | None
    diagnostics: tuple[Diagnostic, ...]
    statements: tuple[Statement, ...] = ()


def load_rules(project: Project, game: Game, rulings: Sequence[Ruling] = ()) -> LoadedRules:
    """Return what rules.yaml of the game says, with the rulings of claims.yaml; the file may be missing."""
    links = piece_links(game)
    cases = tuple(
        Case(
            ruling_anchor(ruling.id),
            ruling.id,
            *(
                stating(linked_text(text, links), ruling.statement)
                for text in (ruling.conflict, ruling.ruling, ruling.reason)
            ),
        )
        for ruling in rulings
    )
    path = project.game_folder(game.id)
    if path is None or not (path / "rules.yaml").is_file():
        return LoadedRules(Rules(rulings=cases), ())
    findings = Findings()
    folder = GameFolder.of(project, game.id, path)
    node, lines = translated_file(path / "rules.yaml", folder, findings)
    section = findings.want_map(node, "rules.yaml")
    rules, statements = None, {}
    if section is not None:
        params = read_params(section.get("params"), findings)
        reader = SentenceReader(
            Expressions(Data(game, params)), folder, _icons(folder), lines, findings, links
        )
        rules, statements = _read(section, cases, reader), reader.statements
    found = findings.ordered(game=game.id)
    # without its example it can be read
    unreadable = has_errors(tuple(finding for finding in found if finding.code != "PNP600"))
    return LoadedRules(None if unreadable else rules, found, tuple(statements))


def _read(section: MapNode, rulings: Sequence[Case], reader: SentenceReader) -> Rules:
    reader.findings.check_keys(section, KEYS, "rules.yaml")
    written = {key.text: node for key, node in section.entries if key.text in SECTIONS}
    return Rules(
        {
            name: tuple(
                block for item in items_of(node) for block in _blocks_of(item, name, reader.within(name))
            )
            for name, node in written.items()
        },
        read_cards(section.get("cards"), reader.within("cards")),
        glossary=tuple(_glossary(section.get("glossary"), reader.within("glossary"))),
        rulings=read_rulings(section.get("questions"), rulings, reader.within("questions")),
        faq=tuple(citation.id for citation in read_citations(section.get("faq"), reader.findings)),
        accent=_accent(section.get("accent"), reader),
    )


def _accent(node: Node | None, reader: SentenceReader) -> str:
    name, palette = reader.findings.want_text(node, "accent"), reader.game.palette
    if node is not None and name is not None and name not in palette:
        hint = suggest(name, palette, what="colors")
        reader.findings.error("PNP172", f'the palette has no color "{name}"', node.place, hint=hint)
    return name or ""


def _icons(folder: GameFolder) -> frozenset[str]:
    folders = (top / "icons" for top in template_folders(folder.templates, folder.id, BASE))
    return frozenset(path.stem for folder in folders if folder.is_dir() for path in folder.glob("*.svg"))


def _blocks_of(node: Node, what: str, reader: SentenceReader) -> Iterator[Block]:
    if not isinstance(node, MapNode) or "text" in node:
        text = reader.text(node, what)
        if text:
            yield Paragraph(text)
        return
    reader = reader.within("", node)
    for key, value in node.entries:
        if key.text not in BLOCKS and key.text != "claim":
            reader.findings.unknown("PNP103", f'there is no block "{key.text}"', key, BLOCKS, "blocks")
        else:
            yield from _named_block(key.text, value, reader)


def _named_block(name: str, value: Node, reader: SentenceReader) -> Iterator[Block]:
    match name:
        case "heading":
            yield Heading(reader.within("heading").text(value, name))
        case "table":
            yield from _table(value, reader)
        case "players":
            yield from _by_players(value, reader)
        case "transcript":
            yield from read_example(value, reader)
        case "figure":
            yield from filter(None, [read_figure(value, reader)])
        case "glance" | "choices":
            yield Glance(reader.within(name).texts(value, name), ordered=name == "glance")
        case "steps" | "points" if reader.findings.want_list(value, name):
            yield Listing(reader.texts(value, name), numbered=name == "steps")


def _table(node: Node, reader: SentenceReader) -> Iterator[Table]:
    section = reader.findings.want_map(node, "table")
    if section is None:
        return
    reader.findings.check_keys(section, TABLE_KEYS, "a table")
    columns = reader.findings.want_map(section.get("columns"), "columns")
    if columns is not None:
        rows = [
            tuple(reader.text(value, key.text, this=this) for key, value in columns.entries)
            for this in _subjects(section, reader)
        ]
        yield Table(tuple(map(marked_text, columns)), tuple(dict.fromkeys(rows)))  # equal rows once
        return
    head = reader.texts(section.get("head"), "head")
    listed = reader.findings.items(section.get("rows"), "rows")
    yield Table(head, tuple(_row(row, len(head), reader) for row in listed))


def _row(node: Node, width: int, reader: SentenceReader) -> tuple[Text, ...]:
    items = items_of(node)
    if len(items) != width:
        message = f"the row has {len(items)} cells, the head {width}"
        reader.findings.error("PNP104", message, node.place, hint="write one cell for each heading")
    return tuple(reader.text(item, "a cell") for item in items)


def _subjects(section: MapNode, reader: SentenceReader) -> list[Mapping[str, Value]]:
    of, fact = section.get("of"), section.get("fact")
    by = reader.findings.want_text(section.get("by"), "by")
    if fact is not None:
        return _entries(fact, reader)
    if of is None:
        message = "the table does not say what it lists"
        reader.findings.error("PNP105", message, section.place, hint="add of: COMPONENT, or fact: FACT")
        return []
    pieces = reader.pieces(of, "of")
    ordered = sorted(pieces, key=lambda piece: str(field_of(piece, by))) if by else pieces
    return [fields_of(piece) for piece in ordered]


def _entries(node: Node, reader: SentenceReader) -> list[Mapping[str, Value]]:
    path = reader.findings.want_text(node, "fact") or ""
    value = value_at(reader.game.facts, path)
    entries = value if isinstance(value, tuple) else ()
    mappings = [entry for entry in entries if isinstance(entry, Mapping)]
    if not mappings or len(mappings) < len(entries):
        message = f'game.yaml has no fact "{path}" that is a list of mappings'
        near = suggest(path, reader.game.facts, what="facts")
        hint = near if value is None else "name another fact, or make this one a list of mappings"
        reader.findings.error("PNP173", message, node.place, hint=hint)
        return []
    return mappings


def _by_players(node: Node, reader: SentenceReader) -> Iterator[Table]:
    columns = reader.findings.want_map(node, "players")
    if columns is None:
        return
    players = reader.game.facts.get("players")
    low, high = (players.get("from"), players.get("to")) if isinstance(players, Mapping) else (None, None)
    if type(low) is not int or type(high) is not int:
        message = f"game.yaml does not say for how many players the game is, got {described(node)}"
        hint = "write facts: {players: {from: 2, to: 4}} in game.yaml"
        reader.findings.error("PNP173", message, node.place, hint=hint)
        return
    rows = tuple(
        (marked_text(str(n)), *(reader.text(value, key.text, players=n) for key, value in columns.entries))
        for n in range(low, min(high, low + 20) + 1)
    )
    yield Table(tuple(map(marked_text, (reader.game.speech.said("Players"), *columns))), rows)


def read_cards(node: Node | None, reader: SentenceReader) -> dict[str, CardNotes]:
    """Return the explanations by component id."""
    known = {component.id: component for component in reader.game.components}
    explained: dict[str, CardNotes] = {}
    for key, value in reader.findings.entries(node, "cards"):
        if key.text not in known:
            message = f'there is no component "{key.text}"'
            reader.findings.unknown("PNP171", message, key, known, "components")
            continue
        words = reader.findings.want_map(value, key.text)
        if words:
            explained[key.text] = _component(words, known[key.text], reader)
    return explained


def _component(section: MapNode, component: Component, reader: SentenceReader) -> CardNotes:
    reader = reader.within(component.id, section)
    reader.findings.check_keys(
        section, ("intro", "facts", "notes", "charts", "table", "columns", "claim"), f"cards: {component.id}"
    )
    facts = reader.findings.want_map(section.get("facts"), "facts")
    by_piece: dict[str, tuple[tuple[str, Text], ...]] = {}
    for piece in component.pieces:
        if facts and not piece.extra:
            labelled = (
                (key.text, reader.text(value, key.text, this=fields_of(piece)))
                for key, value in facts.entries
                if not _lacks(value, piece, component)
            )
            by_piece[piece.id] = tuple((label, text) for label, text in labelled if text)
    intro = reader.texts(section.get("intro"), "intro")
    charts = _charts(section.get("charts"), component, reader)
    table = section.get("table")
    rows = reader.pieces(table, "table") if table is not None else ()
    notes = _notes(section.get("notes"), component, reader)
    columns = reader.findings.want_number(
        section.get("columns"), "columns", (0, 12), default=0, hint="write how many are in a row, such as 9"
    )
    together = tuple(piece.id for piece in rows if piece in component.pieces)
    return CardNotes(intro, by_piece, notes, charts, together, int(columns))


def _charts(node: Node | None, component: Component, reader: SentenceReader) -> dict[str, str] | None:
    section = reader.findings.want_map(node, "charts")
    if section is None:
        return None
    known = [table.field for table in distributions(component, texts=True)]
    found: dict[str, str] = {}
    for key, value in section.entries:
        field = reader.findings.want_text(value, key.text) or ""
        if field not in known:
            message = f'no chart of {component.id} can count "{field}"'
            hint = suggest(field, known, what="fields")
            reader.findings.error("PNP172", message, value.place, hint=hint)
        found[key.text] = field
    return found


def _lacks(node: Node, piece: Piece, component: Component) -> bool:
    paths = fields_read(node.text) if isinstance(node, ScalarNode) else []
    return any(
        field_of(piece, path) is None and any(field_of(other, path) is not None for other in component.pieces)
        for path in paths
    )


def _notes(node: Node | None, component: Component, reader: SentenceReader) -> dict[str, tuple[Text, ...]]:
    notes: dict[str, tuple[Text, ...]] = {}
    for key, value in reader.findings.entries(node, "notes"):
        found = reader.piece(f"{component.id}/{key.text}", ScalarNode(key.text, key.text, key.place))
        if found is not None:
            notes[key.text] = reader.texts(value, key.text, this=fields_of(found[1]))
    return notes


def read_rulings(node: Node | None, rulings: Sequence[Case], reader: SentenceReader) -> tuple[Case, ...]:
    """Return the rulings, and the questions after them.

    A question of the same id as a ruling takes its place; one of id and cards alone adds its cards to that ruling.
    """
    questions: dict[str, Case] = {}
    places: dict[str, Place] = {}
    for section in reader.findings.maps(node, "questions", "a question"):
        reader.findings.check_keys(section, QUESTION, "a question")
        question = _question(section, reader)
        if question.title in questions:
            message = f'there are two questions "{question.title}"'
            hint = "give one of them another id"
            reader.findings.error("PNP113", message, section.place, hint=hint)
        questions[question.title], places[question.title] = question, section.place
    complete = {name: case for name, case in questions.items() if case.question}
    cards = {name: case.see for name, case in questions.items() if not case.question}
    known = {ruling.title for ruling in rulings}
    if not has_errors(reader.findings.ordered()):
        for name in cards.keys() - known:
            message = f'there is no ruling "{name}" to add cards to'
            hint = suggest(name, known, what="rulings")
            reader.findings.error("PNP177", message, places[name], hint=hint)
    others = (ruling for ruling in rulings if ruling.title not in complete)
    return (*(replace(other, see=cards.get(other.title, ())) for other in others), *complete.values())


def _question(section: MapNode, reader: SentenceReader) -> Case:
    name = reader.findings.require(section, "id", "the question", example="A1")
    if "ask" in section or "cards" not in section:
        for key, example in (("ask", "When ...?"), ("answer", "At once.")):
            reader.findings.require(section, key, "the question", example=example)
    title = reader.sentence(name, "id")
    reader = replace(reader, claims=(Citation(title, section.place),))
    ask, answer, reason = (reader.text(section.get(key), key) for key in ("ask", "answer", "reason"))
    cards = tuple(_cards(section.get("cards"), reader))
    return Case(ruling_anchor(title), title, ask, answer, reason, cards)


def _cards(node: Node | None, reader: SentenceReader) -> Iterator[Run]:
    for item in items_of(node):
        name = reader.sentence(item, "cards")
        if name and reader.piece(name, item):
            yield reader.links[name]


def _glossary(node: Node | None, reader: SentenceReader) -> Iterator[Term]:
    for key, value in reader.findings.entries(node, "glossary"):
        if not isinstance(value, MapNode) or "text" in value:
            yield Term(key.text, reader.text(value, key.text))
            continue
        reader.findings.check_keys(value, ("icon", "word", "means", "claim"), key.text)
        means = reader.findings.require(value, "means", key.text, example="what it is")
        icon = value.get("icon")
        name = reader.findings.want_text(icon, "icon")
        if icon is not None and name is not None:
            reader.check_icon(name, icon.place)
        word = reader.findings.want_text(value.get("word"), "word") or ""
        yield Term(key.text, reader.within("", value).text(means, "means"), name, word)
