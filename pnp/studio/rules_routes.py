"""Routes for the rules: the summary, the evidence for a sentence, approval, and the typeset pages beside their sentences."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path
from threading import Lock

import pypdfium2
from pypdfium2 import raw
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from pnp.approval import Unapproved, load_approvals
from pnp.build.rules_files import write_rules
from pnp.cache import digest_of
from pnp.convert.trial_pages import PDFIUM
from pnp.export.image_files import page_picture, png
from pnp.history.approve import approve_game, open_record
from pnp.load.project import Project
from pnp.model import rules_document
from pnp.model.diagnostics import CannotUse, Diagnostic, UnknownName
from pnp.model.game import Game
from pnp.rules.document import edition
from pnp.rules.rich_text import component_anchor, linked_text, piece_anchor, piece_links
from pnp.studio.content import attributes_of, with_excerpts
from pnp.studio.routing import FOR_EVER, Json, json_route, route, svg_response
from pnp.studio.sentences import (
    RulesSource,
    Sentence,
    Sentences,
    basis_content,
    place_content,
    read_rules,
    sentence_id,
    sentences,
)
from pnp.studio.state import StudioState

DPI = 144  # Of the picture of a page: 840 pixels across one of A5.
LEAST = 12  # So many letters of a sentence that goes on to the next page are looked for.
Letter = tuple[str, int, int]  # A letter of a PDF, the number of its page, and its number on the page.


@dataclass(frozen=True, slots=True)
class RulesPages:
    """A rulebook as a PDF; `places` has the page of each sentence that is on one, and its boxes as parts of that page."""

    pdf: bytes
    key: str
    sizes: tuple[tuple[float, float], ...]
    places: Mapping[str, Json]

    @classmethod
    def typeset(
        cls, project: Project, game: str, document: rules_document.RulesDocument | None
    ) -> "RulesPages":
        """Return the pages of a game's rulebook as its files are now. Raises CannotUse where they cannot be typeset."""
        pdf = write_rules(project, game).content
        if document is None or not pdf:
            raise CannotUse("the rules cannot be typeset as they are now", "the findings say what to fix")
        with PDFIUM, pypdfium2.PdfDocument(pdf) as pages:
            found = [*_places(pages, _printed(edition(document, "rulebook")))]
            places = dict(reversed(found))  # one that stands in several places is where it comes first
            return cls(pdf, digest_of(pdf), tuple(page.get_size() for page in pages), places)

    def content(self) -> Json:
        """Return what the page shows beside the pictures."""
        return {"key": self.key, "sizes": self.sizes, "places": self.places}

    def picture(self, number: int) -> bytes:
        """Return a page as a PNG. Raises CannotUse where there is none of that number."""
        if number >= len(self.sizes):
            raise CannotUse(f"the rulebook has no page {number + 1}", "look at its pages again")
        return png(page_picture(self.pdf, number, dpi=DPI), dpi=DPI)


def _letters(words: str) -> str:
    return "".join(letter for letter in words.lower() if letter.isalnum())


def _printed(document: rules_document.RulesDocument) -> Iterator[tuple[str, str]]:
    blocks = (block for section in document.sections for block in section.blocks)
    runs = (run for block in blocks for run in rules_document.runs_in(block))
    for statement, parts in groupby(runs, key=lambda run: run.statement):
        if statement is not None:
            yield sentence_id(statement), _letters("".join(run.words for run in parts if not run.icon))


