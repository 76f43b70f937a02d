"""The permitted elements, attributes, properties and functions of SVG, what to write instead of others, and the writer.

Every renderer drops what it does not know in silence, and a browser may do more with it than draw.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from xml.etree.ElementTree import Element

from pnp.files import read_package
from pnp.text import escaped

SVG = "http://www.w3.org/2000/svg"
_WORDS = json.loads(read_package("pnp.svg", "vocabulary.json"))

# What SVG can say and the renderers drop or misdraw without a word, with what to write instead.

ELEMENTS: Mapping[str, str] = _WORDS["refused_elements"]
NOT_PRINTED: Mapping[str, str] = _WORDS["not_printed"]
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

# What a drawing holds that pnp writes or shows; whatever is not named is left out.

DRAWN = frozenset(_WORDS["drawn"])  # How a thing looks, as the reader writes it into attributes.
PROPERTIES = DRAWN | frozenset(_WORDS["not_read"])  # How a thing looks, as an attribute or in a style.
_ON_EVERY_ELEMENT = PROPERTIES | frozenset(_WORDS["on_every_element"])
ATTRIBUTES: Mapping[str, frozenset[str]] = {
    name: _ON_EVERY_ELEMENT | frozenset(names.split()) for name, names in _WORDS["elements"].items()
}
"""Every element of a drawing, with the attributes it may have beside those that begin with `data-` or `aria-`."""

FILTERS = frozenset({"filter", *(name for name in ATTRIBUTES if name.startswith("fe"))})
"""The elements of filters that the renderer draws; those that bring in pictures are not among them."""

_FUNCTIONS = frozenset(_WORDS["functions"])  # Allowed in a value; whatever else might fetch a file.
_CALLED = re.compile(r"([\w-]++)\(")
_OF_NO_LOOK = frozenset({"class", "d", "font-family", "id", "lang", "points", "role"})
"""Attributes that are words or numbers, in which nothing is called."""


def plain_style(style: str) -> str:
    """Return a style with those of its properties alone that say how a thing looks, without any that has a fault.

    >>> plain_style("fill:red;position:fixed;mask:image-set('a.png' 1x)"), plain_style("fill:red")
    ('fill:red', 'fill:red')
    """
    pairs = tuple(declarations(style))
    kept = [
        (name, value)
        for name, value in pairs
        if name.lower() in PROPERTIES and "/*" not in value and not faults(name, value)
    ]
    whole = len(kept) == len(pairs) and "/*" not in style
    return style if whole else ";".join(f"{name}:{value}" for name, value in kept)


Feature = tuple[str, str]  # What does not print, and what to do instead.


def declarations(style: str) -> Iterator[tuple[str, str]]:
    """Yield the properties of a style attribute with their values.

    >>> list(declarations("fill: none; stroke:#000;"))
    [('fill', 'none'), ('stroke', '#000')]
    """
    for declaration in style.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip(), value.strip()


FONT_KEYS = frozenset({"font-family", "font-weight", "font-style"})


def font_properties(attributes: Mapping[str, str]) -> dict[str, str]:
    """Return what attributes say of a font, in a style or by themselves."""
    if "style" in attributes:
        attributes = {**attributes, **dict(declarations(attributes["style"]))}
    return {key: attributes[key] for key in FONT_KEYS & attributes.keys()}


def references(value: str) -> list[str]:
    """Return the ids that an attribute's value points to.

    >>> references("url(#sky)"), references("url('#sky') #eee")
    (['sky'], ['sky'])
    """
    return REFERENCE.findall(value) if "(" in value else []


def prefixed(key: str, value: str, prefix: str) -> str:
    """Return the value of an attribute in which every id begins with a prefix.

    >>> prefixed("id", "sky", "a."), prefixed("href", "#sky", "a."), prefixed("fill", "url('#sky')", "a.")
    ('a.sky', '#a.sky', 'url(#a.sky)')
    """
    if key == "id":
        return prefix + value
    if key.endswith("href") and value.startswith("#"):
        return f"#{prefix}{value[1:]}"
    return REFERENCE.sub(lambda match: f"url(#{prefix}{match[1]})", value) if "(" in value else value


def faults(key: str, value: str) -> Iterable[Feature]:
    """Return what an attribute, or one property of a style, asks for in vain."""
    return tuple(_faults(key, value)) if may_matter(key, value) else ()


def may_matter(key: str, value: str) -> bool:
    """Say whether an attribute can have faults, an id or a reference: few of the hundreds on a card do."""
    return "(" in value or "@" in value or "\\" in value or is_notable(key) or _is_huge(key, value)


_MEASURES = frozenset(_WORDS["measures"])
_LONG, _POWER = re.compile(r"(?<![\d.])\d{10}"), re.compile(r"\d[eE]\+?[1-9]\d")
"""A number that no page has room for, and that renderers come down at once they have made it larger still."""

_TEN, _NOUGHTS = b"0" * 10, bytes.maketrans(b"123456789", b"0" * 9)


def _is_huge(key: str, value: str) -> bool:
    """Look for digits and powers apart, in paths without many digits in a row at once: else they take twenty times as long."""
    if key not in _MEASURES:
        return False
    is_long = _TEN in value.encode("utf-8", "replace").translate(_NOUGHTS) and _LONG.search(value)
    return bool(is_long or (("e" in value or "E" in value) and _POWER.search(value)))


@lru_cache(maxsize=1024)
def is_notable(key: str) -> bool:
    """Say whether an attribute of that name can have faults or is an id or a link, whatever its value."""
    name = key.split(" ")[1] if " " in key else key  # with its namespace before it and its prefix behind it
    return name in _NOTABLE or name in NOT_PRINTED or name[:2].lower() == "on"


def _faults(key: str, value: str) -> Iterator[Feature]:
    if _is_huge(key, value):
        yield f'{key}="{value[:50]}" is larger than any drawing', "draw it within its page"
    elif key == "style":
        for name, declared in declarations(value):
            yield from faults(name, declared)
    elif key in NOT_PRINTED:
        if value not in _PLAIN_VALUES:
            yield f"the attribute {key} does not print", NOT_PRINTED[key]
    elif key == "spreadMethod":
        if value != "pad":
            yield f'spreadMethod="{value}" differs between readers', "repeat the stops instead"
    elif key[:2].lower() == "on":
        yield f"the attribute {key} runs a script", "a card cannot run anything"
    else:
        yield from _in_value(key, value)


def _in_value(key: str, value: str) -> Iterator[Feature]:
    # A backslash escapes letters in CSS, so that "\75rl(" is a link no reader of the file would see.
    if OUTSIDE.search(value) or "\\" in value:
        message = f'{key}="{value[:50]}" reaches outside the drawing'
        yield message, "only url(#name) of the same drawing may be used"
    for feature, hint in _VALUES.items():
        if feature in value:
            yield f"{feature.rstrip('(')} in {key} does not print", hint
    if "(" in value and key not in _OF_NO_LOOK and not key.startswith(("data-", "aria-")):
        for name in dict.fromkeys(_CALLED.findall(value)):
            if name.lower() not in _FUNCTIONS and f"{name}(" not in _VALUES:
                yield f"{name}() in {key} does not print", "write the value itself"


_TO_ESCAPE = re.compile(r'[&<>"\t\n\r]')
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
_TEXT_SIGNS = frozenset("&<>\r")
_TEXT_ESCAPES = str.maketrans({sign: _ESCAPES[sign] for sign in _TEXT_SIGNS})


def written_attributes(element: str, attributes: Mapping[str, str]) -> str:
    """Return attributes as a tag has them, without those that the element may not have.

    >>> print(written_attributes("g", {"fill": 'url("#a")', "ping": "http://x", "style": "position:fixed"}))
     fill="url(#a)" style=""
    """
    if not ATTRIBUTES[element].issuperset(attributes):
        attributes = {
            key: value
            for key, value in attributes.items()
            if key in ATTRIBUTES[element] or key.startswith(("data-", "aria-"))
        }
    if "style" in attributes:
        attributes = {**attributes, "style": plain_style(attributes["style"])}
    written = "".join([f' {key}="{value}"' for key, value in attributes.items()])
    has_signs = "&" in written or "<" in written or ">" in written
    has_signs = has_signs or written.count('"') != 2 * len(attributes)
    if not has_signs and "\n" not in written and "\t" not in written and "\r" not in written:
        return written
    return "".join([f' {key}="{attribute_value(value)}"' for key, value in attributes.items()])


def attribute_value(value: str) -> str:
    """Return a value as it is written between the quotes of an attribute."""
    if '"' in value:
        value = REFERENCE.sub(r"url(#\1)", value)  # a reference is found by its "#"
    return _TO_ESCAPE.sub(lambda match: _ESCAPES[match[0]], value)


class SvgWriter:
    """Writes elements as they are read, one after the other; one without content ends in its own tag."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._is_open = False

    def start(self, element: str, attributes: str) -> None:
        """Begin an element with attributes as they are written; the outermost one declares the namespace."""
        namespace = "" if self._parts else f' xmlns="{SVG}"'
        self._parts.append(f"{'>' if self._is_open else ''}<{element}{namespace}{attributes}")
        self._is_open = True

    def end(self, element: str) -> None:
        """End the element that began last and has not ended."""
        if self._is_open and len(self._parts) > 1:
            self._parts.append("/>")
        else:  # the outermost element has two tags, between which a style sheet may go
            self._parts.append(f"{'>' if self._is_open else ''}</{element}>")
        self._is_open = False

    def text(self, letters: str) -> None:
        """Write letters."""
        self.part(letters if _TEXT_SIGNS.isdisjoint(letters) else letters.translate(_TEXT_ESCAPES))

    def part(self, svg: str) -> None:
        """Write part of a drawing that was written before."""
        self._parts.append(f">{svg}" if self._is_open else svg)
        self._is_open = False

    @property
    def svg(self) -> str:
        return "".join(self._parts)


