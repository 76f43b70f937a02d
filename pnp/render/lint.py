"""Reading a finished face the way the renderer will, to catch what it would get wrong without a word.

Every renderer drops what it does not know in silence: a font that is not there, a CSS variable, a link.
"""

from functools import lru_cache
from typing import NamedTuple
from xml.parsers import expat

from pnp.render.features import ELEMENTS, INLINE_IMAGE, declarations, faults, references
from pnp.render.text.fonts import FontBook, FontFile, Style, weight_of

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


_FONT_KEYS = frozenset({"font-family", "font-weight", "font-style"})


@lru_cache(maxsize=64)
def lint(svg: str, fonts: FontBook) -> Reading:
    """Return what a face holds. A drawing that is no SVG at all has that one fault, PNP304.

    The few backs of a deck are drawn again for each of its cards; each is read once.
    """
    reader = _Reader(fonts)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = reader.doctype
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
    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts
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

    def start(self, full_name: str, attributes: dict[str, str]) -> None:
        namespace, _, name = full_name.rpartition(" ")
        if not self._styles and (namespace, name) != (SVG, "svg"):
            hint = 'begin the template with {% extends "base/card.svg.j2" %}'
            raise _Foreign(
                Fault("PNP304", f'the drawing begins with <{name}>, not with <svg xmlns="{SVG}">', hint)
            )
        if name in ELEMENTS:
            self.faults.append(Fault("PNP305", f"<{name}> does not print", ELEMENTS[name], f"<{name}"))
        for key, value in attributes.items():
            self._attribute(name, key.rpartition(" ")[2], value)
        own = _font_properties(attributes)
        inherited = self._styles[-1] if self._styles else {}
        self._styles.append({**inherited, **own} if own else inherited)
        self._in_text += name == "text"
        self.open.append(name)

    def end(self, full_name: str) -> None:
        self._styles.pop()
        self.open.pop()
        self._in_text -= full_name.endswith(" text")

    def text(self, data: str) -> None:
        if not self._in_text or not data.strip():
            return
        style = self._styles[-1]
        family = style.get("font-family", "").split(",")[0].strip(" '\"")
        wanted = Style(
            weight_of(style.get("font-weight", "400")), style.get("font-style", "normal") != "normal"
        )
        font = self._fonts.find(family, wanted)
        if font is None:
            self.faults.append(Fault("PNP306", *self._fonts.explain(family, wanted), family or "<text"))
            return
        self.used.add(font)
        if missing := font.missing(data):
            self.faults.append(Fault("PNP307", *self._fonts.explain_glyphs(family, missing), missing))

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


def _font_properties(attributes: dict[str, str]) -> dict[str, str]:
    """Return what the attributes say about fonts; what is written inside a style attribute wins."""
    if "style" in attributes:
        attributes = {**attributes, **dict(declarations(attributes["style"]))}
    return {key: attributes[key] for key in _FONT_KEYS & attributes.keys()}
