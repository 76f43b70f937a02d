"""Style sheets and style attributes written into the objects they apply to, as SVG attributes."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

import cssselect2
import tinycss2
from tinycss2 import ast

from pnp.svg.reader.notes import SVG, Notes, drawn_elements, keep_children
from pnp.svg.vocabulary import DRAWN, declarations

_IS_ATTRIBUTE = DRAWN | {
    *["cursor", "transform-origin", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "d"]
}
_IN_STYLE_ONLY = frozenset({"mix-blend-mode", "isolation", "mask-type", "transform-box"})
_INITIAL = {"fill": "#000000", "stroke": "none", "opacity": "1", "stroke-width": "1", "display": "inline"}
MOST_LETTERS = 500_000
"""So long the style sheets of a drawing may be, all together."""

MOST_COMPARISONS = 3_000_000
"""So often rules are held against objects, at most."""

_LONG = 20_000  # letters of a style attribute; in a longer one nothing is looked for
_LONG_WAYS = ("~", "-of-type", ":has", ":nth-")
"""What makes a rule look at all objects beside one."""

_BESIDE = 2_000
"""So many objects a drawing with such rules has at most."""

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
    rules = {wrapper.etree_element: _matched(matcher, wrapper) for wrapper in wrapped} if matcher else {}
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
        keep_children(parent, [child for child in parent if child.tag != f"{SVG}style"])


def _matcher(root: Element, notes: Notes) -> cssselect2.Matcher | None:
    sheets = [
        "".join(sheet.itertext())
        for sheet in drawn_elements(root, "style")
        if sheet.get("type", "text/css") == "text/css" and _is_for_paper(sheet.get("media", ""))
    ]
    too_much = "simplify the drawing, or save it with presentation attributes"
    if sum(map(len, sheets)) > MOST_LETTERS:
        notes.fault("its style sheet is too long", too_much)
        return None
    rules = [
        (selector, list(_read(tinycss2.parse_blocks_contents(rule.content))))
        for sheet in sheets
        for rule in _rules(tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True), notes)
        for selector in _selectors(rule)
    ]
    if not rules:
        return None
    if _takes_long(sum(1 for _ in root.iter()), [selector for selector, _ in rules], sheets):
        notes.fault("its style sheet has too many rules for so many objects", too_much)
        return None
    matcher = cssselect2.Matcher()
    for order, (selector, found) in enumerate(rules):
        matcher.add_selector(selector, (order, found))
    notes.changed("its style sheet was written into the objects")
    return matcher


def _selectors(rule: ast.QualifiedRule) -> list[cssselect2.compiler.CompiledSelector]:
    """Return the selectors of a rule; one that nobody knows has none, as in every reader."""
    try:
        return [
            selector
            for selector in cssselect2.compile_selector_list(rule.prelude)
            if selector.pseudo_element is None
        ]
    except cssselect2.SelectorError:
        return []


def _takes_long(
    elements: int, selectors: Sequence[cssselect2.compiler.CompiledSelector], sheets: Sequence[str]
) -> bool:
    ends = Counter(selector.id or selector.class_name or selector.local_name or "" for selector in selectors)
    most = ends[""] + max(ends.values())
    looks_aside = any(way in sheet for sheet in sheets for way in _LONG_WAYS)
    return elements * most > MOST_COMPARISONS or (looks_aside and elements > _BESIDE)


def _rules(sheet: Iterable[ast.Node], notes: Notes) -> Iterator[ast.QualifiedRule]:
    for rule in sheet:
        if isinstance(rule, ast.QualifiedRule):
            yield rule
        elif not isinstance(rule, ast.AtRule):
            continue
        elif rule.lower_at_keyword == "import":
            notes.fault(
                "its style sheet imports another one", "save the drawing with its styles inside the file"
            )
        elif rule.lower_at_keyword == "media" and _is_for_paper(tinycss2.serialize(rule.prelude)):
            inner = tinycss2.parse_rule_list(rule.content or [], skip_comments=True, skip_whitespace=True)
            yield from _rules(inner, notes)


def _is_for_paper(media: str) -> bool:
    return any(medium.strip().lower() in {"", "all", "screen", "print"} for medium in media.split(","))


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
    if not rules and _is_simple(style):
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


def _is_simple(style: str) -> bool:
    """Say whether a style has neither escapes nor comments nor !important, nor a semicolon in quotes or brackets."""
    if len(style) > _LONG:
        return True
    if any(mark in style for mark in ("\\", "{", "}", "/*", "!")):
        return False
    return all(
        part.count("(") == part.count(")") and part.count('"') % 2 == part.count("'") % 2 == 0
        for part in style.split(";")
    )


def _write(element: Element, declared: Sequence[tuple[str, str]], variables: Mapping[str, str]) -> None:
    kept: dict[str, str] = {}
    for name, value in (pair for declaration in declared for pair in _longhand(*declaration)):
        if name in _IN_STYLE_ONLY:
            kept[name] = value
        elif name in _IS_ATTRIBUTE:
            element.set(name, value)
    for name, value in list(element.attrib.items()):
        if name not in _IS_ATTRIBUTE:
            continue
        plain = _filled(value, variables) if "var(" in value else value
        plain = _INITIAL.get(name, "unset") if plain == "initial" else plain
        if plain in {"unset", "revert", "revert-layer"}:
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
    for _ in range(_DEPTH):
        if "var(" not in value or len(value) > 1000:
            break
        value = _VARIABLE.sub(lambda use: variables.get(use[1], use[2] or "").strip(), value)
    return "unset" if "var(" in value or not value else value
