"""What is there to approve: the texts and faces of a game as they are, what they can be called, and the record of them."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from pnp.approval.record import DIGITS, Approvals, ApprovedFace, ApprovedText
from pnp.claims.claims_file import LoadedClaims
from pnp.model.diagnostics import Place
from pnp.model.face import BACK, FRONT, Deck, PieceSide, Side
from pnp.model.game import Component, Game, Source, Statement
from pnp.render.face_content import face_content, in_a_line
from pnp.rules.coverage import game_statements

Chosen = Callable[[Sequence[str]], bool]
"""Says whether a text or a face is to be approved, by what it can be called."""


@dataclass(frozen=True, slots=True)
class PresentText:
    """A text as it is now, and what its claims say."""

    at: str
    text: str
    place: Place
    claims: Mapping[str, str] = field(default_factory=dict)

    @property
    def words(self) -> tuple[str, ...]:
        """What the text can be called when it is approved."""
        return words_of(self.at, (*self.claims, self.approved.digest))

    @property
    def approved(self) -> ApprovedText:
        """The text as approved.yaml records it."""
        said = (self.at, self.text, *self.claims, *self.claims.values())
        return ApprovedText(self.at, _digest(*said), self.text, tuple(self.claims))


@dataclass(frozen=True, slots=True)
class PresentFace:
    """A face as it is now, "food/apple front": the digest of its drawing in each theme, its words, and who shows it."""

    at: str
    drawings: Mapping[str, str]
    text: str
    place: Place
    claims: tuple[str, ...] = ()
    sides: tuple[PieceSide, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """What the face can be called when it is approved: also any piece that shows it."""
        pieces = (f"{side.component}/{side.piece}" for side in self.sides)
        return words_of(self.at, (*self.claims, *pieces, self.digest))

    @property
    def digest(self) -> str:
        """What names the face as it looks now, and no longer when it changes."""
        return _digest(self.at, self.text, *(f"{theme} {each}" for theme, each in self.drawings.items()))

    @property
    def approved(self) -> ApprovedFace:
        """The face as approved.yaml records it."""
        return ApprovedFace(self.at, self.drawings, self.text)


@dataclass(frozen=True, slots=True)
class Present:
    """All of a game that is approved; `faces` is None where nothing was drawn, `pictures` says whether approved ones are kept."""

    game: Game
    texts: tuple[PresentText, ...]
    faces: tuple[PresentFace, ...] | None
    pictures: bool = False

    def says_of(self, chosen: Chosen) -> Callable[[PieceSide], bool]:
        """Return what says whether the face of a side, which may be there no more, is to be approved."""
        words = {side: face.words for face in self.faces or () for side in face.sides}
        return lambda side: chosen(words.get(side) or words_of(_name(side)))


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:DIGITS]


def present_texts(
    game: Game, claims: LoadedClaims, sentences: Iterable[Statement]
) -> tuple[PresentText, ...]:
    """Return titles, the sentences of the rules, the rulings, the notes, where the data come from, and the credits."""
    says = {claim.id: claim.says for claim in claims.claims} | {
        ruling.id: ruling.ruling for ruling in claims.rulings
    }
    notes = (each for each in game_statements(game) if each.at.endswith(" note"))
    found = [PresentText("title", game.title, game.place)]
    found += [
        PresentText(f"{component.id} title", component.title, component.place)
        for component in game.components
    ]
    found += [
        PresentText(each.at, each.text, each.place, {name.id: says.get(name.id, "") for name in each.claims})
        for each in (*sentences, *notes)
    ]
    for ruling in claims.rulings:
        said, about = ruling.statement, {name: says.get(name, "") for name in ruling.about}
        found.append(PresentText(said.at, said.text, said.place, about))
    for component in game.components:
        found += [
            PresentText(f"sources {component.id}", text, component.place) for text in _sources(component)
        ]
    made_by = {
        "made by": game.credits,
        "notice": game.notice,
        "licence": game.licence,
        "address": game.licence_url,
    }
    found += [PresentText("credits", f"{what}: {text}", game.place) for what, text in made_by.items() if text]
    for art in game.art_credits.values():
        text = f"{art.slot}: {', '.join(filter(None, (art.credit, art.licence, art.source)))}"
        found.append(PresentText("credits", text, art.place))
    once = {text.approved.digest: text for text in found}
    return tuple(once.values())


def _sources(component: Component) -> Iterator[str]:
    """Yield where the pieces of a component come from, pieces of which the same is said together."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for piece in component.pieces:
        said = tuple(f"{name or 'all'} {_source(source)}" for name, source in sorted(piece.sources.items()))
        groups.setdefault(said, []).append(piece.id)
    for said, pieces in groups.items():
        yield f"{', '.join(said) or 'not said'}: {', '.join(pieces)}"


