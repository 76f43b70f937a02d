"""claims.yaml: claims about the rulebook and rulings on its contradictions; their results and the evidence."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pnp.claims.expressions import ExpressionError, Expressions, Read
from pnp.claims.functions import Finding, named
from pnp.claims.selections import Data, shown, value_of
from pnp.load.keys import TEXTS, FileKey, FlagKey, TextKey, list_of, mapping
from pnp.load.nodes import Findings, MapNode, Node, ScalarNode, described, items_of, place_within
from pnp.load.pieces import provenance_of
from pnp.load.project import GameFolder, Project
from pnp.load.rows.headings import SOURCE_KIND
from pnp.load.translation_files import translated_file
from pnp.load.yaml_source import read_yaml
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.game import Citation, Game, Provenance, Statement, Value, empty
from pnp.text import suggest

CLAIM = (
    TextKey("id"),
    TextKey("says", "What the rulebook says, in your own words."),
    FileKey("source", schema=SOURCE_KIND.schema),
    TextKey("where", "The heading in the rulebook."),
    FileKey("test", "An expression that must be true, such as count(cards) == 54.", TEXTS),
    TextKey("reason"),
    TextKey("judged", "Instead of a test: why no test can decide it."),
    TextKey("dropped", "Instead of a test: why it does not apply to this version of the game."),
    TextKey("unprinted"),
)
NUMBERS = tuple(map(TextKey, ("text", "at", "reason")))
RULING = (
    TextKey("id"),
    FileKey("about", "The claims that it settles.", TEXTS),
    *map(TextKey, ("conflict", "ruling", "reason", "where")),
)
COMPLETE = FlagKey("complete", "true: every text names its claims, and every claim is printed.")
KEYS = (
    COMPLETE,
    FileKey("numbers", schema=list_of(mapping(NUMBERS, required=["reason"]))),
    FileKey("claims", schema=list_of(mapping(CLAIM, required=["id", "says"]))),
    FileKey("rulings", schema=list_of(mapping(RULING, required=["id"]))),
)


@dataclass(frozen=True, slots=True)
class ClaimTest:
    """An expression that must be true, and where it is written."""

    text: str
    node: ScalarNode
    lines: Sequence[str] = field(repr=False, compare=False)

    def place_of(self, error: ExpressionError) -> Place:
        """Return where in the file an error of the expression is."""
        return place_within(self.node, self.lines, error.at, error.length)


@dataclass(frozen=True, slots=True)
class Claim:
    """One promise: what it says, where it comes from, and its tests; without one, why it is `judged` or `dropped`.

    `where` is the heading in the rulebook; `reason` is why there is a test that no mistake in the data can break;
    `unprinted` is why no text has to say it.
    """

    id: str
    says: str
    place: Place
    source: Provenance = "stated"
    where: str = ""
    tests: tuple[ClaimTest, ...] = ()
    reason: str = ""
    judged: str | None = None
    dropped: str | None = None
    unprinted: str = ""


@dataclass(frozen=True, slots=True)
class TypedNumber:
    """A number that may be typed into a text, and why: in texts that hold `text`, or all those printed `at` a place."""

    text: str
    at: str
    place: Place


@dataclass(frozen=True, slots=True)
class Ruling:
    """What holds where the rulebook contradicts itself or leaves a gap; `about` are ids of claims."""

    id: str
    about: tuple[str, ...]
    conflict: str
    ruling: str
    place: Place
    reason: str = ""

    @property
    def statement(self) -> Statement:
        """The text of the ruling, which states the ruling and no other claim."""
        text = " / ".join(filter(None, (self.conflict, self.ruling, self.reason)))
        return Statement(text, f"rulings {self.id}", self.place, (Citation(self.id, self.place),), text)


@dataclass(frozen=True, slots=True)
class LoadedClaims:
    """What came of loading: claims and rulings as far as they can be read, and the diagnostics in reading order.

    `params` are the constants of rules.yaml, which tests may speak of. In a `complete` game every text names its claims,
    every claim is printed, every fact is read, and numbers are typed only where `numbers` allows it.
    """

    claims: tuple[Claim, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    params: Mapping[str, Value] = field(default_factory=empty)
    complete: bool = False
    numbers: tuple[TypedNumber, ...] = ()


def load_claims(project: Project, game: Game) -> LoadedClaims:
    """Return the claims of a game; a game without claims.yaml promises nothing."""
    path = project.game_folder(game.id)
    if path is None or not (path / "claims.yaml").is_file():
        return LoadedClaims()
    folder, findings = GameFolder.of(project, game.id, path), Findings()
    rules = path / "rules.yaml"  # what is wrong in it is told when the rules are loaded
    node = read_yaml(rules, folder, Findings())[0] if rules.is_file() else None
    params = read_params(node.get("params") if isinstance(node, MapNode) else None, Findings())
    node, lines = translated_file(path / "claims.yaml", folder, findings)
    section = findings.want_map(node, "claims.yaml")
    if section is None:
        return LoadedClaims(diagnostics=findings.ordered(game=game.id), params=params)
    findings.check_keys(section, KEYS, "claims.yaml")
    reader = _Reader(lines.get(folder.label(path / "claims.yaml"), ()), findings)
    claims = tuple(filter(None, map(reader.claim, findings.maps(section.get("claims"), "claims", "a claim"))))
    promised = tuple(reader.ids)
    listed = findings.maps(section.get("rulings"), "rulings", "a ruling")
    rulings = tuple(filter(None, (reader.ruling(node, promised) for node in listed)))
    complete = COMPLETE.read(section, findings)
    typed = findings.maps(section.get("numbers"), "numbers", "a number that may be typed")
    numbers = tuple(map(reader.number, typed))
    return LoadedClaims(claims, rulings, findings.ordered(game=game.id), params, complete, numbers)


def read_params(node: Node | None, findings: Findings) -> Mapping[str, Value]:
    """Return the constants of the rules: `rounds: 8`, or `rounds: {value: 8, claim: B007}`."""
    params: dict[str, Value] = {}
    for key, entry in findings.entries(node, "params"):
        value = entry
        if isinstance(entry, MapNode):
            findings.check_keys(entry, ("value", "claim"), key.text)
            findings.want_text(entry.get("claim"), "claim")
            value = findings.require(entry, "value", key.text, example="8") or entry
        if isinstance(value, ScalarNode) and isinstance(value.value, int | float | str):
            params[key.text] = value.value
        elif value is not entry or not isinstance(entry, MapNode):
            message = f"{key.text} must be a number or a word, got {described(value)}"
            findings.error("PNP104", message, value.place, hint=f"write {key.text}: 8")
    return params


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the claims and rulings of one file; `ids` are those used."""

    lines: Sequence[str]
    findings: Findings
    ids: dict[str, Place] = field(default_factory=dict)

    def text(self, section: MapNode, key: str, *, of: str = "", example: str = "") -> str | None:
        node = self.findings.require(section, key, of, example=example) if example else section.get(key)
        return self.findings.want_text(node, key)

    def claim(self, section: MapNode) -> Claim | None:
        self.findings.check_keys(section, CLAIM, "a claim")
        name, what = self._id(section, "claim")
        says = self.text(section, "says", of=what, example="47 food cards.")
        written = section.get("source")
        source = self.findings.attempt(provenance_of, written) if written else "stated"
        if source == "stated" and "where" not in section:
            self.findings.require(section, "where", what, example="the heading in the rulebook")
        # A claim has a test, or else says why not, and no two of these.
        ways = [way for way in ("test", "judged", "dropped") if way in section]
        if not ways:
            hint = "add test: count(food) == 47, or judged: why no test can decide it"
            self.findings.error("PNP164", f"{what} has no test", section.value_place("id"), hint=hint)
        elif len(ways) > 1:
            message, hint = f"{what} has {ways[0]} and {ways[1]}", f"keep {ways[0]} or {ways[1]}"
            self.findings.error("PNP164", message, section.key_place(ways[1]), hint=hint)
        items = [
            item
            for item in items_of(section.get("test"))
            if self.findings.want_text(item, "test") is not None
        ]
        tests = tuple(
            ClaimTest(item.text, item, self.lines) for item in items if isinstance(item, ScalarNode)
        )
        keys = ("where", "reason", "judged", "dropped", "unprinted")
        texts = {key: text for key in keys if (text := self.text(section, key)) is not None}
        if name is None or says is None or ("test" in section and not tests):
            return None
        return Claim(name, says, section.value_place("id"), source or "stated", tests=tests, **texts)

    def number(self, section: MapNode) -> TypedNumber:
        self.findings.check_keys(section, NUMBERS, "a number that may be typed")
        what = "a number that may be typed"
        if "at" not in section:
            self.text(section, "text", of=what, example="the words with the number")
        self.text(section, "reason", of=what, example="why the data do not have it")
        text, at = (self.text(section, key) or "" for key in ("text", "at"))
        return TypedNumber(text, at, section.place)

    def _id(self, section: MapNode, what: str) -> tuple[str | None, str]:
        node = self.findings.require(section, "id", f"the {what}", example="A01")
        name = self.findings.want_text(node, "id")
        if node is None or name is None:
            return None, f"the {what}"
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name):
            message, hint = f'"{name}" cannot be the id of the {what}', "write a letter and a number: A01"
            self.findings.error("PNP112", message, node.place, hint=hint)
            return None, f"the {what}"
        if name in self.ids:
            message = f'two claims or rulings have the id "{name}"'
            hint = f"the first is on line {self.ids[name].line}"
            self.findings.error("PNP165", message, node.place, hint=hint)
        self.ids.setdefault(name, node.place)
        return name, f"{what} {name}"

    def ruling(self, section: MapNode, promised: Sequence[str]) -> Ruling | None:
        self.findings.check_keys(section, RULING, "a ruling")
        name, what = self._id(section, "ruling")
        conflict = self.text(section, "conflict", of=what, example="12 tokens, but stickers for 9.")
        ruling = self.text(section, "ruling", of=what, example="9 tokens.")
        reason = self.text(section, "reason")
        node = self.findings.require(section, "about", what, example="[A01]")
        about = []
        for item in items_of(node):
            claim = self.findings.want_text(item, "about")
            if item and claim and claim not in promised:
                message = f'{what} is about "{claim}", which is not a claim'
                hint = suggest(claim, promised, what="claims")
                self.findings.error("PNP166", message, item.place, hint=hint)
            elif claim:
                about.append(claim)
        if name is None or conflict is None or ruling is None:
            return None
        return Ruling(name, tuple(about), conflict, ruling, section.value_place("id"), reason or "")


