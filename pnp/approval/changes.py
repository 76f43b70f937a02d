"""What is not as somebody approved it: the present texts and faces of a game held against its approved.yaml."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from operator import itemgetter
from typing import Literal

from pnp.approval.record import Approvals, ApprovedText, Present, PresentFace, PresentText
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.face import PieceSide
from pnp.text import counted

MANY = 4
"""So many faces of a component that changed in the same way are told one by one; more of them in one finding."""

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
        """The component of a face."""
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
        before = _nearest(text.text, lost.get(text.at, []))
        if before is None:
            yield Unapproved(
                "text", text.at, "new", text.place, text.text, claims=text.claims, names=(digest,)
            )
            continue
        lost[text.at].remove(before)
        how: How = "claims say otherwise"
        if before.text != text.text:
            how = "reads otherwise"
        elif before.claims != tuple(text.claims):
            how = "other claims"
        words = (text.text, before.text, text.claims, before.claims)
        yield Unapproved("text", text.at, how, text.place, *words, names=(digest, before.digest))
    for gone in (old for olds in lost.values() for old in olds):
        yield Unapproved("text", gone.at, "gone", gone.place, before=gone.text, names=(gone.digest,))


def _nearest(text: str, texts: Sequence[ApprovedText]) -> ApprovedText | None:
    """Return the lost text that this one most likely was, None when none is like it."""
    likeness = [(SequenceMatcher(None, old.text, text, autojunk=False).ratio(), old) for old in texts]
    most, nearest = max(likeness, key=itemgetter(0), default=(0.0, None))
    return nearest if most > 0.4 or len(texts) == 1 else None


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
    for each in known.values() if drawn else ():
        yield Unapproved("face", each.at, "gone", each.place, before=each.text, names=(each.at,))


# What is told of it.

_CODES: Mapping[tuple[str, How], str] = {
    ("text", "new"): "PNP576",
    ("text", "gone"): "PNP577",
    ("face", "new"): "PNP572",
    ("face", "gone"): "PNP573",
}
_OTHERWISE = {"text": "PNP575", "face": "PNP571"}
"""The code of what is there and was approved as something else."""


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
            findings.append(_together(group, game, pictures=pictures))
        else:
            findings += (_finding(change, game, pictures=pictures) for change in group)
    yield from (finding.about(game=game) for finding in findings)


def _says(change: Unapproved) -> str:
    names = ", ".join(change.before_claims) or "none"
    look = f" in the theme {', '.join(change.themes)}" if "" not in change.themes else ""
    said: dict[tuple[str, How], str] = {
        ("text", "new"): f'"{change.now}" was not approved yet',
        ("text", "reads otherwise"): f'it reads "{change.now}", and was approved as "{change.before}"',
        ("text", "other claims"): f'"{change.now}" was approved with other claims ({names})',
        (
            "text",
            "claims say otherwise",
        ): f'the claims of "{change.now}" have changed since it was approved',
        ("text", "gone"): f'"{change.before}" was approved, and is gone',
        ("face", "new"): "not approved yet",
        ("face", "reads otherwise"): f'it says "{change.now}", and was approved as "{change.before}"',
        (
            "face",
            "drawn otherwise",
        ): f"drawn differently{look} than it was approved: its picture, its colours or where things are",
        ("face", "gone"): "it was approved, and is no longer in the game",
    }
    return said[change.what, change.how]


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
    code = _CODES.get((change.what, change.how), _OTHERWISE[change.what])
    piece = change.section if change.what == "face" and change.how != "gone" else None
    return Diagnostic(code, f"{change.at}: {_says(change)}{again}", change.place, hint, piece=piece)


def _look_at(change: Unapproved, game: str, *, pictures: bool, it: str = "it") -> str:
    """Return how to look at a face that is not as approved; only the usual look has pictures, and only of what was there."""
    if change.what == "text":
        return ""
    if pictures and change.how != "new" and "" in change.themes:
        return f"pnp diff approved {game} --format html shows {it}; "
    return f"look at {it}, and "


def _together(group: Sequence[Unapproved], game: str, *, pictures: bool) -> Diagnostic:
    first, component = group[0], group[0].component
    named = ", ".join(face.at.partition("/")[2] for face in group[:MANY])
    message = f"{component}: {counted(len(group), 'face')} {_says(first)} ({named}, ...)"
    look_at = _look_at(first, game, pictures=pictures, it="them")
    hint = f"{look_at}if they are right: pnp approve {game} {component}"
    return Diagnostic(_CODES.get(("face", first.how), "PNP571"), message, first.place, hint)
