"""What only editors, browsers and screens read is taken out of a drawing; what is left is what paper can show."""

import re
from collections.abc import Container, Mapping, Sequence
from xml.etree.ElementTree import Element

from pnp.svg.reader.notes import INKSCAPE, SVG, Notes, by_id, drawn_elements, kind_of, link_of
from pnp.svg.vocabulary import ATTRIBUTES, FILTERS, INLINE_IMAGE, faults

_KEPT = ATTRIBUTES.keys() - {"desc", "title", "view"} | {"style", "script", "iframe", "audio", "video"}
_SILENT = frozenset(
    {"title", "desc", "metadata", "cursor", "view", "font", "font-face", "hatch", "color-profile"}
)
_WITH_LETTERS = frozenset({"text", "style", "flowRoot"})
_STILL = frozenset(
    {"animate", "animateMotion", "animateTransform", "animateColor", "set", "discard", "mpath"}
)
_UNMET = frozenset({"requiredExtensions"})
_URL = re.compile(r"url\(\s*+['\"]?+#([^()'\"]*+)['\"]?\s*\)", re.IGNORECASE)
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
    keep_children(
        root, [each for each in root if GUIDES not in (each.get(f"{INKSCAPE}label"), each.get("id"))]
    )
    for parent in list(root.iter()):
        keep_children(parent, [child for child in parent if _is_kept(child, notes)])


def keep_children(parent: Element, kept: Sequence[Element]) -> None:
    """Take out all children but some; letters behind the others stay."""
    if len(kept) == len(parent):
        return
    staying = set(kept)
    before: Element | None = None
    for child in parent:
        if child in staying:
            before = child
        elif child.tail and child.tail.strip():
            if before is None:
                parent.text = (parent.text or "") + child.tail
            else:
                before.tail = (before.tail or "") + child.tail
    parent[:] = kept


def _is_kept(child: Element, notes: Notes) -> bool:
    """Say whether an element is drawn, after making it one that every renderer knows."""
    if not isinstance(child.tag, str) or not child.tag.startswith(SVG):
        return False
    kind = kind_of(child)
    if kind == "switch":
        return _choose(child)
    if kind == "a":
        child.tag = f"{SVG}g"
        for name in [key for key in child.attrib if key.endswith("href") or key in ("target", "download")]:
            del child.attrib[name]
    elif kind == "foreignObject":
        _note_text_of_browser(child, notes)
    elif kind in _STILL:
        notes.changed("its movements were left out; it is drawn as it begins", child, is_seen=True)
    elif kind in _WITH_LETTERS:
        return bool("".join(child.itertext()).strip())
    elif kind not in _SILENT and kind not in _KEPT and not kind.startswith(("fe", "flow")):
        notes.changed(f"<{kind}>, which is no element of SVG, was left out", child)
    return kind == "a" or kind in _KEPT or kind.startswith(("fe", "flow"))


def _choose(switch: Element) -> bool:
    """Make a switch a group with what a reader without extensions draws; say whether there is any."""
    switch.tag = f"{SVG}g"
    chosen = next((each for each in switch if _is_for_everybody(each)), None)
    switch[:] = [] if chosen is None else [chosen]
    return chosen is not None


def _is_for_everybody(element: Element) -> bool:
    if not isinstance(element.tag, str) or not element.tag.startswith(SVG):
        return False
    if kind_of(element) == "foreignObject" or not _UNMET.isdisjoint(element.attrib):
        return False
    languages = element.get("systemLanguage")
    return languages is None or any(each.strip().startswith("en") for each in languages.split(","))


def _note_text_of_browser(element: Element, notes: Notes) -> None:
    """Note what only a browser could draw; what else a program has kept for itself is not missed."""
    is_html = any("1999/xhtml" in str(each.tag) for each in element.iter())
    if is_html and "".join(element.itertext()).strip():
        notes.fault(
            "it holds a <foreignObject> element with HTML text",
            "export it with its text as outlines, or as an SVG without HTML (draw.io: Text Settings, no Formatted Text)",
            element,
        )


def drop_dangling(root: Element, notes: Notes) -> None:
    """Take out what points to objects that are not there, as browsers do."""
    known = by_id(root)
    for parent in list(drawn_elements(root)):
        keep_children(parent, [child for child in parent if not _is_lost_copy(child, known, notes)])
    for element in drawn_elements(root):
        for name in _POINTING:
            if "(" in element.get(name, ""):
                _without_target(element, name, known, notes)


def _is_lost_copy(element: Element, known: Container[str], notes: Notes) -> bool:
    """Say whether an element is the copy of nothing; another that points to nothing points nowhere from now on."""
    link, kind = link_of(element), kind_of(element)
    if not link.startswith("#") or link[1:] in known or kind == "image":
        return False
    for name in [key for key in element.attrib if key.endswith("href")]:
        del element.attrib[name]
    if kind == "use":
        notes.changed(f'a copy of "{link[1:41]}", which does not exist, was left out', element, is_seen=True)
    return kind == "use"


def _without_target(element: Element, name: str, known: Container[str], notes: Notes) -> None:
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


_LIGHTS = frozenset({"feDiffuseLighting", "feSpecularLighting"})
DPI = 288
"""So fine the renderer draws what has a filter."""


def check_filters(root: Element, notes: Notes) -> None:
    """Say which objects are drawn as pixels for their filter; note the filters that cannot be drawn."""
    for element in drawn_elements(root):
        kind = kind_of(element)
        if kind.startswith("fe") and kind not in FILTERS:
            notes.fault(
                f"its filter holds <{kind}>, which cannot be drawn",
                "draw the effect with shapes, or export the object as a PNG (Inkscape: Edit > Make a Bitmap Copy)",
                notes.parents.get(element, element),
            )
        if kind in _LIGHTS:
            what = f"its light (<{kind}>) depends on how fine it is drawn, and looks other than on the screen"
            notes.changed(what, notes.parents.get(element), is_seen=True)
        if element.get("filter", "none") != "none" and kind != "filter":
            notes.changed(f"objects with a filter are printed as pixels at {DPI} dpi", element)


_MOVING = "paper does not move; remove it"
_UNPRINTABLE: Mapping[str, str] = {
    "script": "a card cannot run anything; save the drawing without it",
    "iframe": "draw it with shapes",
    "audio": _MOVING,
    "video": _MOVING,
    "flowRoot": "it is flowed text of an older Inkscape: select it and choose Text > Convert to Text",
    "tref": "select the text and save the drawing again",
}
_EMBED = (
    "embed the image in the file (Inkscape: Edit > Embed Images; Illustrator: Links panel > Embed Image; "
    "Affinity: Document > Resource Manager > Embed)"
)


def note_unprintable(root: Element, notes: Notes) -> None:
    """Note everything that keeps a drawing from being printed."""
    for element in root.iter():
        kind = kind_of(element)
        if kind in _UNPRINTABLE and str(element.tag).startswith(SVG):
            notes.fault(f"it holds a <{kind}> element", _UNPRINTABLE[kind], element)
        link = link_of(element)
        if link and not link.startswith("#") and not (kind == "image" and INLINE_IMAGE.match(link)):
            notes.fault(f'it links to "{link[:60]}"', _EMBED, element)
        for key, value in element.attrib.items():
            if not key.startswith("{") and key not in ("href", "filter", "spreadMethod"):
                for feature in faults(key, value):
                    notes.fault(feature.message, feature.hint, element)
