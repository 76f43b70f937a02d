"""A rules summary put together: what rules.yaml says, and what the data alone tell."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from pnp.export.rules.cards import card_blocks
from pnp.export.rules.sections import (
    art_blocks,
    component_blocks,
    glossary_blocks,
    index_blocks,
    ruling_blocks,
    supply_blocks,
    written,
)
from pnp.export.rules.speech import Parse, Speech
from pnp.model.game import Game
from pnp.model.rules import (
    Block,
    Case,
    Chart,
    Entry,
    IndexLine,
    Part,
    Picture,
    Question,
    Rules,
    RulesDocument,
    Run,
    Section,
)

TITLES: Mapping[str, str] = {
    "object": "Object of the game",
    "components": "Components",
    "supply": "What you supply",
    "setup": "Set-up",
    "turn": "How to play",
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


def document(
    game: Game,
    rules: Rules,
    *,
    parse: Parse,
    rulings: Sequence[Question] = (),
    charts: Sequence[Chart] = (),
    shows: Mapping[str, str] | None = None,
    pictures: Mapping[str, Picture] | None = None,
    icons: Mapping[str, Picture] | None = None,
    art: Collection[str] = (),
) -> RulesDocument:
    """Return the whole document of a game; a section with nothing in it is left out.

    `rulings` are all of them, the questions of rules.yaml too. `shows` says which of `pictures` a piece shows, by
    component/piece. `art` are the art slots that the pieces show; those with a credit are listed.
    """
    speech = Speech(game, parse)
    shows = shows or {}
    made: dict[str, Sequence[Block]] = {
        name: tuple(written(words, speech)) for name, words in rules.sections.items()
    }
    made.setdefault("supply", tuple(supply_blocks(game, speech)))
    made["components"] = tuple(component_blocks(game, shows, speech))
    made["rulings"] = tuple(ruling_blocks(rulings, speech))
    made["cards"] = tuple(card_blocks(game, rules, tuple(rulings), shows, speech))
    made["statistics"] = tuple(charts)
    made["glossary"] = tuple(glossary_blocks(rules.glossary, speech))
    made["art"] = tuple(art_blocks(game, art))
    sections = [Section(name, TITLES[name], tuple(made[name])) for name in TITLES if made.get(name)]
    sections.append(Section("index", TITLES["index"], tuple(index_blocks(sections))))
    return RulesDocument(
        game.id,
        game.title,
        game.language,
        game.credits,
        " ".join(filter(None, (game.notice, game.licence))),
        tuple(sections),
        pictures or {},
        icons or {},
    )


def only(document: RulesDocument, wanted: Collection[str]) -> RulesDocument:
    """Return the document with the sections named (all, when none is), and with no link that leads out of it."""
    sections = tuple(each for each in document.sections if not wanted or each.id in wanted)
    anchors = {anchor for section in sections for anchor in _anchors(section)}
    return replace(
        document,
        sections=tuple(
            replace(
                section, blocks=tuple(kept for block in section.blocks if (kept := _kept(block, anchors)))
            )
            for section in sections
        ),
    )


def _anchors(section: Section) -> list[str]:
    named = (block for block in section.blocks if isinstance(block, Part | Entry | Case | Chart))
    return [section.anchor, *(block.anchor for block in named)]


def _kept(block: Block, anchors: Collection[str]) -> Block | None:
    """Return the block without links that lead nowhere; None for a line of the index that has no other."""
    changed: dict[str, Any] = {}
    for field in fields(block):
        value = getattr(block, field.name)
        if field.name in ("see", "places"):
            changed[field.name] = tuple(run for run in value if run.to in anchors)
        elif field.name != "anchor":
            changed[field.name] = _unlinked(value, anchors)
    kept = replace(block, **changed)
    return None if isinstance(kept, IndexLine) and not kept.places else kept


def _unlinked(value: Any, anchors: Collection[str]) -> Any:
    """Return a value of a block with the links in it that lead nowhere made plain words."""
    if isinstance(value, Run):
        return value if value.to is None or value.to in anchors else replace(value, to=None)
    if isinstance(value, tuple):
        return tuple(_unlinked(each, anchors) for each in value)
    return value
