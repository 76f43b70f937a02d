"""Reading a finished face the way the renderer will, to catch what it would get wrong without a word.

Every renderer drops what it does not know in silence: a font that is not there, a CSS variable, a link.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape
from typing import NamedTuple
from xml.parsers import expat

from pnp.render.fonts import FontBook, FontFile, asked_for

# What SVG can say and the renderers drop or misdraw without a word, with what to write instead.

_STILL = "paper does not move"
_EFFECT = "filters print as coarse pixels; draw the shadow or glow as a shape"

ELEMENTS: Mapping[str, str] = {
    "foreignObject": "set text with fit(), draw the rest with SVG shapes",
    "script": "a card cannot run anything",
    "style": "write colours and widths as attributes; a stylesheet would reach into other parts of the card",
    **dict.fromkeys(("animate", "animateMotion", "animateTransform", "set", "audio", "video"), _STILL),
    "iframe": "draw it with SVG shapes",
    "filter": _EFFECT,
}

_NAMES = (
    "a circle clipPath defs desc ellipse g image line linearGradient marker mask metadata path pattern "
    "polygon polyline radialGradient rect stop svg switch symbol text textPath title tref tspan use view"
)
_KNOWN = frozenset(_NAMES.split())
"""The elements of SVG. Another one without a prefix would be one of HTML where a browser shows the drawing in a page."""

_ATTRIBUTES: Mapping[str, str] = {
    "transform-origin": "write rotate(angle x y) instead",
    "vector-effect": "give the line the width it should have",
    "direction": 'use text-anchor="end"',
    "font-kerning": "it is ignored when printing",
    "font-feature-settings": "it is ignored when printing",
    "filter": _EFFECT,
    "font": "write font-family, font-size and font-weight one by one",
}
_NOTABLE = frozenset({"id", "href", "style", "spreadMethod"})
_PLAIN_VALUES = frozenset({"none", "normal", "auto", "ltr", "inherit", "initial"})
_VALUES: Mapping[str, str] = {
    "var(": "write the colour itself, or palette.name",
    "expression(": "write the value itself",
    "@import": "write the values as attributes",
}
INLINE_IMAGE = re.compile(r"data:image/(?:png|jpeg|jpg);base64,", re.IGNORECASE)
"""The only link to a picture that works: the picture itself."""

OUTSIDE = re.compile(r"url\(\s*+['\"]?+(?!#)", re.IGNORECASE)
REFERENCE = re.compile(r"url\(\s*+['\"]?+#([^()'\"\s]++)['\"]?+\s*+\)", re.IGNORECASE)


class Feature(NamedTuple):
    """What does not print, and what to do instead."""

    message: str
    hint: str


def declarations(style: str) -> Iterator[tuple[str, str]]:
    """Yield the properties of a style attribute with their values.

    >>> list(declarations("fill: none; stroke:#000;"))
    [('fill', 'none'), ('stroke', '#000')]
    """
    for declaration in style.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip(), value.strip()


def references(value: str) -> list[str]:
    """Return the ids that an attribute's value points to.

    >>> references("url(#sky)"), references("url('#sky') #eee")
    (['sky'], ['sky'])
    """
    return REFERENCE.findall(value) if "(" in value else []


def faults(key: str, value: str) -> Iterable[Feature]:
    """Return what an attribute, or one property of a style, asks for in vain."""
    return tuple(_faults(key, value)) if may_matter(key, value) else ()


def may_matter(key: str, value: str) -> bool:
    """Say whether an attribute can have faults, an id or a reference: few of the hundreds on a card do."""
    return "(" in value or "@" in value or "\\" in value or _is_notable(key)


@lru_cache(maxsize=1024)
def _is_notable(key: str) -> bool:
    name = _parts(key).name
    return name in _NOTABLE or name in _ATTRIBUTES or name[:2].lower() == "on"


def _faults(key: str, value: str) -> Iterator[Feature]:
    if key == "style":
        for name, each in declarations(value):
            yield from faults(name, each)
    elif key in _ATTRIBUTES:
        if value not in _PLAIN_VALUES:
            yield Feature(f"the attribute {key} does not print", _ATTRIBUTES[key])
    elif key == "spreadMethod":
        if value != "pad":
            yield Feature(f'spreadMethod="{value}" differs between readers', "repeat the stops instead")
    elif key[:2].lower() == "on":
        yield Feature(f"the attribute {key} runs a script", "a card cannot run anything")
    else:
        yield from _in_value(key, value)


def _in_value(key: str, value: str) -> Iterator[Feature]:
    # A backslash escapes letters in CSS, so that "\75rl(" is a link no reader of the file would see.
    if OUTSIDE.search(value) or "\\" in value:
        message = f'{key}="{value[:50]}" reaches outside the drawing'
        yield Feature(message, "only url(#name) of the same drawing may be used")
    for feature, hint in _VALUES.items():
        if feature in value:
            yield Feature(f"{feature.rstrip('(')} in {key} does not print", hint)


SVG = "http://www.w3.org/2000/svg"


class Fault(NamedTuple):
    """One finding in a face; `words` are what to look for in the template."""

    code: str
    message: str
    hint: str
    words: str = ""


class Reading(NamedTuple):
    """What a face holds: its faults, each once, in order of appearance, and the fonts its letters are in."""

    faults: tuple[Fault, ...]
    fonts: frozenset[FontFile]


class KnownPart(NamedTuple):
    """Part of a drawing that was checked before and holds no letters: the ids it defines, and those that it points to."""

    text: str
    ids: frozenset[str] = frozenset()
    references: frozenset[str] = frozenset()


_FONT_KEYS = frozenset({"font-family", "font-weight", "font-style"})
_SAYS_FONTS = _FONT_KEYS | {"style"}
_MARK = "known"
"""The XML instruction that stands for a known part while a drawing is read."""


_NO_ELEMENT = re.compile(r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(.*?)\]\]>", re.DOTALL)


def without_comments(svg: str) -> str:
    """Return a drawing without comments and instructions, which a browser may take for elements of a page.

    >>> without_comments("<svg><!-- a --><?b?><text><![CDATA[1 < 2]]></text></svg>")
    '<svg><text>1 &lt; 2</text></svg>'
    """
    if "<!" in svg or "<?" in svg:
        svg = _NO_ELEMENT.sub(lambda found: escape(found[1] or "", quote=False), svg)
    return svg.strip()


@lru_cache(maxsize=64)
def lint(svg: str, fonts: FontBook, known: frozenset[KnownPart] = frozenset()) -> Reading:
    """Return what a face holds. A drawing that is no SVG at all has that one fault, PNP304.

    What is `known`, such as a picture, is not read again, unless the whole is no XML. The few backs of a
    deck are drawn again for each of its cards; each is read once.
    """
    if known:
        ordered = _longest_first(known)
        reading = _read(without_parts(svg, known), fonts, {str(n): part for n, part in enumerate(ordered)})
        if all(fault.code != "PNP304" for fault in reading.faults):
            return reading
    return _read(svg, fonts, {})


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


def _read(svg: str, fonts: FontBook, parts: Mapping[str, KnownPart]) -> Reading:
    reader = _Reader(fonts, parts)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.namespace_prefixes = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.ProcessingInstructionHandler = reader.part
    try:
        parser.Parse(svg.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        return Reading((_malformed(svg, error, reader.open),), frozenset())
    except _Foreign as error:
        return Reading((error.fault,), frozenset())
    reader.finish()
    return Reading(tuple(dict.fromkeys(reader.faults)), frozenset(reader.used))


def _malformed(svg: str, error: expat.ExpatError, still_open: list[str]) -> Fault:
    lines = svg.split("\n")
    line = lines[min(error.lineno, len(lines)) - 1]
    near = line[max(0, error.offset - 30) : error.offset + 30].strip()
    near = near[max(0, near.find("<")) :]
    what = expat.errors.messages[error.code]
    if what == "mismatched tag":
        what = f"<{still_open[-1]}> is not closed"
    message = f"the drawing is not well-formed XML: {what}" + (f", near {near}" if near else "")
    return Fault("PNP304", message, "close every tag, and quote every attribute")


class _Foreign(Exception):
    """The drawing is XML, but no SVG."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class _Reader:
    def __init__(self, fonts: FontBook, parts: Mapping[str, KnownPart]) -> None:
        self._fonts = fonts
        self._parts = parts
        self._styles: list[dict[str, str]] = []
        self._ids: set[str] = set()
        self._references: dict[str, None] = {}
        self._in_text = 0
        self.open: list[str] = []
        self.faults: list[Fault] = []
        self.used: set[FontFile] = set()

    def doctype(self, name: str, *_: object) -> None:
        fault = Fault(
            "PNP304", f"the drawing has a <!DOCTYPE {name}>", "leave it out; SVG needs none", "<!DOCTYPE"
        )
        raise _Foreign(fault)

    def part(self, target: str, number: str) -> None:
        if target == _MARK and number in self._parts:
            self._ids |= self._parts[number].ids
            self._references |= dict.fromkeys(sorted(self._parts[number].references))

    def start(self, full_name: str, attributes: dict[str, str]) -> None:
        called = _parts(full_name)
        if not self._styles and (called.namespace, called.name) != (SVG, "svg"):
            hint = 'begin the template with {% extends "base/card.svg.j2" %}'
            message = f'the drawing begins with <{called.name}>, not with <svg xmlns="{SVG}">'
            raise _Foreign(Fault("PNP304", message, hint))
        if not called.is_drawn:
            self.faults.append(_of_element(called.name))
        for key, value in attributes.items():
            if "(" in value or "@" in value or "\\" in value or _is_notable(key):
                self._attribute(called.name, _parts(key).name, value)
        inherited = self._styles[-1] if self._styles else {}
        if not _SAYS_FONTS.isdisjoint(attributes):
            inherited = {**inherited, **_font_properties(attributes)}
        self._styles.append(inherited)
        self._in_text += called.name == "text"
        self.open.append(called.name)

    def end(self, _full_name: str) -> None:
        self._styles.pop()
        self._in_text -= self.open.pop() == "text"

    def text(self, data: str) -> None:
        if not self._in_text or not data.strip():
            return
        style = self._styles[-1]
        family, wanted = asked_for(style)
        font = self._fonts.find(family, wanted)
        if font is None:
            self.faults.append(Fault("PNP306", *self._fonts.explain(family, wanted), family or "<text"))
            return
        self.used.add(font)
        if missing := font.missing(data):
            self.faults.append(Fault("PNP307", *self._fonts.explain_glyphs([family], missing), missing))

    def finish(self) -> None:
        for name in self._references:
            if name not in self._ids:
                message = f'the drawing uses "#{name}", which it does not define'
                self.faults.append(Fault("PNP305", message, "check the id", f"#{name}"))

    def _attribute(self, element: str, key: str, value: str) -> None:
        if key == "id":
            self._ids.add(value)
        elif key == "href":
            self._href(element, value)
        else:
            for name in references(value):
                self._references[name] = None
            for each in faults(key, value):
                self.faults.append(Fault("PNP305", *each, key))

    def _href(self, element: str, value: str) -> None:
        if value.startswith("#"):
            self._references[value[1:]] = None
        elif not (element == "image" and INLINE_IMAGE.match(value)):
            message = f'a link to "{value[:50]}" is not followed'
            self.faults.append(Fault("PNP305", message, "use picture() for art", value[:50]))


class _Name(NamedTuple):
    """The name of an element or an attribute, and the namespace it is in, if any; `is_drawn` of those that are elements."""

    namespace: str
    name: str
    is_drawn: bool


@lru_cache(maxsize=1024)
def _parts(full_name: str) -> _Name:
    if " " not in full_name:
        namespace, name, prefix = "", full_name, ""
    else:
        namespace, name, *more = full_name.split(" ")
        prefix = "".join(more)
    known = bool(prefix) or name in _KNOWN or name.startswith("fe")
    return _Name(namespace, name, known and name not in ELEMENTS)


def _of_element(name: str) -> Fault:
    if name in ELEMENTS:
        return Fault("PNP305", f"<{name}> does not print", ELEMENTS[name], f"<{name}")
    return Fault("PNP305", f"<{name}> is no element of SVG", "draw it with shapes of SVG", f"<{name}")


def _font_properties(attributes: dict[str, str]) -> dict[str, str]:
    """Return what the attributes say about fonts; what is written inside a style attribute wins."""
    if "style" in attributes:
        attributes = {**attributes, **dict(declarations(attributes["style"]))}
    return {key: attributes[key] for key in _FONT_KEYS & attributes.keys()}
