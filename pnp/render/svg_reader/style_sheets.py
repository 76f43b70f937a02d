"""Style sheets and style attributes written into the objects they are about, as attributes of SVG."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

import cssselect2
import tinycss2
from tinycss2 import ast

from pnp.render.svg_lint import declarations
from pnp.render.svg_reader.notes import SVG, Notes, drawn_elements

_ATTRIBUTES = (
    "alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters "
    "cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity "
    "font-family font-size font-stretch font-style font-variant font-weight image-rendering letter-spacing "
    "lighting-color marker-end marker-mid marker-start mask opacity overflow paint-order shape-rendering stop-color "
    "stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit "
    "stroke-opacity stroke-width text-anchor text-decoration text-rendering transform transform-origin "
    "unicode-bidi vector-effect visibility word-spacing writing-mode cx cy r rx ry x y width height d"
)
_IS_ATTRIBUTE = frozenset(_ATTRIBUTES.split())
_IN_STYLE_ONLY = frozenset({"mix-blend-mode", "isolation", "mask-type", "transform-box"})
_INITIAL = {"fill": "#000000", "stroke": "none", "opacity": "1", "stroke-width": "1", "display": "inline"}
_GONE = frozenset({"unset", "revert", "revert-layer"})
_MEDIA = frozenset({"", "all", "screen", "print"})
_HARD = re.compile(r"""[\\{}]|/\*|!|['"(][^'")]*;""")
"""What needs a reader of CSS: escapes, comments, !important, a semicolon in quotes or in brackets."""

_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_DEPTH = 10
_FONT = re.compile(
    r"(?P<style>italic|oblique)?\s*(?P<weight>bold|[1-9]00)?\s*(?P<size>[\d.]+(?:px|pt|mm|em|%)?)(?:/\S+)?\s+(?P<family>.+)"
)


class _Rule(NamedTuple):
    """One declaration of a style sheet, with what makes it win over others."""

    important: bool
    specificity: tuple[int, int, int]
    order: int
    name: str
    value: str


def inline_styles(root: Element, notes: Notes) -> None:
    """Write all styles into attributes; the style sheets are taken out."""
    matcher = _matcher(root, notes)
    parents = notes.parents
    variables: dict[Element, Mapping[str, str]] = {}
    wrapped = cssselect2.ElementWrapper.from_xml_root(root).iter_subtree() if matcher else ()
    rules = {each.etree_element: _matched(matcher, each) for each in wrapped} if matcher else {}
    for element in root.iter():
        declared = _declared(rules.get(element, ()), element.attrib.pop("style", ""))
        known = variables.get(parents[element], {}) if element in parents else {}
        own = {name: value for name, value in declared if name.startswith("--")}
        variables[element] = {**known, **own} if own else known
        if matcher:
            element.attrib.pop("class", None)
        if declared or variables[element]:
            _write(element, declared, variables[element])
    for parent in list(root.iter()):
        for sheet in parent.findall(f"{SVG}style"):
            parent.remove(sheet)


def _matcher(root: Element, notes: Notes) -> cssselect2.Matcher | None:
    """Return what finds the rules of an element; None for a drawing without style sheets."""
    matcher, order = cssselect2.Matcher(), 0
    for sheet in drawn_elements(root, "style"):
        text = "".join(sheet.itertext())
        if sheet.get("type", "text/css") != "text/css" or not _is_for_paper(sheet.get("media", "")):
            continue
        for rule in _rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True), notes):
            found = list(_read(tinycss2.parse_blocks_contents(rule.content)))
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError:
                continue  # as in every reader: a rule for what nobody knows is none
            for selector in selectors:
                if selector.pseudo_element is None:
                    matcher.add_selector(selector, (order, found))
                    order += 1
    if not order:
        return None
    notes.changed("its style sheet was written into the objects")
    return matcher


