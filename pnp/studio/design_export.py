"""Texts of an exported card named after the fields that they show: runs of words that a template set become one object."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape, unescape
from itertools import pairwise

from pnp.model.game import Component, Piece, Value
from pnp.text import decimal

_TEXT = re.compile(r"<text( [^>]*)>([^<]*)</text>\n?")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_MARKS = re.compile(r"\*\*|[*_]|\{[^}]*\}")
_LETTER = 0.54
"""The width of a letter, in sizes of the font, as far as an average goes."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Words at one place: the text of the file that they are, and its attributes."""

    start: int
    end: int
    words: str
    attributes: Mapping[str, str]

    def number(self, name: str) -> float:
        return float(self.attributes.get(name, "0") or 0)


def with_fields(svg: str, component: Component, piece: Piece) -> tuple[str, tuple[str, ...]]:
    """Return an exported drawing whose texts have the names of fields, and the fields that no object shows."""
    runs = [
        _Run(each.start(), each.end(), " ".join(unescape(each[2]).split()), dict(_ATTRIBUTE.findall(each[1])))
        for each in _TEXT.finditer(svg)
        if "inkscape:label" not in each[1] and "transform" not in each[1]
    ]
    values: dict[str, Value] = {"name": piece.name, **piece.fields}
    lacking, made = [], list[tuple[int, int, str]]()
    for name, value in sorted(values.items(), key=lambda each: -len(str(each[1]))):
        wanted = _plain(value)
        if not wanted or f'inkscape:label="{name}"' in svg:
            continue
        found = next(_saying(runs, wanted), None)
        if found is None:
            lacking.append(name)
            continue
        runs = [each for each in runs if each not in found]
        made.append((found[0].start, found[-1].end, _object(name, found, component)))
    for start, end, form in sorted(made, reverse=True):
        svg = svg[:start] + form + svg[end:]
    return svg, tuple(lacking)


def _plain(value: Value) -> str:
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return ""
    return " ".join(_MARKS.sub(" ", str(value)).split()).casefold()


def _saying(runs: list[_Run], wanted: str) -> Iterator[list[_Run]]:
    """Yield the runs, one behind the other, whose words are those that are wanted."""
    for first in range(len(runs)):
        said = ""
        for last in range(first, len(runs)):
            between = "" if last > first and _is_joined(runs[last - 1], runs[last]) else " "
            said = f"{said}{between}{runs[last].words.casefold()}".strip()
            if said == wanted:
                yield runs[first : last + 1]
            if not wanted.startswith(said.rstrip("-")):
                break


def _is_joined(one: _Run, other: _Run) -> bool:
    """Say whether a text goes on right behind another, such as a full stop behind a bold word."""
    return one.number("y") == other.number("y") and other.words[:1] in ".,;:!?)"


def _object(name: str, found: list[_Run], component: Component) -> str:
    """Return the object for a field: a line, or words in a frame."""
    look, width = found[0], component.size.width
    size, x = look.number("font-size"), look.number("x")
    kept = {key: value for key, value in look.attributes.items() if key not in ("x", "y", "text-anchor")}
    lines = list(dict.fromkeys(each.number("y") for each in found))
    ends = [
        max(
            each.number("x") + _LETTER * len(each.words) * each.number("font-size")
            for each in found
            if each.number("y") == y
        )
        for y in lines
    ]
    begins = [min(each.number("x") for each in found if each.number("y") == y) for y in lines]
    middle = (begins[0] + ends[0]) / 2
    if abs(middle - width / 2) < size:
        middle = width / 2
    is_centred = len({round(each) for each in begins}) > 1 or middle == width / 2 or len(look.words) <= 3
    anchor = 'text-anchor="middle"' if is_centred else ""
    label, at = f'inkscape:label="{escape(name)}"', decimal(middle if is_centred else x)
    look_of = " ".join(f'{key}="{value}"' for key, value in kept.items())
    text = f'<text {{}} x="{at}" y="{decimal(lines[0])}" {look_of} {anchor}>{escape(found[0].words)}</text>'
    if len(lines) == 1 and len(look.words) < 24:
        return text.format(label) + "\n"
    edge = component.safe + 1.5
    left, right = (edge, width - edge) if is_centred else (x, width - edge)
    leading = min((low - high for high, low in pairwise(lines)), default=1.25 * size)
    top = min(lines) - 1.2 * size - leading
    height = leading * (len(lines) + 2) + size
    box = f'x="{decimal(left)}" y="{decimal(top)}" width="{decimal(right - left)}" height="{decimal(min(height, component.size.height - edge - top))}"'
    frame = f'<rect id="{escape(name)}-frame" {box} style="fill:none"/>'
    placed = f'inkscape:label="{escape(name)} valign: middle"' if is_centred else label
    return f'<g {placed} id="{escape(name)}">{frame}{text.format("")}</g>\n'
