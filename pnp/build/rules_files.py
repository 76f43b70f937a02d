"""The rules of a game, assembled from all stages: the files beside its sheets, and what they say of a card."""

import io
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Literal

from pikepdf import Pdf

from pnp.art.slots import game_art
from pnp.build.build_cache import open_cache
from pnp.build.options import FOLDED, edition_of, has_rules, rules_files
from pnp.build.pipeline import BuildContext, DrawnGame, fonts_of
from pnp.claims.claims_file import load_claims
from pnp.claims.expressions import Expressions
from pnp.claims.selections import Data
from pnp.export.pdf_objects import source_date
from pnp.files import read_bytes, write
from pnp.load.game import load_game
from pnp.load.project import Project, chosen_games
from pnp.model.diagnostics import CannotRender, Diagnostic, UnknownName, has_errors, in_reading_order
from pnp.model.game import Component, Game
from pnp.model.rules_document import Case, Entry, Rules, RulesDocument, Text, plain, runs_in
from pnp.render.faces import Rendered, render
from pnp.rules.document import EDITIONS, card_entry, edition, make_document, select_sections
from pnp.rules.html_page import as_html
from pnp.rules.markdown import RulesIcons, as_markdown, markdown_pictures
from pnp.rules.pdf import as_pdf, booklet, source_of
from pnp.rules.pictures import Drawings, draw_pictures
from pnp.rules.rich_text import icon_words, piece_anchor, without_icons
from pnp.rules.rules_file import load_rules
from pnp.templates.context import RenderContext
from pnp.text import counted, suggest_argument

RulesForm = Literal["md", "html", "pdf"]
RulesEdition = Literal["rulebook", "reference", "all"]


@dataclass(frozen=True, slots=True)
class RulesOptions:
    """Which part of the rules to write, and how.

    `edition` is the rulebook, the reference or both in one; None is the rulebook for a PDF, both for HTML and Markdown.
    `sections` are those of both to take in its place. `paper` is for a PDF, `booklet` lays two of its pages on a sheet
    to fold; `icons` is for Markdown, "images" when it is written to a file unless told.
    """

    form: RulesForm = "pdf"
    sections: tuple[str, ...] = ()
    edition: RulesEdition | None = None
    paper: str = "a5"
    icons: RulesIcons | None = None
    booklet: bool = False


@dataclass(frozen=True, slots=True)
class RulesResult:
    """The document, and where it was written if it was; empty when something is wrong with the game or its rules."""

    content: bytes
    path: Path | None
    diagnostics: tuple[Diagnostic, ...]


def write_rules(
    project: Project, game: str, path: Path | None = None, options: RulesOptions | None = None
) -> RulesResult:
    """Make the rules summary of a game and write it to `path` if there is one; the pictures of Markdown go beside it.

    Rules that cannot be typeset are a finding. Raises UnknownName and CannotWrite.
    """
    options = options or RulesOptions()
    (name,) = chosen_games(project, (game,))
    loaded = load_game(project, name)
    if loaded.game is None:
        return RulesResult(b"", None, in_reading_order(loaded.diagnostics))
    with open_cache() as store:
        context = BuildContext(project, fonts_of(project), cache=store)
        rendering = context.rendering(loaded.game)
        rendered = [(component, render(component, rendering)) for component in loaded.game.components]
        document, found = read_document(project, rendering, rendered)
        found = (*loaded.diagnostics, *found)
        if document is None or has_errors(found):
            return RulesResult(b"", None, in_reading_order(found))
        wanted = options.edition or ("rulebook" if options.form == "pdf" else "all")
        if options.sections or wanted == "all":
            document = select_sections(document, options.sections)
        else:
            document = edition(document, wanted)
        try:
            content = _content(document, loaded.game, options, path, context)
        except CannotRender as error:
            return RulesResult(b"", None, in_reading_order((*found, not_typeset(loaded.game, error))))
    if path is not None:
        write(path, content)
    return RulesResult(content, path, in_reading_order(found))


