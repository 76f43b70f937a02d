"""What people approved: the record, and its comparison with the current texts and faces of a game.

approved.yaml says what somebody has read and found right sentence by sentence and face by face:

    version: 1
    texts:
      rules turn:
        - {digest: 5f0c2a9b1d3e4f60, claims: [Y037], text: "Draw 1 card."}
    faces:
      food/apple front: {drawing: 8a1f03c2b4d5e6f7, themes: {low-ink: 19ab02cd34ef5678}, text: "Apple 3"}

One line for each, so that the changes of two branches can be joined. A digest is what counts; the text stands beside it
for those who compare the two.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from fnmatch import fnmatchcase
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal, TypeVar

from pnp.claims.claims_file import LoadedClaims
from pnp.escaping import yaml_text
from pnp.load.nodes import Findings, Key, ListNode, MapNode, Node, Problem, not_wanted
from pnp.load.project import APPROVED, GameFolder, Project
from pnp.load.translation_files import FOLDER
from pnp.load.yaml_source import parse_noting, yaml_word
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.face import BACK, FRONT, Deck, PieceSide, Side
from pnp.model.game import Component, Game, Statement
from pnp.render.face_content import face_content, in_a_line
from pnp.rules.claim_coverage import game_statements
from pnp.text import counted

VERSION = 1
HEAD = """\
# What has been read and found right. pnp check reports what is not as it stands here; pnp approve {game} writes it anew.
version: {version}
"""
DIGITS = 16  # Of a digest in hexadecimal: enough that no two texts of a game share one by chance.
_DIGEST = re.compile(r"[0-9a-f]{16}")
_CONFLICT = re.compile(rb"^(<{7} |={7}$|>{7} |\|{7} )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ApprovedText:
    """A text as it was approved: where it is printed, its digest, its words, and the claims that it named."""

    at: str
    digest: str
    text: str
    claims: tuple[str, ...] = ()
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ApprovedFace:
    """A face as it was approved: the digest of its drawing in each theme ("" is the usual look), and its words."""

    at: str
    drawings: Mapping[str, str]
    text: str
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Approvals:
    """What is approved of a game."""

    texts: tuple[ApprovedText, ...] = ()
    faces: tuple[ApprovedFace, ...] = ()

    def as_yaml(self, game: str) -> str:
        """Return the file that says so."""
        lines = [HEAD.format(game=game, version=VERSION), f"texts:{'' if self.texts else ' {}'}\n"]
        for at, texts in groupby(self.texts, key=lambda text: text.at):
            lines.append(f"  {yaml_word(at)}:\n")
            for text in texts:
                claims = f"claims: [{', '.join(map(yaml_word, text.claims))}], " if text.claims else ""
                lines.append(f'    - {{digest: "{text.digest}", {claims}text: {yaml_text(text.text)}}}\n')
        lines.append(f"faces:{'' if self.faces else ' {}'}\n")
        for face in self.faces:
            drawings = ((yaml_word(name), key) for name, key in face.drawings.items() if name)
            others = ", ".join(f'{name}: "{key}"' for name, key in drawings)
            themed = f"themes: {{{others}}}, " if others else ""
            drawn = f'drawing: "{face.drawings.get("", "")}", {themed}text: {yaml_text(face.text)}'
            lines.append(f"  {yaml_word(face.at)}: {{{drawn}}}\n")
        return "".join(lines)


@dataclass(frozen=True, slots=True)
class LoadedApprovals:
    """What came of reading; `approvals` is None where there is no file, or none that can be used."""

    approvals: Approvals | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


def record_of(project: Project, game: str) -> Path | None:
    """Return where it stands what is approved of a game in the language of the project; None for no game."""
    folder = project.game_folder(game)
    own = Path(FOLDER, project.language, APPROVED) if project.language else Path(APPROVED)
    return folder / own if folder else None


def load_approvals(project: Project, game: str) -> LoadedApprovals:
    """Return what is approved of a game. A file that is damaged in any way approves nothing."""
    folder, path, findings = project.game_folder(game), record_of(project, game), Findings()
    if folder is None or path is None or not path.exists():
        return LoadedApprovals()
    files = GameFolder.of(project, game, folder)
    label, data = files.label(path), files.read(path, findings)
    if data is not None and (marks := _CONFLICT.search(data)):
        line = data.count(b"\n", 0, marks.start()) + 1
        hint = f"keep the lines of both sides, delete the lines <<<<<<<, ======= and >>>>>>>, then run pnp check {game}"
        findings.error("PNP578", "the file has merge conflicts", Place(label, line, 1, 7), hint=hint)
    elif data is not None:
        node = parse_noting(data, label, findings)
        found = findings.attempt(_approvals, node, game)
        if isinstance(node, MapNode):
            findings.check_keys(node, ("version", "texts", "faces"), APPROVED)
        if not len(findings):
            return LoadedApprovals(found or Approvals())
    return LoadedApprovals(None, findings.ordered(game=game))


def _approvals(node: Node, game: str) -> Approvals:
    hint = f"restore the file, or read everything again and approve it anew: pnp approve {game} --anew"

    def sound(holder: Node, key: str, wanted: str, test: Callable[[Any], object]) -> Any:
        value = holder.get(key) if isinstance(holder, MapNode) else None
        if value is None or not test(value):
            message = f"the file is damaged: {key} must be {wanted}"
            raise not_wanted(value or holder, message, hint, "PNP578")
        return value

    def section(key: str) -> Sequence[tuple[Key, Node]]:
        mapping = sound(node, key, "a mapping", lambda it: isinstance(it, MapNode))
        entries: Sequence[tuple[Key, Node]] = mapping.entries
        return entries

    def digest(holder: Node, key: str) -> str:
        wanted = f"{DIGITS} digits of a digest"
        return str(sound(holder, key, wanted, lambda it: _DIGEST.fullmatch(getattr(it, "text", ""))).text)

    def text(holder: Node) -> str:
        return str(sound(holder, "text", "a text", lambda it: isinstance(it.value, str)).value)

    def inner(item: Node, key: str) -> Node | None:
        return item.get(key) if isinstance(item, MapNode) else None

    def approved_text(at: str, item: Node) -> ApprovedText:
        claims = inner(item, "claims")
        ids = tuple(map(str, claims.value)) if isinstance(claims, ListNode) else ()
        return ApprovedText(at, digest(item, "digest"), text(item), ids, item.place)

    def face(at: str, item: Node) -> ApprovedFace:
        themes = inner(item, "themes")
        named = {name: digest(themes, name) for name in themes} if isinstance(themes, MapNode) else {}
        return ApprovedFace(at, {"": digest(item, "drawing"), **named}, text(item), item.place)

    version = sound(node, "version", "a number", lambda it: type(it.value) is int)
    if version.value > VERSION:
        message = f"the file has version {version.value}; this pnp reads version {VERSION}"
        raise Problem("PNP578", message, version.place, "use the newer pnp that wrote it")
    texts = tuple(
        approved_text(key.text, item)
        for key, value in section("texts")
        for item in getattr(value, "items", (value,))
    )
    return Approvals(texts, tuple(face(key.text, value) for key, value in section("faces")))


# What is there to approve: the texts and faces of a game as they are, and what they can be called.


Chosen = Callable[[Sequence[str]], bool]  # Says by what it can be called whether a thing is to be approved.


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
    says = {claim.id: claim.says for claim in claims.claims}
    says |= {ruling.id: ruling.ruling for ruling in claims.rulings}
    notes = (note for note in game_statements(game) if note.at.endswith(" note"))
    found = [PresentText("title", game.title, game.place)]
    found += [
        PresentText(f"{component.id} title", component.title, component.place)
        for component in game.components
    ]
    for stated in (*sentences, *notes):
        about = {name.id: says.get(name.id, "") for name in stated.claims}
        found.append(PresentText(stated.at, stated.text, stated.place, about))
    for ruling in claims.rulings:
        stated, about = ruling.statement, {name: says.get(name, "") for name in ruling.about}
        found.append(PresentText(stated.at, stated.text, stated.place, about))
    for component in game.components:
        found += [
            PresentText(f"sources {component.id}", source, component.place) for source in _sources(component)
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
    return tuple({text.approved.digest: text for text in found}.values())


def _sources(component: Component) -> Iterator[str]:
    groups: dict[tuple[str, ...], list[str]] = {}
    for piece in component.pieces:
        said = tuple(
            f"{name or 'all'} {source.kind}" + (f" ({source.pointer})" if source.pointer else "")
            for name, source in sorted(piece.sources.items())
        )
        groups.setdefault(said, []).append(piece.id)
    for said, pieces in groups.items() if any(groups) else ():
        yield f"{', '.join(said) or 'without a source'}: {', '.join(pieces)}"


def present_faces(themes: Mapping[str, Sequence[tuple[Component, Deck]]]) -> tuple[PresentFace, ...]:
    """Return every side of every piece, from its decks by theme; a back that all pieces share is one face."""
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
            fnmatchcase(word, pattern) for word in words for pattern in patterns
        )

    return chosen if names else lambda words: True  # noqa: ARG005 - everything


def approve(present: Present, before: Approvals, chosen: Chosen) -> tuple[Approvals, int, int]:
    """Return the record with what is there now, as far as it is chosen; how many texts and faces are new, changed or gone."""
    kept = (text for text in before.texts if not chosen(recorded_words(text)))
    read = (text.approved for text in present.texts if chosen(text.words))
    texts = {text.digest: text for text in (*kept, *read)}
    faces = {face.at: face for face in before.faces if not chosen(recorded_words(face))}
    faces |= {face.at: face.approved for face in present.faces or () if chosen(face.words)}
    old = {face.at: face for face in before.faces}
    return (
        Approvals(_in_order(texts.values(), present.texts), _in_order(faces.values(), present.faces or ())),
        len({text.digest for text in before.texts} ^ texts.keys()),
        sum(old.get(at) != faces.get(at) for at in {*old, *faces}),
    )


_Recorded = TypeVar("_Recorded", ApprovedText, ApprovedFace)


def _in_order(
    recorded: Iterable[_Recorded], present: Sequence[PresentText | PresentFace]
) -> tuple[_Recorded, ...]:
    rank = {each.at: place for place, each in enumerate(present)}
    return tuple(sorted(recorded, key=lambda text: rank.get(text.at, len(rank))))


MANY = 4  # Faces of a component that changed alike are told one by one up to so many, else together.

FINDINGS = frozenset({"PNP571", "PNP572", "PNP573", "PNP575", "PNP576", "PNP577"})
"""The codes of what is not as approved: they do not keep anybody from approving it."""

How = Literal["new", "reads otherwise", "other claims", "claims say otherwise", "drawn otherwise", "gone"]
"""In what a text or a face is not as it was approved."""


@dataclass(frozen=True, slots=True)
class Unapproved:
    """A text or a face that is not as it was approved: it reads `now` and read `before`, "" where there is nothing.

    `claims` are those that it states, and what they say; `before_claims` those it was approved with. `themes` are the
    looks in which a face is drawn otherwise, `side` a side that shows it. `names` choose it for approval as it is now,
    and nothing else.
    """

    what: Literal["text", "face"]
    at: str
    how: How
    place: Place | None
    now: str = ""
    before: str = ""
    claims: Mapping[str, str] = field(default_factory=dict)
    before_claims: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    side: PieceSide | None = None

    @property
    def component(self) -> str:
        return self.at.split()[0].partition("/")[0]

    @property
    def section(self) -> str:
        """What pnp approve is to be told for all of its kind: a section of the rules, a ruling, a component, a piece."""
        if self.what == "face":
            return self.component if self.how == "gone" else self.at.split()[0]
        rules = self.at.startswith(("rules ", "rulings "))
        return self.at.rsplit(maxsplit=1)[-1] if rules else self.at.split(maxsplit=1)[0]


def not_approved(present: Present, approvals: Approvals) -> tuple[Unapproved, ...]:
    """Return what is not as it was approved: texts, and faces where they were drawn; what is gone comes last."""
    return (
        *_texts(present.texts, approvals),
        *_faces(present.faces or (), approvals, drawn=present.faces is not None),
    )


def _texts(texts: Sequence[PresentText], approvals: Approvals) -> Iterator[Unapproved]:
    known = {text.digest for text in approvals.texts}
    present = {text.approved.digest for text in texts}
    lost: dict[str, list[ApprovedText]] = {}
    for old in approvals.texts:
        if old.digest not in present:
            lost.setdefault(old.at, []).append(old)
    for text in texts:
        digest = text.approved.digest
        if digest in known:
            continue
        olds = lost.get(text.at, [])
        likeness = [(SequenceMatcher(None, old.text, text.text, autojunk=False).ratio(), old) for old in olds]
        most, before = max(likeness, key=itemgetter(0), default=(0.0, None))
        if before is None or (most <= 0.4 and len(olds) > 1):
            yield Unapproved(
                "text", text.at, "new", text.place, text.text, claims=text.claims, names=(digest,)
            )
            continue
        olds.remove(before)
        how: How = "claims say otherwise"
        if before.text != text.text:
            how = "reads otherwise"
        elif before.claims != tuple(text.claims):
            how = "other claims"
        words = (text.text, before.text, text.claims, before.claims)
        yield Unapproved("text", text.at, how, text.place, *words, names=(digest, before.digest))
    for gone in (old for olds in lost.values() for old in olds):
        yield Unapproved("text", gone.at, "gone", gone.place, before=gone.text, names=(gone.digest,))


def _faces(faces: Sequence[PresentFace], approvals: Approvals, *, drawn: bool) -> Iterator[Unapproved]:
    known = {face.at: face for face in approvals.faces}
    for face in faces:
        before = known.pop(face.at, None)
        claims = dict.fromkeys(face.claims, "")
        if before is None:
            how: How = "new"
        elif before.text != face.text:
            how = "reads otherwise"
        elif before.drawings != face.drawings:
            how = "drawn otherwise"
        else:
            continue
        old = before.text if before else ""
        drawings = before.drawings if before else {}
        themes = tuple(name for name, key in face.drawings.items() if drawings.get(name) != key)
        says, names, side = (face.text, old, claims), (face.digest,), next(iter(face.sides), None)
        yield Unapproved("face", face.at, how, face.place, *says, themes=themes, names=names, side=side)
    for text in known.values() if drawn else ():
        yield Unapproved("face", text.at, "gone", text.place, before=text.text, names=(text.at,))


# What is told of it.

_TOLD: Mapping[tuple[str, How], tuple[str, str]] = {
    ("text", "new"): ("PNP576", '"{now}" was not approved yet'),
    ("text", "reads otherwise"): ("PNP575", 'it reads "{now}", and was approved as "{before}"'),
    ("text", "other claims"): ("PNP575", '"{now}" was approved with other claims ({claims})'),
    ("text", "claims say otherwise"): ("PNP575", 'the claims of "{now}" have changed since it was approved'),
    ("text", "gone"): ("PNP577", '"{before}" was approved, and was removed'),
    ("face", "new"): ("PNP572", "not approved yet"),
    ("face", "reads otherwise"): ("PNP571", 'it says "{now}", and was approved as "{before}"'),
    ("face", "drawn otherwise"): (
        "PNP571",
        "drawn differently{look} than approved: another picture, colours or positions",
    ),
    ("face", "gone"): ("PNP573", "it was approved, and is no longer in the game"),
}
"""The code and the words for what is not as it was approved."""


def unapproved(present: Present, approvals: Approvals) -> Iterator[Diagnostic]:
    """Yield a finding for what is not as it was approved; faces of which the same is true, in one."""
    game, pictures = present.game.id, present.pictures
    findings: list[Diagnostic] = []
    alike: dict[tuple[str, str], list[Unapproved]] = {}
    for change in not_approved(present, approvals):
        if change.what == "face" and change.how in ("new", "drawn otherwise"):
            alike.setdefault((change.component, _says(change)), []).append(change)
        else:
            findings.append(_finding(change, game, pictures=pictures))
    for group in alike.values():
        if len(group) > MANY:
            first, component = group[0], group[0].component
            named = ", ".join(face.at.partition("/")[2] for face in group[:MANY])
            message = f"{component}: {counted(len(group), 'face')} {_says(first)} ({named}, ...)"
            look_at = _look_at(first, game, pictures=pictures, it="them")
            hint = f"{look_at}if they are right: pnp approve {game} {component}"
            findings.append(Diagnostic(_TOLD["face", first.how][0], message, first.place, hint))
        else:
            findings += (_finding(change, game, pictures=pictures) for change in group)
    yield from (finding.about(game=game) for finding in findings)


def _says(change: Unapproved) -> str:
    look = f" in the theme {', '.join(change.themes)}" if "" not in change.themes else ""
    claims = ", ".join(change.before_claims) or "none"
    template = _TOLD[change.what, change.how][1]
    return template.format(now=change.now, before=change.before, claims=claims, look=look)


def _finding(change: Unapproved, game: str, *, pictures: bool) -> Diagnostic:
    again = ""
    if change.claims and (change.what == "text" or change.how == "reads otherwise"):
        told = (f"{name} ({says.rstrip('.')})" if says else name for name, says in change.claims.items())
        again = f"; read again: {', '.join(told)}"
    command = f"pnp approve {game} {change.section}"
    if change.how == "gone":
        hint = f"if it should be gone: {command}"
    else:
        hint = f"{_look_at(change, game, pictures=pictures)}if it is right: {command}"
    piece = change.section if change.what == "face" and change.how != "gone" else None
    code = _TOLD[change.what, change.how][0]
    return Diagnostic(code, f"{change.at}: {_says(change)}{again}", change.place, hint, piece=piece)


def _look_at(change: Unapproved, game: str, *, pictures: bool, it: str = "it") -> str:
    if change.what == "text":
        return ""
    if pictures and change.how != "new" and "" in change.themes:
        return f"pnp diff approved {game} --format html shows {it}; "
    return f"look at {it}, and "
