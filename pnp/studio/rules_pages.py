"""The typeset rulebook beside its sentences: its pages as pictures, and where on them each sentence stands."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

import pypdfium2
from pypdfium2 import raw

from pnp.build.rules_files import write_rules
from pnp.cache import digest_of
from pnp.convert.trial_pages import PDFIUM
from pnp.export.image_files import page_picture, png
from pnp.load.project import Project
from pnp.model.diagnostics import CannotUse
from pnp.model.rules_document import RulesDocument, runs_in
from pnp.rules.document import edition
from pnp.studio.routing import Json
from pnp.studio.sentences import sentence_id

DPI = 144
"""Of the picture of a page: 840 pixels across one of A5."""

LEAST = 12
"""So many letters of a sentence that goes on to the next page are looked for."""

Letter = tuple[str, int, int]
"""A letter of a PDF, the number of its page, and its number on the page."""


@dataclass(frozen=True, slots=True)
class RulesPages:
    """A rulebook as a PDF; `places` has the page of each sentence that is on one, and its boxes as parts of that page."""

    pdf: bytes
    key: str
    sizes: tuple[tuple[float, float], ...]
    places: Mapping[str, Json]

    @classmethod
    def typeset(cls, project: Project, game: str, document: RulesDocument | None) -> "RulesPages":
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


def _printed(document: RulesDocument) -> Iterator[tuple[str, str]]:
    runs = (run for section in document.sections for block in section.blocks for run in runs_in(block))
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
