"""Label sheets that a designer measured: `label_sheets` of a component, checked against their paper."""

import math
from collections.abc import Iterator, Mapping

from pnp.load.fields import check_keys, require, want_map, want_text, want_whole
from pnp.load.findings import Findings
from pnp.load.kinds.labelsheets import free_margins
from pnp.load.kinds.sizes import want_length
from pnp.load.near import suggest
from pnp.load.yaml.nodes import MapNode, Node, ScalarNode
from pnp.model.diagnostics import Place
from pnp.model.labels import LabelSheet
from pnp.model.papers import PAPERS
from pnp.model.sheet import Paper

KEYS = ("paper", "diameter", "columns", "rows", "x", "y", "dx", "dy")

SYMMETRIC_MM = 0.25
"""How far the margins of the two sides may differ: less than that is what measuring with a ruler costs."""

MOST_LABELS = 100  # in a row or column: 5 mm labels on the longest paper
LONGEST_MM = 500.0


def read_own_labels(node: Node | None, findings: Findings) -> Mapping[str, LabelSheet]:
    """Return the sheets of `label_sheets` by name; one with a mistake is there too, as far as it can be read."""
    section = want_map(node, "label_sheets", findings)
    read = {
        key.text: _sheet(key.text, value, findings) for key, value in (section.entries if section else ())
    }
    return {name: sheet for name, sheet in read.items() if sheet is not None}


def _sheet(name: str, node: Node, findings: Findings) -> LabelSheet | None:
    what = f"label sheet {name}"
    section = want_map(node, what, findings)
    if section is None:
        return None
    check_keys(section, KEYS, what, findings)
    paper = _paper(section, what, findings)
    counts = [_count(section, key, what, findings) for key in ("columns", "rows")]
    diameter = want_length(section, "diameter", what, findings, least=5, most=LONGEST_MM, example="19mm")
    lengths = [
        want_length(section, key, what, findings, least=0, most=LONGEST_MM, example=example)
        for key, example in (("x", "15mm"), ("y", "15mm"), ("dx", "22mm"))
    ]
    x, y, dx = lengths
    dy = dx
    if "dy" in section:
        dy = want_length(section, "dy", what, findings, least=0, most=LONGEST_MM, example="22mm")
    columns, rows = counts
    if paper is None or columns is None or rows is None or diameter is None:
        return None
    if x is None or y is None or dx is None or dy is None:
        return None
    sheet = LabelSheet(name, name, paper.name, diameter, columns, rows, x, y, dx, dy)
    for code, message, key, hint in _faults(sheet, paper):
        findings.error(code, f'label sheet "{name}" {message}', _place(section, key), hint=hint)
    return sheet


def _place(section: MapNode, key: str) -> Place:
    value = section.get(key)
    return value.place if value else section.place


def _paper(section: MapNode, what: str, findings: Findings) -> Paper | None:
    node = require(section, "paper", what, findings, example="a4")
    text = want_text(node, "paper", findings)
    if text is None or node is None:
        return None
    paper = PAPERS.get(text.strip().casefold().replace(" ", "_").replace("-", "_"))
    if paper is None:
        hint = suggest(text, PAPERS, what="papers")
        findings.error("PNP114", f'there is no paper called "{text}"', node.place, hint=hint)
    return paper


def _count(section: MapNode, key: str, what: str, findings: Findings) -> int | None:
    node = require(section, key, what, findings, example="9")
    return want_whole(node, key, findings, low=1, high=MOST_LABELS) if isinstance(node, ScalarNode) else None


def _faults(sheet: LabelSheet, paper: Paper) -> Iterator[tuple[str, str, str, str]]:
    """Yield what is wrong with a sheet: code, message, the key to blame, and what to write."""
    left, top, right, bottom = free_margins(sheet, paper.size.width, paper.size.height)
    for key, line, count, pitch, start, end, (first, last) in (
        ("x", "columns", sheet.columns, sheet.dx, left, right, ("left", "right")),
        ("y", "rows", sheet.rows, sheet.dy, top, bottom, ("top", "bottom")),
    ):
        if count > 1 and pitch < sheet.diameter:
            message = f"has labels of {_mm(sheet.diameter)} that lie on one another, {_mm(pitch)} apart"
            hint = f"write d{key}: {_mm(sheet.diameter)} or more: it runs from centre to centre"
            yield "PNP135", message, f"d{key}", hint
        elif end < 0:
            room = max(1, count + math.floor(end / pitch)) if count > 1 else 1
            message = f"does not lie on {paper.title}: its {line} end {_mm(-end)} beyond the {last} edge"
            hint = f"write {line}: {room}, or measure {key} and d{key} again"
            yield "PNP135", message, line, hint
        elif abs(start - end) > SYMMETRIC_MM:
            message = f"is not symmetric: {_mm(start)} are free at the {first}, {_mm(end)} at the {last}"
            hint = f"write {key}: {_mm((start + end) / 2)}, or measure {key} and d{key} again"
            yield "PNP134", message, key, hint


def _mm(length: float) -> str:
    return f"{round(length, 3):g}mm"