SAID = 4  # As many findings of one claim as a message holds.
NAMED = 12  # Of more pieces than these no few are named: it is all of them that are counted.

TEST_CODES: Mapping[str, str] = {
    "name": "PNP160",
    "field": "PNP161",
    "syntax": "PNP162",
    "context": "PNP162",
    "limit": "PNP117",
    "fact": "PNP163",
}
"""The code of a mistake in a test, by its kind; a value that cannot be had breaks the claim instead."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a claim: what is wrong when it is broken, mistakes in its tests, and what they read."""

    claim: Claim
    state: Literal["kept", "broken", "unreadable", "judged", "dropped"]
    findings: tuple[Finding, ...] = ()
    mistakes: tuple[Diagnostic, ...] = ()
    read: tuple[Read, ...] = ()


def results(claims: Iterable[Claim], data: Data) -> tuple[Result, ...]:
    """Return what comes of every claim, in their order."""
    known = Expressions(data)
    return tuple(result(claim, known) for claim in claims)


def result(claim: Claim, known: Expressions) -> Result:
    """Return what comes of one claim."""
    if not claim.tests:
        return Result(claim, "judged" if claim.dropped is None else "dropped")
    findings: list[Finding] = []
    mistakes: list[Diagnostic] = []
    read: list[Read] = []
    for test in claim.tests:
        tested = known.test(test.text)
        read += tested.read
        findings += tested.findings
        for error in tested.errors:
            if code := TEST_CODES.get(error.kind):
                mistakes.append(Diagnostic(code, str(error), test.place_of(error), error.hint))
            else:
                findings.append(Finding(str(error)))
    details = (tuple(findings), tuple(mistakes), tuple(read))
    return Result(claim, "unreadable" if mistakes else "broken" if findings else "kept", *details)