def _source(source: Source) -> str:
    return f"{source.kind} ({source.pointer})" if source.pointer else source.kind


def present_faces(themes: Mapping[str, Sequence[tuple[Component, Deck]]]) -> tuple[PresentFace, ...]:
    """Return every side of every piece, from its decks in the usual look ("") and in the other themes.

    A back that all pieces of a component share is one face: "food back".
    """
    found: list[PresentFace] = []
    decks = {theme: {component.id: deck for component, deck in drawn} for theme, drawn in themes.items()}
    for component, deck in themes.get("", ()):
        sides = {theme: drawn[component.id].sides for theme, drawn in decks.items()}
        words: dict[str, str] = {}
        shown: dict[Side, list[PresentFace]] = {FRONT: [], BACK: []}
        pieces = {piece.id: piece for piece in component.pieces}
        for side, key in sides[""].items():
            if key not in words:
                content = face_content(deck.faces[key].svg)
                words[key] = in_a_line(content.words) if content else ""
            piece = pieces[side.piece]
            stated = dict.fromkeys(name.id for text in piece.statements for name in text.claims)
            drawings = {theme: keys[side][:DIGITS] for theme, keys in sides.items() if side in keys}
            face = PresentFace(_name(side), drawings, words[key], piece.place, tuple(stated), (side,))
            shown[side.side].append(face)
        backs = shown[BACK]
        if len(backs) > 1 and all(face.drawings == backs[0].drawings for face in backs):
            whose = tuple(side for face in backs for side in face.sides)
            backs = [replace(backs[0], at=f"{component.id} back", claims=(), sides=whose)]
        found += (*shown[FRONT], *backs)
    return tuple(found)


def _name(side: PieceSide) -> str:
    """Return what the face of a side is called in approved.yaml, unless its component has one back for all."""
    return f"{side.component}/{side.piece} {side.side}"


def words_of(at: str, about: Iterable[str] = ()) -> tuple[str, ...]:
    """Return what a text or a face can be called when it is approved, by its place and what it is about."""
    return (at, *at.split(), at.split(maxsplit=1)[0].partition("/")[0], *about)


def recorded_words(each: ApprovedText | ApprovedFace) -> tuple[str, ...]:
    """Return what a text or a face of the record can be called."""
    return words_of(each.at, (*each.claims, each.digest) if isinstance(each, ApprovedText) else ())


def named(names: Collection[str]) -> Chosen:
    """Return what chooses by names, in which * stands for anything; without any, everything is chosen."""
    patterns = [name for name in names if set(name) & set("*?[")]
    exact = frozenset(names).difference(patterns)

    def chosen(words: Sequence[str]) -> bool:
        return not exact.isdisjoint(words) or any(
            fnmatchcase(word, each) for word in words for each in patterns
        )

    return chosen if names else lambda words: True  # noqa: ARG005 - everything


@dataclass(frozen=True, slots=True)
class Approved:
    """What approving made of a record, and how many texts and faces of it are new, changed or gone."""

    approvals: Approvals
    texts: int
    faces: int


def approve(present: Present, before: Approvals, chosen: Chosen, *, only_faces: bool = False) -> Approved:
    """Return the record with what is there now, as far as it is chosen."""
    texts = before.texts if only_faces else _approved_texts(present, before.texts, chosen)
    faces = {face.at: face for face in before.faces if not chosen(recorded_words(face))}
    faces |= {face.at: face.approved for face in present.faces or () if chosen(face.words)}
    rank = {each.at: place for place, each in enumerate(present.faces or ())}
    in_order = sorted(faces.values(), key=lambda each: rank.get(each.at, len(rank)))
    return Approved(
        Approvals(texts, tuple(in_order)),
        len({text.digest for text in before.texts} ^ {text.digest for text in texts}),
        _changed(before.faces, in_order),
    )


def _approved_texts(
    present: Present, before: Iterable[ApprovedText], chosen: Chosen
) -> tuple[ApprovedText, ...]:
    kept = (each for each in before if not chosen(recorded_words(each)))
    texts = (text.approved for text in present.texts if chosen(text.words))
    both = {each.digest: each for each in (*kept, *texts)}
    order = {each.at: place for place, each in enumerate(present.texts)}
    return tuple(sorted(both.values(), key=lambda each: order.get(each.at, len(order))))


def _changed(old: Sequence[ApprovedFace], new: Sequence[ApprovedFace]) -> int:
    """Return how many faces are new, gone or not the same."""
    before, after = ({face.at: face for face in faces} for faces in (old, new))
    return sum(before.get(at) != after.get(at) for at in {*before, *after})
