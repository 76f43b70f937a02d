"""rules.yaml: what the rules summary says, in the designer's words, with its numbers read from the game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.claims.expressions import Expressions
from pnp.claims.load import Ruling
from pnp.claims.pieces import Data
from pnp.load.nodes import Findings, ListNode, MapNode, Node, ScalarNode, described
from pnp.load.project import BASE, GameFolder, Project, read, template_folders
from pnp.load.yaml_source import parse
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.game import Component, Game, Piece, Value, value_at
from pnp.model.rules import CardWords, Meaning, Parameter, Question, Rules, Words
from pnp.rules.sentences import SentenceReader, field_of, fields_of, fields_read
from pnp.text import suggest

TABLE_KEYS = ("head", "rows", "of", "fact", "columns", "by")
BLOCKS = ("heading", "steps", "points", "table", "players")


def read_blocks(node: Node, what: str, reader: SentenceReader) -> tuple[Words, ...]:
    """Return the blocks of a section: one text, or a list of blocks."""
    items = node.items if isinstance(node, ListNode) else (node,)
    return tuple(block for item in items for block in _block(item, what, reader))


def _block(node: Node, what: str, reader: SentenceReader) -> Iterator[Words]:
    if not isinstance(node, MapNode):
        text = reader.text(node, what)
        if text:
            yield Words("text", (text,))
        return
    for key, value in node.entries:
        if key.text not in BLOCKS:
            hint = suggest(key.text, BLOCKS, what="blocks")
            reader.findings.error("PNP103", f'there is no block "{key.text}"', key.place, hint=hint)
        elif key.text == "heading":
            yield Words("heading", (reader.text(value, "heading"),))
        elif key.text == "table":
            yield from _table(value, reader)
        elif key.text == "players":
            yield from _by_players(value, reader)
        elif reader.findings.want_list(value, key.text):
            yield Words(key.text, reader.texts(value, key.text))


def _table(node: Node, reader: SentenceReader) -> Iterator[Words]:
    """Yield a table of written rows (head, rows), or of a row for each piece (of) or each entry of a fact (fact)."""
    section = reader.findings.want_map(node, "table")
    if section is None:
        return
    reader.findings.check_keys(section, TABLE_KEYS, "a table")
    columns = reader.findings.want_map(section.get("columns"), "columns")
    if columns is not None:
        yield Words("table", tuple(columns), _rows(columns, _each(section, reader), reader))
        return
    head = reader.texts(section.get("head"), "head")
    rows = reader.findings.want_list(section.get("rows"), "rows")
    yield Words("table", head, tuple(_row(row, len(head), reader) for row in rows.items) if rows else ())


def _row(node: Node, width: int, reader: SentenceReader) -> tuple[str, ...]:
    items = node.items if isinstance(node, ListNode) else (node,)
    if len(items) != width:
        message = f"the row has {len(items)} cells, the head {width}"
        reader.findings.error("PNP104", message, node.place, hint="write one cell for each heading")
    return tuple(reader.text(item, "a cell") for item in items)


def _each(section: MapNode, reader: SentenceReader) -> list[Mapping[str, Value]]:
    """Return what the rows of a table are about: the fields of each piece, in the order of `by`, or of each entry."""
    of, fact = section.get("of"), section.get("fact")
    by = reader.findings.want_text(section.get("by"), "by")
    if fact is not None:
        return _entries(fact, reader)
    if of is None:
        message = "the table does not say of what"
        reader.findings.error("PNP105", message, section.place, hint="add of: COMPONENT, or fact: FACT")
        return []
    pieces = reader.pieces(of, "of")
    return [
        fields_of(piece)
        for piece in (sorted(pieces, key=lambda piece: str(field_of(piece, by))) if by else pieces)
    ]


def _entries(node: Node, reader: SentenceReader) -> list[Mapping[str, Value]]:
    """Return the entries of a fact that is a list of mappings."""
    path = reader.findings.want_text(node, "fact") or ""
    value = value_at(reader.game.facts, path)
    entries = value if isinstance(value, tuple) else ()
    if not entries or not all(isinstance(entry, Mapping) for entry in entries):
        message = f'game.yaml has no fact "{path}" that is a list of mappings'
        hint = suggest(path, reader.game.facts, what="facts")
        reader.findings.error("PNP173", message, node.place, hint=hint)
        return []
    return [entry for entry in entries if isinstance(entry, Mapping)]


def _rows(
    columns: MapNode, each: Sequence[Mapping[str, Value]], reader: SentenceReader
) -> tuple[tuple[str, ...], ...]:
    """Return a row for each, equal ones once."""
    rows = (tuple(reader.text(value, key.text, this=this) for key, value in columns.entries) for this in each)
    return tuple(dict.fromkeys(rows))


def _by_players(node: Node, reader: SentenceReader) -> Iterator[Words]:
    """Yield a table with a row for each number of players that game.yaml's facts allow."""
    columns = reader.findings.want_map(node, "players")
    if columns is None:
        return
    players = reader.game.facts.get("players")
    bounds = [players.get("from"), players.get("to")] if isinstance(players, Mapping) else []
    if [type(bound) for bound in bounds] != [int, int]:
        message = f"game.yaml does not say for how many players the game is, got {described(node)}"
        hint = "write facts: {players: {from: 2, to: 4}} in game.yaml"
        reader.findings.error("PNP173", message, node.place, hint=hint)
        return
    low, high = (int(str(bound)) for bound in bounds)
    rows = tuple(
        (str(n), *(reader.text(value, key.text, players=n) for key, value in columns.entries))
        for n in range(low, min(high, low + 20) + 1)
    )
    yield Words("table", ("Players", *columns), rows)


