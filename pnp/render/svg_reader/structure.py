"""What only editors, browsers and screens read is taken out of a drawing; what is left is what paper can show."""

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element

from pnp.render.svg_reader.notes import INKSCAPE, SVG, Notes, by_id, drawn_elements, kind_of, link_of

_DRAWN = (
    "svg g defs symbol use path rect circle ellipse line polygon polyline image linearGradient radialGradient stop "
    "clipPath mask pattern marker text tspan tref textPath filter style "
    "script iframe audio video"
)
_KEPT = frozenset(_DRAWN.split())
_SILENT = frozenset(
    {"title", "desc", "metadata", "cursor", "view", "font", "font-face", "hatch", "color-profile"}
)
_WITH_LETTERS = frozenset({"text", "style", "flowRoot"})
_STILL = frozenset(
    {"animate", "animateMotion", "animateTransform", "animateColor", "set", "discard", "mpath"}
)
_UNMET = frozenset({"requiredExtensions"})
_URL = re.compile(r"url\(\s*['\"]?#([^)'\"]*)['\"]?\s*\)", re.IGNORECASE)
_LEFT_OUT = ("clip-path", "mask", "filter", "cursor", "marker-start", "marker-mid", "marker-end")
_POINTING = ("fill", "stroke", *_LEFT_OUT)
_BEHIND = re.compile(r"\)\s*(\S.*)$")


GUIDES = "guides"
"""What the layer of an artboard is called that is to draw by and not to print."""

GUIDE_PAGE = "pnp-guide"
"""The id of a page that says what to draw: it is no picture."""


def keep_what_is_drawn(root: Element, notes: Notes) -> None:
    """Take out what belongs to editors and browsers; note what would be missed in print."""
    if root.get("id") == GUIDE_PAGE:
        hint = "draw on the file of the same name in artboards/, which is as large as the picture"
        notes.fault("it is the page with the guides, not the picture", hint)
    for layer in [each for each in root if GUIDES in (each.get(f"{INKSCAPE}label"), each.get("id"))]:
        _remove(root, layer)
    for parent in list(root.iter()):
        for child in list(parent):
            _keep(parent, child, notes)


def _keep(parent: Element, child: Element, notes: Notes) -> None:
    if not isinstance(child.tag, str) or not child.tag.startswith(SVG):
        _remove(parent, child)
        return
    kind = kind_of(child)
    says_nothing = kind in _WITH_LETTERS and not "".join(child.itertext()).strip()
    if kind == "switch":
        _choose(parent, child)
    elif kind == "a":
        child.tag = f"{SVG}g"
        for name in [key for key in child.attrib if key.endswith("href") or key in ("target", "download")]:
            del child.attrib[name]
    elif kind == "foreignObject":
        _of_a_browser(parent, child, notes)
    elif kind in _STILL:
        _remove(parent, child)
        notes.changed("its movements were left out; it is drawn as it begins", child, is_seen=True)
    elif kind in _SILENT or says_nothing:
        _remove(parent, child)
    elif not (kind in _KEPT or kind.startswith(("fe", "flow"))):
        _remove(parent, child)
        notes.changed(f"<{kind}>, which is no element of SVG, was left out", child)


def _remove(parent: Element, child: Element) -> None:
    """Take an element out; letters behind it stay."""
    if child.tail and child.tail.strip():
        at = list(parent).index(child)
        if at:
            parent[at - 1].tail = (parent[at - 1].tail or "") + child.tail
        else:
            parent.text = (parent.text or "") + child.tail
    parent.remove(child)


def _choose(parent: Element, switch: Element) -> None:
    """Put a group with what a reader without extensions draws in the place of a switch."""
    switch.tag = f"{SVG}g"
    chosen = next((each for each in switch if _is_for_everybody(each)), None)
    for child in list(switch):
        if child is not chosen:
            switch.remove(child)
    if chosen is None:
        parent.remove(switch)


def _is_for_everybody(element: Element) -> bool:
    if not isinstance(element.tag, str) or not element.tag.startswith(SVG):
        return False
    if kind_of(element) == "foreignObject" or not _UNMET.isdisjoint(element.attrib):
        return False
    languages = element.get("systemLanguage")
    return languages is None or any(each.strip().startswith("en") for each in languages.split(","))


def _of_a_browser(parent: Element, child: Element, notes: Notes) -> None:
    """Take out what a program has kept for itself; note what only a browser could draw."""
    is_html = any("1999/xhtml" in str(each.tag) for each in child.iter())
    if is_html and "".join(child.itertext()).strip():
        notes.fault(
            "it holds a <foreignObject> element with text of a browser",
            "export it with its text as outlines, or as an SVG without HTML (draw.io: Text Settings, no Formatted Text)",
            child,
        )
    _remove(parent, child)


def drop_dangling(root: Element, notes: Notes) -> None:
    """Take out what points to objects that are not there, as browsers do."""
    known = by_id(root)
    for element in list(drawn_elements(root)):
        link = link_of(element)
        kind = kind_of(element)
        if link.startswith("#") and link[1:] not in known and kind != "image":
            _without_link(element, kind, link[1:], notes)
        for name in _POINTING:
            if "(" in element.get(name, ""):
                _without_target(element, name, known, notes)


def _without_link(element: Element, kind: str, target: str, notes: Notes) -> None:
    for name in [key for key in element.attrib if key.endswith("href")]:
        del element.attrib[name]
    if kind == "use":
        notes.parents[element].remove(element)
        notes.changed(f'a copy of "{target}", which is not there, was left out', element, is_seen=True)


def _without_target(element: Element, name: str, known: Iterable[str], notes: Notes) -> None:
    value = element.attrib[name]
    found = _URL.search(value)
    if found is None or found[1] in known:
        return
    behind = _BEHIND.search(value[found.end() - 1 :])
    if name in _LEFT_OUT:
        del element.attrib[name]
    else:
        element.set(name, behind[1] if behind else "none")
    notes.changed(f'{name}="{value[:50]}" points to nothing and was left out', element)
