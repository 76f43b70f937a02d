"""rules.yaml: what the rules summary says, in the designer's words, with its numbers read from the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.load.fields import check_keys, require, want_list, want_map, want_text
from pnp.load.findings import Findings
from pnp.load.folder import GameFolder, read
from pnp.load.near import suggest
from pnp.load.project import Project
from pnp.load.rules.blocks import read_blocks
from pnp.load.rules.cards import find_named, read_cards
from pnp.load.rules.sentences import Scribe
from pnp.load.yaml.nodes import ListNode, MapNode, Node, ScalarNode, described
from pnp.load.yaml.source import parse
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.game import Game
from pnp.model.rules import Meaning, Parameter, Question, Rules

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
    section = want_map(node, "rules.yaml", findings)
    if section is None:
        return None
    check_keys(section, KEYS, "rules.yaml", findings)
    params = read_params(section.get("params"), findings)
    lines = data.decode("utf-8-sig").splitlines()
    scribe = Scribe(game, params, _icons(folder), lines, findings)
    written = {name: node for name in SECTIONS if (node := section.get(name)) is not None}
    return Rules(
        {name: read_blocks(node, name, scribe) for name, node in written.items()},
        read_cards(section.get("cards"), scribe),
        tuple(_questions(section.get("questions"), scribe)),
        tuple(_glossary(section.get("glossary"), scribe)),
        params,
    )


def read_params(node: Node | None, findings: Findings) -> Mapping[str, Parameter]:
    """Return the constants of the rules: `rounds: 8`, or `rounds: {value: 8, claim: B007}`."""
    section = want_map(node, "params", findings)
    found: dict[str, Parameter] = {}
    for key, entry in section.entries if section else ():
        value, claim = entry, None
        if isinstance(entry, MapNode):
            check_keys(entry, ("value", "claim"), key.text, findings)
            claim = want_text(entry.get("claim"), "claim", findings)
            value = require(entry, "value", key.text, findings, example="8") or entry
        if isinstance(value, ScalarNode) and isinstance(value.value, int | float | str):
            found[key.text] = Parameter(value.value, claim, key.place)
        elif value is not entry or not isinstance(entry, MapNode):
            message = f"{key.text} must be a number or a word, got {described(value)}"
            findings.error("PNP104", message, value.place, hint=f"write {key.text}: 8")
    return found


def _icons(folder: GameFolder) -> frozenset[str]:
    """Return the names of the icons the game may use."""
    rooms = (root / part / "icons" for root in folder.templates for part in (folder.id, "base"))
    return frozenset(path.stem for room in rooms if Path(room).is_dir() for path in Path(room).glob("*.svg"))


def _questions(node: Node | None, scribe: Scribe) -> list[Question]:
    """Return the questions; one of id and cards alone adds its cards to a ruling of claims.yaml."""
    listed = want_list(node, "questions", scribe.findings)
    found: dict[str, Question] = {}
    for item in listed.items if listed else ():
        section = want_map(item, "a question", scribe.findings)
        if section is None:
            continue
        check_keys(section, QUESTION, "a question", scribe.findings)
        question = _question(section, scribe)
        if question.id in found:
            message = f'there are two questions "{question.id}"'
            hint = "give one of them another id"
            scribe.findings.error("PNP113", message, section.place, hint=hint)
        found[question.id] = question
    return list(found.values())


def _question(section: MapNode, scribe: Scribe) -> Question:
    name = require(section, "id", "the question", scribe.findings, example="A1")
    if "ask" in section or "cards" not in section:
        for key, example in (("ask", "When ...?"), ("answer", "At once.")):
            require(section, key, "the question", scribe.findings, example=example)
    said = {key: scribe.text(section.get(key), key) for key in ("ask", "answer", "reason")}
    return Question(
        scribe.text(name, "id"),
        said["ask"],
        said["answer"],
        said["reason"],
        _cards(section.get("cards"), scribe),
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


def _cards(node: Node | None, scribe: Scribe) -> tuple[str, ...]:
    """Return the pieces a question is about, as component/piece."""
    items = node.items if isinstance(node, ListNode) else () if node is None else (node,)
    names = [(scribe.text(item, "cards"), item) for item in items]
    return tuple(name for name, item in names if name and find_named(name, item, scribe))


def _glossary(node: Node | None, scribe: Scribe) -> list[Meaning]:
    """Return the glossary: a mapping from word to meaning, or to {icon, means}."""
    section = want_map(node, "glossary", scribe.findings)
    found: list[Meaning] = []
    for key, value in section.entries if section else ():
        if not isinstance(value, MapNode):
            found.append(Meaning(key.text, scribe.text(value, key.text)))
            continue
        check_keys(value, ("icon", "means"), key.text, scribe.findings)
        means = require(value, "means", key.text, scribe.findings, example="what it is")
        icon = want_text(value.get("icon"), "icon", scribe.findings)
        if icon is not None and icon not in scribe.icons:
            scribe.text(ScalarNode(f"{{{icon}}}", f"{{{icon}}}", value.get("icon").place), "icon")  # type: ignore[union-attr]
        found.append(Meaning(key.text, scribe.text(means, "means"), icon))
    return found
