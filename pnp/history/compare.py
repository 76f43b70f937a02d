"""What is different between two versions of a game, piece by piece; only what is printed counts."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Literal
from unicodedata import category
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from pnp.model.face import BACK, FRONT, Face, PieceSide, Side

Address = tuple[str, str]
"""Component and id: what a piece goes by in all versions of its game."""

Kind = Literal["text", "art", "layout", "face"]
"""Other words; other pictures; other places, shapes or colours; or, with an old drawing unknown, something."""

KINDS: tuple[Kind, ...] = ("text", "art", "layout", "face")
"""In the order in which they are told."""

MOST_PLACES = 3
"""So many changed places of one text are quoted; a text with more is another text."""

MOST_WORDS = 2_000
"""Longer texts are not searched for the places: that takes time with the square of their length."""

CONTEXT = 2
"""Words that are quoted before and after those that changed."""


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """A piece as it is printed. `sha256` is that of the manifest: it changes when and only when a face does.

    `front` and `back` are keys of faces. Both are None when only the `sha256` is known; `back` alone is None for a
    piece without a back. `sha256` is "" for a piece that could not be drawn.
    """

    component: str
    id: str
    name: str
    copies: int
    front: str | None
    back: str | None
    sha256: str

    @property
    def address(self) -> Address:
        """Component and id."""
        return self.component, self.id


@dataclass(frozen=True, slots=True)
class Version:
    """All pieces of a game in one state, and as many of their `faces`, by key, as are known.

    `label` is what the user calls the state: a release, a revision, a file; "now" for the present one. `fonts` is the
    folder of those that the faces need beside the installed ones, None for the project's own.
    """

    game: str
    version: str
    label: str
    pieces: Mapping[Address, PrintedPiece]
    faces: Mapping[str, Face]
    fonts: Path | None = None

    @property
    def sides(self) -> dict[PieceSide, str]:
        """The key of the face that each side shows, as far as faces are known; the front of a piece, then its back."""
        return {
            PieceSide(piece.component, piece.id, side): key
            for piece in self.pieces.values()
            for side, key in ((FRONT, piece.front), (BACK, piece.back))
            if key is not None
        }


@dataclass(frozen=True, slots=True)
class SideChange:
    """One side that looks different. `old` and `new` are face keys, None when there is or is known no such face.

    `was` and `now` are the words drawn, of a side whose words differ.
    """

    side: Side
    old: str | None
    new: str | None
    kinds: tuple[Kind, ...]
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PieceChange:
    """A piece before and now. `sides` are those that look different, as far as the old ones are known."""

    old: PrintedPiece
    new: PrintedPiece
    sides: tuple[SideChange, ...] = ()

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """What is different about the piece, in the order in which it is told."""
        found = {kind for side in self.sides for kind in side.kinds}
        return tuple(kind for kind in KINDS if kind in found) or ("face",)

    @property
    def two_sided(self) -> bool:
        """Whether one has to be told which side of the piece looks different."""
        return self.new.back is not None or self.old.back is not None


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that differs, each part in the order of the newer version (`removed` in that of the older).

    The faces of `changed` differ, the number of `copies` does; a piece may be among both. `same` counts the others.
    """

    changed: tuple[PieceChange, ...] = ()
    copies: tuple[PieceChange, ...] = ()
    added: tuple[PrintedPiece, ...] = ()
    removed: tuple[PrintedPiece, ...] = ()
    same: int = 0

    def __bool__(self) -> bool:
        """Say whether anything differs."""
        return bool(self.added or self.removed or self.changed or self.copies)

    def of(self, component: str) -> "Changes":
        """Return those of one component."""
        return Changes(
            tuple(each for each in self.changed if each.new.component == component),
            tuple(each for each in self.copies if each.new.component == component),
            tuple(each for each in self.added if each.component == component),
            tuple(each for each in self.removed if each.component == component),
        )


@dataclass(frozen=True, slots=True)
class GameChanges:
    """What became of one game between two versions of it.

    `titles` are those of its components, by id. `existed` is False when the game is new since then.
    """

    title: str
    titles: Mapping[str, str]
    old: Version
    new: Version
    changes: Changes
    existed: bool = True

    @property
    def since(self) -> str:
        """What the user calls the older version."""
        return self.old.label

    def components(self) -> Iterator[tuple[str, Changes]]:
        """Yield the components in which anything differs, with what does, in the order of the game."""
        every = self.changes
        both = (each.new for each in (*every.changed, *every.copies))
        found = (each.component for each in (*both, *every.added, *every.removed))
        for component in dict.fromkeys((*self.titles, *found)):
            if own := every.of(component):
                yield component, own


# What the drawing of a finished face shows: its words, its pictures, and the rest.

BREAK = "\u00ad"
"""Stands in a word where a line ends with a hyphen: nobody knows whether the hyphen is the word's own."""

