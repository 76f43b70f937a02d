"""The text styles of game.yaml, used by [words]{.name}."""

import re
from collections.abc import Collection

from pnp.load.nodes import Findings, MapNode, Node, ScalarNode, colour_of
from pnp.model.text_styles import USUAL_STYLES, TextStyle
from pnp.text import suggest

FLAGS = ("bold", "italic", "underline", "strike")
KEYS = ("colour", "font", "size", *FLAGS)
SIZES = (0.5, 4)
"""The least and the most that a style may make of the size around it."""

_SIZE_HINT = "write 1.5 for letters half as large again as those around"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def read_styles(node: Node | None, colours: Collection[str], findings: Findings) -> dict[str, TextStyle]:
    """Return the styles by name; their colours are written as such, or are names of the palette."""
    styles: dict[str, TextStyle] = {}
    for key, value in findings.entries(node, "styles"):
        if not _NAME.fullmatch(key.text) or key.text in USUAL_STYLES:
            why = (
                "every game has that one"
                if key.text in USUAL_STYLES
                else "letters, digits, _ and - make a name"
            )
            findings.error(
                "PNP112", f'"{key.text}" cannot name a style: {why}', key.place, hint="give it another name"
            )
        style = findings.want_map(value, f"style {key.text}")
        if style is not None:
            findings.check_keys(style, KEYS, f"style {key.text}")
            styles[key.text] = _style(style, colours, findings)
    return styles


def _style(section: MapNode, colours: Collection[str], findings: Findings) -> TextStyle:
    bold, italic, underline, strike = (
        findings.want_flag(section.get(flag), flag, default=False) for flag in FLAGS
    )
    return TextStyle(
        _text(section.get("font"), "font", findings),
        _colour(section.get("colour"), colours, findings),
        findings.want_number(section.get("size"), "size", SIZES, default=1.0, hint=_SIZE_HINT),
        bold=bold,
        italic=italic,
        underline=underline,
        strike=strike,
    )


def _text(node: Node | None, what: str, findings: Findings) -> str:
    return "" if node is None else findings.want_text(node, what) or ""


def _colour(node: Node | None, colours: Collection[str], findings: Findings) -> str:
    """Return a name of the palette, or "#rrggbb"."""
    if node is None or (isinstance(node, ScalarNode) and node.text in colours):
        return _text(node, "colour", findings)
    if isinstance(node, ScalarNode) and re.fullmatch(r"[A-Za-z]\w*", node.text):
        hint = suggest(node.text, colours, what="colours")
        findings.error("PNP118", f'the palette has no colour "{node.text}"', node.place, hint=hint)
        return ""
    return findings.attempt(colour_of, node, "colour") or ""
