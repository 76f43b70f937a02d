"""Colours: "#rrggbb", nothing else, so that every program draws the same one."""

import re

from pnp.load.findings import Findings
from pnp.load.yaml.nodes import MapNode, Node, ScalarNode, described

_LONG = re.compile(r"#[0-9a-fA-F]{6}")
_SHORT = re.compile(r"#[0-9a-fA-F]{3}")


def read_colour(node: Node, name: str, findings: Findings) -> str | None:
    """Return the colour as lower-case "#rrggbb", or None with PNP111."""
    text = node.text if isinstance(node, ScalarNode) else ""
    if _LONG.fullmatch(text):
        return text.lower()
    if _SHORT.fullmatch(text):
        return "#" + "".join(letter * 2 for letter in text[1:].lower())
    if isinstance(node, ScalarNode) and node.value is None:
        hint = 'a colour needs quotes, or # begins a comment: "#c81e1e"'
    elif re.fullmatch(r"[0-9a-fA-F]{6}", text):
        hint = f'write "#{text.lower()}"'
    else:
        hint = 'write red, green and blue in hexadecimal, in quotes: "#c81e1e"'
    findings.error(
        "PNP111", f'{name} must be a colour such as "#c81e1e", got {described(node)}', node.place, hint=hint
    )
    return None


def read_palette(section: MapNode, findings: Findings) -> dict[str, str]:
    """Return the colours of a palette by name, those that are none left out."""
    colours = {key.text: read_colour(node, key.text, findings) for key, node in section.entries}
    return {name: colour for name, colour in colours.items() if colour is not None}