_OWN_PREFIX = re.compile(r"""(?:\sid\s*=\s*["']|url\(\s*["']?#|href\s*=\s*["']#)(f[0-9a-f]{8}-)""")
_BOX = ("x", "y", "width", "height", "preserveAspectRatio")
_SILENT = frozenset({"title", "desc", "metadata"})
_WHOLE = frozenset({"svg", "symbol", "use", "image", "text"})
_HREF = ("href", "{http://www.w3.org/1999/xlink}href")


@dataclass(slots=True)
class FaceContent:
    """A drawing taken apart. What is not seen (titles, comments, the ids' own prefix) is left out.

    `words` are in order; `pictures` count what is shown, wherever it lies: nested <svg> elements, which hold the art,
    and icons, which are <symbol>s and their uses. `texts` and `shapes` say where texts and everything else but
    pictures are and how they look. `sequence` is all of it in the order of drawing.
    """

    words: tuple[str, ...] = ()
    pictures: Counter[str] = field(default_factory=Counter)
    texts: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    sequence: list[str] = field(default_factory=list)


def face_content(svg: str) -> FaceContent | None:
    """Return the drawing taken apart, or None when it is no XML that may be read."""
    prefix = _OWN_PREFIX.search(svg)
    try:
        root: Element = fromstring(svg.replace(prefix[1], "") if prefix else svg)
    except (ParseError, DefusedXmlException, ValueError):
        return None
    content = FaceContent()
    lines: list[str] = []
    content.shapes.append(_tag(root))
    for element in _walk(root, _WHOLE):
        if element is None:
            content.sequence.append("</>")
        else:
            _add(element, content, lines)
    content.words = tuple(_words(lines))
    return content


def _walk(top: Element, whole: Container[str] = ()) -> Iterator[Element | None]:
    """Yield what is drawn inside an element, None where one ends; elements of the kinds `whole` are not entered."""
    waiting = [iter(top)]  # no recursion: a drawing may be nested deeper than Python's stack
    while waiting:
        element = next(waiting[-1], None)
        if element is None:
            waiting.pop()
            yield None
        elif _kind(element) not in _SILENT:
            yield element
            if _kind(element) not in whole:
                waiting.append(iter(element))


def _add(element: Element, content: FaceContent, lines: list[str]) -> None:
    """Add what an element shows by itself; inside the kinds _WHOLE, all that it shows."""
    kind = _kind(element)
    if kind == "defs":  # comes and goes with the icons in it
        return
    content.sequence.append(_tag(element))
    if kind in ("svg", "symbol"):
        content.pictures[_picture(element)] += 1
        content.sequence.append(_picture(element))
    elif kind in ("use", "image"):
        shown = next((element.attrib[name] for name in _HREF if name in element.attrib), "")
        content.pictures[shown] += 1
    elif kind == "text":
        lines += _lines(element)
        content.texts += [_tag(each) for each in element.iter()]
        content.sequence += [_tag(each) + (each.text or "") for each in element.iter()]
    else:
        content.shapes.append(_tag(element) + (element.text or "").strip())


def _lines(text: Element) -> list[str]:
    """Return what a <text> says; a <tspan> that says where it stands begins a line of its own."""
    lines = [text.text or ""]
    for part in text.iter():
        if part is not text:
            if {"x", "y", "dy"}.intersection(part.keys()):
                lines.append("")
            lines[-1] += (part.text or "") + (part.tail or "")
    return lines


