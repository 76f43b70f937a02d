"""Reading a finished face the way the renderer will, to catch what it would get wrong without a word.

Every renderer drops what it does not know in silence: a font that is not there, a CSS variable, a link. The list of
features is the measured list of what differs between the renderers pnp uses and a browser.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.parsers import expat

from pnp.render.text.fonts import FontBook, Style


class Fault(NamedTuple):
    """One finding in a face: code, message, hint."""

    code: str
    message: str
    hint: str


_ELEMENTS = {
    "foreignObject": "set text with fit(), draw the rest with SVG shapes",
    "script": "a card cannot run anything",
    "style": "write colours and widths as attributes; a stylesheet would reach into other parts of the card",
    "animate": "paper does not move",
    "filter": "filters print as coarse pixels; draw the shadow or glow as a shape",
    "feGaussianBlur": "filters print as coarse pixels; draw the shadow or glow as a shape",
}
_ATTRIBUTES = {
    "transform-origin": "write rotate(angle x y) instead",
    "vector-effect": "give the line the width it should have",
    "direction": 'use text-anchor="end"',
    "font-kerning": "it is ignored when printing",
    "font-feature-settings": "it is ignored when printing",
}
_VALUES = {
    "var(": "write the colour itself, or palette.name",
    ":nth-child": "number the shapes in the template",
    "@font-face": "put the font file into fonts/",
    "expression(": "write the value itself",
}
_FONT_KEYS = ("font-family", "font-weight", "font-style")
_LOCAL_URL = re.compile(r"url\(\s*#")
_REFERENCE = re.compile(r"url\(\s*#([^)\s]+)\s*\)")
_INLINE_IMAGE = re.compile(r"data:image/(png|jpeg);base64,")


def lint(svg: str, fonts: FontBook) -> list[Fault]:
    """Return what is wrong with the face, each fault once, in order of appearance."""
    reader = _Reader(fonts)
    parser = expat.ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    try:
        parser.Parse(svg.encode(), True)
    except expat.ExpatError as error:
        near = svg.splitlines()[error.lineno - 1][max(0, error.offset - 30) : error.offset + 30]
        message = f"the drawing is not well-formed XML: {expat.errors.messages[error.code]} near {near!r}"
        return [Fault("PNP304", message, "close every tag, and quote every attribute")]
    reader.finish()
    return list(dict.fromkeys(reader.faults))


class _Reader:
    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts
        self._styles: list[dict[str, str]] = [{}]
        self._ids: set[str] = set()
        self._references: dict[str, None] = {}
        self._in_text = 0
        self.faults: list[Fault] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name in _ELEMENTS:
            self.faults.append(Fault("PNP305", f"<{name}> does not print", _ELEMENTS[name]))
        for key, value in attributes.items():
            self.faults.extend(self._attribute(name, key, value))
        own: dict[str, str] = {key: attributes[key] for key in _FONT_KEYS if key in attributes}
        self._styles.append({**self._styles[-1], **own} if own else self._styles[-1])
        self._in_text += name == "text"

    def end(self, name: str) -> None:
        self._styles.pop()
        self._in_text -= name == "text"

    def text(self, data: str) -> None:
        if not self._in_text or not data.strip():
            return
        style = self._styles[-1]
        family = style.get("font-family", "").split(",")[0].strip(" '\"")
        wanted = Style(
            _weight(style.get("font-weight", "400")), style.get("font-style", "normal") != "normal"
        )
        font = self._fonts.find(family, wanted)
        if font is None:
            self.faults.append(Fault("PNP306", *self._fonts.explain(family, wanted)))
        elif missing := font.missing(data):
            self.faults.append(
                Fault(
                    "PNP307",
                    f'the font "{family}" has no glyph for "{missing}"',
                    "use line() or another character",
                )
            )

    def finish(self) -> None:
        for reference in self._references:
            if reference not in self._ids:
                self.faults.append(
                    Fault(
                        "PNP305", f'the drawing uses "#{reference}", which it does not define', "check the id"
                    )
                )

    def _attribute(self, element: str, key: str, value: str) -> Iterator[Fault]:
        if key == "id":
            self._ids.add(value)
        elif key in _ATTRIBUTES:
            yield Fault("PNP305", f"the attribute {key} does not print", _ATTRIBUTES[key])
        elif key.startswith("on"):
            yield Fault("PNP305", f"the attribute {key} runs a script", "a card cannot run anything")
        elif key in ("href", "xlink:href"):
            yield from self._href(element, value)
        elif key == "spreadMethod" and value != "pad":
            yield Fault(
                "PNP305", f'spreadMethod="{value}" differs between readers', "repeat the stops instead"
            )
        elif "(" in value:
            yield from self._functions(key, value)

    def _functions(self, key: str, value: str) -> Iterator[Fault]:
        for reference in _REFERENCE.findall(value):
            self._references[reference] = None
        if "url(" in value and not _LOCAL_URL.search(value):
            yield Fault(
                "PNP305", f'{key}="{value[:50]}" reaches outside the drawing', "only url(#name) may be used"
            )
        for feature, hint in _VALUES.items():
            if feature in value:
                yield Fault("PNP305", f"{feature.rstrip('(')} in {key} does not print", hint)

    def _href(self, element: str, value: str) -> Iterator[Fault]:
        if value.startswith("#"):
            self._references[value[1:]] = None
        elif not (element == "image" and _INLINE_IMAGE.match(value)):
            yield Fault("PNP305", f'a link to "{value[:50]}" is not followed', "use picture() for art")


def _weight(text: str) -> int:
    named = {"normal": 400, "bold": 700}
    return named.get(text, int(text) if text.isdigit() else 400)
