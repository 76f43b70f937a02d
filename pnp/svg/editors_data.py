"""Private data of drawing programs in an SVG file, removed."""

from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from pnp.svg.vocabulary import SVG as NAMESPACE
from pnp.svg.vocabulary import declarations
from pnp.text import escaped

SVG = f"{{{NAMESPACE}}}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_SILENT = frozenset({"metadata", "desc"})
_TEXTS = frozenset({"text", "tspan", "textPath", "title"})
_PROPERTIES = ("-inkscape-", "-moz-", "-webkit-", "shape-", "inline-size", "line-height", "text-align")
_NAMED = frozenset({"data-name", "class"})

Attributes = Callable[[Element], Mapping[str, str]]


def kind_of(element: Element) -> str | None:
    """Return the name of an element of SVG that may be drawn, None for any other."""
    tag = element.tag
    kind = tag.removeprefix(SVG) if isinstance(tag, str) and tag.startswith(SVG) else None
    return None if kind in _SILENT else kind


def own_attributes(element: Element) -> dict[str, str]:
    """Return the attributes that say how an element is drawn."""
    kept: dict[str, str] = {}
    for key, value in element.attrib.items():
        if key == _HREF:
            kept["href"] = value
        elif key == _SPACE:
            kept["xml:space"] = value
        elif key == "style":
            pairs = (pair for pair in declarations(value) if not pair[0].startswith(_PROPERTIES))
            kept[key] = ";".join(f"{name}:{each}" for name, each in pairs)
        elif not key.startswith("{") and key not in _NAMED:
            kept[key] = value
    return kept


def written(attributes: Mapping[str, str]) -> str:
    """Return attributes as a tag has them."""
    return "".join(f' {key}="{escaped(value)}"' for key, value in attributes.items())


def inside(element: Element, attributes: Attributes = own_attributes) -> str:
    """Return what is in an element."""
    in_text = kind_of(element) in _TEXTS
    parts = [escaped(element.text or "")] if in_text else []
    for child in element:
        if (kind := kind_of(child)) is not None:
            within, opened = inside(child, attributes), f"<{kind}{written(attributes(child))}"
            parts.append(f"{opened}>{within}</{kind}>" if within else f"{opened}/>")
        if in_text:
            parts.append(escaped(child.tail or ""))
    return "".join(parts)
