"""claims.yaml: what the rulebook promises, claim by claim, and how its contradictions are settled."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pnp.load.claims.selections import Scope
from pnp.load.claims.tests import read_test
from pnp.load.folder import GameFolder, read
from pnp.load.pieces import read_kind
from pnp.load.project import Project
from pnp.load.schema import Findings, check_keys, require, want_list, want_map, want_text
from pnp.load.yaml_nodes import ListNode, MapNode, Node, ScalarNode, described
from pnp.load.yaml_source import parse
from pnp.model.claims import Claim, Ruling
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.game import Game, Provenance, Value, empty
from pnp.rules.load import read_params
from pnp.text import suggest

WAYS = ("test", "judged", "dropped")
"""What a claim has one of: how it is tested, or why it is not."""

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")

CLAIM = ("id", "says", "source", "where", *WAYS)
RULING = ("id", "about", "conflict", "ruling", "reason", "where")


@dataclass(frozen=True, slots=True)
class LoadedClaims:
    """What came of loading: claims and rulings as far as they can be read, and the diagnostics in reading order.

    `params` are the constants of rules.yaml, which tests may speak of as facts.
    """

    claims: tuple[Claim, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    params: Mapping[str, Value] = field(default_factory=empty)


def load_claims(project: Project, game: Game) -> LoadedClaims:
    """Return the claims of a game; a game without claims.yaml promises nothing."""
    path = project.game_folder(game.id)
    if path is None or not (path / "claims.yaml").is_file():
        return LoadedClaims()
    folder, findings = GameFolder(game.id, path, project.templates), Findings()
    params = _params(folder)
    section = want_map(_parsed(path / "claims.yaml", folder, findings), "claims.yaml", findings)
    if section is None:
        return LoadedClaims(diagnostics=findings.ordered(game=game.id), params=params)
    check_keys(section, ("claims", "rulings"), "claims.yaml", findings)
    ids: dict[str, Place] = {}
    claims = _claims(section.get("claims"), ids, Scope(game, params, findings))
    promised = tuple(ids)
    rulings = _rulings(section.get("rulings"), ids, promised, findings)
    return LoadedClaims(claims, rulings, findings.ordered(game=game.id), params)


def _parsed(path: Path, folder: GameFolder, findings: Findings) -> Node | None:
    label = folder.label(path)
    data = read(path, label, findings)
    if data is None:
        return None
    node, diagnostics = parse(data, label)
    for diagnostic in diagnostics:
        findings.add(diagnostic)
    return node


def _params(folder: GameFolder) -> Mapping[str, Value]:
    """Return the constants of rules.yaml; what is wrong in that file is told when the rules are loaded."""
    path = folder.path / "rules.yaml"
    unheard = Findings()
    node = _parsed(path, folder, unheard) if path.is_file() else None
    params = read_params(node.get("params") if isinstance(node, MapNode) else None, unheard)
    return {name: parameter.value for name, parameter in params.items()}


def _claims(node: Node | None, ids: dict[str, Place], scope: Scope) -> tuple[Claim, ...]:
    listed = want_list(node, "claims", scope.findings)
    found = []
    for item in listed.items if listed else ():
        section = want_map(item, "a claim", scope.findings)
        claim = _claim(section, ids, scope) if section else None
        if claim:
            found.append(claim)
    return tuple(found)


def _claim(section: MapNode, ids: dict[str, Place], scope: Scope) -> Claim | None:
    """Return one claim, as far as it can be read; None without an id or a statement."""
    findings = scope.findings
    check_keys(section, CLAIM, "a claim", findings)
    name = _id(section, "the claim", ids, findings)
    what = f"claim {name}" if name else "the claim"
    texts = {key: want_text(section.get(key), key, findings) for key in ("where", "judged", "dropped")}
    says = want_text(require(section, "says", what, findings, example="47 food cards."), "says", findings)
    kind = section.get("source")
    source = _source(kind, findings) if kind else "stated"
    if source == "stated" and "where" not in section:
        require(section, "where", what, findings, example="the heading in the rulebook")
    _one_way(section, what, findings)
    written = section.get("test")
    test = read_test(written, scope) if written else None
    if name is None or says is None or (written and test is None):
        return None
    return Claim(
        name,
        says,
        _place(section),
        source=source or "stated",
        where=texts["where"] or "",
        test=test,
        judged=texts["judged"],
        dropped=texts["dropped"],
        written=written.value if isinstance(written, MapNode) else empty(),
    )


def _source(node: Node, findings: Findings) -> Provenance | None:
    if isinstance(node, ScalarNode):
        return read_kind(node, findings)
    findings.error(
        "PNP104", f"source must be a word, got {described(node)}", node.place, hint="write source: stated"
    )
    return None


def _one_way(section: MapNode, what: str, findings: Findings) -> None:
    """See that a claim has a test, or else says why not, and no two of these."""
    ways = [way for way in WAYS if way in section]
    if not ways:
        hint = "add test: {...}, or judged: why nothing printed can break it"
        findings.error("PNP164", f"{what} has no test", _place(section), hint=hint)
    elif len(ways) > 1:
        message = f"{what} has {ways[0]} and {ways[1]}"
        findings.error("PNP164", message, section.key_place(ways[1]), hint=f"keep {ways[0]} or {ways[1]}")


def _id(section: MapNode, what: str, ids: dict[str, Place], findings: Findings) -> str | None:
    """Return the id, which no other claim or ruling has."""
    node = require(section, "id", what, findings, example="A01")
    name = want_text(node, "id", findings)
    if node is None or name is None:
        return None
    if not _ID.fullmatch(name):
        findings.error(
            "PNP112",
            f'"{name}" cannot be the id of {what}',
            node.place,
            hint="write a letter and a number: A01",
        )
        return None
    if name in ids:
        message = f'two claims or rulings have the id "{name}"'
        findings.error("PNP165", message, node.place, hint=f"the first is on line {ids[name].line}")
    ids.setdefault(name, node.place)
    return name


def _place(section: MapNode) -> Place:
    """Return where a claim is told from others: at its id."""
    node = section.get("id")
    return node.place if node else section.place


def _rulings(
    node: Node | None, ids: dict[str, Place], promised: tuple[str, ...], findings: Findings
) -> tuple[Ruling, ...]:
    listed = want_list(node, "rulings", findings)
    found = []
    for item in listed.items if listed else ():
        section = want_map(item, "a ruling", findings)
        ruling = _ruling(section, ids, promised, findings) if section else None
        if ruling:
            found.append(ruling)
    return tuple(found)


def _ruling(
    section: MapNode, ids: dict[str, Place], promised: tuple[str, ...], findings: Findings
) -> Ruling | None:
    check_keys(section, RULING, "a ruling", findings)
    name = _id(section, "the ruling", ids, findings)
    what = f"ruling {name}" if name else "the ruling"
    examples = {"conflict": "12 tokens, but stickers for 9.", "ruling": "9 tokens."}
    conflict, ruling = (
        want_text(require(section, key, what, findings, example=example), key, findings)
        for key, example in examples.items()
    )
    reason = want_text(section.get("reason"), "reason", findings)
    node = require(section, "about", what, findings, example="[A01]")
    about = []
    for item in node.items if isinstance(node, ListNode) else (node,):
        claim = want_text(item, "about", findings)
        if item and claim and claim not in promised:
            hint = suggest(claim, promised, what="claims")
            findings.error("PNP166", f'{what} is about "{claim}", which is no claim', item.place, hint=hint)
        elif claim:
            about.append(claim)
    if name is None or conflict is None or ruling is None:
        return None
    return Ruling(name, tuple(about), conflict, ruling, _place(section), reason or "")