def read_document(
    project: Project, context: RenderContext, rendered: Iterable[tuple[Component, Rendered]]
) -> tuple[RulesDocument | None, tuple[Diagnostic, ...]]:
    """Return the rules summary of a rendered game, and what was found; no document when its rules cannot be read."""
    game = context.game
    claims = load_claims(project, game)
    rules = load_rules(project, game, claims.rulings)
    found = (*claims.diagnostics, *rules.diagnostics)
    if rules.rules is None:
        return None, found
    document, drawing = put_together(project, context, rules.rules, rendered)
    return document, (*found, *drawing)


def put_together(
    project: Project, context: RenderContext, rules: Rules, rendered: Iterable[tuple[Component, Rendered]]
) -> tuple[RulesDocument, tuple[Diagnostic, ...]]:
    """Return the rules summary with pictures of what is rendered, and what was found while drawing it."""
    game = context.game
    drawings = draw_pictures(context, rendered)
    slots = game_art(project, game, context.sources.fonts).slots if game.art_credits else ()
    filled = {slot.name for slot in slots if slot.path is not None}
    return make_document(context, rules, drawings, filled), drawings.diagnostics


def typeset(
    document: RulesDocument, game: Game, paper: str, context: BuildContext, *, date: datetime | None
) -> bytes:
    """Return the PDF of a document, which may have been made before. Raises CannotRender."""
    fonts, cache = context.fonts, context.cache
    set_in = fonts.digest, game.fonts, game.fallback_fonts
    key = cache.key("rulebooks", source_of(document), *set_in, paper, str(date))
    made = cache.store.get(key) if cache.remembers else None
    if made is None:
        made = as_pdf(document, game, fonts, paper=paper, date=date, workers=context.workers)
        cache.store.put(key, made)
    return made


def not_typeset(game: Game, error: CannotRender) -> Diagnostic:
    """Return the finding of rules that cannot be typeset."""
    return Diagnostic("PNP502", str(error), game.place, error.hint, game=game.id)


def _content(
    document: RulesDocument, game: Game, options: RulesOptions, path: Path | None, context: BuildContext
) -> bytes:
    if options.form == "md":
        icons = options.icons
        if path is None:
            return as_markdown(document, icons=icons or "words").encode()
        icons = icons or "images"
        folder = path.with_name(f"{path.stem}-pictures")
        for file, svg in markdown_pictures(document, icons).items():
            write(folder / file, svg, root=path.parent, durable=False)
        return as_markdown(document, folder.name, icons).encode()
    if options.form == "html":
        return as_html(document, game, context.fonts).encode()
    content = typeset(document, game, options.paper, context, date=source_date(os.environ))
    return booklet(content, FOLDED[options.paper]) if options.booklet else content


# The rules that go with the sheets of a game, below its output folder.

LARGEST = 200_000_000  # Bytes of a PDF that is looked at.


def read_rules(context: BuildContext, drawn: DrawnGame) -> DrawnGame:
    """Return the game with its rules, and what was found in them; a game without rules.yaml has none."""
    if not has_rules(context.project, drawn.game.id):
        return drawn
    rendered = [(part.component, part.rendered) for part in drawn.components]
    document, found = read_document(context.project, drawn.rendering, rendered)
    new = [finding for finding in found if finding not in drawn.diagnostics]
    return replace(drawn, rules=document, diagnostics=(*drawn.diagnostics, *new))


@dataclass(frozen=True, slots=True)
class TypesetFile:
    """A file of the rules ready to be written, by its name; no `content` where that very file lies there already."""

    name: str
    pages: int
    key: str
    content: bytes | None


def typeset_rules(
    context: BuildContext, folder: Path, drawn: DrawnGame
) -> tuple[tuple[TypesetFile, ...], tuple[Diagnostic, ...]]:
    """Typeset the rules for the game's output folder, and say why they cannot be if they cannot."""
    game, document = drawn.game, drawn.rules
    if document is None:
        return (), ()
    cache, date = context.cache, source_date(os.environ)
    both = editions(document)
    made: dict[str, bytes] = {}  # booklets of all papers have the pages of the rulebook
    files = []
    for file in rules_files(context.options):
        name = edition_of(file.name)
        said, source = both[name]
        key = cache.key("rules", source, context.fonts.digest, str(date), repr(file))
        content = None
        if not cache.is_current(folder / file.name, key):
            try:
                content = made.get(name) or typeset(said, game, file.pages, context, date=date)
            except CannotRender as error:
                return (), (not_typeset(game, error),)
            made[name] = content
            if file.folded:
                content = booklet(content, file.folded, file.turn)
        with Pdf.open(io.BytesIO(content or read_bytes(folder / file.name, limit=LARGEST))) as pdf:
            files.append(TypesetFile(file.name, len(pdf.pages), key, content))
    return tuple(files), ()


