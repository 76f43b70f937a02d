"""A rules summary put together: what rules.yaml says, and what the data alone tell."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar
from unicodedata import normalize

from pnp.claims.expressions import Expressions
from pnp.claims.functions import in_sentence
from pnp.model.errors import UnknownName
from pnp.model.game import Component, Game, Piece, Statement, Value
from pnp.model.kinds import Kind
from pnp.model.locale import ENGLISH, Speech
from pnp.model.rules_document import (
    Block,
    CardNotes,
    Case,
    Chart,
    Entry,
    EntryTable,
    Heading,
    IndexLine,
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
    stating,
)
from pnp.rules.pictures import Drawings, draw_charts, icon_pictures
from pnp.rules.rich_text import capitalised, component_anchor, icon_words, marked_text, piece_anchor
from pnp.templates.context import RenderContext
from pnp.text import suggest_argument

TITLES: Mapping[str, str] = {
    "object": "Object of the game",
    "components": "Components",
    "supply": "What you supply",
    "setup": "Set-up",
    "turn": "How to play",
    "example": "An example of play",
    "costs": "Numbers at a glance",
    "end": "End and scoring",
    "variants": "Variants",
    "rulings": "Rulings",
    "gaps": "What is reconstructed",
    "cards": "Every card and piece",
    "statistics": "The decks in numbers",
    "glossary": "Glossary",
    "art": "Pictures",
    "index": "Index",
}
"""The sections in the order of the document: the name for `--section`, and the heading."""

TO_PLAY = (
    *("object", "components", "supply", "setup", "turn", "example", "costs", "end", "variants", "rulings"),
    "glossary",
)
"""The sections that are needed at the table."""

ON_THE_COVER = 5
"""Pictures at most."""

B = TypeVar("B", bound=Block)

LONG = 40
"""A text of more characters than this stands by itself instead of behind a label."""


def make_document(
    context: RenderContext, rules: Rules, drawings: Drawings, art: Collection[str] = ()
) -> RulesDocument:
    """Return the whole document of a game; a section with nothing in it is left out.

    `art` are the art slots that the pieces show; those with a credit are listed.
    """
    game = with_notes_said(context.game, context.expressions)
    glossary = sorted(rules.glossary, key=lambda term: sorting_key(term.title))
    charts, drawn = draw_charts(game, rules.cards, glossary)
    blocks: dict[str, Iterable[Block]] = {
        "supply": supply_blocks(game),
        **rules.sections,
        "components": component_blocks(game, drawings),
        "example": with_pictures(rules.sections.get("example", ()), game, drawings),
        "rulings": rules.rulings,
        "cards": card_blocks(game, rules, drawings),
        "statistics": charts,
        "glossary": glossary,
        "art": art_blocks(game, art),
    }
    filled = {name: tuple(blocks[name]) for name in TITLES if name in blocks}
    said = game.speech.said
    written = [Section(name, said(TITLES[name]), each) for name, each in filled.items() if each]
    sections = [replace(section, blocks=with_anchors(section)) for section in written]
    sections.append(Section("index", said(TITLES["index"]), tuple(index_blocks(sections, game.speech))))
    icons = {*(term.icon for term in glossary), *(run.icon for run in runs_in(sections))}
    signs = icon_pictures(filter(None, icons), context.icons)
    return RulesDocument(
        game.title,
        game.language,
        game.credits,
        " ".join(filter(None, (game.notice, game.licence))),
        tuple(sections),
        {**drawings.pictures, **_in_look(drawn, context)},
        _in_look(signs, context),
        drawings.fonts,
        icon_words(glossary),
        smallest_text=context.look.smallest_text,
        speech=game.speech,
    )


def _in_look(pictures: Mapping[str, Picture], context: RenderContext) -> dict[str, Picture]:
    """Return pictures that are no faces in the colours of the theme."""
    return {name: replace(picture, svg=context.in_look(picture.svg)) for name, picture in pictures.items()}


def with_notes_said(game: Game, expressions: Expressions) -> Game:
    """Return the game with the {{ expressions }} in the notes of its components worked out."""
    components = (
        replace(component, note=expressions.sentence(component.note)[0]) if component.note else component
        for component in game.components
    )
    return replace(game, components=tuple(components))


def component_blocks(game: Game, drawings: Drawings) -> Iterator[Block]:
    """Yield how many pieces of each kind there are, each component with its picture, and large pictures of boards."""
    totals: Counter[Kind] = Counter()
    for component in game.components:
        totals[component.kind] += component.copies - component.extras
    speech = game.speech
    all_of_it = [speech.counted(number, kind.one, kind.many) for kind, number in totals.items()]
    yield Paragraph((Run(speech.filled("In all: {things}.", things=speech.listed(all_of_it))),))
    for component in game.components:
        first = next((f"{component.id}/{piece.id}" for piece in component.pieces if not piece.extra), "")
        yield Part(
            component_anchor(component),
            component.title,
            _count(component, speech),
            drawings.shown.get(first, ""),
            texts=(stating(marked_text(component.note), next(iter(component.statements), None)),)
            if component.note
            else (),
            back="" if component.kind.by_piece else drawings.backs.get(first, ""),
        )
    boards = [component for component in game.components if component.kind.name == "board"]
    pictured = pictures_of({piece_anchor(board, board.pieces[0]) for board in boards}, game, drawings)
    if pictured:
        yield Pictures(pictured, large=True)


def pictures_of(anchors: Collection[str], game: Game, drawings: Drawings) -> tuple[Shown, ...]:
    """Return the pictures of the pieces that have these names, each once."""
    pictures: dict[str, Shown] = {}
    for component in game.components:
        for piece in component.pieces:
            anchor, key = piece_anchor(component, piece), drawings.shown.get(f"{component.id}/{piece.id}")
            if anchor in anchors and key is not None:
                pictures.setdefault(anchor, Shown(anchor, capitalised(piece.name), key))
    return tuple(pictures[anchor] for anchor in anchors if anchor in pictures)


def with_pictures(blocks: Sequence[Block], game: Game, drawings: Drawings) -> Iterator[Block]:
    """Yield the pictures of the cards that the blocks name, and the blocks."""
    pictured = pictures_of(dict.fromkeys(run.to for run in runs_in(blocks) if run.to), game, drawings)
    if pictured:
        yield Pictures(pictured)
    yield from blocks


def _count(component: Component, speech: Speech) -> str:
    one, many = component.kind.one, component.kind.many
    number = component.copies - component.extras
    different = sum(1 for piece in component.pieces if not piece.extra)
    parts = [speech.counted(number, one, many)]
    if 1 < different < number:
        parts.append(speech.filled("{number} different", number=different))
    if component.extras:
        what = speech.filled(
            _EXTRA[component.kind.drawn_from], what=speech.said(one if component.extras == 1 else many)
        )
        parts.append(speech.filled("and {things}", things=f"{component.extras}{speech.said(' ')}{what}"))
    width, height = (
        in_sentence(round(side, 1), speech) for side in (component.size.width, component.size.height)
    )
    folded = _FOLDED[number > 1] if component.net else "{width} × {height} mm"
    return speech.comma.join((*parts, speech.filled(folded, width=width, height=height)))


_EXTRA = {True: "reference {what}", False: "spare {what}"}
"""What pieces that are not counted are called: a reference among cards to draw from, a spare one else."""

_FOLDED = {
    True: "{width} × {height} mm flat, before they are folded",
    False: "{width} × {height} mm flat, before it is folded",
}


def supply_blocks(game: Game) -> Iterator[Block]:
    """Yield what game.yaml says that players bring along: the fact `supply`."""
    supply = game.facts.get("supply")
    listed = supply if isinstance(supply, tuple) else ()
    items = tuple(marked_text(capitalised(item)) for item in listed if isinstance(item, str))
    if items:
        yield Listing(items)


def art_blocks(game: Game, used: Collection[str]) -> Iterator[Block]:
    """Yield a list of who made the pictures in the slots `used`, a line for each maker and licence."""
    names = {piece.id: piece.name for component in game.components for piece in component.pieces}
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
    """Yield a heading for each component and an entry for each of its pieces; those that share a table in one block."""
    for component in game.components:
        if not component.kind.by_piece:
            continue
        notes = rules.cards.get(component.id, CardNotes())
        yield Heading((Run(component.title),))
        yield from map(Paragraph, notes.intro)
        entries = {
            piece.id: _entry(component, piece, rules, drawings, game.speech) for piece in component.pieces
        }
        in_table = tuple(entry for piece, entry in entries.items() if piece in notes.table)
        for piece, entry in entries.items():
            if piece not in notes.table:
                yield entry
            elif entry is in_table[0]:
                yield EntryTable(in_table)


def _entry(component: Component, piece: Piece, rules: Rules, drawings: Drawings, speech: Speech) -> Entry:
    notes = rules.cards.get(component.id, CardNotes())
    anchor, address = piece_anchor(component, piece), f"{component.id}/{piece.id}"
    labelled, texts = _labelled_and_long(piece, speech)
    extra = speech.said("reference, not counted" if component.kind.drawn_from else "spare, not counted")
    return Entry(
        anchor,
        capitalised(piece.name),
        extra if piece.extra else speech.counted(piece.copies, "copy", "copies"),
        drawings.shown.get(address, ""),
        (*notes.facts.get(piece.id, () if piece.extra else labelled), *_provenance(piece, speech)),
        (*(() if piece.id in notes.facts else texts), *notes.notes.get(piece.id, ())),
        tuple(
            Run(ruling.title, to=ruling.anchor)
            for ruling in rules.rulings
            if any(run.to == anchor for run in ruling.see)
        ),
        drawings.backs.get(address, ""),
    )


def _labelled_and_long(piece: Piece, speech: Speech) -> tuple[list[tuple[str, Text]], list[Text]]:
    """Return the short fields of a piece with their labels, those of its mappings too, and its long texts."""
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
    """Return the text of a piece that a field holds, the first of a list; None for a label."""
    for statement in piece.statements:
        name = statement.at.partition(" ")[2]
        if name == path or name.startswith(f"{path}."):
            return statement
    return None


def _leaves(
    fields: Mapping[str, Value], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Value]]:
    """Yield the values that a sentence can have: words, numbers, and lists of these."""
    for name, value in fields.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, (*path, name))
        elif not isinstance(value, tuple) or all(isinstance(item, str | int | float) for item in value):
            yield (*path, name), value


def _provenance(piece: Piece, speech: Speech) -> Iterator[tuple[str, Text]]:
    """Yield which of the piece is not as the rulebook has it."""
    ours = [field for field, source in piece.sources.items() if source.kind == "reconstructed"]
    if ours:
        what = speech.comma.join(speech.said(field.replace("_", " ")) for field in ours if field)
        yield speech.said("Reconstructed"), (Run(what or speech.said("all of it")),)


def select_sections(document: RulesDocument, wanted: Collection[str]) -> RulesDocument:
    """Return the document with the sections named (all, when none is), and with no link that leads out of it.

    Raises UnknownName.
    """
    for name in wanted:
        if name not in TITLES:
            hint = suggest_argument(name, tuple(TITLES), "sections")
            raise UnknownName(f'there is no section "{name}"', hint)
    sections = [section for section in document.sections if not wanted or section.id in wanted]
    blocks = [block for section in sections for block in section.blocks]
    anchors = {section.anchor for section in sections}
    anchors |= {block.anchor for block in blocks if isinstance(block, Case | Chart | Heading)}
    anchors |= {entry.anchor for entry in entries_in(blocks)}
    shown = tuple(replace(section, blocks=_linked(section.blocks, anchors)) for section in sections)
    return replace(document, sections=shown, part=bool(wanted))


def to_play(document: RulesDocument) -> RulesDocument:
    """Return what is needed at the table, with a title page: rulings without their reasons, no list of every card."""
    decks: list[dict[str, Shown]] = [{}]
    for block in (
        block for section in document.sections if section.id == "cards" for block in section.blocks
    ):
        if isinstance(block, Heading):
            decks.append({})
        pictured = (shown for shown in entries_in([block]) if shown.picture in document.pictures)
        decks[-1].update(
            {shown.picture: Shown(shown.anchor, shown.title, shown.picture) for shown in pictured}
        )
    sizes = [document.pictures[key].size for key in max(decks, key=len)][:1]
    alike = [shown for deck in decks for key, shown in deck.items() if document.pictures[key].size in sizes]
    step = max(1, len(alike) // ON_THE_COVER)
    document = select_sections(document, TO_PLAY)
    return replace(
        document,
        sections=tuple(
            replace(section, blocks=tuple(map(_without_reason, section.blocks)))
            for section in document.sections
        ),
        cover=tuple(alike[step // 2 :: step][:ON_THE_COVER]),
    )


def _without_reason(block: Block) -> Block:
    return replace(block, reason=(), see=()) if isinstance(block, Case) else block


def _linked(blocks: Iterable[Block], anchors: Collection[str]) -> tuple[Block, ...]:
    """Return the blocks without links that lead nowhere, lines of the index that have no other left out."""
    kept = (_without_dead_links(block, anchors) for block in blocks)
    return tuple(block for block in kept if not isinstance(block, IndexLine) or block.places)


def _without_dead_links(block: Block, anchors: Collection[str]) -> Block:
    """Return the block with links that lead nowhere made plain words, those of its lists of links left out."""
    if isinstance(block, EntryTable):
        return EntryTable(tuple(_alive(entry, anchors) for entry in block.entries))
    return _alive(block, anchors)


def _alive(block: B, anchors: Collection[str]) -> B:
    changed = {field.name: _unlinked(getattr(block, field.name), anchors) for field in fields(block)}
    for name in changed.keys() & {"see", "places"}:
        changed[name] = tuple(run for run in changed[name] if run.to)
    return replace(block, **changed)


def _unlinked(value: Any, anchors: Collection[str]) -> Any:
    if isinstance(value, Run):
        return value if value.to in anchors else replace(value, to=None)
    return tuple(_unlinked(item, anchors) for item in value) if isinstance(value, tuple) else value


SPOKEN_OF = ("object", "setup", "turn", "end", "variants")
"""The sections that explain the game in words."""

MOST = 4
"""A term that is spoken of in more places than these is everywhere."""

_NUMBER = re.compile(r"(\d+)")
_WITHOUT_SPACES = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")
"""Letters of languages that put no spaces between words."""


def index_blocks(sections: Sequence[Section], speech: Speech = ENGLISH) -> Iterator[Block]:
    """Yield the index of these sections: three lists, each by the alphabet, A2 before A10."""
    lists = {
        "Terms": _terms(sections),
        "Cards and pieces": _pieces(sections),
        "Rulings": _rulings(sections, speech.said("Rulings")),
    }
    for title, places in lists.items():
        if places:
            yield Heading((Run(speech.said(title)),), f"index-{title.partition(' ')[0].lower()}")
        for word in sorted(places, key=_order):
            yield IndexLine(word, tuple(places[word].values()))


Places = Mapping[str, Mapping[str, Run]]
"""Where the words of a list lead to: links by their anchors, by word."""


def _terms(sections: Sequence[Section]) -> Places:
    """Return the headings of the rules, and the words of the glossary with the places that speak of them."""
    spoken = [passage for section in sections if section.id in SPOKEN_OF for passage in _passages(section)]
    terms: dict[str, dict[str, Run]] = {}
    for link, block in spoken:
        if isinstance(block, Heading):
            terms.setdefault(plain(block.text), {})[str(link.to)] = link
    for section in sections:
        for term in section.blocks:
            if isinstance(term, Term):
                places = terms.setdefault(term.title, {})
                named = _named(term)
                about = {str(link.to): link for link, block in spoken if named.search(_words(block))}
                places.update(list(about.items())[:MOST])
                places[section.anchor] = Run(section.title, to=section.anchor)
    return terms


def _passages(section: Section) -> Iterator[tuple[Run, Block]]:
    """Yield the blocks of a section, each with a link to the heading above it."""
    link = Run(section.title, to=section.anchor)
    for block in section.blocks:
        if isinstance(block, Heading):
            link = Run(plain(block.text), to=block.anchor)
        yield link, block


def _words(block: Block) -> str:
    match block:
        case Paragraph() | Heading():
            return plain(block.text)
        case Listing():
            return " ".join(map(plain, block.items))
    return ""


def _named(term: Term) -> re.Pattern[str]:
    """Return what finds a term, or several of it, in a text.

    >>> _named(Term("Enemy, active enemy", ())).findall("An enemy joins the active enemies of enmity.")
    ['enemy', 'active enemies']
    """
    names = [name.strip() for name in term.title.split(",")]
    several = (
        rf"{re.escape(name[:-1])}(?:y|ies)" if name.endswith("y") else rf"{re.escape(name)}(?:e?s)?"
        for name in names
    )
    edge = r"\b" if term.title.isascii() or not _WITHOUT_SPACES.search(term.title) else ""
    return re.compile(rf"{edge}(?:{'|'.join(several)}){edge}", re.IGNORECASE)


def _pieces(sections: Iterable[Section]) -> Places:
    """Return the names of components and pieces; those that differ in capitals alone are one."""
    names: dict[str, dict[str, Run]] = {}
    written: dict[str, str] = {}
    for section in sections:
        title = section.title
        for block in section.blocks:
            if isinstance(block, Heading):
                title = plain(block.text)
            for entry in (block,) if isinstance(block, Chart) else entries_in((block,)):
                word = written.setdefault(entry.title.casefold(), entry.title)
                near = section.title if isinstance(entry, Part | Chart) else title
                names.setdefault(word, {})[entry.anchor] = Run(near, to=entry.anchor)
    return names


def _rulings(sections: Iterable[Section], title: str) -> Places:
    cases = (block for section in sections for block in section.blocks if isinstance(block, Case))
    return {
        f"{case.title}: {plain(case.question)}": {case.anchor: Run(title, to=case.anchor)} for case in cases
    }


def _order(word: str) -> tuple[tuple[str, int], ...]:
    """Return what a word is sorted by: its letters whatever their case, its numbers by their size.

    >>> sorted(["A10", "a2", "B"], key=_order)
    ['a2', 'A10', 'B']
    """
    return tuple(
        ("", int(part)) if part.isdecimal() else (sorting_key(part), 0)
        for part in _NUMBER.split(word)
        if part
    )


def sorting_key(words: str) -> str:
    """Return what words are sorted by, whatever their case and accents: é stands with e.

    >>> sorted(["Zucchini", "épinard", "Apfel"], key=sorting_key)
    ['Apfel', 'épinard', 'Zucchini']
    """
    letters = normalize("NFD", words.casefold())
    return "".join(letter for letter in letters if not "\u0300" <= letter <= "\u036f")


def with_anchors(section: Section) -> tuple[Block, ...]:
    """Return the blocks of a section, each heading with a name to lead to."""
    seen: set[str] = set()
    blocks: list[Block] = []
    for block in section.blocks:
        if isinstance(block, Heading):
            slug = "-".join(re.findall(r"[a-z0-9]+", plain(block.text).lower()))
            anchor = f"{section.id}-{slug}"
            while anchor in seen:
                anchor += "-again"
            seen.add(anchor)
            block = Heading(block.text, anchor)  # noqa: PLW2901
        blocks.append(block)
    return tuple(blocks)
