"""Routes for the rules: the summary, the evidence for a sentence, approval, and the typeset pages beside their sentences."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path
from threading import Lock

import pypdfium2
from pypdfium2 import raw
from starlette.requests import Request
from starlette.responses import Response
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
from pnp.rules.document import edition
from pnp.rules.rich_text import linked_text, piece_links
from pnp.studio.content import attributes_of, with_excerpts
from pnp.studio.routing import FOR_EVER, Json, error, json_route, route, svg_response
from pnp.studio.sentences import (
    RulesSource,
    Sentence,
    basis_content,
    filled,
    place_content,
    read_rules,
    sentence_id,
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


BESIDE = 12  # Cards that stand beside a sentence; of more, that there are more is told.


class RulesRoutes:
    """The rules of the games of a studio; those that somebody looked at are kept until the next save."""

    def __init__(self, state: StudioState) -> None:
        self._state = state
        self._lock, self._approving = Lock(), Lock()
        self._kept: dict[str, tuple[int, RulesSource]] = {}
        self._typesetting, self._pages = Lock(), dict[str, tuple[RulesSource, RulesPages]]()
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
        sentence = rules.sentences.get(name)
        if sentence is None:
            raise UnknownName(f"there is no sentence at {name}", "it was moved; look at the rules again")
        return basis_content(rules, sentence)

    def about(self, request: Request) -> list[Json]:
        """Return the sentences that speak of a piece."""
        rules, piece = self._of(request), request.path_params["piece"]
        links = piece_links(rules.game)
        return [
            attributes_of(finding, "id at in_rules")
            | {"text": rules_document.plain(linked_text(finding.text, links)), "how": finding.pieces[piece]}
            for finding in rules.about(piece)
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
            except UnknownName as unknown:
                changed, hint = "what you approved was changed meanwhile", "look at it again as it is now"
                raise CannotUse(changed, hint) from unknown
        with self._lock:
            if game in self._kept:  # the rules are read again when they are next asked for
                self._kept[game] = -1, self._kept[game][1]
        if result.lines:
            return {"lines": list(result.lines)}
        wrong = f"{game} is not approved: other things are wrong with it"
        found = _errors_first(result.diagnostics, project.root)
        return error(wrong, "fix what is listed", status=409, findings=found)

    def _game(self, request: Request) -> str:
        return self._state.known(request.path_params["game"])

    def _pages_of(self, request: Request) -> RulesPages:
        """Return the typeset rulebook of a game, made once after each save. Raises as `_of` does, and CannotUse."""
        rules, game = self._of(request), self._game(request)
        with self._typesetting:
            before, pages = self._pages.get(game, (None, None))
            if pages is None or before is not rules:
                document = rules.document if rules.current else None
                with self._state.resting():
                    pages = RulesPages.typeset(self._state.project, game, document)
                self._pages[game] = rules, pages
            return pages

    def _of(self, request: Request) -> RulesSource:
        """Return the rules of a game as its files are now. Raises UnknownName, and CannotUse for one without data."""
        with self._state.looking(request.path_params["game"]) as look:
            game, revision, read, build = look.name, self._state.revision, look.game, look.build
        if read is None:
            raise CannotUse(f"{game} cannot be read", "its findings say what to fix")
        with self._lock:
            before, kept = self._kept.get(game, (-1, None))
            if kept is None or before != revision:
                now = read_rules(self._state.project, build.rendering(read))
                if kept is not None and not now.current:
                    now = replace(kept, findings=now.findings, current=False)
                self._kept[game], kept = (revision, now), now
            return kept


def rules_content(rules: RulesSource, root: Path) -> Json:
    """Return a whole summary with its sentences and the findings of its rules; `root` is the folder of their files."""
    known = rules.sentences.items()
    findings = zip(with_excerpts(rules.findings, root), rules.findings, strict=True)
    return {
        "sections": rules.sections,
        "sentences": {name: _sentence(each) for name, each in known if each.in_rules},
        "findings": [content | {"sentences": _about(finding, rules)} for content, finding in findings],
        "current": rules.current,
        "icons": sorted(rules.icons),
        "promises": rules.promises.line(),
        "recorded": rules.unapproved is not None,
        "unapproved": len(rules.unapproved or ()),
    }


def _about(finding: Diagnostic, rules: RulesSource) -> list[str]:
    here = finding.place
    claims = {result.claim.id for result in rules.promises.results if result.claim.place == here}
    return [
        sentence.id
        for sentence in rules.sentences.values()
        if sentence.in_rules and (sentence.place == here or claims & set(sentence.claims))
    ]


def _sentence(sentence: Sentence) -> Json:
    named = sum(1 for how in sentence.pieces.values() if how == "named")
    return filled(
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