def _places(pdf: pypdfium2.PdfDocument, printed: Iterable[tuple[str, str]]) -> Iterator[tuple[str, Json]]:
    texts = [page.get_textpage() for page in pdf]
    letters: list[Letter] = [
        (letter, page, index)
        for page, text in enumerate(texts)
        for index in range(text.count_chars())
        for letter in _letters(chr(raw.FPDFText_GetUnicode(text, index)))
    ]
    whole, cursor = "".join(letter for letter, _, _ in letters), 0
    for name, words in printed:
        for wanted in (words, words[: max(LEAST, len(words) // 2)]):
            at = max(whole.find(wanted, cursor), whole.find(wanted)) if wanted else -1
            if at < 0:
                continue
            cursor = at if len(wanted) >= LEAST else cursor
            _, page, first = letters[at]
            last = max(index for _, on, index in letters[at : at + len(wanted)] if on == page)
            yield name, {"page": page, "boxes": [*_boxes(pdf[page], texts[page], first, last)]}
            break


def _boxes(
    page: pypdfium2.PdfPage, text: pypdfium2.PdfTextPage, first: int, last: int
) -> Iterator[tuple[float, ...]]:
    width, height = page.get_size()
    for number in range(text.count_rects(first, last - first + 1)):
        left, bottom, right, top = text.get_rect(number)
        box = (left / width, 1 - top / height, (right - left) / width, (top - bottom) / height)
        yield tuple(round(part, 4) for part in box)


NOT_SHOWN = frozenset({"index", "statistics"})  # Sections the page has no use for: it searches and counts.
BESIDE = 12  # Cards that stand beside a sentence; of more, that there are more is told.


def _filled(**entries: object) -> Json:
    """Return the entries that hold something: the page takes what is missing for empty."""
    return {name: value for name, value in entries.items() if value}


def sections_content(source: RulesSource) -> list[Json]:
    """Return the sections of a summary as the page shows them, none where it cannot be read.

    The `kind` of a block says what else it has: a "paragraph" and a "heading" are one line, "points" and "steps" several;
    a "table" has a head and rows; a "piece" and a "component" have labelled facts and lines; a "ruling" is a question,
    what holds and why; a "term" has its meaning.
    """
    writer = _Writer(pieces_by_anchor(source.game))
    return [
        {
            "id": section.id,
            "title": section.title,
            "anchor": section.anchor,
            "blocks": [_filled(**shown) for block in section.blocks for shown in writer.shown(block)],
        }
        for section in (source.document.sections if source.document else ())
        if section.id not in NOT_SHOWN
    ]


def pieces_by_anchor(game: Game) -> Mapping[str, str]:
    """Return the piece that is shown for each anchor of pieces and components."""
    pieces: dict[str, str] = {}
    for component, piece in game.pieces:
        address = f"{component.id}/{piece.id}"
        pieces.setdefault(piece_anchor(component, piece), address)
        pieces.setdefault(component_anchor(component), address)
    return pieces


@dataclass(frozen=True, slots=True)
class _Writer:
    pieces: Mapping[str, str]

    def line(self, text: rules_document.Text) -> Json:
        """Return a text with the id of the sentence that it is a part of; a text that pnp makes itself has none."""
        statement = next((run.statement for run in text if run.statement), None)
        return _filled(
            runs=[self.words(run) for run in text], sentence=sentence_id(statement) if statement else ""
        )

    def words(self, run: rules_document.Run) -> Json:
        """Return a few words of one look, an icon, or a link: to a piece, or to another place of the summary."""
        piece = self.pieces.get(run.to or "")
        return _filled(
            words=run.words, bold=run.bold, italic=run.italic, icon=run.icon, piece=piece, to=run.to
        )

    def lines(self, texts: Iterable[rules_document.Text]) -> list[Json]:
        return [self.line(text) for text in texts]

    def links(self, runs: Sequence[rules_document.Run]) -> Json:
        """Return links with commas between them."""
        return self.line(tuple(run for link in runs for run in (rules_document.Run(", "), link))[1:])

    def shown(self, block: rules_document.Block) -> Iterator[Json]:  # noqa: C901 - a case for each kind of block
        """Yield a block, nothing for one that the page has no use for."""
        match block:
            case rules_document.Paragraph():
                yield {"kind": "paragraph", "lines": self.lines((block.text,))}
            case rules_document.Heading():
                yield {"kind": "heading", "lines": self.lines((block.text,)), "anchor": block.anchor}
            case rules_document.Listing():
                yield {"kind": "steps" if block.numbered else "points", "lines": self.lines(block.items)}
            case rules_document.Table():
                rows = [self.lines(row) for row in block.rows]
                yield {"kind": "table", "head": self.lines(block.head), "rows": rows}
            case rules_document.Case():
                yield {
                    "kind": "ruling",
                    "lines": self.lines((block.question, block.ruling, block.reason)),
                    "anchor": block.anchor,
                    "title": block.title,
                    "see": self.links(block.see),
                }
            case rules_document.Term():
                lines = self.lines((block.meaning,))
                yield {"kind": "term", "lines": lines, "title": block.title, "icon": block.icon}
            case rules_document.Entry():
                yield self.entry(block)
            case rules_document.EntryTable():
                yield self.entry_table(block)
            case rules_document.Glance():
                yield {"kind": "points", "lines": self.lines(block.items)}
            case rules_document.Figure():
                lines = self.lines((block.title, *(label.text for label in block.labels)))
                yield {"kind": "points", "lines": lines}
            case rules_document.Chart() | rules_document.IndexLine() | rules_document.Pictures():
                pass

    def entry(self, block: rules_document.Entry) -> Json:
        """Return a piece or a component with its facts and what is said of it."""
        return {
            "kind": "component" if isinstance(block, rules_document.Part) else "piece",
            "lines": self.lines(block.texts),
            "anchor": block.anchor,
            "title": block.title,
            "count": block.count,
            "piece": self.pieces.get(block.anchor, ""),
            "facts": [[label, self.line(text)] for label, text in block.facts],
            "see": self.links(block.see),
        }

    def entry_table(self, block: rules_document.EntryTable) -> Json:
        """Return a table with a row for each piece, its name first."""
        caption, head, rows = block.columns()
        names = [self.line((rules_document.Run(entry.title, to=entry.anchor),)) for entry in block.entries]
        return {
            "kind": "table",
            "title": caption,
            "head": [{}, *({"runs": [{"words": words}]} for words in head)],
            "rows": [[name, *self.lines(row)] for name, row in zip(names, rows, strict=True)],
        }


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules of a game as they are shown, and the findings in its files as they are now.

    Where rules.yaml cannot be read they are not `current`: the rest is how it was, `sections` empty if it never could be.
    """

    source: RulesSource
    sections: list[Json]
    sentences: Sentences
    icons: Mapping[str, str]
    findings: tuple[Diagnostic, ...]
    current: bool = True

    @classmethod
    def of(cls, source: RulesSource) -> "GameRules":
        """Return the rules that were read."""
        document = source.document
        icons = {name: picture.svg for name, picture in document.icons.items()} if document else {}
        known = sentences(source, pieces_by_anchor(source.game))
        return cls(
            source, sections_content(source), known, icons, source.findings, current=document is not None
        )


class RulesRoutes:
    """The rules of the games of a studio; those that somebody looked at are kept until the next save."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self._lock, self._approving = Lock(), Lock()
        self._kept: dict[str, tuple[int, GameRules]] = {}
        self._typesetting, self._pages = Lock(), dict[str, tuple[GameRules, RulesPages]]()
        game = "/api/games/{game}"
        self.routes: list[BaseRoute] = [
            route(f"{game}/rules", lambda request: rules_content(self._of(request), state.project.root)),
            route(f"{game}/rules/sentence", self.sentence),
            route(f"{game}/rules/about/{{piece:path}}", self.about),
            route(f"{game}/rules/icons/{{name}}.svg", self.icon),
            route(f"{game}/rules/pages", lambda request: self._pages_of(request).content()),
            route(f"{game}/rules/pages/{{number:int}}.png", self.page),
            route(f"{game}/unapproved", self.unapproved),
            json_route(f"{game}/approve", self.approve),
        ]

    def sentence(self, request: Request) -> Json:
        """Return what stands behind a sentence."""
        rules, name = self._of(request), request.query_params.get("id", "")
        sentence = rules.sentences.by_id.get(name)
        if sentence is None:
            raise UnknownName(f"there is no sentence at {name}", "it was moved; look at the rules again")
        return basis_content(rules.source, rules.sentences, sentence)

    def about(self, request: Request) -> list[Json]:
        """Return the sentences that speak of a piece."""
        rules, piece = self._of(request), request.path_params["piece"]
        links = piece_links(rules.source.game)
        return [
            attributes_of(finding, "id at in_rules")
            | {"text": rules_document.plain(linked_text(finding.text, links)), "how": finding.pieces[piece]}
            for finding in rules.sentences.about(piece)
        ]

    def icon(self, request: Request) -> Response:
        """Return the drawing of an icon that the rules show."""
        name = request.path_params["name"]
        svg = self._of(request).icons.get(name)
        if svg is None:
            raise UnknownName(f'the rules show no icon "{name}"')
        return svg_response(svg)

    def page(self, request: Request) -> Response:
        """Return the picture of a page; one that is asked for by its key never changes."""
        pages = self._pages_of(request)
        kept = request.query_params.get("key") == pages.key
        headers = {"cache-control": FOR_EVER} if kept else None
        return Response(pages.picture(request.path_params["number"]), media_type="image/png", headers=headers)

    def unapproved(self, request: Request) -> Json:
        """Return what is not as it was approved, or what is to be mended before."""
        project = self._state.project
        record, findings = open_record(project, self._game(request))
        return {
            "recorded": record is not None and record.before is not None,
            "unapproved": [unapproved_content(text) for text in (record.unapproved if record else ())],
            "findings": [] if record else _errors_first(findings, project.root),
        }

    def approve(self, request: Request, body: Json) -> Json | Response:
        """Approve what has these names; Compare shows the faces from then on, which are kept with the first of them."""
        project, game, names = self._state.project, self._game(request), body.get("names")
        if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            hint = "choose a sentence, a face, or all that is listed"
            raise CannotUse("nothing was chosen to approve", hint)
        with self._approving:
            try:
                known = load_approvals(project, game).approvals
                result = approve_game(project, game, names, pictures=not (known and known.faces))
            except UnknownName as error:
                changed, hint = "what you approved was changed meanwhile", "look at it again as it is now"
                raise CannotUse(changed, hint) from error
        with self._lock:
            if game in self._kept:  # the rules are read again when they are next asked for
                self._kept[game] = -1, self._kept[game][1]
        if result.lines:
            return {"lines": list(result.lines)}
        answer = {
            "error": f"{game} is not approved: other things are wrong with it",
            "hint": "fix what is listed",
            "findings": _errors_first(result.diagnostics, project.root),
        }
        return JSONResponse(answer, status_code=409)

    def _game(self, request: Request) -> str:
        return self._state.known(request.path_params["game"])

    def _pages_of(self, request: Request) -> RulesPages:
        """Return the typeset rulebook of a game, made once after each save. Raises as `_of` does, and CannotUse."""
        rules, game = self._of(request), self._game(request)
        with self._typesetting:
            before, pages = self._pages.get(game, (None, None))
            if pages is None or before is not rules:
                document = rules.source.document if rules.current else None
                with self._state.resting():
                    pages = RulesPages.typeset(self._state.project, game, document)
                self._pages[game] = rules, pages
            return pages

    def _of(self, request: Request) -> GameRules:
        """Return the rules of a game as its files are now. Raises UnknownName, and CannotUse for one without data."""
        with self._state.looking(request.path_params["game"]) as look:
            game, revision, read, build = look.name, self._state.revision, look.game, look.build
        if read is None:
            raise CannotUse(f"{game} cannot be read", "its findings say what to fix")
        with self._lock:
            before, kept = self._kept.get(game, (-1, None))
            if kept is None or before != revision:
                now = read_rules(self._state.project, build.rendering(read))
                if kept is None or now.document is not None:
                    kept = GameRules.of(now)
                else:
                    kept = replace(kept, findings=now.findings, current=False)
                self._kept[game] = revision, kept
            return kept


def rules_content(rules: GameRules, root: Path) -> Json:
    """Return a whole summary with its sentences and the findings of its rules; `root` is the folder of their files."""
    known = rules.sentences.by_id.items()
    findings = zip(with_excerpts(rules.findings, root), rules.findings, strict=True)
    return {
        "sections": rules.sections,
        "sentences": {name: _sentence(each) for name, each in known if each.in_rules},
        "findings": [content | {"sentences": _about(finding, rules)} for content, finding in findings],
        "current": rules.current,
        "icons": sorted(rules.icons),
        "promises": rules.source.promises.line(),
        "recorded": rules.source.unapproved is not None,
        "unapproved": len(rules.source.unapproved or ()),
    }


def _about(finding: Diagnostic, rules: GameRules) -> list[str]:
    here = finding.place
    claims = {result.claim.id for result in rules.source.promises.results if result.claim.place == here}
    return [
        sentence.id
        for sentence in rules.sentences.by_id.values()
        if sentence.in_rules and (sentence.place == here or claims & set(sentence.claims))
    ]


def _sentence(sentence: Sentence) -> Json:
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
    named = [piece for piece, how in pieces.items() if how == "named"][:most]
    others = [piece for piece, how in pieces.items() if how != "named"]
    room = min(most - len(named), len(others))
    return [*named, *(others[index * len(others) // room] for index in range(room))]


def unapproved_content(each: Unapproved) -> Json:
    """Return a text or a face that is not as it was approved, with the words that changed."""
    return {
        **attributes_of(each, "what at how now before claims themes names"),
        **place_content(each.place),
        "changes": [*changed_words(each.before, each.now)],
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
    return [f"{word} " for word in text.split(" ")[:-1]] + text.split(" ")[-1:]


def _errors_first(findings: Iterable[Diagnostic], root: Path) -> list[Json]:
    return with_excerpts(sorted(findings, key=lambda finding: finding.severity), root)
