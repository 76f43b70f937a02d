"""What the page is told about rules: sections, sentences, what stands behind them and what is not approved, as JSON."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from difflib import SequenceMatcher
from pathlib import Path

from pnp.build.unapproved import Unapproved
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.rules import plain
from pnp.rules.rich_text import linked_text, piece_links
from pnp.studio.content import Json, with_excerpts
from pnp.studio.open_rules import GameRules
from pnp.studio.rules_view import Line, ShownBlock, ShownSection
from pnp.studio.sentence_basis import SentenceBasis
from pnp.studio.sentences import Sentence

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
