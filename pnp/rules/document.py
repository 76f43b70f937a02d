"""Assemble a rules summary from rules.yaml and the data of the game."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any
from unicodedata import normalize

from pnp.claims.expressions import Expressions
from pnp.claims.functions import in_sentence
from pnp.model.diagnostics import UnknownName
from pnp.model.game import Component, Game, Piece, Statement, Value
from pnp.model.rules_document import (
    Block,
    CardNotes,
    Case,
    Chart,
    Entry,
    EntryTable,
    Figure,
    Heading,
    IndexLine,
    Label,
    Listing,
    Paragraph,
    Part,
    Picture,
    Pictures,
    Rules,
    RulesDocument,
    Run,
    Section,
    Shown,
    Term,
    Text,
    entries_in,
    plain,
    runs_in,
    shown_in,
    stating,
)
from pnp.rules.pictures import Drawings, draw_charts, draw_figures, icon_pictures
from pnp.rules.rich_text import OURS, capitalised, component_anchor, icon_words, marked_text, piece_anchor
from pnp.rules.rules_file import REFERENCE, RULEBOOK
from pnp.templates.context import RenderContext
from pnp.templates.palette import darken, luminance
from pnp.text import Speech, suggest_argument

MOVABLE = ("end", "advanced", "variants", "example")  # The sections that stand in the order of rules.yaml.
TITLES: Mapping[str, str] = {**RULEBOOK, **REFERENCE}
EDITIONS: Mapping[str, tuple[str, ...]] = {
    "rulebook": (*RULEBOOK, "glossary"),
    "reference": ("cards", "costs", "rulings", "gaps", "glossary", "statistics", "art", "index"),
}
"""What each of the two documents has, the rulebook its gaps last; a printed one has the glossary where its last page has room."""

ON_THE_COVER = 4  # Pictures at most.
MARKED = "Unofficial reconstruction. ° marks our rulings; “What we invented” lists our other additions."
DARK = 0.18  # How light, at most, the colour of headings is: luminance.
LONG = 40  # A text of more characters than this stands by itself instead of behind a label.


def make_document(
    context: RenderContext, rules: Rules, drawings: Drawings, art: Collection[str] = ()
) -> RulesDocument:
    """Return the whole document of a game; a section with nothing in it is left out.

    `art` are the art slots that the pieces show; those with a credit are listed.
    """
    game = with_notes_said(context.game, context.expressions)
    glossary = sorted(rules.glossary, key=lambda term: sorting_key(term.title))
    charts, drawn = draw_charts(game, rules.cards, glossary)
    written = {name: draw_figures(section, game, drawings, name) for name, section in rules.sections.items()}
    asked = {case.title: _asked(case) for case in rules.rulings}
    blocks: dict[str, Iterable[Block]] = {
        "supply": supply_blocks(game),
        **written,
        "components": (*component_blocks(game, drawings), *written.get("components", ())),
        "example": with_pictures(written.get("example", ()), game, drawings),
        "faq": (asked[name] for name in rules.faq if name in asked),
        "rulings": rules.rulings,
        "cards": card_blocks(game, rules, drawings),
        "statistics": charts,
        "glossary": glossary,
        "art": art_blocks(game, art),
    }
    said = game.speech.said
    filled = ((name, tuple(blocks.get(name, ()))) for name in _in_order(written))
    sections = [
        Section(name, said(TITLES[name]), with_anchors(name, section)) for name, section in filled if section
    ]
    sections.append(Section("index", said(TITLES["index"]), tuple(index_blocks(sections))))
    icons = {*(term.icon for term in glossary), *(run.icon for run in runs_in(sections))}
    signs, lettered = icon_pictures(filter(None, icons), context.icons)
    return RulesDocument(
        game.title,
        game.language,
        game.credits,
        " ".join(filter(None, (game.notice, game.licence))),
        tuple(sections),
        {**drawings.pictures, **_in_look(drawn, context)},
        _in_look(signs, context),
        tuple(sorted({*drawings.fonts, *lettered})),
        icon_words(glossary),
        cover=_cover(sections, drawings.pictures),
        box=tuple(_box_words(game)),
        marked=said(MARKED) if any(run.words == OURS for run in runs_in(sections)) else "",
        accent=_accent(rules.accent, context),
        smallest_text=context.look.smallest_text,
        speech=game.speech,
    )


def _in_order(written: Collection[str]) -> list[str]:
    movable = iter([name for name in written if name in MOVABLE])
    return [next(movable, name) if name in MOVABLE and name in written else name for name in TITLES]


def _asked(case: Case) -> Paragraph:
    """Return a ruling as a question at the table, marked as ours: without its reason, which the reference has."""
    question = (replace(run, bold=True, to=case.anchor) for run in case.question)
    return Paragraph((*question, Run(" "), *case.ruling, Run(OURS, to=case.anchor)))


def _accent(name: str, context: RenderContext) -> str:
    """Return the colour of headings in the look of the theme: dark enough to read white letters on it, or to be read."""
    wanted = context.look.palette.get(name) or context.game.palette.get(name, "#3d3a4a")
    if context.look.greyscale:
        wanted = "#444444"
    shades = (darken(wanted, share / 10) for share in range(10))
    return next((shade for shade in shades if luminance(shade) <= DARK), "#222222")


def _box_words(game: Game) -> Iterator[str]:
    filled = game.speech.filled
    for fact, one, several in (
        ("players", "For one player", "{low} to {high} players"),
        ("age", "ages {low} and up", "ages {low} to {high}"),
        ("minutes", "{low} minutes", "{low} to {high} minutes"),
    ):
        value = game.facts.get(fact)
        low, high = (value.get("from"), value.get("to")) if isinstance(value, Mapping) else (value, value)
        if isinstance(low, int) and isinstance(high, int):
            yield filled(one if low == high else several, low=low, high=high)


def _cover(sections: Iterable[Section], pictures: Mapping[str, Picture]) -> tuple[Shown, ...]:
    decks: list[dict[str, Shown]] = [{}]
    for block in (block for section in sections if section.id == "cards" for block in section.blocks):
        if isinstance(block, Heading):
            decks.append({})
        for shown in (shown for entry in (*entries_in((block,)), block) for shown in shown_in(entry)):
            if shown.picture in pictures and not shown.anchor.endswith("-back"):
                decks[-1].setdefault(shown.picture, shown)
    most = max(decks, key=len)
    sizes = [pictures[key].size for key in most][:1]
    alike = [shown for key, shown in most.items() if pictures[key].size in sizes]
    step = max(1, len(alike) // ON_THE_COVER)
    return tuple(alike[step // 2 :: step][:ON_THE_COVER])


def _in_look(pictures: Mapping[str, Picture], context: RenderContext) -> dict[str, Picture]:
    return {name: replace(picture, svg=context.in_look(picture.svg)) for name, picture in pictures.items()}


def with_notes_said(game: Game, expressions: Expressions) -> Game:
    """Return the game with the {{ expressions }} in the notes of its components worked out."""
    components = (
        replace(component, note=expressions.sentence(component.note)[0]) if component.note else component
        for component in game.components
    )
    return replace(game, components=tuple(components))


def component_blocks(game: Game, drawings: Drawings) -> Iterator[Block]:
    """Yield each component with its picture, those with most pieces first and boxes last."""
    for component in sorted(
        game.components, key=lambda component: (component.kind.name == "box", -component.copies)
    ):
        first = next((f"{component.id}/{piece.id}" for piece in component.pieces if not piece.extra), "")
        yield Part(
            component_anchor(component),
            component.title,
            _count(component, game.speech),
            drawings.shown.get(first, ""),
            texts=tuple(
                stating(marked_text(line), next(iter(component.statements), None))
                for line in (component.note or "").splitlines()
            ),
            back="" if component.kind.by_piece else drawings.backs.get(first, ""),
            holds=component.kind.name == "box",
        )


def with_pictures(blocks: Sequence[Block], game: Game, drawings: Drawings) -> Iterator[Block]:
    """Yield the pictures of the cards that the blocks name, each once, and the blocks; figures alone where there are any."""
    pictures: dict[str, Shown] = {}
    for component, piece in game.pieces:
        anchor, key = piece_anchor(component, piece), drawings.shown.get(f"{component.id}/{piece.id}")
        if key is not None:
            pictures.setdefault(anchor, Shown(anchor, capitalised(piece.name), key))
    named = dict.fromkeys(run.to for run in runs_in(blocks) if run.to in pictures)
    if named and not any(isinstance(block, Figure) for block in blocks):
        yield Pictures(tuple(pictures[anchor] for anchor in named if anchor))
    yield from blocks


def _count(component: Component, speech: Speech) -> str:
    one, many = component.kind.one, component.kind.many
    number = component.copies - component.extras
    parts = [speech.counted(number, one, many)]
    if component.extras:
        what = speech.filled(
            _EXTRA[component.kind.drawn_from], what=speech.said(one if component.extras == 1 else many)
        )
        parts.append(speech.filled("and {things}", things=f"{component.extras}{speech.said(' ')}{what}"))
    return speech.said(" ").join(parts)


_EXTRA = {True: "reference {what}", False: "spare {what}"}
"""What pieces that are not counted are called: a reference among cards to draw from, a spare one else."""


def supply_blocks(game: Game) -> Iterator[Block]:
    """Yield what game.yaml says that players bring along: the fact `supply`."""
    supply = game.facts.get("supply")
    listed = supply if isinstance(supply, tuple) else ()
    items = tuple(marked_text(capitalised(item)) for item in listed if isinstance(item, str))
    if items:
        yield Listing(items)


def art_blocks(game: Game, used: Collection[str]) -> Iterator[Block]:
    """Yield a list of who made the pictures in the slots `used`, a line for each maker and licence."""
    names = {piece.id: piece.name for _, piece in game.pieces}
    groups: dict[tuple[str, str, str], list[str]] = {}
    for slot, credit in sorted(game.art_credits.items()):
        if slot in used:
            title = names.get(slot, slot.rpartition("/")[2].replace("_", " ").capitalize())
            groups.setdefault((credit.credit, credit.licence, credit.source), []).append(title)
    items = tuple(
        (Run(", ".join(titles), bold=True), Run(": " + ", ".join(filter(None, makers))))
        for makers, titles in groups.items()
    )
    if items:
        yield Listing(items)


def card_blocks(game: Game, rules: Rules, drawings: Drawings) -> Iterator[Block]:
    """Yield a heading for each component and an entry for each of its pieces; those that share a table or a grid in one block."""
    for component in game.components:
        if not component.kind.by_piece:
            continue
        notes = rules.cards.get(component.id, CardNotes())
        yield Heading((Run(component.title),))
        yield from map(Paragraph, notes.intro)
        ours = [tuple(_provenance(piece, game.speech)) for piece in component.pieces]
        alike = len(ours) > 1 and len(set(ours)) == 1
        if alike:
            yield from (Paragraph((Run(f"{label}: "), *text)) for label, text in ours[0])
        entries = {
            piece.id: card_entry(component, piece, rules, drawings, game.speech) for piece in component.pieces
        }
        if not alike:
            entries = {
                name: replace(entry, facts=(*entry.facts, *from_us))
                for (name, entry), from_us in zip(entries.items(), ours, strict=True)
            }
        together = notes.table or (tuple(entries) if notes.columns else ())
        grouped = tuple(entries[piece] for piece in together)
        for piece, entry in entries.items():
            if piece not in together:
                yield entry
            elif piece == together[0] and notes.columns:
                shown = (Shown(entry.anchor, entry.title, entry.picture) for entry in grouped)
                yield Pictures(tuple(shown), notes.columns)
            elif piece == together[0]:
                yield EntryTable(grouped)


def card_entry(component: Component, piece: Piece, rules: Rules, drawings: Drawings, speech: Speech) -> Entry:
    """Return what is said of a piece: its fields or the facts of rules.yaml, its texts, and the rulings about it."""
    notes = rules.cards.get(component.id, CardNotes())
    anchor, address = piece_anchor(component, piece), f"{component.id}/{piece.id}"
    labelled, texts = _labelled_and_long(piece, speech)
    extra = speech.said("reference, not counted" if component.kind.drawn_from else "spare, not counted")
    return Entry(
        anchor,
        capitalised(piece.name),
        extra if piece.extra else speech.counted(piece.copies, "copy", "copies"),
        drawings.shown.get(address, ""),
        tuple(notes.facts.get(piece.id, () if piece.extra else labelled)),
        (*(() if piece.id in notes.facts else texts), *notes.notes.get(piece.id, ())),
        tuple(
            Run(ruling.title, to=ruling.anchor)
            for ruling in rules.rulings
            if any(run.to == anchor for run in ruling.see)
        ),
        drawings.backs.get(address, ""),
    )


def _labelled_and_long(piece: Piece, speech: Speech) -> tuple[list[tuple[str, Text]], list[Text]]:
    labelled: list[tuple[str, Text]] = []
    texts: list[Text] = []
    for path, value in _leaves(piece.fields):
        words = in_sentence(value, speech)
        if path == ("name",) or not words:
            continue
        text = stating(marked_text(words), _statement(piece, ".".join(path)))
        if len(words) > LONG or words.endswith("."):
            texts.append(text)
        else:
            label = speech.said(" ".join(path).replace("_", " ").lower())
            labelled.append((capitalised(label), text))
    return labelled, texts


def _statement(piece: Piece, path: str) -> Statement | None:
    for statement in piece.statements:
        name = statement.at.partition(" ")[2]
        if name == path or name.startswith(f"{path}."):
            return statement
    return None


def _leaves(
    fields: Mapping[str, Value], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Value]]:
    for name, value in fields.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, (*path, name))
        elif not isinstance(value, tuple) or all(isinstance(item, str | int | float) for item in value):
            yield (*path, name), value


def _provenance(piece: Piece, speech: Speech) -> Iterator[tuple[str, Text]]:
    ours = [field for field, source in piece.sources.items() if source.kind == "reconstructed"]
    if ours:
        what = speech.comma.join(speech.said(field.replace("_", " ")) for field in ours if field)
        yield speech.said("Reconstructed"), (Run(what or speech.said("everything")),)


def select_sections(document: RulesDocument, wanted: Collection[str]) -> RulesDocument:
    """Return the document with the sections named, or all, without links out. Raises UnknownName."""
    for name in wanted:
        if name not in TITLES:
            hint = suggest_argument(name, tuple(TITLES), "sections")
            raise UnknownName(f'there is no section "{name}"', hint)
    sections = [section for section in document.sections if not wanted or section.id in wanted]
    blocks = [block for section in sections for block in section.blocks]
    anchors = {section.anchor for section in sections}
    anchors |= {block.anchor for block in blocks if isinstance(block, Case | Chart | Heading)}
    anchors |= {entry.anchor for entry in entries_in(blocks)}
    shown = []
    for section in sections:
        alive = _alive(section.blocks, anchors)
        kept = (block for block in alive if not isinstance(block, IndexLine) or block.places)
        shown.append(replace(section, blocks=tuple(kept)))
    return replace(document, sections=tuple(shown), part=bool(wanted), cover=() if wanted else document.cover)


def edition(document: RulesDocument, name: str) -> RulesDocument:
    """Return one of the two documents: the rulebook, which is what is needed at the table, or the reference."""
    chosen, book = select_sections(document, EDITIONS[name]), name == "rulebook"
    order = {"gaps": 1} if book else {title: place for place, title in enumerate(EDITIONS[name])}
    sections = tuple(sorted(chosen.sections, key=lambda section: order.get(section.id, 0)))
    return replace(chosen, sections=sections, edition=name, cover=document.cover if book else (), part=False)


def _alive(part: Any, anchors: Collection[str]) -> Any:
    """Return a part of a document: links that lead nowhere are plain words, and left out where links are listed."""
    if isinstance(part, Run):
        return part if part.to in anchors else replace(part, to=None)
    if isinstance(part, tuple):
        return tuple(_alive(item, anchors) for item in part)
    if not isinstance(part, Block | Label):
        return part
    changed = {field.name: _alive(getattr(part, field.name), anchors) for field in fields(part)}
    for name in changed.keys() & {"see", "places"}:
        changed[name] = tuple(run for run in changed[name] if run.to)
    return replace(part, **changed)


def index_blocks(sections: Iterable[Section]) -> Iterator[Block]:
    """Yield where pieces with an entry and words of the glossary stand, by the alphabet, A2 before A10.

    Names that differ in capitals alone are one.
    """
    places: dict[str, dict[str, Run]] = {}
    written: dict[str, str] = {}
    for section in sections:
        near = section.title
        for block in section.blocks:
            if isinstance(block, Heading):
                near = plain(block.text)
            if isinstance(block, Term):
                places.setdefault(block.title, {})[section.anchor] = Run(section.title, to=section.anchor)
            elif isinstance(block, Entry) and not isinstance(block, Part):
                word = written.setdefault(block.title.casefold(), block.title)
                places.setdefault(word, {})[block.anchor] = Run(near, to=block.anchor)
    for word in sorted(places, key=_order):
        yield IndexLine(word, tuple(places[word].values()))


def _order(word: str) -> tuple[tuple[str, int], ...]:
    """Return what a word is sorted by: its letters whatever their case, its numbers by their size.

    >>> sorted(["A10", "a2", "B"], key=_order)
    ['a2', 'A10', 'B']
    """
    return tuple(
        ("", int(part)) if part.isdecimal() else (sorting_key(part), 0)
        for part in re.split(r"(\d+)", word)
        if part
    )


def sorting_key(words: str) -> str:
    """Return what words are sorted by, whatever their case and accents: é stands with e.

    >>> sorted(["Zucchini", "épinard", "Apfel"], key=sorting_key)
    ['Apfel', 'épinard', 'Zucchini']
    """
    letters = normalize("NFD", words.casefold())
    return "".join(letter for letter in letters if not "\u0300" <= letter <= "\u036f")


def with_anchors(section: str, blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return the blocks of a section, each heading with a name to lead to."""
    seen: set[str] = set()
    named: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading):
            slug = "-".join(re.findall(r"[a-z0-9]+", plain(block.text).lower()))
            anchor = f"{section}-{slug}"
            while anchor in seen:
                anchor += "-again"
            seen.add(anchor)
            block = Heading(block.text, anchor)  # noqa: PLW2901
        named.append(block)
    return tuple(named)
