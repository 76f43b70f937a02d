"""Find the features of a finished face that the renderer would silently get wrong.

Every renderer drops what it does not know in silence: a font that is not there, a CSS variable, a link.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from xml.parsers import expat

from pnp.model.diagnostics import Fault
from pnp.model.limits import USUAL_LIMITS
from pnp.svg.vocabulary import (
    ATTRIBUTES,
    ELEMENTS,
    FONT_KEYS,
    INLINE_IMAGE,
    SVG,
    SvgWriter,
    faults,
    font_properties,
    may_matter,
    references,
    written_attributes,
)
from pnp.typesetting.fonts import FontBook, FontFile, Style, asked_for


class Reading(NamedTuple):
    """What a face holds: its faults, each once, in order of appearance, and the fonts its letters are in.

    `svg` is the drawing written from what was read: all of it that a drawing may hold, "" for what is no drawing.
    """

    faults: tuple[Fault, ...]
    fonts: frozenset[FontFile]
    svg: str = ""


class KnownPart(NamedTuple):
    """Part of a drawing that was checked before and holds no letters: the ids it defines, and those that it points to."""

    text: str
    ids: frozenset[str] = frozenset()
    references: frozenset[str] = frozenset()


_SAYS_FONTS = FONT_KEYS | {"style"}
_WORDS = frozenset({"title", "desc"})  # Hold words; browsers take elements in there for HTML.
_XLINK, _XML = "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"
_OF_PAGES = frozenset({"http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"})
_MARK = "known"  # The XML instruction that stands for a known part while a drawing is read.


@lru_cache(maxsize=64)
def lint(
    svg: str, fonts: FontBook, known: frozenset[KnownPart] = frozenset(), *, filters: bool = False
) -> Reading:
    """Return what a face holds. A drawing that is no SVG at all has that one fault, PNP304.

    What is `known`, such as a picture, is not read again, unless the whole is no XML. The few backs of a
    deck are drawn again for each of its cards; each is read once. `filters` may be in what a drawing program saved.
    """
    if known:
        ordered = _longest_first(known)
        svg = svg.replace(f"<?{_MARK}", "<?other")  # a drawing does not say itself where parts are
        parts = {str(n): part for n, part in enumerate(ordered)}
        reading = _read(without_parts(svg, known), fonts, parts, filters=filters)
        if all(fault.code != "PNP304" for fault in reading.faults):
            return reading
    return _read(svg, fonts, {}, filters=filters)


@lru_cache(maxsize=4)
def without_parts(svg: str, known: frozenset[KnownPart]) -> str:
    """Return a drawing with an XML instruction in the place of each part that is known."""
    for number, part in enumerate(_longest_first(known)):
        svg = _replaced(svg, part.text, f"<?{_MARK} {number}?>") if part.text else svg
    return svg


def _longest_first(known: frozenset[KnownPart]) -> list[KnownPart]:
    return sorted(known, key=lambda part: (-len(part.text), part.text))


def _replaced(svg: str, part: str, mark: str) -> str:
    """Return `svg` with the mark for each such part. Python studies a long part before it looks for it; most occur once."""
    begin = part[:64]
    at = svg.find(begin)
    if at < 0:
        return svg
    end = at + len(part)
    if svg.startswith(part, at) and svg.find(begin, end) < 0:
        return f"{svg[:at]}{mark}{svg[end:]}"
    return svg.replace(part, mark)


def _read(svg: str, fonts: FontBook, parts: Mapping[str, KnownPart], *, filters: bool) -> Reading:
    reader = _Reader(fonts, parts, filters=filters)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.namespace_prefixes = parser.ordered_attributes = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.ProcessingInstructionHandler = reader.part
    try:
        parser.Parse(svg.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        lines = svg.split("\n")
        line = lines[min(error.lineno, len(lines)) - 1]
        near = line[max(0, error.offset - 30) : error.offset + 30].strip()
        near = near[max(0, near.find("<")) :]
        what = expat.errors.messages[error.code]
        if what == "mismatched tag":
            what = f"<{reader.open[-1]}> is not closed"
        message = f"the drawing is not well-formed XML: {what}" + (f", near {near}" if near else "")
        return Reading((Fault("PNP304", message, "close every tag, and quote every attribute"),), frozenset())
    except _Foreign as error:
        return Reading(error.args, frozenset())
    reader.finish()
    return Reading(tuple(dict.fromkeys(reader.faults)), frozenset(reader.used), reader.writer.svg)


class _Foreign(Exception):
    """The drawing is XML, but no SVG: its only argument is the fault."""


class _Reader:
    def __init__(self, fonts: FontBook, parts: Mapping[str, KnownPart], *, filters: bool) -> None:
        self._filters = filters
        self._fonts = fonts
        self._parts = parts
        self._styles: list[tuple[tuple[str, str], ...]] = []
        self._ids: set[str] = set()
        self._references: dict[str, None] = {}
        self._in_text = 0
        self._left_out = 0  # so many elements are open in one that is not written, itself included
        self.open: list[str] = []
        self.faults: list[Fault] = []
        self.used: set[FontFile] = set()
        self.writer = SvgWriter()

    def doctype(self, name: str, *_: object) -> None:
        message, hint = f"the drawing has a <!DOCTYPE {name}>", "leave it out; SVG needs none"
        raise _Foreign(Fault("PNP304", message, hint, words="<!DOCTYPE"))

    def part(self, target: str, number: str) -> None:
        in_drawing = self.open and not self._left_out and self.open[-1] not in _WORDS
        if in_drawing and target == _MARK and number in self._parts:
            self._ids |= self._parts[number].ids
            self._references |= dict.fromkeys(sorted(self._parts[number].references))
            self.writer.part(self._parts[number].text)

    def start(self, full_name: str, given: list[str]) -> None:
        """Take an element; its attributes are `given` as name, value, name, value."""
        called, around = _parts(full_name), self.open[-1] if self.open else ""
        if not around and (called.namespace, called.name) != (SVG, "svg"):
            hint = 'begin the template with {% extends "base/card.svg.j2" %}'
            message = f'the drawing begins with <{called.name}>, not with <svg xmlns="{SVG}">'
            raise _Foreign(Fault("PNP304", message, hint))
        self.open.append(called.name)
        if len(self.open) > _DEEPEST:
            message = f"its groups are nested more than {_DEEPEST} deep"
            raise _Foreign(Fault("PNP476", message, "leave some out"))
        is_drawn = called.is_drawn or (self._filters and called.name == "filter" and called.namespace == SVG)
        if self._left_out or around in _WORDS or not is_drawn:
            self._leave_out(called, given)
            return
        place = ""
        if called.name == "text":
            self._in_text += 1
            x_name, x, y_name, y = given[:4] if len(given) >= 4 else ("",) * 4
            if (x_name, y_name) == ("x", "y") and _NUMBER.fullmatch(x) and _NUMBER.fullmatch(y):
                place, given = f' x="{x}" y="{y}"', given[4:]
        is_short = sum(map(len, given)) < MOST_REMEMBERED
        tag = (_known_tag if is_short else _Tag)(called.name, tuple(given), self._filters)
        if tag.is_special:
            self._ids |= tag.ids
            self._references |= tag.references
            self.faults += tag.faults
        inherited = self._styles[-1] if self._styles else ()
        if tag.fonts:
            inherited = tuple((dict(inherited) | dict(tag.fonts)).items()) if inherited else tag.fonts
        self._styles.append(inherited)
        self.writer.start(called.name, place + tag.written)

    def _leave_out(self, called: "_Name", given: list[str]) -> None:
        """Do not write an element and what is in it; say so once, unless it only speaks to editors."""
        if not self._left_out and not called.is_silent:
            name, reason = called.name, ELEMENTS.get(called.name)
            fact = f"<{name}> does not print" if reason else f"<{name}> is not an SVG element"
            self.faults.append(
                Fault("PNP305", fact, reason or "draw it with shapes of SVG", words=f"<{name}")
            )
        self._left_out += 1
        self._ids.add(_paired(given).get("id", ""))

    def end(self, _full_name: str) -> None:
        name = self.open.pop()
        if self._left_out:
            self._left_out -= 1
            return
        self._styles.pop()
        self._in_text -= name == "text"
        self.writer.end(name)

    def text(self, data: str) -> None:
        if self._left_out:
            return
        self.writer.text(data)
        if not self._in_text or data.isspace():
            return
        family, wanted = _asked_for(self._styles[-1])
        font = self._fonts.find(family, wanted)
        if font is None:
            self.faults.append(Fault("PNP306", *self._fonts.explain(family, wanted), words=family or "<text"))
            return
        self.used.add(font)
        if missing := font.missing(data):
            self.faults.append(Fault("PNP307", *self._fonts.explain_glyphs([family], missing), words=missing))

    def finish(self) -> None:
        for name in self._references:
            if name not in self._ids:
                message = f'the drawing uses "#{name}", which it does not define'
                self.faults.append(Fault("PNP305", message, "check the id", words=f"#{name}"))


class _Tag:
    """An element as its tag says it: the attributes that are kept, as they are written, and what is found in them."""

    def __init__(self, name: str, given: tuple[str, ...], filters: bool) -> None:  # noqa: FBT001
        self._filters = filters
        attributes = _paired(given)
        self.kept = dict(attributes)
        self.ids: set[str] = set()
        self.references: dict[str, None] = {}
        self.faults: list[Fault] = []
        self.fonts = () if _SAYS_FONTS.isdisjoint(self.kept) else tuple(font_properties(self.kept).items())
        for key, value in attributes.items():
            if " " in key or may_matter(key, value):
                self._attribute(name, key)
        self.written = written_attributes(name, self.kept)
        self.is_special = bool(self.ids or self.references or self.faults)

    def _attribute(self, element: str, full_key: str) -> None:
        value, key = self.kept[full_key], _own_key(full_key)
        if key != full_key:
            del self.kept[full_key]
            if not key:
                return
            self.kept.setdefault(key, value)
        reported: Iterable[Fault] = ()
        if key == "id":
            self.ids.add(value)
        elif key == "href":
            reported = self._href(element, value)
        else:
            self.references |= dict.fromkeys(references(value))
            # A link inside a value is one fault.
            asked = faults("fill" if self._filters and key == "filter" else key, value)
            reported = [Fault("PNP305", *fault, words=key) for fault in asked]
        self.faults += reported
        if reported and key != "style":  # of a style the other properties stay
            del self.kept[key]

    def _href(self, element: str, value: str) -> list[Fault]:
        if value.startswith("#") and element != "image":
            self.references[value[1:]] = None
        elif not (element == "image" and INLINE_IMAGE.match(value)):
            message = f'a link to "{value[:50]}" is not followed'
            return [Fault("PNP305", message, "use picture() for art", words=value[:50])]
        return []


_DEEPEST = USUAL_LIMITS.depth
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def _paired(given: Sequence[str]) -> dict[str, str]:
    return dict(zip(given[::2], given[1::2], strict=True))


_known_tag = lru_cache(maxsize=4096)(_Tag)  # Most elements of a card are on others too.
MOST_REMEMBERED = 10_000  # Letters: a longer element may hold a picture.


@lru_cache(maxsize=1024)
def _asked_for(properties: tuple[tuple[str, str], ...]) -> tuple[str, Style]:
    return asked_for(dict(properties))


@lru_cache(maxsize=1024)
def _own_key(full_name: str) -> str:
    """Return the name of an attribute as it is written, "" for one of another language."""
    if " " not in full_name:
        return full_name
    namespace, name, *_ = full_name.split(" ")
    return "href" if (namespace, name) == (_XLINK, "href") else f"xml:{name}" if namespace == _XML else ""


class _Name(NamedTuple):
    """The name of an element and the namespace it is in, if any; `is_silent` of those that only speak to editors."""

    namespace: str
    name: str
    is_drawn: bool
    is_silent: bool


@lru_cache(maxsize=1024)
def _parts(full_name: str) -> _Name:
    namespace, name, prefix = (*full_name.split(" "), "")[:3] if " " in full_name else ("", full_name, "")
    is_drawn = namespace == SVG and name in ATTRIBUTES and name not in ELEMENTS
    is_editors = bool(prefix) and namespace not in (SVG, *_OF_PAGES)
    return _Name(namespace, name, is_drawn, is_silent=is_drawn or is_editors or name == "metadata")
