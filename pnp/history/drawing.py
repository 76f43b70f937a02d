"""What a finished drawing shows, told apart: its words, its pictures, and the rest.

Pictures are what the pen puts into nested <svg> elements, and the icons: <symbol>s and their uses.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

BREAK = "\u00ad"
"""Stands in a word where a line ends with a hyphen: nobody knows whether the hyphen is the word's own."""

_OWN_PREFIX = re.compile(r"""(?:\sid\s*=\s*["']|url\(\s*["']?#|href\s*=\s*["']#)(f[0-9a-f]{8}-)""")
_BOX = ("x", "y", "width", "height", "preserveAspectRatio")
_SILENT = frozenset({"title", "desc", "metadata"})
_HREF = ("href", "{http://www.w3.org/1999/xlink}href")


@dataclass(slots=True)
class Drawing:
    """A drawing taken apart. What is not seen (titles, comments, the ids' own prefix) is left out.

    `words` are in order; `pictures` count what is shown, wherever it lies. `letters`, `boxes` and `shapes` say where
    texts, pictures and everything else are and how they look. `whole` is all of it in the order of drawing.
    """

    words: tuple[str, ...] = ()
    pictures: Counter[str] = field(default_factory=Counter)
    letters: list[str] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    whole: list[str] = field(default_factory=list)


def read(svg: str) -> Drawing | None:
    """Return the drawing taken apart, or None when it is no XML that may be read."""
    prefix = _OWN_PREFIX.search(svg)
    try:
        root: Element = fromstring(svg.replace(prefix[1], "") if prefix else svg)
    except (ParseError, DefusedXmlException, ValueError):
        return None
    drawing = Drawing()
    lines: list[str] = []
    _look(root, drawing, lines)
    drawing.words = _words(lines)
    return drawing


def _look(root: Element, drawing: Drawing, lines: list[str]) -> None:
    drawing.shapes.append(_tag(root))
    waiting = [iter(root)]  # no recursion: a drawing may be nested deeper than Python's stack
    while waiting:
        element = next(waiting[-1], None)
        if element is None:
            waiting.pop()
            drawing.whole.append("</>")
            continue
        kind = _kind(element)
        if kind in _SILENT:
            continue
        if kind == "defs":  # comes and goes with the icons in it
            waiting.append(iter(element))
            continue
        drawing.whole.append(_tag(element))
        if kind in ("svg", "symbol"):
            box = [f"{name}={element.get(name)}" for name in _BOX]
            drawing.boxes.append(" ".join(box))
            drawing.pictures[_picture(element)] += 1
            drawing.whole.append(_picture(element))
        elif kind in ("use", "image"):
            shown = next((element.attrib[name] for name in _HREF if name in element.attrib), "")
            drawing.pictures[shown] += 1
            drawing.boxes.append(_tag(element, without=_HREF))
        elif kind == "text":
            lines += _lines(element)
            drawing.letters += [_tag(each) for each in element.iter()]
            drawing.whole += [_tag(each) + (each.text or "") for each in element.iter()]
        else:
            text = (element.text or "").strip()
            drawing.shapes.append(_tag(element) + text)
            waiting.append(iter(element))


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
    return f"{_kind(element)} {_attributes(element.attrib, without)}"


def _attributes(attributes: Mapping[str, str], without: tuple[str, ...] = ()) -> str:
    return " ".join(f"{name}={value!r}" for name, value in sorted(attributes.items()) if name not in without)


def _picture(picture: Element) -> str:
    """Return all that is inside a nested <svg> or a <symbol>, wherever it is placed."""
    inside = [_tag(picture, without=_BOX)]
    waiting = [iter(picture)]
    while waiting:
        element = next(waiting[-1], None)
        if element is None:
            waiting.pop()
            inside.append("</>")
        elif _kind(element) not in _SILENT:
            inside.append(_tag(element) + (element.text or "").strip())
            waiting.append(iter(element))
    return "\n".join(inside)


def _words(lines: list[str]) -> tuple[str, ...]:
    r"""Return the words of a text's lines; a word broken at the end of a line is put together.

    >>> _words(["Rinse the mush-", "rooms  well"])
    ('Rinse', 'the', 'mush\xadrooms', 'well')
    """
    return tuple(_joined(lines))


def _joined(lines: list[str]) -> Iterator[str]:
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


def same_words(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    r"""Say whether two texts read the same, wherever their lines break.

    >>> same_words(("mush\xadrooms",), ("mushrooms",)), same_words(("two\xadfold",), ("two-fold",))
    (True, True)
    >>> same_words(("resent",), ("re-sent",))
    False
    """
    return old == new or (
        len(old) == len(new) and all(a == b or _alike(a, b) for a, b in zip(old, new, strict=True))
    )


def _alike(one: str, other: str) -> bool:
    """Say whether two words are the same when each BREAK is taken for a hyphen or for nothing."""
    if BREAK not in one:
        one, other = other, one
    pattern = "[-\u00ad]?".join(re.escape(part) for part in one.split(BREAK))
    return (
        re.fullmatch(pattern, other) is not None
        or re.fullmatch(pattern, other.replace(BREAK, "")) is not None
    )