_OF_SVG = f"{{{SVG}}}"
_PROPERTIES = ("-inkscape-", "-moz-", "-webkit-", "shape-", "inline-size", "line-height", "text-align")
Attributes = Callable[[Element], Mapping[str, str]]


def kind_of(element: Element) -> str | None:
    """Return the name of an element of SVG that may be drawn, None for any other."""
    tag = element.tag
    kind = tag.removeprefix(_OF_SVG) if isinstance(tag, str) and tag.startswith(_OF_SVG) else None
    return None if kind in {"metadata", "desc"} else kind


def own_attributes(element: Element) -> dict[str, str]:
    """Return the attributes that say how an element is drawn."""
    kept: dict[str, str] = {}
    for key, value in element.attrib.items():
        if key == "{http://www.w3.org/1999/xlink}href":
            kept["href"] = value
        elif key == "{http://www.w3.org/XML/1998/namespace}space":
            kept["xml:space"] = value
        elif key == "style":
            pairs = (pair for pair in declarations(value) if not pair[0].startswith(_PROPERTIES))
            kept[key] = ";".join(f"{name}:{declared}" for name, declared in pairs)
        elif not key.startswith("{") and key not in {"data-name", "class"}:
            kept[key] = value
    return kept


def written(attributes: Mapping[str, str]) -> str:
    """Return attributes as a tag has them."""
    return "".join(f' {key}="{escaped(value)}"' for key, value in attributes.items())


def inside(
    element: Element,
    attributes: Attributes = own_attributes,
    written_of: Callable[[str, Mapping[str, str]], str] = lambda _, attributes: written(attributes),
) -> str:
    """Return what is in an element; `written_of` writes the attributes of an element of a kind."""
    in_text = kind_of(element) in {"text", "tspan", "textPath", "title"}
    parts = [escaped(element.text or "")] if in_text else []
    for child in element:
        if (kind := kind_of(child)) is not None:
            within = inside(child, attributes, written_of)
            opened = f"<{kind}{written_of(kind, attributes(child))}"
            parts.append(f"{opened}>{within}</{kind}>" if within else f"{opened}/>")
        if in_text:
            parts.append(escaped(child.tail or ""))
    return "".join(parts)
