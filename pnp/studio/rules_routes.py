"""Routes for the rules: the summary, the evidence for a sentence, and approval."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import Path
from threading import Lock

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pnp.approval.changes import Unapproved
from pnp.history.approve import approve_game, open_record
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.errors import CannotUse, UnknownName
from pnp.model.game import Game
from pnp.model.rules import (
    Block,
    Case,
    Chart,
    Entry,
    EntryTable,
    Heading,
    IndexLine,
    Listing,
    Paragraph,
    Part,
    Pictures,
    RulesDocument,
    Run,
    Table,
    Term,
    Text,
    plain,
)
from pnp.rules.rich_text import component_anchor, linked_text, piece_anchor, piece_links
from pnp.studio.content import Json, with_excerpts
from pnp.studio.request_body import object_of
from pnp.studio.rules_source import RulesSource, read_rules
from pnp.studio.security import PICTURE_POLICY
from pnp.studio.sentence_evidence import SentenceBasis, sentence_basis
from pnp.studio.sentences import Sentence, Sentences, sentence_id, sentences
from pnp.studio.state import StudioState

NOT_SHOWN = frozenset({"index", "statistics"})
"""Sections of a printed summary that the page has no use for: it searches, and counts in the table."""


@dataclass(frozen=True, slots=True)
class Words:
    """A few words of one look, an icon, or a link: to a `piece` ("food/kale"), or to another place of the summary."""

    words: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    piece: str = ""
    to: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A text, and the id of the sentence that it is a part of; "" for a text that pnp makes itself."""

    runs: tuple[Words, ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A part of a section. `kind` says which of the others it has.

    A "paragraph" and a "heading" are one line, "points" and "steps" several; a "table" has a head and rows; a "piece" and a
    "component" have labelled facts and lines; a "ruling" is a question, what holds and why; a "term" has its meaning;
    a "list" are lines without a claim.
    """

    kind: str
    lines: tuple[Line, ...] = ()
    anchor: str = ""
    title: str = ""
    count: str = ""
    icon: str = ""
    piece: str = ""
    head: tuple[Line, ...] = ()
    rows: tuple[tuple[Line, ...], ...] = ()
    facts: tuple[tuple[str, Line], ...] = ()
    see: Line = field(default_factory=Line)


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A chapter, `id` as `pnp rules --section` takes it."""

    id: str
    title: str
    anchor: str
    blocks: tuple[ShownBlock, ...]


def shown_sections(document: RulesDocument, game: Game) -> tuple[ShownSection, ...]:
    """Return the sections of a summary as the page shows them."""
    writer = _Writer(pieces_by_anchor(game))
    return tuple(
        ShownSection(each.id, each.title, each.anchor, tuple(writer.blocks(each.blocks)))
        for each in document.sections
        if each.id not in NOT_SHOWN
    )


def pieces_by_anchor(game: Game) -> Mapping[str, str]:
    """Return the piece that is shown for each anchor of pieces and components."""
    found: dict[str, str] = {}
    for component in game.components:
        for piece in component.pieces:
            address = f"{component.id}/{piece.id}"
            found.setdefault(piece_anchor(component, piece), address)
            found.setdefault(component_anchor(component), address)
    return found


@dataclass(frozen=True, slots=True)
class _Writer:
    pieces: Mapping[str, str]

    def line(self, text: Text) -> Line:
        said = next((run.statement for run in text if run.statement), None)
        return Line(tuple(map(self.words, text)), sentence_id(said) if said else "")

    def words(self, run: Run) -> Words:
        to = run.to or ""
        return Words(run.words, run.bold, run.italic, run.icon or "", self.pieces.get(to, ""), to)

    def lines(self, texts: Iterable[Text]) -> tuple[Line, ...]:
        return tuple(map(self.line, texts))

    def links(self, runs: Sequence[Run]) -> Line:
        """Return links with commas between them."""
        return self.line(tuple(run for each in runs for run in (Run(", "), each))[1:])

    def blocks(self, blocks: Iterable[Block]) -> Iterator[ShownBlock]:
        for block in blocks:
            match block:
                case Paragraph():
                    yield ShownBlock("paragraph", self.lines((block.text,)))
                case Heading():
                    yield ShownBlock("heading", self.lines((block.text,)), block.anchor)
                case Listing():
                    yield ShownBlock("steps" if block.numbered else "points", self.lines(block.items))
                case Table():
                    rows = tuple(map(self.lines, block.rows))
                    yield ShownBlock("table", head=self.lines(block.head), rows=rows)
                case Entry() | Case() | Term():
                    yield self.explained(block)
                case EntryTable():
                    yield self.entry_table(block)
                case Chart() | IndexLine() | Pictures():
                    continue

    def explained(self, block: Entry | Case | Term) -> ShownBlock:
        """Return a piece, a ruling or a word with what is said of it."""
        if isinstance(block, Case):
            said = self.lines((block.question, block.ruling, block.reason))
            return ShownBlock("ruling", said, block.anchor, block.title, see=self.links(block.see))
        if isinstance(block, Term):
            return ShownBlock("term", self.lines((block.meaning,)), title=block.title, icon=block.icon or "")
        return ShownBlock(
            "component" if isinstance(block, Part) else "piece",
            self.lines(block.texts),
            block.anchor,
            block.title,
            block.count,
            piece=self.pieces.get(block.anchor, ""),
            facts=tuple((label, self.line(text)) for label, text in block.facts),
            see=self.links(block.see),
        )

    def entry_table(self, block: EntryTable) -> ShownBlock:
        """Return a table with a row for each piece, its name first."""
        caption, head, rows = block.columns()
        names = [self.line((Run(each.title, to=each.anchor),)) for each in block.entries]
        return ShownBlock(
            "table",
            title=caption,
            head=(Line(), *(Line((Words(each),)) for each in head)),
            rows=tuple((name, *self.lines(row)) for name, row in zip(names, rows, strict=True)),
        )


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules of a game as they are shown, and the findings in its files as they are now.

    Where rules.yaml cannot be read they are not `current`: the rest is how it was, `sections` empty if it never could be.
    """

    source: RulesSource
    sections: tuple[ShownSection, ...]
    sentences: Sentences
    icons: Mapping[str, str]
    findings: tuple[Diagnostic, ...]
    current: bool = True

    def sentence(self, name: str) -> Sentence:
        """Return a sentence by its id. Raises UnknownName."""
        found = self.sentences.by_id.get(name)
        if found is None:
            raise UnknownName(f"there is no sentence at {name}", "it was moved; look at the rules again")
        return found

    def basis(self, name: str) -> SentenceBasis:
        """Return what stands behind a sentence. Raises UnknownName."""
        return sentence_basis(self.source, self.sentences, self.sentence(name))


class OpenRules:
    """Keeps the rules of each game that somebody looked at, until the next save."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self._lock = Lock()
        self._kept: dict[str, tuple[int, GameRules]] = {}

    def of(self, game: str) -> GameRules:
        """Return the rules of a game as its files are now. Raises UnknownName, and CannotUse for one without data."""
        with self._state.looking(game) as look:
            revision, read, build = self._state.revision, look.game, look.build
        if read is None:
            raise CannotUse(f"{game} cannot be read", "its findings say what to mend")
        with self._lock:
            before, kept = self._kept.get(game, (-1, None))
            if kept is None or before != revision:
                now = read_rules(self._state.project, build.rendering(read))
                if kept is None or now.document is not None:
                    kept = _game_rules(now)
                else:
                    kept = replace(kept, findings=now.findings, current=False)
                self._kept[game] = revision, kept
            return kept

    def forget(self, game: str) -> None:
        """Read the rules of a game again when they are next asked for."""
        with self._lock:
            if game in self._kept:
                self._kept[game] = -1, self._kept[game][1]


def _game_rules(source: RulesSource) -> GameRules:
    document = source.document
    sections = shown_sections(document, source.game) if document else ()
    icons = {name: picture.svg for name, picture in document.icons.items()} if document else {}
    found = sentences(source, pieces_by_anchor(source.game))
    return GameRules(source, sections, found, icons, source.findings, document is not None)


def rules_routes(state: StudioState) -> list[BaseRoute]:
    """Return the routes of the rules view."""
    opened = OpenRules(state)
    return [*_reading(state, opened), *_approving(state, opened)]


def _reading(state: StudioState, opened: OpenRules) -> list[BaseRoute]:
    def rules(request: Request) -> Response:
        return JSONResponse(rules_content(opened.of(request.path_params["game"]), state.project.root))

    def sentence(request: Request) -> Response:
        known = opened.of(request.path_params["game"])
        return JSONResponse(basis_content(known.basis(request.query_params.get("id", ""))))

    def about(request: Request) -> Response:
        known = opened.of(request.path_params["game"])
        return JSONResponse(about_content(known, request.path_params["piece"]))

    def icon(request: Request) -> Response:
        name = request.path_params["name"]
        svg = opened.of(request.path_params["game"]).icons.get(name)
        if svg is None:
            raise UnknownName(f'the rules show no icon "{name}"')
        headers = {"content-security-policy": PICTURE_POLICY}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    return [
        Route("/api/games/{game}/rules", rules),
        Route("/api/games/{game}/rules/sentence", sentence),
        Route("/api/games/{game}/rules/about/{piece:path}", about),
        Route("/api/games/{game}/rules/icons/{name}.svg", icon),
    ]


def _approving(state: StudioState, opened: OpenRules) -> list[BaseRoute]:
    approving = Lock()

    def unapproved(request: Request) -> Response:
        record, found = open_record(state.project, _known(state, request))
        waiting = record.unapproved if record else ()
        return JSONResponse(
            {
                "recorded": record is not None and record.before is not None,
                "unapproved": [unapproved_content(each) for each in waiting],
                "findings": findings_content(found, state.project.root) if record is None else [],
            }
        )

    async def approve(request: Request) -> Response:
        game, names = _known(state, request), await _names(request)
        return await run_in_threadpool(approved, game, names)

    def approved(game: str, names: list[str]) -> Response:
        with approving:
            try:
                result = approve_game(state.project, game, names)
            except UnknownName as error:
                changed, hint = "what you approved was changed meanwhile", "look at it again as it is now"
                raise CannotUse(changed, hint) from error
        opened.forget(game)
        if result.lines:
            return JSONResponse({"lines": list(result.lines)})
        told = {
            "error": f"{game} is not approved: other things are wrong with it",
            "hint": "mend what is listed",
        }
        return JSONResponse(
            {**told, "findings": findings_content(result.diagnostics, state.project.root)}, status_code=409
        )

    return [
        Route("/api/games/{game}/unapproved", unapproved),
        Route("/api/games/{game}/approve", approve, methods=["POST"]),
    ]


def _known(state: StudioState, request: Request) -> str:
    """Return the game that is asked about. Raises UnknownName."""
    with state.looking(request.path_params["game"]) as look:
        return look.name


async def _names(request: Request) -> list[str]:
    """Return what is to be approved: at least one name. Raises CannotUse."""
    names = (await object_of(request)).get("names")
    if not isinstance(names, list) or not names or not all(isinstance(each, str) for each in names):
        raise CannotUse("nothing was chosen to approve", "choose a sentence, a face, or all that is listed")
    return names


BESIDE = 12
"""So many cards stand beside a sentence; of more, that there are more is told."""


def rules_content(rules: GameRules, root: Path) -> Json:
    """Return a whole summary with its sentences and the findings of its rules; `root` is the folder of their files."""
    sentences = rules.sentences.by_id.items()
    found = zip(with_excerpts(rules.findings, root), rules.findings, strict=True)
    return {
        "sections": [_section(each) for each in rules.sections],
        "sentences": {name: _sentence(each) for name, each in sentences if each.in_rules},
        "findings": [told | {"sentences": _about(each, rules)} for told, each in found],
        "current": rules.current,
        "icons": sorted(rules.icons),
        "promises": rules.source.promises.line(),
        "recorded": rules.source.unapproved is not None,
        "unapproved": len(rules.source.unapproved or ()),
    }


def _about(finding: Diagnostic, rules: GameRules) -> list[str]:
    """Return the sentences that stand where a finding is, or state the claim that stands there."""
    here = finding.place
    claims = {each.claim.id for each in rules.source.promises.results if each.claim.place == here}
    found = (
        each for each in rules.sentences.by_id.values() if each.place == here or claims & set(each.claims)
    )
    return [each.id for each in found if each.in_rules]


def _filled(**entries: object) -> Json:
    """Return the entries that hold something: the page takes what is missing for empty."""
    return {name: value for name, value in entries.items() if value}


def _section(section: ShownSection) -> Json:
    blocks = [_block(each) for each in section.blocks]
    return {"id": section.id, "title": section.title, "anchor": section.anchor, "blocks": blocks}


def _block(block: ShownBlock) -> Json:
    return _filled(
        kind=block.kind,
        lines=[_line(each) for each in block.lines],
        anchor=block.anchor,
        title=block.title,
        count=block.count,
        icon=block.icon,
        piece=block.piece,
        head=[_line(each) for each in block.head],
        rows=[[_line(each) for each in row] for row in block.rows],
        facts=[[label, _line(line)] for label, line in block.facts],
        see=_line(block.see) if block.see.runs else None,
    )


def _line(line: Line) -> Json:
    runs = [
        _filled(
            words=each.words,
            bold=each.bold,
            italic=each.italic,
            icon=each.icon,
            piece=each.piece,
            to=each.to,
        )
        for each in line.runs
    ]
    return _filled(runs=runs, sentence=line.sentence)


def _sentence(sentence: Sentence) -> Json:
    """Return what marks a sentence in the text; of its pieces some, those that it names first."""
    named = sum(1 for how in sentence.pieces.values() if how == "named")
    return _filled(
        claims=sentence.claims,
        broken=not sentence.holds,
        pieces=_some(sentence.pieces, BESIDE),
        named=min(named, BESIDE),
        count=len(sentence.pieces),
        unapproved=unapproved_content(sentence.unapproved) if sentence.unapproved else None,
    )


def _some(pieces: Mapping[str, str], most: int) -> list[str]:
    """Return all that are named, and of the others some from everywhere in the list."""
    named = [piece for piece, how in pieces.items() if how == "named"][:most]
    others = [piece for piece, how in pieces.items() if how != "named"]
    room = most - len(named)
    if len(others) <= room:
        return [*named, *others]
    return [*named, *(others[index * len(others) // room] for index in range(room))]


def basis_content(basis: SentenceBasis) -> Json:
    """Return what stands behind a sentence, with all the pieces that it speaks of and how it does."""
    sentence = basis.sentence
    return {
        "at": sentence.at,
        "written": sentence.written,
        **_place(sentence.place),
        "pieces": dict(sentence.pieces),
        "worked_out": [asdict(each) for each in basis.worked_out],
        "behind": [asdict(each) | _place(each.place) for each in basis.behind],
    }


def about_content(rules: GameRules, piece: str) -> list[Json]:
    """Return the sentences that speak of a piece."""
    links = piece_links(rules.source.game)
    return [
        {
            "id": each.id,
            "at": each.at,
            "text": plain(linked_text(each.text, links)),
            "how": each.pieces[piece],
            "in_rules": each.in_rules,
        }
        for each in rules.sentences.about(piece)
    ]


def _place(place: Place | None) -> Json:
    return {"file": place.file, "line": place.line, "column": place.column} if place else {"file": ""}


def unapproved_content(each: Unapproved) -> Json:
    """Return a text or a face that is not as it was approved, with the words that changed."""
    return {
        "what": each.what,
        "at": each.at,
        "how": each.how,
        **_place(each.place),
        "now": each.now,
        "before": each.before,
        "changes": [*changed_words(each.before, each.now)],
        "claims": dict(each.claims),
        "themes": list(each.themes),
        "names": list(each.names),
        "side": str(each.side) if each.side else "",
        "group": each.component if each.what == "face" else each.at,
    }


def changed_words(before: str, now: str) -> Iterator[tuple[str, str]]:
    """Yield the words of both texts in order: "same", "old" for those before, "new" for those now.

    >>> list(changed_words("Draw 1 card.", "Draw 2 cards."))
    [('same', 'Draw '), ('old', '1 card.'), ('new', '2 cards.')]
    """
    old, new = _pieces(before), _pieces(now)
    for what, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            yield "same", "".join(old[start:end])
            continue
        if end > start:
            yield "old", "".join(old[start:end])
        if last > first:
            yield "new", "".join(new[first:last])


def _pieces(text: str) -> list[str]:
    """Return the words of a text, each with the blank behind it."""
    return [f"{word} " for word in text.split(" ")[:-1]] + text.split(" ")[-1:]


def findings_content(found: Iterable[Diagnostic], root: Path) -> list[Json]:
    """Return findings, errors first."""
    return with_excerpts(sorted(found, key=lambda each: each.severity), root)