def read_cards(node: Node | None, reader: SentenceReader) -> dict[str, CardWords]:
    """Return the explanations by component id."""
    section = reader.findings.want_map(node, "cards")
    known = {component.id: component for component in reader.game.components}
    explained: dict[str, CardWords] = {}
    for key, value in section.entries if section else ():
        if key.text not in known:
            hint = suggest(key.text, known, what="components")
            reader.findings.error("PNP171", f'there is no component "{key.text}"', key.place, hint=hint)
            continue
        words = reader.findings.want_map(value, key.text)
        if words:
            explained[key.text] = _component(words, known[key.text], reader)
    return explained


def _component(section: MapNode, component: Component, reader: SentenceReader) -> CardWords:
    reader.findings.check_keys(section, ("intro", "facts", "same", "notes"), f"cards: {component.id}")
    facts = reader.findings.want_map(section.get("facts"), "facts")
    same = reader.findings.want_map(section.get("same"), "same")
    shown: dict[str, tuple[tuple[str, str], ...]] = {}
    for piece in component.pieces:
        if piece.extra:
            continue
        labelled = [
            (key.text, reader.text(value, key.text, this=fields_of(piece)))
            for key, value in (facts.entries if facts else ())
            if not _lacks(value, piece, component)
        ]
        labelled += _kin(same, piece, component, reader)
        shown[piece.id] = tuple((label, text) for label, text in labelled if text)
    intro = reader.texts(section.get("intro"), "intro")
    return CardWords(intro, shown if facts or same else {}, _notes(section.get("notes"), component, reader))


def _lacks(node: Node, piece: Piece, component: Component) -> bool:
    """Say whether a sentence speaks of a field that other pieces have and this one, a blank card, has not."""
    paths = fields_read(node.text) if isinstance(node, ScalarNode) else []
    return any(
        field_of(piece, path) is None and any(field_of(other, path) is not None for other in component.pieces)
        for path in paths
    )


def _kin(
    same: MapNode | None, piece: Piece, component: Component, reader: SentenceReader
) -> list[tuple[str, str]]:
    """Return, for each field of `same`, links to the other pieces that have the same value in it."""
    found = []
    for key, node in same.entries if same else ():
        path = reader.findings.want_text(node, key.text) or ""
        if all(field_of(other, path) is None for other in component.pieces):
            hint = suggest(path, fields_of(piece), what="fields")
            message = f'no piece of {component.id} has a field "{path}"'
            reader.findings.error("PNP172", message, node.place, hint=hint)
            continue
        value = field_of(piece, path)
        others = [
            f"[[card {component.id}/{other.id}]]"
            for other in component.pieces
            if other is not piece and value is not None and field_of(other, path) == value
        ]
        found.append((key.text, ", ".join(others)))
    return found


