"""The bytes of a drawing as XML: unpacked, with Illustrator's entities expanded and missing namespaces declared.

Nothing outside the file is read, and nothing in it is expanded to more than a namespace.
"""

import re
import zlib
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException

from pnp.files import read_xml
from pnp.model.limits import USUAL_LIMITS, GameLimits, raised
from pnp.svg.images import UnsafeDrawing
from pnp.svg.reader.notes import SVG

GZIP = b"\x1f\x8b"  # What a .svgz begins with.
_ENTITY_LETTERS = 200  # Illustrator's are the addresses of namespaces
_ENTITIES = 100
_PREFIXES_MOST = 100
_DOCTYPE = re.compile(r"<!DOCTYPE\s[^\[>]*\[(?P<inside>[^\]]*)\]\s*>")
_DECLARED = re.compile(r"""<!ENTITY\s+(?P<name>[\w.-]+)\s+(?:"(?P<a>[^"]*)"|'(?P<b>[^']*)')\s*>""")
_ANY_ENTITY = re.compile(r"<!ENTITY\b")
_USED = re.compile(r"&([\w.-]+);")
_PREFIXES = re.compile(r"""[\s</]([A-Za-z_][\w.-]*):[\w.-]+(?=[\s=/>])""")
_QUOTED = re.compile(r'"[^"]*"' + r"|'[^']*'")
_ROOT = re.compile(r"<(?:[A-Za-z_][\w.-]*:)?svg(?=[\s/>])")
NAMESPACES = {
    "xlink": "http://www.w3.org/1999/xlink",
    "svg": "http://www.w3.org/2000/svg",
    "inkscape": "http://www.inkscape.org/namespaces/inkscape",
    "sodipodi": "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
}
"""The namespaces that drawing programs write, by the prefix they give them."""


def unpacked(data: bytes, limits: GameLimits = USUAL_LIMITS) -> bytes:
    """Return what is in a .svgz, and any other file as it is. Raises UnsafeDrawing for one too large or damaged."""
    if data.startswith(GZIP):
        stream = zlib.decompressobj(wbits=31)
        try:
            data = stream.decompress(data, limits.svg_bytes + 1)
        except zlib.error as error:
            hint = 'save it as "Plain SVG", which is not packed'
            raise UnsafeDrawing("it is a damaged .svgz file", hint) from error
    return data


def parsed(data: bytes, limits: GameLimits = USUAL_LIMITS) -> Element:
    """Return the outermost element of a drawing as it is written. Raises UnsafeDrawing."""
    if len(data) > limits.svg_bytes:
        more = raised("svg_bytes", max(len(data), 2 * limits.svg_bytes))
        fact = f"the drawing has more than {limits.svg_bytes // 1_000_000} MB"
        raise UnsafeDrawing(fact, f"simplify its paths, or export a PNG{more}")
    try:
        root = read_xml(data)
    except DefusedXmlException as error:
        hint = 'save it as "Plain SVG"; pictures need neither'
        raise UnsafeDrawing("it declares XML entities or an outside document type", hint) from error
    except (ParseError, ValueError, LookupError) as error:
        line = getattr(error, "position", (0, 0))[0]
        hint = "open it in Inkscape and save it again"
        raise UnsafeDrawing(f"it is not well-formed XML ({error})", hint, line) from error
    if root.tag not in (f"{SVG}svg", "svg"):
        hint = 'its outermost element must be <svg xmlns="http://www.w3.org/2000/svg">'
        raise UnsafeDrawing("it is not an SVG file", hint)
    return root


def read_source(data: bytes, limits: GameLimits = USUAL_LIMITS) -> tuple[Element, tuple[str, ...]]:
    """Return the outermost element of a drawing and what had to be mended in its text. Raises UnsafeDrawing."""
    mended: list[str] = []
    data = unpacked(data, limits)
    if b"<!ENTITY" in data:
        data = _without_entities(data, limits)
    try:
        root = parsed(data, limits)
    except UnsafeDrawing as error:
        if "unbound prefix" not in str(error):
            raise
        mended.append("missing namespaces were added")
        root = parsed(_with_prefixes(data), limits)
    if root.tag == "svg":
        mended.append("the missing namespace of SVG was added")
        for element in root.iter():
            if isinstance(element.tag, str) and not element.tag.startswith("{"):
                element.tag = SVG + element.tag
    return root, tuple(mended)


def _without_entities(data: bytes, limits: GameLimits) -> bytes:
    """Return the text with the entities of its document type put in; raises DefusedXmlException for any but short texts."""
    text = data.decode("latin-1")  # every byte is a letter, and stays one
    begin = text.find("<!DOCTYPE")
    doctype = _DOCTYPE.match(text, begin) if begin >= 0 else None
    if doctype is None:
        return data  # for the reader to refuse
    inside = doctype["inside"]
    values = {entity["name"]: entity["a"] or entity["b"] or "" for entity in _DECLARED.finditer(inside)}
    is_plain = len(values) == len(_ANY_ENTITY.findall(inside)) <= _ENTITIES and "%" not in inside
    if not is_plain or any(
        len(value) > _ENTITY_LETTERS or re.search("[&<%]", value) for value in values.values()
    ):
        return data
    rest = text[doctype.end() :]
    grown = sum(len(values.get(name, "")) for name in _USED.findall(rest))
    if grown + len(rest) > limits.svg_bytes:
        return data
    put_in = _USED.sub(lambda use: values.get(use[1], use[0]).replace('"', "&quot;"), rest)
    return (text[: doctype.start()] + put_in).encode("latin-1")


def _with_prefixes(data: bytes) -> bytes:
    text = data.decode("latin-1")
    tags = (_QUOTED.sub('""', tag) for tag in re.findall(r"<[^<>!?][^<>]*>", text))
    used = dict.fromkeys(name for tag in tags for name in _PREFIXES.findall(tag))
    if len(used) > _PREFIXES_MOST:
        return data  # for the reader to refuse
    missing = [name for name in used if name not in ("xml", "xmlns") and f"xmlns:{name}=" not in text]
    added = "".join(f' xmlns:{name}="{NAMESPACES.get(name, f"urn:{name}")}"' for name in missing)
    return _ROOT.sub(lambda match: match[0] + added, text, count=1).encode("latin-1")