def broken_claims(outcomes: Iterable[Result], game: str) -> tuple[Diagnostic, ...]:
    """Return an error for every broken claim, placed at the claim, with what was found and the pieces concerned."""
    return tuple(_broken(claim, game) for claim in outcomes if claim.state == "broken")


def _broken(broken: Result, game: str) -> Diagnostic:
    says = [finding.says for finding in broken.findings[:SAID]]
    if len(broken.findings) > SAID:
        says.append(f"and {len(broken.findings) - SAID} more")
    pieces = tuple(dict.fromkeys(piece for finding in broken.findings for piece in finding.pieces))
    many = f" (in {len(pieces)} different pieces)"
    concerned = many if len(pieces) > NAMED else f" (pieces: {named(pieces)})" if pieces else ""
    promise = broken.claim.says.rstrip(".")
    return Diagnostic(
        "PNP520",
        f"{broken.claim.id} is broken, {promise}: {'; '.join(says)}{concerned}",
        broken.claim.place,
        f"pnp check {game} --explain {broken.claim.id} shows the data it looked at",
        game=game,
        piece=pieces[0] if len(pieces) == 1 else None,
    )


# What stands behind a claim or a ruling, in lines.


def explained_claim(result: Result, rulings: Sequence[Ruling]) -> Iterator[str]:
    """Yield what a claim says, where, and what its tests found and looked at."""
    claim = result.claim
    heading = f'rulebook, "{claim.where}"' if claim.where else "no heading"
    yield f"  claim     {claim.says}"
    yield f"  place     {heading} ({claim.source}); {claim.place.file}:{claim.place.line}"
    for state, why in (("judged", claim.judged), ("dropped", claim.dropped)):
        if why is not None:
            yield f"  {state:<9} {why}"
    for index, test in enumerate(claim.tests):
        yield f"  {'' if index else 'test':<9} {' '.join(test.text.split())}"
    if claim.reason:
        yield f"  reason    {claim.reason}"
    for finding in result.findings:
        yield f"  broken    {finding.says}"
    once = {read.text: read for read in result.read}
    for index, line in enumerate(line for read in once.values() for line in _evidence_lines(read)):
        yield f"  {'' if index else 'data':<9} {line}"
    for ruling in rulings:
        if claim.id in ruling.about:
            yield f"  ruling    {ruling.id}: {ruling.ruling}"


def _evidence_lines(read: Read) -> Iterator[str]:
    if read.pieces is None:
        yield f"{read.text} is {shown(read.value)}"
        return
    total, different = read.pieces.count, len(tuple(read.pieces))
    yield f"{read.text}: {total} in {different} different"
    groups: dict[str, list[str]] = {}
    for item in read.pieces:
        held = ", ".join(f"{name} {shown(value_of(item, name))}" for name in read.fields if name != "id")
        groups.setdefault(held, []).append(item.id if item.count == 1 else f"{item.count} × {item.id}")
    for held, pieces in groups.items():
        yield f"  {held}{': ' if held else ''}{', '.join(pieces)}"


def explained_ruling(ruling: Ruling, outcomes: Sequence[Result]) -> Iterator[str]:
    """Yield what a ruling settles, and how."""
    says = {result.claim.id: result.claim.says for result in outcomes}
    yield f"  conflict  {ruling.conflict}"
    for name in ruling.about:
        yield f"  about     {name}: {says.get(name, 'not kept')}"
    yield f"  ruling    {ruling.ruling}"
    if ruling.reason:
        yield f"  reason    {ruling.reason}"
