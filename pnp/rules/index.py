"""The index of a rules summary: the terms of the rules and where they are spoken of, the cards, the rulings."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from unicodedata import normalize

from pnp.model.rules import (
    Block,
    Case,
    Chart,
    Heading,
    IndexLine,
    Listing,
    Paragraph,
    Part,
    Run,
    Section,
    Term,
    entries_in,
    plain,
)
from pnp.model.speech import ENGLISH, Speech

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
    found: dict[str, dict[str, Run]] = {}
    for link, block in spoken:
        if isinstance(block, Heading):
            found.setdefault(plain(block.text), {})[str(link.to)] = link
    for section in sections:
        for term in section.blocks:
            if isinstance(term, Term):
                places = found.setdefault(term.title, {})
                named = _named(term)
                about = {str(link.to): link for link, block in spoken if named.search(_words(block))}
                places.update(list(about.items())[:MOST])
                places[section.anchor] = Run(section.title, to=section.anchor)
    return found


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
    found: dict[str, dict[str, Run]] = {}
    written: dict[str, str] = {}
    for section in sections:
        title = section.title
        for block in section.blocks:
            if isinstance(block, Heading):
                title = plain(block.text)
            for each in (block,) if isinstance(block, Chart) else entries_in((block,)):
                word = written.setdefault(each.title.casefold(), each.title)
                near = section.title if isinstance(each, Part | Chart) else title
                found.setdefault(word, {})[each.anchor] = Run(near, to=each.anchor)
    return found


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
