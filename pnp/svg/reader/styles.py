"""Style sheets and style attributes written into the objects they apply to, as SVG attributes; colours in any CSS notation; fonts."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

import cssselect2
import tinycss2
from tinycss2 import ast, color5

from pnp.svg.reader.geometry import user_units, written
from pnp.svg.reader.notes import SVG, Notes, drawn_elements, keep_children, kind_of
from pnp.svg.vocabulary import DRAWN, declarations
from pnp.typesetting.fonts import FontBook, FontFile, Style, as_css_family, weight_of

_IS_ATTRIBUTE = DRAWN | {
    *["cursor", "transform-origin", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "d"]
}
_IN_STYLE_ONLY = frozenset({"mix-blend-mode", "isolation", "mask-type", "transform-box"})
_INITIAL = {"fill": "#000000", "stroke": "none", "opacity": "1", "stroke-width": "1", "display": "inline"}
MOST_LETTERS = 500_000  # So long the style sheets of a drawing may be, all together.
MOST_COMPARISONS = 3_000_000  # So often rules are held against objects, at most.
_LONG = 20_000  # letters of a style attribute; in a longer one nothing is looked for
_LONG_WAYS = ("~", "-of-type", ":has", ":nth-")  # What makes a rule look at all objects beside one.
_BESIDE = 2_000  # So many objects a drawing with such rules has at most.
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_DEPTH = 10
_FONT = re.compile(
    r"(?P<style>italic|oblique)?\s*(?P<weight>bold|[1-9]00)?\s*(?P<size>[\d.]+(?:px|pt|mm|em|%)?)(?:/\S+)?\s+(?P<family>.+)"
)
_Strength = tuple[bool, bool, tuple[int, int, int], int]
"""What makes a declaration win over others: being important, the object's own, its specificity, and its order."""

_Declared = tuple[_Strength, str, str]  # With its name and its value.


def inline_styles(root: Element, notes: Notes) -> None:
    """Write all styles into attributes; the style sheets are taken out."""
    matcher = _matcher(root, notes)
    parents = notes.parents
    variables: dict[Element, Mapping[str, str]] = {}
    rules: dict[Element, list[_Declared]] = {}
    if matcher:
        for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
            rules[wrapper.etree_element] = [
                ((important, False, specificity, order), name, value)
                for specificity, _, _, (order, rule) in matcher.match(wrapper)
                for name, value, important in rule
            ]
    for element in root.iter():
        declared = _declared(rules.get(element, ()), element.attrib.pop("style", ""))
        known = variables.get(parents[element], {}) if element in parents else {}
        properties = {name: value for name, value in declared if name.startswith("--")}
        variables[element] = {**known, **properties} if properties else known
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
    for order, (selector, declared) in enumerate(rules):
        matcher.add_selector(selector, (order, declared))
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
            hint = "save the drawing with its styles inside the file"
            notes.fault("its style sheet imports another one", hint)
        elif rule.lower_at_keyword == "media" and _is_for_paper(tinycss2.serialize(rule.prelude)):
            inner = tinycss2.parse_rule_list(rule.content or [], skip_comments=True, skip_whitespace=True)
            yield from _rules(inner, notes)


def _is_for_paper(media: str) -> bool:
    return any(medium.strip().lower() in {"", "all", "screen", "print"} for medium in media.split(","))


def _read(nodes: Iterable[ast.Node]) -> Iterator[tuple[str, str, bool]]:
    for node in nodes:
        if isinstance(node, ast.Declaration):
            name = node.name if node.name.startswith("--") else node.lower_name
            yield name, tinycss2.serialize(node.value).strip(), node.important


def _declared(rules: Sequence[_Declared], style: str) -> list[tuple[str, str]]:
    if not rules and _is_simple(style):
        return [(name.lower() if name[:2] != "--" else name, value) for name, value in declarations(style)]
    own: Iterator[_Declared] = (
        ((important, True, (0, 0, 0), 0), name, value)
        for name, value, important in _read(tinycss2.parse_blocks_contents(style))
    )
    return [(name, value) for _, name, value in sorted((*rules, *own), key=lambda declared: declared[0])]


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
        match = _FONT.search(value)
        if match:
            yield from (
                (f"font-{part}", match[part] or "normal") for part in ("style", "weight", "size", "family")
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


OPACITIES = {
    "fill": "fill-opacity",
    "stroke": "stroke-opacity",
    "stop-color": "stop-opacity",
    "flood-color": "flood-opacity",
}
PAINTS = (*OPACITIES, "lighting-color", "color")
_NOT_INHERITED = frozenset({"stop-color", "flood-color", "lighting-color"})
_PLAIN = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}|none|inherit|currentColor")
_WORD = re.compile(r"[a-zA-Z]+")
_OF_A_PROFILE = re.compile(r"\s*(?:icc-color|device-[a-z]+|cielab[a]?|cielchab)\([^)]*\)\s*$", re.IGNORECASE)
_SERVER = re.compile(r"(url\(\s*[^)]*\))\s*(.*)", re.DOTALL | re.IGNORECASE)
_LONGEST = 500  # So many letters the longest paint has.


