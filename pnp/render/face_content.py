"""The content of a finished face: its words, its pictures, and the rest."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException

from pnp.files import read_xml
from pnp.svg.reader.notes import kind_of, link_of

BREAK = "\u00ad"  # In a word where a line ends with a hyphen, maybe the word's own.
_OWN_PREFIX = re.compile(r"""(?:\sid\s*=\s*["']|url\(\s*["']?#|href\s*=\s*["']#)(f[0-9a-f]{8}-)""")
_BOX = ("x", "y", "width", "height", "preserveAspectRatio")
_WHOLE = frozenset({"svg", "symbol", "use", "image", "text"})


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
        root = read_xml(svg.replace(prefix[1], "") if prefix else svg)
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
    waiting = [iter(top)]  # no recursion: a drawing may be nested deeper than Python's stack
    while waiting:
        element = next(waiting[-1], None)
        if element is None:
            waiting.pop()
            yield None
        elif kind_of(element) not in {"title", "desc", "metadata"}:
            yield element
            if kind_of(element) not in whole:
                waiting.append(iter(element))


def _add(element: Element, content: FaceContent, lines: list[str]) -> None:
    kind = kind_of(element)
    if kind == "defs":  # comes and goes with the icons in it
        return
    content.sequence.append(_tag(element))
    if kind in ("svg", "symbol"):
        content.pictures[_picture(element)] += 1
        content.sequence.append(_picture(element))
    elif kind in ("use", "image"):
        content.pictures[link_of(element)] += 1
    elif kind == "text":
        # A <tspan> that says where it stands begins a line of its own.
        said = [element.text or ""]
        for part in element.iter():
            if part is not element:
                if {"x", "y", "dy"}.intersection(part.keys()):
                    said.append("")
                said[-1] += (part.text or "") + (part.tail or "")
        lines += said
        content.texts += [_tag(child) for child in element.iter()]
        content.sequence += [_tag(child) + (child.text or "") for child in element.iter()]
    else:
        content.shapes.append(_tag(element) + (element.text or "").strip())


def _tag(element: Element, without: tuple[str, ...] = ()) -> str:
    attributes = sorted(element.attrib.items())
    return f"{kind_of(element)} {' '.join(f'{name}={value!r}' for name, value in attributes if name not in without)}"


def _picture(picture: Element) -> str:
    inside = (
        "</>" if child is None else _tag(child) + (child.text or "").strip() for child in _walk(picture)
    )
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
        return any(re.fullmatch(pattern, form) for form in (other, other.replace(BREAK, "")))

    return len(old) == len(new) and all(a == b or same(a, b) for a, b in zip(old, new, strict=True))