def editions(document: RulesDocument) -> Mapping[str, tuple[RulesDocument, str]]:
    """Return rulebook and reference, each with what stands for it."""
    both = {name: edition(document, name) for name in EDITIONS}
    return {name: (said, source_of(said)) for name, said in both.items()}


@dataclass(frozen=True, slots=True)
class ExplainedCard:
    """What is said of a card by its address, "food/apple", and of those `alike` in all but their name."""

    address: str
    alike: tuple[str, ...]
    entry: Entry
    rulings: tuple[Case, ...]
    sentences: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

    def _plain(self, text: Text) -> str:
        return plain(without_icons(text, self.words))

    def lines(self) -> Iterator[str]:
        """Yield what a terminal shows."""
        yield f"{self.entry.title} ({self.address}): {self.entry.count}"
        yield from (f"  {label}: {self._plain(text)}" for label, text in self.entry.facts)
        yield from (f"  {self._plain(text)}" for text in self.entry.texts)
        if self.alike:
            yield f"  The same is on {', '.join(self.alike)}."
        for case in self.rulings:
            yield f"{case.title}: {self._plain(case.question)} {self._plain(case.ruling)}"
            yield from (f"  Why: {self._plain(text)}" for text in [case.reason] if text)
        yield from (f"In the rules: {sentence}" for sentence in self.sentences)


def explain_card(
    project: Project, game: str, card: str
) -> tuple[tuple[ExplainedCard, ...], tuple[Diagnostic, ...]]:
    """Return what is said of cards of that id or name, alike ones once, and findings. Raises UnknownName."""
    (name,) = chosen_games(project, (game,))
    loaded = load_game(project, name)
    if loaded.game is None:
        return (), in_reading_order(loaded.diagnostics)
    claims = load_claims(project, loaded.game)
    rules = load_rules(project, loaded.game, claims.rulings)
    wanted = card.casefold()
    named = [
        (component, piece)
        for component, piece in loaded.game.pieces
        if wanted in (piece.id.casefold(), f"{component.id}/{piece.id}".casefold(), piece.name.casefold())
    ]
    if not named:
        known = [word for _, piece in loaded.game.pieces for word in (piece.id, piece.name)]
        raise UnknownName(f'{name} has no card "{card}"', suggest_argument(card, known, "cards"))
    found: dict[object, ExplainedCard] = {}
    no_drawings = Drawings({}, {}, {}, {}, (), ())
    said, expressions = rules.rules or Rules(), Expressions(Data(loaded.game, claims.params))
    for component, piece in named:
        filled = {name: expressions.filled(value)[0] for name, value in piece.fields.items()}
        told = replace(piece, fields=filled)
        entry = card_entry(component, told, said, no_drawings, loaded.game.speech)
        number = counted(component.copies - component.extras, component.kind.one, component.kind.many)
        entry = replace(entry, count=f"{entry.count}, of {number}")
        reads = (component.id, entry.facts, entry.texts, entry.see)
        address = f"{component.id}/{piece.id}"
        if reads in found:
            found[reads] = replace(found[reads], alike=(*found[reads].alike, address))
            continue
        anchor = piece_anchor(component, piece)
        found[reads] = ExplainedCard(
            address,
            (),
            entry,
            tuple(case for case in said.rulings if any(run.to == anchor for run in case.see)),
            tuple(
                plain(text)
                for section in EDITIONS["rulebook"]
                for text in _texts(said.sections.get(section, ()))
                if any(run.to == anchor for run in text)
            ),
            icon_words(said.glossary),
        )
    mistakes = (*loaded.diagnostics, *claims.diagnostics, *rules.diagnostics)
    return tuple(found.values()), in_reading_order(mistakes)


def _texts(value: object) -> Iterator[Text]:
    if isinstance(value, tuple) and value and all(run in runs_in(value) for run in value):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts(item)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _texts(getattr(value, name))