def _notes(node: Node | None, component: Component, reader: SentenceReader) -> dict[str, tuple[str, ...]]:
    section = reader.findings.want_map(node, "notes")
    notes: dict[str, tuple[str, ...]] = {}
    for key, value in section.entries if section else ():
        found = reader.piece(f"{component.id}/{key.text}", ScalarNode(key.text, key.text, key.place))
        if found is not None:
            notes[key.text] = reader.texts(value, key.text, this=fields_of(found[1]))
    return notes


SECTIONS = ("object", "supply", "setup", "turn", "costs", "end", "variants", "gaps")
"""The sections that rules.yaml writes out; the others are made from the data."""

QUESTION = ("id", "ask", "answer", "reason", "cards")

KEYS = ("params", *SECTIONS, "questions", "cards", "glossary")


@dataclass(frozen=True, slots=True)
class LoadedRules:
    """What came of loading: the rules, when there is no error, and the diagnostics in reading order."""

    rules: Rules | None
    diagnostics: tuple[Diagnostic, ...]


def load_rules(project: Project, game: Game) -> LoadedRules:
    """Return what rules.yaml of the game says; a game without that file has rules that say nothing."""
    path = project.game_folder(game.id)
    if path is None or not (path / "rules.yaml").is_file():
        return LoadedRules(Rules(), ())
    findings = Findings()
    folder = GameFolder(game.id, path, project.templates)
    label = folder.label(path / "rules.yaml")
    data = read(path / "rules.yaml", label, findings)
    rules = None if data is None else _rules(data, label, game, folder, findings)
    diagnostics = findings.ordered(game=game.id)
    return LoadedRules(None if has_errors(diagnostics) else rules, diagnostics)


def _rules(data: bytes, label: str, game: Game, folder: GameFolder, findings: Findings) -> Rules | None:
    node, diagnostics = parse(data, label)
    for diagnostic in diagnostics:
        findings.add(diagnostic)
    section = findings.want_map(node, "rules.yaml")
    if section is None:
        return None
    findings.check_keys(section, KEYS, "rules.yaml")
    params = read_params(section.get("params"), findings)
    lines = data.decode("utf-8-sig").splitlines()
    data_of_game = Data(game, {name: each.value for name, each in params.items()})
    reader = SentenceReader(Expressions(data_of_game), _icons(folder), lines, findings)
    written = {name: node for name in SECTIONS if (node := section.get(name)) is not None}
    return Rules(
        {name: read_blocks(node, name, reader) for name, node in written.items()},
        read_cards(section.get("cards"), reader),
        tuple(_questions(section.get("questions"), reader)),
        tuple(_glossary(section.get("glossary"), reader)),
        params,
    )


def read_params(node: Node | None, findings: Findings) -> Mapping[str, Parameter]:
    """Return the constants of the rules: `rounds: 8`, or `rounds: {value: 8, claim: B007}`."""
    section = findings.want_map(node, "params")
    found: dict[str, Parameter] = {}
    for key, entry in section.entries if section else ():
        value, claim = entry, None
        if isinstance(entry, MapNode):
            findings.check_keys(entry, ("value", "claim"), key.text)
            claim = findings.want_text(entry.get("claim"), "claim")
            value = findings.require(entry, "value", key.text, example="8") or entry
        if isinstance(value, ScalarNode) and isinstance(value.value, int | float | str):
            found[key.text] = Parameter(value.value, claim, key.place)
        elif value is not entry or not isinstance(entry, MapNode):
            message = f"{key.text} must be a number or a word, got {described(value)}"
            findings.error("PNP104", message, value.place, hint=f"write {key.text}: 8")
    return found


def _icons(folder: GameFolder) -> frozenset[str]:
    """Return the names of the icons the game may use."""
    rooms = (top / "icons" for top in template_folders(folder.templates, folder.id, BASE))
    return frozenset(path.stem for room in rooms if Path(room).is_dir() for path in Path(room).glob("*.svg"))