def _rules(sheet: Iterable[ast.Node], notes: Notes) -> Iterator[ast.QualifiedRule]:
    for rule in sheet:
        if isinstance(rule, ast.QualifiedRule):
            yield rule
        elif isinstance(rule, ast.AtRule) and rule.lower_at_keyword == "import":
            notes.fault(
                "its style sheet imports another one", "save the drawing with its styles inside the file"
            )
        elif _is_media(rule) and _is_for_paper(tinycss2.serialize(rule.prelude)):
            inner = tinycss2.parse_rule_list(rule.content or [], skip_comments=True, skip_whitespace=True)
            yield from _rules(inner, notes)


def _is_media(rule: ast.Node) -> bool:
    return isinstance(rule, ast.AtRule) and rule.lower_at_keyword == "media"


def _is_for_paper(media: str) -> bool:
    return any(each.strip().lower() in _MEDIA for each in media.split(","))


def _matched(matcher: cssselect2.Matcher, element: cssselect2.ElementWrapper) -> list[_Rule]:
    return [
        _Rule(important, specificity, order, name, value)
        for specificity, _, _, (order, found) in matcher.match(element)
        for name, value, important in found
    ]


def _read(nodes: Iterable[ast.Node]) -> Iterator[tuple[str, str, bool]]:
    for node in nodes:
        if isinstance(node, ast.Declaration):
            name = node.name if node.name.startswith("--") else node.lower_name
            yield name, tinycss2.serialize(node.value).strip(), node.important


def _declared(rules: Sequence[_Rule], style: str) -> list[tuple[str, str]]:
    """Return the properties of an element from the weakest to the strongest."""
    if not rules and not _HARD.search(style):
        return [(name.lower() if name[:2] != "--" else name, value) for name, value in declarations(style)]
    own = [
        _Rule(important, (0, 0, 0), 0, name, value)
        for name, value, important in _read(tinycss2.parse_blocks_contents(style))
    ]
    ordered = sorted(rules, key=lambda rule: (rule.specificity, rule.order))
    strength = (
        *(rule for rule in ordered if not rule.important),
        *(rule for rule in own if not rule.important),
        *(rule for rule in ordered if rule.important),
        *(rule for rule in own if rule.important),
    )
    return [(rule.name, rule.value) for rule in strength]


def _write(element: Element, declared: Sequence[tuple[str, str]], variables: Mapping[str, str]) -> None:
    kept: dict[str, str] = {}
    for name, value in (pair for each in declared for pair in _longhand(*each)):
        if name in _IN_STYLE_ONLY:
            kept[name] = value
        elif name in _IS_ATTRIBUTE:
            element.set(name, value)
    for name, value in list(element.attrib.items()):
        if name not in _IS_ATTRIBUTE:
            continue
        plain = _filled(value, variables) if "var(" in value else value
        plain = _INITIAL.get(name, "unset") if plain == "initial" else plain
        if plain in _GONE:
            del element.attrib[name]
        elif plain is not value:
            element.set(name, plain)
    set_style(element, kept)


def declarations_of(element: Element) -> dict[str, str]:
    """Return what is left in the style attribute of an element: what has no attribute of its own."""
    return dict(declarations(element.get("style", "")))


def set_style(element: Element, style: Mapping[str, str]) -> None:
    """Write the style attribute of an element; none for nothing."""
    if style:
        element.set("style", ";".join(f"{name}:{value}" for name, value in style.items()))
    else:
        element.attrib.pop("style", None)


def _longhand(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield what a property that stands for several says of each."""
    if name == "marker":
        yield from ((f"marker-{place}", value) for place in ("start", "mid", "end"))
    elif name == "font":
        found = _FONT.search(value)
        if found:
            yield from (
                (f"font-{part}", found[part] or "normal") for part in ("style", "weight", "size", "family")
            )
    elif name in ("text-decoration-line", "text-decoration"):
        yield "text-decoration", value
    else:
        yield name, value


def _filled(value: str, variables: Mapping[str, str]) -> str:
    """Return a value with its variables put in; one that is nowhere says nothing."""
    for _ in range(_DEPTH):
        if "var(" not in value or len(value) > 1000:
            break
        value = _VARIABLE.sub(lambda use: variables.get(use[1], use[2] or "").strip(), value)
    return "unset" if "var(" in value or not value else value