def _kind(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _tag(element: Element, without: tuple[str, ...] = ()) -> str:
    attributes = sorted(element.attrib.items())
    return f"{_kind(element)} {' '.join(f'{name}={value!r}' for name, value in attributes if name not in without)}"


def _picture(picture: Element) -> str:
    """Return all that is inside a nested <svg> or a <symbol>, wherever it is placed."""
    inside = ("</>" if each is None else _tag(each) + (each.text or "").strip() for each in _walk(picture))
    return "\n".join((_tag(picture, without=_BOX), *inside))


def _words(lines: list[str]) -> Iterator[str]:
    r"""Yield the words of a text's lines; a word broken at the end of a line is put together.

    >>> [*_words(["Rinse the mush-", "rooms  well"])]
    ['Rinse', 'the', 'mush\xadrooms', 'well']
    """
    begun = ""
    for line in lines:
        words = line.split()
        if not words:
            continue
        words[0] = begun + words[0]
        begun = ""
        if len(words[-1]) > 1 and words[-1].endswith(("-", "‐")):
            begun = words.pop()[:-1] + BREAK
        yield from words
    if begun:
        yield begun.replace(BREAK, "-")


def in_a_line(words: Iterable[str]) -> str:
    r"""Return words as one reads them.

    >>> in_a_line(("Rinse", "the", "mush\xadrooms"))
    'Rinse the mushrooms'
    """
    return " ".join(words).replace(BREAK, "")


def same_words(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    r"""Say whether two texts read the same, wherever their lines break.

    >>> same_words(("mush\xadrooms",), ("mushrooms",)), same_words(("two\xadfold",), ("two-fold",))
    (True, True)
    >>> same_words(("resent",), ("re-sent",))
    False
    """

    def same(one: str, other: str) -> bool:
        if BREAK not in one:
            one, other = other, one
        pattern = "[-\u00ad]?".join(re.escape(part) for part in one.split(BREAK))
        return any(re.fullmatch(pattern, each) for each in (other, other.replace(BREAK, "")))

    return len(old) == len(new) and all(a == b or same(a, b) for a, b in zip(old, new, strict=True))


# Two versions compared.


def compare(old: Version, new: Version) -> Changes:
    """Return what became of each piece from `old` to `new`, two versions of one game.

    A piece's place in its file does not matter. What an old face showed is told only where `old.faces` has it.
    """

    @cache  # a back that a whole deck shares is compared once
    def side_change(side: Side, before: str | None, after: str | None) -> SideChange:
        if before == after:
            return SideChange(side, before, after, ())
        faces = (old.faces.get(before or ""), new.faces.get(after or ""))
        contents = [face_content(face.svg) if face is not None else None for face in faces]
        return _side_change(SideChange(side, before, after, ("face",)), *contents)

    def change(before: PrintedPiece, after: PrintedPiece) -> PieceChange | None:
        """Return how the faces of a piece differ, None when one sees no difference."""
        if before.sha256 == after.sha256 != "":
            return None
        if before.front is None or after.front is None:
            return PieceChange(before, after)
        sides = (
            side_change("front", before.front, after.front),
            side_change("back", before.back, after.back),
        )
        seen = tuple(side for side in sides if side.kinds)
        return PieceChange(before, after, seen) if seen else None

    both = [(old.pieces[key], piece) for key, piece in new.pieces.items() if key in old.pieces]
    found = [(before, after, change(before, after)) for before, after in both]
    return Changes(
        changed=tuple(each for _, _, each in found if each is not None),
        copies=tuple(PieceChange(was, now) for was, now in both if was.copies != now.copies),
        added=tuple(piece for key, piece in new.pieces.items() if key not in old.pieces),
        removed=tuple(piece for key, piece in old.pieces.items() if key not in new.pieces),
        same=sum(each is None and was.copies == now.copies for was, now, each in found),
    )


def _side_change(side: SideChange, old: FaceContent | None, new: FaceContent | None) -> SideChange:
    """Return the side with what its drawings tell of the difference, if both are known."""
    if old is None or new is None:
        return side
    text, art = not same_words(old.words, new.words), old.pictures != new.pictures
    layout = old.shapes != new.shapes
    if not art and not text:  # other words and other pictures bring other places with them
        layout |= old.sequence != new.sequence
    elif not text:
        layout |= old.texts != new.texts
    kinds = tuple(kind for kind, differs in zip(KINDS, (text, art, layout), strict=False) if differs)
    was, now = (old.words, new.words) if text else ((), ())
    return replace(side, kinds=kinds, was=was, now=now)


@dataclass(frozen=True, slots=True)
class WordChange:
    """A place in a text where other words stand: those before it, the old ones, the new ones, those after it."""

    before: str
    was: str
    now: str
    after: str


def word_changes(side: SideChange) -> tuple[WordChange, ...]:
    """Return the places in which the words of a side differ; one for all of it when there are many.

    >>> word_changes(SideChange("front", "a", "b", ("text",), ("pay", "2", "coins"), ("pay", "3", "coins")))
    (WordChange(before='pay', was='2', now='3', after='coins'),)
    """
    old, new = ([word.replace(BREAK, "") for word in words] for words in (side.was, side.now))
    found = list(_places(old, new)) if len(old) + len(new) <= MOST_WORDS else None
    if found is None or len(found) > MOST_PLACES:
        return (WordChange("", plain(" ".join(old)), plain(" ".join(new)), ""),)
    return tuple(found)


def _places(old: list[str], new: list[str]) -> Iterator[WordChange]:
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            before = ("… " if c > CONTEXT else "") + " ".join(new[max(0, c - CONTEXT) : c])
            after = " ".join(new[d : d + CONTEXT]) + (" …" if d + CONTEXT < len(new) else "")
            yield WordChange(
                plain(before), plain(" ".join(old[a:b])), plain(" ".join(new[c:d])), plain(after)
            )


def plain(text: str) -> str:
    r"""Return a text without characters that would move the cursor of a terminal or break the line.

    >>> plain("a\x1b[31m\n")
    'a [31m '
    """
    return "".join(" " if category(letter) in ("Cc", "Cf", "Zl", "Zp") else letter for letter in text)