class Colour(NamedTuple):
    """A colour in sRGB as "#rrggbb", and how opaque it is."""

    code: str
    opacity: float = 1.0


# The matrices are those of CSS Color Module Level 4, section 18.
_D50_TO_D65 = (
    (0.9554734, -0.0230985, 0.0632593),
    (-0.0283697, 1.0099955, 0.0210414),
    (0.0123140, -0.0205077, 1.3303660),
)
_FROM_XYZ = (
    (3.2409699, -1.5373832, -0.4986108),
    (-0.9692436, 1.8759675, 0.0415551),
    (0.0556301, -0.2039770, 1.0569715),
)
_FROM_P3 = ((1.2249402, -0.2249402, 0.0), (-0.0420570, 1.0420571, 0.0), (-0.0196376, -0.0786361, 1.0982736))


@lru_cache(maxsize=4096)
def colour_of(text: str) -> Colour | None:
    """Return a colour; None for what is none, and for those that depend on others, such as currentColor.

    >>> colour_of("rebeccapurple"), colour_of("rgb(10 200 30 / 50%)"), colour_of("#f008")
    (Colour(code='#663399', opacity=1.0), Colour(code='#0ac81e', opacity=0.5), Colour(code='#ff0000', opacity=0.53333))
    >>> colour_of("#ff0000 icc-color(press, 0, 1, 1, 0)"), colour_of("nothing")
    (Colour(code='#ff0000', opacity=1.0), None)
    """
    colour = color5.parse_color(_OF_A_PROFILE.sub("", text).strip() or text)
    shares = None if colour is None or isinstance(colour, str) else _srgb(colour)
    if shares is None:
        return None
    red, green, blue = (int(min(max(value, 0.0), 1.0) * 255 + 0.50001) for value in shares)
    return Colour(f"#{red:02x}{green:02x}{blue:02x}", round(colour.alpha, 5))


def _srgb(colour: color5.Color) -> Sequence[float] | None:
    values = [value or 0.0 for value in colour.coordinates]
    match colour.space:
        case "srgb":
            return values
        case "hsl" | "hwb":
            return tuple(colour.to("srgb").coordinates)
        case "device-cmyk":
            return [1 - min(1, value + values[3]) for value in values[:3]]
        case "lab" | "lch":
            light = _times(_FROM_XYZ, _times(_D50_TO_D65, colour.to("xyz-d50").coordinates))
        case "oklab" | "oklch":
            light = _times(_FROM_XYZ, colour.to("xyz-d65").coordinates)
        case "display-p3":
            light = _times(_FROM_P3, list(map(linear, values)))
        case _:
            return None
    return list(map(curved, light))


def _times(matrix: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix]


def linear(value: float) -> float:
    """Return how much light a part of a colour in sRGB stands for; both are from 0 to 1."""
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def curved(value: float) -> float:
    """Return the part of a colour in sRGB that stands for so much light."""
    return float(12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)


class _Paint(NamedTuple):
    """What holds for one kind of paint: the opacity of its colour, the one asked for, and the one written."""

    of_colour: float = 1.0
    asked: float = 1.0
    put: float = 1.0


_Paints = Mapping[str, _Paint]
_START: _Paints = dict.fromkeys(OPACITIES, _Paint())


def plain_colours(root: Element, notes: Notes) -> None:
    """Write all colours of a drawing as #rrggbb with an opacity beside; what is no colour says nothing, as in CSS."""
    waiting: list[tuple[Element, _Paints, str]] = [(root, _START, "")]
    while waiting:
        element, paints, current = waiting.pop()
        if "color" in element.attrib and element.get("color") != "inherit":
            current = element.get("color", "")
        own = dict(paints)
        for name in PAINTS:
            if name in _NOT_INHERITED:
                own[name] = _Paint()
            value, faint = element.get(name), OPACITIES.get(name, "")
            if value is not None or faint in element.attrib:
                own[name] = _painted(element, name, own.get(name, _Paint()), current, notes)
            elif name in own and own[name].put != own[name].asked * own[name].of_colour:
                own[name] = _faded(element, name, own[name], paints[name].put)
        waiting += [(child, own, current) for child in element]


