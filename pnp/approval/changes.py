"""What is not as somebody approved it: the present texts and faces of a game held against its approved.yaml."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from pnp.approval.present import Present, PresentFace, PresentText
from pnp.approval.record import Approvals, ApprovedText
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
    known = {each.digest for each in approvals.texts}
    digests = {each.approved.digest for each in texts}
    lost: dict[str, list[ApprovedText]] = {}
    for text in approvals.texts:
        if text.digest not in digests:
            lost.setdefault(text.at, []).append(text)
    for each in texts:
        digest = each.approved.digest
        if digest in known:
            continue
        before = _nearest(each.text, lost.get(each.at, []))
        if before is None:
            yield Unapproved(
                "text", each.at, "new", each.place, each.text, claims=each.claims, names=(digest,)
            )
            continue
        lost[each.at].remove(before)
        how: How = "claims say otherwise"
        if before.text != each.text:
            how = "reads otherwise"
        elif before.claims != tuple(each.claims):
            how = "other claims"
        said = (each.text, before.text, each.claims, before.claims)
        yield Unapproved("text", each.at, how, each.place, *said, names=(digest, before.digest))
    for text in (text for texts in lost.values() for text in texts):
        yield Unapproved("text", text.at, "gone", text.place, before=text.text, names=(text.digest,))


def _nearest(text: str, texts: Sequence[ApprovedText]) -> ApprovedText | None:
    """Return the lost text that this one most likely was, None when none is like it."""
    likeness = [(SequenceMatcher(None, each.text, text, autojunk=False).ratio(), each) for each in texts]
    best = max(likeness, key=lambda each: each[0], default=(0.0, None))
    return best[1] if best[0] > 0.4 or len(texts) == 1 else None


def _faces(faces: Sequence[PresentFace], approvals: Approvals, *, drawn: bool) -> Iterator[Unapproved]:
    known = {each.at: each for each in approvals.faces}
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
        themes = tuple(name for name, each in face.drawings.items() if drawings.get(name) != each)
        says, names, side = (face.text, old, claims), (face.digest,), next(iter(face.sides), None)
        yield Unapproved("face", face.at, how, face.place, *says, themes=themes, names=names, side=side)
    for each in known.values() if drawn else ():
        yield Unapproved("face", each.at, "gone", each.place, before=each.text, names=(each.at,))


# What is told of it.


def unapproved(present: Present, approvals: Approvals) -> Iterator[Diagnostic]:
    """Yield a finding for what is not as it was approved; faces of which the same is true, in one."""
    found = not_approved(present, approvals)
    game = present.game.id
    look_at = f"pnp snapshot {game} shows it; " if present.pictures else ""
    alike: dict[tuple[str, _SaidOfMany], list[Unapproved]] = {}
    told: list[Diagnostic] = []
    for each in found:
        if each.what == "text":
            told.append(_text_finding(each, game))
        elif each.how in ("new", "drawn otherwise"):
            alike.setdefault((each.component, _wording(each, look_at)), []).append(each)
        else:
            told.append(_face_finding(each, game, look_at))
    for (_, said), group in alike.items():
        told += _together(said, group, game)
    yield from (each.about(game=game) for each in told)


def _text_finding(each: Unapproved, game: str) -> Diagnostic:
    names = ", ".join(each.before_claims) or "none"
    again = f"; read again: {_read_again(each.claims)}" if each.claims else ""
    message = {
        "new": f'{each.at}: "{each.now}" was not approved yet',
        "reads otherwise": f'{each.at}: it reads "{each.now}", and was approved as "{each.before}"',
        "other claims": f'{each.at}: "{each.now}" was approved with other claims ({names})',
        "claims say otherwise": f'{each.at}: the claims of "{each.now}" say something else than when it was approved',
        "gone": f'{each.at}: "{each.before}" was approved, and is no longer there',
    }[each.how]
    when = "it should be gone" if each.how == "gone" else "it is right"
    code = {"new": "PNP576", "gone": "PNP577"}.get(each.how, "PNP575")
    return Diagnostic(code, message + again, each.place, f"if {when}: pnp approve {game} {each.section}")


def _read_again(claims: Mapping[str, str]) -> str:
    return ", ".join(f"{name} ({says.rstrip('.')})" if says else name for name, says in claims.items())


def _face_finding(each: Unapproved, game: str, look_at: str) -> Diagnostic:
    """Return the finding for a face that is gone, or that says something else."""
    if each.how == "gone":
        message = f"{each.at}: it was approved, and is no longer in the game"
        return Diagnostic(
            "PNP573", message, each.place, f"if it should be gone: pnp approve {game} {each.section}"
        )
    message = f'{each.at}: it says "{each.now}", and was approved as "{each.before}"'
    again = f"; read again: {', '.join(each.claims)}" if each.claims else ""
    hint = f"{look_at}if it is right: pnp approve {game} {each.section}"
    return Diagnostic("PNP571", message + again, each.place, hint, piece=each.section)


class _SaidOfMany(NamedTuple):
    """What is true of faces: the code, the words, and how to look at them."""

    code: str
    says: str
    shown: str = ""


def _wording(each: Unapproved, look_at: str) -> _SaidOfMany:
    if each.how == "new":
        return _SaidOfMany("PNP572", "not approved yet")
    usual = "" in each.themes
    look = "" if usual else f" in the theme {', '.join(each.themes)}"
    says = f"drawn differently{look} than it was approved: its picture, its colours or where things are"
    return _SaidOfMany("PNP571", says, look_at if usual else "")


def _together(said: _SaidOfMany, group: Sequence[Unapproved], game: str) -> Iterator[Diagnostic]:
    """Yield the findings for faces of a component of which the same is true: one for each, or one for many."""
    code, says, shown = said
    if len(group) <= MANY:
        for face in group:
            hint = f"{shown or 'look at it, and '}if it is right: pnp approve {game} {face.section}"
            yield Diagnostic(code, f"{face.at}: {says}", face.place, hint, piece=face.section)
        return
    component = group[0].component
    named = ", ".join(face.at.partition("/")[2] for face in group[:MANY])
    message = f"{component}: {counted(len(group), 'face')} {says} ({named}, ...)"
    hint = f"{shown.replace(' it;', ' them;') or 'look at them, and '}if they are right: pnp approve {game} {component}"
    yield Diagnostic(code, message, group[0].place, hint)