def _questions(node: Node | None, reader: SentenceReader) -> list[Question]:
    """Return the questions; one of id and cards alone adds its cards to a ruling of claims.yaml."""
    listed = reader.findings.want_list(node, "questions")
    found: dict[str, Question] = {}
    for item in listed.items if listed else ():
        section = reader.findings.want_map(item, "a question")
        if section is None:
            continue
        reader.findings.check_keys(section, QUESTION, "a question")
        question = _question(section, reader)
        if question.id in found:
            message = f'there are two questions "{question.id}"'
            hint = "give one of them another id"
            reader.findings.error("PNP113", message, section.place, hint=hint)
        found[question.id] = question
    return list(found.values())


def _question(section: MapNode, reader: SentenceReader) -> Question:
    name = reader.findings.require(section, "id", "the question", example="A1")
    if "ask" in section or "cards" not in section:
        for key, example in (("ask", "When ...?"), ("answer", "At once.")):
            reader.findings.require(section, key, "the question", example=example)
    said = {key: reader.text(section.get(key), key) for key in ("ask", "answer", "reason")}
    return Question(
        reader.text(name, "id"),
        said["ask"],
        said["answer"],
        said["reason"],
        _cards(section.get("cards"), reader),
        section.place,
    )


def settled(
    questions: Sequence[Question], rulings: Sequence[Question]
) -> tuple[tuple[Question, ...], tuple[Diagnostic, ...]]:
    """Return rulings and questions as one list, and a finding for each question that only adds cards to no ruling.

    A question of the same id as a ruling takes its place, or adds its cards.
    """
    own = {question.id: question for question in questions}
    known = {ruling.id for ruling in rulings}
    merged = [
        replace(ruling, cards=own[ruling.id].cards) if ruling.id in own else ruling
        for ruling in rulings
        if ruling.id not in own or not own[ruling.id].ask
    ]
    lost = [question for question in questions if not question.ask and question.id not in known]
    found = (
        Diagnostic(
            "PNP177",
            f'there is no ruling "{each.id}" to add cards to',
            each.place,
            suggest(each.id, known, what="rulings"),
        )
        for each in lost
    )
    return (*merged, *(question for question in questions if question.ask)), tuple(found)


def _cards(node: Node | None, reader: SentenceReader) -> tuple[str, ...]:
    """Return the pieces a question is about, as component/piece."""
    items = node.items if isinstance(node, ListNode) else () if node is None else (node,)
    names = [(reader.text(item, "cards"), item) for item in items]
    return tuple(name for name, item in names if name and reader.piece(name, item))


def _glossary(node: Node | None, reader: SentenceReader) -> list[Meaning]:
    """Return the glossary: a mapping from word to meaning, or to {icon, means}."""
    section = reader.findings.want_map(node, "glossary")
    found: list[Meaning] = []
    for key, value in section.entries if section else ():
        if not isinstance(value, MapNode):
            found.append(Meaning(key.text, reader.text(value, key.text)))
            continue
        reader.findings.check_keys(value, ("icon", "means"), key.text)
        means = reader.findings.require(value, "means", key.text, example="what it is")
        icon = value.get("icon")
        name = reader.findings.want_text(icon, "icon")
        if icon is not None and name is not None:
            reader.check_icon(name, icon.place)
        found.append(Meaning(key.text, reader.text(means, "means"), name))
    return found


@dataclass(frozen=True, slots=True)
class Sayings:
    """The rules, None when rules.yaml has errors; all rulings and questions; and what is wrong in rules.yaml."""

    rules: Rules | None
    rulings: tuple[Question, ...]
    diagnostics: tuple[Diagnostic, ...]


def sayings(project: Project, game: Game, rulings: Sequence[Ruling]) -> Sayings:
    """Return what the rules summary of a game has to say."""
    loaded = load_rules(project, game)
    if loaded.rules is None:
        return Sayings(None, (), loaded.diagnostics)
    asked = [Question(each.id, each.conflict, each.ruling, each.reason) for each in rulings]
    cases, lost = settled(loaded.rules.questions, asked)
    about = (finding.about(game=game.id) for finding in lost)
    return Sayings(loaded.rules, cases, (*loaded.diagnostics, *about))