def _painted(element: Element, name: str, before: _Paint, current: str, notes: Notes) -> _Paint:
    value, of_colour = element.get(name), before.of_colour
    if value is not None and value != "inherit":
        plain = _plain(value, current)
        if plain is None:
            del element.attrib[name]
            notes.changed(f'"{value[:40]}" is not a colour and was left out', element, is_seen=True)
        else:
            if plain.code != value:
                element.set(name, plain.code)
                notes.changed("its colours were written as plain sRGB")
            of_colour = plain.opacity
    faint = OPACITIES.get(name)
    if faint is None:
        return before
    asked = before.asked
    if element.get(faint, "inherit") != "inherit":
        asked = min(max(user_units(element.get(faint), 1.0, whole=1.0), 0.0), 1.0)
    return _faded(
        element, name, _Paint(of_colour, asked, asked if faint in element.attrib else before.put), before.put
    )


def _faded(element: Element, name: str, paint: _Paint, around: float) -> _Paint:
    wanted = paint.of_colour * paint.asked
    has = paint.put if OPACITIES[name] in element.attrib else around
    if wanted != has:
        element.set(OPACITIES[name], written(wanted))
    return paint._replace(put=wanted)


@lru_cache(maxsize=4096)
def _plain(value: str, current: str) -> Colour | None:
    """Return a paint that every renderer knows, and its opacity; None for what is no paint."""
    value = value.strip()
    if len(value) > _LONGEST:
        return None
    if (served := _SERVER.fullmatch(value)) is not None:
        behind = _plain(served[2], current) if served[2] else None
        return Colour(f"{served[1]} {behind.code}" if behind else served[1])
    if value.lower() == "currentcolor":
        own = colour_of(current) if current else None
        return own if own is not None and own.opacity < 1 else Colour("currentColor")
    if _PLAIN.fullmatch(value):
        return Colour(value)
    color = colour_of(value)
    if color is None:
        return Colour(value) if value in ("context-fill", "context-stroke") else None
    # Of the names of colours, not all renderers know these two.
    is_name = _WORD.fullmatch(value) and value.lower() not in {"rebeccapurple", "transparent"}
    return Colour(value.lower()) if is_name else color


# Texts of a drawing set in fonts of the project, or in replacements for the fonts it names.

_OF_FONTS = ("font-family", "font-weight", "font-style")
AS_PATHS = (
    "turn the letters into paths (Inkscape: Path > Object to Path; Illustrator: Type > Create Outlines; "
    "Affinity: Layer > Convert to Curves)"
)

USUAL_FAMILIES = ("Source Sans Pro", "Lato")  # What stands for a font that the project does not have.

GENERIC = frozenset(
    {"sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui", "ui-sans-serif", "sans"}
)
"""Names that mean any font of a kind."""


def set_fonts(root: Element, notes: Notes, fonts: FontBook, used: set[FontFile]) -> None:
    """Have each text ask for fonts of the project, which are added to those `used`."""
    known = {family.lower(): family for family in fonts.families}
    waiting: list[tuple[Element, dict[str, str]]] = [(root, {})]
    while waiting:
        element, around = waiting.pop()
        asked = {
            name: element.attrib[name] for name in _OF_FONTS if element.get(name, "inherit") != "inherit"
        }
        style = {**around, **asked}
        waiting += [(child, style) for child in reversed(element)]
        letters = (element.text or "") + "".join(child.tail or "" for child in element)
        if kind_of(element) not in ("text", "tspan", "textPath") or not letters.strip():
            continue
        families, wanted = _wanted(*(style.get(name, "") for name in _OF_FONTS))
        names = [re.sub(r"\s+", " ", name.lower()) for name in (*families, *USUAL_FAMILIES, *fonts.families)]
        chosen = [fonts.nearest(known[name], wanted) for name in dict.fromkeys(names) if name in known]
        font = next(
            (font for font in chosen if font and not font.missing(letters)), chosen[0] if chosen else None
        )
        if font is None:
            notes.fault("there is no font to draw its text with", "put a font into fonts/", element)
            continue
        used.add(font)
        element.attrib |= {
            "font-family": as_css_family(font.family),
            "font-weight": str(font.style.weight),
            "font-style": "italic" if font.style.italic else "normal",
        }
        if missing := font.missing(letters):
            hint = f"put a font that has it into fonts/, or {AS_PATHS}"
            notes.fault(f'no font of the project has "{missing[:10]}"', hint, element)
        first = families[0] if families else ""  # the one that the drawing likes most
        if first.lower() in ("", font.family.lower(), *GENERIC):
            notes.changed(f"its text is set in {font.family}", element)
        else:
            what = f"its text is set in {font.family}, as the project has no font {first[:40]}"
            notes.changed(what, element, is_seen=True)


def _wanted(family: str, weight: str, slant: str) -> tuple[tuple[str, ...], Style]:
    families = tuple(filter(None, (name.strip(" '\"\t\n") for name in family.split(","))))
    return families, Style(weight_of(weight), slant.startswith(("italic", "oblique")))
